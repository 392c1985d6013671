/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* radix2.h: a transform on the host, for coefficients. */
#ifndef CLFFT_RADIX2_H
#define CLFFT_RADIX2_H

#include <complex.h>
#include <stdint.h>

#include "clfft/spectrum.h"

/* Transforms in place a length that is a power of two, by decimation in time,
   with exp(+2 pi i jk/n). CANCELLED by the watch alone. */
clfft_status clfft_transform_radix2(long double complex *x, uint64_t n);

#endif /* CLFFT_RADIX2_H */
