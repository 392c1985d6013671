/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * scale.c: the formulas of frequency scales.
 *
 * Sources: S. Young et al., "The HTK Book", 5.4 (mel); M. Slaney, "Auditory
 * Toolbox" 2 (1998) (his mel); H. Traunmueller, JASA
 * 88 (1990), 97 (bark, with its corrections at both ends); B. Glasberg and
 * B. Moore, Hearing Research 47 (1990), 103 (ERB-rate).
 */
#include "scale.h"

#include <math.h>

#define BARK_POLE 1960.0L   /* hertz, below 0 */
#define BARK_HIGHEST 26.28L /* bark before the correction, at infinity */

static long double same(long double f)
{
    return f;
}

static long double log_from_hertz(long double f)
{
    return f > 0 ? logl(f) : -HUGE_VALL;
}

static long double hertz_from_log(long double l)
{
    return expl(l);
}

static long double mel_from_hertz(long double f)
{
    return f > -700 ? 2595 * log10l(1 + f / 700) : -HUGE_VALL;
}

static long double hertz_from_mel(long double m)
{
    return 700 * (powl(10, m / 2595) - 1);
}

/* Straight up to 1 kHz, 15 steps of 200/3 Hz, then 27 steps for a factor of
   6.4. */
#define SLANEY_STEP (200 / 3.0L)
#define SLANEY_BREAK 1000.0L
#define SLANEY_LOG_STEP (logl(6.4L) / 27)

static long double slaney_from_hertz(long double f)
{
    return f < SLANEY_BREAK ? f / SLANEY_STEP
                            : SLANEY_BREAK / SLANEY_STEP +
                                  logl(f / SLANEY_BREAK) / SLANEY_LOG_STEP;
}

static long double hertz_from_slaney(long double m)
{
    const long double above = m - SLANEY_BREAK / SLANEY_STEP;

    return above < 0 ? m * SLANEY_STEP
                     : SLANEY_BREAK * expl(above * SLANEY_LOG_STEP);
}

static long double bark_from_hertz(long double f)
{
    long double z;

    if (!(f > -BARK_POLE))
        return -HUGE_VALL;
    z = 26.81L * f / (BARK_POLE + f) - 0.53L;
    if (z < 2)
        return z + 0.15L * (2 - z);
    return z > 20.1L ? z + 0.22L * (z - 20.1L) : z;
}

static long double hertz_from_bark(long double z)
{
    if (z < 2)
        z = (z - 0.3L) / 0.85L;
    else if (z > 20.1L)
        z = (z + 4.422L) / 1.22L;
    return z < BARK_HIGHEST ? BARK_POLE * (z + 0.53L) / (BARK_HIGHEST - z)
                            : HUGE_VALL;
}

static long double erb_from_hertz(long double f)
{
    const long double x = 1 + 0.00437L * f;

    return x > 0 ? 21.4L * log10l(x) : -HUGE_VALL;
}

static long double hertz_from_erb(long double e)
{
    return (powl(10, e / 21.4L) - 1) / 0.00437L;
}

const struct clfft_scale clfft_scale_linear = {same, same};
const struct clfft_scale clfft_scale_log = {log_from_hertz, hertz_from_log};
const struct clfft_scale clfft_scale_mel = {mel_from_hertz, hertz_from_mel};
const struct clfft_scale clfft_scale_slaney = {slaney_from_hertz,
                                               hertz_from_slaney};
const struct clfft_scale clfft_scale_bark = {bark_from_hertz, hertz_from_bark};
const struct clfft_scale clfft_scale_erb = {erb_from_hertz, hertz_from_erb};
