/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * check_transfer.c: moves the self-check's input to the device and its output
 * back, and waits. What is small goes as a whole; of what is large the device
 * makes copies of a block, and only the results that are compared come back:
 * the host's work does not grow with the transform.
 */
#include "check.h"

#include "clfft/base/error.h"
#include "clfft/device/wait.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK ((size_t)1 << 20) /* bytes that the host fills, about */
#define COPIED_BLOCKS 128       /* in a command, at most */
#define PIECES 512              /* results that are read at once */

clfft_status clfft_tell_check(const clfft_plan *plan, double fraction)
{
    const double n = clfft_plan_count_parts(plan);

    return clfft_progress_tell(plan->progress, (n - 1 + fraction) / n,
                               "checking the result");
}

static bool go_on(void *data)
{
    const clfft_plan *plan = data;

    return clfft_tell_check(plan, 0) == CLFFT_STATUS_OK;
}

clfft_status clfft_plan_await_check(clfft_plan *plan, cl_command_queue queue,
                                    double fraction)
{
    clfft_status status = CLFFT_STATUS_OK;
    cl_event marker;

    if (!plan->progress->call)
        return CLFFT_STATUS_OK;
    CL_TRY(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
    status = clfft_wait_asking(plan->waiter, queue, marker, go_on, plan);
    clReleaseEvent(marker);
    TRY(status);
    TRY(clfft_tell_check(plan, fraction));
fail:
    return status;
}

/* Fills a buffer with copies of `unit` bytes. */
static clfft_status fill(clfft_plan *plan, cl_command_queue queue,
                         cl_mem buffer, size_t size, const void *bytes,
                         size_t unit)
{
    const size_t whole = BLOCK / unit * unit;
    const size_t block = whole < size ? whole : size;
    unsigned char *filled = malloc(block);
    clfft_status status = CLFFT_STATUS_OK;

    if (!filled)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no memory for the self-check");
    for (size_t at = 0; at < block; at += unit)
        memcpy(filled + at, bytes, block - at < unit ? block - at : unit);
    TRY(clfft_write_buffer(plan->waiter, queue, buffer, 0, block, filled));
    for (size_t at = block, n; at < size; at += n) {
        n = at < COPIED_BLOCKS * block ? at : COPIED_BLOCKS * block;
        n = n < size - at ? n : size - at;
        CL_TRY(clEnqueueCopyBuffer(queue, buffer, buffer, 0, at, n, 0, NULL,
                                   NULL));
        TRY(clfft_plan_await_check(plan, queue, 0));
    }
fail:
    free(filled);
    return status;
}

clfft_status clfft_write_probe(clfft_plan *plan, const struct clfft_probe *p,
                               cl_command_queue queue, cl_mem input,
                               cl_mem output)
{
    const size_t element = clfft_desc_get_input_size(&plan->desc);
    const struct clfft_question *question = &p->questions[0];
    static const uint64_t nan = UINT64_MAX;
    unsigned char bytes[16];
    clfft_status status;

    if (!p->is_sampled) {
        if (output)
            TRY(clfft_write_buffer(plan->waiter, queue, output, 0,
                                   p->output_size, p->output));
        return clfft_write_buffer(plan->waiter, queue, input, 0, p->input_size,
                                  p->input);
    }
    if (output)
        TRY(fill(plan, queue, output, p->output_size, &nan, sizeof nan));
    clfft_put_point(plan, bytes, 0, 0);
    TRY(fill(plan, queue, input, p->input_size, bytes, element));
    for (unsigned i = 0; i < question->n_impulses; i++) {
        const struct clfft_impulse *impulse = &question->impulses[i];

        clfft_put_point(plan, bytes, impulse->re, impulse->im);
        TRY(clfft_write_buffer(plan->waiter, queue, input,
                               impulse->place * element, element, bytes));
    }
fail:
    return status;
}

clfft_status clfft_read_probe(clfft_plan *plan, const struct clfft_probe *p,
                              cl_command_queue queue, cl_mem output)
{
    const size_t element = clfft_desc_get_output_size(&plan->desc);
    clfft_status status = CLFFT_STATUS_OK;
    uint64_t offsets[PIECES];

    if (!p->is_sampled)
        return clfft_read_buffer(plan->waiter, queue, output, p->output_size,
                                 p->output);
    for (uint64_t i = 0, n; i < p->n_compared; i += n) {
        n = p->n_compared - i < PIECES ? p->n_compared - i : PIECES;
        for (uint64_t j = 0; j < n; j++)
            offsets[j] =
                clfft_find_result(&plan->desc, clfft_compared(p, i + j), NULL,
                                  NULL) *
                element;
        TRY(clfft_read_pieces(plan->waiter, queue, output, (size_t)n, offsets,
                              element, p->output + i * element));
        TRY(clfft_tell_check(plan, 0));
    }
fail:
    return status;
}
