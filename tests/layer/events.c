/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* events.c: how a command that failed on the device is heard of. */
#include "layer.h"

cl_int special_clWaitForEvents(cl_uint n, const cl_event *events)
{
    cl_int code;

    layer_await_due();
    code = layer_target->clWaitForEvents(n, events);
    for (cl_uint i = 0; i < n; i++)
        if (layer_event_failure(events[i]))
            code = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    return code;
}

cl_int special_clFinish(cl_command_queue queue)
{
    cl_int code;

    layer_count_blocked();
    layer_await_due();
    code = layer_target->clFinish(queue);
    return layer_lost() ? layer_lost() : code;
}

cl_int special_clGetEventInfo(cl_event event, cl_event_info what, size_t size,
                              void *value, size_t *needed)
{
    const cl_int failure = layer_event_failure(event);
    cl_int code;

    layer_open_due();
    code = layer_target->clGetEventInfo(event, what, size, value, needed);
    /* it runs as long as it really does */
    if (code == CL_SUCCESS && what == CL_EVENT_COMMAND_EXECUTION_STATUS &&
        failure && value && *(cl_int *)value == CL_COMPLETE)
        *(cl_int *)value = failure;
    return code;
}

cl_int special_clGetEventProfilingInfo(cl_event event, cl_profiling_info what,
                                       size_t size, void *value,
                                       size_t *needed)
{
    if (layer_event_failure(event))
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    return layer_target->clGetEventProfilingInfo(event, what, size, value,
                                                 needed);
}
