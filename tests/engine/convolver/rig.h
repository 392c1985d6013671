/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rig.h: a stream on the host, its convolution in double precision, and calls
   of clfft_convolver that take the one and give the other. Included by the
   tests of it alone. */
#ifndef CLFFT_TEST_CONVOLVER_RIG_H
#define CLFFT_TEST_CONVOLVER_RIG_H

#include "clfft/convolver.h"
#include "engine/harness.h"
#include "support/test.h"

#include <complex.h>
#include <fftw3.h>
#include <math.h>

struct rig {
    clfft_convolver_desc desc;
    uint64_t n_frames;
    double *responses; /* [response][tap] */
    double *in;        /* [input][frame] */
    double *want;      /* [output][frame], as late as the description says */
    double *out;       /* [output][frame] */
    bool is_silent;    /* calls get no input */
    bool is_in_place;  /* calls get one buffer */
};

static inline const char *rig_name(const clfft_convolver_desc *d)
{
    static char text[200];

    snprintf(text, sizeof text,
             "%u to %u by %u responses of %llu taps, latency %llu, frames %llu "
             "of %llu, %s",
             d->inputs, d->outputs, d->n_responses, (unsigned long long)d->taps,
             (unsigned long long)d->latency,
             (unsigned long long)d->typical_frames,
             (unsigned long long)d->max_frames,
             d->precision == CLFFT_PRECISION_DOUBLE ? "double" : "single");
    return text;
}

static inline size_t rig_real_size(const struct rig *r)
{
    return r->desc.precision == CLFFT_PRECISION_DOUBLE ? sizeof(double)
                                                       : sizeof(float);
}

/* A random number as the precision holds it. */
static inline double rig_number(const struct rig *r)
{
    const double x = test_uniform();

    return rig_real_size(r) == sizeof(double) ? x : (double)(float)x;
}

/* ---- the reference ---- */

/* The response from an input to an output, NULL if there is none. */
static inline const double *rig_response(const struct rig *r, unsigned output,
                                         unsigned input)
{
    const clfft_convolver_desc *d = &r->desc;
    const uint64_t pairs = (uint64_t)d->inputs * d->outputs;

    if (d->n_responses == pairs)
        return r->responses +
               ((uint64_t)output * d->inputs + input) * d->taps;
    if (output != input)
        return NULL;
    return r->responses + (d->n_responses == 1 ? 0 : output) * d->taps;
}

/* Transforms of n samples, zeros behind them. */
static inline void rig_transform(fftw_plan plan, double *work,
                                 double complex *bins, const double *from,
                                 uint64_t n, uint64_t length)
{
    memcpy(work, from, n * sizeof *work);
    memset(work + n, 0, (length - n) * sizeof *work);
    fftw_execute_dft_r2c(plan, work, bins);
}

/* want = the convolution, `latency` frames later. */
static inline void rig_convolve(struct rig *r)
{
    const clfft_convolver_desc *d = &r->desc;
    const uint64_t taps = d->taps < r->n_frames ? d->taps : r->n_frames;
    uint64_t length = 2;

    while (length < r->n_frames + taps)
        length *= 2;
    const uint64_t n_bins = length / 2 + 1;
    double *work = fftw_alloc_real(length);
    double complex *h = fftw_alloc_complex(n_bins);
    double complex *sum = fftw_alloc_complex(n_bins);
    double complex *x = fftw_alloc_complex(n_bins * d->inputs);
    const fftw_plan forward =
        fftw_plan_dft_r2c_1d((int)length, work, h, FFTW_ESTIMATE);
    const fftw_plan inverse =
        fftw_plan_dft_c2r_1d((int)length, sum, work, FFTW_ESTIMATE);

    for (unsigned i = 0; i < d->inputs; i++)
        rig_transform(forward, work, x + i * n_bins, r->in + i * r->n_frames,
                      r->n_frames, length);
    for (unsigned o = 0; o < d->outputs; o++) {
        memset(sum, 0, n_bins * sizeof *sum);
        for (unsigned i = 0; i < d->inputs; i++) {
            const double *response = rig_response(r, o, i);

            if (!response)
                continue;
            rig_transform(forward, work, h, response, taps, length);
            for (uint64_t k = 0; k < n_bins; k++)
                sum[k] += h[k] * x[i * n_bins + k] / (double)length;
        }
        fftw_execute(inverse);
        for (uint64_t t = 0; t < r->n_frames; t++)
            r->want[o * r->n_frames + t] =
                t < d->latency ? 0 : work[t - d->latency];
    }
    fftw_destroy_plan(forward);
    fftw_destroy_plan(inverse);
    fftw_free(work);
    fftw_free(h);
    fftw_free(sum);
    fftw_free(x);
}

/* ---- making ---- */

/* Responses and input of random numbers; the last tap is never 0. */
static inline bool rig_open(struct rig *r, const clfft_convolver_desc *desc,
                            uint64_t n_frames)
{
    const uint64_t n_taps = desc->taps * desc->n_responses;

    *r = (struct rig){.desc = *desc, .n_frames = n_frames};
    r->responses = calloc(n_taps, sizeof *r->responses);
    r->in = calloc(n_frames * desc->inputs, sizeof *r->in);
    r->want = calloc(n_frames * desc->outputs, sizeof *r->want);
    r->out = calloc(n_frames * desc->outputs, sizeof *r->out);
    TEST_CHECK(r->responses && r->in && r->want && r->out, "memory");
    if (!r->responses || !r->in || !r->want || !r->out)
        return false;
    for (uint64_t i = 0; i < n_taps; i++)
        r->responses[i] = rig_number(r);
    for (uint64_t i = 0; i < n_frames * desc->inputs; i++)
        r->in[i] = rig_number(r);
    r->desc.responses = r->responses;
    return true;
}

static inline void rig_close(struct rig *r)
{
    free(r->responses);
    free(r->in);
    free(r->want);
    free(r->out);
}

static inline clfft_convolver *rig_create(const struct rig *r)
{
    clfft_convolver *convolver;
    const clfft_status status =
        clfft_convolver_create(harness_device(), &r->desc, &convolver);

    TEST_CHECK(status == CLFFT_STATUS_OK, "%s: %s", rig_name(&r->desc),
               clfft_last_error());
    return convolver;
}

/* ---- running ---- */

static inline void rig_pack(const struct rig *r, const double *from, uint64_t n,
                            void *bytes)
{
    for (uint64_t i = 0; i < n; i++)
        if (rig_real_size(r) == sizeof(double))
            ((double *)bytes)[i] = from[i];
        else
            ((float *)bytes)[i] = (float)from[i];
}

static inline void rig_unpack(const struct rig *r, const void *bytes,
                              uint64_t n, double *to)
{
    for (uint64_t i = 0; i < n; i++)
        to[i] = rig_real_size(r) == sizeof(double)
                    ? ((const double *)bytes)[i]
                    : (double)((const float *)bytes)[i];
}

/* The next number of frames of a call: a random one of up to `most`, as often
   a short one as a long one. */
static inline uint64_t rig_cut(uint64_t most)
{
    const unsigned kind = test_random() % 4;

    if (kind == 0 || most == 1)
        return most;
    return 1 + test_random() % (kind == 1 && most > 100 ? 100 : most);
}

/*
 * Takes the frames [first, end) in calls of `cut` frames; 0: of random numbers
 * of them, at random places of the buffers. What comes out goes to r->out.
 * `params` has what is the same in all calls.
 */
static inline void rig_run(struct rig *r, clfft_convolver *convolver,
                           uint64_t first, uint64_t end, uint64_t cut,
                           const clfft_convolver_params *all)
{
    const clfft_convolver_desc *d = &r->desc;
    const size_t size = rig_real_size(r);
    const uint64_t most = d->max_frames, gap = 7;
    const uint64_t n_in = (most + gap) * d->inputs + gap;
    const uint64_t n_out = (most + gap) * d->outputs + gap;
    void *bytes = calloc(n_in > n_out ? n_in : n_out, size);
    const cl_mem in = harness_buffer(NULL, n_in * size);
    const cl_mem out = r->is_in_place ? in : harness_buffer(NULL, n_out * size);

    for (uint64_t t = first; t < end;) {
        uint64_t n = cut ? cut : rig_cut(most);

        n = n < end - t ? n : end - t;
        const uint64_t space = cut ? 0 : test_random() % gap;
        clfft_convolver_params params = all ? *all : (clfft_convolver_params){0};

        params.n_frames = n;
        params.input_offset = params.output_offset = space;
        params.input_distance = params.output_distance = space ? n + space : 0;
        memset(bytes, 0xff, n_in * size);
        for (unsigned i = 0; i < d->inputs; i++)
            rig_pack(r, r->in + i * r->n_frames + t, n,
                     (char *)bytes + (space + i * (n + space)) * size);
        clEnqueueWriteBuffer(harness_queue(), in, CL_TRUE, 0, n_in * size,
                             bytes, 0, NULL, NULL);
        memset(bytes, 0xff, n_out * size); /* NaN, to any float */
        for (unsigned o = 0; params.add && o < d->outputs; o++)
            rig_pack(r, r->out + o * r->n_frames + t, n,
                     (char *)bytes + (space + o * (n + space)) * size);
        if (!r->is_in_place)
            clEnqueueWriteBuffer(harness_queue(), out, CL_TRUE, 0, n_out * size,
                                 bytes, 0, NULL, NULL);
        TEST_CHECK(clfft_convolver_execute(convolver, harness_queue(),
                                           r->is_silent ? NULL : in, out,
                                           &params) == CLFFT_STATUS_OK,
                   "%s: %s", rig_name(d), clfft_last_error());
        clEnqueueReadBuffer(harness_queue(), out, CL_TRUE, 0, n_out * size,
                            bytes, 0, NULL, NULL);
        for (unsigned o = 0; o < d->outputs; o++)
            rig_unpack(r, (char *)bytes + (space + o * (n + space)) * size, n,
                       r->out + o * r->n_frames + t);
        t += n;
    }
    free(bytes);
    clReleaseMemObject(in);
    if (out != in)
        clReleaseMemObject(out);
}

/* ---- judging ---- */

/* Relative L2 error of [first, n_frames) of all outputs; the worst of them. */
static inline double rig_error(const struct rig *r, uint64_t first)
{
    double worst = 0;

    for (unsigned o = 0; o < r->desc.outputs; o++) {
        double error = 0, power = 0;

        for (uint64_t t = first; t < r->n_frames; t++) {
            const double want = r->want[o * r->n_frames + t];
            const double e = r->out[o * r->n_frames + t] - want;

            error += e * e;
            power += want * want;
        }
        error = sqrt(error / (power > 0 ? power : 1));
        if (!(error <= worst)) /* NaN too */
            worst = error;
    }
    return worst;
}

static inline double rig_limit(const struct rig *r)
{
    return r->desc.precision == CLFFT_PRECISION_DOUBLE ? 1e-13 : 1e-6;
}

/* Whether the output is what is wanted; says where it is not. */
static inline bool rig_judge(const struct rig *r, const clfft_convolver *c,
                             const char *what)
{
    const double error = rig_error(r, 0);
    const bool right = error <= rig_limit(r);
    clfft_convolver_info info;
    uint64_t worst = 0;

    clfft_convolver_get_info(c, &info);
    for (uint64_t i = 0; !right && i < r->n_frames * r->desc.outputs; i++)
        if (!(fabs(r->out[i] - r->want[i]) <=
              fabs(r->out[worst] - r->want[worst])))
            worst = i;
    TEST_CHECK(right,
               "%s, %s, by %s: error %.3g, worst frame %llu of output %llu: "
               "%g, not %g",
               rig_name(&r->desc), what, info.partitions, error,
               (unsigned long long)(worst % r->n_frames),
               (unsigned long long)(worst / r->n_frames), r->out[worst],
               r->want[worst]);
    return right;
}

#endif /* CLFFT_TEST_CONVOLVER_RIG_H */
