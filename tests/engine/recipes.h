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

/* Whether PoCL 7 has compiled rows wrongly that are exchanged in parts, and the
   self-check has refused them. It does so by its loops over work-items, not
   with POCL_WORK_GROUP_METHOD=cbs. */
static inline bool is_miscompiled(const char *recipe, const char *wrong)
{
    const clfft_limits *limits = clfft_device_get_limits(harness_device());
    const char *p = recipe;

    while (p && (p = strstr(p, " p")) && !(p[2] >= '2' && p[2] <= '8'))
        p += 2;
    return p && !strcmp(limits->platform_name, "Portable Computing Language") &&
           atoi(limits->driver_version) >= 7 &&
           strstr(wrong, "self-check failed");
}

static inline void expect_options(const char *text,
                                  const struct harness_options *options)
{
    const char *recipe = options->plan.recipe;
    const char *wrong = harness_judge_text(text, options, test_random());

    if (wrong && is_miscompiled(recipe, wrong))
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
