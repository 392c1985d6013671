/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * window_dpss.c: computes discrete prolate spheroidal sequences: of all windows
 * of n points the one with the most energy in a band, and those that are
 * orthogonal to it.
 *
 * Sources: D. Slepian, "Prolate spheroidal wave functions, Fourier analysis,
 * and uncertainty, V", Bell Syst. Tech. J. 57 (1978), 2.4; D. B. Percival, A.
 * T. Walden, "Spectral Analysis for Physical Applications" (1993), 8.3.
 *
 * The sequences of the band -w .. w, in cycles per point, are the eigenvectors
 * of Slepian's tridiagonal matrix. With x_k = (n - 1)/2 - k this matrix is
 * (n^2 - 1)/4 - L - D, where L is the Laplacian of a path whose edges weigh
 * e_k = k (n - k)/2, and D the diagonal of 2 sin^2(pi w) x_k^2. So the first
 * sequence is the smallest eigenvector of L + D, the next one the second
 * smallest, and so on: even and odd ones in turn, so that half of the points
 * is enough.
 *
 * A row of (L + D) u = v u gives each point from the two before it: with
 * flux_k = e_k (u_k - u_(k-1)),
 *
 *   flux_(k+1) = flux_k + (D_k - v) u_k,   u_(k+1) = u_k + flux_(k+1)/e_(k+1).
 *
 * Where D_k is above v, near the ends, all terms are positive, and in the
 * middle u swings but does not decay: every point keeps its accuracy, at any
 * length. What the last row is off by gives a better v, and the changes of sign
 * tell how many eigenvalues are below v.
 */
#include "window.h"

#include "clfft/base/error.h"

#include <math.h>

#define CONVERGED 1e-9L /* before a step that squares it */
#define MOST_STEPS 500  /* more than halving every bit takes */
#define LIKELY 6        /* passes for a sequence, for the watch */

/* Points that are as good as any number to begin the search with. */
#define FEW 512

/* Numbers are kept below 2^SHIFT. */
#define SHIFT 300
#define LARGEST 0x1p300L

/* The equation of the even or of the odd sequences. */
struct equation {
    uint64_t n;
    uint64_t n_rows;     /* from the end to the middle */
    long double bend;    /* 2 sin^2(pi w) */
    long double closing; /* what the last row has of its own point beyond it */
    bool has_middle;     /* the last row is the point in the middle, of which
                            each half has one half */
    uint64_t done, all;  /* points, for the watch */
};

/* A pass over the rows. */
struct pass {
    uint64_t n_below;   /* eigenvalues below the value */
    long double step;   /* to the eigenvalue, about */
    long double energy; /* of the half, */
    long double last;   /* and its last point, */
    int n_shifts;       /* both after so many multiplications by 2^-SHIFT */
};

static long double edge(uint64_t n, uint64_t k)
{
    return (long double)k * (n - k) / 2;
}

static void begin(struct equation *e, uint64_t n, double bandwidth, bool odd)
{
    const long double turns = fminl(0.5L, (long double)bandwidth / n);
    const long double sine = sinl(CLFFT_PI * turns);

    e->n = n;
    e->n_rows = odd ? n / 2 : (n + 1) / 2;
    e->bend = 2 * sine * sine;
    e->has_middle = !odd && n % 2;
    /* beyond the middle lies its negative, or 0 */
    e->closing = odd ? (n % 2 ? 1 : 2) * edge(n, e->n_rows) : 0;
}

static clfft_status watch(struct equation *e)
{
    if (++e->done % CLFFT_WATCH_POINTS)
        return CLFFT_STATUS_OK;
    return clfft_watch_tell(CLFFT_WINDOW_WORK,
                            e->done < e->all ? e->done : e->all, e->all);
}

/* Runs over the rows from u_0 = 1; w, if not NULL, gets the points of the pass
   `whole`, times `factor`. */
static clfft_status run(struct equation *e, long double value,
                        struct pass *pass, double *w, const struct pass *whole,
                        long double factor)
{
    long double u = 1, flux = 0, rest;
    clfft_status status = CLFFT_STATUS_OK;

    *pass = (struct pass){0};
    if (w)
        factor = ldexpl(factor, -SHIFT * whole->n_shifts);
    for (uint64_t k = 0; k < e->n_rows && status == CLFFT_STATUS_OK; k++) {
        const long double x = (e->n - 1) / 2.0L - k;
        const bool is_middle = e->has_middle && k == e->n_rows - 1;
        const long double before = u;

        if (k > 0) {
            u += flux / edge(e->n, k);
            pass->n_below += (u < 0) != (before < 0);
        }
        if (w)
            w[k] = (double)(u * factor);
        flux += (e->bend * x * x - value) * (is_middle ? u / 2 : u);
        pass->energy += is_middle ? u * u / 2 : u * u;
        pass->last = u;
        if (fabsl(u) > LARGEST) {
            u = ldexpl(u, -SHIFT);
            flux = ldexpl(flux, -SHIFT);
            pass->energy = ldexpl(pass->energy, -2 * SHIFT);
            pass->last = u;
            pass->n_shifts++;
            factor = w ? ldexpl(factor, SHIFT) : factor;
        }
        status = watch(e);
    }
    rest = flux + e->closing * u;
    pass->n_below += (rest < 0) != (u < 0);
    /* by what changes slowly: flux/u, or of odd ones, which end near 0, u/flux
     */
    pass->step =
        rest / pass->energy * (e->closing > 0 ? -flux / e->closing : u);
    return status;
}

/* Finds eigenvalue `index` from a first value on, by Newton's steps between
   bounds. */
static clfft_status search(struct equation *e, uint64_t index,
                           long double *value)
{
    long double low = 0, high = HUGE_VALL;
    clfft_status status = CLFFT_STATUS_OK;

    for (int i = 0; i < MOST_STEPS; i++) {
        const long double at = *value;
        long double next;
        struct pass pass;
        bool is_near;

        TRY(run(e, at, &pass, NULL, NULL, 0));
        next = at + pass.step;
        /* whether no pole is between: then it gets nearer with every step */
        is_near = pass.n_below == index + (pass.step < 0);
        if (pass.n_below > index)
            high = at;
        else
            low = at;
        if (is_near && fabsl(pass.step) <= CONVERGED * at) {
            *value = next;
            break;
        }
        if (!is_near || !(next > low && next < high))
            next = isinf(high) ? 2 * at + 1 : (low + high) / 2;
        if (!(next > low && next < high))
            break; /* there is no number between */
        *value = next;
    }
fail:
    return status;
}

/* The eigenvalue hardly depends on the number of points. */
static clfft_status find(struct equation *e, double bandwidth, uint64_t order,
                         long double *value)
{
    const double enough = fmax(FEW, fmax(8 * bandwidth, 4.0 * order));
    clfft_status status = CLFFT_STATUS_OK;

    *value = (2 * order + 1) * (long double)bandwidth;
    if (e->n > 2 * enough) {
        struct equation few = {.done = e->done, .all = e->all};

        begin(&few, (uint64_t)enough, bandwidth, order % 2);
        TRY(search(&few, order / 2, value));
        e->done = few.done;
    }
    TRY(search(e, order / 2, value));
fail:
    return status;
}

/* Whether the mean of an even sequence is below 0, or the first lobe of an odd
   one: scipy's is the first point whose power is above the mean. */
static bool is_below(const struct equation *e, bool odd, const double *w)
{
    double mean = 0;

    for (uint64_t k = 0; k < e->n_rows; k++) {
        if (odd && w[k] * w[k] > 1.0 / (double)e->n)
            return w[k] < 0;
        mean += e->has_middle && k == e->n_rows - 1 ? w[k] / 2 : w[k];
    }
    return !odd && mean < 0;
}

/* Turns the first half the right way up and mirrors it. */
static void complete(const struct equation *e, bool odd, double *w)
{
    const bool turned = is_below(e, odd, w);

    for (uint64_t k = 0; turned && k < e->n_rows; k++)
        w[k] = -w[k];
    if (odd && e->n % 2)
        w[e->n_rows] = 0;
    for (uint64_t k = 0; k < e->n / 2; k++)
        w[e->n - 1 - k] = odd ? -w[k] : w[k];
}

clfft_status clfft_window_fill_dpss(double bandwidth, uint64_t n, double *w)
{
    struct equation e = {.all = LIKELY * n};
    struct pass pass, again;
    long double value;
    clfft_status status;

    begin(&e, n + 1, bandwidth, false);
    TRY(find(&e, bandwidth, 0, &value));
    TRY(run(&e, value, &pass, NULL, NULL, 0));
    /* the middle of an even number lies between two points: what it is worth
       there, nearly */
    TRY(run(&e, value, &again, w, &pass,
            1 / pass.last /
                (e.has_middle
                     ? 1
                     : 1 + fminl(0.5L, (long double)bandwidth / e.n) / e.n)));
    for (uint64_t i = e.n_rows; i < n; i++)
        w[i] = w[n - i];
fail:
    return status;
}

static clfft_status fill_taper(struct equation *e, double bandwidth,
                               unsigned order, double *w)
{
    struct pass pass, again;
    long double value;
    clfft_status status;

    TRY(find(e, bandwidth, order, &value));
    TRY(run(e, value, &pass, NULL, NULL, 0));
    TRY(run(e, value, &again, w, &pass, 1 / sqrtl(2 * pass.energy)));
    complete(e, order % 2, w);
fail:
    return status;
}

clfft_status clfft_window_fill_tapers(double bandwidth, uint64_t length,
                                      unsigned n_tapers, double *w)
{
    struct equation e = {.all = LIKELY * length * n_tapers};
    clfft_status status = CLFFT_STATUS_OK;

    for (unsigned order = 0; order < n_tapers; order++) {
        begin(&e, length, bandwidth, order % 2);
        TRY(fill_taper(&e, bandwidth, order, w + order * length));
    }
fail:
    return status;
}
