/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lookup.h: finds the recipes that were measured best for a description: the
   rows of its own use, or of a use that shares one with it. */
#ifndef CLFFT_LOOKUP_H
#define CLFFT_LOOKUP_H

#include "planner.h"

/* Finds the passes along an axis that were measured for as few transforms as
   the description has. Returns false if there are none. */
bool clfft_lookup_few(const clfft_desc *desc, unsigned axis,
                      const clfft_limits *limits, clfft_schedule schedule,
                      clfft_axis_choice *found);

/* The same for few transforms if there is such a row, else for many. */
bool clfft_lookup_axis(const clfft_desc *desc, unsigned axis,
                       const clfft_limits *limits, clfft_schedule schedule,
                       clfft_axis_choice *found);

/* Finds the passes of a convolution of that length, for transforms along
   rows. */
bool clfft_lookup_convolution(const struct clfft_axis_task *task,
                              clfft_schedule schedule, uint64_t length,
                              clfft_axis_choice *found);

/* The recipe that does the first two axes in one launch: "" where two passes
   were faster, NULL where nothing was measured. */
const char *clfft_lookup_tile2d(const clfft_desc *desc,
                                const clfft_limits *limits);

#endif /* CLFFT_LOOKUP_H */
