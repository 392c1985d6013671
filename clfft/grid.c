/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* grid.c: the fewest rows of a grid, each as short as they let it be. */
#include "grid.h"

/* no GPU's driver minds, and 2^31 is beyond an int */
#define GPU_LIMIT (UINT64_C(1) << 30)

struct clfft_grid clfft_grid_make(const clfft_limits *limits, uint64_t n_groups,
                                  size_t items)
{
    const uint64_t most = limits->type & CL_DEVICE_TYPE_CPU ? CLFFT_GRID_LIMIT
                                                            : GPU_LIMIT;
    const uint64_t widest = most / items;
    const uint64_t rows = (n_groups + widest - 1) / widest;
    const uint64_t columns = (n_groups + rows - 1) / rows;

    return (struct clfft_grid){{(size_t)columns * items, (size_t)rows},
                               {items, 1}};
}
