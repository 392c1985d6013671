/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* checked.h: adds and multiplies sizes that must not wrap; false on
   overflow. */
#ifndef CLFFT_CHECKED_H
#define CLFFT_CHECKED_H

#include <stdbool.h>
#include <stdint.h>

static inline bool checked_multiply(uint64_t a, uint64_t b, uint64_t *product)
{
    return !__builtin_mul_overflow(a, b, product);
}

static inline bool checked_add(uint64_t a, uint64_t b, uint64_t *sum)
{
    return !__builtin_add_overflow(a, b, sum);
}

#endif /* CLFFT_CHECKED_H */
