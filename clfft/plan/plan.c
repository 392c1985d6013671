/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* plan.c: chooses a recipe for a plan, has it built and checked, and tries the
   next recipe if that fails. */
#include "plan.h"

#include "clfft/base/error.h"
#include "clfft/planner/planner.h"
#include "clfft/device/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- choices ---- */

static bool is_final(clfft_status status)
{
    return status == CLFFT_STATUS_OK || status == CLFFT_STATUS_CANCELLED ||
           status == CLFFT_STATUS_NO_MEMORY;
}

/* Logs why a choice was dropped; a reason that all choices share is logged
   once. */
static void log_failure(const clfft_plan *plan, const clfft_choice *choice,
                        char last[CLFFT_LONGEST_ERROR])
{
    const bool again = !strcmp(last, clfft_last_error());
    char *text = clfft_choice_write(choice);

    clfft_log(plan->device, again ? CLFFT_LOG_DEBUG : CLFFT_LOG_WARNING,
              "recipe \"%s\" failed: %s", text ? text : "?",
              clfft_last_error());
    free(text);
    snprintf(last, CLFFT_LONGEST_ERROR, "%s", clfft_last_error());
}

/* Why no choice served: what failed says more than that others do not fit the
   device. */
struct failure {
    clfft_status status; /* of the first choice that failed so, or OK */
    char reason[CLFFT_LONGEST_ERROR];
};

static void note_failure(struct failure *first, clfft_status status)
{
    if (first->status != CLFFT_STATUS_OK || status == CLFFT_STATUS_UNSUPPORTED)
        return;
    first->status = status;
    snprintf(first->reason, sizeof first->reason, "%s", clfft_last_error());
}

/* The choices that are tried in turn: those that the planner makes, or a
   list. */
struct candidates {
    clfft_planner *planner;
    clfft_choice *list;
    unsigned n; /* of the list */
    enum clfft_tuning tuning;
};

static const clfft_choice *get_candidate(const struct candidates *c, unsigned i)
{
    if (!c->list)
        return clfft_planner_get(c->planner, i);
    return i < c->n ? &c->list[i] : NULL;
}

/* Remembers candidate `i` so that the next plan begins with it: one that passed
   the check, or the fastest of what had been measured when the caller gave up.
 */
static void keep_tuning(const clfft_plan *plan, const clfft_plan_params *params,
                        const struct candidates *c, unsigned i,
                        clfft_status status)
{
    const bool is_news = c->tuning == CLFFT_TUNING_MEASURED ||
                         (c->tuning == CLFFT_TUNING_RECALLED && i > 0);
    const bool gave_up = status == CLFFT_STATUS_CANCELLED && i == 0 &&
                         !clfft_has_given_up(params->waiter);

    if (is_news && (status == CLFFT_STATUS_OK || gave_up))
        clfft_tune_remember(plan->device, &plan->desc, params->schedule,
                            get_candidate(c, i));
}

static clfft_status make_list(clfft_plan *plan, const clfft_plan_params *params,
                              struct clfft_progress *progress,
                              struct candidates *c)
{
    clfft_status status = CLFFT_STATUS_OK;

    c->list = calloc(CLFFT_MAX_CANDIDATES + 1, sizeof *c->list);
    if (!c->list)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a plan");
    if (params->recipe) {
        c->n = 1;
        return clfft_choice_parse(params->recipe, c->list);
    }
    while (c->n < CLFFT_MAX_CANDIDATES && clfft_planner_get(c->planner, c->n)) {
        c->list[c->n] = *clfft_planner_get(c->planner, c->n);
        c->n++;
    }
    if (c->n > 1)
        status = clfft_tune(plan->device, &plan->desc, params, progress,
                            c->list, &c->n, &c->tuning);
    return status;
}

clfft_status clfft_plan_adopt_best(clfft_plan *plan,
                                   const clfft_plan_params *params)
{
    struct clfft_progress progress = {.call = params->progress,
                                      .data = params->progress_data};
    struct candidates candidates = {
        .planner = clfft_planner_new(&plan->desc, &plan->device->limits,
                                     params->schedule)};
    clfft_status status =
        candidates.planner ? CLFFT_STATUS_OK : CLFFT_STATUS_NO_MEMORY;
    const clfft_choice *choice;
    struct failure first = {CLFFT_STATUS_OK, ""};
    char last[CLFFT_LONGEST_ERROR] = "";

    if (status == CLFFT_STATUS_OK &&
        (params->recipe || params->effort == CLFFT_EFFORT_MEASURE))
        status = make_list(plan, params, &progress, &candidates);
    if (status != CLFFT_STATUS_OK) {
        keep_tuning(plan, params, &candidates, 0, status);
        goto fail;
    }
    status = CLFFT_STATUS_UNSUPPORTED;
    for (unsigned i = 0; (choice = get_candidate(&candidates, i)); i++) {
        clfft_progress_begin(&progress, 1, "preparing ");
        status = clfft_check_waiter(params->waiter); /* of the last choice */
        if (status == CLFFT_STATUS_OK)
            status = clfft_plan_adopt(plan, choice, params, &progress);
        keep_tuning(plan, params, &candidates, i, status);
        if (is_final(status))
            break;
        log_failure(plan, choice, last);
        note_failure(&first, status);
        clfft_plan_clear(plan);
    }
    if (!choice && first.status != CLFFT_STATUS_OK)
        status = clfft_fail(first.status, "%s", first.reason);
fail:
    clfft_planner_free(candidates.planner);
    free(candidates.list);
    return status;
}

/* ---- what it is ---- */

void clfft_plan_get_info(const clfft_plan *plan, clfft_plan_info *info)
{
    *info = (clfft_plan_info){
        .recipe = plan->text,
        .schedule = plan->recipe.schedule,
        .n_kernels = plan->recipe.n_steps,
        .scratch_size = plan->scratch_size,
        .from_cache = plan->from_cache,
        .limit = clfft_choice_limit(&plan->desc, &plan->recipe.choice),
    };
}

clfft_status clfft_plan_get_kernel(const clfft_plan *plan, unsigned index,
                                   clfft_kernel_info *info)
{
    const cl_device_id id = plan->device->id;
    clfft_status status = CLFFT_STATUS_OK;
    cl_ulong private_size = 0, local_size = 0;
    cl_kernel kernel;

    memset(info, 0, sizeof *info);
    if (index >= plan->recipe.n_steps)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "kernel %u of a plan that has %u", index,
                          plan->recipe.n_steps);
    TRY(clfft_check_process());
    kernel = plan->steps[index].kernel;
    CL_TRY(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof info->name,
                           info->name, NULL));
    CL_TRY(clGetKernelWorkGroupInfo(kernel, id, CL_KERNEL_PRIVATE_MEM_SIZE,
                                    sizeof private_size, &private_size, NULL));
    CL_TRY(clGetKernelWorkGroupInfo(kernel, id, CL_KERNEL_LOCAL_MEM_SIZE,
                                    sizeof local_size, &local_size, NULL));
    info->private_size = (size_t)private_size;
    info->local_size = (size_t)local_size;
fail:
    return status;
}
