/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* group.c: how the group schedule cuts a length into passes, and what
   varies about them. */
#include "group.h"

#include <string.h>

#define NARROW_TILE_BYTES 64 /* a run below which a tile wastes sectors */
#define LEAST_COMPUTED 700 /* points of rows whose roots are computed */
#define MOST_COMPUTED 4096
#define LONGEST_IN_PARTS 18432 /* points of rows exchanged part by part */
#define EASY_TILES 128 /* of whose multiples two passes are made */

static const struct clfft_variation variations[] = {
    {0},
    /* smaller groups: what a kernel's own limit may ask for */
    {.most_items = 256},
    {.most_items = 128},
    {.most_items = 64},
    {.most_items = 32},
    /* worth a measurement */
    {.columns = 1},
    {.columns = -1},
    {.other_exchange = true},
    {.other_layout = true},
    {.largest_radix = 8},
    {.largest_radix = 8, .columns = 1},
    {.largest_radix = 32},
    {.other_exchange = true, .columns = 1},
    {.largest_radix = 8, .other_exchange = true},
    {.registers = 64},
    /* 8193 to 16384 points in one pass: 10080 take 237 us on an H200 where two
       passes take 291 and one without the limit 341 */
    {.parts = 2},
    {.parts = 2, .registers = 64},
};
#define N_VARIATIONS (sizeof variations / sizeof variations[0])

/* Of both transforms in one pass, whose tables take registers too. */
static const struct clfft_variation rader[CLFFT_RADER_VARIATIONS] = {
    {.equal_ends = true},
    {.equal_ends = true, .registers = 64},
    {.equal_ends = true, .largest_radix = 8},
    {.equal_ends = true, .most_items = 128},
};

/* Columns that gather and scatter single points: 64 by 1024 points for 65537
   and 16 work-items a column take 1045 us on an H200 where 256 by 256 and
   radices of 16 take 1435. */
static const struct clfft_variation scattered = {.largest_radix = 4,
                                                 .columns = 1};

static const struct clfft_variation convolution = {.largest_radix = 8};

/*
 * Two transforms back to back: equal radices at both ends spare the exchange
 * between them.
 */
static void equal_ends(clfft_shape *shape)
{
    const unsigned last = shape->n_radices - 1u;
    const uint8_t first = shape->radices[0];

    if (last < 2 || shape->radices[1] != first)
        return;
    memmove(shape->radices, shape->radices + 1, last);
    shape->radices[last] = first;
}

/* Columns that a tile should have at least. */
static unsigned narrow_tile(size_t real_size)
{
    return NARROW_TILE_BYTES / (2 * (unsigned)real_size);
}

/* Whose runs are as long as they need be; both sides of a spectrum, stored by
   one launch, need longer ones: 1024x1024 in double precision take 270 us by 4
   columns at once where two passes take 242. */
static bool is_wide(const struct clfft_axis_task *task,
                    const clfft_shape *shape)
{
    return shape->columns >=
           (task->sided ? narrow_tile(4) : narrow_tile(task->real_size));
}

/*
 * Whole sectors, runs half as long, in one pass: columns of 1600, 1728 and 2000
 * points take 4 to 10 % less so than in two passes, of 2400 to 3000 4 to 19 %
 * more; of half a spectrum, whose rows begin between sectors, 2 to 4 % more.
 */
static bool is_wide_enough(const struct clfft_axis_task *task,
                           const clfft_shape *shape)
{
    return is_wide(task, shape) ||
           (task->limits->local_is_dedicated && task->aligned &&
            task->length > CLFFT_WIDE_TILE && task->length <= CLFFT_LONG_TILE &&
            shape->columns * 2 * task->real_size >= CLFFT_SECTOR_BYTES);
}

/*
 * Of the tiles of two passes: 1.18 million points take 309 us in two and 401 in
 * three (c2r of 2.88 million 629 in two and 563 in three), 2^20 in double
 * precision 355 and 469.
 */
static uint32_t longest_tile(const struct clfft_axis_task *task)
{
    return task->real_size == 8           ? CLFFT_LONG_TILE
           : clfft_group_makes_real(task) ? CLFFT_LARGEST_TILE
                                          : CLFFT_WIDE_TILE;
}

static bool shape_passes(const struct clfft_axis_task *task, unsigned n,
                         uint32_t largest, bool narrow,
                         const struct clfft_variation *v,
                         clfft_axis_choice *choice)
{
    uint32_t parts[3];
    bool fits = clfft_factor_split(task->length, n, largest, parts);

    /* 792000 points take 334 us by 880 x 900 on an H200, 366 by 900 x 880 */
    if (fits && n == 2 && !task->columns &&
        clfft_group_turns_twice(task, parts[0]) &&
        !clfft_group_turns_twice(task, parts[1])) {
        const uint32_t rows = parts[0];

        parts[0] = parts[1];
        parts[1] = rows;
    }
    for (unsigned i = 0; fits && i < n; i++) {
        const bool turns = i + 1 == n && !task->columns;
        fits = clfft_group_pass(task, parts[i],
                                turns ? CLFFT_ROLE_TURN : CLFFT_ROLE_TILE, v,
                                &choice->shapes[i]) &&
               (narrow || is_wide(task, &choice->shapes[i]));
    }
    choice->n_shapes = n;
    return fits;
}

/* Columns that gather, rows there and back, columns that scatter: the longest
   rows that fit. */
static bool shape_rader_parts(const struct clfft_axis_task *task,
                              const struct clfft_variation *v,
                              clfft_axis_choice *choice)
{
    const clfft_role role = task->columns ? CLFFT_ROLE_TILE : CLFFT_ROLE_ROWS;

    choice->n_shapes = 2;
    for (uint32_t rows = CLFFT_LARGEST_TILE;
         rows && task->length / rows <= CLFFT_LARGEST_TILE; rows--)
        if (task->length % rows == 0 &&
            clfft_group_pass(task, (uint32_t)(task->length / rows),
                             CLFFT_ROLE_TILE, &scattered, &choice->shapes[0]) &&
            clfft_group_pass(task, rows, role, v, &choice->shapes[1]))
            return true;
    return false;
}

/* Both transforms in one pass if they fit, else in three. */
static bool shape_rader(const struct clfft_axis_task *task, clfft_role role,
                        unsigned variation, clfft_axis_choice *choice)
{
    const struct clfft_variation *v = &rader[variation];

    if (variation >= CLFFT_RADER_VARIATIONS || task->length > UINT32_MAX)
        return false;
    choice->n_shapes = 1;
    return clfft_group_pass(task, (uint32_t)task->length, role, v,
                            &choice->shapes[0]) ||
           shape_rader_parts(task, v, choice);
}

/*
 * Computed roots spare their loads: 12 lengths from 720 to 3600 points without
 * a row take 2 to 6 % less so on an H200, but 2560 15 % and 3000 none; 300 to
 * 576 2 to 12 % more, 6000 and 7200 5 and 7 %, and real transforms, whose
 * halves need more of them, from 19 % less to 31 % more. Rows of 6370 to 8100
 * points whose exchange is split take 16 to 41 % less so and without holes than
 * with neither, real ones too (22 % in the mean of 8; without holes alone 23 %
 * more to 39 % less).
 */
static bool computes_roots(const struct clfft_axis_task *task,
                           const clfft_shape *shape)
{
    const uint64_t length = task->length;

    if (!clfft_group_is_plain(task) || task->columns)
        return false;
    return length > MOST_COMPUTED
               ? shape->split && shape->layout == CLFFT_LAYOUT_PLAIN &&
                     !shape->parts && length & (length - 1)
               : !task->halved && length >= LEAST_COMPUTED;
}

/*
 * Complex rows that do not fit even split go part by part, thirds of whole
 * points before halves of their real and imaginary parts: on an H200 13 lengths
 * of 12348 to 18144 take 0.75 to 1.20 of the time of two passes, 0.90 in the
 * mean (18000 303 us instead of 362), but six multiples of 128, whose tiles are
 * easy, 0.68 to 1.19. Most longer ones spill and are refused.
 */
static bool shape_in_parts(const struct clfft_axis_task *task,
                           clfft_shape *shape)
{
    static const struct clfft_variation
        thirds = {.parts = 3, .together = true, .largest_radix = 20},
        halves = {.parts = 2, .largest_radix = 20};
    const uint64_t length = task->length;
    const size_t local = clfft_planner_local_size(task->limits);

    if (!clfft_group_is_plain(task) || task->columns || task->halved ||
        length > LONGEST_IN_PARTS || length % EASY_TILES == 0 ||
        length * task->real_size <= local)
        return false;
    if (!(length * 2 * task->real_size <= 3 * local &&
          clfft_group_pass(task, (uint32_t)length, CLFFT_ROLE_ROWS, &thirds,
                           shape)) &&
        !clfft_group_pass(task, (uint32_t)length, CLFFT_ROLE_ROWS, &halves,
                          shape))
        return false;
    shape->poly = true;
    return true;
}

bool clfft_shapes_group(const struct clfft_axis_task *task, unsigned variation,
                        clfft_axis_choice *choice)
{
    const clfft_role role = task->columns ? CLFFT_ROLE_LINES : CLFFT_ROLE_ROWS;
    const uint32_t largest = longest_tile(task);
    const struct clfft_variation *v;
    bool fits;

    if (choice->rader)
        return shape_rader(task, role, variation, choice);
    if (!choice->bluestein && shape_in_parts(task, &choice->shapes[0])) {
        choice->n_shapes = 1;
        if (!variation)
            return true;
        variation--;
    }
    if (variation >= N_VARIATIONS)
        return false;
    v = &variations[variation];
    /* a convolution in one pass keeps tables in flight: small radices */
    if (choice->bluestein && !variation)
        v = &convolution;
    fits = task->length <= UINT32_MAX &&
           clfft_group_pass(task, (uint32_t)task->length, role, v,
                            &choice->shapes[0]);
    if (fits && (!task->columns || choice->bluestein ||
                 is_wide_enough(task, &choice->shapes[0]))) {
        choice->n_shapes = 1;
        choice->shapes[0].poly = computes_roots(task, &choice->shapes[0]);
        if (choice->bluestein)
            equal_ends(&choice->shapes[0]);
        return true;
    }
    v = &variations[variation];
    /* as few passes as there may be, unless their tiles come out narrow */
    for (unsigned narrow = 0; narrow <= 1; narrow++)
        for (unsigned n = 2; n <= 3; n++)
            if (shape_passes(task, n, CLFFT_LARGEST_TILE, narrow, v, choice) ||
                (n == 2 && largest > CLFFT_LARGEST_TILE &&
                 shape_passes(task, n, largest, narrow, v, choice)))
                return true;
    choice->n_shapes = 1;
    return fits && clfft_group_pass(task, (uint32_t)task->length, role, v,
                                    &choice->shapes[0]);
}
