/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* grid.c: the fewest rows of a grid, each as short as they let it be. */
#include "grid.h"

struct clfft_grid clfft_grid_make(const clfft_limits *limits, uint64_t n_groups,
                                  size_t items)
{
    const uint64_t widest = limits->type & CL_DEVICE_TYPE_CPU
                                ? CLFFT_GRID_LIMIT / items
                                : CLFFT_GRID_LIMIT;
    const uint64_t rows = (n_groups + widest - 1) / widest;
    const uint64_t columns = (n_groups + rows - 1) / rows;

    return (struct clfft_grid){{(size_t)columns * items, (size_t)rows},
                               {items, 1}};
}
