/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tile2d.c: plans both axes of a small picture as one launch, in as few stages
   as there can be, of 8 or 16 points a work-item, or 32 where a work-group has
   no more items, and with the exchange that local memory has room for. Figures:
   docs/internals/notes.md, "tile2d.c". */
#include "planner.h"

#include <limits.h>
#include <string.h>

#define MOST_RADICES 3
/* Of a work-item whose radices are up to 7, or powers of two alone. */
#define FEW_POINTS 8
#define POINTS 16
#define MOST_POINTS 32
#define MOST_ITEMS 1024
#define GROUP_ITEMS 128 /* small pictures share a group up to here */
#define MOST_PARTS 4

/* What a variation changes about the best guess. */
static const struct variation {
    bool split;
    bool other_layout;
    unsigned group_items; /* 0: GROUP_ITEMS */
} variations[] = {
    {0},
    {.split = true},
    {.other_layout = true},
    {.group_items = 2 * GROUP_ITEMS},
};

/* What radices may be up to, the first of these with the fewest stages. */
static const unsigned largest_radices[] = {8, 10, 16};

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

/* The radices of both axes. Rows of c2r, which are stored as the work-items
   have them, take more than one radix if they are long. Returns how many, 0 if
   an axis has none. */
static unsigned factor_axes(const uint32_t lengths[2], unsigned largest,
                            bool makes_real, clfft_choice *choice)
{
    unsigned n_stages = 0;

    for (unsigned i = 0; i < 2; i++) {
        clfft_shape *shape = &choice->axes[i].shapes[0];
        const bool wants_two = makes_real && i == 0 &&
                               lengths[i] > FEW_POINTS &&
                               !clfft_is_prime(lengths[i]);
        const unsigned most =
            wants_two && lengths[i] <= largest ? lengths[i] - 1 : largest;

        choice->axes[i].n_shapes = 1;
        *shape = (clfft_shape){.schedule = CLFFT_SCHEDULE_GROUP};
        shape->n_radices = (uint8_t)clfft_factor_registers(
            lengths[i], most, MOST_RADICES, shape->radices);
        if (!shape->n_radices)
            return 0;
        n_stages += shape->n_radices;
    }
    return n_stages;
}

static bool choose_radices(const uint32_t lengths[2], bool makes_real,
                           clfft_choice *choice)
{
    unsigned fewest = UINT_MAX;

    for (size_t i = 0; i < sizeof largest_radices / sizeof largest_radices[0];
         i++) {
        clfft_choice other = {.tile2d = true, .n_axes = 2};
        const unsigned n =
            factor_axes(lengths, largest_radices[i], makes_real, &other);

        if (n && n < fewest) {
            fewest = n;
            *choice = other;
        }
    }
    return fewest < UINT_MAX;
}

/* The points of a work-item that suit the radices. */
static unsigned points_of(const clfft_choice *choice, const uint32_t lengths[2])
{
    if (!(lengths[0] & (lengths[0] - 1)) && !(lengths[1] & (lengths[1] - 1)))
        return FEW_POINTS;
    for (unsigned i = 0; i < 2; i++)
        for (unsigned r = 0; r < choice->axes[i].shapes[0].n_radices; r++)
            if (choice->axes[i].shapes[0].radices[r] >= FEW_POINTS)
                return POINTS;
    return FEW_POINTS;
}

/* Holes spread what a first radix of multiples of 4 writes over the banks;
   other rows are faster without. */
static clfft_layout layout_of(const clfft_choice *choice,
                              const struct variation *v)
{
    const bool wants_holes = choice->axes[0].shapes[0].radices[0] % 4 == 0;

    return wants_holes != v->other_layout ? CLFFT_LAYOUT_PADDED
                                          : CLFFT_LAYOUT_PLAIN;
}

/* Takes less local memory, at the cost of more barriers, until it fits. */
static bool choose_exchange(const clfft_desc *desc, uint32_t rows, size_t local,
                            clfft_choice *choice)
{
    clfft_shape *shape = &choice->axes[0].shapes[0];

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
    if (!choose_radices(lengths, desc->transform == CLFFT_TRANSFORM_C2R,
                        choice))
        return false;
    for (unsigned points = points_of(choice, lengths); points <= MOST_POINTS;
         points *= 2) {
        items = choose_items(choice, lines, points, most);
        if (!items)
            continue;
        shape->items = (uint16_t)items;
        shape->split = v->split;
        shape->layout = layout_of(choice, v);
        shape->columns = 1;
        while (2u * shape->columns * items <= group_items)
            shape->columns *= 2;
        return choose_exchange(desc, lengths[1],
                               clfft_planner_local_size(limits), choice);
    }
    return false;
}
