/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * import.c: a device that imports dma-bufs, of which the driver that is there
 * knows nothing: each is mapped, and what is given out is a buffer that uses the
 * map. As the specifications say, an import by Khronos' extension owns the
 * descriptor, and commands may use it between an acquire and a release only.
 */
#include "layer.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wrappers.h> /* made at build time */

struct import {
    struct import *next;
    cl_mem memory;
    void *map;
    size_t size;
    int fd; /* -1: the program's own */
    bool is_khr, acquired;
};

/* guards all below */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct import *imports;
static struct layer_imports counts;

void layer_count_imports(struct layer_imports *result)
{
    pthread_mutex_lock(&lock);
    *result = counts;
    pthread_mutex_unlock(&lock);
}

static void unmap(struct import *import)
{
    munmap(import->map, import->size);
    if (import->fd >= 0)
        close(import->fd);
    free(import);
}

/* The driver has done with the memory. */
static void CL_CALLBACK forget(cl_mem memory, void *data)
{
    struct import *import = data, **link = &imports;

    pthread_mutex_lock(&lock);
    while (*link && *link != import)
        link = &(*link)->next;
    if (*link)
        *link = import->next;
    counts.n_live--;
    pthread_mutex_unlock(&lock);
    unmap(import);
}

static cl_mem make(cl_context context, cl_mem_flags flags, int fd, bool is_khr,
                   size_t size, cl_int *code)
{
    const int protection =
        flags & CL_MEM_READ_ONLY ? PROT_READ : PROT_READ | PROT_WRITE;
    struct import *import = calloc(1, sizeof *import);

    if (!import)
        abort();
    import->is_khr = is_khr;
    import->fd = -1;
    import->size = size;
    import->map = mmap(NULL, size, protection, MAP_SHARED, fd, 0);
    if (import->map == MAP_FAILED) {
        free(import);
        *code = CL_INVALID_HOST_PTR;
        return NULL;
    }
    import->memory = layer_target->clCreateBuffer(
        context, flags | CL_MEM_USE_HOST_PTR, size, import->map, code);
    if (!import->memory) {
        unmap(import);
        return NULL;
    }
    import->fd = is_khr ? fd : -1;
    if (layer_target->clSetMemObjectDestructorCallback(import->memory, forget,
                                                       import) != CL_SUCCESS)
        abort();
    pthread_mutex_lock(&lock);
    import->next = imports;
    imports = import;
    counts.n_imports++;
    counts.n_live++;
    pthread_mutex_unlock(&lock);
    return import->memory;
}

/* ---- Arm's ---- */

static cl_mem CL_API_CALL import_arm(cl_context context, cl_mem_flags flags,
                                     const intptr_t *properties, void *memory,
                                     size_t size, cl_int *code)
{
    cl_int unused, *result = code ? code : &unused;
    cl_mem made;

    *result = layer_enter(CALL_clImportMemoryARM);
    if (*result)
        return NULL;
    if (!properties || properties[0] != 0x40B2 || properties[1] != 0x40B4 ||
        properties[2] || !memory) {
        *result = layer_refuse_beyond(CL_INVALID_PROPERTY);
        return NULL;
    }
    made = make(context, flags, *(const int *)memory, false, size, result);
    layer_add(KIND_MEMORY, made);
    return made;
}

/* ---- Khronos' ---- */

cl_mem special_clCreateBufferWithProperties(
    cl_context context, const cl_mem_properties *properties,
    cl_mem_flags flags, size_t size, void *host, cl_int *code)
{
    cl_int unused;

    if (!strstr(layer_import_extensions(), "khr") || !properties ||
        properties[0] != 0x2067)
        return layer_target->clCreateBufferWithProperties(
            context, properties, flags, size, host, code);
    return make(context, flags, (int)properties[1], true, size,
                code ? code : &unused);
}

/* Notes that a memory goes over; false: it may not. */
static bool hand_over(cl_mem memory, bool to_device)
{
    struct import *import;
    bool right;

    pthread_mutex_lock(&lock);
    import = imports;
    while (import && import->memory != memory)
        import = import->next;
    right = import && import->is_khr && import->acquired != to_device;
    if (right) {
        import->acquired = to_device;
        counts.n_acquires += to_device;
        counts.n_releases += !to_device;
    }
    pthread_mutex_unlock(&lock);
    return right;
}

static cl_int enqueue(int call, cl_command_queue queue, cl_uint n,
                      const cl_mem *memories, cl_uint n_wait,
                      const cl_event *wait, cl_event *event)
{
    const cl_int fault = layer_enter(call);
    const cl_int later =
        layer_fails_later(call, queue, n_wait, wait, event);
    struct layer_hold hold;
    cl_int code;

    if (fault)
        return fault;
    if (n != 1 || !memories ||
        !hand_over(memories[0],
                   call == CALL_clEnqueueAcquireExternalMemObjectsKHR))
        return layer_refuse_beyond(CL_INVALID_MEM_OBJECT);
    layer_hold(call, queue, CL_FALSE, &n_wait, &wait, &hold);
    code = layer_target->clEnqueueMarkerWithWaitList(queue, n_wait, wait,
                                                     event);
    layer_hold_end(&hold);
    if (code == CL_SUCCESS && event)
        layer_add_event(*event, later);
    return code;
}

static cl_int CL_API_CALL acquire(cl_command_queue queue, cl_uint n,
                                  const cl_mem *memories, cl_uint n_wait,
                                  const cl_event *wait, cl_event *event)
{
    return enqueue(CALL_clEnqueueAcquireExternalMemObjectsKHR, queue, n,
                   memories, n_wait, wait, event);
}

static cl_int CL_API_CALL release(cl_command_queue queue, cl_uint n,
                                  const cl_mem *memories, cl_uint n_wait,
                                  const cl_event *wait, cl_event *event)
{
    return enqueue(CALL_clEnqueueReleaseExternalMemObjectsKHR, queue, n,
                   memories, n_wait, wait, event);
}

/* ---- where a program finds them ---- */

void *special_clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                       const char *name)
{
    const bool arm = strstr(layer_import_extensions(), "arm");
    const bool khr = strstr(layer_import_extensions(), "khr");
    void *found = NULL;

    if (arm && !strcmp(name, "clImportMemoryARM"))
        *(cl_mem(CL_API_CALL **)(cl_context, cl_mem_flags, const intptr_t *,
                                 void *, size_t, cl_int *)) &
            found = import_arm;
    else if (khr && !strcmp(name, "clEnqueueAcquireExternalMemObjectsKHR"))
        *(cl_int(CL_API_CALL **)(cl_command_queue, cl_uint, const cl_mem *,
                                 cl_uint, const cl_event *, cl_event *)) &
            found = acquire;
    else if (khr && !strcmp(name, "clEnqueueReleaseExternalMemObjectsKHR"))
        *(cl_int(CL_API_CALL **)(cl_command_queue, cl_uint, const cl_mem *,
                                 cl_uint, const cl_event *, cl_event *)) &
            found = release;
    else
        found = layer_target->clGetExtensionFunctionAddressForPlatform(
            platform, name);
    return found;
}
