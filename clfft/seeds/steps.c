/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* steps.c: what all seeds need to read their options and to add their launches.
 */
#include "seed.h"

#include <stdio.h>
#include <string.h>

bool clfft_seed_read_count(const char *word, char letter, uint32_t *count)
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

bool clfft_seed_see(uint32_t *seen, uint32_t what)
{
    const bool first = !(*seen & what);

    *seen |= what;
    return first;
}

uint64_t clfft_seed_points(const clfft_desc *desc)
{
    uint64_t points = 1;

    for (unsigned d = 0; d < desc->rank; d++)
        points *= desc->lengths[d];
    return points;
}

unsigned clfft_seed_log2(uint64_t n)
{
    unsigned bits = 0;

    while (n >> (bits + 1))
        bits++;
    return bits;
}

static clfft_side make_side(const clfft_desc *desc, clfft_recipe *recipe,
                            int buffer)
{
    const uint64_t points = clfft_seed_points(desc);
    const int scratch = buffer - CLFFT_BUFFER_SCRATCH;

    if (scratch >= 0 && recipe->scratch_points[scratch] < points)
        recipe->scratch_points[scratch] = points;
    return (clfft_side){.buffer = buffer,
                        .index = {1, 0, 0},
                        .length = (uint32_t)points,
                        .extent = (uint32_t)points};
}

clfft_step *clfft_seed_add(const clfft_desc *desc, clfft_recipe *recipe, int in,
                           int out)
{
    clfft_step *step = clfft_recipe_add(recipe, CLFFT_STEP_SEED_METHOD);

    step->length = step->n = (uint32_t)desc->lengths[0];
    step->span = 1;
    step->in = make_side(desc, recipe, in);
    step->out = make_side(desc, recipe, out);
    return step;
}

clfft_seed_launch *clfft_seed_launch_of(const clfft_recipe *recipe,
                                        const clfft_step *step)
{
    return (clfft_seed_launch *)recipe->seed_method + (step - recipe->steps);
}

void clfft_seed_define(clfft_seed_launch *launch, const char *name,
                       unsigned value)
{
    char *options = launch->seed_method.options;
    const size_t length = strlen(options);

    snprintf(options + length, sizeof launch->seed_method.options - length,
             " -D%s=%u", name, value);
}
