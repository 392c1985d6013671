/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * process.c: notices fork(). A driver has threads and locks, and fork() copies
 * only the locks: in the child its first wait never ends, whether the device
 * was opened by the parent or is opened by the child.
 */
#include "process.h"

#include "clfft/base/error.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_bool forked; /* children of the child inherit it */
static int first_user;     /* the process that began; set once, before */
static int failure;        /* of pthread_atfork() */

static void note_fork(void)
{
    atomic_store_explicit(&forked, true, memory_order_relaxed);
}

static void watch_forks(void)
{
    first_user = getpid();
    failure = pthread_atfork(NULL, NULL, note_fork);
}

clfft_status clfft_process_begin(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, watch_forks);
    if (failure)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no memory for a handler of fork()");
    return clfft_check_process();
}

bool clfft_process_is_forked(void)
{
    return atomic_load_explicit(&forked, memory_order_relaxed);
}

clfft_status clfft_check_process(void)
{
    if (!clfft_process_is_forked())
        return CLFFT_STATUS_OK;
    return clfft_fail(CLFFT_STATUS_FORKED,
                      "OpenCL was used before fork(), by process %d, and does "
                      "not work in its child %d: start the child with exec, or "
                      "fork before the first use of OpenCL",
                      first_user, (int)getpid());
}
