/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* digits.h: numbers whose digits have radices of their own. Pure arithmetic. */
#ifndef CLFFT_DIGITS_H
#define CLFFT_DIGITS_H

#include <stdint.h>

/*
 * `n`, below the product of the radices, has n_radices digits, the first one
 * worth 1, digit s + 1 worth the radices 0 to s multiplied. Returns the number
 * whose digits are the same from the last to the first: the last one is worth
 * 1. Nothing on the way is larger than the product.
 */
uint32_t clfft_digits_reverse(const uint8_t *radices, unsigned n_radices,
                              uint32_t n);

#endif /* CLFFT_DIGITS_H */
