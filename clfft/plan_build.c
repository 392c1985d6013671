/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plan_build.c: from the steps of a recipe to kernels and tables. What must
 * be known when a kernel compiles becomes a -D here; all else goes into
 * struct pass, so that direction, batch, strides, hop and scale never build;
 * how many loops there are does, in the schedule for GPUs.
 */
#include "plan.h"

#include "error.h"
#include "limits.h"
#include "roots.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* root_by_polynomial() is exact in its argument up to here */
#define POLYNOMIAL_LIMIT (1u << 25)

struct options {
    char text[1024];
    size_t length;
    unsigned parameters; /* PASS_SAMPLE_SCALE and so on: what they make read */
};

static void add(struct options *o, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(struct options *o, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    o->length += (size_t)vsnprintf(o->text + o->length,
                                   sizeof o->text - o->length, format,
                                   arguments);
    va_end(arguments);
}

/* A word and the parameters that it makes the kernel read. */
static void add_reader(struct options *o, const char *word, unsigned parameters)
{
    add(o, "%s", word);
    o->parameters |= parameters;
}

static bool has_items(const clfft_step *step)
{
    return step->kind == CLFFT_STEP_GROUP || step->kind == CLFFT_STEP_PLANE;
}

/* A word that takes the roots between halves of a real transform. */
static void add_real_roots(struct options *o, const clfft_step *step,
                           const char *word)
{
    if (step->shape.poly && step->n <= POLYNOMIAL_LIMIT)
        add(o, "%s -DREAL_ROOTS_BY_POLYNOMIAL", word);
    else
        add_reader(o, word, PASS_REAL_ROOTS);
}

static unsigned count_inner(const clfft_step *step)
{
    return step->inner[1] > 1 ? 2 : step->inner[0] > 1 ? 1 : 0;
}

int64_t clfft_plan_stride(const clfft_plan *plan, const clfft_step *step,
                          const clfft_side *side, unsigned axis)
{
    if (side->buffer == CLFFT_BUFFER_INPUT)
        return plan->desc.input_strides[axis];
    if (side->buffer == CLFFT_BUFFER_OUTPUT)
        return plan->desc.output_strides[axis];
    return (int64_t)clfft_scratch_stride(&plan->recipe, step, side, axis);
}

/* Does an offset inside one transform need more than 31 bits? */
static bool is_wide(const clfft_plan *plan, const clfft_step *step)
{
    const uint64_t in =
        (uint64_t)clfft_plan_stride(plan, step, &step->in, step->axis);
    const uint64_t out =
        (uint64_t)clfft_plan_stride(plan, step, &step->out, step->axis);
    const uint64_t inner = plan->recipe.bluestein_m[step->axis];
    const uint64_t points = inner > plan->desc.lengths[step->axis]
                                ? inner
                                : plan->desc.lengths[step->axis];

    if (step->kind == CLFFT_STEP_PLANE &&
        (step->across * (uint64_t)clfft_plan_stride(plan, step, &step->in,
                                                    step->across_axis) >=
             INT32_MAX ||
         step->across * (uint64_t)clfft_plan_stride(plan, step, &step->out,
                                                    step->across_axis) >=
             INT32_MAX))
        return true;
    return points * in >= INT32_MAX || points * out >= INT32_MAX;
}

/* Points that a step computes and could store. */
static uint64_t made_points(const clfft_step *step)
{
    if (step->kind == CLFFT_STEP_DIRECT)
        return step->root_count;
    if ((step->kind != CLFFT_STEP_GROUP && step->kind != CLFFT_STEP_SIMD) ||
        step->fuse_post)
        return 0;
    return (uint64_t)step->length * step->inner[0] * step->inner[1] +
           (step->rader ? 1 : 0);
}

static void add_access(struct options *o, const clfft_plan *plan,
                       const clfft_step *step)
{
    const clfft_desc *d = &plan->desc;

    /* what is no more than moved is a number */
    if (step->kind == CLFFT_STEP_SPREAD && step->in.access)
        add(o, " -DLOAD=%d", (int)CLFFT_ACCESS_REAL);
    else if (step->in.access)
        add(o, " -DLOAD=%d", (int)step->in.access);
    if (step->in.access == CLFFT_ACCESS_HALF)
        add_real_roots(o, step, "");
    if (step->out.access)
        add(o, " -DSTORE=%d", (int)step->out.access);
    if (step->out.buffer == CLFFT_BUFFER_OUTPUT && d->store.pixel) {
        add(o, " -DPIXEL=%d", (int)d->store.pixel);
        o->parameters |= d->store.pixel == CLFFT_PIXEL_RGBA
                             ? PASS_COLORS | PASS_RANGE : PASS_RANGE;
    }
    if (step->in.outer) {
        if (d->load.sample) {
            add(o, " -DSAMPLE=%d", (int)d->load.sample);
            o->parameters |= PASS_SAMPLE_SCALE;
        }
        if (d->load.sample &&
            d->load.big_endian == plan->device->limits.little_endian)
            add(o, " -DSAMPLE_SWAP");
        if (d->load.matrix)
            add_reader(o, " -DMATRIX", PASS_MATRIX);
        if (d->load.subtract_mean && step->kind != CLFFT_STEP_MEAN)
            add_reader(o, " -DMEAN", PASS_MEANS);
    }
    if (step->in.window && d->load.windows[step->axis])
        add_reader(o, " -DWINDOW", PASS_WINDOW);
    if (step->out.gain && d->store.gain)
        add_reader(o, " -DGAIN", PASS_GAIN);
    if (step->out.outer && step->kind != CLFFT_STEP_BANDS) {
        if (d->transform == CLFFT_TRANSFORM_R2C &&
            d->store.sides != CLFFT_SIDES_ONE)
            add(o, step->kind == CLFFT_STEP_SPREAD ? " -DHALF_STORED"
                                                   : " -DMIRROR");
        if (d->store.sides == CLFFT_SIDES_CENTERED)
            add(o, " -DROTATE");
    }
    if (step->kind == CLFFT_STEP_BANDS && d->store.rings.n_rings)
        add(o, " -DSPARSE");
    if (step->in.chirp)
        add_reader(o, " -DCHIRP_LOAD", PASS_CHIRP);
    if (step->out.chirp)
        add_reader(o, " -DCHIRP_STORE", PASS_CHIRP);
    if (step->spectrum_store)
        add_reader(o, " -DSPECTRUM_STORE", PASS_CHIRP_SPECTRUM);
    if (step->twiddle_store)
        add(o, step->kind == CLFFT_STEP_GROUP ? " -DTWIDDLE_CHAIN"
                                              : " -DTWIDDLE_STORE");
    if (step->in.window && step->in.length < d->lengths[step->axis])
        add(o, " -DZERO_PAD");
    if (made_points(step) > step->out.length)
        add(o, " -DTRUNCATE");
    if (step->twiddle_store && plan->real_size == 4 &&
        step->root_count <= POLYNOMIAL_LIMIT)
        add(o, " -DROOTS_BY_POLYNOMIAL");
    else if (step->twiddle_store)
        o->parameters |= PASS_ROOTS;
    if (count_inner(step))
        add(o, " -DINNER=%u", count_inner(step));
    if (clfft_step_has_neighbours(step))
        add(o, " -DNEIGHBOURS");
    if (is_wide(plan, step))
        add(o, " -DWIDE");
}

static void add_radices(struct options *o, const clfft_step *step)
{
    add(o, " -DLENGTH=%u", step->length);
    for (unsigned i = 0; i < step->shape.n_radices; i++)
        add(o, " -DRADIX%u=%u", i, step->shape.radices[i]);
    if (step->shape.poly)
        add(o, " -DSTAGES_BY_POLYNOMIAL");
    else if (step->shape.n_radices > 1)
        o->parameters |= PASS_TWIDDLE;
    if (step->bluestein)
        add_reader(o, " -DBLUESTEIN -cl-no-signed-zeros", PASS_CHIRP_SPECTRUM);
    if (step->rader)
        add_reader(o, " -DRADER", PASS_CHIRP_SPECTRUM | PASS_PERMUTATION);
    if (step->fuse_post)
        add_real_roots(o, step, " -DFUSE_POST");
}

/* Does it write where others of its launch read? */
static bool is_in_place(const clfft_plan *plan, const clfft_step *step)
{
    const int in = step->in.buffer, out = step->out.buffer;

    return in == out || (plan->desc.in_place && in < CLFFT_BUFFER_SCRATCH &&
                         out < CLFFT_BUFFER_SCRATCH);
}

/*
 * The most loops that an execute may have; a batch of one counts as one. GPUs
 * lose 0.3 to 2 % where a kernel has to find out (64 to 4096 points, H200); a
 * CPU, whose compilers take seconds, does not.
 */
static unsigned count_loops(const clfft_plan *plan, const clfft_step *step)
{
    unsigned n = plan->desc.n_loops > 1 ? plan->desc.n_loops : 1;

    if (step->kind == CLFFT_STEP_PLANE)
        return n + 1;
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        if (d != step->axis &&
            (step->lines[d] > 1 ||
             (d == 0 && clfft_step_has_neighbours(step))))
            n++;
    return n;
}

/* How work-items share points. */
static void add_exchange(struct options *o, const clfft_plan *plan,
                         const clfft_step *step)
{
    add(o, " -DITEMS=%u -DCOLUMNS=%u -DLAYOUT=%d", step->shape.items,
        step->shape.columns, (int)step->shape.layout);
    if (step->shape.split)
        add(o, " -DSPLIT");
    if (is_in_place(plan, step))
        add(o, " -DIN_PLACE");
    if (step->shape.parts > 1)
        add(o, " -DPARTS=%u", step->shape.parts);
    if (count_loops(plan, step) <= 2)
        add(o, " -DLOOPS=%u", count_loops(plan, step));
    if (step->shape.registers)
        add(o, " -DFREE_GROUP_SIZE -cl-nv-maxrregcount=%u",
            step->shape.registers);
}

static void add_group(struct options *o, const clfft_plan *plan,
                      const clfft_step *step)
{
    const bool lines = step->axis > 0, tiles = count_inner(step) > 0;

    add_radices(o, step);
    add_exchange(o, plan, step);
    add(o, " -DLOAD_COLUMNS=%d -DSTORE_COLUMNS=%d",
        lines || (tiles && step->in.index[1] == 1),
        lines || (tiles && step->out.index[1] == 1));
    if (step->shape.early)
        add(o, " -DEARLY");
}

static void add_plane(struct options *o, const clfft_plan *plan,
                      const clfft_step *step)
{
    const clfft_shape *shape = &step->shape;

    add(o, " -DPLANE -DLENGTH=%u -DACROSS=%u -DBINS=%u", step->length,
        step->across, step->bins);
    for (unsigned i = 0; i < shape->n_radices; i++)
        add(o, " -DRADIX%u=%u", i, shape->radices[i]);
    for (unsigned i = 0; i < step->across_shape.n_radices; i++)
        add(o, " -DACROSS%u=%u", i, step->across_shape.radices[i]);
    if (plan->desc.transform == CLFFT_TRANSFORM_C2R)
        add(o, " -DACROSS_FIRST");
    add_exchange(o, plan, step);
}

#define POINT_FILES                                                            \
    "pass.h", "complex.cl", "pixel.cl", "parameters.cl", "access.cl"

static const struct kind {
    const char *kernel;
    const char *files[10];
} kinds[] = {
    [CLFFT_STEP_GROUP] = {"pass_group",
                          {POINT_FILES, "butterfly.cl", "exchange.cl",
                           "group.cl"}},
    [CLFFT_STEP_SIMD] = {"pass_simd",
                         {POINT_FILES, "butterfly.cl", "simd.cl",
                          "simd-rows.cl", "simd-lanes.cl"}},
    [CLFFT_STEP_DIRECT] = {"pass_direct",
                           {POINT_FILES, "butterfly.cl", "direct.cl"}},
    [CLFFT_STEP_PLANE] = {"pass_plane",
                          {POINT_FILES, "butterfly.cl", "exchange.cl",
                           "plane.cl"}},
    [CLFFT_STEP_REAL] = {"pass_real", {POINT_FILES, "real.cl"}},
    [CLFFT_STEP_BANDS] = {"pass_bands",
                          {POINT_FILES, "quantity.cl", "bands.cl"}},
    [CLFFT_STEP_SPREAD] = {"pass_spread", {POINT_FILES, "spread.cl"}},
    [CLFFT_STEP_MEAN] = {"pass_mean", {POINT_FILES, "mean.cl"}},
    [CLFFT_STEP_MEAN_END] = {"pass_mean_end", {POINT_FILES, "mean.cl"}},
};

static void make_options(const clfft_plan *plan, const clfft_step *step,
                         struct options *o)
{
    *o = (struct options){.text = ""};
    add(o, "-cl-std=CL1.2 -cl-mad-enable");
    if (plan->real_size == 8)
        add(o, " -DPRECISION_DOUBLE");
    switch (step->kind) {
    case CLFFT_STEP_GROUP:
        add_group(o, plan, step);
        break;
    case CLFFT_STEP_PLANE:
        add_plane(o, plan, step);
        break;
    case CLFFT_STEP_SIMD:
        add_radices(o, step);
        add(o, " -DLANES=%u %s",
            clfft_shape_lanes(&step->shape, plan->real_size),
            step->shape.rows ? "-DSHAPE_ROWS" : "-DSHAPE_LANES");
        break;
    case CLFFT_STEP_DIRECT:
        add(o, " -DRADIX=%u", step->shape.radices[0]);
        o->parameters |= PASS_ROOTS;
        break;
    case CLFFT_STEP_REAL:
        o->parameters |= PASS_REAL_ROOTS;
        break;
    case CLFFT_STEP_MEAN:
    case CLFFT_STEP_MEAN_END:
        add(o, " -DMEAN_GROUPS=%u -DMEAN_ITEMS=%u%s%s", CLFFT_MEAN_GROUPS,
            CLFFT_MEAN_ITEMS,
            step->kind == CLFFT_STEP_MEAN_END ? " -DMEAN_END" : "",
            step->kind == CLFFT_STEP_MEAN_END && plan->desc.load.sample
                ? " -DSCALED" : "");
        if (step->kind == CLFFT_STEP_MEAN_END && plan->desc.load.sample)
            o->parameters |= PASS_SAMPLE_SCALE;
        break;
    case CLFFT_STEP_LAUNCH:
        add(o, "%s", step->launch.options);
        return;
    default:
        break;
    }
    add_access(o, plan, step);
    if (step->kind != CLFFT_STEP_BANDS)
        add(o, " -DPARAMETERS=0x%x", o->parameters);
}

static const char *kernel_name(const clfft_step *step)
{
    return step->kind == CLFFT_STEP_LAUNCH ? step->launch.kernel
                                           : kinds[step->kind].kernel;
}

/*
 * A launch that the device would refuse is no candidate. A kernel's own limit
 * is left to the first launch: drivers tell it wrong for kernels with a
 * required work-group size (NVIDIA 580 says less than it runs).
 */
static clfft_status check_shape(const clfft_plan *plan, const clfft_step *step)
{
    const bool launch = step->kind == CLFFT_STEP_LAUNCH;
    const unsigned items = launch ? step->launch.items
                                  : step->shape.items * step->shape.columns;

    if (!has_items(step) && !launch)
        return CLFFT_STATUS_OK;
    if (step->shape.registers && !plan->device->limits.limits_registers)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "the device's compiler cannot limit registers to %u",
                          step->shape.registers);
    if (step->shape.poly && plan->real_size == 8)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "recipe: polynomials of roots (\"poly\") are of single "
                          "precision");
    if (items > plan->device->limits.max_work_group)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "a work-group of %u is above the device's %u", items,
                          plan->device->limits.max_work_group);
    return CLFFT_STATUS_OK;
}

static clfft_status check_local_size(const clfft_plan *plan,
                                     const clfft_step *step)
{
    const bool simd = step->kind == CLFFT_STEP_SIMD;
    const size_t most = simd ? plan->device->limits.local_total
                             : plan->device->limits.local_size;
    const size_t size =
        step->kind == CLFFT_STEP_LAUNCH
            ? step->launch.local_size
        : step->kind == CLFFT_STEP_PLANE
            ? clfft_plane_local_size(&plan->desc, &plan->recipe.choice)
        : simd ? clfft_simd_local_size(&step->shape, plan->real_size)
                     << (step->bluestein && !step->shape.rows)
               : clfft_shape_local_size(&step->shape, plan->real_size);

    if (size > most)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "%zu bytes of local memory are above the device's "
                          "%zu",
                          size, most);
    return CLFFT_STATUS_OK;
}

static clfft_status acquire_roots(clfft_plan *plan, uint64_t n,
                                  clfft_table **table)
{
    const clfft_table_key key = {
        .kind = CLFFT_TABLE_ROOTS, .real_size = plan->real_size, .n = n};

    return clfft_table_acquire(plan->device, &key, table);
}

static clfft_status acquire_stages(clfft_plan *plan, const clfft_step *step,
                                   clfft_table **table)
{
    clfft_table_key key = {.kind = step->shape.rows ? CLFFT_TABLE_STAGES_SPLIT
                                                    : CLFFT_TABLE_STAGES,
                           .real_size = plan->real_size};

    memcpy(key.radices, step->shape.radices, step->shape.n_radices);
    return clfft_table_acquire(plan->device, &key, table);
}

/* What no execute changes. */
static void fill_pass(const clfft_plan *plan, const clfft_step *step,
                      struct pass *pass)
{
    memset(pass, 0, sizeof *pass);
    memcpy(pass->in.index, step->in.index, sizeof pass->in.index);
    memcpy(pass->out.index, step->out.index, sizeof pass->out.index);
    pass->in.length = step->in.length;
    pass->out.length = step->out.length;
    pass->in.stride = clfft_plan_stride(plan, step, &step->in, step->axis);
    pass->out.stride = clfft_plan_stride(plan, step, &step->out, step->axis);
    pass->mean_base = (pass_uint32)(
        2 * plan->scratch_offset[CLFFT_BUFFER_MEANS - CLFFT_BUFFER_SCRATCH]);
    pass->inner[0] = step->inner[0];
    pass->inner[1] = step->inner[1];
    pass->n = step->n;
    pass->span = step->span;
    pass->root_count = step->root_count;
    pass->root_scale = step->root_scale;
    pass->shift = clfft_roots_shift(step->root_count);
    pass->real_shift = clfft_roots_shift(plan->recipe.real_n);
    pass->rotate = step->n / 2;
    pass->source_distance = plan->desc.load.source_distance;
    pass->n_sources = plan->desc.load.n_sources;
}

/* Steps over several axes at once. */
static void fill_box(const clfft_plan *plan, const clfft_step *step,
                     struct pass_box *box)
{
    const clfft_desc *d = &plan->desc;
    int64_t dense = 1;

    memset(box, 0, sizeof *box);
    for (unsigned a = 0; a < CLFFT_MAX_RANK; a++) {
        const bool mean = step->kind == CLFFT_STEP_MEAN ||
                          step->kind == CLFFT_STEP_MEAN_END;
        box->n[a] = (pass_uint32)(mean ? d->load.lengths[a] : d->lengths[a]);
        box->bins[a] = a < d->rank
                           ? (pass_uint32)clfft_desc_output_points(d, a) : 1;
        box->in_stride[a] = clfft_plan_stride(plan, step, &step->in, a);
        /* powers lie in scratch as rings count them */
        box->out_stride[a] = step->out.buffer == CLFFT_BUFFER_OUTPUT
                                 ? d->output_strides[a] : dense;
        dense *= box->bins[a];
    }
}

static clfft_status build_step(clfft_plan *plan, unsigned index)
{
    const clfft_step *step = &plan->recipe.steps[index];
    clfft_plan_step *s = &plan->steps[index];
    clfft_status status = CLFFT_STATUS_OK;
    struct options options;
    bool compiled;
    cl_int code;

    TRY(check_local_size(plan, step));
    TRY(check_shape(plan, step));
    if (step->kind == CLFFT_STEP_LAUNCH)
        TRY(clfft_plan_check_launch(plan, index));
    make_options(plan, step, &options);
    TRY(clfft_program_get(plan->device,
                          step->kind == CLFFT_STEP_LAUNCH
                              ? step->launch.files : kinds[step->kind].files,
                          options.text, &s->program, &compiled));
    if (compiled)
        plan->from_cache = false;
    s->kernel = clCreateKernel(clfft_program_handle(s->program),
                               kernel_name(step), &code);
    CL_CHECK(code, "clCreateKernel");
    atomic_fetch_add(&plan->device->n_kernels, 1);
    s->parameters = options.parameters;
    if (s->parameters & PASS_TWIDDLE)
        TRY(acquire_stages(plan, step, &s->twiddle));
    if (s->parameters & PASS_ROOTS ||
        (step->kind == CLFFT_STEP_LAUNCH && step->root_count))
        TRY(acquire_roots(plan, step->root_count, &s->roots));
    fill_pass(plan, step, &s->pass);
    fill_box(plan, step, &s->box);
    if (step->kind == CLFFT_STEP_LAUNCH)
        TRY(clfft_plan_build_launch(plan, index));
fail:
    return status;
}

/* The table of a convolution that two numbers describe. */
static clfft_status acquire_table(clfft_plan *plan, clfft_table_kind kind,
                                  uint64_t n, uint64_t m, clfft_table **table)
{
    const clfft_table_key key = {
        .kind = kind, .real_size = plan->real_size, .n = n, .m = m};

    return clfft_table_acquire(plan->device, &key, table);
}

static clfft_status acquire_plan_tables(clfft_plan *plan)
{
    const clfft_recipe *r = &plan->recipe;
    clfft_status status = CLFFT_STATUS_OK;

    if (r->real_n)
        TRY(acquire_roots(plan, r->real_n, &plan->real_roots));
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++) {
        if (r->bluestein_n[d]) {
            TRY(acquire_table(plan, CLFFT_TABLE_CHIRP, r->bluestein_n[d], 0,
                              &plan->chirp[d]));
            TRY(acquire_table(plan, CLFFT_TABLE_CHIRP_SPECTRUM,
                              r->bluestein_n[d], r->bluestein_m[d],
                              &plan->chirp_spectrum[d]));
        }
        if (r->rader_n[d]) {
            TRY(acquire_table(plan, CLFFT_TABLE_POWERS, r->rader_n[d], 0,
                              &plan->permutation[d]));
            TRY(acquire_table(plan, CLFFT_TABLE_POWERS_SPECTRUM, r->rader_n[d],
                              0, &plan->chirp_spectrum[d]));
        }
    }
fail:
    return status;
}

clfft_status clfft_plan_build(clfft_plan *plan, const clfft_progress *progress)
{
    const unsigned n = plan->recipe.n_steps;
    clfft_status status = acquire_plan_tables(plan);

    plan->from_cache = true;
    for (unsigned i = 0; i < n && status == CLFFT_STATUS_OK; i++) {
        if (progress->call &&
            !progress->call((double)i / (n + 1),
                            kernel_name(&plan->recipe.steps[i]),
                            progress->data))
            return clfft_fail(CLFFT_STATUS_CANCELLED,
                              "plan creation was cancelled");
        status = build_step(plan, i);
    }
    return status;
}

void clfft_plan_clear(clfft_plan *plan)
{
    for (unsigned i = 0; i < CLFFT_MAX_STEPS; i++) {
        clfft_plan_step *s = &plan->steps[i];
        if (s->kernel)
            clReleaseKernel(s->kernel);
        clfft_table_release(plan->device, &s->twiddle);
        clfft_table_release(plan->device, &s->roots);
        if (s->indices)
            clReleaseMemObject(s->indices);
        memset(s, 0, sizeof *s);
    }
    clfft_table_release(plan->device, &plan->real_roots);
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++) {
        clfft_table_release(plan->device, &plan->chirp[d]);
        clfft_table_release(plan->device, &plan->chirp_spectrum[d]);
        clfft_table_release(plan->device, &plan->permutation[d]);
    }
}
