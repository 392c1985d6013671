/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * store-vectors.cl: stores LANES bins at once, and in runs: side by side where
 * they are neighbours in memory, else one by one.
 */
#if LANES > 1

/* ---- which stores go without a hook for each point ---- */

#if (STORE == COMPLEX || STORE == PAIR) && !defined(GAIN) &&                   \
    !defined(RADER) && !defined(MIRROR) && !defined(ROTATE) &&                 \
    !defined(SPECTRUM_STORE) && !defined(CHIRP_STORE)
#define PLAIN_STORE 1
#else
#define PLAIN_STORE 0
#endif
/* one real number a bin, made in vectors */
#if (STORE == MAGNITUDE || STORE == POWER || STORE == DB || STORE == PHASE) && \
    !defined(MIRROR) && !defined(ROTATE) && !defined(SPECTRUM_STORE) &&        \
    !defined(CHIRP_STORE) && !defined(TWIDDLE_STORE) && !defined(RADER) &&     \
    !(defined(GAIN) && INNER >= 1)
#define QUANTITY_RUNS 1
#else
#define QUANTITY_RUNS 0
#endif

/* bins of one axis that do not lie side by side where they are stored, with
   their conjugates */
#if (defined(MIRROR) || defined(ROTATE)) && !defined(AXES) &&                  \
    (INNER == 0 || defined(SHAPE_LANES) && !defined(GAIN)) &&                  \
    !defined(SPECTRUM_STORE) && !defined(CHIRP_STORE) &&                       \
    !defined(TWIDDLE_STORE) && !defined(RADER) && STORE != REAL_ONLY &&        \
    STORE != PAIR
#define SIDED_RUNS 1
#else
#define SIDED_RUNS 0
#endif

/* ---- what is stored of a bin ---- */

#ifdef TWIDDLE_STORE
/* the twiddles that store_point() applies, for exponents m */
INLINE void store_twiddles(global const REAL2 *restrict roots,
                           const struct pass *a, UINTS m, VEC *wr, VEC *wi)
{
#ifdef ROOTS_BY_POLYNOMIAL
    /* root_by_polynomial() in vectors */
    const float quarters = 4.0f / (float)a->root_count;
    const INTS q = JOIN(TO_INTS, _rte)(TO_REALS(m) * quarters);
    const VEC x = TO_REALS(AS_INTS(4u * m) - q * (int)a->root_count) *
                  (quarters * 0.392699081698724154808f);
    const VEC z = x * x;
    const VEC s =
        ((-1.9515295891e-4f * z + 8.3321608736e-3f) * z - 1.6666654611e-1f) *
            z * x + x;
    const VEC c = ((2.443315711809948e-5f * z - 1.388731625493765e-3f) * z +
                   4.166664568298827e-2f) * z * z - 0.5f * z + 1.0f;
    const INTS odd = (q & 1) != 0;
    const VEC u = select(c, s, odd), v = select(s, c, odd);

    *wr = select(u, -u, ((q + 1) & 2) != 0);
    *wi = select(-v, v, (q & 2) != 0);
#else
    roots_at(roots, m, a->shift, wr, wi);
#endif
}
#endif

#if !defined(PRECISION_DOUBLE) && (STORE == MAGNITUDE || STORE == DB)
/*
 * x^2 + y^2 = p 4^(e - 127) with p in 1..32, whatever the magnitudes; p is 0
 * for 0, and no number or infinite if x or y is.
 */
INLINE VEC scaled_power(VEC x, VEC y, INTS *e)
{
    const VEC m = fmax(fabs(x), fabs(y));
    const INTS is_tiny = m < 0x1p-60f;
    const VEC up = select((VEC)1.0f, (VEC)0x1p60f, is_tiny);
    VEC s;

    /* clamp() of a vector by numbers is wrong in oclgrind 21.10 */
    *e = min(max(AS_INTS(m * up) >> 23, (INTS)1), (INTS)253);
    s = AS_REALS((254 - *e) << 23);
    *e -= is_tiny & 60;
    /* one after the other, for their product may overflow */
    x = x * up * s;
    y = y * up * s;
    return x * x + y * y;
}
#endif

#if !defined(PRECISION_DOUBLE) && STORE == DB
/*
 * 20 log10 |x + iy|: whole powers of two by integers, the rest by the
 * polynomial of ln(1 + f), sqrt(1/2) - 1 <= f < sqrt(2) - 1 (Cephes logf).
 */
INLINE VEC decibels_of(VEC x, VEC y)
{
    INTS e;
    const VEC p = scaled_power(x, y, &e);
    const INTS i = AS_INTS(p) - 0x3f3504f3; /* sqrt(1/2) */
    const VEC f = AS_REALS((i & 0x7fffff) + 0x3f3504f3) - 1.0f;
    const VEC z = f * f;
    VEC l = 7.0376836292e-2f * f - 1.1514610310e-1f;

    l = l * f + 1.1676998740e-1f;
    l = l * f - 1.2420140846e-1f;
    l = l * f + 1.4249322787e-1f;
    l = l * f - 1.6668057665e-1f;
    l = l * f + 2.0000714765e-1f;
    l = l * f - 2.4999993993e-1f;
    l = l * f + 3.3333331174e-1f;
    l = l * f * z - 0.5f * z + f;
    /* 10 log10(2), 10 / ln(10) */
    l = TO_REALS((i >> 23) + 2 * (e - 127)) * 3.01029995663981195214f +
        l * 4.34294481903251827651f;
    l = select(l, (VEC)(-INFINITY), p == 0.0f);
    return select(p, l, p < 64.0f);
}
#endif

/* Makes what is stored of LANES bins; only x where that is one number for each
   bin. */
INLINE void finish(const factors_t factors, VEC *x, VEC *y)
{
    *x = SCALED_BIN(VEC, *x, 1, factors);
    *y = SCALED_BIN(VEC, *y, factors.y, factors);
#if STORE == POWER
    *x = *x * *x + *y * *y;
#elif STORE == PHASE
    *x = atan2(*y, *x);
#elif STORE == MAGNITUDE && defined(PRECISION_DOUBLE)
    *x = hypot(*x, *y);
#elif STORE == MAGNITUDE
    {
        INTS e;
        const VEC p = scaled_power(*x, *y, &e);
        const INTS is_tiny = e < 1;
        *x = sqrt(p) * AS_REALS((e + (is_tiny & 60)) << 23) *
             select((VEC)1.0f, (VEC)0x1p-60f, is_tiny);
    }
#elif STORE == DB
    {
#ifdef PRECISION_DOUBLE
        const VEC d = 20.0 * log10(hypot(*x, *y));
#else
        const VEC d = decibels_of(*x, *y);
#endif
        *x = select(d, (VEC)factors.w, d < factors.w);
    }
#endif
}

#if QUANTITY_RUNS || SIDED_RUNS && STORE != COMPLEX
/* Stores LANES finished bins side by side. */
INLINE void put_run(global out_t *restrict out, VEC x, const range_t range,
                    global const uint *restrict colors)
{
    x = changed_lanes(x, range);
#ifdef TOP_CODE
    const VEC code =
        fmin(fmax((x - range.s0) * range.s1, (VEC)0), (VEC)TOP_CODE);
#endif
#ifndef PIXEL
    VSTORE(x, 0, out);
#elif PIXEL == HALF_NUMBER
    VSTORE_HALF(x, 0, out);
#elif PIXEL == GRAY8
    VSTORE(JOIN(JOIN(convert_uchar, LANES), _rte)(code), 0, out);
#elif PIXEL == GRAY16
    VSTORE(JOIN(JOIN(convert_ushort, LANES), _rte)(code), 0, out);
#else
    uint number[LANES];

    VSTORE(JOIN(JOIN(convert_uint, LANES), _rte)(code), 0, number);
#pragma unroll
    for (int l = 0; l < LANES; l++)
        out[l] = colors[number[l]];
#endif
}
#endif

#if PLAIN_STORE || QUANTITY_RUNS || SIDED_RUNS
INLINE void put(global out_t *restrict out, REAL x, REAL y, const range_t range,
                global const uint *restrict colors)
{
#if STORE == COMPLEX
    *out = (REAL2)(x, y);
#else
    *out = STORED(x);
#endif
}

/* Stores one finished point at its place. */
INLINE void put_point(STORE_PARAMETERS, const struct place *p, uint index,
                      REAL x, REAL y)
{
    const long stride = a->out.stride;

    if (index >= a->out.length)
        return;
#if STORE == PAIR
    out[p->out + 2 * index * stride] = x;
    out[p->out + (2 * index + 1) * stride] = y;
#else
    put(out + p->out + index * stride, x, y, range, colors);
#endif
}
#endif

/* ---- runs of bins that are neighbours ---- */

#if defined(SHAPE_ROWS) || defined(RUNS)
/* Whether the `points` of each transform are neighbours, and all of them are
   stored. */
INLINE bool can_store_runs(const struct pass *a, uint points)
{
#if !PLAIN_STORE && !QUANTITY_RUNS && !SIDED_RUNS ||                           \
    STORE != COMPLEX && INNER >= 1
    return false;
#elif INNER >= 1
    return a->out.stride == 1 && a->out.index[0] == 1 &&
           a->out.length >= points * a->inner[0] * (INNER > 1 ? a->inner[1] : 1);
#else
    return a->out.stride == 1 && a->out.length >= points;
#endif
}

/* Stores finished points k .. k + LANES - 1 where they are neighbours. */
INLINE void write_run(STORE_PARAMETERS, const struct place *p,
                      const long ahead, uint k, VEC re, VEC im)
{
#if PLAIN_STORE
    global out_t *first =
        out + p->out + (STORE == PAIR ? 2 * k : INDEX(out, 0, p) + k);

    write_pairs((global REAL *)first, re, im);
    FETCH_TO_WRITE(first + ahead);
#elif QUANTITY_RUNS
    put_run(out + p->out + k, re, range, colors);
    FETCH_TO_WRITE(out + p->out + k + ahead);
#endif
}

#if SIDED_RUNS
/* Whether bins k .. k + LANES - 1 go side by side. */
INLINE bool are_side_by_side(const struct pass *a, uint k)
{
    return bin_place(a, k) + LANES - 1 == bin_place(a, k + LANES - 1);
}

/* Makes what is stored of these bins. */
INLINE void finish_bins(const struct pass *a, const factors_t factors,
                        global const REAL *restrict gain, uint k, VEC *re,
                        VEC *im)
{
#ifdef GAIN
    const VEC g = VLOAD(0, gain + bin_place(a, k));

    *re *= g;
    *im *= g;
#endif
    finish(factors, re, im);
}

INLINE void put_bins(STORE_PARAMETERS, const struct place *p, const long ahead,
                     uint k, VEC re, VEC im)
{
    global out_t *first = out + p->out + bin_place(a, k);

#if STORE == COMPLEX
    write_pairs((global REAL *)first, re, im);
#else
    put_run(first, re, range, colors);
#endif
    FETCH_TO_WRITE(first + ahead);
}

/* Stores bins k .. k + LANES - 1, raw, and their mirrors, which all lie above
   n/2; false if they do not lie in runs. */
INLINE bool store_sides(STORE_PARAMETERS, const struct place *p,
                        const long ahead, uint k, VEC re, VEC im)
{
    VEC x = re, y = im;

    if (!are_side_by_side(a, k))
        return false;
#ifdef MIRROR
    const uint lowest = a->n - k - (LANES - 1);

    if (k == 0 || 2 * (k + LANES - 1) >= a->n)
        return false;
#endif
    finish_bins(a, factors, gain, k, &x, &y);
    put_bins(STORE_FORWARD, p, ahead, k, x, y);
#ifdef MIRROR
#ifdef GAIN
    x = REVERSE(re);
    y = -REVERSE(im);
    finish_bins(a, factors, gain, lowest, &x, &y);
#else
    x = STORE == PHASE ? -REVERSE(x) : REVERSE(x);
    y = -REVERSE(y);
#endif
    put_bins(STORE_FORWARD, p, ahead, lowest, x, y);
#endif
    return true;
}
#endif

/* Stores points k .. k + LANES - 1, raw. */
INLINE void store_run(STORE_PARAMETERS, const struct place *p, const long ahead,
                      const bool run, uint k, VEC re, VEC im)
{
    REAL x[LANES], y[LANES];

#if PLAIN_STORE || QUANTITY_RUNS
#ifdef TWIDDLE_STORE
    {
        VEC wr, wi;
        store_twiddles(roots, a, (k + LANE_NUMBERS) * p->i0 * a->root_scale,
                       &wr, &wi);
        COMPLEX_MULTIPLY(re, im, wr, wi);
    }
#endif
#ifdef GAIN
    {
        const VEC g = VLOAD(0, gain + k);
        re *= g;
        im *= g;
    }
#endif
    finish(factors, &re, &im);
    if (run) {
        write_run(STORE_FORWARD, p, ahead, k, re, im);
        return;
    }
#endif
#if SIDED_RUNS
    if (run && store_sides(STORE_FORWARD, p, ahead, k, re, im))
        return;
#endif
    VSTORE(re, 0, x);
    VSTORE(im, 0, y);
#pragma nounroll
    for (uint l = 0; l < LANES; l++) {
        const uint index = INDEX(out, k + l, p);
#if PLAIN_STORE || QUANTITY_RUNS
        put_point(STORE_FORWARD, p, index, x[l], y[l]);
#else
        store_point(STORE_FORWARD, p, k + l, index, x[l], y[l]);
#endif
    }
}
#endif
#endif /* LANES > 1 */
