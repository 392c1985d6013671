/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-builtins.c: on PoCL, programs bring declarations of the built-in
 * functions and leave out the driver's header; a driver that refuses them reads
 * it. OPENCL_LAYERS names the layer that refuses. That no kernel lacks a
 * declaration is what each test of the engine sees (harness.c).
 */
#include "clfft/clfft.h"
#include "layer/fault-layer.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_POINTS 4096
#define MOST_BYTES (MOST_POINTS * 32)

static unsigned n_refused; /* log lines that say so */

static void count_refused(clfft_log_level level, const char *message,
                          void *data)
{
    n_refused += level <= CLFFT_LOG_WARNING &&
                 strstr(message, "declarations of built-in functions") != NULL;
}

static clfft_device *open_device(void)
{
    const clfft_device_params params = {.name = getenv("CLFFT_TEST_DEVICE"),
                                        .cache_directory = "",
                                        .log = count_refused};
    clfft_device *device = NULL;

    clfft_device_create(&params, &device);
    return device;
}

/* Bytes of a run over that input; false: there is no such plan. */
static bool run(clfft_device *device, const clfft_desc *desc,
                clfft_schedule schedule, const void *input, void *output)
{
    const cl_context context = clfft_device_get_context(device);
    cl_command_queue queue =
        clCreateCommandQueue(context, clfft_device_get_id(device), 0, NULL);
    cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, MOST_BYTES,
                               (void *)input, NULL);
    cl_mem out =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, MOST_BYTES, output, NULL);
    clfft_plan *plan = NULL;
    bool ran = clfft_plan_create(device, desc,
                                 &(clfft_plan_params){.schedule = schedule},
                                 &plan) == CLFFT_STATUS_OK;

    if (ran) {
        TEST_CHECK(clfft_plan_execute(plan, queue, in, out, NULL) ==
                       CLFFT_STATUS_OK,
                   "%s", clfft_last_error());
        TEST_CHECK(!clEnqueueReadBuffer(queue, out, CL_TRUE, 0, MOST_BYTES,
                                        output, 0, NULL, NULL),
                   "the result cannot be read");
    }
    clfft_plan_destroy(&plan);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseCommandQueue(queue);
    return ran;
}

/* The device, on which the driver refused the first program. */
static clfft_device *open_refusing(const struct fault_layer *layer, int code)
{
    clfft_device *device = open_device();

    layer->arm(
        &(struct fault){.call = "clBuildProgram", .at = 1, .code = code});
    return device;
}

#define REQUIRE_LAYER                                                          \
    clfft_device *device = open_device();                                      \
    const struct fault_layer *layer = fault_layer_find_loaded();               \
    if (!device)                                                               \
        TEST_SKIP("no OpenCL device");                                         \
    const bool is_pocl =                                                       \
        !strcmp(clfft_device_get_limits(device)->platform_name,                \
                "Portable Computing Language");                                \
    if (!layer || !is_pocl)                                                    \
        clfft_device_destroy(&device);                                         \
    if (!layer)                                                                \
        TEST_SKIP("no layer that makes calls fail");                           \
    if (!is_pocl)                                                              \
    TEST_SKIP("only PoCL gets the declarations")

static void both_ways_give_the_same_bits(void)
{
    static const char *const texts[] = {
        "c2c",
        "r2c",
        "c2r",
        "r2c load=s16 window=hann store=db",
        "r2c load=s24be demean store=power",
        "c2c load=f32 store=phase",
        "r2c load=unorm8 store=magnitude sides=centered",
        "c2c double",
        "r2c double store=db",
        "r2c load=f64be double store=magnitude"};
    static unsigned char input[MOST_BYTES], one[MOST_BYTES], other[MOST_BYTES];
    clfft_device *reading;
    unsigned n_ran = 0;

    REQUIRE_LAYER;
    reading = open_refusing(layer, CL_BUILD_PROGRAM_FAILURE);
    n_refused = 0;
    for (unsigned i = 0; i < MOST_BYTES; i++)
        input[i] = i % 4 == 3 ? 0x3e + i % 2 : (unsigned char)test_random();
    for (unsigned i = 0; i < (test_is_full() ? 60 : 6); i++) {
        const unsigned length = 2 + test_random() % 300;
        const unsigned batch = 1 + test_random() % (MOST_POINTS / length);
        /* the first one has a plan, which is refused once */
        const clfft_schedule schedule = i ? test_random() % 4 : 0;
        clfft_desc desc;
        const char *form = texts[test_random() % COUNT(texts)];
        char text[128];

        snprintf(text, sizeof text, "%.3s %u x%u%s", form, length, batch,
                 form + 3);
        TEST_REQUIRE(clfft_desc_parse(text, &desc) == CLFFT_STATUS_OK, "%s: %s",
                     text, clfft_last_error());
        memset(one, 0xff, sizeof one);
        memset(other, 0xff, sizeof other);
        const bool ran = run(reading, &desc, schedule, input, one);
        TEST_CHECK(run(device, &desc, schedule, input, other) == ran,
                   "%s has a plan one way only: %s", text, clfft_last_error());
        TEST_CHECK(n_refused == 1, "%s: %u log lines", text, n_refused);
        TEST_CHECK(!memcmp(one, other, sizeof one),
                   "%s by schedule %d: other bits with the header", text,
                   (int)schedule);
        n_ran += ran;
        clfft_desc_clear(&desc);
    }
    printf("# %u ran\n", n_ran);
    TEST_CHECK(n_ran > 0, "none ran");
    layer->arm(NULL);
    clfft_device_destroy(&reading);
    clfft_device_destroy(&device);
}

static void other_failures_are_failures(void)
{
    const clfft_desc desc = {
        .lengths = {64}, .n_loops = 1, .loops = {{3, 64, 64}}};
    clfft_device *failing;
    clfft_plan *plan = NULL;

    REQUIRE_LAYER;
    n_refused = 0;
    failing = open_refusing(layer, CL_OUT_OF_HOST_MEMORY);
    TEST_CHECK(clfft_plan_create(failing, &desc,
                                 &(clfft_plan_params){.recipe = "direct 64"},
                                 &plan) != CLFFT_STATUS_OK,
               "the failure went unseen");
    layer->arm(NULL);
    TEST_CHECK(!n_refused, "taken for a refusal");
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&failing);
    clfft_device_destroy(&device);
}

TEST_MAIN(TEST(both_ways_give_the_same_bits), TEST(other_failures_are_failures))
