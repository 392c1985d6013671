/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* grid.h: the work of a launch in work-groups, and those on two dimensions. */
#ifndef CLFFT_GRID_H
#define CLFFT_GRID_H

#include "clfft/clfft.h"

/*
 * Along one dimension, on a CPU work-items, for PoCL compiles a kernel once
 * more for a launch of more; elsewhere work-groups, of which Vulkan, below some
 * drivers, promises no more.
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
 * Groups of so many work-items each, of which there are n_groups or, where they
 * do not fit one dimension, fewer than there are rows above it. A kernel's
 * group has the number get_group_id(0) + get_group_id(1) get_num_groups(0);
 * those from n_groups on have nothing to do, but take a processor's time.
 */
struct clfft_grid clfft_grid_make(const clfft_limits *limits, uint64_t n_groups,
                                  size_t items);

/*
 * simd: how many tiles, of so many points each, a work-item runs one behind the
 * other. A processor gets several pieces of the work, so that one that comes
 * late finds some left, but none of fewer points than take as long as a thread
 * takes to wake up.
 */
uint64_t clfft_grid_chunk(const clfft_limits *limits, uint64_t n_tiles,
                          uint64_t n_points);

#endif /* CLFFT_GRID_H */
