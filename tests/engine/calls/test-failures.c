/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-failures.c: what the engine refuses, with which status and which
   sentence, and that it leaves nothing behind. */
#include "engine/harness.h"
#include "support/test.h"

#include <math.h>

static void expect_refusal(const clfft_desc *desc,
                           const clfft_plan_params *params, clfft_status status,
                           const char *reason)
{
    clfft_plan *plan = (clfft_plan *)desc;
    const clfft_status got =
        clfft_plan_create(harness_device(), desc, params, &plan);

    TEST_CHECK(got == status, "%s: %s, not %s", reason, clfft_status_name(got),
               clfft_status_name(status));
    TEST_CHECK(!plan, "%s: a plan", reason);
    TEST_CHECK(strstr(clfft_last_error(), reason), "\"%s\" lacks \"%s\"",
               clfft_last_error(), reason);
    if (got == CLFFT_STATUS_OK)
        clfft_plan_destroy(&plan);
}

static void broken_description_makes_no_plan(void)
{
    static const clfft_desc empty;
    const clfft_desc overlap = {
        .lengths = {8}, .n_loops = 1, .loops = {{2, 8, 4}}};

    REQUIRE_DEVICE;
    expect_refusal(&empty, NULL, CLFFT_STATUS_INVALID, "length 0");
    expect_refusal(&overlap, NULL, CLFFT_STATUS_INVALID, "overlap");
}

static void size_beyond_the_device_is_unsupported(void)
{
    const uint64_t most =
        harness_device()
            ? clfft_device_get_limits(harness_device())->max_allocation
            : 0;
    const clfft_desc long_one = {.lengths = {UINT64_C(1) << 40}};
    const clfft_desc many = {
        .lengths = {16}, .n_loops = 1, .loops = {{UINT64_C(1) << 30, 0, 16}}};
    const clfft_desc wide = {
        .lengths = {16}, .n_loops = 1, .loops = {{2, (int64_t)(most / 8), 16}}};
    clfft_device_stats before, after;

    REQUIRE_DEVICE;
    clfft_device_get_stats(harness_device(), &before);
    expect_refusal(&long_one, NULL, CLFFT_STATUS_UNSUPPORTED, "1099511627776");
    expect_refusal(&many, NULL, CLFFT_STATUS_UNSUPPORTED, "");
    expect_refusal(&wide, NULL, CLFFT_STATUS_UNSUPPORTED, "largest");
    clfft_device_get_stats(harness_device(), &after);
    TEST_CHECK(after.n_buffers == before.n_buffers,
               "%llu buffers made before the refusal",
               (unsigned long long)(after.n_buffers - before.n_buffers));
}

static void volume_beyond_the_device_is_refused(void)
{
    const clfft_desc desc = {.rank = 3, .lengths = {8192, 8192, 8192}};

    REQUIRE_DEVICE;
    expect_refusal(&desc, NULL, CLFFT_STATUS_UNSUPPORTED,
                   "beyond the device's largest");
}

static void double_needs_a_device_that_has_it(void)
{
    const clfft_desc desc = {.lengths = {8},
                             .precision = CLFFT_PRECISION_DOUBLE};

    REQUIRE_DEVICE;
    if (clfft_device_get_limits(harness_device())->has_double)
        TEST_SKIP("the device has double precision");
    expect_refusal(&desc, NULL, CLFFT_STATUS_UNSUPPORTED, "double");
}

static void forced_recipe_must_fit(void)
{
    static const struct {
        const char *recipe, *reason;
        clfft_status status;
    } cases[] = {
        {"group 16.16", "group needs t and c", CLFFT_STATUS_INVALID},
        {"nonsense", "group, tile2d, simd or direct", CLFFT_STATUS_INVALID},
        {"group 16.16 t16 c1", "64 points", CLFFT_STATUS_INVALID},
        {"direct 8 | direct 4", "64 points", CLFFT_STATUS_INVALID},
        {"bluestein 64: direct 8 | direct 8", "below 127",
         CLFFT_STATUS_INVALID},
        {"group 8.8 t1024 c1024 plain", "device's", CLFFT_STATUS_UNSUPPORTED},
        {"group 8.8 t1 c1024 plain split", "local memory",
         CLFFT_STATUS_UNSUPPORTED},
    };
    const clfft_desc desc = {.lengths = {64}};

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(cases); i++)
        expect_refusal(&desc, &(clfft_plan_params){.recipe = cases[i].recipe},
                       cases[i].status, cases[i].reason);
    expect_refusal(&(clfft_desc){.lengths = {1048576}},
                   &(clfft_plan_params){.recipe = "simd 16.16.16.16.16 rows"},
                   CLFFT_STATUS_UNSUPPORTED, "local memory");
    if (!clfft_device_get_limits(harness_device())->limits_registers)
        expect_refusal(
            &desc, &(clfft_plan_params){.recipe = "group 8.8 t8 c1 plain r64"},
            CLFFT_STATUS_UNSUPPORTED, "registers to 64");
    if (clfft_device_get_limits(harness_device())->has_double)
        expect_refusal(
            &(clfft_desc){.lengths = {64}, .precision = CLFFT_PRECISION_DOUBLE},
            &(clfft_plan_params){.recipe = "group 8.8 t8 c1 plain poly"},
            CLFFT_STATUS_UNSUPPORTED, "single precision");
}

/* Of those that the device's compiler spills much for: the fault layer's
   profile `spilling` does so above 64 work-items. */
static void recipe_must_not_spill_much(void)
{
    static const struct {
        const char *recipe, *reason; /* NULL: it spills little */
    } cases[] = {
        {"group 8.8 t8 c16 plain", "spills 432 bytes each, more than 256"},
        {"group 8.8 t8 c16 plain p2", "spills 160 bytes each, more than 128"},
        {"group 8.8 t8 c8 plain", NULL},
        {"group 8.8 t8 c8 plain p2", NULL},
    };
    const clfft_desc desc = {.lengths = {64}};
    bool spills;

    REQUIRE_DEVICE;
    spills = strstr(clfft_device_get_limits(harness_device())->device_name,
                    "spills above 64");
    for (size_t i = 0; i < COUNT(cases); i++) {
        const clfft_plan_params params = {.recipe = cases[i].recipe};
        const char *wrong;

        if (spills && cases[i].reason) {
            expect_refusal(&desc, &params, CLFFT_STATUS_UNSUPPORTED,
                           cases[i].reason);
            continue;
        }
        wrong = harness_judge(&desc, &(struct harness_options){.plan = params},
                              test_random());
        TEST_CHECK(!wrong, "%s", wrong);
    }
}

/* ---- execute ---- */

struct stage {
    clfft_plan *plan;
    cl_mem input, output;
};

static bool set_stage(struct stage *s, const clfft_desc *desc,
                      const clfft_plan_params *params)
{
    *s = (struct stage){0};
    if (clfft_plan_create(harness_device(), desc, params, &s->plan) !=
        CLFFT_STATUS_OK) {
        TEST_CHECK(false, "%s", clfft_last_error());
        return false;
    }
    s->input = harness_buffer(NULL, 1 << 16);
    s->output = harness_buffer(NULL, 1 << 16);
    return s->input && s->output;
}

static void clear_stage(struct stage *s)
{
    clfft_plan_destroy(&s->plan);
    clReleaseMemObject(s->input);
    clReleaseMemObject(s->output);
}

static void expect_refused_run(struct stage *s, cl_command_queue queue,
                               cl_mem input, cl_mem output,
                               clfft_execute_params params, const char *reason)
{
    cl_event event = (cl_event)s;
    clfft_status status;

    params.event = &event;
    status = clfft_plan_execute(s->plan, queue, input, output, &params);
    TEST_CHECK(status == CLFFT_STATUS_INVALID, "%s: %s", reason,
               clfft_status_name(status));
    TEST_CHECK(strstr(clfft_last_error(), reason), "\"%s\" lacks \"%s\"",
               clfft_last_error(), reason);
    TEST_CHECK(!event, "%s: an event", reason);
}

static void execute_refuses_what_the_plan_is_not_for(void)
{
    const clfft_desc desc = {
        .lengths = {16}, .n_loops = 2, .loops = {{3, 16, 16}, {2, 48, 48}}};
    const clfft_execute_params none = {{0}};
    const cl_command_queue queue = harness_queue();
    struct stage s;

    REQUIRE_DEVICE;
    if (!set_stage(&s, &desc, NULL))
        return;
    expect_refused_run(&s, NULL, s.input, s.output, none, "no queue");
    expect_refused_run(&s, queue, NULL, s.output, none, "input or output");
    expect_refused_run(&s, queue, s.input, NULL, none, "input or output");
    expect_refused_run(&s, queue, s.input, s.input, none, "separate buffers");
    expect_refused_run(&s, queue, s.input, s.output,
                       (clfft_execute_params){.counts = {4}},
                       "loop 0: count 4 is above the plan's 3");
    expect_refused_run(&s, queue, s.input, s.output,
                       (clfft_execute_params){.counts = {1, 3}}, "loop 1");
    expect_refused_run(&s, queue, s.input, s.output,
                       (clfft_execute_params){.counts = {1, 1, 2}}, "loop 2");
    expect_refused_run(&s, queue, s.input, s.output,
                       (clfft_execute_params){.counts = {UINT64_MAX}},
                       "loop 0");
    /* and it still runs */
    TEST_CHECK(clfft_plan_execute(s.plan, queue, s.input, s.output, NULL) ==
                   CLFFT_STATUS_OK,
               "%s", clfft_last_error());
    clFinish(queue);
    clear_stage(&s);
}

static void in_place_plan_needs_one_buffer_and_one_place(void)
{
    const clfft_desc desc = {
        .transform = CLFFT_TRANSFORM_R2C, .lengths = {16}, .in_place = true};
    const clfft_execute_params none = {{0}};
    const clfft_execute_params right = {.input_offset = 36,
                                        .output_offset = 18};
    struct stage s;

    REQUIRE_DEVICE;
    if (!set_stage(&s, &desc, NULL))
        return;
    expect_refused_run(&s, harness_queue(), s.input, s.output, none,
                       "input and output differ");
    expect_refused_run(
        &s, harness_queue(), s.input, s.input,
        (clfft_execute_params){.input_offset = 18, .output_offset = 18},
        "equal offsets");
    TEST_CHECK(clfft_plan_execute(s.plan, harness_queue(), s.input, s.input,
                                  &right) == CLFFT_STATUS_OK,
               "%s", clfft_last_error());
    clFinish(harness_queue());
    clear_stage(&s);
}

static void external_scratch_must_be_given(void)
{
    const clfft_desc desc = {.lengths = {64}};
    const clfft_plan_params params = {.recipe = "direct 8 | direct 8",
                                      .external_scratch = true};
    const clfft_execute_params none = {{0}};
    clfft_plan_info info;
    struct stage s;
    cl_mem small;

    REQUIRE_DEVICE;
    if (!set_stage(&s, &desc, &params))
        return;
    clfft_plan_get_info(s.plan, &info);
    TEST_CHECK(info.scratch_size >= 64 * 8, "%zu", info.scratch_size);
    expect_refused_run(&s, harness_queue(), s.input, s.output, none, "scratch");
    small = harness_buffer(NULL, info.scratch_size - 1);
    expect_refused_run(&s, harness_queue(), s.input, s.output,
                       (clfft_execute_params){.scratch = small},
                       "the scratch buffer");
    clReleaseMemObject(small);
    clear_stage(&s);
}

/* What a call reaches depends on its counts and offsets, to the byte. */
static void buffers_must_hold_what_the_call_reaches(void)
{
    const clfft_desc desc = {.transform = CLFFT_TRANSFORM_R2C,
                             .lengths = {16},
                             .load.sample = CLFFT_SAMPLE_S16,
                             .n_loops = 1,
                             .loops = {{3, 8, 9}}}; /* half a frame's hop */
    const cl_command_queue queue = harness_queue();
    cl_mem tight_in, tight_out;
    struct stage s;

    REQUIRE_DEVICE;
    if (!set_stage(&s, &desc, NULL))
        return;
    tight_in = harness_buffer(NULL, (2 * 8 + 16) * 2);
    tight_out = harness_buffer(NULL, 3 * 9 * 8);
    TEST_REQUIRE(tight_in && tight_out, "no buffers");
    TEST_CHECK(clfft_plan_execute(s.plan, queue, tight_in, tight_out, NULL) ==
                   CLFFT_STATUS_OK,
               "%s", clfft_last_error());
    expect_refused_run(&s, queue, tight_in, s.output,
                       (clfft_execute_params){.input_offset = 1},
                       "the input buffer has 64 bytes, the call needs 66");
    expect_refused_run(&s, queue, s.input, tight_out,
                       (clfft_execute_params){.output_offset = 1},
                       "the output buffer has 216 bytes, the call needs 224");
    expect_refused_run(&s, queue, s.input, s.output,
                       (clfft_execute_params){.input_offset = UINT64_MAX},
                       "the input buffer");
    TEST_CHECK(clfft_plan_execute(
                   s.plan, queue, tight_in, tight_out,
                   &(clfft_execute_params){
                       .counts = {2}, .input_offset = 8, .output_offset = 9}) ==
                   CLFFT_STATUS_OK,
               "%s", clfft_last_error());
    clFinish(queue);
    clReleaseMemObject(tight_in);
    clReleaseMemObject(tight_out);
    clear_stage(&s);
}

static void strangers_queue_and_buffers_are_refused(void)
{
    const clfft_device_params params = {.name = getenv("CLFFT_TEST_DEVICE"),
                                        .cache_directory = ""};
    const clfft_desc desc = {.lengths = {16}};
    const clfft_execute_params none = {{0}};
    clfft_device *other = NULL;
    struct stage s;

    REQUIRE_DEVICE;
    if (!set_stage(&s, &desc, NULL))
        return;
    TEST_REQUIRE(clfft_device_create(&params, &other) == CLFFT_STATUS_OK, "%s",
                 clfft_last_error());
    cl_context context = clfft_device_get_context(other);
    cl_command_queue queue =
        clCreateCommandQueue(context, clfft_device_get_id(other), 0, NULL);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, NULL);
    TEST_REQUIRE(queue && buffer, "no second queue");
    expect_refused_run(&s, queue, s.input, s.output, none, "queue");
    expect_refused_run(&s, harness_queue(), buffer, s.output, none, "buffer");
    expect_refused_run(&s, harness_queue(), s.input, buffer, none, "buffer");
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    clfft_device_destroy(&other);
    clear_stage(&s);
}

/* ---- progress ---- */

struct progress {
    unsigned n_calls, stop_at, n_measuring;
    double first, last;
    bool backwards;
    char odd[128]; /* a text that is not plain */
};

/* Words, numbers and commas: no name of a kernel, no recipe. */
static bool is_plain(const char *what)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789 ,";

    return *what && what[strspn(what, plain)] == 0;
}

static bool note_progress(double fraction, const char *what, void *data)
{
    struct progress *p = data;

    if (!p->n_calls)
        p->first = fraction;
    p->backwards |= fraction < p->last || fraction < 0 || fraction > 1 || !what;
    p->last = fraction;
    p->n_measuring += strstr(what, "measuring") != NULL;
    if (!is_plain(what))
        snprintf(p->odd, sizeof p->odd, "%s", what);
    return ++p->n_calls != p->stop_at;
}

static void progress_runs_from_start_to_end(void)
{
    const clfft_desc desc = {.lengths = {64}};
    struct progress seen = {0};
    const clfft_plan_params params = {.recipe = "direct 8 | direct 8",
                                      .progress = note_progress,
                                      .progress_data = &seen};
    struct stage s;

    REQUIRE_DEVICE;
    if (!set_stage(&s, &desc, &params))
        return;
    TEST_CHECK(seen.n_calls >= 2 && seen.first == 0 && seen.last == 1 &&
                   !seen.backwards,
               "%u calls, from %g to %g", seen.n_calls, seen.first, seen.last);
    TEST_CHECK(!*seen.odd, "%s", seen.odd);
    clear_stage(&s);
}

/* What was measured before is not measured again. */
#define REQUIRE_NO_CACHE                                                       \
    do {                                                                       \
        if (getenv("CLFFT_TEST_CACHE"))                                        \
            TEST_SKIP("CLFFT_TEST_CACHE is set");                              \
    } while (0)

static void progress_of_measuring_runs_from_start_to_end(void)
{
    const clfft_desc desc = {.lengths = {512}};
    struct progress seen = {0};
    const clfft_plan_params params = {.schedule = CLFFT_SCHEDULE_DIRECT,
                                      .effort = CLFFT_EFFORT_MEASURE,
                                      .progress = note_progress,
                                      .progress_data = &seen};
    struct stage s;

    REQUIRE_DEVICE;
    REQUIRE_NO_CACHE;
    if (!set_stage(&s, &desc, &params))
        return;
    TEST_CHECK(seen.first == 0 && seen.last == 1 && !seen.backwards,
               "%u calls, from %g to %g", seen.n_calls, seen.first, seen.last);
    TEST_CHECK(seen.n_measuring >= 4 && seen.n_calls > seen.n_measuring,
               "%u calls, %u of measuring", seen.n_calls, seen.n_measuring);
    TEST_CHECK(!*seen.odd, "%s", seen.odd);
    clear_stage(&s);
}

/* Before each kernel, each run, and the final plan. */
static void measuring_may_be_cancelled_at_every_call(void)
{
    const clfft_desc desc = {.lengths = {512}};

    REQUIRE_DEVICE;
    REQUIRE_NO_CACHE;
    for (unsigned stop = 1; stop <= 12; stop++) {
        struct progress seen = {.stop_at = stop};
        const clfft_plan_params params = {.schedule = CLFFT_SCHEDULE_DIRECT,
                                          .effort = CLFFT_EFFORT_MEASURE,
                                          .progress = note_progress,
                                          .progress_data = &seen};
        expect_refusal(&desc, &params, CLFFT_STATUS_CANCELLED, "cancelled");
        TEST_CHECK(seen.n_calls == stop, "%u calls after %u", seen.n_calls,
                   stop);
    }
}

static void progress_may_cancel_at_every_call(void)
{
    const clfft_desc desc = {.lengths = {512}};

    REQUIRE_DEVICE;
    for (unsigned stop = 1; stop <= 4; stop++) {
        struct progress seen = {.stop_at = stop};
        const clfft_plan_params params = {.recipe =
                                              "direct 8 | direct 8 | direct 8",
                                          .progress = note_progress,
                                          .progress_data = &seen};
        expect_refusal(&desc, &params, CLFFT_STATUS_CANCELLED, "cancelled");
        TEST_CHECK(seen.n_calls == stop, "%u calls after %u", seen.n_calls,
                   stop);
    }
    /* no other recipe is tried after a cancel */
    struct progress seen = {.stop_at = 1};
    expect_refusal(
        &desc,
        &(clfft_plan_params){.progress = note_progress, .progress_data = &seen},
        CLFFT_STATUS_CANCELLED, "cancelled");
    TEST_CHECK(seen.n_calls == 1, "%u calls", seen.n_calls);
}

static void destroy_accepts_nothing(void)
{
    clfft_plan *plan = NULL;
    clfft_device *device = NULL;
    clfft_average *average = NULL;

    clfft_plan_destroy(&plan);
    clfft_device_destroy(&device);
    clfft_average_destroy(&average);
}

static void info_tells_the_recipe(void)
{
    const clfft_desc desc = {
        .lengths = {64}, .n_loops = 1, .loops = {{5, 64, 64}}};
    const clfft_plan_params params = {.recipe = "direct 8 | direct 8"};
    clfft_plan_info info;
    struct stage s;

    REQUIRE_DEVICE;
    if (!set_stage(&s, &desc, &params))
        return;
    clfft_plan_get_info(s.plan, &info);
    TEST_CHECK(!strcmp(info.recipe, params.recipe), "%s", info.recipe);
    TEST_CHECK(info.schedule == CLFFT_SCHEDULE_DIRECT && info.n_kernels == 2,
               "%u kernels", info.n_kernels);
    TEST_CHECK(info.scratch_size == 5 * 64 * 8, "%zu", info.scratch_size);
    clear_stage(&s);
}

TEST_MAIN(TEST(broken_description_makes_no_plan),
          TEST(size_beyond_the_device_is_unsupported),
          TEST(volume_beyond_the_device_is_refused),
          TEST(double_needs_a_device_that_has_it), TEST(forced_recipe_must_fit),
          TEST(recipe_must_not_spill_much),
          TEST(execute_refuses_what_the_plan_is_not_for),
          TEST(in_place_plan_needs_one_buffer_and_one_place),
          TEST(external_scratch_must_be_given),
          TEST(buffers_must_hold_what_the_call_reaches),
          TEST(strangers_queue_and_buffers_are_refused),
          TEST(progress_runs_from_start_to_end),
          TEST(progress_may_cancel_at_every_call),
          TEST(progress_of_measuring_runs_from_start_to_end),
          TEST(measuring_may_be_cancelled_at_every_call),
          TEST(destroy_accepts_nothing), TEST(info_tells_the_recipe))
