/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-families-simd.c: as test-families.c, of the schedule for CPUs. */
#include "families.h"

static void simd_runs_rows_and_lanes(void)
{
    static const struct recipe_case families[] = {
        {"c2c 64 x3", "simd 8.8 rows"},
        {"c2c 192 x2 inverse", "simd 8.8.3 rows"},
        {"c2c 12 x9", "simd 4.3 lanes"},
        {"c2c 10 x17", "simd 10 lanes wide"},
        {"c2c 64 x3", "simd 8 lanes wide | simd 8 lanes wide"},
        {"c2c 36 x3", "simd 3 lanes | simd 4 lanes | simd 3 lanes"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/* Primes as stages: first, between, last and alone, from columns and from
   rows. */
static void simd_lanes_take_primes_as_stages(void)
{
    static const struct recipe_case families[] = {
        {"c2c 19 x9", "simd 19 lanes"},
        {"c2c 111 x3 inverse", "simd 37.3 lanes"},
        {"c2c 190 x9 inplace", "simd 5.19.2 lanes"},
        {"c2c 123 x17", "simd 3.41 lanes wide"},
        {"r2c 86 x9 store=db", "simd 43 lanes"},
        {"c2r 138 x9", "simd 23.3 lanes"},
        {"r2c 47 x9 load=s16 window=hann", "simd 47 lanes"},
        {"c2c 437 x2", "simd 19.23 lanes"},
        {"c2c 666 x2 inverse", "simd 37 lanes | simd 6.3 lanes"},
        {"r2c 666 x2", "simd 9 lanes | simd 37 lanes"},
        {"c2c 37x6 x3 window=hann", "simd 6 lanes ; simd 37 lanes"},
        {"c2c 251 x2", "simd 251 lanes"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/* Runs that do not come out even overlap; spans shorter than a vector leave
   rubbish behind them, which must be covered. */
static void simd_rows_take_any_radices(void)
{
    static const struct recipe_case families[] = {
        {"c2c 48 x3", "simd 4.4.3 rows"},
        {"c2c 78 x3", "simd 2.13.3 rows"},
        {"c2c 99 x2 inverse", "simd 11.9 rows"},
        {"c2c 105 x3", "simd 7.5.3 rows"},
        {"c2c 130 x3 inplace", "simd 10.13 rows"},
        {"c2c 187 x2", "simd 17.11 rows"},
        {"c2c 256 x2", "simd 32.8 rows"},
        {"c2c 240 x2", "simd 3.16.5 rows wide"},
        {"r2c 198 x3", "simd 9.11 rows"},
        {"c2r 210 x3", "simd 5.7.3 rows"},
        {"r2c 105 x2", "simd 3.5.7 rows"},
        {"c2c 29 x3", "bluestein 90: simd 9.10 rows"},
        {"c2c 729", "simd 9.3.3.9 rows"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/* Pairs of real and imaginary parts, of whatever stands before and behind them;
   runs of four points that overlap. */
static void short_rows_stay_in_registers(void)
{
    static const struct recipe_case families[] = {
        {"c2c 16 x1100", "simd 4.4 rows"},
        {"c2c 20 x19 inverse inplace scale=0.5", "simd 4.5 rows"},
        {"c2c 8 x19 inplace", "simd 4.2 rows"},
        {"c2c 12 x19 inverse", "simd 4.3 rows"},
        {"c2c 12 x19 load=s16 store=magnitude", "simd 4.3 rows"},
        {"c2c 28 x11 load=s16 window=hann", "simd 4.7 rows"},
        {"c2c 24 x11 pad=11 store=power sides=centered", "simd 4.6 rows"},
        {"r2c 32 x9 load=s16 demean", "simd 4.4 rows"},
        {"c2r 72 x9", "simd 4.9 rows"},
        {"c2c 5x60 x3 pitch=3", "simd 4.15 rows ; simd 5 lanes"},
        {"c2c 160 x3 inverse", "simd 4.5 rows | simd 8 lanes"},
        {"r2c 320 x3", "simd 8 lanes | simd 4.5 rows"},
        {"c2r 256 x3", "simd 4.4 rows | simd 8 lanes"},
        {"c2c 11 x5", "bluestein 24: simd 4.6 rows"},
        {"c2c 17 x5 inverse", "rader 16: simd 4.4 rows"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/* Every radix of the second stage. */
static void short_rows_take_any_second_radix(void)
{
    static const unsigned radices[] = {2,  3,  4,  5,  6,  7,  8,  9,
                                       10, 11, 12, 13, 14, 15, 16, 17,
                                       18, 20, 21, 24, 25, 27, 30, 32};

    REQUIRE_DEVICE;
    for (size_t i = next_case(SIZE_MAX, COUNT(radices)); i < COUNT(radices);
         i = next_case(i, COUNT(radices))) {
        const unsigned r = radices[i];
        char text[64], recipe[64];

        snprintf(text, sizeof text, "c2c %u x7%s", 4 * r,
                 r % 2 ? " inverse" : "");
        snprintf(recipe, sizeof recipe, "simd 4.%u rows", r);
        expect_recipe(text, recipe);
    }
}

/* Columns of the convolution, its rows there and back, columns again. */
static void rader_runs_in_rows(void)
{
    static const struct recipe_case families[] = {
        {"c2c 97 x5", "rader 96: simd 6.4.4 rows"},
        {"c2c 97 x3 inplace inverse", "rader 96: simd 4.6.4 rows"},
        {"c2c 241 x3 window=hann scale=0.3", "rader 240: simd 8.6.5 rows"},
        {"r2c 97 x3 store=db", "rader 96: simd 6.4.4 rows"},
        {"r2c 194 x3", "rader 96: simd 6.4.4 rows"},
        {"c2r 97 x3", "rader 96: simd 6.4.4 rows"},
        {"c2r 194 x3", "rader 96: simd 6.4.4 rows"},
        {"c2c 3x97 x2", "rader 96: simd 6.4.4 rows ; simd 3 lanes"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/* Where a stage is as long as an overlapping load, several transforms run it
   before the next: whole handfuls, and what is left over. */
static void short_rows_run_together(void)
{
    static const struct recipe_case families[] = {
        {"c2c 32 x8", "simd 4.4.2 rows"},
        {"c2c 32 x19 inplace", "simd 4.4.2 rows"},
        {"c2c 48 x11 inverse", "simd 6.4.2 rows"},
        {"r2c 96 x6 store=power", "simd 6.4.2 rows"},
        {"c2r 96 x7", "simd 6.4.2 rows"},
        {"c2c 5x60 x3", "simd 4.5.3 rows ; simd 5 lanes"},
        {"c2c 37 x3", "bluestein 96: simd 6.4.4 rows"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/* More transforms of one loop than a CPU has pieces of work: a tile behind a
   whole one is moved there, with all that belongs to its transforms. */
static void tiles_of_lanes_move(void)
{
    enum { MANY = 1100 };
    static const struct recipe_case families[] = {
        {"c2c 16 x1100", "simd 16 lanes"},
        {"c2c 12 x1101 inplace inverse", "simd 4.3 lanes"},
        {"r2c 16 x1100 load=s16 demean store=power", "simd 8 lanes"},
        {"r2c 16 x1100 load=s24", "simd 8 lanes"},
        {"c2c 12 x1101 load=s16", "simd 4.3 lanes"},
        {"c2c 12 x1101 load=s24 window=hann inverse", "simd 4.3 lanes"},
        {"c2c 12 x1101 load=f32", "simd 4.3 lanes wide"},
        {"c2c 5 x1100", "simd 5 lanes"},
        {"c2r 16 x1100", "simd 8 lanes"},
        {"c2c 8 x1100 sides=centered", "simd 8 lanes"},
    };
    static double matrix[2 * MANY];
    const clfft_desc mixed = {.transform = CLFFT_TRANSFORM_R2C,
                              .lengths = {8},
                              .input_strides = {2, 1, 1},
                              .output_strides = {1, 1, 1},
                              .n_loops = 1,
                              .loops = {{MANY, 0, 5}},
                              .load = {.sample = CLFFT_SAMPLE_S16,
                                       .matrix = matrix,
                                       .n_rows = MANY,
                                       .n_sources = 2,
                                       .source_distance = 1}};

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < 2 * MANY; i++)
        matrix[i] = 1 + i % 7 - (i % 5) / 4.0;
    expect_families(families, COUNT(families));
    expect(&mixed,
           &(struct harness_options){.plan = {.recipe = "simd 4 lanes"}});
}

/* More than a work-item runs one behind the other: several of them, at work on
   neighbours in one buffer. */
static void pieces_work_side_by_side(void)
{
    static const struct recipe_case families[] = {
        {"c2c 64 x200 inplace", "simd 8.8 rows"},
        {"c2c 60 x209 inplace inverse", "simd 5.4.3 lanes"},
        {"r2c 256 x50", "simd 8.16 rows"},
        {"c2r 128 x99", "simd 8.8 rows"},
        {"r2c 60 x200", "simd 6.5 lanes"},
        {"c2c 4096 x3", "simd 16.4 lanes | simd 16.4 lanes"},
        {"c2c 100x130", "simd 13.10 rows ; simd 10.10 lanes wide"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/*
 * Long real transforms of several passes: samples come into the first one in
 * vectors, halves of spectra from both ends (by a step before the first pass,
 * but for wide lanes), bins are made of the points at both ends. Columns of 8
 * or 16 that are whole, that wrap, and that are fewer; an odd half; more bins
 * than a work-item makes at once.
 */
static void long_real_transforms_run_in_vectors(void)
{
    static const struct recipe_case families[] = {
        {"r2c 4608 x3", "simd 8.6 lanes | simd 16.3 lanes"},
        {"c2r 4608 x3", "simd 8.6 lanes | simd 16.3 lanes wide"},
        {"c2r 4608 x3", "simd 8.6 lanes wide | simd 16.3 lanes wide"},
        {"r2c 4608 x2 load=s16 window=hann demean store=db",
         "simd 8.6 lanes wide | simd 16.3 lanes"},
        {"r2c 4608 x2 store=magnitude sides=two",
         "simd 8.6 lanes | simd 16.3 lanes"},
        {"r2c 4608 x2 sides=centered scale=0.3",
         "simd 8.6 lanes | simd 16.3 lanes"},
        {"c2r 4608 inplace", "simd 8.6 lanes | simd 16.3 lanes"},
        {"c2r 4608 inplace", "simd 8.6 lanes wide | simd 16.3 lanes"},
        {"c2r 3x4608 x2", "simd 8.6 lanes | simd 16.3 lanes ; simd 3 lanes"},
        {"c2r 3x4608 destroy",
         "simd 8.6 lanes | simd 16.3 lanes ; simd 3 lanes"},
        {"r2c 450 x3 load=s24", "simd 15 lanes | simd 15 lanes"},
        {"c2r 450 x3", "simd 15 lanes | simd 15 lanes"},
        {"c2r 450 x3", "simd 15 lanes wide | simd 15 lanes"},
        {"r2c 90 x3 store=power", "simd 5 lanes | simd 9 lanes"},
        {"c2r 90 x3", "simd 5 lanes | simd 9 lanes"},
        {"c2r 90 x3", "simd 5 lanes wide | simd 9 lanes"},
        {"r2c 4096 x2 inplace", "simd 8 lanes | simd 16 lanes | simd 16 lanes"},
        {"c2r 4096 x2", "simd 8 lanes | simd 16 lanes | simd 16 lanes wide"},
        {"c2r 4096 x2",
         "simd 8 lanes wide | simd 16 lanes | simd 16 lanes wide"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/* The same ones where samples or bins lie apart, where frames end early, and
   where a frame begins behind the last column of the one before. */
static void long_real_transforms_lie_anywhere(void)
{
    enum { LONG = 4608, SHORT = 450, COLUMNS = 15 };
    static double window[SHORT];
    const struct {
        clfft_desc desc;
        const char *recipe;
    } cases[] = {
        {{.transform = CLFFT_TRANSFORM_R2C,
          .lengths = {LONG},
          .input_strides = {2, 1, 1},
          .output_strides = {1, 1, 1},
          .n_loops = 1,
          .loops = {{2, 1, LONG}}},
         "simd 8.6 lanes | simd 16.3 lanes"},
        {{.transform = CLFFT_TRANSFORM_R2C,
          .lengths = {LONG},
          .input_strides = {1, 1, 1},
          .output_strides = {2, 1, 1},
          .n_loops = 1,
          .loops = {{2, 1001, 1}}},
         "simd 8.6 lanes | simd 16.3 lanes"},
        {{.transform = CLFFT_TRANSFORM_R2C,
          .lengths = {LONG},
          .n_loops = 1,
          .loops = {{2, 1001, LONG}},
          .load = {.lengths = {4001}}},
         "simd 8.6 lanes | simd 16.3 lanes"},
        {{.transform = CLFFT_TRANSFORM_C2R,
          .lengths = {LONG},
          .input_strides = {2, 1, 1},
          .output_strides = {1, 1, 1},
          .n_loops = 1,
          .loops = {{2, 1, LONG}}},
         "simd 8.6 lanes | simd 16.3 lanes"},
        {{.transform = CLFFT_TRANSFORM_C2R,
          .lengths = {LONG},
          .input_strides = {1, 1, 1},
          .output_strides = {2, 1, 1},
          .n_loops = 1,
          .loops = {{2, LONG, 1}}},
         "simd 8.6 lanes | simd 16.3 lanes"},
        {{.transform = CLFFT_TRANSFORM_R2C,
          .lengths = {SHORT},
          .n_loops = 1,
          .loops = {{5, 2 * COLUMNS, SHORT}},
          .load = {.windows[0] = window}},
         "simd 15 lanes | simd 15 lanes"},
        {{.transform = CLFFT_TRANSFORM_C2R,
          .lengths = {SHORT},
          .n_loops = 1,
          .loops = {{5, COLUMNS, SHORT}}},
         "simd 15 lanes | simd 15 lanes"},
    };

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < SHORT; i++)
        window[i] = 0.25 + i % 7;
    for (size_t i = next_case(SIZE_MAX, COUNT(cases)); i < COUNT(cases);
         i = next_case(i, COUNT(cases)))
        expect(&cases[i].desc,
               &(struct harness_options){.plan = {.recipe = cases[i].recipe}});
}

/* Long rows of a power of two lie spread over the sets of a cache, but not
   those whose first radix is shorter than a vector: its last vectors run past
   the row. */
static void long_rows_begin_with_any_radix(void)
{
    enum { POINTS = 8192, LEAST = 16 * POINTS + 1024 };

    REQUIRE_DEVICE;
    if (clfft_device_get_limits(harness_device())->local_total < LEAST)
        TEST_SKIP("less local memory than 8192 points want");
    expect_recipe("c2c 8192 x2", "simd 4.16.16.8 rows");
    expect_recipe("c2c 8192 x2 inverse", "simd 8.16.8.8 rows");
}

/* As many points as local memory holds without a gap; half a spectrum, with a
   bin more, goes another way. */
static void rows_fill_local_memory(void)
{
    enum { STAGES = 5 };
    const clfft_limits *limits;
    unsigned bits = 0, radices[STAGES];
    char text[64], recipe[64];

    REQUIRE_DEVICE;
    limits = clfft_device_get_limits(harness_device());
    while (UINT64_C(32) << bits <= limits->local_total)
        bits++;
    if (!(limits->type & CL_DEVICE_TYPE_CPU) || bits < 11 || bits > 20 ||
        UINT64_C(16) << bits != limits->local_total)
        TEST_SKIP("no local memory of a power of two that rows fill");
    for (unsigned i = 0; i < STAGES; i++)
        radices[i] = 1u << (bits / STAGES + (i < bits % STAGES));
    snprintf(recipe, sizeof recipe, "simd %u.%u.%u.%u.%u rows", radices[0],
             radices[1], radices[2], radices[3], radices[4]);
    snprintf(text, sizeof text, "c2c %u x2", 1u << bits);
    expect_recipe(text, recipe);
    snprintf(text, sizeof text, "r2c %u", 2u << bits);
    expect_text(text, CLFFT_SCHEDULE_AUTO);
    snprintf(text, sizeof text, "c2r %u", 2u << bits);
    expect_text(text, CLFFT_SCHEDULE_AUTO);
}

/* With 32 KiB of local memory, as a simulator has them. */
static void rows_borrow_from_the_output(void)
{
    static const struct recipe_case families[] = {
        {"c2c 3072 x2", "simd 16.8.8.3 rows"},
        {"r2c 6000 x2 load=s16 window=hann", "simd 10.15.10.2 rows"},
        {"c2c 3457", "rader 3456: simd 12.16.18 rows"},
    };

    REQUIRE_DEVICE;
    if (clfft_device_get_limits(harness_device())->local_total != 32 * 1024)
        TEST_SKIP("no local memory of 32 KiB");
    expect_families(families, COUNT(families));
}

/* Columns, rows of points, and points one by one, before the roots between the
   passes and behind them. */
static void a_pass_may_be_a_convolution(void)
{
    static const struct recipe_case families[] = {
        {"c2c 56 x3", "simd 4.4 lanes bluestein7 | simd 8 lanes"},
        {"c2c 112 x2", "simd 4.4 lanes wide bluestein7 | simd 16 lanes wide"},
        {"c2c 56 x3 inverse inplace",
         "simd 8 lanes | simd 4.4 lanes bluestein7"},
        {"c2c 55 x2", "simd 3.3 lanes bluestein5 | simd 21 lanes bluestein11"},
        {"c2c 21 x3 load=s16 store=db",
         "simd 5 lanes bluestein3 | simd 13 lanes bluestein7"},
        {"c2c 280 x2", "simd 4.4 lanes bluestein7 | simd 8 lanes | "
                       "simd 5 lanes"},
        {"c2c 56x9", "simd 9 lanes ; simd 4.4 lanes bluestein7 | simd 8 lanes"},
        {"r2c 112 x3", "simd 4.4 lanes bluestein7 | simd 8 lanes"},
        {"r2c 224 x2", "simd 4.4 lanes wide bluestein7 | simd 16 lanes wide"},
        {"r2c 21 x5 window=hann", "simd 4.4 lanes bluestein7 | simd 3 lanes"},
        {"c2r 112 x3", "simd 4.4 lanes bluestein7 | simd 8 lanes"},
        {"c2r 224 x2", "simd 16 lanes wide | simd 2.7 lanes wide bluestein7"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

TEST_MAIN(TEST(a_pass_may_be_a_convolution), TEST(simd_runs_rows_and_lanes),
          TEST(simd_lanes_take_primes_as_stages),
          TEST(simd_rows_take_any_radices), TEST(short_rows_stay_in_registers),
          TEST(short_rows_take_any_second_radix), TEST(rader_runs_in_rows),
          TEST(short_rows_run_together), TEST(tiles_of_lanes_move),
          TEST(pieces_work_side_by_side),
          TEST(long_real_transforms_run_in_vectors),
          TEST(long_real_transforms_lie_anywhere),
          TEST(long_rows_begin_with_any_radix), TEST(rows_fill_local_memory),
          TEST(rows_borrow_from_the_output))
