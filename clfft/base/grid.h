/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* grid.h: cuts the work of a launch into work-groups, along two dimensions
   where one is too short. */
#ifndef CLFFT_GRID_H
#define CLFFT_GRID_H

#include "clfft/clfft.h"

/*
 * The most along one dimension. On a CPU it counts work-items, for PoCL
 * compiles a kernel once more for larger launches; elsewhere it counts
 * work-groups, of which Vulkan, on which some drivers are built, promises no
 * more.
 */
#define CLFFT_GRID_LIMIT 65535u

static inline uint64_t divide_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

struct clfft_grid {
    size_t global[2], local[2];
};

/*
 * A grid of n_groups groups of `items` work-items each. Where they do not fit
 * one dimension, it has fewer groups too many than it has rows. A kernel's
 * group has the number get_group_id(0) + get_group_id(1) get_num_groups(0);
 * those from n_groups on have nothing to do but take a processor's time.
 */
struct clfft_grid clfft_grid_make(const clfft_limits *limits, uint64_t n_groups,
                                  size_t items);

/* The same in not less than least_rows rows. */
struct clfft_grid clfft_grid_make_rows(const clfft_limits *limits,
                                       uint64_t n_groups, size_t items,
                                       uint64_t least_rows);

/* simd: how many tiles of n_points points each a work-item runs one after the
   other. A processor gets several pieces of the work, so that a late one finds
   some left, but none with so few points that waking a thread takes longer. */
uint64_t clfft_grid_chunk(const clfft_limits *limits, uint64_t n_tiles,
                          uint64_t n_points);

#endif /* CLFFT_GRID_H */
