/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-families-hooks.c: what test-families.c is to recipes, to what is done
 * beside a transform: samples, windows, means, channels, quantities, sides,
 * gains, bands.
 *
 * CLFFT_TEST_FULL=1 adds every hook under every schedule.
 */
#include "families.h"

/* Under the direct schedule, whose kernels are the smallest; in the full run
   under the others too. */
static void expect_hook(const char *text)
{
    expect_text(text, CLFFT_SCHEDULE_DIRECT);
    if (!test_is_full())
        return;
    expect_text(text, CLFFT_SCHEDULE_GROUP);
    expect_text(text, CLFFT_SCHEDULE_SIMD);
}

static void expect_hook_of(const clfft_desc *desc)
{
    for (unsigned s = CLFFT_SCHEDULE_DIRECT; s >= CLFFT_SCHEDULE_GROUP; s--) {
        expect(desc, &(struct harness_options){
                         .plan = {.schedule = (clfft_schedule)s}});
        if (!test_is_full())
            return;
    }
}

static void every_sample_format_loads(void)
{
    static const char *const samples[] = {
        "s8",      "u8",      "s16",         "u16",         "s24",    "u24",
        "s20",     "u20",     "s18",         "u18",         "s24_32", "u24_32",
        "s32",     "u32",     "f32",         "f64",         "unorm8", "unorm16",
        "unorm10", "unorm12", "unorm10_top", "unorm12_top",
    };
    char text[64];

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(samples); i++) {
        snprintf(text, sizeof text, "r2c 8 x3 load=%s", samples[i]);
        expect_hook(text);
        if (i % 3 == 2 || test_is_full()) {
            snprintf(text, sizeof text, "c2c 5 x3 load=%sbe", samples[i]);
            expect_hook(text);
        }
    }
}

static void every_quantity_and_side_is_stored(void)
{
    static const char *const texts[] = {
        "r2c 16 x3 store=magnitude",
        "r2c 16 x3 store=power sides=two",
        "r2c 15 x3 store=db sides=centered floor=-200",
        "c2c 6 x3 store=phase sides=centered",
        "r2c 9 x3 sides=two",
        "c2c 16 x3 store=magnitude scale=0.3",
    };

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(texts); i++)
        expect_hook(texts[i]);
    expect_recipe("r2c 32 x3 store=power sides=centered",
                  "group 4.4 t4 c2 padded");
    expect_recipe("r2c 210 x3 store=db floor=-200", "simd 7.5.3 rows");
    expect_recipe("r2c 128 x3 store=db sides=two floor=-200", "simd 8.8 rows");
}

/* Vectors of bins go to one place or two, and those that do not stay together,
   round DC, the middle and the end, bin by bin. */
static void sides_of_one_axis_are_stored_in_runs(void)
{
    static const struct recipe_case families[] = {
        {"c2c 64 x3 sides=centered inplace", "simd 8.8 rows"},
        {"c2c 105 x3 sides=centered store=db floor=-200", "simd 7.5.3 rows"},
        {"r2c 210 x3 sides=two", "simd 7.5.3 rows"},
        {"r2c 160 x3 sides=centered store=phase", "simd 8.10 rows"},
        {"r2c 81 x3 sides=centered store=magnitude", "simd 9.9 rows"},
        {"r2c 74 x3 sides=two store=power", "bluestein 80: simd 8.10 rows"},
        {"r2c 74 x3 sides=centered", "bluestein 80: group 8.10 t8 c2 padded"},
        {"c2c 12 x1101 sides=centered store=power", "simd 4.3 lanes"},
        {"r2c 15 x19 sides=two store=phase", "simd 5.3 lanes"},
        {"r2c 24 x19 sides=centered", "simd 4.3 lanes wide"},
        {"c2c 15 x9 pad=11 window=hann sides=centered", "simd 5.3 lanes"},
        {"c2c 96 x3 sides=centered store=power",
         "simd 4.3 lanes | simd 8 lanes"},
        {"c2c 105 x3 sides=centered inplace", "simd 5.3 lanes | simd 7 lanes"},
        {"c2c 19 x9 sides=centered", "bluestein 40: simd 8.5 lanes"},
        {"r2c 19 x9 sides=two", "bluestein 40: simd 8.5 lanes"},
        {"c2c 37 x3 sides=centered", "bluestein 80: simd 8.10 rows"},
    };
    static const char *const weighed[] = {"simd 8.8 rows", "simd 8.8 lanes"};
    double gain[128];
    const clfft_desc desc = {.transform = CLFFT_TRANSFORM_R2C,
                             .lengths = {128},
                             .n_loops = 1,
                             .loops = {{3, 128, 130}},
                             .store = {.gain = gain,
                                       .quantity = CLFFT_QUANTITY_POWER,
                                       .sides = CLFFT_SIDES_CENTERED}};

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < COUNT(gain); i++)
        gain[i] = .5 + i % 7 / 4.0;
    expect_families(families, COUNT(families));
    for (size_t i = 0; i < COUNT(weighed); i++)
        expect(&desc,
               &(struct harness_options){.plan = {.recipe = weighed[i]}});
}

static void windows_and_padding_shape_what_is_read(void)
{
    static const char *const texts[] = {
        "r2c 16 x3 window=hann pad=11",
        "c2c 12 x3 window=blackman pad=7",
        "r2c 6x8 x2 window=hann pad=5x7",
    };

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(texts); i++)
        expect_hook(texts[i]);
    expect_recipe("r2c 32 x3 window=hann pad=29", "group 4.4 t4 c2 padded");
    expect_recipe("r2c 210 x3 load=s16 window=hann", "simd 5.7.3 rows");
    expect_recipe("r2c 128 x3 window=hann pad=100", "simd 8.8 rows");
}

static void lines_are_taken_away(void)
{
    static const char *const samples[] = {"s8",  "u16", "s24be", "u20",
                                          "s32", "f32", "f64"};

    REQUIRE_DEVICE;
    expect_hook("r2c 16 x3 detrend");
    expect_hook("c2c 15 x3 detrend window=hann pad=13");
    expect_hook("c2c 16 x3 demean load=s16");
    expect_hook("r2c 2 detrend");
    expect_hook("r2c 1 x2 detrend");
    /* more than one group's; its transform is what takes long here */
    expect_hook("r2c 8232 x2 detrend load=s24le");
    expect_hook("c2c 8232 detrend inverse");
    expect_recipe("r2c 700 x3 detrend load=s16", "simd 5.5.2.7 lanes");
    expect_recipe("r2c 2048 x20 detrend window=hann", "simd 16.8.8 rows");
    for (int i = 0; i < 6; i++) {
        char text[128];
        /* a segment or several of them; few points take long already */
        const unsigned n = 2 + test_random() % 3000;
        const unsigned most = n < 800 ? 5 : 1;

        snprintf(text, sizeof text, "%s %u x%u pad=%u %s load=%s",
                 i % 2 ? "c2c" : "r2c", n, 1 + (unsigned)(test_random() % most),
                 1 + (unsigned)(test_random() % n),
                 i % 3 ? "detrend" : "demean",
                 samples[test_random() % COUNT(samples)]);
        expect_hook(text);
    }
}

static void means_are_taken_away(void)
{
    REQUIRE_DEVICE;
    expect_hook("r2c 16 x3 demean");
    expect_hook("r2c 15 x3 demean load=s16 window=hann");
    expect_hook("r2c 6x8 x2 demean load=unorm8");
    /* more than one group's, and a few more; lines that do not follow one
       another; padded, for 8195 and 8196 have primes that take long here */
    expect_hook("r2c 3x8232 x2 demean load=unorm8 pad=3x8195");
    expect_hook("r2c 2x8232 demean load=s24le pitch=3 pad=2x8196");
    expect_hook("r2c 5x4x2 x3 demean load=unorm8 pad=3x4x2");
    expect_recipe("r2c 700 x3 demean load=s16", "simd 5.5.2.7 lanes");
    expect_recipe("r2c 60x70 x3 demean load=unorm8",
                  "simd 7.5 lanes ; simd 6.10 lanes");
    expect_recipe("r2c 90x96 x3 demean load=unorm8",
                  "group 16.3 t3 c4 plain ; group 9.10 t10 c2 plain");
}

/* By the last pass, or by one of its own. */
static void several_axes_store_every_side(void)
{
    static const struct recipe_case families[] = {
        {"r2c 6x8 x2 store=db sides=centered floor=-200",
         "group 4 t1 c4 plain ; group 3.2 t2 c4 plain"},
        {"r2c 15x9 x2 store=phase sides=two",
         "group 3.3 t3 c2 padded ; group 5.3 t3 c2 plain split"},
        {"c2c 15x9 x2 sides=centered",
         "group 3.3 t3 c2 padded ; group 5.3 t3 c2 plain split"},
        {"r2c 15x9 x2 sides=centered store=power",
         "group 3.3 t3 c2 padded ; group 5.3 t3 c2 plain split"},
        {"r2c 64x6 x2 sides=centered",
         "group 3 t1 c4 plain ; group 8 t1 c4 plain | group 8 t1 c4 pitch"},
        {"c2c 64x6 x2 sides=centered inplace",
         "group 6 t1 c4 plain ; group 8 t1 c4 plain turn | group 8 t1 c4 "
         "plain"},
        {"r2c 4x6x10 x2 store=power sides=centered",
         "group 5 t1 c4 plain ; group 6 t1 c2 plain ; group 4 t1 c4 plain"},
        {"r2c 4x1x10 sides=two", "group 5 t1 c4 plain ; group 4 t1 c4 plain"},
        {"r2c 4x1 x3 sides=two", "group 1 t1 c4 plain ; group 4 t1 c4 plain"},
        {"r2c 19x12 sides=centered",
         "group 6 t1 c4 plain ; bluestein 48: group 8.6 t6 c2 plain"},
        {"r2c 17x12 x2 sides=two",
         "group 6 t1 c4 plain ; rader 16: group 4.4 t4 c4 plain"},
        {"r2c 4x6x10 x2 sides=two",
         "direct 5 ; direct 2 | direct 3 ; direct 2 | direct 2"},
        {"r2c 12x20 x3 sides=centered store=magnitude",
         "tile2d 5.2 ; 4.3 t60 c2 plain"},
        {"c2c 12x20 x3 sides=centered inplace",
         "tile2d 5.4 ; 4.3 t60 c2 plain"},
        {"r2c 4x6x8 x2 sides=centered",
         "tile2d 4 ; 3.2 t12 c1 plain ; group 4 t1 c4 plain"},
        {"r2c 6x8 x2 store=power sides=centered",
         "simd 4 lanes ; simd 3.2 lanes"},
        {"r2c 3x4x6 sides=two", "simd 3 lanes ; simd 4 lanes ; simd 3 lanes"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
    expect_hook("r2c 6x8 x2 store=power sides=centered");
    expect_hook("r2c 6x8 x2 sides=two");
    expect_hook("r2c 3x4x6 store=magnitude sides=two");
    expect_hook("c2c 5x6 x2 store=db sides=centered floor=-200");
}

static void matrix_mixes_channels(void)
{
    static const double matrix[] = {.5, -1, .25, 1, .75, -.5};
    static const double window[] = {.1, .4, .7, 1, .9, .6, .3, .2};
    const clfft_desc desc = {.transform = CLFFT_TRANSFORM_R2C,
                             .lengths = {8},
                             .input_strides = {3, 1, 1},
                             .output_strides = {1, 1, 1},
                             .n_loops = 2,
                             .loops = {{2, 0, 5}, {3, 12, 10}},
                             .load = {.sample = CLFFT_SAMPLE_S16,
                                      .windows[0] = window,
                                      .matrix = matrix,
                                      .n_rows = 2,
                                      .n_sources = 3,
                                      .source_distance = 1}};

    REQUIRE_DEVICE;
    expect_hook_of(&desc);
}

static void gain_weighs_bins(void)
{
    static const double gain[] = {1, .5, .25, 2, 3, 1.5, .75, .1};
    const clfft_desc descs[] = {
        {.transform = CLFFT_TRANSFORM_R2C,
         .lengths = {8},
         .n_loops = 1,
         .loops = {{3, 8, 8}},
         .store = {.gain = gain,
                   .quantity = CLFFT_QUANTITY_POWER,
                   .sides = CLFFT_SIDES_CENTERED}},
        {.direction = CLFFT_DIRECTION_INVERSE,
         .lengths = {8},
         .store = {.gain = gain}},
    };
    /* DC has the 2 */
    static const double even_gain[] = {5, .75, .5, .25, 2, .25, .5, .75};
    const clfft_desc picture = {.transform = CLFFT_TRANSFORM_R2C,
                                .rank = 2,
                                .lengths = {8, 6},
                                .n_loops = 1,
                                .loops = {{3, 48, 48}},
                                .store = {.gain = even_gain,
                                          .quantity = CLFFT_QUANTITY_MAGNITUDE,
                                          .sides = CLFFT_SIDES_CENTERED}};
    static const char *const recipes[] = {
        "tile2d 4 ; 3.2 t12 c2 plain",
        "group 4 t1 c4 plain ; group 3.2 t2 c4 plain"};

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(descs); i++)
        expect_hook_of(&descs[i]);
    expect_hook_of(&picture);
    for (size_t i = 0; i < COUNT(recipes); i++)
        expect(&picture,
               &(struct harness_options){.plan = {.recipe = recipes[i]}});
}

static void bands_and_rings_gather_bins(void)
{
    static const uint32_t first[] = {0, 2, 2, 5}, start[] = {1, 0, 4};
    static const uint32_t bin[] = {0, 13, 7, 47, 21};
    static const double weight[] = {1, .5, .25, 2, 1.5};
    const clfft_desc bands = {.transform = CLFFT_TRANSFORM_R2C,
                              .lengths = {16},
                              .n_loops = 1,
                              .loops = {{3, 16, 3}},
                              .store = {.quantity = CLFFT_QUANTITY_DB,
                                        .floor = -200,
                                        .bands = {3, first, start, weight}}};
    const clfft_desc rings = {.transform = CLFFT_TRANSFORM_R2C,
                              .rank = 2,
                              .lengths = {8, 6},
                              .n_loops = 1,
                              .loops = {{2, 48, 3}},
                              .store = {.quantity = CLFFT_QUANTITY_MAGNITUDE,
                                        .sides = CLFFT_SIDES_CENTERED,
                                        .rings = {3, first, bin, weight}}};

    REQUIRE_DEVICE;
    expect_hook_of(&bands);
    expect_hook_of(&rings);
}

/* Of bins, of bands in the same launch and in one of their own. */
static void values_are_stored_in_32_and_16_bits(void)
{
    static const uint32_t first[] = {0, 2, 2, 5}, start[] = {1, 0, 4};
    static const double weight[] = {1, .5, .25, 2, 1.5};
    static const char *const recipes[] = {"group 8 t1 c2 plain bands",
                                          "group 8 t1 c2 plain"};
    clfft_desc bands = {
        .transform = CLFFT_TRANSFORM_R2C,
        .lengths = {16},
        .n_loops = 1,
        .output_strides = {3},
        .loops = {{3, 16, 1}},
        .store = {.quantity = CLFFT_QUANTITY_POWER,
                  .bands = {3, first, start, weight},
                  .value = {CLFFT_LOGARITHM_NATURAL, 1e-3, 1e-4, 0.5, 1}}};

    REQUIRE_DEVICE;
    expect_hook("c2c 5 x3 store=magnitude pixel=half");
    expect_hook("r2c 8x6 store=power sides=centered "
                "value=decimal:0.5:0.25:2:-1");
    for (size_t i = 0; i < COUNT(recipes); i++) {
        bands.store.pixel = i ? CLFFT_PIXEL_NONE : CLFFT_PIXEL_HALF;
        expect(&bands,
               &(struct harness_options){.plan = {.recipe = recipes[i]}});
    }
}

/* Frames that overlap, fewer of them than the plan was made for. */
static void overlapping_frames_are_read_apart(void)
{
    const clfft_desc desc = {.transform = CLFFT_TRANSFORM_R2C,
                             .lengths = {16},
                             .n_loops = 2,
                             .loops = {{2, 1, 9}, {5, 8, 18}},
                             .input_strides = {2, 1, 1},
                             .output_strides = {1, 1, 1}};
    const struct harness_options fewer = {.execute = {.counts = {2, 3}}};

    REQUIRE_DEVICE;
    expect(&desc, &fewer);
    expect_hook_of(&desc);
}

/* Rows that begin at even numbers, and every other one of them; without
   `even_places` all begin at odd ones. */
static void real_numbers_move_by_twos(void)
{
    static const struct recipe_case cases[] = {
        {"r2c 60 x3", "group 5.3.2 t3 c2 plain"},
        {"c2r 60 x3", "group 5.6 t5 c2 plain"},
        {"r2c 64 x3 load=f32 window=hann", "group 4.8 t8 c2 padded"},
        {"r2c 3x12 x3", "group 3.2 t2 c2 plain ; group 3 t1 c3 plain"},
        {"r2c 3x12 x3 pitch=1", "group 3.2 t2 c2 plain ; group 3 t1 c3 plain"},
        {"c2r 3x12 x3 pitch=1", "group 3.2 t2 c2 plain ; group 3 t1 c3 plain"},
        {"r2c 4x12 x3", "tile2d 3.2 ; 4 t7 c2 padded"},
        {"r2c 4x12 x3 window=hann", "tile2d 3.2 ; 4 t5 c2 plain"},
        {"r2c 4x12 x3 pitch=1", "tile2d 3.2 ; 4 t7 c2 padded"},
        {"c2r 4x12 x3", "tile2d 3.2 ; 2.2 t7 c2 plain"},
        {"c2r 4x12 x3 pitch=1", "tile2d 3.2 ; 2.2 t7 c2 plain"},
    };

    static const clfft_desc apart[] = {
        {.transform = CLFFT_TRANSFORM_R2C,
         .lengths = {16},
         .n_loops = 1,
         .loops = {{3, 32, 9}},
         .input_strides = {2, 1, 1},
         .output_strides = {1, 1, 1}},
        {.transform = CLFFT_TRANSFORM_C2R,
         .lengths = {16},
         .n_loops = 1,
         .loops = {{3, 9, 32}},
         .input_strides = {1, 1, 1},
         .output_strides = {2, 1, 1}},
    };

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(cases); i++)
        expect_options(cases[i].text, &(struct harness_options){
                                          .plan = {.recipe = cases[i].recipe},
                                          .even_places = true});
    for (size_t i = 0; i < COUNT(apart); i++)
        expect(&apart[i], &(struct harness_options){
                              .plan = {.recipe = "group 8 t1 c2 plain"},
                              .even_places = true});
}

TEST_MAIN(TEST(every_sample_format_loads),
          TEST(every_quantity_and_side_is_stored),
          TEST(sides_of_one_axis_are_stored_in_runs),
          TEST(windows_and_padding_shape_what_is_read),
          TEST(means_are_taken_away), TEST(lines_are_taken_away),
          TEST(several_axes_store_every_side), TEST(matrix_mixes_channels),
          TEST(gain_weighs_bins), TEST(bands_and_rings_gather_bins),
          TEST(values_are_stored_in_32_and_16_bits),
          TEST(overlapping_frames_are_read_apart),
          TEST(real_numbers_move_by_twos))
