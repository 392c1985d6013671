/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* error.c: keeps the last error of each thread and names the codes. It makes no
   OpenCL call. */
#include "error.h"

#include "numeral.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char last_error[CLFFT_LONGEST_ERROR];

const char *clfft_last_error(void)
{
    return last_error;
}

const char *clfft_status_name(clfft_status status)
{
    static const char *const names[] = {
        "ok",        "invalid",      "unsupported",  "no driver", "no device",
        "no memory", "build failed", "device error", "cancelled", "forked",
    };

    if ((unsigned)status >= sizeof names / sizeof names[0])
        return "unknown status";
    return names[status];
}

clfft_status clfft_fail(clfft_status status, const char *format, ...)
{
    char text[sizeof last_error];
    va_list arguments;

    va_start(arguments, format);
    clfft_mark_cut(text, sizeof text,
                   clfft_print(text, sizeof text, format, arguments));
    va_end(arguments);
    memcpy(last_error, text, sizeof text);
    return status;
}

clfft_status clfft_check_reserved(const char *name, const uint64_t *words,
                                  size_t n_words)
{
    for (size_t w = 0; w < n_words; w++)
        if (words[w])
            return clfft_fail(CLFFT_STATUS_INVALID,
                              "%s.reserved[%zu] is %" PRIu64 ", not 0: the "
                              "struct was not zeroed, or a later version of "
                              "libclfft is needed",
                              name, w, words[w]);
    return CLFFT_STATUS_OK;
}

const char *clfft_cl_error_name(cl_int code)
{
    static const struct {
        cl_int code;
        const char *name;
    } names[] = {
#define NAME(code) {code, #code}
        NAME(CL_SUCCESS),
        NAME(CL_DEVICE_NOT_FOUND),
        NAME(CL_DEVICE_NOT_AVAILABLE),
        NAME(CL_COMPILER_NOT_AVAILABLE),
        NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE),
        NAME(CL_OUT_OF_RESOURCES),
        NAME(CL_OUT_OF_HOST_MEMORY),
        NAME(CL_PROFILING_INFO_NOT_AVAILABLE),
        NAME(CL_MEM_COPY_OVERLAP),
        NAME(CL_BUILD_PROGRAM_FAILURE),
        NAME(CL_MAP_FAILURE),
        NAME(CL_MISALIGNED_SUB_BUFFER_OFFSET),
        NAME(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
        NAME(CL_INVALID_VALUE),
        NAME(CL_INVALID_DEVICE_TYPE),
        NAME(CL_INVALID_PLATFORM),
        NAME(CL_INVALID_DEVICE),
        NAME(CL_INVALID_CONTEXT),
        NAME(CL_INVALID_QUEUE_PROPERTIES),
        NAME(CL_INVALID_COMMAND_QUEUE),
        NAME(CL_INVALID_HOST_PTR),
        NAME(CL_INVALID_MEM_OBJECT),
        NAME(CL_INVALID_BINARY),
        NAME(CL_INVALID_BUILD_OPTIONS),
        NAME(CL_INVALID_PROGRAM),
        NAME(CL_INVALID_PROGRAM_EXECUTABLE),
        NAME(CL_INVALID_KERNEL_NAME),
        NAME(CL_INVALID_KERNEL),
        NAME(CL_INVALID_ARG_INDEX),
        NAME(CL_INVALID_ARG_VALUE),
        NAME(CL_INVALID_ARG_SIZE),
        NAME(CL_INVALID_KERNEL_ARGS),
        NAME(CL_INVALID_WORK_DIMENSION),
        NAME(CL_INVALID_WORK_GROUP_SIZE),
        NAME(CL_INVALID_WORK_ITEM_SIZE),
        NAME(CL_INVALID_GLOBAL_OFFSET),
        NAME(CL_INVALID_EVENT_WAIT_LIST),
        NAME(CL_INVALID_EVENT),
        NAME(CL_INVALID_OPERATION),
        NAME(CL_INVALID_BUFFER_SIZE),
        NAME(CL_INVALID_GLOBAL_WORK_SIZE),
#undef NAME
        {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
    };
    static _Thread_local char unknown[32];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].code == code)
            return names[i].name;
    snprintf(unknown, sizeof unknown, "CL error %d", code);
    return unknown;
}

clfft_status clfft_fail_cl(cl_int code, const char *call)
{
    const int length = (int)strcspn(call, "( ");
    const bool memory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
                        code == CL_OUT_OF_HOST_MEMORY;

    return clfft_fail(memory ? CLFFT_STATUS_NO_MEMORY : CLFFT_STATUS_DEVICE,
                      "%.*s failed: %s", length, call,
                      clfft_cl_error_name(code));
}
