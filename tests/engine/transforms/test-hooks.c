/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-hooks.c: load and store hooks: sample formats, window, padding, channel
 * matrix, quantities, sides, gain, bands. The default run draws a sample by
 * the printed seed; CLFFT_TEST_FULL=1 runs every combination under every
 * schedule.
 */
#include "clfft/spectrum.h"
#include "engine/harness.h"
#include "engine/overlaps.h"
#include "support/test.h"

#include <math.h>

#define R2C .transform = CLFFT_TRANSFORM_R2C
#define EVEN 96
#define ODD 75
#define LONGEST 1024

/* Random, of both signs; none so small that it takes a frame's points away. */
static double numbers[LONGEST];
static double factors[LONGEST]; /* the same, rounded to floats */

#define REQUIRE_NUMBERS                                                        \
    REQUIRE_DEVICE;                                                            \
    fill_numbers()

static void fill_numbers(void)
{
    for (size_t i = 0; i < COUNT(numbers); i++) {
        const double u = test_uniform();
        numbers[i] = u < 0 ? u / 2 - 0.75 : u / 2 + 0.75;
        factors[i] = (float)numbers[i];
    }
}

static void expect_under(const clfft_desc *desc, clfft_schedule schedule)
{
    const struct harness_options options = {.plan = {.schedule = schedule}};
    const char *wrong = harness_judge(desc, &options, test_random());

    TEST_CHECK(!wrong, "%s", wrong);
}

/*
 * Every combination compiles a kernel, so the default run draws: one of four
 * times `direct_of` under the direct schedule, whose kernels are small, one of
 * three times `one_of` under each of the others.
 */
static void expect(const clfft_desc *desc, unsigned direct_of, unsigned one_of)
{
    if (test_is_full() || test_random() % (4 * direct_of) == 0)
        expect_under(desc, CLFFT_SCHEDULE_DIRECT);
    if (test_is_full() || test_random() % (3 * one_of) == 0)
        expect_under(desc, CLFFT_SCHEDULE_AUTO);
    if (test_is_full() || test_random() % (3 * one_of) == 0)
        expect_under(desc, CLFFT_SCHEDULE_GROUP);
}

/* ---- load ---- */

static void every_sample_format_is_read(void)
{
    REQUIRE_NUMBERS;
    for (unsigned s = CLFFT_SAMPLE_S8; s <= CLFFT_SAMPLE_UNORM12_TOP; s++)
        for (unsigned big = 0; big < 2; big++) {
            /* interleaved channels, overlapping frames */
            const clfft_desc desc = {
                R2C,
                .lengths = {16},
                .input_strides = {2, 1, 1},
                .output_strides = {1, 1, 1},
                .n_loops = 2,
                .loops = {{2, 1, 9}, {5, 14, 18}},
                .load = {.sample = (clfft_sample)s, .big_endian = big}};
            if (clfft_sample_size((clfft_sample)s) > 1 || !big)
                expect(&desc, 1, 15);
        }
}

static void complex_samples_are_pairs(void)
{
    static const clfft_sample samples[] = {
        CLFFT_SAMPLE_S8,  CLFFT_SAMPLE_U16, CLFFT_SAMPLE_S24,
        CLFFT_SAMPLE_F32, CLFFT_SAMPLE_F64, CLFFT_SAMPLE_UNORM8};

    REQUIRE_NUMBERS;
    for (size_t s = 0; s < COUNT(samples); s++) {
        const clfft_desc desc = {
            .lengths = {EVEN},
            .n_loops = 1,
            .loops = {{5, 48, EVEN}},
            .load = {.sample = samples[s], .windows[0] = numbers}};
        expect(&desc, 1, 5);
    }
}

static void sample_scale_replaces_the_division(void)
{
    static const clfft_sample samples[] = {CLFFT_SAMPLE_NATIVE,
                                           CLFFT_SAMPLE_S16, CLFFT_SAMPLE_S32,
                                           CLFFT_SAMPLE_UNORM16};

    REQUIRE_NUMBERS;
    for (size_t s = 1; s < COUNT(samples); s++) {
        const clfft_desc desc = {
            R2C, .lengths = {EVEN}, .n_loops = 1, .loops = {{5, 48, 49}},
            .load = {.sample = samples[s], .sample_scale = 1.0 / 32767}};
        expect(&desc, 1, 2);
    }
}

/* Of length 1: the transform is the sample. */
static void expect_codes(const clfft_load *load, const unsigned char *codes,
                         size_t size, const float *values, unsigned n)
{
    const clfft_desc desc = {R2C, .lengths = {1}, .n_loops = 1,
                             .loops = {{n, 1, 1}}, .load = *load};
    clfft_plan *plan;
    float out[2 * 256];

    TEST_REQUIRE(clfft_plan_create(harness_device(), &desc, NULL, &plan) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_CHECK(harness_execute(plan, codes, size, out, n * 2 * sizeof *out,
                               NULL) == CLFFT_STATUS_OK,
               "%s", clfft_last_error());
    for (unsigned i = 0; i < n; i++)
        TEST_CHECK(fabsf(out[2 * i] - values[i]) <= 0x1p-24f * values[i] * 2 &&
                       out[2 * i + 1] == 0,
                   "code %u is %a, not %a", i, out[2 * i], values[i]);
    clfft_plan_destroy(&plan);
}

/* Black is 0, white is 1; a scale replaces the division. */
static void pixels_count_from_black_to_white(void)
{
    const unsigned char little[] = {0,    0,    1,    0, 0xff,
                                    0x7f, 0xff, 0xff, 0, 0x80};
    const unsigned char big[] = {0, 0, 0, 1, 0x7f, 0xff, 0xff, 0xff, 0x80, 0};
    const float values[] = {0, 1 / 65535.f, 32767 / 65535.f, 1,
                            32768 / 65535.f};
    const float scaled[] = {0, 1 / 1024.f, 32767 / 1024.f, 65535 / 1024.f, 32};
    unsigned char codes[256];
    float shades[256];

    REQUIRE_NUMBERS;
    for (unsigned i = 0; i < 256; i++) {
        codes[i] = (unsigned char)i;
        shades[i] = (float)i / 255;
    }
    expect_codes(&(clfft_load){.sample = CLFFT_SAMPLE_UNORM8}, codes,
                 sizeof codes, shades, 256);
    expect_codes(&(clfft_load){.sample = CLFFT_SAMPLE_UNORM16}, little,
                 sizeof little, values, 5);
    expect_codes(
        &(clfft_load){.sample = CLFFT_SAMPLE_UNORM16, .big_endian = true}, big,
        sizeof big, values, 5);
    expect_codes(&(clfft_load){.sample = CLFFT_SAMPLE_UNORM16,
                               .sample_scale = 1.0 / 1024},
                 little, sizeof little, scaled, 5);
}

/* Whatever is in the bits that no code has. */
static void unused_bits_are_not_read(void)
{
    static const struct {
        clfft_sample sample;
        unsigned bits, shift;
    } formats[] = {{CLFFT_SAMPLE_UNORM10, 10, 0},
                   {CLFFT_SAMPLE_UNORM12, 12, 0},
                   {CLFFT_SAMPLE_UNORM10_TOP, 10, 6},
                   {CLFFT_SAMPLE_UNORM12_TOP, 12, 4}};
    enum { N = 200 };

    REQUIRE_NUMBERS;
    for (size_t f = 0; f < 2 * COUNT(formats); f++) {
        const unsigned bits = formats[f / 2].bits, largest = (1u << bits) - 1;
        unsigned char bytes[2 * N];
        float values[N];
        for (unsigned i = 0; i < N; i++) {
            const unsigned code = (unsigned)test_random() & 0xffff;
            bytes[2 * i + f % 2] = (unsigned char)code;
            bytes[2 * i + !(f % 2)] = (unsigned char)(code >> 8);
            values[i] = (float)(code >> formats[f / 2].shift & largest) /
                        (float)largest;
        }
        expect_codes(
            &(clfft_load){.sample = formats[f / 2].sample, .big_endian = f % 2},
            bytes, sizeof bytes, values, N);
    }
}

/* Doubles that a float cannot hold, on every device by integer code. */
static void f64_samples_round_to_the_nearest_float(void)
{
    static const double hard[] = {1 + 0x1p-24,
                                  1 + 0x1p-24 + 0x1p-52,
                                  1 + 3 * 0x1p-24,
                                  -1 - 0x1p-25,
                                  0x1.fffffep127,
                                  0x1.fffffefffffffp127,
                                  0x1.ffffffp127,
                                  1e300,
                                  -1e300,
                                  0x1p-126,
                                  0x1p-127,
                                  0x1.8p-149,
                                  0x1p-149,
                                  0x1p-150,
                                  0x1.0000001p-150,
                                  1e-300,
                                  0.0,
                                  -0.0,
                                  INFINITY,
                                  -INFINITY,
                                  NAN,
                                  0x1.fffffffp-127,
                                  0x1.fffffep-127,
                                  1.0 / 3};
    /* of length 1: the transform is the sample */
    const clfft_desc desc = {R2C,
                             .lengths = {1},
                             .n_loops = 1,
                             .loops = {{COUNT(hard), 1, 1}},
                             .load = {.sample = CLFFT_SAMPLE_F64},
                             .store = {.sides = CLFFT_SIDES_ONE}};
    clfft_plan *plan;
    float out[2 * COUNT(hard)];

    REQUIRE_NUMBERS;
    TEST_REQUIRE(clfft_plan_create(harness_device(), &desc, NULL, &plan) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_CHECK(harness_execute(plan, hard, sizeof hard, out, sizeof out,
                               NULL) == CLFFT_STATUS_OK,
               "%s", clfft_last_error());
    for (size_t i = 0; i < COUNT(hard); i++) {
        const float x = (float)hard[i];
        /* denormals may be flushed by the device afterwards */
        const bool denormal = x != 0 && fabsf(x) < 0x1p-126f;
        TEST_CHECK(out[2 * i] == x || (x != x && out[2 * i] != out[2 * i]) ||
                       (denormal && out[2 * i] == 0),
                   "%a became %a, not %a", hard[i], out[2 * i], x);
    }
    clfft_plan_destroy(&plan);
}

static void window_and_padding_shape_the_frame(void)
{
    static const unsigned lengths[] = {EVEN, ODD};
    static const unsigned pads[] = {1, 2, 37, 64, 75};

    REQUIRE_NUMBERS;
    for (size_t n = 0; n < COUNT(lengths); n++)
        for (size_t p = 0; p < COUNT(pads); p++)
            for (unsigned complex = 0; complex < 2; complex++) {
                clfft_desc desc = {
                    .transform =
                        complex ? CLFFT_TRANSFORM_C2C : CLFFT_TRANSFORM_R2C,
                    .lengths = {lengths[n]},
                    .n_loops = 1,
                    .loops = {{5, 20, lengths[n]}},
                    .load = {.lengths[0] = pads[p], .windows[0] = numbers}};
                expect(&desc, 2, 12);
                desc.load.windows[0] = NULL;
                expect(&desc, 2, 12);
            }
}

static void windows_by_name_are_applied(void)
{
    REQUIRE_NUMBERS;
    for (size_t w = test_next_case(SIZE_MAX, CLFFT_N_WINDOWS, 5);
         w < CLFFT_N_WINDOWS; w = test_next_case(w, CLFFT_N_WINDOWS, 5)) {
        char text[128];
        clfft_desc desc;
        snprintf(text, sizeof text, "r2c %u x3 window=%s load=s16", EVEN,
                 clfft_window_name((clfft_window)w));
        TEST_REQUIRE(clfft_desc_parse(text, &desc) == CLFFT_STATUS_OK, "%s",
                     clfft_last_error());
        expect_under(&desc, CLFFT_SCHEDULE_DIRECT);
        clfft_desc_clear(&desc);
    }
}

/*
 * PoCL takes minutes to compile a group kernel that windows what it mixes, so
 * `group` mixes without a window there.
 */
static void expect_mixed(clfft_desc desc, unsigned direct_of, unsigned one_of)
{
    if (test_is_full() || test_random() % direct_of == 0)
        expect_under(&desc, CLFFT_SCHEDULE_DIRECT);
    if (test_is_full() || test_random() % one_of == 0)
        expect_under(&desc, CLFFT_SCHEDULE_AUTO);
    desc.load.windows[0] = NULL;
    if (test_is_full() || test_random() % one_of == 0)
        expect_under(&desc, CLFFT_SCHEDULE_GROUP);
}

static void matrix_mixes_channels(void)
{
    static const unsigned lengths[] = {EVEN, ODD};

    REQUIRE_NUMBERS;
    for (size_t n = 0; n < COUNT(lengths); n++)
        for (unsigned rows = 1; rows <= 3; rows++)
            for (unsigned sources = 1; sources <= 5; sources += 2) {
                const int64_t bins = lengths[n] / 2 + 1;
                /* interleaved sources, hopping frames */
                const clfft_desc desc = {
                    R2C,
                    .lengths = {lengths[n]},
                    .input_strides = {sources, 1, 1},
                    .output_strides = {1, 1, 1},
                    .n_loops = 2,
                    .loops = {{rows, 0, bins}, {4, 30 * sources, rows * bins}},
                    .load = {.sample = sources == 3 ? CLFFT_SAMPLE_S16
                                                    : CLFFT_SAMPLE_NATIVE,
                             .windows[0] = factors,
                             .matrix = factors + 100,
                             .n_rows = rows,
                             .n_sources = sources,
                             .source_distance = 1}};
                expect_mixed(desc, 4, 16);
            }
}

/* One stored sample is read by several sources, points and frames. */
static void readings_may_overlap(void)
{
    char text[LONGEST_OVERLAP];

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < harness_cases(12, 300); i++) {
        const struct harness_options options = {
            .plan = {.schedule =
                         i % 4 ? CLFFT_SCHEDULE_DIRECT : CLFFT_SCHEDULE_AUTO}};
        draw_overlap(text, (unsigned)(test_random() % 5));
        const char *wrong = harness_judge_text(text, &options, test_random());
        TEST_CHECK(!wrong, "%s", wrong);
    }
}

/* ---- store ---- */

static void every_quantity_has_every_side(void)
{
    const unsigned lengths[] = {EVEN, ODD, 1 + (unsigned)(test_random() % 2)};

    REQUIRE_NUMBERS;
    for (unsigned q = CLFFT_QUANTITY_COMPLEX; q <= CLFFT_QUANTITY_PHASE; q++)
        for (unsigned s = CLFFT_SIDES_ONE; s <= CLFFT_SIDES_CENTERED; s++)
            for (size_t n = 0; n < COUNT(lengths); n++)
                for (unsigned complex = 0; complex < 2; complex++) {
                    const clfft_desc desc = {
                        .transform =
                            complex ? CLFFT_TRANSFORM_C2C : CLFFT_TRANSFORM_R2C,
                        .lengths = {lengths[n]},
                        .n_loops = 1,
                        .loops = {{5, 50, lengths[n] + 1}},
                        .scale = 0.25,
                        .store = {.quantity = (clfft_quantity)q,
                                  .sides = (clfft_sides)s,
                                  .floor = -200}};
                    /* the shortest lengths in one of three runs */
                    if ((complex && s == CLFFT_SIDES_ONE) ||
                        (n == 2 && !test_is_full() && test_random() % 3))
                        continue;
                    expect(&desc, 3, 20);
                }
}

static void gain_weighs_each_stored_bin(void)
{
    REQUIRE_NUMBERS;
    for (unsigned s = CLFFT_SIDES_ONE; s <= CLFFT_SIDES_CENTERED; s++)
        for (unsigned q = CLFFT_QUANTITY_COMPLEX; q <= CLFFT_QUANTITY_DB; q++) {
            clfft_desc desc = {R2C,
                               .lengths = {ODD},
                               .n_loops = 1,
                               .loops = {{5, 20, ODD + 2}},
                               .scale = 3,
                               .store = {.quantity = (clfft_quantity)q,
                                         .sides = (clfft_sides)s,
                                         .floor = -300,
                                         .gain = numbers}};
            expect(&desc, 3, 15);
            desc.lengths[0] = EVEN;
            desc.loops[0].output_distance = EVEN;
            expect(&desc, 3, 15);
        }
    /* an inverse may have one too */
    const clfft_desc inverse = {.direction = CLFFT_DIRECTION_INVERSE,
                                .lengths = {EVEN},
                                .store = {.gain = numbers}};
    expect(&inverse, 1, 1);
}

static void bands_sum_weighted_powers(void)
{
    static const uint32_t first[] = {0, 3, 3, 4, 20, 58};
    static const uint32_t start[] = {0, 1, 37, 5, 0};
    static double weight[58];
    static const unsigned lengths[] = {EVEN, ODD};

    REQUIRE_NUMBERS;
    for (size_t i = 0; i < COUNT(weight); i++)
        weight[i] = fabs(test_uniform());
    for (size_t n = 0; n < COUNT(lengths); n++)
        for (unsigned q = CLFFT_QUANTITY_MAGNITUDE; q <= CLFFT_QUANTITY_DB; q++)
            for (unsigned s = CLFFT_SIDES_ONE; s <= CLFFT_SIDES_CENTERED; s++) {
                const clfft_desc desc = {
                    R2C,
                    .lengths = {lengths[n]},
                    .input_strides = {1, 1, 1},
                    .output_strides = {2, 1, 1},
                    .n_loops = 2,
                    .loops = {{2, 300, 11}, {3, 30, 23}},
                    .load = {.windows[0] = numbers},
                    .store = {.quantity = (clfft_quantity)q,
                              .sides = (clfft_sides)s,
                              .floor = -400,
                              .gain = numbers + 50,
                              .bands = {5, first, start, weight}}};
                expect(&desc, 3, 12);
            }
}

static void decibels_stop_at_their_floor(void)
{
    const clfft_desc desc = {
        R2C, .lengths = {8},
        .store = {.quantity = CLFFT_QUANTITY_DB, .floor = -60}};
    const float silence[8] = {0}, faint[8] = {1e-4f}, loud[8] = {2};
    const float nan_[8] = {NAN};
    const float *const inputs[] = {silence, faint, loud, nan_};
    const float expected[] = {-60, -60, 6.0206f, NAN};

    REQUIRE_NUMBERS;
    for (unsigned s = 0; s < 3; s++) {
        static const clfft_schedule schedules[] = {
            CLFFT_SCHEDULE_AUTO, CLFFT_SCHEDULE_GROUP, CLFFT_SCHEDULE_DIRECT};
        const clfft_plan_params params = {.schedule = schedules[s]};
        clfft_plan *plan;
        TEST_REQUIRE(clfft_plan_create(harness_device(), &desc, &params,
                                       &plan) == CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        for (unsigned i = 0; i < COUNT(inputs); i++) {
            float out[5] = {0};
            TEST_CHECK(harness_execute(plan, inputs[i], 32, out, sizeof out,
                                       NULL) == CLFFT_STATUS_OK,
                       "%s", clfft_last_error());
            for (unsigned k = 0; k < 5; k++)
                TEST_CHECK(isnan(expected[i])
                               ? isnan(out[k])
                               : fabsf(out[k] - expected[i]) < 1e-3f,
                           "input %u, bin %u: %g", i, k, out[k]);
        }
        clfft_plan_destroy(&plan);
    }
}

/* Squares of these would overflow or lose digits. An impulse has it in each
   bin. */
static void quantities_hold_the_smallest_and_the_largest(void)
{
    static const float sizes[] = {1.2e-38f, 3e-30f, 1e-19f, 3e-15f, 1e-5f,
                                  4e7f,     3e18f,  2e19f,  1e38f};
    static const clfft_schedule schedules[] = {
        CLFFT_SCHEDULE_AUTO, CLFFT_SCHEDULE_GROUP, CLFFT_SCHEDULE_DIRECT};

    REQUIRE_NUMBERS;
    for (unsigned t = 0; t < 2 * COUNT(schedules); t++) {
        const bool db = t % 2;
        const clfft_desc desc = {
            R2C, .lengths = {8},
            .store = {.quantity =
                          db ? CLFFT_QUANTITY_DB : CLFFT_QUANTITY_MAGNITUDE,
                      .floor = -1000}};
        const clfft_plan_params params = {.schedule = schedules[t / 2]};
        clfft_plan *plan;

        TEST_REQUIRE(clfft_plan_create(harness_device(), &desc, &params,
                                       &plan) == CLFFT_STATUS_OK,
                     "%s", clfft_last_error());
        for (unsigned i = 0; i < COUNT(sizes); i++) {
            const float in[8] = {sizes[i]};
            float out[5] = {0};

            TEST_CHECK(harness_execute(plan, in, sizeof in, out, sizeof out,
                                       NULL) == CLFFT_STATUS_OK,
                       "%s", clfft_last_error());
            for (unsigned k = 0; k < 5; k++)
                TEST_CHECK(db ? fabs(out[k] - 20 * log10(sizes[i])) < 1e-3
                              : fabsf(out[k] / sizes[i] - 1) < 1e-6f,
                           "%s of %g under schedule %d, bin %u: %.9g",
                           db ? "db" : "magnitude", sizes[i],
                           (int)schedules[t / 2], k, out[k]);
        }
        clfft_plan_destroy(&plan);
    }
}

/* Several passes and Bluestein's carry the hooks at their ends only. */
static void hooks_survive_several_passes(void)
{
    static const char *const texts[] = {
        "r2c 480 x3 load=s16be window=hann store=power sides=centered",
        "r2c 480 x3 pad=301 window=hann store=db floor=-300",
        "c2c 240 x3 load=s24 pad=200 store=magnitude sides=centered",
        "r2c 74 x3 load=u8 window=hann store=magnitude sides=two",
        "c2c 37 x3 load=s32be pad=20 store=phase sides=centered",
        "r2c 37 x3 pad=20 window=hann store=power sides=two",
    };
    static const char *const recipes[] = {
        "group 16 t2 c4 | group 5.3 t3 c4 pitch",
        "group 16 t2 c4 | group 5.3 t3 c4 pitch",
        "group 4 t1 c8 | group 10 t2 c4 | group 3.2 t1 c8 pitch",
        "bluestein 80: group 16.5 t5 c2 padded",
        "bluestein 80: group 8 t1 c4 | group 10 t1 c4 pitch",
        "bluestein 80: direct 16 | direct 5",
    };

    REQUIRE_NUMBERS;
    for (size_t i = test_next_case(SIZE_MAX, COUNT(texts), 6); i < COUNT(texts);
         i = test_next_case(i, COUNT(texts), 6)) {
        const struct harness_options options = {.plan = {.recipe = recipes[i]}};
        const struct harness_options direct = {
            .plan = {.schedule = CLFFT_SCHEDULE_DIRECT}};
        const struct harness_options defaults = {{0}};
        const struct harness_options *const each[] = {&options, &direct,
                                                      &defaults};
        for (size_t o = 0; o < COUNT(each); o++) {
            const char *wrong =
                harness_judge_text(texts[i], each[o], test_random());
            TEST_CHECK(!wrong, "%s", wrong);
        }
    }
}

static void double_precision_has_the_hooks(void)
{
    static const char *const texts[] = {
        "r2c 96 x5 double load=s32 window=hann store=power",
        "r2c 75 x5 double load=f64be store=db floor=-500",
        "c2c 96 x5 double load=f32 pad=50 store=magnitude sides=centered",
        "r2c 96 x5 double store=phase sides=two",
    };

    REQUIRE_NUMBERS;
    if (!clfft_device_get_limits(harness_device())->has_double)
        TEST_SKIP("the device has no double precision");
    const size_t automatic = test_random() % COUNT(texts);
    const size_t direct = test_random() % COUNT(texts);
    for (size_t i = 0; i < COUNT(texts); i++)
        for (unsigned s = 0; s < 2; s++) {
            const struct harness_options options = {
                .plan = {.schedule =
                             s ? CLFFT_SCHEDULE_DIRECT : CLFFT_SCHEDULE_AUTO}};
            if (i != (s ? direct : automatic) && !test_is_full())
                continue;
            const char *wrong =
                harness_judge_text(texts[i], &options, test_random());
            TEST_CHECK(!wrong, "%s", wrong);
        }
}

TEST_MAIN(TEST(every_sample_format_is_read), TEST(complex_samples_are_pairs),
          TEST(sample_scale_replaces_the_division),
          TEST(unused_bits_are_not_read),
          TEST(pixels_count_from_black_to_white),
          TEST(f64_samples_round_to_the_nearest_float),
          TEST(window_and_padding_shape_the_frame),
          TEST(windows_by_name_are_applied), TEST(matrix_mixes_channels),
          TEST(readings_may_overlap), TEST(every_quantity_has_every_side),
          TEST(gain_weighs_each_stored_bin), TEST(bands_sum_weighted_powers),
          TEST(decibels_stop_at_their_floor),
          TEST(quantities_hold_the_smallest_and_the_largest),
          TEST(hooks_survive_several_passes),
          TEST(double_precision_has_the_hooks))
