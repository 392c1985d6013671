/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * error.h: makes calls fail with one sentence, which is kept per thread for
 * clfft_last_error().
 */
#ifndef CLFFT_ERROR_H
#define CLFFT_ERROR_H

#include "clfft/clfft.h"

#define CLFFT_LONGEST_ERROR 2048 /* bytes, with the final 0 */

/* Sets the thread's last error; returns `status`. What is longer ends in "...",
   behind a whole character. */
clfft_status clfft_fail(clfft_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* "CL_OUT_OF_RESOURCES"; "CL error -9999" for a code without a name. */
const char *clfft_cl_error_name(cl_int code);

/* Fails for an OpenCL call that returned `code` (memory codes become
   NO_MEMORY, others DEVICE). */
clfft_status clfft_fail_cl(cl_int code, const char *call);

/* Runs an OpenCL call that returns its code; jumps to `fail` on error. */
#define CL_TRY(call)                                                           \
    do {                                                                       \
        const cl_int code_ = (call);                                           \
        if (code_ != CL_SUCCESS) {                                             \
            status = clfft_fail_cl(code_, #call);                              \
            goto fail;                                                         \
        }                                                                      \
    } while (0)

/* The same for a call whose code went to `code`. */
#define CL_CHECK(code, name)                                                   \
    do {                                                                       \
        if ((code) != CL_SUCCESS) {                                            \
            status = clfft_fail_cl((code), name);                              \
            goto fail;                                                         \
        }                                                                      \
    } while (0)

/* Runs an engine call; jumps to `fail` on error. */
#define TRY(call)                                                              \
    do {                                                                       \
        status = (call);                                                       \
        if (status != CLFFT_STATUS_OK)                                         \
            goto fail;                                                         \
    } while (0)

/* INVALID unless all words are 0: clfft.h, "How structs grow". `name` is the
   struct's. */
clfft_status clfft_check_reserved(const char *name, const uint64_t *words,
                                  size_t n_words);
#define CHECK_RESERVED(name, object)                                           \
    clfft_check_reserved((name), (object)->reserved,                           \
                         sizeof(object)->reserved / sizeof(uint64_t))

#endif /* CLFFT_ERROR_H */
