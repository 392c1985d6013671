/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-families-schemes.c: what test-families.c is for recipes, for the
 * kernels of published texts (clfft/scheme.h): a small size of each kernel.
 * It is what scripts/test-oclgrind proves free of races and strays.
 */
#include "harness.h"
#include "support/test.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void rows_and_transposes_keep_to_their_places(void)
{
    static const struct {
        const char *text, *recipe;
    } families[] = {
        {"c2c 8 x3", "aatish h2 table"},
        {"c2c 4x2x8 inverse", "aatish h2 table merged"},
        {"c2c 4x8", "aatish h4 table registers twice general"},
        {"c2c 4x4x2", "aatish h4 sinpi registers"},
    };

    if (!harness_device())
        TEST_SKIP("no OpenCL device");
    for (size_t i = 0; i < COUNT(families); i++) {
        const struct harness_options options = {
            .plan = {.recipe = families[i].recipe}};
        const char *wrong =
            harness_judge_text(families[i].text, &options, test_random());
        TEST_CHECK(!wrong, "%s", wrong);
    }
}

TEST_MAIN(TEST(rows_and_transposes_keep_to_their_places))
