/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * prime-stage.cl: stages of lanes.cl whose radix is a prime that butterfly.cl
 * has not: sums of pairs x[j] +- x[R-j], multiplied by cosines and sines from a
 * table. They are loops and not text that grows with the prime, for LLVM takes
 * seconds for long texts.
 *
 *   PRIME and the stage's digit   the place of its cosines and sines in
 *                `twiddle`, in runs of PASS_PRIME_RUN results (roots.h)
 *   LAST_IS_PRIME   the last stage is one
 */

/* The number of terms that are summed by themselves: a sum of sums is rounded
   less than one long sum. */
#define TERMS 16

INLINE void butterfly_prime(global const REAL *restrict root, const int radix,
                            VEC *re, VEC *im, VEC *pair)
{
    const int pairs = radix / 2;
    const VEC zr = re[0], zi = im[0];
    VEC sr = zr, si = zi;

#pragma nounroll
    for (int m = 1; m <= pairs; m++) {
        VEC *p = pair + 4 * (m - 1);
        const int n = radix - m;

        p[0] = re[m] + re[n];
        p[1] = im[m] + im[n];
        p[2] = re[m] - re[n];
        p[3] = im[m] - im[n];
        sr += p[0];
        si += p[1];
    }
    re[0] = sr;
    im[0] = si;
#pragma nounroll
    for (int k = 1; k <= pairs; k += PASS_PRIME_RUN) {
        VEC ur[PASS_PRIME_RUN], ui[PASS_PRIME_RUN];
        VEC vr[PASS_PRIME_RUN], vi[PASS_PRIME_RUN];

#pragma unroll
        for (int i = 0; i < PASS_PRIME_RUN; i++) {
            ur[i] = zr;
            ui[i] = zi;
            vr[i] = vi[i] = 0;
        }
#pragma nounroll
        for (int first = 0; first < pairs; first += TERMS) {
            const int end = min(first + TERMS, pairs);
            VEC cr[PASS_PRIME_RUN], ci[PASS_PRIME_RUN];
            VEC dr[PASS_PRIME_RUN], di[PASS_PRIME_RUN];

#pragma unroll
            for (int i = 0; i < PASS_PRIME_RUN; i++)
                cr[i] = ci[i] = dr[i] = di[i] = 0;
#pragma nounroll
            for (int m = first; m < end; m++) {
                const VEC *p = pair + 4 * m;

#pragma unroll
                for (int i = 0; i < PASS_PRIME_RUN; i++) {
                    cr[i] += root[2 * i] * p[0];
                    ci[i] += root[2 * i] * p[1];
                    dr[i] += root[2 * i + 1] * p[2];
                    di[i] += root[2 * i + 1] * p[3];
                }
                root += 2 * PASS_PRIME_RUN;
            }
#pragma unroll
            for (int i = 0; i < PASS_PRIME_RUN; i++) {
                ur[i] += cr[i];
                ui[i] += ci[i];
                vr[i] += dr[i];
                vi[i] += di[i];
            }
        }
#pragma unroll
        for (int i = 0; i < PASS_PRIME_RUN; i++)
            if (k + i <= pairs) {
                re[k + i] = ur[i] + vi[i];
                im[k + i] = ui[i] - vr[i];
                re[radix - k - i] = ur[i] - vi[i];
                im[radix - k - i] = ui[i] + vr[i];
            }
    }
}

#define BUTTERFLY_OF(place, radix, re, im)                                     \
    do {                                                                       \
        VEC pair_[4 * ((radix) / 2)];                                          \
        butterfly_prime((global const REAL *)(twiddle + (place)), radix, re,   \
                        im, pair_);                                            \
    } while (0)

#ifdef PRIME0
#define LEGS0 many
#define BUTTERFLY0(re, im) BUTTERFLY_OF(PRIME0, RADIX0, re, im)
#else
#define LEGS0 few
#define BUTTERFLY0(re, im) JOIN(butterfly, RADIX0)(re, im)
#endif
#ifdef PRIME1
#define LEGS1 many
#define BUTTERFLY1(re, im) BUTTERFLY_OF(PRIME1, RADIX1, re, im)
#else
#define LEGS1 few
#define BUTTERFLY1(re, im) JOIN(butterfly, RADIX1)(re, im)
#endif
#ifdef PRIME2
#define LEGS2 many
#define BUTTERFLY2(re, im) BUTTERFLY_OF(PRIME2, RADIX2, re, im)
#else
#define LEGS2 few
#define BUTTERFLY2(re, im) JOIN(butterfly, RADIX2)(re, im)
#endif
#ifdef PRIME3
#define LEGS3 many
#define BUTTERFLY3(re, im) BUTTERFLY_OF(PRIME3, RADIX3, re, im)
#else
#define LEGS3 few
#define BUTTERFLY3(re, im) JOIN(butterfly, RADIX3)(re, im)
#endif
#ifdef PRIME4
#define LEGS4 many
#define BUTTERFLY4(re, im) BUTTERFLY_OF(PRIME4, RADIX4, re, im)
#else
#define LEGS4 few
#define BUTTERFLY4(re, im) JOIN(butterfly, RADIX4)(re, im)
#endif

#ifdef PRIME0
#define EACH_LEG_OF_FIRST _Pragma("nounroll")
#else
#define EACH_LEG_OF_FIRST _Pragma("unroll")
#endif
#ifdef LAST_IS_PRIME
#define LAST_LEGS many
#define EACH_LEG_OF_LAST _Pragma("nounroll")
#else
#define LAST_LEGS few
#define EACH_LEG_OF_LAST _Pragma("unroll")
#endif
