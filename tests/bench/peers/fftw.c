/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fftw.c: FFTW in single precision, MEASURE, with 1 and 2 threads. */
#include "peer.h"

#include <fftw3.h>
#include <stdlib.h>
#include <string.h>

/* Planning of one case may take this long, in seconds. */
#define FFTW_TIME_LIMIT 20

struct fftw {
    fftwf_plan plan;
    float *input, *output;
    size_t output_size;
};

static bool fftw_can_do(const struct bench_device *device,
                        const struct bench_case *item, char *reason)
{
    if (item->desc.precision != CLFFT_PRECISION_SINGLE) {
        peer_set_reason(reason, "only single precision is compared");
        return false;
    }
    if (item->desc.in_place) {
        peer_set_reason(reason, "only out of place is compared");
        return false;
    }
    return peer_is_plain(item, reason);
}

static void fftw_done(void *job)
{
    struct fftw *fftw = job;

    if (fftw->plan)
        fftwf_destroy_plan(fftw->plan);
    fftwf_free(fftw->input);
    fftwf_free(fftw->output);
    free(fftw);
}

static fftwf_plan make_plan(const clfft_desc *desc, float *input,
                            float *output)
{
    const int rank = desc->rank ? (int)desc->rank : 1;
    const int batch =
        desc->n_loops && desc->loops[0].count ? (int)desc->loops[0].count : 1;
    const int in = desc->n_loops ? (int)desc->loops[0].input_distance : 0;
    const int out = desc->n_loops ? (int)desc->loops[0].output_distance : 0;
    /* FFTW cannot keep the input of a c2r of rank 2 or 3. */
    const unsigned flags =
        FFTW_MEASURE | (desc->transform == CLFFT_TRANSFORM_C2R && rank > 1
                            ? FFTW_DESTROY_INPUT
                            : FFTW_PRESERVE_INPUT);
    int n[CLFFT_MAX_RANK];

    for (int axis = 0; axis < rank; axis++)
        n[rank - 1 - axis] = (int)desc->lengths[axis];
    if (desc->transform == CLFFT_TRANSFORM_R2C)
        return fftwf_plan_many_dft_r2c(rank, n, batch, input, NULL, 1, in,
                                       (fftwf_complex *)output, NULL, 1, out,
                                       flags);
    if (desc->transform == CLFFT_TRANSFORM_C2R)
        return fftwf_plan_many_dft_c2r(rank, n, batch, (fftwf_complex *)input,
                                       NULL, 1, in, output, NULL, 1, out,
                                       flags);
    return fftwf_plan_many_dft(rank, n, batch, (fftwf_complex *)input, NULL, 1,
                               in, (fftwf_complex *)output, NULL, 1, out,
                               desc->direction == CLFFT_DIRECTION_INVERSE
                                   ? FFTW_BACKWARD
                                   : FFTW_FORWARD,
                               flags);
}

static void *setup_threads(const struct bench_case *item, int n_threads,
                           double *plan_ms, char *reason)
{
    struct fftw *fftw = calloc(1, sizeof *fftw);
    double start;

    if (!fftw)
        return NULL;
    fftwf_init_threads();
    fftwf_plan_with_nthreads(n_threads);
    fftwf_set_timelimit(FFTW_TIME_LIMIT);
    fftw->output_size = item->output_size;
    fftw->input = fftwf_malloc(item->input_size);
    fftw->output = fftwf_malloc(item->output_size);
    if (!fftw->input || !fftw->output) {
        peer_set_reason(reason, "no memory");
        goto fail;
    }
    memset(fftw->input, 0, item->input_size);
    memset(fftw->output, 0, item->output_size);
    start = bench_now();
    fftw->plan = make_plan(&item->desc, fftw->input, fftw->output);
    *plan_ms = 1e3 * (bench_now() - start);
    if (!fftw->plan) {
        peer_set_reason(reason, "FFTW makes no plan");
        goto fail;
    }
    memcpy(fftw->input, item->input, item->input_size);
    memset(fftw->output, 0xff, item->output_size);
    return fftw;
fail:
    fftw_done(fftw);
    return NULL;
}

static void *fftw1_setup(const struct bench_device *device,
                         const struct bench_case *item, double *plan_ms,
                         char *reason)
{
    return setup_threads(item, 1, plan_ms, reason);
}

static void *fftw2_setup(const struct bench_device *device,
                         const struct bench_case *item, double *plan_ms,
                         char *reason)
{
    return setup_threads(item, 2, plan_ms, reason);
}

static bool fftw_run(void *job, unsigned n)
{
    struct fftw *fftw = job;

    for (unsigned i = 0; i < n; i++)
        fftwf_execute(fftw->plan);
    return true;
}

static bool fftw_read(void *job, void *output)
{
    struct fftw *fftw = job;

    memcpy(output, fftw->output, fftw->output_size);
    return true;
}

const struct peer peer_fftw1 = {
    "fftw1", fftw_can_do, fftw1_setup, fftw_run, fftw_read, fftw_done,
};
const struct peer peer_fftw2 = {
    "fftw2", fftw_can_do, fftw2_setup, fftw_run, fftw_read, fftw_done,
};
