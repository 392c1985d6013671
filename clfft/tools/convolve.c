/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* convolve.c: the command `clfft-bench convolve`: what convolution of a stream
   takes, call by call. */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define RATE 48000.0
#define DEFAULT_FRAMES 1024

/* ---- text ---- */

bool bench_is_convolution(const char *text)
{
    return !strncmp(text, "convolve", strlen("convolve"));
}

/* "2", or "4x2": inputs and outputs of a matrix. */
static bool parse_channels(const char *text, clfft_convolver_desc *desc)
{
    char *end;

    desc->inputs = desc->outputs = desc->n_responses =
        (unsigned)strtoul(text, &end, 10);
    if (end != text && *end == 'x') {
        text = end + 1;
        desc->outputs = (unsigned)strtoul(text, &end, 10);
        desc->n_responses *= desc->outputs;
    }
    return end != text && !*end;
}

/* "latency=64" of the word's name. */
static bool parse_number(const char *word, const char *name, uint64_t *number)
{
    const size_t length = strlen(name);
    char *end;

    if (strncmp(word, name, length) != 0 || word[length] == 0)
        return false;
    *number = strtoull(word + length, &end, 10);
    return !*end;
}

/* Noise that fades by 60 dB, as that of a room does. */
static bool fill_responses(clfft_convolver_desc *desc, uint64_t seed)
{
    const uint64_t n = desc->taps * desc->n_responses;
    double *taps = NULL;

    if (desc->taps <= SIZE_MAX / sizeof *taps / (desc->n_responses + 1))
        taps = malloc(n * sizeof *taps);
    for (uint64_t i = 0; taps && i < n; i++)
        taps[i] = (2 * bench_draw_part(&seed) - 1) *
                  exp(-6.9 * (double)(i % desc->taps) / (double)desc->taps);
    desc->responses = taps;
    return taps;
}

bool bench_parse_convolution(const char *text, uint64_t seed,
                             clfft_convolver_desc *desc, char *reason)
{
    char words[256], *rest = NULL, *word;
    unsigned n = 0;

    *desc = (clfft_convolver_desc){.max_frames = DEFAULT_FRAMES};
    snprintf(words, sizeof words, "%s", text);
    for (word = strtok_r(words, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest), n++) {
        if (n == 0 || (n == 1 && parse_channels(word, desc)) ||
            (n == 2 && parse_number(word, "", &desc->taps)) ||
            (n > 2 && (parse_number(word, "latency=", &desc->latency) ||
                       parse_number(word, "frames=", &desc->max_frames))))
            continue;
        if (n < 3 || strcmp(word, "double") != 0) {
            snprintf(reason, 256,
                     "\"%.100s\" is not of convolve CHANNELS TAPS [latency=N] "
                     "[frames=N] [double]",
                     word);
            return false;
        }
        desc->precision = CLFFT_PRECISION_DOUBLE;
    }
    if (n < 3 || !desc->n_responses || !desc->taps || !desc->max_frames) {
        snprintf(reason, 256,
                 "channels, taps and frames are numbers from 1 on");
        return false;
    }
    if (fill_responses(desc, seed))
        return true;
    snprintf(reason, 256, "no memory for the responses");
    return false;
}

/* ---- measuring ---- */

static double cpu_seconds(void)
{
    struct rusage u;

    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* Noise for one call, which all calls get. */
static cl_mem make_input(const struct bench_device *device,
                         const clfft_convolver_desc *desc, size_t size)
{
    const size_t n = desc->max_frames * desc->inputs;
    uint64_t state = device->options->seed;
    char *bytes = malloc(n * size);
    cl_mem input;

    if (!bytes)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        const double x = 2 * bench_draw_part(&state) - 1;

        if (size == sizeof x)
            ((double *)bytes)[i] = x;
        else
            ((float *)bytes)[i] = (float)x;
    }
    input = clCreateBuffer(device->context, CL_MEM_COPY_HOST_PTR, n * size,
                           bytes, NULL);
    free(bytes);
    return input;
}

struct figures {
    double cpu, wall, longest; /* seconds */
};

/* Calls that are waited for one by one. */
static clfft_status run(const struct bench_device *device,
                        clfft_convolver *convolver, cl_mem input, cl_mem output,
                        uint64_t frames, uint64_t n_calls, struct figures *f)
{
    const clfft_convolver_params params = {.n_frames = frames};
    const double cpu = cpu_seconds(), start = bench_now();

    *f = (struct figures){0};
    for (uint64_t i = 0; i < n_calls; i++) {
        const double before = bench_now();
        const clfft_status status = clfft_convolver_execute(
            convolver, device->queue, input, output, &params);

        if (status != CLFFT_STATUS_OK)
            return status;
        if (clFinish(device->queue) != CL_SUCCESS)
            return CLFFT_STATUS_DEVICE;
        f->longest = fmax(f->longest, bench_now() - before);
    }
    f->cpu = cpu_seconds() - cpu;
    f->wall = bench_now() - start;
    return CLFFT_STATUS_OK;
}

static void print_figures(const char *text, double seconds,
                          const clfft_convolver_info *info, double ready,
                          const struct figures *f)
{
    printf("%s: %s; %u launches a call at most, %.1f MB, ready in %.0f ms\n"
           "  %.1f s of sound: CPU %.3f s, wall %.3f s, %.0f times real time, "
           "longest call %.2f ms\n",
           text, info->partitions, info->max_launches,
           1e-6 * (double)info->size, 1e3 * ready, seconds, f->cpu, f->wall,
           seconds / f->wall, 1e3 * f->longest);
    fflush(stdout);
}

static bool measure(const struct bench_device *device, const char *text)
{
    clfft_convolver *convolver = NULL;
    cl_mem input = NULL, output = NULL;
    clfft_status status;
    clfft_convolver_desc desc;
    clfft_convolver_info info;
    struct figures figures;
    uint64_t n_calls;
    char reason[256];
    double ready;
    size_t size;

    if (!bench_parse_convolution(text, device->options->seed, &desc, reason)) {
        fprintf(stderr, "clfft-bench: %s: %s\n", text, reason);
        return false;
    }
    size = desc.precision == CLFFT_PRECISION_DOUBLE ? sizeof(double)
                                                    : sizeof(float);
    desc.params = &device->options->plan;
    ready = bench_now();
    status = clfft_convolver_create(device->engine, &desc, &convolver);
    ready = bench_now() - ready;
    if (status == CLFFT_STATUS_OK) {
        clfft_convolver_get_info(convolver, &info);
        n_calls = (uint64_t)(device->options->seconds * RATE /
                             (double)desc.max_frames) +
                  1;
        input = make_input(device, &desc, size);
        output =
            clCreateBuffer(device->context, CL_MEM_READ_WRITE,
                           desc.max_frames * desc.outputs * size, NULL, NULL);
        status = run(device, convolver, input, output, desc.max_frames, n_calls,
                     &figures);
    }
    if (status == CLFFT_STATUS_OK)
        print_figures(text, (double)(n_calls * desc.max_frames) / RATE, &info,
                      ready, &figures);
    else
        fprintf(stderr, "clfft-bench: %s: %s: %s\n", text,
                clfft_status_name(status), clfft_last_error());
    clfft_convolver_destroy(&convolver);
    if (input)
        clReleaseMemObject(input);
    if (output)
        clReleaseMemObject(output);
    free((double *)desc.responses);
    return status == CLFFT_STATUS_OK;
}

int bench_convolve_main(const struct bench_options *options)
{
    struct bench_device device;
    int status = 0;

    if (!bench_device_open(&device, options))
        return 2;
    printf("%s, %s %s\n", device.limits->device_name,
           device.limits->platform_name, device.limits->driver_version);
    for (unsigned i = 0; i < options->n_items; i++)
        if (!measure(&device, options->items[i]))
            status = 2;
    bench_device_close(&device);
    return status;
}
