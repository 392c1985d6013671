/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-order.c: events, queues and threads: work starts when it may, ends when
 * it says so, and calls that share scratch do not overlap.
 */
#include "engine/harness.h"
#include "support/test.h"

#include <pthread.h>

#define N 512
#define BATCH 16
#define SIZE (N * BATCH * 8)
#define N_CALLS 24

/* Three steps, so two buffers of scratch. */
static const char recipe[] = "direct 8 | direct 8 | direct 8";
static const clfft_desc desc = {
    .lengths = {N}, .n_loops = 1, .loops = {{BATCH, N, N}}};

struct work {
    clfft_plan *plan;
    float *input, *expected, *result; /* N_CALLS pieces of SIZE bytes */
    cl_mem in[N_CALLS], out[N_CALLS];
};

static void clear_work(struct work *w)
{
    clfft_plan_destroy(&w->plan);
    for (unsigned i = 0; i < N_CALLS; i++) {
        if (w->in[i])
            clReleaseMemObject(w->in[i]);
        if (w->out[i])
            clReleaseMemObject(w->out[i]);
    }
    free(w->input);
    free(w->expected);
    free(w->result);
}

static float *piece(float *pieces, unsigned i)
{
    return pieces + (size_t)i * SIZE / sizeof *pieces;
}

/* Different input for each call, and its result one by one. */
static bool make_work(struct work *w)
{
    const clfft_plan_params params = {.recipe = recipe};
    bool good = true;

    *w = (struct work){0};
    w->input = malloc((size_t)N_CALLS * SIZE);
    w->expected = malloc((size_t)N_CALLS * SIZE);
    w->result = malloc((size_t)N_CALLS * SIZE);
    if (!w->input || !w->expected || !w->result ||
        clfft_plan_create(harness_device(), &desc, &params, &w->plan)) {
        TEST_CHECK(false, "%s", clfft_last_error());
        return false;
    }
    for (size_t i = 0; i < (size_t)N_CALLS * SIZE / 4; i++)
        w->input[i] = (float)test_uniform();
    memset(w->result, 0xff, (size_t)N_CALLS * SIZE);
    for (unsigned i = 0; good && i < N_CALLS; i++) {
        good = !harness_execute(w->plan, piece(w->input, i), SIZE,
                                piece(w->expected, i), SIZE, NULL);
        w->in[i] = harness_buffer(piece(w->input, i), SIZE);
        w->out[i] = harness_buffer(piece(w->result, i), SIZE);
    }
    TEST_CHECK(good, "%s", clfft_last_error());
    return good;
}

static void check_results(struct work *w, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        clEnqueueReadBuffer(harness_queue(), w->out[i], CL_TRUE, 0, SIZE,
                            piece(w->result, i), 0, NULL, NULL);
        TEST_CHECK(!memcmp(piece(w->result, i), piece(w->expected, i), SIZE),
                   "call %u", i);
    }
}

static cl_command_queue new_queue(cl_command_queue_properties properties)
{
    return clCreateCommandQueue(clfft_device_get_context(harness_device()),
                                clfft_device_get_id(harness_device()),
                                properties, NULL);
}

static bool is_complete(cl_event event)
{
    cl_int state = CL_QUEUED;

    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state,
                   &state, NULL);
    return state == CL_COMPLETE;
}

/* On any queue, the execute begins after its events and ends at its own. */
static void gate_on(cl_command_queue queue)
{
    struct work w;
    cl_event gates[2], done = NULL;

    if (!make_work(&w))
        return;
    for (unsigned i = 0; i < 2; i++)
        gates[i] =
            clCreateUserEvent(clfft_device_get_context(harness_device()), NULL);
    const clfft_execute_params params = {
        .n_wait = 2, .wait = gates, .event = &done};
    TEST_CHECK(clfft_plan_execute(w.plan, queue, w.in[0], w.out[0], &params) ==
                       CLFFT_STATUS_OK &&
                   done,
               "%s", clfft_last_error());
    clFlush(queue);
    TEST_CHECK(!is_complete(done), "done before its gates");
    clSetUserEventStatus(gates[0], CL_COMPLETE);
    clFlush(queue);
    TEST_CHECK(!is_complete(done), "done before its second gate");
    clSetUserEventStatus(gates[1], CL_COMPLETE);
    TEST_CHECK(!clWaitForEvents(1, &done) && is_complete(done), "wait");
    check_results(&w, 1);
    clReleaseEvent(done);
    clReleaseEvent(gates[0]);
    clReleaseEvent(gates[1]);
    clear_work(&w);
}

static void execute_starts_after_its_events(void)
{
    REQUIRE_DEVICE;
    gate_on(harness_queue());
    cl_command_queue queue = new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    if (queue) {
        gate_on(queue);
        clReleaseCommandQueue(queue);
    }
}

/* A reader on another queue that waits for the event sees the whole result. */
static void completion_event_covers_every_step(void)
{
    struct work w;
    cl_command_queue other;

    REQUIRE_DEVICE;
    other = new_queue(0);
    if (!make_work(&w))
        return;
    for (unsigned i = 0; i < N_CALLS; i++) {
        cl_event done = NULL;
        const clfft_execute_params params = {.event = &done};
        TEST_CHECK(!clfft_plan_execute(w.plan, harness_queue(), w.in[i],
                                       w.out[i], &params),
                   "%s", clfft_last_error());
        clFlush(harness_queue());
        clEnqueueReadBuffer(other, w.out[i], CL_TRUE, 0, SIZE,
                            piece(w.result, i), 1, &done, NULL);
        TEST_CHECK(!memcmp(piece(w.result, i), piece(w.expected, i), SIZE),
                   "call %u", i);
        clReleaseEvent(done);
    }
    clReleaseCommandQueue(other);
    clear_work(&w);
}

/* Many calls at once, all through the plan's one scratch. */
static void run_all(struct work *w, cl_command_queue *queues, unsigned n_queues)
{
    for (unsigned i = 0; i < N_CALLS; i++)
        TEST_CHECK(!clfft_plan_execute(w->plan, queues[i % n_queues], w->in[i],
                                       w->out[i], NULL),
                   "%s", clfft_last_error());
    for (unsigned q = 0; q < n_queues; q++)
        TEST_CHECK(!clFinish(queues[q]), "clFinish");
    check_results(w, N_CALLS);
}

static void out_of_order_queue_keeps_steps_and_calls_apart(void)
{
    struct work w;
    cl_command_queue queue;

    REQUIRE_DEVICE;
    queue = new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    if (!queue)
        TEST_SKIP("the device's queues are in order only");
    if (make_work(&w))
        run_all(&w, &queue, 1);
    clear_work(&w);
    clReleaseCommandQueue(queue);
}

static void alternating_queues_share_scratch_in_turn(void)
{
    static const cl_command_queue_properties kinds[][2] = {
        {0, 0}, {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}};
    struct work w;

    REQUIRE_DEVICE;
    for (size_t k = 0; k < COUNT(kinds); k++) {
        cl_command_queue queues[2] = {new_queue(kinds[k][0]),
                                      new_queue(kinds[k][1])};
        if (queues[0] && queues[1] && make_work(&w)) {
            run_all(&w, queues, 2);
            clear_work(&w);
        }
        for (unsigned q = 0; q < 2; q++)
            if (queues[q])
                clReleaseCommandQueue(queues[q]);
    }
}

static void plan_outlives_the_callers_queue(void)
{
    struct work w;
    cl_command_queue first;

    REQUIRE_DEVICE;
    if (!make_work(&w))
        return;
    first = new_queue(0);
    clfft_plan_execute(w.plan, first, w.in[0], w.out[0], NULL);
    clFinish(first);
    clReleaseCommandQueue(first);
    TEST_CHECK(
        !clfft_plan_execute(w.plan, harness_queue(), w.in[1], w.out[1], NULL),
        "%s", clfft_last_error());
    clFinish(harness_queue());
    check_results(&w, 2);
    clear_work(&w);
}

static void destroy_waits_for_the_last_execute(void)
{
    struct work w;

    REQUIRE_DEVICE;
    if (!make_work(&w))
        return;
    for (unsigned i = 0; i < N_CALLS; i++)
        clfft_plan_execute(w.plan, harness_queue(), w.in[i], w.out[i], NULL);
    clfft_plan_destroy(&w.plan);
    check_results(&w, N_CALLS);
    clear_work(&w);
}

static void callers_scratch_leaves_order_to_the_caller(void)
{
    const clfft_plan_params params = {.recipe = recipe,
                                      .external_scratch = true};
    struct work w;
    clfft_plan *plan = NULL;
    clfft_plan_info info;

    REQUIRE_DEVICE;
    if (!make_work(&w))
        return;
    TEST_CHECK(!clfft_plan_create(harness_device(), &desc, &params, &plan),
               "%s", clfft_last_error());
    if (plan) {
        cl_command_queue queues[2] = {new_queue(0), new_queue(0)};
        cl_mem scratch[2];
        clfft_plan_get_info(plan, &info);
        for (unsigned i = 0; i < 2; i++)
            scratch[i] = harness_buffer(NULL, info.scratch_size);
        for (unsigned i = 0; i < N_CALLS; i++) {
            const clfft_execute_params each = {.scratch = scratch[i % 2]};
            TEST_CHECK(!clfft_plan_execute(plan, queues[i % 2], w.in[i],
                                           w.out[i], &each),
                       "%s", clfft_last_error());
        }
        for (unsigned i = 0; i < 2; i++) {
            clFinish(queues[i]);
            clReleaseCommandQueue(queues[i]);
            clReleaseMemObject(scratch[i]);
        }
        check_results(&w, N_CALLS);
    }
    clfft_plan_destroy(&plan);
    clear_work(&w);
}

static void execute_makes_nothing(void)
{
    clfft_device_stats before, after;
    struct work w;

    REQUIRE_DEVICE;
    if (!make_work(&w))
        return;
    clfft_device_get_stats(harness_device(), &before);
    for (unsigned i = 0; i < 10 * N_CALLS; i++)
        clfft_plan_execute(w.plan, harness_queue(), w.in[i % N_CALLS],
                           w.out[i % N_CALLS], NULL);
    clFinish(harness_queue());
    clfft_device_get_stats(harness_device(), &after);
    TEST_CHECK(
        !memcmp(&before, &after, sizeof before),
        "%llu buffers, %llu kernels, %llu programs more",
        (unsigned long long)(after.n_buffers - before.n_buffers),
        (unsigned long long)(after.n_kernels - before.n_kernels),
        (unsigned long long)(after.n_programs_built - before.n_programs_built));
    clear_work(&w);
}

/* ---- threads ---- */

#define N_THREADS 4
#define N_KINDS 6
#define MOST_BYTES (130 * 8 * 4)

static const char *const kinds[N_KINDS] = {
    "c2c 64 x3",  "c2c 96 x3 inverse", "r2c 128 x3",
    "c2r 128 x3", "c2c 37 x3",         "r2c 75 x3 store=power"};

static struct kind {
    clfft_desc desc;
    size_t input_size, output_size;
    unsigned char input[MOST_BYTES], expected[MOST_BYTES];
} known[N_KINDS];

struct thread {
    pthread_t id;
    unsigned number, n_wrong;
};

static bool run_kind(const struct kind *kind, cl_command_queue queue,
                     const clfft_plan_params *params)
{
    unsigned char result[MOST_BYTES];
    clfft_plan *plan;
    cl_mem in, out;
    bool good;

    if (clfft_plan_create(harness_device(), &kind->desc, params, &plan))
        return false;
    in = harness_buffer(kind->input, kind->input_size);
    out = harness_buffer(NULL, kind->output_size);
    good = !clfft_plan_execute(plan, queue, in, out, NULL) &&
           !clEnqueueReadBuffer(queue, out, CL_TRUE, 0, kind->output_size,
                                result, 0, NULL, NULL) &&
           !memcmp(result, kind->expected, kind->output_size);
    clfft_plan_destroy(&plan);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    return good;
}

static void *run_thread(void *data)
{
    const clfft_plan_params params = {.schedule = CLFFT_SCHEDULE_DIRECT};
    struct thread *t = data;
    cl_command_queue queue = new_queue(0);

    for (unsigned round = 0; round < 30; round++)
        t->n_wrong += !run_kind(&known[(round * 5 + t->number) % N_KINDS],
                                queue, &params);
    clReleaseCommandQueue(queue);
    return NULL;
}

static bool learn_kind(const char *text, struct kind *kind)
{
    const clfft_plan_params params = {.schedule = CLFFT_SCHEDULE_DIRECT};
    clfft_plan *plan;
    uint64_t in, out;
    bool good;

    if (clfft_desc_parse(text, &kind->desc) ||
        clfft_desc_get_extent(&kind->desc, &in, &out) ||
        clfft_plan_create(harness_device(), &kind->desc, &params, &plan))
        return false;
    kind->input_size = in * clfft_desc_get_input_size(&kind->desc);
    kind->output_size = out * clfft_desc_get_output_size(&kind->desc);
    for (size_t i = 0; i < kind->input_size; i += 4) {
        const float x = (float)test_uniform();
        memcpy(kind->input + i, &x, 4);
    }
    good = !harness_execute(plan, kind->input, kind->input_size, kind->expected,
                            kind->output_size, NULL);
    clfft_plan_destroy(&plan);
    return good;
}

static void threads_make_run_and_destroy_plans_at_once(void)
{
    struct thread threads[N_THREADS] = {{0}};

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < N_KINDS; i++)
        TEST_REQUIRE(learn_kind(kinds[i], &known[i]), "%s: %s", kinds[i],
                     clfft_last_error());
    for (unsigned i = 0; i < N_THREADS; i++) {
        threads[i].number = i;
        pthread_create(&threads[i].id, NULL, run_thread, &threads[i]);
    }
    for (unsigned i = 0; i < N_THREADS; i++) {
        pthread_join(threads[i].id, NULL);
        TEST_CHECK(!threads[i].n_wrong, "thread %u: %u wrong", i,
                   threads[i].n_wrong);
    }
    for (unsigned i = 0; i < N_KINDS; i++)
        clfft_desc_clear(&known[i].desc);
}

static void *fail_on_thread(void *data)
{
    static const clfft_desc empty;

    TEST_CHECK(!*clfft_last_error(), "another thread's error is seen");
    clfft_desc_validate(&empty);
    return NULL;
}

static void last_error_is_the_threads_own(void)
{
    clfft_desc parsed;
    pthread_t id;
    char before[256];

    clfft_desc_parse("no description", &parsed);
    snprintf(before, sizeof before, "%s", clfft_last_error());
    pthread_create(&id, NULL, fail_on_thread, NULL);
    pthread_join(id, NULL);
    TEST_CHECK(*before && !strcmp(before, clfft_last_error()), "\"%s\"",
               clfft_last_error());
}

TEST_MAIN(TEST(execute_starts_after_its_events),
          TEST(completion_event_covers_every_step),
          TEST(out_of_order_queue_keeps_steps_and_calls_apart),
          TEST(alternating_queues_share_scratch_in_turn),
          TEST(plan_outlives_the_callers_queue),
          TEST(destroy_waits_for_the_last_execute),
          TEST(callers_scratch_leaves_order_to_the_caller),
          TEST(execute_makes_nothing),
          TEST(threads_make_run_and_destroy_plans_at_once),
          TEST(last_error_is_the_threads_own))
