/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* plan.c: creates and destroys plans: chooses a recipe, builds it, checks it,
   and tries the next recipe if that fails. */
#include "plan.h"

#include "clfft/base/error.h"
#include "clfft/planner/fit.h"
#include "clfft/planner/planner.h"
#include "clfft/device/wait.h"

#include <inttypes.h>
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

static clfft_status upload_bytes(clfft_plan *plan, const void *bytes,
                                 size_t size, cl_mem *buffer)
{
    return clfft_device_new_buffer(plan->device, CL_MEM_READ_ONLY, size, bytes,
                                   buffer);
}

/* Uploads numbers in the plan's precision. */
static clfft_status upload(clfft_plan *plan, const double *values, size_t n,
                           cl_mem *buffer)
{
    const size_t size = n * plan->real_size;
    clfft_status status;
    float *narrow = NULL;

    if (!values || n == 0) /* of bands that hold no bin */
        return CLFFT_STATUS_OK;
    if (plan->real_size == 4) {
        narrow = malloc(size ? size : 1);
        if (!narrow)
            return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a table");
        for (size_t i = 0; i < n; i++)
            narrow[i] = (float)values[i];
    }
    status = upload_bytes(plan, narrow ? (const void *)narrow : values, size,
                          buffer);
    free(narrow);
    return status;
}

static clfft_status upload_indices(clfft_plan *plan, const uint32_t *values,
                                   size_t n, cl_mem *buffer)
{
    return upload_bytes(plan, values, n * sizeof *values, buffer);
}

/* Uploads the gain, in stored order. With several axes it is applied along axis
   0, before sides are made, in the order of the bins. */
static clfft_status upload_gain(clfft_plan *plan)
{
    const clfft_desc *d = &plan->desc;
    const uint64_t n = clfft_desc_output_points(d, 0);
    unsigned axes[CLFFT_MAX_RANK];
    clfft_status status;
    double *turned;

    if (!d->store.gain || d->store.sides != CLFFT_SIDES_CENTERED ||
        clfft_active_axes(d, axes) == 1)
        return upload(plan, d->store.gain, n, &plan->hooks.gain);
    turned = malloc(n * sizeof *turned);
    if (!turned)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a table");
    for (uint64_t k = 0; k < n; k++)
        turned[k] = d->store.gain[(k + n / 2) % n];
    status = upload(plan, turned, n, &plan->hooks.gain);
    free(turned);
    return status;
}

clfft_status clfft_upload_color_map(clfft_plan *plan)
{
    struct clfft_codes *codes = &plan->hooks.codes;

    if (!codes->color_map || codes->colors)
        return CLFFT_STATUS_OK;
    return upload_bytes(plan, codes->color_map, CLFFT_COLOR_MAP_SIZE,
                        &codes->colors);
}

static clfft_status upload_hooks(clfft_plan *plan)
{
    const clfft_desc *d = &plan->desc;
    const clfft_bands *b = &d->store.bands;
    const clfft_rings *r = &d->store.rings;
    clfft_status status;

    for (unsigned a = 0; a < CLFFT_MAX_RANK; a++)
        TRY(upload(plan, d->load.windows[a], d->load.lengths[a],
                   &plan->hooks.windows[a]));
    TRY(upload(plan, d->load.matrix,
               (size_t)d->load.n_rows * d->load.n_sources,
               &plan->hooks.matrix));
    TRY(upload_gain(plan));
    plan->hooks.codes = (struct clfft_codes){.lowest = d->store.lowest,
                                             .highest = d->store.highest,
                                             .color_map = d->store.color_map};
    TRY(clfft_upload_color_map(plan));
    if (b->n_bands) {
        TRY(upload_indices(plan, b->first, b->n_bands + (size_t)1,
                           &plan->hooks.first));
        TRY(upload_indices(plan, b->start, b->n_bands, &plan->hooks.start));
        TRY(upload(plan, b->weight, b->first[b->n_bands],
                   &plan->hooks.weight));
    }
    if (r->n_rings) {
        TRY(upload_indices(plan, r->first, r->n_rings + (size_t)1,
                           &plan->hooks.first));
        TRY(upload_indices(plan, r->bin, r->first[r->n_rings],
                           &plan->hooks.start));
        TRY(upload(plan, r->weight, r->first[r->n_rings],
                   &plan->hooks.weight));
    }
fail:
    return status;
}

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

/* ---- choices ---- */

/* Makes the plan run `choice`, and checks it unless told not to. */
static clfft_status adopt(clfft_plan *plan, const clfft_choice *choice,
                          const clfft_plan_params *params,
                          struct clfft_progress *progress)
{
    const clfft_limits *limits = &plan->device->limits;
    clfft_status status;
    uint64_t size;

    TRY(clfft_recipe_expand(&plan->desc, choice, &plan->recipe));
    TRY(clfft_fit_buffers(&plan->desc, &plan->recipe, limits));
    TRY(clfft_fit_scratch(&plan->desc, &plan->recipe, limits,
                          plan->scratch_offset, &size));
    plan->scratch_size = (size_t)size;
    free(plan->text);
    plan->text = clfft_choice_write(choice);
    if (!plan->text)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a plan");
    TRY(clfft_plan_build(plan, progress));
    TRY(take_scratch(plan));
    if (!params->no_self_check) {
        const double n = plan->recipe.n_steps;
        progress->about[0] = 0;
        TRY(clfft_progress_tell(progress, n / (n + 1), "checking the result"));
        TRY(clfft_plan_check(plan));
    }
fail:
    return status;
}

static bool is_final(clfft_status status)
{
    return status == CLFFT_STATUS_OK || status == CLFFT_STATUS_CANCELLED ||
           status == CLFFT_STATUS_NO_MEMORY;
}

/* Logs why a choice was dropped; a reason that all choices share is told
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

/* Remembers that candidate `i` passed the check, so that the next plan begins
   with it. */
static void keep_tuning(const clfft_plan *plan, const clfft_plan_params *params,
                        enum clfft_tuning tuning, const clfft_choice *choice,
                        unsigned i)
{
    if (tuning == CLFFT_TUNING_MEASURED ||
        (tuning == CLFFT_TUNING_RECALLED && i > 0))
        clfft_tune_remember(plan->device, &plan->desc, params->schedule,
                            choice);
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

static clfft_status adopt_best(clfft_plan *plan,
                               const clfft_plan_params *params)
{
    struct clfft_progress progress = {.call = params->progress,
                                      .data = params->progress_data};
    struct candidates candidates = {
        .planner = clfft_planner_new(&plan->desc, &plan->device->limits,
                                     params->schedule)};
    clfft_status status = CLFFT_STATUS_NO_MEMORY;
    const clfft_choice *choice;
    struct failure first = {CLFFT_STATUS_OK, ""};
    char last[CLFFT_LONGEST_ERROR] = "";

    if (!candidates.planner)
        goto fail;
    if (params->recipe || params->effort == CLFFT_EFFORT_MEASURE)
        TRY(make_list(plan, params, &progress, &candidates));
    status = CLFFT_STATUS_UNSUPPORTED;
    for (unsigned i = 0; (choice = get_candidate(&candidates, i)); i++) {
        clfft_progress_begin(&progress, 1, "preparing ");
        status = clfft_check_waiter(params->waiter); /* of the last choice */
        if (status == CLFFT_STATUS_OK)
            status = adopt(plan, choice, params, &progress);
        /* a caller that gives up now has had all of them measured */
        if (status == CLFFT_STATUS_OK ||
            (status == CLFFT_STATUS_CANCELLED && i == 0 &&
             !clfft_has_given_up(params->waiter)))
            keep_tuning(plan, params, candidates.tuning, choice, i);
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

/* ---- life ---- */

static clfft_status check_description(const clfft_device *device,
                                      const clfft_desc *desc)
{
    if (desc->precision == CLFFT_PRECISION_DOUBLE && !device->limits.has_double)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "%s has no double precision",
                          device->limits.device_name);
    return CLFFT_STATUS_OK;
}

static clfft_status new_plan(clfft_device *device, const clfft_desc *desc,
                             const clfft_plan_params *params,
                             clfft_plan **plan)
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
    TRY(check_description(device, &p->desc));
    TRY(upload_hooks(p));
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
    clfft_status status = new_plan(device, desc, params, plan);

    if (status != CLFFT_STATUS_OK)
        return status;
    status = adopt(*plan, choice, params, progress);
    if (status != CLFFT_STATUS_OK)
        clfft_plan_destroy(plan);
    return status;
}

clfft_status clfft_plan_create(clfft_device *device, const clfft_desc *desc,
                               const clfft_plan_params *params,
                               clfft_plan **plan)
{
    static const clfft_plan_params defaults;
    clfft_status status;

    *plan = NULL;
    if (!params)
        params = &defaults;
    status = new_plan(device, desc, params, plan);
    if (status != CLFFT_STATUS_OK)
        return status;
    status = adopt_best(*plan, params);
    if (status != CLFFT_STATUS_OK) {
        clfft_plan_destroy(plan);
        return status;
    }
    if (params->progress)
        params->progress(1.0, "ready", params->progress_data);
    clfft_log(device, CLFFT_LOG_INFO, "plan: %s", (*plan)->text);
    return CLFFT_STATUS_OK;
}

static void release(cl_mem *buffer)
{
    if (*buffer)
        clReleaseMemObject(*buffer);
    *buffer = NULL;
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
    release(&p->scratch);
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        release(&p->hooks.windows[d]);
    release(&p->hooks.matrix);
    release(&p->hooks.gain);
    release(&p->hooks.first);
    release(&p->hooks.start);
    release(&p->hooks.weight);
    release(&p->hooks.codes.colors);
    clfft_desc_clear(&p->desc);
    free(p->text);
    clfft_device_drop(&p->device);
    free(p);
}

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
