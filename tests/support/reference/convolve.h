/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* convolve.h: convolution of whole streams on the host, in double precision. */
#ifndef CLFFT_TEST_REFERENCE_CONVOLVE_H
#define CLFFT_TEST_REFERENCE_CONVOLVE_H

#include "clfft/convolver.h"

/*
 * What a convolver of that description gives in the first n_frames frames:
 * `out` is [output][frame], `in` [input][frame]. false without memory.
 */
bool reference_convolve(const clfft_convolver_desc *desc, const double *in,
                        uint64_t n_frames, double *out);

/* The limit of the relative L2 error of an output. */
double reference_convolve_limit(const clfft_convolver_desc *desc);

/* The largest of the outputs' relative L2 errors; infinite where a frame is no
   number. */
double reference_convolve_error(const clfft_convolver_desc *desc,
                                const double *want, const double *got,
                                uint64_t n_frames);

#endif /* CLFFT_TEST_REFERENCE_CONVOLVE_H */
