/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* digits.h: numbers whose digits have radices of their own. Pure arithmetic. */
#ifndef CLFFT_DIGITS_H
#define CLFFT_DIGITS_H

#include <stdint.h>

/*
 * Reverses digits. `n`, below the product of the radices, has n_radices digits;
 * the first is worth 1, digit s + 1 is worth the product of radices 0 to s.
 * Returns the number with the same digits from the last to the first, of which
 * the last is worth 1. No intermediate number is larger than the product.
 */
uint32_t clfft_digits_reverse(const uint8_t *radices, unsigned n_radices,
                              uint32_t n);

#endif /* CLFFT_DIGITS_H */
