/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* check_handles.c: asks OpenCL which context and device a queue or buffer
   belongs to. */
#include "check_handles.h"

#include "clfft/base/error.h"

#include <inttypes.h>

clfft_status clfft_check_queue(const clfft_device *device, const char *call,
                               cl_command_queue queue)
{
    clfft_status status = clfft_check_process();
    cl_context context = NULL;
    cl_device_id id = NULL;

    if (status != CLFFT_STATUS_OK)
        return status;
    if (!queue)
        return clfft_fail(CLFFT_STATUS_INVALID, "%s: no queue", call);
    CL_TRY(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context,
                                 &context, NULL));
    CL_TRY(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof id, &id, NULL));
    if (context != device->context)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "%s: the queue belongs to another context", call);
    if (id != device->id)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "%s: the queue belongs to another device", call);
fail:
    return status;
}

clfft_status clfft_check_buffer(const clfft_device *device, const char *call,
                                const char *name, cl_mem buffer,
                                uint64_t needed)
{
    clfft_status status = CLFFT_STATUS_OK;
    cl_context context = NULL;
    size_t size = 0;

    if (!buffer)
        return clfft_fail(CLFFT_STATUS_INVALID, "%s: no %s buffer", call, name);
    CL_TRY(clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof context, &context,
                              NULL));
    CL_TRY(clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, NULL));
    if (context != device->context)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "%s: the %s buffer belongs to another context", call,
                          name);
    if (size < needed)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "%s: the %s buffer has %zu bytes, the call needs "
                          "%" PRIu64,
                          call, name, size, needed);
fail:
    return status;
}
