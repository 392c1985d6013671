/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * errors.c: a call that fails returns a status for the program, leaves one
 * sentence for the user in clfft_last_error(), and sets what it should have
 * made to NULL. Nothing is printed, and nothing ends the process.
 *
 *   cc errors.c $(pkg-config --cflags --libs clfft-1.0) -o errors
 *   ./errors [DEVICE]
 */
#include <clfft/clfft.h>
#include <stdio.h>
#include <string.h>

static int n_wrong;

static void expect(clfft_status status, clfft_status wanted, const char *part)
{
    printf("%-13s %s\n", clfft_status_name(status), clfft_last_error());
    n_wrong += status != wanted || !strstr(clfft_last_error(), part);
}

int main(int argc, char **argv)
{
    clfft_device_params params = {.name = "no such device"};
    clfft_desc desc = {.lengths = {0}};
    clfft_device *device;
    clfft_plan *plan;
    uint64_t scratch_size;

    /* what was seen is in the sentence */
    expect(clfft_device_create(&params, &device), CLFFT_STATUS_NO_DEVICE,
           "no such device");
    n_wrong += device != NULL;
    params.name = argc > 1 ? argv[1] : "auto";
    if (clfft_device_create(&params, &device))
        return fprintf(stderr, "%s\n", clfft_last_error()), 1;

    /* the caller broke a rule of the header */
    expect(clfft_desc_parse("r2c 1024 window=han", &desc), CLFFT_STATUS_INVALID,
           "window=han");
    expect(clfft_plan_create(device, &desc, NULL, &plan), CLFFT_STATUS_INVALID,
           "length 0");
    n_wrong += plan != NULL;
    /* sound, but beyond the device */
    desc = (clfft_desc){.lengths = {UINT64_C(1) << 50}};
    const clfft_status status =
        clfft_desc_fits(&desc, clfft_device_get_limits(device),
                        CLFFT_SCHEDULE_AUTO, &scratch_size);
    expect(status, CLFFT_STATUS_UNSUPPORTED, "");

    /* execute checks queue and buffers before it enqueues anything */
    desc = (clfft_desc){.lengths = {1024}};
    if (clfft_plan_create(device, &desc, NULL, &plan))
        return fprintf(stderr, "%s\n", clfft_last_error()), 1;
    cl_context context = clfft_device_get_context(device);
    cl_command_queue queue = clCreateCommandQueue(
        context, clfft_device_get_id(device), 0, NULL);
    cl_mem large = clCreateBuffer(context, 0, 8192, NULL, NULL);
    cl_mem small = clCreateBuffer(context, 0, 8000, NULL, NULL);
    expect(clfft_plan_execute(plan, queue, large, small, NULL),
           CLFFT_STATUS_INVALID, "8000");

    clReleaseMemObject(small);
    clReleaseMemObject(large);
    clReleaseCommandQueue(queue);
    clfft_plan_destroy(&plan);
    clfft_device_destroy(&device);
    return n_wrong != 0;
}
