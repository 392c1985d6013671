/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* convolve.c: see convolve.h; by FFTW, in one transform of the whole stream. */
#include "convolve.h"

#include <complex.h>
#include <fftw3.h>
#include <math.h>
#include <string.h>

/* The response from an input to an output, NULL if there is none. */
static const double *find_response(const clfft_convolver_desc *d,
                                   unsigned output, unsigned input)
{
    const uint64_t pairs = (uint64_t)d->inputs * d->outputs;

    if (d->n_responses == pairs)
        return d->responses + ((uint64_t)output * d->inputs + input) * d->taps;
    if (output != input)
        return NULL;
    return d->responses + (d->n_responses == 1 ? 0 : output * d->taps);
}

struct work {
    uint64_t length, n_bins;
    fftw_plan forward, inverse;
    double *samples;
    double complex *response, *sum, *inputs;
};

static bool open_work(struct work *w, const clfft_convolver_desc *d,
                      uint64_t n_samples)
{
    *w = (struct work){.length = 2};
    while (w->length < n_samples)
        w->length *= 2;
    w->n_bins = w->length / 2 + 1;
    w->samples = fftw_alloc_real(w->length);
    w->response = fftw_alloc_complex(w->n_bins);
    w->sum = fftw_alloc_complex(w->n_bins);
    w->inputs = fftw_alloc_complex(w->n_bins * d->inputs);
    if (!w->samples || !w->response || !w->sum || !w->inputs)
        return false;
    w->forward = fftw_plan_dft_r2c_1d((int)w->length, w->samples, w->response,
                                      FFTW_ESTIMATE);
    w->inverse =
        fftw_plan_dft_c2r_1d((int)w->length, w->sum, w->samples, FFTW_ESTIMATE);
    return w->forward && w->inverse;
}

static void close_work(struct work *w)
{
    if (w->forward)
        fftw_destroy_plan(w->forward);
    if (w->inverse)
        fftw_destroy_plan(w->inverse);
    fftw_free(w->samples);
    fftw_free(w->response);
    fftw_free(w->sum);
    fftw_free(w->inputs);
}

/* Of n samples with zeros behind them. */
static void transform(struct work *w, const double *from, uint64_t n,
                      double complex *bins)
{
    memcpy(w->samples, from, n * sizeof *from);
    memset(w->samples + n, 0, (w->length - n) * sizeof *from);
    fftw_execute_dft_r2c(w->forward, w->samples, bins);
}

bool reference_convolve(const clfft_convolver_desc *d, const double *in,
                        uint64_t n_frames, double *out)
{
    const uint64_t taps = d->taps < n_frames ? d->taps : n_frames;
    struct work w;
    const bool good = open_work(&w, d, n_frames + taps);

    for (unsigned i = 0; good && i < d->inputs; i++)
        transform(&w, in + i * n_frames, n_frames, w.inputs + i * w.n_bins);
    for (unsigned o = 0; good && o < d->outputs; o++) {
        memset(w.sum, 0, w.n_bins * sizeof *w.sum);
        for (unsigned i = 0; i < d->inputs; i++) {
            const double *response = find_response(d, o, i);

            if (!response)
                continue;
            transform(&w, response, taps, w.response);
            for (uint64_t k = 0; k < w.n_bins; k++)
                w.sum[k] += w.response[k] * w.inputs[i * w.n_bins + k] /
                            (double)w.length;
        }
        fftw_execute(w.inverse);
        for (uint64_t t = 0; t < n_frames; t++)
            out[o * n_frames + t] =
                t < d->latency ? 0 : w.samples[t - d->latency];
    }
    close_work(&w);
    return good;
}

double reference_convolve_limit(const clfft_convolver_desc *desc)
{
    return desc->precision == CLFFT_PRECISION_DOUBLE ? 1e-13 : 1e-6;
}

double reference_convolve_error(const clfft_convolver_desc *desc,
                                const double *want, const double *got,
                                uint64_t n_frames)
{
    double worst = 0;

    for (unsigned o = 0; o < desc->outputs; o++) {
        double error = 0, power = 0;

        for (uint64_t t = 0; t < n_frames; t++, want++, got++) {
            error += (*got - *want) * (*got - *want);
            power += *want * *want;
        }
        error = sqrt(error / (power > 0 ? power : 1));
        worst = fmax(worst, isfinite(error) ? error : INFINITY);
    }
    return worst;
}
