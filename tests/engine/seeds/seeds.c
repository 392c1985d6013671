/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* seeds.c: running descriptions by the recipe of a published method. */
#include "seeds.h"

#include "support/test.h"

struct harness_result seed_run(const clfft_desc *desc, const char *recipe)
{
    const struct harness_options options = {.plan = {.recipe = recipe}};

    return harness_run(desc, &options, test_random());
}

struct harness_result seed_run_text(const char *text, const char *recipe)
{
    struct harness_result result = {.status = CLFFT_STATUS_INVALID};
    clfft_desc desc;

    if (clfft_desc_parse(text, &desc) != CLFFT_STATUS_OK)
        return result;
    result = seed_run(&desc, recipe);
    clfft_desc_clear(&desc);
    return result;
}

bool seed_expect(const struct harness_result *r, const char *text,
                 const char *recipe)
{
    TEST_CHECK(r->status == CLFFT_STATUS_OK, "%s by %s: %s", text, recipe,
               clfft_last_error());
    if (r->status != CLFFT_STATUS_OK)
        return false;
    TEST_CHECK(r->ratio <= 1, "%s by %s: error %.3g is %.2f of the limit", text,
               recipe, r->relative_error, r->ratio);
    TEST_CHECK(!r->n_strays && !r->input_changed,
               "%s by %s: %llu elements outside, input %s", text, recipe,
               (unsigned long long)r->n_strays,
               r->input_changed ? "changed" : "kept");
    return true;
}

void seed_expect_one_build(const struct seed_case *cases, size_t n)
{
    clfft_device_stats before, after;
    clfft_plan *plan;
    clfft_desc desc;

    for (size_t i = 0; i < n; i++) {
        const clfft_plan_params params = {.recipe = cases[i].recipe};
        TEST_REQUIRE(clfft_desc_parse(cases[i].text, &desc) == CLFFT_STATUS_OK,
                     "%s", cases[i].text);
        clfft_device_get_stats(harness_device(), &before);
        TEST_CHECK(clfft_plan_create(harness_device(), &desc, &params, &plan) ==
                       CLFFT_STATUS_OK,
                   "%s: %s", cases[i].text, clfft_last_error());
        clfft_device_get_stats(harness_device(), &after);
        TEST_CHECK(i == 0 || after.n_programs_built == before.n_programs_built,
                   "%s", cases[i].text);
        clfft_plan_destroy(&plan);
        clfft_desc_clear(&desc);
    }
}

void seed_expect_refusals(const struct seed_refusal *refused, size_t n)
{
    clfft_plan *plan;
    clfft_desc desc;

    for (size_t i = 0; i < n; i++) {
        const clfft_plan_params params = {.recipe = refused[i].recipe};
        const clfft_status expected =
            refused[i].status ? refused[i].status : CLFFT_STATUS_UNSUPPORTED;
        clfft_status status;
        TEST_REQUIRE(clfft_desc_parse(refused[i].text, &desc) ==
                         CLFFT_STATUS_OK,
                     "%s", refused[i].text);
        status = clfft_plan_create(harness_device(), &desc, &params, &plan);
        TEST_CHECK(status == expected, "%s by %s: %s", refused[i].text,
                   refused[i].recipe, clfft_status_name(status));
        TEST_CHECK(strstr(clfft_last_error(), refused[i].named) != NULL,
                   "%s by %s: \"%s\"", refused[i].text, refused[i].recipe,
                   clfft_last_error());
        clfft_plan_destroy(&plan);
        clfft_desc_clear(&desc);
    }
}

static bool driver_tells_local_memory(void)
{
    static const char text[] = "kernel void probe(global int *x) {"
                               "    local int y[64];"
                               "    y[get_local_id(0)] = x[0];"
                               "    barrier(CLK_LOCAL_MEM_FENCE);"
                               "    x[0] = y[63 - get_local_id(0)];"
                               "}";
    const char *texts[] = {text};
    const cl_device_id id = clfft_device_get_id(harness_device());
    cl_program program = clCreateProgramWithSource(
        clfft_device_get_context(harness_device()), 1, texts, NULL, NULL);
    cl_kernel kernel = NULL;
    cl_ulong size = 0;

    if (clBuildProgram(program, 1, &id, "-cl-std=CL1.2", NULL, NULL) ==
            CL_SUCCESS &&
        (kernel = clCreateKernel(program, "probe", NULL)))
        clGetKernelWorkGroupInfo(kernel, id, CL_KERNEL_LOCAL_MEM_SIZE,
                                 sizeof size, &size, NULL);
    TEST_CHECK(kernel, "no kernel to ask");
    if (kernel)
        clReleaseKernel(kernel);
    clReleaseProgram(program);
    return size > 0;
}

bool seed_has_local_memory(const clfft_kernel_info *kernel, size_t size)
{
    return kernel->local_size >= size ||
           (kernel->local_size == 0 && !driver_tells_local_memory());
}
