/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-drawn.c: which shapes the drawn suite draws, for any seed. No device. */
#include "clfft/tools/bench.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define N_CASES 90
#define N_SEEDS 200
#define POINTS (1UL << 20)

/* What the page of clfft-bench says of each group, written down once more. */
static const struct {
    unsigned count, rank;
    const char *transform;
    unsigned long least[3], most[3];
} rules[] = {
    {30, 1, "c2c", {16}, {2200000}},
    {20, 1, "r2c", {16}, {2200000}},
    {10, 2, "c2c", {48, 48}, {4200, 2100}},
    {10, 2, "r2c", {48, 48}, {8400, 2100}},
    {5, 3, "c2c", {16, 16, 8}, {210, 210, 105}},
    {5, 3, "r2c", {16, 16, 8}, {420, 210, 105}},
    {10, 1, "c2c", {16}, {8300}},
};

static bool is_smooth(unsigned long n, unsigned long most)
{
    for (unsigned long p = 2; p <= most; p++)
        while (n % p == 0)
            n /= p;
    return n == 1;
}

/* Reads "c2c 3x4 x5": lengths with axis 0 first, and the batch. */
static unsigned read_case(const char *text, unsigned long lengths[3],
                          unsigned long *batch)
{
    unsigned long outer[3] = {1, 1, 1};
    unsigned rank = 0;
    char *end;

    text += 4;
    do {
        outer[rank++] = strtoul(text, &end, 10);
        text = end + 1;
    } while (*end == 'x' && rank < 3);
    for (unsigned d = 0; d < rank; d++)
        lengths[d] = outer[rank - 1 - d];
    *batch = *end == ' ' && end[1] == 'x' ? strtoul(end + 2, &end, 10) : 0;
    return *end ? 0 : rank;
}

static void check_batch(const char *text, unsigned group,
                        const unsigned long lengths[3], unsigned long batch)
{
    const bool real = rules[group].transform[0] == 'r';
    unsigned long points = real ? 2 * POINTS : POINTS;

    for (unsigned d = 0; d < rules[group].rank; d++)
        points /= lengths[d];
    if (group == 6)
        TEST_CHECK(batch >= 1 && batch <= 8, "%s", text);
    else
        TEST_CHECK(batch == (points ? points : 1), "%s", text);
}

/* Checks one case and tells whether its lengths are 7-smooth, 13-smooth. */
static void check_case(const char *text, unsigned group, unsigned number)
{
    unsigned long lengths[3], batch;
    const unsigned rank = read_case(text, lengths, &batch);
    const bool lines = group < 2, any = lines && number % 5 == 4;
    const bool wide = group == 6 ? number % 2 == 0 : lines && number % 5 == 3;
    clfft_desc desc;

    TEST_REQUIRE(rank == rules[group].rank, "%s: rank %u", text, rank);
    TEST_CHECK(!strncmp(text, rules[group].transform, 3), "%s", text);
    TEST_CHECK(clfft_desc_parse(text, &desc) == CLFFT_STATUS_OK, "%s", text);
    clfft_desc_clear(&desc);
    for (unsigned d = 0; d < rank; d++) {
        TEST_CHECK(lengths[d] >= rules[group].least[d] &&
                       lengths[d] <= rules[group].most[d],
                   "%s", text);
        if (any)
            TEST_CHECK(lengths[d] < 1UL << 17, "%s", text);
        else
            TEST_CHECK(is_smooth(lengths[d], wide ? 13 : 7), "%s", text);
    }
    if (rules[group].transform[0] == 'r' && !any)
        TEST_CHECK(lengths[0] % 2 == 0, "%s", text);
    check_batch(text, group, lengths, batch);
}

static void each_group_has_its_shapes(void)
{
    for (unsigned s = 0; s < N_SEEDS; s++) {
        char *items[N_CASES + 1];
        unsigned n =
            bench_draw_suite(test_random(), POINTS, items, N_CASES + 1);
        unsigned i = 0;

        TEST_REQUIRE(n == N_CASES, "%u", n);
        for (unsigned g = 0; g < COUNT(rules); g++)
            for (unsigned k = 0; k < rules[g].count; k++, i++) {
                check_case(items[i], g, k);
                free(items[i]);
            }
    }
}

/* Complex lines of 16 to 2^21 points: a third of the logarithms in each third
   of the range, and most of those that may have any factor have a large one. */
static void lengths_are_drawn_by_their_logarithms(void)
{
    unsigned thirds[4] = {0}, n = 0, n_rough = 0, n_any = 0;

    for (unsigned s = 0; s < N_SEEDS; s++) {
        char *items[N_CASES];

        TEST_REQUIRE(bench_draw_suite(test_random(), POINTS, items, N_CASES) ==
                         N_CASES,
                     "cases");
        for (unsigned i = 0; i < N_CASES; i++) {
            const double length = strtod(items[i] + 4, NULL);

            if (i < 30 && i % 5 == 4) {
                n_any++;
                n_rough += !is_smooth((unsigned long)length, 13);
            } else if (i < 30) {
                n++;
                thirds[(unsigned)fmin(3, 3 * (log2(length) - 4) / 17)]++;
            }
            free(items[i]);
        }
    }
    for (unsigned t = 0; t < 3; t++)
        TEST_CHECK(thirds[t] > n / 3 - n / 20 && thirds[t] < n / 3 + n / 20,
                   "third %u: %u of %u", t, thirds[t], n);
    TEST_CHECK(n_rough > n_any / 2, "%u of %u", n_rough, n_any);
}

static void a_seed_draws_the_same_and_another_draws_others(void)
{
    const uint64_t seed = test_random();
    char *a[N_CASES], *b[N_CASES], *c[N_CASES];
    unsigned n_same = 0;

    bench_draw_suite(seed, POINTS, a, N_CASES);
    bench_draw_suite(seed, POINTS, b, N_CASES);
    bench_draw_suite(seed + 1, POINTS, c, N_CASES);
    for (unsigned i = 0; i < N_CASES; i++) {
        TEST_CHECK(!strcmp(a[i], b[i]), "%s, %s", a[i], b[i]);
        n_same += !strcmp(a[i], c[i]);
        free(a[i]);
        free(b[i]);
        free(c[i]);
    }
    TEST_CHECK(n_same < N_CASES / 4, "%u", n_same);
}

TEST_MAIN(TEST(each_group_has_its_shapes),
          TEST(lengths_are_drawn_by_their_logarithms),
          TEST(a_seed_draws_the_same_and_another_draws_others))
