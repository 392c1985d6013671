/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* window_sharp.c: computes the derivative of a window and its moment, by which
   spectra are sharpened. */
#include "clfft/sharpen.h"

#define TURN 6.283185307179586476925286766559005768

/* What a window that goes on periodically is d samples behind sample i. */
static double at(const double *window, uint64_t n, uint64_t i, uint64_t d)
{
    return window[(i + d) % n];
}

void clfft_sharpen_windows(const double *window, uint64_t n, uint64_t length,
                           uint64_t hop, double *slope, double *moment)
{
    const uint64_t middle = n / 2;

    for (uint64_t i = 0; slope && i < n; i++) {
        /* the sample before: n - 1 behind it, modulo n */
        const double near = at(window, n, i, 1) - at(window, n, i, n - 1);
        const double far = at(window, n, i, 2) - at(window, n, i, 2 * (n - 1));

        slope[i] = (8 * near - far) / 12 * (double)length / TURN;
    }
    for (uint64_t i = 0; moment && i < n; i++)
        moment[i] = window[i] * ((double)i - (double)middle) / (double)hop;
}
