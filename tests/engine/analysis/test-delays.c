/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-delays.c: delays of channels behind a reference, between samples and in
   noise, against the host's correlations. */
#include "cross-rig.h"

#define PI 3.14159265358979323846

/* Spectra of white noise that is `delay` samples behind the reference, and
   `noise` of its level in each channel but that. */
static void fill_delayed(struct rig *r, const double *delays, double noise)
{
    const uint64_t n = r->desc.length;

    for (unsigned f = 0; f < r->n_frames; f++)
        for (uint64_t k = 0; k < r->desc.points; k++) {
            const double complex x = test_uniform() + I * test_uniform();

            for (unsigned c = 0; c < r->desc.channels; c++) {
                const double turn = fmod(k * delays[c], (double)n) / (double)n;
                const double complex own =
                    c == r->desc.reference
                        ? x
                        : (c % 2 ? 3 : -0.01) *
                              (x * cexp(-2 * PI * I * turn) +
                               noise * (test_uniform() + I * test_uniform()));

                rig_bin(r, f, c, k)[0] = rig_held(r, creal(own));
                rig_bin(r, f, c, k)[1] = rig_held(r, cimag(own));
            }
        }
}

/* The whitened correlation at a lag, of frames [first, first + n). */
static double correlation_at(const struct rig *r, unsigned first, unsigned n,
                             unsigned channel, double lag)
{
    const uint64_t length = r->desc.length;
    double sum = 0;

    for (uint64_t k = 0; k < r->desc.points; k++) {
        double complex s = 0;

        for (unsigned f = first; f < first + n; f++)
            s += conj((double complex)rig_number(
                     rig_bin(r, f, r->desc.reference, k))) *
                 (double complex)rig_number(rig_bin(r, f, channel, k));
        s = s / cabs(s) *
            cexp(2 * PI * I * fmod(k * lag, (double)length) / (double)length);
        sum += (k == 0 || 2 * k == length ? 1 : 2) * creal(s);
    }
    return sum / (double)length;
}

static void check_delays(uint64_t length, unsigned count, double noise,
                         double bar)
{
    clfft_cross_desc desc = {.quantity = CLFFT_CROSS_DELAY,
                             .count = count,
                             .channels = 2 + test_random() % 4,
                             .points = length / 2 + 1,
                             .length = length,
                             .rate = 8000,
                             .max_outputs = 4};
    double delays[8];
    struct rig r;

    desc.reference = test_random() % desc.channels;
    if (clfft_device_get_limits(harness_device())->has_double &&
        test_random() % 3 == 0)
        desc.precision = CLFFT_PRECISION_DOUBLE;
    clfft_cross *cross = rig_open_cross(&desc);
    if (!cross || !rig_open(&r, &desc, 3 * count))
        return;
    for (unsigned c = 0; c < desc.channels; c++)
        delays[c] = 0.48 * (double)length * test_uniform();
    fill_delayed(&r, delays, noise);
    const unsigned n = rig_run(&r, cross, true, false);
    TEST_CHECK(n == 3, "%u frames", n);
    for (unsigned f = 0; f < n; f++)
        for (unsigned row = 0; row < desc.channels - 1; row++) {
            const unsigned c = row + (row >= desc.reference);
            const double *got = r.out + f * r.frame_out + 2 * row;
            const double lag = got[0] * desc.rate;
            const double there = correlation_at(&r, f * count, count, c, lag);

            TEST_CHECK(fabs(lag - delays[c]) <= bar,
                       "%s, length %llu: frame %u, row %u: %g samples, not %g",
                       rig_name(&desc), (unsigned long long)length, f, row, lag,
                       delays[c]);
            TEST_CHECK(fabs(there - got[1]) < 0.02 &&
                           (got[1] > 0) == (c % 2 == 1),
                       "%s, length %llu: frame %u, row %u: correlation %g, not "
                       "%g",
                       rig_name(&desc), (unsigned long long)length, f, row,
                       got[1], there);
        }
    rig_close(&r);
    clfft_cross_destroy(&cross);
}

static void delays_are_found_between_samples(void)
{
    const unsigned n = harness_cases(8, 48);

    REQUIRE_DEVICE;
    for (unsigned round = 0; round < n; round++)
        check_delays(100 + test_random() % 2000, 1 + test_random() % 3, 0,
                     0.02);
}

static void delays_are_found_in_noise_as_loud(void)
{
    const unsigned n = harness_cases(4, 24);

    REQUIRE_DEVICE;
    for (unsigned round = 0; round < n; round++)
        check_delays(4000 + test_random() % 5000, 1 + test_random() % 3, 1,
                     0.1);
}

static void silence_has_no_delay(void)
{
    const clfft_cross_desc desc = {.quantity = CLFFT_CROSS_DELAY,
                                   .count = 2,
                                   .channels = 2,
                                   .points = 51,
                                   .length = 100,
                                   .rate = 8000,
                                   .max_outputs = 1};
    clfft_cross *cross;
    struct rig r;

    REQUIRE_DEVICE;
    cross = rig_open_cross(&desc);
    if (!cross || !rig_open(&r, &desc, 2))
        return;
    TEST_CHECK(rig_run(&r, cross, false, false) == 1 && r.out[0] == 0 &&
                   r.out[1] == 0,
               "%g s, %g", r.out[0], r.out[1]);
    rig_close(&r);
    clfft_cross_destroy(&cross);
}

static void calls_beyond_their_buffers_are_refused(void)
{
    const clfft_cross_desc desc = {.quantity = CLFFT_CROSS_DELAY,
                                   .count = 1,
                                   .channels = 2,
                                   .points = 6,
                                   .length = 10,
                                   .rate = 8000,
                                   .max_outputs = 2};
    static const struct {
        clfft_average_params params;
        const char *reason;
    } bad[] = {
        {{.n_frames = 3}, "max_outputs is 2"},
        {{.n_frames = 1, .first_frame = 3}, "input"},
        {{.n_frames = 1, .first_frame = UINT64_MAX}, "input"},
        {{.n_frames = 1, .output_frame = 40}, "output"},
        {{.n_frames = 1, .reserved = {7}}, "clfft_average_params"},
    };
    clfft_cross *cross;
    cl_mem in, out;

    REQUIRE_DEVICE;
    cross = rig_open_cross(&desc);
    if (!cross)
        return;
    in = harness_buffer(NULL, 3 * 2 * 6 * 2 * sizeof(float));
    out = harness_buffer(NULL, 40 * 2 * sizeof(float));
    for (size_t i = 0; i < COUNT(bad); i++)
        TEST_CHECK(clfft_cross_execute(cross, harness_queue(), in, out,
                                       &bad[i].params) ==
                           CLFFT_STATUS_INVALID &&
                       strstr(clfft_last_error(), bad[i].reason),
                   "\"%s\" lacks \"%s\"", clfft_last_error(), bad[i].reason);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clfft_cross_destroy(&cross);
}

/* The second call goes to another queue while the first one waits. */
static void calls_run_in_order_on_any_queues(void)
{
    const clfft_cross_desc desc = {.quantity = CLFFT_CROSS_DELAY,
                                   .count = 2,
                                   .channels = 2,
                                   .points = 501,
                                   .length = 1000,
                                   .rate = 1,
                                   .max_outputs = 1};
    const double delays[2] = {0, 17.25};
    const cl_context context = clfft_device_get_context(harness_device());
    cl_command_queue other = clCreateCommandQueue(
        context, clfft_device_get_id(harness_device()), 0, NULL);
    cl_event gate = clCreateUserEvent(context, NULL), done = NULL;
    clfft_cross *cross;
    unsigned n_out = 0;
    float got[2];
    struct rig r;

    REQUIRE_DEVICE;
    TEST_REQUIRE(other && gate, "no queue or event");
    cross = rig_open_cross(&desc);
    if (!cross || !rig_open(&r, &desc, 2))
        return;
    fill_delayed(&r, delays, 0);
    void *bytes = rig_pack(&r, r.in, 2 * r.frame_in);
    cl_mem in = harness_buffer(bytes, 2 * r.frame_in * sizeof(float));
    cl_mem out = harness_buffer(NULL, sizeof got);
    TEST_CHECK(
        !clfft_cross_execute(
            cross, harness_queue(), in, out,
            &(clfft_average_params){.n_frames = 1, .n_wait = 1, .wait = &gate}),
        "%s", clfft_last_error());
    TEST_CHECK(!clfft_cross_execute(cross, other, in, out,
                                    &(clfft_average_params){.first_frame = 1,
                                                            .n_frames = 1,
                                                            .event = &done,
                                                            .n_out = &n_out}) &&
                   n_out == 1 && done,
               "%u: %s", n_out, clfft_last_error());
    clFlush(other);
    clSetUserEventStatus(gate, CL_COMPLETE);
    TEST_CHECK(!clWaitForEvents(1, &done), "wait");
    clEnqueueReadBuffer(other, out, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL);
    TEST_CHECK(fabs(got[0] - delays[1]) < 0.02, "%g", (double)got[0]);
    clReleaseEvent(done);
    clReleaseEvent(gate);
    clReleaseCommandQueue(other);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    free(bytes);
    rig_close(&r);
    clfft_cross_destroy(&cross);
}

TEST_MAIN(TEST(delays_are_found_between_samples),
          TEST(delays_are_found_in_noise_as_loud), TEST(silence_has_no_delay),
          TEST(calls_beyond_their_buffers_are_refused),
          TEST(calls_run_in_order_on_any_queues))
