/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* response.c: what the frequencies of blocks are multiplied by, and the waves
   that are subtracted before. */
#include "state.h"

#include "clfft/base/error.h"
#include "clfft/base/watch.h"
#include "clfft/device/check_handles.h"
#include "clfft/device/wait.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Cycles a sample of bin k of n. */
static double frequency_of(uint64_t k, uint64_t n)
{
    return ((double)k - (2 * k > n ? (double)n : 0)) / (double)n;
}

static void put(const clfft_filter *f, void *numbers, uint64_t i, double x)
{
    if (f->real_size == 8)
        ((double *)numbers)[i] = x;
    else
        ((float *)numbers)[i] = (float)x;
}

static double get(const clfft_filter *f, const void *numbers, uint64_t i)
{
    return f->real_size == 8 ? ((const double *)numbers)[i]
                             : (double)((const float *)numbers)[i];
}

static clfft_status check_taps(const clfft_filter *f,
                               const clfft_filter_response *r)
{
    for (unsigned i = 0; i < 2; i++) {
        const struct clfft_filter_axis *axis = &f->blocks.axes[i];

        if (r->lengths[i] % 2 == 0)
            return FILTER_INVALID("%" PRIu64 " taps are an even number",
                                  r->lengths[i]);
        if (axis->reach && r->lengths[i] / 2 > axis->reach)
            return FILTER_INVALID("%" PRIu64 " taps reach further than %" PRIu64
                                  " samples",
                                  r->lengths[i], axis->reach);
    }
    for (uint64_t i = 0; i < r->lengths[0] * r->lengths[1]; i++)
        if (!isfinite(r->taps[i]))
            return FILTER_INVALID("tap %" PRIu64 " is not finite", i);
    return CLFFT_STATUS_OK;
}

/* Where tap k of n is in a period of `length`, the middle one being at 0. */
static uint64_t wrap(uint64_t k, uint64_t n, uint64_t length)
{
    return (k + length * (n / length + 1) - n / 2) % length;
}

/* Numbers that the host has at a time of a response, and rows of them. */
#define PIECE (UINT64_C(1) << 20)

static uint64_t count_rows(uint64_t pitch)
{
    return pitch < PIECE ? PIECE / pitch : 1;
}

/* Writes the taps as n rows of a mirrored plane, from row `first` on. */
static clfft_status write_rows(clfft_filter *f, cl_command_queue queue,
                               const clfft_filter_response *r, uint64_t first,
                               uint64_t n, double *sums, void *numbers)
{
    const uint64_t width = f->blocks.axes[0].length;
    const uint64_t height = f->blocks.axes[1].length;
    const uint64_t pitch = clfft_filter_get_pitch(&f->blocks);

    memset(sums, 0, n * pitch * sizeof *sums);
    for (uint64_t y = 0; y < r->lengths[1]; y++) {
        const uint64_t row = wrap(y, r->lengths[1], height);

        for (uint64_t x = 0;
             row >= first && row - first < n && x < r->lengths[0]; x++)
            sums[(row - first) * pitch + wrap(x, r->lengths[0], width)] +=
                r->taps[y * r->lengths[0] + x];
    }
    for (uint64_t i = 0; i < n * pitch; i++)
        put(f, numbers, i, sums[i]);
    return clfft_write_buffer(f->desc.waiter, queue, f->samples,
                              first * pitch * f->real_size,
                              n * pitch * f->real_size, numbers);
}

/* Transforms the taps as a block; the device then has them in `responses`. */
static clfft_status transform_taps(clfft_filter *f, cl_command_queue queue,
                                   const clfft_filter_response *r,
                                   uint64_t first)
{
    const uint64_t height = f->blocks.axes[1].length;
    const uint64_t pitch = clfft_filter_get_pitch(&f->blocks);
    const uint64_t rows = count_rows(pitch);
    const clfft_execute_params params = {
        .counts = {1, 1, 1}, .output_offset = first, .scratch = f->scratch};
    double *sums = malloc(rows * pitch * sizeof *sums);
    void *numbers = malloc(rows * pitch * f->real_size);
    clfft_status status;

    if (!sums || !numbers) {
        status = clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a response");
        goto fail;
    }
    for (uint64_t y = 0; y < height; y += rows)
        TRY(write_rows(f, queue, r, y, height - y < rows ? height - y : rows,
                       sums, numbers));
    TRY(clfft_plan_execute(f->forward, queue, f->samples, f->responses,
                           &params));
    TRY(clfft_wait_for_queue(f->desc.waiter, queue));
fail:
    free(sums);
    free(numbers);
    return status;
}

/* Of n rows of bins, from row `first` on. */
static void multiply_by_gain(const clfft_filter *f,
                             const clfft_filter_response *r, uint64_t first,
                             uint64_t n, void *bins)
{
    const uint64_t width = f->blocks.axes[0].length;
    const uint64_t height = f->blocks.axes[1].length;
    const uint64_t columns = width / 2 + 1;

    for (uint64_t y = 0; y < n; y++)
        for (uint64_t x = 0; x < columns; x++) {
            const uint64_t i = 2 * (y * columns + x);
            const double gain =
                r->gain(frequency_of(x, width), frequency_of(first + y, height),
                        r->data);

            put(f, bins, i, get(f, bins, i) * gain);
            put(f, bins, i + 1, get(f, bins, i + 1) * gain);
        }
}

/* Reads what the taps became, or takes 1; multiplies; writes. */
static clfft_status apply_gain(clfft_filter *f, cl_command_queue queue,
                               const clfft_filter_response *r, uint64_t first)
{
    const uint64_t height = f->blocks.axes[1].length;
    const uint64_t columns = f->blocks.axes[0].length / 2 + 1;
    const uint64_t rows = count_rows(columns);
    void *bins = malloc(rows * columns * 2 * f->real_size);
    clfft_status status = CLFFT_STATUS_OK;

    if (!bins)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a response");
    for (uint64_t y = 0; y < height; y += rows) {
        const uint64_t n = height - y < rows ? height - y : rows;
        const uint64_t offset = (first + y * columns) * 2 * f->real_size;
        const size_t size = n * columns * 2 * f->real_size;

        TRY(clfft_watch_tell("a response", y, height));
        if (r->taps)
            TRY(clfft_read_pieces(f->desc.waiter, queue, f->responses, 1,
                                  &offset, size, bins));
        else
            for (uint64_t i = 0; i < 2 * n * columns; i++)
                put(f, bins, i, i % 2 == 0);
        if (r->gain)
            multiply_by_gain(f, r, y, n, bins);
        TRY(clfft_write_buffer(f->desc.waiter, queue, f->responses, offset,
                               size, bins));
    }
fail:
    free(bins);
    return status;
}

/* What a picture of one brightness is multiplied by. */
static double find_zero(const clfft_filter_response *r)
{
    double sum = r->taps ? 0 : 1;

    for (uint64_t i = 0; r->taps && i < r->lengths[0] * r->lengths[1]; i++)
        sum += r->taps[i];
    return r->gain ? sum * r->gain(0, 0, r->data) : sum;
}

/* Work on a queue of its own, behind all calls so far. */
static clfft_status make_queue(clfft_filter *f, cl_command_queue *queue)
{
    clfft_status status;
    cl_int code;

    if (f->chain.before)
        TRY(clfft_wait_for_event(f->desc.waiter, f->chain.before));
    *queue = clCreateCommandQueue(f->device->context, f->device->id, 0, &code);
    CL_CHECK(code, "clCreateCommandQueue");
    status = CLFFT_STATUS_OK;
fail:
    return status;
}

static void free_queue(const clfft_filter *f, cl_command_queue queue)
{
    if (queue && !clfft_has_given_up(f->desc.waiter))
        clReleaseCommandQueue(queue);
}

clfft_status clfft_filter_set_response(clfft_filter *f, unsigned index,
                                       const clfft_filter_response *r)
{
    const uint64_t first = index * f->sizes.bins;
    cl_command_queue queue = NULL;
    clfft_status status;

    TRY(CHECK_RESERVED("clfft_filter_response", r));
    if (index >= f->desc.n_responses)
        return FILTER_INVALID("response %u is not below %u", index,
                              f->desc.n_responses);
    if (!isfinite(r->offset))
        return FILTER_INVALID("offset %g is not finite", r->offset);
    if (r->taps)
        TRY(check_taps(f, r));
    TRY(make_queue(f, &queue));
    if (r->taps)
        TRY(transform_taps(f, queue, r, first));
    if (r->gain || !r->taps)
        TRY(apply_gain(f, queue, r, first));
    f->zeros[index] = find_zero(r);
    f->offsets[index] = r->offset;
fail:
    free_queue(f, queue);
    return status;
}

clfft_status clfft_filter_fill_responses(clfft_filter *f)
{
    const clfft_filter_response one = {0};
    clfft_status status = CLFFT_STATUS_OK;

    for (unsigned i = 0; i < f->desc.n_responses; i++)
        TRY(clfft_filter_set_response(f, i, &one));
fail:
    return status;
}

/* ---- waves ---- */

/* n points exp(i (2 pi frequency k + phase)) times a factor. */
static void fill_turns(const clfft_filter *f, void *numbers, uint64_t first,
                       uint64_t n, double frequency, double phase,
                       double factor)
{
    for (uint64_t k = 0; k < n; k++) {
        const double turns = frequency * (double)k;
        const double angle = 2 * M_PI * (turns - floor(turns)) + phase;

        put(f, numbers, 2 * (first + k), factor * cos(angle));
        put(f, numbers, 2 * (first + k) + 1, factor * sin(angle));
    }
}

clfft_status clfft_filter_set_waves(clfft_filter *f, unsigned plane,
                                    const clfft_filter_wave *waves, unsigned n)
{
    const uint64_t width = f->desc.width, length = width + f->desc.height;
    const size_t size = f->desc.max_waves * length * 2 * f->real_size;
    cl_command_queue queue = NULL;
    void *numbers = NULL;
    clfft_status status;

    if (plane >= f->desc.n_planes || n > f->desc.max_waves)
        return FILTER_INVALID("%u waves of plane %u are not in 0..%u of %u "
                              "planes",
                              n, plane, f->desc.max_waves, f->desc.n_planes);
    if (!size)
        return CLFFT_STATUS_OK;
    numbers = calloc(1, size);
    if (!numbers)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for waves");
    for (unsigned i = 0; i < n; i++) {
        fill_turns(f, numbers, i * length, width, waves[i].x, 0, 1);
        fill_turns(f, numbers, i * length + width, f->desc.height, waves[i].y,
                   waves[i].phase, waves[i].amplitude);
    }
    TRY(make_queue(f, &queue));
    TRY(clfft_write_buffer(f->desc.waiter, queue, f->waves, plane * size, size,
                           numbers));
    f->n_waves[plane] = n;
fail:
    free_queue(f, queue);
    free(numbers);
    return status;
}
