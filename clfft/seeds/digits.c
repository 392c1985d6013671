/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* digits.c: computes with numbers whose digits have radices of their own. */
#include "digits.h"

uint32_t clfft_digits_reverse(const uint8_t *radices, unsigned n_radices,
                              uint32_t n)
{
    uint32_t reversed = 0;

    for (unsigned s = 0; s < n_radices; s++) {
        reversed = reversed * radices[s] + n % radices[s];
        n /= radices[s];
    }
    return reversed;
}
