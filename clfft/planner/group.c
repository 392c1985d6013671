/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* group.c: cuts an axis into the passes of the group schedule, as few as the
   limits allow, and lists the variations of that choice that are worth
   measuring. */
#include "group.h"

#include <string.h>

#define NARROW_TILE_BYTES                                                      \
    64                     /* shorter runs leave parts of cache sectors        \
                              unused */
#define LEAST_COMPUTED 700 /* rows of so many points compute their roots */
#define MOST_COMPUTED 4096
#define LARGE_STAGE 20 /* rows of one compute theirs however many points */
#define SLOW_STAGE 13  /* unless they have one of these, too */
#define LONGEST_REAL_IN_HALVES 16383
#define MOST_STAGES_IN_HALVES 4
#define LONGEST_IN_PARTS                                                       \
    18432              /* longer rows spill their registers in parts           \
                        */
#define EASY_TILES 128 /* multiples of it take two passes instead of parts */

/* What rows that are exchanged in parts may have instead of two passes, which
   take as long as the memory and hardly longer. */
struct part_limits {
    const char *device;    /* part of its name */
    uint32_t longest_easy; /* of the multiples of EASY_TILES, in halves */
    unsigned items_of_easy;
    unsigned items_in_thirds, items_of_three_stages;
    unsigned stages_in_fifths;
};

/* Figures: docs/internals/notes.md, "group.c". */
static const struct part_limits part_limits[] = {
    {"H200", 16383, 896, 512, 512, 3}, /* 4.8 TB/s, for an H100's processors */
    {"", LONGEST_IN_PARTS, 1024, 1024, 720, 4},
};

static const struct clfft_variation variations[] = {
    {.fewer_registers = true},
    {0}, /* the same but for rows whose registers that limits */
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
    /* 8193 to 16384 points in one pass: faster than two passes, and faster with
       the limit of registers than without it (figures: docs/internals/notes.md,
       "group.c") */
    {.parts = 2},
    {.parts = 2, .registers = 64},
};
#define N_VARIATIONS (sizeof variations / sizeof variations[0])

/* Variations of Rader's algorithm with both transforms in one pass. Its tables
   take registers too. */
static const struct clfft_variation rader[CLFFT_RADER_VARIATIONS] = {
    {.equal_ends = true},
    {.equal_ends = true, .registers = 64},
    {.equal_ends = true, .largest_radix = 8},
    {.equal_ends = true, .most_items = 128},
};

/* The columns of Rader's algorithm in three passes gather and scatter single
   points: many small stages are faster than few large ones there. Figures:
   docs/internals/notes.md, "group.c". */
static const struct clfft_variation scattered = {.largest_radix = 4,
                                                 .columns = 1};

static const struct clfft_variation convolution = {.largest_radix = 8};

/* Moves a radix to the end if the first two are equal: a convolution runs two
   transforms one after the other, and equal radices at both ends spare the
   exchange between them. */
static void equal_ends(clfft_shape *shape)
{
    const unsigned last = shape->n_radices - 1u;
    const uint8_t first = shape->radices[0];

    if (last < 2 || shape->radices[1] != first)
        return;
    memmove(shape->radices, shape->radices + 1, last);
    shape->radices[last] = first;
}

/* How many columns a tile has at least, so that it reads whole sectors. */
static unsigned narrow_tile(size_t real_size)
{
    return NARROW_TILE_BYTES / (2 * (unsigned)real_size);
}

/* Whether the tile reads and writes runs that are long enough. A launch that
   stores both sides of a spectrum needs longer ones. Figures:
   docs/internals/notes.md, "group.c". */
static bool is_wide(const struct clfft_axis_task *task,
                    const clfft_shape *shape)
{
    return shape->columns >=
           (task->sided ? narrow_tile(4) : narrow_tile(task->real_size));
}

/*
 * Whether columns fit one pass. Complex columns of 1537 to 2048 points may have
 * runs half as long, whole sectors still, and are faster so than in two passes;
 * longer ones are not, nor is half a spectrum, whose rows begin between
 * sectors. Figures: docs/internals/notes.md, "group.c".
 */
static bool is_wide_enough(const struct clfft_axis_task *task,
                           const clfft_shape *shape)
{
    return is_wide(task, shape) ||
           (task->limits->local_is_dedicated && task->aligned &&
            task->length > CLFFT_WIDE_TILE && task->length <= CLFFT_LONG_TILE &&
            shape->columns * 2 * task->real_size >= CLFFT_SECTOR_BYTES);
}

/* The longest tile of two passes. Two passes of up to 1536 points (2048 in
   double precision) are faster than three, except for c2r. Figures:
   docs/internals/notes.md, "group.c". */
static uint32_t longest_tile(const struct clfft_axis_task *task)
{
    return task->real_size == 8           ? CLFFT_LONG_TILE
           : clfft_group_makes_real(task) ? CLFFT_LARGEST_TILE
                                          : CLFFT_WIDE_TILE;
}

/* As clfft_factor_split(), but a prime that work-items share has another factor
   beside it. */
static bool split_length(uint64_t length, unsigned n, uint32_t largest,
                         uint32_t *parts)
{
    const unsigned prime = clfft_shared_prime(length);
    uint32_t best = UINT32_MAX;

    if (!clfft_factor_split(length, n, largest, parts))
        return false;
    if (!prime || n != 2 || (parts[0] != prime && parts[1] != prime))
        return true;
    for (uint32_t one = 2 * prime; one <= largest; one += prime) {
        const uint64_t other = length / one;
        const uint32_t larger = other > one ? (uint32_t)other : one;

        if (length % one || other > largest || larger >= best)
            continue;
        best = larger;
        parts[0] = larger;
        parts[1] = (uint32_t)(length / larger);
    }
    return best < UINT32_MAX;
}

static bool shape_passes(const struct clfft_axis_task *task, unsigned n,
                         uint32_t largest, bool narrow,
                         const struct clfft_variation *v,
                         clfft_axis_choice *choice)
{
    uint32_t parts[3];
    bool fits = split_length(task->length, n, largest, parts);

    /* the passes change places if only the first can turn in two large stages:
       880 x 900, not 900 x 880 (figures: docs/internals/notes.md, "group.c") */
    if (fits && n == 2 && !task->columns &&
        clfft_group_turns_twice(task, parts[0]) &&
        !clfft_group_turns_twice(task, parts[1])) {
        const uint32_t rows = parts[0];

        parts[0] = parts[1];
        parts[1] = rows;
    }
    for (unsigned i = 0; fits && i < n; i++) {
        const clfft_role role =
            i + 1 == n && !task->columns ? CLFFT_ROLE_TURN : CLFFT_ROLE_TILE;
        clfft_shape *shape = &choice->shapes[i];

        fits = clfft_group_pass(task, parts[i], role, v, shape) &&
               (narrow || is_wide(task, shape));
        if (fits && n == 2)
            clfft_group_widen(task, v, role, parts[1 - i], shape);
    }
    choice->n_shapes = n;
    return fits;
}

/* Rader's algorithm in three passes: columns that gather, rows transformed
   there and back, columns that scatter. It takes the longest rows that fit. */
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

/* Rader's algorithm: both transforms in one pass if they fit, else in three. */
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

static bool has_large_stage(const clfft_shape *shape)
{
    bool found = false;

    for (unsigned i = 0; i < shape->n_radices; i++) {
        if (shape->radices[i] == SLOW_STAGE)
            return false;
        found = found || shape->radices[i] >= LARGE_STAGE;
    }
    return found;
}

/* Whether roots are computed by polynomial instead of read from a table. That
   spares loads and pays for complex rows of 700 to 4096 points, for longer ones
   with a large radix, and for rows whose exchange is split. Figures:
   docs/internals/notes.md, "group.c". */
static bool computes_roots(const struct clfft_axis_task *task,
                           const clfft_shape *shape)
{
    const uint64_t length = task->length;

    if (!clfft_group_is_plain(task) || task->columns)
        return false;
    if (length > MOST_COMPUTED && shape->split)
        return shape->layout == CLFFT_LAYOUT_PLAIN && !shape->parts &&
               length & (length - 1);
    return !task->halved && length >= LEAST_COMPUTED &&
           (length <= MOST_COMPUTED ||
            (!shape->parts && has_large_stage(shape)));
}

static const struct part_limits *find_part_limits(const clfft_limits *limits)
{
    const struct part_limits *found = part_limits;

    while (!strstr(limits->device_name, found->device))
        found++;
    return found;
}

/*
 * Shapes a multiple of 128 points that does not fit local memory as one pass in
 * halves, if that is faster than two passes, whose tiles are easy: complex rows
 * of not too many work-items, and of real ones those whose tiles would have a 9
 * and no 11. Figures: docs/internals/notes.md, "group.c".
 */
static bool shape_in_halves(const struct clfft_axis_task *task,
                            const struct part_limits *most, clfft_shape *shape)
{
    static const struct clfft_variation halves = {.parts = 2};
    const uint64_t length = task->length;

    return length <=
               (task->halved ? LONGEST_REAL_IN_HALVES : most->longest_easy) &&
           length % EASY_TILES == 0 &&
           (!task->halved ||
            (length % (9 * EASY_TILES) == 0 && length % 11 != 0)) &&
           clfft_group_pass(task, (uint32_t)length, CLFFT_ROLE_ROWS, &halves,
                            shape) &&
           shape->items <= most->items_of_easy;
}

/* Thirds of whole points: three stages of many points by few work-items, else
   more stages. */
static bool shape_in_thirds(const struct clfft_axis_task *task,
                            const struct part_limits *most, clfft_shape *shape)
{
    static const struct clfft_variation three = {.parts = 3,
                                                 .together = true,
                                                 .largest_radix = 30},
                                        more = {.parts = 3,
                                                .together = true,
                                                .largest_radix = 20};
    const uint32_t length = (uint32_t)task->length;

    return (clfft_group_pass(task, length, CLFFT_ROLE_ROWS, &three, shape) &&
            shape->n_radices == 3 &&
            shape->items <= most->items_of_three_stages) ||
           (clfft_group_pass(task, length, CLFFT_ROLE_ROWS, &more, shape) &&
            shape->items <= most->items_in_thirds);
}

/*
 * Complex rows that do not fit local memory even split are exchanged part by
 * part: thirds of whole points, halves of real and of imaginary parts where the
 * length has no thirds, or fifths. Two passes are faster than halves of more
 * than four stages and for some multiples of 128, and where the memory is fast.
 * Most rows longer than LONGEST_IN_PARTS spill registers and are refused.
 * Figures: docs/internals/notes.md, "group.c".
 */
static bool shape_in_parts(const struct clfft_axis_task *task,
                           clfft_shape *shape)
{
    static const struct clfft_variation halves = {.parts = 2,
                                                  .largest_radix = 20},
                                        fifths = {.parts = 5,
                                                  .together = true,
                                                  .largest_radix = 25};
    const struct part_limits *most = find_part_limits(task->limits);
    const size_t local = clfft_planner_local_size(task->limits);
    const uint64_t length = task->length;
    bool fits;

    if (!clfft_group_is_plain(task) || task->columns ||
        length * task->real_size <= local)
        return false;
    if (shape_in_halves(task, most, shape))
        return true;
    if (task->halved || length > LONGEST_IN_PARTS || length % EASY_TILES == 0)
        return false;
    if (length % 3 == 0 && length * 2 * task->real_size <= 3 * local)
        fits = shape_in_thirds(task, most, shape);
    else if (length % 2 == 0)
        fits = clfft_group_pass(task, (uint32_t)length, CLFFT_ROLE_ROWS,
                                &halves, shape) &&
               shape->n_radices <= MOST_STAGES_IN_HALVES;
    else
        fits = clfft_group_pass(task, (uint32_t)length, CLFFT_ROLE_ROWS,
                                &fifths, shape) &&
               shape->n_radices <= most->stages_in_fifths;
    if (fits)
        shape->poly = true;
    return fits;
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
    if (!choice->bluestein && (clfft_group_linear(task, &choice->shapes[0]) ||
                               shape_in_parts(task, &choice->shapes[0]))) {
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
        choice->shapes[0].poly = computes_roots(task, &choice->shapes[0]) &&
                                 !clfft_shape_shares(&choice->shapes[0]);
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
