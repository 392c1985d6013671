/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * window_shapes.c: computes windows that are a function of u, the place from -1
 * at the first point to 0 in the middle. Parzen and Taylor are defined over
 * points that stand for an interval each, so that they end half a point beyond
 * the first and the last one of the n + 1 symmetric points.
 *
 * Sources: F. J. Harris, Proc. IEEE 66 (1978) (Parzen, Bohman, Hann-Poisson);
 * T. T. Taylor, "Design of line-source antennas for narrow beamwidth and low
 * side lobes", IRE Trans. AP 3 (1955); W. G. Carrara et al., "Spotlight
 * Synthetic Aperture Radar" (1995), appendix D.2 (Taylor's coefficients).
 */
#include "window.h"

#include <math.h>

/* of Taylor's window: sides of 120 dB need 44 */
#define MAX_LOBES 44

static long double tukey(long double turn, long double tapered)
{
    long double edge = turn < 0.5L ? turn : 1 - turn;

    if (2 * edge >= tapered)
        return 1;
    return (1 - cosl(2 * CLFFT_PI * edge / tapered)) / 2;
}

/*
 * exp(-|x|) I0(x): the series of Abramowitz and Stegun 9.6.12 below 30, the
 * asymptotic series 9.7.1 above, cut at its smallest term.
 */
static long double bessel_i0_scaled(long double x)
{
    long double sum = 1, term = 1;

    if (x < 30) {
        for (int k = 1; term > sum * 1e-21L; k++) {
            term *= (x / (2 * k)) * (x / (2 * k));
            sum += term;
        }
        return sum * expl(-x);
    }
    for (int k = 1; k < 30; k++) {
        term *= (2.0L * k - 1) * (2.0L * k - 1) / (8.0L * k * x);
        sum += term;
    }
    return sum / sqrtl(2 * CLFFT_PI * x);
}

static long double kaiser(long double u, long double beta)
{
    long double root = beta * sqrtl((1 - u) * (1 + u));

    return bessel_i0_scaled(root) / bessel_i0_scaled(beta) * expl(root - beta);
}

static long double parzen(long double u)
{
    const long double v = fabsl(u);

    if (v <= 0.5L)
        return 1 - 6 * v * v * (1 - v);
    return 2 * (1 - v) * (1 - v) * (1 - v);
}

static long double bohman(long double u)
{
    const long double v = fabsl(u);

    return (1 - v) * cosl(CLFFT_PI * v) + sinl(CLFFT_PI * v) / CLFFT_PI;
}

static long double hann_poisson(long double u, long double alpha)
{
    return (1 + cosl(CLFFT_PI * u)) / 2 * expl(-alpha * fabsl(u));
}

static long double shaped(clfft_window window, long double parameter,
                          long double turn, long double inner)
{
    const long double u = 2 * turn - 1;

    switch (window) {
    case CLFFT_WINDOW_BARTLETT:
        return 1 - fabsl(u);
    case CLFFT_WINDOW_WELCH:
        return (1 - u) * (1 + u);
    case CLFFT_WINDOW_SINE:
        return sinl(CLFFT_PI * turn);
    case CLFFT_WINDOW_TUKEY:
        return tukey(turn, parameter);
    case CLFFT_WINDOW_GAUSS:
        return expl(-0.5L * (u / parameter) * (u / parameter));
    case CLFFT_WINDOW_PARZEN:
        return parzen(u * inner);
    case CLFFT_WINDOW_BOHMAN:
        return bohman(u);
    case CLFFT_WINDOW_HANN_POISSON:
        return hann_poisson(u, parameter);
    default:
        return kaiser(u, parameter);
    }
}

/* Computes the coefficients f[m] of 2 cos(pi m u), 1 <= m < the result, the
   number of side lobes that are level: the fewest for which the main lobe is no
   wider than it must be. */
static unsigned find_taylor(long double level, long double *f)
{
    const long double a = acoshl(powl(10, level / 20)) / CLFFT_PI;
    const unsigned n_lobes = (unsigned)ceill(2 * a * a + 0.5L);
    const long double first = a * a + (n_lobes - 0.5L) * (n_lobes - 0.5L);
    const long double widening = (long double)n_lobes * n_lobes / first;

    for (unsigned m = 1; m < n_lobes; m++) {
        long double product = m % 2 ? 0.5L : -0.5L;

        for (unsigned k = 1; k < n_lobes; k++) {
            const long double zero =
                widening * (a * a + (k - 0.5L) * (k - 0.5L));

            product *= 1 - (long double)m * m / zero;
            if (k != m)
                product /= 1 - (long double)m * m / ((long double)k * k);
        }
        f[m] = product;
    }
    return n_lobes;
}

static clfft_status fill_taylor(long double level, uint64_t n,
                                long double inner, double *w)
{
    clfft_status status;

    long double f[MAX_LOBES], whole = 1;
    const unsigned n_lobes = find_taylor(level, f);

    for (unsigned m = 1; m < n_lobes; m++)
        whole += 2 * f[m];
    for (uint64_t i = 0; i <= n / 2; i++) {
        const long double u = 2 * ((long double)i / n) - 1;

        status = clfft_watch_loop(CLFFT_WINDOW_WORK, i, n / 2 + 1);
        if (status != CLFFT_STATUS_OK)
            return status;
        const long double cosine = cosl(CLFFT_PI * u * inner);
        long double after = 0, last = 0; /* Clenshaw: of terms m + 2, m + 1 */

        for (unsigned m = n_lobes - 1; m > 0; m--) {
            const long double sum = 2 * f[m] + 2 * cosine * last - after;
            after = last;
            last = sum;
        }
        w[i] = (double)((1 + cosine * last - after) / whole);
    }
    return CLFFT_STATUS_OK;
}

clfft_status clfft_window_fill_shape(clfft_window window, long double parameter,
                                     uint64_t n, double *w)
{
    const long double inner = (long double)n / (n + 1);

    if (window == CLFFT_WINDOW_TAYLOR)
        return fill_taylor(parameter, n, inner, w);
    for (uint64_t i = 0; i <= n / 2; i++) {
        const clfft_status status =
            clfft_watch_loop(CLFFT_WINDOW_WORK, i, n / 2 + 1);

        if (status != CLFFT_STATUS_OK)
            return status;
        w[i] = (double)shaped(window, parameter, (long double)i / n, inner);
    }
    return CLFFT_STATUS_OK;
}
