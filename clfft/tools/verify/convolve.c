/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* convolve.c: holds convolution of random streams, in random calls, against
   double precision. */
#include "clfft/tools/bench.h"
#include "support/reference/convolve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* From 1 to `most`, as often small as large. */
static uint64_t draw_size(uint64_t *state, double most)
{
    return (uint64_t)exp2(log2(most) * bench_draw_part(state));
}

void bench_draw_convolution(const struct bench_device *device, size_t i,
                            char *text, size_t size)
{
    uint64_t state = device->options->seed;
    char channels[16], latency[32] = "";
    uint64_t taps;

    state = bench_draw(&state) + i;
    bench_draw(&state);
    /* long ones, which take longer, are fewer */
    taps = draw_size(&state, i % 4 == 0 ? 400000 : 30000);
    switch (bench_draw(&state) % 4) {
    case 0:
        snprintf(channels, sizeof channels, "2x2");
        break;
    case 1:
        snprintf(channels, sizeof channels, "4x2");
        break;
    default:
        snprintf(channels, sizeof channels, "%u",
                 1 + (unsigned)(bench_draw(&state) % 16));
        break;
    }
    if (bench_draw(&state) % 4)
        snprintf(latency, sizeof latency, " latency=%u",
                 (unsigned)draw_size(&state, 8192));
    snprintf(
        text, size, "convolve %s %llu%s frames=%u%s", channels,
        (unsigned long long)taps, latency, (unsigned)draw_size(&state, 8192),
        bench_draw(&state) % 4 == 0 && device->limits->has_double ? " double"
                                                                  : "");
}

/* ---- one case ---- */

struct trial {
    const struct bench_device *device;
    clfft_convolver_desc desc;
    uint64_t n_frames;
    size_t size; /* of a number */
    double *in, *want, *got;
    char *bytes;
    cl_mem input, output; /* whole streams */
};

static void convert(const struct trial *t, double *numbers, uint64_t n,
                    bool to_bytes)
{
    for (uint64_t i = 0; i < n; i++)
        if (t->size == sizeof(double) && to_bytes)
            ((double *)t->bytes)[i] = numbers[i];
        else if (t->size == sizeof(double))
            numbers[i] = ((double *)t->bytes)[i];
        else if (to_bytes)
            ((float *)t->bytes)[i] = (float)numbers[i];
        else
            numbers[i] = ((float *)t->bytes)[i];
}

static bool open_trial(struct trial *t, uint64_t seed)
{
    const clfft_convolver_desc *d = &t->desc;
    const uint64_t n_in = t->n_frames * d->inputs;
    const uint64_t n_out = t->n_frames * d->outputs;

    t->in = calloc(n_in, sizeof *t->in);
    t->want = calloc(n_out, sizeof *t->want);
    t->got = calloc(n_out, sizeof *t->got);
    t->bytes = malloc((n_in > n_out ? n_in : n_out) * t->size);
    if (!t->in || !t->want || !t->got || !t->bytes)
        return false;
    for (uint64_t i = 0; i < n_in; i++)
        t->in[i] = (double)(float)(2 * bench_draw_part(&seed) - 1);
    convert(t, t->in, n_in, true);
    t->input = clCreateBuffer(t->device->context, CL_MEM_COPY_HOST_PTR,
                              n_in * t->size, t->bytes, NULL);
    memset(t->bytes, 0xff, n_out * t->size); /* no numbers */
    t->output = clCreateBuffer(t->device->context, CL_MEM_COPY_HOST_PTR,
                               n_out * t->size, t->bytes, NULL);
    return t->input && t->output &&
           reference_convolve(d, t->in, t->n_frames, t->want);
}

static void close_trial(struct trial *t)
{
    if (t->input)
        clReleaseMemObject(t->input);
    if (t->output)
        clReleaseMemObject(t->output);
    free(t->in);
    free(t->want);
    free(t->got);
    free(t->bytes);
    free((double *)t->desc.responses);
}

static clfft_status run(struct trial *t, clfft_convolver *convolver,
                        uint64_t seed)
{
    const uint64_t most = t->desc.max_frames, n_all = t->n_frames;
    clfft_status status = CLFFT_STATUS_OK;

    for (uint64_t at = 0; at < n_all && status == CLFFT_STATUS_OK;) {
        uint64_t n = bench_draw(&seed) % 4 ? most : draw_size(&seed, most);

        n = n < n_all - at ? n : n_all - at;
        status = clfft_convolver_execute(
            convolver, t->device->queue, t->input, t->output,
            &(clfft_convolver_params){.n_frames = n,
                                      .input_offset = at,
                                      .output_offset = at,
                                      .input_distance = n_all,
                                      .output_distance = n_all});
        at += n;
    }
    if (status == CLFFT_STATUS_OK &&
        clEnqueueReadBuffer(t->device->queue, t->output, CL_TRUE, 0,
                            n_all * t->desc.outputs * t->size, t->bytes, 0,
                            NULL, NULL) != CL_SUCCESS)
        status = CLFFT_STATUS_DEVICE;
    convert(t, t->got, n_all * t->desc.outputs, false);
    return status;
}

/* The largest error of a frame, over the RMS of all. */
static double largest_error(const struct trial *t)
{
    const uint64_t n = t->n_frames * t->desc.outputs;
    double largest = 0, power = 0;

    for (uint64_t i = 0; i < n; i++) {
        largest = fmax(largest, fabs(t->got[i] - t->want[i]));
        power += t->want[i] * t->want[i];
    }
    return largest / sqrt(power / (double)n);
}

void bench_verify_convolution(const struct bench_device *device,
                              const char *text, uint64_t seed,
                              struct bench_verdict *verdict)
{
    struct trial t = {.device = device};
    clfft_convolver *convolver = NULL;
    clfft_convolver_info info;
    clfft_status status;

    *verdict = (struct bench_verdict){.ratio = INFINITY};
    if (!bench_parse_convolution(text, seed, &t.desc, verdict->message))
        return;
    t.size = t.desc.precision == CLFFT_PRECISION_DOUBLE ? sizeof(double)
                                                        : sizeof(float);
    t.n_frames = t.desc.latency + t.desc.taps + 2 * t.desc.max_frames + 1000;
    t.desc.params = &device->options->plan;
    if (!open_trial(&t, seed)) {
        snprintf(verdict->message, sizeof verdict->message, "no memory");
        goto done;
    }
    status = clfft_convolver_create(device->engine, &t.desc, &convolver);
    if (status == CLFFT_STATUS_OK) {
        clfft_convolver_get_info(convolver, &info);
        snprintf(verdict->recipe, sizeof verdict->recipe, "%s",
                 info.partitions);
        status = run(&t, convolver, seed);
    }
    clfft_convolver_destroy(&convolver);
    if (status != CLFFT_STATUS_OK) {
        snprintf(verdict->message, sizeof verdict->message, "%s: %s",
                 clfft_status_name(status), clfft_last_error());
        verdict->refused = status == CLFFT_STATUS_UNSUPPORTED;
        goto done;
    }
    verdict->limit = reference_convolve_limit(&t.desc);
    verdict->relative = verdict->single =
        reference_convolve_error(&t.desc, t.want, t.got, t.n_frames);
    verdict->largest = largest_error(&t);
    verdict->ratio = verdict->relative / verdict->limit;
    if (!(verdict->ratio <= 1))
        snprintf(verdict->message, sizeof verdict->message,
                 "the convolution misses its limit");
done:
    close_trial(&t);
}
