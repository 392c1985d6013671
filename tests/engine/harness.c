/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* harness.c: one description, run and judged. */
#include "harness.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/test.h"

#define GUARD_ELEMENTS 65 /* before and after each side; odd */
#define LARGEST_ELEMENT 16
#define POOLED_POINTS (1u << 16)
#define GUARD_BYTES 4096 /* a multiple of any device's alignment */
#define MOST_REPEATS 64
#define POISON 0xff /* NaN, to any float */

static clfft_device *device;
static cl_command_queue queue;

static bool lacks_builtins;

/* Recipes that a kernel failed since harness_count_fallen(), and the last. */
static unsigned n_fallen;
static char fallen[512];

/* On PoCL, which gets every kernel right but one; the fault layer plays
   compilers that do not. */
static void note_failure(const char *message)
{
    const char *recipe = strstr(message, "recipe \"");

    if (!recipe || !device || harness_is_miscompiled(recipe, message) ||
        strcmp(clfft_device_get_limits(device)->platform_name,
               "Portable Computing Language") != 0 ||
        !(strstr(message, "self-check failed") ||
          strstr(message, "kernel build failed")))
        return;
    n_fallen++;
    snprintf(fallen, sizeof fallen, "%s", recipe);
}

static void print_log(clfft_log_level level, const char *message, void *data)
{
    /* threads log at once: written only where the test fails anyway */
    if (strstr(message, "declarations of built-in functions"))
        lacks_builtins = true;
    note_failure(message);
    if (level <= CLFFT_LOG_WARNING || getenv("CLFFT_TEST_VERBOSE"))
        printf("# engine: %s\n", message);
}

static void *close_device(void *unused)
{
    if (queue)
        clReleaseCommandQueue(queue);
    clfft_device_destroy(&device);
    if (lacks_builtins) {
        puts("not ok - kernels/common/builtins.cl declares all that is called");
        fflush(stdout);
        _exit(1);
    }
    return unused;
}

/* Oclgrind keeps what it needs in a thread's own memory, and that of the main
   thread is gone when functions of atexit run. */
static void close_in_a_thread(void)
{
    pthread_t thread;

    if (!pthread_create(&thread, NULL, close_device, NULL))
        pthread_join(thread, NULL);
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
    atexit(close_in_a_thread);
    return device;
}

cl_command_queue harness_queue(void)
{
    harness_device();
    return queue;
}

bool harness_is_miscompiled(const char *recipe, const char *wrong)
{
    const clfft_limits *limits = clfft_device_get_limits(harness_device());
    const char *p = recipe;

    while (p && (p = strstr(p, " p")) && !(p[2] >= '2' && p[2] <= '8'))
        p += 2;
    return p && !strcmp(limits->platform_name, "Portable Computing Language") &&
           atoi(limits->driver_version) >= 7 &&
           strstr(wrong, "self-check failed");
}

unsigned harness_count_fallen(char *last, size_t size)
{
    const unsigned n = n_fallen;

    if (size)
        snprintf(last, size, "%s", n ? fallen : "");
    n_fallen = 0;
    return n;
}

unsigned harness_cases(unsigned few, unsigned many)
{
    if (test_is_full())
        return many;
    /* the device below it has been through all of them */
    return getenv("CLFFT_LAYER_PROFILE") ? (few + 3) / 4 : few;
}

bool harness_draws(size_t i, size_t share)
{
    static size_t first = SIZE_MAX;

    if (first == SIZE_MAX)
        first = (size_t)(test_random() >> 1);
    return test_is_full() || (i + first % share) % share == 0;
}

size_t harness_next_case(size_t last, size_t n, size_t share)
{
    return test_next_case(last, n,
                          getenv("CLFFT_LAYER_PROFILE") ? 4 * share : share);
}

/* What an error is measured over. A simulator's days are short. */
static uint64_t pooled_points(void)
{
    const char *points = getenv("CLFFT_TEST_POINTS");

    return points ? strtoull(points, NULL, 0) : POOLED_POINTS;
}

cl_mem harness_buffer(const void *bytes, size_t size)
{
    return clCreateBuffer(clfft_device_get_context(harness_device()),
                          CL_MEM_READ_WRITE |
                              (bytes ? CL_MEM_COPY_HOST_PTR : 0),
                          size ? size : 1, (void *)bytes, NULL);
}

/* ---- one run ---- */

struct run {
    const clfft_desc *desc;
    struct reference *reference;
    const struct reference_layout *layout;
    size_t input_guard, output_guard; /* bytes on either side */
    size_t input_bytes, output_bytes; /* without guards */
    size_t input_size, output_size;   /* of the buffers */
    unsigned char *input, *input_after;
    unsigned char *before, *after;
    cl_mem in, out, scratch;
    clfft_plan *plan;
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
    free(r->input_after);
    free(r->before);
    free(r->after);
}

static bool make_plan(struct run *r, const struct harness_options *options,
                      struct harness_result *result)
{
    clfft_plan_info info;

    harness_count_fallen(NULL, 0);
    result->status =
        clfft_plan_create(harness_device(), r->desc, &options->plan, &r->plan);
    if (result->status != CLFFT_STATUS_OK)
        return false;
    result->n_fallen =
        harness_count_fallen(result->fallen, sizeof result->fallen);
    clfft_plan_get_info(r->plan, &info);
    snprintf(result->recipe, sizeof result->recipe, "%s", info.recipe);
    result->limit = info.limit;
    if (options->plan.external_scratch && info.scratch_size)
        r->scratch = harness_buffer(NULL, info.scratch_size);
    return true;
}

static bool make_buffers(struct run *r, bool even)
{
    const struct reference_layout *layout = r->layout;
    const size_t guard = GUARD_ELEMENTS + (even ? 1 : 0);

    r->input_guard = guard * layout->input_size;
    r->output_guard = guard * layout->output_size;
    if (r->desc->in_place) /* the same bytes, whole elements of both sides */
        r->input_guard = r->output_guard = guard * LARGEST_ELEMENT;
    r->input_bytes = layout->input_size * layout->input_length;
    r->output_bytes = layout->output_size * layout->output_length;
    r->input_size = r->input_bytes + 2 * r->input_guard;
    r->output_size = r->output_bytes + 2 * r->output_guard;
    if (r->desc->in_place && r->output_size < r->input_size)
        r->output_size = r->input_size;
    r->input = malloc(r->input_size);
    r->input_after = malloc(r->input_size);
    r->before = malloc(r->output_size);
    r->after = malloc(r->output_size);
    if (!r->input || !r->input_after || !r->before || !r->after)
        return false;
    r->out = harness_buffer(NULL, r->output_size);
    r->in = r->desc->in_place ? r->out : harness_buffer(NULL, r->input_size);
    return r->in && r->out;
}

static bool upload(struct run *r, double quiet_db, uint64_t seed)
{
    memset(r->input, POISON, r->input_size);
    memset(r->before, POISON, r->output_size);
    reference_fill(r->reference, seed, quiet_db, r->input + r->input_guard);
    if (r->desc->in_place)
        memcpy(r->before, r->input, r->input_size);
    else if (clEnqueueWriteBuffer(queue, r->in, CL_TRUE, 0, r->input_size,
                                  r->input, 0, NULL, NULL))
        return false;
    return !clEnqueueWriteBuffer(queue, r->out, CL_TRUE, 0, r->output_size,
                                 r->before, 0, NULL, NULL);
}

static bool download(struct run *r, struct harness_result *result)
{
    if (clEnqueueReadBuffer(queue, r->out, CL_TRUE, 0, r->output_size, r->after,
                            0, NULL, NULL))
        return false;
    if (r->desc->in_place)
        return true;
    if (clEnqueueReadBuffer(queue, r->in, CL_TRUE, 0, r->input_size,
                            r->input_after, 0, NULL, NULL))
        return false;
    /* what may be overwritten is not the guards */
    for (size_t i = 0; i < r->input_size; i++)
        if (!r->desc->destroy_input || i < r->input_guard ||
            i >= r->input_guard + r->input_bytes)
            result->input_changed |= r->input[i] != r->input_after[i];
    return true;
}

/* In place, what lies between the transforms may still be the input's. */
static uint64_t count_strays(const struct run *r,
                             const struct reference_range *range)
{
    const size_t used = r->desc->in_place && r->input_bytes > r->output_bytes
                            ? r->input_bytes
                            : r->output_bytes;
    uint64_t n = 0;

    for (size_t i = 0; i < r->output_size; i++)
        if (i < r->output_guard || i >= r->output_guard + used)
            n += r->after[i] != POISON;
    if (!r->desc->in_place)
        n += reference_count_strays(
            r->reference, range, r->before + r->output_guard,
            r->after + r->output_guard, r->layout->output_length);
    return n;
}

static clfft_status run_once(struct run *r,
                             const struct harness_options *options,
                             uint64_t seed, struct harness_result *result)
{
    clfft_execute_params execute = options->execute;
    clfft_status status;

    execute.input_offset = r->input_guard / r->layout->input_size;
    execute.output_offset = r->output_guard / r->layout->output_size;
    execute.scratch = r->scratch;
    if (!upload(r, options->quiet_db, seed))
        return CLFFT_STATUS_DEVICE;
    status = clfft_plan_execute(r->plan, queue, r->in, r->out, &execute);
    if (status == CLFFT_STATUS_OK && (clFinish(queue) || !download(r, result)))
        status = CLFFT_STATUS_DEVICE;
    return status;
}

struct harness_result harness_run(const clfft_desc *desc,
                                  const struct harness_options *options,
                                  uint64_t seed)
{
    static const struct harness_options defaults;
    struct harness_result result = {.ratio = 1e9};
    struct reference_error error = {0};
    struct reference_range range = {{0}, 0, 0};
    struct run r = {.desc = desc};
    clfft_plan_info info;

    if (!options)
        options = &defaults;
    memcpy(range.counts, options->execute.counts, sizeof range.counts);
    if (!make_plan(&r, options, &result))
        goto done;
    r.reference = reference_create(desc);
    if (!r.reference)
        goto done;
    r.layout = reference_get_layout(r.reference);
    if (!make_buffers(&r, options->even_places))
        goto done;
    for (unsigned i = 0; i < MOST_REPEATS && error.n_points < pooled_points();
         i++) {
        result.status = run_once(&r, options, seed + i, &result);
        if (result.status != CLFFT_STATUS_OK)
            goto done;
        reference_compare(r.reference, &range, r.input + r.input_guard,
                          r.after + r.output_guard, &error);
        result.n_strays += count_strays(&r, &range);
    }
    clfft_plan_get_info(r.plan, &info);
    result.ratio = reference_judge(desc, &error) *
                   reference_recipe_factor(desc, info.recipe);
    result.relative_error = reference_relative_error(&error);
    if (result.limit > 0 && !error.n_bad)
        result.ratio = result.relative_error / result.limit;
done:
    clear_run(&r);
    return result;
}

const char *harness_judge(const clfft_desc *desc,
                          const struct harness_options *options, uint64_t seed)
{
    static char text[1500];
    const struct harness_result r = harness_run(desc, options, seed);
    char words[256];

    clfft_desc_print(desc, words, sizeof words);
    if (r.status != CLFFT_STATUS_OK)
        snprintf(text, sizeof text, "%s: %s: %s", words,
                 clfft_status_name(r.status), clfft_last_error());
    else if (!(r.ratio <= 1))
        snprintf(text, sizeof text,
                 "%s by %s, seed 0x%llx: error %.3g is %.2f of the limit",
                 words, r.recipe, (unsigned long long)seed, r.relative_error,
                 r.ratio);
    else if (r.n_strays)
        snprintf(text, sizeof text, "%s by %s: %llu elements written outside",
                 words, r.recipe, (unsigned long long)r.n_strays);
    else if (r.input_changed)
        snprintf(text, sizeof text, "%s by %s: the input was changed", words,
                 r.recipe);
    else if (r.n_fallen && !(options && options->may_fall_back))
        snprintf(text, sizeof text, "%s is right by %s, but %s", words,
                 r.recipe, r.fallen);
    else
        return NULL;
    return text;
}

const char *harness_judge_text(const char *text,
                               const struct harness_options *options,
                               uint64_t seed)
{
    const char *wrong;
    clfft_desc desc;

    if (clfft_desc_parse(text, &desc) != CLFFT_STATUS_OK)
        return clfft_last_error();
    wrong = harness_judge(&desc, options, seed);
    clfft_desc_clear(&desc);
    return wrong;
}

/* ---- bytes in, bytes out ---- */

/* A piece of a larger buffer, whose ends are poisoned. */
struct guarded {
    cl_mem whole, piece;
    size_t size;
};

static bool make_guarded(struct guarded *g, const void *bytes, size_t size)
{
    const cl_buffer_region region = {GUARD_BYTES, size ? size : 1};
    unsigned char *all = malloc(region.size + 2 * GUARD_BYTES);

    *g = (struct guarded){.size = region.size};
    if (!all)
        return false;
    memset(all, POISON, region.size + 2 * GUARD_BYTES);
    memcpy(all + GUARD_BYTES, bytes, size);
    g->whole = harness_buffer(all, region.size + 2 * GUARD_BYTES);
    free(all);
    if (g->whole)
        g->piece =
            clCreateSubBuffer(g->whole, CL_MEM_READ_WRITE,
                              CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
    return g->piece != NULL;
}

static bool guards_hold(const struct guarded *g)
{
    unsigned char guard[GUARD_BYTES];

    for (unsigned end = 0; end < 2; end++) {
        if (clEnqueueReadBuffer(queue, g->whole, CL_TRUE,
                                end ? GUARD_BYTES + g->size : 0, GUARD_BYTES,
                                guard, 0, NULL, NULL))
            return false;
        for (size_t i = 0; i < GUARD_BYTES; i++)
            if (guard[i] != POISON) {
                printf("# written outside: byte %zu %s the buffer\n",
                       end ? i : GUARD_BYTES - i, end ? "behind" : "before");
                return false;
            }
    }
    return true;
}

static void clear_guarded(struct guarded *g)
{
    if (g->piece)
        clReleaseMemObject(g->piece);
    if (g->whole)
        clReleaseMemObject(g->whole);
}

bool harness_plan_alike(const clfft_plan *plan, const clfft_desc *desc,
                        clfft_plan **alike)
{
    clfft_plan_info info;

    clfft_plan_get_info(plan, &info);
    return clfft_plan_create(harness_device(), desc,
                             &(clfft_plan_params){.recipe = info.recipe},
                             alike) == CLFFT_STATUS_OK;
}

clfft_status harness_execute(clfft_plan *plan, const void *input,
                             size_t input_size, void *output,
                             size_t output_size,
                             const clfft_execute_params *params)
{
    const bool in_place = input == output;
    struct guarded in = {0}, out = {0};
    clfft_status status = CLFFT_STATUS_DEVICE;

    harness_device();
    if (make_guarded(&out, output, output_size) &&
        (in_place || make_guarded(&in, input, input_size)))
        status = clfft_plan_execute(
            plan, queue, in_place ? out.piece : in.piece, out.piece, params);
    if (status == CLFFT_STATUS_OK &&
        (clEnqueueReadBuffer(queue, out.piece, CL_TRUE, 0, output_size, output,
                             0, NULL, NULL) ||
         !guards_hold(&out) || (!in_place && !guards_hold(&in))))
        status = CLFFT_STATUS_DEVICE;
    clFinish(queue);
    clear_guarded(&out);
    clear_guarded(&in);
    return status;
}
