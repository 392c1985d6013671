/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* harness.c: one description, run and judged. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GUARD 4096 /* bytes before and after the output */
#define POOLED_POINTS (1u << 16)
#define MOST_REPEATS 64

static clfft_device *device;
static cl_command_queue queue;

static void print_log(clfft_log_level level, const char *message, void *data)
{
    if (level <= CLFFT_LOG_WARNING || getenv("CLFFT_TEST_VERBOSE"))
        printf("# engine: %s\n", message);
}

static void close_device(void)
{
    if (queue)
        clReleaseCommandQueue(queue);
    clfft_device_destroy(&device);
}

clfft_device *harness_device(void)
{
    const char *cache = getenv("CLFFT_TEST_CACHE");
    const clfft_device_params params = {
        .name = getenv("CLFFT_TEST_DEVICE"),
        .cache_directory = cache ? cache : "",
        .log = print_log,
    };
    cl_int code;

    if (device)
        return device;
    if (clfft_device_create(&params, &device) != CLFFT_STATUS_OK) {
        printf("# no device: %s\n", clfft_last_error());
        return NULL;
    }
    queue = clCreateCommandQueue(clfft_device_get_context(device),
                                 clfft_device_get_id(device), 0, &code);
    atexit(close_device);
    return device;
}

cl_command_queue harness_queue(void)
{
    harness_device();
    return queue;
}

/* ---- one run ---- */

struct run {
    struct reference *reference;
    const struct reference_layout *layout;
    size_t input_bytes, output_bytes, guard;
    unsigned char *input, *before, *after, *input_after;
    cl_mem in, out;
    clfft_plan *plan;
    cl_mem scratch;
};

static void clear_run(struct run *r)
{
    clfft_plan_destroy(&r->plan);
    reference_destroy(&r->reference);
    if (r->out && r->out != r->in)
        clReleaseMemObject(r->out);
    if (r->in)
        clReleaseMemObject(r->in);
    if (r->scratch)
        clReleaseMemObject(r->scratch);
    free(r->input);
    free(r->before);
    free(r->after);
    free(r->input_after);
}

static bool make_run(struct run *r, const clfft_desc *desc,
                     const struct harness_options *options,
                     struct harness_result *result)
{
    cl_context context = clfft_device_get_context(harness_device());
    clfft_plan_info info;

    memset(r, 0, sizeof *r);
    result->status =
        clfft_plan_create(harness_device(), desc, &options->plan, &r->plan);
    if (result->status != CLFFT_STATUS_OK)
        return false;
    clfft_plan_get_info(r->plan, &info);
    snprintf(result->recipe, sizeof result->recipe, "%s", info.recipe);
    if (options->plan.external_scratch && info.scratch_size)
        r->scratch = clCreateBuffer(context, CL_MEM_READ_WRITE,
                                    info.scratch_size, NULL, NULL);
    r->reference = reference_create(desc);
    if (!r->reference)
        return false;
    r->layout = reference_get_layout(r->reference);
    /* whole elements, so that offsets stay counted in elements */
    r->guard = desc->in_place ? 0 : GUARD / 8 * r->layout->output_size;
    r->input_bytes = r->layout->input_size * r->layout->input_length;
    r->output_bytes = r->layout->output_size * r->layout->output_length;
    if (desc->in_place && r->output_bytes < r->input_bytes)
        r->output_bytes = r->input_bytes;
    r->input = calloc(1, r->input_bytes + r->output_bytes);
    r->input_after = malloc(r->input_bytes);
    r->before = malloc(r->output_bytes + 2 * r->guard);
    r->after = malloc(r->output_bytes + 2 * r->guard);
    r->in = clCreateBuffer(context, CL_MEM_READ_WRITE,
                           desc->in_place ? r->output_bytes : r->input_bytes,
                           NULL, NULL);
    r->out = desc->in_place
                 ? r->in
                 : clCreateBuffer(context, CL_MEM_READ_WRITE,
                                  r->output_bytes + 2 * r->guard, NULL, NULL);
    return r->input && r->input_after && r->before && r->after && r->in &&
           r->out;
}

static bool upload(struct run *r, const clfft_desc *desc, double quiet_db,
                   uint64_t seed)
{
    memset(r->before, 0xff, r->output_bytes + 2 * r->guard); /* NaN */
    reference_fill(r->reference, seed, quiet_db, r->input);
    if (desc->in_place)
        memcpy(r->before, r->input, r->input_bytes);
    else if (clEnqueueWriteBuffer(queue, r->out, CL_TRUE, 0,
                                  r->output_bytes + 2 * r->guard, r->before, 0,
                                  NULL, NULL))
        return false;
    return !clEnqueueWriteBuffer(queue, r->in, CL_TRUE, 0, r->input_bytes,
                                 r->input, 0, NULL, NULL);
}

static bool download(struct run *r, const clfft_desc *desc,
                     struct harness_result *result)
{
    if (clEnqueueReadBuffer(queue, r->out, CL_TRUE, 0,
                            r->output_bytes + 2 * r->guard, r->after, 0, NULL,
                            NULL))
        return false;
    if (desc->in_place)
        return true;
    if (clEnqueueReadBuffer(queue, r->in, CL_TRUE, 0, r->input_bytes,
                            r->input_after, 0, NULL, NULL))
        return false;
    result->input_changed =
        memcmp(r->input, r->input_after, r->input_bytes) != 0;
    return true;
}

static uint64_t count_guard(const struct run *r)
{
    uint64_t n = 0;

    for (size_t i = 0; i < r->guard; i++) {
        n += r->after[i] != 0xff;
        n += r->after[r->guard + r->output_bytes + i] != 0xff;
    }
    return n;
}

struct harness_result harness_run(const clfft_desc *desc,
                                  const struct harness_options *options)
{
    static const struct harness_options defaults;
    struct harness_result result = {.ratio = 1e9};
    struct reference_error error = {0};
    struct reference_range range = {{0}, 0, 0};
    clfft_execute_params execute;
    struct run r;

    if (!options)
        options = &defaults;
    execute = options->execute;
    if (!make_run(&r, desc, options, &result))
        goto done;
    memcpy(range.counts, execute.counts, sizeof range.counts);
    execute.output_offset += r.guard / r.layout->output_size;
    execute.scratch = r.scratch;
    for (unsigned i = 0; i < MOST_REPEATS && error.n_points < POOLED_POINTS;
         i++) {
        static uint64_t seed = 88172645463325252u;
        seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
        if (!upload(&r, desc, options->quiet_db, seed))
            break;
        result.status = clfft_plan_execute(r.plan, queue, r.in, r.out, &execute);
        if (result.status != CLFFT_STATUS_OK || clFinish(queue) ||
            !download(&r, desc, &result))
            goto done;
        reference_compare(r.reference, &range, r.input, r.after + r.guard,
                          &error);
        result.n_strays += count_guard(&r);
        if (!desc->in_place)
            result.n_strays += reference_count_strays(
                r.reference, &range, r.before + r.guard, r.after + r.guard,
                r.layout->output_length);
    }
    result.ratio = reference_judge(desc, &error);
    result.relative_error = reference_relative_error(&error);
done:
    clear_run(&r);
    return result;
}
