/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fftw.c: FFTW in single precision, MEASURE, with 1 and 2 threads, through its
   guru interface, which has every layout. */
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

/* FFTW cannot keep the input of a c2r of rank 2 or 3. */
static bool overwrites_input(const clfft_desc *desc)
{
    return desc->transform == CLFFT_TRANSFORM_C2R && desc->rank > 1;
}

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
    if (overwrites_input(&item->desc) && !item->layout->separate_inputs)
        return peer_has_no_layout(reason);
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

static fftwf_plan make_plan(const struct bench_case *item, float *input,
                            float *output)
{
    const clfft_desc *desc = &item->desc;
    struct peer_layout layout;
    fftwf_iodim64 axes[CLFFT_MAX_RANK], loops[CLFFT_MAX_LOOPS];

    peer_get_layout(item, &layout);
    const int rank = (int)layout.rank, n_loops = (int)layout.n_loops;
    const unsigned flags =
        FFTW_MEASURE |
        (overwrites_input(desc) ? FFTW_DESTROY_INPUT : FFTW_PRESERVE_INPUT);
    for (int axis = 0; axis < rank; axis++)
        axes[rank - 1 - axis] = (fftwf_iodim64){
            (ptrdiff_t)desc->lengths[axis], (ptrdiff_t)layout.strides[0][axis],
            (ptrdiff_t)layout.strides[1][axis]};
    for (int l = 0; l < n_loops; l++)
        loops[n_loops - 1 - l] =
            (fftwf_iodim64){(ptrdiff_t)layout.loops[l].count,
                            (ptrdiff_t)layout.loops[l].distance[0],
                            (ptrdiff_t)layout.loops[l].distance[1]};
    if (desc->transform == CLFFT_TRANSFORM_R2C)
        return fftwf_plan_guru64_dft_r2c(rank, axes, n_loops, loops, input,
                                         (fftwf_complex *)output, flags);
    if (desc->transform == CLFFT_TRANSFORM_C2R)
        return fftwf_plan_guru64_dft_c2r(rank, axes, n_loops, loops,
                                         (fftwf_complex *)input, output, flags);
    return fftwf_plan_guru64_dft(
        rank, axes, n_loops, loops, (fftwf_complex *)input,
        (fftwf_complex *)output,
        desc->direction == CLFFT_DIRECTION_INVERSE ? FFTW_BACKWARD
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
    fftw->plan = make_plan(item, fftw->input, fftw->output);
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
