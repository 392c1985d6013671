/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* status.h: the statuses that the engine's calls return, and its log. It is a
   part of clfft.h. */
#ifndef CLFFT_STATUS_H
#define CLFFT_STATUS_H

#include "begin.h"

typedef enum clfft_status {
    CLFFT_STATUS_OK = 0,
    CLFFT_STATUS_INVALID,     /* an argument of the caller breaks a rule of the
                                 headers */
    CLFFT_STATUS_UNSUPPORTED, /* valid, but beyond this device; the error names
                                 the limit */
    CLFFT_STATUS_NO_DRIVER,   /* no OpenCL driver is installed */
    CLFFT_STATUS_NO_DEVICE,   /* no device of the drivers matches */
    CLFFT_STATUS_NO_MEMORY,   /* host or device memory ran out */
    CLFFT_STATUS_BUILD,       /* no candidate's kernels built and passed the
                                 self-check */
    CLFFT_STATUS_DEVICE,      /* an OpenCL call failed */
    CLFFT_STATUS_CANCELLED,   /* the caller's progress function asked to stop,
                                 or its waiter gave up */
    CLFFT_STATUS_FORKED,      /* OpenCL was used before the fork that made this
                                 process: clfft_check_process() */
} clfft_status;

/* The name of a status, e.g. "unsupported"; a static string. */
const char *clfft_status_name(clfft_status status);

/*
 * The last failure of an engine call on this thread: one sentence that names
 * the thing, the value and the limit. Valid until the thread's next engine
 * call; "" when there was none.
 */
const char *clfft_last_error(void);

typedef enum clfft_log_level {
    CLFFT_LOG_ERROR,
    CLFFT_LOG_WARNING,
    CLFFT_LOG_INFO,
    CLFFT_LOG_DEBUG,
} clfft_log_level;

/* Called on any thread that calls the engine; must not call the engine. */
typedef void (*clfft_log_function)(clfft_log_level level, const char *message,
                                   void *user_data);

#include "end.h"

#endif /* CLFFT_STATUS_H */
