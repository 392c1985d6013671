/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tile2d.c: which shapes are worth a measurement beside that of a tile2d,
   whose axes share all but their radices. */
#include "tune.h"

#include "clfft/base/factor.h"

#include <string.h>

#define MOST_RADICES 3 /* an axis */
#define ITEMS_TRIED 12

/* Every order of every product. */
static bool add_radices(struct tune_list *list, clfft_shape *shape,
                        uint32_t rest)
{
    if (rest == 1)
        return tune_add(list, shape);
    for (size_t i = 0; shape->n_radices < MOST_RADICES && i < CLFFT_N_RADICES;
         i++) {
        if (rest % clfft_radices[i])
            continue;
        shape->radices[shape->n_radices++] = clfft_radices[i];
        if (!add_radices(list, shape, rest / clfft_radices[i]))
            return false;
        shape->radices[--shape->n_radices] = 0;
    }
    return true;
}

/* Points that a work-item holds with so many of them. */
static unsigned most_points(const clfft_desc *desc, const clfft_choice *tile2d,
                            unsigned items)
{
    const clfft_shape *row = &tile2d->axes[0].shapes[0];
    const clfft_shape *column = &tile2d->axes[1].shapes[0];
    const unsigned a = tune_most_points(row, clfft_shape_length(column), items);
    const unsigned b = tune_most_points(column, clfft_tile2d_bins(desc), items);

    return a > b ? a : b;
}

/* Of counts with equal points the smallest is the busiest. */
static bool add_items(struct tune_list *list, const clfft_desc *desc,
                      const clfft_choice *tile2d, const clfft_limits *limits)
{
    clfft_shape shape = tile2d->axes[0].shapes[0];
    unsigned before = 0, n = 0;

    for (unsigned t = 1;
         t * shape.columns <= limits->max_work_group && n < ITEMS_TRIED; t++) {
        const unsigned points = most_points(desc, tile2d, t);
        const bool fewer = t == 1 || points < before;
        before = points;
        if (points > TUNE_MOST_POINTS || !fewer)
            continue;
        shape.items = (uint16_t)t;
        n++;
        if (!tune_add(list, &shape))
            return false;
    }
    return true;
}

static bool add_columns(struct tune_list *list, clfft_shape shape,
                        const clfft_limits *limits)
{
    for (unsigned c = 1; c <= 32; c *= 2) {
        shape.columns = (uint16_t)c;
        if (shape.items * c <= limits->max_work_group &&
            !tune_add(list, &shape))
            return false;
    }
    return true;
}

static bool add_layouts(struct tune_list *list, clfft_shape shape,
                        uint32_t rows)
{
    for (unsigned v = 0; v < 2 * TUNE_EXCHANGES; v++) {
        shape.layout = v % 2 ? CLFFT_LAYOUT_PADDED : CLFFT_LAYOUT_PLAIN;
        if (tune_set_exchange(&shape, v / 2, rows) && !tune_add(list, &shape))
            return false;
    }
    return true;
}

bool tune_tile2d_neighbours(const clfft_desc *desc, const clfft_choice *tile2d,
                            unsigned axis, enum tune_move move,
                            const clfft_limits *limits, struct tune_list *list)
{
    clfft_shape shape = tile2d->axes[axis].shapes[0];

    list->n = 0;
    if (move == TUNE_RADICES) {
        const uint32_t length = clfft_shape_length(&shape);

        memset(shape.radices, 0, sizeof shape.radices);
        shape.n_radices = 0;
        return add_radices(list, &shape, length);
    }
    if (axis > 0)
        return true;
    switch (move) {
    case TUNE_ITEMS:
        return add_items(list, desc, tile2d, limits);
    case TUNE_COLUMNS:
        return add_columns(list, shape, limits);
    case TUNE_LAYOUT:
        return add_layouts(list, shape,
                           clfft_shape_length(&tile2d->axes[1].shapes[0]));
    case TUNE_REGISTERS:
        return !limits->limits_registers || tune_add_registers(list, shape);
    default:
        return true;
    }
}
