/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * sharpen.h: moves the power of short-time spectra to where it comes from, by
 * the phases of three transforms of each frame. Frames that come out are of
 * power on the cells of a frequency axis, for picture.h.
 *
 *   h      the window
 *   slope  its derivative: bins from each bin to the frequency of its power
 *   moment the window times time: frames from each frame to the power's time
 *
 * With X, S and M the transforms, power |X|^2 moves by -Im(S / X) bins and by
 * Re(M / X) frames: F. Auger, P. Flandrin, "Improving the readability of
 * time-frequency and time-scale representations by the reassignment method"
 * (1995), equations 3; I. Daubechies, J. Lu, H.-T. Wu, "Synchrosqueezed wavelet
 * transforms" (2011), which moves it along the frequency alone.
 */
#ifndef CLFFT_SHARPEN_H
#define CLFFT_SHARPEN_H

#include "picture.h"

#include "begin.h"

typedef enum clfft_sharpening {
    CLFFT_SHARPENING_SQUEEZE = 0, /* along frequency; 2 windows: h, slope */
    CLFFT_SHARPENING_REASSIGN,    /* and time; 3 windows: h, slope, moment */
} clfft_sharpening;

/*
 * Fills the other windows of n points for transforms of `length` points, hop
 * samples from frame to frame. The slope is the central difference of fourth
 * order, the window going on periodically, times length / 2 pi; the moment is
 * h[i] (i - n/2) / hop, n/2 rounded down: the sample whose time a centred frame
 * has. Either array may be NULL.
 */
void clfft_sharpen_windows(const double *window, uint64_t n, uint64_t length,
                           uint64_t hop, double *slope, double *moment);

/* The most frames that power may move by. */
#define CLFFT_SHARPEN_MOST_REACH 4095u

typedef struct clfft_sharpen_desc {
    clfft_sharpening sharpening;
    /*
     * A frame of input: [window][channel][bin] of complex numbers in single
     * precision, the bins 0..length/2 of real samples, or all of complex ones.
     * Bin k by frequency, of complex samples from -(length/2) on, is stored at
     * (k + rotate) mod the number of bins.
     */
    uint64_t length; /* of the transforms, 2 or more */
    double rate;     /* samples per second */
    bool complex_input;
    unsigned rotate;
    unsigned n_channels;
    const double *gain; /* one for each stored bin: of amplitude, as
                           clfft_gain_fill() has it; NULL: 1. Copied */

    /* A frame of output: [channel][cell] powers in single precision: each cell
       has the sum of what moved there, times `factor`. */
    clfft_axis axis;
    unsigned n_cells; /* 1..32767 equal steps of the axis, from its low end */
    double factor;    /* 0 means 1 */

    /* REASSIGN: power moves by at most so many frames, n/2/hop rounded up;
       1..CLFFT_SHARPEN_MOST_REACH. SQUEEZE: 0. */
    unsigned reach;
    unsigned max_frames;        /* of a call */
    const clfft_waiter *waiter; /* or NULL */
    uint64_t reserved[8];
} clfft_sharpen_desc;

typedef struct clfft_sharpen clfft_sharpen;

/*
 * Device-resident state over frames. Power that moves below 0 Hz or above half
 * the rate is mirrored there, of complex samples it comes in at the other end;
 * what moves before the first or behind the last frame stays in that frame;
 * power without a direction, which is 0 or not finite, stays. So the power that
 * comes out is that which went in, but for what lies outside the axis. Sums are
 * made in one order: bits depend neither on calls nor on the load. One thread
 * at a time. It holds its device, as a plan does. INVALID with the reason;
 * UNSUPPORTED, NO_MEMORY, BUILD, DEVICE, CANCELLED.
 */
clfft_status clfft_sharpen_create(clfft_device *device,
                                  const clfft_sharpen_desc *desc,
                                  clfft_sharpen **sharpen);
/* Accepts NULL; sets NULL. Waits for the last execute. */
void clfft_sharpen_destroy(clfft_sharpen **sharpen);

/* Forgets all frames: the next is the first. */
void clfft_sharpen_reset(clfft_sharpen *sharpen);

/* The frames that were taken and have not come out: at most `reach`. */
unsigned clfft_sharpen_get_n_pending(const clfft_sharpen *sharpen);

/* As clfft_average_execute(): a frame comes out once `reach` more were taken,
   and with `flush` all do. A flush ends with a reset. */
clfft_status clfft_sharpen_execute(clfft_sharpen *sharpen,
                                   cl_command_queue queue, cl_mem input,
                                   cl_mem output,
                                   const clfft_average_params *params);

#include "end.h"

#endif /* CLFFT_SHARPEN_H */
