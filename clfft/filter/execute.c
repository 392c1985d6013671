/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* execute.c: filters pictures, slice by slice: load, transform, product, back,
   store. */
#include "state.h"

#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/base/watch.h"
#include "clfft/device/check_handles.h"
#include "clfft/device/wait.h"

#define GROUP_ITEMS 64
/* Points of a picture that take long on a CPU: tenths of a second. */
#define LONG_CALL (UINT64_C(1) << 24)
/* Planes' responses of frequency 0 and of numbers are rounded to single
   precision, which is too coarse where the rest is double. */
#define BIAS(f)                                                                \
    ((f)->real_size == 4 ? (double)(1u << ((f)->desc.depth - 1)) : 0)

/* Blocks along an axis, or planes. */
struct range {
    uint64_t first, n;
};

/* A slice of a picture that is filtered. */
struct slice {
    clfft_filter *f;
    cl_command_queue queue;
    struct range columns, rows, planes;
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
        .counts = {s->columns.n, s->rows.n, s->planes.n},
        .scratch = s->f->scratch,
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

/* What load and store have in common. offset: bytes to the picture; width and
   rows: samples that are made. */
static struct filter_place make_place(const struct slice *s, uint64_t offset,
                                      uint64_t width, uint64_t rows)
{
    const clfft_filter *f = s->f;
    const clfft_filter_desc *d = &f->desc;
    struct filter_place p = {
        .row = d->row / d->sample_size,
        .n_rows = rows ? (filter_uint32)rows : 1,
        .n_runs = width ? (filter_uint32)divide_up(width, f->run) : 1,
        .shift = d->shift,
        .mask = (1u << d->depth) - 1,
        .swap = d->big_endian && d->sample_size == 2 ? 8 : 0,
    };

    p.n_items = p.n_runs * p.n_rows * (filter_uint32)s->planes.n;
    for (uint64_t i = 0; i < s->planes.n; i++)
        p.offsets[i] =
            (offset + d->offsets[s->planes.first + i]) / d->sample_size;
    return p;
}

/* Sample of the first one of a slice. */
static filter_int32 find_first(const struct clfft_filter_axis *axis,
                               const struct range *range)
{
    return (filter_int32)(range->first * axis->hop);
}

/* Samples of a slice of an axis of n, whose last block may have fewer. */
static uint64_t count_samples(const struct clfft_filter_axis *axis,
                              const struct range *range, uint64_t n)
{
    const uint64_t left = n - range->first * axis->hop;
    const uint64_t all = range->n * axis->hop;

    return left < all ? left : all;
}

static clfft_status load(struct slice *s, cl_mem input, uint64_t offset)
{
    clfft_filter *f = s->f;
    const clfft_filter_desc *d = &f->desc;
    const struct clfft_filter_axis *axes = f->blocks.axes;
    const uint64_t pitch = clfft_filter_get_pitch(&f->blocks);
    struct filter_place p = make_place(
        s, offset, pitch,
        s->rows.n ? clfft_filter_get_rows(&f->blocks, s->rows.n) : 0);
    const struct clfft_argument arguments[] = {
        ARGUMENT(input), ARGUMENT(f->samples), ARGUMENT(f->waves), ARGUMENT(p)};

    p.width = (filter_int32)d->width;
    p.height = (filter_int32)d->height;
    p.plane = f->sizes.mirrored;
    p.pitch = (filter_uint32)pitch;
    p.first_x = find_first(&axes[0], &s->columns) - (filter_int32)axes[0].reach;
    p.first_y = find_first(&axes[1], &s->rows) - (filter_int32)axes[1].reach;
    p.max_waves = d->max_waves;
    p.first_wave = s->planes.first * d->max_waves * (d->width + d->height);
    for (uint64_t i = 0; i < s->planes.n; i++) {
        p.n_waves[i] = f->n_waves[s->planes.first + i];
        p.biases[i] = (float)BIAS(f);
    }
    return launch(s, f->load, arguments, 4, p.n_items);
}

static clfft_status multiply(struct slice *s)
{
    clfft_filter *f = s->f;
    const struct clfft_filter_blocks *b = &f->blocks;
    const cl_uint n_bins = (cl_uint)f->sizes.bins;
    const cl_uint n_runs = (cl_uint)divide_up(n_bins, f->run);
    /* blocks that a slice could have stand between rows and planes */
    const uint64_t pitch = b->rows * b->columns;
    const bool is_none = !s->rows.n;
    const uint64_t n_spectra = is_none ? 0
                                       : (s->planes.n - 1) * pitch +
                                             (s->rows.n - 1) * b->columns +
                                             s->columns.n;
    const bool is_each = f->desc.n_responses > 1;
    const cl_uint each = (cl_uint)(is_each ? pitch : b->planes * pitch);
    const cl_ulong first = is_each ? s->planes.first * f->sizes.bins : 0;
    const cl_uint n_items = (cl_uint)(n_spectra * n_runs);
    const struct clfft_argument arguments[] = {
        ARGUMENT(f->spectra), ARGUMENT(f->responses), ARGUMENT(first),
        ARGUMENT(n_bins),     ARGUMENT(each),         ARGUMENT(n_runs),
        ARGUMENT(n_items)};

    return launch(s, f->product, arguments, 7, n_items);
}

static clfft_status store(struct slice *s, cl_mem output, uint64_t offset)
{
    clfft_filter *f = s->f;
    const struct clfft_filter_axis *x = &f->blocks.axes[0];
    const struct clfft_filter_axis *y = &f->blocks.axes[1];
    const uint64_t width = count_samples(x, &s->columns, f->desc.width);
    const uint64_t height = count_samples(y, &s->rows, f->desc.height);
    struct filter_place p = make_place(s, offset, width, height);
    const struct clfft_argument arguments[] = {ARGUMENT(f->samples),
                                               ARGUMENT(output), ARGUMENT(p)};

    p.width = (filter_int32)width;
    p.height = (filter_int32)height;
    p.block = (filter_uint32)f->sizes.block;
    p.plane = f->blocks.rows * f->blocks.columns * p.block;
    p.pitch = (filter_uint32)x->length;
    p.first_x = find_first(x, &s->columns);
    p.first_y = find_first(y, &s->rows);
    p.hop_x = (filter_uint32)x->hop;
    p.hop_y = (filter_uint32)y->hop;
    p.reach_x = (filter_uint32)x->reach;
    p.reach_y = (filter_uint32)y->reach;
    p.n_columns = (filter_uint32)f->blocks.columns;
    for (uint64_t i = 0; i < s->planes.n; i++) {
        const uint64_t plane = s->planes.first + i;
        const uint64_t r = f->desc.n_responses > 1 ? plane : 0;

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
    if (s->rows.n)
        TRY(execute(s, f->forward, f->samples, f->spectra));
    TRY(multiply(s));
    if (s->rows.n)
        TRY(execute(s, f->inverse, f->spectra, f->samples));
    TRY(store(s, output, params->output_offset));
fail:
    return status;
}

clfft_status clfft_filter_warm_up(void *filter_, cl_command_queue queue)
{
    clfft_filter *f = filter_;
    struct slice none = {.f = f, .queue = queue};

    return filter(&none, f->spectra, f->responses, &(clfft_filter_params){0});
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

/* No command can be taken back: a thread that may be stopped enqueues some of
   many points, then waits. i: slices that were. */
static clfft_status watch(clfft_filter *f, uint64_t i, uint64_t n)
{
    const uint64_t points = f->sizes.n_blocks * f->sizes.block;
    clfft_status status = CLFFT_STATUS_OK;

    if (!f->is_cpu || !clfft_watch_is_set() ||
        i * points / LONG_CALL == (i - 1) * points / LONG_CALL)
        return CLFFT_STATUS_OK;
    TRY(clfft_wait_for_event(f->desc.waiter, f->chain.before));
    TRY(clfft_watch_tell("a filter", i, n));
fail:
    return status;
}

/* Slice `index` of a picture: parts of a row of blocks first, planes last. */
static struct slice take_slice(clfft_filter *f, cl_command_queue queue,
                               uint64_t index)
{
    const struct clfft_filter_blocks *b = &f->blocks;
    const uint64_t counts[] = {b->axes[0].count, b->axes[1].count,
                               f->desc.n_planes};
    const uint64_t steps[] = {b->columns, b->rows, b->planes};
    struct range ranges[3];

    for (unsigned i = 0; i < 3; i++) {
        const uint64_t n = divide_up(counts[i], steps[i]);
        const uint64_t first = index % n * steps[i];
        const uint64_t left = counts[i] - first;

        ranges[i] = (struct range){first, left < steps[i] ? left : steps[i]};
        index /= n;
    }
    return (struct slice){.f = f,
                          .queue = queue,
                          .columns = ranges[0],
                          .rows = ranges[1],
                          .planes = ranges[2]};
}

clfft_status clfft_filter_execute(clfft_filter *f, cl_command_queue queue,
                                  cl_mem input, cl_mem output,
                                  const clfft_filter_params *params)
{
    const uint64_t n = clfft_filter_count_slices(&f->desc, &f->blocks);
    clfft_status status;

    if (params->event)
        *params->event = NULL;
    TRY(check_call(f, queue, input, output, params));
    TRY(clfft_chain_calls(&f->chain, queue));
    if (params->copied_size)
        TRY(copy(f, queue, input, output, params));
    for (uint64_t i = 0; i < n; i++) {
        struct slice slice = take_slice(f, queue, i);

        if (i == 0 && !params->copied_size) {
            slice.n_wait = params->n_wait;
            slice.wait = params->wait;
        }
        TRY(filter(&slice, input, output, params));
        TRY(watch(f, i + 1, n));
    }
    TRY(clfft_chain_give(&f->chain, params->event));
fail:
    return status;
}
