/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* hook_steps.c: adds the steps that hooks ask for before and after the
   transforms: the mean of the input, sides of several axes, sums of powers. */
#include "methods.h"

/* How many work-groups add up the input of a transform. The number is the same
   for every batch, so that the batch does not change the sum. A GPU wants many,
   a CPU pays for each; a single one needs no second launch. */
static uint32_t count_sums(const clfft_desc *desc, clfft_schedule schedule)
{
    const uint64_t most = 4096;
    const uint64_t samples_each =
        schedule == CLFFT_SCHEDULE_SIMD ? 16384 : 8192;
    uint64_t samples = 1, n;

    for (unsigned d = 0; d < desc->rank; d++)
        samples *= desc->load.lengths[d];
    n = (samples + samples_each - 1) / samples_each;
    return (uint32_t)(n < most ? n : most);
}

void clfft_add_mean(const clfft_desc *desc, clfft_recipe *recipe)
{
    clfft_step *step = clfft_recipe_add(recipe, CLFFT_STEP_MEAN);
    const uint32_t n_sums = count_sums(desc, recipe->schedule);
    const uint32_t points = clfft_desc_mean_points(desc);

    step->in =
        clfft_plain_side(CLFFT_BUFFER_INPUT, (uint32_t)desc->load.lengths[0]);
    if (desc->transform == CLFFT_TRANSFORM_R2C)
        step->in.access = CLFFT_ACCESS_REAL;
    step->in.outer = true;
    /* pairs of numbers (mean.cl) */
    step->out = clfft_plain_side(CLFFT_BUFFER_MEANS, 2 * points * n_sums);
    step->out.access = CLFFT_ACCESS_REAL;
    clfft_grow_scratch(recipe, CLFFT_BUFFER_MEANS, points);
    if (n_sums == 1)
        return;
    step->out.buffer = CLFFT_BUFFER_SCRATCH;
    clfft_grow_scratch(recipe, CLFFT_BUFFER_SCRATCH, points * n_sums);
    step = clfft_recipe_add(recipe, CLFFT_STEP_MEAN_END);
    step->in = recipe->steps[recipe->n_steps - 2].out;
    step->out = clfft_plain_side(CLFFT_BUFFER_MEANS, 2 * points);
    step->out.access = CLFFT_ACCESS_REAL;
}

void clfft_add_spread(const clfft_desc *desc, const clfft_side *half,
                      clfft_recipe *recipe)
{
    clfft_step *step = clfft_recipe_add(recipe, CLFFT_STEP_SPREAD);

    step->n = (uint32_t)desc->lengths[0];
    step->in = *half;
    step->in.extent = recipe->points[0];
    step->out = *half;
    step->out.buffer = CLFFT_BUFFER_OUTPUT;
    step->out.outer = true;
    step->out.length = (uint32_t)clfft_desc_output_points(desc, 0);
    if (desc->store.rings.n_rings) {
        step->out.buffer = CLFFT_BUFFER_SCRATCH;
        clfft_grow_scratch(recipe, CLFFT_BUFFER_SCRATCH,
                           (clfft_stored_bins(desc) + 1) / 2);
    }
}

void clfft_add_bands(const clfft_desc *desc, int powers, clfft_recipe *recipe)
{
    clfft_step *step = clfft_recipe_add(recipe, CLFFT_STEP_BANDS);

    step->n = (uint32_t)desc->lengths[0];
    step->in = clfft_plain_side(powers, (uint32_t)clfft_stored_bins(desc));
    step->in.access = CLFFT_ACCESS_POWER;
    step->out =
        clfft_plain_side(CLFFT_BUFFER_OUTPUT, desc->store.rings.n_rings
                                                  ? desc->store.rings.n_rings
                                                  : desc->store.bands.n_bands);
    step->out.access = clfft_store_access(desc);
    step->out.outer = true;
}
