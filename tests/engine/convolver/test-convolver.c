/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-convolver.c: convolution in partitions against the same in double
   precision, whatever responses, channels, latency and calls there are. */
#include "rig.h"

/* A random number of 1..most, as often small as large. */
static uint64_t draw_size(double most)
{
    return (uint64_t)exp2(log2(most) * fabs(test_uniform()));
}

static void draw_channels(clfft_convolver_desc *d)
{
    d->inputs = d->outputs = d->n_responses = 1 + test_random() % 16;
    switch (test_random() % 6) {
    case 0:
        d->n_responses = 1;
        break;
    case 1:
        d->inputs = 1;
        break;
    case 2:
        d->inputs = d->outputs = 2;
        d->n_responses = 4;
        break;
    case 3:
        d->inputs = 4;
        d->outputs = 2;
        d->n_responses = 8;
        break;
    case 4:
        d->inputs = d->n_responses = 1 + test_random() % 3;
        d->outputs = 1;
        break;
    default:
        break;
    }
}

/* A description of up to `most` taps. */
static clfft_convolver_desc draw(double most)
{
    static const uint64_t latencies[] = {0,   0,   1,    31,   64,
                                         100, 256, 1000, 1024, 8192};
    clfft_convolver_desc d = {.taps = draw_size(most)};

    draw_channels(&d);
    d.latency = latencies[test_random() % COUNT(latencies)];
    if (test_random() % 3 == 0)
        d.latency = test_random() % 8193;
    d.max_frames = draw_size(8192);
    if (test_random() % 2)
        d.typical_frames = 1 + test_random() % d.max_frames;
    if (clfft_device_get_limits(harness_device())->has_double &&
        test_random() % 3 == 0)
        d.precision = CLFFT_PRECISION_DOUBLE;
    return d;
}

/* What the claims below are about: two channels, and all kinds of
   partitions. */
static clfft_convolver_desc make_desc(uint64_t taps, uint64_t latency,
                                      uint64_t frames)
{
    return (clfft_convolver_desc){.inputs = 2,
                                  .outputs = 2,
                                  .n_responses = 2,
                                  .taps = taps,
                                  .latency = latency,
                                  .max_frames = frames};
}

static const struct {
    uint64_t taps, latency, frames;
} kinds[] = {
    {300, 0, 64},     /* direct alone */
    {3000, 64, 64},   /* direct, then blocks */
    {20000, 0, 1024}, /* an early partition */
    {20000, 64, 1024}, {40000, 64, 16384},
    {20000, 70, 300},  {20000, 1024, 256}, /* blocks alone */
};

/* The kind to try after `last` (SIZE_MAX: the first): every one; by default on
   a device that the fault layer plays every third, from a drawn one on, in all
   claims the same, for their kernels take long to compile. */
static size_t next_kind(size_t last)
{
    static size_t first = SIZE_MAX;
    const size_t step =
        getenv("CLFFT_LAYER_PROFILE") && !test_is_full() ? 3 : 1;

    if (first == SIZE_MAX)
        first = (size_t)(test_random() % step);
    return last == SIZE_MAX ? first : last + step;
}

/* Opens a rig and its convolver. */
static bool open_both(struct rig *r, clfft_convolver **convolver,
                      const clfft_convolver_desc *desc, uint64_t n_frames)
{
    *convolver = NULL;
    if (rig_open(r, desc, n_frames))
        *convolver = rig_create(r);
    if (!*convolver)
        rig_close(r);
    return *convolver;
}

static void close_both(struct rig *r, clfft_convolver **convolver)
{
    clfft_convolver_destroy(convolver);
    rig_close(r);
}

/* ---- claims ---- */

static void drawn_cases_equal_a_convolution_in_double(void)
{
    const unsigned n = harness_cases(28, 400);
    unsigned n_with_levels = 0;

    REQUIRE_DEVICE;
    /* of a few drawn ones too few may have blocks: then more are drawn */
    for (unsigned i = 0;
         (i < n || n_with_levels <= n / 4) && i < 4 * n && !test_n_failures;
         i++) {
        /* long ones, which take longer, are fewer */
        const clfft_convolver_desc d = draw(i % 8 == 0 ? 400000 : 20000);
        clfft_convolver *convolver;
        clfft_convolver_info info;
        struct rig r;

        if (!open_both(&r, &convolver, &d,
                       d.latency + d.taps + 3 * d.max_frames + 500))
            return;
        rig_convolve(&r);
        rig_run(&r, convolver, 0, r.n_frames, 0, NULL);
        rig_judge(&r, convolver, "random cuts");
        clfft_convolver_get_info(convolver, &info);
        n_with_levels += info.n_sizes > 0;
        close_both(&r, &convolver);
    }
    TEST_CHECK(n_with_levels > n / 4, "%u of %u have blocks", n_with_levels, n);
}

/* The response comes out `latency` frames after an impulse, at whatever place
   of a call that is: each of them, or drawn ones and both ends of a call. */
static void impulse_at_every_position_of_a_quantum_is_on_time(void)
{
    REQUIRE_DEVICE;
    for (size_t k = next_kind(SIZE_MAX); k < COUNT(kinds); k = next_kind(k)) {
        const uint64_t quantum = kinds[k].frames < 128 ? kinds[k].frames : 128;
        clfft_convolver_desc d =
            make_desc(kinds[k].taps < 4000 ? kinds[k].taps : 4000,
                      kinds[k].latency, quantum);
        const uint64_t n = harness_cases((unsigned)quantum, (unsigned)quantum);
        clfft_convolver *convolver;
        struct rig r;

        d.inputs = d.outputs = d.n_responses = 1;
        if (!open_both(&r, &convolver, &d, d.latency + d.taps + 2 * quantum))
            return;
        for (uint64_t i = 0; i < n && !test_n_failures; i++) {
            const uint64_t at = n == quantum ? i
                                : i < 2      ? i * (quantum - 1)
                                             : test_random() % quantum;
            const uint64_t first = at + d.latency;

            memset(r.in, 0, r.n_frames * sizeof *r.in);
            memset(r.want, 0, r.n_frames * sizeof *r.want);
            r.in[at] = 1;
            memcpy(r.want + first, r.responses, d.taps * sizeof *r.want);
            rig_run(&r, convolver, 0, r.n_frames, quantum, NULL);
            rig_judge(&r, convolver, "an impulse");
            clfft_convolver_reset(convolver);
        }
        close_both(&r, &convolver);
    }
}

static void cuts_do_not_matter(void)
{
    REQUIRE_DEVICE;
    for (size_t k = next_kind(SIZE_MAX); k < COUNT(kinds); k = next_kind(k)) {
        const clfft_convolver_desc d =
            make_desc(kinds[k].taps, kinds[k].latency, kinds[k].frames);
        const uint64_t n = d.latency + 6000 + 2 * d.max_frames;
        const uint64_t cuts[] = {d.max_frames, 1 + d.max_frames / 2, 37, 0};
        clfft_convolver *convolver;
        struct rig r;

        if (!open_both(&r, &convolver, &d, n))
            return;
        rig_convolve(&r);
        for (unsigned i = 0; i < COUNT(cuts); i++) {
            char what[40];

            snprintf(what, sizeof what, "calls of %llu",
                     (unsigned long long)cuts[i]);
            rig_run(&r, convolver, 0, n, cuts[i], NULL);
            rig_judge(&r, convolver, what);
            clfft_convolver_reset(convolver);
        }
        close_both(&r, &convolver);
    }
}

/* A call of many frames is cut into pieces inside. */
static void long_calls_are_convolved(void)
{
    const clfft_convolver_desc cases[] = {
        {.inputs = 1,
         .outputs = 1,
         .n_responses = 1,
         .taps = 3000,
         .max_frames = 100000,
         .typical_frames = 64},
        {.inputs = 2,
         .outputs = 2,
         .n_responses = 4,
         .taps = 5000,
         .latency = 256,
         .max_frames = 100000,
         .typical_frames = 256},
        {.inputs = 1,
         .outputs = 2,
         .n_responses = 2,
         .taps = 70000,
         .max_frames = 100000},
    };

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < COUNT(cases); i++) {
        clfft_convolver *convolver;
        struct rig r;

        if (!open_both(&r, &convolver, &cases[i], 150000))
            return;
        rig_convolve(&r);
        rig_run(&r, convolver, 0, r.n_frames, cases[i].max_frames, NULL);
        rig_judge(&r, convolver, "long calls");
        close_both(&r, &convolver);
    }
}

static void ramp_multiplies_and_add_adds(void)
{
    REQUIRE_DEVICE;
    for (size_t k = next_kind(SIZE_MAX); k < COUNT(kinds); k = next_kind(k)) {
        /* every second time in calls that are cut into pieces */
        const uint64_t n = k % 2 ? 20000 : 1000;
        clfft_convolver_desc d = make_desc(kinds[k].taps, 64, n);
        const clfft_convolver_params params = {
            .has_ramp = true, .ramp_from = 0.25, .ramp_to = -1.5, .add = true};
        clfft_convolver *convolver;
        struct rig r;

        d.typical_frames = 500;
        if (!open_both(&r, &convolver, &d, 2 * n))
            return;
        rig_convolve(&r);
        for (uint64_t i = 0; i < r.n_frames * d.outputs; i++) {
            const double t = (double)(i % n) / (double)n;

            r.out[i] = rig_number(&r);
            r.want[i] = r.out[i] + r.want[i] * (0.25 - 1.75 * t);
        }
        rig_run(&r, convolver, 0, r.n_frames, n, &params);
        rig_judge(&r, convolver, "ramp and add");
        close_both(&r, &convolver);
    }
}

/* Calls without output give what comes after them the same past. */
static void priming_is_running_unheard(void)
{
    REQUIRE_DEVICE;
    for (size_t k = next_kind(SIZE_MAX); k < COUNT(kinds); k = next_kind(k)) {
        const clfft_convolver_desc d =
            make_desc(kinds[k].taps, kinds[k].latency, kinds[k].frames);
        const uint64_t n = d.latency + d.taps + 3000, primed = 1234 + d.taps;
        clfft_convolver *convolver;
        struct rig r;
        void *bytes;
        cl_mem in;

        if (!open_both(&r, &convolver, &d, n))
            return;
        rig_convolve(&r);
        bytes = calloc(n * d.inputs, rig_real_size(&r));
        rig_pack(&r, r.in, n * d.inputs, bytes);
        in = harness_buffer(bytes, n * d.inputs * rig_real_size(&r));
        for (uint64_t t = 0; t < primed;) {
            uint64_t step = rig_cut(d.max_frames);
            cl_event event;

            step = step < primed - t ? step : primed - t;
            const clfft_convolver_params params = {.n_frames = step,
                                                   .input_offset = t,
                                                   .input_distance = n,
                                                   .event = &event};
            TEST_REQUIRE(clfft_convolver_execute(convolver, harness_queue(), in,
                                                 NULL,
                                                 &params) == CLFFT_STATUS_OK,
                         "%s", clfft_last_error());
            TEST_CHECK(event && clWaitForEvents(1, &event) == CL_SUCCESS,
                       "an event without output");
            clReleaseEvent(event);
            t += step;
        }
        rig_run(&r, convolver, primed, n, 0, NULL);
        for (unsigned o = 0; o < d.outputs; o++)
            memcpy(r.out + o * n, r.want + o * n, primed * sizeof *r.out);
        rig_judge(&r, convolver, "after calls without output");
        clReleaseMemObject(in);
        free(bytes);
        close_both(&r, &convolver);
    }
}

/* Input NULL is input of zeros: the tail comes out. */
static void no_input_is_silence(void)
{
    REQUIRE_DEVICE;
    for (size_t k = next_kind(SIZE_MAX); k < COUNT(kinds); k = next_kind(k)) {
        const clfft_convolver_desc d =
            make_desc(kinds[k].taps, kinds[k].latency, kinds[k].frames);
        const uint64_t heard = 2000, n = heard + d.latency + d.taps + 500;
        clfft_convolver *convolver;
        struct rig r;

        if (!open_both(&r, &convolver, &d, n))
            return;
        for (unsigned i = 0; i < d.inputs; i++)
            memset(r.in + i * n + heard, 0, (n - heard) * sizeof *r.in);
        rig_convolve(&r);
        rig_run(&r, convolver, 0, heard, 0, NULL);
        r.is_silent = true;
        rig_run(&r, convolver, heard, n, 0, NULL);
        rig_judge(&r, convolver, "the tail");
        close_both(&r, &convolver);
    }
}

/* After as much silence as a convolver needs to forget all, and before any
   sound, it has nothing to do; the ramp and `add` still hold. */
static void sound_after_long_silence_is_right(void)
{
    REQUIRE_DEVICE;
    for (size_t k = next_kind(SIZE_MAX); k < COUNT(kinds); k = next_kind(k)) {
        const clfft_convolver_desc d =
            make_desc(kinds[k].taps, kinds[k].latency, kinds[k].frames);
        const uint64_t begin = 700, end = begin + 2000;
        const uint64_t again = end + d.latency + d.taps + 2 * 16384 +
                               2 * d.max_frames + test_random() % 1000;
        const uint64_t n = again + d.latency + 4000;
        const clfft_convolver_params params = {.add = true};
        clfft_convolver *convolver;
        struct rig r;

        if (!open_both(&r, &convolver, &d, n))
            return;
        for (unsigned i = 0; i < d.inputs; i++) {
            memset(r.in + i * n, 0, begin * sizeof *r.in);
            memset(r.in + i * n + end, 0, (again - end) * sizeof *r.in);
        }
        rig_convolve(&r);
        for (uint64_t i = 0; i < n * d.outputs; i++) {
            r.out[i] = rig_number(&r);
            r.want[i] += r.out[i];
        }
        r.is_silent = true;
        rig_run(&r, convolver, 0, begin, 0, &params);
        r.is_silent = false;
        rig_run(&r, convolver, begin, end, 0, &params);
        r.is_silent = true;
        rig_run(&r, convolver, end, again, 0, &params);
        r.is_silent = false;
        rig_run(&r, convolver, again, n, 0, &params);
        rig_judge(&r, convolver, "between silences");
        close_both(&r, &convolver);
    }
}

static void reset_forgets_even_what_is_no_number(void)
{
    REQUIRE_DEVICE;
    for (size_t k = next_kind(SIZE_MAX); k < COUNT(kinds); k = next_kind(k)) {
        const clfft_convolver_desc d =
            make_desc(kinds[k].taps, kinds[k].latency, kinds[k].frames);
        const uint64_t n = d.latency + d.taps + 3000;
        clfft_convolver *convolver;
        double *kept;
        struct rig r;

        if (!open_both(&r, &convolver, &d, n))
            return;
        rig_convolve(&r);
        kept = malloc(n * d.inputs * sizeof *kept);
        memcpy(kept, r.in, n * d.inputs * sizeof *kept);
        for (uint64_t i = 0; i < n * d.inputs; i++)
            r.in[i] = i % 3 ? NAN : INFINITY;
        rig_run(&r, convolver, 0, 1 + test_random() % n, 0, NULL);
        memcpy(r.in, kept, n * d.inputs * sizeof *kept);
        clfft_convolver_reset(convolver);
        rig_run(&r, convolver, 0, n, 0, NULL);
        rig_judge(&r, convolver, "after a reset");
        free(kept);
        close_both(&r, &convolver);
    }
}

/* One channel's NaN is heard as long as its taps and the longest block, and
   never in another channel. */
static void what_is_no_number_passes(void)
{
    const uint64_t at = 1111;

    REQUIRE_DEVICE;
    for (size_t k = next_kind(SIZE_MAX); k < COUNT(kinds); k = next_kind(k)) {
        const clfft_convolver_desc d =
            make_desc(kinds[k].taps, kinds[k].latency, kinds[k].frames);
        const uint64_t clean = at + d.latency + d.taps + 2 * 16384;
        const uint64_t n = clean + 3000;
        clfft_convolver *convolver;
        uint64_t n_bad = 0;
        struct rig r;

        if (!open_both(&r, &convolver, &d, n))
            return;
        rig_convolve(&r);
        r.in[at] = NAN;
        rig_run(&r, convolver, 0, n, d.max_frames, NULL);
        for (uint64_t t = 0; t < n; t++)
            n_bad += !isfinite(r.out[t]);
        TEST_CHECK(n_bad >= d.taps, "%llu frames that are no numbers",
                   (unsigned long long)n_bad);
        memcpy(r.out, r.want, clean * sizeof *r.out);
        /* what the sample was is of no account any more */
        rig_judge(&r, convolver, "after a NaN");
        close_both(&r, &convolver);
    }
}

/* One buffer for both sides. */
static void output_may_replace_its_input(void)
{
    REQUIRE_DEVICE;
    for (size_t k = next_kind(SIZE_MAX); k < COUNT(kinds); k = next_kind(k)) {
        const clfft_convolver_desc d =
            make_desc(kinds[k].taps, kinds[k].latency, kinds[k].frames);
        clfft_convolver *convolver;
        struct rig r;

        if (!open_both(&r, &convolver, &d, 5000))
            return;
        rig_convolve(&r);
        r.is_in_place = true;
        rig_run(&r, convolver, 0, r.n_frames, 0, NULL);
        rig_judge(&r, convolver, "in place");
        close_both(&r, &convolver);
    }
}

TEST_MAIN(TEST(drawn_cases_equal_a_convolution_in_double),
          TEST(impulse_at_every_position_of_a_quantum_is_on_time),
          TEST(cuts_do_not_matter), TEST(long_calls_are_convolved),
          TEST(ramp_multiplies_and_add_adds), TEST(priming_is_running_unheard),
          TEST(no_input_is_silence), TEST(sound_after_long_silence_is_right),
          TEST(reset_forgets_even_what_is_no_number),
          TEST(what_is_no_number_passes), TEST(output_may_replace_its_input))
