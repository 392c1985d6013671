/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* execute.c: checks calls, and cuts them into pieces. */
#include "piece.h"

#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/device/chain.h"
#include "clfft/device/check_handles.h"

/* Whether nothing is left of what was heard, and nothing comes. */
static bool is_silent(const struct clfft_piece *p)
{
    const clfft_convolver *c = p->c;

    return !p->input && (c->is_fresh || c->time - c->heard >= c->memory);
}

/* Gives silence. What comes next may as well be the beginning. */
static clfft_status be_silent(struct clfft_piece *p)
{
    clfft_convolver *c = p->c;
    clfft_status status = CLFFT_STATUS_OK;

    c->is_fresh = true;
    c->time = c->heard = 0;
    if (p->output)
        TRY(clfft_piece_step(p, false, true));
fail:
    return status;
}

/* The output comes first, in one launch with the input, where it needs nothing
   of the new blocks. */
static clfft_status run_piece(struct clfft_piece *p)
{
    clfft_convolver *c = p->c;
    clfft_status status;
    bool at_once;

    if (is_silent(p))
        return be_silent(p);
    clfft_piece_find_batches(p);
    at_once = clfft_piece_is_one_step(p);
    TRY(clfft_piece_step(p, true, at_once));
    TRY(clfft_piece_run_batches(p));
    if (p->output && !at_once)
        TRY(clfft_piece_step(p, false, true));
    c->time += p->n;
    c->heard = p->input ? c->time : c->heard;
    c->is_fresh = false;
fail:
    return status;
}

/* Checks one side of a call: its buffer has room for all channels. */
static clfft_status check_side(const clfft_convolver *c, const char *name,
                               cl_mem buffer, unsigned channels,
                               uint64_t n_frames, uint64_t offset,
                               uint64_t distance)
{
    uint64_t end;

    if (!buffer)
        return CLFFT_STATUS_OK;
    if (!checked_multiply(distance ? distance : n_frames, channels - 1, &end) ||
        !checked_add(end, offset, &end) || !checked_add(end, n_frames, &end) ||
        !checked_multiply(end, c->real_size, &end))
        end = UINT64_MAX;
    return clfft_check_buffer(c->device, "convolver", name, buffer, end);
}

static clfft_status check_call(const clfft_convolver *c, cl_command_queue queue,
                               cl_mem input, cl_mem output,
                               const clfft_convolver_params *params)
{
    const uint64_t n = params->n_frames;
    clfft_status status;

    TRY(CHECK_RESERVED("clfft_convolver_params", params));
    if (!n || n > c->desc.max_frames)
        return clfft_fail(
            CLFFT_STATUS_INVALID, "convolver: n_frames %llu is not in 1..%llu",
            (unsigned long long)n, (unsigned long long)c->desc.max_frames);
    if (params->output_distance && params->output_distance < n &&
        c->desc.outputs > 1)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "convolver: output_distance %llu is less than "
                          "n_frames %llu",
                          (unsigned long long)params->output_distance,
                          (unsigned long long)n);
    TRY(clfft_check_queue(c->device, "convolver", queue));
    TRY(check_side(c, "input", input, c->desc.inputs, n, params->input_offset,
                   params->input_distance));
    TRY(check_side(c, "output", output, c->desc.outputs, n,
                   params->output_offset, params->output_distance));
fail:
    return status;
}

clfft_status clfft_convolver_execute(clfft_convolver *c, cl_command_queue queue,
                                     cl_mem input, cl_mem output,
                                     const clfft_convolver_params *params)
{
    struct clfft_piece piece = {.c = c,
                                .queue = queue,
                                .input = input,
                                .output = output,
                                .params = params};
    clfft_status status;

    if (params->event)
        *params->event = NULL;
    TRY(check_call(c, queue, input, output, params));
    TRY(clfft_chain_wait(&c->chain, "convolver", params->n_wait, params->wait,
                         &piece.waits));
    TRY(clfft_chain_calls(&c->chain, queue));
    while (piece.first < params->n_frames) {
        const uint64_t left = params->n_frames - piece.first;

        piece.n = left < c->chunk ? left : c->chunk;
        piece.event = piece.n == left ? params->event : NULL;
        TRY(run_piece(&piece));
        piece.first += piece.n;
    }
    if (params->event && !output)
        CL_TRY(clEnqueueMarkerWithWaitList(
            queue, piece.waits.n, piece.waits.n ? piece.waits.events : NULL,
            params->event));
fail:
    /* the output may be under way when what comes behind it fails */
    if (status != CLFFT_STATUS_OK && params->event && *params->event) {
        clReleaseEvent(*params->event);
        *params->event = NULL;
    }
    return status;
}

void clfft_convolver_reset(clfft_convolver *c)
{
    clfft_chain_forget(&c->chain, c->desc.waiter);
    c->time = c->heard = 0;
    c->is_fresh = true;
}
