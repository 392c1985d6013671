/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * planted-kernels.c: kernels with a fault each, for scripts/dev/test-oclgrind to
 * see that it would see them. The argument names the fault.
 */
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <stdio.h>
#include <string.h>

#define ITEMS 16

static const char source[] =
    /* right: each item its own element */
    "kernel void none(global int *x) { x[get_global_id(0)] = 1; }\n"
    /* one element behind the buffer */
    "kernel void stray_write(global int *x)\n"
    "{ x[get_global_id(0) + 1] = 1; }\n"
    "kernel void stray_read(global int *x)\n"
    "{ const int i = get_global_id(0); x[i] = i ? 1 : x[16]; }\n"
    /* a neighbour's element, and no barrier between */
    "kernel void local_race(global int *x)\n"
    "{ local int y[16]; const int i = get_local_id(0); y[i] = i;\n"
    "  x[i] = y[15 - i]; }\n"
    /* the fence is of the wrong memory */
    "kernel void wrong_fence(global int *x)\n"
    "{ const int i = get_local_id(0); const int y = x[15 - i];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE); x[i] = y; }\n"
    /* work-groups do not wait for each other */
    "kernel void group_race(global int *x)\n"
    "{ x[0] = get_group_id(0); }\n";

static int check(cl_int code, const char *call)
{
    if (code)
        fprintf(stderr, "%s: %d\n", call, code);
    return code != CL_SUCCESS;
}

int main(int argc, char **argv)
{
    const char *text = source, *name = argc > 1 ? argv[1] : "none";
    const size_t items = ITEMS;
    const size_t group = strcmp(name, "group_race") ? ITEMS : ITEMS / 2;
    const int zeros[ITEMS] = {0};
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;

    if (check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs") ||
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL),
              "clGetDeviceIDs"))
        return 2;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    cl_program program =
        clCreateProgramWithSource(context, 1, &text, NULL, &code);
    if (check(clBuildProgram(program, 1, &device, "", NULL, NULL),
              "clBuildProgram"))
        return 2;
    cl_kernel kernel = clCreateKernel(program, name, &code);
    if (check(code, "clCreateKernel"))
        return 2;
    cl_mem buffer =
        clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                       sizeof zeros, (void *)zeros, &code);
    code |= clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    code |= clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0,
                                   NULL, NULL);
    code |= clFinish(queue);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return check(code, "a call") ? 2 : 0;
}
