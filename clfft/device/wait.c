/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* wait.c: waits for events in OpenCL or through the caller's clfft_waiter. */
#include "wait.h"

#include "clfft/base/error.h"
#include "process.h"

bool clfft_has_given_up(const clfft_waiter *waiter)
{
    return clfft_process_is_forked() ||
           (waiter && waiter->has_given_up(waiter->user_data));
}

clfft_status clfft_check_waiter(const clfft_waiter *waiter)
{
    clfft_status status = clfft_check_process();

    if (status == CLFFT_STATUS_OK && waiter)
        status = CHECK_RESERVED("clfft_waiter", waiter);
    if (status != CLFFT_STATUS_OK)
        return status;
    return clfft_has_given_up(waiter)
               ? clfft_fail(CLFFT_STATUS_CANCELLED,
                            "waiting for the device was given up")
               : CLFFT_STATUS_OK;
}

/* Waits for the event and releases it. */
static clfft_status wait_for(const clfft_waiter *waiter, cl_event event)
{
    char reason[512] = "";
    const bool done =
        waiter->wait(event, reason, sizeof reason, waiter->user_data);
    const clfft_status status = clfft_check_waiter(waiter);

    clReleaseEvent(event);
    if (done || status != CLFFT_STATUS_OK)
        return status;
    return clfft_fail(CLFFT_STATUS_DEVICE, "%s", reason);
}

clfft_status clfft_wait_for_queue(const clfft_waiter *waiter,
                                  cl_command_queue queue)
{
    clfft_status status;
    cl_event marker;

    TRY(clfft_check_waiter(waiter));
    if (!waiter) {
        CL_TRY(clFinish(queue));
        return CLFFT_STATUS_OK;
    }
    CL_TRY(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
    status = wait_for(waiter, marker);
fail:
    return status;
}

bool clfft_drain_queue(const clfft_waiter *waiter, cl_command_queue queue)
{
    char reason[512];
    cl_event marker;
    bool done;

    if (clfft_has_given_up(waiter))
        return false;
    if (!waiter)
        return clFinish(queue) == CL_SUCCESS;
    if (clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker) != CL_SUCCESS)
        return false;
    done = waiter->wait(marker, reason, sizeof reason, waiter->user_data);
    clReleaseEvent(marker);
    return done;
}

clfft_status clfft_write_buffer(const clfft_waiter *waiter,
                                cl_command_queue queue, cl_mem buffer,
                                size_t offset, size_t size, const void *bytes)
{
    clfft_status status;
    cl_event event;

    TRY(clfft_check_waiter(waiter));
    CL_TRY(clEnqueueWriteBuffer(queue, buffer, waiter ? CL_FALSE : CL_TRUE,
                                offset, size, bytes, 0, NULL,
                                waiter ? &event : NULL));
    if (waiter)
        status = wait_for(waiter, event);
fail:
    return status;
}

clfft_status clfft_read_buffer(const clfft_waiter *waiter,
                               cl_command_queue queue, cl_mem buffer,
                               size_t size, void *bytes)
{
    clfft_status status;
    cl_event event;

    TRY(clfft_check_waiter(waiter));
    CL_TRY(clEnqueueReadBuffer(queue, buffer, waiter ? CL_FALSE : CL_TRUE, 0,
                               size, bytes, 0, NULL, waiter ? &event : NULL));
    if (waiter)
        status = wait_for(waiter, event);
fail:
    return status;
}
