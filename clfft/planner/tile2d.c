/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tile2d.c: plans both axes of a small picture as one launch, with 8 points a
   work-item while a work-group has enough of them, else 16 or 32, and the
   exchange that local memory has room for. */
#include "planner.h"

#include <string.h>

#define MOST_RADICES 3
#define LARGEST_RADIX 16
#define LEAST_POINTS 8 /* points of a work-item */
#define MOST_POINTS 32
#define MOST_ITEMS 1024
#define GROUP_ITEMS 128 /* small pictures share a group up to here */
#define MOST_PARTS 4

/* What a variation changes about the best guess. */
static const struct variation {
    unsigned largest_radix; /* 0: as the points of the picture ask */
    bool split;
    unsigned group_items; /* 0: GROUP_ITEMS */
} variations[] = {
    {0},
    {.split = true},
    {.largest_radix = 16},
    {.group_items = 2 * GROUP_ITEMS},
};

/* The slots that all stages take with so many work-items, idle ones included; 0
   if a work-item of a stage has more than `points`. */
static uint64_t cost_of(const clfft_choice *choice, const uint32_t lines[2],
                        unsigned points, unsigned items)
{
    uint64_t cost = 0;

    for (unsigned i = 0; i < 2; i++) {
        const clfft_shape *shape = &choice->axes[i].shapes[0];
        const uint32_t length = clfft_shape_length(shape);

        for (unsigned r = 0; r < shape->n_radices; r++) {
            const uint32_t radix = shape->radices[r];
            const uint64_t butterflies = (uint64_t)lines[i] * (length / radix);
            const uint64_t rounds = (butterflies + items - 1) / items;
            if (rounds * radix > points)
                return 0;
            cost += rounds * items * radix;
        }
    }
    return cost;
}

/* The number of work-items that leaves the fewest idle slots, the smallest of
   equals; 0 if none has few enough points. */
static unsigned choose_items(const clfft_choice *choice,
                             const uint32_t lines[2], unsigned points,
                             unsigned most)
{
    uint64_t best_cost = UINT64_MAX;
    unsigned best = 0;

    for (unsigned t = 1; t <= most; t++) {
        const uint64_t cost = cost_of(choice, lines, points, t);
        if (cost && cost < best_cost) {
            best_cost = cost;
            best = t;
        }
    }
    return best;
}

static bool choose_radices(const uint32_t lengths[2], unsigned largest,
                           clfft_choice *choice)
{
    choice->tile2d = true;
    choice->n_axes = 2;
    for (unsigned i = 0; i < 2; i++) {
        clfft_shape *shape = &choice->axes[i].shapes[0];
        choice->axes[i].n_shapes = 1;
        *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_GROUP};
        shape->n_radices = (uint8_t)clfft_factor_registers(
            lengths[i], largest, MOST_RADICES, shape->radices);
        if (!shape->n_radices)
            return false;
    }
    return true;
}

/* Takes less local memory, at the cost of more barriers, until it fits. */
static bool choose_exchange(const clfft_desc *desc, uint32_t rows, size_t local,
                            clfft_choice *choice)
{
    clfft_shape *shape = &choice->axes[0].shapes[0];

    shape->layout = CLFFT_LAYOUT_PADDED;
    while (clfft_tile2d_local_size(desc, choice) > local) {
        const unsigned parts = shape->parts ? 2u * shape->parts : 2;
        if (shape->columns > 1) {
            shape->columns /= 2;
        } else if (!shape->split) {
            shape->split = true;
        } else if (parts <= MOST_PARTS && rows % parts == 0) {
            shape->parts = (uint8_t)parts;
        } else {
            shape->layout = CLFFT_LAYOUT_PLAIN;
            return clfft_tile2d_local_size(desc, choice) <= local;
        }
    }
    return true;
}

bool clfft_shapes_tile2d(const clfft_desc *desc, const clfft_limits *limits,
                         unsigned variation, clfft_choice *choice)
{
    const unsigned most = limits->max_work_group < MOST_ITEMS
                              ? limits->max_work_group
                              : MOST_ITEMS;
    clfft_shape *shape = &choice->axes[0].shapes[0];
    const struct variation *v;
    uint32_t lengths[2], lines[2];
    unsigned axes[CLFFT_MAX_RANK], group_items, items;

    memset(choice, 0, sizeof *choice);
    if (variation >= sizeof variations / sizeof variations[0] ||
        !limits->local_is_dedicated || limits->type & CL_DEVICE_TYPE_CPU ||
        clfft_tile2d_obstacle(desc))
        return false;
    v = &variations[variation];
    group_items = v->group_items ? v->group_items : GROUP_ITEMS;
    if (group_items > most)
        group_items = most;
    clfft_active_axes(desc, axes);
    for (unsigned i = 0; i < 2; i++) {
        const uint64_t length = clfft_core_length(desc, axes[i]);
        if (length > CLFFT_TILE2D_POINTS)
            return false;
        lengths[i] = (uint32_t)length;
    }
    lines[0] = lengths[1];
    lines[1] = clfft_tile2d_bins(desc);
    if ((uint64_t)lengths[1] * lines[1] > CLFFT_TILE2D_POINTS)
        return false;
    for (unsigned points = LEAST_POINTS; points <= MOST_POINTS; points *= 2) {
        const unsigned largest =
            points < LARGEST_RADIX ? points : LARGEST_RADIX;
        if (v->largest_radix > largest ||
            !choose_radices(lengths, largest, choice))
            continue;
        items = choose_items(choice, lines, points, most);
        if (!items)
            continue;
        shape->items = (uint16_t)items;
        shape->split = v->split;
        shape->columns = 1;
        while (2u * shape->columns * items <= group_items)
            shape->columns *= 2;
        return choose_exchange(desc, lengths[1],
                               clfft_planner_local_size(limits), choice);
    }
    return false;
}
