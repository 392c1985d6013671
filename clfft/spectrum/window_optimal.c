/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * window_optimal.c: computes windows that are the best in some sense: level
 * side lobes (Dolph and Chebyshev), the most energy in a band (Slepian).
 *
 * Sources: C. L. Dolph, Proc. IRE 34 (1946); D. Slepian, "Prolate spheroidal
 * wave functions, Fourier analysis, and uncertainty, V", Bell Syst. Tech. J. 57
 * (1978), 2.4.
 */
#include "window.h"

#include "clfft/base/error.h"
#include "radix2.h"

#include <math.h>
#include <stdlib.h>

#define MAX_ITERATIONS 200
#define CONVERGED 1e-16L

/* ---- Dolph-Chebyshev ---- */

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
 * points >= n + 1, here a power of two, give w back by an inverse transform.
 * The last point, which repeats w[0], is dropped.
 */
clfft_status clfft_window_fill_dolph_chebyshev(double attenuation, uint64_t n,
                                               double *w)
{
    long double ripple = powl(10, attenuation / 20.0L), largest = 0;
    long double x0 = coshl(acoshl(ripple) / n);
    long double complex *x;
    uint64_t length = 2;

    while (length < n + 1)
        length *= 2;
    x = calloc(length, sizeof *x);
    if (!x)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "a dolph-chebyshev window of %llu points needs "
                          "%llu bytes of host memory",
                          (unsigned long long)n,
                          (unsigned long long)(length * sizeof *x));
    for (uint64_t k = 0; k < length; k++) {
        long double angle = CLFFT_PI * (n * k % (2 * length)) / length;
        long double value =
            chebyshev(n, x0 * cosl(CLFFT_PI * k / length)) / ripple;
        x[k] = value * (cosl(angle) - I * sinl(angle));
    }
    clfft_transform_radix2(x, length);
    for (uint64_t i = 0; i <= n; i++)
        if (creall(x[i]) > largest)
            largest = creall(x[i]);
    for (uint64_t i = 0; i < n; i++)
        w[i] = (double)(creall(x[i]) / largest);
    free(x);
    return CLFFT_STATUS_OK;
}

/* ---- Slepian ---- */

/*
 * The sequence of m points with the most energy in -w .. w, in cycles per
 * point, is the largest eigenvector of Slepian's tridiagonal matrix. With
 * x_k = (m - 1)/2 - k this matrix is (m^2 - 1)/4 - L - D, where L is the
 * Laplacian of a path whose edges weigh e_k = k (m - k)/2, and D the diagonal
 * of 2 sin^2(pi w) x_k^2. So the sequence is the smallest eigenvector of L + D,
 * which inverse iteration finds. L + D is factored in what its rows have in
 * excess of their edges, which needs no subtraction: every point keeps its
 * relative accuracy, at any length. The second half mirrors the first.
 */
struct path {
    uint64_t m, last; /* the middle, or the first of two */
    long double bend; /* 2 sin^2(pi w) */
    double *pivots;
};

static long double edge(const struct path *path, uint64_t k)
{
    return (long double)k * (path->m - k) / 2;
}

static void factor(struct path *path)
{
    long double excess = 0;

    for (uint64_t k = 0; k <= path->last; k++) {
        const long double x = (path->m - 1) / 2.0L - k;

        if (k > 0)
            excess *= edge(path, k) / path->pivots[k - 1];
        excess += path->bend * x * x;
        path->pivots[k] =
            (double)(excess + (k < path->last ? edge(path, k + 1) : 0));
    }
}

/* Solves (L + D) new = v in place and divides by the middle, whose value is
   returned. */
static long double iterate(const struct path *path, double *v)
{
    const uint64_t last = path->last;
    long double value = 0, middle;

    for (uint64_t k = 0; k <= last; k++) {
        if (k > 0)
            value *= edge(path, k) / path->pivots[k - 1];
        /* of an odd number of points, the one in the middle has half a row */
        value += k == last && path->m % 2 ? v[k] / 2 : v[k];
        v[k] = (double)value;
    }
    middle = value /= path->pivots[last];
    v[last] = 1;
    for (uint64_t k = last; k-- > 0;) {
        value = (v[k] + edge(path, k + 1) * value) / path->pivots[k];
        v[k] = (double)(value / middle);
    }
    return middle;
}

clfft_status clfft_window_fill_dpss(double bandwidth, uint64_t n, double *w)
{
    struct path path = {.m = n + 1, .last = n / 2};
    const long double turns = fminl(0.5L, (long double)bandwidth / path.m);
    const long double sine = sinl(CLFFT_PI * turns);
    long double before = 0, middle = 0;

    path.bend = 2 * sine * sine;
    path.pivots = malloc((path.last + 1) * sizeof *path.pivots);
    if (!path.pivots)
        return clfft_fail(
            CLFFT_STATUS_NO_MEMORY,
            "a dpss window of %llu points needs %llu bytes of host memory",
            (unsigned long long)n,
            (unsigned long long)((path.last + 1) * sizeof *path.pivots));
    factor(&path);
    for (uint64_t k = 0; k <= path.last; k++)
        w[k] = 1;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        before = middle;
        middle = iterate(&path, w);
        if (fabsl(middle - before) <= CONVERGED * middle)
            break;
    }
    free(path.pivots);
    /* the middle of an even number lies between two points: what it is worth
       there, nearly */
    if (path.m % 2 == 0)
        for (uint64_t k = 0; k <= path.last; k++)
            w[k] /= 1 + (double)(turns / path.m);
    for (uint64_t i = path.last + 1; i < n; i++)
        w[i] = w[n - i];
    return CLFFT_STATUS_OK;
}
