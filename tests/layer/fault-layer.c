/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fault-layer.c: the module's entry points, and which calls fail. */
#include "fault-layer.h"

#include "layer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* made at build time */
#include <wrappers.h>
#include <wrappers.inc>

const cl_icd_dispatch *layer_target;
static cl_icd_dispatch own_target, table;

/* guards all below */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct fault armed;
static int wanted_call = -1;      /* armed.call as a number */
static unsigned long n_matching;  /* calls that the fault is about */
static unsigned long n_calls, n_commands, n_failed, n_all_calls;
static unsigned long n_enqueued, n_held, n_late, n_compiled, n_ever_compiled;
static unsigned long n_blocked;
static const char *failed[FAULT_MOST_NAMES];
static bool lost, lost_on_device, deaf;

#define MOST_KNOWN 65536
static unsigned char known_calls[MOST_KNOWN]; /* the first n_calls */
_Static_assert(N_CALLS < 256, "a call is a byte");

static atomic_bool ignored; /* of all threads: a plan has one of its own */

/* ---- faults ---- */

static void note_failure(int call)
{
    unsigned i = 0;

    while (i < FAULT_MOST_NAMES && failed[i] &&
           failed[i] != layer_call_names[call])
        i++;
    if (i < FAULT_MOST_NAMES)
        failed[i] = layer_call_names[call];
    n_failed++;
}

static bool matches(int call)
{
    return armed.at && (!armed.call || wanted_call == call) &&
           ++n_matching == armed.at;
}

cl_int layer_enter(int call)
{
    cl_int code = 0;

    if (ignored)
        return 0;
    pthread_mutex_lock(&lock);
    if (n_calls < MOST_KNOWN)
        known_calls[n_calls] = (unsigned char)call;
    n_calls++;
    n_all_calls++;
    if (!armed.on_device && !armed.hold) {
        if (matches(call)) {
            code = armed.code;
            lost = armed.sticky;
        } else if (lost) {
            code = armed.code;
        }
        if (code)
            note_failure(call);
    } else if (deaf) {
        code = armed.code;
        note_failure(call);
    }
    pthread_mutex_unlock(&lock);
    return code;
}

bool layer_is_deaf(void)
{
    bool is_deaf;

    pthread_mutex_lock(&lock);
    is_deaf = deaf && !ignored;
    pthread_mutex_unlock(&lock);
    return is_deaf;
}

cl_int layer_fails_later(int call, cl_command_queue queue,
                         cl_uint n_wait, const cl_event *wait,
                         const cl_event *event)
{
    cl_int code = 0;

    pthread_mutex_lock(&lock);
    if (event && !ignored)
        n_commands++;
    if (armed.on_device && !ignored) {
        if (event && matches(call)) {
            code = armed.code;
            lost_on_device = armed.sticky;
        } else if (lost_on_device) {
            code = armed.code;
        }
        if (code)
            note_failure(call);
    }
    pthread_mutex_unlock(&lock);
    for (cl_uint i = 0; i < n_wait && !code; i++)
        if (layer_event_failure(wait[i]))
            code = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    return code;
}

cl_int layer_lost(void)
{
    cl_int code;

    pthread_mutex_lock(&lock);
    code = lost_on_device && !ignored ? armed.code : 0;
    pthread_mutex_unlock(&lock);
    return code;
}

bool layer_is_held(int call, unsigned *delay)
{
    const unsigned launch = layer_launch_delay();
    bool held = false, begins = false;

    if (ignored)
        return false;
    layer_count_command(call);
    pthread_mutex_lock(&lock);
    n_enqueued++;
    *delay = 1000 * armed.delay;
    if (armed.hold) {
        held = matches(call) || lost;
        lost = held && armed.sticky;
        begins = held && armed.code && !deaf;
        deaf |= begins;
        n_held += held;
    }
    if (!held && launch && call == CALL_clEnqueueNDRangeKernel) {
        *delay = launch;
        held = true;
        n_late++;
    }
    pthread_mutex_unlock(&lock);
    if (begins)
        layer_open_later();
    return held;
}

void layer_count_blocked(void)
{
    pthread_mutex_lock(&lock);
    n_blocked += !ignored;
    pthread_mutex_unlock(&lock);
}

void layer_count_compiled(void)
{
    pthread_mutex_lock(&lock);
    n_compiled += !ignored;
    n_ever_compiled++;
    pthread_mutex_unlock(&lock);
}

/* ---- what tests call ---- */

static void arm(const struct fault *fault)
{
    static const struct fault nothing;

    pthread_mutex_lock(&lock);
    armed = fault ? *fault : nothing;
    wanted_call = -1;
    for (int i = 0; armed.call && i < N_CALLS; i++)
        if (!strcmp(layer_call_names[i], armed.call))
            wanted_call = i;
    n_matching = n_calls = n_commands = n_failed = n_enqueued = n_held = 0;
    n_late = n_compiled = n_blocked = 0;
    layer_forget_commands();
    memset(failed, 0, sizeof failed);
    lost = lost_on_device = deaf = false;
    pthread_mutex_unlock(&lock);
}

static void report(struct fault_report *r)
{
    unsigned long n_ever[FAULT_N_COMMANDS];
    struct layer_imports imports;

    memset(r, 0, sizeof *r);
    layer_count_imports(&imports);
    r->n_imports = imports.n_imports;
    r->n_live_imports = imports.n_live;
    r->n_acquires = imports.n_acquires;
    r->n_releases = imports.n_releases;
    pthread_mutex_lock(&lock);
    r->n_calls = n_calls;
    r->n_commands = n_commands;
    r->n_failed = n_failed;
    r->n_enqueued = n_enqueued;
    r->n_held = n_held;
    r->n_late = n_late;
    r->n_compiled = n_compiled;
    r->n_blocked = n_blocked;
    memcpy(r->failed, failed, sizeof failed);
    pthread_mutex_unlock(&lock);
    layer_read_commands(r->n_of, n_ever);
    r->launch_us = layer_launch_delay();
    r->n_planted = layer_count_planted();
    r->n_live = layer_count_live();
    r->n_strays = layer_count_strays();
    r->n_freed = layer_count_freed();
    r->n_beyond = layer_count_beyond();
    r->n_refused = layer_count_refused();
    r->profile = layer_profile_name();
}

static const char *get_call(unsigned long at)
{
    const char *name = NULL;

    pthread_mutex_lock(&lock);
    if (at >= 1 && at <= n_calls && at <= MOST_KNOWN)
        name = layer_call_names[known_calls[at - 1]];
    pthread_mutex_unlock(&lock);
    return name;
}

static void ignore(bool wanted)
{
    ignored = wanted;
}

static void release(void)
{
    bool was_deaf;

    pthread_mutex_lock(&lock);
    was_deaf = deaf;
    deaf = false;
    pthread_mutex_unlock(&lock);
    layer_open_all(was_deaf);
}

extern const struct fault_layer fault_layer;
__attribute__((visibility("default"))) const struct fault_layer fault_layer = {
    arm, report, get_call, ignore, layer_describe, release, layer_miscompile};

/* ---- what the loader calls ---- */

static void write_report(void)
{
    const char *path = getenv("CLFFT_LAYER_REPORT");
    FILE *file = path && *path ? fopen(path, "a") : NULL;
    unsigned long n_ever[FAULT_N_COMMANDS];
    struct fault_report r;
    char text[512];

    if (!file)
        return;
    report(&r);
    layer_describe(text, sizeof text);
    fprintf(file,
            "profile %s calls %lu beyond %lu refused %lu leaks %lu strays %lu\n",
            r.profile ? r.profile : "none", n_all_calls, r.n_beyond,
            r.n_refused, r.n_live, r.n_strays);
    layer_read_commands(r.n_of, n_ever);
    fprintf(file, "commands:");
    for (int i = 0; i < FAULT_N_COMMANDS; i++)
        fprintf(file, " %s %lu", layer_command_names[i], n_ever[i]);
    fprintf(file, "\ncompiled %lu\n", n_ever_compiled);
    if (r.n_live)
        fprintf(file, "leaked: %s\n", text);
    fclose(file);
}

__attribute__((visibility("default"))) cl_int CL_API_CALL
clGetLayerInfo(cl_layer_info what, size_t size, void *value, size_t *needed)
{
    static const char name[] = "clfft fault layer";
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const void *source = what == CL_LAYER_NAME ? (const void *)name : &version;
    const size_t length = what == CL_LAYER_NAME ? sizeof name : sizeof version;

    if (what != CL_LAYER_NAME && what != CL_LAYER_API_VERSION)
        return CL_INVALID_VALUE;
    if (value && size < length)
        return CL_INVALID_VALUE;
    if (value)
        memcpy(value, source, length);
    if (needed)
        *needed = length;
    return CL_SUCCESS;
}

__attribute__((visibility("default"))) cl_int CL_API_CALL
clInitLayer(cl_uint n_entries, const cl_icd_dispatch *target,
            cl_uint *n_entries_ret, const cl_icd_dispatch **dispatch)
{
    const cl_uint n_known = sizeof table / sizeof(void *);
    const cl_uint n = n_entries < n_known ? n_entries : n_known;

    if (!target || !n_entries_ret || !dispatch)
        return CL_INVALID_VALUE;
    memcpy(&own_target, target, n * sizeof(void *));
    layer_target = &own_target;
    table = own_target;
    layer_fill(&table);
    layer_choose_profile(getenv("CLFFT_LAYER_PROFILE"));
    *dispatch = &table;
    *n_entries_ret = n;
    return CL_SUCCESS;
}

/* After the program's own exit handlers, which close devices. */
__attribute__((destructor)) static void at_exit(void)
{
    write_report();
}
