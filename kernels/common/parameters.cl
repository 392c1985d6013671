/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * parameters.cl: the parameters of the kernel of a pass. Each parameter costs
 * every launch some of the host's time, so a pass has only those that it reads:
 * HAS_TWIDDLE and so on are 1 for these and 0 for the others of pass.h, which
 * are names with the value null or zero, which nothing reads.
 *
 * factors: sign of the imaginary part at load and at store (-1 makes the
 * forward transform an inverse one), scale, floor in dB. Those of single
 * precision are in struct pass: a parameter less.
 *   SCALE_REST    the scale is two numbers of single precision, the second
 *                 behind them
 */
#include "common/pixel.cl"

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

/* Applies one of the macros below to each parameter: NAME1 to those that the
   kernel has, NAME0 to the others. */
#define GIVEN(NAME, name, type, otherwise)                                     \
    CHOOSE(GIVEN, HAS_##NAME, type, name, otherwise)
#define NAMED(NAME, name, type, otherwise)                                     \
    CHOOSE(NAMED, HAS_##NAME, type, name, otherwise)
#define ABSENT(NAME, name, type, otherwise)                                    \
    CHOOSE(ABSENT, HAS_##NAME, type, name, otherwise)
#define CHOOSE(what, has, type, name, otherwise)                               \
    CHOSEN(what, has, type, name, otherwise)
#define CHOSEN(what, has, type, name, otherwise)                               \
    what##has(type, name, otherwise)

#define GIVEN1(type, name, otherwise) , type name
#define GIVEN0(type, name, otherwise)
#define NAMED1(type, name, otherwise) , name
#define NAMED0(type, name, otherwise)
#define ABSENT1(type, name, otherwise)
#define ABSENT0(type, name, otherwise) type name = otherwise;

#define PASS_PARAMETERS                                                        \
    global const in_t *restrict in, global out_t *restrict out,                \
        const struct pass a EACH_PASS_PARAMETER(GIVEN)

/* The first line of such a kernel. */
#define PASS_ABSENT EACH_PASS_PARAMETER(ABSENT)

/* The parameters by name, for a function with the same parameters. */
#define PASS_NAMED in, out, a EACH_PASS_PARAMETER(NAMED)

#ifdef SCALE_REST
#define FACTORS_IN_PASS                                                        \
    (factors_t)(a.factors[0], a.factors[1], a.factors[2], a.factors[3],        \
                a.factors[4], 0, 0, 0)
#else
#define FACTORS_IN_PASS                                                        \
    (factors_t)(a.factors[0], a.factors[1], a.factors[2], a.factors[3])
#endif
