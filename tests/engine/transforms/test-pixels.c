/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-pixels.c: quantities stored as codes, against the host's reference and
 * against the numbers that the same plan stores without codes.
 */
#include "engine/harness.h"
#include "support/test.h"

#include <math.h>

#define R2C .transform = CLFFT_TRANSFORM_R2C
#define PICTURE .rank = 2, .lengths = {20, 12}
#define PI 3.14159265358979323846
static const clfft_schedule schedules[] = {
    CLFFT_SCHEDULE_AUTO, CLFFT_SCHEDULE_DIRECT, CLFFT_SCHEDULE_GROUP,
    CLFFT_SCHEDULE_SIMD};

/* Ranges that cut both ends off what noise gives. */
static const struct {
    clfft_quantity quantity;
    double lowest, highest;
} ranges[] = {
    {CLFFT_QUANTITY_MAGNITUDE, 1, 11}, {CLFFT_QUANTITY_POWER, 2, 150},
    {CLFFT_QUANTITY_DB, -10, 20},      {CLFFT_QUANTITY_PHASE, -PI, PI},
    {CLFFT_QUANTITY_PHASE, -1, 2.5},
};

/* No colour twice, and no channel like another. */
static void fill_map(uint8_t map[1024])
{
    for (unsigned i = 0; i < 256; i++) {
        map[4 * i] = (uint8_t)i;
        map[4 * i + 1] = (uint8_t)(255 - i);
        map[4 * i + 2] = (uint8_t)(i * 7);
        map[4 * i + 3] = (uint8_t)(i ^ 0x5a);
    }
}

static bool runs(clfft_schedule schedule)
{
    return schedule != CLFFT_SCHEDULE_SIMD ||
           clfft_device_get_limits(harness_device())->type & CL_DEVICE_TYPE_CPU;
}

static void expect_with(const clfft_desc *desc, clfft_schedule schedule)
{
    const struct harness_options options = {.plan = {.schedule = schedule}};
    const char *wrong;

    if (!runs(schedule))
        return;
    wrong = harness_judge(desc, &options, test_random());
    TEST_CHECK(!wrong, "schedule %d: %s", (int)schedule, wrong);
}

/* Under all schedules if there is time, else under one in turn: each compiles
   kernels of its own. */
static void expect(const clfft_desc *desc, unsigned turn)
{
    for (unsigned s = 0; s < COUNT(schedules); s++)
        if (s == turn % COUNT(schedules) || test_is_full())
            expect_with(desc, schedules[s]);
}

static void set_pixel(clfft_desc *desc, clfft_pixel pixel, unsigned range,
                      const uint8_t *map)
{
    desc->store.pixel = pixel;
    desc->store.quantity = ranges[range].quantity;
    desc->store.lowest = ranges[range].lowest;
    desc->store.highest = ranges[range].highest;
    desc->store.floor = -300;
    desc->store.color_map = map;
}

/* ---- the codes ---- */

static void every_side_of_every_rank_has_pixels(void)
{
    static const char *const shapes[] = {
        "r2c 64 x3",     "r2c 12x20 x3 load=unorm8",
        "r2c 4x6x10 x2", "c2c 30 x3",
        "c2c 7x20",      "r2c 37",
    };
    static const clfft_sides sides[] = {CLFFT_SIDES_DEFAULT, CLFFT_SIDES_TWO,
                                        CLFFT_SIDES_CENTERED};
    uint8_t map[1024];
    unsigned turn = 0;

    REQUIRE_DEVICE;
    fill_map(map);
    for (size_t i = test_next_case(SIZE_MAX, COUNT(shapes) * COUNT(sides), 4);
         i < COUNT(shapes) * COUNT(sides);
         i = test_next_case(i, COUNT(shapes) * COUNT(sides), 4)) {
        for (unsigned p = CLFFT_PIXEL_GRAY8; p <= CLFFT_PIXEL_RGBA; p++) {
            clfft_desc desc;
            /* one pixel each; each shape has each in the full run */
            if (!test_is_full() && p != 1 + (i + i / COUNT(sides)) % 3)
                continue;
            TEST_REQUIRE(!clfft_desc_parse(shapes[i / COUNT(sides)], &desc),
                         "%s", clfft_last_error());
            desc.store.sides = sides[i % COUNT(sides)];
            set_pixel(&desc, (clfft_pixel)p, turn % COUNT(ranges), map);
            if (desc.transform == CLFFT_TRANSFORM_R2C && desc.store.sides)
                desc.loops[0].output_distance *= 2;
            expect(&desc, turn++);
            desc.store.color_map = NULL;
            clfft_desc_clear(&desc);
        }
    }
}

static void long_transforms_and_odd_lengths_have_pixels(void)
{
    static const char *const texts[] = {
        "r2c 32768 store=db floor=-300 pixel=gray16 range=0:60",
        "c2c 1031 x2 store=magnitude pixel=gray8 range=0:90",
        ("r2c 2048x6 demean window=hann store=db floor=-300 sides=centered "
         "pixel=rgba range=-20:50"),
        "r2c 31x37 pad=20x30 store=power pixel=gray8 range=0:900 pitch=3",
    };

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < COUNT(texts); i++) {
        clfft_desc desc;
        TEST_REQUIRE(!clfft_desc_parse(texts[i], &desc), "%s",
                     clfft_last_error());
        expect(&desc, i);
        clfft_desc_clear(&desc);
    }
}

static void double_precision_has_pixels(void)
{
    static const char *const texts[] = {
        "r2c 12x20 double store=db floor=-300 sides=centered pixel=gray16 "
        "range=-20:30",
        "c2c 64 x3 double store=phase pixel=rgba range=-4:4",
    };

    REQUIRE_DEVICE;
    if (!clfft_device_get_limits(harness_device())->has_double)
        TEST_SKIP("the device has no double precision");
    for (unsigned i = 0; i < COUNT(texts); i++) {
        const char *wrong = harness_judge_text(texts[i], NULL, test_random());
        TEST_CHECK(!wrong, "%s", wrong);
    }
}

/* A picture's rows with a pitch, every third pixel, columns as rows; what lies
   between is left alone. */
static void strides_count_pixels(void)
{
    clfft_desc descs[] = {
        {R2C, PICTURE, .output_strides = {1, 13, 1}, .n_loops = 1,
         .loops = {{3, 240, 13 * 12 + 5}}},
        {PICTURE, .output_strides = {3, 61, 1}, .n_loops = 1,
         .loops = {{3, 240, 1}}},
        {R2C, PICTURE, .output_strides = {12, 1, 1},
         .store = {.sides = CLFFT_SIDES_CENTERED}},
        {R2C, .lengths = {64}, .output_strides = {5, 1, 1}, .n_loops = 1,
         .loops = {{5, 64, 1}}},
        {.lengths = {64}, .n_loops = 2, .loops = {{2, 1, 1100}, {17, 3, 64}}},
    };
    uint8_t map[1024];

    REQUIRE_DEVICE;
    fill_map(map);
    for (size_t i = test_next_case(SIZE_MAX, COUNT(descs) * 3, 6);
         i < COUNT(descs) * 3; i = test_next_case(i, COUNT(descs) * 3, 6)) {
        clfft_desc *desc = &descs[i / 3];
        set_pixel(desc, (clfft_pixel)(1 + i % 3), i % COUNT(ranges), map);
        expect(desc, (unsigned)i);
    }
}

static void bands_and_rings_have_pixels(void)
{
    enum { N = 6 };
    static const uint32_t first[N + 1] = {0, 1, 3, 3, 8, 20, 33};
    static const uint32_t start[N] = {0, 1, 5, 3, 8, 0};
    uint32_t bin[33];
    double weight[33];
    uint8_t map[1024];
    clfft_desc descs[] = {
        {R2C, .lengths = {64}, .n_loops = 1, .loops = {{3, 64, N}},
         .store = {.bands = {N, first, start, weight}}},
        {R2C, PICTURE, .n_loops = 1, .loops = {{3, 240, N + 1}},
         .store = {.sides = CLFFT_SIDES_CENTERED,
                   .rings = {N, first, bin, weight}}},
    };

    REQUIRE_DEVICE;
    fill_map(map);
    for (unsigned i = 0; i < 33; i++) {
        bin[i] = (uint32_t)(test_random() % 240);
        weight[i] = .01 + .02 * fabs(test_uniform());
    }
    for (unsigned i = 0; i < 6; i++) {
        set_pixel(&descs[i % 2], (clfft_pixel)(1 + i / 2), i / 2, map);
        expect(&descs[i % 2], i);
    }
}

/* ---- beside the numbers ---- */

/* Runs the description once over `input` into malloc'ed elements. */
static void *run(const clfft_desc *desc, const float *input, uint64_t *n_out)
{
    clfft_plan *plan = NULL;
    uint64_t n_in;
    void *output = NULL;

    clfft_desc_get_extent(desc, &n_in, n_out);
    if (!clfft_plan_create(harness_device(), desc, NULL, &plan)) {
        const size_t size = (size_t)*n_out * clfft_desc_get_output_size(desc);
        output = malloc(size);
        if (output)
            memset(output, 0xa5, size);
        if (output &&
            harness_execute(plan, input,
                            (size_t)n_in * clfft_desc_get_input_size(desc),
                            output, size, NULL)) {
            free(output);
            output = NULL;
        }
    }
    TEST_CHECK(output, "%s", clfft_last_error());
    clfft_plan_destroy(&plan);
    return output;
}

static double code_of(const clfft_store *store, double value)
{
    const double top = store->pixel == CLFFT_PIXEL_GRAY16 ? 65535 : 255;
    const double code =
        (value - store->lowest) / (store->highest - store->lowest) * top;

    return !(code > 0) ? 0 : code > top ? top : code;
}

/* Whatever the size of a bin, its code is that of its number; a thousandth of
   a decibel, or as much of the others, decides on a border. */
static void pixels_are_the_codes_of_the_numbers(void)
{
    static const char *const shapes[] = {
        "r2c 256",   "r2c 256 sides=centered", "r2c 12x20 sides=centered",
        "c2c 12x20", "r2c 4x6x10 sides=two",   "r2c 17x23"};
    uint8_t map[1024];
    float input[1024];

    REQUIRE_DEVICE;
    fill_map(map);
    for (size_t i = test_next_case(SIZE_MAX, COUNT(shapes) * 3, 6);
         i < COUNT(shapes) * 3; i = test_next_case(i, COUNT(shapes) * 3, 6)) {
        const unsigned range = (unsigned)(i + i / 3) % COUNT(ranges);
        clfft_desc coded, plain;
        uint64_t n, n_codes;
        TEST_REQUIRE(!clfft_desc_parse(shapes[i / 3], &coded), "%s",
                     clfft_last_error());
        for (unsigned k = 0; k < COUNT(input); k++)
            input[k] = (float)test_uniform();
        plain = coded;
        set_pixel(&coded, (clfft_pixel)(1 + i % 3), range, map);
        plain.store.quantity = coded.store.quantity;
        plain.store.floor = coded.store.floor;
        float *numbers = run(&plain, input, &n);
        uint8_t *codes = run(&coded, input, &n_codes);
        TEST_CHECK(n == n_codes, "%s", shapes[i / 3]);
        for (uint64_t k = 0; numbers && codes && k < n; k++) {
            const double v = (double)numbers[k];
            const double reach = fmax(1e-3, 1e-5 * fabs(v));
            const double low = rint(code_of(&coded.store, v - reach));
            const double high = rint(code_of(&coded.store, v + reach));
            const bool pi = coded.store.quantity == CLFFT_QUANTITY_PHASE &&
                            PI - fabs(v) < reach;
            double code = codes[k];
            if (i % 3 == 1)
                code = ((uint16_t *)(void *)codes)[k];
            if (i % 3 == 2) {
                code = codes[4 * k];
                TEST_CHECK(!memcmp(codes + 4 * k, map + 4 * codes[4 * k], 4),
                           "%s: colour %llu", shapes[i / 3],
                           (unsigned long long)k);
            }
            TEST_CHECK(pi || (code >= low && code <= high),
                       "%s, range %u, pixel %u: %llu is %g, code %g is not "
                       "%g..%g",
                       shapes[i / 3], range, (unsigned)(i % 3),
                       (unsigned long long)k, v, code, low, high);
        }
        free(numbers);
        free(codes);
        coded.store.color_map = NULL;
        clfft_desc_clear(&coded);
    }
}

/* Of an impulse every bin has the impulse's size. */
static void ends_are_clamped_and_nan_is_0(void)
{
    static const struct {
        float size;
        unsigned code8, code16;
    } cases[] = {
        {NAN, 0, 0},       {0, 0, 0},       {1, 0, 0},
        {1.25f, 21, 5461}, {2, 85, 21845},  {3, 170, 43690},
        {4, 255, 65535},   {5, 255, 65535}, {1e30f, 255, 65535},
    };
    float input[64] = {0};

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < COUNT(cases) * 2; i++) {
        const bool wide = i % 2;
        const clfft_desc desc = {
            R2C, .lengths = {64},
            .store = {.quantity = CLFFT_QUANTITY_MAGNITUDE,
                      .pixel = wide ? CLFFT_PIXEL_GRAY16 : CLFFT_PIXEL_GRAY8,
                      .lowest = 1,
                      .highest = 4}};
        const unsigned right = wide ? cases[i / 2].code16 : cases[i / 2].code8;
        uint64_t n;
        input[0] = cases[i / 2].size;
        uint8_t *codes = run(&desc, input, &n);
        for (uint64_t k = 0; codes && k < n; k++) {
            const unsigned code =
                wide ? ((uint16_t *)(void *)codes)[k] : codes[k];
            TEST_CHECK(code == right, "bin %llu of %g: %u, not %u",
                       (unsigned long long)k, (double)input[0], code, right);
        }
        free(codes);
    }
}

static void another_range_or_map_compiles_nothing(void)
{
    uint8_t map[1024];
    clfft_device_stats before, after;
    clfft_desc desc = {R2C, PICTURE,
                       .store = {.quantity = CLFFT_QUANTITY_MAGNITUDE,
                                 .sides = CLFFT_SIDES_CENTERED,
                                 .pixel = CLFFT_PIXEL_RGBA,
                                 .highest = 10,
                                 .color_map = map}};
    clfft_plan *first = NULL, *second = NULL;
    float input[240] = {5};
    uint8_t a[960], b[960];

    REQUIRE_DEVICE;
    fill_map(map);
    TEST_REQUIRE(!clfft_plan_create(harness_device(), &desc, NULL, &first),
                 "%s", clfft_last_error());
    clfft_device_get_stats(harness_device(), &before);
    for (unsigned i = 0; i < COUNT(map); i++)
        map[i] = (uint8_t)~map[i];
    desc.store.highest = 5;
    TEST_CHECK(!clfft_plan_create(harness_device(), &desc, NULL, &second), "%s",
               clfft_last_error());
    clfft_device_get_stats(harness_device(), &after);
    TEST_CHECK(after.n_programs_built == before.n_programs_built, "%d programs",
               (int)(after.n_programs_built - before.n_programs_built));
    /* each has its own range, and the map that it was made with */
    TEST_CHECK(
        !harness_execute(first, input, sizeof input, a, sizeof a, NULL) &&
            second &&
            !harness_execute(second, input, sizeof input, b, sizeof b, NULL),
        "%s", clfft_last_error());
    TEST_CHECK(!memcmp(b, map + 4 * 255, 4), "5 of 5 is not the last colour");
    for (unsigned i = 0; i < COUNT(map); i++)
        map[i] = (uint8_t)~map[i];
    TEST_CHECK(!memcmp(a, map + 4 * 128, 4) || !memcmp(a, map + 4 * 127, 4),
               "5 of 10 is not the middle colour");
    clfft_plan_destroy(&first);
    clfft_plan_destroy(&second);
}

TEST_MAIN(TEST(every_side_of_every_rank_has_pixels),
          TEST(long_transforms_and_odd_lengths_have_pixels),
          TEST(double_precision_has_pixels), TEST(strides_count_pixels),
          TEST(bands_and_rings_have_pixels),
          TEST(pixels_are_the_codes_of_the_numbers),
          TEST(ends_are_clamped_and_nan_is_0),
          TEST(another_range_or_map_compiles_nothing))
