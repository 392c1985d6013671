/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* families.h: how a small size of everything is judged, test-families*.c. */
#ifndef CLFFT_TEST_FAMILIES_H
#define CLFFT_TEST_FAMILIES_H

#include "engine/recipes.h"

static inline void expect(const clfft_desc *desc,
                          const struct harness_options *options)
{
    const char *wrong = harness_judge(desc, options, test_random());

    TEST_CHECK(!wrong, "%s", wrong);
}

static inline void expect_text(const char *text, clfft_schedule schedule)
{
    expect_options(text,
                   &(struct harness_options){.plan = {.schedule = schedule}});
}

/* Polynomials of roots are single precision's, and a tile2d has no others. */
static inline bool is_single(const char *recipe)
{
    return strstr(recipe, "poly") || !strncmp(recipe, "tile2d", 6);
}

/* Oclgrind, which compiles quickly, runs all of them; a compiler of half a
   second a kernel every second one, drawn, and in the full run all, in double
   precision too. */
static inline void expect_families(const struct recipe_case *families, size_t n)
{
    const bool is_all =
        test_is_full() ||
        strstr(clfft_device_get_limits(harness_device())->device_name,
               "Oclgrind");
    char text[128];

    for (size_t i = is_all ? 0 : test_random() % 2; i < n;
         i += is_all ? 1 : 2) {
        expect_recipe(families[i].text, families[i].recipe);
        if (!test_is_full() || is_single(families[i].recipe))
            continue;
        snprintf(text, sizeof text, "%s double", families[i].text);
        expect_recipe(text, families[i].recipe);
    }
}

#endif /* CLFFT_TEST_FAMILIES_H */
