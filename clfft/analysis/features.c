/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* features.c: logarithms and normalisations of blocks of frames on the
   device. */
#include "clfft/feature.h"

#include "clfft/analysis/frames.h"
#include "clfft/analysis/kernel.h"
#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/device/chain.h"
#include "clfft/device/check_handles.h"
#include "clfft/device/wait.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define GROUP_ITEMS 64
/* The one group of a channel walks over the whole block. */
#define RANGE_ITEMS 256
#define TILE 16 /* frames, and points */

struct clfft_features {
    clfft_device *device;
    clfft_features_desc desc;
    size_t real_size, point_size, group_items;
    clfft_program *program;
    cl_kernel kernel;
    struct clfft_chain chain; /* no call reads what another one wrote */
};

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, __VA_ARGS__)

/* Whether features go to a buffer of their own. */
static bool has_output(const clfft_features_desc *desc)
{
    return desc->by_point || desc->pixel == CLFFT_PIXEL_HALF;
}

/* Pairs are moved, and by nothing else. */
static clfft_status check_complex(const clfft_features_desc *desc)
{
    if (!desc->is_complex)
        return CLFFT_STATUS_OK;
    if (!desc->by_point)
        return INVALID("features of complex points need by_point");
    if (desc->logarithm || desc->offset != 0 || desc->range > 0 ||
        desc->per_point || (desc->scale != 0 && desc->scale != 1) ||
        desc->shift != 0 || desc->pixel)
        return INVALID("features of complex points are the points: neither "
                       "logarithm, offset, range, per_point, scale, shift nor "
                       "pixel may be set");
    return CLFFT_STATUS_OK;
}

static clfft_status check_desc(const clfft_device *device,
                               const clfft_features_desc *desc)
{
    const struct {
        const char *name;
        double value;
        bool negative;
    } numbers[] = {
        {"offset", desc->offset, true}, {"least", desc->least, false},
        {"range", desc->range, false},  {"epsilon", desc->epsilon, false},
        {"scale", desc->scale, true},   {"shift", desc->shift, true},
    };
    clfft_status status;
    uint64_t points;

    TRY(CHECK_RESERVED("clfft_features_desc", desc));
    TRY(clfft_check_waiter(desc->waiter));
    if ((unsigned)desc->logarithm > CLFFT_LOGARITHM_DECIBEL)
        return INVALID("unknown logarithm %d", (int)desc->logarithm);
    if (desc->pixel != CLFFT_PIXEL_NONE && desc->pixel != CLFFT_PIXEL_HALF)
        return INVALID("features have pixel none or half, not %d",
                       (int)desc->pixel);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (!isfinite(numbers[i].value) ||
            (!numbers[i].negative && numbers[i].value < 0))
            return INVALID("%s is %g, but must be a number%s", numbers[i].name,
                           numbers[i].value,
                           numbers[i].negative ? "" : " of 0 or above");
    if (desc->logarithm && desc->least == 0)
        return INVALID("a logarithm needs a least number above 0");
    if (desc->range > 0 && desc->per_point)
        return INVALID("range and per_point exclude each other");
    if (!checked_multiply(desc->channels, desc->points, &points) || !points ||
        points > UINT32_MAX / 2)
        return INVALID("%u channels of %u points are not in 1..2^31",
                       desc->channels, desc->points);
    TRY(clfft_device_check_precision(device, desc->precision));
    TRY(check_complex(desc));
fail:
    return status;
}

static clfft_status build(clfft_features *f)
{
    char options[112];

    snprintf(options, sizeof options,
             "-DLOGARITHM=%d -DGROUP=%d -DTILE=%uu%s%s%s%s",
             (int)f->desc.logarithm, (int)f->group_items, TILE,
             f->desc.range > 0   ? " -DRANGE"
             : f->desc.per_point ? " -DPER_POINT"
                                 : "",
             f->desc.by_point ? " -DBY_POINT" : "",
             f->desc.is_complex ? " -DOF_PAIRS" : "",
             f->desc.pixel ? " -DPIXEL=HALF_NUMBER" : "");
    return clfft_kernel_build(f->device, "analysis/features.cl", "features",
                              f->real_size, options, &f->program, &f->kernel);
}

/* of all frames, those that are filled too */
static uint64_t count_groups(const clfft_features *f, uint64_t n_frames)
{
    const uint64_t points = (uint64_t)f->desc.channels * f->desc.points;

    if (f->desc.range > 0)
        return f->desc.channels;
    if (f->desc.by_point && !f->desc.per_point)
        return divide_up(points, TILE) * divide_up(n_frames, TILE);
    return divide_up(f->desc.per_point ? points : points * n_frames,
                     f->group_items);
}

static clfft_status enqueue(clfft_features *f, cl_command_queue queue,
                            cl_mem frames, const clfft_features_params *params)
{
    const clfft_features_desc *d = &f->desc;
    const struct clfft_grid grid = clfft_grid_make(
        &f->device->limits,
        count_groups(f, (uint64_t)params->n_frames + params->n_filled),
        f->group_items);
    const cl_ulong base =
        params->first_frame * d->channels * (uint64_t)d->points;
    const cl_uint channels = d->channels, points = d->points;
    const cl_uint n_frames = params->n_frames;
    const cl_uint n_all = n_frames + params->n_filled;
    const double wide[6] = {d->offset,
                            d->least,
                            d->per_point ? d->epsilon : d->range,
                            0,
                            d->scale ? d->scale : 1,
                            d->shift};
    const bool is_wide = f->real_size == 8;
    float narrow[6];
    const struct clfft_argument arguments[] = {
        ARGUMENT(frames),
        ARGUMENT(base),
        ARGUMENT(channels),
        ARGUMENT(points),
        ARGUMENT(n_frames),
        ARGUMENT(n_all),
        {4 * f->real_size, is_wide ? (const void *)wide : narrow},
        {2 * f->real_size, is_wide ? (const void *)(wide + 4) : narrow + 4},
        ARGUMENT(params->output),
    };
    const unsigned n_arguments =
        sizeof arguments / sizeof arguments[0] - (has_output(d) ? 0 : 1);
    clfft_status status;

    for (int i = 0; i < 6; i++)
        narrow[i] = (float)wide[i];
    TRY(clfft_chain_calls(&f->chain, queue));
    TRY(clfft_kernel_enqueue(f->kernel, queue, arguments, n_arguments, &grid,
                             params->n_wait, params->wait, params->event));
fail:
    return status;
}

static clfft_status run_over_a_frame(void *trial, cl_command_queue queue)
{
    const struct clfft_trial *t = trial;

    return enqueue(
        t->object, queue, t->buffers[0],
        &(clfft_features_params){.n_frames = 1, .output = t->buffers[1]});
}

static clfft_status warm_up(clfft_features *f)
{
    const uint64_t size =
        (uint64_t)f->desc.channels * f->desc.points * f->point_size;
    const uint64_t sizes[2] = {size, has_output(&f->desc) ? size : 1};

    return clfft_kernel_try(f->device, f->desc.waiter, run_over_a_frame, f,
                            sizes, &f->chain, f->program);
}

clfft_status clfft_features_create(clfft_device *device,
                                   const clfft_features_desc *desc,
                                   clfft_features **features)
{
    clfft_status status = check_desc(device, desc);
    clfft_features *f;

    *features = NULL;
    if (status != CLFFT_STATUS_OK)
        return status;
    f = calloc(1, sizeof *f);
    if (!f)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for features");
    f->device = clfft_device_hold(device);
    f->desc = *desc;
    f->real_size = desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
    f->point_size = f->real_size * (desc->is_complex ? 2 : 1);
    f->group_items = clfft_kernel_get_items(
        device, desc->range > 0 ? RANGE_ITEMS : GROUP_ITEMS);
    TRY(build(f));
    TRY(warm_up(f));
    *features = f;
    return CLFFT_STATUS_OK;
fail:
    clfft_features_destroy(&f);
    return status;
}

void clfft_features_destroy(clfft_features **features)
{
    clfft_features *f = *features;

    *features = NULL;
    if (!f)
        return;
    clfft_chain_end(&f->chain, f->desc.waiter);
    if (clfft_has_given_up(f->desc.waiter))
        return; /* all that it has may be the device's */
    RELEASE_KERNELS(f->kernel);
    clfft_device_drop(&f->device);
    free(f);
}

/* Where the features go: by points frames of their own, from 0 on. */
static clfft_status check_output(const clfft_features *f, cl_mem frames,
                                 const clfft_features_params *params,
                                 uint64_t n_frames)
{
    if (!has_output(&f->desc))
        return params->output
                   ? INVALID("an output of features that are neither "
                             "by_point nor half")
                   : CLFFT_STATUS_OK;
    if (params->output == frames)
        return INVALID("features by points, and half ones, need an output that "
                       "is not frames");
    return clfft_check_buffer(
        f->device, "features", "output", params->output,
        clfft_end_of_frames(f->desc.by_point ? 0 : params->first_frame,
                            n_frames,
                            (uint64_t)f->desc.channels * f->desc.points,
                            f->desc.pixel ? 2 : f->point_size));
}

clfft_status clfft_features_execute(clfft_features *f, cl_command_queue queue,
                                    cl_mem frames,
                                    const clfft_features_params *params)
{
    const uint64_t all = (uint64_t)params->n_frames + params->n_filled;
    uint64_t numbers;
    clfft_status status;

    if (params->event)
        *params->event = NULL;
    TRY(CHECK_RESERVED("clfft_features_params", params));
    if (!all || !checked_multiply(all, f->desc.points, &numbers) ||
        numbers > UINT32_MAX)
        return INVALID("%llu frames of %u points are not in 1..2^32 numbers",
                       (unsigned long long)all, f->desc.points);
    TRY(clfft_check_queue(f->device, "features", queue));
    TRY(clfft_check_buffer(
        f->device, "features", "frames", frames,
        clfft_end_of_frames(params->first_frame, all,
                            (uint64_t)f->desc.channels * f->desc.points,
                            f->point_size)));
    TRY(check_output(f, frames, params, all));
    TRY(enqueue(f, queue, frames, params));
fail:
    return status;
}
