/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* level.c: what a level of partitions has on the device. */
#include "state.h"

#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/base/grid.h"
#include "clfft/device/wait.h"

#include <stdlib.h>
#include <string.h>

/* Numbers that are transformed at once when a convolver is made. */
#define FILL_NUMBERS (UINT64_C(1) << 20)

static clfft_status make_plan(const clfft_convolver *c, clfft_desc *desc,
                              clfft_plan **plan)
{
    clfft_plan_params params = {0};

    if (c->desc.params)
        params = *c->desc.params;
    params.waiter = c->desc.waiter;
    desc->precision = c->desc.precision;
    return clfft_plan_create(c->device, desc, &params, plan);
}

static clfft_status make_forward(clfft_convolver *c, clfft_level *level)
{
    const uint64_t blocks = level->most_blocks > level->most_early
                                ? level->most_blocks
                                : level->most_early;
    clfft_desc desc = {
        .transform = CLFFT_TRANSFORM_R2C,
        .lengths = {2 * level->plan.block},
        .n_loops = 2,
        .loops = {{blocks, (int64_t)level->plan.block,
                   (int64_t)(c->desc.inputs * level->pitch)},
                  {c->desc.inputs, (int64_t)(c->history_length + c->mirror),
                   (int64_t)level->pitch}}};

    return make_plan(c, &desc, &level->forward);
}

static clfft_status make_inverse(clfft_convolver *c, clfft_level *level)
{
    const uint64_t blocks = level->most_blocks + level->most_early;
    clfft_desc desc = {.transform = CLFFT_TRANSFORM_C2R,
                       .lengths = {2 * level->plan.block},
                       .destroy_input = true,
                       .n_loops = 1,
                       .loops = {{blocks * c->desc.outputs,
                                  (int64_t)level->pitch,
                                  (int64_t)(2 * level->plan.block)}}};

    return make_plan(c, &desc, &level->inverse);
}

clfft_status clfft_level_make(clfft_convolver *c, clfft_level *level)
{
    const uint64_t padding = c->lanes / 2 * clfft_convolver_get_run(c);
    const uint64_t blocks = level->most_blocks + level->most_early;
    uint64_t spectra, responses, sums;
    clfft_status status;

    if (!checked_multiply(level->slots * c->desc.inputs, level->pitch,
                          &spectra) ||
        !checked_multiply(blocks * c->desc.outputs, level->pitch, &sums) ||
        !checked_multiply(c->desc.n_responses, level->rows, &responses) ||
        !checked_multiply(responses, level->pitch, &responses))
        spectra = responses = sums = UINT64_MAX / 4;
    TRY(clfft_convolver_make_buffer(c, "spectra of responses",
                                    2 * (responses + padding),
                                    &level->responses));
    TRY(clfft_convolver_make_buffer(c, "spectra of input",
                                    2 * (spectra + padding), &level->spectra));
    TRY(clfft_convolver_make_buffer(c, "spectra of output",
                                    2 * (sums + padding), &level->sums));
    TRY(make_forward(c, level));
    TRY(make_inverse(c, level));
fail:
    return status;
}

/* Writes what row `row` of the spectra is made of: taps of one partition, and
   as many zeros. */
static void write_row(const clfft_convolver *c, const clfft_level *level,
                      const double *responses, uint64_t row, void *numbers,
                      uint64_t at)
{
    const uint64_t taps = c->desc.taps, block = level->plan.block;
    const uint64_t first = level->plan.offset -
                           (level->plan.is_early ? block : 0) +
                           row % level->rows * block;
    const double *from = responses + row / level->rows * taps + first;
    const uint64_t n = first >= taps          ? 0
                       : taps - first < block ? taps - first
                                              : block;

    memset((char *)numbers + at * c->real_size, 0, 2 * block * c->real_size);
    for (uint64_t k = 0; k < n; k++)
        if (c->real_size == 8)
            ((double *)numbers)[at + k] = from[k];
        else
            ((float *)numbers)[at + k] = (float)from[k];
}

clfft_status clfft_level_fill(clfft_convolver *c, clfft_level *level,
                              const double *responses, cl_command_queue queue)
{
    const uint64_t length = 2 * level->plan.block;
    const uint64_t n_rows = c->desc.n_responses * level->rows;
    uint64_t batch = FILL_NUMBERS / length;
    clfft_plan *plan = NULL;
    cl_mem staging = NULL;
    void *numbers = NULL;
    clfft_status status;

    batch = batch < n_rows ? batch : n_rows;
    clfft_desc desc = {.transform = CLFFT_TRANSFORM_R2C,
                       .lengths = {length},
                       .scale = 1 / (double)length,
                       .n_loops = 1,
                       .loops = {{batch, (int64_t)length,
                                  (int64_t)level->pitch}}};

    numbers = malloc((size_t)(batch * length) * c->real_size);
    if (!numbers)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for responses");
    TRY(make_plan(c, &desc, &plan));
    TRY(clfft_device_new_buffer(c->device, CL_MEM_READ_ONLY,
                                (size_t)(batch * length) * c->real_size, NULL,
                                &staging));
    for (uint64_t row = 0; row < n_rows; row += batch) {
        const uint64_t n = n_rows - row < batch ? n_rows - row : batch;
        const clfft_execute_params params = {
            .counts = {n}, .output_offset = row * level->pitch};

        for (uint64_t i = 0; i < n; i++)
            write_row(c, level, responses, row + i, numbers, i * length);
        TRY(clfft_write_buffer(c->desc.waiter, queue, staging, 0,
                               (size_t)(n * length) * c->real_size, numbers));
        TRY(clfft_plan_execute(plan, queue, staging, level->responses,
                               &params));
    }
    TRY(clfft_wait_for_queue(c->desc.waiter, queue));
fail:
    clfft_plan_destroy(&plan);
    if (!clfft_has_given_up(c->desc.waiter)) {
        if (staging)
            clReleaseMemObject(staging);
        free(numbers);
    }
    return status;
}

void clfft_level_clear(clfft_level *level)
{
    const cl_mem buffers[] = {level->spectra, level->responses, level->sums};

    clfft_plan_destroy(&level->forward);
    clfft_plan_destroy(&level->inverse);
    for (unsigned i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
        if (buffers[i])
            clReleaseMemObject(buffers[i]);
}
