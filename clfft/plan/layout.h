/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * layout.h: computes where the transforms of a call lie and how many work-items
 * each step takes. Pure arithmetic between plan and launch, done once for all
 * calls that ask for the same.
 */
#ifndef CLFFT_GEOMETRY_H
#define CLFFT_GEOMETRY_H

#include "plan.h"

/* Makes plan->call what `params` ask for, and lays the steps out for it: pass
   and grid. INVALID, with the plan unchanged, if a count is above the plan's or
   the offsets of a plan in place differ. */
clfft_status clfft_plan_take_call(clfft_plan *plan,
                                  const clfft_execute_params *params);

#endif /* CLFFT_GEOMETRY_H */
