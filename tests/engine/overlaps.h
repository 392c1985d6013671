/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* overlaps.h: draws descriptions that read stored samples several times: axes
   that overlap themselves, sources that overlap, frames closer than they are
   long. */
#ifndef CLFFT_TEST_OVERLAPS_H
#define CLFFT_TEST_OVERLAPS_H

#include "support/test.h"

#include <stdbool.h>

#define LONGEST_OVERLAP 1024

/* Adds the matrix. Its factors are floats, and those of a row have one sign, so
   that sources that read the same sample do not take each other away. */
static inline size_t print_mix(char *text, size_t at, unsigned rows,
                               unsigned sources, unsigned distance)
{
    for (unsigned i = 0; i < rows * sources; i++)
        at += (size_t)snprintf(text + at, LONGEST_OVERLAP - at, "%s%s%g",
                               i == 0             ? " mix="
                               : i % sources == 0 ? "/"
                                                  : ",",
                               i / sources % 2 ? "-" : "",
                               test_draw(32, 96) / 64.0);
    return at +
           (size_t)snprintf(text + at, LONGEST_OVERLAP - at, "@%u", distance);
}

/* Draws a description of so many sources; 0: without a matrix. */
static inline void draw_overlap(char text[LONGEST_OVERLAP], unsigned sources)
{
    static const unsigned longest[] = {40, 11, 6};
    static const char *const samples[] = {"", " load=s16", " load=u24be"};
    const unsigned rank = test_draw(1, 3), rows = test_draw(1, 3);
    const bool is_real = sources || test_random() % 2;
    unsigned reach = 0, bins = 1, length = 0;
    char strides[64] = "";
    size_t at =
        (size_t)snprintf(text, LONGEST_OVERLAP, "%s ", is_real ? "r2c" : "c2c");

    for (unsigned a = 0; a < rank; a++) {
        const unsigned stride = test_draw(1, 5);
        length = test_draw(4, longest[rank - 1]);
        at += (size_t)snprintf(text + at, LONGEST_OVERLAP - at, "%s%u",
                               a ? "x" : "", length);
        snprintf(strides + strlen(strides), sizeof strides - strlen(strides),
                 "%s%u", a ? "," : " in-stride=", stride);
        reach += (length - 1) * stride;
        bins *= a + 1 == rank && is_real ? length / 2 + 1 : length;
    }
    at += (size_t)snprintf(text + at, LONGEST_OVERLAP - at, " x%u@%u:%u",
                           test_draw(1, 5), test_draw(0, reach),
                           sources ? rows * bins : bins);
    if (sources) {
        at += (size_t)snprintf(text + at, LONGEST_OVERLAP - at, " x%u@0:%u",
                               rows, bins);
        at = print_mix(text, at, rows, sources, test_draw(1, reach + 1));
    }
    snprintf(text + at, LONGEST_OVERLAP - at, "%s%s%s%s", strides,
             samples[test_random() % COUNT(samples)],
             is_real && test_random() % 3 == 0 ? " demean" : "",
             test_random() % 3 == 0 ? " store=power" : "");
}

#endif /* CLFFT_TEST_OVERLAPS_H */
