/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz.h: what fuzz targets share. A target is one function of any bytes, and
 * what they may cost; it is linked with cost.c, and with libFuzzer or replay.c.
 * What must hold is a FUZZ_CHECK: if it does not, the program ends there.
 */
#ifndef CLFFT_FUZZ_H
#define CLFFT_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Of the target. A sanitizer takes ten times as long as the product. */
void fuzz_target(const uint8_t *data, size_t size);
extern const struct fuzz_cost {
    double an_input, a_byte; /* seconds of processor time */
    size_t head;             /* bytes before those that may be repeated */
    size_t repeated;         /* to so many and twice as many; 0: never */
} fuzz_cost;

/* Processor time since the target began that is another library's, which is not
   what its input costs. */
extern clock_t fuzz_of_others;

#define FUZZ_CHECK(condition)                                                  \
    do {                                                                       \
        if (!(condition)) {                                                    \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__,       \
                    #condition);                                               \
            abort();                                                           \
        }                                                                      \
    } while (0)

/* A copy that ends with 0; to be freed. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    FUZZ_CHECK(text);
    if (size)
        memcpy(text, data, size);
    text[size] = 0;
    return text;
}

#endif /* CLFFT_FUZZ_H */
