/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* frames.h: how averages count their frames, and where frames end; the numbers
   of exponential ones. */
#ifndef CLFFT_FRAMES_H
#define CLFFT_FRAMES_H

#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/clfft.h"

#include <math.h>

/* Frames in a mean or a hold at most. */
#define CLFFT_LONGEST_AVERAGE 65536u

/* Frames that come out of n_frames more behind n_before, of `count` each unless
   the averaging is exponential, and what stays behind. */
static inline unsigned clfft_count_frames(clfft_averaging averaging,
                                          unsigned count, unsigned n_before,
                                          unsigned n_frames, bool flush,
                                          unsigned *n_after)
{
    const uint64_t total = (uint64_t)n_before + n_frames;

    if (averaging == CLFFT_AVERAGING_EXPONENTIAL) {
        *n_after = total > 0;
        return n_frames;
    }
    *n_after = (unsigned)(total % count);
    if (flush && *n_after) {
        *n_after = 0;
        return (unsigned)(total / count) + 1;
    }
    return (unsigned)(total / count);
}

/* Bytes up to the end of n frames behind `first` ones, of so many numbers each;
   the most there is where that overflows. */
static inline uint64_t clfft_end_of_frames(uint64_t first, uint64_t n,
                                           uint64_t numbers, size_t real_size)
{
    uint64_t end;

    return checked_add(first, n, &end) &&
                   checked_multiply(end, numbers, &end) &&
                   checked_multiply(end, real_size, &end)
               ? end
               : UINT64_MAX;
}

/* What a frame leaves of an exponential average. */
static inline double clfft_decay_of(double alpha, double decay)
{
    return decay > 0 ? decay : 1 - alpha;
}

static inline clfft_status clfft_check_decay(double alpha, double decay)
{
    if (!(alpha > 0 && alpha <= 1))
        return clfft_fail(CLFFT_STATUS_INVALID, "alpha %g is not in (0, 1]",
                          alpha);
    /* a caller may round either */
    if (!(decay >= 0 && decay <= 1) ||
        fabs(clfft_decay_of(alpha, decay) + alpha - 1) > 1e-9)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "decay %g is neither 0 nor 1 - alpha, %g", decay,
                          1 - alpha);
    return CLFFT_STATUS_OK;
}

#endif /* CLFFT_FRAMES_H */
