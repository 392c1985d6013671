/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-values.c: numbers of 16 bits and logarithms of bands, of numbers that
 * are known: the power of each bin is 1, so that a band of one bin is its
 * weight.
 */
#include "engine/recipes.h"

#include <float.h>
#include <math.h>

#define N 640 /* points of a transform */
#define N_BANDS 301
#define N_FRAMES 13
#define RECIPE "group 8.8.5 t40 c2 padded bands"

static uint32_t first[N_BANDS + 1], start[N_BANDS];
static double weight[N_BANDS];
static float input[N_FRAMES * N];

/* An impulse in each frame, and bands of a bin each. */
static void fill_input(void)
{
    memset(input, 0, sizeof input);
    for (unsigned f = 0; f < N_FRAMES; f++)
        input[f * N] = f % 2 ? -1 : 1;
    for (unsigned b = 0; b < N_BANDS; b++) {
        first[b + 1] = b + 1;
        start[b] = b % (N / 2 + 1);
    }
}

/* Frames of bands, or bands of frames. */
static clfft_desc describe(bool by_band)
{
    clfft_desc desc = {.transform = CLFFT_TRANSFORM_R2C,
                       .lengths = {N},
                       .n_loops = 1,
                       .loops = {{N_FRAMES, N, by_band ? 1 : N_BANDS}},
                       .store = {.quantity = CLFFT_QUANTITY_POWER,
                                 .bands = {N_BANDS, first, start, weight}}};

    desc.output_strides[0] = by_band ? N_FRAMES : 1;
    return desc;
}

static const char *const orders[] = {"frames of bands", "bands of frames"};

static void run(const clfft_desc *desc, bool by_group, void *output,
                size_t size)
{
    const clfft_plan_params params = {
        .recipe = by_group ? RECIPE : NULL,
        .schedule = by_group ? CLFFT_SCHEDULE_AUTO : CLFFT_SCHEDULE_SIMD};
    clfft_plan *plan;

    TEST_REQUIRE(clfft_plan_create(harness_device(), desc, &params, &plan) ==
                     CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    TEST_REQUIRE(harness_execute(plan, input, sizeof input, output, size,
                                 NULL) == CLFFT_STATUS_OK,
                 "%s", clfft_last_error());
    clfft_plan_destroy(&plan);
}

/* ---- numbers of 16 bits ---- */

/* The bits of the nearest number, of two the one whose last bit is 0. */
static uint16_t half_of(double x)
{
    const uint16_t sign = signbit(x) ? 0x8000 : 0;
    const double size = fabs(x);
    int exponent;
    double units;

    if (size >= 65520)
        return sign | 0x7c00;
    if (size < ldexp(1, -14))
        return sign | (uint16_t)nearbyint(ldexp(size, 24));
    frexp(size, &exponent);
    units = nearbyint(ldexp(size, 11 - exponent)); /* 1024 to 2048 */
    return sign | (uint16_t)(((exponent + 13) << 10) + (int)units);
}

/* Numbers of single precision: those of 16 bits, what lies halfway between two
   and next to it, both ends, and any. */
static void draw_numbers(void)
{
    static const double ends[] = {
        0,          1,           65504,          65519.99609375, 65520,
        65535,      65536,       1e10,           3e38,           0x1p-14,
        0x1p-24,    0x1p-25,     0x1.8p-25,      0x1.000002p-25, 0x1p-26,
        0x1.8p-24,  0x1.ffcp-15, 0x1.ffdfffp-15, 0x1.ffep-15,    0x1.fffp-15,
        0x1.004p+0, 0x1.002p+0,  0x1.006p+0,     0x1.002002p+0,  0x1.001ffep+0};

    for (unsigned b = 0; b < N_BANDS; b++) {
        const double size = ldexp(1 + (double)(test_random() % 2048) / 2048,
                                  (int)(test_random() % 42) - 25);
        const float next = test_random() % 3 == 0 ? nextafterf((float)size, 0)
                           : test_random() % 2 == 0
                               ? nextafterf((float)size, 9e9f)
                               : (float)size;

        weight[b] = b < COUNT(ends) ? ends[b] : next;
    }
}

static void numbers_of_16_bits_are_the_nearest(void)
{
    static uint16_t got[N_FRAMES * N_BANDS];
    const int turn = (int)(test_random() % 2);

    REQUIRE_DEVICE;
    fill_input();
    draw_numbers();
    for (int way = 0; way < 4; way++) {
        const int sign = (way + turn) % 2 ? -1 : 1;
        clfft_desc desc = describe(way % 2);

        desc.store.pixel = CLFFT_PIXEL_HALF;
        desc.store.value.scale = sign;
        run(&desc, way / 2, got, sizeof got);
        for (unsigned i = 0; i < COUNT(got); i++) {
            const double x =
                sign * weight[way % 2 ? i / N_FRAMES : i % N_BANDS];

            /* the shift of 0 takes the sign of a zero */
            TEST_REQUIRE(got[i] == half_of(x) || (x == 0 && got[i] == 0),
                         "%s, %s, number %u: %a became %04x, not %04x",
                         way / 2 ? "group" : "simd", orders[way % 2], i, x,
                         got[i], half_of(x));
        }
    }
}

static void no_number_stays_none_in_16_bits(void)
{
    static uint16_t got[N_FRAMES * N_BANDS];

    REQUIRE_DEVICE;
    fill_input();
    for (unsigned b = 0; b < N_BANDS; b++)
        weight[b] = 1;
    input[N] = NAN;
    input[2 * N] = INFINITY;
    input[3 * N] = 1e15f;
    for (int by_group = 0; by_group < 2; by_group++) {
        clfft_desc desc = describe(false);

        desc.store.pixel = CLFFT_PIXEL_HALF;
        run(&desc, by_group, got, sizeof got);
        for (unsigned i = 0; i < COUNT(got); i++) {
            const unsigned frame = i / N_BANDS;
            const bool no_number = got[i] >> 10 == 31 && got[i] & 1023;
            /* a transform may make no number of an infinite one */
            TEST_CHECK(frame == 1 ? (got[i] >> 10 & 31) == 31 && got[i] & 1023
                       : frame == 2
                           ? no_number || got[i] == 0x7c00 || got[i] >> 10 == 63
                       : frame == 3 ? got[i] == 0x7c00
                                    : got[i] == 0x3c00,
                       "%s, frame %u, band %u: %04x",
                       by_group ? "group" : "simd", frame, i % N_BANDS, got[i]);
        }
    }
}

/* ---- values ---- */

static double value_of(const clfft_value *v, double x)
{
    x += v->offset;
    if (v->logarithm)
        x = fmax(x, fmax(v->least, FLT_MIN));
    x = v->logarithm == CLFFT_LOGARITHM_NATURAL   ? log(x)
        : v->logarithm == CLFFT_LOGARITHM_DECIMAL ? log10(x)
        : v->logarithm                            ? 10 * log10(x)
                                                  : x;
    return x * (v->scale != 0 ? v->scale : 1) + v->shift;
}

static void check_value(const clfft_value *v, bool by_band, bool by_group)
{
    static float got[N_FRAMES * N_BANDS];
    clfft_desc desc = describe(by_band);

    desc.store.value = *v;
    run(&desc, by_group, got, sizeof got);
    for (unsigned i = 0; i < COUNT(got); i++) {
        const double x = weight[by_band ? i / N_FRAMES : i % N_BANDS];
        const double y = value_of(v, x);
        /* three of the logarithm, one each of what is around it, and two of
           the number that it is of */
        const double bar =
            0x1p-23 *
            (3 * fabs(y - v->shift) + fabs(y) + fabs(v->shift) +
             2 * fabs(v->scale != 0 ? v->scale : 1) *
                 (v->logarithm == CLFFT_LOGARITHM_DECIBEL ? 4.35 : 1));

        TEST_REQUIRE(fabs(got[i] - y) <= bar,
                     "%s, %s, value %d:%g:%g:%g:%g, number %u: %a became %.9g, "
                     "not %.9g",
                     by_group ? "group" : "simd", orders[by_band],
                     (int)v->logarithm, v->offset, v->least, v->scale, v->shift,
                     i, x, (double)got[i], y);
    }
}

static void values_are_those_of_their_formula(void)
{
    /* Kaldi, whisper, NeMo, YAMNet, decibels, and less than a number */
    static const clfft_value values[] = {
        {CLFFT_LOGARITHM_NATURAL, 0, 0x1p-23, 0, 0},
        {CLFFT_LOGARITHM_DECIMAL, 0, 1e-10, 0.25, 1},
        {CLFFT_LOGARITHM_NATURAL, 0x1p-24, 1e-300, 0, 0},
        {CLFFT_LOGARITHM_NATURAL, 1e-3, 1e-30, 0, 0},
        {CLFFT_LOGARITHM_DECIBEL, 0, 1e-12, 0, 0},
        {CLFFT_LOGARITHM_NATURAL, 0, 1e-300, -2, 0.5},
        {CLFFT_LOGARITHM_NONE, 0, 0, 0.125, -1}};
    const unsigned way = (unsigned)(test_random() % 4);

    REQUIRE_DEVICE;
    fill_input();
    for (unsigned b = 0; b < N_BANDS; b++)
        weight[b] = b % 9 ? (float)pow(10, 30 * test_uniform()) : 0;
    for (unsigned i = 0; i < COUNT(values); i++)
        check_value(&values[i], (way + i) % 2, (way / 2 + i) % 2);
}

/* ---- bins ---- */

static void bins_of_any_schedule_become_values(void)
{
    static const char *const texts[] = {
        "r2c 96 x11 store=power value=natural:0.001:0.01:0.5:1",
        "r2c 96 x11 store=magnitude pixel=half",
        "c2c 7 x19 store=phase pixel=half value=none:0:0:0.25:0",
        "c2c 60 x5 store=magnitude sides=centered "
        "value=decibel:0:0.01:0:0 pixel=half",
        "r2c 33 x9 store=db floor=-90 value=none:100:0:0.01:0",
        "r2c 2048 x3 store=power sides=two pixel=half value=natural:1:1:0:0",
        "r2c 12x30 x2 store=power sides=centered value=decimal:1:1:1:0",
        "r2c 12x30 x2 store=magnitude sides=two pixel=half",
        "c2c 20x9 store=power double value=natural:0:1e-9:-1:3",
        "r2c 101 x4 store=power double pixel=half value=decibel:0:1:1:0",
        "r2c 64 x9 zoom=0.1:0.004:30 store=power value=natural:1:1:0:0"};
    static const clfft_schedule schedules[] = {
        CLFFT_SCHEDULE_GROUP, CLFFT_SCHEDULE_SIMD, CLFFT_SCHEDULE_DIRECT};
    const size_t turn = test_random();

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t s = 0; s < COUNT(schedules); s++) {
            const struct harness_options options = {
                .plan = {.schedule = schedules[s]}};
            const char *wrong;

            if (!test_is_full() && s != (i + turn) % COUNT(schedules))
                continue;
            wrong = harness_judge_text(texts[i], &options, test_random());
            TEST_CHECK(!wrong, "\"%s\", schedule %d: %s", texts[i],
                       (int)schedules[s], wrong);
        }
}

TEST_MAIN(TEST(numbers_of_16_bits_are_the_nearest),
          TEST(no_number_stays_none_in_16_bits),
          TEST(values_are_those_of_their_formula),
          TEST(bins_of_any_schedule_become_values))
