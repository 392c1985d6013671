/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-convolver-calls.c: what a convolver refuses, with one sentence that
   names it, and how its calls follow each other. */
#include "rig.h"

static const double few_taps[12] = {1, 0.5, 0.25};

static clfft_convolver_desc make_desc(void)
{
    return (clfft_convolver_desc){.inputs = 2,
                                  .outputs = 2,
                                  .n_responses = 2,
                                  .taps = 3,
                                  .responses = few_taps,
                                  .max_frames = 64};
}

static void expect_refusal(clfft_convolver_desc desc, clfft_status status,
                           const char *reason)
{
    clfft_convolver *convolver = (clfft_convolver *)&desc;
    const clfft_status got =
        clfft_convolver_create(harness_device(), &desc, &convolver);

    TEST_CHECK(got == status, "%s: %s", reason, clfft_status_name(got));
    TEST_CHECK(!convolver, "%s: a convolver", reason);
    TEST_CHECK(strstr(clfft_last_error(), reason), "\"%s\" lacks \"%s\"",
               clfft_last_error(), reason);
}

#define REFUSES(member, value, reason)                                         \
    do {                                                                       \
        clfft_convolver_desc d_ = make_desc();                                 \
        d_.member = value;                                                     \
        expect_refusal(d_, CLFFT_STATUS_INVALID, reason);                      \
    } while (0)

static void broken_description_makes_no_convolver(void)
{
    double taps[6] = {1, 2, 3, 4, 5, 6};

    REQUIRE_DEVICE;
    REFUSES(inputs, 0, "inputs 0");
    REFUSES(inputs, 1025, "inputs 1025");
    REFUSES(outputs, 0, "outputs 0");
    REFUSES(outputs, 2000, "outputs 2000");
    REFUSES(n_responses, 0, "n_responses 0");
    REFUSES(n_responses, 3, "n_responses 3");
    REFUSES(inputs, 3, "n_responses 2");
    REFUSES(taps, 0, "taps 0");
    REFUSES(taps, UINT64_MAX / 2, "taps");
    REFUSES(responses, NULL, "no responses");
    REFUSES(max_frames, 0, "max_frames 0");
    REFUSES(max_frames, UINT64_C(1) << 40, "max_frames 1099511627776");
    REFUSES(typical_frames, 65, "typical_frames 65");
    REFUSES(reserved[3], 1, "clfft_convolver_desc");
    taps[4] = NAN;
    REFUSES(responses, taps, "tap 1 of response 1");
    taps[4] = INFINITY;
    REFUSES(responses, taps, "tap 1 of response 1");
}

static void size_beyond_the_device_is_unsupported(void)
{
    clfft_convolver_desc d = make_desc();

    REQUIRE_DEVICE;
    d.latency = UINT64_C(1) << 40;
    expect_refusal(d, CLFFT_STATUS_UNSUPPORTED, "latency 1099511627776");
    d.latency = UINT64_MAX;
    expect_refusal(d, CLFFT_STATUS_UNSUPPORTED, "latency");
    d = make_desc();
    d.inputs = d.outputs = 1024;
    d.n_responses = 1;
    d.latency = UINT64_C(1) << 29;
    expect_refusal(d, CLFFT_STATUS_UNSUPPORTED, "samples");
    d.inputs = d.outputs = 16;
    d.latency = UINT64_C(1) << 27;
    if (clfft_device_get_limits(harness_device())->max_allocation >> 33 == 0)
        expect_refusal(d, CLFFT_STATUS_UNSUPPORTED, "bytes");
    if (!clfft_device_get_limits(harness_device())->has_double) {
        d = make_desc();
        d.precision = CLFFT_PRECISION_DOUBLE;
        expect_refusal(d, CLFFT_STATUS_UNSUPPORTED, "double precision");
    }
}

/* ---- calls ---- */

struct stage {
    clfft_convolver *convolver;
    cl_mem input, output, other;
    cl_context context;
    cl_command_queue foreign;
};

static bool set_stage(struct stage *s)
{
    const clfft_convolver_desc d = make_desc();
    const cl_device_id id = clfft_device_get_id(harness_device());

    *s = (struct stage){0};
    if (clfft_convolver_create(harness_device(), &d, &s->convolver)) {
        TEST_CHECK(false, "%s", clfft_last_error());
        return false;
    }
    s->input = harness_buffer(NULL, 2 * 64 * sizeof(float));
    s->output = harness_buffer(NULL, 2 * 64 * sizeof(float));
    s->context = clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
    s->foreign = clCreateCommandQueue(s->context, id, 0, NULL);
    s->other = clCreateBuffer(s->context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    return s->input && s->output && s->other && s->foreign;
}

static void clear_stage(struct stage *s)
{
    clfft_convolver_destroy(&s->convolver);
    clReleaseMemObject(s->input);
    clReleaseMemObject(s->output);
    clReleaseMemObject(s->other);
    clReleaseCommandQueue(s->foreign);
    clReleaseContext(s->context);
}

static void expect_refused_call(struct stage *s, cl_command_queue queue,
                                cl_mem input, cl_mem output,
                                clfft_convolver_params params,
                                const char *reason)
{
    cl_event event = (cl_event)s;
    clfft_status status;

    params.event = &event;
    status =
        clfft_convolver_execute(s->convolver, queue, input, output, &params);
    TEST_CHECK(status == CLFFT_STATUS_INVALID, "%s: %s", reason,
               clfft_status_name(status));
    TEST_CHECK(strstr(clfft_last_error(), reason), "\"%s\" lacks \"%s\"",
               clfft_last_error(), reason);
    TEST_CHECK(!event, "%s: an event", reason);
}

static void call_refuses_what_does_not_fit(void)
{
    const clfft_convolver_params full = {.n_frames = 64};
    clfft_convolver_params params = full;
    cl_command_queue queue;
    struct stage s;

    REQUIRE_DEVICE;
    queue = harness_queue();
    if (!set_stage(&s))
        return;
    expect_refused_call(&s, queue, s.input, s.output,
                        (clfft_convolver_params){0}, "n_frames 0");
    expect_refused_call(&s, queue, s.input, s.output,
                        (clfft_convolver_params){.n_frames = 65},
                        "n_frames 65");
    expect_refused_call(&s, NULL, s.input, s.output, full, "no queue");
    expect_refused_call(&s, s.foreign, s.input, s.output, full,
                        "another context");
    expect_refused_call(&s, queue, s.other, s.output, full,
                        "input buffer belongs to another context");
    expect_refused_call(&s, queue, s.input, s.other, full,
                        "output buffer belongs to another context");
    params.input_offset = 1;
    expect_refused_call(&s, queue, s.input, s.output, params,
                        "input buffer has 512 bytes, the call needs 516");
    params = full;
    params.output_distance = 65;
    expect_refused_call(&s, queue, s.input, s.output, params,
                        "output buffer has 512 bytes, the call needs 516");
    params.output_distance = 63;
    expect_refused_call(&s, queue, s.input, s.output, params,
                        "output_distance 63");
    params = full;
    params.input_distance = UINT64_MAX;
    expect_refused_call(&s, queue, s.input, s.output, params, "input buffer");
    params = full;
    params.output_offset = UINT64_MAX;
    expect_refused_call(&s, queue, s.input, s.output, params, "output buffer");
    params = full;
    params.reserved[7] = 1;
    expect_refused_call(&s, queue, s.input, s.output, params,
                        "clfft_convolver_params");
    /* and it still runs */
    TEST_CHECK(clfft_convolver_execute(s.convolver, queue, s.input, s.output,
                                       &full) == CLFFT_STATUS_OK,
               "%s", clfft_last_error());
    clFinish(queue);
    clear_stage(&s);
}

static void destroy_accepts_none(void)
{
    clfft_convolver *none = NULL;

    clfft_convolver_destroy(&none);
    TEST_CHECK(!none, "not NULL");
}

/* Calls that take turns on two queues, one of which keeps no order: each waits
   for the event of its input alone. */
static void calls_keep_their_order_on_any_queues(void)
{
    enum { N_CALLS = 40, FRAMES = 200 };
    clfft_convolver_desc d = {.inputs = 2,
                              .outputs = 2,
                              .n_responses = 4,
                              .taps = 4000,
                              .max_frames = FRAMES};
    cl_command_queue_properties can = 0;
    cl_event events[N_CALLS] = {0};
    clfft_convolver *convolver;
    cl_command_queue queues[2];
    float *bytes;
    struct rig r;
    cl_mem in, out;

    REQUIRE_DEVICE;
    if (!rig_open(&r, &d, N_CALLS * FRAMES) || !(convolver = rig_create(&r)))
        return;
    rig_convolve(&r);
    clGetDeviceInfo(clfft_device_get_id(harness_device()),
                    CL_DEVICE_QUEUE_PROPERTIES, sizeof can, &can, NULL);
    for (unsigned i = 0; i < 2; i++)
        queues[i] = clCreateCommandQueue(
            clfft_device_get_context(harness_device()),
            clfft_device_get_id(harness_device()),
            i ? can & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, NULL);
    bytes = malloc(r.n_frames * 2 * sizeof *bytes);
    rig_pack(&r, r.in, r.n_frames * 2, bytes);
    in = harness_buffer(bytes, r.n_frames * 2 * sizeof *bytes);
    out = harness_buffer(NULL, r.n_frames * 2 * sizeof *bytes);
    for (unsigned i = 0; i < N_CALLS; i++) {
        const uint64_t at = (uint64_t)i * FRAMES;
        const clfft_convolver_params params = {.n_frames = FRAMES,
                                               .input_offset = at,
                                               .output_offset = at,
                                               .input_distance = r.n_frames,
                                               .output_distance = r.n_frames,
                                               .event = &events[i]};

        TEST_CHECK(clfft_convolver_execute(convolver, queues[test_random() % 2],
                                           in, out, &params) == CLFFT_STATUS_OK,
                   "%s", clfft_last_error());
    }
    TEST_CHECK(clWaitForEvents(N_CALLS, events) == CL_SUCCESS, "an event");
    clEnqueueReadBuffer(queues[0], out, CL_TRUE, 0,
                        r.n_frames * 2 * sizeof *bytes, bytes, 0, NULL, NULL);
    rig_unpack(&r, bytes, r.n_frames * 2, r.out);
    rig_judge(&r, convolver, "two queues");
    for (unsigned i = 0; i < N_CALLS; i++)
        clReleaseEvent(events[i]);
    clfft_convolver_destroy(&convolver);
    for (unsigned i = 0; i < 2; i++)
        clReleaseCommandQueue(queues[i]);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    free(bytes);
    rig_close(&r);
}

/* A call begins when its events have happened. */
static void call_waits_for_its_events(void)
{
    clfft_convolver_desc d = {.inputs = 1,
                              .outputs = 1,
                              .n_responses = 1,
                              .taps = 3000,
                              .max_frames = 512};
    clfft_convolver *convolver;
    cl_event gate, done;
    float bytes[512];
    struct rig r;
    cl_mem in, out;

    REQUIRE_DEVICE;
    if (!rig_open(&r, &d, 512) || !(convolver = rig_create(&r)))
        return;
    rig_convolve(&r);
    memset(bytes, 0xff, sizeof bytes);
    in = harness_buffer(bytes, sizeof bytes);
    out = harness_buffer(bytes, sizeof bytes);
    gate = clCreateUserEvent(clfft_device_get_context(harness_device()), NULL);
    TEST_CHECK(
        clfft_convolver_execute(
            convolver, harness_queue(), in, out,
            &(clfft_convolver_params){
                .n_frames = 512, .n_wait = 1, .wait = &gate, .event = &done}) ==
            CLFFT_STATUS_OK,
        "%s", clfft_last_error());
    clFlush(harness_queue());
    rig_pack(&r, r.in, 512, bytes);
    /* on another queue: the first one waits */
    cl_command_queue queue =
        clCreateCommandQueue(clfft_device_get_context(harness_device()),
                             clfft_device_get_id(harness_device()), 0, NULL);
    clEnqueueWriteBuffer(queue, in, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL,
                         NULL);
    clSetUserEventStatus(gate, CL_COMPLETE);
    TEST_CHECK(clWaitForEvents(1, &done) == CL_SUCCESS, "the event");
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL,
                        NULL);
    rig_unpack(&r, bytes, 512, r.out);
    rig_judge(&r, convolver, "behind an event");
    clReleaseEvent(gate);
    clReleaseEvent(done);
    clReleaseCommandQueue(queue);
    clfft_convolver_destroy(&convolver);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    rig_close(&r);
}

struct reported {
    unsigned n_calls, gives_up; /* at which call, 0: never */
    double last;
    bool fell;
};

static bool hear(double fraction, const char *what, void *data)
{
    struct reported *t = data;

    t->fell |= fraction < t->last || fraction > 1 || !what[0];
    t->last = fraction;
    return ++t->n_calls != t->gives_up;
}

/* Of all plans together; creation can be given up at each step. */
static void progress_rises_to_one(void)
{
    struct reported reported = {0};
    const clfft_plan_params params = {.progress = hear,
                                      .progress_data = &reported};
    clfft_convolver_desc d = {.inputs = 1,
                              .outputs = 1,
                              .n_responses = 1,
                              .taps = 20000,
                              .latency = 64,
                              .max_frames = 512,
                              .params = &params};
    clfft_convolver *convolver;
    unsigned n_calls;
    struct rig r;

    REQUIRE_DEVICE;
    if (!rig_open(&r, &d, 1) || !(convolver = rig_create(&r)))
        return;
    clfft_convolver_destroy(&convolver);
    TEST_CHECK(!reported.fell && reported.last == 1 && reported.n_calls > 3,
               "%u calls, the last %g", reported.n_calls, reported.last);
    n_calls = reported.n_calls;
    for (unsigned at = 1; at <= n_calls; at += 1 + n_calls / 7) {
        reported = (struct reported){.gives_up = at};
        TEST_CHECK(
            clfft_convolver_create(harness_device(), &r.desc, &convolver) ==
                    CLFFT_STATUS_CANCELLED &&
                !convolver && reported.n_calls == at,
            "call %u of %u: %s", reported.n_calls, at, clfft_last_error());
    }
    rig_close(&r);
}

/* However small the blocks are, all that a call completes is one batch: two
   launches a size, one for all products, one each for input and output. */
static void launches_are_few(void)
{
    static const uint64_t frames[] = {64, 256, 1024, 8192};

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < COUNT(frames); i++) {
        const clfft_convolver_desc d = {.inputs = 1,
                                        .outputs = 1,
                                        .n_responses = 1,
                                        .taps = 40000,
                                        .latency = 64,
                                        .max_frames = frames[i]};
        clfft_convolver *convolver;
        clfft_convolver_info info;
        struct rig r;

        if (!rig_open(&r, &d, 1) || !(convolver = rig_create(&r)))
            return;
        clfft_convolver_get_info(convolver, &info);
        TEST_CHECK(info.partitions && info.n_sizes > 0 && info.size > 0,
                   "%s, %u sizes", info.partitions, info.n_sizes);
        /* a transform may take two passes; an early block takes one more */
        TEST_CHECK(info.max_launches <= 3 + 1 + 4 * info.n_sizes, "%s: %u",
                   info.partitions, info.max_launches);
        clfft_convolver_destroy(&convolver);
        rig_close(&r);
    }
}

TEST_MAIN(TEST(broken_description_makes_no_convolver),
          TEST(size_beyond_the_device_is_unsupported),
          TEST(call_refuses_what_does_not_fit), TEST(destroy_accepts_none),
          TEST(calls_keep_their_order_on_any_queues),
          TEST(call_waits_for_its_events), TEST(progress_rises_to_one),
          TEST(launches_are_few))
