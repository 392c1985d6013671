/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* cross-rig.h: frames of spectra on the host, and calls of clfft_cross that
   take them. Included by the tests of it alone. */
#ifndef CLFFT_TEST_CROSS_RIG_H
#define CLFFT_TEST_CROSS_RIG_H

#include "engine/harness.h"
#include "support/test.h"

#include <complex.h>
#include <math.h>

#define RIG_MOST_FRAMES 40
typedef long double complex wide;

/* A description with its frames on the host. */
struct rig {
    clfft_cross_desc desc;
    unsigned n_frames;
    size_t frame_in, frame_out; /* numbers in a frame of each side */
    double *in, *out;           /* out: one frame more than can come */
};

static inline const char *rig_name(const clfft_cross_desc *d)
{
    static const char *const names[] = {"power", "coherence", "h1", "h2",
                                        "delay"};
    static char text[160];

    snprintf(text, sizeof text,
             "%s of %u channels x %llu, reference %u, %s of %u (%g), %s",
             names[d->quantity], d->channels, (unsigned long long)d->points,
             d->reference,
             d->averaging == CLFFT_AVERAGING_MEAN ? "mean" : "exponential",
             d->count, d->alpha,
             d->precision == CLFFT_PRECISION_DOUBLE ? "double" : "single");
    return text;
}

static inline bool rig_is_double(const struct rig *r)
{
    return r->desc.precision == CLFFT_PRECISION_DOUBLE;
}

/* A number as the precision holds it. */
static inline double rig_held(const struct rig *r, double x)
{
    return rig_is_double(r) ? x : (double)(float)x;
}

static inline bool rig_open(struct rig *r, const clfft_cross_desc *desc,
                            unsigned n_frames)
{
    const size_t rows = desc->channels - 1;

    *r = (struct rig){.desc = *desc, .n_frames = n_frames};
    r->frame_in = 2 * desc->channels * desc->points;
    r->frame_out = desc->quantity == CLFFT_CROSS_DELAY ? 2 * rows
                   : desc->quantity == CLFFT_CROSS_COHERENCE
                       ? rows * desc->points
                       : 2 * rows * desc->points;
    r->in = calloc(r->frame_in * n_frames, sizeof *r->in);
    r->out = calloc(r->frame_out * (n_frames + 1), sizeof *r->out);
    TEST_CHECK(r->in && r->out, "memory");
    return r->in && r->out;
}

static inline void rig_close(struct rig *r)
{
    free(r->in);
    free(r->out);
}

static inline double *rig_bin(const struct rig *r, unsigned frame,
                              unsigned channel, uint64_t bin)
{
    return r->in + frame * r->frame_in + 2 * (channel * r->desc.points + bin);
}

static inline wide rig_number(const double *bin)
{
    return bin[0] + (wide)I * bin[1];
}

/* ---- the device's ---- */

/* Bytes of the numbers in the rig's precision. */
static inline void *rig_pack(const struct rig *r, const double *numbers,
                             size_t n)
{
    const size_t size = rig_is_double(r) ? sizeof(double) : sizeof(float);
    char *bytes = malloc(n * size);

    for (size_t i = 0; bytes && i < n; i++)
        if (rig_is_double(r))
            ((double *)bytes)[i] = numbers[i];
        else
            ((float *)bytes)[i] = (float)numbers[i];
    return bytes;
}

/* In calls of random numbers of frames (one call: cuts false); the flush comes
   with the last frames or, alone, after them. Returns the frames that came. */
static inline unsigned rig_run(struct rig *r, clfft_cross *cross, bool cuts,
                               bool flush)
{
    const size_t size = rig_is_double(r) ? sizeof(double) : sizeof(float);
    const size_t n_numbers = r->frame_out * (r->n_frames + 1);
    void *bytes = rig_pack(r, r->in, r->frame_in * r->n_frames);
    cl_mem in = harness_buffer(bytes, r->frame_in * r->n_frames * size);
    const bool alone = flush && test_random() % 2;
    unsigned n_out = 0, done = 0;

    free(bytes);
    bytes = malloc(n_numbers * size);
    memset(bytes, 0xff, n_numbers * size);
    cl_mem out = harness_buffer(bytes, n_numbers * size);
    while (done < r->n_frames || (alone && done == r->n_frames)) {
        const unsigned left = r->n_frames - done;
        const unsigned n = cuts && left ? test_random() % (left + 1) : left;
        const bool last =
            flush && done + n == r->n_frames && (!alone || left == 0);
        unsigned n_now = 99;

        TEST_CHECK(
            clfft_cross_execute(cross, harness_queue(), n ? in : NULL, out,
                                &(clfft_average_params){.first_frame = done,
                                                        .output_frame = n_out,
                                                        .n_frames = n,
                                                        .flush = last,
                                                        .n_out = &n_now}) ==
                CLFFT_STATUS_OK,
            "%s: %s", rig_name(&r->desc), clfft_last_error());
        done += n;
        n_out += n_now;
        if (last)
            break;
    }
    clEnqueueReadBuffer(harness_queue(), out, CL_TRUE, 0, n_numbers * size,
                        bytes, 0, NULL, NULL);
    for (size_t i = 0; i < n_numbers; i++)
        r->out[i] = rig_is_double(r) ? ((double *)bytes)[i]
                                     : (double)((float *)bytes)[i];
    free(bytes);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    return n_out;
}

static inline clfft_cross *rig_open_cross(const clfft_cross_desc *desc)
{
    clfft_cross *cross;
    const clfft_status status =
        clfft_cross_create(harness_device(), desc, &cross);

    TEST_CHECK(status == CLFFT_STATUS_OK, "%s: %s", rig_name(desc),
               clfft_last_error());
    return cross;
}

#endif /* CLFFT_TEST_CROSS_RIG_H */
