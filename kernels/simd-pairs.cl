/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * simd-pairs.cl: rows of 16 points, which stay in registers: 4 vectors of 4
 * points as memory has them, real and imaginary parts in turns.
 *
 * Two stages of radix 4 with 4 by 4 points turned between. That takes 43
 * instructions a transform where real and imaginary parts apart take 64, most
 * of what is more to part and to join them: no stage here is long enough to pay
 * for that. 65536 of them take 0.67 of the time in lanes (two cores of an EPYC
 * of Zen 3, 2026-11-24).
 *
 * Which product is rounded and which is contracted with a sum is said, where
 * CPUs contract: the bits are the same wherever this is inlined.
 */
#ifdef PAIRS

#define SWAP(x) ((x).s10325476)
#if defined(__FMA__) || defined(__aarch64__) || defined(FP_FAST_FMAF)
#define MULTIPLY_ADD fma
#else
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#endif
#define TWICE(x) ((x).s00112233)
#define OTHERS(a, b) ((VEC)(a, b, a, b, a, b, a, b))

/* What stays the same from transform to transform. */
struct constants {
    VEC turn;            /* SWAP(x) turn = -i x; i x for inverse transforms */
    VEC wr[4], wi[4];    /* x w = x wr + SWAP(x) wi, of leg 1 on */
};

/* `direction`: 1, or -1 for the inverse. */
INLINE void make_constants(struct constants *c, global const REAL *w,
                           const REAL direction)
{
    c->turn = OTHERS(direction, -direction);
#pragma unroll
    for (int k = 1; k < 4; k++) {
        c->wr[k] = TWICE(JOIN(vload, 4)(k - 1, w));
        c->wi[k] = -c->turn * TWICE(JOIN(vload, 4)(3 + k - 1, w));
    }
}

INLINE void butterfly_of_pairs(VEC *x, const VEC turn)
{
    const VEC e = x[0] + x[2], f = x[0] - x[2];
    const VEC g = x[1] + x[3], h = SWAP(x[1] - x[3]);

    x[0] = e + g;
    x[1] = MULTIPLY_ADD(h, turn, f);
    x[2] = e - g;
    x[3] = MULTIPLY_ADD(h, -turn, f);
}

/* Point j of x[k] becomes point k of x[j]. */
INLINE void turn_pairs(VEC *x)
{
    const VEC a = (VEC)(x[0].s01, x[1].s01, x[0].s45, x[1].s45);
    const VEC b = (VEC)(x[0].s23, x[1].s23, x[0].s67, x[1].s67);
    const VEC c = (VEC)(x[2].s01, x[3].s01, x[2].s45, x[3].s45);
    const VEC d = (VEC)(x[2].s23, x[3].s23, x[2].s67, x[3].s67);

    x[0] = (VEC)(a.lo, c.lo);
    x[1] = (VEC)(b.lo, d.lo);
    x[2] = (VEC)(a.hi, c.hi);
    x[3] = (VEC)(b.hi, d.hi);
}

INLINE void transform_pairs(VEC *x, const struct constants *c)
{
    butterfly_of_pairs(x, c->turn);
    turn_pairs(x);
#pragma unroll
    for (int k = 1; k < 4; k++)
        x[k] = MULTIPLY_ADD(x[k], c->wr[k], SWAP(x[k]) * c->wi[k]);
    butterfly_of_pairs(x, c->turn);
}

/* Of a transform in the buffer `x`, or in memory if `run`. */
INLINE void stages_of_pairs(LOAD_PARAMETERS, const struct place *p,
                            const bool run, const long ahead, local REAL *x,
                            const struct constants *c)
{
    VEC v[4];

#if FIRST_FROM_MEMORY
    if (run) {
#pragma unroll
        for (int i = 0; i < LENGTH; i += LANES) {
            VEC re, im;

            load_run(LOAD_FORWARD, p, ahead, i, &re, &im);
            VSTORE(re, 0, x + i);
            VSTORE(im, 0, x + IMAGINARY + i);
        }
    }
#endif
#pragma unroll
    for (int k = 0; k < 4; k++) {
        v[k].even = vload4(k, x);
        v[k].odd = vload4(k, x + IMAGINARY);
    }
    transform_pairs(v, c);
#pragma unroll
    for (int k = 0; k < 4; k++) {
        vstore4(v[k].even, k, x);
        vstore4(v[k].odd, k, x + IMAGINARY);
    }
}

/* Rows that lie in memory as they are computed, and go back so. */
#if PLAIN_LOAD && PLAIN_STORE && STORE == COMPLEX && INNER == 0 &&             \
    !defined(AXES) && !defined(BLUESTEIN) && !defined(FUSE_POST) &&            \
    !defined(TWIDDLE_STORE)
#define ROWS_OF_PAIRS 1

/* Transforms t to `end`, as many at a time as lie at equal distances. */
INLINE void run_rows_of_pairs(global const in_t *in, global out_t *out,
                              const struct pass *a, const REAL4 factors,
                              uint t, const uint end,
                              const struct constants *c)
{
    const VEC scale = OTHERS(factors.z, factors.z * factors.y * factors.x);

#pragma nounroll
    while (t < end) {
        const struct place p = place_of(t, a);
        const uint row = HAS_LOOP(1) ? t % a->loop[0].count : 0;
        const uint left = HAS_LOOP(1) ? a->loop[0].count - row : end - t;
        global const REAL *from = (global const REAL *)(in + p.in);
        global REAL *to = (global REAL *)(out + p.out);

#pragma nounroll
        for (uint n = min(left, end - t); n > 0; n--) {
            VEC x[4];

#pragma unroll
            for (int k = 0; k < 4; k++)
                x[k] = VLOAD(k, from);
            transform_pairs(x, c);
#pragma unroll
            for (int k = 0; k < 4; k++)
                VSTORE(x[k] * scale, k, to);
            from += 2 * a->loop[0].in;
            to += 2 * a->loop[0].out;
        }
        t += min(left, end - t);
    }
}
#else
#define ROWS_OF_PAIRS 0
#endif

#endif /* PAIRS */
