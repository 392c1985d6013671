/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-sharpen.c: power that moves by the phases of its transforms, against the
   host's in double precision: where it lands, that none is lost, and that bits
   do not depend on calls. */
#include "clfft/sharpen.h"
#include "engine/harness.h"
#include "support/test.h"

#include <math.h>

#define MOST_FRAMES 40u
#define TURN 6.283185307179586

struct job {
    clfft_sharpen_desc desc;
    unsigned n_bins, n_windows, n_frames;
    bool is_wild; /* some numbers are 0 or not finite */
    double *gain;
    float *input; /* [frame][window][channel][bin] */
    float *output, *again;
    double *least, *most; /* of each number of output */
    double power;         /* of all bins, times the factor */
    double lost;          /* outside the axis, and what may be there */
    char name[200];
};

static unsigned below(unsigned n)
{
    return (unsigned)(test_random() % n);
}

static double between(double low, double high)
{
    return low + (high - low) * (1 + test_uniform()) / 2;
}

static void draw_axis(struct job *j, bool is_full)
{
    clfft_sharpen_desc *d = &j->desc;
    const double half = d->rate / 2;

    d->axis.scale = d->complex_input || is_full
                        ? CLFFT_AXIS_SCALE_LINEAR
                        : (clfft_axis_scale)below(CLFFT_AXIS_SCALE_ERB + 1);
    d->axis.low = d->complex_input ? -half : 0;
    d->axis.high = half;
    if (d->axis.scale == CLFFT_AXIS_SCALE_LOG)
        d->axis.low = between(0.001, 0.1) * half;
    if (!is_full && below(2)) {
        d->axis.low += between(0, 0.4) * (half - d->axis.low);
        d->axis.high -= between(0, 0.4) * (half - d->axis.low);
    }
}

static void draw_desc(struct job *j, bool is_full)
{
    clfft_sharpen_desc *d = &j->desc;

    *d = (clfft_sharpen_desc){
        .sharpening = (clfft_sharpening)below(2),
        .length = 2 + below(below(3) ? 100 : 3000),
        .rate = between(10, 200000),
        .complex_input = below(3) == 0,
        .n_channels = 1 + below(3),
        .n_cells = 1 + below(below(3) ? 50 : 900),
        .factor = below(2) ? between(0.1, 4) : 0,
        .max_frames = MOST_FRAMES,
    };
    j->n_bins = (unsigned)(d->complex_input ? d->length : d->length / 2 + 1);
    d->rotate = below(2) ? below(j->n_bins) : 0;
    if (d->sharpening == CLFFT_SHARPENING_REASSIGN)
        d->reach = 1 + below(below(2) ? 4 : 60);
    j->n_windows = d->sharpening == CLFFT_SHARPENING_REASSIGN ? 3 : 2;
    draw_axis(j, is_full);
    j->n_frames = 1 + below(MOST_FRAMES);
    snprintf(j->name, sizeof j->name,
             "sharpening %d, length %u%s from %u, %u channels, axis %d from %g "
             "to %g of %g Hz in %u cells, reach %u, %u frames",
             (int)d->sharpening, (unsigned)d->length,
             d->complex_input ? " complex" : "", d->rotate, d->n_channels,
             (int)d->axis.scale, d->axis.low, d->axis.high, d->rate, d->n_cells,
             d->reach, j->n_frames);
}

/* ---- the host's ---- */

static double *at(double *numbers, const struct job *j, unsigned frame,
                  unsigned channel, unsigned cell)
{
    return numbers +
           ((size_t)frame * j->desc.n_channels + channel) * j->desc.n_cells +
           cell;
}

/* The cell at this many bins from the lowest; none: n_cells. */
static unsigned find_cell(const struct job *j, double bin, double slack)
{
    const clfft_sharpen_desc *d = &j->desc;
    const double n = (double)d->length, half = n / 2;
    const double origin = d->complex_input ? floor(half) : 0;
    double hertz, cell;

    if (!d->complex_input) {
        bin = fabs(bin);
        bin = bin > half ? fmax(0, 2 * half - bin) : bin;
    } else {
        bin += bin < origin - half ? n : bin >= origin + half ? -n : 0;
        bin = fmax(origin - half, fmin(origin + half, bin));
    }
    hertz = (bin - origin) * d->rate / n;
    cell = clfft_axis_position(&d->axis, hertz) * d->n_cells + slack;
    return cell < 0 || cell >= d->n_cells ? d->n_cells : (unsigned)cell;
}

/* Adds the power to a frame and a cell, or to what may be in either of two. */
static void expect(struct job *j, double power, unsigned channel,
                   const unsigned frames[2], const unsigned cells[2])
{
    const bool is_sure = frames[0] == frames[1] && cells[0] == cells[1];

    j->lost +=
        cells[0] == j->desc.n_cells || cells[1] == j->desc.n_cells ? power : 0;
    for (unsigned f = 0; f < 1u + (frames[0] != frames[1]); f++)
        for (unsigned c = 0; c < 1u + (cells[0] != cells[1]); c++)
            if (cells[c] < j->desc.n_cells) {
                *at(j->most, j, frames[f], channel, cells[c]) += power;
                if (is_sure)
                    *at(j->least, j, frames[f], channel, cells[c]) += power;
            }
}

/* Moved by that many frames, as far as it may. */
static unsigned find_frame(const struct job *j, unsigned frame, double along)
{
    const double reach = j->desc.reach;
    const double to = frame + rint(fmax(-reach, fmin(reach, along)));

    return (unsigned)fmax(0, fmin(j->n_frames - 1, to));
}

/* The position on an axis of a bin has slack as single precision has. */
static void expect_bin(struct job *j, unsigned frame, unsigned channel,
                       unsigned bin, double power, double across, double along)
{
    const double off = 4e-6 * (1 + bin + fabs(across));
    const unsigned cells[] = {find_cell(j, bin + across - off, -3e-3),
                              find_cell(j, bin + across + off, 3e-3)};
    const unsigned frames[] = {find_frame(j, frame, along - 1e-3),
                               find_frame(j, frame, along + 1e-3)};
    const double gain =
        j->gain ? j->gain[(bin + j->desc.rotate) % j->n_bins] : 1;
    const double scaled =
        power * gain * gain * (j->desc.factor > 0 ? j->desc.factor : 1);

    expect(j, scaled, channel, frames, cells);
    j->power += scaled;
}

/* ---- input ---- */

/* Draws a bin, and transforms by the other windows that move it by so much. */
static void draw_bin(struct job *j, unsigned frame, unsigned channel,
                     unsigned bin)
{
    const clfft_sharpen_desc *d = &j->desc;
    const size_t window = (size_t)d->n_channels * j->n_bins;
    float *x = j->input + 2 * (frame * j->n_windows * window +
                               (size_t)channel * j->n_bins +
                               (bin + d->rotate) % j->n_bins);
    const double size = pow(10, between(-3, 0)), phase = between(0, TURN);
    const double across =
        below(8) ? between(-3, 3) : between(-1.0, 1) * (double)d->length / 2;
    const double along =
        d->reach ? between(-1.2, 1.2) * (below(3) ? 2 : d->reach) : 0;
    const double odd = between(-5, 5); /* what does not move it */

    x[0] = (float)(size * cos(phase));
    x[1] = (float)(size * sin(phase));
    if (j->is_wild && below(10) == 0) {
        x[0] = x[1] = 0;
        x[2 * window] = below(2) ? 1 : 0;
        expect_bin(j, frame, channel, bin, 0, 0, 0);
        return;
    }
    /* times odd - i across and along + i odd */
    x[2 * window] = (float)(odd * x[0] + across * x[1]);
    x[2 * window + 1] = (float)(odd * x[1] - across * x[0]);
    if (j->n_windows > 2) {
        x[4 * window] = (float)(along * x[0] - odd * x[1]);
        x[4 * window + 1] = (float)(along * x[1] + odd * x[0]);
    }
    expect_bin(j, frame, channel, bin,
               (double)x[0] * x[0] + (double)x[1] * x[1], across, along);
}

static void draw_input(struct job *j)
{
    const clfft_sharpen_desc *d = &j->desc;
    const size_t n_out = (size_t)j->n_frames * d->n_channels * d->n_cells;

    if (below(2)) {
        j->gain = malloc(j->n_bins * sizeof *j->gain);
        for (unsigned k = 0; k < j->n_bins; k++)
            j->gain[k] = between(-2, 2);
        j->desc.gain = j->gain;
    }
    j->input =
        calloc((size_t)j->n_frames * j->n_windows * d->n_channels * j->n_bins,
               2 * sizeof *j->input);
    j->output = calloc(n_out, sizeof *j->output);
    j->again = calloc(n_out, sizeof *j->again);
    j->least = calloc(n_out, sizeof *j->least);
    j->most = calloc(n_out, sizeof *j->most);
    for (unsigned f = 0; f < j->n_frames; f++)
        for (unsigned c = 0; c < d->n_channels; c++)
            for (unsigned k = 0; k < j->n_bins; k++)
                draw_bin(j, f, c, k);
}

static void job_end(struct job *j)
{
    free(j->gain);
    free(j->input);
    free(j->output);
    free(j->again);
    free(j->least);
    free(j->most);
}

/* ---- the device's ---- */

/* Takes all frames, `most` at a time at most, flushes with the last or after
   it, and reads what came out. */
static void run(const struct job *j, clfft_sharpen *sharpen, unsigned most,
                float *output)
{
    const clfft_sharpen_desc *d = &j->desc;
    const size_t in_size = (size_t)j->n_frames * j->n_windows * d->n_channels *
                           j->n_bins * 2 * sizeof *j->input;
    const size_t out_size =
        (size_t)j->n_frames * d->n_channels * d->n_cells * sizeof *output;
    cl_mem in = harness_buffer(j->input, in_size);
    cl_mem out = harness_buffer(output, out_size);
    const bool flushes_apart = below(2);
    unsigned n_in = 0, n_out = 0;

    while (n_in < j->n_frames || clfft_sharpen_get_n_pending(sharpen)) {
        const unsigned left = j->n_frames - n_in;
        const unsigned n = left ? 1 + below(left < most ? left : most) : 0;
        unsigned n_now;
        const clfft_status status = clfft_sharpen_execute(
            sharpen, harness_queue(), in, out,
            &(clfft_average_params){.first_frame = n_in,
                                    .output_frame = n_out,
                                    .n_frames = n,
                                    .flush = flushes_apart ? n == 0 : n == left,
                                    .n_out = &n_now});

        TEST_CHECK(!status, "%s: %s", j->name, clfft_last_error());
        n_in += n;
        n_out += n_now;
        if (status)
            break;
    }
    TEST_CHECK(n_out == j->n_frames, "%s: %u of %u frames", j->name, n_out,
               j->n_frames);
    clEnqueueReadBuffer(harness_queue(), out, CL_TRUE, 0, out_size, output, 0,
                        NULL, NULL);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

/* ---- claims ---- */

static void check_places(const struct job *j)
{
    const size_t n = (size_t)j->n_frames * j->desc.n_channels * j->desc.n_cells;

    for (size_t i = 0; i < n; i++)
        TEST_REQUIRE(j->output[i] >= j->least[i] * (1 - 1e-5) &&
                         j->output[i] <= j->most[i] * (1 + 1e-5),
                     "%s: number %zu is %g, not %g to %g", j->name, i,
                     (double)j->output[i], j->least[i], j->most[i]);
}

static void check_power(const struct job *j)
{
    const size_t n = (size_t)j->n_frames * j->desc.n_channels * j->desc.n_cells;
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += j->output[i];
    TEST_CHECK(fabs(sum - j->power) <= 1e-5 * j->power, "%s: %.9g, not %.9g",
               j->name, sum, j->power);
}

static void run_job(bool is_full, bool is_wild)
{
    struct job j = {.is_wild = is_wild};
    clfft_sharpen *sharpen;
    clfft_status status;

    draw_desc(&j, is_full);
    draw_input(&j);
    status = clfft_sharpen_create(harness_device(), &j.desc, &sharpen);
    TEST_CHECK(!status, "%s: %s", j.name, clfft_last_error());
    if (!status) {
        run(&j, sharpen, MOST_FRAMES, j.output);
        run(&j, sharpen, 1 + below(5), j.again);
        check_places(&j);
        if (is_full)
            check_power(&j);
        TEST_CHECK(!memcmp(j.output, j.again,
                           (size_t)j.n_frames * j.desc.n_channels *
                               j.desc.n_cells * sizeof *j.output),
                   "%s: other calls, other bits", j.name);
    }
    clfft_sharpen_destroy(&sharpen);
    job_end(&j);
}

static void power_lands_where_its_phases_say(void)
{
    REQUIRE_DEVICE;
    for (int i = 0; i < 25; i++)
        run_job(false, below(2));
}

static void no_power_is_lost(void)
{
    REQUIRE_DEVICE;
    for (int i = 0; i < 25; i++)
        run_job(true, below(2));
}

/* What is not finite stays in its place, and spoils nothing else. */
static void what_is_not_finite_stays(void)
{
    struct job j = {0};
    clfft_sharpen *sharpen;
    unsigned n_bad = 0, channel, bin;
    float *x;

    REQUIRE_DEVICE;
    do
        draw_desc(&j, true);
    while (j.n_frames < 3 || j.desc.n_cells < 2 || j.n_bins < 2);
    draw_input(&j);
    channel = below(j.desc.n_channels);
    bin = below(j.n_bins);
    x = j.input +
        2 * (((size_t)j.n_windows * j.desc.n_channels + channel) * j.n_bins +
             (bin + j.desc.rotate) % j.n_bins);
    x[below(2)] = below(2) ? NAN : INFINITY;
    TEST_REQUIRE(!clfft_sharpen_create(harness_device(), &j.desc, &sharpen),
                 "%s: %s", j.name, clfft_last_error());
    run(&j, sharpen, MOST_FRAMES, j.output);
    for (unsigned i = 0; i < j.n_frames * j.desc.n_channels * j.desc.n_cells;
         i++)
        if (!isfinite(j.output[i])) {
            n_bad++;
            TEST_CHECK(i / j.desc.n_cells == j.desc.n_channels + channel,
                       "%s: number %u", j.name, i);
        }
    TEST_CHECK(n_bad == 1, "%s: %u numbers", j.name, n_bad);
    clfft_sharpen_destroy(&sharpen);
    job_end(&j);
}

/* Of a Hann window they are known: its slope is pi/n sin, in bins length/2n. */
static void windows_are_slope_and_moment(void)
{
    const unsigned n = 64 + below(3000), length = n + below(n);
    const unsigned hop = 1 + below(n);
    double *w = malloc(3 * n * sizeof *w), *slope = w + n, *moment = w + 2 * n;
    double off = 0;

    for (unsigned i = 0; i < n; i++)
        w[i] = 0.5 - 0.5 * cos(TURN * i / n);
    clfft_sharpen_windows(w, n, length, hop, slope, moment);
    for (unsigned i = 0; i < n; i++) {
        off = fmax(off, fabs(slope[i] - 0.5 * length / n * sin(TURN * i / n)));
        TEST_CHECK(fabs(moment[i] * hop - w[i] * ((double)i - n / 2)) <=
                       1e-9 * n,
                   "%u of %u", i, n);
    }
    TEST_CHECK(off < 5e-6 * length / n, "%u points: off by %g", n, off);
    clfft_sharpen_windows(w, n, length, hop, NULL, NULL);
    free(w);
}

static void descriptions_are_checked(void)
{
    const clfft_sharpen_desc good = {.length = 64,
                                     .rate = 1000,
                                     .n_channels = 2,
                                     .axis = {CLFFT_AXIS_SCALE_LOG, 1, 500},
                                     .n_cells = 10,
                                     .max_frames = 4};
    clfft_sharpen_desc bad[12];
    clfft_sharpen *sharpen;

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < COUNT(bad); i++)
        bad[i] = good;
    bad[0].sharpening = (clfft_sharpening)2;
    bad[1].length = 1;
    bad[2].rate = NAN;
    bad[3].rotate = 33;
    bad[4].n_channels = 0;
    bad[5].axis.low = 0;
    bad[6].n_cells = 32768;
    bad[7].factor = -1;
    bad[8].reach = 1;
    bad[9].sharpening = CLFFT_SHARPENING_REASSIGN;
    bad[10].max_frames = 0;
    bad[11].reserved[7] = 1;
    for (unsigned i = 0; i < COUNT(bad); i++)
        TEST_CHECK(clfft_sharpen_create(harness_device(), &bad[i], &sharpen) ==
                           CLFFT_STATUS_INVALID &&
                       !sharpen && *clfft_last_error(),
                   "%u", i);
    TEST_REQUIRE(!clfft_sharpen_create(harness_device(), &good, &sharpen), "%s",
                 clfft_last_error());
    cl_mem small = harness_buffer(NULL, 64);
    TEST_CHECK(clfft_sharpen_execute(sharpen, harness_queue(), small, small,
                                     &(clfft_average_params){.n_frames = 1}) ==
                   CLFFT_STATUS_INVALID,
               "a small buffer");
    TEST_CHECK(clfft_sharpen_execute(sharpen, harness_queue(), small, small,
                                     &(clfft_average_params){.n_frames = 5}) ==
                   CLFFT_STATUS_INVALID,
               "more than max_frames");
    clReleaseMemObject(small);
    clfft_sharpen_destroy(&sharpen);
    clfft_sharpen_destroy(&sharpen);
}

int main(int argc, char **argv)
{
    static const struct test_claim claims[] = {
        TEST(power_lands_where_its_phases_say),
        TEST(no_power_is_lost),
        TEST(what_is_not_finite_stays),
        TEST(windows_are_slope_and_moment),
        TEST(descriptions_are_checked),
    };

    return test_main(claims, COUNT(claims), argc, argv);
}
