/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-constant-q.c: constant-Q coefficients and their way back, of drawn
   bands, against sums in double precision. */
#include "clfft/constantq.h"
#include "clfft/spectrum/constant_q.h"
#include "engine/harness.h"
#include "support/test.h"

#include <complex.h>
#include <math.h>

#define MOST_SLICES 2
#define PI 3.14159265358979323846

/* A description, and what it comes to. */
struct example {
    clfft_constant_q_desc desc;
    clfft_constant_q_layout layout;
    unsigned n_bands;
    struct clfft_constant_q_weights weights;
    double gain[512];
};

static double bessel_i0(double x)
{
    double sum = 1, term = 1;

    for (int k = 1; k < 200; k++)
        sum += term *= x * x / (4.0 * k * k);
    return sum;
}

/* Draws bands with slices that are short enough for sums. */
static bool draw(struct example *e, clfft_direction direction)
{
    const double rate = 100 + 900 * fabs(test_uniform());
    const unsigned per_octave = 1 + (unsigned)(test_random() % 5);
    const double low = rate * (0.02 + 0.2 * fabs(test_uniform()));
    const double most = ceil(per_octave * log2(rate / 2 / low));
    const bool inverse = direction == CLFFT_DIRECTION_INVERSE;

    *e = (struct example){
        .desc = {.bands = {.rate = rate,
                           .low = low,
                           .n_bands = 1 + (unsigned)test_random() %
                                              (unsigned)fmax(1, most),
                           .per_octave = per_octave,
                           .gamma = test_random() % 2
                                        ? rate / 20 * fabs(test_uniform())
                                        : 0,
                           .hop = inverse ? 0 : test_random() % 20,
                           .edges = inverse},
                 .direction = direction,
                 .channels = 1 + (unsigned)(test_random() % 3),
                 .max_slices = MOST_SLICES,
                 .gain = e->gain}};
    TEST_CHECK(clfft_constant_q_find_layout(&e->desc.bands, &e->layout) ==
                   CLFFT_STATUS_OK,
               "%s", clfft_last_error());
    e->n_bands = e->layout.n_below + e->desc.bands.n_bands + e->layout.n_above;
    for (unsigned b = 0; b < e->n_bands && b < COUNT(e->gain); b++)
        e->gain[b] = 1 + 0.5 * test_uniform();
    e->desc.gain = e->gain;
    return e->layout.length && e->layout.length < 6000 &&
           e->n_bands < COUNT(e->gain) &&
           clfft_constant_q_make_weights(&e->desc.bands, &e->layout,
                                         &e->weights) == CLFFT_STATUS_OK;
}

static const char *name_of(const struct example *e)
{
    static char text[160];

    snprintf(text, sizeof text,
             "rate %g low %g, %u bands, %u an octave, gamma %g, hop %llu, %u "
             "channels",
             e->desc.bands.rate, e->desc.bands.low, e->desc.bands.n_bands,
             e->desc.bands.per_octave, e->desc.bands.gamma,
             (unsigned long long)e->layout.hop, e->desc.channels);
    return text;
}

static double complex root(double turns)
{
    return cexp(2 * PI * I * (turns - floor(turns)));
}

/* Runs the object over n numbers of input. */
static bool run(const struct example *e, const float *input, size_t n_input,
                float *output, size_t n_output)
{
    clfft_constant_q *q;
    cl_mem from, to;
    bool done;

    if (clfft_constant_q_create(harness_device(), &e->desc, &q))
        return false;
    from = harness_buffer(input, n_input * sizeof *input);
    to = harness_buffer(NULL, n_output * sizeof *output);
    done = clfft_constant_q_execute(
               q, harness_queue(), from, to,
               &(clfft_constant_q_params){.n_slices = MOST_SLICES}) ==
               CLFFT_STATUS_OK &&
           clEnqueueReadBuffer(harness_queue(), to, CL_TRUE, 0,
                               n_output * sizeof *output, output, 0, NULL,
                               NULL) == CL_SUCCESS;
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clfft_constant_q_destroy(&q);
    return done;
}

/* ---- the analysis ---- */

/* Coefficient i behind the reach, of a spectrum, by the formula. */
static double complex coefficient_of(const struct example *e, unsigned band,
                                     const float *spectrum, uint64_t i)
{
    const clfft_constant_q_bands *b = &e->desc.bands;
    const double length = (double)e->layout.length;
    const double center = b->low * pow(2, (double)band / b->per_octave);
    const double width = 4 * (center * tanh(log(2) / b->per_octave) + b->gamma);
    const double at = (double)(e->layout.reach + i * e->layout.hop) / length;
    double complex sum = 0;

    for (double k = ceil((center - width) * length / b->rate);
         k <= (center + width) * length / b->rate; k++) {
        const double u = (k * b->rate / length - center) / width;
        const uint64_t bin = (uint64_t)(fmod(fmod(k, length) + length, length));
        const uint64_t stored =
            bin * 2 > e->layout.length ? e->layout.length - bin : bin;
        const double complex x =
            spectrum[2 * stored] +
            (stored == bin ? I : -I) * (double)spectrum[2 * stored + 1];

        if (fabs(u) < 1)
            sum += x * bessel_i0(22 * sqrt(1 - u * u)) / bessel_i0(22) *
                   root(k * at);
    }
    return sum * e->gain[band] / length;
}

static void judge_analysis(struct example *e)
{
    const unsigned channels = e->desc.channels;
    const uint64_t n_bins = e->layout.length / 2 + 1;
    const size_t n_input = 2 * n_bins * channels * MOST_SLICES;
    const uint64_t n_frames = e->layout.n_frames;
    const size_t n_output = 2 * n_frames * MOST_SLICES * channels * e->n_bands;
    float *input = malloc(n_input * sizeof *input);
    float *output = malloc(n_output * sizeof *output);
    double difference = 0, all = 0;

    for (size_t i = 0; i < n_input; i++)
        input[i] = (float)test_uniform();
    TEST_CHECK(run(e, input, n_input, output, n_output), "%s: %s", name_of(e),
               clfft_last_error());
    for (int draws = 0; draws < 200; draws++) {
        const uint64_t f = test_random() % (n_frames * MOST_SLICES);
        const uint64_t c = test_random() % channels;
        const unsigned b = (unsigned)(test_random() % e->n_bands);
        const size_t at = 2 * ((f * channels + c) * e->n_bands + b);
        const double complex want = coefficient_of(
            e, b, input + 2 * n_bins * (f / n_frames * channels + c),
            f % n_frames);

        all += pow(cabs(want), 2);
        difference +=
            pow(cabs(want - output[at] - I * (double)output[at + 1]), 2);
    }
    TEST_CHECK(difference <= 1e-12 * all, "%s: off by %g", name_of(e),
               sqrt(difference / all));
    free(input);
    free(output);
}

static void coefficients_are_those_of_the_formula(void)
{
    REQUIRE_DEVICE;
    for (unsigned i = 0; i < harness_cases(2, 60); i++) {
        struct example e;

        if (draw(&e, CLFFT_DIRECTION_FORWARD))
            judge_analysis(&e);
        clfft_constant_q_clear_weights(&e.weights);
    }
}

/* ---- the synthesis ---- */

/* Bin k of what the frames of a channel of a slice become, before the sum of
   squares. */
static double complex bin_of(const struct example *e, const float *frames,
                             uint64_t k)
{
    const struct clfft_constant_q_weights *w = &e->weights;
    const uint64_t period = 2 * e->layout.n_frames;
    double complex sum = 0;

    for (unsigned b = 0; b < w->n_bands; b++) {
        const uint64_t i = (k + w->length - w->start[b]) % w->length;
        double complex c = 0;

        if (i >= w->first[b + 1] - w->first[b])
            continue;
        for (uint64_t f = 0; f < e->layout.n_frames; f++) {
            const float *x =
                frames + 2 * (f * e->desc.channels * e->n_bands + b);

            c += (x[0] + I * (double)x[1]) *
                 root(-(double)(k % period * (f + period / 4) % period) /
                      (double)period);
        }
        sum += c * w->weight[w->first[b] + i] / e->gain[b] / (double)period;
    }
    return sum;
}

static void judge_synthesis(struct example *e)
{
    const unsigned channels = e->desc.channels;
    const uint64_t length = e->layout.length, n_bins = length / 2 + 1;
    const size_t frame = 2 * (size_t)channels * e->n_bands;
    const size_t n_input = e->layout.n_frames * MOST_SLICES * frame;
    const size_t n_output = 2 * n_bins * channels * MOST_SLICES;
    float *input = malloc(n_input * sizeof *input);
    float *output = malloc(n_output * sizeof *output);
    double *sums = malloc(n_bins * sizeof *sums);
    double difference = 0, all = 0;

    for (size_t i = 0; i < n_input; i++)
        input[i] = (float)test_uniform();
    clfft_constant_q_sum_squares(&e->weights, sums);
    TEST_CHECK(run(e, input, n_input, output, n_output), "%s: %s", name_of(e),
               clfft_last_error());
    for (int draws = 0; draws < 50; draws++) {
        const uint64_t s = test_random() % MOST_SLICES;
        const uint64_t c = test_random() % channels;
        const uint64_t k = draws ? test_random() % n_bins : n_bins - 1;
        const float *frames =
            input + s * e->layout.n_frames * frame + 2 * c * e->n_bands;
        const size_t at = 2 * ((s * channels + c) * n_bins + k);
        const double complex want =
            (bin_of(e, frames, k) +
             conj(bin_of(e, frames, (length - k) % length))) /
            sums[k];

        all += pow(cabs(want), 2);
        difference +=
            pow(cabs(want - output[at] - I * (double)output[at + 1]), 2);
    }
    TEST_CHECK(difference <= 1e-12 * all, "%s: off by %g", name_of(e),
               sqrt(difference / all));
    free(input);
    free(output);
    free(sums);
}

static void syntheses_are_those_of_the_formula(void)
{
    REQUIRE_DEVICE;
    for (unsigned i = 0; i < harness_cases(2, 60); i++) {
        struct example e;

        if (draw(&e, CLFFT_DIRECTION_INVERSE))
            judge_synthesis(&e);
        clfft_constant_q_clear_weights(&e.weights);
    }
}

/* The share, as a root, of what the inverse's window of a band has further away
   than the reach; in slices four times as long. Only frames at the ends of a
   slice lose it. */
static double share_beyond(const struct example *e, unsigned band,
                           const struct clfft_constant_q_weights *w,
                           const double *sums)
{
    const uint64_t half = w->length / 2,
                   n = w->first[band + 1] - w->first[band];
    double all = 0, beyond = 0;

    for (uint64_t t = e->layout.reach + 1; t < half; t++) {
        const double complex turn = root((double)t / (double)w->length);
        double complex sum = 0, phase = 1;

        for (uint64_t i = 0; i < n; i++, phase *= turn) {
            const uint64_t k = (w->start[band] + i) % w->length;

            sum += phase * w->weight[w->first[band] + i] /
                   sums[k > half ? w->length - k : k];
        }
        beyond += 2 * creal(sum * conj(sum)) / (double)w->length;
    }
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t k = (w->start[band] + i) % w->length;
        const double value =
            w->weight[w->first[band] + i] / sums[k > half ? w->length - k : k];

        all += value * value;
    }
    return sqrt(beyond / all);
}

static void windows_of_the_inverse_end_within_the_reach(void)
{
    for (unsigned i = 0; i < harness_cases(12, 60); i++) {
        struct clfft_constant_q_weights w;
        struct example e;
        clfft_constant_q_layout layout;
        double *sums;

        if (draw(&e, CLFFT_DIRECTION_INVERSE)) {
            const unsigned bands[] = {
                e.layout.n_below, e.layout.n_below + e.desc.bands.n_bands - 1,
                (unsigned)(test_random() % e.n_bands)};

            layout = e.layout;
            layout.length *= 4;
            TEST_CHECK(clfft_constant_q_make_weights(&e.desc.bands, &layout,
                                                     &w) == CLFFT_STATUS_OK,
                       "%s", clfft_last_error());
            sums = calloc(layout.length / 2 + 1, sizeof *sums);
            clfft_constant_q_sum_squares(&w, sums);
            for (size_t b = 0; b < COUNT(bands); b++) {
                const double share = share_beyond(&e, bands[b], &w, sums);

                TEST_CHECK(share < 4e-6, "%s: band %u has %.2g", name_of(&e),
                           bands[b], share);
            }
            free(sums);
            clfft_constant_q_clear_weights(&w);
        }
        clfft_constant_q_clear_weights(&e.weights);
    }
}

/* ---- refusals ---- */

static void bands_that_mean_nothing_are_refused(void)
{
    const clfft_constant_q_bands bad[] = {
        {.rate = 0, .low = 1, .n_bands = 1, .per_octave = 1},
        {.rate = 100, .low = 0, .n_bands = 1, .per_octave = 1},
        {.rate = 100, .low = 1, .n_bands = 0, .per_octave = 1},
        {.rate = 100, .low = 1, .n_bands = 1, .per_octave = 0},
        {.rate = 100, .low = 1, .n_bands = 1, .per_octave = 97},
        {.rate = 100, .low = 50, .n_bands = 1, .per_octave = 1},
        {.rate = 100, .low = 25, .n_bands = 2, .per_octave = 1},
        {.rate = 100, .low = 1, .n_bands = 1, .per_octave = 1, .gamma = -1},
        {.rate = 100, .low = 1, .n_bands = 1, .per_octave = 1, .gamma = NAN},
        {.rate = 100, .low = 1e-9, .n_bands = 1, .per_octave = 1},
        {.rate = 48000,
         .low = 20,
         .n_bands = 1,
         .per_octave = 96,
         .edges = true},
        {.rate = 100, .low = 1, .n_bands = 1, .per_octave = 1, .reserved = {1}},
    };
    clfft_constant_q_layout layout;

    for (size_t i = 0; i < COUNT(bad); i++)
        TEST_CHECK(clfft_constant_q_find_layout(&bad[i], &layout) ==
                       CLFFT_STATUS_INVALID,
                   "bands %zu", i);
}

TEST_MAIN(TEST(coefficients_are_those_of_the_formula),
          TEST(syntheses_are_those_of_the_formula),
          TEST(windows_of_the_inverse_end_within_the_reach),
          TEST(bands_that_mean_nothing_are_refused))
