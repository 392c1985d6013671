/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * execute.c: launches the steps of a plan. Nothing here allocates, compiles or
 * waits, but in the self-check and for a long call of a thread that is watched.
 */
#include "plan.h"

#include "clfft/base/error.h"
#include "clfft/base/watch.h"
#include "clfft/device/chain.h"
#include "clfft/device/wait.h"

/* ---- buffers ---- */

static cl_mem buffer_of(int buffer, cl_mem input, cl_mem output, cl_mem scratch)
{
    return buffer == CLFFT_BUFFER_INPUT    ? input
           : buffer == CLFFT_BUFFER_OUTPUT ? output
                                           : scratch;
}

/* ---- order ---- */

/* A step waits for the event of the one before where the queue keeps no order
   and where somebody asks for the event of the call: it fails with each step,
   and with what the first one waits for (device/chain.h). */
struct order {
    bool is_chained, is_watched;
    cl_uint n_wait;
    const cl_event *wait;
    cl_event chain; /* the step before */
};

static clfft_status enqueue(cl_command_queue queue, cl_kernel kernel,
                            const struct clfft_grid *grid, struct order *order,
                            cl_event *event)
{
    clfft_status status = CLFFT_STATUS_OK;
    const bool chained = order->chain != NULL;
    cl_event next = NULL;
    const bool wanted = event || order->is_chained;

    CL_TRY(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, grid->global,
                                  grid->local, chained ? 1 : order->n_wait,
                                  chained ? &order->chain : order->wait,
                                  wanted ? &next : NULL));
    order->n_wait = 0;
    order->wait = NULL;
    if (chained)
        clReleaseEvent(order->chain);
    order->chain = NULL;
    if (order->is_chained) {
        order->chain = next;
        if (event)
            CL_TRY(clRetainEvent(next));
    }
    if (event)
        *event = next;
fail:
    return status;
}

/* Points of a call that is long on a CPU: milliseconds. */
#define LONG_CALL ((uint64_t)1 << 20)

/* No command can be taken back, so that a thread which may be stopped enqueues
   one launch of a long call after the other. A launch is not cut: its kernels
   count groups by get_group_id(), which begins at 0 whatever the offset of the
   launch, so that each family would need an argument more. Of 2^24 points it
   takes a few tenths of a second of two cores. */
static bool is_watched(const clfft_plan *plan)
{
    uint64_t points = plan->call.batch;

    for (unsigned a = 0; a < plan->desc.rank; a++)
        points *= plan->desc.lengths[a];
    return points >= LONG_CALL &&
           plan->device->limits.type & CL_DEVICE_TYPE_CPU &&
           clfft_watch_is_set();
}

/* Calls of a plan with its own scratch memory must not overlap: if the queue
   changes, or keeps no order, the new call waits for a marker of the old
   one. */
static clfft_status chain_queues(clfft_plan *plan, cl_command_queue queue,
                                 bool in_order, cl_event *marker)
{
    clfft_status status = CLFFT_STATUS_OK;

    *marker = NULL;
    if (plan->last_queue && (plan->last_queue != queue || !in_order) &&
        plan->scratch) {
        CL_TRY(clEnqueueMarkerWithWaitList(plan->last_queue, 0, NULL, marker));
        CL_TRY(clFlush(plan->last_queue));
    }
    if (plan->last_queue != queue) {
        CL_TRY(clRetainCommandQueue(queue));
        if (plan->last_queue)
            clReleaseCommandQueue(plan->last_queue);
        plan->last_queue = queue;
        plan->in_order = in_order;
    }
fail:
    return status;
}

static clfft_status run_step(clfft_plan *plan, unsigned i,
                             cl_command_queue queue, cl_mem input,
                             cl_mem output, cl_mem scratch, struct order *order,
                             cl_event *event)
{
    const clfft_step *step = &plan->recipe.steps[i];
    const cl_mem in = buffer_of(step->in.buffer, input, output, scratch);
    const cl_mem out = buffer_of(step->out.buffer, input, output, scratch);
    clfft_plan_step *s = &plan->steps[i];
    clfft_status status;

    CL_TRY(clSetKernelArg(s->kernel, 0, sizeof in, &in));
    CL_TRY(clSetKernelArg(s->kernel, 1, sizeof out, &out));
    TRY(step->kind == CLFFT_STEP_SEED_METHOD
            ? clfft_plan_set_seed_method(plan, i)
            : clfft_plan_set_arguments(plan, i, scratch));
    TRY(enqueue(queue, s->kernel, &s->grid, order, event));
    /* one that fails fails what is chained to it */
    if (order->is_watched)
        clfft_wait_for_event(plan->waiter, order->chain);
    /* a first launch may compile */
    if (plan->in_check)
        TRY(clfft_plan_await_check(plan, queue,
                                   (i + 1.) / (plan->recipe.n_steps + 1)));
fail:
    return status;
}

clfft_status clfft_plan_execute_slice(clfft_plan *plan, cl_command_queue queue,
                                      cl_mem input, cl_mem output,
                                      const clfft_execute_params *params,
                                      bool in_order)
{
    const unsigned n = plan->recipe.n_steps;
    struct order order = {0};
    cl_event waits[CLFFT_MOST_EVENTS + 1], marker = NULL;
    clfft_status status;

    TRY(chain_queues(plan, queue, in_order, &marker));
    order.is_watched = is_watched(plan);
    order.is_chained =
        order.is_watched || (n > 1 && (!in_order || params->event));
    for (unsigned i = 0; i < params->n_wait; i++)
        waits[order.n_wait++] = params->wait[i];
    if (marker)
        waits[order.n_wait++] = marker;
    order.wait = order.n_wait ? waits : NULL;
    for (unsigned i = 0; i < n; i++) {
        if (order.is_watched)
            TRY(clfft_watch_tell("a transform", i, n));
        TRY(run_step(plan, i, queue, input, output,
                     plan->scratch ? plan->scratch : params->scratch, &order,
                     params->launches ? &params->launches[i]
                     : i + 1 == n     ? params->event
                                      : NULL));
    }
    if (params->launches && params->event) {
        CL_TRY(clRetainEvent(params->launches[n - 1]));
        *params->event = params->launches[n - 1];
    }
fail:
    if (order.chain)
        clReleaseEvent(order.chain);
    if (marker)
        clReleaseEvent(marker);
    return status;
}
