/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* radix2.c: transforms on the host, in long double. */
#include "radix2.h"

#include <math.h>

#define PI 3.141592653589793238462643383279502884L

void clfft_transform_radix2(long double complex *x, uint64_t n)
{
    for (uint64_t i = 1, j = 0; i < n; i++) {
        uint64_t bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            long double complex swap = x[i];
            x[i] = x[j];
            x[j] = swap;
        }
    }
    for (uint64_t half = 1; half < n; half *= 2) {
        for (uint64_t j = 0; j < half; j++) {
            long double angle = PI * j / half;
            long double complex twiddle = cosl(angle) + I * sinl(angle);
            for (uint64_t i = j; i < n; i += 2 * half) {
                long double complex odd = x[i + half] * twiddle;
                x[i + half] = x[i] - odd;
                x[i] += odd;
            }
        }
    }
}
