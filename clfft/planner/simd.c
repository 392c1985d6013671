/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * simd.c: chooses the passes of the simd schedule. Rows put a vector's lanes
 * along the butterflies of one transform: they take lengths with a vector of
 * butterflies in the first and in the last stage, as long as local memory
 * allows, which CPUs report as large as a cache. Lanes run a vector of
 * transforms at once: they take any length that fits the second-level cache and
 * are faster for some short ones. Figures: docs/internals/notes.md, "simd.c".
 */
#include "planner.h"

#include <string.h>

#define LONGEST_ROWS 131072
#define LONGEST_LANES 2048
#define LARGEST_TILE 1024
/* From so many single-precision numbers a vector on, lanes of twice the width
   pay: vectors of 512 bits, or 32 registers of 256. With half the registers
   they spill. */
#define WIDE_VECTOR 16
/* The longest lanes of one width, where local memory holds two such tiles. */
#define LONGEST_NARROW 4096
/* Above this length radices above 10 spill. */
#define LONGEST_LARGE_RADIX 2048
/* The longest first pass: a long one leaves a short second one, which is faster
   than two equal ones. */
#define LONGEST_FIRST 4096
#define LEAST_SECOND 32
/* the longest transform of two uneven passes */
#define LONGEST_UNEVEN 524288
/* Above this radix sixteen lanes spill: half the code and as fast without
   it. */
#define LARGEST_WIDE_RADIX 10

/*
 * Rows of complex numbers without hooks that stay in registers, in pairs of
 * real and imaginary parts as memory has them: from SHORTEST_PAIRS to
 * LONGEST_PAIRS points, or LONGEST_WIDE_PAIRS with vectors of 512 bits, they
 * are faster than lanes, but for NO_PAIRS. With a window, a quantity or half a
 * spectrum they are not, so those take other rows.
 */
#define SHORTEST_PAIRS 8
#define LONGEST_PAIRS 108
#define LONGEST_WIDE_PAIRS 64
#define NO_PAIRS 96

/* The largest prime that is no prime stage, and the fewest lanes. */
#define LARGEST_FACTOR 17
#define LEAST_LANES 4

/* The longest row that is faster than lanes only if it is plain. */
#define LONGEST_PLAIN 16

static const struct {
    uint32_t length;
    uint8_t radices[CLFFT_MAX_RADICES];
} measured_rows[] = {
    {16, {4, 4}},
    {32, {4, 4, 2}},
    {48, {6, 4, 2}},
    {60, {4, 5, 3}},
    {64, {8, 8}},
    {128, {8, 16}},
    {256, {8, 4, 8}},
    {512, {8, 8, 8}},
    {1024, {8, 8, 4, 4}},
    {2048, {8, 8, 8, 4}},
    {4096, {8, 8, 8, 8}},
    {8192, {8, 16, 8, 8}},
    {16384, {8, 16, 16, 8}},
    {65536, {8, 8, 16, 8, 8}},
    {480, {8, 4, 5, 3}},
    {1000, {8, 5, 5, 5}},
    {1920, {16, 10, 4, 3}},
    {5040, {8, 10, 9, 7}},
};

/* Short transforms, and halves of real ones, that lanes run faster than rows,
   or by other radices than shape_lanes() takes: 8 is no radix of most of
   them. */
enum form { LANES = 1, WIDE };

static const struct {
    uint32_t length;
    uint8_t radices[CLFFT_MAX_RADICES];
    uint8_t complex, real; /* enum form; 0: rows */
} measured_lanes[] = {
    {18, {9, 2}, LANES, LANES},   {20, {10, 2}, LANES, LANES},
    {21, {21}, LANES, LANES},     {24, {12, 2}, LANES, LANES},
    {27, {27}, LANES, LANES},     {28, {14, 2}, LANES, LANES},
    {30, {30}, LANES, WIDE},      {32, {32}, 0, LANES},
    {36, {6, 6}, 0, WIDE},        {42, {14, 3}, LANES, WIDE},
    {45, {15, 3}, WIDE, WIDE},    {50, {10, 5}, LANES, WIDE},
    {81, {9, 9}, WIDE, WIDE},     {84, {12, 7}, LANES, 0},
    {84, {14, 6}, 0, WIDE},       {90, {10, 9}, WIDE, WIDE},
    {100, {10, 10}, LANES, WIDE},
};

/* Halves of r2c of up to so many vectors are faster in lanes than in rows. */
#define LONGEST_REAL_VECTORS 5

/* Convolutions inside lanes: few stages, of points that stay in the cache. */
#define LONGEST_OWN 4096
#define LARGEST_OWN_RADIX 16
#define LARGEST_OWN_FACTOR 13
#define WORK_UNIT 64
/* Shorter lengths, and those with fewer points beside the convolved ones, are
   faster in rows. */
#define LEAST_OF_OWN 4096
#define LEAST_BESIDE_OWN 8

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

/* Whether a vector fits the first and the last stage, and the buffers fit local
   memory. */
static bool fits_rows(const struct clfft_axis_task *task,
                      const clfft_shape *shape)
{
    const uint32_t length = clfft_shape_length(shape);
    const unsigned lanes = clfft_shape_lanes(shape, task->real_size);
    const size_t most = task->limits->local_total;
    /* half a spectrum has one bin more */
    const size_t bin = task->halved ? 2 * task->real_size : 0;

    if (clfft_simd_borrows(shape, task->real_size, most) &&
        (!task->spare_output ||
         !clfft_simd_may_borrow(shape, task->convolved) ||
         clfft_simd_local_size(shape, task->real_size, most) + bin > most))
        return false;
    return shape->n_radices >= 2 && length >= shape->radices[0] * lanes &&
           length >= shape->radices[shape->n_radices - 1] * lanes &&
           clfft_simd_local_size(shape, task->real_size, most) <= most &&
           !(task->halved && clfft_simd_is_tight(shape, task->real_size, most));
}

/* Rows whose two buffers do not fit local memory: as few stages as may borrow
   one buffer from the output. */
static bool shape_borrowing(const struct clfft_axis_task *task,
                            clfft_shape *shape)
{
    static const unsigned largest[] = {16, 21, 27, 32, 10, 8};

    for (size_t i = 0;
         task->spare_output && i < sizeof largest / sizeof largest[0]; i++) {
        clfft_shape tried = *shape;

        tried.n_radices =
            (uint8_t)clfft_factor_registers((uint32_t)task->length, largest[i],
                                            CLFFT_MAX_RADICES, tried.radices);
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
    const uint64_t longest =
        has_wide_vectors(task) ? LONGEST_WIDE_PAIRS : LONGEST_PAIRS;
    const uint64_t length = task->length;

    if (!task->plain || length < SHORTEST_PAIRS || length > longest ||
        length == NO_PAIRS || length % 4 || !clfft_is_radix(length / 4))
        return false;
    *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_SIMD, .rows = true};
    set_radices(shape,
                (const uint8_t[CLFFT_MAX_RADICES]){4, (uint8_t)(length / 4)});
    return clfft_simd_is_in_pairs(shape, task->real_size);
}

static bool shape_rows(const struct clfft_axis_task *task, clfft_shape *shape)
{
    /* 8 first, for vectors of eight turn eight results as a whole; then the
       radices that leave few lanes over. Below 5 most of a vector is unused. */
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
        shape->n_radices = (uint8_t)clfft_factor_lanes(
            length, LARGEST_WIDE_RADIX, CLFFT_MAX_RADICES, shape->radices);
    if (!shape->n_radices)
        shape->n_radices = (uint8_t)clfft_factor_lanes(
            length, 16, CLFFT_MAX_RADICES, shape->radices);
    return shape->n_radices > 0;
}

/* The longest lanes of columns and of the passes of a longer transform. */
static uint32_t longest_lanes(const struct clfft_axis_task *task, bool wide)
{
    const size_t points =
        task->limits->local_total /
        (4 * task->real_size * (task->real_size == 8 ? 4 : 8));

    return !wide && points >= LONGEST_NARROW ? LONGEST_NARROW : LONGEST_LANES;
}

/* Two radices, the larger one below 16, as equal as can be. */
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

/*
 * Lengths with a prime stage in one pass of lanes up to LONGEST_NARROW points,
 * for the stage's work hides that a tile leaves the nearer cache; long ones
 * take wide lanes, that it is shared by more transforms. Fewer transforms than
 * a vector has lanes leave most of it idle: two passes fill it with columns.
 */
static bool shape_primes(const struct clfft_axis_task *task,
                         clfft_axis_choice *choice)
{
    const uint32_t length = (uint32_t)task->length;
    const bool wide = has_wide_vectors(task) && length > LONGEST_LANES;
    clfft_shape *shape = &choice->shapes[0];

    if (clfft_is_smooth(task->length, LARGEST_FACTOR) ||
        task->length > LONGEST_NARROW || !shape_lanes(length, wide, shape))
        return false;
    return task->n_transforms >= clfft_shape_lanes(shape, task->real_size) &&
           clfft_simd_local_size(shape, task->real_size,
                                 task->limits->local_total) <=
               task->limits->local_total;
}

/* Lanes instead of rows, where there is at least a vector of transforms. */
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
        const unsigned form =
            task->halved ? measured_lanes[i].real : measured_lanes[i].complex;
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

/* Two passes, of which the second is as short as the limit of the first lets it
   be. A tile of the first pass that reaches beyond the end of a line is read
   point by point, so lengths that fill whole vectors are tried first. */
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

/* Cuts a length into as few passes of lanes as possible. */
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

/* ---- passes that are convolutions ---- */

/* The shortest convolution of so many points that has no more stages than one
   of a power of two, whose points would meet in one set of the cache. */
static uint32_t own_length(uint32_t points)
{
    uint8_t radices[CLFFT_MAX_RADICES];
    const uint32_t easy = (uint32_t)clfft_next_easy_length(2 * points - 1);
    const unsigned most =
        clfft_factor_registers(easy, LARGEST_OWN_RADIX, 5, radices);

    for (uint32_t m = 2 * points - 1; m < easy; m++)
        if (clfft_is_smooth(m, LARGEST_OWN_FACTOR) &&
            clfft_factor_registers(m, LARGEST_OWN_RADIX, most, radices))
            return m;
    return easy;
}

/* Shapes lanes of so many points as a convolution; *work is what it does for
   each of them. */
static bool shape_own(const struct clfft_axis_task *task, uint32_t points,
                      bool wide, clfft_shape *shape, unsigned *work)
{
    const size_t most = task->limits->local_total;
    const uint32_t m = own_length(points);

    *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_SIMD, .wide = wide};
    shape->n_radices = (uint8_t)clfft_factor_registers(
        m, LARGEST_OWN_RADIX, CLFFT_MAX_RADICES, shape->radices);
    shape->convolved = (uint16_t)points;
    *work = 2 * m * shape->n_radices * WORK_UNIT / points;
    return shape->n_radices && m <= LONGEST_OWN &&
           2 * clfft_simd_local_size(shape, task->real_size, most) <= most;
}

/* The same of what stands beside: lanes of stages, of which a prime takes as
   long as several radices do, or another convolution. */
static bool shape_other(const struct clfft_axis_task *task, uint32_t points,
                        bool wide, clfft_shape *shape, unsigned *work)
{
    if (points > CLFFT_LARGEST_PRIME_STAGE &&
        !clfft_is_smooth(points, CLFFT_LARGEST_PRIME_STAGE))
        return shape_own(task, points, wide, shape, work);
    if (points > LARGEST_TILE || !shape_lanes(points, wide, shape))
        return false;
    *work = 0;
    for (unsigned i = 0; i < shape->n_radices; i++)
        *work += WORK_UNIT * (clfft_is_prime_stage(shape->radices[i])
                                  ? 1 + shape->radices[i] / LARGEST_OWN_RADIX
                                  : 1);
    return true;
}

/* Shapes the passes before the last, of `points` together. */
static bool shape_others(const struct clfft_axis_task *task, uint64_t points,
                         bool wide, clfft_axis_choice *choice, unsigned *work)
{
    uint32_t parts[2] = {(uint32_t)points, 1};
    unsigned more;

    choice->n_shapes = points <= LONGEST_OWN / 2 ? 1 : 2;
    if (choice->n_shapes == 1)
        return shape_other(task, parts[0], wide, &choice->shapes[0], work);
    if (!clfft_factor_split(points, 2, LARGEST_TILE, parts) ||
        !shape_other(task, parts[0], wide, &choice->shapes[0], work) ||
        !shape_other(task, parts[1], wide, &choice->shapes[1], &more))
        return false;
    *work += more + WORK_UNIT;
    return true;
}

bool clfft_simd_own(const struct clfft_axis_task *task, unsigned variation,
                    clfft_axis_choice *choice)
{
    const bool wide = has_wide_vectors(task) == !variation;
    const uint64_t n = task->length;
    unsigned best = UINT32_MAX;

    if (variation >= CLFFT_OWN_LANES || n < LEAST_OF_OWN)
        return false;
    for (uint32_t a = CLFFT_LARGEST_PRIME_STAGE + 1;
         a <= LONGEST_OWN / 2 && a <= n / LEAST_BESIDE_OWN; a++) {
        clfft_axis_choice tried = {0};
        clfft_shape last;
        unsigned work, own;

        if (n % a || clfft_is_smooth(a, CLFFT_LARGEST_PRIME_STAGE) ||
            !shape_others(task, n / a, wide, &tried, &work) ||
            !shape_own(task, a, wide, &last, &own) || work + own >= best)
            continue;
        best = work + own;
        tried.shapes[tried.n_shapes++] = last;
        *choice = tried;
    }
    return best < UINT32_MAX;
}

bool clfft_shapes_simd(const struct clfft_axis_task *task, unsigned variation,
                       clfft_axis_choice *choice)
{
    const uint64_t length = task->length;
    const bool wide = has_wide_vectors(task) == !variation;

    /* variation 1: lanes instead of rows, or the other width; variation 2: rows
       instead of short lanes and of pairs */
    if (variation >= CLFFT_SIMD_VARIATIONS)
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
    if (!variation && !task->columns) {
        if (shape_primes(task, choice))
            return true;
        if (!clfft_is_smooth(length, LARGEST_FACTOR) &&
            task->n_transforms < LEAST_LANES && shape_split(task, wide, choice))
            return true;
    }
    choice->n_shapes = 1;
    if (length <= (task->columns ? longest_lanes(task, wide) : LONGEST_LANES) &&
        shape_lanes((uint32_t)length, task->columns && wide,
                    &choice->shapes[0]))
        return true;
    if (!variation && wide && !task->columns && length <= LONGEST_UNEVEN &&
        shape_uneven(task, choice))
        return true;
    return shape_split(task, wide, choice);
}
