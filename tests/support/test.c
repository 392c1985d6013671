/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test.c: the state of a test program and the loop over its claims.
 */
#include "test.h"

#include <time.h>

int test_n_failures;
const char *test_skip_reason;
uint64_t test_state;

int test_main(const struct test_claim *claims, size_t n_claims, int argc,
              char **argv)
{
    const char *seed = getenv("CLFFT_TEST_SEED");
    int n_failed = 0;

    test_state = seed ? strtoull(seed, NULL, 0)
                      : (uint64_t)time(NULL) * UINT64_C(0x9e3779b97f4a7c15);
    test_state |= 1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("1..%zu\n# seed 0x%llx\n", n_claims, (unsigned long long)test_state);
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
