/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* local.c: how much local memory planning uses, and which passes of the group
   schedule are longer than that. */
#include "group.h"

#include "clfft/base/limits.h"

size_t clfft_planner_local_size(const clfft_limits *limits)
{
    const size_t most = limits->local_is_dedicated ? CLFFT_DEDICATED_LOCAL_LIMIT
                                                   : CLFFT_SHARED_LOCAL_LIMIT;

    return limits->local_size < most ? limits->local_size : most;
}

bool clfft_group_goes_in_parts(const struct clfft_axis_task *task,
                               uint32_t length, const struct clfft_variation *v)
{
    return v->parts &&
           length * task->real_size > clfft_planner_local_size(task->limits);
}
