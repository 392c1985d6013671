/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * cost.c: what every fuzz target's input may cost: seconds for each of its
 * bytes, and twice as many of the same bytes about twice as long. It is judged
 * by the process's own processor time, and by the best of some runs, so that
 * neither a busy machine nor what is loaded or compiled once counts.
 */
#include "fuzz.h"

clock_t fuzz_of_others;

/* A target runs this often before its best time is too long. */
#define MOST_RUNS 5
/* Twice as many bytes take at most so many times as long, beside an_input. */
#define MOST_RATIO 3
/* One input of so many is repeated. */
#define ONE_OF 32

/* From an allocation of that very size, so that a byte too far is seen. */
static double get_seconds(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    clock_t start;

    FUZZ_CHECK(copy);
    if (size)
        memcpy(copy, data, size);
    fuzz_of_others = 0;
    start = clock();
    fuzz_target(copy, size);
    start = clock() - start - fuzz_of_others;
    free(copy);
    return (double)start / CLOCKS_PER_SEC;
}

static void end(const char *what, size_t size, double seconds, double most)
{
    fprintf(stderr, "%s of %zu bytes takes %g s, and may take %g s\n", what,
            size, seconds, most);
    abort();
}

static void check_bytes(const uint8_t *data, size_t size)
{
    const double most = fuzz_cost.an_input + fuzz_cost.a_byte * size;
    double best = get_seconds(data, size);

    for (int i = 1; i < MOST_RUNS && best > most; i++) {
        const double again = get_seconds(data, size);
        best = again < best ? again : best;
    }
    if (best > most)
        end("an input", size, best, most);
}

/* The head, and then the other bytes again and again. */
static uint8_t *repeat(const uint8_t *data, size_t size, size_t length)
{
    const size_t head = fuzz_cost.head;
    uint8_t *bytes = malloc(head + length);

    FUZZ_CHECK(bytes);
    memcpy(bytes, data, head);
    for (size_t i = 0; i < length; i++)
        bytes[head + i] = data[head + i % (size - head)];
    return bytes;
}

static void check_repeated(const uint8_t *data, size_t size)
{
    const size_t head = fuzz_cost.head, part = size - head;
    const size_t length = (fuzz_cost.repeated / part + 1) * part;
    uint8_t *bytes = repeat(data, size, 2 * length);
    double once = 1e9, twice = 1e9, most = 0;

    for (int i = 0; i < MOST_RUNS && twice > most; i++) {
        const double a = get_seconds(bytes, head + length);
        const double b = get_seconds(bytes, head + 2 * length);
        once = a < once ? a : once;
        twice = b < twice ? b : twice;
        most = MOST_RATIO * once + fuzz_cost.an_input;
    }
    if (twice > most)
        end("a repeated input", head + 2 * length, twice, most);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static unsigned n_inputs;

    if (n_inputs++ % ONE_OF == 0 && fuzz_cost.repeated && size > fuzz_cost.head)
        check_repeated(data, size);
    check_bytes(data, size);
    return 0;
}
