/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * pairs.cl: the transforms of butterfly.cl, of 2 to 32 points, on vectors of
 * complex numbers as memory has them, real and imaginary parts in turns: point
 * j of every transform is x[j], natural order in and out.
 *
 * `turn` is what makes CROSSED(x) turn = -i x, or i x for the inverse: (1, -1,
 * 1, -1 ..) or its negative. The steps are butterfly.cl's, and so are the roots.
 *
 * Which product is rounded and which is contracted with a sum is said, where
 * CPUs contract: the bits are the same wherever these are inlined.
 */
#ifdef PAIRS

#define CROSSED(x) ((x).s10325476)
#undef MULTIPLY_ADD
#if !defined(WITHOUT_FMA) &&                                                   \
    (defined(__FMA__) || defined(__aarch64__) || defined(FP_FAST_FMAF))
#define MULTIPLY_ADD fma
#else
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#endif
/* y + c x, c a number */
#define PLUS_TIMES(y, c, x) MULTIPLY_ADD(x, (VEC)(c), y)

/* x times the root with this cosine and sine */
INLINE VEC rotate_pairs(VEC x, const REAL cosine, const REAL sine,
                        const VEC turn)
{
    return PLUS_TIMES(CROSSED(x) * (turn * sine), cosine, x);
}

/* a - i b and a + i b, b crossed */
INLINE void join_pairs(VEC a, VEC b, const VEC turn, VEC *less, VEC *more)
{
    *less = MULTIPLY_ADD(b, turn, a);
    *more = MULTIPLY_ADD(b, -turn, a);
}

INLINE void pairs2(VEC *x, const VEC turn)
{
    const VEC d = x[0] - x[1];

    x[0] += x[1];
    x[1] = d;
}

INLINE void pairs3(VEC *x, const VEC turn)
{
    const REAL half_sqrt3 = REAL_C(0.866025403784438646763723);
    const VEC s = x[1] + x[2], d = CROSSED(x[1] - x[2]);
    const VEC m = PLUS_TIMES(x[0], -REAL_C(0.5), s);

    x[0] += s;
    join_pairs(m, d, turn * half_sqrt3, &x[1], &x[2]);
}

INLINE void pairs4(VEC *x, const VEC turn)
{
    const VEC e = x[0] + x[2], f = x[0] - x[2];
    const VEC g = x[1] + x[3], h = CROSSED(x[1] - x[3]);

    x[0] = e + g;
    x[2] = e - g;
    join_pairs(f, h, turn, &x[1], &x[3]);
}

/* COSINE, SINE and ROOTSp as primes.cl has them */
#define PAIRS_PRIME(P)                                                         \
    INLINE void pairs##P(VEC *x, const VEC turn)                               \
    {                                                                          \
        const REAL root[P - 1] = ROOTS##P;                                     \
        const VEC z = x[0];                                                    \
        VEC s[P / 2 + 1], d[P / 2 + 1];                                        \
                                                                               \
        _Pragma("unroll") for (int m = 1; m <= P / 2; m++)                     \
        {                                                                      \
            s[m] = x[m] + x[P - m];                                            \
            d[m] = x[m] - x[P - m];                                            \
            x[0] += s[m];                                                      \
        }                                                                      \
        _Pragma("unroll") for (int k = 1; k <= P / 2; k++)                     \
        {                                                                      \
            VEC u = PLUS_TIMES(z, COSINE(P, k), s[1]);                         \
            VEC v = SINE(P, k) * d[1];                                         \
            _Pragma("unroll") for (int m = 2; m <= P / 2; m++)                 \
            {                                                                  \
                u = PLUS_TIMES(u, COSINE(P, k * m % P), s[m]);                 \
                v = PLUS_TIMES(v, SINE(P, k * m % P), d[m]);                   \
            }                                                                  \
            join_pairs(u, CROSSED(v), turn, &x[k], &x[P - k]);                 \
        }                                                                      \
    }
#define ROOTS5                                                                 \
    {REAL_C(0.309016994374947424102293), REAL_C(0.951056516295153572116439),   \
     REAL_C(-0.809016994374947424102293), REAL_C(0.587785252292473129168706)}
PAIRS_PRIME(5)
PAIRS_PRIME(7)
PAIRS_PRIME(11)
PAIRS_PRIME(13)
PAIRS_PRIME(17)

/* 8 = 4 x 2 */
INLINE void pairs8(VEC *x, const VEC turn)
{
    VEC e[4] = {x[0], x[2], x[4], x[6]}, o[4] = {x[1], x[3], x[5], x[7]};

    pairs4(e, turn);
    pairs4(o, turn);
    /* sqrt(2) times the value that it stands for */
    o[1] = MULTIPLY_ADD(CROSSED(o[1]), turn, o[1]);
    o[3] = MULTIPLY_ADD(CROSSED(o[3]), turn, -o[3]);
    x[0] = e[0] + o[0];
    x[4] = e[0] - o[0];
    x[1] = PLUS_TIMES(e[1], SQRT_HALF, o[1]);
    x[5] = PLUS_TIMES(e[1], -SQRT_HALF, o[1]);
    join_pairs(e[2], CROSSED(o[2]), turn, &x[2], &x[6]);
    x[3] = PLUS_TIMES(e[3], SQRT_HALF, o[3]);
    x[7] = PLUS_TIMES(e[3], -SQRT_HALF, o[3]);
}

/* A x B: A points lie B apart, then B side by side. FROM is the point that
   stands at a B + b, TO where the result of that place goes; b is its remainder
   of B, a the whole part. */
#define PAIRS_STEPS(N, A, B, FROM, ROTATE, TO)                                 \
    INLINE void pairs##N(VEC *x, const VEC turn)                               \
    {                                                                          \
        VEC y[N];                                                              \
                                                                               \
        _Pragma("unroll") for (int b = 0; b < B; b++)                          \
        {                                                                      \
            VEC u[A];                                                          \
            _Pragma("unroll") for (int a = 0; a < A; a++) u[a] = x[FROM];      \
            pairs##A(u, turn);                                                 \
            _Pragma("unroll") for (int a = 0; a < A; a++)                      \
            {                                                                  \
                ROTATE;                                                        \
                y[a * B + b] = u[a];                                           \
            }                                                                  \
        }                                                                      \
        _Pragma("unroll") for (int a = 0; a < A; a++)                          \
        {                                                                      \
            pairs##B(y + a * B, turn);                                         \
            _Pragma("unroll") for (int b = 0; b < B; b++)                      \
                x[TO] = y[a * B + b];                                          \
        }                                                                      \
    }

/* with constant twiddles, Cooley-Tukey */
#define PAIRS_COOLEY_TUKEY(N, A, B)                                            \
    constant REAL pairs_roots##N[] = ROOTS##N;                                 \
    PAIRS_STEPS(N, A, B, a * B + b,                                            \
                if (a * b > 0) u[a] = rotate_pairs(                            \
                    u[a], pairs_roots##N[2 * a * b],                           \
                    pairs_roots##N[2 * a * b + 1], turn),                      \
                a + A * b)
/* without a common divisor, Good-Thomas: results by remainders, E = 1 mod A and
   0 mod B */
#define PAIRS_GOOD_THOMAS(N, A, B, E)                                          \
    PAIRS_STEPS(N, A, B, (a * B + b * A) % N, ,                                \
                (a * E + b * (N + 1 - E)) % N)

#define COS_16 REAL_C(0.923879532511286756128183)
#define SIN_16 REAL_C(0.382683432365089771728460)
#define ROOTS16                                                                \
    {1, 0, COS_16, SIN_16, SQRT_HALF, SQRT_HALF, SIN_16, COS_16, 0, 1,         \
     -SIN_16, COS_16, -SQRT_HALF, SQRT_HALF, -COS_16, SIN_16, -1, 0, -COS_16,  \
     -SIN_16}
PAIRS_COOLEY_TUKEY(9, 3, 3)
PAIRS_COOLEY_TUKEY(16, 4, 4)
PAIRS_COOLEY_TUKEY(25, 5, 5)
PAIRS_COOLEY_TUKEY(27, 3, 9)
PAIRS_COOLEY_TUKEY(32, 4, 8)
PAIRS_GOOD_THOMAS(6, 3, 2, 4)
PAIRS_GOOD_THOMAS(10, 2, 5, 5)
PAIRS_GOOD_THOMAS(12, 3, 4, 4)
PAIRS_GOOD_THOMAS(14, 2, 7, 7)
PAIRS_GOOD_THOMAS(15, 3, 5, 10)
PAIRS_GOOD_THOMAS(18, 2, 9, 9)
PAIRS_GOOD_THOMAS(20, 4, 5, 5)
PAIRS_GOOD_THOMAS(21, 3, 7, 7)
PAIRS_GOOD_THOMAS(24, 3, 8, 16)
PAIRS_GOOD_THOMAS(30, 5, 6, 6)

#endif /* PAIRS */
