/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* build.c: from the steps of a recipe to kernels and tables. */
#include "plan.h"

#include "clfft/base/error.h"
#include "options.h"
#include "clfft/base/roots.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/*
 * A launch that the device would refuse is no candidate. A kernel's own limit
 * is left to the first launch: drivers tell it wrong for kernels with a
 * required work-group size (NVIDIA 580 says less than it runs).
 */
static clfft_status check_shape(const clfft_plan *plan, const clfft_step *step)
{
    const unsigned items = step->shape.items * step->shape.columns;

    if (step->shape.registers && !plan->device->limits.limits_registers)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "the device's compiler cannot limit registers to %u",
                          step->shape.registers);
    if (step->shape.poly && plan->real_size == 8)
        return clfft_fail(
            CLFFT_STATUS_UNSUPPORTED,
            "recipe: polynomials of roots (\"poly\") are of single "
            "precision");
    return items > plan->device->limits.max_work_group
               ? clfft_plan_fail_group(items,
                                       plan->device->limits.max_work_group)
               : CLFFT_STATUS_OK;
}

/*
 * The bytes that a work-item of a group kernel may spill, and the same where it
 * exchanges in parts. On NVIDIA's driver kernels that spill more may be wrong,
 * or fault at their first launch, after which no launch of their context works.
 * Those of good recipes spill less, since what spills is slow. Figures:
 * docs/internals/notes.md, What does not fit.
 */
#define MOST_SPILT 256
#define MOST_SPILT_IN_PARTS 128

static clfft_status check_spill(const clfft_plan *plan, const clfft_step *step,
                                cl_kernel kernel)
{
    const unsigned most =
        step->shape.parts > 1 ? MOST_SPILT_IN_PARTS : MOST_SPILT;
    clfft_status status = CLFFT_STATUS_OK;
    cl_ulong spilt;

    /* on other devices, and in kernels with arrays, private memory is no
       measure of it */
    if (!plan->device->limits.limits_registers ||
        (step->kind != CLFFT_STEP_GROUP && step->kind != CLFFT_STEP_TILE2D))
        return CLFFT_STATUS_OK;
    CL_TRY(clGetKernelWorkGroupInfo(kernel, plan->device->id,
                                    CL_KERNEL_PRIVATE_MEM_SIZE, sizeof spilt,
                                    &spilt, NULL));
    if (spilt > most)
        status = clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                            "a kernel of %u work-items spills %llu bytes each, "
                            "more than %u",
                            step->shape.items * step->shape.columns,
                            (unsigned long long)spilt, most);
fail:
    return status;
}

/* Rows of whose buffers one lies in the output. */
static clfft_status check_borrowing(const clfft_plan *plan,
                                    const clfft_step *step)
{
    const size_t most = plan->device->limits.local_total;
    const size_t size =
        clfft_simd_local_size(&step->shape, plan->real_size, most) +
        (step->fuse_post ? 2 * plan->real_size : 0);

    if (!clfft_simd_borrows(&step->shape, plan->real_size, most))
        return CLFFT_STATUS_OK;
    if (!clfft_has_spare_output(&plan->desc) || step->bluestein ||
        size > most || step->in.buffer != CLFFT_BUFFER_INPUT ||
        step->out.buffer != CLFFT_BUFFER_OUTPUT ||
        !clfft_simd_may_borrow(&step->shape, step->rader != CLFFT_RADER_NONE))
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "%zu bytes of local memory hold one of the two "
                          "buffers of %u points, and the other can lie only in "
                          "rows of an output that is complex and not the "
                          "input, by an %s number of stages",
                          most, clfft_shape_length(&step->shape),
                          step->rader ? "odd" : "even");
    return CLFFT_STATUS_OK;
}

static clfft_status check_local_size(const clfft_plan *plan,
                                     const clfft_step *step)
{
    const bool simd = step->kind == CLFFT_STEP_SIMD;
    const size_t most = simd ? plan->device->limits.local_total
                             : plan->device->limits.local_size;
    const size_t size =
        step->kind == CLFFT_STEP_TILE2D
            ? clfft_tile2d_local_size(&plan->desc, &plan->recipe.choice)
        : simd ? clfft_simd_local_size(&step->shape, plan->real_size, most)
                     << (step->bluestein && !step->shape.rows)
               : clfft_shape_local_size(&step->shape, plan->real_size) +
                     (step->bands
                          ? clfft_shape_power_size(&step->shape, &plan->desc)
                          : 0);

    if (simd && clfft_simd_is_tight(&step->shape, plan->real_size, most) &&
        (step->fuse_post || step->in.access == CLFFT_ACCESS_HALF))
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "%zu bytes of local memory have no room for the last "
                          "bin of half a spectrum",
                          most);
    return size > most ? clfft_plan_fail_local(size, most) : CLFFT_STATUS_OK;
}

/* A candidate that the device would refuse, or a kernel that would not be
   right, is none. */
static clfft_status check_step(const clfft_plan *plan, const clfft_step *step)
{
    clfft_status status;

    if (step->kind == CLFFT_STEP_SEED_METHOD)
        return clfft_plan_check_seed_method(plan, step);
    TRY(check_local_size(plan, step));
    if (step->kind == CLFFT_STEP_SIMD)
        TRY(check_borrowing(plan, step));
    TRY(check_shape(plan, step));
fail:
    return status;
}

static clfft_status acquire_roots(clfft_plan *plan, uint64_t n,
                                  clfft_table **table)
{
    const clfft_table_key key = {
        .kind = CLFFT_TABLE_ROOTS, .real_size = plan->real_size, .n = n};

    return clfft_table_acquire(plan->device, &key, &(struct clfft_work){0},
                               plan->waiter, table);
}

static clfft_status acquire_stages(clfft_plan *plan, const clfft_step *step,
                                   clfft_table **table)
{
    clfft_table_key key = {.kind = step->shape.rows ? CLFFT_TABLE_STAGES_SPLIT
                                   : step->kind == CLFFT_STEP_SIMD
                                       ? CLFFT_TABLE_STAGES_LANES
                                       : CLFFT_TABLE_STAGES,
                           .real_size = plan->real_size};

    memcpy(key.radices, step->shape.radices, step->shape.n_radices);
    return clfft_table_acquire(plan->device, &key, &(struct clfft_work){0},
                               plan->waiter, table);
}

/* The axes whose lines are loops where sides are made. */
static void fill_lines(const clfft_plan *plan, const clfft_step *step,
                       struct pass *pass)
{
    const bool tile2d = step->kind == CLFFT_STEP_TILE2D;
    unsigned axes[CLFFT_MAX_RANK];

    clfft_active_axes(&plan->desc, axes);
    for (unsigned i = 0; i + 1 < step->out.axes; i++) {
        const unsigned axis = tile2d ? step->across_axis : axes[i];
        pass->line_n[i] = (pass_uint32)plan->desc.lengths[axis];
        pass->line_stride[i] = clfft_plan_stride(plan, step, &step->out, axis);
    }
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
    pass->mean_base =
        (pass_uint32)(2 * plan->scratch_offset[CLFFT_BUFFER_MEANS -
                                               CLFFT_BUFFER_SCRATCH]);
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
    fill_lines(plan, step, pass);
}

/* Samples of several axes that lie one behind the other are a line. */
static void merge_lines(struct pass_box *box)
{
    for (unsigned a = 1; a < CLFFT_MAX_RANK; a++) {
        const uint64_t samples = (uint64_t)box->n[0] * box->n[a];
        const uint64_t extent = samples * (uint64_t)box->in_stride[0];

        if (box->in_stride[a] != box->in_stride[0] * box->n[0] ||
            extent > INT32_MAX / 4)
            return;
        box->n[0] = (pass_uint32)samples;
        box->n[a] = 1;
    }
}

/* Steps over several axes at once. */
static void fill_box(const clfft_plan *plan, const clfft_step *step,
                     struct pass_box *box)
{
    const bool mean =
        step->kind == CLFFT_STEP_MEAN || step->kind == CLFFT_STEP_MEAN_END;
    const clfft_desc *d = &plan->desc;
    int64_t dense = 1;

    memset(box, 0, sizeof *box);
    for (unsigned a = 0; a < CLFFT_MAX_RANK; a++) {
        box->n[a] = (pass_uint32)(mean ? d->load.lengths[a] : d->lengths[a]);
        box->bins[a] = mean ? box->n[a]
                       : a < d->rank
                           ? (pass_uint32)clfft_desc_output_points(d, a)
                           : 1;
        box->in_stride[a] = clfft_plan_stride(plan, step, &step->in, a);
        /* powers lie in scratch as rings count them */
        box->out_stride[a] = step->out.buffer == CLFFT_BUFFER_OUTPUT
                                 ? d->output_strides[a]
                                 : dense;
        dense *= box->bins[a];
    }
    if (step->kind == CLFFT_STEP_MEAN)
        merge_lines(box);
}

static clfft_status build_step(clfft_plan *plan, unsigned index)
{
    const clfft_step *step = &plan->recipe.steps[index];
    clfft_plan_step *s = &plan->steps[index];
    clfft_status status = CLFFT_STATUS_OK;
    struct clfft_options options;
    bool compiled;
    cl_int code;

    TRY(check_step(plan, step));
    clfft_options_make(plan, step, &options);
    if (options.length >= sizeof options.text) {
        status = clfft_fail(CLFFT_STATUS_BUILD,
                            "a kernel's options of %zu bytes are above %zu",
                            options.length, sizeof options.text - 1);
        goto fail;
    }
    TRY(clfft_program_get(plan->device, options.file, options.text, &s->program,
                          &compiled));
    if (compiled)
        plan->from_cache = false;
    s->kernel =
        clCreateKernel(clfft_program_handle(s->program), options.kernel, &code);
    CL_CHECK(code, "clCreateKernel");
    atomic_fetch_add(&plan->device->n_kernels, 1);
    TRY(check_spill(plan, step, s->kernel));
    s->parameters = options.parameters;
    s->pass_size =
        offsetof(struct pass, loop) + options.loops * sizeof s->pass.loop[0];
    if (s->parameters & PASS_TWIDDLE)
        TRY(acquire_stages(plan, step, &s->twiddle));
    if (s->parameters & PASS_ROOTS ||
        (step->kind == CLFFT_STEP_SEED_METHOD && step->root_count))
        TRY(acquire_roots(plan, step->root_count, &s->roots));
    fill_pass(plan, step, &s->pass);
    fill_box(plan, step, &s->box);
    if (step->kind == CLFFT_STEP_SEED_METHOD)
        TRY(clfft_plan_build_seed_method(plan, index));
fail:
    return status;
}

/* ---- tables of convolutions ---- */

static bool is_convolution(const clfft_recipe *r, unsigned axis)
{
    return r->bluestein_n[axis] || r->rader_n[axis];
}

/* Each of those axes has two tables, and each step with a convolution of its
   own. */
static unsigned count_tables(const clfft_recipe *r)
{
    unsigned n = 0;

    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        n += is_convolution(r, d) ? 2 : 0;
    for (unsigned i = 0; i < r->n_steps; i++)
        n += r->steps[i].convolved ? 2 : 0;
    return n;
}

unsigned clfft_plan_count_parts(const clfft_plan *plan)
{
    return plan->recipe.n_steps + 1 + (count_tables(&plan->recipe) > 0);
}

/* How far the tables are. */
struct account {
    struct clfft_progress *progress;
    double whole; /* parts of the creation, of which the tables are the first */
};

static bool tell_tables(double fraction, void *data)
{
    const struct account *a = data;

    return clfft_progress_tell(a->progress, fraction / a->whole, "tables") ==
           CLFFT_STATUS_OK;
}

/* The next table of a convolution. */
static clfft_status acquire_table(clfft_plan *plan, struct clfft_work *work,
                                  clfft_table_key key, clfft_table **table)
{
    key.real_size = plan->real_size;
    work->to = work->done + 1. / count_tables(&plan->recipe);
    return clfft_table_acquire(plan->device, &key, work, plan->waiter, table);
}

static clfft_status acquire_axis_tables(clfft_plan *plan,
                                        struct clfft_work *work, unsigned axis)
{
    const clfft_recipe *r = &plan->recipe;
    const bool rader = r->rader_n[axis] > 0, zooms = plan->desc.zoom.n_bins > 0;
    clfft_table_key points = {.kind = rader   ? CLFFT_TABLE_POWERS
                                      : zooms ? CLFFT_TABLE_ZOOM
                                              : CLFFT_TABLE_CHIRP,
                              .n = rader ? r->rader_n[axis]
                                         : r->bluestein_n[axis],
                              .zoom = plan->desc.zoom};
    clfft_table_key spectrum = points;
    clfft_status status;

    spectrum.kind = rader   ? CLFFT_TABLE_POWERS_SPECTRUM
                    : zooms ? CLFFT_TABLE_ZOOM_SPECTRUM
                            : CLFFT_TABLE_CHIRP_SPECTRUM;
    spectrum.m = rader ? r->rader_rows[axis] : r->bluestein_m[axis];
    TRY(acquire_table(plan, work, points,
                      rader ? &plan->permutation[axis] : &plan->chirp[axis]));
    TRY(acquire_table(plan, work, spectrum, &plan->chirp_spectrum[axis]));
fail:
    return status;
}

static clfft_status acquire_own_tables(clfft_plan *plan,
                                       struct clfft_work *work, unsigned index)
{
    const clfft_step *step = &plan->recipe.steps[index];
    clfft_plan_step *s = &plan->steps[index];
    const bool rader = step->rader != CLFFT_RADER_NONE;
    const clfft_table_key points = {.kind = rader ? CLFFT_TABLE_POWERS
                                                  : CLFFT_TABLE_CHIRP,
                                    .n = step->convolved},
                          spectrum = {.kind = rader
                                                  ? CLFFT_TABLE_POWERS_SPECTRUM
                                                  : CLFFT_TABLE_CHIRP_SPECTRUM,
                                      .n = step->convolved,
                                      .m = rader ? 1 : step->length};
    clfft_status status;

    TRY(acquire_table(plan, work, points, &s->own_points));
    TRY(acquire_table(plan, work, spectrum, &s->own_spectrum));
fail:
    return status;
}

static clfft_status acquire_plan_tables(clfft_plan *plan,
                                        struct clfft_progress *progress)
{
    struct account account = {.progress = progress,
                              .whole = clfft_plan_count_parts(plan)};
    struct clfft_work work = {.n_threads = clfft_count_processors(),
                              .go_on = tell_tables,
                              .data = &account};
    clfft_status status = CLFFT_STATUS_OK;

    if (plan->recipe.real_n)
        TRY(acquire_roots(plan, plan->recipe.real_n, &plan->real_roots));
    if (count_tables(&plan->recipe))
        TRY(clfft_progress_tell(progress, 0, "tables"));
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        if (is_convolution(&plan->recipe, d))
            TRY(acquire_axis_tables(plan, &work, d));
    for (unsigned i = 0; i < plan->recipe.n_steps; i++)
        if (plan->recipe.steps[i].convolved)
            TRY(acquire_own_tables(plan, &work, i));
fail:
    return status;
}

clfft_status clfft_plan_build(clfft_plan *plan, struct clfft_progress *progress)
{
    const unsigned n = plan->recipe.n_steps;
    const unsigned n_parts = clfft_plan_count_parts(plan);
    clfft_status status;

    plan->from_cache = true;
    plan->steps = calloc(n, sizeof *plan->steps);
    if (!plan->steps)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a plan");
    status = acquire_plan_tables(plan, progress);
    for (unsigned i = 0; i < n && status == CLFFT_STATUS_OK; i++) {
        status = clfft_progress_tell(progress,
                                     (double)(n_parts - 1 - n + i) / n_parts,
                                     "kernel %u of %u", i + 1, n);
        if (status == CLFFT_STATUS_OK)
            status = build_step(plan, i);
    }
    return status;
}

void clfft_plan_clear(clfft_plan *plan)
{
    for (unsigned i = 0; plan->steps && i < plan->recipe.n_steps; i++) {
        clfft_plan_step *s = &plan->steps[i];
        if (s->kernel)
            clReleaseKernel(s->kernel);
        clfft_table_release(plan->device, &s->twiddle);
        clfft_table_release(plan->device, &s->roots);
        clfft_table_release(plan->device, &s->own_points);
        clfft_table_release(plan->device, &s->own_spectrum);
        if (s->indices)
            clReleaseMemObject(s->indices);
    }
    free(plan->steps);
    plan->steps = NULL;
    clfft_recipe_clear(&plan->recipe);
    memset(&plan->call, 0, sizeof plan->call);
    clfft_table_release(plan->device, &plan->real_roots);
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++) {
        clfft_table_release(plan->device, &plan->chirp[d]);
        clfft_table_release(plan->device, &plan->chirp_spectrum[d]);
        clfft_table_release(plan->device, &plan->permutation[d]);
    }
}
