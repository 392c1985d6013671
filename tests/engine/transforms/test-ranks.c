/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-ranks.c: pictures and volumes against the host's reference: lengths,
 * places, hooks, repeatable bits. Few lengths, so that the claims share
 * kernels; CLFFT_TEST_FULL=1 runs everything under every schedule.
 */
#include "engine/recipes.h"

#include <math.h>

#define C2C .transform = CLFFT_TRANSFORM_C2C
#define R2C .transform = CLFFT_TRANSFORM_R2C
#define C2R .transform = CLFFT_TRANSFORM_C2R
#define PICTURE .rank = 2, .lengths = {20, 12}
#define VOLUME .rank = 3, .lengths = {10, 6, 4}
static const clfft_schedule schedules[] = {
    CLFFT_SCHEDULE_AUTO, CLFFT_SCHEDULE_DIRECT, CLFFT_SCHEDULE_GROUP,
    CLFFT_SCHEDULE_SIMD};

static bool runs(clfft_schedule schedule)
{
    return schedule != CLFFT_SCHEDULE_SIMD ||
           clfft_device_get_limits(harness_device())->type & CL_DEVICE_TYPE_CPU;
}

static void expect_with(const clfft_desc *desc,
                        const struct harness_options *options)
{
    const char *wrong = harness_judge(desc, options, test_random());

    TEST_CHECK(!wrong, "schedule %d: %s", options->plan.schedule, wrong);
}

/* Under the planner's choice or one other schedule, every second time each;
   in the full run under all of them. */
static void expect(const clfft_desc *desc)
{
    static unsigned turn;
    size_t drawn =
        ++turn % 2 ? 0 : 1 + (size_t)test_random() % (COUNT(schedules) - 1);

    if (!runs(schedules[drawn]))
        drawn = 0;
    for (size_t s = 0; s < COUNT(schedules); s++)
        if (runs(schedules[s]) && (test_is_full() || s == drawn))
            expect_with(desc, &(struct harness_options){
                                  .plan = {.schedule = schedules[s]}});
}

/* One of three of them: hooks compile a kernel for each. */
static void expect_some(const clfft_desc *desc)
{
    if (test_is_full() || test_random() % 3 == 0)
        expect(desc);
}

/* Each in the full run, else one of every `share` neighbours, drawn. */
static void expect_texts(const char *const *texts, size_t n, size_t share)
{
    for (size_t i = test_next_case(SIZE_MAX, n, share); i < n;
         i = test_next_case(i, n, share)) {
        clfft_desc desc;
        TEST_CHECK(clfft_desc_parse(texts[i], &desc) == CLFFT_STATUS_OK,
                   "%s: %s", texts[i], clfft_last_error());
        expect(&desc);
        clfft_desc_clear(&desc);
    }
}

static void expect_descs(const clfft_desc *descs, size_t n, size_t share)
{
    for (size_t i = test_next_case(SIZE_MAX, n, share); i < n;
         i = test_next_case(i, n, share))
        expect(&descs[i]);
}

/* ---- lengths ---- */

static void every_schedule_transforms_every_axis(void)
{
    static const char *const texts[] = {
        "c2c 12x20",     "c2c 12x20 x3 inverse",
        "r2c 12x20 x3",  "c2r 12x20 x3",
        "r2c 12x15",     "c2r 12x15 x3",
        "c2c 4x6x10 x3", "c2c 4x6x10 inverse scale=0.5",
        "r2c 4x6x10",    "c2r 4x6x10 x3",
    };

    REQUIRE_DEVICE;
    expect_texts(texts, COUNT(texts), 4);
}

static void any_length_is_an_axis(void)
{
    static const char *const texts[] = {
        "c2c 1x1",   "r2c 1x1",      "c2r 1x1 x3",  "c2c 1x1x1",
        "c2c 1x17",  "c2c 17x1",     "r2c 1x17",    "r2c 17x1",
        "c2r 17x1",  "c2r 1x17",     "c2c 7x13 x3", "r2c 7x13 inplace",
        "c2c 31x37", "r2c 31x37 x2", "c2r 37x2 x3", "r2c 5x1x7",
        "c2c 1x5x1", "c2r 3x37x1",   "r2c 2x2x2",   "c2c 2x1x1 x3",
    };

    REQUIRE_DEVICE;
    expect_texts(texts, COUNT(texts), 5);
}

/* Longer than what a tile of columns, or a row, holds at once. */
static void long_axes_take_several_passes(void)
{
    static const char *const texts[] = {
        "c2c 2048x6",     "r2c 2048x12 x2", "c2r 1200x10",
        "c2c 3x20000 x2", "r2c 3x2x32768",  "c2c 2x1500x5 inverse",
        "c2c 1031x3",
    };

    REQUIRE_DEVICE;
    expect_texts(texts, COUNT(texts), 5);
}

static void double_precision_has_every_axis(void)
{
    static const char *const texts[] = {
        "c2c 12x20 x2 double",
        "r2c 4x6x10 double inplace",
        "c2r 12x15 x2 double",
        "r2c 12x20 double load=unorm16 window=hann demean store=power",
    };

    REQUIRE_DEVICE;
    if (!clfft_device_get_limits(harness_device())->has_double)
        TEST_SKIP("the device has no double precision");
    expect_texts(texts, COUNT(texts), 5);
}

/* ---- places ---- */

/* What lies behind a row is neither read, being NaN, nor written. */
static void padded_rows_leave_their_gaps_alone(void)
{
    static const char *const texts[] = {
        "c2c 12x20 x3 pitch=5", "r2c 12x20 x3 pitch=1",
        "c2r 12x20 x3 pitch=3", "c2c 4x6x10 x2 pitch=3 inverse",
        "r2c 4x6x10 pitch=7",   "c2r 4x6x10 x2 pitch=2",
    };

    REQUIRE_DEVICE;
    expect_texts(texts, COUNT(texts), 4);
}

static void points_go_anywhere(void)
{
    static const clfft_desc descs[] = {
        /* the axes of both sides in another order, and turned */
        {C2C, PICTURE, .input_strides = {12, 1, 1},
         .output_strides = {1, 20, 1}},
        {C2C, PICTURE, .input_strides = {1, 21, 1},
         .output_strides = {13, 1, 1}},
        {C2C, VOLUME, .input_strides = {24, 4, 1},
         .output_strides = {4, 40, 1}},
        /* one plane of packed RGB rows, to a spectrum with a pitch */
        {R2C, PICTURE, .input_strides = {3, 64, 1},
         .output_strides = {1, 16, 1}, .n_loops = 1, .loops = {{3, 1, 192}}},
        {C2R, PICTURE, .input_strides = {2, 25, 1},
         .output_strides = {3, 61, 1}},
        {R2C, VOLUME, .input_strides = {1, 17, 111},
         .output_strides = {2, 13, 80}, .n_loops = 1, .loops = {{2, 500, 333}}},
        /* interleaved batches */
        {C2C, PICTURE, .input_strides = {3, 60, 1},
         .output_strides = {3, 60, 1}, .n_loops = 1, .loops = {{3, 1, 1}}},
        {R2C, VOLUME, .input_strides = {2, 20, 120},
         .output_strides = {1, 6, 36}, .n_loops = 1, .loops = {{2, 1, 144}}},
    };

    REQUIRE_DEVICE;
    expect_descs(descs, COUNT(descs), 4);
}

/* Where another step makes the sides; gaps of the output stay as they are. */
static void passes_of_an_axis_meet_in_the_output(void)
{
    static const struct recipe_case cases[] = {
        {"c2c 12x8 x3 sides=centered pitch=3",
         "group 4 t1 c2 | group 2 t1 c4 pitch ; "
         "group 4 t1 c4 | group 3 t1 c3 pitch",
         false},
        {"r2c 12x8 x2 sides=centered pitch=5",
         "direct 2 | direct 2 ; direct 3 | direct 2 | direct 2", false},
        {"r2c 4x6x10 x2 sides=two pitch=1",
         "direct 5 ; direct 3 | direct 2 ; direct 2 | direct 2", false},
        /* a length whose bound is that of convolutions */
        {"r2c 19x10 x2 sides=centered",
         "direct 5 ; bluestein 40: direct 5 | "
         "direct 4 | direct 2",
         false},
    };

    REQUIRE_DEVICE;
    expect_recipes(cases, COUNT(cases));
}

static void in_place_is_right(void)
{
    static const char *const texts[] = {
        "c2c 12x20 x3 inplace",
        "r2c 12x20 x3 inplace",
        "c2r 12x20 x3 inplace",
        "r2c 12x15 inplace",
        "c2r 12x15 x2 inplace",
        "c2c 4x6x10 x2 inplace inverse",
        "r2c 4x6x10 x2 inplace",
        "c2r 4x6x10 x2 inplace",
        "c2c 12x20 x2 inplace pitch=3",
        /* columns in place, rows not */
        "c2r 12x20 x3 destroy",
        "c2r 4x6x10 destroy pitch=2",
    };
    static const clfft_desc padded = {R2C,
                                      PICTURE,
                                      .in_place = true,
                                      .input_strides = {1, 26, 1},
                                      .output_strides = {1, 13, 1},
                                      .n_loops = 1,
                                      .loops = {{2, 312, 156}}};

    REQUIRE_DEVICE;
    expect_texts(texts, COUNT(texts), 4);
    expect(&padded);
}

/* Blocks of a larger picture, half over one another, of three components and
   two frames; then fewer of them. */
static void overlapped_blocks_of_a_picture(void)
{
    const clfft_desc desc = {R2C,
                             .rank = 2,
                             .lengths = {8, 8},
                             .input_strides = {1, 36, 1},
                             .output_strides = {1, 5, 1},
                             .n_loops = 4,
                             .loops = {{7, 4, 40},
                                       {5, 4 * 36, 280},
                                       {3, 32 * 36, 1400},
                                       {2, 3 * 32 * 36 + 11, 4200}}};

    REQUIRE_DEVICE;
    expect_some(&desc);
    for (unsigned round = 0; round < 4; round++) {
        struct harness_options options = {
            .plan = {.schedule = schedules[round % 3],
                     .external_scratch = round % 2 == 1}};
        for (unsigned l = 0; l < desc.n_loops; l++)
            options.execute.counts[l] = 1 + test_random() % desc.loops[l].count;
        expect_with(&desc, &options);
    }
}

/* ---- hooks ---- */

static void hooks_reach_every_axis(void)
{
    static const char *const texts[] = {
        "r2c 12x20 x3 load=unorm8 window=hann store=db sides=centered "
        "floor=-200",
        "r2c 12x20 x2 load=unorm16be pad=7x13 demean store=power sides=two",
        "r2c 12x20 pad=12x9 window=hamming demean pitch=3",
        "c2c 12x20 x3 pad=5x20 window=hann store=magnitude sides=centered",
        "c2c 12x20 load=unorm8 inverse sides=centered scale=0.25",
        "r2c 7x15 x2 sides=two",
        "r2c 7x15 x2 sides=centered store=phase",
        "r2c 4x6x10 x2 pad=3x5x10 demean window=hann store=magnitude "
        "sides=centered",
        "r2c 4x6x10 load=s16 pad=4x1x6 store=db floor=-300 sides=two",
        "c2c 4x6x10 x2 pad=1x6x10 load=u8 store=power pitch=2",
        "r2c 31x37 load=unorm8 pad=20x30 window=hann demean store=magnitude "
        "sides=centered",
        "r2c 1x20 demean window=hann store=power sides=centered",
        "r2c 12x1 demean load=unorm8 sides=two",
        "r2c 2048x6 load=unorm8 window=hann demean store=db floor=-300 "
        "sides=centered",
    };

    REQUIRE_DEVICE;
    expect_texts(texts, COUNT(texts), 5);
}

/* Its lines are two segments each, and a GPU's groups more than one of them
   has work-items. */
static void a_mean_has_sums_of_many_groups(void)
{
    static const char *const texts[] = {
        "r2c 132x1050 x2 load=unorm8 demean store=power"};

    REQUIRE_DEVICE;
    expect_texts(texts, COUNT(texts), 4);
}

static void each_axis_has_its_own_window(void)
{
    double windows[3][20];
    clfft_desc desc = {R2C, VOLUME, .n_loops = 1, .loops = {{2, 240, 240}},
                       .store = {.quantity = CLFFT_QUANTITY_POWER,
                                 .sides = CLFFT_SIDES_CENTERED}};

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < 20; i++)
        for (unsigned d = 0; d < 3; d++)
            windows[d][i] = .5 + fabs(test_uniform());
    for (unsigned mask = 1; mask < 8; mask += test_is_full() ? 1 : 3) {
        for (unsigned d = 0; d < 3; d++)
            desc.load.windows[d] = mask >> d & 1 ? windows[d] : NULL;
        expect_some(&desc);
    }
}

/* Both sides of a real picture have one gain; others any. */
static void gain_weighs_axis_0(void)
{
    double any[20], even[20];
    const clfft_desc descs[] = {
        {R2C, PICTURE, .n_loops = 1, .loops = {{2, 240, 132}},
         .store = {.gain = any}},
        {C2C, VOLUME,
         .store = {.gain = any,
                   .floor = -300,
                   .quantity = CLFFT_QUANTITY_DB,
                   .sides = CLFFT_SIDES_CENTERED}},
        {C2C, PICTURE, .direction = CLFFT_DIRECTION_INVERSE,
         .store = {.gain = any}},
        {R2C, VOLUME,
         .store = {.gain = even,
                   .sides = CLFFT_SIDES_CENTERED,
                   .quantity = CLFFT_QUANTITY_POWER}},
    };

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < 20; i++)
        any[i] = .5 + fabs(test_uniform());
    for (unsigned i = 0; i < 10; i++) /* of VOLUME: bin 5 is DC */
        even[i] = any[i <= 5 ? i : 10 - i];
    expect_descs(descs, COUNT(descs), 4);
}

/* Luma and one difference of packed RGB, as bytes. */
static void matrix_mixes_the_colours_of_a_picture(void)
{
    static const double matrix[] = {.299, .587, .114, .5, -.4375, -.0625};
    const clfft_desc desc = {R2C,
                             PICTURE,
                             .input_strides = {3, 64, 1},
                             .output_strides = {1, 11, 1},
                             .n_loops = 2,
                             .loops = {{2, 0, 132}, {3, 64 * 12, 264}},
                             .load = {.sample = CLFFT_SAMPLE_UNORM8,
                                      .matrix = matrix,
                                      .n_rows = 2,
                                      .n_sources = 3,
                                      .source_distance = 1,
                                      .subtract_mean = true}};

    REQUIRE_DEVICE;
    expect_some(&desc);
}

/* Each bin of a centred picture belongs to the ring of its distance. */
static void rings_sum_any_bins(void)
{
    enum { N_RINGS = 7 };
    uint32_t first[N_RINGS + 1] = {0}, bin[240];
    double weight[240];
    clfft_desc desc = {
        R2C,
        PICTURE,
        .n_loops = 1,
        .loops = {{3, 240, N_RINGS + 2}},
        .load = {.sample = CLFFT_SAMPLE_UNORM8, .subtract_mean = true},
        .store = {.sides = CLFFT_SIDES_CENTERED,
                  .floor = -300,
                  .rings = {N_RINGS, first, bin, weight}}};
    uint32_t n = 0;

    REQUIRE_DEVICE;
    for (unsigned ring = 0; ring < N_RINGS; ring++) {
        for (uint32_t i = 0; i < 240; i++) {
            const double x = (i % 20 - 10.) / 20, y = (i / 20 - 6.) / 12;
            if ((unsigned)(10 * sqrt(x * x + y * y)) != ring || ring == 5)
                continue; /* one ring is empty */
            bin[n] = i;
            weight[n++] = .5 + fabs(test_uniform());
        }
        first[ring + 1] = n;
    }
    for (unsigned q = CLFFT_QUANTITY_MAGNITUDE; q <= CLFFT_QUANTITY_DB; q++) {
        desc.store.quantity = (clfft_quantity)q;
        expect_some(&desc);
    }
}

/* Two even pictures: nothing is left of either, whatever the other is. */
static void mean_is_each_transforms_own(void)
{
    clfft_desc desc;
    clfft_plan *plan = NULL;
    uint64_t n_in, n_out;
    unsigned char pixels[2 * 240];
    float bins[2 * 240];

    REQUIRE_DEVICE;
    TEST_REQUIRE(!clfft_desc_parse("r2c 12x20 x2 load=unorm8 demean "
                                   "store=magnitude sides=centered",
                                   &desc),
                 "%s", clfft_last_error());
    clfft_desc_get_extent(&desc, &n_in, &n_out);
    TEST_REQUIRE(n_in == sizeof pixels && n_out == COUNT(bins), "extents");
    memset(pixels, 200, 240);
    memset(pixels + 240, 7, 240);
    TEST_CHECK(!clfft_plan_create(harness_device(), &desc, NULL, &plan) &&
                   !harness_execute(plan, pixels, sizeof pixels, bins,
                                    sizeof bins, NULL),
               "%s", clfft_last_error());
    for (unsigned i = 0; plan && i < COUNT(bins); i++)
        TEST_CHECK(bins[i] <= 240 * 0x1p-22f, "bin %u: %g", i, (double)bins[i]);
    clfft_plan_destroy(&plan);
    clfft_desc_clear(&desc);
}

/* ---- bits ---- */

/* The sides of a batch, and the plans of it and of one alone. */
struct bits {
    clfft_plan *batch, *alone;
    size_t in_step, out_step, in_element, out_element; /* bytes */
    unsigned char *input, *output, *again;
};

static void check_bits(struct bits *b, const char *name, unsigned n)
{
    unsigned char *single = b->again;

    TEST_CHECK(!harness_execute(b->batch, b->input, n * b->in_step, b->output,
                                n * b->out_step, NULL),
               "%s: %s", name, clfft_last_error());
    for (unsigned r = 0; r < n; r++) {
        const clfft_execute_params one = {
            .counts = {1}, .input_offset = r * b->in_step / b->in_element};
        memset(single, 0xff, n * b->out_step);
        TEST_CHECK(
            !harness_execute(b->batch, b->input, n * b->in_step, single,
                             n * b->out_step, &one) &&
                !memcmp(single, b->output + r * b->out_step, b->out_step),
            "%s: number %u as a batch of one", name, r);
        memset(single, 0xff, n * b->out_step);
        TEST_CHECK(
            !harness_execute(b->alone, b->input + r * b->in_step, b->in_step,
                             single, b->out_step, NULL) &&
                !memcmp(single, b->output + r * b->out_step, b->out_step),
            "%s: number %u by a plan of one", name, r);
    }
    /* NaN, or the loudest pixel, all over the first one's neighbour */
    memset(b->input + b->in_step, 0xff, b->in_step);
    TEST_CHECK(!harness_execute(b->batch, b->input, n * b->in_step, single,
                                n * b->out_step, NULL) &&
                   !memcmp(single, b->output, b->out_step) &&
                   !memcmp(single + 2 * b->out_step,
                           b->output + 2 * b->out_step, (n - 2) * b->out_step),
               "%s: what stands beside it counts", name);
}

static void bits_are_the_transforms_own(void)
{
    static const char *const texts[] = {
        "c2c 12x20 x5",
        "r2c 12x20 x5",
        "c2r 12x20 x5",
        "c2c 4x6x10 x5",
        ("r2c 4x6x10 x5 load=unorm8 demean window=hann store=power "
         "sides=centered"),
        "c2c 31x37 x5",
    };
    enum { N = 5 };

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(texts) * COUNT(schedules); i++) {
        const char *text = texts[i / COUNT(schedules)];
        const clfft_plan_params params = {.schedule =
                                              schedules[i % COUNT(schedules)]};
        struct bits b = {NULL};
        clfft_desc desc, one;
        if (!runs(params.schedule) ||
            (!test_is_full() && test_random() % (i % COUNT(schedules) ? 8 : 3)))
            continue;
        TEST_REQUIRE(!clfft_desc_parse(text, &desc), "%s", clfft_last_error());
        one = desc;
        one.loops[0].count = 1;
        b.in_element = clfft_desc_get_input_size(&desc);
        b.out_element = clfft_desc_get_output_size(&desc);
        b.in_step = (size_t)desc.loops[0].input_distance * b.in_element;
        b.out_step = (size_t)desc.loops[0].output_distance * b.out_element;
        b.input = malloc(N * b.in_step);
        b.output = malloc(N * b.out_step);
        b.again = malloc(N * b.out_step);
        for (size_t at = 0; b.input && at < N * b.in_step; at++)
            b.input[at] = (unsigned char)test_random();
        for (size_t at = 0;
             b.input && !desc.load.sample && at < N * b.in_step / 4; at++)
            ((float *)(void *)b.input)[at] = (float)test_uniform();
        if (b.input && b.output && b.again &&
            !clfft_plan_create(harness_device(), &desc, &params, &b.batch) &&
            harness_plan_alike(b.batch, &one, &b.alone))
            check_bits(&b, text, N);
        else
            TEST_CHECK(false, "%s: %s", text, clfft_last_error());
        clfft_plan_destroy(&b.batch);
        clfft_plan_destroy(&b.alone);
        free(b.input);
        free(b.output);
        free(b.again);
        clfft_desc_clear(&desc);
    }
}

TEST_MAIN(TEST(every_schedule_transforms_every_axis),
          TEST(any_length_is_an_axis), TEST(long_axes_take_several_passes),
          TEST(double_precision_has_every_axis),
          TEST(padded_rows_leave_their_gaps_alone), TEST(points_go_anywhere),
          TEST(passes_of_an_axis_meet_in_the_output), TEST(in_place_is_right),
          TEST(overlapped_blocks_of_a_picture), TEST(hooks_reach_every_axis),
          TEST(a_mean_has_sums_of_many_groups),
          TEST(each_axis_has_its_own_window), TEST(gain_weighs_axis_0),
          TEST(matrix_mixes_the_colours_of_a_picture), TEST(rings_sum_any_bins),
          TEST(mean_is_each_transforms_own), TEST(bits_are_the_transforms_own))
