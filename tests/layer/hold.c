/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * hold.c: commands that a device does not begin for a while, or ever. Each
 * waits for a user event, its gate, so that the driver itself keeps it, what
 * its queue has after it, and whoever waits for one of them.
 */
#include "layer.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LATE_SECONDS 2

struct gate {
    struct gate *next;
    cl_event event;
    cl_command_queue queue;
    double due; /* seconds; below 0: when it is reported to open */
};

/* guards all below */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gate *gates;
static double last_due; /* one command after another */
static uintptr_t n_openings; /* of all gates */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void sleep_until(double due)
{
    const double left = due - now();
    const struct timespec t = {(time_t)left,
                               (long)(1e9 * (left - (double)(time_t)left))};

    if (left > 0)
        nanosleep(&t, NULL);
}

static void close_gates(struct gate *gates_opened)
{
    while (gates_opened) {
        struct gate *g = gates_opened;
        gates_opened = g->next;
        layer_target->clReleaseCommandQueue(g->queue);
        free(g);
    }
}

/* Those that are due by then; all if `all`. Returns them. */
static struct gate *open_gates(double by, bool all)
{
    struct gate **link = &gates, *opened = NULL;

    pthread_mutex_lock(&lock);
    n_openings += all;
    while (*link) {
        struct gate *g = *link;
        if (all || (g->due >= 0 && g->due <= by)) {
            *link = g->next;
            g->next = opened;
            opened = g;
        } else {
            link = &g->next;
        }
    }
    pthread_mutex_unlock(&lock);
    /* without the lock: a driver may run callbacks here */
    for (struct gate *g = opened; g; g = g->next) {
        layer_target->clSetUserEventStatus(g->event, CL_COMPLETE);
        layer_target->clReleaseEvent(g->event);
    }
    return opened;
}

static double get_last_due(void)
{
    double due;

    pthread_mutex_lock(&lock);
    due = last_due;
    pthread_mutex_unlock(&lock);
    return due;
}

void layer_open_due(void)
{
    close_gates(open_gates(now(), false));
}

void layer_await_due(void)
{
    const double due = get_last_due();

    sleep_until(due);
    close_gates(open_gates(due, false));
}

/* PoCL 6 must not lose a queue right after clFinish: clfft/device/wait.c. */
static void await(cl_command_queue queue)
{
    cl_event marker;

    if (layer_target->clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker) !=
        CL_SUCCESS)
        abort();
    layer_target->clWaitForEvents(1, &marker);
    layer_target->clReleaseEvent(marker);
}

void layer_open_all(bool waits)
{
    struct gate *opened = open_gates(0, true);

    for (struct gate *g = waits ? opened : NULL; g; g = g->next)
        await(g->queue);
    close_gates(opened);
}

static uintptr_t count_openings(void)
{
    uintptr_t n;

    pthread_mutex_lock(&lock);
    n = n_openings;
    pthread_mutex_unlock(&lock);
    return n;
}

static void *open_late(void *data)
{
    sleep_until(now() + LATE_SECONDS);
    if (count_openings() == (uintptr_t)data)
        layer_open_all(false);
    return NULL;
}

void layer_open_later(void)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, open_late, (void *)count_openings()) ||
        pthread_detach(thread))
        abort();
}

/* NULL: the command is not held. */
static cl_event make_gate(cl_command_queue queue, double due)
{
    struct gate *g = calloc(1, sizeof *g);
    cl_context context = NULL;
    cl_event event;
    cl_int code;

    if (!g)
        abort();
    layer_target->clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT,
                                        sizeof context, &context, NULL);
    event = layer_target->clCreateUserEvent(context, &code);
    if (code != CL_SUCCESS)
        abort();
    layer_target->clRetainEvent(event); /* until the command is enqueued */
    layer_target->clRetainCommandQueue(queue);
    g->queue = queue;
    g->event = event;
    g->due = due;
    pthread_mutex_lock(&lock);
    g->next = gates;
    gates = g;
    pthread_mutex_unlock(&lock);
    return event;
}

void layer_hold(int call, cl_command_queue queue, cl_bool blocking,
                cl_uint *n_wait, const cl_event **wait,
                struct layer_hold *hold)
{
    unsigned delay;
    double due = -1;

    hold->gate = NULL;
    if (blocking)
        layer_count_blocked();
    if (!layer_is_held(call, &delay)) {
        /* what it waits for may be late, and nobody else opens the gate */
        if (blocking)
            layer_await_due();
        return;
    }
    if (delay) {
        pthread_mutex_lock(&lock);
        if (last_due < now())
            last_due = now();
        due = last_due += 1e-6 * delay;
        pthread_mutex_unlock(&lock);
        if (blocking) {
            layer_await_due();
            return;
        }
    }
    if (*n_wait >= LAYER_MOST_WAITS)
        abort();
    if (*n_wait)
        memcpy(hold->events, *wait, *n_wait * sizeof **wait);
    hold->gate = hold->events[*n_wait] = make_gate(queue, due);
    *wait = hold->events;
    ++*n_wait;
}

void layer_hold_end(struct layer_hold *hold)
{
    if (hold->gate)
        layer_target->clReleaseEvent(hold->gate);
}
