/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * blocks.c: of the lengths that transforms may have, those whose points cost
 * least. On a CPU a point costs more where a slice of blocks, from what is
 * mirrored to what came back, leaves the caches: of a kernel of 31x31
 * (PoCL 3.1, two cores with AVX-512) 1920x1080 samples take 10.8 ms as a
 * whole, 12.4 if its lengths have factors of 7, 10.2 in blocks of 512x256;
 * 3840x2160 take 41 in blocks and 185 as a whole.
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
/* Numbers that kernels count. */
#define MOST_NUMBERS INT32_MAX

static const uint64_t block_lengths[] = {64, 128, 256, 512, 1024, 2048};
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
    return (blocks->axes[0].count - 1) * blocks->axes[0].hop +
           blocks->axes[0].length;
}

uint64_t clfft_filter_get_rows(const struct clfft_filter_blocks *blocks,
                               uint64_t rows)
{
    return (rows - 1) * blocks->axes[1].hop + blocks->axes[1].length;
}

/* What a point of a slice of so many bytes costs. */
static double rate_point(const clfft_limits *limits, double bytes)
{
    if (!(limits->type & CL_DEVICE_TYPE_CPU) || bytes <= (double)SMALL_SIZE)
        return 1;
    return bytes <= (double)MIDDLE_SIZE ? MIDDLE_COST : LARGE_COST;
}

/* Chooses the slice. Returns what the blocks cost, in points. */
static double rate(const clfft_filter_desc *d, const clfft_limits *limits,
                   struct clfft_filter_blocks *b)
{
    const bool is_cpu = limits->type & CL_DEVICE_TYPE_CPU;
    const double most = (double)(is_cpu ? SMALL_SIZE : OTHER_SIZE);
    const double points = (double)b->axes[0].length * (double)b->axes[0].count *
                          (double)b->axes[1].length * d->n_planes;
    const double bytes =
        points * N_MEMORIES * (d->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4);
    const double fitting = most / bytes, all = (double)b->axes[1].count;
    double slices;

    b->rows = fitting < 1     ? 1
              : fitting < all ? (uint64_t)fitting
                              : b->axes[1].count;
    slices = (double)divide_up(b->axes[1].count, b->rows);
    return all * points * rate_point(limits, bytes * (double)b->rows) +
           slices * SLICE_POINTS;
}

static bool is_countable(const struct clfft_filter_blocks *b)
{
    const double columns = (double)clfft_filter_get_pitch(b) +
                           (double)(b->axes[0].count * b->axes[0].length);
    const double rows = (double)clfft_filter_get_rows(b, b->rows) +
                        (double)(b->rows * b->axes[1].length);

    return columns * rows < MOST_NUMBERS;
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

clfft_status clfft_filter_choose(const clfft_filter_desc *desc,
                                 const clfft_limits *limits,
                                 struct clfft_filter_blocks *blocks)
{
    double least = 0;
    bool found = false;

    for (unsigned i = 0; i <= N_LENGTHS; i++)
        for (unsigned j = 0; j <= N_LENGTHS; j++) {
            struct clfft_filter_blocks b;
            double cost;

            if (!take_way(desc, 0, i, &b.axes[0]) ||
                !take_way(desc, 1, j, &b.axes[1]))
                continue;
            cost = rate(desc, limits, &b);
            if (is_countable(&b) && (!found || cost < least)) {
                *blocks = b;
                least = cost;
                found = true;
            }
        }
    if (found)
        return CLFFT_STATUS_OK;
    return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                      "filter: planes of %" PRIu64 "x%" PRIu64
                      " with a reach of %" PRIu64 "x%" PRIu64
                      " need blocks of more than %d numbers",
                      desc->width, desc->height, desc->reach[0], desc->reach[1],
                      MOST_NUMBERS);
}
