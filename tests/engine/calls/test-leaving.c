/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-leaving.c: the creation of a plan on a device that takes long, and with
 * a compiler that does: the caller is asked all the time, is let go at once
 * when it gives up, and what was made is freed all the same. OPENCL_LAYERS
 * names the fault layer, which lets each kernel begin late.
 */
#include "engine/harness.h"
#include "layer/fault-layer.h"
#include "support/test.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define MOST 0.2 /* seconds without a call; until the creation has returned */
#define LATE_MS 900 /* a kernel begins so much later at most */
#define TRIES 4     /* of a machine that is busy with something else */
#define END 60.0    /* seconds until all is freed */

static const struct fault_layer *layer;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- who asks and who waits ---- */

struct caller {
    double begin, last, longest; /* seconds; without a call */
    double gives_up;             /* seconds after the begin; INFINITY: never */
    double gave_up;              /* when; 0: not yet */
    unsigned n_calls, n_after;   /* n_after: behind the one that said no */
    double fraction;
    bool falls;
};

static bool note(double fraction, const char *what, void *data)
{
    struct caller *c = data;
    const double t = now();

    c->n_after += c->gave_up > 0;
    c->longest = fmax(c->longest, t - c->last);
    c->last = t;
    c->falls |= fraction < c->fraction || !*what;
    c->fraction = fraction;
    c->n_calls++;
    if (t - c->begin < c->gives_up)
        return true;
    c->gave_up = now();
    return false;
}

/* A waiter that may be used as long as it is held. */
struct patience {
    atomic_uint n_holds, n_drops;
    atomic_bool is_gone, is_used;
};

static bool is_held(struct patience *p)
{
    return atomic_load(&p->n_holds) != atomic_load(&p->n_drops);
}

static bool wait_for(cl_event event, char *reason, size_t size, void *data)
{
    struct patience *p = data;

    if (atomic_load(&p->is_gone) && !is_held(p))
        atomic_store(&p->is_used, true);
    return clWaitForEvents(1, &event) == CL_SUCCESS;
}

static bool has_given_up(void *data)
{
    return false;
}

static void hold(void *data)
{
    atomic_fetch_add(&((struct patience *)data)->n_holds, 1);
}

static void drop(void *data)
{
    atomic_fetch_add(&((struct patience *)data)->n_drops, 1);
}

/* ---- a creation ---- */

struct attempt {
    char text[128];
    clfft_plan_params params;
    unsigned late, late_ms; /* which kernel begins so much later, from 1 */
    double gives_up;
};

struct outcome {
    clfft_status status;
    struct caller caller;
    double left; /* seconds from giving up to the return, and the end of the
                    device */
};

static struct outcome attempt_once(const struct attempt *a)
{
    const clfft_device_params device_params = {
        .name = getenv("CLFFT_TEST_DEVICE"), .cache_directory = ""};
    struct outcome o = {.caller.gives_up = a->gives_up};
    clfft_plan_params params = a->params;
    clfft_device *device;
    clfft_plan *plan;
    clfft_desc desc;

    o.status = clfft_device_create(&device_params, &device);
    if (o.status != CLFFT_STATUS_OK)
        return o;
    o.status = clfft_desc_parse(a->text, &desc);
    if (o.status == CLFFT_STATUS_OK) {
        params.progress = note;
        params.progress_data = &o.caller;
        if (a->late_ms)
            layer->arm(&(struct fault){.call = "clEnqueueNDRangeKernel",
                                       .at = a->late,
                                       .hold = true,
                                       .delay = a->late_ms});
        o.caller.begin = o.caller.last = now();
        o.status = clfft_plan_create(device, &desc, &params, &plan);
        clfft_desc_clear(&desc);
        clfft_plan_destroy(&plan);
    }
    clfft_device_destroy(&device);
    o.left = now() - o.caller.gave_up;
    return o;
}

/* Whether the layer counts no more objects than before. */
static bool await_end(unsigned long n_before)
{
    const double begin = now();
    const struct timespec pause = {.tv_nsec = 10000000};
    struct fault_report report;

    do {
        nanosleep(&pause, NULL);
        layer->report(&report);
    } while (report.n_live > n_before && now() - begin < END);
    layer->arm(NULL);
    return report.n_live <= n_before;
}

static unsigned long count_live(void)
{
    struct fault_report report;

    layer->report(&report);
    return report.n_live;
}

static void draw_attempt(struct attempt *a)
{
    static const char *const transforms[] = {"c2c", "r2c", "c2r"};

    *a = (struct attempt){.gives_up = INFINITY};
    if (test_draw(0, 2) == 0)
        snprintf(a->text, sizeof a->text, "%s %ux%u",
                 transforms[test_random() % 3], 2 * test_draw(20, 700),
                 2 * test_draw(20, 700));
    else
        snprintf(a->text, sizeof a->text, "%s %u x%u",
                 transforms[test_random() % 3], 2 * test_draw(64, 300000),
                 test_draw(1, 3));
    a->late = test_draw(1, 2);
    a->late_ms = test_draw(LATE_MS / 3, LATE_MS);
}

/* ---- claims ---- */

static void a_caller_is_asked_all_the_time(void)
{
    REQUIRE_LAYER(layer);
    for (unsigned i = 0; i < harness_cases(3, 30); i++) {
        struct attempt a;
        struct outcome o;

        draw_attempt(&a);
        for (unsigned tries = 0; tries < TRIES; tries++) {
            const unsigned long n_live = count_live();

            o = attempt_once(&a);
            TEST_CHECK(await_end(n_live), "%s: something stays", a.text);
            if (o.caller.longest < MOST)
                break;
        }
        TEST_CHECK(o.status == CLFFT_STATUS_OK, "%s: %s", a.text,
                   clfft_last_error());
        TEST_CHECK(
            o.caller.longest < MOST && !o.caller.falls &&
                o.caller.fraction == 1,
            "%s, a kernel %u ms late: %g s without a call of %u, up to %g",
            a.text, a.late_ms, o.caller.longest, o.caller.n_calls,
            o.caller.fraction);
    }
}

static void expect_to_leave(const struct attempt *drawn)
{
    struct attempt attempt = *drawn, *a = &attempt;
    struct patience patience = {0};
    const clfft_waiter waiter = {.wait = wait_for,
                                 .has_given_up = has_given_up,
                                 .user_data = &patience,
                                 .hold = hold,
                                 .drop = drop};
    struct outcome o;

    if (test_draw(0, 1))
        a->params.waiter = &waiter;
    for (unsigned tries = 0; tries < TRIES; tries++) {
        const unsigned long n_live = count_live();

        atomic_store(&patience.is_gone, false);
        o = attempt_once(a);
        atomic_store(&patience.is_gone, true);
        TEST_CHECK(await_end(n_live), "%s: something stays", a->text);
        if (o.left < MOST)
            break;
    }
    if (!o.caller.gave_up) /* it was quicker */
        return;
    TEST_CHECK(o.status == CLFFT_STATUS_CANCELLED && o.left < MOST &&
                   !o.caller.n_after,
               "%s, a kernel %u ms late, given up after %g s: status %d, %g s "
               "until it returned, %u calls then",
               a->text, a->late_ms, a->gives_up, (int)o.status, o.left,
               o.caller.n_after);
    for (unsigned i = 0; i < 1000 && is_held(&patience); i++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    TEST_CHECK(!is_held(&patience), "%s: the waiter is held", a->text);
    TEST_CHECK(!atomic_load(&patience.is_used), "%s: the waiter was used on",
               a->text);
}

static void a_caller_that_gives_up_may_go(void)
{
    REQUIRE_LAYER(layer);
    for (unsigned i = 0; i < harness_cases(5, 60); i++) {
        struct attempt a;

        draw_attempt(&a);
        if (test_draw(0, 2) == 0)
            a.params.effort = CLFFT_EFFORT_MEASURE;
        a.gives_up = 1e-3 * test_draw(0, 1500);
        expect_to_leave(&a);
    }
}

/* Kernels for a GPU, which PoCL compiles for seconds. */
static void a_compiler_is_not_waited_for(void)
{
    REQUIRE_LAYER(layer);
    for (unsigned i = 0; i < harness_cases(3, 30); i++) {
        struct attempt a = {.params.schedule = CLFFT_SCHEDULE_GROUP,
                            .gives_up = 1e-3 * test_draw(0, 1500)};

        snprintf(a.text, sizeof a.text, "c2c %u x3", test_draw(300, 4096));
        expect_to_leave(&a);
    }
}

TEST_MAIN(TEST(a_caller_is_asked_all_the_time),
          TEST(a_caller_that_gives_up_may_go),
          TEST(a_compiler_is_not_waited_for))
