/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * simd.c: the simd schedule's passes. Rows (lanes along the
 * butterflies of one transform) take what has a vector of butterflies in the
 * first and the last stage, as long as the local memory allows, which CPUs
 * report as large as a cache; lanes (a vector of transforms) take any length
 * that fits the second-level cache, and are faster for some short ones. The
 * radices listed were measured best on a CPU with AVX-512 through PoCL 3.1,
 * rows with one thread, 2026-11-21 and 22.
 */
#include "planner.h"

#include <string.h>

#define LONGEST_ROWS 131072
#define LONGEST_LANES 2048
#define LARGEST_TILE 1024
/* Of 512 bits, or 32 registers of 256: lanes of twice the width pay. With half
   the registers they spill: 131072 points take 1.28 of the time (256 bits, Zen
   3, 2026-11-24), 2^20 1.12, r2c 64x64 1.20, 81 1.16. */
#define WIDE_VECTOR 16
/* Lanes of one width may be so long where two such tiles fill the cache: 4096
   columns take 0.81 of the time of 64 x 64 (Zen 3), 2160 0.76, 2^22 as 2048 x
   2048 0.90, 2^24 as 4096 x 4096 0.83 of three passes. */
#define LONGEST_NARROW 4096
/* Then radices above 10 spill: 16.16.16 takes 1.14 of the time of 8.8.8.8. */
#define LONGEST_LARGE_RADIX 2048
/* A first pass of up to so many points, for then the second is short: 2^18 as
   4096 x 64 takes 0.75 of the time of 512 x 512. */
#define LONGEST_FIRST 4096
#define LEAST_SECOND 32
/* up to here; longer ones gain nothing */
#define LONGEST_UNEVEN 524288
/* Above it sixteen lanes spill: half the code and as fast without. */
#define LARGEST_WIDE_RADIX 10

/*
 * Rows in registers, of complex numbers without hooks: parts of the time before,
 * least times of five turns, 2^20 points, two cores of Zen 3 (256 bits),
 * 2026-11-25: 8 points 0.80, 12 0.89, 16 0.68, 20 0.78, 24 0.56, 28 0.41, 32
 * 0.58, 36 0.75, 40 0.53, 44 0.52, 48 0.63, 52 0.60, 56 0.67, 60 0.58, 64 0.83,
 * 68 0.53, 72 0.66, 80 0.65, 84 0.60, 100 0.84, 108 0.65; 96, 120 and 128 points
 * gain nothing by the medians. On an Intel Xeon with 512 bits and PoCL 5 these
 * kernels by hand take 411, 484, 533 and 519 us for 16, 48, 60 and 64 points,
 * ahead of FFTW by 1.2 to 2.1 up to 64; what they replace took 541, 700, 860 and
 * 623 there (docs/archive/history.md). With a window, a quantity or a half
 * spectrum they take 0.68 to 1.7 of the time: left to the others.
 */
#define SHORTEST_PAIRS 8
#define LONGEST_PAIRS 108
#define LONGEST_WIDE_PAIRS 64
#define NO_PAIRS 96

/* 16 points in double precision: 0.86 of the time of lanes, as plain rows only. */
#define LONGEST_PLAIN 16

static const struct {
    uint32_t length;
    uint8_t radices[CLFFT_MAX_RADICES];
} measured_rows[] = {
    {16, {4, 4}},           {32, {4, 4, 2}},        {48, {6, 4, 2}},
    {60, {4, 5, 3}},        {64, {8, 8}},           {128, {8, 16}},
    {256, {8, 4, 8}},       {512, {8, 8, 8}},
    {1024, {8, 8, 4, 4}},   {2048, {8, 8, 8, 4}},
    {4096, {8, 8, 8, 8}},   {8192, {8, 16, 8, 8}},
    {16384, {8, 16, 16, 8}},
    {65536, {8, 8, 16, 8, 8}},
    {480, {8, 4, 5, 3}},    {1000, {8, 5, 5, 5}},
    {1920, {16, 10, 4, 3}}, {5040, {8, 10, 9, 7}},
};

/*
 * Short transforms, and halves of real ones, that lanes run faster than rows,
 * or by other radices than shape_lanes() takes: 8 goes into no stage of most.
 * AMD EPYC of Zen 5, 2026-11-23, 2^20 points, parts of the time before: 21
 * 0.81, 30 0.79, 45 0.81, 81 0.67, 90 0.90; r2c 64 0.59, 100 0.64, 162 0.62, 200
 * 0.68; c2r 42 0.73, 64 0.90, 162 0.67, 200 0.76.
 */
enum form { LANES = 1, WIDE };

static const struct {
    uint32_t length;
    uint8_t radices[CLFFT_MAX_RADICES];
    uint8_t complex, real; /* forms; 0: no */
} measured_lanes[] = {
    {18, {9, 2}, LANES, LANES},    {20, {10, 2}, LANES, LANES},
    {21, {21}, LANES, LANES},      {24, {12, 2}, LANES, LANES},
    {27, {27}, LANES, LANES},      {28, {14, 2}, LANES, LANES},
    {30, {30}, LANES, WIDE},       {32, {32}, 0, LANES},
    {36, {6, 6}, 0, WIDE},
    {42, {14, 3}, LANES, WIDE},    {45, {15, 3}, WIDE, WIDE},
    {50, {10, 5}, LANES, WIDE},    {81, {9, 9}, WIDE, WIDE},
    {84, {12, 7}, LANES, 0},       {84, {14, 6}, 0, WIDE},
    {90, {10, 9}, WIDE, WIDE},     {100, {10, 10}, LANES, WIDE},
};

/* Halves of r2c up to so many vectors lose in rows: lanes take 0.71 to 0.84 of
   the time of 80 to 144 points, 0.98 of that of 160 and 192. */
#define LONGEST_REAL_VECTORS 5

static bool has_wide_vectors(const struct clfft_axis_task *task)
{
    return task->limits->vector_width >= WIDE_VECTOR;
}

static void set_radices(clfft_shape *shape, const uint8_t *radices)
{
    shape->n_radices = 0;
    while (shape->n_radices < CLFFT_MAX_RADICES && radices[shape->n_radices]) {
        shape->radices[shape->n_radices] = radices[shape->n_radices];
        shape->n_radices++;
    }
}

/* Does a vector fit the first and the last stage? */
static bool fits_rows(const struct clfft_axis_task *task,
                      const clfft_shape *shape)
{
    const uint32_t length = clfft_shape_length(shape);
    const unsigned lanes = clfft_shape_lanes(shape, task->real_size);
    const size_t most = task->limits->local_total;
    /* half a spectrum has a bin more */
    const size_t bin = task->halved ? 2 * task->real_size : 0;

    if (clfft_simd_borrows(shape, task->real_size, most) &&
        (!task->lent || !clfft_simd_may_borrow(shape, task->convolved) ||
         clfft_simd_local_size(shape, task->real_size, most) + bin > most))
        return false;
    return shape->n_radices >= 2 && length >= shape->radices[0] * lanes &&
           length >= shape->radices[shape->n_radices - 1] * lanes &&
           clfft_simd_local_size(shape, task->real_size, most) <= most &&
           !(task->halved && clfft_simd_is_tight(shape, task->real_size, most));
}

/* Rows too long for two buffers, by as few stages as may borrow one. */
static bool shape_borrowing(const struct clfft_axis_task *task,
                            clfft_shape *shape)
{
    static const unsigned largest[] = {16, 21, 27, 32, 10, 8};

    for (size_t i = 0; task->lent && i < sizeof largest / sizeof largest[0];
         i++) {
        clfft_shape tried = *shape;

        tried.n_radices = (uint8_t)clfft_factor_registers(
            (uint32_t)task->length, largest[i], CLFFT_MAX_RADICES,
            tried.radices);
        if (fits_rows(task, &tried) &&
            clfft_simd_borrows(&tried, task->real_size,
                               task->limits->local_total)) {
            *shape = tried;
            return true;
        }
    }
    return false;
}

static bool shape_pairs(const struct clfft_axis_task *task, clfft_shape *shape)
{
    const uint64_t longest = has_wide_vectors(task) ? LONGEST_WIDE_PAIRS
                                                    : LONGEST_PAIRS;
    const uint64_t length = task->length;

    if (!task->plain || length < SHORTEST_PAIRS || length > longest ||
        length == NO_PAIRS || length % 4 || !clfft_is_radix(length / 4))
        return false;
    *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_SIMD, .rows = true};
    set_radices(shape, (const uint8_t[CLFFT_MAX_RADICES]){
                           4, (uint8_t)(length / 4)});
    return clfft_simd_is_in_pairs(shape, task->real_size);
}

static bool shape_rows(const struct clfft_axis_task *task, clfft_shape *shape)
{
    /* vectors of eight turn eight results whole; then what leaves few over;
       below 5 rubbish wins: 36 takes 1.15 of the time in lanes */
    static const uint8_t first[] = {8, 16, 10, 9, 7, 5, 13, 11, 17, 32};
    static const unsigned largest[] = {16, 5};
    const uint32_t length = (uint32_t)task->length;
    uint8_t radices[CLFFT_MAX_RADICES + 1];

    *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_SIMD, .rows = true};
    if (shape_borrowing(task, shape))
        return true;
    for (size_t i = 0; i < sizeof measured_rows / sizeof measured_rows[0]; i++)
        if (measured_rows[i].length == length &&
            (task->plain || length > LONGEST_PLAIN)) {
            set_radices(shape, measured_rows[i].radices);
            if (fits_rows(task, shape))
                return true;
        }
    for (size_t i = 0; i < sizeof first * 2; i++) {
        radices[0] = first[i / 2];
        if (length % radices[0] || length == radices[0] ||
            !clfft_factor_registers(length / radices[0], largest[i % 2],
                                    CLFFT_MAX_RADICES - 1, radices + 1))
            continue;
        set_radices(shape, radices);
        if (fits_rows(task, shape))
            return true;
    }
    return false;
}

static bool shape_lanes(uint32_t length, bool wide, clfft_shape *shape)
{
    *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_SIMD, .wide = wide};
    if (wide || length > LONGEST_LARGE_RADIX)
        shape->n_radices = (uint8_t)clfft_factor_registers(
            length, LARGEST_WIDE_RADIX, CLFFT_MAX_RADICES, shape->radices);
    if (!shape->n_radices)
        shape->n_radices = (uint8_t)clfft_factor_registers(
            length, 16, CLFFT_MAX_RADICES, shape->radices);
    return shape->n_radices > 0;
}

/* Of columns and of the passes of a longer transform. */
static uint32_t longest_lanes(const struct clfft_axis_task *task, bool wide)
{
    const size_t points =
        task->limits->local_total /
        (4 * task->real_size * (task->real_size == 8 ? 4 : 8));

    return !wide && points >= LONGEST_NARROW ? LONGEST_NARROW : LONGEST_LANES;
}

/* A radix below 16 and the smallest one that is left. */
static bool shape_pair(uint32_t length, bool wide, clfft_shape *shape)
{
    *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_SIMD, .wide = wide};
    for (unsigned r = 15; r * r >= length; r--)
        if (length % r == 0 && clfft_is_radix(r) &&
            clfft_is_radix(length / r)) {
            set_radices(shape, (const uint8_t[CLFFT_MAX_RADICES]){
                                   (uint8_t)r, (uint8_t)(length / r)});
            return true;
        }
    return false;
}

/* Lanes instead of rows, of at least a vector of transforms. */
static bool shape_short(const struct clfft_axis_task *task, clfft_shape *shape)
{
    const uint32_t length = (uint32_t)task->length;
    unsigned lanes;

    *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_SIMD, .wide = true};
    lanes = clfft_shape_lanes(shape, task->real_size);
    if (task->n_transforms < lanes)
        return false;
    for (size_t i = 0; i < sizeof measured_lanes / sizeof measured_lanes[0];
         i++) {
        const unsigned form = task->halved ? measured_lanes[i].real
                                           : measured_lanes[i].complex;
        if (measured_lanes[i].length == length && form) {
            set_radices(shape, measured_lanes[i].radices);
            shape->wide = form == WIDE && has_wide_vectors(task);
            return true;
        }
    }
    return task->reads_real && length > lanes &&
           length <= LONGEST_REAL_VECTORS * lanes &&
           shape_pair(length, has_wide_vectors(task), shape);
}

/*
 * Two passes, the second one as short as the first one's limit lets it be. A
 * tile of the first pass that reaches over the end of a line is read point by
 * point: vectors that come out even first.
 */
static bool shape_uneven(const struct clfft_axis_task *task,
                         clfft_axis_choice *choice)
{
    const uint64_t n = task->length;

    for (uint32_t even = 16; even > 0; even /= 2) {
        for (uint32_t second = (LEAST_SECOND + even - 1) / even * even;
             second <= LARGEST_TILE; second += even) {
            if (n % second || n / second > LONGEST_FIRST ||
                !shape_lanes((uint32_t)(n / second), true,
                             &choice->shapes[0]) ||
                !shape_lanes(second, true, &choice->shapes[1]))
                continue;
            choice->n_shapes = 2;
            return clfft_simd_local_size(&choice->shapes[0], task->real_size,
                                         task->limits->local_total) <=
                   task->limits->local_total;
        }
    }
    return false;
}

/* As few passes of lanes as there can be. */
static bool shape_split(const struct clfft_axis_task *task, bool wide,
                        clfft_axis_choice *choice)
{
    uint32_t parts[3];

    for (unsigned n = 2; n <= 3; n++) {
        const uint32_t largest =
            n == 2 && !wide ? longest_lanes(task, wide) : LARGEST_TILE;
        bool fits = clfft_factor_split(task->length, n, largest, parts);

        for (unsigned i = 0; fits && i < n; i++)
            fits = shape_lanes(parts[i], wide, &choice->shapes[i]);
        if (fits) {
            choice->n_shapes = n;
            return true;
        }
    }
    return false;
}

bool clfft_shapes_simd(const struct clfft_axis_task *task, unsigned variation,
                       clfft_axis_choice *choice)
{
    const uint64_t length = task->length;
    const bool wide = has_wide_vectors(task) == !variation;

    /* variations: lanes instead of rows, the other width; rows instead of short
       lanes and of pairs */
    if (variation > 2)
        return false;
    choice->n_shapes = 1;
    if (variation == 2)
        return length <= LONGEST_ROWS && !task->columns &&
               shape_rows(task, &choice->shapes[0]);
    if (!variation && !task->columns && length <= LONGEST_ROWS &&
        (shape_pairs(task, &choice->shapes[0]) ||
         shape_short(task, &choice->shapes[0]) ||
         shape_rows(task, &choice->shapes[0])))
        return true;
    if (length <= (task->columns ? longest_lanes(task, wide) : LONGEST_LANES) &&
        shape_lanes((uint32_t)length, task->columns && wide,
                    &choice->shapes[0]))
        return true;
    if (!variation && wide && !task->columns && length <= LONGEST_UNEVEN &&
        shape_uneven(task, choice))
        return true;
    return shape_split(task, wide, choice);
}
