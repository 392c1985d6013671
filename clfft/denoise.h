/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * denoise.h: takes noise out of pictures by a Wiener filter of overlapping
 * blocks in space and time, after the windowed DFT filters of video (dfttest,
 * FFT3DFilter). Since 0.2.
 *
 * Blocks of B x B pixels lie `hop` apart on both axes, from hop - B on, so that
 * each pixel is in as many as there can be; beyond the border the picture is
 * mirrored about its outermost pixels. With
 *
 *   h[i] = sin(pi (i + 1/2) / B)^2
 *   w[i] = h[i] / sqrt(sum of h[j]^2, j = i modulo hop)
 *
 * the block at (p, q) of `depth` pictures t is
 *
 *   x[t][j][i] = w[j] w[i] y[t][q + j][p + i]
 *
 * in codes. X is its transform over all axes, and W that of w[j] w[i], the same
 * for each picture. With the block's mean m = X[0] / W[0]
 *
 *   Z = X - m W,  g = max(floor, 1 - v / |Z|^2, 0),  v = s(r)^2 depth hop^2
 *   r = sqrt((a^2 + b^2) / 2), a = min(k, B - k) / (B / 2), b likewise
 *
 * where s goes in straight lines from `low` at r = 0 over `mid` at 1/2 to
 * `high` at 1. The inverse transform of g Z + m W, at the middle picture, times
 * w[j] w[i], is added up over all blocks, rounded to the nearest code and
 * clipped.
 *
 * With c[n] the mean of |y[n] - y[n - 1]| over the samples of all planes, in
 * codes of 8 bits, picture n begins a scene if c[n] - c[n - 1] > `scene`;
 * before the first two of a run c is 0. Pictures of other scenes than the
 * middle one's are replaced: the scene is mirrored about its outermost picture.
 */
#ifndef CLFFT_DENOISE_H
#define CLFFT_DENOISE_H

#include "clfft.h"

#include "begin.h"

#define CLFFT_DENOISE_MAX_DEPTH 7
#define CLFFT_DENOISE_MAX_PLANES 3

/* The samples of one component, in bytes from the picture's first. */
typedef struct clfft_denoise_plane {
    uint64_t offset; /* of the first sample */
    uint64_t row;    /* from row to row */
    unsigned step;   /* from sample to sample */
    unsigned width, height;
    unsigned bits;   /* of a code: 8, or 9 to 16 in two bytes, to which all
                        offsets are aligned */
    unsigned shift;  /* unused bits below it; those above are unused, too */
    bool big_endian; /* the order of two bytes */
    uint64_t reserved[4];
} clfft_denoise_plane;

typedef struct clfft_denoise_desc {
    unsigned block;        /* 8, 16, 32, 64 */
    unsigned hop;          /* block / 8, rounded up, to block */
    unsigned depth;        /* 1, 3, 5, 7 */
    uint64_t picture_size; /* bytes */
    unsigned n_planes;
    /* of equal bits, shift and order of bytes */
    clfft_denoise_plane planes[CLFFT_DENOISE_MAX_PLANES];
    bool has_rest;              /* bytes beside the planes are copied, too */
    const clfft_waiter *waiter; /* or NULL */
    uint64_t reserved[8];
} clfft_denoise_desc;

/* Standard deviations of the noise, in codes; all 0: the plane is copied bit
   for bit. */
typedef struct clfft_denoise_level {
    double low, mid, high;
} clfft_denoise_level;

typedef struct clfft_denoiser clfft_denoiser;

/* Makes a denoiser, which has memory of its own for `depth` pictures. One
   thread at a time. It holds its device, as a plan does. INVALID with the
   reason; UNSUPPORTED, NO_MEMORY, BUILD, DEVICE, CANCELLED. */
clfft_status clfft_denoiser_create(clfft_device *device,
                                   const clfft_denoise_desc *desc,
                                   clfft_denoiser **denoiser);
/* Accepts NULL; sets NULL. Waits for the last call. */
void clfft_denoiser_destroy(clfft_denoiser **denoiser);

typedef struct clfft_denoise_params {
    /* take: which of the `depth` pictures is replaced; give: the pictures in
       the order of time, each of them any number of times */
    unsigned slots[CLFFT_DENOISE_MAX_DEPTH];
    uint64_t offset; /* bytes in the buffer before the picture */
    clfft_denoise_level levels[CLFFT_DENOISE_MAX_PLANES]; /* give */
    double floor;                                         /* give: 0 to 1 */
    unsigned n_wait; /* as of clfft_execute_params */
    const cl_event *wait;
    cl_event *event;
    double scene; /* take: 0 or more, see above; 0: no scene begins */
    bool begins;  /* take: the first picture of a run */
    uint64_t reserved[6];
} clfft_denoise_params;

/* Copies a picture to slots[0]; it follows the one that was taken before. */
clfft_status clfft_denoiser_take(clfft_denoiser *denoiser,
                                 cl_command_queue queue, cl_mem input,
                                 const clfft_denoise_params *params);

/* Filters the middle one of `depth` slots into a picture. */
clfft_status clfft_denoiser_give(clfft_denoiser *denoiser,
                                 cl_command_queue queue, cl_mem output,
                                 const clfft_denoise_params *params);

/* Bytes of device memory, and launches of a give of all planes. */
void clfft_denoiser_get_info(const clfft_denoiser *denoiser, uint64_t *size,
                             unsigned *n_launches);

#include "end.h"

#endif /* CLFFT_DENOISE_H */
