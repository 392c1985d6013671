/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rig.h: a stream on the host, its convolution in double precision, and calls
   of clfft_convolver that take the one and give the other. Included by the
   tests of it alone. */
#ifndef CLFFT_TEST_CONVOLVER_RIG_H
#define CLFFT_TEST_CONVOLVER_RIG_H

#include "clfft/convolver.h"
#include "engine/harness.h"
#include "support/reference/convolve.h"
#include "support/test.h"

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

/* want = the convolution. */
static inline void rig_convolve(struct rig *r)
{
    TEST_CHECK(reference_convolve(&r->desc, r->in, r->n_frames, r->want),
               "memory");
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
        clfft_convolver_params params =
            all ? *all : (clfft_convolver_params){0};

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

/* Whether the output is what is wanted; says where it is not. */
static inline bool rig_judge(const struct rig *r, const clfft_convolver *c,
                             const char *what)
{
    const double error =
        reference_convolve_error(&r->desc, r->want, r->out, r->n_frames);
    const bool right = error <= reference_convolve_limit(&r->desc);
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
