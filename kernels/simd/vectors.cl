/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * vectors.cl: vectors of LANES numbers, for CPUs. Kernels of single numbers
 * have nothing of it.
 */
#if LANES > 1
#if !(LANES == 8 || LANES == (defined(PRECISION_DOUBLE) ? 4 : 16))
#error "LANES must be 8 or 16, or 4 or 8 in double precision"
#endif

#define VLOAD JOIN(vload, LANES)
#define VSTORE JOIN(vstore, LANES)
#define VSTORE_HALF(x, n, at)                                                  \
    JOIN(JOIN(vstore_half, LANES), _rte)(x, n, (global half *)(at))
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

/* Turns LANES vectors: number j of v[k] becomes number k of v[j]. Moves inside
   a block of 16 bytes come first: CPUs do these in half the time that they take
   between blocks. */
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

/* Fetches memory that will be read or written soon, where the compiler makes
   code for a CPU itself; addresses need not exist. OpenCL's prefetch() does
   nothing in PoCL 3.1. */
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
#endif /* LANES > 1 */
