/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel.c: builds, warms up and launches kernels that come after transforms.
 */
#include "kernel.h"

#include "clfft/base/error.h"
#include "clfft/device/wait.h"

#include <stdio.h>

clfft_status clfft_kernel_make(clfft_device *device,
                               const clfft_program *program, const char *name,
                               cl_kernel *kernel)
{
    clfft_status status = CLFFT_STATUS_OK;
    cl_int code;

    *kernel = clCreateKernel(clfft_program_handle(program), name, &code);
    CL_CHECK(code, "clCreateKernel");
    atomic_fetch_add(&device->n_kernels, 1);
fail:
    return status;
}

clfft_status clfft_kernel_build(clfft_device *device, const char *file,
                                const char *name, size_t real_size,
                                const char *options, clfft_program **program,
                                cl_kernel *kernel)
{
    clfft_status status;
    char all[320];
    bool compiled;

    snprintf(all, sizeof all, "-cl-std=CL1.2 -cl-mad-enable%s %s",
             real_size == 8 ? " -DPRECISION_DOUBLE" : "", options);
    TRY(clfft_program_get(device, file, all, program, &compiled));
    TRY(clfft_kernel_make(device, *program, name, kernel));
fail:
    return status;
}

size_t clfft_kernel_get_items(const clfft_device *device, size_t most)
{
    while (most > device->limits.max_work_group)
        most /= 2;
    return most;
}

clfft_status clfft_kernel_enqueue(cl_kernel kernel, cl_command_queue queue,
                                  const struct clfft_argument *arguments,
                                  cl_uint n_arguments,
                                  const struct clfft_grid *grid,
                                  unsigned n_wait, const cl_event *wait,
                                  cl_event *event)
{
    clfft_status status = CLFFT_STATUS_OK;

    for (cl_uint i = 0; i < n_arguments; i++)
        CL_TRY(
            clSetKernelArg(kernel, i, arguments[i].size, arguments[i].value));
    CL_TRY(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, grid->global,
                                  grid->local, n_wait, n_wait ? wait : NULL,
                                  event));
fail:
    return status;
}

clfft_status clfft_kernel_chain(struct clfft_chain *chain, const char *name,
                                cl_kernel kernel, cl_command_queue queue,
                                const struct clfft_argument *arguments,
                                cl_uint n_arguments,
                                const struct clfft_grid *grid, unsigned n_wait,
                                const cl_event *wait, cl_event *event)
{
    struct clfft_waits waits;
    cl_event done = NULL;
    clfft_status status;

    TRY(clfft_chain_wait(chain, name, n_wait, wait, &waits));
    TRY(clfft_kernel_enqueue(kernel, queue, arguments, n_arguments, grid,
                             waits.n, waits.events, &done));
    clfft_chain_pass_on(chain, done);
    TRY(clfft_chain_give(chain, event));
fail:
    return status;
}

clfft_status
clfft_kernel_warm_up(clfft_device *device, const clfft_waiter *waiter,
                     clfft_status (*run)(void *object, cl_command_queue queue),
                     void *object, struct clfft_chain *chain,
                     clfft_program *const *programs, unsigned n)
{
    cl_command_queue queue = NULL;
    clfft_status status = CLFFT_STATUS_OK;
    cl_int code;

    queue = clCreateCommandQueue(device->context, device->id, 0, &code);
    CL_CHECK(code, "clCreateCommandQueue");
    TRY(run(object, queue));
    TRY(clfft_chain_check(chain, waiter));
    TRY(clfft_wait_for_queue(waiter, queue));
    for (unsigned i = 0; i < n; i++)
        clfft_program_keep(device, programs[i]);
fail:
    clfft_chain_release(chain, waiter);
    if (queue && !clfft_has_given_up(waiter))
        clReleaseCommandQueue(queue);
    return status;
}

clfft_status clfft_kernel_try(clfft_device *device, const clfft_waiter *waiter,
                              clfft_status (*run)(void *trial,
                                                  cl_command_queue queue),
                              void *object, const uint64_t sizes[2],
                              struct clfft_chain *chain, clfft_program *program)
{
    struct clfft_trial trial = {object, {NULL, NULL}};
    clfft_status status;

    for (int i = 0; i < 2; i++)
        TRY(clfft_device_new_array(device, "a first run", 1, 1, sizes[i], NULL,
                                   &trial.buffers[i]));
    TRY(clfft_kernel_warm_up(device, waiter, run, &trial, chain, &program, 1));
fail:
    if (!clfft_has_given_up(waiter))
        RELEASE_BUFFERS(trial.buffers[0], trial.buffers[1]);
    return status;
}
