/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kissfft.c: Kiss FFT through GStreamer's fft library: real transforms of
   even length and rank 1, one after another. */
#include "peer.h"

#include <gst/fft/gstfftf32.h>
#include <stdlib.h>
#include <string.h>

struct kissfft {
    GstFFTF32 *plan;
    bool inverse;
    float *input, *output;
    size_t output_size;
    uint64_t batch;
    uint64_t *input_places, *output_places; /* of each transform, in floats */
};

static bool kissfft_can_do(const struct bench_device *device,
                           const struct bench_case *item, char *reason)
{
    const clfft_desc *desc = &item->desc;
    struct peer_layout layout;

    peer_get_layout(item, &layout);
    if (!peer_is_plain(item, reason))
        return false;
    if (desc->transform == CLFFT_TRANSFORM_C2C || desc->rank > 1 ||
        desc->lengths[0] % 2 != 0)
        peer_set_reason(reason, "only real, rank 1, even lengths");
    else if (desc->precision != CLFFT_PRECISION_SINGLE || desc->in_place)
        peer_set_reason(reason, "only single precision, out of place");
    else if (layout.strides[0][0] != 1 || layout.strides[1][0] != 1)
        return peer_has_no_layout(reason);
    else
        return true;
    return false;
}

static void kissfft_done(void *job)
{
    struct kissfft *kissfft = job;

    if (kissfft->plan)
        gst_fft_f32_free(kissfft->plan);
    free(kissfft->input);
    free(kissfft->output);
    free(kissfft->input_places);
    free(kissfft->output_places);
    free(kissfft);
}

static bool find_places(struct kissfft *kissfft, const struct bench_case *item)
{
    const unsigned in = kissfft->inverse ? 2 : 1;
    const unsigned out = kissfft->inverse ? 1 : 2;

    kissfft->input_places = malloc(kissfft->batch * sizeof(uint64_t));
    kissfft->output_places = malloc(kissfft->batch * sizeof(uint64_t));
    if (!kissfft->input_places || !kissfft->output_places)
        return false;
    for (uint64_t r = 0; r < kissfft->batch; r++) {
        kissfft->input_places[r] =
            in * reference_input_index(item->reference, r, 0);
        kissfft->output_places[r] =
            out * reference_output_index(item->reference, r, 0);
    }
    return true;
}

static void *kissfft_setup(const struct bench_device *device,
                           const struct bench_case *item, double *plan_ms,
                           char *reason)
{
    struct kissfft *kissfft = calloc(1, sizeof *kissfft);
    const uint64_t n = item->desc.lengths[0];
    double start;

    if (!kissfft)
        return NULL;
    kissfft->inverse = item->desc.transform == CLFFT_TRANSFORM_C2R;
    kissfft->batch = item->layout->n_transforms;
    kissfft->output_size = item->output_size;
    kissfft->input = malloc(item->input_size);
    kissfft->output = malloc(item->output_size);
    start = bench_now();
    kissfft->plan = gst_fft_f32_new((gint)n, kissfft->inverse);
    *plan_ms = 1e3 * (bench_now() - start);
    if (!kissfft->input || !kissfft->output || !kissfft->plan ||
        !find_places(kissfft, item)) {
        peer_set_reason(reason, "no memory");
        kissfft_done(kissfft);
        return NULL;
    }
    memcpy(kissfft->input, item->input, item->input_size);
    memset(kissfft->output, 0xff, item->output_size);
    return kissfft;
}

static bool kissfft_run(void *job, unsigned n)
{
    struct kissfft *kissfft = job;

    for (unsigned i = 0; i < n; i++)
        for (uint64_t r = 0; r < kissfft->batch; r++) {
            float *input = kissfft->input + kissfft->input_places[r];
            float *output = kissfft->output + kissfft->output_places[r];
            if (kissfft->inverse)
                gst_fft_f32_inverse_fft(
                    kissfft->plan, (const GstFFTF32Complex *)input, output);
            else
                gst_fft_f32_fft(kissfft->plan, input,
                                (GstFFTF32Complex *)output);
        }
    return true;
}

static bool kissfft_read(void *job, void *output)
{
    struct kissfft *kissfft = job;

    memcpy(output, kissfft->output, kissfft->output_size);
    return true;
}

const struct peer peer_kissfft = {
    "kissfft",   kissfft_can_do, kissfft_setup,
    kissfft_run, kissfft_read,   kissfft_done,
};
