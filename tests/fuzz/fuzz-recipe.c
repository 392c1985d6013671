/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-recipe.c: any text as a recipe, as a measured choice on disk or a
 * caller would have it. What is accepted is printed and read again, and its
 * expansion is a recipe that stays in its arrays or a refusal. A first line
 * may be a description; without one it is expanded for a few.
 */
#include "fuzz.h"

#include "clfft/recipe/recipe.h"

const struct fuzz_cost fuzz_cost = {
    .an_input = 1, .a_byte = 100e-6, .repeated = 32768};

static const char *const descriptions[] = {
    "c2c 64 x3", "r2c 128", "c2r 60 x2", "c2c 37", "r2c 6x8 x2",
    "c2c 4x6x10", "r2c 30x16 store=power sides=centered demean",
};

static void expand(const char *text, const clfft_choice *choice)
{
    clfft_recipe recipe;
    clfft_desc desc, full;

    if (clfft_desc_parse(text, &desc) != CLFFT_STATUS_OK)
        return;
    if (clfft_desc_resolve(&desc, &full) == CLFFT_STATUS_OK) {
        if (clfft_recipe_expand(&full, choice, &recipe) == CLFFT_STATUS_OK) {
            FUZZ_CHECK(recipe.n_steps >= 1 &&
                       recipe.n_steps <= CLFFT_MAX_STEPS);
            for (unsigned i = 0; i < recipe.n_steps; i++) {
                const clfft_step *s = &recipe.steps[i];
                FUZZ_CHECK(s->in.buffer >= 0 && s->out.buffer >= 0);
                FUZZ_CHECK(s->in.buffer <= CLFFT_BUFFER_MEANS);
                FUZZ_CHECK(s->out.buffer <= CLFFT_BUFFER_MEANS);
            }
            clfft_recipe_clear(&recipe);
        }
        clfft_desc_clear(&full);
    }
    clfft_desc_clear(&desc);
}

void fuzz_target(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *line = strchr(text, '\n');
    char printed[4096], again[4096];
    clfft_choice choice, read;

    if (line)
        *line = 0;
    if (clfft_choice_parse(line ? line + 1 : text, &choice) ==
        CLFFT_STATUS_OK) {
        const size_t length =
            clfft_choice_print(&choice, printed, sizeof printed);
        FUZZ_CHECK(length < sizeof printed && strlen(printed) == length);
        FUZZ_CHECK(clfft_choice_parse(printed, &read) == CLFFT_STATUS_OK);
        clfft_choice_print(&read, again, sizeof again);
        FUZZ_CHECK(!strcmp(printed, again));
        if (line && !strstr(text, "window="))
            expand(text, &choice);
        for (size_t i = 0; i < sizeof descriptions / sizeof *descriptions; i++)
            expand(descriptions[i], &choice);
    }
    free(text);
}
