/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * lookup.h: what was measured for a description: the rows of its own uses, or
 * of those that lend them theirs.
 */
#ifndef CLFFT_LOOKUP_H
#define CLFFT_LOOKUP_H

#include "planner.h"

/* Transforms along an axis, all loops run whole; at most UINT32_MAX. */
uint64_t clfft_count_transforms(const clfft_desc *desc, unsigned axis);

/* Does the last pass of r2c along this axis store both sides of a spectrum? */
bool clfft_is_sided(const clfft_desc *desc, unsigned axis);

/* The passes along an axis that were measured for as few transforms as there
   are. */
bool clfft_lookup_few(const clfft_desc *desc, unsigned axis,
                      const clfft_limits *limits, clfft_schedule schedule,
                      clfft_axis_choice *found);

/* The same for few, or else for many. */
bool clfft_lookup_axis(const clfft_desc *desc, unsigned axis,
                       const clfft_limits *limits, clfft_schedule schedule,
                       clfft_axis_choice *found);

/* The passes of a convolution of that length, of transforms along rows. */
bool clfft_lookup_convolution(const struct clfft_axis_task *task,
                              clfft_schedule schedule, uint64_t length,
                              clfft_axis_choice *found);

/* The row of the first two axes in one launch: "" where two passes were
   faster, NULL where nothing was measured. */
const char *clfft_lookup_tile2d(const clfft_desc *desc,
                                const clfft_limits *limits);

#endif /* CLFFT_LOOKUP_H */
