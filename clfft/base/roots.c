/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* roots.c: computes roots of unity and makes tables of them. */
#include "roots.h"

#include "factor.h"
#include "kernels/host/pass.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>

#define PI_L 3.14159265358979323846264338327950288L

/* one single-level table up to here: it stays in a first-level cache */
#define SINGLE_LEVEL 4096

/* The octant of the circle that m / n lies in, and its distance from the
   octant's even end in eighths of 1 / n, both exact. */
static uint64_t fold(uint64_t m, uint64_t n, unsigned *octant)
{
    const unsigned __int128 eighths = (unsigned __int128)(m % n) * 8;
    const uint64_t rest = (uint64_t)(eighths % n);

    *octant = (unsigned)(eighths / n);
    return *octant % 2 ? n - rest : rest;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* ---- parts of long work ---- */

#define PART 16384 /* points: some milliseconds at most */

static uint64_t parts_of(uint64_t n)
{
    return (n + PART - 1) / PART;
}

static uint64_t square_modulo(uint64_t j, uint64_t n)
{
    return (uint64_t)((unsigned __int128)j * j % n);
}

/* n is below 2^32 */
static uint64_t power_modulo(uint64_t g, uint64_t exponent, uint64_t n)
{
    uint64_t power = 1 % n;

    for (; exponent; exponent /= 2, g = g * g % n)
        if (exponent % 2)
            power = power * g % n;
    return power;
}

/* ---- turns ---- */

/* Any part of the circle, which has 2^128 of them: products with whole numbers
   are exact, since they wrap around. */
typedef unsigned __int128 turns_t;

/* x turns; what is left out of it is below 2^-128. */
static turns_t turns_of(double x)
{
    int exponent;
    const double mantissa = frexp(fabs(x), &exponent);
    const int shift = 128 - DBL_MANT_DIG + exponent;
    turns_t turns = (turns_t)ldexp(mantissa, DBL_MANT_DIG);

    if (shift >= 0)
        turns = shift < 128 ? turns << shift : 0;
    else
        turns = shift > -128 ? turns >> -shift : 0;
    return x < 0 ? -turns : turns;
}

/* j start + j^2 step/2 */
static turns_t chirp_turns(double start, double step, uint64_t j)
{
    return j * turns_of(start) + (turns_t)j * j * turns_of(step / 2);
}

/* ---- precisions ---- */

/* The largest spectrum for double precision that is computed in long double.
   Larger ones would take seconds: they are computed in double, as exact as the
   device's own transforms. Figures: docs/internals/notes.md, "tables.c". */
#if LDBL_MANT_DIG <= 64
#define MOST_LONG ((uint64_t)1 << 21)
#else /* by software */
#define MOST_LONG ((uint64_t)1 << 16)
#endif

/* precision of a table's numbers, and what they are computed in */
#define NUMBER float
#define REAL double
#define EPSILON DBL_EPSILON
#define NAME(name) name##_single
#define OF(name) name##_single
#include "roots_real.inc"
#include "circle_real.inc"
#include "zoom_real.inc"
#include "spectrum_real.inc"
#undef NAME
#undef NUMBER
#define NUMBER double
#define NAME(name) name##_fast
#include "spectrum_real.inc"
#undef REAL
#undef EPSILON
#undef NAME
#undef OF
#define REAL long double
#define EPSILON LDBL_EPSILON
#define NAME(name) name##_double
#define OF(name) name##_double
#include "roots_real.inc"
#include "circle_real.inc"
#include "zoom_real.inc"
#include "spectrum_real.inc"
#undef NUMBER
#undef REAL
#undef EPSILON
#undef NAME
#undef OF

void clfft_root(uint64_t m, uint64_t n, long double *re, long double *im)
{
    const struct point_double root = root_double(m, n);

    *re = root.re;
    *im = root.im;
}

void clfft_zoom_root(const clfft_zoom *zoom, uint64_t j, uint64_t k,
                     long double *re, long double *im)
{
    const turns_t turns =
        j * (turns_of(zoom->start) + k * turns_of(zoom->step));

    clfft_root((uint64_t)(turns >> 65), UINT64_C(1) << 63, re, im);
}

struct clfft_circle {
    struct circle_double roots;
};

clfft_circle *clfft_circle_new(uint64_t n)
{
    clfft_circle *circle = malloc(sizeof *circle);

    if (circle && !begin_circle_double(&circle->roots, n)) {
        free(circle);
        return NULL;
    }
    return circle;
}

void clfft_circle_free(clfft_circle *circle)
{
    if (circle)
        end_circle_double(&circle->roots);
    free(circle);
}

void clfft_circle_root(const clfft_circle *circle, uint64_t m, long double *re,
                       long double *im)
{
    const struct point_double root = root_of_double(&circle->roots, m);

    *re = root.re;
    *im = root.im;
}

/* Writes root m of n as numbers re and im of a table. */
static void put_parts(void *bytes, size_t real_size, size_t re, size_t im,
                      uint64_t m, uint64_t n)
{
    (real_size == 8 ? put_root_double : put_root_single)(bytes, re, im, m, n);
}

static void put_root(void *bytes, size_t real_size, size_t i, uint64_t m,
                     uint64_t n)
{
    put_parts(bytes, real_size, 2 * i, 2 * i + 1, m, n);
}

unsigned clfft_roots_shift(uint64_t n)
{
    unsigned bits = 0;

    while (bits < 62 && UINT64_C(1) << bits < n)
        bits++;
    return n <= SINGLE_LEVEL ? bits : (bits + 1) / 2;
}

size_t clfft_fill_roots(uint64_t n, size_t real_size, void *bytes)
{
    const unsigned shift = clfft_roots_shift(n);
    const size_t fine = (size_t)1 << shift;
    const size_t coarse = (n + fine - 1) >> shift;

    if (bytes) {
        for (size_t i = 0; i < fine; i++)
            put_root(bytes, real_size, i, i, n);
        for (size_t i = 0; i < coarse; i++)
            put_root(bytes, real_size, fine + i, (uint64_t)i << shift, n);
    }
    return fine + coarse;
}

/* The roots of a prime stage; those behind its last result are unused. */
static size_t fill_prime(unsigned radix, size_t real_size, void *bytes,
                         size_t at)
{
    const unsigned half = radix / 2;
    size_t n = 0;

    for (unsigned first = 1; first <= half; first += PASS_PRIME_RUN)
        for (unsigned m = 1; m <= half; m++)
            for (unsigned k = first; k < first + PASS_PRIME_RUN; k++, n++)
                if (bytes)
                    /* the sine is that of the other half of the circle */
                    put_root(bytes, real_size, at + n,
                             (uint64_t)m * (radix - k), radix);
    return n;
}

/* Twiddles of all stages, from `length` on; returns where they end. */
static size_t fill_twiddles(const uint8_t *radices, unsigned n_radices,
                            bool split, size_t real_size, void *bytes,
                            size_t length)
{
    uint64_t span = radices[0];

    for (unsigned i = 1; i < n_radices; i++) {
        const unsigned radix = radices[i];
        const size_t block = (radix - 1) * span;
        for (unsigned k = 1; bytes && k < radix; k++)
            for (uint64_t q = 0; q < span; q++) {
                const size_t at = (k - 1) * span + q;
                put_parts(bytes, real_size, 2 * length + (split ? at : 2 * at),
                          2 * length + (split ? block + at : 2 * at + 1), k * q,
                          span * radix);
            }
        length += block;
        span *= radix;
    }
    return length;
}

size_t clfft_fill_stages(const uint8_t *radices, unsigned n_radices, bool split,
                         size_t real_size, void *bytes)
{
    const uint64_t span = radices[0];
    size_t length = 0;

    if (clfft_shared_prime(span)) {
        const uint64_t g = clfft_primitive_root(span);
        uint64_t power = 1;

        for (; length < 2 * span; length++) {
            if (bytes)
                put_root(bytes, real_size, length, power, span);
            power = power * g % span;
        }
    }
    return fill_twiddles(radices, n_radices, split, real_size, bytes, length);
}

size_t clfft_prime_place(const uint8_t *radices, unsigned n_radices, unsigned i)
{
    size_t place = fill_twiddles(radices, n_radices, false, 0, NULL, 0);

    for (unsigned j = 0; j < i; j++)
        if (clfft_is_prime_stage(radices[j]))
            place += fill_prime(radices[j], 0, NULL, 0);
    return place;
}

size_t clfft_fill_lanes(const uint8_t *radices, unsigned n_radices,
                        size_t real_size, void *bytes)
{
    size_t length =
        fill_twiddles(radices, n_radices, false, real_size, bytes, 0);

    for (unsigned i = 0; i < n_radices; i++)
        if (clfft_is_prime_stage(radices[i]))
            length += fill_prime(radices[i], real_size, bytes, length);
    return length;
}

size_t clfft_fill_chirp(struct clfft_work *work, uint64_t n, size_t real_size,
                        void *bytes)
{
    if (!bytes)
        return n;
    return (real_size == 8 ? fill_chirp_double : fill_chirp_single)(work, n,
                                                                    bytes);
}

size_t clfft_fill_zoom(struct clfft_work *work, const clfft_zoom *zoom,
                       uint64_t n, size_t real_size, void *bytes)
{
    if (!bytes)
        return n + zoom->n_bins;
    return (real_size == 8 ? fill_zoom_double : fill_zoom_single)(work, zoom, n,
                                                                  bytes);
}

struct powers {
    uint64_t p, g;
    uint32_t *powers;
};

static void put_powers(uint64_t part, unsigned thread, void *data)
{
    const struct powers *s = data;
    const uint64_t first = part * PART, last = least(first + PART, s->p - 1);
    uint64_t power = power_modulo(s->g, first, s->p);

    (void)thread;
    for (uint64_t m = first; m < last; m++) {
        s->powers[m] = (uint32_t)power;
        power = power * s->g % s->p;
    }
}

size_t clfft_fill_powers(struct clfft_work *work, uint64_t p, uint32_t *powers)
{
    struct powers s = {.p = p, .powers = powers};

    if (!powers)
        return p - 1;
    s.g = clfft_primitive_root(p);
    return clfft_work_share(work, clfft_work_threads(work, p), parts_of(p - 1),
                            put_powers, &s)
               ? p - 1
               : 0;
}

size_t clfft_fill_chirp_spectrum(struct clfft_work *work, uint64_t n,
                                 uint64_t m, size_t real_size, void *bytes)
{
    if (!bytes)
        return m;
    return (real_size != 8  ? chirp_spectrum_single
            : m > MOST_LONG ? chirp_spectrum_fast
                            : chirp_spectrum_double)(work, n, m, bytes);
}

size_t clfft_fill_zoom_spectrum(struct clfft_work *work, const clfft_zoom *zoom,
                                uint64_t n, uint64_t m, size_t real_size,
                                void *bytes)
{
    if (!bytes)
        return m;
    return (real_size != 8  ? zoom_spectrum_single
            : m > MOST_LONG ? zoom_spectrum_fast
                            : zoom_spectrum_double)(work, zoom, n, m, bytes);
}

size_t clfft_fill_powers_spectrum(struct clfft_work *work, uint64_t p,
                                  uint64_t rows, size_t real_size, void *bytes)
{
    if (!bytes)
        return p - 1;
    return (real_size != 8  ? powers_spectrum_single
            : p > MOST_LONG ? powers_spectrum_fast
                            : powers_spectrum_double)(work, p, rows, bytes);
}
