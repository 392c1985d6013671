/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * cmplx.h: C11's CMPLX family also where glibc hides it from clang, which
 * calls itself GCC 4.2.
 */
#ifndef CLFFT_TEST_CMPLX_H
#define CLFFT_TEST_CMPLX_H

#include <complex.h>

#ifndef CMPLX
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#define CMPLXL(x, y) __builtin_complex((long double)(x), (long double)(y))
#endif

#endif /* CLFFT_TEST_CMPLX_H */
