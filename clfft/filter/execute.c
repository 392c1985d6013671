/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* execute.c: filters pictures, slice by slice: load, transform, product, back,
   store. */
#include "state.h"

#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/device/check_handles.h"

#define GROUP_ITEMS 64
/* Planes' responses of frequency 0 and of numbers are rounded to single
   precision, which is too coarse where the rest is double. */
#define BIAS(f)                                                                \
    ((f)->real_size == 4 ? (double)(1u << ((f)->desc.depth - 1)) : 0)

/* A slice of a picture that is filtered. */
struct slice {
    clfft_filter *f;
    cl_command_queue queue;
    uint64_t first, n; /* rows of blocks */
    unsigned n_wait;
    const cl_event *wait; /* of its first command */
};

static clfft_status launch(struct slice *s, cl_kernel kernel,
                           const struct clfft_argument *arguments,
                           cl_uint n_arguments, uint64_t n_items)
{
    const clfft_limits *limits = &s->f->device->limits;
    size_t items = s->f->is_cpu ? 1 : GROUP_ITEMS;
    struct clfft_grid grid;
    clfft_status status;

    items = items < limits->max_work_group ? items : limits->max_work_group;
    grid =
        clfft_grid_make(limits, n_items ? divide_up(n_items, items) : 1, items);
    status =
        clfft_kernel_chain(&s->f->chain, "filter", kernel, s->queue, arguments,
                           n_arguments, &grid, s->n_wait, s->wait, NULL);
    s->n_wait = 0;
    return status;
}

static clfft_status execute(struct slice *s, clfft_plan *plan, cl_mem input,
                            cl_mem output)
{
    struct clfft_chain *chain = &s->f->chain;
    cl_event done = NULL;
    const clfft_execute_params params = {
        .counts = {s->f->blocks.axes[0].count, s->n, s->f->desc.n_planes},
        .n_wait = 1,
        .wait = &chain->before,
        .event = &done,
    };
    clfft_status status;

    TRY(clfft_plan_execute(plan, s->queue, input, output, &params));
    clfft_chain_pass_on(chain, done);
fail:
    return status;
}

/* What load and store have in common. offset: bytes to the picture. */
static struct filter_place make_place(const struct slice *s, uint64_t offset,
                                      uint64_t width, uint64_t rows)
{
    const clfft_filter *f = s->f;
    const clfft_filter_desc *d = &f->desc;
    struct filter_place p = {
        .row = d->row / d->sample_size,
        .width = (filter_int32)d->width,
        .height = (filter_int32)d->height,
        .n_rows = (filter_uint32)rows,
        .n_runs = (filter_uint32)divide_up(width, f->run),
        .shift = d->shift,
        .mask = (1u << d->depth) - 1,
        .swap = d->big_endian && d->sample_size == 2 ? 8 : 0,
    };

    p.n_items = p.n_runs * p.n_rows * d->n_planes;
    for (unsigned i = 0; i < d->n_planes; i++)
        p.offsets[i] = (offset + d->offsets[i]) / d->sample_size;
    return p;
}

static clfft_status load(struct slice *s, cl_mem input, uint64_t offset)
{
    clfft_filter *f = s->f;
    const struct clfft_filter_axis *axes = f->blocks.axes;
    const uint64_t pitch = clfft_filter_get_pitch(&f->blocks);
    struct filter_place p = make_place(
        s, offset, pitch, clfft_filter_get_rows(&f->blocks, s->n ? s->n : 1));
    const struct clfft_argument arguments[] = {ARGUMENT(input),
                                               ARGUMENT(f->mirrored),
                                               ARGUMENT(f->waves), ARGUMENT(p)};

    p.plane = f->mirrored_size;
    p.pitch = (filter_uint32)pitch;
    p.first_x = -(filter_int32)axes[0].reach;
    p.first_y =
        (filter_int32)(s->first * axes[1].hop) - (filter_int32)axes[1].reach;
    p.max_waves = f->desc.max_waves;
    p.n_items *= s->n > 0;
    for (unsigned i = 0; i < f->desc.n_planes; i++) {
        p.n_waves[i] = f->n_waves[i];
        p.biases[i] = (float)BIAS(f);
    }
    return launch(s, f->load, arguments, 4, p.n_items);
}

static clfft_status multiply(struct slice *s)
{
    clfft_filter *f = s->f;
    const uint64_t n = s->n * f->blocks.axes[0].count;
    const cl_uint n_bins = (cl_uint)f->n_bins;
    const cl_uint n_runs = (cl_uint)divide_up(n_bins, f->run);
    const uint64_t n_planes = f->desc.n_planes;
    /* rows that a slice could have stand between planes */
    const uint64_t pitch = f->blocks.rows * f->blocks.axes[0].count;
    const uint64_t n_spectra = n_planes > 1 ? (n_planes - 1) * pitch + n : n;
    const cl_uint each =
        (cl_uint)(f->desc.n_responses > 1 ? pitch : n_planes * pitch);
    const cl_uint n_items = n ? (cl_uint)(n_spectra * n_runs) : 0;
    const struct clfft_argument arguments[] = {
        ARGUMENT(f->spectra), ARGUMENT(f->responses), ARGUMENT(n_bins),
        ARGUMENT(each),       ARGUMENT(n_runs),       ARGUMENT(n_items)};

    return launch(s, f->product, arguments, 6, n_items);
}

static clfft_status store(struct slice *s, cl_mem output, uint64_t offset)
{
    clfft_filter *f = s->f;
    const struct clfft_filter_axis *x = &f->blocks.axes[0];
    const struct clfft_filter_axis *y = &f->blocks.axes[1];
    const uint64_t first = s->first * y->hop;
    const uint64_t left = f->desc.height - first, all = s->n * y->hop;
    struct filter_place p = make_place(s, offset, f->desc.width,
                                       s->n ? left < all ? left : all : 1);
    const struct clfft_argument arguments[] = {ARGUMENT(f->results),
                                               ARGUMENT(output), ARGUMENT(p)};

    p.block = (filter_uint32)(x->length * y->length);
    p.plane = f->blocks.rows * x->count * p.block;
    p.pitch = (filter_uint32)x->length;
    p.first_y = (filter_int32)first;
    p.hop_x = (filter_uint32)x->hop;
    p.hop_y = (filter_uint32)y->hop;
    p.reach_x = (filter_uint32)x->reach;
    p.reach_y = (filter_uint32)y->reach;
    p.n_columns = (filter_uint32)x->count;
    p.n_items *= s->n > 0;
    for (unsigned i = 0; i < f->desc.n_planes; i++) {
        const unsigned r = f->desc.n_responses > 1 ? i : 0;

        p.biases[i] = (float)(BIAS(f) * f->zeros[r] + f->offsets[r]);
    }
    return launch(s, f->store, arguments, 3, p.n_items);
}

/* The bytes beside the planes, with these. */
static clfft_status copy(clfft_filter *f, cl_command_queue queue, cl_mem input,
                         cl_mem output, const clfft_filter_params *params)
{
    struct clfft_waits waits;
    cl_event done = NULL;
    clfft_status status;

    TRY(clfft_chain_wait(&f->chain, "filter", params->n_wait, params->wait,
                         &waits));
    CL_TRY(clEnqueueCopyBuffer(queue, input, output, params->input_offset,
                               params->output_offset, params->copied_size,
                               waits.n, waits.n ? waits.events : NULL, &done));
    clfft_chain_pass_on(&f->chain, done);
fail:
    return status;
}

static clfft_status filter(struct slice *s, cl_mem input, cl_mem output,
                           const clfft_filter_params *params)
{
    clfft_filter *f = s->f;
    clfft_status status;

    TRY(load(s, input, params->input_offset));
    if (s->n)
        TRY(execute(s, f->forward, f->mirrored, f->spectra));
    TRY(multiply(s));
    if (s->n)
        TRY(execute(s, f->inverse, f->spectra, f->results));
    TRY(store(s, output, params->output_offset));
fail:
    return status;
}

clfft_status clfft_filter_warm_up(void *filter_, cl_command_queue queue)
{
    clfft_filter *f = filter_;
    struct slice none = {.f = f, .queue = queue};

    return filter(&none, f->results, f->mirrored, &(clfft_filter_params){0});
}

/* Bytes of a picture behind `offset`; the most there is where that overflows.
 */
static uint64_t find_end(const clfft_filter_desc *d, uint64_t copied_size,
                         uint64_t offset)
{
    uint64_t end = 0, last;

    for (unsigned i = 0; i < d->n_planes; i++)
        end = d->offsets[i] > end ? d->offsets[i] : end;
    return checked_multiply(d->height - 1, d->row, &last) &&
                   checked_add(last, end, &end) &&
                   checked_add(end,
                               ((d->width - 1) * d->step + 1) * d->sample_size,
                               &end) &&
                   checked_add(end > copied_size ? end : copied_size, offset,
                               &end)
               ? end
               : UINT64_MAX;
}

static clfft_status check_call(const clfft_filter *f, cl_command_queue queue,
                               cl_mem input, cl_mem output,
                               const clfft_filter_params *p)
{
    const unsigned size = f->desc.sample_size;
    clfft_status status;

    TRY(CHECK_RESERVED("clfft_filter_params", p));
    TRY(clfft_check_queue(f->device, "filter", queue));
    if (p->input_offset % size || p->output_offset % size)
        return FILTER_INVALID("an offset is not whole samples of %u bytes",
                              size);
    if (input == output)
        return FILTER_INVALID("input and output are one buffer");
    TRY(clfft_check_buffer(
        f->device, "filter", "input", input,
        find_end(&f->desc, p->copied_size, p->input_offset)));
    TRY(clfft_check_buffer(
        f->device, "filter", "output", output,
        find_end(&f->desc, p->copied_size, p->output_offset)));
fail:
    return status;
}

clfft_status clfft_filter_execute(clfft_filter *f, cl_command_queue queue,
                                  cl_mem input, cl_mem output,
                                  const clfft_filter_params *params)
{
    const struct clfft_filter_blocks *b = &f->blocks;
    const uint64_t n = b->axes[1].count;
    clfft_status status;

    if (params->event)
        *params->event = NULL;
    TRY(check_call(f, queue, input, output, params));
    TRY(clfft_chain_calls(&f->chain, queue));
    if (params->copied_size)
        TRY(copy(f, queue, input, output, params));
    for (uint64_t first = 0; first < n; first += b->rows) {
        struct slice s = {
            .f = f,
            .queue = queue,
            .first = first,
            .n = n - first < b->rows ? n - first : b->rows,
            .n_wait = first || params->copied_size ? 0 : params->n_wait,
            .wait = params->wait,
        };

        TRY(filter(&s, input, output, params));
    }
    TRY(clfft_chain_give(&f->chain, params->event));
fail:
    return status;
}
