/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* level.c: what a level of partitions has on the device. */
#include "state.h"

#include "clfft/base/error.h"
#include "clfft/device/wait.h"

#include <stdlib.h>
#include <string.h>

/* Numbers that are transformed at once when a convolver is made. */
#define FILL_NUMBERS (UINT64_C(1) << 20)

static clfft_status make_forward(clfft_convolver *c, clfft_level *level,
                                 const clfft_plan_params *params)
{
    const uint64_t blocks = level->most_blocks > level->most_early
                                ? level->most_blocks
                                : level->most_early;
    const clfft_desc desc = {
        .transform = CLFFT_TRANSFORM_R2C,
        .precision = c->desc.precision,
        .lengths = {2 * level->plan.block},
        .n_loops = 2,
        .loops = {{blocks, (int64_t)level->plan.block,
                   (int64_t)(c->desc.inputs * level->pitch)},
                  {c->desc.inputs, (int64_t)(c->history_length + c->mirror),
                   (int64_t)level->pitch}}};

    return clfft_plan_create(c->device, &desc, params, &level->forward);
}

static clfft_status make_inverse(clfft_convolver *c, clfft_level *level,
                                 const clfft_plan_params *params)
{
    const uint64_t blocks = level->most_blocks + level->most_early;
    const clfft_desc desc = {
        .transform = CLFFT_TRANSFORM_C2R,
        .precision = c->desc.precision,
        .lengths = {2 * level->plan.block},
        .destroy_input = true,
        .n_loops = 1,
        .loops = {{blocks * c->desc.outputs, (int64_t)level->pitch,
                   (int64_t)(2 * level->plan.block)}}};

    return clfft_plan_create(c->device, &desc, params, &level->inverse);
}

clfft_status clfft_level_make(clfft_convolver *c, clfft_level *level,
                              const clfft_plan_params *params)
{
    clfft_plan_info forward, inverse;
    clfft_status status;

    TRY(make_forward(c, level, params));
    TRY(make_inverse(c, level, params));
    clfft_plan_get_info(level->forward, &forward);
    clfft_plan_get_info(level->inverse, &inverse);
    c->size += forward.scratch_size + inverse.scratch_size;
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
    clfft_convolver_convert(c, from, n, numbers, at);
}

clfft_status clfft_level_fill(clfft_convolver *c, clfft_level *level,
                              const clfft_plan_params *params,
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
    const clfft_desc desc = {
        .transform = CLFFT_TRANSFORM_R2C,
        .precision = c->desc.precision,
        .lengths = {length},
        .scale = 1 / (double)length,
        .n_loops = 1,
        .loops = {{batch, (int64_t)length, (int64_t)level->pitch}}};

    numbers = malloc((size_t)(batch * length) * c->real_size);
    if (!numbers)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for responses");
    TRY(clfft_plan_create(c->device, &desc, params, &plan));
    TRY(clfft_device_new_buffer(c->device, CL_MEM_READ_ONLY,
                                (size_t)(batch * length) * c->real_size, NULL,
                                &staging));
    for (uint64_t row = 0; row < n_rows; row += batch) {
        const uint64_t n = n_rows - row < batch ? n_rows - row : batch;
        const clfft_execute_params execute = {
            .counts = {n},
            .output_offset = level->responses + row * level->pitch};

        for (uint64_t i = 0; i < n; i++)
            write_row(c, level, responses, row + i, numbers, i * length);
        TRY(clfft_write_buffer(c->desc.waiter, queue, staging, 0,
                               (size_t)(n * length) * c->real_size, numbers));
        TRY(clfft_plan_execute(plan, queue, staging, c->responses, &execute));
    }
    TRY(clfft_wait_for_queue(c->desc.waiter, queue));
fail:
    clfft_plan_destroy(&plan);
    if (staging && !clfft_has_given_up(c->desc.waiter))
        clReleaseMemObject(staging);
    free(numbers);
    return status;
}
