/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * overlap.c: tells whether a signal can be put together again from its windowed
 * frames.
 *
 * D. W. Griffin, J. S. Lim, "Signal estimation from modified short-time
 * Fourier transform" (1984), eq. 6: the least-squares estimate divides by
 * sum_k w^2[n - k hop], which therefore must not vanish for any n.
 */
#include "clfft/spectrum.h"

#include "clfft/base/error.h"
#include "clfft/base/watch.h"

#include <float.h>
#include <math.h>

clfft_status clfft_window_coverage(const double *w, uint64_t length,
                                   uint64_t hop, double *lowest,
                                   double *highest)
{
    double largest = 0;

    *lowest = *highest = 0;
    if (length < 1 || hop < 1)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "window length %llu and hop %llu must be at least 1",
                          (unsigned long long)length, (unsigned long long)hop);
    for (uint64_t i = 0; i < length; i++)
        largest = fmax(largest, fabs(w[i]));
    /* of a hop above the length the samples behind the frame are all alike */
    for (uint64_t n = 0; n < hop && n < length; n++) {
        double sum = 0;

        const clfft_status status = clfft_watch_loop(
            "the overlap of a window", n * (length / hop), length);

        if (status != CLFFT_STATUS_OK)
            return status;
        for (uint64_t i = n; i < length; i += hop)
            if (fabs(w[i]) > DBL_EPSILON * largest)
                sum += w[i] * w[i];
        *lowest = n == 0 ? sum : fmin(*lowest, sum);
        *highest = fmax(*highest, sum);
    }
    if (hop > length)
        *lowest = 0;
    return CLFFT_STATUS_OK;
}
