/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * window_optimal.c: computes the window whose side lobes are level, C. L.
 * Dolph, Proc. IRE 34 (1946).
 */
#include "window.h"

#include "clfft/base/error.h"
#include "clfft/base/roots.h"
#include "radix2.h"

#include <math.h>
#include <stdlib.h>

/* T_m(x) for any real x. */
static long double chebyshev(uint64_t m, long double x)
{
    if (fabsl(x) <= 1)
        return cosl(m * acosl(x));
    return (x < 0 && m % 2 ? -1 : 1) * coshl(m * acoshl(fabsl(x)));
}

/*
 * The symmetric window of n + 1 points has the spectrum
 *   sum_j w[j] exp(-i j t) = exp(-i n t/2) T_n(x0 cos(t/2)),
 * a polynomial in exp(-i t) of n + 1 terms; so its samples at any number of
 * points >= n + 1, here a power of two 2 h, give w back by an inverse
 * transform. The last point, which repeats w[0], is dropped.
 *
 * With v(k) = T_n(x0 cos(pi k/(2 h))) and r = exp(-i pi n k/(2 h)), sample k is
 * v(k) r and sample k + h is i^n v(h - k) r. w is real, so that a transform of
 * h points, whose result has two of w in each, is enough: of z(k) = r (v(k) +
 * i^n v(h - k) + i exp(i pi k/h) (v(k) - i^n v(h - k))).
 */
struct chebyshev {
    uint64_t n, half;
    long double x0, ripple;
    long double complex *z;
};

static long double value_at(const struct chebyshev *c, uint64_t k)
{
    long double re, im;

    clfft_root(k, 4 * c->half, &re, &im);
    return chebyshev(c->n, c->x0 * re) / c->ripple;
}

static long double complex root(uint64_t m, uint64_t n)
{
    long double re, im;

    clfft_root(m, n, &re, &im);
    return re + I * im;
}

static clfft_status fill_samples(const struct chebyshev *c)
{
    static const long double complex quarters[] = {1, I, -1, -I};
    const long double complex quarter = quarters[c->n % 4];
    clfft_status status = CLFFT_STATUS_OK;

    /* v is computed once for k and h - k */
    for (uint64_t k = 0; k <= c->half / 2 && status == CLFFT_STATUS_OK; k++) {
        const uint64_t other = c->half - k;
        const long double here = value_at(c, k), there = value_at(c, other);
        const uint64_t at[] = {k, other};

        for (int i = 0; i < 2 && at[i] < c->half; i++) {
            const long double complex v = i ? there : here;
            const long double complex u = quarter * (i ? here : there);

            c->z[at[i]] =
                root(c->n * at[i] % (4 * c->half), 4 * c->half) *
                (v + u + I * conjl(root(at[i], 2 * c->half)) * (v - u));
        }
        status = clfft_watch_loop(CLFFT_WINDOW_WORK, k, c->half / 2 + 1);
    }
    return status;
}

static long double point_at(const struct chebyshev *c, uint64_t i)
{
    return i % 2 ? cimagl(c->z[i / 2]) : creall(c->z[i / 2]);
}

clfft_status clfft_window_fill_dolph_chebyshev(double attenuation, uint64_t n,
                                               double *w)
{
    const long double ripple = powl(10, attenuation / 20.0L);
    struct chebyshev c = {.n = n, .half = 1, .ripple = ripple};
    long double largest = 0;
    clfft_status status;

    c.x0 = coshl(acoshl(ripple) / n);
    while (2 * c.half < n + 1)
        c.half *= 2;
    c.z = calloc(c.half, sizeof *c.z);
    if (!c.z)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "a dolph-chebyshev window of %llu points needs "
                          "%llu bytes of host memory",
                          (unsigned long long)n,
                          (unsigned long long)(c.half * sizeof *c.z));
    TRY(fill_samples(&c));
    TRY(clfft_transform_radix2(c.z, c.half));
    for (uint64_t i = 0; i < n; i++)
        largest = fmaxl(largest, point_at(&c, i));
    for (uint64_t i = 0; i < n; i++)
        w[i] = (double)(point_at(&c, i) / largest);
fail:
    free(c.z);
    return status;
}
