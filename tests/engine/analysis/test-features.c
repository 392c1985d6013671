/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-features.c: logarithms and normalisations of blocks of frames against
   the host's in double precision. */
#include "clfft/feature.h"
#include "engine/harness.h"
#include "support/test.h"

#include <math.h>

#define MOST 20000

static float input[MOST], output[MOST];
static uint16_t halves[MOST];
static double expected[MOST];
static double bar[MOST]; /* of the error */
static const double untouched = -12345;
#define UNTOUCHED 0xfbff /* of 16 bits: no feature is -65504 */

/* ---- the host's ---- */

static double logarithm_of(const clfft_features_desc *desc, double x)
{
    x += desc->offset;
    if (desc->logarithm && x < desc->least)
        x = desc->least;
    switch (desc->logarithm) {
    case CLFFT_LOGARITHM_NATURAL:
        return log(x);
    case CLFFT_LOGARITHM_DECIMAL:
        return log10(x);
    case CLFFT_LOGARITHM_DECIBEL:
        return 10 * log10(x);
    default:
        return x;
    }
}

/* The rounding of a logarithm grows by what divides it. */
static void normalize_point(const clfft_features_desc *desc, double *y,
                            unsigned n_frames, unsigned frame_size)
{
    double mean = 0, square = 0, largest = 1;

    for (unsigned f = 0; f < n_frames; f++) {
        mean += y[f * frame_size] / n_frames;
        largest = fmax(largest, fabs(y[f * frame_size]));
    }
    for (unsigned f = 0; f < n_frames; f++)
        square += pow(y[f * frame_size] - mean, 2);
    const double deviation = n_frames > 1 ? sqrt(square / (n_frames - 1)) : 0;
    for (unsigned f = 0; f < n_frames; f++) {
        y[f * frame_size] =
            (y[f * frame_size] - mean) / (deviation + desc->epsilon);
        bar[y - expected + f * frame_size] += 1e-6 * largest /
                                              (deviation + desc->epsilon) *
                                              (1 + fabs(y[f * frame_size]));
    }
}

static void limit_channel(const clfft_features_desc *desc, double *y,
                          unsigned n_frames, unsigned frame_size)
{
    double top = -INFINITY;

    for (unsigned f = 0; f < n_frames; f++)
        for (unsigned p = 0; p < desc->points; p++)
            top = fmax(top, y[f * frame_size + p]);
    for (unsigned f = 0; f < n_frames; f++)
        for (unsigned p = 0; p < desc->points; p++)
            y[f * frame_size + p] =
                fmax(y[f * frame_size + p], top - desc->range);
}

/* Of frames first .. first + n_frames; n_filled behind them become shift. */
static void expect(const clfft_features_desc *desc, unsigned first,
                   unsigned n_frames, unsigned n_filled)
{
    const unsigned size =
        desc->channels * desc->points * (desc->is_complex ? 2 : 1);
    double *y = expected + first * size;

    for (unsigned i = 0; i < n_frames * size; i++)
        y[i] = logarithm_of(desc, y[i]);
    for (unsigned p = 0; desc->per_point && p < size; p++)
        normalize_point(desc, y + p, n_frames, size);
    for (unsigned c = 0; desc->range > 0 && c < desc->channels; c++)
        limit_channel(desc, y + c * desc->points, n_frames, size);
    for (unsigned i = 0; i < n_frames * size; i++)
        y[i] = y[i] * (desc->scale ? desc->scale : 1) + desc->shift;
    for (unsigned i = n_frames * size; i < (n_frames + n_filled) * size; i++)
        y[i] = desc->shift;
}

/* The block [row][frame] from 0 on, and nothing behind it; rows of pairs of
   numbers if there are two parts. */
static void turn(const clfft_features_desc *desc, unsigned first, unsigned n)
{
    static double y[MOST], of_y[MOST];
    const unsigned rows = desc->channels * desc->points;
    const unsigned parts = desc->is_complex ? 2 : 1;

    for (unsigned i = 0; i < MOST; i++)
        y[i] = i < rows * n * parts ? expected[first * rows * parts + i]
                                    : untouched;
    for (unsigned i = 0; i < MOST; i++)
        of_y[i] = i < rows * n * parts ? bar[first * rows * parts + i] : 0;
    for (unsigned i = 0; i < MOST; i++) {
        const unsigned frame = i / parts % n, row = i / parts / n;
        const unsigned from = (frame * rows + row) * parts + i % parts;
        const bool inside = i < rows * n * parts;

        expected[i] = inside ? y[from] : untouched;
        bar[i] = inside ? of_y[from] : 0;
    }
}

/* ---- the device's ---- */

static cl_mem make_output(const clfft_features_desc *desc)
{
    for (unsigned i = 0; i < MOST; i++) {
        output[i] = (float)untouched;
        halves[i] = UNTOUCHED;
    }
    return desc->pixel      ? harness_buffer(halves, sizeof halves)
           : desc->by_point ? harness_buffer(output, sizeof output)
                            : NULL;
}

/* Numbers of 16 bits as what they are, and by how much these were rounded. */
static void read_halves(unsigned begin, unsigned end)
{
    for (unsigned i = 0; i < MOST; i++) {
        const int exponent = halves[i] >> 10 & 31, part = halves[i] & 1023;
        const double size = exponent == 31
                                ? 65536
                                : ldexp(part + (exponent ? 1024 : 0),
                                        (exponent ? exponent : 1) - 25);

        output[i] = (float)(halves[i] == UNTOUCHED ? untouched
                            : halves[i] >> 15      ? -size
                                                   : size);
        if (i < begin || i >= end)
            expected[i] = untouched;
        else if (fabs(expected[i]) >= 65520)
            expected[i] = copysign(65536, expected[i]);
        else
            bar[i] += fmax(ldexp(fabs(expected[i]), -11), ldexp(1, -25));
    }
}

static void check(const clfft_features_desc *desc)
{
    const unsigned size = desc->channels * desc->points;
    const unsigned most = MOST / size / (desc->is_complex ? 2 : 1);
    /* none but such that are filled, too */
    const unsigned n_frames =
        test_random() % 8 ? 1 + (unsigned)test_random() % most : 0;
    const unsigned n_filled =
        n_frames ? (unsigned)test_random() % (most - n_frames + 1) : 1;
    const unsigned first = test_random() % (most - n_frames - n_filled + 1);
    clfft_features *features;
    cl_mem frames, own;

    for (unsigned i = 0; i < MOST; i++) {
        input[i] =
            test_random() % 9 ? (float)pow(10, 10 * test_uniform() - 5) : 0;
        expected[i] = input[i];
        bar[i] = 2e-5;
    }
    TEST_REQUIRE(clfft_features_create(harness_device(), desc, &features) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    frames = harness_buffer(input, sizeof input);
    own = make_output(desc);
    TEST_CHECK(clfft_features_execute(
                   features, harness_queue(), frames,
                   &(clfft_features_params){.first_frame = first,
                                            .n_frames = n_frames,
                                            .n_filled = n_filled,
                                            .output = own}) == CLFFT_STATUS_OK,
               "%s", clfft_last_error());
    clEnqueueReadBuffer(harness_queue(), own ? own : frames, CL_TRUE, 0,
                        desc->pixel ? sizeof halves : sizeof output,
                        desc->pixel ? (void *)halves : output, 0, NULL, NULL);
    clReleaseMemObject(frames);
    if (own)
        clReleaseMemObject(own);
    clfft_features_destroy(&features);
    expect(desc, first, n_frames, n_filled);
    if (desc->by_point)
        turn(desc, first, n_frames + n_filled);
    if (desc->pixel)
        read_halves(desc->by_point ? 0 : first * size,
                    ((desc->by_point ? 0 : first) + n_frames + n_filled) *
                        size);
    for (unsigned i = 0; i < MOST; i++)
        TEST_REQUIRE(
            fabs(output[i] - expected[i]) <= bar[i] + 1e-6 * fabs(expected[i]),
            "logarithm %d range %g per point %d, by point %d, pixel %d, "
            "complex "
            "%d, %u channels of %u, frames %u..%u + %u: number %u is "
            "%g, not %g",
            (int)desc->logarithm, desc->range, desc->per_point, desc->by_point,
            (int)desc->pixel, desc->is_complex, desc->channels, desc->points,
            first, n_frames, n_filled, i, (double)output[i], expected[i]);
}

static void features_are_those_of_their_formula(void)
{
    static const struct {
        double range;
        bool per_point;
    } modes[] = {{0, false}, {3, false}, {0, true}};
    const unsigned way = test_random() % 2;

    REQUIRE_DEVICE;
    for (int logarithm = 0; logarithm <= CLFFT_LOGARITHM_DECIBEL; logarithm++)
        for (size_t m = 0; m < COUNT(modes); m++)
            for (int round = 0; round < 3; round++)
                check(&(clfft_features_desc){
                    .logarithm = (clfft_logarithm)logarithm,
                    .offset = round ? 1e-3 : 0,
                    .least = 1e-4,
                    .range = modes[m].range,
                    .per_point = modes[m].per_point,
                    .epsilon = 1e-5,
                    .scale = round == 1 ? 0.25 : 0,
                    .shift = round == 1,
                    .by_point = (way + m + (unsigned)logarithm) % 2,
                    .pixel = round == 2 ? CLFFT_PIXEL_HALF : CLFFT_PIXEL_NONE,
                    .channels = 1 + test_random() % 3,
                    .points = 1 + (unsigned)test_random() % 200});
}

static void complex_points_are_moved_as_they_are(void)
{
    REQUIRE_DEVICE;
    for (int round = 0; round < 4; round++)
        check(&(clfft_features_desc){.by_point = true,
                                     .is_complex = true,
                                     .channels = 1 + test_random() % 3,
                                     .points =
                                         1 + (unsigned)test_random() % 200});
}

static void descriptions_that_mean_nothing_are_refused(void)
{
    const clfft_features_desc bad[] = {
        {.logarithm = (clfft_logarithm)4,
         .least = 1,
         .channels = 1,
         .points = 1},
        {.logarithm = CLFFT_LOGARITHM_NATURAL, .channels = 1, .points = 1},
        {.offset = NAN, .channels = 1, .points = 1},
        {.range = -1, .channels = 1, .points = 1},
        {.range = 1, .per_point = true, .channels = 1, .points = 1},
        {.channels = 0, .points = 1},
        {.channels = 65536, .points = 65536},
        {.is_complex = true, .channels = 1, .points = 1},
        {.is_complex = true,
         .by_point = true,
         .shift = 1,
         .channels = 1,
         .points = 1},
        {.is_complex = true,
         .by_point = true,
         .per_point = true,
         .channels = 1,
         .points = 1},
        {.is_complex = true,
         .by_point = true,
         .pixel = CLFFT_PIXEL_HALF,
         .channels = 1,
         .points = 1},
        {.pixel = CLFFT_PIXEL_GRAY8, .channels = 1, .points = 1},
        {.channels = 1, .points = 1, .reserved = {1}},
    };
    const clfft_features_desc good = {.channels = 2, .points = 3};
    const clfft_features_desc turned = {
        .channels = 2, .points = 3, .by_point = true};
    clfft_features *features;
    cl_mem frames, output_of[4];

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(bad); i++)
        TEST_CHECK(clfft_features_create(harness_device(), &bad[i],
                                         &features) == CLFFT_STATUS_INVALID &&
                       !features,
                   "description %zu", i);
    TEST_REQUIRE(clfft_features_create(harness_device(), &good, &features) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    frames = harness_buffer(input, 12 * sizeof input[0]);
    for (unsigned n = 0; n <= 3; n++)
        TEST_CHECK(
            (clfft_features_execute(features, harness_queue(), frames,
                                    &(clfft_features_params){.n_frames = n}) ==
             CLFFT_STATUS_OK) == (n == 1 || n == 2),
            "%u frames", n);
    clfft_features_destroy(&features);
    clfft_features_destroy(&features);
    TEST_REQUIRE(clfft_features_create(harness_device(), &turned, &features) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    output_of[0] = NULL;
    output_of[1] = frames;
    output_of[2] = harness_buffer(input, 11 * sizeof input[0]);
    output_of[3] = harness_buffer(input, 12 * sizeof input[0]);
    for (unsigned i = 0; i < 4; i++)
        TEST_CHECK((clfft_features_execute(
                        features, harness_queue(), frames,
                        &(clfft_features_params){.n_frames = 2,
                                                 .output = output_of[i]}) ==
                    CLFFT_STATUS_OK) == (i == 3),
                   "output %u", i);
    for (unsigned i = 1; i < 4; i++)
        clReleaseMemObject(output_of[i]);
    clfft_features_destroy(&features);
}

TEST_MAIN(TEST(features_are_those_of_their_formula),
          TEST(complex_points_are_moved_as_they_are),
          TEST(descriptions_that_mean_nothing_are_refused))
