/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * creation.c: creates plans: on a thread of its own where the caller wants to
 * know how far it is. Compilers and kernels that run cannot be stopped, but
 * they need not be waited for: the caller is asked all the time, and if it
 * gives up, that thread ends what is under way and frees what it made.
 */
#include "plan.h"

#include "clfft/base/error.h"
#include "clfft/device/process.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The caller is asked at least so often, and waits so long, once it has given
   up, for what may end at once. */
#define BEAT_MS 50
#define PATIENCE_MS 80

struct creation {
    clfft_plan *plan;
    clfft_plan_params params; /* copies: the caller's are gone once it left */
    clfft_waiter waiter;
    char *recipe;

    pthread_mutex_t lock; /* guards the rest */
    pthread_cond_t changed;
    bool is_asking; /* the thread waits for an answer */
    bool has_refused, is_left, is_done;
    double fraction;
    char what[192]; /* "": it has not asked yet */
    clfft_status status;
    char error[CLFFT_LONGEST_ERROR];
};

/* ---- those that were left ---- */

static pthread_mutex_t left_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t left_changed = PTHREAD_COND_INITIALIZER;
static unsigned n_left; /* guarded by left_lock */

/* The end of the process takes the driver apart. */
static void await_left(void)
{
    if (clfft_process_is_forked())
        return;
    pthread_mutex_lock(&left_lock);
    while (n_left)
        pthread_cond_wait(&left_changed, &left_lock);
    pthread_mutex_unlock(&left_lock);
}

static void watch_exit(void)
{
    atexit(await_left);
}

static void count_left(int more)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, watch_exit);
    pthread_mutex_lock(&left_lock);
    n_left += (unsigned)more;
    pthread_cond_broadcast(&left_changed);
    pthread_mutex_unlock(&left_lock);
}

/* ---- life ---- */

static void destroy(struct creation *c)
{
    if (c->waiter.drop)
        c->waiter.drop(c->waiter.user_data);
    pthread_cond_destroy(&c->changed);
    pthread_mutex_destroy(&c->lock);
    free(c->recipe);
    free(c);
}

static bool ask(double fraction, const char *what, void *data);

/* NULL: no memory. */
static struct creation *begin(clfft_plan *plan, const clfft_plan_params *params)
{
    struct creation *c = calloc(1, sizeof *c);
    pthread_condattr_t attributes;

    if (!c)
        return NULL;
    c->plan = plan;
    c->params = *params;
    c->params.progress = ask;
    c->params.progress_data = c;
    if (params->recipe) {
        c->params.recipe = c->recipe = strdup(params->recipe);
        if (!c->recipe) {
            free(c);
            return NULL;
        }
    }
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&c->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&c->lock, NULL);
    if (params->waiter) {
        c->waiter = *params->waiter;
        c->params.waiter = plan->waiter = &c->waiter;
        c->waiter.hold(c->waiter.user_data);
    }
    return c;
}

/* ---- the thread ---- */

/* A clfft_progress_function: the caller answers. */
static bool ask(double fraction, const char *what, void *data)
{
    struct creation *c = data;
    bool goes_on;

    pthread_mutex_lock(&c->lock);
    if (!c->has_refused) {
        c->fraction = fraction;
        snprintf(c->what, sizeof c->what, "%s", what);
        c->is_asking = true;
        pthread_cond_broadcast(&c->changed);
        while (c->is_asking)
            pthread_cond_wait(&c->changed, &c->lock);
    }
    goes_on = !c->has_refused;
    pthread_mutex_unlock(&c->lock);
    return goes_on;
}

static void *run(void *data)
{
    struct creation *c = data;
    bool is_left;

    c->status = clfft_plan_adopt_best(c->plan, &c->params);
    snprintf(c->error, sizeof c->error, "%s", clfft_last_error());
    pthread_mutex_lock(&c->lock);
    c->is_done = true;
    is_left = c->is_left;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
    if (is_left) {
        clfft_plan_destroy(&c->plan);
        destroy(c);
        count_left(-1);
    }
    return NULL;
}

/* Signals are for the program's own threads. */
static bool start(struct creation *c, pthread_t *thread)
{
    sigset_t all, before;
    bool started;

    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before))
        return false;
    started = !pthread_create(thread, NULL, run, c);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* ---- the caller ---- */

static struct timespec after(unsigned milliseconds)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += 1000000L * milliseconds;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

/* Waits, with the lock held, until the thread asks or is done; false: too
   long. */
static bool await_change(struct creation *c, unsigned milliseconds)
{
    const struct timespec end = after(milliseconds);
    int code = 0;

    while (!c->is_done && !c->is_asking && !code)
        code = pthread_cond_timedwait(&c->changed, &c->lock, &end);
    return c->is_done || c->is_asking;
}

/* With the lock held, which is not while the caller is asked. */
static void ask_caller(struct creation *c, const clfft_plan_params *params)
{
    const double fraction = c->fraction;
    char what[sizeof c->what];
    bool goes_on;

    memcpy(what, c->what, sizeof what);
    pthread_mutex_unlock(&c->lock);
    goes_on = params->progress(fraction, what, params->progress_data);
    pthread_mutex_lock(&c->lock);
    c->has_refused = !goes_on;
}

/* Asks the caller until the thread is done. Returns whether it is: the caller
   may leave before. */
static bool attend(struct creation *c, const clfft_plan_params *params)
{
    bool is_done;

    pthread_mutex_lock(&c->lock);
    while (!c->is_done && !c->has_refused) {
        const bool in_time = await_change(c, BEAT_MS);
        const bool is_asking = c->is_asking;

        if (is_asking || (!in_time && *c->what))
            ask_caller(c, params);
        /* who asked meanwhile has its turn next */
        if (is_asking || c->has_refused) {
            c->is_asking = false;
            pthread_cond_broadcast(&c->changed);
        }
    }
    is_done = await_change(c, PATIENCE_MS);
    c->is_left = !is_done;
    if (c->is_left)
        count_left(1);
    pthread_mutex_unlock(&c->lock);
    return is_done;
}

static clfft_status adopt_apart(clfft_plan **plan,
                                const clfft_plan_params *params)
{
    const bool may_leave = !params->waiter || params->waiter->hold;
    struct creation *c = may_leave ? begin(*plan, params) : NULL;
    clfft_status status;
    pthread_t thread;

    if (!c)
        return clfft_plan_adopt_best(*plan, params);
    if (!start(c, &thread)) {
        (*plan)->waiter = params->waiter;
        destroy(c);
        return clfft_plan_adopt_best(*plan, params);
    }
    if (!attend(c, params)) {
        pthread_detach(thread);
        *plan = NULL;
        return clfft_fail(CLFFT_STATUS_CANCELLED,
                          "plan creation was cancelled");
    }
    pthread_join(thread, NULL);
    status = c->status;
    if (status != CLFFT_STATUS_OK)
        clfft_fail(status, "%s", c->error);
    (*plan)->waiter = params->waiter;
    destroy(c);
    return status;
}

clfft_status clfft_plan_create(clfft_device *device, const clfft_desc *desc,
                               const clfft_plan_params *params,
                               clfft_plan **plan)
{
    static const clfft_plan_params defaults;
    clfft_status status;

    *plan = NULL;
    if (!params)
        params = &defaults;
    status = clfft_plan_new(device, desc, params, plan);
    if (status != CLFFT_STATUS_OK)
        return status;
    status = params->progress ? adopt_apart(plan, params)
                              : clfft_plan_adopt_best(*plan, params);
    if (status != CLFFT_STATUS_OK) {
        clfft_plan_destroy(plan);
        return status;
    }
    if (params->progress)
        params->progress(1.0, "ready", params->progress_data);
    clfft_log(device, CLFFT_LOG_INFO, "plan: %s", (*plan)->text);
    return CLFFT_STATUS_OK;
}
