/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * parameters.cl: what the kernel of a pass is given. Each parameter costs
 * every launch some of the host's time, so a pass has those alone that it
 * reads: PARAMETERS has a bit of pass.h for each. The others are names which
 * nothing reads: null, or zero.
 *
 * factors: sign of the imaginary part at load and at store (-1 makes the
 * forward transform an inverse one), scale, floor in dB. Those of single
 * precision are in struct pass: a parameter less.
 *   SCALE_REST    the scale is two numbers of single precision, the second
 *                 behind them
 */
#ifdef SCALE_REST
typedef float8 factors_t;
#define SCALED_BIN(type, x, sign, factors)                                     \
    MULTIPLY_BY_TWO(type, x, (factors).s2 * (sign), (factors).s4 * (sign))
#else
typedef REAL4 factors_t;
#define SCALED_BIN(type, x, sign, factors) ((x) * ((factors).s2 * (sign)))
#endif

#define GIVEN_POINTS global const REAL2 *
#define GIVEN_NUMBERS global const REAL *

#if PARAMETERS & PASS_SAMPLE_SCALE
#define GIVEN_SAMPLE_SCALE , const REAL2 sample_scale
#define NAMED_SAMPLE_SCALE , sample_scale
#define ABSENT_SAMPLE_SCALE
#else
#define GIVEN_SAMPLE_SCALE
#define NAMED_SAMPLE_SCALE
#define ABSENT_SAMPLE_SCALE const REAL2 sample_scale = 0;
#endif

#if PARAMETERS & PASS_TWIDDLE
#define GIVEN_TWIDDLE , GIVEN_POINTS restrict twiddle
#define NAMED_TWIDDLE , twiddle
#define ABSENT_TWIDDLE
#else
#define GIVEN_TWIDDLE
#define NAMED_TWIDDLE
#define ABSENT_TWIDDLE GIVEN_POINTS const twiddle = 0;
#endif

#if PARAMETERS & PASS_ROOTS
#define GIVEN_ROOTS , GIVEN_POINTS restrict roots
#define NAMED_ROOTS , roots
#define ABSENT_ROOTS
#else
#define GIVEN_ROOTS
#define NAMED_ROOTS
#define ABSENT_ROOTS GIVEN_POINTS const roots = 0;
#endif

#if PARAMETERS & PASS_REAL_ROOTS
#define GIVEN_REAL_ROOTS , GIVEN_POINTS restrict real_roots
#define NAMED_REAL_ROOTS , real_roots
#define ABSENT_REAL_ROOTS
#else
#define GIVEN_REAL_ROOTS
#define NAMED_REAL_ROOTS
#define ABSENT_REAL_ROOTS GIVEN_POINTS const real_roots = 0;
#endif

#if PARAMETERS & PASS_WINDOW
#define GIVEN_WINDOW , GIVEN_NUMBERS restrict window
#define NAMED_WINDOW , window
#define ABSENT_WINDOW
#else
#define GIVEN_WINDOW
#define NAMED_WINDOW
#define ABSENT_WINDOW GIVEN_NUMBERS const window = 0;
#endif

#if PARAMETERS & PASS_GAIN
#define GIVEN_GAIN , GIVEN_NUMBERS restrict gain
#define NAMED_GAIN , gain
#define ABSENT_GAIN
#else
#define GIVEN_GAIN
#define NAMED_GAIN
#define ABSENT_GAIN GIVEN_NUMBERS const gain = 0;
#endif

#if PARAMETERS & PASS_MATRIX
#define GIVEN_MATRIX , GIVEN_NUMBERS restrict matrix
#define NAMED_MATRIX , matrix
#define ABSENT_MATRIX
#else
#define GIVEN_MATRIX
#define NAMED_MATRIX
#define ABSENT_MATRIX GIVEN_NUMBERS const matrix = 0;
#endif

#if PARAMETERS & PASS_CHIRP
#define GIVEN_CHIRP , GIVEN_POINTS restrict chirp
#define NAMED_CHIRP , chirp
#define ABSENT_CHIRP
#else
#define GIVEN_CHIRP
#define NAMED_CHIRP
#define ABSENT_CHIRP GIVEN_POINTS const chirp = 0;
#endif

#if PARAMETERS & PASS_CHIRP_SPECTRUM
#define GIVEN_CHIRP_SPECTRUM , GIVEN_POINTS restrict chirp_spectrum
#define NAMED_CHIRP_SPECTRUM , chirp_spectrum
#define ABSENT_CHIRP_SPECTRUM
#else
#define GIVEN_CHIRP_SPECTRUM
#define NAMED_CHIRP_SPECTRUM
#define ABSENT_CHIRP_SPECTRUM GIVEN_POINTS const chirp_spectrum = 0;
#endif

#if PARAMETERS & PASS_MEANS
#define GIVEN_MEANS , GIVEN_NUMBERS restrict means
#define NAMED_MEANS , means
#define ABSENT_MEANS
#else
#define GIVEN_MEANS
#define NAMED_MEANS
#define ABSENT_MEANS GIVEN_NUMBERS const means = 0;
#endif

#if PARAMETERS & PASS_COLORS
#define GIVEN_COLORS , global const uint *restrict colors
#define NAMED_COLORS , colors
#define ABSENT_COLORS
#else
#define GIVEN_COLORS
#define NAMED_COLORS
#define ABSENT_COLORS global const uint *const colors = 0;
#endif

#if PARAMETERS & PASS_RANGE
#define GIVEN_RANGE , const REAL2 range
#define NAMED_RANGE , range
#define ABSENT_RANGE
#else
#define GIVEN_RANGE
#define NAMED_RANGE
#define ABSENT_RANGE const REAL2 range = 0;
#endif

#if PARAMETERS & PASS_PERMUTATION
#define GIVEN_PERMUTATION , global const uint *restrict permutation
#define NAMED_PERMUTATION , permutation
#define ABSENT_PERMUTATION
#else
#define GIVEN_PERMUTATION
#define NAMED_PERMUTATION
#define ABSENT_PERMUTATION global const uint *const permutation = 0;
#endif

#if PARAMETERS & PASS_FACTORS
#define GIVEN_FACTORS , const factors_t factors
#define NAMED_FACTORS , factors
#define ABSENT_FACTORS
#else
#define GIVEN_FACTORS
#define NAMED_FACTORS
#ifdef SCALE_REST
#define ABSENT_FACTORS                                                         \
    const factors_t factors =                                                  \
        (factors_t)(a.factors[0], a.factors[1], a.factors[2], a.factors[3],    \
                    a.factors[4], 0, 0, 0);
#else
#define ABSENT_FACTORS                                                         \
    const factors_t factors = (factors_t)(a.factors[0], a.factors[1],          \
                                          a.factors[2], a.factors[3]);
#endif
#endif

#if PARAMETERS & PASS_ACROSS_WINDOW
#define GIVEN_ACROSS_WINDOW , GIVEN_NUMBERS restrict across_window
#define NAMED_ACROSS_WINDOW , across_window
#define ABSENT_ACROSS_WINDOW
#else
#define GIVEN_ACROSS_WINDOW
#define NAMED_ACROSS_WINDOW
#define ABSENT_ACROSS_WINDOW GIVEN_NUMBERS const across_window = 0;
#endif

#define PASS_PARAMETERS                                                        \
    global const in_t *restrict in, global out_t *restrict out,                \
        const struct pass a GIVEN_SAMPLE_SCALE GIVEN_TWIDDLE GIVEN_ROOTS       \
            GIVEN_REAL_ROOTS GIVEN_WINDOW GIVEN_GAIN GIVEN_MATRIX GIVEN_CHIRP  \
                GIVEN_CHIRP_SPECTRUM GIVEN_MEANS GIVEN_COLORS GIVEN_RANGE      \
                    GIVEN_PERMUTATION GIVEN_FACTORS GIVEN_ACROSS_WINDOW

/* The first line of such a kernel. */
#define PASS_ABSENT                                                            \
    ABSENT_SAMPLE_SCALE ABSENT_TWIDDLE ABSENT_ROOTS ABSENT_REAL_ROOTS          \
        ABSENT_WINDOW ABSENT_GAIN ABSENT_MATRIX ABSENT_CHIRP                   \
            ABSENT_CHIRP_SPECTRUM ABSENT_MEANS ABSENT_COLORS ABSENT_RANGE      \
                ABSENT_PERMUTATION ABSENT_FACTORS ABSENT_ACROSS_WINDOW

/* What a kernel was given, for a function with the same parameters. */
#define PASS_NAMED                                                             \
    in, out, a NAMED_SAMPLE_SCALE NAMED_TWIDDLE NAMED_ROOTS NAMED_REAL_ROOTS   \
        NAMED_WINDOW NAMED_GAIN NAMED_MATRIX NAMED_CHIRP NAMED_CHIRP_SPECTRUM  \
            NAMED_MEANS NAMED_COLORS NAMED_RANGE NAMED_PERMUTATION             \
                NAMED_FACTORS NAMED_ACROSS_WINDOW
