/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * complex.cl: types and complex arithmetic. REAL is the precision of the
 * plan; VEC is what one lane-parallel number is: REAL itself, or a vector of
 * LANES of them in the simd schedule. Real and imaginary parts stay in
 * separate variables, so one text serves both.
 */
#include "common/builtins.cl"

#ifdef PRECISION_DOUBLE
typedef double REAL;
typedef double2 REAL2;
typedef double4 REAL4;
#define REAL_C(x) x
#else
typedef float REAL;
typedef float2 REAL2;
typedef float4 REAL4;
#define REAL_C(x) x##f
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define INLINE static inline __attribute__((always_inline))

/* a * b + c where it does not matter whether that is rounded once or twice.
   Devices that have no fma (CL_FP_FMA) take long for one, or, as Mesa 26 with
   llvmpipe, cannot link it. */
#ifdef WITHOUT_FMA
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#else
#define MULTIPLY_ADD(a, b, c) fma(a, b, c)
#endif

/*
 * x less a part of it, of which the rest stays. Of the two numbers that one is
 * used which is not near 1, where it has few digits: a rest of 4e-8 would be 0
 * or 6e-8, and a level that falls by 100 dB would keep the error.
 */
#define WITHOUT_PART(x, part, rest)                                            \
    ((rest) < REAL_C(0.5) ? (rest) * (x) : MULTIPLY_ADD(-(part), x, x))

/*
 * x, of this type, times high + low. A factor that is rounded to one number
 * makes the same error in everything that it multiplies, so that transforms are
 * wrong as a whole: 1/255 by 0.99 of 2^-24. Both parts have one sign, and what
 * is infinite stays so.
 */
#define MULTIPLY_BY_TWO(type, x, high, low)                                    \
    MULTIPLY_ADD(x, (type)(high), (x) * (low))

#ifndef LANES
#define LANES 1
#endif
#if LANES == 1
#define VEC REAL
#elif defined(PRECISION_DOUBLE)
#define VEC JOIN(double, LANES)
#else
#define VEC JOIN(float, LANES)
#endif

/* (ar, ai) *= (wr, wi), numbers of that type */
#define COMPLEX_MULTIPLY_AS(type, ar, ai, wr, wi)                              \
    do {                                                                       \
        const type product_ = (ar) * (wr) - (ai) * (wi);                       \
        ai = (ar) * (wi) + (ai) * (wr);                                        \
        ar = product_;                                                         \
    } while (0)
#define COMPLEX_MULTIPLY(ar, ai, wr, wi)                                       \
    COMPLEX_MULTIPLY_AS(VEC, ar, ai, wr, wi)

INLINE REAL2 complex_product(REAL2 a, REAL2 b)
{
    return (REAL2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/*
 * exp(-2 pi i m / n) for 0 <= m < n from a table in two parts: the fine part
 * holds the roots of m < 2^shift, the coarse part (behind it) those of the
 * multiples of 2^shift. Short tables have a fine part only.
 */
INLINE REAL2 root_of_unity(global const REAL2 *restrict roots, uint m,
                           uint shift)
{
    REAL2 w = roots[m & ((1u << shift) - 1u)];
    const uint coarse = m >> shift;

    if (coarse)
        w = complex_product(w, roots[(1u << shift) + coarse]);
    return w;
}

#ifndef PRECISION_DOUBLE
/* exp(i a), |a| <= pi / 4: minimax polynomials (Cephes sinf, cosf). */
INLINE REAL2 root_of_angle(float a)
{
    const float z = a * a;
    const float s =
        ((-1.9515295891e-4f * z + 8.3321608736e-3f) * z - 1.6666654611e-1f) *
            z * a + a;
    const float c = (((2.443315711809948e-5f * z - 1.388731625493765e-3f) * z +
                      4.166664568298827e-2f) * z - 0.5f) * z + 1.0f;

    return (REAL2)(c, s);
}

/* w (-i)^turns */
INLINE REAL2 turned(REAL2 w, int turns)
{
    const float x = turns & 1 ? w.y : w.x, y = turns & 1 ? w.x : w.y;

    return (REAL2)(turns & 2 ? -x : x, (turns + 1) & 2 ? -y : y);
}

/*
 * exp(-2 pi i m / n) by polynomial, 0 <= m < n <= 2^25: the integer m is
 * reduced exactly to an eighth of the circle, so no bits of the angle are
 * lost.
 */
INLINE REAL2 root_by_polynomial(uint m, uint n, float quarters)
{
    const int q = convert_int_rte((float)m * quarters); /* quarters = 4 / n */

    return turned(root_of_angle((float)(q * (int)n - (int)(4u * m)) *
                                (quarters * 0.392699081698724154808f)), q);
}

/*
 * exp(-2 pi i k q / n), all its arguments but q constants, 0 <= q < n / of,
 * 0 < k < of, n <= 2^22. The angle is reduced exactly, as above, and only if
 * it can leave an eighth of the circle; q is a whole number and k q one of 24
 * bits, so no conversion is needed.
 */
INLINE REAL2 root_of_leg(float q, uint k, uint of, uint n)
{
    const float unit = 6.28318530717958647693f / n;
    /* the lowest bits of the sum are the whole number nearest to 4 k q / n */
    const float magic = 12582912.0f;
    const float sum = q * (4.0f * k / n) + magic;

    if (8 * k <= of)
        return root_of_angle(q * (-unit * k));
    return turned(root_of_angle(((sum - magic) * (0.25f * n) - q * k) * unit),
                  as_int(sum));
}
#endif

/*
 * ---- 2h real numbers as h complex ones: z[j] = x[2j] + i x[2j+1] ----
 *
 * k and h - k go together, w = exp(-2 pi i k / 2h). The sums run from the
 * left: where they are fused no product is rounded.
 */

/*
 * z = Z[k], y = Z[h-k] become the spectrum's X[k], X[h-k]:
 *   (Z[k] + conj Z[h-k]) / 2 -+ i w (Z[k] - conj Z[h-k]) / 2
 * the second one conjugated.
 */
INLINE void untangle(VEC *zr, VEC *zi, VEC *yr, VEC *yi, VEC wr, VEC wi)
{
    const VEC er = REAL_C(0.5) * (*zr + *yr), ei = REAL_C(0.5) * (*zi - *yi);
    const VEC dr = REAL_C(0.5) * (*zi + *yi), di = REAL_C(0.5) * (*yr - *zr);

    *zr = er + dr * wr - di * wi;
    *zi = ei + dr * wi + di * wr;
    *yr = er - dr * wr + di * wi;
    *yi = dr * wi + (di * wr - ei);
}

/*
 * The reverse: u = X[k], v = X[h-k] become conj Z[k], conj Z[h-k], whose
 * transform is conj z. With A, B = X[k] +- conj X[h-k]:
 *   Z[k] = A + i conj(w) B
 */
INLINE void tangle(VEC *ur, VEC *ui, VEC *vr, VEC *vi, VEC wr, VEC wi)
{
    const VEC sr = *ur + *vr, si = *vi - *ui;
    const VEC br = *ur - *vr, bi = -(*ui + *vi);

    *ur = sr + br * wi + bi * wr;
    *ui = si - br * wr + bi * wi;
    *vr = sr - br * wi - bi * wr;
    *vi = bi * wi - (br * wr + si);
}

/* The first of the two results of tangle(); the sums are in another order. */
INLINE REAL2 tangled(REAL2 u, REAL2 v, REAL2 w)
{
    const REAL br = u.x - v.x, bi = -(u.y + v.y);

    return (REAL2)(u.x + v.x + w.x * bi + w.y * br,
                   v.y - u.y - w.x * br + w.y * bi);
}
