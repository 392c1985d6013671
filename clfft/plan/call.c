/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* call.c: checks what a call of execute is given, and lays the plan's steps out
   for it. Nothing is enqueued here. */
#include "layout.h"

#include "clfft/base/error.h"
#include "clfft/device/chain.h"
#include "clfft/device/check_handles.h"

/* The plan retains the last queue, so what is known of it stays true. */
static clfft_status learn_queue(const clfft_plan *plan, cl_command_queue queue,
                                bool *in_order)
{
    cl_command_queue_properties properties = 0;
    clfft_status status = CLFFT_STATUS_OK;

    *in_order = plan->in_order;
    if (queue == plan->last_queue)
        return CLFFT_STATUS_OK;
    TRY(clfft_check_queue(plan->device, "execute", queue));
    CL_TRY(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties,
                                 &properties, NULL));
    *in_order = !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
fail:
    return status;
}

/* Buffers are not retained: a handle of the last call may belong to another one
   now. */
static clfft_status check_buffers(const clfft_plan *plan, cl_mem input,
                                  cl_mem output, cl_mem scratch)
{
    clfft_status status;

    if ((input == output) != plan->desc.in_place)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          plan->desc.in_place
                              ? "execute: the plan works in place, input and "
                                "output differ"
                              : "execute: the plan needs separate buffers");
    TRY(clfft_check_buffer(plan->device, "execute", "input", input,
                           plan->call.input_end));
    TRY(clfft_check_buffer(plan->device, "execute", "output", output,
                           plan->call.output_end));
    if (plan->external_scratch && plan->scratch_size)
        TRY(clfft_check_buffer(plan->device, "execute", "scratch", scratch,
                               plan->scratch_size));
fail:
    return status;
}

static clfft_status check_params(const clfft_plan *plan, cl_command_queue queue,
                                 cl_mem input, cl_mem output,
                                 const clfft_execute_params *params)
{
    if (params->n_wait > CLFFT_MOST_EVENTS)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "execute: %u events to wait for are more than %d",
                          params->n_wait, CLFFT_MOST_EVENTS);
    if (!queue || !input || !output)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "execute: no queue, input or output");
    if (plan->external_scratch && plan->scratch_size && !params->scratch)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "execute: the plan needs %zu bytes of scratch",
                          plan->scratch_size);
    return CLFFT_STATUS_OK;
}

clfft_status clfft_plan_prepare_call(clfft_plan *plan, cl_command_queue queue,
                                     cl_mem input, cl_mem output,
                                     const clfft_execute_params *params,
                                     bool *in_order)
{
    clfft_status status;

    TRY(check_params(plan, queue, input, output, params));
    TRY(clfft_check_process());
    TRY(CHECK_RESERVED("clfft_execute_params", params));
    TRY(clfft_plan_take_call(plan, params));
    TRY(learn_queue(plan, queue, in_order));
    TRY(check_buffers(plan, input, output, params->scratch));
fail:
    return status;
}
