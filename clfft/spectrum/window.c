/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * window.c: the table of window functions, and those of them that are sums of
 * cosines; window_shapes.c and window_optimal.c have the others. All but
 * hann-symmetric and povey are periodic; they are computed in long double.
 *
 * Sources: F. J. Harris, "On the use of windows for harmonic analysis with
 * the discrete Fourier transform", Proc. IEEE 66 (1978); A. H. Nuttall, "Some
 * windows with very good sidelobe behavior", IEEE Trans. ASSP 29 (1981);
 * G. D'Antona and A. Ferrero, "Digital Signal Processing for Measurement
 * Systems" (2006), p. 70 (flat top); Kaldi's feat/feature-window.cc (povey).
 */
#include "window.h"

#include "clfft/base/error.h"
#include "clfft/base/roots.h"

#include <math.h>
#include <string.h>

#define MAX_TERMS 5
#define POVEY 0.85
#define BLOCK 256 /* points */

/* Sums of cosines: w = sum_j (-1)^j term[j] cos(2 pi j i / n). */
struct window_row {
    const char *name;
    long double term[MAX_TERMS];
    double standard, lowest, highest; /* of the parameter; 0, 0, 0: none */
};

/*
 * The limits keep the sum of the window, rounded to float, away from zero at
 * every length: a Gauss of sigma 0.05 at n = 3 has 2e-10 at its largest point.
 */
static const struct window_row rows[CLFFT_N_WINDOWS] = {
    [CLFFT_WINDOW_RECT] = {"rect", {1.0L}},
    [CLFFT_WINDOW_HANN] = {"hann", {0.5L, 0.5L}},
    [CLFFT_WINDOW_HAMMING] = {"hamming", {0.54L, 0.46L}},
    [CLFFT_WINDOW_HAMMING_EXACT] = {"hamming-exact", {0.53836L, 0.46164L}},
    [CLFFT_WINDOW_BLACKMAN] = {"blackman", {0.42L, 0.5L, 0.08L}},
    [CLFFT_WINDOW_BLACKMAN_HARRIS] = {"blackman-harris",
                                      {0.35875L, 0.48829L, 0.14128L, 0.01168L}},
    [CLFFT_WINDOW_NUTTALL] = {"nuttall",
                              {0.3635819L, 0.4891775L, 0.1365995L, 0.0106411L}},
    [CLFFT_WINDOW_FLATTOP] = {"flattop",
                              {0.21557895L, 0.41663158L, 0.277263158L,
                               0.083578947L, 0.006947368L}},
    [CLFFT_WINDOW_BARTLETT] = {"bartlett"},
    [CLFFT_WINDOW_WELCH] = {"welch"},
    [CLFFT_WINDOW_SINE] = {"sine"},
    [CLFFT_WINDOW_TUKEY] = {"tukey", {0}, 0.5, 0.0, 1.0},
    [CLFFT_WINDOW_GAUSS] = {"gauss", {0}, 0.4, 0.05, 1000.0},
    [CLFFT_WINDOW_KAISER] = {"kaiser", {0}, 8.6, 0.0, 500.0},
    [CLFFT_WINDOW_DOLPH_CHEBYSHEV] =
        {"dolph-chebyshev", {0}, 100.0, 1.0, 300.0},
    [CLFFT_WINDOW_PARZEN] = {"parzen"},
    [CLFFT_WINDOW_BOHMAN] = {"bohman"},
    [CLFFT_WINDOW_HANN_POISSON] = {"hann-poisson", {0}, 2.0, 0.0, 100.0},
    [CLFFT_WINDOW_TAYLOR] = {"taylor", {0}, 30.0, 1.0, 120.0},
    [CLFFT_WINDOW_DPSS] = {"dpss", {0}, 4.0, 0.1, 500.0},
    [CLFFT_WINDOW_HANN_SYMMETRIC] = {"hann-symmetric"},
    [CLFFT_WINDOW_POVEY] = {"povey"},
};

void clfft_spectrum_watch(clfft_progress_function watch, void *user_data)
{
    clfft_watch_set((struct clfft_watch){watch, user_data});
}

/* w of cos(2 pi i / n) by Clenshaw's recurrence: T_j(-c) = (-1)^j T_j(c). */
static double sum_cosines(const long double *term, long double cosine)
{
    long double after = 0, last = 0; /* of terms j + 2 and j + 1 */

    for (int j = MAX_TERMS - 1; j > 0; j--) {
        const long double sum = term[j] - 2 * cosine * last - after;
        after = last;
        last = sum;
    }
    return (double)(term[0] - cosine * last - after);
}

/* Fills the first half. The roots of a block are those of the first block
   turned by the root of its start, so that a long window does not cost a cosine
   for each point. */
static clfft_status fill_cosines(const long double *term, uint64_t n, double *w)
{
    long double re[BLOCK], im[BLOCK];

    for (uint64_t i = 0; i < BLOCK && i <= n / 2; i++)
        clfft_root(i, n, &re[i], &im[i]);
    for (uint64_t start = 0; start <= n / 2; start += BLOCK) {
        long double start_re, start_im;
        const clfft_status status =
            clfft_watch_loop(CLFFT_WINDOW_WORK, start, n / 2 + 1);

        if (status != CLFFT_STATUS_OK)
            return status;
        clfft_root(start, n, &start_re, &start_im);
        for (uint64_t i = 0; i < BLOCK && start + i <= n / 2; i++)
            w[start + i] =
                sum_cosines(term, start_re * re[i] - start_im * im[i]);
    }
    return CLFFT_STATUS_OK;
}

/* From 0 to 0: a window of length - 1 points and its first point again. */
static clfft_status fill_symmetric(clfft_window window, uint64_t length,
                                   double *w)
{
    const clfft_status status =
        clfft_window_fill(CLFFT_WINDOW_HANN, 0, length - 1, w);

    w[length - 1] = length == 2;
    if (status != CLFFT_STATUS_OK || window != CLFFT_WINDOW_POVEY)
        return status;
    for (uint64_t i = 0, j = length - 1; i <= j; i++, j--) {
        const clfft_status watched =
            clfft_watch_loop(CLFFT_WINDOW_WORK, i, length / 2 + 1);

        if (watched != CLFFT_STATUS_OK)
            return watched;
        w[i] = w[j] = pow(w[i], POVEY);
    }
    return status;
}

static bool is_window(clfft_window window)
{
    return (unsigned)window < CLFFT_N_WINDOWS;
}

const char *clfft_window_name(clfft_window window)
{
    return is_window(window) ? rows[window].name : NULL;
}

bool clfft_window_parse(const char *name, clfft_window *window)
{
    for (int i = 0; i < CLFFT_N_WINDOWS; i++) {
        if (strcmp(name, rows[i].name) == 0) {
            *window = (clfft_window)i;
            return true;
        }
    }
    return false;
}

bool clfft_window_parameter(clfft_window window, double *standard,
                            double *lowest, double *highest)
{
    const struct window_row *row = is_window(window) ? &rows[window] : NULL;

    if (!row || row->highest == 0)
        return false;
    if (standard)
        *standard = row->standard;
    if (lowest)
        *lowest = row->lowest;
    if (highest)
        *highest = row->highest;
    return true;
}

clfft_status clfft_window_fill(clfft_window window, double parameter,
                               uint64_t length, double *w)
{
    const struct window_row *row = is_window(window) ? &rows[window] : NULL;
    clfft_status status;

    if (!row)
        return clfft_fail(CLFFT_STATUS_INVALID, "window %d is unknown",
                          (int)window);
    if (length < 1 || length > UINT32_MAX)
        return clfft_fail(
            CLFFT_STATUS_INVALID, "window length %llu is outside 1..%llu",
            (unsigned long long)length, (unsigned long long)UINT32_MAX);
    if (row->highest > 0 &&
        !(parameter >= row->lowest && parameter <= row->highest))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "window parameter %g is outside %g..%g for %s",
                          parameter, row->lowest, row->highest, row->name);
    if (length == 1) {
        w[0] = 1; /* the point at which every window starts is its edge */
        return CLFFT_STATUS_OK;
    }
    if (window == CLFFT_WINDOW_DOLPH_CHEBYSHEV)
        return clfft_window_fill_dolph_chebyshev(parameter, length, w);
    if (window == CLFFT_WINDOW_HANN_SYMMETRIC || window == CLFFT_WINDOW_POVEY)
        return fill_symmetric(window, length, w);
    if (window == CLFFT_WINDOW_DPSS)
        return clfft_window_fill_dpss(parameter, length, w);
    status = row->term[0] != 0
                 ? fill_cosines(row->term, length, w)
                 : clfft_window_fill_shape(window, parameter, length, w);
    if (status != CLFFT_STATUS_OK)
        return status;
    for (uint64_t i = length / 2 + 1; i < length; i++)
        w[i] = w[length - i];
    return CLFFT_STATUS_OK;
}

clfft_status clfft_tapers_fill(double nw, uint64_t length, unsigned n_tapers,
                               double *tapers)
{
    const struct window_row *row = &rows[CLFFT_WINDOW_DPSS];
    const uint64_t most = length < CLFFT_MAX_TAPERS ? length : CLFFT_MAX_TAPERS;

    if (length < 1 || length > UINT32_MAX)
        return clfft_fail(
            CLFFT_STATUS_INVALID, "length %llu of tapers is outside 1..%llu",
            (unsigned long long)length, (unsigned long long)UINT32_MAX);
    if (!(nw >= row->lowest && nw <= row->highest))
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "NW %g of tapers is outside %g..%g", nw, row->lowest,
                          row->highest);
    if (n_tapers < 1 || n_tapers > most)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "number of tapers %u is outside 1..%u", n_tapers,
                          (unsigned)most);
    if (length == 1) {
        tapers[0] = 1;
        return CLFFT_STATUS_OK;
    }
    return clfft_window_fill_tapers(nw, length, n_tapers, tapers);
}
