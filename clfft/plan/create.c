/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* create.c: makes a plan, makes it run one choice, and destroys it. */
#include "plan.h"

#include "clfft/base/error.h"
#include "clfft/device/wait.h"
#include "clfft/planner/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static clfft_status take_scratch(clfft_plan *plan)
{
    if (plan->scratch) {
        clReleaseMemObject(plan->scratch);
        plan->scratch = NULL;
    }
    if (!plan->scratch_size || plan->external_scratch)
        return CLFFT_STATUS_OK;
    return clfft_device_new_buffer(plan->device, CL_MEM_READ_WRITE,
                                   plan->scratch_size, NULL, &plan->scratch);
}

clfft_status clfft_plan_adopt(clfft_plan *plan, const clfft_choice *choice,
                              const clfft_plan_params *params,
                              struct clfft_progress *progress)
{
    const clfft_limits *limits = &plan->device->limits;
    clfft_status status;
    uint64_t size;

    TRY(clfft_recipe_expand(&plan->desc, choice, &plan->recipe));
    TRY(clfft_fit_buffers(&plan->desc, &plan->recipe, limits));
    plan->slice = clfft_fit_slice(&plan->desc, &plan->recipe, limits);
    TRY(clfft_fit_scratch(&plan->desc, &plan->recipe, limits,
                          plan->scratch_offset, &size));
    plan->scratch_size = (size_t)size;
    free(plan->text);
    plan->text = clfft_choice_write(choice);
    if (!plan->text)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a plan");
    if (plan->recipe.steps[plan->recipe.n_steps - 1].bands)
        TRY(clfft_plan_upload_pieces(plan));
    TRY(clfft_plan_build(plan, progress));
    TRY(take_scratch(plan));
    if (!params->no_self_check) {
        progress->about[0] = 0;
        TRY(clfft_plan_check(plan, progress));
    }
fail:
    return status;
}

clfft_status clfft_plan_new(clfft_device *device, const clfft_desc *desc,
                            const clfft_plan_params *params, clfft_plan **plan)
{
    clfft_status status = clfft_check_waiter(params->waiter);
    clfft_plan *p;

    *plan = NULL;
    if (status == CLFFT_STATUS_OK)
        status = CHECK_RESERVED("clfft_plan_params", params);
    if (status == CLFFT_STATUS_OK &&
        !(params->measure_seconds >= 0 && isfinite(params->measure_seconds)))
        status = clfft_fail(CLFFT_STATUS_INVALID,
                            "measure_seconds is %g, but must be 0 or more",
                            params->measure_seconds);
    if (status != CLFFT_STATUS_OK)
        return status;
    p = calloc(1, sizeof *p);
    if (!p)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a plan");
    p->device = clfft_device_hold(device);
    p->external_scratch = params->external_scratch;
    p->waiter = params->waiter;
    TRY(clfft_desc_resolve(desc, &p->desc));
    memcpy(p->loops, p->desc.loops, sizeof p->loops);
    TRY(clfft_desc_get_extent(&p->desc, &p->input_length, &p->output_length));
    p->real_size = p->desc.precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
    TRY(clfft_device_check_precision(device, p->desc.precision));
    TRY(clfft_plan_upload_hooks(p));
    atomic_fetch_add(&device->n_plans, 1);
    *plan = p;
    return CLFFT_STATUS_OK;
fail:
    clfft_plan_destroy(&p);
    return status;
}

clfft_status clfft_plan_create_choice(clfft_device *device,
                                      const clfft_desc *desc,
                                      const clfft_choice *choice,
                                      const clfft_plan_params *params,
                                      struct clfft_progress *progress,
                                      clfft_plan **plan)
{
    clfft_status status = clfft_plan_new(device, desc, params, plan);

    if (status != CLFFT_STATUS_OK)
        return status;
    status = clfft_plan_adopt(*plan, choice, params, progress);
    if (status != CLFFT_STATUS_OK)
        clfft_plan_destroy(plan);
    return status;
}

void clfft_plan_destroy(clfft_plan **plan)
{
    clfft_plan *p = *plan;

    if (!p)
        return;
    *plan = NULL;
    if (p->last_queue)
        clfft_drain_queue(p->waiter, p->last_queue);
    if (clfft_has_given_up(p->waiter))
        return; /* the device may still be using everything that the plan has */
    if (p->last_queue)
        clReleaseCommandQueue(p->last_queue);
    clfft_plan_clear(p);
    RELEASE_BUFFERS(p->scratch);
    clfft_plan_release_hooks(p);
    clfft_desc_clear(&p->desc);
    free(p->text);
    clfft_device_drop(&p->device);
    free(p);
}
