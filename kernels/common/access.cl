/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * access.cl: loads the points of a pass from memory and stores them, with the
 * load and store hooks of the plan. Each -D below is 0 or absent where the pass
 * has plain complex numbers on that side.
 *
 *   LOAD          COMPLEX | REAL | PAIR (two reals as one complex number, for
 *                 real transforms of half length) | HERMITIAN (half a
 *                 spectrum read as a whole one, conjugated) | HALF (half a
 *                 spectrum folded for a transform of half length, conjugated)
 *   WINDOW, MATRIX, CHIRP_LOAD   multiply on the way in
 *   STORE         COMPLEX | REAL | PAIR | MAGNITUDE | POWER | DB | PHASE
 *   GAIN, SPECTRUM_STORE, CHIRP_STORE, TWIDDLE_STORE   multiply on the way out
 *   PIXEL, VALUES how the quantity is stored (pixel.cl)
 *   BANDS         powers are stored in local memory (group/bands.cl)
 *   MIRROR        a real input's negative frequencies are stored too
 *   ROTATE        the store is centred
 *   AXES          both lie across axes (place.cl)
 *   MEAN          the transform's mean is taken away first; with MEAN_LINE a
 *                 straight line (mean.cl)
 *   ZERO_PAD      fewer points are read than the transform has
 *   TRUNCATE      fewer points are stored than the pass makes
 *   WIDE          offsets inside one transform need 64 bits
 *
 * Bluestein's convolution (1970), c[j] = exp(-i pi j^2 / n):
 *   X[k] = c[k] sum_j (x[j] c[j]) conj(c[k-j])
 *
 *   ZOOM          c[k] differs from c[j] and lies behind it: of bins s + k d
 *                 exp(-i pi k^2 d) and exp(-i pi (2 j s + j^2 d)), and
 *                 conj(c[k-j]) is exp(i pi (k-j)^2 d)
 */
#include "common/sample.cl"
#include "common/level.cl"
#include "common/pixel.cl"
#include "common/parameters.cl"
#include "common/place.cl"

#ifndef LOAD
#define LOAD COMPLEX
#endif
#ifndef STORE
#define STORE COMPLEX
#endif

#ifdef WIDE
typedef long offset_t;
#else
typedef int offset_t;
#endif

/* ---- the arguments that every pass kernel has ---- */

/* The type in_t, and how many of them make an element of the input, in which
   pass.h counts. */
#if LOAD == COMPLEX && SAMPLE == SAMPLE_NATIVE || LOAD == HERMITIAN || LOAD == HALF
typedef REAL2 in_t;
#define IN_ELEMENT 1
#elif LOAD == COMPLEX
typedef sample_t in_t;
#define IN_ELEMENT (2 * NUMBERS_A_SAMPLE)
#else
typedef sample_t in_t;
#define IN_ELEMENT NUMBERS_A_SAMPLE
#endif
#ifdef PIXEL
typedef pixel_t out_t;
#elif STORE == COMPLEX
typedef REAL2 out_t;
#else
typedef REAL out_t;
#endif

/* exp(-2 pi i k / n) between halves of a real transform of n numbers */
#ifdef REAL_ROOTS_BY_POLYNOMIAL
#define REAL_ROOT(a, k) root_by_polynomial(k, (a)->n, 4.0f / (float)(a)->n)
#else
#define REAL_ROOT(a, k) root_of_unity(real_roots, k, (a)->real_shift)
#endif

/* ---- load ---- */

#if defined(ZERO_PAD) || defined(CHIRP_LOAD)
#define BOUNDED_LOAD 1
#else
#define BOUNDED_LOAD 0
#endif

#define LOAD_PARAMETERS                                                        \
    global const in_t *restrict in, const struct pass *a,                      \
        const factors_t factors, const REAL2 sample_scale,                     \
        global const REAL2 *restrict real_roots,                               \
        global const REAL *restrict window,                                    \
        global const REAL *restrict matrix,                                    \
        global const REAL2 *restrict chirp, global const REAL *restrict means
#define LOAD_ARGUMENTS                                                         \
    in, &a, factors, sample_scale, real_roots, window, matrix, chirp, means

#if LOAD == REAL_ONLY || LOAD == PAIR || (LOAD == COMPLEX && SAMPLE != SAMPLE_NATIVE)
/* Loads real sample j of the transform at p, mixed and windowed. */
INLINE REAL load_sample(global const in_t *restrict in, const struct pass *a,
                        const REAL2 sample_scale,
                        global const REAL *restrict window,
                        global const REAL *restrict matrix,
                        global const REAL *restrict means,
                        const struct place *p, uint j)
{
    REAL x;
#ifdef MATRIX
    uint m = 0;
#endif

#if BOUNDED_LOAD
    if (j >= a->in.length)
        return 0;
#endif
#ifdef MATRIX
    x = 0;
    /* There is at least one source. A loop with its condition in front is one
       more branch, and PoCL 3.1 copies all that lies behind a branch up to the
       next barrier: twice as much code for each of a work-item's points. */
    do {
        x += matrix[p->row * a->n_sources + m] *
             read_sample(in, p->in + m * a->source_distance +
                                 (offset_t)j * (offset_t)a->in.stride);
    } while (++m < a->n_sources);
#elif SAMPLE_IS_PACKED
    x = read_sample(in + 3 * p->in, (offset_t)j * (offset_t)a->in.stride);
#else
    x = read_sample(in + p->in, (offset_t)j * (offset_t)a->in.stride);
#endif
#ifdef MEAN
    x = less_mean(x, sample_scale, means + p->mean, j);
#elif SAMPLE != SAMPLE_NATIVE && !defined(MEAN_ITEMS)
    x = SCALED(REAL, x, sample_scale);
#endif
#ifdef WINDOW
    x *= window[j];
#endif
#ifdef MEAN
    /* the rest of the factor is added after the window: before it, all samples
       would be rounded alike */
    {
        REAL rest = means[p->mean + 1];
#ifdef WINDOW
        rest *= window[j];
#endif
        x -= rest;
    }
#endif
    return x;
}
#endif

/* Loads point `index` of the transform at p. */
INLINE void load_point(LOAD_PARAMETERS, const struct place *p, uint index,
                       REAL *re, REAL *im)
{
    REAL x = 0, y = 0;

#if LOAD == COMPLEX
#if BOUNDED_LOAD
    if (index < a->in.length)
#endif
    {
#if SAMPLE == SAMPLE_NATIVE
        const REAL2 v = (in + p->in)[(offset_t)index * (offset_t)a->in.stride];
        x = v.x;
        y = v.y;
#else
        const long o = 2 * (p->in + (offset_t)index * (offset_t)a->in.stride);
        x = read_sample(in, o);
        y = read_sample(in, o + 1);
#endif
#ifdef MEAN
        x = less_mean(x, sample_scale, means + p->mean, index);
        y = less_mean(y, sample_scale, means + p->mean + MEAN_NUMBERS, index);
#elif SAMPLE != SAMPLE_NATIVE
        x = SCALED(REAL, x, sample_scale);
        y = SCALED(REAL, y, sample_scale);
#endif
        y *= factors.x;
#ifdef WINDOW
        x *= window[index];
        y *= window[index];
#endif
#ifdef MEAN
        /* as in load_sample() */
        {
            REAL rest_x = means[p->mean + 1];
            REAL rest_y = means[p->mean + MEAN_NUMBERS + 1] * factors.x;
#ifdef WINDOW
            rest_x *= window[index];
            rest_y *= window[index];
#endif
            x -= rest_x;
            y -= rest_y;
        }
#endif
    }
#elif LOAD == REAL_ONLY
    x = load_sample(in, a, sample_scale, window, matrix, means, p, index);
#elif LOAD == PAIR
    x = load_sample(in, a, sample_scale, window, matrix, means, p, 2 * index);
    y = load_sample(in, a, sample_scale, window, matrix, means, p,
                    2 * index + 1);
#elif LOAD == HERMITIAN
#ifdef CHIRP_LOAD
    if (index < a->n)
#endif
    {
        const bool low = 2 * index <= a->n;
        const REAL2 v =
            (in + p->in)[(offset_t)(low ? index : a->n - index) *
                         (offset_t)a->in.stride];
        x = v.x;
        y = low ? -v.y : v.y;
        if (index == 0 || 2 * index == a->n)
            y = 0;
    }
#else
    const uint h = a->n / 2;
#ifdef CHIRP_LOAD
    if (index < h)
#endif
    {
        const REAL2 w = REAL_ROOT(a, index);
        REAL2 u = (in + p->in)[(offset_t)index * (offset_t)a->in.stride];
        REAL2 v = (in + p->in)[(offset_t)(h - index) * (offset_t)a->in.stride];
        u.y = index ? u.y : 0;
        v.y = index ? v.y : 0;
        u = tangled(u, v, w);
        x = u.x;
        y = u.y;
    }
#endif
#ifdef CHIRP_LOAD
#if LOAD == PAIR || LOAD == HALF
    if (2 * index < a->n)
#else
    if (index < a->n)
#endif
    {
        const REAL2 c = chirp[index];
        const REAL t = x * c.x - y * c.y;
        y = x * c.y + y * c.x;
        x = t;
    }
#endif
    *re = x;
    *im = y;
}

/* Pairs of real numbers that begin at a multiple of two are read, and stored,
   two at once: half as many requests. */
#define LIES_IN_TWOS(buffer, first, step)                                      \
    ((step) == 1 && (size_t)((buffer) + (first)) % (2 * sizeof(*(buffer))) == 0)
#if LOAD == PAIR && !SAMPLE_IS_PACKED && INNER == 0 && !BOUNDED_LOAD &&        \
    !defined(MATRIX) && !defined(MEAN)
#define LOADS_TWOS
INLINE void load_two(LOAD_PARAMETERS, const struct place *p, uint index,
                     REAL *re, REAL *im)
{
    const two_samples_t both =
        ((global const two_samples_t *)(in + p->in))[index];
    REAL2 v = (REAL2)(sample_value(both.x), sample_value(both.y));

#if SAMPLE != SAMPLE_NATIVE
    v = SCALED(REAL2, v, sample_scale);
#endif
#ifdef WINDOW
    v *= ((global const REAL2 *)window)[index];
#endif
    *re = v.x;
    *im = v.y;
}
#endif

/* ---- store ---- */

#ifdef BANDS
typedef local REAL stored_t;
#define STORED_AT powers
#define STORE_STRIDE(a) 1
#else
typedef global out_t stored_t;
#define STORED_AT out
#define STORE_STRIDE(a) ((offset_t)(a)->out.stride)
#endif
#define STORE_PARAMETERS                                                       \
    stored_t *restrict out, const struct pass *a,                              \
        const factors_t factors, global const REAL2 *restrict roots,           \
        global const REAL *restrict gain, global const REAL2 *restrict chirp,  \
        global const REAL2 *restrict chirp_spectrum,                           \
        global const uint *restrict colors, const range_t range
#define STORE_ARGUMENTS                                                        \
    STORED_AT, &a, factors, roots, gain, chirp, chirp_spectrum, colors, range
#define STORE_FORWARD                                                          \
    out, a, factors, roots, gain, chirp, chirp_spectrum, colors, range

#if STORE == COMPLEX
typedef REAL2 value_t;
#define MIRRORED(v) ((REAL2)((v).x, -(v).y))
#elif STORE == PHASE
typedef REAL value_t;
#define MIRRORED(v) (-(v))
#else
typedef REAL value_t;
#define MIRRORED(v) (v)
#endif

#if STORE != REAL_ONLY && STORE != PAIR
/* The value that is stored of a bin, before it becomes a code. */
INLINE value_t value_of(const factors_t factors, REAL x, REAL y)
{
#if STORE == COMPLEX
    return (REAL2)(x, y);
#elif STORE == MAGNITUDE
    return magnitude(x, y);
#elif STORE == POWER
    return x * x + y * y;
#elif STORE == DB
    const REAL d = decibels(x, y);

    return d < factors.w ? factors.w : d; /* NaN stays NaN */
#else
    return atan2(y, x);
#endif
}

#if STORE == COMPLEX || defined(BANDS)
#define STORED_VALUE(v) (v)
#else
#define STORED_VALUE(v) STORED(v)
#endif

/* The place of bin k in its line. */
INLINE uint bin_place(const struct pass *a, uint k)
{
#ifdef ROTATE
    k += a->rotate;
    k -= k >= a->n ? a->n : 0;
#endif
    return k;
}

/* Gains have the order in which bins are stored, or with several axes that of
   bins. */
#ifdef AXES
#define GAIN_AT(k, q) gain[k]
#else
#define GAIN_AT(k, q) gain[q]
#endif

/* Stores a bin, which is final but for gain, quantity and place, and its
   mirror. */
INLINE void store_bin(STORE_PARAMETERS, const struct place *p, uint k, REAL x,
                      REAL y)
{
    const uint q = bin_place(a, k);
#ifdef GAIN
    const REAL g = GAIN_AT(k, q);
    const value_t v = value_of(factors, x * g, y * g);
#else
    const value_t v = value_of(factors, x, y);
#endif

    (out + p->out)[(offset_t)q * STORE_STRIDE(a)] = STORED_VALUE(v);
#ifdef MIRROR
#if defined(AXES) && !defined(TILE2D)
    if (p->has_mirror)
#else
    if (k > 0 && 2 * k < a->n)
#endif
    {
        const uint mirrored = k ? a->n - k : 0, r = bin_place(a, mirrored);
#ifdef GAIN
        const REAL h = GAIN_AT(mirrored, r);
        const value_t w = value_of(factors, x * h, -y * h);
#else
        const value_t w = MIRRORED(v);
#endif
#ifdef AXES
        const long mirror = p->mirror;
#else
        const long mirror = p->out;
#endif

        (out + mirror)[(offset_t)r * STORE_STRIDE(a)] = STORED_VALUE(w);
    }
#endif
}
#endif

#ifdef ZOOM
#define CHIRP_OF_BIN(a, k) ((a)->n + (k))
#else
#define CHIRP_OF_BIN(a, k) (k)
#endif

/* Stores point `index` of the transform at p, which is element e of this
   pass. */
INLINE void store_point(STORE_PARAMETERS, const struct place *p, uint e,
                        uint index, REAL x, REAL y)
{
#ifdef TWIDDLE_STORE
    {
        const uint m = e * p->i0 * a->root_scale;
#ifdef ROOTS_BY_POLYNOMIAL
        const REAL2 w = root_by_polynomial(m, a->root_count,
                                           4.0f / (float)a->root_count);
#else
        const REAL2 w = root_of_unity(roots, m, a->shift);
#endif
        COMPLEX_MULTIPLY_AS(REAL, x, y, w.x, w.y);
    }
#endif
#ifdef SPECTRUM_STORE
    {
        const REAL2 b = chirp_spectrum[index];
        COMPLEX_MULTIPLY_AS(REAL, x, y, b.x, b.y);
        y = -y;
    }
#endif
#if defined(TRUNCATE) && !defined(LINEAR)
    if (index >= a->out.length)
        return;
#endif
#ifdef CHIRP_STORE
    {
        const REAL2 c = chirp[CHIRP_OF_BIN(a, index)];
        y = -y;
        COMPLEX_MULTIPLY_AS(REAL, x, y, c.x, c.y);
    }
#endif
    x = SCALED_BIN(REAL, x, 1, factors);
    y = SCALED_BIN(REAL, y, factors.y, factors);
#if STORE == REAL_ONLY
    (out + p->out)[(offset_t)index * (offset_t)a->out.stride] = x;
#elif STORE == PAIR
    {
        const offset_t o = (offset_t)(2 * index) * (offset_t)a->out.stride;
        (out + p->out)[o] = x;
        (out + p->out)[o + (offset_t)a->out.stride] = y;
    }
#else
    store_bin(STORE_FORWARD, p, index, x, y);
#endif
}

#if STORE == PAIR && INNER == 0 && !defined(SPECTRUM_STORE) &&                 \
    !defined(CHIRP_STORE) && !defined(TRUNCATE)
#define STORES_TWOS
INLINE void store_two(STORE_PARAMETERS, const struct place *p, uint e,
                      uint index, REAL x, REAL y)
{
    ((global REAL2 *)(out + p->out))[index] =
        (REAL2)(SCALED_BIN(REAL, x, 1, factors),
                SCALED_BIN(REAL, y, factors.y, factors));
}
#endif
