/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * arm_limit.c: computes the error bar of the seed `arm`. A stage adds its own
 * rounding, and where its angles are those of the paper, the rounding of
 *
 *   phi = 2 pi nx ky / Ni, 0 <= nx < Nx, 0 <= ky < Ny
 *
 * A constant that is off by a part e turns every point by e phi more than it
 * should. All stages' e have a sign of their own, so that their mean turns add
 * up as they are, by the number of stages; what is left around the mean, and
 * what is rounded for each point, adds up in squares.
 *
 * OpenCL lets a quotient be off by 2.5 ulp. Who divides by way of a reciprocal
 * (NVIDIA) is off by the same part for all points of a stage: the limit is
 * that of the worse way.
 */
#include "arm.h"

#include <math.h>

#define PI 3.14159265358979323846
/* the relative error of rounding a number to single precision, root mean
   square */
#define ROUNDING 2.43e-8
#define MARGIN 1.4

struct sum {
    double turn, square;
};

/* The relative L2 error of one stage with twiddle factors that are rounded
   once, and of a first stage, which has none; measured for 2^2 to 2^18
   points. */
static double stage_error(unsigned radix, bool is_first)
{
    static const double first[] = {0,       0,       0.25e-7, 0.33e-7,
                                   0.34e-7, 0.42e-7, 0,       0.47e-7};
    static const double later[] = {0,       0,       0.39e-7, 0.53e-7,
                                   0.52e-7, 0.66e-7, 0,       0.71e-7};

    return is_first ? first[radix] : later[radix];
}

/* How angles are computed: with a constant of the host, or by a division on the
   device. */
enum way { BY_CONSTANT, BY_QUOTIENT, BY_RECIPROCAL };

/* By which part of themselves the angles of a stage are too large: the paper's
   2 pi and its quotient with Ni. */
static double constant_error(enum way way, double ni)
{
    const float quotient = CLFFT_ARM_TWO_PI / (float)ni;
    const float reciprocal = 1.0f / (float)ni;
    const double two_pi = (double)CLFFT_ARM_TWO_PI / (2 * PI);

    return way == BY_CONSTANT   ? (double)quotient * ni / (2 * PI) - 1
           : way == BY_QUOTIENT ? two_pi * ni / (float)ni - 1
                                : two_pi * reciprocal * ni - 1;
}

/* The roundings of each point: the product, or two products and the quotient,
   and nx ky itself where a float does not hold it. */
static unsigned count_roundings(enum way way, double ni)
{
    return (way == BY_CONSTANT ? 1 : 3) + (ni > 0x1p24);
}

/* The mean and the mean square of m / n, 0 <= m < n. */
static double mean(double n)
{
    return (n - 1) / (2 * n);
}

static double mean_square(double n)
{
    return (n - 1) * (2 * n - 1) / (6 * n * n);
}

static void add_angles(enum way way, double nx, double ny, struct sum *sum)
{
    const double ni = nx * ny;
    const double angle = 2 * PI * mean(nx) * mean(ny);
    const double square = 4 * PI * PI * mean_square(nx) * mean_square(ny);
    const double part = constant_error(way, ni);

    sum->turn += part * angle;
    sum->square += part * part * (square - angle * angle) +
                   count_roundings(way, ni) * ROUNDING * ROUNDING * square;
}

static void add_axis(const uint8_t *radices, unsigned n, enum way way,
                     struct sum *sum)
{
    double nx = 1;

    for (unsigned s = 0; s < n; s++) {
        const double own = stage_error(radices[s], s == 0);
        sum->square += own * own;
        if (s)
            add_angles(way, nx, radices[s], sum);
        nx *= radices[s];
    }
}

static double limit_of(const clfft_desc *desc, const clfft_seed_choice *choice,
                       enum way way)
{
    const uint32_t first = choice->option[CLFFT_ARM_N_FIRST];
    const double half = stage_error(2, false);
    struct sum sum = {0, 0};

    add_axis(choice->radices, first, way, &sum);
    add_axis(choice->radices + first, choice->n_radices - first, way, &sum);
    if (desc->transform != CLFFT_TRANSFORM_C2C && desc->lengths[0] % 2 == 0)
        sum.square += half * half;
    return MARGIN * sqrt(sum.turn * sum.turn + sum.square);
}

double clfft_arm_limit(const clfft_desc *desc, const clfft_seed_choice *choice)
{
    const uint32_t form = choice->option[CLFFT_ARM_FORM];

    if (form == CLFFT_ARM_TABLE)
        return 0;
    if (form == CLFFT_ARM_EXP_CONST)
        return limit_of(desc, choice, BY_CONSTANT);
    return fmax(limit_of(desc, choice, BY_QUOTIENT),
                limit_of(desc, choice, BY_RECIPROCAL));
}
