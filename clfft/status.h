/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* status.h: what the engine's calls return and log; a part of clfft.h. */
#ifndef CLFFT_STATUS_H
#define CLFFT_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

typedef enum clfft_status {
    CLFFT_STATUS_OK = 0,
    CLFFT_STATUS_INVALID,     /* the caller's argument breaks a rule of this header */
    CLFFT_STATUS_UNSUPPORTED, /* sound, but beyond this device; the limit is named */
    CLFFT_STATUS_NO_DRIVER,   /* no OpenCL driver is installed */
    CLFFT_STATUS_NO_DEVICE,   /* drivers, but no device that matches */
    CLFFT_STATUS_NO_MEMORY,   /* host or device memory ran out */
    CLFFT_STATUS_BUILD,       /* no candidate kernel built or proved right */
    CLFFT_STATUS_DEVICE,      /* an OpenCL call failed */
    CLFFT_STATUS_CANCELLED,   /* the caller's progress function asked to stop, or
                                 its waiter gave up */
} clfft_status;

/* Static string, e.g. "unsupported". */
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

/* Called from any thread that calls the engine; must not call it back. */
typedef void (*clfft_log_function)(clfft_log_level level, const char *message,
                                   void *user_data);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif /* CLFFT_STATUS_H */
