/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* filter.c: makes a filter for planes of pictures: plans, kernels, memory. */
#include "state.h"

#include "clfft/base/error.h"
#include "clfft/base/progress.h"
#include "clfft/device/wait.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Numbers of a work-item, where compilers make vectors of loops. */
#define RUN 512

static clfft_status check_samples(const clfft_filter_desc *d)
{
    if (d->sample_size != 1 && d->sample_size != 2)
        return FILTER_INVALID("sample_size %u is neither 1 nor 2",
                              d->sample_size);
    if (!d->depth || d->depth + d->shift > 8 * d->sample_size)
        return FILTER_INVALID("codes of %u bits above %u others are not in %u "
                              "bytes",
                              d->depth, d->shift, d->sample_size);
    if (d->step < 1 || d->step > 4)
        return FILTER_INVALID("step %u is not in 1..4", d->step);
    if (d->row % d->sample_size ||
        d->row / d->sample_size < (d->width - 1) * d->step + 1)
        return FILTER_INVALID("a row of %" PRIu64
                              " bytes does not hold %" PRIu64 " samples",
                              d->row, d->width);
    for (unsigned i = 0; i < d->n_planes; i++)
        if (d->offsets[i] % d->sample_size)
            return FILTER_INVALID("offset %" PRIu64 " is not whole samples",
                                  d->offsets[i]);
    return CLFFT_STATUS_OK;
}

static clfft_status check_desc(const clfft_device *device,
                               const clfft_filter_desc *d)
{
    const uint64_t sizes[2] = {d->width, d->height};
    clfft_status status;

    TRY(CHECK_RESERVED("clfft_filter_desc", d));
    for (unsigned i = 0; i < 2; i++) {
        if (!sizes[i] || sizes[i] > INT32_MAX / 8)
            return FILTER_INVALID("%s %" PRIu64 " is not in 1..%d",
                                  i ? "height" : "width", sizes[i],
                                  INT32_MAX / 8);
        if (d->block[i] &&
            (d->block[i] / 2 <= d->reach[i] || d->block[i] > INT32_MAX))
            return FILTER_INVALID("a block of %" PRIu64
                                  " is not above twice the reach, %" PRIu64,
                                  d->block[i], d->reach[i]);
    }
    if (!d->n_planes || d->n_planes > CLFFT_FILTER_MAX_PLANES)
        return FILTER_INVALID("%u planes are not in 1..%d", d->n_planes,
                              CLFFT_FILTER_MAX_PLANES);
    if (d->n_responses != 1 && d->n_responses != d->n_planes)
        return FILTER_INVALID("%u responses are neither 1 nor %u",
                              d->n_responses, d->n_planes);
    if (d->max_waves > CLFFT_FILTER_MAX_WAVES)
        return FILTER_INVALID("%u waves are more than %d", d->max_waves,
                              CLFFT_FILTER_MAX_WAVES);
    TRY(clfft_device_check_precision(device, d->precision));
    TRY(check_samples(d));
    TRY(clfft_check_waiter(d->waiter));
fail:
    return status;
}

/* `what` it is for stands before a refusal. */
static clfft_status make_buffer(clfft_filter *f, uint64_t n, size_t size,
                                const char *what, cl_mem *buffer)
{
    f->size += n * size;
    return clfft_device_new_array(f->device, what, 1, n, size, NULL, buffer);
}

static clfft_status make_buffers(clfft_filter *f)
{
    const clfft_filter_desc *d = &f->desc;
    const struct clfft_filter_sizes *sizes = &f->sizes;
    const uint64_t mirrored = f->blocks.planes * sizes->mirrored;
    const uint64_t results = sizes->n_blocks * sizes->block;
    clfft_status status;

    TRY(make_buffer(f, mirrored > results ? mirrored : results, f->real_size,
                    "filter: samples of blocks", &f->samples));
    TRY(make_buffer(f, sizes->n_blocks * sizes->bins, 2 * f->real_size,
                    "filter: bins", &f->spectra));
    TRY(make_buffer(f, d->n_responses * sizes->bins, 2 * f->real_size,
                    "filter: bins of responses", &f->responses));
    TRY(make_buffer(f, d->max_waves * d->n_planes * (d->width + d->height) + 1,
                    2 * f->real_size, "filter: waves", &f->waves));
fail:
    return status;
}

/* The blocks of a slice as a batch, from the mirrored plane or back. */
static clfft_desc describe(const clfft_filter *f, clfft_transform transform)
{
    const struct clfft_filter_blocks *b = &f->blocks;
    const struct clfft_filter_axis *x = &b->axes[0], *y = &b->axes[1];
    const int64_t pitch = (int64_t)clfft_filter_get_pitch(b);
    const int64_t bins = (int64_t)f->sizes.bins, width = (int64_t)x->length;
    const int64_t block = (int64_t)f->sizes.block;
    const int64_t n = (int64_t)b->columns, rows = (int64_t)b->rows;
    clfft_desc desc = {
        .transform = transform,
        .precision = f->desc.precision,
        .rank = 2,
        .lengths = {x->length, y->length},
        .n_loops = 3,
        .loops = {{b->columns, (int64_t)x->hop, bins},
                  {b->rows, (int64_t)y->hop * pitch, n * bins},
                  {b->planes, (int64_t)f->sizes.mirrored, n * rows * bins}},
        .input_strides = {1, pitch},
        .output_strides = {1, width / 2 + 1},
    };

    if (transform == CLFFT_TRANSFORM_C2R) {
        desc.scale = 1 / ((double)x->length * (double)y->length);
        desc.destroy_input = true;
        desc.input_strides[1] = width / 2 + 1;
        desc.output_strides[1] = width;
        for (unsigned i = 0; i < 3; i++)
            desc.loops[i].input_distance = desc.loops[i].output_distance;
        desc.loops[0].output_distance = block;
        desc.loops[1].output_distance = n * block;
        desc.loops[2].output_distance = n * rows * block;
    }
    return desc;
}

/* Before plans are made, which use theirs: one scratch memory serves both, as
   they take turns. */
static clfft_status check_size(const clfft_filter *f, clfft_schedule schedule)
{
    uint64_t most = 0;

    for (unsigned i = 0; i < 2; i++) {
        const clfft_desc desc =
            describe(f, i ? CLFFT_TRANSFORM_C2R : CLFFT_TRANSFORM_R2C);
        uint64_t size = 0;

        /* what does not fit is refused by the plan */
        if (clfft_desc_fits(&desc, &f->device->limits, schedule, &size) ==
                CLFFT_STATUS_OK &&
            size > most)
            most = size;
    }
    if (!f->desc.max_size || f->size + most <= f->desc.max_size)
        return CLFFT_STATUS_OK;
    return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                      "filter: blocks of %" PRIu64 "x%" PRIu64 " need %" PRIu64
                      " bytes, but may have %" PRIu64,
                      f->blocks.axes[0].length, f->blocks.axes[1].length,
                      f->size + most, f->desc.max_size);
}

static clfft_status make_plan(clfft_filter *f, clfft_transform transform,
                              const clfft_plan_params *params,
                              clfft_plan **plan)
{
    const clfft_desc desc = describe(f, transform);

    return clfft_plan_create(f->device, &desc, params, plan);
}

static clfft_status make_scratch(clfft_filter *f)
{
    clfft_plan_info forward, inverse;
    size_t size;

    clfft_plan_get_info(f->forward, &forward);
    clfft_plan_get_info(f->inverse, &inverse);
    size = forward.scratch_size > inverse.scratch_size ? forward.scratch_size
                                                       : inverse.scratch_size;
    return size ? make_buffer(f, size, 1, "filter: scratch memory", &f->scratch)
                : CLFFT_STATUS_OK;
}

static clfft_status make_plans(clfft_filter *f, const clfft_plan_params *given)
{
    clfft_plan_params params = {0};
    struct clfft_progress_sum progress;
    clfft_status status;

    if (given)
        params = *given;
    params.waiter = f->desc.waiter;
    params.external_scratch = true;
    TRY(check_size(f, params.schedule));
    clfft_progress_sum_begin(&progress, 2, &params);
    TRY(make_plan(f, CLFFT_TRANSFORM_R2C, &params, &f->forward));
    TRY(make_plan(f, CLFFT_TRANSFORM_C2R, &params, &f->inverse));
    if (progress.gave_up)
        status = clfft_fail(CLFFT_STATUS_CANCELLED,
                            "creation of a filter was cancelled");
fail:
    return status;
}

static clfft_status build(clfft_filter *f)
{
    char options[80];
    clfft_status status;

    snprintf(options, sizeof options, "-DSAMPLE=%s -DSTEP=%u -DRUN=%u",
             f->desc.sample_size == 2 ? "ushort" : "uchar", f->desc.step,
             (unsigned)f->run);
    TRY(clfft_kernel_build(f->device, "filter/filter.cl", "filter_load",
                           f->real_size, options, &f->program, &f->load));
    TRY(clfft_kernel_make(f->device, f->program, "filter_product",
                          &f->product));
    TRY(clfft_kernel_make(f->device, f->program, "filter_store", &f->store));
fail:
    return status;
}

static void init(clfft_filter *f, clfft_device *device,
                 const clfft_filter_desc *desc)
{
    f->device = clfft_device_hold(device);
    f->desc = *desc;
    f->desc.params = NULL;
    f->real_size = desc->precision == CLFFT_PRECISION_DOUBLE ? 8 : 4;
    f->is_cpu = device->limits.type & CL_DEVICE_TYPE_CPU;
    f->run = f->is_cpu ? RUN : 1;
}

clfft_status clfft_filter_create(clfft_device *device,
                                 const clfft_filter_desc *desc,
                                 clfft_filter **filter)
{
    clfft_status status = check_desc(device, desc);
    clfft_filter *f;

    *filter = NULL;
    if (status != CLFFT_STATUS_OK)
        return status;
    f = calloc(1, sizeof *f);
    if (!f)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a filter");
    init(f, device, desc);
    TRY(clfft_filter_choose(desc, &device->limits, &f->blocks));
    f->sizes = clfft_filter_measure(&f->blocks);
    TRY(make_buffers(f));
    TRY(make_plans(f, desc->params));
    TRY(make_scratch(f));
    TRY(build(f));
    TRY(clfft_kernel_warm_up(device, desc->waiter, clfft_filter_warm_up, f,
                             &f->chain, &f->program, 1));
    TRY(clfft_filter_fill_responses(f));
    *filter = f;
    return CLFFT_STATUS_OK;
fail:
    clfft_filter_destroy(&f);
    return status;
}

void clfft_filter_destroy(clfft_filter **filter)
{
    clfft_filter *f = *filter;

    *filter = NULL;
    if (!f)
        return;
    clfft_chain_end(&f->chain, f->desc.waiter);
    clfft_plan_destroy(&f->forward);
    clfft_plan_destroy(&f->inverse);
    /* plans wait, too: asked behind the last wait */
    if (clfft_has_given_up(f->desc.waiter))
        return; /* all that it has may be the device's */
    RELEASE_KERNELS(f->load, f->product, f->store);
    RELEASE_BUFFERS(f->samples, f->spectra, f->responses, f->waves, f->scratch);
    clfft_device_drop(&f->device);
    free(f);
}

void clfft_filter_get_info(const clfft_filter *f, clfft_filter_info *info)
{
    const struct clfft_filter_blocks *b = &f->blocks;
    clfft_plan_info forward, inverse;

    clfft_plan_get_info(f->forward, &forward);
    clfft_plan_get_info(f->inverse, &inverse);
    *info = (clfft_filter_info){
        .block = {b->axes[0].length, b->axes[1].length},
        .n_blocks = b->axes[0].count * b->axes[1].count,
        .n_launches = (unsigned)clfft_filter_count_slices(&f->desc, b) *
                      (3 + forward.n_kernels + inverse.n_kernels),
        .size = f->size,
    };
}
