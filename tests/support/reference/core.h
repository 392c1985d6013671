/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * core.h: one FFTW transform behind a precision-free interface.
 *
 * Included by double.c and long.c with REAL and FFTW(name)
 * defined; seen without them it declares the interface.
 */
#ifndef CLFFT_TEST_REFERENCE_CORE_H
#define CLFFT_TEST_REFERENCE_CORE_H

#include "clfft/clfft.h"

/* Dense arrays, axis 0 contiguous; R2C and C2R hold n0/2+1 complex points on
   axis 0 of the complex side. put every point before each run. */
struct reference_core_ops {
    void *(*create)(const clfft_desc *desc);
    void (*put)(void *core, uint64_t i, long double re, long double im);
    void (*run)(void *core);
    void (*get)(const void *core, uint64_t i, long double *re, long double *im);
    void (*destroy)(void *core);
};

extern const struct reference_core_ops reference_core_double;
extern const struct reference_core_ops reference_core_long;
/* A sum for each bin of a zoom. Angles are exact where j k < 2^40 and start and
   step have 24 bits each, as floats have. */
extern const struct reference_core_ops reference_core_zoom;

#endif /* CLFFT_TEST_REFERENCE_CORE_H */

#ifdef REAL

#include <stdlib.h>
#include <fftw3.h>

struct core {
    FFTW(plan) plan;
    REAL *input, *output;
    bool real_input, real_output;
};

static void core_destroy(void *opaque)
{
    struct core *core = opaque;

    if (!core)
        return;
    if (core->plan)
        FFTW(destroy_plan)(core->plan);
    FFTW(free)(core->input);
    FFTW(free)(core->output);
    free(core);
}

static void *core_create(const clfft_desc *desc)
{
    struct core *core = calloc(1, sizeof *core);
    int rank = desc->rank ? (int)desc->rank : 1;
    int n[CLFFT_MAX_RANK];
    uint64_t real = 1, half;
    int sign = desc->direction == CLFFT_DIRECTION_INVERSE ? FFTW_BACKWARD
                                                          : FFTW_FORWARD;

    if (!core)
        return NULL;
    for (int axis = 0; axis < rank; axis++) {
        n[rank - 1 - axis] = (int)desc->lengths[axis];
        real *= desc->lengths[axis];
    }
    half = real / desc->lengths[0] * (desc->lengths[0] / 2 + 1);
    core->real_input = desc->transform == CLFFT_TRANSFORM_R2C;
    core->real_output = desc->transform == CLFFT_TRANSFORM_C2R;
    if (desc->transform == CLFFT_TRANSFORM_C2C)
        half = real;
    core->input =
        FFTW(malloc)((core->real_input ? real : 2 * half) * sizeof(REAL));
    core->output =
        FFTW(malloc)((core->real_output ? real : 2 * half) * sizeof(REAL));
    if (!core->input || !core->output)
        goto fail;
    if (core->real_input)
        core->plan = FFTW(plan_dft_r2c)(
            rank, n, core->input, (FFTW(complex) *)core->output, FFTW_ESTIMATE);
    else if (core->real_output)
        core->plan = FFTW(plan_dft_c2r)(rank, n, (FFTW(complex) *)core->input,
                                        core->output, FFTW_ESTIMATE);
    else
        core->plan =
            FFTW(plan_dft)(rank, n, (FFTW(complex) *)core->input,
                           (FFTW(complex) *)core->output, sign, FFTW_ESTIMATE);
    if (core->plan)
        return core;
fail:
    core_destroy(core);
    return NULL;
}

static void core_put(void *opaque, uint64_t i, long double re, long double im)
{
    struct core *core = opaque;

    if (core->real_input) {
        core->input[i] = (REAL)re;
    } else {
        core->input[2 * i] = (REAL)re;
        core->input[2 * i + 1] = (REAL)im;
    }
}

static void core_run(void *opaque)
{
    struct core *core = opaque;

    FFTW(execute)(core->plan);
}

static void core_get(const void *opaque, uint64_t i, long double *re,
                     long double *im)
{
    const struct core *core = opaque;

    *re = core->real_output ? core->output[i] : core->output[2 * i];
    *im = core->real_output ? 0 : core->output[2 * i + 1];
}

#endif /* REAL */
