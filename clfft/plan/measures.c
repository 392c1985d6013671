/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* measures.c: strides and work-items of a plan's steps, and the failures of
   steps that a device is too small for. */
#include "plan.h"

#include "clfft/base/error.h"

clfft_status clfft_plan_fail_local(size_t size, size_t most)
{
    return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                      "%zu bytes of local memory are above the device's %zu",
                      size, most);
}

clfft_status clfft_plan_fail_group(unsigned items, unsigned most)
{
    return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                      "a work-group of %u is above the device's %u", items,
                      most);
}

int64_t clfft_plan_stride(const clfft_plan *plan, const clfft_step *step,
                          const clfft_side *side, unsigned axis)
{
    if (side->buffer == CLFFT_BUFFER_INPUT)
        return plan->desc.input_strides[axis];
    if (side->buffer == CLFFT_BUFFER_OUTPUT)
        return plan->desc.output_strides[axis];
    return (int64_t)clfft_scratch_stride(&plan->recipe, step, side, axis);
}

bool clfft_plan_is_wide(const clfft_plan *plan, const clfft_step *step)
{
    const uint64_t in =
        (uint64_t)clfft_plan_stride(plan, step, &step->in, step->axis);
    const uint64_t out =
        (uint64_t)clfft_plan_stride(plan, step, &step->out, step->axis);
    const uint64_t inner = plan->recipe.bluestein_m[step->axis];
    const uint64_t points = inner > plan->desc.lengths[step->axis]
                                ? inner
                                : plan->desc.lengths[step->axis];

    if (step->kind == CLFFT_STEP_TILE2D &&
        (step->across * (uint64_t)clfft_plan_stride(plan, step, &step->in,
                                                    step->across_axis) >=
             INT32_MAX ||
         step->across * (uint64_t)clfft_plan_stride(plan, step, &step->out,
                                                    step->across_axis) >=
             INT32_MAX))
        return true;
    return points * in >= INT32_MAX || points * out >= INT32_MAX;
}

unsigned clfft_plan_band_lanes(const clfft_plan *plan)
{
    const clfft_desc *d = &plan->desc;
    const unsigned lanes =
        clfft_shape_lanes(&(clfft_shape){0}, plan->real_size);
    const uint64_t size =
        clfft_stored_bins(d) * lanes * (uint64_t)plan->real_size;

    return plan->recipe.schedule == CLFFT_SCHEDULE_SIMD &&
                   d->store.bands.n_bands &&
                   size <= plan->device->limits.local_total
               ? lanes
               : 1;
}

bool clfft_plan_spreads_runs(const clfft_plan *plan)
{
    return (plan->device->limits.type & CL_DEVICE_TYPE_CPU) != 0;
}

unsigned clfft_plan_mean_items(const clfft_plan *plan)
{
    if (plan->recipe.schedule == CLFFT_SCHEDULE_SIMD)
        return 1;
    return plan->recipe.schedule == CLFFT_SCHEDULE_GROUP &&
                   plan->device->limits.max_work_group >= 256
               ? 256
               : 64;
}
