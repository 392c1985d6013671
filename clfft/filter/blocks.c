/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * blocks.c: of the lengths that transforms may have, those whose points cost
 * least. On a CPU a point costs more where a slice of blocks, from what is
 * mirrored to what came back, leaves the caches: of a kernel of 31x31
 * (PoCL 3.1, two cores with AVX-512) 1920x1080 samples take 10.8 ms as a
 * whole, 12.4 if its lengths have factors of 7, 10.2 in blocks of 512x256;
 * 3840x2160 take 41 in blocks and 185 as a whole. Where a row of blocks of all
 * planes leaves the caches, planes and parts of rows go one by one.
 */
#include "blocks.h"

#include "clfft/base/error.h"
#include "clfft/base/grid.h"

#include <inttypes.h>

/* Bytes of a slice of blocks, and what a point of it costs on a CPU. */
#define SMALL_SIZE (UINT64_C(8) << 20)
#define MIDDLE_SIZE (UINT64_C(32) << 20)
#define MIDDLE_COST 1.25
#define LARGE_COST 2
/* Elsewhere a slice has at most so many. */
#define OTHER_SIZE (UINT64_C(256) << 20)
/* What a slice costs beside its points, in points. */
#define SLICE_POINTS 40000
/* Memories of a slice: what is mirrored, spectra, what came back. */
#define N_MEMORIES 3
/* Ways to cut a slice: rows of blocks of all planes; of one; parts of a row. */
#define N_CUTS 3
/* Numbers that kernels count. */
#define MOST_NUMBERS INT32_MAX

/* The last are for a reach of which no shorter ones are, where the whole is
   more than max_size. */
static const uint64_t block_lengths[] = {64,   128,  256,  512,  1024,  2048,
                                         3072, 4096, 6144, 8192, 10240, 12288};
#define N_LENGTHS (sizeof block_lengths / sizeof block_lengths[0])

/* The next number that transforms like: without a factor above 5, even along
   rows. */
static uint64_t find_fast_length(uint64_t n, unsigned axis)
{
    const uint64_t step = axis ? 1 : 2;

    for (n += axis ? 0 : n % 2;; n += step) {
        uint64_t rest = n;

        for (uint64_t p = 2; p <= 5; p++)
            while (rest % p == 0)
                rest /= p;
        if (rest == 1)
            return n;
    }
}

/* The plane as a whole: one transform that reaches beyond the borders, or one
   period of the mirrored plane, where it repeats itself. */
static struct clfft_filter_axis take_whole(uint64_t n, uint64_t reach,
                                           unsigned axis)
{
    const uint64_t period = n > 1 ? 2 * n - 2 : 1;

    if (reach >= period || n + 2 * reach >= period)
        return (struct clfft_filter_axis){period, 0, n, 1};
    return (struct clfft_filter_axis){find_fast_length(n + 2 * reach, axis),
                                      reach, n, 1};
}

/* Blocks of a length; false if there is no use in them. */
static bool cut(uint64_t n, uint64_t reach, uint64_t length,
                struct clfft_filter_axis *axis)
{
    if (reach >= length / 2)
        return false;
    *axis = (struct clfft_filter_axis){length, reach, length - 2 * reach, 0};
    axis->count = divide_up(n, axis->hop);
    return true;
}

uint64_t clfft_filter_get_pitch(const struct clfft_filter_blocks *blocks)
{
    return (blocks->columns - 1) * blocks->axes[0].hop + blocks->axes[0].length;
}

uint64_t clfft_filter_get_rows(const struct clfft_filter_blocks *blocks,
                               uint64_t rows)
{
    return (rows - 1) * blocks->axes[1].hop + blocks->axes[1].length;
}

uint64_t clfft_filter_count_slices(const clfft_filter_desc *desc,
                                   const struct clfft_filter_blocks *blocks)
{
    return divide_up(blocks->axes[0].count, blocks->columns) *
           divide_up(blocks->axes[1].count, blocks->rows) *
           divide_up(desc->n_planes, blocks->planes);
}

struct clfft_filter_sizes
clfft_filter_measure(const struct clfft_filter_blocks *b)
{
    return (struct clfft_filter_sizes){
        .mirrored =
            clfft_filter_get_pitch(b) * clfft_filter_get_rows(b, b->rows),
        .block = b->axes[0].length * b->axes[1].length,
        .bins = (b->axes[0].length / 2 + 1) * b->axes[1].length,
        .n_blocks = b->columns * b->rows * b->planes,
    };
}

/* What a point of a slice of so many bytes costs. */
static double rate_point(const clfft_limits *limits, double bytes)
{
    if (!(limits->type & CL_DEVICE_TYPE_CPU) || bytes <= (double)SMALL_SIZE)
        return 1;
    return bytes <= (double)MIDDLE_SIZE ? MIDDLE_COST : LARGE_COST;
}

static double get_real_size(const clfft_filter_desc *d)
{
    return d->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
}

/* Of `all` blocks as many as fit `most` bytes, one at least. */
static uint64_t fit(double most, double bytes, uint64_t all)
{
    const double fitting = most / bytes;

    return fitting < 1 ? 1 : fitting < (double)all ? (uint64_t)fitting : all;
}

/* Bytes of a slice. */
static double get_slice_size(const clfft_filter_desc *d,
                             const struct clfft_filter_blocks *b)
{
    const struct clfft_filter_sizes sizes = clfft_filter_measure(b);

    return (double)sizes.block * (double)sizes.n_blocks * N_MEMORIES *
           get_real_size(d);
}

/* Cuts slices in one way. */
static void cut_slices(const clfft_filter_desc *d, const clfft_limits *limits,
                       unsigned way, struct clfft_filter_blocks *b)
{
    const bool is_cpu = limits->type & CL_DEVICE_TYPE_CPU;
    const double most = (double)(is_cpu ? SMALL_SIZE : OTHER_SIZE);

    b->columns = b->rows = 1;
    b->planes = way == 0 ? d->n_planes : 1;
    if (way == 2)
        b->columns = fit(most, get_slice_size(d, b), b->axes[0].count);
    else
        b->columns = b->axes[0].count;
    if (way < 2)
        b->rows = fit(most, get_slice_size(d, b), b->axes[1].count);
}

/* What the blocks cost, in points. */
static double rate(const clfft_filter_desc *d, const clfft_limits *limits,
                   const struct clfft_filter_blocks *b)
{
    const double points = (double)b->axes[0].length * (double)b->axes[0].count *
                          (double)b->axes[1].length * (double)b->axes[1].count *
                          d->n_planes;

    return points * rate_point(limits, get_slice_size(d, b)) +
           (double)clfft_filter_count_slices(d, b) * SLICE_POINTS;
}

static bool is_countable(const struct clfft_filter_blocks *b)
{
    const double columns = (double)clfft_filter_get_pitch(b) +
                           (double)(b->columns * b->axes[0].length);
    const double rows = (double)clfft_filter_get_rows(b, b->rows) +
                        (double)(b->rows * b->axes[1].length);

    return columns * rows < MOST_NUMBERS;
}

/* Bytes on the device: what is mirrored or came back, spectra and the scratch
   memory of plans, which have as much, responses, waves. */
static double get_size(const clfft_filter_desc *d,
                       const struct clfft_filter_blocks *b)
{
    const struct clfft_filter_sizes sizes = clfft_filter_measure(b);
    const double mirrored = (double)sizes.mirrored * (double)b->planes;
    const double results = (double)sizes.block * (double)sizes.n_blocks;
    const double spectra = 2. * (double)sizes.bins * (double)sizes.n_blocks;
    const double waves = 2. * d->max_waves * d->n_planes *
                         ((double)d->width + (double)d->height);

    return get_real_size(d) *
           ((mirrored > results ? mirrored : results) + 2 * spectra +
            2. * (double)sizes.bins * d->n_responses + waves);
}

/* The i-th way to cut an axis, 0: not at all. */
static bool take_way(const clfft_filter_desc *d, unsigned axis, unsigned i,
                     struct clfft_filter_axis *way)
{
    const uint64_t n = axis ? d->height : d->width;
    const struct clfft_filter_axis whole = take_whole(n, d->reach[axis], axis);

    if (d->block[axis])
        return i == 0 && cut(n, d->reach[axis], d->block[axis], way);
    *way = whole;
    return i == 0 || (cut(n, d->reach[axis], block_lengths[i - 1], way) &&
                      way->length < whole.length);
}

/* The cheapest so far. */
struct choice {
    struct clfft_filter_blocks blocks;
    double cost, size; /* size: the least, bytes, of those that count */
    bool is_found;
};

static void try_blocks(const clfft_filter_desc *d, const clfft_limits *limits,
                       struct clfft_filter_blocks *b, struct choice *choice)
{
    const double cost = rate(d, limits, b), size = get_size(d, b);

    if (!is_countable(b))
        return;
    if (!choice->size || size < choice->size)
        choice->size = size;
    if ((d->max_size && size > (double)d->max_size) ||
        (choice->is_found && cost >= choice->cost))
        return;
    choice->blocks = *b;
    choice->cost = cost;
    choice->is_found = true;
}

/* All lengths, with slices that are cut in one way. */
static void try_lengths(const clfft_filter_desc *d, const clfft_limits *limits,
                        unsigned way, struct choice *choice)
{
    for (unsigned i = 0; i <= N_LENGTHS; i++)
        for (unsigned j = 0; j <= N_LENGTHS; j++) {
            struct clfft_filter_blocks b;

            if (!take_way(d, 0, i, &b.axes[0]) ||
                !take_way(d, 1, j, &b.axes[1]))
                continue;
            cut_slices(d, limits, way, &b);
            try_blocks(d, limits, &b, choice);
        }
}

/* Whether slices stay in caches, or on a GPU are small, without more cuts. */
static bool is_good(const clfft_filter_desc *d, const clfft_limits *limits,
                    const struct choice *choice)
{
    const bool is_cpu = limits->type & CL_DEVICE_TYPE_CPU;

    return choice->is_found && get_slice_size(d, &choice->blocks) <=
                                   (double)(is_cpu ? MIDDLE_SIZE : OTHER_SIZE);
}

static clfft_status refuse(const clfft_filter_desc *d,
                           const struct choice *choice)
{
    if (choice->size)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "filter: planes of %" PRIu64 "x%" PRIu64
                          " with a reach of %" PRIu64 "x%" PRIu64
                          " need %.0f bytes, but may have %" PRIu64,
                          d->width, d->height, d->reach[0], d->reach[1],
                          choice->size, d->max_size);
    return clfft_fail(
        CLFFT_STATUS_UNSUPPORTED,
        "filter: planes of %" PRIu64 "x%" PRIu64 " with a reach of %" PRIu64
        "x%" PRIu64 " need blocks of more than %d numbers",
        d->width, d->height, d->reach[0], d->reach[1], MOST_NUMBERS);
}

clfft_status clfft_filter_choose(const clfft_filter_desc *desc,
                                 const clfft_limits *limits,
                                 struct clfft_filter_blocks *blocks)
{
    struct choice choice = {0};

    for (unsigned way = 0; way < N_CUTS && !is_good(desc, limits, &choice);
         way++)
        try_lengths(desc, limits, way, &choice);
    if (!choice.is_found)
        return refuse(desc, &choice);
    *blocks = choice.blocks;
    return CLFFT_STATUS_OK;
}
