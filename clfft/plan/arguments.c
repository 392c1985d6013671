/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* arguments.c: sets the arguments of a pass's kernel besides input and output.
   An argument that has not changed is not set again, for setting costs the host
   time. */
#include "plan.h"

#include "clfft/base/error.h"

#include <float.h>
#include <math.h>

/* ---- values ---- */

/* Converts numbers to the plan's precision. */
static clfft_status set_real(const clfft_plan *plan, cl_kernel kernel,
                             cl_uint index, const double *values, size_t n)
{
    clfft_status status = CLFFT_STATUS_OK;
    float narrow[8];

    for (size_t i = 0; i < n; i++)
        narrow[i] = (float)values[i];
    CL_TRY(clSetKernelArg(kernel, index, n * plan->real_size,
                          plan->real_size == 8 ? (const void *)values
                                               : (const void *)narrow));
fail:
    return status;
}

/* Fills the factors of parameters.cl; the fifth is read in single precision
   only. */
static void get_factors(const clfft_plan *plan, const clfft_step *step,
                        double factors[5])
{
    const double factor =
        step->scale ? clfft_desc_store_factor(&plan->desc) : 1;
    double scale[2];

    clfft_desc_split(&plan->desc, factor, scale);
    factors[0] = step->in.conjugate ? -1 : 1;
    factors[1] = step->out.conjugate ? -1 : 1;
    factors[2] = scale[0];
    factors[3] = plan->desc.store.floor;
    factors[4] = scale[1];
}

static clfft_status set_factors(const clfft_plan *plan, const clfft_step *step,
                                cl_kernel kernel, cl_uint index)
{
    double factors[5];

    get_factors(plan, step, factors);
    return set_real(plan, kernel, index, factors, 4);
}

static clfft_status set_sample_scale(const clfft_plan *plan, cl_kernel kernel,
                                     cl_uint index)
{
    double parts[2];

    clfft_desc_split(&plan->desc, clfft_desc_load_factor(&plan->desc), parts);
    return set_real(plan, kernel, index, parts, 2);
}

/* Sets range_t of kernels/common/pixel.cl: the lowest value and how many codes
   a unit has, and what becomes of quantities. */
static clfft_status set_range(const clfft_plan *plan, cl_kernel kernel,
                              cl_uint index)
{
    const struct clfft_codes *codes = &plan->hooks.codes;
    const clfft_value *v = &codes->value;
    const clfft_pixel pixel = plan->desc.store.pixel;
    const bool is_code = pixel && pixel != CLFFT_PIXEL_HALF;
    const double least = plan->real_size == 8 ? DBL_MIN : (double)FLT_MIN;
    const double range[8] = {
        codes->lowest,
        is_code ? clfft_pixel_top(pixel) / (codes->highest - codes->lowest) : 0,
        v->offset,
        fmax(v->least, least),
        v->scale != 0 ? v->scale : 1,
        v->shift};

    return set_real(plan, kernel, index, range,
                    clfft_desc_makes_values(&plan->desc) ? 8 : 2);
}

static clfft_status set_buffer(cl_kernel kernel, cl_uint index, cl_mem buffer)
{
    clfft_status status = CLFFT_STATUS_OK;

    CL_TRY(clSetKernelArg(kernel, index, sizeof buffer, &buffer));
fail:
    return status;
}

static clfft_status set_n_bands(const clfft_plan *plan, cl_kernel kernel,
                                cl_uint index)
{
    const clfft_store *store = &plan->desc.store;
    const cl_uint n =
        store->rings.n_rings ? store->rings.n_rings : store->bands.n_bands;
    clfft_status status = CLFFT_STATUS_OK;

    CL_TRY(clSetKernelArg(kernel, index, sizeof n, &n));
fail:
    return status;
}

static cl_mem table_buffer(const clfft_table *table)
{
    return table ? clfft_table_buffer(table) : NULL;
}

/* ---- kernels ---- */

/* Sets the parameter with this bit. No default: the compiler names a parameter
   of the list that has no case. */
static clfft_status set_parameter(const clfft_plan *plan,
                                  const clfft_step *step,
                                  const clfft_plan_step *s, cl_mem scratch,
                                  enum pass_parameter bit, cl_uint index)
{
    const clfft_hooks *hooks = &plan->hooks;
    const unsigned axis = step->axis;

    switch (bit) {
    case PASS_SAMPLE_SCALE:
        return set_sample_scale(plan, s->kernel, index);
    case PASS_TWIDDLE:
        return set_buffer(s->kernel, index, table_buffer(s->twiddle));
    case PASS_ROOTS:
        return set_buffer(s->kernel, index, table_buffer(s->roots));
    case PASS_REAL_ROOTS:
        return set_buffer(s->kernel, index, table_buffer(plan->real_roots));
    case PASS_WINDOW:
        return set_buffer(s->kernel, index, hooks->windows[axis]);
    case PASS_GAIN:
        return set_buffer(s->kernel, index, hooks->gain);
    case PASS_MATRIX:
        return set_buffer(s->kernel, index, hooks->matrix);
    case PASS_CHIRP:
        return set_buffer(
            s->kernel, index,
            table_buffer(step->convolved ? s->own_points : plan->chirp[axis]));
    case PASS_CHIRP_SPECTRUM:
        return set_buffer(s->kernel, index,
                          table_buffer(step->convolved
                                           ? s->own_spectrum
                                           : plan->chirp_spectrum[axis]));
    case PASS_MEANS:
        return set_buffer(s->kernel, index, scratch);
    case PASS_COLORS:
        return set_buffer(s->kernel, index, plan->hooks.codes.colors);
    case PASS_RANGE:
        return set_range(plan, s->kernel, index);
    case PASS_PERMUTATION:
        return set_buffer(s->kernel, index,
                          table_buffer(step->convolved
                                           ? s->own_points
                                           : plan->permutation[axis]));
    case PASS_ACROSS_WINDOW:
        return set_buffer(s->kernel, index,
                          plan->hooks.windows[step->across_axis]);
    case PASS_FACTORS:
        return set_factors(plan, step, s->kernel, index);
    case PASS_BAND_FIRST:
        return set_buffer(s->kernel, index,
                          step->bands ? hooks->piece_first : hooks->first);
    case PASS_BAND_START:
        return set_buffer(s->kernel, index,
                          step->bands ? hooks->piece_start : hooks->start);
    case PASS_BAND_WEIGHT:
        return set_buffer(s->kernel, index,
                          step->bands ? hooks->piece_weight : hooks->weight);
    case PASS_N_BANDS:
        return set_n_bands(plan, s->kernel, index);
    }
    return clfft_fail(CLFFT_STATUS_BUILD,
                      "a kernel reads parameter 0x%x, which nothing sets",
                      (unsigned)bit);
}

static bool has_box(const clfft_step *step)
{
    return step->kind == CLFFT_STEP_SPREAD || step->kind == CLFFT_STEP_MEAN ||
           step->kind == CLFFT_STEP_MEAN_END;
}

static clfft_status set_transform(const clfft_plan *plan,
                                  const clfft_step *step,
                                  const clfft_plan_step *s, cl_mem scratch)
{
    clfft_status status = CLFFT_STATUS_OK;
    cl_uint index = 3;

    for (unsigned i = 0; i < PASS_N_PARAMETERS; i++)
        if (s->parameters & 1u << i)
            TRY(set_parameter(plan, step, s, scratch,
                              (enum pass_parameter)(1u << i), index++));
    if (has_box(step))
        CL_TRY(clSetKernelArg(s->kernel, index, sizeof s->box, &s->box));
fail:
    return status;
}

clfft_status clfft_plan_set_arguments(clfft_plan *plan, unsigned index,
                                      cl_mem scratch)
{
    const clfft_step *step = &plan->recipe.steps[index];
    clfft_plan_step *s = &plan->steps[index];
    clfft_status status = CLFFT_STATUS_OK;
    double factors[5];

    if (!s->is_ready) {
        get_factors(plan, step, factors);
        for (int i = 0; i < 5; i++)
            s->pass.factors[i] = (float)factors[i];
        s->has_pass = false;
    }
    if (!s->has_pass) {
        CL_TRY(clSetKernelArg(s->kernel, 2, s->pass_size, &s->pass));
        s->has_pass = true;
    }
    /* the rest changes only with the caller's scratch */
    if (!s->is_ready || plan->external_scratch) {
        s->is_ready = false;
        TRY(set_transform(plan, step, s, scratch));
        s->is_ready = true;
    }
fail:
    return status;
}

void clfft_plan_forget_arguments(clfft_plan *plan)
{
    for (unsigned i = 0; i < plan->recipe.n_steps; i++)
        plan->steps[i].is_ready = false;
}
