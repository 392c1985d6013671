/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* launch.c: a scheme's launches made ready: struct seed, table of
   indices, arguments. */
#include "plan.h"

#include "clfft/base/error.h"
#include "clfft/base/roots.h"

#include <stdlib.h>
#include <string.h>

static clfft_status upload_indices(clfft_plan *plan, const clfft_launch *launch,
                                   cl_mem *buffer)
{
    const size_t size = (size_t)launch->n_indices * sizeof(uint32_t);
    uint32_t *indices = malloc(size);
    clfft_status status = CLFFT_STATUS_OK;
    cl_int code;

    if (!indices)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no memory for a table of %zu bytes", size);
    launch->fill_indices(&plan->recipe.choice.scheme, launch->n_indices,
                         indices);
    *buffer = clfft_device_new_buffer(plan->device,
                                      CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                      size, indices, &code);
    CL_CHECK(code, "clCreateBuffer");
fail:
    free(indices);
    return status;
}

clfft_status clfft_plan_check_launch(const clfft_plan *plan, unsigned index)
{
    const char *extension = plan->recipe.steps[index].launch.extension;
    clfft_status status;
    bool found;

    if (!extension)
        return CLFFT_STATUS_OK;
    status = clfft_device_find_extension(plan->device->id, extension, &found);
    if (status == CLFFT_STATUS_OK && !found)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "recipe: the device has no %s", extension);
    return status;
}

clfft_status clfft_plan_build_launch(clfft_plan *plan, unsigned index)
{
    const clfft_step *step = &plan->recipe.steps[index];
    const clfft_launch *launch = &step->launch;
    clfft_plan_step *s = &plan->steps[index];
    const double factor = clfft_desc_store_factor(&plan->desc);
    const float scale = step->scale ? (float)factor : 1.0f;
    struct seed *seed = &s->seed;

    memset(seed, 0, sizeof *seed);
    seed->in.factor[0] = 1;
    seed->in.factor[1] = step->in.conjugate ? -1.0f : 1.0f;
    seed->out.factor[0] = scale;
    seed->out.factor[1] = step->out.conjugate ? -scale : scale;
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        seed->length[d] = plan->recipe.plane[d];
    seed->root_shift = clfft_roots_shift(step->root_count);
    memcpy(seed->value, launch->value, sizeof seed->value);
    memcpy(seed->number, launch->number, sizeof seed->number);
    if (launch->n_indices)
        return upload_indices(plan, launch, &s->indices);
    return CLFFT_STATUS_OK;
}

clfft_status clfft_plan_set_launch(clfft_plan *plan, unsigned index)
{
    clfft_plan_step *s = &plan->steps[index];
    const cl_mem roots = s->roots ? clfft_table_buffer(s->roots) : NULL;
    clfft_status status = CLFFT_STATUS_OK;
    struct seed *seed = &s->seed;

    if (s->has_pass)
        return CLFFT_STATUS_OK;
    seed->in.base = s->pass.in.base;
    seed->out.base = s->pass.out.base;
    seed->n_loops = s->pass.n_loops;
    seed->n_transforms = s->pass.n_transforms;
    for (unsigned d = 0; d < SEED_MAX_LOOPS; d++) {
        const bool has = d < s->pass.n_loops;
        seed->in.distance[d] = has ? s->pass.loop[d].in : 0;
        seed->out.distance[d] = has ? s->pass.loop[d].out : 0;
        seed->count[d] = has ? s->pass.loop[d].count : 1;
    }
    CL_TRY(clSetKernelArg(s->kernel, 2, sizeof *seed, seed));
    CL_TRY(clSetKernelArg(s->kernel, 3, sizeof roots, &roots));
    CL_TRY(clSetKernelArg(s->kernel, 4, sizeof s->indices, &s->indices));
    s->has_pass = true;
fail:
    return status;
}
