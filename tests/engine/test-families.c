/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-families.c: one small size of every recipe family, each kernel with as
 * few work-items as show its structure. It is what scripts/test-oclgrind proves
 * free of races and strays; on any other device it is a quick look at all
 * kernels. test-families-hooks.c does the same with what is done beside a
 * transform.
 *
 * CLFFT_TEST_FULL=1 adds what only repeats the structure: double precision of
 * everything.
 */
#include "families.h"

static void group_runs_in_every_layout(void)
{
    static const struct recipe_case families[] = {
        {"c2c 16 x3", "group 4.4 t4 c2 plain"},
        {"c2c 64 x3", "group 4.4.4 t5 c2 padded"},
        {"c2c 12 x3", "group 4.3 t2 c2 pitch"},
        {"c2c 16 x3", "group 4.4 t4 c2 plain split"},
        {"c2c 64 x3", "group 8.8 t8 c2 padded split"},
        {"c2c 12 x3 inverse", "group 4.3 t4 c2 pitch split"},
        {"c2c 2187 x2", "group 9.9.9.3 t81 c1 plain split"},
        {"c2c 64 x3", "group 4.4.4 t16 c2 padded split p2"},
        {"c2c 64 x3", "group 8.8 t8 c2 plain split p4"},
        {"c2c 64 x3", "group 8.8 t8 c2 padded p2"},
        {"c2c 60 x3", "group 5.4.3 t12 c2 pitch p4"},
        {"c2c 60 x3", "group 5.4.3 t10 c2 plain early"},
        {"c2c 60 x3 inverse", "group 5.4.3 t10 c2 plain poly"},
        {"r2c 64 x3", "group 4.8 t8 c2 padded poly"},
        {"c2r 64 x3", "group 8.4 t4 c2 pitch poly"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/* Single precision alone. */
static void planes_run_in_every_layout(void)
{
    static const struct recipe_case families[] = {
        {"c2c 8x8 x3", "plane 4.2 ; 8 t8 c2 plain"},
        {"c2c 4x6 x3 inplace", "plane 3.2 ; 2.2 t5 c2 padded"},
        {"c2c 8x6 x3 inverse", "plane 3.2 ; 2.4 t7 c1 padded split p2"},
        {"r2c 4x12 x3", "plane 3.2 ; 4 t7 c2 padded"},
        {"r2c 4x12 x3 inplace", "plane 3.2 ; 4 t5 c2 plain split p2"},
        {"r2c 4x9 x2", "plane 3.3 ; 4 t9 c1 plain"},
        {"c2r 4x12 x3", "plane 3.2 ; 2.2 t7 c2 plain"},
        {"c2r 4x12 x3 inplace", "plane 3.2 ; 4 t5 c2 padded split p4"},
        {"c2r 4x9 x2", "plane 3.3 ; 4 t9 c1 padded split"},
        {"c2c 8x6 x3", "plane 2.3 ; 4.2 t7 c2 plain p4"},
        {"r2c 4x12 x3", "plane 2.3 ; 2.2 t5 c1 padded p2"},
        {"c2r 4x12 x3", "plane 3.2 ; 4 t7 c2 plain p2"},
        {"c2c 3x4x6 x2", "plane 3.2 ; 4 t5 c2 padded ; group 3 t1 c8 plain"},
        {"c2c 3x4x6 x2 inplace inverse scale=0.25",
         "plane 3.2 ; 4 t6 c4 plain split ; group 3 t1 c4 plain"},
        {"c2c 4x4x6 pad=3x4x6",
         "plane 3.2 ; 4 t5 c2 padded ; group 4 t1 c8 plain"},
        {"r2c 3x4x12 x2 store=power",
         "plane 3.2 ; 4 t7 c2 padded ; group 3 t1 c5 plain"},
        {"r2c 17x4x9",
         "plane 3.3 ; 4 t9 c1 plain ; bluestein 36: group 6.6 t6 c4 plain"},
        {"c2r 3x4x12 x2",
         "plane 3.2 ; 4 t7 c2 plain ; group 3 t1 c8 plain"},
        {"c2r 3x4x12 x2 destroy",
         "plane 3.2 ; 4 t7 c2 plain ; group 3 t1 c8 plain"},
        {"c2r 3x4x9 inplace",
         "plane 3.3 ; 4 t9 c1 padded split ; group 3 t1 c8 plain"},
    };

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(families); i++)
        expect_recipe(families[i].text, families[i].recipe);
}

static void group_turns_long_transforms(void)
{
    static const struct recipe_case families[] = {
        {"c2c 64 x3", "group 4.2 t2 c4 plain split | "
                      "group 8 t1 c4 pitch split"},
        {"c2c 60 x3", "group 5 t3 c4 plain | group 4 t2 c3 pitch | "
                      "group 3 t1 c5 padded"},
        /* circles of up to 2^25 have roots by polynomial */
        {"c2c 1024", "group 8.4 t8 c8 plain split | "
                     "group 8.4 t8 c8 pitch split"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

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

static void direct_runs_every_radix(void)
{
    static const unsigned radices[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,
                                       10, 11, 12, 13, 14, 15, 16, 17, 32};
    char text[32], recipe[32];

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(radices); i++) {
        const struct recipe_case family = {text, recipe};
        snprintf(text, sizeof text, "c2c %u x3", 2 * radices[i]);
        snprintf(recipe, sizeof recipe, "direct %u | direct 2", radices[i]);
        expect_families(&family, 1);
    }
}

static void bluestein_runs_in_every_schedule(void)
{
    static const struct recipe_case families[] = {
        {"c2c 7 x3", "bluestein 16: group 4.4 t4 c2 padded"},
        {"c2c 19 x3", "bluestein 64: group 8 t1 c8 plain split | "
                      "group 8 t1 c8 pitch split"},
        {"c2c 29 x3 inverse", "bluestein 64: simd 8.8 rows"},
        {"c2c 5 x9", "bluestein 12: simd 4.3 lanes"},
        {"c2c 37 x3", "bluestein 75: direct 5 | direct 5 | direct 3"},
        {"r2c 62 x3", "bluestein 64: group 8.8 t8 c1 padded"},
        {"r2c 19 x3", "bluestein 40: direct 5 | direct 8"},
        {"c2r 38 x3", "bluestein 40: direct 5 | direct 8"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/* In rows through local memory, along another axis by themselves. */
static void rader_runs_in_every_layout(void)
{
    static const struct recipe_case families[] = {
        {"c2c 7 x3", "rader 6: group 3.2 t2 c2 padded"},
        {"c2c 13 x3 inverse", "rader 12: group 4.3 t2 c2 pitch split"},
        {"c2c 17 x3", "rader 16: group 4.4 t4 c2 plain split p2"},
        {"c2c 17 x3", "rader 16: group 4.2.2 t4 c2 padded p2"},
        {"c2c 19 x3", "rader 18: group 3.2.3 t4 c2 plain early"},
        {"c2c 17 x3", "rader 16: group 16 t1 c2 plain"},
        {"c2c 3 x3", "rader 2: group 2 t1 c2 plain split"},
        {"c2c 19x3", "group 3 t1 c2 plain ; rader 18: group 9.2 t2 c2 plain"},
        {"c2c 19x3 inverse", "group 3 t1 c2 plain ; "
                             "rader 18: group 9.2 t2 c2 pitch split"},
        {"r2c 3 x3", "rader 2: group 2 t1 c2 plain"},
        {"r2c 19 x3", "rader 18: group 9.2 t2 c2 plain"},
        {"r2c 38 x3", "rader 18: group 9.2 t2 c2 plain split"},
        {"c2r 19 x3", "rader 18: group 9.2 t3 c2 plain"},
        {"c2r 38 x3", "rader 18: group 3.3.2 t6 c2 padded"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/* Columns of the convolution, its rows there and back, columns again. */
static void rader_runs_in_rows(void)
{
    static const struct recipe_case families[] = {
        {"c2c 97 x5", "rader 96: simd 6.4.4 rows"},
        {"c2c 97 x3 inplace inverse", "rader 96: simd 4.6.4 rows"},
        {"c2c 241 x3 window=hann scale=0.5", "rader 240: simd 8.6.5 rows"},
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
        {"c2c 5 x1100", "simd 5 lanes"},
        {"c2r 16 x1100", "simd 8 lanes"},
        {"c2c 8 x1100 sides=centered", "simd 8 lanes"},
    };
    static double matrix[2 * MANY];
    const clfft_desc mixed = {
        .transform = CLFFT_TRANSFORM_R2C, .lengths = {8},
        .input_strides = {2, 1, 1}, .output_strides = {1, 1, 1}, .n_loops = 1,
        .loops = {{MANY, 0, 5}},
        .load = {.sample = CLFFT_SAMPLE_S16, .matrix = matrix, .n_rows = MANY,
                 .n_sources = 2, .source_distance = 1}};

    REQUIRE_DEVICE;
    for (unsigned i = 0; i < 2 * MANY; i++)
        matrix[i] = 1 + i % 7 - (i % 5) / 4.0;
    expect_families(families, COUNT(families));
    expect(&mixed, &(struct harness_options){
                       .plan = {.recipe = "simd 4 lanes"}});
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

static void rader_runs_in_three_steps(void)
{
    static const struct recipe_case families[] = {
        {"c2c 17 x3", "rader 16: group 4 t1 c4 plain | group 4 t1 c4 pitch"},
        {"c2c 61 x3 inverse",
         "rader 60: group 5 t1 c4 plain | group 4.3 t3 c2 padded"},
        {"c2c 61 x2", "rader 60: group 3.2 t3 c5 plain split early | "
                      "group 2.5 t2 c3 pitch split"},
        {"c2c 13 x3 inplace", "rader 12: group 2 t1 c3 plain | "
                              "group 3.2 t2 c2 plain"},
        {"c2c 17x3", "group 3 t1 c2 plain ; rader 16: group 4 t1 c3 plain | "
                     "group 2.2 t2 c2 plain"},
        {"r2c 19 x3", "rader 18: group 6 t1 c3 plain | group 3 t1 c2 plain"},
        {"r2c 38 x3", "rader 18: group 2 t1 c9 plain | group 3.3 t3 c2 plain"},
        {"c2r 19 x3", "rader 18: group 6 t1 c3 plain | group 3 t1 c2 plain"},
        {"c2r 38 x3", "rader 18: group 3 t1 c4 pitch | group 2.3 t2 c2 plain"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

static void real_data_is_folded_and_untangled(void)
{
    static const struct recipe_case families[] = {
        {"r2c 32 x3", "group 4.4 t4 c2 padded"},
        {"c2r 32 x3", "group 4.4 t4 c2 padded"},
        {"r2c 128 x3", "simd 8.8 rows"},
        {"c2r 128 x3", "simd 8.8 rows"},
        {"r2c 24 x9", "simd 4.3 lanes"},
        {"r2c 32 x3", "direct 4 | direct 4"},
        {"c2r 32 x3", "direct 4 | direct 4"},
        {"r2c 15 x3", "direct 3 | direct 5"},
        {"c2r 15 x3", "group 5.3 t3 c2 pitch"},
        {"r2c 128 x2", "group 8 t1 c8 plain split | group 8 t1 c8 pitch split"},
        {"r2c 32 x3 inplace", "group 4.4 t4 c2 plain"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/* And of two rows of the last of two passes: an even and an odd number of rows,
   one pair and more in a group, groups that are not full; a group of an odd
   number cannot. */
static void halves_of_rows_meet(void)
{
    static const struct recipe_case families[] = {
        {"r2c 32 x3", "group 4 t1 c4 plain | group 4 t1 c2 plain"},
        {"r2c 30 x3", "group 5 t1 c4 plain | group 3 t1 c4 pitch"},
        {"r2c 72 x3", "group 6 t1 c3 plain | group 3.2 t3 c2 padded"},
        {"r2c 84 x3", "group 7 t1 c4 plain | group 2.3 t2 c6 plain split"},
        {"r2c 84 x2 inplace",
         "group 6 t1 c4 plain | group 7 t1 c4 pitch split"},
        {"r2c 96 x2", "group 4 t1 c4 plain | group 4.3 t3 c4 padded split early"},
        {"r2c 96 x2", "group 4 t1 c4 plain | group 4.3 t2 c4 plain poly"},
        {"r2c 30 x2", "group 5 t1 c4 plain | group 3 t1 c3 pitch"},
        {"r2c 72 x2", "group 6 t1 c3 plain turn | group 3.2 t3 c2 padded"},
        {"r2c 3x24 x2",
         "group 4 t1 c4 plain | group 3 t1 c4 pitch ; group 3 t1 c4 plain"},
        {"r2c 24 x5 load=s16 window=hann store=db sides=centered",
         "group 4 t1 c4 plain | group 3 t1 c4 pitch"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/* The first of two passes transposes: the last one then works in the output,
   unless that is the input too, is rotated, or holds no points. */
static void first_pass_may_transpose(void)
{
    static const struct recipe_case families[] = {
        {"c2c 24 x3", "group 4 t1 c4 pitch turn | group 3.2 t3 c2 plain"},
        {"c2c 24 x3 inverse",
         "group 3.2 t3 c2 plain split turn | group 4 t1 c3 plain"},
        {"c2c 24 x3 inplace", "group 4 t1 c4 pitch turn | group 6 t1 c4 plain"},
        {"c2c 24 x3 sides=centered",
         "group 8 t1 c3 pitch turn | group 3 t1 c4 plain"},
        {"c2c 24 x3 store=power",
         "group 4 t1 c4 pitch turn | group 6 t1 c4 plain"},
        {"c2c 24x3 x2", "group 3 t1 c4 plain ; "
                        "group 4 t1 c4 pitch turn | group 6 t1 c4 plain"},
        {"c2c 3x24 x2", "group 4 t1 c4 pitch turn | group 6 t1 c4 plain ; "
                        "group 3 t1 c4 plain"},
        {"c2r 48 x3", "group 4 t1 c4 pitch turn | group 6 t1 c4 plain"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/* Bins k and n - k meet in registers where a stage has a multiple of twice as
   many butterflies as there are work-items: even and odd radices at the end
   that stores, or loads; one pair of butterflies a work-item, and two. */
static void halves_meet_in_registers(void)
{
    static const struct recipe_case families[] = {
        {"r2c 32 x3", "group 4.4 t2 c2 padded"},
        {"c2r 32 x3", "group 4.4 t2 c2 padded split"},
        {"r2c 36 x3", "group 2.9 t1 c2 plain early"},
        {"c2r 36 x3", "group 9.2 t1 c2 pitch"},
        {"r2c 60 x3 inplace", "group 5.3.2 t3 c2 plain split"},
        {"c2r 60 x3 inplace", "group 3.2.5 t5 c2 plain"},
        {"r2c 64 x3", "group 4.4.2 t4 c2 padded poly"},
        {"c2r 64 x3", "group 2.4.4 t4 c2 padded poly"},
        {"r2c 128 x3", "group 4.4.4 t8 c1 padded split p2"},
        {"c2r 128 x3", "group 4.4.4 t8 c1 padded split p4"},
        {"r2c 128 x3", "group 4.4.4 t8 c2 plain p4"},
        {"r2c 4x32 x2", "group 4.4 t2 c2 plain ; group 4 t1 c3 plain"},
        {"c2r 4x32 x2", "group 4.4 t2 c2 plain ; group 4 t1 c3 plain"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/* Three transforms in groups, or lanes, for two or eight. */
static void in_place_nothing_is_stored_before_it_is_read(void)
{
    static const struct recipe_case families[] = {
        {"c2c 16 x3 inplace", "group 4.4 t4 c2 plain"},
        {"c2c 16 x3 inplace", "group 4.4 t4 c2 padded split"},
        {"c2c 16 x3 inplace", "group 4.4 t4 c2 plain split p2"},
        {"c2c 8 x3 inplace", "group 8 t1 c2 plain"},
        {"r2c 32 x3 inplace", "group 4.4 t4 c2 plain"},
        {"r2c 32 x3 inplace", "group 4.4 t4 c2 plain split"},
        {"c2r 32 x3 inplace", "group 4.4 t4 c2 plain"},
        {"c2r 32 x3 inplace", "group 4.4 t4 c2 padded split"},
        {"r2c 15 x3 inplace", "group 5.3 t3 c2 pitch"},
        {"c2r 15 x3 inplace", "group 5.3 t3 c2 pitch"},
        {"c2c 7 x3 inplace", "bluestein 16: group 4.4 t4 c2 padded"},
        {"c2c 7 x3 inplace", "rader 6: group 3.2 t2 c2 padded"},
        {"c2c 17 x3 inplace", "rader 16: group 4.4 t4 c2 plain split p2"},
        {"r2c 19 x3 inplace", "rader 18: group 9.2 t2 c2 plain"},
        {"c2r 38 x3 inplace", "rader 18: group 9.2 t2 c2 plain split"},
        {"c2c 19x3 inplace", "group 3 t1 c2 plain ; "
                             "rader 18: group 9.2 t2 c2 plain"},
        {"c2c 64 x3 inplace", "group 8 t1 c4 plain | group 8 t1 c4 pitch"},
        {"c2c 64 x3 inplace", "simd 8.8 rows"},
        {"c2c 12 x9 inplace", "simd 4.3 lanes"},
        {"r2c 24 x9 inplace", "simd 4.3 lanes"},
        {"c2r 128 x3 inplace", "simd 8.8 rows"},
        {"c2c 64 x3 inplace", "simd 8 lanes wide | simd 8 lanes wide"},
        {"c2c 16 x3 inplace", "direct 4 | direct 4"},
        {"r2c 16 x3 inplace", "direct 8"},
        {"c2r 16 x3 inplace", "direct 8"},
        {"c2c 6x8 x2 inplace", "group 8 t1 c4 padded ; group 3.2 t2 c5 plain"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

static void every_schedule_takes_every_axis(void)
{
    static const struct recipe_case families[] = {
        {"c2c 6x8 x2", "direct 8 ; direct 3 | direct 2"},
        {"c2c 6x8 x2", "group 8 t1 c4 padded ; group 3.2 t2 c8 plain split"},
        {"c2c 6x64", "simd 8.8 rows ; simd 3.2 lanes wide"},
        {"r2c 6x8 x2", "direct 4 ; direct 3 | direct 2"},
        {"c2r 6x8 x2", "group 4 t1 c4 padded ; group 3.2 t2 c8 plain"},
        {"r2c 3x4x6 pitch=3", "direct 3 ; direct 4 ; direct 3"},
        {"c2c 7x8", "direct 8 ; bluestein 16: direct 4 | direct 4"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

static void double_precision_runs_in_every_schedule(void)
{
    static const struct recipe_case families[] = {
        {"c2c 12 x3 double", "group 4.3 t2 c2 pitch split"},
        {"r2c 24 x3 double", "group 4 t1 c4 plain | group 3 t1 c4 pitch"},
        {"c2c 64 x3 double", "simd 8.8 rows"},
        {"c2c 12 x9 double", "simd 4.3 lanes wide"},
        {"c2c 45 x2 double", "simd 3.5.3 rows"},
        {"r2c 70 x2 double", "simd 7.5 rows"},
        {"r2c 32 x3 double load=s16 window=hann store=db floor=-200",
         "direct 4 | direct 4"},
    };

    REQUIRE_DEVICE;
    if (!clfft_device_get_limits(harness_device())->has_double)
        TEST_SKIP("the device has no double precision");
    for (size_t i = 0; i < COUNT(families); i++)
        expect_recipe(families[i].text, families[i].recipe);
}

TEST_MAIN(TEST(group_runs_in_every_layout), TEST(planes_run_in_every_layout),
          TEST(group_turns_long_transforms), TEST(simd_runs_rows_and_lanes),
          TEST(simd_rows_take_any_radices), TEST(direct_runs_every_radix),
          TEST(bluestein_runs_in_every_schedule),
          TEST(rader_runs_in_every_layout), TEST(rader_runs_in_three_steps),
          TEST(rader_runs_in_rows), TEST(short_rows_run_together),
          TEST(tiles_of_lanes_move), TEST(rows_fill_local_memory),
          TEST(long_rows_begin_with_any_radix),
          TEST(real_data_is_folded_and_untangled),
          TEST(halves_meet_in_registers), TEST(halves_of_rows_meet),
          TEST(first_pass_may_transpose),
          TEST(in_place_nothing_is_stored_before_it_is_read),
          TEST(every_schedule_takes_every_axis),
          TEST(double_precision_runs_in_every_schedule))
