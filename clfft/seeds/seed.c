/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* seed.c: lists the seeds, reads their text, refuses what none of them can do,
   and fills the arguments of their launches. */
#include "seed.h"

#include "clfft/base/error.h"
#include "clfft/base/roots.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_POINTS (UINT64_C(1) << 30)

static const struct clfft_seed *const seeds[] = {
    &clfft_seed_arm,
    &clfft_seed_bainville,
    &clfft_seed_aatish,
};

/* ---- text ---- */

static bool next_word(const char **text, char *word, size_t size)
{
    *text += strspn(*text, " \t");
    const size_t length = strcspn(*text, " \t");

    if (!length)
        return false;
    snprintf(word, size, "%.*s", (int)length, *text);
    *text += length;
    return true;
}

/* Finds the seed whose name the text begins with, and moves *text behind the
   name. */
static const struct clfft_seed *find(const char **text)
{
    const char *colon = strchr(*text, ':');
    const char *at = colon ? colon + 1 : *text;
    char word[32];

    if (strstr(*text, "bluestein") || strstr(*text, "rader") ||
        !next_word(&at, word, sizeof word))
        return NULL;
    for (unsigned i = 0; i < sizeof seeds / sizeof seeds[0]; i++)
        if (!strcmp(seeds[i]->name, word)) {
            *text = at;
            return seeds[i];
        }
    return NULL;
}

/* ---- choices ---- */

_Static_assert(sizeof(clfft_seed_choice) <= sizeof(clfft_seed_method_choice),
               "a seed method's choice holds a seed's");

static clfft_seed_choice get_choice(const clfft_seed_method_choice *seed_method)
{
    clfft_seed_choice choice;

    memcpy(&choice, seed_method->data, sizeof choice);
    return choice;
}

static bool is_named(const char *text)
{
    return find(&text) != NULL;
}

static clfft_status parse(const char *text,
                          clfft_seed_method_choice *seed_method)
{
    clfft_seed_choice choice = {.seed = find(&text)};
    clfft_status status;
    char word[128];

    while (next_word(&text, word, sizeof word))
        if (!choice.seed->read(word, &choice))
            return clfft_fail(CLFFT_STATUS_INVALID,
                              "recipe: %s: unknown or second option \"%s\"",
                              choice.seed->name, word);
    status = choice.seed->finish(&choice);
    memcpy(seed_method->data, &choice, sizeof choice);
    return status;
}

static size_t print(const clfft_seed_method_choice *seed_method, char *text,
                    size_t size)
{
    const clfft_seed_choice choice = get_choice(seed_method);
    const size_t length = (size_t)snprintf(text, size, "%s", choice.seed->name);

    return length + choice.seed->print(&choice,
                                       length < size ? text + length : NULL,
                                       length < size ? size - length : 0);
}

static double limit(const clfft_desc *desc,
                    const clfft_seed_method_choice *seed_method)
{
    const clfft_seed_choice choice = get_choice(seed_method);

    return choice.seed->limit ? choice.seed->limit(desc, &choice) : 0;
}

/* ---- what no seed takes ---- */

static bool is_dense(const clfft_desc *desc)
{
    int64_t input = 1, output = 1;

    for (unsigned d = 0; d < desc->rank; d++) {
        if (desc->lengths[d] > 1 && (desc->input_strides[d] != input ||
                                     desc->output_strides[d] != output))
            return false;
        input *= (int64_t)clfft_desc_input_points(desc, d);
        output *= (int64_t)clfft_desc_output_points(desc, d);
    }
    return true;
}

static bool reads_all(const clfft_desc *desc)
{
    for (unsigned d = 0; d < desc->rank; d++)
        if (desc->load.windows[d] || desc->load.lengths[d] != desc->lengths[d])
            return false;
    return true;
}

/* Names the first part of a description that seeds do not take; NULL if there
   is none. */
static const char *find_hindrance(const clfft_desc *desc,
                                  const struct clfft_seed *seed)
{
    const clfft_store *store = &desc->store;

    if (desc->transform != CLFFT_TRANSFORM_C2C && !seed->takes_real)
        return desc->transform == CLFFT_TRANSFORM_R2C ? "real input"
                                                      : "real output";
    if (desc->precision != CLFFT_PRECISION_SINGLE)
        return "double precision";
    if (desc->in_place)
        return "a transform in place";
    if (desc->load.sample)
        return "a sample format";
    if (desc->load.matrix || clfft_desc_mean_points(desc))
        return "mixing or a mean that is taken away";
    if (!reads_all(desc))
        return "a window or zero padding";
    if (store->quantity || store->gain || store->bands.n_bands ||
        store->rings.n_rings || store->sides == CLFFT_SIDES_CENTERED ||
        (desc->transform == CLFFT_TRANSFORM_R2C &&
         store->sides != CLFFT_SIDES_ONE))
        return "a store other than plain complex bins";
    if (!is_dense(desc))
        return "a stride between points";
    return NULL;
}

static clfft_status check_description(const clfft_desc *desc,
                                      const struct clfft_seed *seed)
{
    const char *hindrance = find_hindrance(desc, seed);

    if (hindrance)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "recipe: %s does not take %s: only plain dense "
                          "%stransforms in single precision, out of place",
                          seed->name, hindrance,
                          seed->takes_real ? "" : "complex ");
    if (desc->rank > seed->max_rank)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "recipe: %s takes at most %u axes, the description "
                          "has %u",
                          seed->name, seed->max_rank, desc->rank);
    if (clfft_seed_points(desc) > MOST_POINTS)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "recipe: %s takes at most 2^30 points a transform, "
                          "the description has %" PRIu64,
                          seed->name, clfft_seed_points(desc));
    return CLFFT_STATUS_OK;
}

/* ---- launches ---- */

static clfft_status expand(const clfft_desc *desc, clfft_recipe *recipe)
{
    const clfft_seed_choice choice = get_choice(&recipe->choice.seed_method);
    const bool inverse = clfft_desc_is_inverse(desc);
    clfft_status status = check_description(desc, choice.seed);
    void *launches;

    if (status != CLFFT_STATUS_OK)
        return status;
    recipe->seed_method = calloc(CLFFT_MAX_STEPS, sizeof(clfft_seed_launch));
    if (!recipe->seed_method)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a recipe");
    status = choice.seed->expand(desc, &choice, recipe);
    if (status != CLFFT_STATUS_OK)
        return status;
    launches = realloc(recipe->seed_method,
                       recipe->n_steps * sizeof(clfft_seed_launch));
    if (launches)
        recipe->seed_method = launches;
    recipe->steps[0].in.conjugate = inverse;
    recipe->steps[recipe->n_steps - 1].out.conjugate = inverse;
    recipe->steps[recipe->n_steps - 1].scale = true;
    return CLFFT_STATUS_OK;
}

static const clfft_seed_method_launch *get_launch(const clfft_recipe *recipe,
                                                  unsigned step)
{
    return &((const clfft_seed_launch *)recipe->seed_method)[step].seed_method;
}

/* ---- arguments ---- */

_Static_assert(sizeof(struct seed) <= CLFFT_SEED_METHOD_ARGUMENTS,
               "struct seed is too large for a seed method's arguments");

static void fill_side(const struct pass *pass, bool is_input,
                      struct seed_side *side)
{
    side->base = is_input ? pass->in.base : pass->out.base;
    for (unsigned d = 0; d < SEED_MAX_LOOPS; d++)
        if (d < pass->n_loops)
            side->distance[d] = is_input ? pass->loop[d].in : pass->loop[d].out;
}

static size_t fill_arguments(const clfft_recipe *recipe, unsigned index,
                             const struct pass *pass, void *bytes)
{
    const clfft_seed_launch *launch =
        (const clfft_seed_launch *)recipe->seed_method + index;
    const clfft_step *step = &recipe->steps[index];
    const float scale = step->scale ? pass->factors[2] : 1;
    struct seed seed = {.n_loops = pass->n_loops,
                        .n_transforms = pass->n_transforms,
                        .root_shift = clfft_roots_shift(step->root_count)};

    fill_side(pass, true, &seed.in);
    fill_side(pass, false, &seed.out);
    seed.in.factor[0] = 1;
    seed.in.factor[1] = step->in.conjugate ? -1 : 1;
    seed.out.factor[0] = scale;
    seed.out.factor[1] = step->out.conjugate ? -scale : scale;
    for (unsigned d = 0; d < SEED_MAX_LOOPS; d++)
        seed.count[d] = d < pass->n_loops ? pass->loop[d].count : 1;
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        seed.length[d] = recipe->points[d];
    memcpy(seed.value, launch->value, sizeof seed.value);
    memcpy(seed.number, launch->number, sizeof seed.number);
    memcpy(bytes, &seed, sizeof seed);
    return sizeof seed;
}

static void fill_indices(const clfft_recipe *recipe, unsigned step,
                         uint32_t *indices)
{
    const clfft_seed_launch *launch =
        (const clfft_seed_launch *)recipe->seed_method + step;
    const clfft_seed_choice choice = get_choice(&recipe->choice.seed_method);

    launch->fill_indices(&choice, launch->seed_method.n_indices, indices);
}

static const struct clfft_seed_methods seed_methods = {
    .names = "arm, bainville, aatish",
    .is_named = is_named,
    .parse = parse,
    .print = print,
    .expand = expand,
    .get_launch = get_launch,
    .fill_arguments = fill_arguments,
    .fill_indices = fill_indices,
    .limit = limit,
};

const struct clfft_seed_methods *const clfft_seed_methods = &seed_methods;
