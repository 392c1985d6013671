/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * constantq.h: constant-Q and variable-Q analysis of sound, and its inverse, by
 * windows in the frequency domain of long transforms (G. A. Velasco,
 * N. Holighaus, M. Doerfler, T. Grill, "Constructing an invertible constant-Q
 * transform with nonstationary Gabor frames", 2011; in slices: the same, "A
 * framework for invertible, real-time constant-Q transforms", 2013).
 */
#ifndef CLFFT_CONSTANTQ_H
#define CLFFT_CONSTANTQ_H

#include "clfft.h"

#include "begin.h"

/*
 * Band b has the centre f_b = low 2^(b / per_octave) and the width
 *
 *   d_b = f_b tanh(ln 2 / per_octave) + gamma
 *
 * which is librosa's: rate / d_b samples are the length of its window. Here the
 * window lies over frequencies,
 *
 *   w_b(f) = I0(22 sqrt(1 - u^2)) / I0(22)     u = (f - f_b) / (4 d_b), |u| < 1
 *
 * with period `rate`, -6 dB at a distance of d_b. With X(f) = sum_t x[t]
 * exp(-2 pi i f t / rate), coefficient n of the band, at sample n hop, is
 *
 *   c_b[n] = 1/rate int_0^rate w_b(f) X(f) exp(2 pi i f n hop / rate) df
 *
 * A slice of `length` samples gives n_frames coefficients of each band: those
 * from `reach` samples behind its start on: further away than that no sample
 * counts, up to 1e-7. The inverse is exact to 1e-6: the window for w_b is w_b
 * over the sum of all w^2 at f and -f.
 *
 * Edge bands hold the rest. Between 0 and low J = ceil(low / (d_0 - gamma) -
 * 1/2) windows of the width d_0 lie at (j + 1/2) s, j < J, s = low / (J + 1/2);
 * between the last centre f and rate/2 they lie at f + j s, 0 < j <= J, with
 * that band's width and the span rate/2 - f. An edge band is the root of the
 * sum of squares of as many neighbours of these as the hop allows, counted from
 * the lowest.
 */
typedef struct clfft_constant_q_bands {
    double rate;         /* samples per second */
    double low;          /* hertz: the centre of band 0 */
    unsigned n_bands;    /* without edge bands; all below rate/2 */
    unsigned per_octave; /* 1..96 */
    double gamma;        /* hertz, 0: constant Q */
    uint64_t hop;        /* samples; 0: the largest power of two that has an
                            inverse */
    bool edges;          /* with edge bands */
    uint64_t reserved[4];
} clfft_constant_q_bands;

typedef struct clfft_constant_q_layout {
    uint64_t hop;
    uint64_t largest_hop; /* that has an inverse: rate / (8 d) of the last band,
                             at least 1 */
    uint64_t reach;    /* samples: a multiple of hop, at least rate / d_0, with
                          edge bands twice that */
    uint64_t length;   /* 4 reach */
    uint64_t n_frames; /* length / 2 / hop */
    unsigned n_below, n_above; /* edge bands: those come first, these last */
    uint64_t reserved[4];
} clfft_constant_q_layout;

/* Pure. INVALID with the reason: a number outside its range, a band that is not
   below rate/2, a slice of more than 2^26 samples, more than 65536 windows of
   edge bands. */
clfft_status clfft_constant_q_find_layout(const clfft_constant_q_bands *bands,
                                          clfft_constant_q_layout *layout);

/* Fills the centres in hertz and the noise bandwidths, 1/rate times the sum of
   w^2 over all frequencies, of all bands, edge bands too; either may be NULL.
   Pure. */
clfft_status clfft_constant_q_fill(const clfft_constant_q_bands *bands,
                                   double *centers, double *bandwidths);

typedef struct clfft_constant_q_desc {
    clfft_constant_q_bands bands;
    clfft_direction direction; /* INVERSE needs edges and a hop that has one */
    unsigned channels;
    unsigned max_slices; /* that one execute takes */
    const double *gain;  /* of each band, edge bands too, above 0, or NULL: its
                            coefficients are multiplied by it, INVERSE divides */
    clfft_quantity quantity; /* of FORWARD, COMPLEX for INVERSE */
    double floor;            /* dB */
    clfft_precision precision;
    const clfft_plan_params *params; /* of its transforms, or NULL; the waiter
                                        is ignored */
    const clfft_waiter *waiter;      /* or NULL */
    uint64_t reserved[8];
} clfft_constant_q_desc;

typedef struct clfft_constant_q clfft_constant_q;

/* A constant-Q analysis or synthesis. One thread at a time. It holds its
   device, as a plan does. */
clfft_status clfft_constant_q_create(clfft_device *device,
                                     const clfft_constant_q_desc *desc,
                                     clfft_constant_q **constant_q);
/* Accepts NULL; sets NULL. Waits for the last execute. */
void clfft_constant_q_destroy(clfft_constant_q **constant_q);

typedef struct clfft_constant_q_params {
    unsigned n_slices;
    uint64_t n_frames;    /* FORWARD: the first of those of the slices, that are
                             stored; 0: all */
    uint64_t first_frame; /* FORWARD: of output, where they go */
    unsigned n_wait;
    const cl_event *wait; /* n_wait events to wait for, at most 63 */
    cl_event *event;      /* or NULL; the caller releases it */
    uint64_t reserved[8];
} clfft_constant_q_params;

/*
 * FORWARD: `input` holds spectra [slice][channel][length/2 + 1] of real
 * samples, `output` gets frames [frame][channel][band].
 *
 * INVERSE: `input` holds frames, n_frames for each slice, `output` gets
 * spectra, whose inverse transforms (C2R, scale 1) are added up: those of slice
 * i from i length/2 - reach on, where its first frame lies at i length/2.
 *
 * Does not wait for the device. Queue and buffers as for a plan, otherwise
 * INVALID. Calls of one object run in their order, whatever queues they go to.
 */
clfft_status clfft_constant_q_execute(clfft_constant_q *constant_q,
                                      cl_command_queue queue, cl_mem input,
                                      cl_mem output,
                                      const clfft_constant_q_params *params);

#include "end.h"

#endif /* CLFFT_CONSTANTQ_H */
