/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* slice.c: runs a plan: checks what a call is given and lays the steps out for
   it; a batch of more points than a launch counts goes in several slices, one
   behind the other, each of which is a call of its own. */
#include "layout.h"

#include "clfft/base/error.h"
#include "clfft/device/chain.h"
#include "clfft/device/check_handles.h"

/* ---- a call ---- */

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

static clfft_status prepare_call(clfft_plan *plan, cl_command_queue queue,
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

/* ---- slices ---- */

/* How a call is cut: loops below `loop` are whole, that one has `count` turns a
   slice, those above it have one. */
struct cut {
    unsigned loop;
    uint64_t count;
};

/* false: the call is one slice */
static bool find_cut(const clfft_plan *plan, struct cut *cut)
{
    uint64_t inner = 1;

    for (unsigned d = 0; d < plan->desc.n_loops; d++) {
        const uint64_t count = plan->call.counts[d];

        if (count > plan->slice / inner) {
            *cut = (struct cut){d, plan->slice / inner};
            return true;
        }
        inner *= count;
    }
    return false;
}

/* Moves to the next slice of the call; false: there is none. */
static bool next_slice(const clfft_plan *plan, const struct cut *cut,
                       uint64_t turns[CLFFT_MAX_LOOPS],
                       const uint64_t counts[CLFFT_MAX_LOOPS])
{
    for (unsigned d = cut->loop; d < plan->desc.n_loops; d++) {
        turns[d] += d == cut->loop ? cut->count : 1;
        if (turns[d] < counts[d])
            return true;
        turns[d] = 0;
    }
    return false;
}

/* The call of the slice that begins at `turns`. */
static void set_slice(const clfft_plan *plan, const struct cut *cut,
                      const uint64_t turns[CLFFT_MAX_LOOPS],
                      const uint64_t counts[CLFFT_MAX_LOOPS],
                      const clfft_execute_params *whole,
                      clfft_execute_params *slice)
{
    slice->input_offset = whole->input_offset;
    slice->output_offset = whole->output_offset;
    for (unsigned d = 0; d < plan->desc.n_loops; d++) {
        const clfft_loop *loop = &plan->loops[d];
        const uint64_t left = counts[d] - turns[d];

        slice->counts[d] = d < cut->loop       ? counts[d]
                           : d > cut->loop     ? 1
                           : left < cut->count ? left
                                               : cut->count;
        slice->input_offset += turns[d] * (uint64_t)loop->input_distance;
        slice->output_offset += turns[d] * (uint64_t)loop->output_distance;
    }
}

/* Where the caller will get an event, or the queue keeps no order, a slice
   waits for the one before, with which it fails. */
static clfft_status run_slices(clfft_plan *plan, const struct cut *cut,
                               cl_command_queue queue, cl_mem input,
                               cl_mem output, const clfft_execute_params *whole,
                               bool in_order)
{
    const bool is_chained = whole->event || !in_order;
    uint64_t turns[CLFFT_MAX_LOOPS] = {0}, counts[CLFFT_MAX_LOOPS];
    clfft_execute_params slice = *whole;
    cl_event before = NULL, event = NULL;
    clfft_status status;
    bool is_last;

    for (unsigned d = 0; d < CLFFT_MAX_LOOPS; d++)
        counts[d] = plan->call.counts[d];
    do {
        uint64_t next[CLFFT_MAX_LOOPS];

        for (unsigned d = 0; d < CLFFT_MAX_LOOPS; d++)
            next[d] = turns[d];
        set_slice(plan, cut, turns, counts, whole, &slice);
        is_last = !next_slice(plan, cut, next, counts);
        slice.launches = is_last ? whole->launches : NULL;
        slice.event = is_chained ? &event : NULL;
        if (before) {
            slice.n_wait = 1;
            slice.wait = &before;
        }
        status = prepare_call(plan, queue, input, output, &slice, &in_order);
        if (status == CLFFT_STATUS_OK)
            status = clfft_plan_execute_slice(plan, queue, input, output,
                                              &slice, in_order);
        if (before)
            clReleaseEvent(before);
        before = event;
        event = NULL;
        for (unsigned d = 0; d < CLFFT_MAX_LOOPS; d++)
            turns[d] = next[d];
    } while (status == CLFFT_STATUS_OK && !is_last);
    if (whole->event && status == CLFFT_STATUS_OK)
        *whole->event = before;
    else if (before)
        clReleaseEvent(before);
    return status;
}

clfft_status clfft_plan_execute(clfft_plan *plan, cl_command_queue queue,
                                cl_mem input, cl_mem output,
                                const clfft_execute_params *params)
{
    static const clfft_execute_params defaults;
    clfft_status status;
    struct cut cut;
    bool in_order;

    if (!params)
        params = &defaults;
    if (params->event)
        *params->event = NULL;
    for (unsigned i = 0; params->launches && i < plan->recipe.n_steps; i++)
        params->launches[i] = NULL;
    TRY(prepare_call(plan, queue, input, output, params, &in_order));
    if (find_cut(plan, &cut))
        return run_slices(plan, &cut, queue, input, output, params, in_order);
    return clfft_plan_execute_slice(plan, queue, input, output, params,
                                    in_order);
fail:
    return status;
}
