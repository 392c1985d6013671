/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* constant_q.c: makes and runs constant-Q analyses and syntheses on the
   device. */
#include "constant_q.h"

#include "clfft/analysis/frames.h"
#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/device/check_handles.h"
#include "clfft/device/wait.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define GROUP_ITEMS 64

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, __VA_ARGS__)

static bool is_inverse(const clfft_constant_q *c)
{
    return c->desc.direction == CLFFT_DIRECTION_INVERSE;
}

/* ---- what is asked for ---- */

static clfft_status check_desc(const clfft_device *device,
                               const clfft_constant_q_desc *d,
                               clfft_constant_q_layout *layout)
{
    clfft_status status;

    TRY(CHECK_RESERVED("clfft_constant_q_desc", d));
    TRY(clfft_check_waiter(d->waiter));
    TRY(clfft_constant_q_find_layout(&d->bands, layout));
    if (d->direction == CLFFT_DIRECTION_INVERSE &&
        (!d->bands.edges || layout->hop > layout->largest_hop ||
         d->quantity != CLFFT_QUANTITY_COMPLEX))
        return INVALID("the inverse is of complex coefficients, with edge "
                       "bands, and with a hop of at most %llu, not %llu",
                       (unsigned long long)layout->largest_hop,
                       (unsigned long long)layout->hop);
    if ((unsigned)d->quantity > CLFFT_QUANTITY_PHASE)
        return INVALID("unknown quantity %d", (int)d->quantity);
    if (!d->channels || d->channels > UINT16_MAX || !d->max_slices)
        return INVALID("channels %u and max_slices %u are not both above 0",
                       d->channels, d->max_slices);
    for (unsigned b = 0;
         d->gain && b < layout->n_below + d->bands.n_bands + layout->n_above;
         b++)
        if (!(d->gain[b] > 0 && isfinite(d->gain[b])))
            return INVALID("gain %g of band %u is not above 0", d->gain[b], b);
    TRY(clfft_device_check_precision(device, d->precision));
fail:
    return status;
}

/* ---- making ---- */

static clfft_status build(clfft_constant_q *c)
{
    static const char *const names[] = {[CLFFT_QUANTITY_COMPLEX] = "COMPLEX",
                                        [CLFFT_QUANTITY_MAGNITUDE] =
                                            "MAGNITUDE",
                                        [CLFFT_QUANTITY_POWER] = "POWER",
                                        [CLFFT_QUANTITY_DB] = "DB",
                                        [CLFFT_QUANTITY_PHASE] = "PHASE"};
    const bool inverse = is_inverse(c);
    char options[64];
    clfft_status status;

    snprintf(options, sizeof options, "-DGROUP=%zu -DSTORE=%s",
             clfft_kernel_get_items(c->device, GROUP_ITEMS),
             names[c->desc.quantity]);
    TRY(clfft_kernel_build(c->device, "analysis/constant-q.cl",
                           inverse ? "spread" : "gather", c->real_size, options,
                           &c->program, inverse ? &c->spread : &c->gather));
    if (!inverse)
        TRY(clfft_kernel_make(c->device, c->program, "finish", &c->finish));
fail:
    return status;
}

/* Rows of bins become coefficients [period][row]; frames, of which half a
   period is known, become rows of bins. */
static clfft_status make_plan(clfft_constant_q *c)
{
    const int64_t rows = (int64_t)c->n_rows, period = (int64_t)c->period;
    clfft_plan_params params = {0};
    clfft_desc desc = {.direction = c->desc.direction == CLFFT_DIRECTION_FORWARD
                                        ? CLFFT_DIRECTION_INVERSE
                                        : CLFFT_DIRECTION_FORWARD,
                       .precision = c->desc.precision,
                       .lengths = {c->period},
                       .n_loops = 2};

    if (c->desc.params)
        params = *c->desc.params;
    params.waiter = c->desc.waiter;
    params.external_scratch = false;
    if (is_inverse(c)) {
        desc.input_strides[0] = rows;
        desc.output_strides[0] = 1;
        desc.load.lengths[0] = c->period / 2;
        desc.loops[0] = (clfft_loop){c->n_rows, 1, period};
        desc.loops[1] =
            (clfft_loop){c->desc.max_slices, rows * period / 2, rows * period};
    } else {
        desc.input_strides[0] = 1;
        desc.output_strides[0] = rows;
        desc.loops[0] = (clfft_loop){c->n_rows, period, 1};
        desc.loops[1] =
            (clfft_loop){c->desc.max_slices, rows * period, rows * period};
    }
    return clfft_plan_create(c->device, &desc, &params, &c->plan);
}

static clfft_status make_buffers(clfft_constant_q *c)
{
    const uint64_t points = c->n_rows * c->period;
    cl_mem *const buffers[] = {&c->rows, &c->coefficients};
    clfft_status status;

    for (int i = 0; i < (is_inverse(c) ? 1 : 2); i++)
        TRY(clfft_device_new_array(c->device, "constant-Q", c->desc.max_slices,
                                   points, 2 * c->real_size, NULL, buffers[i]));
fail:
    return status;
}

/* ---- running ---- */

static uint64_t get_n_bins(const clfft_constant_q *c)
{
    return c->layout.length / 2 + 1;
}

static struct clfft_grid make_grid(const clfft_constant_q *c, uint64_t n_lines,
                                   uint64_t points)
{
    const size_t items = clfft_kernel_get_items(c->device, GROUP_ITEMS);

    return clfft_grid_make(&c->device->limits,
                           n_lines * divide_up(points, items), items);
}

static clfft_status run_gather(clfft_constant_q *c, cl_command_queue queue,
                               cl_mem input,
                               const clfft_constant_q_params *params,
                               cl_event *event)
{
    const cl_uint n_bands = c->n_bands, length = (cl_uint)c->layout.length;
    const cl_uint n_rows = (cl_uint)(params->n_slices * c->n_rows);
    const cl_uint period = (cl_uint)c->period;
    const struct clfft_grid grid = make_grid(c, n_rows, c->period);
    const struct clfft_argument arguments[] = {
        ARGUMENT(input),    ARGUMENT(c->rows),   ARGUMENT(c->first),
        ARGUMENT(c->start), ARGUMENT(c->weight), ARGUMENT(n_bands),
        ARGUMENT(n_rows),   ARGUMENT(length),    ARGUMENT(period),
    };

    return clfft_kernel_enqueue(c->gather, queue, arguments,
                                sizeof arguments / sizeof arguments[0], &grid,
                                params->n_wait, params->wait, event);
}

static clfft_status run_finish(clfft_constant_q *c, cl_command_queue queue,
                               cl_mem output, uint64_t n_frames,
                               const clfft_constant_q_params *params,
                               cl_event wait)
{
    const cl_ulong n_slice = c->layout.n_frames * c->n_rows;
    const cl_ulong n_all = n_frames * c->n_rows;
    const cl_ulong base = params->first_frame * c->n_rows;
    const float narrow = (float)c->desc.floor;
    const struct clfft_grid grid = make_grid(c, params->n_slices, n_slice);
    const struct clfft_argument arguments[] = {
        ARGUMENT(c->coefficients),
        ARGUMENT(output),
        ARGUMENT(base),
        ARGUMENT(n_all),
        ARGUMENT(n_slice),
        {c->real_size,
         c->real_size == 8 ? (const void *)&c->desc.floor : &narrow},
    };

    return clfft_kernel_enqueue(c->finish, queue, arguments,
                                sizeof arguments / sizeof arguments[0], &grid,
                                1, &wait, params->event);
}

static clfft_status run_spread(clfft_constant_q *c, cl_command_queue queue,
                               cl_mem output,
                               const clfft_constant_q_params *params,
                               cl_event wait)
{
    const cl_uint n_bands = c->n_bands, length = (cl_uint)c->layout.length;
    const cl_uint n_lines = params->n_slices * c->desc.channels;
    const cl_uint period = (cl_uint)c->period;
    const struct clfft_grid grid = make_grid(c, n_lines, get_n_bins(c));
    const struct clfft_argument arguments[] = {
        ARGUMENT(c->rows),  ARGUMENT(output),    ARGUMENT(c->first),
        ARGUMENT(c->start), ARGUMENT(c->weight), ARGUMENT(n_bands),
        ARGUMENT(n_lines),  ARGUMENT(length),    ARGUMENT(period),
    };

    return clfft_kernel_enqueue(c->spread, queue, arguments,
                                sizeof arguments / sizeof arguments[0], &grid,
                                1, &wait, params->event);
}

/* Events tell each step of the one before: it waits for that, and fails if that
   failed. */
static clfft_status run(clfft_constant_q *c, cl_command_queue queue,
                        cl_mem input, cl_mem output, uint64_t n_frames,
                        const clfft_constant_q_params *params)
{
    const bool inverse = is_inverse(c);
    cl_event gathered = NULL, transformed = NULL;
    clfft_execute_params execute = {.counts = {c->n_rows, params->n_slices},
                                    .n_wait = params->n_wait,
                                    .wait = params->wait,
                                    .event = &transformed};
    clfft_status status;

    TRY(clfft_chain_calls(&c->chain, queue));
    if (!inverse) {
        TRY(run_gather(c, queue, input, params, &gathered));
        execute.n_wait = 1;
        execute.wait = &gathered;
    }
    TRY(clfft_plan_execute(c->plan, queue, inverse ? input : c->rows,
                           inverse ? c->rows : c->coefficients, &execute));
    status = inverse
                 ? run_spread(c, queue, output, params, transformed)
                 : run_finish(c, queue, output, n_frames, params, transformed);
fail:
    if (gathered)
        clReleaseEvent(gathered);
    if (transformed)
        clReleaseEvent(transformed);
    return status;
}

clfft_status clfft_constant_q_execute(clfft_constant_q *c,
                                      cl_command_queue queue, cl_mem input,
                                      cl_mem output,
                                      const clfft_constant_q_params *params)
{
    const bool inverse = is_inverse(c);
    const uint64_t most = params->n_slices * c->layout.n_frames;
    const uint64_t n_frames = params->n_frames ? params->n_frames : most;
    const uint64_t spectrum = 2 * get_n_bins(c) * c->desc.channels;
    const uint64_t frame =
        (inverse || c->desc.quantity == CLFFT_QUANTITY_COMPLEX ? 2 : 1) *
        c->n_rows;
    clfft_status status;

    if (params->event)
        *params->event = NULL;
    TRY(CHECK_RESERVED("clfft_constant_q_params", params));
    if (!params->n_slices || params->n_slices > c->desc.max_slices)
        return INVALID("constant-Q: %u slices are not in 1..%u",
                       params->n_slices, c->desc.max_slices);
    if (n_frames > most || (inverse && n_frames < most))
        return INVALID("constant-Q: %llu frames are not those of %u slices",
                       (unsigned long long)n_frames, params->n_slices);
    TRY(clfft_check_queue(c->device, "constant-Q", queue));
    TRY(clfft_check_buffer(
        c->device, "constant-Q", inverse ? "output" : "input",
        inverse ? output : input,
        clfft_end_of_frames(0, params->n_slices, spectrum, c->real_size)));
    TRY(clfft_check_buffer(
        c->device, "constant-Q", inverse ? "input" : "output",
        inverse ? input : output,
        clfft_end_of_frames(inverse ? 0 : params->first_frame, n_frames, frame,
                            c->real_size)));
    TRY(run(c, queue, input, output, n_frames, params));
fail:
    return status;
}

/* ---- making, with a first run ---- */

static clfft_status run_a_slice(void *trial, cl_command_queue queue)
{
    const struct clfft_trial *t = trial;
    const bool inverse = is_inverse(t->object);

    return clfft_constant_q_execute(t->object, queue, t->buffers[inverse],
                                    t->buffers[!inverse],
                                    &(clfft_constant_q_params){.n_slices = 1});
}

/* Its two sides are spectra and frames. */
static clfft_status warm_up(clfft_constant_q *c)
{
    const uint64_t complex_size = 2 * c->real_size;
    const uint64_t sizes[2] = {get_n_bins(c) * c->desc.channels * complex_size,
                               c->n_rows * c->layout.n_frames * complex_size};

    return clfft_kernel_try(c->device, c->desc.waiter, run_a_slice, c, sizes,
                            &c->chain, c->program);
}

clfft_status clfft_constant_q_create(clfft_device *device,
                                     const clfft_constant_q_desc *desc,
                                     clfft_constant_q **constant_q)
{
    clfft_constant_q_layout layout;
    clfft_constant_q *c;
    clfft_status status = check_desc(device, desc, &layout);

    *constant_q = NULL;
    if (status != CLFFT_STATUS_OK)
        return status;
    c = calloc(1, sizeof *c);
    if (!c)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for bands");
    c->device = clfft_device_hold(device);
    c->desc = *desc;
    c->desc.gain = NULL;
    c->layout = layout;
    c->real_size = desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
    c->n_bands = layout.n_below + desc->bands.n_bands + layout.n_above;
    c->n_rows = (uint64_t)desc->channels * c->n_bands;
    c->period = 2 * layout.n_frames;
    TRY(make_buffers(c));
    TRY(build(c));
    TRY(clfft_constant_q_make_tables(c, desc->gain));
    TRY(make_plan(c));
    c->desc.params = NULL;
    TRY(warm_up(c));
    *constant_q = c;
    return CLFFT_STATUS_OK;
fail:
    clfft_constant_q_destroy(&c);
    return status;
}

void clfft_constant_q_destroy(clfft_constant_q **constant_q)
{
    clfft_constant_q *c = *constant_q;

    *constant_q = NULL;
    if (!c)
        return;
    clfft_chain_end(&c->chain, c->desc.waiter);
    clfft_plan_destroy(&c->plan);
    if (clfft_has_given_up(c->desc.waiter))
        return; /* all that it has may be the device's */
    RELEASE_KERNELS(c->gather, c->finish, c->spread);
    RELEASE_BUFFERS(c->first, c->start, c->weight, c->rows, c->coefficients);
    clfft_device_drop(&c->device);
    free(c);
}
