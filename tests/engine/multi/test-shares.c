/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-shares.c: how a batch is divided, and what calls teach. */
#include "clfft/multi/shares.h"
#include "support/test.h"

#include <math.h>

#define MOST 9

static unsigned draw(struct clfft_share shares[MOST], bool some_out)
{
    const unsigned n = 1 + (unsigned)(test_random() % MOST);

    for (unsigned i = 0; i < n; i++)
        shares[i] =
            (struct clfft_share){.speed = exp(20 * test_uniform()),
                                 .is_out = some_out && test_random() % 3 == 0};
    return n;
}

static void counts_add_up_to_the_batch(void)
{
    struct clfft_share shares[MOST];

    for (unsigned round = 0; round < 2000; round++) {
        const unsigned n = draw(shares, true);
        const uint64_t total = test_random() >> (4 + test_random() % 60);
        bool all_out = true;
        uint64_t sum = 0;

        for (unsigned i = 0; i < n; i++)
            all_out &= shares[i].is_out;
        TEST_CHECK(clfft_shares_divide(shares, n, total) == !all_out,
                   "%u devices", n);
        for (unsigned i = 0; i < n; i++) {
            TEST_CHECK(!shares[i].is_out || all_out || !shares[i].count,
                       "device %u is out and got %llu", i,
                       (unsigned long long)shares[i].count);
            sum += all_out ? 0 : shares[i].count;
        }
        TEST_CHECK(sum == (all_out ? 0 : total), "%llu, not %llu",
                   (unsigned long long)sum, (unsigned long long)total);
    }
}

static void counts_are_in_proportion_to_speeds(void)
{
    struct clfft_share shares[MOST];

    for (unsigned round = 0; round < 500; round++) {
        const unsigned n = draw(shares, false);
        const uint64_t total = 1 + test_random() % 1000000;
        double sum = 0;

        for (unsigned i = 0; i < n; i++)
            sum += shares[i].speed;
        clfft_shares_divide(shares, n, total);
        for (unsigned i = 0; i < n; i++)
            TEST_CHECK(fabs((double)shares[i].count -
                            (double)total * shares[i].speed / sum) <= n,
                       "device %u of %u: %llu of %llu", i, n,
                       (unsigned long long)shares[i].count,
                       (unsigned long long)total);
    }
}

/* From equal shares, and from shares that the caller made up. */
static void calls_lead_to_the_speeds_of_the_devices(void)
{
    for (unsigned round = 0; round < 100; round++) {
        const double speeds[3] = {1e3 * exp(2 * test_uniform()),
                                  1e3 * exp(2 * test_uniform()),
                                  1e3 * exp(2 * test_uniform())};
        const double sum = speeds[0] + speeds[1] + speeds[2];
        struct clfft_share shares[3] = {
            {.speed = 1}, {.speed = 1}, {.speed = 1}};

        for (unsigned call = 0; call < 40; call++) {
            clfft_shares_divide(shares, 3, 1000000);
            for (unsigned i = 0; i < 3; i++)
                shares[i].seconds = (double)shares[i].count / speeds[i];
            clfft_shares_learn(shares, 3);
        }
        for (unsigned i = 0; i < 3; i++)
            TEST_CHECK(fabs(clfft_shares_part(shares, 3, i) - speeds[i] / sum) <
                           0.01,
                       "device %u: %g, not %g", i,
                       clfft_shares_part(shares, 3, i), speeds[i] / sum);
    }
}

static void one_odd_call_changes_little(void)
{
    struct clfft_share shares[2] = {{.speed = 10}, {.speed = 10}};

    clfft_shares_divide(shares, 2, 1000);
    shares[0].seconds = 1;
    shares[1].seconds = 1e6; /* the machine was asleep */
    clfft_shares_learn(shares, 2);
    TEST_CHECK(clfft_shares_part(shares, 2, 1) >= 0.3, "%g",
               clfft_shares_part(shares, 2, 1));
}

static void a_slow_device_is_still_measured(void)
{
    struct clfft_share shares[2] = {{.speed = 10}, {.speed = 10}};

    for (unsigned call = 0; call < 100; call++) {
        clfft_shares_divide(shares, 2, 1000);
        shares[0].seconds = 1;
        shares[1].seconds = 1e6;
        clfft_shares_learn(shares, 2);
    }
    clfft_shares_divide(shares, 2, 1000);
    TEST_CHECK(shares[1].count >= 10, "%llu",
               (unsigned long long)shares[1].count);
}

TEST_MAIN(TEST(counts_add_up_to_the_batch),
          TEST(counts_are_in_proportion_to_speeds),
          TEST(calls_lead_to_the_speeds_of_the_devices),
          TEST(one_odd_call_changes_little),
          TEST(a_slow_device_is_still_measured))
