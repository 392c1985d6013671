/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * cross_delay.c: delays of channels behind the reference: whitened cross
 * spectra, transformed back, are correlations, whose largest magnitude a kernel
 * looks for.
 */
#include "cross.h"

#include "clfft/base/error.h"

#include <stdio.h>

/* Work-items that search a row. A CPU has vectors instead. */
static size_t get_items(const clfft_cross *c)
{
    return c->device->limits.type & CL_DEVICE_TYPE_CPU
               ? 1
               : clfft_kernel_get_items(c->device, CROSS_ITEMS);
}

clfft_status clfft_cross_make_delay(clfft_cross *c)
{
    const clfft_cross_desc *d = &c->desc;
    clfft_plan_params params = {0};
    const clfft_desc desc = {
        .transform = CLFFT_TRANSFORM_C2R,
        .precision = d->precision,
        .lengths = {d->length},
        .n_loops = 1,
        .destroy_input = true,
        .loops = {{c->n_rows * d->max_outputs, (int64_t)d->points,
                   (int64_t)d->length}}};
    clfft_status status;
    char options[64];

    if (d->params)
        params = *d->params;
    params.waiter = d->waiter;
    TRY(clfft_device_new_array(c->device, "cross", d->max_outputs * c->n_rows,
                               d->points, 2 * c->real_size, NULL, &c->phases));
    TRY(clfft_device_new_array(c->device, "cross", d->max_outputs * c->n_rows,
                               d->length, c->real_size, NULL,
                               &c->correlations));
    TRY(clfft_plan_create(c->device, &desc, &params, &c->inverse));
    snprintf(options, sizeof options, "-DDELAY_ITEMS=%zu", get_items(c));
    TRY(clfft_kernel_build(c->device, "analysis/delay.cl", "delay",
                           c->real_size, options, &c->programs[1], &c->delay));
fail:
    return status;
}

static clfft_status search(clfft_cross *c, cl_command_queue queue,
                           cl_mem output, uint64_t first, unsigned n,
                           cl_event wait, cl_event *event)
{
    const uint64_t n_groups = n ? n * c->n_rows : 1;
    const struct clfft_grid grid =
        clfft_grid_make(&c->device->limits, n_groups, get_items(c));
    const cl_ulong out_base = first * c->n_rows;
    const cl_uint n_rows = (cl_uint)(n * c->n_rows);
    const cl_uint length = (cl_uint)c->desc.length;
    const float rate = (float)c->desc.rate;
    const struct clfft_argument arguments[] = {
        ARGUMENT(c->correlations),
        ARGUMENT(output),
        ARGUMENT(out_base),
        ARGUMENT(n_rows),
        ARGUMENT(length),
        {c->real_size, c->real_size == 8 ? (const void *)&c->desc.rate : &rate},
    };

    return clfft_kernel_enqueue(c->delay, queue, arguments,
                                sizeof arguments / sizeof arguments[0], &grid,
                                wait != NULL, &wait, event);
}

/* Events tell each step of the one before: on any kind of queue it waits for
   that, and fails if that failed. */
clfft_status clfft_cross_find_delays(clfft_cross *c, cl_command_queue queue,
                                     cl_mem output, uint64_t first, unsigned n,
                                     cl_event averaged, cl_event *event)
{
    cl_event inverted = NULL;
    const clfft_execute_params execute = {.counts = {n * c->n_rows},
                                          .n_wait = averaged != NULL,
                                          .wait = &averaged,
                                          .event = &inverted};
    clfft_status status;

    if (n)
        TRY(clfft_plan_execute(c->inverse, queue, c->phases, c->correlations,
                               &execute));
    TRY(search(c, queue, output, first, n, inverted, event));
fail:
    if (inverted)
        clReleaseEvent(inverted);
    return status;
}
