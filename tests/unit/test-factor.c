/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-factor.c: lengths taken apart, held against plain searches. */
#include "clfft/base/factor.h"
#include "support/test.h"

#define MOST 65536

static const uint8_t legal[] = {2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                23, 24, 25, 27, 29, 30, 31, 32};
#define N_LEGAL (sizeof legal)

/* Large primes are for themselves alone: a smaller limit does not exclude
   them. */
static bool is_large_prime(unsigned radix)
{
    return radix == 17 || radix == 19 || radix == 23 || radix == 29 ||
           radix == 31;
}

static bool is_allowed(unsigned radix, unsigned largest)
{
    return is_large_prime(radix) || radix <= largest;
}

static bool is_smooth_by_division(uint64_t n, unsigned most)
{
    for (uint64_t p = 2; p <= most; p++)
        while (n % p == 0)
            n /= p;
    return n == 1;
}

/* fewest[n]: radices up to `largest` that n needs; 255: impossible */
static void fill_fewest(unsigned largest, uint8_t *fewest)
{
    memset(fewest, 255, MOST + 1);
    fewest[1] = 0;
    for (uint32_t n = 2; n <= MOST; n++)
        for (size_t i = 0; i < N_LEGAL; i++)
            if (is_allowed(legal[i], largest) && n % legal[i] == 0 &&
                fewest[n / legal[i]] < 254 &&
                fewest[n / legal[i]] + 1 < fewest[n])
                fewest[n] = (uint8_t)(fewest[n / legal[i]] + 1);
}

static void smooth_is_what_division_says(void)
{
    for (uint64_t n = 1; n <= MOST; n++) {
        const unsigned most = 1 + test_random() % 40;

        TEST_CHECK(clfft_is_smooth(n, most) == is_smooth_by_division(n, most),
                   "%llu by %u", (unsigned long long)n, most);
    }
    TEST_CHECK(!clfft_is_smooth(0, 31), "0");
    TEST_CHECK(clfft_is_smooth(UINT64_C(1) << 63, 2), "2^63");
    TEST_CHECK(clfft_is_smooth(UINT64_C(12545122758259), 13), "7 * 13^11");
}

static void check_registers(uint32_t n, unsigned largest, unsigned most,
                            unsigned fewest)
{
    uint8_t radices[CLFFT_MAX_RADICES];
    const unsigned count = clfft_factor_registers(n, largest, most, radices);
    uint64_t product = 1;

    if (n == 1) {
        TEST_CHECK(count == 1 && radices[0] == 1, "1: %u", count);
        return;
    }
    TEST_CHECK(count == (fewest <= most ? fewest : 0),
               "%u by %u: %u radices, not %u", n, largest, count, fewest);
    for (unsigned i = 0; i < count; i++) {
        product *= radices[i];
        TEST_CHECK(is_allowed(radices[i], largest) &&
                       memchr(legal, radices[i], N_LEGAL) &&
                       (!i || radices[i] <= radices[i - 1]),
                   "%u: radix %u", n, radices[i]);
    }
    TEST_CHECK(!count || product == n, "%u: product %llu", n,
               (unsigned long long)product);
}

static void registers_take_the_fewest_legal_radices(void)
{
    static const unsigned largest[] = {8, 16, 32};
    uint8_t *fewest = malloc(MOST + 1);

    TEST_REQUIRE(fewest, "memory");
    for (unsigned l = 0; l < 3; l++) {
        fill_fewest(largest[l], fewest);
        for (uint32_t n = 1; n <= MOST; n++)
            check_registers(n, largest[l], CLFFT_MAX_RADICES, fewest[n]);
        for (uint32_t n = 1; n <= 5000; n++)
            check_registers(n, largest[l], 2, fewest[n]);
    }
    free(fewest);
}

static void check_passes(uint64_t n, unsigned largest)
{
    uint8_t radices[CLFFT_MAX_PASSES];
    const unsigned count = clfft_factor_passes(n, largest, radices);
    uint64_t product = 1;

    TEST_CHECK((count > 0) == is_smooth_by_division(n, CLFFT_LARGEST_PRIME),
               "%llu", (unsigned long long)n);
    for (unsigned i = 0; i < count; i++) {
        const bool even = radices[i] % 2 == 0;
        product *= radices[i];
        TEST_CHECK((n == 1 && radices[i] == 1) ||
                       (memchr(legal, radices[i], N_LEGAL) &&
                        (radices[i] <= (even ? largest : 17) ||
                         is_large_prime(radices[i]))),
                   "%llu: radix %u", (unsigned long long)n, radices[i]);
    }
    TEST_CHECK(!count || product == n, "%llu", (unsigned long long)n);
}

static void passes_multiply_up(void)
{
    static const unsigned largest[] = {4, 8, 16};

    for (unsigned l = 0; l < 3; l++) {
        for (uint64_t n = 1; n <= MOST; n++)
            check_passes(n, largest[l]);
        check_passes(UINT64_C(1) << 31, largest[l]);
        check_passes(UINT64_C(1853020188851841), largest[l]); /* 3^32 */
    }
}

static uint32_t smallest_largest_part(uint32_t n, unsigned parts)
{
    uint32_t best = UINT32_MAX;

    if (parts == 1)
        return n;
    for (uint32_t d = 1; d <= n; d++) {
        if (n % d == 0) {
            const uint32_t rest = smallest_largest_part(n / d, parts - 1);
            const uint32_t most = d > rest ? d : rest;
            if (most < best)
                best = most;
        }
    }
    return best;
}

static void split_parts_are_as_equal_as_they_can_be(void)
{
    for (unsigned round = 0; round < 4000; round++) {
        const uint32_t n = 1 + (uint32_t)(test_random() % 20000);
        const unsigned n_parts = 1 + test_random() % 3;
        const uint32_t best = smallest_largest_part(n, n_parts);
        uint32_t parts[3] = {1, 1, 1};

        TEST_CHECK(clfft_factor_split(n, n_parts, best, parts),
                   "%u in %u parts up to %u", n, n_parts, best);
        TEST_CHECK((uint64_t)parts[0] * parts[1] * parts[2] == n &&
                       parts[0] == best,
                   "%u: %u %u %u", n, parts[0], parts[1], parts[2]);
        for (unsigned i = 1; i < n_parts; i++)
            TEST_CHECK(parts[i] <= parts[i - 1], "%u: %u after %u", n, parts[i],
                       parts[i - 1]);
        TEST_CHECK(best == 1 ||
                       !clfft_factor_split(n, n_parts, best - 1, parts),
                   "%u in %u parts below %u", n, n_parts, best);
    }
}

/* Of all 2^a, 3 * 2^a, 5 * 2^a and, above 8192, 9 * 2^a. */
static uint64_t smallest_easy(uint64_t n)
{
    uint64_t best = UINT64_MAX;

    for (unsigned a = 0; a < 61; a++)
        for (unsigned odd = 1; odd <= 9; odd += 2 + 2 * (odd == 5)) {
            const uint64_t m = (uint64_t)odd << a;
            if (m >= n && m < best && (odd < 9 || n > 8192))
                best = m;
        }
    return best;
}

static void next_easy_length_is_the_smallest(void)
{
    for (uint64_t n = 1; n <= MOST; n++)
        TEST_CHECK(clfft_next_easy_length(n) == smallest_easy(n), "%llu: %llu",
                   (unsigned long long)n,
                   (unsigned long long)clfft_next_easy_length(n));
    for (unsigned round = 0; round < 20000; round++) {
        const uint64_t n = (test_random() >> (5 + test_random() % 40)) + 1;
        const uint64_t next = smallest_easy(n);
        TEST_CHECK(clfft_next_easy_length(n) == next &&
                       clfft_next_easy_length(next) == smallest_easy(next) &&
                       clfft_next_easy_length(next + 1) ==
                           smallest_easy(next + 1),
                   "%llu", (unsigned long long)n);
    }
}

static void prime_is_what_division_says(void)
{
    for (uint64_t n = 0; n <= MOST; n++) {
        bool prime = n > 1;
        for (uint64_t d = 2; prime && d < 256 && d < n; d++)
            prime = n % d != 0;
        TEST_CHECK(clfft_is_prime(n) == prime, "%llu", (unsigned long long)n);
    }
    TEST_CHECK(clfft_is_prime(1073741789), "largest below 2^30");
    TEST_CHECK(!clfft_is_prime(UINT64_C(32749) * 32719), "32749 * 32719");
}

/* Steps from 1 back to 1. */
static void primitive_root_visits_all_and_is_the_smallest(void)
{
    for (uint64_t p = 2; p <= 4096; p++) {
        uint64_t smallest = 0;
        for (uint64_t g = 1; clfft_is_prime(p) && !smallest; g++) {
            uint64_t power = g, steps = 1;
            for (; power != 1; steps++)
                power = power * g % p;
            smallest = steps == p - 1 ? g : 0;
        }
        TEST_CHECK(!smallest || clfft_primitive_root(p) == smallest, "%llu",
                   (unsigned long long)p);
    }
    /* a list: OEIS A001918 */
    TEST_CHECK(clfft_primitive_root(8191) == 17, "8191");
    TEST_CHECK(clfft_primitive_root(65537) == 3, "65537");
}

TEST_MAIN(TEST(prime_is_what_division_says),
          TEST(primitive_root_visits_all_and_is_the_smallest),
          TEST(smooth_is_what_division_says),
          TEST(registers_take_the_fewest_legal_radices),
          TEST(passes_multiply_up),
          TEST(split_parts_are_as_equal_as_they_can_be),
          TEST(next_easy_length_is_the_smallest))
