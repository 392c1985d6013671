/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* seed_method.c: launches the kernels of a seed method, which brings its own:
   its tables, its arguments and its work-groups. */
#include "plan.h"

#include "clfft/base/error.h"

#include <stdlib.h>

const clfft_seed_method_launch *clfft_plan_get_launch(const clfft_plan *plan,
                                                      const clfft_step *step)
{
    return clfft_seed_methods->get_launch(
        &plan->recipe, (unsigned)(step - plan->recipe.steps));
}

/* ---- before it is built ---- */

clfft_status clfft_plan_check_seed_method(const clfft_plan *plan,
                                          const clfft_step *step)
{
    const clfft_seed_method_launch *launch = clfft_plan_get_launch(plan, step);
    const clfft_limits *limits = &plan->device->limits;
    clfft_status status;
    bool found;

    if (launch->local_size > limits->local_size)
        return clfft_plan_fail_local(launch->local_size, limits->local_size);
    if (launch->items > limits->max_work_group)
        return clfft_plan_fail_group(launch->items, limits->max_work_group);
    if (!launch->extension)
        return CLFFT_STATUS_OK;
    status = clfft_device_find_extension(plan->device->id, launch->extension,
                                         &found);
    if (status == CLFFT_STATUS_OK && !found)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "recipe: the device has no %s", launch->extension);
    return status;
}

/* ---- tables ---- */

clfft_status clfft_plan_build_seed_method(clfft_plan *plan, unsigned index)
{
    const clfft_step *step = &plan->recipe.steps[index];
    const uint64_t n = clfft_plan_get_launch(plan, step)->n_indices;
    clfft_plan_step *s = &plan->steps[index];
    uint32_t *indices;
    clfft_status status;

    s->pass.factors[2] =
        step->scale ? (float)clfft_desc_store_factor(&plan->desc) : 1;
    if (!n)
        return CLFFT_STATUS_OK;
    indices = malloc(n * sizeof *indices);
    if (!indices)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no memory for a table of %zu bytes",
                          (size_t)n * sizeof *indices);
    clfft_seed_methods->fill_indices(&plan->recipe, index, indices);
    status = clfft_device_new_buffer(plan->device, CL_MEM_READ_ONLY,
                                     n * sizeof *indices, indices, &s->indices);
    free(indices);
    return status;
}

/* ---- a call ---- */

clfft_status clfft_plan_set_seed_method(clfft_plan *plan, unsigned index)
{
    clfft_plan_step *s = &plan->steps[index];
    const cl_mem roots = s->roots ? clfft_table_buffer(s->roots) : NULL;
    clfft_status status = CLFFT_STATUS_OK;
    unsigned char bytes[CLFFT_SEED_METHOD_ARGUMENTS];

    if (s->has_pass)
        return CLFFT_STATUS_OK;
    CL_TRY(clSetKernelArg(s->kernel, 2,
                          clfft_seed_methods->fill_arguments(
                              &plan->recipe, index, &s->pass, bytes),
                          bytes));
    CL_TRY(clSetKernelArg(s->kernel, 3, sizeof roots, &roots));
    CL_TRY(clSetKernelArg(s->kernel, 4, sizeof s->indices, &s->indices));
    s->has_pass = true;
fail:
    return status;
}

uint64_t clfft_plan_seed_method_groups(const clfft_plan *plan,
                                       const clfft_step *step,
                                       uint64_t n_transforms, size_t *items)
{
    const clfft_seed_method_launch *launch = clfft_plan_get_launch(plan, step);

    *items = launch->items;
    return launch->work
               ? divide_up(n_transforms * launch->work, launch->items)
               : divide_up(n_transforms * launch->rows, launch->rows_a_group);
}
