/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * multi.c: the command `clfft-bench multi`: batches on one device and on
 * several, from host memory to host memory, and their kernels alone.
 */
#include "bench.h"

#include "clfft/multi.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DEVICES CLFFT_MULTI_MAX_DEVICES
#define MOST_ROUNDS 1000
#define N_WARM 4     /* calls in which shares settle */
#define N_CHECKED 64 /* transforms of each result */
#define STEP 4       /* between the numbers of rounds */

struct devices {
    clfft_device *open[MOST_DEVICES];
    char names[MOST_DEVICES][32];
    unsigned n;
};

/* A batch and what runs it: `multis` on the first device and on all. */
struct job {
    const struct bench_options *options;
    const struct devices *devices;
    struct bench_case item;
    void *output;
    clfft_multi *multis[2];
    clfft_multi_info info;
};

/* ---- devices ---- */

static void close_devices(struct devices *d)
{
    for (unsigned i = 0; i < d->n; i++)
        clfft_device_destroy(&d->open[i]);
    d->n = 0;
}

static bool open_devices(struct devices *d, const struct bench_options *options)
{
    clfft_device_entry *entries;
    size_t n;
    clfft_status status = clfft_choose_devices(options->devices, &entries, &n);

    d->n = 0;
    for (size_t i = 0; i < n && !status && i < MOST_DEVICES; i++) {
        clfft_device_params params = {.name = d->names[i]};

        snprintf(d->names[i], sizeof d->names[i], "%u:%u",
                 entries[i].platform_index, entries[i].device_index);
        status = clfft_device_create(&params, &d->open[i]);
        if (!status)
            d->n++;
    }
    free(entries);
    if (!status)
        return true;
    fprintf(stderr, "clfft-bench: %s: %s\n", clfft_status_name(status),
            clfft_last_error());
    close_devices(d);
    return false;
}

/* ---- with transfers ---- */

static bool run_multi(const struct job *job, unsigned which, uint64_t count)
{
    const clfft_multi_execute_params params = {.count = count};

    return clfft_multi_execute(job->multis[which],
                               job->item.desc.in_place ? job->output
                                                       : job->item.input,
                               job->output, &params) == CLFFT_STATUS_OK;
}

/* Milliseconds of the median, or below 0. One device and all take turns. */
static bool time_multis(const struct job *job, uint64_t count, double ms[2])
{
    double samples[2][MOST_ROUNDS];
    const double start = bench_now();
    unsigned n = 0;

    for (unsigned i = 0; i < 2 * N_WARM; i++)
        if (!run_multi(job, i % 2, count))
            return false;
    do {
        for (unsigned which = 0; which < 2; which++) {
            const double before = bench_now();
            if (!run_multi(job, which, count))
                return false;
            samples[which][n] = 1e3 * (bench_now() - before);
        }
        n++;
    } while (n < job->options->rounds && n < MOST_ROUNDS &&
             bench_now() - start < job->options->seconds);
    for (unsigned which = 0; which < 2; which++)
        ms[which] = bench_median(samples[which], n);
    return true;
}

/* ---- kernels alone ---- */

struct resident {
    cl_command_queue queue;
    cl_mem in, out;
    clfft_plan *plan;
};

static void clear_resident(struct resident *r)
{
    clfft_plan_destroy(&r->plan);
    if (r->out && r->out != r->in)
        clReleaseMemObject(r->out);
    if (r->in)
        clReleaseMemObject(r->in);
    if (r->queue)
        clReleaseCommandQueue(r->queue);
}

static bool make_resident(const struct job *job, unsigned i, uint64_t count,
                          struct resident *r)
{
    const cl_context context = clfft_device_get_context(job->devices->open[i]);
    const clfft_limits *limits = clfft_device_get_limits(job->devices->open[i]);
    clfft_desc desc = job->item.desc;
    uint64_t in, out;
    cl_int code;

    if (desc.n_loops)
        desc.loops[job->info.loop].count = count;
    if (clfft_desc_get_extent(&desc, &in, &out))
        return false;
    in *= clfft_desc_get_input_size(&desc);
    out *= clfft_desc_get_output_size(&desc);
    if (desc.in_place && in < out)
        in = out;
    if (in > limits->max_allocation || out > limits->max_allocation ||
        in + out > limits->global_size / 2)
        return false;
    r->queue = clCreateCommandQueue(
        context, clfft_device_get_id(job->devices->open[i]), 0, &code);
    r->in = clCreateBuffer(context, CL_MEM_READ_WRITE, (size_t)in, NULL, &code);
    r->out = desc.in_place ? r->in
                           : clCreateBuffer(context, CL_MEM_READ_WRITE,
                                            (size_t)out, NULL, &code);
    return r->queue && r->in && r->out &&
           !clfft_plan_create(job->devices->open[i], &desc, &job->options->plan,
                              &r->plan);
}

/* The median of both at once, each with its part; below 0 if there is no
   room. */
static double time_kernels(const struct job *job, unsigned n, uint64_t count)
{
    struct resident residents[MOST_DEVICES] = {{0}};
    double samples[MOST_ROUNDS], result = -1;
    const double start = bench_now();
    unsigned n_samples = 0, n_runs = 1;
    uint64_t left = count;
    bool works = true;

    for (unsigned i = 0; i < n && works; i++) {
        clfft_multi_device_info info;
        uint64_t part = left;

        clfft_multi_get_device(job->multis[n > 1], i, &info);
        if (i + 1 < n && (uint64_t)(info.share * (double)count) < left)
            part = (uint64_t)(info.share * (double)count);
        left -= part;
        works = !part || make_resident(job, i, part, &residents[i]);
    }
    while (works && n_samples < job->options->rounds + 3 &&
           n_samples < MOST_ROUNDS &&
           (n_samples < 4 || bench_now() - start < job->options->seconds)) {
        const double before = bench_now();

        for (unsigned run = 0; run < n_runs; run++)
            for (unsigned i = 0; i < n && works; i++)
                works = !residents[i].plan ||
                        (!clfft_plan_execute(
                             residents[i].plan, residents[i].queue,
                             residents[i].in, residents[i].out, NULL) &&
                         !clFlush(residents[i].queue));
        for (unsigned i = 0; i < n && works; i++)
            works = !residents[i].queue || !clFinish(residents[i].queue);
        samples[n_samples++] = 1e3 * (bench_now() - before) / n_runs;
        /* enough of them to hide that the host waits */
        if (n_samples == 2 && samples[1] < 5)
            n_runs = (unsigned)fmin(100, 5 / fmax(samples[1], 1e-3)) + 1;
    }
    if (works)
        result = bench_median(samples + 3, n_samples - 3);
    for (unsigned i = 0; i < n; i++)
        clear_resident(&residents[i]);
    return result;
}

/* ---- results ---- */

/* Some transforms of each result. */
static bool check(struct job *job, unsigned which)
{
    const uint64_t n = job->item.layout->n_transforms;
    struct reference_range range = {{0}, 0, n / N_CHECKED + 1};
    struct reference_error error = {0};

    if (job->item.desc.in_place)
        memcpy(job->output, job->item.input, job->item.input_size);
    if (!run_multi(job, which, 0))
        return false;
    reference_compare(job->item.reference, &range, job->item.input, job->output,
                      &error);
    return !error.n_bad && error.single_ratio <= 1 && error.worst_unit <= 1;
}

static void print_ratio(const double ms[2])
{
    if (ms[0] < 0 || ms[1] < 0)
        printf("  %9s  %9s  %6s", "-", "-", "-");
    else
        printf("  %9.3f  %9.3f  %6.2f", ms[0], ms[1], ms[0] / ms[1]);
}

static void print_shares(const struct job *job)
{
    printf("shares:");
    for (unsigned i = 0; i < job->devices->n; i++) {
        clfft_multi_device_info info;

        clfft_multi_get_device(job->multis[1], i, &info);
        printf("  %s %s %.1f %%%s", job->devices->names[i], info.name,
               100 * info.share, info.has_failed ? " (failed)" : "");
    }
    printf("\n");
}

/* A row for each number of rounds; from which on all devices are faster. */
static bool measure_rows(struct job *job)
{
    uint64_t faster = 0;

    printf("%10s  %9s  %9s  %9s  %6s  %9s  %9s  %6s\n", "rounds", "MB",
           "one, ms", "all, ms", "ratio", "kernels", "all, ms", "ratio");
    for (uint64_t count = 1;; count *= STEP) {
        double ms[2], kernels[2];

        if (count > job->info.count)
            count = job->info.count;
        bench_progress("%s: %" PRIu64 " rounds", job->item.text, count);
        if (!time_multis(job, count, ms))
            return false;
        kernels[0] = time_kernels(job, 1, count);
        kernels[1] = time_kernels(job, job->devices->n, count);
        bench_progress("%s", "");
        printf("%10" PRIu64 "  %9.3f", count,
               1e-6 * job->item.bytes * (double)count /
                   (double)job->info.count);
        print_ratio(ms);
        print_ratio(kernels);
        printf("\n");
        if (ms[1] >= ms[0])
            faster = 0;
        else if (!faster)
            faster = count;
        if (count == job->info.count)
            break;
    }
    print_shares(job);
    if (faster)
        printf("all devices are faster from %" PRIu64 " rounds on\n", faster);
    else
        printf("all devices are not faster\n");
    return true;
}

static bool measure(struct job *job, const char *text)
{
    const clfft_multi_params params = {.plan = &job->options->plan};
    size_t size;
    char reason[256];
    bool right = true;

    if (!bench_case_open(&job->item, text, reason) ||
        !bench_case_fill(&job->item, job->options->seed, reason)) {
        fprintf(stderr, "clfft-bench: %s: %s\n", text, reason);
        return false;
    }
    size = job->item.output_size > job->item.input_size ? job->item.output_size
                                                        : job->item.input_size;
    job->output = malloc(size);
    if (job->output)
        memset(job->output, 0, size);
    for (unsigned i = 0; i < 2 && right; i++)
        right = job->output &&
                !clfft_multi_create(job->devices->open, i ? job->devices->n : 1,
                                    &job->item.desc, &params, &job->multis[i]);
    if (right) {
        clfft_multi_get_info(job->multis[1], &job->info);
        printf("%s: %u devices, %" PRIu64
               " rounds of loop %u, chunks of %" PRIu64 "\n",
               text, job->devices->n, job->info.count, job->info.loop,
               job->info.chunk);
        right = measure_rows(job);
    }
    if (!right)
        fprintf(stderr, "clfft-bench: %s: %s\n", text,
                job->output ? clfft_last_error() : "no memory");
    for (unsigned i = 0; i < 2 && right; i++) {
        right = check(job, i);
        if (!right)
            printf("WRONG on %s\n", i ? "all devices" : "one device");
    }
    return right;
}

int bench_multi_main(const struct bench_options *options)
{
    struct devices devices;
    int status = 0;

    if (!options->n_items) {
        fprintf(stderr, "clfft-bench: nothing to measure: give descriptions\n");
        return 2;
    }
    if (!open_devices(&devices, options))
        return 2;
    for (unsigned i = 0; i < devices.n; i++) {
        const clfft_limits *l = clfft_device_get_limits(devices.open[i]);
        printf("%s  %s, %s %s\n", devices.names[i], l->device_name,
               l->platform_name, l->driver_version);
    }
    for (unsigned i = 0; i < options->n_items; i++) {
        struct job job = {.options = options, .devices = &devices};

        if (!measure(&job, options->items[i]))
            status = 1;
        clfft_multi_destroy(&job.multis[0]);
        clfft_multi_destroy(&job.multis[1]);
        free(job.output);
        if (job.item.reference)
            bench_case_close(&job.item);
    }
    close_devices(&devices);
    return status;
}
