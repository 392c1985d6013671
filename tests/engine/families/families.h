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

/* All of them in the full run and where compiling is quick, else one of every
   seven neighbours, drawn. */
static inline size_t next_case(size_t last, size_t n)
{
    return test_next_case(last, n, has_slow_compiler() ? 7 : 1);
}

/* Those of next_case(), in the full run in double precision too. */
static inline void expect_families(const struct recipe_case *families, size_t n)
{
    char text[128];

    for (size_t i = next_case(SIZE_MAX, n); i < n; i = next_case(i, n)) {
        expect_recipe(families[i].text, families[i].recipe);
        if (!test_is_full() || is_single(families[i].recipe))
            continue;
        snprintf(text, sizeof text, "%s double", families[i].text);
        expect_recipe(text, families[i].recipe);
    }
}

#endif /* CLFFT_TEST_FAMILIES_H */
