/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* window.h: what the files of window functions share; users have
   clfft/spectrum.h. */
#ifndef CLFFT_WINDOW_H
#define CLFFT_WINDOW_H

#include "clfft/base/watch.h"
#include "clfft/spectrum.h"

#define CLFFT_PI 3.141592653589793238462643383279502884L

/* ---- window_shapes.c: windows that are a function of the place ---- */

/* Work as the watch hears of it. */
#define CLFFT_WINDOW_WORK "a window"

/* Fills points 0 .. n/2; the rest mirrors them. n >= 2. CANCELLED. */
clfft_status clfft_window_fill_shape(clfft_window window, long double parameter,
                                     uint64_t n, double *w);

/* ---- window_optimal.c, window_dpss.c: windows that solve an equation ---- */

/* Fill all points: those of the symmetric window of n + 1 points but its last,
   which repeats the first. CANCELLED; dolph_chebyshev NO_MEMORY. n >= 2. */
clfft_status clfft_window_fill_dolph_chebyshev(double attenuation, uint64_t n,
                                               double *w);
clfft_status clfft_window_fill_dpss(double bandwidth, uint64_t n, double *w);
/* The first n_tapers symmetric ones of n points, of energy 1. */
clfft_status clfft_window_fill_tapers(double bandwidth, uint64_t n,
                                      unsigned n_tapers, double *w);

#endif /* CLFFT_WINDOW_H */
