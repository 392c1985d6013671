/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * parameters.cl: the parameters of the kernel of a pass. Each parameter costs
 * every launch some of the host's time, so a pass has only those that it reads:
 * PARAMETERS has a bit of pass.h for each. The others are names with the value
 * null or zero, which nothing reads.
 *
 * factors: sign of the imaginary part at load and at store (-1 makes the
 * forward transform an inverse one), scale, floor in dB. Those of single
 * precision are in struct pass: a parameter less.
 *   SCALE_REST    the scale is two numbers of single precision, the second
 *                 behind them
 */
#include "host/pass.h"
#include "common/complex.cl"

#ifdef SCALE_REST
typedef float8 factors_t;
#define SCALED_BIN(type, x, sign, factors)                                     \
    MULTIPLY_BY_TWO(type, x, (factors).s2 * (sign), (factors).s4 * (sign))
#else
typedef REAL4 factors_t;
#define SCALED_BIN(type, x, sign, factors) ((x) * ((factors).s2 * (sign)))
#endif

#define POINTS_TABLE global const REAL2 *restrict
#define NUMBERS_TABLE global const REAL *restrict
#define INDICES_TABLE global const uint *restrict

/* All parameters, in the order of their bits. */
#define EACH_PARAMETER(what)                                                   \
    PARAMETER(what, HAS_SAMPLE_SCALE, const REAL2, sample_scale, 0)            \
    PARAMETER(what, HAS_TWIDDLE, POINTS_TABLE, twiddle, 0)                     \
    PARAMETER(what, HAS_ROOTS, POINTS_TABLE, roots, 0)                         \
    PARAMETER(what, HAS_REAL_ROOTS, POINTS_TABLE, real_roots, 0)               \
    PARAMETER(what, HAS_WINDOW, NUMBERS_TABLE, window, 0)                      \
    PARAMETER(what, HAS_GAIN, NUMBERS_TABLE, gain, 0)                          \
    PARAMETER(what, HAS_MATRIX, NUMBERS_TABLE, matrix, 0)                      \
    PARAMETER(what, HAS_CHIRP, POINTS_TABLE, chirp, 0)                         \
    PARAMETER(what, HAS_CHIRP_SPECTRUM, POINTS_TABLE, chirp_spectrum, 0)       \
    PARAMETER(what, HAS_MEANS, NUMBERS_TABLE, means, 0)                        \
    PARAMETER(what, HAS_COLORS, INDICES_TABLE, colors, 0)                      \
    PARAMETER(what, HAS_RANGE, const REAL2, range, 0)                          \
    PARAMETER(what, HAS_PERMUTATION, INDICES_TABLE, permutation, 0)            \
    PARAMETER(what, HAS_FACTORS, const factors_t, factors, FACTORS_IN_PASS)    \
    PARAMETER(what, HAS_ACROSS_WINDOW, NUMBERS_TABLE, across_window, 0)

/* Applies one of the macros below to a parameter that the kernel has, or to one
   that it does not have. */
#define PARAMETER(what, has, type, name, otherwise)                            \
    CHOOSE(what, has, type, name, otherwise)
#define CHOOSE(what, has, type, name, otherwise)                               \
    what##has(type, name, otherwise)

#define GIVEN1(type, name, otherwise) , type name
#define GIVEN0(type, name, otherwise)
#define NAMED1(type, name, otherwise) , name
#define NAMED0(type, name, otherwise)
#define ABSENT1(type, name, otherwise)
#define ABSENT0(type, name, otherwise) type name = otherwise;

#define PASS_PARAMETERS                                                        \
    global const in_t *restrict in, global out_t *restrict out,                \
        const struct pass a EACH_PARAMETER(GIVEN)

/* The first line of such a kernel. */
#define PASS_ABSENT EACH_PARAMETER(ABSENT)

/* The parameters by name, for a function with the same parameters. */
#define PASS_NAMED in, out, a EACH_PARAMETER(NAMED)

#ifdef SCALE_REST
#define FACTORS_IN_PASS                                                        \
    (factors_t)(a.factors[0], a.factors[1], a.factors[2], a.factors[3],        \
                a.factors[4], 0, 0, 0)
#else
#define FACTORS_IN_PASS                                                        \
    (factors_t)(a.factors[0], a.factors[1], a.factors[2], a.factors[3])
#endif

#if PARAMETERS & PASS_SAMPLE_SCALE
#define HAS_SAMPLE_SCALE 1
#else
#define HAS_SAMPLE_SCALE 0
#endif
#if PARAMETERS & PASS_TWIDDLE
#define HAS_TWIDDLE 1
#else
#define HAS_TWIDDLE 0
#endif
#if PARAMETERS & PASS_ROOTS
#define HAS_ROOTS 1
#else
#define HAS_ROOTS 0
#endif
#if PARAMETERS & PASS_REAL_ROOTS
#define HAS_REAL_ROOTS 1
#else
#define HAS_REAL_ROOTS 0
#endif
#if PARAMETERS & PASS_WINDOW
#define HAS_WINDOW 1
#else
#define HAS_WINDOW 0
#endif
#if PARAMETERS & PASS_GAIN
#define HAS_GAIN 1
#else
#define HAS_GAIN 0
#endif
#if PARAMETERS & PASS_MATRIX
#define HAS_MATRIX 1
#else
#define HAS_MATRIX 0
#endif
#if PARAMETERS & PASS_CHIRP
#define HAS_CHIRP 1
#else
#define HAS_CHIRP 0
#endif
#if PARAMETERS & PASS_CHIRP_SPECTRUM
#define HAS_CHIRP_SPECTRUM 1
#else
#define HAS_CHIRP_SPECTRUM 0
#endif
#if PARAMETERS & PASS_MEANS
#define HAS_MEANS 1
#else
#define HAS_MEANS 0
#endif
#if PARAMETERS & PASS_COLORS
#define HAS_COLORS 1
#else
#define HAS_COLORS 0
#endif
#if PARAMETERS & PASS_RANGE
#define HAS_RANGE 1
#else
#define HAS_RANGE 0
#endif
#if PARAMETERS & PASS_PERMUTATION
#define HAS_PERMUTATION 1
#else
#define HAS_PERMUTATION 0
#endif
#if PARAMETERS & PASS_FACTORS
#define HAS_FACTORS 1
#else
#define HAS_FACTORS 0
#endif
#if PARAMETERS & PASS_ACROSS_WINDOW
#define HAS_ACROSS_WINDOW 1
#else
#define HAS_ACROSS_WINDOW 0
#endif
