/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * execute.c: launching the steps of a plan. Nothing here allocates, compiles
 * or waits.
 */
#include "plan.h"

#include "error.h"
#include "geometry.h"
#include "owner.h"

#include <string.h>

/* ---- buffers ---- */

static cl_mem buffer_of(int buffer, cl_mem input, cl_mem output,
                        cl_mem scratch)
{
    return buffer == CLFFT_BUFFER_INPUT    ? input
           : buffer == CLFFT_BUFFER_OUTPUT ? output
                                           : scratch;
}

/* ---- order ---- */

struct order {
    bool in_order;       /* the queue keeps it */
    cl_uint n_wait;
    const cl_event *wait;
    cl_event chain;      /* the step before, on out-of-order queues */
};

static clfft_status enqueue(cl_command_queue queue, cl_kernel kernel,
                            const struct clfft_grid *grid, struct order *order,
                            cl_event *event)
{
    clfft_status status = CLFFT_STATUS_OK;
    const bool chained = order->chain != NULL;
    cl_event next = NULL;
    const bool wanted = event || !order->in_order;

    CL_TRY(clEnqueueNDRangeKernel(
        queue, kernel, 2, NULL, grid->global, grid->local,
        chained ? 1 : order->n_wait, chained ? &order->chain : order->wait,
        wanted ? &next : NULL));
    order->n_wait = 0;
    order->wait = NULL;
    if (chained)
        clReleaseEvent(order->chain);
    order->chain = NULL;
    if (!order->in_order) {
        order->chain = next;
        if (event)
            CL_TRY(clRetainEvent(next));
    }
    if (event)
        *event = next;
fail:
    return status;
}

/*
 * With scratch of its own a plan's calls must not overlap: when the queue
 * changes, or keeps no order, the new call waits for a marker of the old one.
 */
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
    }
fail:
    return status;
}

/* Bytes up to the end of what a call touches on one side; the most there is
   where that overflows. */
static uint64_t end_of(uint64_t offset, uint64_t length, size_t element)
{
    return offset > UINT64_MAX / element - length ? UINT64_MAX
                                                  : (offset + length) * element;
}

/* Of a call with smaller counts. */
static clfft_status measure_extent(const clfft_plan *plan,
                                   const struct clfft_call *call,
                                   uint64_t *input_length,
                                   uint64_t *output_length)
{
    clfft_desc used = plan->desc;

    for (unsigned d = 0; d < used.n_loops; d++)
        used.loops[d].count = call->counts[d];
    return clfft_desc_get_extent(&used, input_length, output_length);
}

static clfft_status check_buffers(const clfft_plan *plan,
                                  cl_command_queue queue, cl_mem input,
                                  cl_mem output,
                                  const clfft_execute_params *params,
                                  const struct clfft_call *call)
{
    uint64_t input_length = plan->input_length;
    uint64_t output_length = plan->output_length;
    clfft_status status;

    if (!queue || !input || !output)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "execute: no queue, input or output");
    if ((input == output) != plan->desc.in_place)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          plan->desc.in_place
                              ? "execute: the plan works in place, input and "
                                "output differ"
                              : "execute: the plan needs separate buffers");
    if (plan->desc.in_place &&
        params->input_offset * clfft_desc_get_input_size(&plan->desc) !=
            params->output_offset * clfft_desc_get_output_size(&plan->desc))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "execute: in place needs equal offsets in bytes");
    if (plan->external_scratch && plan->scratch_size && !params->scratch)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "execute: the plan needs %zu bytes of scratch",
                          plan->scratch_size);
    TRY(clfft_check_queue(plan->device, "execute", queue));
    if (!call->is_whole)
        TRY(measure_extent(plan, call, &input_length, &output_length));
    TRY(clfft_check_buffer(plan->device, "execute", "input", input,
                           end_of(params->input_offset, input_length,
                                  clfft_desc_get_input_size(&plan->desc))));
    TRY(clfft_check_buffer(plan->device, "execute", "output", output,
                           end_of(params->output_offset, output_length,
                                  clfft_desc_get_output_size(&plan->desc))));
    if (plan->external_scratch && plan->scratch_size)
        TRY(clfft_check_buffer(plan->device, "execute", "scratch",
                               params->scratch, plan->scratch_size));
fail:
    return status;
}

static clfft_status run_step(clfft_plan *plan, unsigned i,
                             const struct clfft_call *call,
                             cl_command_queue queue, cl_mem input,
                             cl_mem output, cl_mem scratch,
                             struct order *order, cl_event *event)
{
    const clfft_step *step = &plan->recipe.steps[i];
    const cl_mem in = buffer_of(step->in.buffer, input, output, scratch);
    const cl_mem out = buffer_of(step->out.buffer, input, output, scratch);
    clfft_plan_step *s = &plan->steps[i];
    clfft_status status;
    struct clfft_grid grid;

    clfft_call_fill_loops(plan, step, call, &s->pass);
    grid = clfft_call_grid(plan, step, &s->pass);
    CL_TRY(clSetKernelArg(s->kernel, 0, sizeof in, &in));
    CL_TRY(clSetKernelArg(s->kernel, 1, sizeof out, &out));
    TRY(step->kind == CLFFT_STEP_LAUNCH
            ? clfft_plan_set_launch(plan, i)
            : clfft_plan_set_arguments(plan, i, scratch));
    TRY(enqueue(queue, s->kernel, &grid, order, event));
fail:
    return status;
}

clfft_status clfft_plan_execute(clfft_plan *plan, cl_command_queue queue,
                                cl_mem input, cl_mem output,
                                const clfft_execute_params *params)
{
    static const clfft_execute_params defaults;
    const unsigned n = plan->recipe.n_steps;
    cl_command_queue_properties properties = 0;
    struct order order = {0};
    cl_event waits[64], marker = NULL;
    clfft_status status;
    struct clfft_call call = {0};

    if (!params)
        params = &defaults;
    if (params->event)
        *params->event = NULL;
    for (unsigned i = 0; params->launches && i < n; i++)
        params->launches[i] = NULL;
    if (params->n_wait > 63)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "execute: %u events to wait for are more than 63",
                          params->n_wait);
    TRY(clfft_call_read(plan, params, &call));
    TRY(check_buffers(plan, queue, input, output, params, &call));
    CL_TRY(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties,
                                 &properties, NULL));
    order.in_order = !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    TRY(chain_queues(plan, queue, order.in_order, &marker));
    for (unsigned i = 0; i < params->n_wait; i++)
        waits[order.n_wait++] = params->wait[i];
    if (marker)
        waits[order.n_wait++] = marker;
    order.wait = order.n_wait ? waits : NULL;
    for (unsigned i = 0; i < n; i++)
        TRY(run_step(plan, i, &call, queue, input, output,
                     plan->scratch ? plan->scratch : params->scratch, &order,
                     params->launches ? &params->launches[i]
                     : i + 1 == n     ? params->event : NULL));
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
