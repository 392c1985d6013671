/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * verify.c: one description against the contract.
 *
 * The description runs in regions of one arena, each with fresh input and its
 * own offsets, until 2^16 points are pooled. Where the batch has several
 * transforms that share no input, every second region has neighbours 120 dB
 * apart. The output starts as NaN and so do the input's gaps; nothing but the
 * transforms' elements may change, and the input must not, unless in place.
 */
#include "clfft/tools/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define POOLED_POINTS 65536
#define LARGE_POINTS 4194304 /* one region is enough for both fillings */
#define GAP_ELEMENTS 5       /* between regions; odd, so that offsets are */
#define GUARD_ELEMENTS 64    /* before the first region and after the last */
#define QUIET_DB 120
#define POISON 0xff

struct trial {
    const struct bench_device *device;
    struct bench_case item;
    clfft_plan *plan;
    uint64_t n_regions;
    uint64_t input_step, output_step; /* elements from region to region */
    uint64_t input_first, output_first;
    size_t input_size, output_size; /* bytes of the arenas */
    unsigned char *input, *output;
    unsigned char *poison; /* one output region */
    cl_mem input_buffer, output_buffer;
};

static void fail(struct bench_verdict *verdict, const char *message)
{
    verdict->ratio = INFINITY;
    if (!verdict->message[0])
        snprintf(verdict->message, sizeof verdict->message, "%s", message);
}

static void fail_cl(struct bench_verdict *verdict, const char *what,
                    cl_int error)
{
    char message[128];

    snprintf(message, sizeof message, "%s: OpenCL error %d", what, error);
    fail(verdict, message);
}

/* Neighbours that share samples are as loud as each other. */
static bool has_quiet(const struct bench_case *item)
{
    return item->layout->n_transforms > 1 && item->layout->separate_inputs;
}

static void lay_out(struct trial *trial)
{
    const struct bench_case *item = &trial->item;
    const struct reference_layout *layout = item->layout;
    const uint64_t points = layout->n_points * layout->n_transforms;

    trial->n_regions = (POOLED_POINTS + points - 1) / points;
    if (has_quiet(item) && points < LARGE_POINTS)
        trial->n_regions *= 2;
    trial->input_step = layout->input_length + GAP_ELEMENTS;
    trial->output_step = layout->output_length + GAP_ELEMENTS;
    trial->input_first = 0;
    trial->output_first = GUARD_ELEMENTS;
    if (item->desc.in_place) { /* both sides at the same bytes */
        const size_t grain = 16;
        const size_t size = item->input_size > item->output_size
                                ? item->input_size
                                : item->output_size;
        const size_t step = (size / grain + 1 + GAP_ELEMENTS) * grain;
        trial->input_step = step / layout->input_size;
        trial->output_step = step / layout->output_size;
        trial->input_first = GUARD_ELEMENTS * grain / layout->input_size;
        trial->output_first = GUARD_ELEMENTS * grain / layout->output_size;
    }
    trial->input_size =
        (trial->input_first + trial->n_regions * trial->input_step) *
        layout->input_size;
    trial->output_size = (trial->output_first + GUARD_ELEMENTS +
                          trial->n_regions * trial->output_step) *
                         layout->output_size;
    if (item->desc.in_place)
        trial->input_size = trial->output_size;
    trial->input_size = (trial->input_size + 15) / 16 * 16;
    trial->output_size = (trial->output_size + 15) / 16 * 16;
}

static unsigned char *input_of(const struct trial *trial, uint64_t region)
{
    return trial->input + (trial->input_first + region * trial->input_step) *
                              trial->item.layout->input_size;
}

static unsigned char *output_of(const struct trial *trial, uint64_t region)
{
    return trial->output + (trial->output_first + region * trial->output_step) *
                               trial->item.layout->output_size;
}

/* A buffer beyond the device's limit is refused, as the engine would. */
static bool fits_device(const struct trial *trial,
                        struct bench_verdict *verdict)
{
    const uint64_t most = trial->device->limits->max_allocation;
    const uint64_t size = trial->input_size > trial->output_size
                              ? trial->input_size
                              : trial->output_size;
    char message[128];

    if (size <= most)
        return true;
    snprintf(message, sizeof message,
             "a buffer of %llu bytes is above the device's limit %llu",
             (unsigned long long)size, (unsigned long long)most);
    verdict->refused = true;
    fail(verdict, message);
    return false;
}

static bool fill_arena(struct trial *trial, uint64_t seed)
{
    const struct bench_case *item = &trial->item;
    const size_t region = trial->output_step * item->layout->output_size;

    trial->input = malloc(trial->input_size);
    trial->output = malloc(trial->output_size);
    trial->poison = malloc(region);
    if (!trial->input || !trial->output || !trial->poison)
        return false;
    memset(trial->input, POISON, trial->input_size);
    memset(trial->output, POISON, trial->output_size);
    memset(trial->poison, POISON, region);
    for (uint64_t r = 0; r < trial->n_regions; r++) {
        const bool quiet =
            has_quiet(item) && (trial->n_regions == 1 || r % 2 == 1);
        reference_fill(item->reference, seed + r, quiet ? QUIET_DB : 0,
                       input_of(trial, r));
    }
    return true;
}

static cl_int upload(struct trial *trial)
{
    const struct bench_device *device = trial->device;
    cl_int error;

    trial->input_buffer = clCreateBuffer(
        device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
        trial->input_size, trial->input, &error);
    if (error)
        return error;
    if (trial->item.desc.in_place) {
        trial->output_buffer = trial->input_buffer;
        return clRetainMemObject(trial->output_buffer);
    }
    trial->output_buffer = clCreateBuffer(
        device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
        trial->output_size, trial->output, &error);
    return error;
}

static bool execute(struct trial *trial, struct bench_verdict *verdict)
{
    cl_int error;

    for (uint64_t r = 0; r < trial->n_regions; r++) {
        const clfft_execute_params params = {
            .input_offset = trial->input_first + r * trial->input_step,
            .output_offset = trial->output_first + r * trial->output_step,
        };
        if (clfft_plan_execute(trial->plan, trial->device->queue,
                               trial->input_buffer, trial->output_buffer,
                               &params) != CLFFT_STATUS_OK) {
            fail(verdict, clfft_last_error());
            return false;
        }
    }
    error = clEnqueueReadBuffer(trial->device->queue, trial->output_buffer,
                                CL_TRUE, 0, trial->output_size, trial->output,
                                0, NULL, NULL);
    if (error)
        fail_cl(verdict, "reading the result", error);
    return !error;
}

static void check_input(struct trial *trial, struct bench_verdict *verdict)
{
    unsigned char *after;
    cl_int error;

    if (trial->item.desc.in_place || trial->item.desc.destroy_input)
        return;
    after = malloc(trial->input_size);
    if (!after) {
        fail(verdict, "no memory");
        return;
    }
    error =
        clEnqueueReadBuffer(trial->device->queue, trial->input_buffer, CL_TRUE,
                            0, trial->input_size, after, 0, NULL, NULL);
    if (error)
        fail_cl(verdict, "reading the input back", error);
    else if (memcmp(after, trial->input, trial->input_size) != 0)
        fail(verdict, "the input was changed");
    free(after);
}

static bool is_poison(const unsigned char *bytes, const unsigned char *end)
{
    while (bytes < end && *bytes == POISON)
        bytes++;
    return bytes >= end;
}

static void check_guards(const struct trial *trial,
                         struct bench_verdict *verdict)
{
    const struct bench_case *item = &trial->item;
    const size_t used =
        item->desc.in_place && item->input_size > item->output_size
            ? item->input_size
            : item->output_size;

    if (!is_poison(trial->output, output_of(trial, 0)))
        fail(verdict, "elements before the output were written");
    for (uint64_t r = 0; r < trial->n_regions; r++)
        if (!is_poison(output_of(trial, r) + used, output_of(trial, r + 1)))
            fail(verdict, "elements after the output were written");
    if (!is_poison(output_of(trial, trial->n_regions),
                   trial->output + trial->output_size))
        fail(verdict, "elements after the output were written");
}

static void check_results(struct trial *trial, struct bench_verdict *verdict)
{
    const struct bench_case *item = &trial->item;
    struct reference_error error = {0};
    const double factor = reference_recipe_factor(&item->desc, verdict->recipe);
    struct reference_limits limits;
    char message[128];
    double ratio;

    for (uint64_t r = 0; r < trial->n_regions; r++) {
        reference_compare(item->reference, NULL, input_of(trial, r),
                          output_of(trial, r), &error);
        if (bench_case_count_strays(
                item, item->desc.in_place ? input_of(trial, r) : trial->poison,
                output_of(trial, r)) != 0)
            fail(verdict, "elements between the results were written");
    }
    reference_get_limits(&item->desc, &limits);
    verdict->relative = reference_relative_error(&error);
    verdict->single = error.worst_single;
    verdict->largest = error.max_error;
    verdict->limit = limits.pooled / factor;
    ratio = reference_judge(&item->desc, &error) * factor;
    if (!(ratio <= verdict->ratio)) /* which is infinite if a gap changed */
        verdict->ratio = ratio;
    if (ratio <= 1)
        return;
    snprintf(
        message, sizeof message,
        "%llu NaN, Inf or no pixels, worst transform %llu, worst element %llu",
        (unsigned long long)error.n_bad,
        (unsigned long long)error.worst_transform,
        (unsigned long long)error.worst_element);
    if (!verdict->message[0])
        snprintf(verdict->message, sizeof verdict->message, "%s", message);
}

static void close_trial(struct trial *trial)
{
    clfft_plan_destroy(&trial->plan);
    if (trial->input_buffer)
        clReleaseMemObject(trial->input_buffer);
    if (trial->output_buffer)
        clReleaseMemObject(trial->output_buffer);
    free(trial->input);
    free(trial->output);
    free(trial->poison);
    bench_case_close(&trial->item);
}

static bool make_plan(struct trial *trial, struct bench_verdict *verdict)
{
    const clfft_status status =
        clfft_plan_create(trial->device->engine, &trial->item.desc,
                          &trial->device->options->plan, &trial->plan);
    clfft_plan_info info;

    if (status != CLFFT_STATUS_OK) {
        verdict->refused = status == CLFFT_STATUS_UNSUPPORTED;
        fail(verdict, clfft_last_error());
        return false;
    }
    clfft_plan_get_info(trial->plan, &info);
    snprintf(verdict->recipe, sizeof verdict->recipe, "%s", info.recipe);
    return true;
}

void bench_verify_one(const struct bench_device *device, const char *text,
                      uint64_t seed, struct bench_verdict *verdict)
{
    struct trial trial = {.device = device};
    cl_int error;

    if (bench_is_convolution(text)) {
        bench_verify_convolution(device, text, seed, verdict);
        return;
    }
    *verdict = (struct bench_verdict){0};
    if (!bench_case_open(&trial.item, text, verdict->message)) {
        verdict->ratio = INFINITY;
        return;
    }
    lay_out(&trial);
    if (!fits_device(&trial, verdict) || !make_plan(&trial, verdict))
        goto done;
    if (!fill_arena(&trial, seed)) {
        fail(verdict, "no memory on the host");
        goto done;
    }
    error = upload(&trial);
    if (error) {
        fail_cl(verdict, "making buffers", error);
        goto done;
    }
    if (execute(&trial, verdict)) {
        check_results(&trial, verdict);
        check_guards(&trial, verdict);
        check_input(&trial, verdict);
    }
done:
    close_trial(&trial);
}
