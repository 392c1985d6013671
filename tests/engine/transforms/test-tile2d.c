/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-tile2d.c: both axes of a small picture in one launch, against the
 * host's reference. Recipes are forced: no device need choose them.
 * CLFFT_TEST_FULL=1 runs those that take longest to compile.
 */
#include "engine/recipes.h"

/* ---- lengths ---- */

static void complex_pictures_are_transformed_both_ways(void)
{
    static const struct recipe_case families[] = {
        {"c2c 4x4", "tile2d 4 ; 4 t4 c1 plain"},
        {"c2c 4x4 x3 inverse", "tile2d 2.2 ; 4 t2 c2 padded"},
        {"c2c 8x16 x3", "tile2d 4.4 ; 8 t16 c4 plain split"},
        {"c2c 64x64", "tile2d 8.8 ; 8.8 t512 c1 plain"},
        {"c2c 16x32 x3 inverse", "tile2d 8.4 ; 4.4 t32 c1 padded split"},
        {"c2c 64x64 x3 inverse", "tile2d 8.8 ; 8.8 t128 c1 padded split", true},
        {"c2c 12x10 x3", "tile2d 5.2 ; 4.3 t30 c1 plain"},
        {"c2c 36x60 x3", "tile2d 10.3.2 ; 9.4 t90 c1 plain", true},
        {"c2c 100x48 x3 inverse", "tile2d 8.3.2 ; 5.10.2 t240 c1 padded split",
         true},
        {"c2c 64x64", "tile2d 8.8 ; 8.8 t512 c1 plain split p2"},
        {"c2c 128x128", "tile2d 16.8 ; 16.8 t512 c1 plain split p2", true},
        {"c2c 128x128", "tile2d 16.8 ; 16.8 t512 c1 plain p4"},
    };

    REQUIRE_DEVICE;
    expect_recipes(families, COUNT(families));
}

static void real_pictures_are_transformed_both_ways(void)
{
    static const struct recipe_case families[] = {
        {"r2c 4x4", "tile2d 2 ; 4 t4 c1 plain"},
        {"c2r 4x4 x3", "tile2d 2 ; 2.2 t3 c2 padded"},
        {"r2c 60x36 x3", "tile2d 9.2 ; 10.3.2 t95 c1 padded split", true},
        {"c2r 60x36 x3", "tile2d 2.9 ; 10.3.2 t95 c1 padded"},
        {"r2c 64x64 x3", "tile2d 8.4 ; 8.8 t256 c1 plain"},
        {"c2r 16x16", "tile2d 4.2 ; 4.4 t40 c1 plain split p2"},
        {"c2r 64x64", "tile2d 8.4 ; 8.8 t264 c1 plain split p2", true},
        {"r2c 128x128", "tile2d 8.8 ; 16.8 t512 c1 padded split p2", true},
        {"c2r 128x128", "tile2d 8.8 ; 16.8 t512 c1 padded split p4", true},
        {"r2c 64x64 x3", "tile2d 4.8 ; 8.8 t256 c1 plain p2", true},
        {"c2r 64x64 x3", "tile2d 8.4 ; 8.8 t256 c1 padded p2"},
        {"r2c 12x15 x3", "tile2d 5.3 ; 4.3 t20 c2 plain"},
        {"c2r 12x15 x3", "tile2d 5.3 ; 4.3 t20 c2 padded split"},
    };

    REQUIRE_DEVICE;
    expect_recipes(families, COUNT(families));
}

/* ---- places and hooks ---- */

static void rows_and_pictures_lie_where_the_description_says(void)
{
    static const struct recipe_case families[] = {
        {"c2c 12x20 x3 pitch=5", "tile2d 5.4 ; 4.3 t60 c2 plain"},
        {"c2c 12x20 x3 inplace inverse", "tile2d 5.4 ; 4.3 t60 c2 plain"},
        {"c2c 12x20 x5 inplace pitch=3",
         "tile2d 5.4 ; 4.3 t30 c4 padded split"},
        {"r2c 12x20 x3 pitch=1", "tile2d 5.2 ; 4.3 t60 c2 plain"},
        {"r2c 12x20 x3 inplace", "tile2d 5.2 ; 4.3 t60 c2 plain"},
        {"c2r 12x20 x3 pitch=3", "tile2d 5.2 ; 4.3 t60 c2 plain"},
        {"c2r 12x20 x3 inplace", "tile2d 5.2 ; 4.3 t60 c2 plain"},
    };

    REQUIRE_DEVICE;
    expect_recipes(families, COUNT(families));
}

static void hooks_of_rows_are_those_of_both_axes_too(void)
{
    static const struct recipe_case families[] = {
        {"r2c 12x20 x3 load=unorm16 store=power scale=0.25",
         "tile2d 5.2 ; 4.3 t60 c2 plain"},
        {"c2c 12x20 x3 load=s16 store=db", "tile2d 5.4 ; 4.3 t60 c2 plain"},
        {"r2c 12x20 x3 pad=12x9", "tile2d 5.2 ; 4.3 t60 c2 plain"},
        {"r2c 12x20 x3 window=hann", "tile2d 5.2 ; 4.3 t60 c2 plain"},
        {"c2c 12x20 x3 window=blackman load=s16",
         "tile2d 5.4 ; 4.3 t60 c2 plain"},
        {"r2c 12x15 x5 load=unorm8 demean window=hann",
         "tile2d 5.3 ; 4.3 t20 c2 plain"},
        {"r2c 4x12x20 x2 load=unorm8 demean window=hann",
         "tile2d 5.2 ; 4.3 t60 c2 plain ; group 4 t1 c4 plain"},
    };

    REQUIRE_DEVICE;
    expect_recipes(families, COUNT(families));
}

/* DC in the middle, or a conjugate beside each bin. */
static void tile2d_stores_every_side(void)
{
    static const struct recipe_case families[] = {
        {"r2c 12x20 x3 sides=two", "tile2d 5.2 ; 4.3 t60 c2 plain"},
        {"r2c 12x20 x3 sides=centered pitch=3",
         "tile2d 5.2 ; 4.3 t60 c2 plain"},
        {"r2c 12x15 x3 sides=centered store=phase",
         "tile2d 5.3 ; 4.3 t20 c2 plain"},
        {"r2c 4x4 x9 sides=two store=db", "tile2d 2 ; 4 t4 c3 plain"},
        {"c2c 9x20 x3 sides=centered", "tile2d 5.4 ; 9 t20 c2 padded"},
        {"c2c 12x15 x3 sides=centered inplace inverse",
         "tile2d 5.3 ; 4.3 t60 c2 plain"},
        {"c2c 12x15x2 x3 sides=centered", "tile2d 2 ; 5.3 t30 c2 plain ; "
                                          "group 4.3 t3 c4 plain"},
    };

    REQUIRE_DEVICE;
    expect_recipes(families, COUNT(families));
}

TEST_MAIN(TEST(complex_pictures_are_transformed_both_ways),
          TEST(real_pictures_are_transformed_both_ways),
          TEST(rows_and_pictures_lie_where_the_description_says),
          TEST(hooks_of_rows_are_those_of_both_axes_too),
          TEST(tile2d_stores_every_side))
