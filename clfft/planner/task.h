/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* task.h: what an axis of a description asks of the planner. */
#ifndef CLFFT_TASK_H
#define CLFFT_TASK_H

#include "planner.h"

/* How many transforms a call runs along an axis, all its loops together; at
   most UINT32_MAX. */
uint64_t clfft_count_transforms(const clfft_desc *desc, unsigned axis);

/* Whether the last pass of r2c along this axis stores both sides of a
   spectrum. */
bool clfft_is_sided(const clfft_desc *desc, unsigned axis);

struct clfft_axis_task clfft_make_task(const clfft_desc *desc, unsigned axis,
                                       const clfft_limits *limits);

/* Whether rows of the group schedule are moved in the order of memory on this
   device: then no row of measured/ is for them. */
bool clfft_is_linear_axis(const clfft_desc *desc, unsigned axis,
                          const clfft_limits *limits);

#endif /* CLFFT_TASK_H */
