/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-families-seeds.c: what test-families.c is for recipes, for the
 * kernels of published texts (clfft/seeds/seed.h): a small size of each kernel.
 * It is what scripts/dev/test-oclgrind proves free of races and strays.
 */
#include "engine/recipes.h"

static void rows_and_transposes_keep_to_their_places(void)
{
    static const struct recipe_case families[] = {
        {"c2c 8 x3", "aatish h2 table"},
        {"c2c 4x2x8 inverse", "aatish h2 table merged"},
        {"c2c 4x8", "aatish h4 table registers twice general"},
        {"c2c 4x4x2", "aatish h4 sinpi registers"},
    };

    REQUIRE_DEVICE;
    expect_recipes(families, COUNT(families));
}

/* Each radix first and, at the end, a smaller one. */
static void passes_of_bainville_keep_to_their_places(void)
{
    static const struct recipe_case families[] = {
        {"c2c 8 x3", "bainville 2 A sincos w2"},
        {"c2c 32 x3 inverse", "bainville 4 A table w4"},
        {"c2c 32", "bainville 4 B sinpi w4"},
        {"c2c 32 x3", "bainville 4 C table w4"},
        {"c2c 32 x3", "bainville 8 A table w2"},
        {"c2c 32 inverse", "bainville 8 B sinpi w2"},
        {"c2c 32 x3", "bainville 16 A table w2"},
        {"c2c 64", "bainville 32 B table w2"},
    };

    REQUIRE_DEVICE;
    expect_recipes(families, COUNT(families));
}

static void groups_of_bainville_keep_to_their_places(void)
{
    static const struct recipe_case families[] = {
        {"c2c 16 x3", "bainville 2 A table group"},
        {"c2c 32 x3 inverse", "bainville 4 C table group"},
        {"c2c 64 x3", "bainville 8 A sinpi group"},
        {"c2c 128", "bainville 16 B table group"},
    };

    REQUIRE_DEVICE;
    expect_recipes(families, COUNT(families));
}

/* Each radix, first and behind another, by each form of twiddle factors. */
static void stages_of_arm_keep_to_their_places(void)
{
    static const struct recipe_case families[] = {
        {"c2c 60 x3", "arm 5.4.3 full unfused w8"},
        {"c2c 42 inverse", "arm 3.7.2 ky unfused w8"},
        {"c2c 60 x3", "arm 3.4.5 exp_const fused w8"},
        {"c2c 42 inverse", "arm 7.2.3 table unfused w8"},
        {"c2c 28 x3", "arm 4.7 table fused w4"},
        {"c2c 20", "arm 2.5.2 exp_const unfused w4"},
    };

    REQUIRE_DEVICE;
    expect_recipes(families, COUNT(families));
}

/* Half the length, an odd length, rows and their transposition. */
static void real_data_and_rows_of_arm_keep_to_their_places(void)
{
    static const struct recipe_case families[] = {
        {"r2c 20 x3", "arm 5.2 table fused w4"},
        {"c2r 20 x3", "arm 5.2 table fused w4"},
        {"r2c 15 x2", "arm 5.3 table unfused w4"},
        {"c2r 15 x2", "arm 5.3 exp_const fused w4"},
        {"c2c 6x10 x2", "arm 5.2;3.2 table fused w4"},
        {"r2c 6x8", "arm 4;3.2 table fused w4"},
        {"c2r 6x9", "arm 3.3;3.2 table fused w4"},
    };

    REQUIRE_DEVICE;
    expect_recipes(families, COUNT(families));
}

TEST_MAIN(TEST(rows_and_transposes_keep_to_their_places),
          TEST(passes_of_bainville_keep_to_their_places),
          TEST(groups_of_bainville_keep_to_their_places),
          TEST(stages_of_arm_keep_to_their_places),
          TEST(real_data_and_rows_of_arm_keep_to_their_places))
