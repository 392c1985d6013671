/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* seed.c: the table of schemes, their text, and what all of them refuse. */
#include "seed.h"

#include "clfft/base/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_POINTS (UINT64_C(1) << 30)

static const struct clfft_scheme *const schemes[] = {
    &clfft_scheme_arm,
    &clfft_scheme_bainville,
    &clfft_scheme_aatish,
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

/* The scheme that the text begins with; *text moves behind its name. What a
   convolution runs are passes. */
static const struct clfft_scheme *find(const char **text)
{
    const char *colon = strchr(*text, ':');
    const char *at = colon ? colon + 1 : *text;
    char word[32];

    if (strstr(*text, "bluestein") || strstr(*text, "rader") ||
        !next_word(&at, word, sizeof word))
        return NULL;
    for (unsigned i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (!strcmp(schemes[i]->name, word)) {
            *text = at;
            return schemes[i];
        }
    return NULL;
}

bool clfft_scheme_is_named(const char *text)
{
    return find(&text) != NULL;
}

clfft_status clfft_scheme_parse(const char *text, clfft_scheme_choice *choice)
{
    const struct clfft_scheme *scheme = find(&text);
    char word[128];

    memset(choice, 0, sizeof *choice);
    choice->scheme = scheme;
    while (next_word(&text, word, sizeof word))
        if (!scheme->read(word, choice))
            return clfft_fail(CLFFT_STATUS_INVALID,
                              "recipe: %s: unknown or second option \"%s\"",
                              scheme->name, word);
    return scheme->finish(choice);
}

size_t clfft_scheme_print(const clfft_scheme_choice *choice, char *text,
                          size_t size)
{
    const size_t length = (size_t)snprintf(text, size, "%s",
                                           choice->scheme->name);

    return length + choice->scheme->print(choice,
                                          length < size ? text + length : NULL,
                                          length < size ? size - length : 0);
}

bool clfft_scheme_read_count(const char *word, char letter, uint32_t *count)
{
    char *end;
    unsigned long value;

    if (word[0] != letter || word[1] < '1' || word[1] > '9')
        return false;
    value = strtoul(word + 1, &end, 10);
    if (*end || value > 1024)
        return false;
    *count = (uint32_t)value;
    return true;
}

bool clfft_scheme_see(uint32_t *seen, uint32_t what)
{
    const bool first = !(*seen & what);

    *seen |= what;
    return first;
}

/* ---- what no scheme takes ---- */

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

/* The first thing of a description that schemes do not take, or NULL. */
static const char *find_hindrance(const clfft_desc *desc,
                                  const struct clfft_scheme *scheme)
{
    const clfft_store *store = &desc->store;

    if (desc->transform != CLFFT_TRANSFORM_C2C && !scheme->takes_real)
        return desc->transform == CLFFT_TRANSFORM_R2C ? "real input"
                                                      : "real output";
    if (desc->precision != CLFFT_PRECISION_SINGLE)
        return "double precision";
    if (desc->in_place)
        return "a transform in place";
    if (desc->load.sample)
        return "a sample format";
    if (desc->load.matrix || desc->load.subtract_mean)
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
                                      const struct clfft_scheme *scheme)
{
    const char *hindrance = find_hindrance(desc, scheme);

    if (hindrance)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "recipe: %s does not take %s: only plain dense "
                          "%stransforms in single precision, out of place",
                          scheme->name, hindrance,
                          scheme->takes_real ? "" : "complex ");
    if (desc->rank > scheme->max_rank)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "recipe: %s takes at most %u axes, the description "
                          "has %u", scheme->name, scheme->max_rank,
                          desc->rank);
    if (clfft_scheme_points(desc) > MOST_POINTS)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "recipe: %s takes at most 2^30 points a transform, "
                          "the description has %" PRIu64, scheme->name,
                          clfft_scheme_points(desc));
    return CLFFT_STATUS_OK;
}

/* ---- launches ---- */

uint64_t clfft_scheme_points(const clfft_desc *desc)
{
    uint64_t points = 1;

    for (unsigned d = 0; d < desc->rank; d++)
        points *= desc->lengths[d];
    return points;
}

unsigned clfft_scheme_log2(uint64_t n)
{
    unsigned bits = 0;

    while (n >> (bits + 1))
        bits++;
    return bits;
}

static clfft_side make_side(const clfft_desc *desc, clfft_recipe *recipe,
                            int buffer)
{
    const uint64_t points = clfft_scheme_points(desc);
    const int scratch = buffer - CLFFT_BUFFER_SCRATCH;

    if (scratch >= 0 && recipe->scratch_points[scratch] < points)
        recipe->scratch_points[scratch] = points;
    return (clfft_side){.buffer = buffer,
                        .index = {1, 0, 0},
                        .length = (uint32_t)points,
                        .extent = (uint32_t)points};
}

clfft_step *clfft_scheme_add(const clfft_desc *desc, clfft_recipe *recipe,
                             int in, int out)
{
    clfft_step *step = &recipe->steps[recipe->n_steps++];

    *step = (clfft_step){.kind = CLFFT_STEP_LAUNCH,
                         .lines = {1, 1, 1},
                         .inner = {1, 1},
                         .length = (uint32_t)desc->lengths[0],
                         .n = (uint32_t)desc->lengths[0],
                         .span = 1,
                         .in = make_side(desc, recipe, in),
                         .out = make_side(desc, recipe, out)};
    return step;
}

void clfft_launch_define(clfft_launch *launch, const char *name,
                         unsigned value)
{
    const size_t length = strlen(launch->options);

    snprintf(launch->options + length, sizeof launch->options - length,
             " -D%s=%u", name, value);
}

clfft_status clfft_scheme_expand(const clfft_desc *desc,
                                 const clfft_choice *choice,
                                 clfft_recipe *recipe)
{
    const struct clfft_scheme *scheme = choice->scheme.scheme;
    const bool inverse = clfft_desc_is_inverse(desc);
    clfft_status status = check_description(desc, scheme);

    if (status != CLFFT_STATUS_OK)
        return status;
    recipe->choice = *choice;
    recipe->schedule = CLFFT_SCHEDULE_DIRECT;
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        recipe->plane[d] = d < desc->rank ? (uint32_t)desc->lengths[d] : 1;
    status = scheme->expand(desc, &choice->scheme, recipe);
    if (status != CLFFT_STATUS_OK)
        return status;
    recipe->steps[0].in.conjugate = inverse;
    recipe->steps[recipe->n_steps - 1].out.conjugate = inverse;
    recipe->steps[recipe->n_steps - 1].scale = true;
    return CLFFT_STATUS_OK;
}

double clfft_choice_limit(const clfft_desc *desc, const clfft_choice *choice)
{
    const struct clfft_scheme *scheme = choice->scheme.scheme;

    return scheme && scheme->limit ? scheme->limit(desc, &choice->scheme) : 0;
}
