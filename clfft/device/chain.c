/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* chain.c: see chain.h. */
#include "chain.h"

#include "wait.h"

#include "clfft/base/error.h"

#include <string.h>

clfft_status clfft_chain_calls(struct clfft_chain *chain,
                               cl_command_queue queue)
{
    cl_command_queue_properties properties = 0;
    clfft_status status = CLFFT_STATUS_OK;
    cl_event marker = NULL;

    CL_TRY(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties,
                                 &properties, NULL));
    if (chain->queue && chain->queue != queue) {
        CL_TRY(clEnqueueMarkerWithWaitList(chain->queue, 0, NULL, &marker));
        CL_TRY(clFlush(chain->queue));
        CL_TRY(clEnqueueBarrierWithWaitList(queue, 1, &marker, NULL));
    }
    if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
        CL_TRY(clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL));
    if (chain->queue != queue) {
        CL_TRY(clRetainCommandQueue(queue));
        if (chain->queue)
            clReleaseCommandQueue(chain->queue);
        chain->queue = queue;
    }
fail:
    if (marker)
        clReleaseEvent(marker);
    return status;
}

clfft_status clfft_chain_wait(const struct clfft_chain *chain, const char *name,
                              unsigned n, const cl_event *events,
                              struct clfft_waits *waits)
{
    if (n > CLFFT_MOST_EVENTS)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "%s: %u events to wait for are more than %d", name, n,
                          CLFFT_MOST_EVENTS);
    if (n)
        memcpy(waits->events, events, n * sizeof *events);
    waits->n = n;
    if (chain->before)
        waits->events[waits->n++] = chain->before;
    return CLFFT_STATUS_OK;
}

void clfft_chain_pass_on(struct clfft_chain *chain, cl_event done)
{
    if (chain->before)
        clReleaseEvent(chain->before);
    chain->before = done;
}

clfft_status clfft_chain_give(const struct clfft_chain *chain, cl_event *event)
{
    clfft_status status = CLFFT_STATUS_OK;

    if (!event)
        return CLFFT_STATUS_OK;
    CL_TRY(clRetainEvent(chain->before));
    *event = chain->before;
fail:
    return status;
}

clfft_status clfft_chain_check(const struct clfft_chain *chain,
                               const clfft_waiter *waiter)
{
    return chain->before ? clfft_wait_for_event(waiter, chain->before)
                         : CLFFT_STATUS_OK;
}

void clfft_chain_forget(struct clfft_chain *chain, const clfft_waiter *waiter)
{
    if (chain->before && !clfft_has_given_up(waiter))
        clReleaseEvent(chain->before);
    chain->before = NULL;
}

void clfft_chain_release(struct clfft_chain *chain, const clfft_waiter *waiter)
{
    clfft_chain_forget(chain, waiter);
    if (chain->queue && !clfft_has_given_up(waiter))
        clReleaseCommandQueue(chain->queue);
    chain->queue = NULL;
}

bool clfft_chain_end(struct clfft_chain *chain, const clfft_waiter *waiter)
{
    const bool done = !chain->queue || clfft_drain_queue(waiter, chain->queue);

    clfft_chain_release(chain, waiter);
    return done;
}
