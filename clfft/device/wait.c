/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * wait.c: waits for events in OpenCL or through the caller's clfft_waiter.
 * Nothing waits for a queue by clFinish or by a call that blocks, while a
 * marker can be had: PoCL 6 locks the queue once more after such a call has
 * returned, and ends the process if it was released meanwhile
 * (pocl_update_event_finished of its pocl_util.c).
 */
#include "wait.h"

#include "clfft/base/error.h"
#include "process.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

/* OpenCL's call tells that a command failed; its event tells how. */
static clfft_status wait_without_waiter(cl_event event)
{
    clfft_status status = CLFFT_STATUS_OK;
    cl_int code = clWaitForEvents(1, &event), how = CL_COMPLETE;

    if (code == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
        CL_TRY(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                              sizeof how, &how, NULL));
        CL_CHECK(how < 0 ? how : code, "a command on the device");
    }
    CL_CHECK(code, "clWaitForEvents");
fail:
    return status;
}

clfft_status clfft_wait_for_event(const clfft_waiter *waiter, cl_event event)
{
    char reason[512] = "";
    clfft_status status;

    TRY(clfft_check_waiter(waiter));
    if (!waiter)
        return wait_without_waiter(event);
    if (waiter->wait(event, reason, sizeof reason, waiter->user_data))
        return clfft_check_waiter(waiter);
    TRY(clfft_check_waiter(waiter));
    return clfft_fail(CLFFT_STATUS_DEVICE, "%s", reason);
fail:
    return status;
}

clfft_status clfft_wait_and_release(const clfft_waiter *waiter, cl_event event)
{
    const clfft_status status = clfft_wait_for_event(waiter, event);

    clReleaseEvent(event);
    return status;
}

/* how long a wait sleeps: first, and at most, when it asks each time */
#define FIRST_SLEEP 20000 /* ns */
#define LONGEST_SLEEP 10000000

clfft_status clfft_wait_asking(const clfft_waiter *waiter,
                               cl_command_queue queue, cl_event event,
                               bool (*go_on)(void *data), void *data)
{
    clfft_status status = CLFFT_STATUS_OK;
    struct timespec sleep = {.tv_nsec = FIRST_SLEEP};
    cl_int how = CL_QUEUED;

    if (!waiter && go_on)
        CL_TRY(clFlush(queue));
    while (!waiter && go_on) {
        CL_TRY(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                              sizeof how, &how, NULL));
        if (how <= CL_COMPLETE)
            break;
        nanosleep(&sleep, NULL);
        if (sleep.tv_nsec < LONGEST_SLEEP)
            sleep.tv_nsec *= 2;
        else if (!go_on(data))
            return clfft_fail(CLFFT_STATUS_CANCELLED,
                              "plan creation was cancelled");
    }
    return clfft_wait_for_event(waiter, event);
fail:
    return status;
}

clfft_status clfft_wait_for_queue(const clfft_waiter *waiter,
                                  cl_command_queue queue)
{
    clfft_status status;
    cl_event marker;

    TRY(clfft_check_waiter(waiter));
    CL_TRY(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
    status = clfft_wait_and_release(waiter, marker);
fail:
    return status;
}

static bool ends_without_waiter(cl_event event)
{
    const cl_int code = clWaitForEvents(1, &event);

    return code == CL_SUCCESS ||
           code == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
}

bool clfft_drain_queue(const clfft_waiter *waiter, cl_command_queue queue)
{
    char reason[512];
    cl_event marker;
    bool done;

    if (clfft_has_given_up(waiter))
        return false;
    if (clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker) != CL_SUCCESS)
        return !waiter && clFinish(queue) == CL_SUCCESS;
    done = waiter
               ? waiter->wait(marker, reason, sizeof reason, waiter->user_data)
               : ends_without_waiter(marker);
    clReleaseEvent(marker);
    return done;
}

/* ---- transfers ---- */

/*
 * Host memory of a transfer. Where a wait fails the transfer may go on, so that
 * the caller's own memory must not take part: the caller may free it. On a
 * device that cannot even be drained the copy is never freed; it stays on a
 * list, for it is not lost by mistake.
 */
struct copy {
    struct copy *next;
    unsigned char bytes[];
};

static _Atomic(struct copy *) abandoned;

static clfft_status make_copy(size_t size, struct copy **copy)
{
    *copy = malloc(sizeof **copy + size);
    if (!*copy)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no memory for a transfer of %zu bytes", size);
    return CLFFT_STATUS_OK;
}

/* A transfer that is not known to be done is waited for once more; a copy that
   the device may use all the same is kept. */
static void finish_transfer(struct copy *copy, const clfft_waiter *waiter,
                            cl_command_queue queue, bool is_done)
{
    if (!copy || is_done || clfft_drain_queue(waiter, queue)) {
        free(copy);
        return;
    }
    copy->next = atomic_load(&abandoned);
    while (!atomic_compare_exchange_weak(&abandoned, &copy->next, copy))
        ;
}

clfft_status clfft_write_buffer(const clfft_waiter *waiter,
                                cl_command_queue queue, cl_mem buffer,
                                size_t offset, size_t size, const void *bytes)
{
    struct copy *copy = NULL;
    clfft_status status;
    cl_event event;

    TRY(clfft_check_waiter(waiter));
    TRY(make_copy(size, &copy));
    memcpy(copy->bytes, bytes, size);
    CL_TRY(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, offset, size,
                                copy->bytes, 0, NULL, &event));
    status = clfft_wait_and_release(waiter, event);
fail:
    finish_transfer(copy, waiter, queue, status == CLFFT_STATUS_OK);
    return status;
}

clfft_status clfft_read_buffer(const clfft_waiter *waiter,
                               cl_command_queue queue, cl_mem buffer,
                               size_t size, void *bytes)
{
    struct copy *copy = NULL;
    clfft_status status;
    cl_event event;

    TRY(clfft_check_waiter(waiter));
    TRY(make_copy(size, &copy));
    CL_TRY(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, size, copy->bytes, 0,
                               NULL, &event));
    TRY(clfft_wait_and_release(waiter, event));
    memcpy(bytes, copy->bytes, size);
fail:
    finish_transfer(copy, waiter, queue, status == CLFFT_STATUS_OK);
    return status;
}

clfft_status clfft_read_pieces(const clfft_waiter *waiter,
                               cl_command_queue queue, cl_mem buffer, size_t n,
                               const uint64_t *offsets, size_t piece,
                               void *bytes)
{
    struct copy *copy = NULL;
    cl_event event = NULL;
    clfft_status status;

    TRY(clfft_check_waiter(waiter));
    TRY(make_copy(n * piece, &copy));
    for (size_t i = 0; i < n; i++)
        CL_TRY(clEnqueueReadBuffer(queue, buffer, CL_FALSE, offsets[i], piece,
                                   copy->bytes + i * piece, 0, NULL,
                                   i + 1 < n ? NULL : &event));
    TRY(clfft_wait_and_release(waiter, event));
    memcpy(bytes, copy->bytes, n * piece);
fail:
    finish_transfer(copy, waiter, queue, status == CLFFT_STATUS_OK);
    return status;
}
