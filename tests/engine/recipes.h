/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* recipes.h: descriptions by forced recipes, which no device need choose. */
#ifndef CLFFT_TEST_RECIPES_H
#define CLFFT_TEST_RECIPES_H

#include "harness.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECIPES_MOST 64 /* of a list */

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

/* A compiler takes about a second for each of them. */
static inline bool has_slow_compiler(void)
{
    return !strstr(clfft_device_get_limits(harness_device())->device_name,
                   "Oclgrind");
}

/* All of them in the full run and where compiling is quick, else one of every
   five neighbours, drawn. */
static inline void expect_recipes(const struct recipe_case *cases, size_t n)
{
    const size_t share = has_slow_compiler() ? 5 : 1;
    size_t quick[RECIPES_MOST], n_quick = 0;

    TEST_REQUIRE(n <= COUNT(quick), "a list of %zu", n);
    for (size_t i = 0; i < n; i++)
        if (!cases[i].full || test_is_full())
            quick[n_quick++] = i;
    for (size_t i = test_next_case(SIZE_MAX, n_quick, share); i < n_quick;
         i = test_next_case(i, n_quick, share))
        expect_recipe(cases[quick[i]].text, cases[quick[i]].recipe);
}

#endif /* CLFFT_TEST_RECIPES_H */
