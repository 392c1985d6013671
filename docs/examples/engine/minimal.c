/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* minimal.c: 16 transforms of 1024 ones; all of each is in its bin 0.
   cc minimal.c $(pkg-config --cflags --libs clfft-1.0) -o minimal */
#include <clfft/clfft.h>
#include <stdio.h>

int main(void)
{
    static float data[16 * 1024][2];
    clfft_device *device;
    clfft_plan *plan = NULL;
    clfft_desc desc;

    for (unsigned i = 0; i < 16 * 1024; i++)
        data[i][0] = 1;
    if (clfft_device_create(NULL, &device) ||
        clfft_desc_parse("c2c 1024 x16 inplace", &desc) ||
        clfft_plan_create(device, &desc, NULL, &plan))
        return fprintf(stderr, "%s\n", clfft_last_error()), 1;
    cl_context context = clfft_device_get_context(device);
    cl_command_queue queue = clCreateCommandQueue(
        context, clfft_device_get_id(device), 0, NULL);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof data,
                                   data, NULL);
    if (clfft_plan_execute(plan, queue, buffer, buffer, NULL))
        return fprintf(stderr, "%s\n", clfft_last_error()), 1;
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL,
                        NULL);
    printf("X[0] = %g, X[1] = %g\n", data[0][0], data[1][0]);
    return data[0][0] != 1024 || data[1][0] != 0; /* the end frees the rest */
}
