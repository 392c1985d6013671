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
#include <time.h>

struct test_claim {
    const char *name;
    void (*run)(void);
};

static int test_n_failures; /* of the claim that runs */
static const char *test_skip_reason;
static uint64_t test_state;

#define TEST(name) {#name, name}

#define TEST_REPORT(holds, text, ...)                                          \
    do {                                                                       \
        if (!(holds) && test_n_failures++ < 10) {                              \
            printf("# %s:%d: not true: %s: ", __FILE__, __LINE__, text);       \
            printf(__VA_ARGS__);                                               \
            printf("\n");                                                      \
        }                                                                      \
    } while (0)

/* A failure is reported with its text; the claim goes on. */
#define TEST_CHECK(condition, ...) TEST_REPORT(condition, #condition, __VA_ARGS__)

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

/* Uniform in [-1, 1). */
static inline double test_uniform(void)
{
    return (double)(int64_t)test_random() / 9223372036854775808.0;
}

static inline int test_main(const struct test_claim *claims, size_t n_claims,
                            int argc, char **argv)
{
    const char *seed = getenv("CLFFT_TEST_SEED");
    int n_failed = 0;

    test_state = seed ? strtoull(seed, NULL, 0)
                      : (uint64_t)time(NULL) * UINT64_C(0x9e3779b97f4a7c15);
    test_state |= 1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("1..%zu\n# seed 0x%llx\n", n_claims,
           (unsigned long long)test_state);
    for (size_t i = 0; i < n_claims; i++) {
        int wanted = argc < 2;
        for (int a = 1; a < argc; a++)
            wanted |= strstr(claims[i].name, argv[a]) != NULL;
        test_n_failures = 0;
        test_skip_reason = wanted ? NULL : "not selected";
        if (wanted)
            claims[i].run();
        n_failed += test_n_failures > 0;
        printf("%s %zu - %s%s%s\n", test_n_failures ? "not ok" : "ok", i + 1,
               claims[i].name,
               test_skip_reason && !test_n_failures ? " # SKIP " : "",
               test_skip_reason && !test_n_failures ? test_skip_reason : "");
    }
    return n_failed > 0;
}

#define TEST_MAIN(...)                                                         \
    int main(int argc, char **argv)                                            \
    {                                                                          \
        static const struct test_claim claims[] = {__VA_ARGS__};               \
        return test_main(claims, sizeof claims / sizeof claims[0], argc,       \
                         argv);                                                \
    }

#endif /* CLFFT_TEST_H */
