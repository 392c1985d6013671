/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* chain.c: see chain.h. */
#include "chain.h"

#include "clfft/base/error.h"

clfft_status clfft_chain_calls(cl_command_queue *last, cl_command_queue queue)
{
    cl_command_queue_properties properties = 0;
    clfft_status status = CLFFT_STATUS_OK;
    cl_event marker = NULL;

    CL_TRY(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties,
                                 &properties, NULL));
    if (*last && *last != queue) {
        CL_TRY(clEnqueueMarkerWithWaitList(*last, 0, NULL, &marker));
        CL_TRY(clFlush(*last));
        CL_TRY(clEnqueueBarrierWithWaitList(queue, 1, &marker, NULL));
    }
    if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
        CL_TRY(clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL));
    if (*last != queue) {
        CL_TRY(clRetainCommandQueue(queue));
        if (*last)
            clReleaseCommandQueue(*last);
        *last = queue;
    }
fail:
    if (marker)
        clReleaseEvent(marker);
    return status;
}
