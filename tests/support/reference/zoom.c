/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* zoom.c: the bins of a zoom, each as the sum that it is, in long double. */
#include "core.h"

#include <math.h>
#include <stdlib.h>

#define RUN 32 /* roots, each the one before times another */
#define TURN 6.283185307179586476925286766559005768L

struct number {
    long double re, im;
};

struct zoom {
    uint64_t n;
    clfft_zoom bins;
    struct number *input, *output;
};

static void destroy(void *core)
{
    struct zoom *zoom = core;

    if (!zoom)
        return;
    free(zoom->input);
    free(zoom->output);
    free(zoom);
}

static void *create(const clfft_desc *desc)
{
    struct zoom *zoom = calloc(1, sizeof *zoom);

    if (!zoom)
        return NULL;
    zoom->n = desc->lengths[0];
    zoom->bins = desc->zoom;
    zoom->input = calloc(zoom->n, sizeof *zoom->input);
    zoom->output = calloc(zoom->bins.n_bins, sizeof *zoom->output);
    if (zoom->input && zoom->output)
        return zoom;
    destroy(zoom);
    return NULL;
}

static void put(void *core, uint64_t i, long double re, long double im)
{
    struct zoom *zoom = core;

    zoom->input[i] = (struct number){re, im};
}

static struct number times(struct number a, struct number b)
{
    return (struct number){a.re * b.re - a.im * b.im,
                           a.re * b.im + a.im * b.re};
}

static struct number root_of(const clfft_zoom *bins, uint64_t j, uint64_t k)
{
    const long double turns = fmodl((long double)j * bins->start, 1) +
                              fmodl((long double)(j * k) * bins->step, 1);

    return (struct number){cosl(turns * TURN), -sinl(turns * TURN)};
}

static struct number sum_bin(const struct zoom *zoom, uint64_t k)
{
    const struct number one = root_of(&zoom->bins, 1, k);
    struct number sum = {0, 0}, w = {1, 0};

    for (uint64_t j = 0; j < zoom->n; j++) {
        w = j % RUN ? times(w, one) : root_of(&zoom->bins, j, k);
        const struct number term = times(zoom->input[j], w);
        sum.re += term.re;
        sum.im += term.im;
    }
    return sum;
}

static void run(void *core)
{
    struct zoom *zoom = core;

    for (uint64_t k = 0; k < zoom->bins.n_bins; k++)
        zoom->output[k] = sum_bin(zoom, k);
}

static void get(const void *core, uint64_t i, long double *re, long double *im)
{
    const struct zoom *zoom = core;

    *re = zoom->output[i].re;
    *im = zoom->output[i].im;
}

const struct reference_core_ops reference_core_zoom = {create, put, run, get,
                                                       destroy};
