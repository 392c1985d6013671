/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * butterfly.cl: forward transforms of 2..21, 23, 24, 25, 27, 29..32 points in
 * registers, natural order in and out:
 *
 *   X[k] = sum_j x[j] exp(-2 pi i jk / R)
 *
 * 8, 9, 16, 25, 27 and 32 are Cooley-Tukey steps with constant twiddles, 6, 10,
 * 12, 14, 15, 18, 20, 21, 24 and 30 Good-Thomas steps (no twiddles); primes from
 * 7 on are in primes.cl.
 */
#include "common/primes.cl"

INLINE void butterfly2_at(VEC *re, VEC *im, int a, int b)
{
    const VEC tr = re[a] - re[b], ti = im[a] - im[b];

    re[a] += re[b];
    im[a] += im[b];
    re[b] = tr;
    im[b] = ti;
}

INLINE void butterfly4_at(VEC *re, VEC *im, int a, int b, int c, int d)
{
    const VEC er = re[a] + re[c], ei = im[a] + im[c];
    const VEC fr = re[a] - re[c], fi = im[a] - im[c];
    const VEC gr = re[b] + re[d], gi = im[b] + im[d];
    const VEC hr = re[b] - re[d], hi = im[b] - im[d];

    re[a] = er + gr;
    im[a] = ei + gi;
    re[b] = fr + hi;
    im[b] = fi - hr;
    re[c] = er - gr;
    im[c] = ei - gi;
    re[d] = fr - hi;
    im[d] = fi + hr;
}

INLINE void butterfly3_at(VEC *re, VEC *im, int a, int b, int c)
{
    const REAL half_sqrt3 = REAL_C(0.866025403784438646763723);
    const VEC sr = re[b] + re[c], si = im[b] + im[c];
    const VEC dr = (re[b] - re[c]) * half_sqrt3;
    const VEC di = (im[b] - im[c]) * half_sqrt3;
    const VEC mr = re[a] - REAL_C(0.5) * sr, mi = im[a] - REAL_C(0.5) * si;

    re[a] += sr;
    im[a] += si;
    re[b] = mr + di;
    im[b] = mi - dr;
    re[c] = mr - di;
    im[c] = mi + dr;
}

INLINE void butterfly5_at(VEC *re, VEC *im, int a, int b, int c, int d, int e)
{
    const REAL c1 = REAL_C(0.309016994374947424102293);
    const REAL c2 = REAL_C(-0.809016994374947424102293);
    const REAL s1 = REAL_C(0.951056516295153572116439);
    const REAL s2 = REAL_C(0.587785252292473129168706);
    const VEC p1r = re[b] + re[e], p1i = im[b] + im[e];
    const VEC m1r = re[b] - re[e], m1i = im[b] - im[e];
    const VEC p2r = re[c] + re[d], p2i = im[c] + im[d];
    const VEC m2r = re[c] - re[d], m2i = im[c] - im[d];
    const VEC u1r = re[a] + c1 * p1r + c2 * p2r;
    const VEC u1i = im[a] + c1 * p1i + c2 * p2i;
    const VEC u2r = re[a] + c2 * p1r + c1 * p2r;
    const VEC u2i = im[a] + c2 * p1i + c1 * p2i;
    const VEC v1r = s1 * m1r + s2 * m2r, v1i = s1 * m1i + s2 * m2i;
    const VEC v2r = s2 * m1r - s1 * m2r, v2i = s2 * m1i - s1 * m2i;

    re[a] += p1r + p2r;
    im[a] += p1i + p2i;
    re[b] = u1r + v1i;
    im[b] = u1i - v1r;
    re[e] = u1r - v1i;
    im[e] = u1i + v1r;
    re[c] = u2r + v2i;
    im[c] = u2i - v2r;
    re[d] = u2r - v2i;
    im[d] = u2i + v2r;
}

#define SWAP(a, b)                                                             \
    do {                                                                       \
        VEC t_ = re[a];                                                        \
        re[a] = re[b];                                                         \
        re[b] = t_;                                                            \
        t_ = im[a];                                                            \
        im[a] = im[b];                                                         \
        im[b] = t_;                                                            \
    } while (0)

INLINE void butterfly1(VEC *re, VEC *im)
{
}

INLINE void butterfly2(VEC *re, VEC *im)
{
    butterfly2_at(re, im, 0, 1);
}

INLINE void butterfly3(VEC *re, VEC *im)
{
    butterfly3_at(re, im, 0, 1, 2);
}

INLINE void butterfly4(VEC *re, VEC *im)
{
    butterfly4_at(re, im, 0, 1, 2, 3);
}

INLINE void butterfly5(VEC *re, VEC *im)
{
    butterfly5_at(re, im, 0, 1, 2, 3, 4);
}

#define SQRT_HALF REAL_C(0.707106781186547524400844)

/* x *= exp(-i pi/4), exp(-i pi/2), exp(-3 i pi/4) */
#define ROTATE1(k)                                                             \
    do {                                                                       \
        const VEC t_ = (re[k] + im[k]) * SQRT_HALF;                            \
        im[k] = (im[k] - re[k]) * SQRT_HALF;                                   \
        re[k] = t_;                                                            \
    } while (0)
#define ROTATE2(k)                                                             \
    do {                                                                       \
        const VEC t_ = im[k];                                                  \
        im[k] = -re[k];                                                        \
        re[k] = t_;                                                            \
    } while (0)
#define ROTATE3(k)                                                             \
    do {                                                                       \
        const VEC t_ = (im[k] - re[k]) * SQRT_HALF;                            \
        im[k] = -(re[k] + im[k]) * SQRT_HALF;                                  \
        re[k] = t_;                                                            \
    } while (0)

/* 8 = 4 x 2: even and odd fours, then pairs */
INLINE void butterfly8_at(VEC *re, VEC *im, int o)
{
    VEC xr[8], xi[8];

    butterfly4_at(re, im, o, o + 2, o + 4, o + 6);
    butterfly4_at(re, im, o + 1, o + 3, o + 5, o + 7);
    ROTATE1(o + 3);
    ROTATE2(o + 5);
    ROTATE3(o + 7);
#pragma unroll
    for (int k = 0; k < 4; k++) {
        xr[k] = re[o + 2 * k] + re[o + 2 * k + 1];
        xi[k] = im[o + 2 * k] + im[o + 2 * k + 1];
        xr[k + 4] = re[o + 2 * k] - re[o + 2 * k + 1];
        xi[k + 4] = im[o + 2 * k] - im[o + 2 * k + 1];
    }
#pragma unroll
    for (int k = 0; k < 8; k++) {
        re[o + k] = xr[k];
        im[o + k] = xi[k];
    }
}

INLINE void butterfly8(VEC *re, VEC *im)
{
    butterfly8_at(re, im, 0);
}

/* A x B with constant twiddles, Cooley-Tukey: A points lie B apart, then B side
   by side. ROOTSn: as above for m <= (A - 1) (B - 1). */
#define COOLEY_TUKEY(N, A, B, OVER_A, OVER_B)                                  \
    INLINE void butterfly##N(VEC *re, VEC *im)                                 \
    {                                                                          \
        const REAL root[] = ROOTS##N;                                          \
        VEC xr[N], xi[N];                                                      \
                                                                               \
        _Pragma("unroll") for (int b = 0; b < B; b++)                          \
        {                                                                      \
            OVER_A;                                                            \
            _Pragma("unroll") for (int a = 1; a < A; a++) if (b > 0)           \
                COMPLEX_MULTIPLY(re[B * a + b], im[B * a + b],                 \
                                 root[2 * a * b], -root[2 * a * b + 1]);       \
        }                                                                      \
        _Pragma("unroll") for (int a = 0; a < A; a++)                          \
        {                                                                      \
            OVER_B(re + B * a, im + B * a);                                    \
            _Pragma("unroll") for (int b = 0; b < B; b++)                      \
            {                                                                  \
                xr[a + A * b] = re[B * a + b];                                 \
                xi[a + A * b] = im[B * a + b];                                 \
            }                                                                  \
        }                                                                      \
        _Pragma("unroll") for (int k = 0; k < N; k++)                          \
        {                                                                      \
            re[k] = xr[k];                                                     \
            im[k] = xi[k];                                                     \
        }                                                                      \
    }

#define ROOTS9                                                                 \
    {REAL_C(1.00000000000000000000000), REAL_C(0.0),                           \
     REAL_C(0.766044443118978035202393), REAL_C(0.642787609686539326322643),   \
     REAL_C(0.173648177666930348851717), REAL_C(0.984807753012208059366743),   \
     REAL_C(-0.500000000000000000000000), REAL_C(0.866025403784438646763723),  \
     REAL_C(-0.939692620785908384054109), REAL_C(0.342020143325668733044100)}
COOLEY_TUKEY(9, 3, 3, butterfly3_at(re, im, b, b + 3, b + 6), butterfly3)

/* A x B without a common divisor, Good-Thomas: j = B a + A b, k by remainders;
   A points lie B apart, then B side by side. */
#define GOOD_THOMAS(N, A, B, OVER_A, OVER_B)                                   \
    INLINE void butterfly##N(VEC *re, VEC *im)                                 \
    {                                                                          \
        VEC xr[N], xi[N];                                                      \
                                                                               \
        _Pragma("unroll") for (int k = 0; k < N; k++)                          \
        {                                                                      \
            const int j = (k / (B) * (B) + k % (B) * (A)) % N;                 \
            xr[k] = re[j];                                                     \
            xi[k] = im[j];                                                     \
        }                                                                      \
        _Pragma("unroll") for (int b = 0; b < B; b++) OVER_A;                  \
        _Pragma("unroll") for (int a = 0; a < A; a++)                          \
            OVER_B(xr + a * B, xi + a * B);                                    \
        _Pragma("unroll") for (int k = 0; k < N; k++)                          \
        {                                                                      \
            re[k] = xr[k % (A) * (B) + k % (B)];                               \
            im[k] = xi[k % (A) * (B) + k % (B)];                               \
        }                                                                      \
    }

GOOD_THOMAS(6, 2, 3, butterfly2_at(xr, xi, b, b + 3), butterfly3)
GOOD_THOMAS(10, 2, 5, butterfly2_at(xr, xi, b, b + 5), butterfly5)
GOOD_THOMAS(12, 4, 3, butterfly4_at(xr, xi, b, b + 3, b + 6, b + 9), butterfly3)
GOOD_THOMAS(14, 2, 7, butterfly2_at(xr, xi, b, b + 7), butterfly7)
GOOD_THOMAS(15, 3, 5, butterfly3_at(xr, xi, b, b + 5, b + 10), butterfly5)
GOOD_THOMAS(18, 2, 9, butterfly2_at(xr, xi, b, b + 9), butterfly9)
GOOD_THOMAS(20, 4, 5, butterfly4_at(xr, xi, b, b + 5, b + 10, b + 15),
            butterfly5)
GOOD_THOMAS(21, 3, 7, butterfly3_at(xr, xi, b, b + 7, b + 14), butterfly7)
GOOD_THOMAS(24, 3, 8, butterfly3_at(xr, xi, b, b + 8, b + 16), butterfly8)
GOOD_THOMAS(30, 2, 15, butterfly2_at(xr, xi, b, b + 15), butterfly15)

/* 16 = 4 x 4 */
INLINE void butterfly16(VEC *re, VEC *im)
{
    const REAL c = REAL_C(0.923879532511286756128183);
    const REAL s = REAL_C(0.382683432365089771728460);

    butterfly4_at(re, im, 0, 4, 8, 12);
    butterfly4_at(re, im, 1, 5, 9, 13);
    butterfly4_at(re, im, 2, 6, 10, 14);
    butterfly4_at(re, im, 3, 7, 11, 15);
    COMPLEX_MULTIPLY(re[5], im[5], c, -s);
    ROTATE1(6);
    COMPLEX_MULTIPLY(re[7], im[7], s, -c);
    ROTATE1(9);
    ROTATE2(10);
    ROTATE3(11);
    COMPLEX_MULTIPLY(re[13], im[13], s, -c);
    ROTATE3(14);
    COMPLEX_MULTIPLY(re[15], im[15], -c, s);
    butterfly4_at(re, im, 0, 1, 2, 3);
    butterfly4_at(re, im, 4, 5, 6, 7);
    butterfly4_at(re, im, 8, 9, 10, 11);
    butterfly4_at(re, im, 12, 13, 14, 15);
    SWAP(1, 4);
    SWAP(2, 8);
    SWAP(3, 12);
    SWAP(6, 9);
    SWAP(7, 13);
    SWAP(11, 14);
}

#define ROOTS25                                                                \
    {REAL_C(1.000000000000000000000000), REAL_C(0.0),                          \
     REAL_C(0.968583161128631119490168), REAL_C(0.248689887164854788242284),   \
     REAL_C(0.876306680043863587308116), REAL_C(0.481753674101715274987192),   \
     REAL_C(0.728968627421411523146730), REAL_C(0.684547105928688673732283),   \
     REAL_C(0.535826794978996618271309), REAL_C(0.844327925502015078548558),   \
     REAL_C(0.309016994374947424102293), REAL_C(0.951056516295153572116439),   \
     REAL_C(0.062790519529313376076178), REAL_C(0.998026728428271561952337),   \
     REAL_C(-0.187381314585724630542551), REAL_C(0.982287250728688681085642),  \
     REAL_C(-0.425779291565072648862502), REAL_C(0.904827052466019527713669),  \
     REAL_C(-0.637423989748689710176713), REAL_C(0.770513242775789230803010),  \
     REAL_C(-0.809016994374947424102293), REAL_C(0.587785252292473129168706),  \
     REAL_C(-0.929776485888251403660943), REAL_C(0.368124552684677959156947),  \
     REAL_C(-0.992114701314477831049793), REAL_C(0.125333233564304245373119),  \
     REAL_C(-0.992114701314477831049793), REAL_C(-0.125333233564304245373119), \
     REAL_C(-0.929776485888251403660943), REAL_C(-0.368124552684677959156947), \
     REAL_C(-0.809016994374947424102293), REAL_C(-0.587785252292473129168706), \
     REAL_C(-0.637423989748689710176713), REAL_C(-0.770513242775789230803010)}
COOLEY_TUKEY(25, 5, 5, butterfly5_at(re, im, b, b + 5, b + 10, b + 15, b + 20),
             butterfly5)
#define ROOTS27                                                                \
    {REAL_C(1.00000000000000000000000), REAL_C(0.0),                           \
     REAL_C(0.973044870579823838832885), REAL_C(0.230615870742440178450198),   \
     REAL_C(0.893632640323412248192574), REAL_C(0.448799180200462172785040),   \
     REAL_C(0.766044443118978035202393), REAL_C(0.642787609686539326322643),   \
     REAL_C(0.597158591702786164851852), REAL_C(0.802123192755043785083295),   \
     REAL_C(0.396079766039156823696043), REAL_C(0.918216106880274014758961),   \
     REAL_C(0.173648177666930348851717), REAL_C(0.984807753012208059366743),   \
     REAL_C(-0.0581448289104758285387480), REAL_C(0.998308158271268208047821), \
     REAL_C(-0.286803232711090253103280), REAL_C(0.957989512315488874437375),  \
     REAL_C(-0.500000000000000000000000), REAL_C(0.866025403784438646763723),  \
     REAL_C(-0.686241637868733585729605), REAL_C(0.727373641573048695987176),  \
     REAL_C(-0.835487811412936419653826), REAL_C(0.549508978070806035262780),  \
     REAL_C(-0.939692620785908384054109), REAL_C(0.342020143325668733044100),  \
     REAL_C(-0.993238357741942988547896), REAL_C(0.116092914125230229675667),  \
     REAL_C(-0.993238357741942988547896), REAL_C(-0.116092914125230229675667), \
     REAL_C(-0.939692620785908384054109), REAL_C(-0.342020143325668733044100), \
     REAL_C(-0.835487811412936419653826), REAL_C(-0.549508978070806035262780)}
COOLEY_TUKEY(27, 3, 9, butterfly3_at(re, im, b, b + 9, b + 18), butterfly9)
#define ROOTS32                                                                \
    {REAL_C(1.00000000000000000000000), REAL_C(0.0),                           \
     REAL_C(0.980785280403230449126182), REAL_C(0.195090322016128267848285),   \
     REAL_C(0.923879532511286756128183), REAL_C(0.382683432365089771728460),   \
     REAL_C(0.831469612302545237078788), REAL_C(0.555570233019602224742831),   \
     REAL_C(0.707106781186547524400844), REAL_C(0.707106781186547524400844),   \
     REAL_C(0.555570233019602224742831), REAL_C(0.831469612302545237078788),   \
     REAL_C(0.382683432365089771728460), REAL_C(0.923879532511286756128183),   \
     REAL_C(0.195090322016128267848285), REAL_C(0.980785280403230449126182),   \
     REAL_C(0.0), REAL_C(1.00000000000000000000000),                           \
     REAL_C(-0.195090322016128267848285), REAL_C(0.980785280403230449126182),  \
     REAL_C(-0.382683432365089771728460), REAL_C(0.923879532511286756128183),  \
     REAL_C(-0.555570233019602224742831), REAL_C(0.831469612302545237078788),  \
     REAL_C(-0.707106781186547524400844), REAL_C(0.707106781186547524400844),  \
     REAL_C(-0.831469612302545237078788), REAL_C(0.555570233019602224742831),  \
     REAL_C(-0.923879532511286756128183), REAL_C(0.382683432365089771728460),  \
     REAL_C(-0.980785280403230449126182), REAL_C(0.195090322016128267848285),  \
     REAL_C(-1.00000000000000000000000), REAL_C(0.0),                          \
     REAL_C(-0.980785280403230449126182), REAL_C(-0.195090322016128267848285), \
     REAL_C(-0.923879532511286756128183), REAL_C(-0.382683432365089771728460), \
     REAL_C(-0.831469612302545237078788), REAL_C(-0.555570233019602224742831), \
     REAL_C(-0.707106781186547524400844), REAL_C(-0.707106781186547524400844), \
     REAL_C(-0.555570233019602224742831), REAL_C(-0.831469612302545237078788)}
COOLEY_TUKEY(32, 4, 8, butterfly4_at(re, im, b, b + 8, b + 16, b + 24),
             butterfly8)

#undef SWAP
