/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * simd.cl: what both shapes of the simd schedule share. A work-item runs
 * whole tiles of transforms by itself, in vectors of LANES numbers; its
 * points rest in local memory between the stages of a Stockham transform.
 *
 *   LENGTH, RADIX0..RADIX4   product of the radices = LENGTH
 *   LANES        8 or 16 (float), 4 or 8 (double)
 *   SHAPE_LANES  a lane is a transform (simd-lanes.cl)
 *   SHAPE_ROWS   lanes run along the butterflies of one (simd-rows.cl)
 *   FUSE_POST    real transform of 2*LENGTH points: untangle before the store
 *   BLUESTEIN    convolve with chirp_spectrum: two transforms in one
 *   RADER        the same around LENGTH + 1 points, a prime, in rows: point g^m
 *                is permutation[m], result g^-m lies there (method_rader.c)
 */
#if !defined(LENGTH) || !defined(RADIX0)
#error "LENGTH and RADIX0 must be defined"
#endif
#if !(LANES == 8 || LANES == (defined(PRECISION_DOUBLE) ? 4 : 16))
#error "LANES must be 8 or 16, or 4 or 8 in double precision"
#endif
#if defined(SHAPE_ROWS) == defined(SHAPE_LANES)
#error "one of SHAPE_ROWS and SHAPE_LANES must be defined"
#endif

/* Span of stage i (product of the radices before it), its twiddles' place. */
#define SPAN0 1
#define SPAN1 (RADIX0)
#define TABLE1 0
#ifdef RADIX1
#define SPAN2 (SPAN1 * RADIX1)
#define TABLE2 (TABLE1 + (RADIX1 - 1) * SPAN1)
#endif
#ifdef RADIX2
#define SPAN3 (SPAN2 * RADIX2)
#define TABLE3 (TABLE2 + (RADIX2 - 1) * SPAN2)
#endif
#ifdef RADIX3
#define SPAN4 (SPAN3 * RADIX3)
#define TABLE4 (TABLE3 + (RADIX3 - 1) * SPAN3)
#endif

#if defined(RADIX4)
#define STAGES 5
#define LAST_RADIX RADIX4
#elif defined(RADIX3)
#define STAGES 4
#define LAST_RADIX RADIX3
#elif defined(RADIX2)
#define STAGES 3
#define LAST_RADIX RADIX2
#elif defined(RADIX1)
#define STAGES 2
#define LAST_RADIX RADIX1
#else
#define STAGES 1
#define LAST_RADIX RADIX0
#endif
#define LAST_SPAN (LENGTH / LAST_RADIX)

/* Can points come straight from memory, without a hook for each of them? */
#if LOAD == COMPLEX && SAMPLE == 0 && !defined(CHIRP_LOAD) &&                  \
    !defined(RADER) && !(defined(WINDOW) && defined(SHAPE_ROWS))
#define PLAIN_LOAD 1
#else
#define PLAIN_LOAD 0
#endif
#if (LOAD == PAIR || LOAD == REAL_ONLY) && !defined(MATRIX) &&                 \
    !defined(CHIRP_LOAD) && !defined(RADER) && !defined(SAMPLE_SWAP) &&        \
    (SAMPLE <= 4 || (SAMPLE >= 11 && SAMPLE <= 15) || SAMPLE >= 17)
#define SAMPLE_RUNS 1
#else
#define SAMPLE_RUNS 0
#endif
#if LOAD == HALF && !defined(CHIRP_LOAD) && !defined(RADER) && INNER == 0
#define HALF_RUNS 1
#else
#define HALF_RUNS 0
#endif
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

/* bins of one axis that go elsewhere than side by side, their conjugates too */
#if (defined(MIRROR) || defined(ROTATE)) && !defined(AXES) &&                  \
    (INNER == 0 || defined(SHAPE_LANES) && !defined(GAIN)) &&                  \
    !defined(SPECTRUM_STORE) && !defined(CHIRP_STORE) &&                       \
    !defined(TWIDDLE_STORE) && !defined(RADER) && STORE != REAL_ONLY &&        \
    STORE != PAIR
#define SIDED_RUNS 1
#else
#define SIDED_RUNS 0
#endif

/* the arguments of load_point() inside a function that has them */
#define LOAD_FORWARD                                                           \
    in, a, factors, sample_scale, real_roots, window, matrix, chirp, means

/*
 * What a kernel calls for its chunk of transforms. PoCL 3.1 makes three
 * functions of a kernel, each with all that it calls inside: this one is made
 * once. It is not static, for that PoCL's LLVM 15 dies of.
 */
#define CHUNK_FUNCTION __attribute__((noinline)) void
#define CHUNK_NUMBER (get_group_id(0) + get_group_id(1) * get_num_groups(0))

/* ---- vectors ---- */

#define VLOAD JOIN(vload, LANES)
#define VSTORE JOIN(vstore, LANES)
#define UINTS JOIN(uint, LANES)
#define TO_REALS JOIN(convert_, VEC)
#define TO_INTS JOIN(convert_int, LANES)
#define AS_INTS JOIN(as_int, LANES)
#define AS_REALS JOIN(as_, VEC)
#define INTS JOIN(int, LANES)
#if LANES == 16
#define ZIP_LOW(a, b)                                                          \
    ((VEC)(a.s0, b.s0, a.s1, b.s1, a.s2, b.s2, a.s3, b.s3, a.s4, b.s4, a.s5,   \
           b.s5, a.s6, b.s6, a.s7, b.s7))
#define ZIP_HIGH(a, b)                                                         \
    ((VEC)(a.s8, b.s8, a.s9, b.s9, a.sa, b.sa, a.sb, b.sb, a.sc, b.sc, a.sd,   \
           b.sd, a.se, b.se, a.sf, b.sf))
#define REVERSE(a) ((a).sfedcba9876543210)
#define LANE_NUMBERS                                                           \
    ((UINTS)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#elif LANES == 8
#define ZIP_LOW(a, b) ((VEC)(a.s0, b.s0, a.s1, b.s1, a.s2, b.s2, a.s3, b.s3))
#define ZIP_HIGH(a, b) ((VEC)(a.s4, b.s4, a.s5, b.s5, a.s6, b.s6, a.s7, b.s7))
#define REVERSE(a) ((a).s76543210)
#define LANE_NUMBERS ((UINTS)(0, 1, 2, 3, 4, 5, 6, 7))
#else
#define ZIP_LOW(a, b) ((VEC)(a.s0, b.s0, a.s1, b.s1))
#define ZIP_HIGH(a, b) ((VEC)(a.s2, b.s2, a.s3, b.s3))
#define REVERSE(a) ((a).s3210)
#define LANE_NUMBERS ((UINTS)(0, 1, 2, 3))
#endif
#define EVEN(a, b) ((VEC)((a).even, (b).even))
#define ODD(a, b) ((VEC)((a).odd, (b).odd))

/*
 * Turns LANES vectors: number j of v[k] becomes number k of v[j]. What moves
 * inside a block of 16 bytes moves first: CPUs do that in half the time that
 * they take from block to block.
 */
#define POINTS_A_BLOCK (16 / (int)sizeof(REAL))
#if LANES * (defined(PRECISION_DOUBLE) ? 2 : 1) == 8
#define EACH_BLOCK(ZIP, a, b) ((VEC)(ZIP(a.lo, b.lo), ZIP(a.hi, b.hi)))
#else
#define EACH_BLOCK(ZIP, a, b)                                                  \
    ((VEC)(ZIP(a.lo.lo, b.lo.lo), ZIP(a.lo.hi, b.lo.hi),                       \
           ZIP(a.hi.lo, b.hi.lo), ZIP(a.hi.hi, b.hi.hi)))
#define FOUR_BLOCKS
#define EVEN_BLOCKS(a, b) ((VEC)(a.lo.lo, a.hi.lo, b.lo.lo, b.hi.lo))
#define ODD_BLOCKS(a, b) ((VEC)(a.lo.hi, a.hi.hi, b.lo.hi, b.hi.hi))
#endif
#ifdef PRECISION_DOUBLE
#define ZIPPED_LOW(a, b) a.lo, b.lo
#define ZIPPED_HIGH(a, b) a.hi, b.hi
#else
#define ZIPPED_LOW(a, b) a.s0, b.s0, a.s1, b.s1
#define ZIPPED_HIGH(a, b) a.s2, b.s2, a.s3, b.s3
#define PAIRED_LOW(a, b) a.lo, b.lo
#define PAIRED_HIGH(a, b) a.hi, b.hi
#endif

INLINE void turn(VEC *v)
{
    VEC w[LANES];

    /* the block of numbers i to i + POINTS_A_BLOCK of each row of blocks */
#pragma unroll
    for (int i = 0; i < LANES; i += POINTS_A_BLOCK) {
#ifdef PRECISION_DOUBLE
        w[i] = EACH_BLOCK(ZIPPED_LOW, v[i], v[i + 1]);
        w[i + 1] = EACH_BLOCK(ZIPPED_HIGH, v[i], v[i + 1]);
#else
        const VEC a = EACH_BLOCK(ZIPPED_LOW, v[i], v[i + 1]);
        const VEC b = EACH_BLOCK(ZIPPED_HIGH, v[i], v[i + 1]);
        const VEC c = EACH_BLOCK(ZIPPED_LOW, v[i + 2], v[i + 3]);
        const VEC d = EACH_BLOCK(ZIPPED_HIGH, v[i + 2], v[i + 3]);

        w[i] = EACH_BLOCK(PAIRED_LOW, a, c);
        w[i + 1] = EACH_BLOCK(PAIRED_HIGH, a, c);
        w[i + 2] = EACH_BLOCK(PAIRED_LOW, b, d);
        w[i + 3] = EACH_BLOCK(PAIRED_HIGH, b, d);
#endif
    }
    /* blocks: number j of w[i] and of those POINTS_A_BLOCK apart */
#pragma unroll
    for (int i = 0; i < POINTS_A_BLOCK; i++) {
#ifdef FOUR_BLOCKS
        const int n = POINTS_A_BLOCK;
        const VEC a = (VEC)(w[i].lo, w[i + n].lo);
        const VEC b = (VEC)(w[i].hi, w[i + n].hi);
        const VEC c = (VEC)(w[i + 2 * n].lo, w[i + 3 * n].lo);
        const VEC d = (VEC)(w[i + 2 * n].hi, w[i + 3 * n].hi);

        v[i] = EVEN_BLOCKS(a, c);
        v[i + n] = ODD_BLOCKS(a, c);
        v[i + 2 * n] = EVEN_BLOCKS(b, d);
        v[i + 3 * n] = ODD_BLOCKS(b, d);
#else
        v[i] = (VEC)(w[i].lo, w[i + POINTS_A_BLOCK].lo);
        v[i + POINTS_A_BLOCK] = (VEC)(w[i].hi, w[i + POINTS_A_BLOCK].hi);
#endif
    }
}

/*
 * Memory that will be read or written soon, where the compiler makes code for
 * a CPU itself; addresses need not exist. OpenCL's prefetch() does nothing in
 * PoCL 3.1.
 */
#if defined(__x86_64__) || defined(__aarch64__)
#define FETCH(p) __builtin_prefetch((const void *)(size_t)(p), 0, 2)
#define FETCH_TO_WRITE(p) __builtin_prefetch((const void *)(size_t)(p), 1, 2)
#else
#define FETCH(p)
#define FETCH_TO_WRITE(p)
#endif

/* (x[2j], x[2j+1]) for LANES j, from and to memory */
INLINE void read_pairs(global const REAL *x, VEC *even, VEC *odd)
{
    const VEC a = VLOAD(0, x), b = VLOAD(1, x);

    *even = EVEN(a, b);
    *odd = ODD(a, b);
}

INLINE void write_pairs(global REAL *x, VEC even, VEC odd)
{
    VSTORE(ZIP_LOW(even, odd), 0, x);
    VSTORE(ZIP_HIGH(even, odd), 1, x);
}

#if SAMPLE_RUNS
#ifdef MEAN
#define MEAN_OF(p) ((REAL2)(means[(p)->mean], means[(p)->mean + 1]))
#else
#define MEAN_OF(p) ((REAL2)(0, 0))
#endif

/* LANES samples from number i of memory, number j of the window, on. */
INLINE VEC read_run(global const sample_t *restrict in, long i, uint j,
                    const REAL sample_scale, const REAL2 mean,
                    global const REAL *restrict window)
{
#if SAMPLE == 0
    VEC x = VLOAD(0, in + i);
#elif SAMPLE == 2
    VEC x = TO_REALS(TO_INTS(VLOAD(0, in + i)) - 128);
#elif SAMPLE == 4
    VEC x = TO_REALS(TO_INTS(VLOAD(0, in + i)) - 32768);
#elif SAMPLE == 11
    VEC x = TO_REALS(VLOAD(0, in + i) << 8 >> 8);
#elif SAMPLE == 12
    VEC x = TO_REALS(AS_INTS(VLOAD(0, in + i) << 8 ^ 0x80000000u) >> 8);
#elif SAMPLE == 14
    VEC x = TO_REALS(AS_INTS(VLOAD(0, in + i) ^ 0x80000000u));
#else
    VEC x = TO_REALS(VLOAD(0, in + i));
#endif
#if SAMPLE == 0 && defined(MEAN)
    x -= mean.x;
#elif defined(MEAN)
    x = fma(x, (VEC)sample_scale, -(VEC)mean.x);
#elif SAMPLE != 0
    x *= sample_scale;
#endif
#ifdef WINDOW
    x *= VLOAD(0, window + j);
#endif
#ifdef MEAN
    /* the rest behind the window: before it all samples would round alike */
#ifdef WINDOW
    x -= mean.y * VLOAD(0, window + j);
#else
    x -= mean.y;
#endif
#endif
    return x;
}
#endif

/* ---- roots of unity ---- */

/* root_of_unity() for LANES numbers */
INLINE void roots_at(global const REAL2 *restrict roots, UINTS m, uint shift,
                     VEC *wr, VEC *wi)
{
    uint number[LANES];
    REAL re[LANES], im[LANES];

    VSTORE(m, 0, number);
#pragma unroll
    for (int l = 0; l < LANES; l++) {
        const REAL2 w = root_of_unity(roots, number[l], shift);
        re[l] = w.x;
        im[l] = w.y;
    }
    *wr = VLOAD(0, re);
    *wi = VLOAD(0, im);
}

/* root_of_unity() for m, m + 1 .. m + LANES - 1 */
INLINE void roots_from(global const REAL2 *restrict roots, uint m, uint shift,
                       VEC *wr, VEC *wi)
{
    const uint fine = m & ((1u << shift) - 1u), coarse = m >> shift;

    if (fine + LANES > 1u << shift) {
        roots_at(roots, m + LANE_NUMBERS, shift, wr, wi);
        return;
    }
    read_pairs((global const REAL *)(roots + fine), wr, wi);
    if (coarse) {
        const REAL2 w = roots[(1u << shift) + coarse];
        const VEC x = *wr * w.x - *wi * w.y;
        *wi = *wr * w.y + *wi * w.x;
        *wr = x;
    }
}

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

/* ---- store ---- */

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

/* What is stored of LANES bins; x alone where it is one number a bin. */
INLINE void finish(const REAL4 factors, VEC *x, VEC *y)
{
    *x *= factors.z;
    *y *= factors.z * factors.y;
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
/* LANES finished bins side by side. */
INLINE void put_run(global out_t *restrict out, VEC x, const REAL2 range,
                    global const uint *restrict colors)
{
#ifdef PIXEL
    const VEC code = fmin(fmax((x - range.x) * range.y, (VEC)0), (VEC)TOP_CODE);
#endif
#ifndef PIXEL
    VSTORE(x, 0, out);
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
INLINE void put(global out_t *restrict out, REAL x, REAL y, const REAL2 range,
                global const uint *restrict colors)
{
#if STORE == COMPLEX
    *out = (REAL2)(x, y);
#else
    *out = STORED(x);
#endif
}

/* Puts one finished point to its place. */
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
