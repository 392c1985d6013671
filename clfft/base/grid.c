/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* grid.c: cuts the work of a launch into work-groups: as few rows of a grid as
   possible, each as short as they let it be, and as few pieces as keep all
   processors busy. */
#include "grid.h"

#define PIECES_PER_UNIT 8
/* The points of the smallest piece. Less work takes no longer than a thread
   takes to wake up. Figures: docs/internals/notes.md, "grid.c". */
#define LEAST_PIECE 4096

struct clfft_grid clfft_grid_make_rows(const clfft_limits *limits,
                                       uint64_t n_groups, size_t items,
                                       uint64_t least_rows)
{
    const uint64_t widest = limits->type & CL_DEVICE_TYPE_CPU
                                ? CLFFT_GRID_LIMIT / items
                                : CLFFT_GRID_LIMIT;
    const uint64_t needed = divide_up(n_groups, widest);
    const uint64_t rows = needed > least_rows ? needed : least_rows;
    const uint64_t columns = divide_up(n_groups, rows);

    return (struct clfft_grid){{(size_t)columns * items, (size_t)rows},
                               {items, 1}};
}

struct clfft_grid clfft_grid_make(const clfft_limits *limits, uint64_t n_groups,
                                  size_t items)
{
    return clfft_grid_make_rows(limits, n_groups, items, 1);
}

uint64_t clfft_grid_chunk(const clfft_limits *limits, uint64_t n_tiles,
                          uint64_t n_points)
{
    const uint64_t units = limits->compute_units;
    const uint64_t least = n_points < LEAST_PIECE ? LEAST_PIECE / n_points : 1;
    uint64_t pieces = divide_up(n_tiles, least);

    if (pieces > units) /* the same number for each processor */
        pieces = pieces < units * PIECES_PER_UNIT
                     ? divide_up(pieces, units) * units
                     : units * PIECES_PER_UNIT;
    return divide_up(n_tiles, pieces);
}
