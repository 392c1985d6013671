/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * group_pass.c: chooses the work-items, the columns and the layout of one pass
 * of the group schedule. Rows run 64 to 128 work-items a group and want padded
 * layouts, tiles run 256 to 512 and want plain columns, and turning passes want
 * rows that start in different banks. Figures: docs/archive/measurements.md and
 * docs/archive/notes.md, "group_pass.c".
 */
#include "clfft/base/limits.h"
#include "group.h"

#define GOOD_REGISTERS 16 /* points of a work-item */
#define LARGE_REGISTERS 24 /* the same of long rows */
#define MOST_REGISTERS 32
#define MOST_ITEMS 512
#define ROWS_GROUP 128 /* work-items of a group of rows */
/* The limits of rows that are exchanged in parts. */
#define LONG_ITEMS 1024
#define LONG_MOST_REGISTERS 40
/* Short rows, of so many work-items each, are in groups of no more than so
   many. */
#define SHORT_GROUP 32
#define SHORT_LEAST_ITEMS 8
#define SHORT_MOST_ITEMS 10
/* Short rows of two radices in these ranges have more work-items. */
#define WIDE_LEAST_RADIX 11
#define WIDE_MOST_RADIX 16
#define WIDE_LEAST_OTHER 3

size_t clfft_planner_local_size(const clfft_limits *limits)
{
    const size_t most = limits->local_is_dedicated ? CLFFT_DEDICATED_LOCAL_LIMIT
                                                   : CLFFT_SHARED_LOCAL_LIMIT;

    return limits->local_size < most ? limits->local_size : most;
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

/* The cost of a number of work-items: the slots that all stages occupy, idle
   ones included, and more where a work-item has many registers or where rows of
   few work-items read parts of cache sectors. Less is better. */
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
    if (role == CLFFT_ROLE_ROWS && items * 8 < CLFFT_SECTOR_BYTES)
        cost *= 2;
    else if (role == CLFFT_ROLE_ROWS && items * 8 < 2 * CLFFT_SECTOR_BYTES)
        cost += cost / 4;
    return cost;
}

/* The number of work-items of a transform that costs least; 0 if none fits. */
static unsigned choose_items(const clfft_shape *shape, uint32_t length,
                             clfft_role role, unsigned good_registers,
                             unsigned most)
{
    const unsigned most_registers =
        most > MOST_ITEMS ? LONG_MOST_REGISTERS : MOST_REGISTERS;
    uint64_t best_cost = UINT64_MAX;
    unsigned best = 0;

    for (unsigned t = 1; t <= most && t <= length; t++) {
        if (registers_for(shape, length, t) > most_registers)
            continue;
        const uint64_t cost = cost_of(shape, length, role, good_registers, t);
        if (cost < best_cost) {
            best_cost = cost;
            best = t;
        }
    }
    return best;
}

/* Short rows of two radices, one of them large, have as many work-items as the
   other radix has butterflies: fewer of them read too little of a row at once.
   Figures: docs/archive/notes.md, "group_pass.c". */
static unsigned widen_items(const struct clfft_axis_task *task,
                            const clfft_shape *shape, unsigned items)
{
    const unsigned a = shape->radices[0], b = shape->radices[1];
    const unsigned large = a > b ? a : b, small = a > b ? b : a;

    if (!task->limits->local_is_dedicated || shape->n_radices != 2 ||
        large < WIDE_LEAST_RADIX || large > WIDE_MOST_RADIX ||
        small < WIDE_LEAST_OTHER || large <= items)
        return items;
    return large;
}

/* The columns that a tile begins with: 4 where 8 would take more than 48
   KiB. */
static unsigned columns_of_tile(const struct clfft_axis_task *task,
                                uint32_t length)
{
    const bool is_long =
        !task->convolved && length * task->real_size > CLFFT_WIDE_TILE * 4u;

    return length <= 128 ? 32 : length <= 256 ? 16 : is_long ? 4 : 8;
}

/* How many columns share a group's work-items from the start. Rows and short
   tiles choose their work-items as if they had the group alone. */
static unsigned side_by_side(const struct clfft_axis_task *task,
                             uint32_t length, clfft_role role)
{
    const unsigned columns = columns_of_tile(task, length);

    if (role == CLFFT_ROLE_ROWS ||
        (role != CLFFT_ROLE_LINES && length <= CLFFT_LARGEST_TILE &&
         !clfft_group_is_long_tile(task, length, role)))
        return 1;
    return columns < 8 ? columns : 8;
}

/* Halves the columns until local memory holds them. Long columns are exchanged
   in two halves first; a single row is split, then loses its holes. Returns
   false if nothing fits. */
static bool fit_local(const struct clfft_axis_task *task, uint32_t length,
                      clfft_role role, clfft_shape *shape)
{
    const size_t local = clfft_planner_local_size(task->limits);
    const size_t real_size = task->real_size;

    if (role != CLFFT_ROLE_ROWS && !task->convolved && length % 2 == 0 &&
        length > CLFFT_WIDE_TILE &&
        clfft_shape_local_size(shape, real_size) > local)
        shape->parts = 2;
    for (; clfft_shape_local_size(shape, real_size) > local;
         shape->columns /= 2) {
        if (shape->columns == 1) {
            if (shape->split && shape->layout == CLFFT_LAYOUT_PLAIN)
                return false;
            shape->split = true;
            /* on dedicated local memory a split row without holes is faster
               (figures: docs/archive/notes.md, "group_pass.c") */
            if (role == CLFFT_ROLE_ROWS && length & (length - 1) &&
                !task->limits->local_is_dedicated)
                shape->layout = CLFFT_LAYOUT_PITCH;
            if (clfft_shape_local_size(shape, real_size) <= local)
                break;
            shape->layout = CLFFT_LAYOUT_PLAIN;
            return clfft_shape_local_size(shape, real_size) <= local;
        }
    }
    return true;
}

/* How many rows share a group: short ones as many as have 32 work-items. Two or
   four longer rows of mixed radices begin in the same banks, and one alone is
   faster. Three do not. Figures: docs/archive/notes.md, "group_pass.c". */
static unsigned rows_of_group(const struct clfft_axis_task *task,
                              uint32_t length, unsigned items)
{
    const unsigned rows = ROWS_GROUP / items;
    const bool meet = rows == 2 || rows == 4;

    if (clfft_group_is_plain(task) && items >= SHORT_LEAST_ITEMS &&
        items <= SHORT_MOST_ITEMS)
        return SHORT_GROUP / items;
    return meet && task->limits->local_is_dedicated && length & (length - 1)
               ? 1
               : rows;
}

bool clfft_group_goes_in_parts(const struct clfft_axis_task *task,
                               uint32_t length,
                               const struct clfft_variation *v)
{
    return v->parts &&
           length * task->real_size > clfft_planner_local_size(task->limits);
}

bool clfft_group_pass(const struct clfft_axis_task *task, uint32_t length,
                      clfft_role role, const struct clfft_variation *v,
                      clfft_shape *shape)
{
    const clfft_limits *limits = task->limits;
    const bool goes_in_parts = clfft_group_goes_in_parts(task, length, v);
    const unsigned engine_items = goes_in_parts ? LONG_ITEMS : MOST_ITEMS;
    const unsigned device_items = limits->max_work_group < engine_items
                                      ? limits->max_work_group
                                      : engine_items;
    const unsigned most_items = v->most_items && v->most_items < device_items
                                    ? v->most_items
                                    : device_items;
    /* lines side by side share the work-items, which is faster than fewer lines
       or two passes (figures: docs/archive/notes.md, "group_pass.c") */
    const unsigned sharing = side_by_side(task, length, role);
    const unsigned row_items =
        most_items >= sharing ? most_items / sharing : most_items;
    unsigned columns;

    *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_GROUP};
    if ((v->registers && !limits->limits_registers) ||
        (v->parts && (role != CLFFT_ROLE_ROWS || length % v->parts)) ||
        !clfft_group_radices(task, length, role, v, shape))
        return false;
    shape->registers = (uint8_t)v->registers;
    shape->parts = (uint8_t)v->parts;
    shape->items = (uint16_t)choose_items(
        shape, length, role,
        v->largest_radix == 8 ? 8
        : goes_in_parts || clfft_group_is_long_row(task, length, role)
            ? LARGE_REGISTERS
            : GOOD_REGISTERS,
        row_items);
    if (!shape->items)
        return false;
    if (role == CLFFT_ROLE_ROWS) {
        shape->items = (uint16_t)widen_items(task, shape, shape->items);
        columns = rows_of_group(task, length, shape->items);
        /* mixed radices have fewer bank conflicts without holes */
        shape->layout = !(length & (length - 1)) ? CLFFT_LAYOUT_PADDED
                        : columns > 1            ? CLFFT_LAYOUT_PITCH
                                                 : CLFFT_LAYOUT_PLAIN;
    } else {
        columns = columns_of_tile(task, length);
        if (columns > 8 && columns * shape->items > 384)
            columns /= 2;
        shape->layout =
            role == CLFFT_ROLE_TURN ? CLFFT_LAYOUT_PITCH : CLFFT_LAYOUT_PLAIN;
        shape->split = true;
    }
    if (v->parts)
        shape->split = !v->together;
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
    shape->columns = (uint16_t)columns;
    clfft_group_order(task, length, role, v, shape);
    return fit_local(task, length, role, shape);
}
