/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* commands.c: how many commands of each kind were enqueued. */
#include "fault-layer.h"

#include "layer.h"

#include <pthread.h>
#include <string.h>

#include <wrappers.h> /* made at build time */

const char *const layer_command_names[FAULT_N_COMMANDS] = {
    "kernels", "maps", "unmaps", "copies", "fills", "markers", "others"};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the next */
static unsigned long n_now[FAULT_N_COMMANDS], n_in_all[FAULT_N_COMMANDS];

static enum fault_command classify(int call)
{
    switch (call) {
    case CALL_clEnqueueNDRangeKernel:
    case CALL_clEnqueueTask:
        return FAULT_KERNEL;
    case CALL_clEnqueueMapBuffer:
    case CALL_clEnqueueMapImage:
    case CALL_clEnqueueSVMMap:
        return FAULT_MAP;
    case CALL_clEnqueueUnmapMemObject:
    case CALL_clEnqueueSVMUnmap:
        return FAULT_UNMAP;
    case CALL_clEnqueueReadBuffer:
    case CALL_clEnqueueReadBufferRect:
    case CALL_clEnqueueWriteBuffer:
    case CALL_clEnqueueWriteBufferRect:
    case CALL_clEnqueueCopyBuffer:
    case CALL_clEnqueueCopyBufferRect:
    case CALL_clEnqueueSVMMemcpy:
        return FAULT_COPY;
    case CALL_clEnqueueFillBuffer:
    case CALL_clEnqueueSVMMemFill:
        return FAULT_FILL;
    case CALL_clEnqueueMarkerWithWaitList:
    case CALL_clEnqueueBarrierWithWaitList:
        return FAULT_MARKER;
    default:
        return FAULT_OTHER;
    }
}

void layer_count_command(int call)
{
    const enum fault_command kind = classify(call);

    pthread_mutex_lock(&lock);
    n_now[kind]++;
    n_in_all[kind]++;
    pthread_mutex_unlock(&lock);
}

void layer_forget_commands(void)
{
    pthread_mutex_lock(&lock);
    memset(n_now, 0, sizeof n_now);
    pthread_mutex_unlock(&lock);
}

void layer_read_commands(unsigned long n[], unsigned long n_ever[])
{
    pthread_mutex_lock(&lock);
    memcpy(n, n_now, sizeof n_now);
    memcpy(n_ever, n_in_all, sizeof n_in_all);
    pthread_mutex_unlock(&lock);
}
