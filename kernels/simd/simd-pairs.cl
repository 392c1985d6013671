/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * simd-pairs.cl: transforms short rows in registers, as vectors of 4 complex
 * numbers as memory has them (pairs.cl).
 *
 * A stage of radix 4, whose results are turned by 4 x 4 points, then one of
 * radix RADIX1, of 4 points side by side. With real and imaginary parts apart,
 * 16 points take 64 instructions instead of 43, mostly to separate the parts
 * and to join them; no stage here is long enough to pay for that.
 */
#ifdef PAIRS

#define TWICE(x) ((x).s00112233)
#define OTHERS(a, b) ((VEC)(a, b, a, b, a, b, a, b))

/* What stays the same from transform to transform. */
struct constants {
    VEC turn;                       /* pairs.cl */
    VEC wr[RADIX1], wi[RADIX1];     /* x w = x wr + CROSSED(x) wi, of leg 1 on */
};

/* `direction`: 1, or -1 for the inverse. */
INLINE void make_constants(struct constants *c, global const REAL *w,
                           const REAL direction)
{
    c->turn = OTHERS(direction, -direction);
#pragma unroll
    for (int k = 1; k < RADIX1; k++) {
        c->wr[k] = TWICE(vload4(k - 1, w));
        c->wi[k] = -c->turn * TWICE(vload4(RADIX1 - 1 + k - 1, w));
    }
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

/* Where run q of 4 points of a leg starts: the last one may overlap. */
#define LEGS_RUN(q) ((q) == 0 ? 0 : (q) + 4 > RADIX1 ? RADIX1 - 4 : (q))

/* Reads points i .. i + 3 of a row; lanes beyond its end have no meaning, and
   nothing is read there. */
INLINE VEC read_leg(global const REAL *row, const int i)
{
    const int beyond = i + 4 - LENGTH;
    const VEC v = VLOAD(0, row + 2 * (beyond > 0 ? LENGTH - 4 : i));

    return beyond == 1 ? v.s23456767 : beyond == 2 ? v.s45674567 : v;
}

/* Runs the first stage of a run that starts at s, from its 4 legs to x, with
   twiddles. */
INLINE void first_of_pairs(VEC *legs, const int s, VEC *x,
                           const struct constants *c)
{
    pairs4(legs, c->turn);
    turn_pairs(legs);
#pragma unroll
    for (int k = 0; k < 4 && k < RADIX1; k++)
        x[s + k] = s + k == 0
                       ? legs[k]
                       : MULTIPLY_ADD(legs[k], c->wr[s + k],
                                      CROSSED(legs[k]) * c->wi[s + k]);
}

/* Runs both stages of a transform in the buffer `x`, or in memory if `run`. */
INLINE void stages_of_pairs(LOAD_PARAMETERS, const struct place *p,
                            const bool run, const long ahead, local REAL *x,
                            const struct constants *c)
{
    VEC v[RADIX1];

#if FIRST_FROM_MEMORY
    if (run) {
#pragma nounroll
        for (uint i = 0; i < LENGTH; i += LANES) {
            const uint k = min(i, (uint)(LENGTH - LANES));
            VEC re, im;

            load_run(LOAD_FORWARD, p, ahead, k, &re, &im);
            VSTORE(re, 0, x + k);
            VSTORE(im, 0, x + IMAGINARY + k);
        }
    }
#endif
#pragma unroll
    for (int q = 0; q < RADIX1; q += 4) {
        const int s = LEGS_RUN(q);
        VEC legs[4];

#pragma unroll
        for (int k = 0; k < 4; k++) {
            legs[k].even = vload4(0, x + k * RADIX1 + s);
            legs[k].odd = vload4(0, x + IMAGINARY + k * RADIX1 + s);
        }
        first_of_pairs(legs, s, v, c);
    }
    JOIN(pairs, RADIX1)(v, c->turn);
#pragma unroll
    for (int k = 0; k < RADIX1; k++) {
        vstore4(v[k].even, k, x);
        vstore4(v[k].odd, k, x + IMAGINARY);
    }
}

/* Rows that lie in memory in the form in which they are computed, and are
   stored so. */
#if PLAIN_LOAD && PLAIN_STORE && STORE == COMPLEX && INNER == 0 &&             \
    !defined(AXES) && !defined(BLUESTEIN) && !defined(FUSE_POST) &&            \
    !defined(TWIDDLE_STORE)
#define ROWS_OF_PAIRS 1

/* Runs transforms t to `end`, as many at a time as lie at equal distances. */
INLINE void run_rows_of_pairs(global const in_t *in, global out_t *out,
                              const struct pass *a, const factors_t factors,
                              uint t, const uint end,
                              const struct constants *c)
{
    const VEC sign = OTHERS(1, factors.y * factors.x);

#pragma nounroll
    while (t < end) {
        const struct place p = place_of(t, a);
        const uint count = HAS_LOOP(1) ? a->loop[0].count : end;
        const uint n = min(count - t % count, end - t);
        global const REAL *from = (global const REAL *)(in + p.in);
        global REAL *to = (global REAL *)(out + p.out);

#pragma nounroll
        for (uint i = n; i > 0; i--) {
            VEC x[RADIX1];

#pragma unroll
            for (int q = 0; q < RADIX1; q += 4) {
                const int s = LEGS_RUN(q);
                VEC legs[4];

#pragma unroll
                for (int k = 0; k < 4; k++)
                    legs[k] = read_leg(from, k * RADIX1 + s);
                first_of_pairs(legs, s, x, c);
            }
            JOIN(pairs, RADIX1)(x, c->turn);
#pragma unroll
            for (int k = 0; k < RADIX1; k++)
                VSTORE(SCALED_BIN(VEC, x[k], sign, factors), k, to);
            from += 2 * a->loop[0].in;
            to += 2 * a->loop[0].out;
        }
        t += n;
    }
}
#else
#define ROWS_OF_PAIRS 0
#endif

#endif /* PAIRS */
