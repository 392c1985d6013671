/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-pure-links.c: the pure half of the engine, every object of it, links
 * without OpenCL and plans for a device that is not there.
 */
#include "clfft/planner/planner.h"
#include "clfft/spectrum.h"
#include "support/test.h"

static const clfft_limits gpu = {
    .type = CL_DEVICE_TYPE_GPU,
    .compute_units = 16,
    .max_work_group = 256,
    .local_size = 32 << 10,
    .local_is_dedicated = true,
};

static void plans_without_a_device(void)
{
    static clfft_choice candidates[CLFFT_MAX_CANDIDATES];
    clfft_recipe recipe;
    clfft_desc desc, resolved;
    clfft_status status = clfft_desc_parse("r2c 4096 x8", &desc);

    TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
    status = clfft_desc_resolve(&desc, &resolved);
    TEST_REQUIRE(status == CLFFT_STATUS_OK, "%s", clfft_last_error());
    TEST_REQUIRE(clfft_planner_candidates(&resolved, &gpu,
                                          CLFFT_SCHEDULE_AUTO, candidates),
                 "%s", clfft_last_error());
    status = clfft_recipe_expand(&resolved, &candidates[0], &recipe);
    TEST_CHECK(status == CLFFT_STATUS_OK && recipe.n_steps > 0, "%s",
               clfft_last_error());
    clfft_recipe_clear(&recipe);
    clfft_desc_clear(&resolved);
    clfft_desc_clear(&desc);
}

static void fills_a_window(void)
{
    double w[4];

    TEST_REQUIRE(clfft_window_fill(CLFFT_WINDOW_HANN, 0, 4, w) ==
                     CLFFT_STATUS_OK, "%s", clfft_last_error());
    TEST_CHECK(w[2] == 1, "w[2] = %g", w[2]);
}

static void opencl_is_not_loaded(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512];
    unsigned n_found = 0;

    if (!maps)
        TEST_SKIP("no /proc/self/maps");
    while (fgets(line, sizeof line, maps))
        n_found += strstr(line, "libOpenCL") != NULL;
    fclose(maps);
    TEST_CHECK(!n_found, "libOpenCL is mapped");
}

TEST_MAIN(TEST(plans_without_a_device), TEST(fills_a_window),
          TEST(opencl_is_not_loaded))
