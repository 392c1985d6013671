/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* radices.h: recipes of the seed `arm` for a length. */
#ifndef CLFFT_TEST_RADICES_H
#define CLFFT_TEST_RADICES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define RADICES_SIZE 64 /* of the text, with its end */

/*
 * "7.5.4.2": n as a product of 7, 5, 4, 3 and 2, largest first, or without 4.
 * false if it is none, or 1.
 */
static inline bool radices_print(uint64_t n, bool has_four,
                                 char text[RADICES_SIZE])
{
    static const unsigned radices[] = {7, 5, 4, 3, 2};
    size_t length = 0;

    text[0] = 0;
    for (size_t i = 0; i < sizeof radices / sizeof radices[0]; i++)
        while ((radices[i] != 4 || has_four) && n > 1 && n % radices[i] == 0 &&
               length + 3 < RADICES_SIZE) {
            length += (size_t)snprintf(text + length, RADICES_SIZE - length,
                                       "%s%u", length ? "." : "", radices[i]);
            n /= radices[i];
        }
    return n == 1 && length > 0;
}

#endif /* CLFFT_TEST_RADICES_H */
