/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-averages.c: averages of power over frames against the host's, however
   the frames are cut into calls. */
#include "engine/harness.h"
#include "support/test.h"

#include <math.h>

#define POINTS 37
#define FRAMES 50
#define MOST_OUT (FRAMES + 1)

static float input[FRAMES * POINTS];
static float expected[MOST_OUT * POINTS], output[MOST_OUT * POINTS];

#define REQUIRE_INPUT                                                          \
    REQUIRE_DEVICE;                                                            \
    fill_input()

/* Powers over ten decades, some equal, some zero. */
static void fill_input(void)
{
    for (size_t i = 0; i < COUNT(input); i++)
        input[i] = test_random() % 16 == 0 ? (float)(test_random() % 3)
                                           : (float)pow(10, 5 * test_uniform());
}

static const char *name_of(const clfft_average_desc *desc)
{
    static const char *const names[] = {"mean", "max", "min", "median",
                                        "exponential"};
    static char text[96];

    snprintf(text, sizeof text, "%s of %u as %d", names[desc->averaging],
             desc->count, (int)desc->quantity);
    return text;
}

/* ---- the host's average ---- */

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Keeps what is finite. */
static unsigned sift(double *x, unsigned n)
{
    unsigned n_kept = 0;

    for (unsigned i = 0; i < n; i++)
        if (isfinite(x[i]))
            x[n_kept++] = x[i];
    return n_kept;
}

static double average_of(const clfft_average_desc *desc, double *x, unsigned n)
{
    double result;

    n = sift(x, n);
    if (n == 0)
        return NAN;
    result = x[0];
    switch (desc->averaging) {
    case CLFFT_AVERAGING_MEAN:
        result = 0;
        for (unsigned i = 0; i < n; i++)
            result += x[i] / n;
        break;
    case CLFFT_AVERAGING_MEDIAN:
        qsort(x, n, sizeof *x, by_value);
        result = (x[(n - 1) / 2] + x[n / 2]) / 2;
        break;
    default:
        for (unsigned i = 1; i < n; i++)
            if (desc->averaging == CLFFT_AVERAGING_MAX_HOLD ? x[i] > result
                                                            : x[i] < result)
                result = x[i];
    }
    return result;
}

static double quantity_of(const clfft_average_desc *desc, double power)
{
    if (desc->quantity == CLFFT_QUANTITY_MAGNITUDE)
        return sqrt(power);
    if (desc->quantity == CLFFT_QUANTITY_DB)
        return isnan(power) ? NAN : fmax(10 * log10(power), desc->floor);
    return power;
}

/* Fills `expected` from the first n_frames; returns its frames. */
static unsigned average_on_host(const clfft_average_desc *desc,
                                unsigned n_frames, bool flush)
{
    const bool exponential = desc->averaging == CLFFT_AVERAGING_EXPONENTIAL;
    const unsigned length = exponential ? 1 : desc->count;
    unsigned n_out = 0;
    double x[FRAMES], y[POINTS] = {0};

    for (unsigned f = 0; f < n_frames; f += length) {
        const unsigned n = n_frames - f < length ? n_frames - f : length;
        if (n < length && !flush)
            break;
        for (unsigned p = 0; p < POINTS; p++) {
            for (unsigned i = 0; i < n; i++)
                x[i] = input[(f + i) * POINTS + p];
            if (!exponential)
                y[p] = average_of(desc, x, n);
            else if (f == 0 || isnan(y[p]))
                y[p] = isfinite(x[0]) ? x[0] : NAN;
            else if (isfinite(x[0]))
                y[p] += desc->alpha * (x[0] - y[p]);
            expected[n_out * POINTS + p] = (float)quantity_of(desc, y[p]);
        }
        n_out++;
    }
    return n_out;
}

/* ---- the device's ---- */

/* In calls of random numbers of frames (one call: cuts 0); the flush comes
   with the last frames or, alone, after them. */
static unsigned average_on_device(clfft_average *average, unsigned n_frames,
                                  bool cuts, bool flush)
{
    cl_mem in = harness_buffer(input, sizeof input);
    cl_mem out;
    const bool alone = flush && test_random() % 2;
    unsigned n_out = 0, done = 0;

    memset(output, 0xff, sizeof output);
    out = harness_buffer(output, sizeof output);
    while (done < n_frames || (alone && done == n_frames)) {
        const unsigned left = n_frames - done;
        const unsigned n = cuts && left ? test_random() % (left + 1) : left;
        const bool last =
            flush && done + n == n_frames && (!alone || left == 0);
        unsigned n_now;
        TEST_CHECK(
            clfft_average_execute(average, harness_queue(), n ? in : NULL, out,
                                  &(clfft_average_params){.first_frame = done,
                                                          .output_frame = n_out,
                                                          .n_frames = n,
                                                          .flush = last,
                                                          .n_out = &n_now}) ==
                CLFFT_STATUS_OK,
            "%s", clfft_last_error());
        done += n;
        n_out += n_now;
        if (last)
            break;
    }
    clEnqueueReadBuffer(harness_queue(), out, CL_TRUE, 0, sizeof output, output,
                        0, NULL, NULL);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    return n_out;
}

static void compare(const clfft_average_desc *desc, unsigned n_out,
                    unsigned n_expected)
{
    TEST_CHECK(n_out == n_expected, "%s: %u frames, not %u", name_of(desc),
               n_out, n_expected);
    for (size_t i = 0; i < (size_t)n_expected * POINTS; i++) {
        const double bar = desc->quantity == CLFFT_QUANTITY_DB
                               ? 1e-3
                               : 4e-6 * fabs((double)expected[i]);
        TEST_CHECK(isnan(expected[i])
                       ? isnan(output[i])
                       : output[i] == expected[i] ||
                             fabs((double)output[i] - expected[i]) <= bar,
                   "%s: frame %zu, point %zu: %g, not %g", name_of(desc),
                   i / POINTS, i % POINTS, (double)output[i],
                   (double)expected[i]);
    }
    for (size_t i = (size_t)n_expected * POINTS; i < COUNT(output); i++)
        TEST_CHECK(isnan(output[i]), "%s: frame %zu was written", name_of(desc),
                   i / POINTS);
}

static bool open_average(const clfft_average_desc *desc,
                         clfft_average **average)
{
    const clfft_status status =
        clfft_average_create(harness_device(), desc, average);

    TEST_CHECK(status == CLFFT_STATUS_OK, "%s: %s", name_of(desc),
               clfft_last_error());
    return status == CLFFT_STATUS_OK;
}

static void check_average(clfft_average_desc desc)
{
    clfft_average *average;

    desc.points = POINTS;
    if (!open_average(&desc, &average))
        return;
    for (unsigned round = 0; round < 6; round++) {
        const unsigned n_frames = 1 + test_random() % FRAMES;
        const bool flush = round & 1;
        const unsigned n = average_on_host(&desc, n_frames, flush);
        compare(&desc, average_on_device(average, n_frames, round > 1, flush),
                n);
        clfft_average_reset(average);
    }
    clfft_average_destroy(&average);
    TEST_CHECK(!average, "not NULL");
}

static void check_counts(clfft_averaging averaging)
{
    static const unsigned counts[] = {1, 2, 3, 4, 7, 50, 64};
    static const clfft_quantity quantities[] = {
        CLFFT_QUANTITY_POWER, CLFFT_QUANTITY_MAGNITUDE, CLFFT_QUANTITY_DB};

    REQUIRE_INPUT;
    for (size_t c = 0; c < COUNT(counts); c++)
        for (size_t q = 0; q < COUNT(quantities); q++)
            check_average((clfft_average_desc){.averaging = averaging,
                                               .count = counts[c],
                                               .quantity = quantities[q],
                                               .floor = -40});
}

static void mean_is_right_however_frames_are_cut(void)
{
    check_counts(CLFFT_AVERAGING_MEAN);
}

static void max_hold_is_right_however_frames_are_cut(void)
{
    check_counts(CLFFT_AVERAGING_MAX_HOLD);
}

static void min_hold_is_right_however_frames_are_cut(void)
{
    check_counts(CLFFT_AVERAGING_MIN_HOLD);
}

static void median_is_right_however_frames_are_cut(void)
{
    check_counts(CLFFT_AVERAGING_MEDIAN);
}

static void exponential_is_right_however_frames_are_cut(void)
{
    static const double alphas[] = {1, 0.5, 0.1, 1e-3};

    REQUIRE_INPUT;
    for (size_t a = 0; a < COUNT(alphas); a++)
        check_average(
            (clfft_average_desc){.averaging = CLFFT_AVERAGING_EXPONENTIAL,
                                 .alpha = alphas[a],
                                 .quantity = CLFFT_QUANTITY_POWER});
}

/* Not merely close: the frames of every cut are the same bits. */
static void cuts_change_no_bit(void)
{
    static float first[MOST_OUT * POINTS];

    REQUIRE_INPUT;
    for (unsigned a = CLFFT_AVERAGING_MEAN; a <= CLFFT_AVERAGING_EXPONENTIAL;
         a++) {
        const clfft_average_desc desc = {.averaging = (clfft_averaging)a,
                                         .count = 7,
                                         .alpha = 0.3,
                                         .points = POINTS,
                                         .quantity = CLFFT_QUANTITY_POWER};
        clfft_average *average;
        if (!open_average(&desc, &average))
            continue;
        average_on_device(average, FRAMES, false, true);
        memcpy(first, output, sizeof first);
        for (unsigned round = 0; round < 10; round++) {
            clfft_average_reset(average);
            average_on_device(average, FRAMES, true, true);
            TEST_CHECK(!memcmp(first, output, sizeof first), "%s",
                       name_of(&desc));
        }
        clfft_average_destroy(&average);
    }
}

/* In a third of the powers, in whole groups of some points and from the start.
 */
static void spoil_input(void)
{
    static const float bad[] = {NAN, INFINITY, -NAN, -INFINITY};

    for (size_t i = 0; i < COUNT(input); i++) {
        if (test_random() % 3 == 0 || i % POINTS == 4 ||
            (i % POINTS == 5 && i < 9 * POINTS))
            input[i] = bad[test_random() % COUNT(bad)];
        else if (test_random() % 16 == 0)
            input[i] = 1e-40f; /* denormal */
    }
}

static void what_is_not_finite_is_left_out(void)
{
    static const unsigned counts[] = {1, 2, 4, 9};

    REQUIRE_INPUT;
    for (unsigned a = CLFFT_AVERAGING_MEAN; a <= CLFFT_AVERAGING_EXPONENTIAL;
         a++)
        for (size_t c = 0; c < COUNT(counts); c++) {
            fill_input();
            spoil_input();
            check_average((clfft_average_desc){.averaging = (clfft_averaging)a,
                                               .count = counts[c],
                                               .alpha = 0.3,
                                               .quantity = CLFFT_QUANTITY_DB,
                                               .floor = -40});
        }
}

static void what_is_left_out_is_counted(void)
{
    REQUIRE_INPUT;
    spoil_input();
    for (unsigned a = CLFFT_AVERAGING_MEAN; a <= CLFFT_AVERAGING_EXPONENTIAL;
         a++) {
        const clfft_average_desc desc = {.averaging = (clfft_averaging)a,
                                         .count = 7,
                                         .alpha = 0.3,
                                         .points = POINTS,
                                         .quantity = CLFFT_QUANTITY_POWER};
        clfft_average *average;
        unsigned expected_count = 0;

        if (!open_average(&desc, &average))
            continue;
        for (size_t i = 0; i < COUNT(input); i++)
            expected_count += !isfinite(input[i]);
        for (unsigned round = 1; round <= 2; round++) {
            average_on_device(average, FRAMES, true, true);
            clfft_average_reset(average);
            TEST_CHECK(
                clfft_average_get_n_left_out(average) == round * expected_count,
                "%s: %u, not %u", name_of(&desc),
                clfft_average_get_n_left_out(average), round * expected_count);
        }
        clfft_average_destroy(&average);
    }
}

static void reset_forgets_what_was_gathered(void)
{
    const clfft_average_desc desc = {.averaging = CLFFT_AVERAGING_MEAN,
                                     .count = 10,
                                     .points = POINTS,
                                     .quantity = CLFFT_QUANTITY_POWER};
    clfft_average *average;

    REQUIRE_INPUT;
    if (!open_average(&desc, &average))
        return;
    average_on_device(average, 9, false, false);
    clfft_average_reset(average);
    TEST_CHECK(average_on_device(average, 9, false, false) == 0,
               "one frame was kept");
    clfft_average_reset(average);
    const unsigned n = average_on_host(&desc, 10, false);
    compare(&desc, average_on_device(average, 10, false, false), n);
    clfft_average_destroy(&average);
}

static void second_flush_emits_nothing(void)
{
    const clfft_average_desc desc = {.averaging = CLFFT_AVERAGING_MAX_HOLD,
                                     .count = 10,
                                     .points = POINTS,
                                     .quantity = CLFFT_QUANTITY_POWER};
    clfft_average *average;
    cl_mem buffer;
    unsigned n[3] = {9, 9, 9};

    REQUIRE_INPUT;
    buffer = harness_buffer(input, sizeof input);
    if (!open_average(&desc, &average))
        return;
    for (unsigned i = 0; i < 3; i++)
        TEST_CHECK(!clfft_average_execute(
                       average, harness_queue(), buffer, buffer,
                       &(clfft_average_params){.output_frame = 20,
                                               .n_frames = i ? 0 : 3,
                                               .flush = i > 0,
                                               .n_out = &n[i]}),
                   "%s", clfft_last_error());
    clFinish(harness_queue());
    TEST_CHECK(n[0] == 0 && n[1] == 1 && n[2] == 0, "%u, %u, %u frames", n[0],
               n[1], n[2]);
    clReleaseMemObject(buffer);
    clfft_average_destroy(&average);
}

static void large_frames_fill_the_grid(void)
{
    enum { MANY = 200003 };
    const clfft_average_desc desc = {.averaging = CLFFT_AVERAGING_MEAN,
                                     .count = 2,
                                     .points = MANY,
                                     .quantity = CLFFT_QUANTITY_POWER};
    float *frames = malloc(2 * MANY * sizeof *frames);
    clfft_average *average;
    unsigned n_out = 0;

    REQUIRE_INPUT;
    TEST_REQUIRE(frames, "memory");
    for (size_t i = 0; i < 2 * MANY; i++)
        frames[i] = (float)i;
    cl_mem in = harness_buffer(frames, 2 * MANY * sizeof *frames);
    cl_mem out = harness_buffer(NULL, MANY * sizeof *frames);
    if (open_average(&desc, &average)) {
        TEST_CHECK(
            !clfft_average_execute(
                average, harness_queue(), in, out,
                &(clfft_average_params){.n_frames = 2, .n_out = &n_out}) &&
                n_out == 1,
            "%u: %s", n_out, clfft_last_error());
        clEnqueueReadBuffer(harness_queue(), out, CL_TRUE, 0,
                            MANY * sizeof *frames, frames, 0, NULL, NULL);
        for (size_t i = 0; i < MANY; i++)
            TEST_CHECK(frames[i] == ((float)i + (float)(i + MANY)) / 2,
                       "point %zu: %g", i, (double)frames[i]);
        clfft_average_destroy(&average);
    }
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    free(frames);
}

static void execute_waits_and_tells_its_completion(void)
{
    const clfft_average_desc desc = {.averaging = CLFFT_AVERAGING_MEAN,
                                     .count = 3,
                                     .points = POINTS,
                                     .quantity = CLFFT_QUANTITY_POWER};
    clfft_average *average;
    cl_event gate, done = NULL;
    cl_int state = CL_COMPLETE;
    unsigned n_out = 0;

    REQUIRE_INPUT;
    cl_mem in = harness_buffer(input, sizeof input);
    cl_mem out = harness_buffer(output, sizeof output);
    if (open_average(&desc, &average)) {
        gate =
            clCreateUserEvent(clfft_device_get_context(harness_device()), NULL);
        TEST_CHECK(
            !clfft_average_execute(average, harness_queue(), in, out,
                                   &(clfft_average_params){.n_frames = 3,
                                                           .n_wait = 1,
                                                           .wait = &gate,
                                                           .event = &done,
                                                           .n_out = &n_out}) &&
                n_out == 1 && done,
            "%s", clfft_last_error());
        clFlush(harness_queue());
        clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state,
                       &state, NULL);
        TEST_CHECK(state > CL_COMPLETE, "state %d before the gate", state);
        clSetUserEventStatus(gate, CL_COMPLETE);
        TEST_CHECK(!clWaitForEvents(1, &done), "wait");
        clReleaseEvent(done);
        clReleaseEvent(gate);
        clfft_average_destroy(&average);
    }
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

/* The second call goes to another queue while the first one waits: its frames
   must be added to those of the first. */
static void calls_run_in_order_on_any_queues(void)
{
    const clfft_average_desc desc = {.averaging = CLFFT_AVERAGING_MEAN,
                                     .count = 2,
                                     .points = POINTS,
                                     .quantity = CLFFT_QUANTITY_POWER};
    const cl_context context = clfft_device_get_context(harness_device());
    cl_command_queue other = clCreateCommandQueue(
        context, clfft_device_get_id(harness_device()), 0, NULL);
    cl_event gate = clCreateUserEvent(context, NULL);
    clfft_average *average;
    unsigned n_out = 0;

    REQUIRE_INPUT;
    TEST_REQUIRE(other && gate, "no queue or event");
    memset(output, 0xff, sizeof output);
    cl_mem in = harness_buffer(input, sizeof input);
    cl_mem out = harness_buffer(output, sizeof output);
    if (open_average(&desc, &average)) {
        TEST_CHECK(!clfft_average_execute(
                       average, harness_queue(), in, out,
                       &(clfft_average_params){
                           .n_frames = 1, .n_wait = 1, .wait = &gate}),
                   "%s", clfft_last_error());
        TEST_CHECK(!clfft_average_execute(
                       average, other, in, out,
                       &(clfft_average_params){
                           .first_frame = 1, .n_frames = 1, .n_out = &n_out}) &&
                       n_out == 1,
                   "%u: %s", n_out, clfft_last_error());
        clFlush(other);
        clSetUserEventStatus(gate, CL_COMPLETE);
        clFinish(other);
        clEnqueueReadBuffer(other, out, CL_TRUE, 0, POINTS * sizeof output[0],
                            output, 0, NULL, NULL);
        for (size_t i = 0; i < POINTS; i++)
            TEST_CHECK(fabs(output[i] - (input[i] + input[POINTS + i]) / 2) <
                           1e-5 * (1 + fabs(output[i])),
                       "point %zu: %g", i, (double)output[i]);
        clfft_average_destroy(&average);
    }
    clReleaseEvent(gate);
    clReleaseCommandQueue(other);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

/* OpenCL refuses a list of no events, but one that grows may be empty. */
static void an_empty_list_of_events_is_no_error(void)
{
    const clfft_average_desc desc = {.averaging = CLFFT_AVERAGING_MEAN,
                                     .count = 2,
                                     .points = POINTS,
                                     .quantity = CLFFT_QUANTITY_POWER};
    clfft_average *average;
    cl_event none[1];
    unsigned n_out = 0;

    REQUIRE_INPUT;
    cl_mem buffer = harness_buffer(input, sizeof input);
    if (open_average(&desc, &average)) {
        TEST_CHECK(
            !clfft_average_execute(average, harness_queue(), buffer, buffer,
                                   &(clfft_average_params){.n_frames = 1,
                                                           .flush = true,
                                                           .n_wait = 0,
                                                           .wait = none,
                                                           .n_out = &n_out}) &&
                n_out == 1,
            "%u: %s", n_out, clfft_last_error());
        clFinish(harness_queue());
        clfft_average_destroy(&average);
    }
    clReleaseMemObject(buffer);
}

static void broken_descriptions_are_refused(void)
{
    static const struct {
        clfft_average_desc desc;
        const char *reason;
    } bad[] = {
        {{.averaging = 5, .count = 1, .points = 1, .quantity = 2}, "unknown"},
        {{.count = 0, .points = 1, .quantity = 2}, "count 0"},
        {{.count = 65537, .points = 1, .quantity = 2}, "65537"},
        {{.averaging = CLFFT_AVERAGING_MEDIAN,
          .count = 1025,
          .points = 1,
          .quantity = 2},
         "1..1024"},
        {{.averaging = CLFFT_AVERAGING_EXPONENTIAL, .points = 1, .quantity = 2},
         "alpha 0"},
        {{.averaging = CLFFT_AVERAGING_EXPONENTIAL,
          .alpha = 1.5,
          .points = 1,
          .quantity = 2},
         "alpha 1.5"},
        {{.averaging = CLFFT_AVERAGING_EXPONENTIAL,
          .alpha = NAN,
          .points = 1,
          .quantity = 2},
         "alpha"},
        {{.count = 1, .points = 1}, "magnitude, power or db"},
        {{.count = 1, .points = 1, .quantity = CLFFT_QUANTITY_PHASE},
         "magnitude, power or db"},
        {{.count = 1, .points = 1, .quantity = 3, .floor = NAN}, "floor"},
        {{.count = 1, .points = 0, .quantity = 2}, "points 0"},
        {{.count = 1, .points = UINT64_C(1) << 40, .quantity = 2}, "points"},
    };

    REQUIRE_INPUT;
    for (size_t i = 0; i < COUNT(bad); i++) {
        clfft_average *average = (clfft_average *)&bad[i];
        const clfft_status status =
            clfft_average_create(harness_device(), &bad[i].desc, &average);
        TEST_CHECK(status == CLFFT_STATUS_INVALID && !average, "%s: %s",
                   bad[i].reason, clfft_status_name(status));
        TEST_CHECK(strstr(clfft_last_error(), bad[i].reason),
                   "\"%s\" lacks \"%s\"", clfft_last_error(), bad[i].reason);
    }
}

TEST_MAIN(TEST(mean_is_right_however_frames_are_cut),
          TEST(max_hold_is_right_however_frames_are_cut),
          TEST(min_hold_is_right_however_frames_are_cut),
          TEST(median_is_right_however_frames_are_cut),
          TEST(exponential_is_right_however_frames_are_cut),
          TEST(cuts_change_no_bit), TEST(what_is_not_finite_is_left_out),
          TEST(what_is_left_out_is_counted),
          TEST(reset_forgets_what_was_gathered),
          TEST(second_flush_emits_nothing), TEST(large_frames_fill_the_grid),
          TEST(execute_waits_and_tells_its_completion),
          TEST(calls_run_in_order_on_any_queues),
          TEST(an_empty_list_of_events_is_no_error),
          TEST(broken_descriptions_are_refused))
