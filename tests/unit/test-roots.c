/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-roots.c: roots of unity and the tables made of them. No device. */
#include "clfft/base/factor.h"
#include "clfft/base/roots.h"
#include "support/cmplx.h"
#include "support/test.h"

#include <float.h>
#include <math.h>

#define PI_L 3.14159265358979323846264338327950288L

/* exp(-2 pi i m / n) */
static long double complex root(uint64_t m, uint64_t n)
{
    long double re, im;

    clfft_root(m, n, &re, &im);
    return CMPLXL(re, im);
}

static uint64_t times_modulo(uint64_t a, uint64_t b, uint64_t n)
{
    return (uint64_t)((unsigned __int128)a * b % n);
}

/* A multiple of `step` below 2^60, as likely small as large. */
static uint64_t random_length(uint64_t step)
{
    return (test_random() >> (8 + test_random() % 56)) * step + step;
}

static void eighths_of_the_circle_are_exact(void)
{
    const long double h = sqrtl(0.5L);
    const long double complex eighth[] = {
        1,  CMPLXL(h, -h), -1 * I, CMPLXL(-h, -h),
        -1, CMPLXL(-h, h), I,      CMPLXL(h, h)};

    for (unsigned round = 0; round < 1000; round++) {
        const uint64_t n = random_length(8);
        for (unsigned i = 0; i < 8; i++) {
            const long double complex w = root(n / 8 * i, n);
            const long double bar = i % 2 ? LDBL_EPSILON : 0;
            TEST_CHECK(fabsl(creall(w) - creall(eighth[i])) <= bar &&
                           fabsl(cimagl(w) - cimagl(eighth[i])) <= bar,
                       "%u/8 of %llu", i, (unsigned long long)n);
        }
    }
}

/* Reflections of the circle change signs and places, never a bit; but for
   the diagonals, where sine and cosine may differ in their last one. */
static void symmetric_roots_have_the_same_bits(void)
{
    for (unsigned round = 0; round < 20000; round++) {
        const uint64_t n = random_length(4);
        const uint64_t m = test_random() % n;
        if (8 * m % n == 0)
            continue;
        const long double complex w = root(m, n);
        const long double complex conjugate = root((n - m) % n, n);
        const long double complex opposite = root((m + n / 2) % n, n);
        const long double complex turned = root((m + n / 4) % n, n);
        const long double complex swapped = root((n + n / 4 - m) % n, n);

        TEST_CHECK(
            creall(conjugate) == creall(w) && cimagl(conjugate) == -cimagl(w) &&
                creall(opposite) == -creall(w) &&
                cimagl(opposite) == -cimagl(w) && creall(turned) == cimagl(w) &&
                cimagl(turned) == -creall(w) && creall(swapped) == -cimagl(w) &&
                cimagl(swapped) == -creall(w),
            "%llu of %llu", (unsigned long long)m, (unsigned long long)n);
        TEST_CHECK(root(m + n, n) == w, "%llu of %llu is not periodic",
                   (unsigned long long)m, (unsigned long long)n);
    }
}

static void small_circles_agree_with_the_formula(void)
{
    for (uint64_t n = 1; n <= 400; n++)
        for (uint64_t m = 0; m < n; m++) {
            const long double a = 2 * PI_L * (long double)m / (long double)n;
            TEST_CHECK(cabsl(root(m, n) - CMPLXL(cosl(a), -sinl(a))) <=
                           8 * LDBL_EPSILON,
                       "%llu of %llu", (unsigned long long)m,
                       (unsigned long long)n);
        }
}

/* Products reach any length, where cosl of a large angle would lose bits. */
static void roots_multiply_as_a_group(void)
{
    for (unsigned round = 0; round < 50000; round++) {
        const uint64_t n = random_length(1);
        const uint64_t a = test_random() % n, b = test_random() % n;
        const uint64_t c = times_modulo(1, a + b, n);
        const long double complex w = root(a, n);

        TEST_CHECK(cabsl(w * root(b, n) - root(c, n)) <= 4 * LDBL_EPSILON,
                   "%llu and %llu of %llu", (unsigned long long)a,
                   (unsigned long long)b, (unsigned long long)n);
        TEST_CHECK(fabsl(cabsl(w) - 1) <= 2 * LDBL_EPSILON, "%llu of %llu",
                   (unsigned long long)a, (unsigned long long)n);
    }
}

static const uint64_t lengths[] = {1,    2,    3,    7,     12,    1000,   4095,
                                   4096, 4097, 5000, 65536, 65537, 1 << 20};
#define N_LENGTHS (sizeof lengths / sizeof lengths[0])

static void table_entries_are_roots_rounded_once(void)
{
    for (size_t i = 0; i < N_LENGTHS; i++) {
        const uint64_t n = lengths[i];
        const unsigned shift = clfft_roots_shift(n);
        const size_t count = clfft_fill_roots(n, 4, NULL);
        const size_t fine = (size_t)1 << shift;
        float *narrow = malloc(count * 2 * sizeof *narrow);
        double *wide = malloc(count * 2 * sizeof *wide);

        TEST_REQUIRE(narrow && wide, "memory");
        TEST_CHECK(clfft_fill_roots(n, 4, narrow) == count, "n %zu", i);
        TEST_CHECK(clfft_fill_roots(n, 8, wide) == count, "n %zu", i);
        for (size_t j = 0; j < count; j++) {
            const long double complex w =
                root(j < fine ? j : (uint64_t)(j - fine) << shift, n);
            TEST_CHECK(narrow[2 * j] == (float)creall(w) &&
                           narrow[2 * j + 1] == (float)cimagl(w) &&
                           wide[2 * j] == (double)creall(w) &&
                           wide[2 * j + 1] == (double)cimagl(w),
                       "entry %zu of %llu", j, (unsigned long long)n);
        }
        free(narrow);
        free(wide);
    }
}

/* As root_of_unity() of the kernels reads the table. */
static void two_level_table_covers_the_circle(void)
{
    for (size_t i = 0; i < N_LENGTHS; i++) {
        const uint64_t n = lengths[i];
        const unsigned shift = clfft_roots_shift(n);
        const size_t count = clfft_fill_roots(n, 8, NULL);
        double *table = malloc(count * 2 * sizeof *table);

        TEST_REQUIRE(table, "memory");
        clfft_fill_roots(n, 8, table);
        TEST_CHECK(n <= 4096 ? count <= 2 * n + 1 : count * count <= 16 * n,
                   "%llu: %zu entries", (unsigned long long)n, count);
        for (uint64_t m = 0; m < n; m++) {
            const uint64_t f = m & ((UINT64_C(1) << shift) - 1);
            const uint64_t c = m >> shift;
            long double complex w = CMPLXL(table[2 * f], table[2 * f + 1]);
            const uint64_t at = (UINT64_C(1) << shift) + c;
            TEST_REQUIRE(at < count, "%llu of %llu: beyond the table",
                         (unsigned long long)m, (unsigned long long)n);
            if (c)
                w *= CMPLXL(table[2 * at], table[2 * at + 1]);
            TEST_CHECK(cabsl(w - root(m, n)) <= 2 * DBL_EPSILON, "%llu of %llu",
                       (unsigned long long)m, (unsigned long long)n);
        }
        free(table);
    }
}

static void check_stages(const uint8_t *radices, unsigned n_radices)
{
    const size_t count = clfft_fill_stages(radices, n_radices, false, 8, NULL);
    double *whole = malloc(2 * count * sizeof *whole + 1);
    double *split = malloc(2 * count * sizeof *split + 1);
    size_t at = 0;
    uint64_t span = 1;

    TEST_REQUIRE(whole && split, "memory");
    TEST_CHECK(
        clfft_fill_stages(radices, n_radices, false, 8, whole) == count &&
            clfft_fill_stages(radices, n_radices, true, 8, split) == count,
        "count");
    for (unsigned i = 0; i < n_radices; span *= radices[i++]) {
        const unsigned radix = radices[i];
        const size_t block = (radix - 1) * span;
        if (i == 0)
            continue;
        for (unsigned k = 1; k < radix; k++)
            for (uint64_t q = 0; q < span; q++) {
                const long double complex w = root(k * q, span * radix);
                const size_t e = (k - 1) * span + q;
                TEST_CHECK(whole[2 * (at + e)] == (double)creall(w) &&
                               whole[2 * (at + e) + 1] == (double)cimagl(w) &&
                               split[2 * at + e] == (double)creall(w) &&
                               split[2 * at + block + e] == (double)cimagl(w),
                           "stage %u, k %u, q %llu", i, k,
                           (unsigned long long)q);
            }
        at += block;
    }
    TEST_CHECK(at == count, "%zu entries, not %zu", count, at);
    free(whole);
    free(split);
}

static void stage_tables_follow_their_layout(void)
{
    check_stages((const uint8_t[]){16}, 1);
    check_stages((const uint8_t[]){16, 7}, 2);
    check_stages((const uint8_t[]){5, 4, 3, 2, 2}, 5);
    check_stages((const uint8_t[]){8, 16, 32}, 3);
}

static void chirp_keeps_every_bit_of_its_square(void)
{
    static const uint64_t n_points[] = {1,    2,     3,       17,
                                        4093, 65537, 1048573, 16777213};

    for (size_t i = 0; i < sizeof n_points / sizeof n_points[0]; i++) {
        const uint64_t n = n_points[i];
        double *chirp = malloc(2 * n * sizeof *chirp);

        TEST_REQUIRE(chirp, "memory");
        TEST_CHECK(clfft_fill_chirp(&(struct clfft_work){0}, n, 8, chirp) == n,
                   "count");
        for (unsigned sample = 0; sample < 5000; sample++) {
            const uint64_t j =
                sample < 8 ? n - 1 - sample % n : test_random() % n;
            const long double complex w =
                root(times_modulo(j, j, 2 * n), 2 * n);
            TEST_CHECK(chirp[2 * j] == (double)creall(w) &&
                           chirp[2 * j + 1] == (double)cimagl(w),
                       "point %llu of %llu", (unsigned long long)j,
                       (unsigned long long)n);
        }
        free(chirp);
    }
}

/* sum over |j| < n of conj(c[j]) exp(-2 pi i j k / m), over m */
static long double complex chirp_bin(uint64_t n, uint64_t m, uint64_t k)
{
    long double complex sum = 0;

    for (uint64_t j = 0; j < n; j++) {
        const long double complex c =
            conjl(root(times_modulo(j, j, 2 * n), 2 * n));
        const uint64_t turn = times_modulo(j, k, m);
        sum += c * root(turn, m);
        if (j)
            sum += c * root(m - turn, m);
    }
    return sum / (long double)m;
}

static void chirp_spectrum_is_the_transform_of_the_chirp(void)
{
    static const struct {
        uint64_t n, m;
    } pairs[] = {{1, 1},   {2, 3},   {3, 5},      {17, 40},
                 {17, 64}, {31, 96}, {509, 1024}, {600, 1280}};

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const uint64_t n = pairs[i].n, m = pairs[i].m;
        double *wide = malloc(2 * m * sizeof *wide);
        float *narrow = malloc(2 * m * sizeof *narrow);
        long double error = 0, norm = 0, narrow_error = 0;

        TEST_REQUIRE(wide && narrow, "memory");
        TEST_CHECK(clfft_fill_chirp_spectrum(&(struct clfft_work){0}, n, m, 8,
                                             wide) == m &&
                       clfft_fill_chirp_spectrum(&(struct clfft_work){0}, n, m,
                                                 4, narrow) == m,
                   "count");
        for (uint64_t k = 0; k < m; k++) {
            const long double complex b = chirp_bin(n, m, k);
            const long double complex w = CMPLXL(wide[2 * k], wide[2 * k + 1]);
            const long double complex s =
                CMPLXL(narrow[2 * k], narrow[2 * k + 1]);
            error += cabsl(w - b) * cabsl(w - b);
            narrow_error += cabsl(s - b) * cabsl(s - b);
            norm += cabsl(b) * cabsl(b);
        }
        TEST_CHECK(sqrtl(error / norm) <= 0.5L * DBL_EPSILON,
                   "%llu in %llu: %Lg", (unsigned long long)n,
                   (unsigned long long)m, sqrtl(error / norm));
        TEST_CHECK(sqrtl(narrow_error / norm) <= 0.5L * FLT_EPSILON,
                   "%llu in %llu: %Lg", (unsigned long long)n,
                   (unsigned long long)m, sqrtl(narrow_error / norm));
        free(wide);
        free(narrow);
    }
}

static void powers_are_a_permutation_in_the_root_s_order(void)
{
    static const uint64_t primes[] = {2, 3, 17, 19, 1009, 8191, 65537};

    for (size_t i = 0; i < sizeof primes / sizeof primes[0]; i++) {
        const uint64_t p = primes[i], g = clfft_primitive_root(p);
        uint32_t *powers = malloc(p * sizeof *powers);
        unsigned char *seen = calloc(p, 1);

        TEST_REQUIRE(powers && seen, "memory");
        TEST_CHECK(
            clfft_fill_powers(&(struct clfft_work){0}, p, NULL) == p - 1 &&
                clfft_fill_powers(&(struct clfft_work){0}, p, powers) == p - 1,
            "count");
        for (uint64_t m = 0; m < p - 1; m++) {
            TEST_CHECK(powers[m] == (m ? powers[m - 1] * g % p : 1) &&
                           powers[m] && !seen[powers[m]]++,
                       "power %llu of %llu", (unsigned long long)m,
                       (unsigned long long)p);
        }
        free(powers);
        free(seen);
    }
}

/* sum over m of w_p^(g^-m) exp(-2 pi i m k / (p - 1)), over p - 1 */
static long double complex powers_bin(uint64_t p, uint64_t k)
{
    const uint64_t g = clfft_primitive_root(p);
    long double complex sum = 0;
    uint64_t power = 1;

    for (uint64_t m = 0; m < p - 1; m++) {
        /* g^m in the place of -m */
        sum += root(power, p) * conjl(root(m * k % (p - 1), p - 1));
        power = power * g % p;
    }
    return sum / (long double)(p - 1);
}

static void powers_spectrum_is_the_transform_of_the_roots(void)
{
    static const uint64_t primes[] = {2, 3, 5, 7, 17, 19, 31, 103, 463};

    for (size_t i = 0; i < sizeof primes / sizeof primes[0]; i++) {
        const uint64_t p = primes[i];
        double *wide = malloc(2 * p * sizeof *wide);
        float *narrow = malloc(2 * p * sizeof *narrow);
        long double error = 0, norm = 0, narrow_error = 0;

        TEST_REQUIRE(wide && narrow, "memory");
        TEST_CHECK(clfft_fill_powers_spectrum(&(struct clfft_work){0}, p, 1, 8,
                                              NULL) == p - 1 &&
                       clfft_fill_powers_spectrum(&(struct clfft_work){0}, p, 1,
                                                  8, wide) == p - 1 &&
                       clfft_fill_powers_spectrum(&(struct clfft_work){0}, p, 1,
                                                  4, narrow) == p - 1,
                   "count");
        /* turned: bin k1 + 2 k2 at place k2 of row k1 */
        if (p > 2) {
            double *rows = malloc(2 * p * sizeof *rows);
            bool same =
                rows && clfft_fill_powers_spectrum(&(struct clfft_work){0}, p,
                                                   2, 8, rows) == p - 1;

            for (uint64_t k = 0; same && k < p - 1; k++)
                same = !memcmp(&wide[2 * k],
                               &rows[2 * (k % 2 * ((p - 1) / 2) + k / 2)],
                               2 * sizeof *rows);
            TEST_CHECK(same, "%llu in two rows", (unsigned long long)p);
            free(rows);
        }
        for (uint64_t k = 0; k < p - 1; k++) {
            const long double complex b = powers_bin(p, k);
            const long double complex w = CMPLXL(wide[2 * k], wide[2 * k + 1]);
            const long double complex s =
                CMPLXL(narrow[2 * k], narrow[2 * k + 1]);
            error += cabsl(w - b) * cabsl(w - b);
            narrow_error += cabsl(s - b) * cabsl(s - b);
            norm += cabsl(b) * cabsl(b);
        }
        TEST_CHECK(sqrtl(error / norm) <= 0.5L * DBL_EPSILON, "%llu: %Lg",
                   (unsigned long long)p, sqrtl(error / norm));
        TEST_CHECK(sqrtl(narrow_error / norm) <= 0.5L * FLT_EPSILON,
                   "%llu: %Lg", (unsigned long long)p,
                   sqrtl(narrow_error / norm));
        free(wide);
        free(narrow);
    }
}

/* ---- long tables, which threads share ---- */

/* Who is asked, and how often. */
struct asked {
    unsigned n_calls, stop_at;
    double last;
    bool falls;
};

static bool note(double fraction, void *data)
{
    struct asked *a = data;

    a->falls |= fraction < a->last || fraction > 1 + 1e-9;
    a->last = fraction;
    return ++a->n_calls != a->stop_at;
}

/* Compares a few drawn bins with sums over all points, and the energy of all
   with that of the points, which no wrong or missing row has. */
static void check_long_spectrum(uint64_t n, uint64_t m, size_t real_size,
                                double bar)
{
    struct asked asked = {0};
    struct clfft_work work = {.n_threads = 1 + test_random() % 4,
                              .go_on = note,
                              .data = &asked,
                              .to = 1};
    void *table = malloc(2 * m * real_size);
    const double *wide = table;
    const float *narrow = table;
    long double energy = 0;

    TEST_REQUIRE(table, "memory");
    TEST_REQUIRE(clfft_fill_chirp_spectrum(&work, n, m, real_size, table) == m,
                 "%llu", (unsigned long long)m);
    for (uint64_t i = 0; i < 2 * m; i++) {
        const long double x = real_size == 8 ? wide[i] : narrow[i];
        energy += x * x * (long double)m;
    }
    TEST_CHECK(fabsl(energy / (long double)(2 * n - 1) - 1) <= 8 * bar,
               "%llu in %llu: energy %Lg of %llu", (unsigned long long)n,
               (unsigned long long)m, energy, (unsigned long long)(2 * n - 1));
    for (unsigned i = 0; i < 2; i++) {
        const uint64_t k = test_random() % m;
        const long double complex x =
            real_size == 8 ? CMPLXL(wide[2 * k], wide[2 * k + 1])
                           : CMPLXL(narrow[2 * k], narrow[2 * k + 1]);
        const long double rms = sqrtl((2 * n - 1) / (long double)m / m);
        TEST_CHECK(cabsl(x - chirp_bin(n, m, k)) <= 8 * bar * rms,
                   "bin %llu of %llu in %llu, %zu bytes: %Lg",
                   (unsigned long long)k, (unsigned long long)n,
                   (unsigned long long)m, real_size,
                   cabsl(x - chirp_bin(n, m, k)) / rms);
    }
    TEST_CHECK(!asked.falls && asked.n_calls > 0, "%u calls", asked.n_calls);
    free(table);
}

static void long_spectra_are_transforms_too(void)
{
    const uint64_t n = 40000 + test_random() % 40000;
    const uint64_t long_n = (UINT64_C(1) << 20) + 1 + test_random() % 40000;
    const uint64_t m = clfft_next_easy_length(2 * n - 1);

    check_long_spectrum(n, m, 4, 0.5 * FLT_EPSILON);
    check_long_spectrum(n, m * 7 / 8 * 11 / 4, 8, 0.5 * DBL_EPSILON);
    /* beyond what is computed in long double */
    check_long_spectrum(long_n, clfft_next_easy_length(2 * long_n - 1), 8,
                        2.5 * DBL_EPSILON);
}

/* Nothing goes on for long without asking, whatever the length; who says no is
   not asked again. */
static void long_work_asks_often_and_stops_at_once(void)
{
    const uint64_t n = 300000 + test_random() % 300000;
    const uint64_t m = clfft_next_easy_length(2 * n - 1);
    double *table = malloc(2 * m * sizeof *table);
    struct asked all = {0};
    struct clfft_work alone = {.go_on = note, .data = &all, .to = 1};

    TEST_REQUIRE(table, "memory");
    TEST_REQUIRE(clfft_fill_chirp_spectrum(&alone, n, m, 4, table) == m,
                 "spectrum");
    TEST_CHECK(all.n_calls >= (n + 2 * m) / 65536, "%u calls for %llu points",
               all.n_calls, (unsigned long long)m);
    for (unsigned round = 0; round < 8; round++) {
        const unsigned n_threads = 1 + test_random() % 3;
        /* the others may do all parts but the first few */
        struct asked some = {.stop_at =
                                 n_threads > 1 ? 1 : 1 + test_random() % 8};
        struct clfft_work work = {
            .n_threads = n_threads, .go_on = note, .data = &some, .to = 1};
        const size_t count =
            round % 2 ? clfft_fill_chirp_spectrum(&work, n, m, 8, table)
                      : clfft_fill_chirp(&work, n, 8, table);
        TEST_CHECK(
            count == 0 && work.has_stopped && some.n_calls == some.stop_at,
            "%zu points, %u calls after %u", count, some.n_calls, some.stop_at);
    }
    free(table);
}

TEST_MAIN(TEST(eighths_of_the_circle_are_exact),
          TEST(symmetric_roots_have_the_same_bits),
          TEST(small_circles_agree_with_the_formula),
          TEST(roots_multiply_as_a_group),
          TEST(table_entries_are_roots_rounded_once),
          TEST(two_level_table_covers_the_circle),
          TEST(stage_tables_follow_their_layout),
          TEST(chirp_keeps_every_bit_of_its_square),
          TEST(chirp_spectrum_is_the_transform_of_the_chirp),
          TEST(powers_are_a_permutation_in_the_root_s_order),
          TEST(powers_spectrum_is_the_transform_of_the_roots),
          TEST(long_spectra_are_transforms_too),
          TEST(long_work_asks_often_and_stops_at_once))
