/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * layout.cl: how filtered blocks wait for store.cl. A group is 2 LANES blocks
 * of a row of blocks, HOP columns apart; of `n_kept` rows of blocks that take
 * turns it has
 *
 *   [block][y][x]  on GPUs, where LANES is 1
 *   [y][column]    on CPUs: the sum of its blocks, SPAN columns
 *
 * On CPUs LANES is 4 or more and HOP an eighth of a block or more, so that
 * blocks reach over no more columns than those of the next group.
 */
#include "host/denoise.h"

/* taken from each code, and given back at the end: numbers are smaller */
#define OFFSET ((TOP + 1) / 2.0f)

#define GROUP_COLUMNS (2 * LANES * HOP)

#if LANES == 1
#define GROUP_SIZE (2 * BLOCK * BLOCK)
#else
#define PER_PHASE (2 * LANES + (BLOCK + HOP - 1) / HOP)
#define SPAN (PER_PHASE * HOP)
#define GROUP_SIZE (BLOCK * SPAN)
#endif

/* Where a group of a row of blocks begins. */
#define PLACE_OF_GROUP(row, group)                                             \
    (((ulong)((row) % a.n_kept) * a.n_groups + (group)) * GROUP_SIZE)
