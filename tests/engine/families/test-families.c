/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-families.c: one small size of every recipe family, each kernel with as
 * few work-items as show its structure. It is what scripts/dev/test-oclgrind
 * proves free of races and strays; on any other device it is a quick look at
 * all kernels. test-families-hooks.c does the same with what is done beside a
 * transform.
 *
 * CLFFT_TEST_FULL=1 adds what only repeats the structure: double precision of
 * everything.
 */
#include "families.h"

#include "clfft/base/factor.h"

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
        {"c2c 567 x2", "group 27.21 t21 c1 plain"},
        {"c2c 630 x2 inverse", "group 21.30 t30 c1 padded split"},
        {"c2c 450 x2", "group 18.25 t25 c1 plain poly"},
        {"c2c 480 x2 inverse", "group 24.20 t24 c1 padded"},
        {"c2c 64 x3", "group 4.4.4 t16 c2 padded split p2"},
        {"c2c 64 x3", "group 8.8 t8 c2 plain split p4"},
        {"c2c 64 x3", "group 8.8 t8 c2 padded p2"},
        {"c2c 60 x3", "group 5.4.3 t12 c2 pitch p4"},
        {"c2c 60 x3", "group 5.4.3 t10 c2 plain early"},
        {"c2c 60 x3 inverse", "group 5.4.3 t10 c2 plain poly"},
        {"r2c 64 x3", "group 4.8 t8 c2 padded poly"},
        {"c2r 64 x3", "group 8.4 t4 c2 pitch poly"},
        {"c2c 12 x3", "group 4.3 t1 c2 padded linear"},
        {"c2c 15 x3 inplace", "group 15 t2 c2 pitch linear"},
        {"r2c 24 x3", "group 4.3 t3 c2 plain linear"},
        {"c2r 24 x3", "group 4.3 t3 c2 padded linear poly"},
        {"r2c 15 x3", "group 3.5 t3 c2 padded linear"},
        {"c2r 15 x3", "group 5.3 t2 c2 padded linear early"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
}

/* Single precision alone. */
static void tile2d_runs_in_every_layout(void)
{
    static const struct recipe_case families[] = {
        {"c2c 8x8 x3", "tile2d 4.2 ; 8 t8 c2 plain"},
        {"c2c 4x6 x3 inplace", "tile2d 3.2 ; 2.2 t5 c2 padded"},
        {"c2c 8x6 x3 inverse", "tile2d 3.2 ; 2.4 t7 c1 padded split p2"},
        {"r2c 4x12 x3", "tile2d 3.2 ; 4 t7 c2 padded"},
        {"r2c 4x12 x3 inplace", "tile2d 3.2 ; 4 t5 c2 plain split p2"},
        {"r2c 4x9 x2", "tile2d 3.3 ; 4 t9 c1 plain"},
        {"c2r 4x12 x3", "tile2d 3.2 ; 2.2 t7 c2 plain"},
        {"c2r 4x12 x3 inplace", "tile2d 3.2 ; 4 t5 c2 padded split p4"},
        {"c2r 4x9 x2", "tile2d 3.3 ; 4 t9 c1 padded split"},
        {"c2c 8x6 x3", "tile2d 2.3 ; 4.2 t7 c2 plain p4"},
        {"r2c 4x12 x3", "tile2d 2.3 ; 2.2 t5 c1 padded p2"},
        {"c2r 4x12 x3", "tile2d 3.2 ; 4 t7 c2 plain p2"},
        {"c2c 3x4x6 x2", "tile2d 3.2 ; 4 t5 c2 padded ; group 3 t1 c8 plain"},
        {"c2c 3x4x6 x2 inplace inverse scale=0.25",
         "tile2d 3.2 ; 4 t6 c4 plain split ; group 3 t1 c4 plain"},
        {"c2c 4x4x6 pad=3x4x6",
         "tile2d 3.2 ; 4 t5 c2 padded ; group 4 t1 c8 plain"},
        {"r2c 3x4x12 x2 store=power",
         "tile2d 3.2 ; 4 t7 c2 padded ; group 3 t1 c5 plain"},
        {"r2c 17x4x9",
         "tile2d 3.3 ; 4 t9 c1 plain ; bluestein 36: group 6.6 t6 c4 plain"},
        {"c2r 3x4x12 x2", "tile2d 3.2 ; 4 t7 c2 plain ; group 3 t1 c8 plain"},
        {"c2r 3x4x12 x2 destroy",
         "tile2d 3.2 ; 4 t7 c2 plain ; group 3 t1 c8 plain"},
        {"c2r 3x4x9 inplace",
         "tile2d 3.3 ; 4 t9 c1 padded split ; group 3 t1 c8 plain"},
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

static void direct_runs_every_radix(void)
{
    const struct recipe_case one = {"c2c 2 x3", "direct 1 | direct 2"};
    char text[32], recipe[32];

    REQUIRE_DEVICE;
    expect_families(&one, 1);
    for (size_t i = 0; i < COUNT(clfft_radices); i++) {
        const struct recipe_case family = {text, recipe};
        snprintf(text, sizeof text, "c2c %u x3", 2 * clfft_radices[i]);
        snprintf(recipe, sizeof recipe, "direct %u | direct 2",
                 clfft_radices[i]);
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
        {"r2c 62 x3", "bluestein 64: group 8.8 t4 c2 pitch split"},
        {"r2c 74 x5 inplace", "bluestein 75: group 5.5.3 t15 c2 plain"},
        {"r2c 74 x3", "bluestein 80: simd 8.10 rows"},
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

/* Columns and rows, before the roots between the passes and behind them; both
   passes, the middle one of three, an axis beside others. */
static void a_pass_may_be_a_convolution(void)
{
    static const struct recipe_case families[] = {
        {"c2c 28 x3", "group 4.4 t4 c2 plain bluestein7 | group 4 t1 c4 pitch"},
        {"c2c 28 x3 inverse",
         "group 4 t1 c4 plain | group 4.4 t4 c2 pitch split bluestein7"},
        {"c2c 21 x3", "group 3.2 t2 c2 plain rader7 | group 3 t1 c4 pitch"},
        {"c2c 21 x3", "group 3 t1 c4 plain | group 3.2 t2 c2 pitch rader7"},
        {"c2c 35 x2 inverse inplace",
         "group 2.3 t2 c3 padded split rader7 | group 2.2 t2 c2 plain rader5"},
        {"c2c 33 x2", "group 5.5 t5 c2 plain split poly bluestein11 | "
                      "group 3.2 t3 c2 pitch early bluestein3"},
        {"c2c 60 x2", "group 2.3 t3 c2 plain bluestein3 | "
                      "group 4 t1 c3 plain rader5 | group 4 t1 c4 plain"},
        {"c2c 28 x3", "group 4.4 t4 c2 pitch turn bluestein7 | "
                      "group 4 t1 c3 plain"},
        {"c2c 21x3 x2", "group 3 t1 c2 plain ; "
                        "group 3.2 t2 c3 plain rader7 | group 3 t1 c4 plain"},
        {"c2c 28x3", "group 3 t1 c2 plain ; group 4 t1 c4 plain | "
                     "group 4.4 t3 c2 plain split bluestein7"},
        {"r2c 56 x3", "group 4.4 t4 c2 plain bluestein7 | group 4 t1 c4 pitch"},
        {"r2c 42 x3", "group 3.2 t2 c2 plain rader7 | group 3 t1 c2 pitch"},
        {"r2c 42 x3", "group 3 t1 c4 plain | group 3.2 t2 c2 pitch rader7"},
        {"r2c 21 x5 load=s16 window=hann store=db",
         "group 3.2 t2 c4 plain rader7 | group 3 t1 c4 pitch"},
        {"c2r 56 x3", "group 4.4 t4 c4 plain bluestein7 | group 4 t1 c4 pitch"},
        {"c2r 42 x3", "group 3 t1 c4 plain | group 3.2 t2 c2 pitch rader7"},
        {"c2r 21 x3", "group 3.2 t2 c4 plain rader7 | group 3 t1 c4 pitch"},
    };

    REQUIRE_DEVICE;
    expect_families(families, COUNT(families));
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
        {"r2c 96 x2",
         "group 4 t1 c4 plain | group 4.3 t3 c4 padded split early"},
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

/* Of rows padded every 16 or 32 words: stages whose legs are that far apart,
   nearer and neither. */
static void slots_come_apart(void)
{
    static const struct recipe_case families[] = {
        {"c2c 256 x3", "group 16.16 t16 c2 padded p2"},
        {"c2c 256 x3", "group 4.8.8 t32 c3 padded split"},
        {"c2c 240 x3", "group 15.16 t15 c2 padded"},
        {"c2c 192 x3 inverse", "group 8.3.8 t24 c2 padded poly"},
        {"c2c 192 x3", "group 2.16.6 t12 c2 pitch p2"},
        {"c2c 128 x3", "group 2.8.8 t16 c4 pitch split"},
        {"r2c 256 x3", "group 8.16 t16 c2 padded"},
        {"c2r 256 x3", "group 16.8 t32 c1 padded split"},
        {"c2r 192 x3", "group 12.8 t16 c2 pitch"},
        {"r2c 192 x3", "group 8.12 t32 c1 padded early"},
        {"c2c 8x32 x3", "tile2d 4.8 ; 4.2 t16 c2 padded p2"},
        {"c2c 4x64 x3", "tile2d 16.4 ; 4 t16 c1 padded split"},
        {"c2c 16x16 x3 inverse", "tile2d 2.8 ; 8.2 t8 c3 padded"},
    };

    REQUIRE_DEVICE;
    for (size_t i = 0; i < COUNT(families); i++)
        expect_recipe(families[i].text, families[i].recipe);
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

TEST_MAIN(TEST(group_runs_in_every_layout), TEST(tile2d_runs_in_every_layout),
          TEST(group_turns_long_transforms), TEST(direct_runs_every_radix),
          TEST(bluestein_runs_in_every_schedule),
          TEST(rader_runs_in_every_layout), TEST(a_pass_may_be_a_convolution),
          TEST(rader_runs_in_three_steps),
          TEST(real_data_is_folded_and_untangled),
          TEST(halves_meet_in_registers), TEST(halves_of_rows_meet),
          TEST(first_pass_may_transpose),
          TEST(in_place_nothing_is_stored_before_it_is_read),
          TEST(every_schedule_takes_every_axis), TEST(slots_come_apart),
          TEST(double_precision_runs_in_every_schedule))
