/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * feature.h: turns spectra into the features that a model reads: logarithms
 * and normalisations of blocks of frames on the device.
 */
#ifndef CLFFT_FEATURE_H
#define CLFFT_FEATURE_H

#include "clfft.h"

#include "begin.h"

/*
 * Of each number x of a block of frames [frame][channel][point]:
 *
 *   y = log(max(least, x + offset))
 *   y = max(y, the channel's largest y of the block - range)   if range is set
 *   y = (y - mean) / (deviation + epsilon)                     if per_point
 *   y = scale y + shift
 *
 * mean and deviation (of n - 1) are those of the point over the block's frames;
 * range and per_point exclude each other. Without a logarithm y = x + offset.
 *
 * y takes the place of x, or goes to a buffer of its own, and the block of x is
 * scratch then: with by_point (since 0.2) as [channel][point][frame], with the
 * pixel HALF as numbers of 16 bits, rounded as CLFFT_PIXEL_HALF says. Complex
 * points are pairs, which by_point moves and nothing changes.
 */
typedef struct clfft_features_desc {
    clfft_logarithm logarithm;
    double offset;
    double least; /* above 0 with a logarithm */
    double range; /* 0: none; in the unit of y */
    bool per_point;
    double epsilon; /* 0 or above */
    double scale;   /* 0 means 1 */
    double shift;
    unsigned channels, points; /* of a frame, points of each channel */
    clfft_precision precision;
    const clfft_waiter *waiter; /* or NULL */
    bool by_point;
    bool is_complex;   /* needs by_point, and all of y = x */
    clfft_pixel pixel; /* NONE or HALF */
    uint64_t reserved[7];
} clfft_features_desc;

/* A kernel that keeps no state. One thread at a time. It holds its device, as a
   plan does. */
typedef struct clfft_features clfft_features;

clfft_status clfft_features_create(clfft_device *device,
                                   const clfft_features_desc *desc,
                                   clfft_features **features);
/* Accepts NULL; sets NULL. Waits for the last execute. */
void clfft_features_destroy(clfft_features **features);

typedef struct clfft_features_params {
    uint64_t first_frame; /* of `frames`, where the block begins */
    unsigned n_frames;    /* of the block; 0 with n_filled (since 0.2) */
    unsigned n_filled;    /* frames behind them whose numbers become shift */
    unsigned n_wait;
    const cl_event *wait; /* n_wait events to wait for */
    cl_event *event;      /* or NULL; the caller releases it */
    cl_mem output; /* by_point: begins with the block; HALF alone: has the
                      frames of `frames`; else NULL */
    uint64_t reserved[7];
} clfft_features_params;

/* Turns one block by one launch. INVALID if a buffer is too small. */
clfft_status clfft_features_execute(clfft_features *features,
                                    cl_command_queue queue, cl_mem frames,
                                    const clfft_features_params *params);

/*
 * ---- cepstra ---- Since 0.2.
 *
 * Of the points x of each channel of a frame [channel][point] the first
 * coefficients of the orthonormal DCT-II:
 *
 *   y[k] = sqrt((k ? 2 : 1) / n) factor[k] sum_j x[j] cos(pi k (2 j + 1) / (2
 * n)) factor[k] = 1 + lifter / 2 sin(pi (k + lifter_from) / lifter)
 *
 * and factors of 1 with a lifter of 0. lifter_from is 1 in librosa, 0 in Kaldi
 * and HTK. Frames and output are two buffers.
 */
#define CLFFT_MAX_CEPSTRUM_POINTS 65536u

typedef struct clfft_cepstrum_desc {
    unsigned channels, points; /* of a frame, points of each channel */
    unsigned coefficients;     /* 1..points */
    double lifter;             /* 0 or above */
    unsigned lifter_from;
    clfft_precision precision;
    const clfft_waiter *waiter; /* or NULL */
    uint64_t reserved[8];
} clfft_cepstrum_desc;

/* As clfft_features: no state, one thread at a time. */
typedef struct clfft_cepstrum clfft_cepstrum;

clfft_status clfft_cepstrum_create(clfft_device *device,
                                   const clfft_cepstrum_desc *desc,
                                   clfft_cepstrum **cepstrum);
/* Accepts NULL; sets NULL. Waits for the last execute. */
void clfft_cepstrum_destroy(clfft_cepstrum **cepstrum);

typedef struct clfft_cepstrum_params {
    uint64_t first_frame; /* of the output; those of `frames` begin at 0 */
    unsigned n_frames;    /* 1 or more */
    unsigned n_wait;
    const cl_event *wait; /* n_wait events to wait for */
    cl_event *event;      /* or NULL; the caller releases it */
    uint64_t reserved[8];
} clfft_cepstrum_params;

/* Makes n_frames by one launch. INVALID if a buffer is too small. */
clfft_status clfft_cepstrum_execute(clfft_cepstrum *cepstrum,
                                    cl_command_queue queue, cl_mem frames,
                                    cl_mem output,
                                    const clfft_cepstrum_params *params);

#include "end.h"

#endif /* CLFFT_FEATURE_H */
