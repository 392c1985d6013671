/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* cepstrum.c: cosine transforms of rows of points on the device. */
#include "clfft/feature.h"

#include "clfft/analysis/frames.h"
#include "clfft/analysis/kernel.h"
#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/device/chain.h"
#include "clfft/device/check_handles.h"
#include "clfft/device/wait.h"

#include <math.h>
#include <stdlib.h>

#define GROUP_ITEMS 64
#define PI 3.14159265358979323846

struct clfft_cepstrum {
    clfft_device *device;
    clfft_cepstrum_desc desc;
    size_t real_size, group_items;
    clfft_program *program;
    cl_kernel kernel;
    cl_mem matrix;
    struct clfft_chain chain; /* no call reads what another one wrote */
};

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, __VA_ARGS__)

static clfft_status check_desc(const clfft_device *device,
                               const clfft_cepstrum_desc *desc)
{
    clfft_status status;

    TRY(CHECK_RESERVED("clfft_cepstrum_desc", desc));
    TRY(clfft_check_waiter(desc->waiter));
    if (desc->channels < 1 || desc->points < 1 ||
        desc->points > CLFFT_MAX_CEPSTRUM_POINTS)
        return INVALID("%u channels of %u points: neither may be 0, and "
                       "points are at most %u",
                       desc->channels, desc->points, CLFFT_MAX_CEPSTRUM_POINTS);
    if (desc->coefficients < 1 || desc->coefficients > desc->points)
        return INVALID("%u coefficients are not in 1..%u, the points",
                       desc->coefficients, desc->points);
    if (!isfinite(desc->lifter) || desc->lifter < 0)
        return INVALID("lifter is %g, but must be a number of 0 or above",
                       desc->lifter);
    TRY(clfft_device_check_precision(device, desc->precision));
fail:
    return status;
}

/* cos (pi a / (2 points)), of a reduced angle */
static double cosine(uint64_t a, unsigned points)
{
    return cos(PI * (double)(a % (4 * (uint64_t)points)) / (2.0 * points));
}

static double factor_of(const clfft_cepstrum_desc *d, unsigned k)
{
    const double scale = sqrt((k ? 2.0 : 1.0) / d->points);

    if (d->lifter == 0)
        return scale;
    return scale *
           (1 + d->lifter / 2 * sin(PI * (k + d->lifter_from) / d->lifter));
}

static clfft_status make_matrix(clfft_cepstrum *c)
{
    const clfft_cepstrum_desc *d = &c->desc;
    const size_t n = (size_t)d->points * d->coefficients;
    double *wide = malloc(n * sizeof *wide);
    float *narrow = (float *)wide;
    clfft_status status;

    if (!wide)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no host memory for %u coefficients of %u points",
                          d->coefficients, d->points);
    for (unsigned j = 0; j < d->points; j++)
        for (unsigned k = 0; k < d->coefficients; k++) {
            const double value =
                factor_of(d, k) * cosine(k * (2 * (uint64_t)j + 1), d->points);
            const size_t at = (size_t)j * d->coefficients + k;

            if (c->real_size == 8)
                wide[at] = value;
            else
                narrow[at] = (float)value;
        }
    status = clfft_device_new_buffer(c->device,
                                     CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                     n * c->real_size, wide, &c->matrix);
    free(wide);
    return status;
}

static clfft_status enqueue(clfft_cepstrum *c, cl_command_queue queue,
                            cl_mem frames, cl_mem output,
                            const clfft_cepstrum_params *params)
{
    const clfft_cepstrum_desc *d = &c->desc;
    const cl_ulong first = params->first_frame * d->channels;
    const cl_ulong n_rows = (cl_ulong)params->n_frames * d->channels;
    const cl_uint points = d->points, coefficients = d->coefficients;
    const struct clfft_grid grid = clfft_grid_make(
        &c->device->limits, divide_up(n_rows * coefficients, c->group_items),
        c->group_items);
    const struct clfft_argument arguments[] = {
        ARGUMENT(frames),       ARGUMENT(output), ARGUMENT(c->matrix),
        ARGUMENT(first),        ARGUMENT(n_rows), ARGUMENT(points),
        ARGUMENT(coefficients),
    };
    clfft_status status;

    TRY(clfft_chain_calls(&c->chain, queue));
    TRY(clfft_kernel_enqueue(c->kernel, queue, arguments,
                             sizeof arguments / sizeof arguments[0], &grid,
                             params->n_wait, params->wait, params->event));
fail:
    return status;
}

static clfft_status run_over_a_frame(void *trial, cl_command_queue queue)
{
    const struct clfft_trial *t = trial;

    return enqueue(t->object, queue, t->buffers[0], t->buffers[1],
                   &(clfft_cepstrum_params){.n_frames = 1});
}

static clfft_status warm_up(clfft_cepstrum *c)
{
    const uint64_t size = (uint64_t)c->desc.channels * c->real_size;
    const uint64_t sizes[2] = {size * c->desc.points,
                               size * c->desc.coefficients};

    return clfft_kernel_try(c->device, c->desc.waiter, run_over_a_frame, c,
                            sizes, &c->chain, c->program);
}

clfft_status clfft_cepstrum_create(clfft_device *device,
                                   const clfft_cepstrum_desc *desc,
                                   clfft_cepstrum **cepstrum)
{
    clfft_status status = check_desc(device, desc);
    clfft_cepstrum *c;

    *cepstrum = NULL;
    if (status != CLFFT_STATUS_OK)
        return status;
    c = calloc(1, sizeof *c);
    if (!c)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a cepstrum");
    c->device = clfft_device_hold(device);
    c->desc = *desc;
    c->real_size = desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
    c->group_items = clfft_kernel_get_items(device, GROUP_ITEMS);
    TRY(make_matrix(c));
    TRY(clfft_kernel_build(c->device, "analysis/cepstrum.cl", "cepstrum",
                           c->real_size, "", &c->program, &c->kernel));
    TRY(warm_up(c));
    *cepstrum = c;
    return CLFFT_STATUS_OK;
fail:
    clfft_cepstrum_destroy(&c);
    return status;
}

void clfft_cepstrum_destroy(clfft_cepstrum **cepstrum)
{
    clfft_cepstrum *c = *cepstrum;

    *cepstrum = NULL;
    if (!c)
        return;
    clfft_chain_end(&c->chain, c->desc.waiter);
    if (clfft_has_given_up(c->desc.waiter))
        return; /* all that it has may be the device's */
    RELEASE_KERNELS(c->kernel);
    RELEASE_BUFFERS(c->matrix);
    clfft_device_drop(&c->device);
    free(c);
}

clfft_status clfft_cepstrum_execute(clfft_cepstrum *c, cl_command_queue queue,
                                    cl_mem frames, cl_mem output,
                                    const clfft_cepstrum_params *params)
{
    const clfft_cepstrum_desc *d = &c->desc;
    clfft_status status;

    if (params->event)
        *params->event = NULL;
    TRY(CHECK_RESERVED("clfft_cepstrum_params", params));
    if (!params->n_frames)
        return INVALID("a cepstrum of no frames");
    TRY(clfft_check_queue(c->device, "cepstrum", queue));
    TRY(clfft_check_buffer(
        c->device, "cepstrum", "frames", frames,
        clfft_end_of_frames(0, params->n_frames,
                            (uint64_t)d->channels * d->points, c->real_size)));
    TRY(clfft_check_buffer(
        c->device, "cepstrum", "output", output,
        clfft_end_of_frames(params->first_frame, params->n_frames,
                            (uint64_t)d->channels * d->coefficients,
                            c->real_size)));
    TRY(enqueue(c, queue, frames, output, params));
fail:
    return status;
}
