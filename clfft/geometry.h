/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * geometry.h: where the transforms of one call lie and how many work-items a
 * step of it takes; pure arithmetic between plan and launch.
 */
#ifndef CLFFT_GEOMETRY_H
#define CLFFT_GEOMETRY_H

#include "grid.h"
#include "plan.h"

/* What one execute asks for. */
struct clfft_call {
    uint64_t counts[CLFFT_MAX_LOOPS];
    uint64_t batch;
    bool is_whole; /* all counts are the plan's */
    uint64_t input_offset, output_offset;
};

/* Counts with defaults filled in; INVALID if one is above the plan's. */
clfft_status clfft_call_read(const clfft_plan *plan,
                             const clfft_execute_params *params,
                             struct clfft_call *call);

/* Bases, loops and number of transforms of one step. */
void clfft_call_fill_loops(const clfft_plan *plan, const clfft_step *step,
                           const struct clfft_call *call, struct pass *pass);

/* After clfft_call_fill_loops. */
struct clfft_grid clfft_call_grid(const clfft_plan *plan,
                                  const clfft_step *step, struct pass *pass);

#endif /* CLFFT_GEOMETRY_H */
