/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* factor.c: splits lengths into radices and into parts. */
#include "factor.h"

#include <string.h>

const uint8_t clfft_radices[CLFFT_N_RADICES] = {
    32, 31, 30, 29, 27, 25, 24, 23, 21, 20, 19, 18, 17, 16,
    15, 14, 13, 12, 11, 10, 9,  8,  7,  6,  5,  4,  3,  2};

#define LONG_CONVOLUTION 8192
#define MOST_PAIRS 8 /* of results that a work-item sums up in registers */

bool clfft_is_smooth(uint64_t n, unsigned most)
{
    for (unsigned p = 2; n && p <= most; p++)
        while (n % p == 0)
            n /= p;
    return n == 1;
}

unsigned clfft_shared_prime(uint64_t n)
{
    static const unsigned char primes[] = {37,  41,  43,  47,  53,  59, 61,
                                           67,  71,  73,  79,  83,  89, 97,
                                           101, 103, 107, 109, 113, 127};

    /* planning asks this of each stage of each candidate */
    _Static_assert(CLFFT_LARGEST_PRIME == 31 && CLFFT_LARGEST_SHARED == 127,
                   "all primes between them");
    for (size_t i = 0; i < sizeof primes && primes[i] <= n; i++)
        if (n % primes[i] == 0)
            return primes[i];
    return 0;
}

unsigned clfft_sharers(unsigned prime)
{
    return (prime / 2 + MOST_PAIRS - 1) / MOST_PAIRS;
}

bool clfft_is_prime(uint64_t n)
{
    for (uint64_t d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return n > 1;
}

static uint64_t power_modulo(uint64_t base, uint64_t exponent, uint64_t p)
{
    uint64_t power = 1;

    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            power = power * base % p;
        base = base * base % p;
    }
    return power;
}

/* The powers of g are fewer than p - 1 if one of these powers is 1. */
static bool is_primitive(uint64_t g, uint64_t p)
{
    uint64_t rest = p - 1;

    for (uint64_t d = 2; d * d <= rest; d++) {
        if (rest % d)
            continue;
        if (power_modulo(g, (p - 1) / d, p) == 1)
            return false;
        while (rest % d == 0)
            rest /= d;
    }
    return rest == 1 || power_modulo(g, (p - 1) / rest, p) != 1;
}

uint64_t clfft_primitive_root(uint64_t p)
{
    uint64_t g = 1;

    while (!is_primitive(g, p))
        g++;
    return g;
}

uint64_t clfft_next_easy_length(uint64_t n)
{
    static const unsigned odd[] = {1, 3, 5, 9};
    /* short ones share kernels, long ones save points */
    const unsigned n_odd = n > LONG_CONVOLUTION ? 4 : 3;
    uint64_t best = UINT64_MAX;

    for (unsigned i = 0; i < n_odd; i++) {
        uint64_t m = odd[i];
        while (m < n && m < UINT64_C(1) << 62)
            m *= 2;
        if (m >= n && m < best)
            best = m;
    }
    return best;
}

/* Whether no product of smaller radices can replace a radix. */
static bool is_large_prime(unsigned radix)
{
    return radix >= 17 && clfft_is_prime(radix);
}

struct search {
    unsigned largest, most;
    unsigned best_count;
    uint32_t best_cost;
    uint8_t best[CLFFT_MAX_RADICES];
    uint8_t now[CLFFT_MAX_RADICES];
};

/*
 * Among lists of equal length the one with the smallest sum has the most
 * equal radices. 16.16 beats 32.8 (fewer registers): those above 17 count
 * threefold.
 */
static uint32_t radix_cost(unsigned radix)
{
    return radix > 17 ? 3 * radix : radix;
}

static void search_registers(struct search *s, uint32_t rest, size_t from,
                             unsigned count, uint32_t cost)
{
    if (rest == 1) {
        if (count < s->best_count ||
            (count == s->best_count && cost < s->best_cost)) {
            s->best_count = count;
            s->best_cost = cost;
            memcpy(s->best, s->now, sizeof s->best);
        }
        return;
    }
    if (count == s->most || count >= s->best_count)
        return;
    for (size_t i = from; i < CLFFT_N_RADICES; i++) {
        const unsigned r = clfft_radices[i];
        if (rest % r || (r > s->largest && !is_large_prime(r)))
            continue;
        s->now[count] = (uint8_t)r;
        search_registers(s, rest / r, i, count + 1, cost + radix_cost(r));
    }
}

bool clfft_is_radix(uint64_t n)
{
    return n == 1 || (n <= clfft_radices[0] &&
                      memchr(clfft_radices, (int)n, sizeof clfft_radices));
}

unsigned clfft_factor_registers(uint32_t n, unsigned largest, unsigned most,
                                uint8_t radices[CLFFT_MAX_RADICES])
{
    struct search s = {
        .largest = largest, .most = most, .best_count = most + 1};

    memset(radices, 0, CLFFT_MAX_RADICES);
    if (n == 1) {
        radices[0] = 1;
        return 1;
    }
    search_registers(&s, n, 0, 0, 0);
    if (s.best_count > most)
        return 0;
    memcpy(radices, s.best, s.best_count);
    return s.best_count;
}

bool clfft_is_prime_stage(uint64_t n)
{
    return n > 17 && n <= CLFFT_LARGEST_PRIME_STAGE && clfft_is_prime(n);
}

unsigned clfft_factor_lanes(uint32_t n, unsigned largest, unsigned most,
                            uint8_t radices[CLFFT_MAX_RADICES])
{
    uint8_t found[CLFFT_MAX_RADICES] = {0};
    unsigned count = 0, others = 0;

    for (uint32_t p = CLFFT_LARGEST_PRIME_STAGE; p > 17; p--)
        while (n % p == 0 && clfft_is_prime_stage(p)) {
            if (count == most)
                return 0;
            found[count++] = (uint8_t)p;
            n /= p;
        }
    if (n > 1 || !count) {
        uint8_t rest[CLFFT_MAX_RADICES];

        others = clfft_factor_registers(n, largest, most - count, rest);
        if (!others)
            return 0;
        memcpy(found + count, rest, others);
    }
    memcpy(radices, found, sizeof found);
    return count + others;
}

unsigned clfft_factor_passes(uint64_t n, unsigned largest,
                             uint8_t radices[CLFFT_MAX_PASSES])
{
    unsigned count = 0;
    unsigned twos = 0;

    if (!clfft_is_smooth(n, CLFFT_LARGEST_PRIME))
        return 0;
    if (n == 1) {
        radices[0] = 1;
        return 1;
    }
    for (size_t i = 0; i < CLFFT_N_RADICES; i++) {
        const unsigned r = clfft_radices[i];
        if (r % 2 == 0 || (r > 17 && !is_large_prime(r)))
            continue;
        for (; n % r == 0; n /= r)
            radices[count++] = (uint8_t)r;
    }
    for (; n % 2 == 0; n /= 2)
        twos++;
    /* as few passes as `largest` allows, as equal as they can be */
    unsigned bits = 1;
    while (2u << bits <= largest && bits < 5)
        bits++;
    const unsigned passes = (twos + bits - 1) / bits;
    for (unsigned i = 0; i < passes; i++) {
        const unsigned take = (twos + passes - i - 1) / (passes - i);
        radices[count++] = (uint8_t)(1u << take);
        twos -= take;
    }
    return count;
}

bool clfft_factor_split(uint64_t n, unsigned n_parts, uint32_t largest,
                        uint32_t *parts)
{
    uint64_t best = 0;

    if (n_parts == 1) {
        if (n > largest)
            return false;
        parts[0] = (uint32_t)n;
        return true;
    }
    /* the smallest possible largest part: the first divisor >= root */
    for (uint64_t d = 1; d <= largest && d <= n; d++) {
        uint64_t power = 1;
        bool enough = false;
        if (n % d)
            continue;
        for (unsigned i = 0; i < n_parts && !enough; i++) {
            enough = power > n / d;
            power *= d;
        }
        if (!enough && power < n)
            continue;
        if (clfft_factor_split(n / d, n_parts - 1, (uint32_t)d, parts + 1)) {
            best = d;
            break;
        }
    }
    if (!best)
        return false;
    parts[0] = (uint32_t)best;
    return true;
}
