/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test.h: the small test runner that all engine and unit tests share.
 *
 * A test program is a table of named claims. Each prints one TAP line; Meson
 * reads the protocol (test(..., protocol: 'tap')), and scripts/test adds the
 * lines up. A claim that cannot be tested here says why with TEST_SKIP: it is
 * counted as skipped, never as passed.
 *
 *   static void inverse_undoes_forward(void) { TEST_CHECK(x == y, "x=%d", x); }
 *   TEST_MAIN(TEST(inverse_undoes_forward))
 *
 * Arguments of the program select claims by substring. CLFFT_TEST_SEED fixes
 * the seed, which is printed.
 */
#ifndef CLFFT_TEST_H
#define CLFFT_TEST_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct test_claim {
    const char *name;
    void (*run)(void);
};

/* One of each in a program, so that all its files may report and draw. */
extern int test_n_failures; /* of the claim that runs */
extern const char *test_skip_reason;
extern uint64_t test_state;

#define TEST(name)                                                             \
    {                                                                          \
#name, name                                                            \
    }

/* elements of an array */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define TEST_REPORT(holds, text, ...)                                          \
    do {                                                                       \
        if (!(holds) && test_n_failures++ < 10) {                              \
            printf("# %s:%d: not true: %s: ", __FILE__, __LINE__, text);       \
            printf(__VA_ARGS__);                                               \
            printf("\n");                                                      \
        }                                                                      \
    } while (0)

/* A failure is reported with its text; the claim goes on. */
#define TEST_CHECK(condition, ...)                                             \
    TEST_REPORT(condition, #condition, __VA_ARGS__)

/* Leaves the claim when the rest makes no sense. */
#define TEST_REQUIRE(condition, ...)                                           \
    do {                                                                       \
        const int test_holds = (condition) ? 1 : 0;                            \
        TEST_REPORT(test_holds, #condition, __VA_ARGS__);                      \
        if (!test_holds)                                                       \
            return;                                                            \
    } while (0)

#define TEST_SKIP(reason)                                                      \
    do {                                                                       \
        test_skip_reason = (reason);                                           \
        return;                                                                \
    } while (0)

/* xorshift64*, uniform 64 bits (Vigna 2016). */
static inline uint64_t test_random(void)
{
    test_state ^= test_state >> 12;
    test_state ^= test_state << 25;
    test_state ^= test_state >> 27;
    return test_state * UINT64_C(2685821657736338717);
}

/* Is this the full run, whose sweeps are long? CLFFT_TEST_FULL=1 asks for it.
 */
static inline int test_is_full(void)
{
    const char *full = getenv("CLFFT_TEST_FULL");

    return full && *full && strcmp(full, "0") != 0;
}

/* How many drawn cases to try: CLFFT_TEST_COUNT if that is set, so that a long
   run can be shared out by seeds, else `full` in the full run, else `few`. */
static inline unsigned test_count(unsigned few, unsigned full)
{
    const char *count = getenv("CLFFT_TEST_COUNT");

    if (count && *count)
        return (unsigned)strtoul(count, NULL, 10);
    return test_is_full() ? full : few;
}

/* The case to try of a list of n, after case `last` (SIZE_MAX: the first): the
   next one in the full run, else one, drawn, of the next `share` neighbours.
   n: there are no more. */
static inline size_t test_next_case(size_t last, size_t n, size_t share)
{
    const size_t part = test_is_full() ? 1 : share;
    const size_t first = last == SIZE_MAX ? 0 : (last / part + 1) * part;
    const size_t left = first < n ? n - first : 0;

    return left ? first + (size_t)(test_random() % (left < part ? left : part))
                : n;
}

/* least .. most, both among them */
static inline unsigned test_draw(unsigned least, unsigned most)
{
    return least + (unsigned)(test_random() % (most - least + 1));
}

/* Uniform in [-1, 1). */
static inline double test_uniform(void)
{
    return (double)(int64_t)test_random() / 9223372036854775808.0;
}

/* Runs the claims that the arguments select; the exit status of main(). */
int test_main(const struct test_claim *claims, size_t n_claims, int argc,
              char **argv);

#define TEST_MAIN(...)                                                         \
    int main(int argc, char **argv)                                            \
    {                                                                          \
        static const struct test_claim claims[] = {__VA_ARGS__};               \
        return test_main(claims, sizeof claims / sizeof claims[0], argc,       \
                         argv);                                                \
    }

#endif /* CLFFT_TEST_H */
