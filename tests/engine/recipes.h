/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* recipes.h: descriptions by forced recipes, which no device need choose. */
#ifndef CLFFT_TEST_RECIPES_H
#define CLFFT_TEST_RECIPES_H

#include "harness.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct recipe_case {
    const char *text, *recipe;
    bool full; /* in the full run alone: it takes long to compile */
};

static inline void expect_options(const char *text,
                                  const struct harness_options *options)
{
    const char *recipe = options->plan.recipe;
    const char *wrong = harness_judge_text(text, options, test_random());

    if (wrong && recipe && harness_is_miscompiled(recipe, wrong))
        printf("# \"%s\": PoCL 7 compiles it wrongly\n", recipe);
    else
        TEST_CHECK(!wrong, "\"%s\": %s", recipe ? recipe : "", wrong);
}

static inline void expect_recipe(const char *text, const char *recipe)
{
    expect_options(text, &(struct harness_options){.plan = {.recipe = recipe}});
}

static inline void expect_recipes(const struct recipe_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!cases[i].full || test_is_full())
            expect_recipe(cases[i].text, cases[i].recipe);
}

#endif /* CLFFT_TEST_RECIPES_H */
