/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * shapes_group.c: how the group schedule cuts a length into passes, and each
 * pass into work-items. The rules follow measurements on an NVIDIA H200
 * (docs/tuning.md): rows run 64 to 128 work-items a group and want padded
 * rows, tiles 256 to 512 and want plain columns, turning passes rows that
 * start in different banks.
 */
#include "limits.h"
#include "planner.h"

#include <string.h>

#define GOOD_REGISTERS 16 /* points a work-item */
#define MOST_REGISTERS 32
#define MOST_ITEMS 512
#define LARGEST_TILE 1024
#define NARROW_TILE 8       /* columns below which a tile wastes sectors */
#define SECTOR_BYTES 32

size_t clfft_planner_local_size(const clfft_limits *limits)
{
    const size_t most = limits->local_is_dedicated
                            ? CLFFT_DEDICATED_LOCAL_LIMIT
                            : CLFFT_SHARED_LOCAL_LIMIT;

    return limits->local_size < most ? limits->local_size : most;
}

/* Radices that measured better than the fewest-and-most-equal rule. */
static const struct {
    uint32_t length;
    clfft_role role;
    uint8_t radices[CLFFT_MAX_RADICES];
} measured[] = {
    {256, CLFFT_ROLE_ROWS, {8, 8, 4}},
    {1024, CLFFT_ROLE_ROWS, {16, 16, 4}},
    {8192, CLFFT_ROLE_ROWS, {32, 16, 16}},
    {1024, CLFFT_ROLE_TILE, {32, 32}},
    {1024, CLFFT_ROLE_TURN, {32, 32}},
    {1024, CLFFT_ROLE_LINES, {16, 16, 4}},
    {1080, CLFFT_ROLE_LINES, {10, 9, 4, 3}},
};

/* What a variation changes about the best guess. */
static const struct variation {
    unsigned most_items;    /* a work-group; 0: the device's limit */
    int columns;            /* transforms a group, times 2^this */
    bool other_exchange;    /* split if it was not, and the reverse */
    bool other_layout;
    unsigned largest_radix; /* 0: the best guess's */
    unsigned parts;         /* rows: exchange part by part, 0: whole */
    unsigned registers;     /* most a work-item, 0: the compiler's choice */
    bool equal_ends;        /* one radix at both, if no more stages follow */
} variations[] = {
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
static const struct variation rader[CLFFT_RADER_VARIATIONS] = {
    {.equal_ends = true},
    {.equal_ends = true, .registers = 64},
    {.equal_ends = true, .largest_radix = 8},
    {.equal_ends = true, .most_items = 128},
};

/* Columns that gather and scatter single points: 64 by 1024 points for 65537
   and 16 work-items a column take 1045 us on an H200 where 256 by 256 and
   radices of 16 take 1435. */
static const struct variation scattered = {.largest_radix = 4, .columns = 1};

static const struct variation convolution = {.largest_radix = 8};

/* Short rows take more work-items, so that they read whole cache sectors. */
static unsigned largest_radix(uint32_t length, clfft_role role)
{
    if (role != CLFFT_ROLE_ROWS)
        return 16;
    return length < 32 ? 4 : length < 64 ? 8 : length < 128 ? 10 : 16;
}

static bool choose_radices(uint32_t length, clfft_role role,
                           const struct variation *v, clfft_shape *shape)
{
    for (size_t i = 0;
         !v->largest_radix && i < sizeof measured / sizeof measured[0]; i++)
        if (measured[i].length == length && measured[i].role == role) {
            memcpy(shape->radices, measured[i].radices, CLFFT_MAX_RADICES);
            shape->n_radices = 0;
            while (shape->n_radices < CLFFT_MAX_RADICES &&
                   shape->radices[shape->n_radices])
                shape->n_radices++;
            return true;
        }
    shape->n_radices = (uint8_t)clfft_factor_registers(
        length,
        v->largest_radix ? v->largest_radix : largest_radix(length, role),
        CLFFT_MAX_RADICES, shape->radices);
    if (!shape->n_radices) /* small radices alone are not enough */
        shape->n_radices = (uint8_t)clfft_factor_registers(
            length, 16, CLFFT_MAX_RADICES, shape->radices);
    return shape->n_radices > 0;
}

/*
 * Two transforms back to back spare the exchange between them where both ends
 * have the same radix: 1008 as 12.7.12 instead of 14.9.8. The smallest sum
 * is the most even.
 */
static void choose_ends(uint32_t length, unsigned largest, clfft_shape *shape)
{
    uint8_t middle[CLFFT_MAX_RADICES];
    const unsigned n = shape->n_radices;
    unsigned least = UINT32_MAX;

    for (unsigned r = 2; n > 2 && r <= largest; r++) {
        unsigned sum = 2 * r;
        if (length % (r * r) || length == r * r ||
            clfft_factor_registers(length / (r * r), largest, n - 2, middle) !=
                n - 2)
            continue;
        for (unsigned i = 0; i < n - 2; i++)
            sum += middle[i];
        if (sum >= least)
            continue;
        least = sum;
        memcpy(shape->radices + 1, middle, n - 2);
        shape->radices[0] = shape->radices[n - 1] = (uint8_t)r;
    }
}

static unsigned registers_for(const clfft_shape *shape, uint32_t length,
                              unsigned items)
{
    unsigned most = 0;

    for (unsigned i = 0; i < shape->n_radices; i++) {
        const unsigned radix = shape->radices[i];
        const unsigned rounds = (length / radix + items - 1) / items;
        if (rounds * radix > most)
            most = rounds * radix;
    }
    return most;
}

/*
 * Slots that all stages occupy, idle ones included: less is better. Rows of
 * few work-items read parts of cache sectors.
 */
static uint64_t cost_of(const clfft_shape *shape, uint32_t length,
                        clfft_role role, unsigned good_registers,
                        unsigned items)
{
    const unsigned registers = registers_for(shape, length, items);
    uint64_t cost = 0;

    for (unsigned i = 0; i < shape->n_radices; i++) {
        const unsigned radix = shape->radices[i];
        const unsigned rounds = (length / radix + items - 1) / items;
        cost += (uint64_t)rounds * items * radix;
    }
    /* many registers cost occupancy, few points an item cost traffic */
    if (registers > good_registers)
        cost += cost * (registers - good_registers) / good_registers / 2;
    if (role == CLFFT_ROLE_ROWS && items * 8 < SECTOR_BYTES)
        cost *= 2;
    else if (role == CLFFT_ROLE_ROWS && items * 8 < 2 * SECTOR_BYTES)
        cost += cost / 4;
    return cost;
}

/* Work-items a transform; 0 if none does. */
static unsigned choose_items(const clfft_shape *shape, uint32_t length,
                             clfft_role role, unsigned good_registers,
                             unsigned most)
{
    uint64_t best_cost = UINT64_MAX;
    unsigned best = 0;

    for (unsigned t = 1; t <= most && t <= length; t++) {
        if (registers_for(shape, length, t) > MOST_REGISTERS)
            continue;
        const uint64_t cost = cost_of(shape, length, role,
                                      good_registers, t);
        if (cost < best_cost) {
            best_cost = cost;
            best = t;
        }
    }
    return best;
}

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

static bool shape_pass(uint32_t length, clfft_role role,
                       const clfft_limits *limits, size_t real_size,
                       const struct variation *v, clfft_shape *shape)
{
    const unsigned device_items = limits->max_work_group < MOST_ITEMS
                                      ? limits->max_work_group
                                      : MOST_ITEMS;
    const unsigned most_items =
        v->most_items && v->most_items < device_items ? v->most_items
                                                      : device_items;
    const size_t local = clfft_planner_local_size(limits);
    /* lines run side by side: 1080 points, 60 work-items by 8 lines, take
       326 us on an H200 where 120 by 4 take 376 and two passes 411 */
    const unsigned row_items =
        role == CLFFT_ROLE_LINES && most_items >= NARROW_TILE
            ? most_items / NARROW_TILE
            : most_items;
    const unsigned group_items =
        role == CLFFT_ROLE_ROWS ? 128 : (length <= 256 ? 256 : 512);
    unsigned columns;

    *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_GROUP};
    if ((v->registers && !limits->limits_registers) ||
        (v->parts && (role != CLFFT_ROLE_ROWS || length % v->parts)) ||
        !choose_radices(length, role, v, shape))
        return false;
    if (v->equal_ends)
        choose_ends(length, v->largest_radix ? v->largest_radix : 16, shape);
    shape->registers = (uint8_t)v->registers;
    shape->parts = (uint8_t)v->parts;
    shape->items = (uint16_t)choose_items(
        shape, length, role,
        v->largest_radix == 8 ? v->largest_radix : GOOD_REGISTERS, row_items);
    if (!shape->items)
        return false;
    if (role == CLFFT_ROLE_ROWS) {
        columns = group_items / shape->items;
        /* measured: mixed radices conflict less without holes */
        shape->layout = !(length & (length - 1)) ? CLFFT_LAYOUT_PADDED
                        : columns > 1            ? CLFFT_LAYOUT_PITCH
                                                 : CLFFT_LAYOUT_PLAIN;
    } else {
        columns = length <= 128 ? 32 : length <= 256 ? 16 : 8;
        if (columns > 8 && columns * shape->items > 384)
            columns /= 2;
        shape->layout = role == CLFFT_ROLE_TURN ? CLFFT_LAYOUT_PITCH
                                                : CLFFT_LAYOUT_PLAIN;
        shape->split = true;
    }
    if (v->parts)
        shape->split = true;
    columns = v->columns >= 0 ? columns << v->columns : columns >> -v->columns;
    if (!columns)
        columns = 1;
    if (v->other_exchange)
        shape->split = !shape->split;
    if (v->other_layout)
        shape->layout = shape->layout == CLFFT_LAYOUT_PITCH
                            ? CLFFT_LAYOUT_PLAIN
                            : CLFFT_LAYOUT_PITCH;
    while (columns > 1 && columns * shape->items > most_items)
        columns /= 2;
    for (shape->columns = (uint16_t)columns;
         clfft_shape_local_size(shape, real_size) > local;
         shape->columns /= 2) {
        if (shape->columns == 1) {
            if (shape->split && shape->layout == CLFFT_LAYOUT_PLAIN)
                return false;
            shape->split = true;
            if (role == CLFFT_ROLE_ROWS && length & (length - 1))
                shape->layout = CLFFT_LAYOUT_PITCH;
            if (clfft_shape_local_size(shape, real_size) <= local)
                break;
            shape->layout = CLFFT_LAYOUT_PLAIN;
            return clfft_shape_local_size(shape, real_size) <= local;
        }
    }
    return true;
}

static bool shape_passes(const struct clfft_axis_task *task, unsigned n,
                         bool narrow, const struct variation *v,
                         clfft_axis_choice *choice)
{
    uint32_t parts[3];
    bool fits = clfft_factor_split(task->length, n, LARGEST_TILE, parts);

    for (unsigned i = 0; fits && i < n; i++) {
        const bool turns = i + 1 == n && !task->columns;
        fits = shape_pass(parts[i],
                          turns ? CLFFT_ROLE_TURN : CLFFT_ROLE_TILE,
                          task->limits, task->real_size, v,
                          &choice->shapes[i]) &&
               (narrow || choice->shapes[i].columns >= NARROW_TILE);
    }
    choice->n_shapes = n;
    return fits;
}

/* Columns that gather, rows there and back, columns that scatter: the longest
   rows that fit. */
static bool shape_rader_parts(const struct clfft_axis_task *task,
                              const struct variation *v,
                              clfft_axis_choice *choice)
{
    const clfft_role role =
        task->columns ? CLFFT_ROLE_TILE : CLFFT_ROLE_ROWS;

    choice->n_shapes = 2;
    for (uint32_t rows = LARGEST_TILE;
         rows && task->length / rows <= LARGEST_TILE; rows--)
        if (task->length % rows == 0 &&
            shape_pass((uint32_t)(task->length / rows), CLFFT_ROLE_TILE,
                       task->limits, task->real_size, &scattered,
                       &choice->shapes[0]) &&
            shape_pass(rows, role, task->limits, task->real_size, v,
                       &choice->shapes[1]))
            return true;
    return false;
}

/* Both transforms in one pass if they fit, else in three. */
static bool shape_rader(const struct clfft_axis_task *task, clfft_role role,
                        unsigned variation, clfft_axis_choice *choice)
{
    const struct variation *v = &rader[variation];

    if (variation >= CLFFT_RADER_VARIATIONS || task->length > UINT32_MAX)
        return false;
    choice->n_shapes = 1;
    return shape_pass((uint32_t)task->length, role, task->limits,
                      task->real_size, v, &choice->shapes[0]) ||
           shape_rader_parts(task, v, choice);
}

bool clfft_shapes_group(const struct clfft_axis_task *task, unsigned variation,
                        clfft_axis_choice *choice)
{
    const clfft_role role =
        task->columns ? CLFFT_ROLE_LINES : CLFFT_ROLE_ROWS;
    const struct variation *v;
    bool fits;

    if (choice->rader)
        return shape_rader(task, role, variation, choice);
    if (variation >= N_VARIATIONS)
        return false;
    v = &variations[variation];
    /* a convolution in one pass keeps tables in flight: small radices */
    if (choice->bluestein && !variation)
        v = &convolution;
    fits = task->length <= UINT32_MAX &&
           shape_pass((uint32_t)task->length, role, task->limits,
                      task->real_size, v, &choice->shapes[0]);
    if (fits && (!task->columns || choice->bluestein ||
                 choice->shapes[0].columns >= NARROW_TILE)) {
        choice->n_shapes = 1;
        if (choice->bluestein)
            equal_ends(&choice->shapes[0]);
        return true;
    }
    v = &variations[variation];
    /* as few passes as there may be, unless their tiles come out narrow */
    for (unsigned narrow = 0; narrow <= 1; narrow++)
        for (unsigned n = 2; n <= 3; n++)
            if (shape_passes(task, n, narrow, v, choice))
                return true;
    choice->n_shapes = 1;
    return fits && shape_pass((uint32_t)task->length, role, task->limits,
                              task->real_size, v, &choice->shapes[0]);
}
