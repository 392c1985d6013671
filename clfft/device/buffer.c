/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* buffer.c: makes device memory, counts it, and releases handles. */
#include "device.h"

#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "kept.h"

#include <inttypes.h>

static bool is_full(cl_int code)
{
    return code == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
           code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY;
}

clfft_status clfft_device_new_buffer(clfft_device *device, cl_mem_flags flags,
                                     size_t size, const void *bytes,
                                     cl_mem *buffer)
{
    const bool filled = bytes && size;
    /* PoCL 3.1 takes the memory of other buffers when they are first used, and
       ends the process where there is none */
    const bool is_cpu = device->limits.type & CL_DEVICE_TYPE_CPU &&
                        !(flags & CL_MEM_USE_HOST_PTR);
    clfft_status status = CLFFT_STATUS_OK;
    cl_int code;

    do
        *buffer = clCreateBuffer(device->context,
                                 flags | (filled ? CL_MEM_COPY_HOST_PTR : 0) |
                                     (is_cpu ? CL_MEM_ALLOC_HOST_PTR : 0),
                                 size ? size : 1, filled ? (void *)bytes : NULL,
                                 &code);
    while (is_full(code) && clfft_tables_make_room(device));
    CL_CHECK(code, "clCreateBuffer");
    atomic_fetch_add(&device->n_buffers, 1);
fail:
    return status;
}

clfft_status clfft_device_new_array(clfft_device *device, const char *what,
                                    uint64_t rows, uint64_t columns,
                                    size_t size, const void *content,
                                    cl_mem *buffer)
{
    const uint64_t most = device->limits.max_allocation;
    uint64_t all;

    if (!checked_multiply(rows, columns, &all) ||
        !checked_multiply(all, size, &all) || all > SIZE_MAX ||
        (most && all > most))
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "%s: %" PRIu64 " times %" PRIu64
                          " elements of %zu bytes are beyond the device's "
                          "largest buffer of %" PRIu64 " bytes",
                          what, rows, columns, size, most);
    return clfft_device_new_buffer(device, CL_MEM_READ_WRITE, (size_t)all,
                                   content, buffer);
}

void clfft_release_buffers(size_t n, const cl_mem *buffers)
{
    for (size_t i = 0; i < n; i++)
        if (buffers[i])
            clReleaseMemObject(buffers[i]);
}

void clfft_release_kernels(size_t n, const cl_kernel *kernels)
{
    for (size_t i = 0; i < n; i++)
        if (kernels[i])
            clReleaseKernel(kernels[i]);
}
