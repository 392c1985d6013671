/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* moves.c: which shapes are worth a measurement beside a given one. */
#include "tune.h"

#include "clfft/base/factor.h"

#include <stdlib.h>
#include <string.h>

#define MOST_IDLE 0.2 /* slots of idle work-items, of all slots */
#define ITEMS_TRIED 4 /* counts of work-items for new radices */

const uint16_t tune_columns[TUNE_N_COLUMNS] = {1,  2,  3,  4,  5,  6,  7,  8,
                                               10, 12, 16, 20, 24, 32, 48, 64};
const uint8_t tune_registers[TUNE_N_REGISTERS] = {0,  32, 40, 48,  56, 64,
                                                  72, 80, 96, 112, 128};

bool tune_fits(const clfft_shape *shape, const clfft_limits *limits)
{
    return shape->items * shape->columns <= limits->max_work_group &&
           clfft_shape_local_size(shape, 4) <= limits->local_size;
}

bool tune_add(struct tune_list *list, const clfft_shape *shape)
{
    if (list->n == list->room) {
        const unsigned room = list->room ? 2 * list->room : 64;
        clfft_shape *shapes = realloc(list->shapes, room * sizeof *shapes);
        if (!shapes)
            return false;
        list->shapes = shapes;
        list->room = room;
    }
    list->shapes[list->n++] = *shape;
    return true;
}

static bool add(struct tune_list *list, const clfft_shape *shape,
                const clfft_limits *limits)
{
    return (shape->schedule == CLFFT_SCHEDULE_GROUP &&
            !tune_fits(shape, limits)) ||
           tune_add(list, shape);
}

unsigned tune_most_points(const clfft_shape *shape, uint32_t lines,
                          unsigned items)
{
    const uint32_t points = lines * clfft_shape_length(shape);
    unsigned most = 0;

    for (unsigned i = 0; i < shape->n_radices; i++) {
        const unsigned radix = shape->radices[i];
        const unsigned taken = (points / radix + items - 1) / items * radix;
        if (taken > most)
            most = taken;
    }
    return most;
}

/* Share of the slots of all stages that no butterfly fills. */
static double idle_share(const clfft_shape *shape, unsigned items)
{
    const uint32_t length = clfft_shape_length(shape);
    double slots = 0;

    for (unsigned i = 0; i < shape->n_radices; i++) {
        const unsigned radix = shape->radices[i];
        slots += (double)((length / radix + items - 1) / items) * items * radix;
    }
    return 1 - (double)length * shape->n_radices / slots;
}

/* Columns that keep a group about as large as it was. */
static void keep_group(clfft_shape *shape, const clfft_shape *model,
                       const clfft_limits *limits)
{
    const unsigned items = (unsigned)model->items * model->columns;
    unsigned columns = (items + shape->items / 2) / shape->items;

    if (model->columns % 8 == 0 && columns > 8)
        columns -= columns % 8;
    shape->columns = (uint16_t)(columns ? columns : 1);
    while (shape->columns > 1 && !tune_fits(shape, limits))
        shape->columns /= 2;
}

/* The counts of work-items with the fewest idle slots, many points each
   first. */
static bool add_items(struct tune_list *list, clfft_shape shape,
                      const clfft_shape *model, unsigned most,
                      const clfft_limits *limits)
{
    const uint32_t length = clfft_shape_length(&shape);
    unsigned n = 0;

    for (unsigned t = 1; t <= limits->max_work_group && t <= length; t++) {
        const unsigned points = tune_most_points(&shape, 1, t);
        /* of counts with equal points the smallest is the busiest */
        if (points > TUNE_MOST_POINTS || idle_share(&shape, t) > MOST_IDLE ||
            (t > 1 && tune_most_points(&shape, 1, t - 1) == points))
            continue;
        shape.items = (uint16_t)t;
        if (model)
            keep_group(&shape, model, limits);
        if (!add(list, &shape, limits))
            return false;
        if (++n == most)
            break;
    }
    return true;
}

static bool add_radices(struct tune_list *list, const clfft_shape *model,
                        clfft_shape *shape, uint32_t rest, size_t largest,
                        unsigned most, const clfft_limits *limits)
{
    if (rest == 1) {
        clfft_shape reversed = *shape;
        for (unsigned i = 0; i < shape->n_radices; i++)
            reversed.radices[i] = shape->radices[shape->n_radices - 1 - i];
        if (shape->schedule == CLFFT_SCHEDULE_SIMD)
            return add(list, shape, limits) && add(list, &reversed, limits);
        return add_items(list, *shape, model, ITEMS_TRIED, limits);
    }
    for (size_t i = largest; shape->n_radices < most && i < CLFFT_N_RADICES;
         i++) {
        if (rest % clfft_radices[i])
            continue;
        shape->radices[shape->n_radices++] = clfft_radices[i];
        if (!add_radices(list, model, shape, rest / clfft_radices[i], i, most,
                         limits))
            return false;
        shape->radices[--shape->n_radices] = 0;
    }
    return true;
}

static bool permute(struct tune_list *list, clfft_shape *shape, unsigned at,
                    const clfft_limits *limits)
{
    uint64_t seen = 0;

    if (at == shape->n_radices)
        return add(list, shape, limits);
    for (unsigned i = at; i < shape->n_radices && i < CLFFT_MAX_RADICES; i++) {
        const uint64_t this = UINT64_C(1) << shape->radices[i];
        if (seen & this)
            continue;
        seen |= this;
        const uint8_t a = shape->radices[at], b = shape->radices[i];
        shape->radices[at] = b;
        shape->radices[i] = a;
        if (!permute(list, shape, at + 1, limits))
            return false;
        shape->radices[at] = a;
        shape->radices[i] = b;
    }
    return true;
}

static bool vary_simd(struct tune_list *list, clfft_shape shape,
                      const clfft_limits *limits)
{
    for (unsigned v = 0; v < 4; v++) {
        shape.rows = v & 1;
        shape.wide = v >> 1;
        if (!add(list, &shape, limits))
            return false;
    }
    return true;
}

/* Its exchange as it is, or else the first way that fits. */
static bool add_fitting(struct tune_list *list, clfft_shape shape,
                        const clfft_limits *limits)
{
    const uint32_t length = clfft_shape_length(&shape);

    if (tune_fits(&shape, limits))
        return tune_add(list, &shape);
    for (unsigned way = 0; way < TUNE_EXCHANGES; way++)
        if (tune_set_exchange(&shape, way, length) && tune_fits(&shape, limits))
            return tune_add(list, &shape);
    return true;
}

static bool vary_columns(struct tune_list *list, clfft_shape shape,
                         const clfft_limits *limits)
{
    for (unsigned i = 0; i < TUNE_N_COLUMNS; i++) {
        shape.columns = tune_columns[i];
        if (!add_fitting(list, shape, limits))
            return false;
    }
    return true;
}

bool tune_set_exchange(clfft_shape *shape, unsigned way, uint32_t lines)
{
    const uint8_t parts = (uint8_t)(way / 2 ? 1u << way / 2 : 0);

    shape->split = way % 2;
    shape->parts = parts;
    return !parts || lines % parts == 0;
}

static bool vary_layout(struct tune_list *list, clfft_shape shape,
                        const clfft_limits *limits)
{
    for (unsigned v = 0; v < 9 * TUNE_EXCHANGES; v++) {
        shape.layout = (clfft_layout)(v % 3);
        shape.early = v / 3 % 3 == 1;
        shape.poly = v / 3 % 3 == 2;
        shape.linear = false;
        if (!tune_set_exchange(&shape, v / 9, clfft_shape_length(&shape)))
            continue;
        if (!add(list, &shape, limits))
            return false;
        shape.linear = !shape.split && !shape.parts;
        if (shape.linear && !add(list, &shape, limits))
            return false;
    }
    return true;
}

bool tune_add_registers(struct tune_list *list, clfft_shape shape)
{
    static const uint8_t registers[] = {0, 32, 40, 48, 56, 64, 80, 96, 128};

    for (size_t i = 0; i < sizeof registers; i++) {
        shape.registers = registers[i];
        if (!tune_add(list, &shape))
            return false;
    }
    return true;
}

bool tune_neighbours(const clfft_shape *shape, enum tune_move move,
                     const clfft_limits *limits, struct tune_list *list)
{
    const bool is_group = shape->schedule == CLFFT_SCHEDULE_GROUP;
    clfft_shape work = *shape;

    list->n = 0;
    switch (move) {
    case TUNE_RADICES:
        memset(work.radices, 0, sizeof work.radices);
        work.n_radices = 0;
        return add_radices(list, shape, &work, clfft_shape_length(shape), 0,
                           shape->n_radices < CLFFT_MAX_RADICES
                               ? shape->n_radices + 1u
                               : CLFFT_MAX_RADICES,
                           limits);
    case TUNE_ORDER:
        return permute(list, &work, 0, limits);
    case TUNE_ITEMS:
        return is_group ? add_items(list, work, NULL, 12, limits)
                        : vary_simd(list, work, limits);
    case TUNE_COLUMNS:
        return !is_group || vary_columns(list, work, limits);
    case TUNE_LAYOUT:
        return !is_group || vary_layout(list, work, limits);
    case TUNE_REGISTERS:
        return !is_group || !limits->limits_registers ||
               tune_add_registers(list, work);
    default:
        return true;
    }
}
