/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * profiles.c: a device smaller than the one that is there. What it says of
 * itself is changed, and what goes beyond that is refused, so that a desktop
 * run meets another device's limits.
 */
#include "layer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wrappers.h> /* made at build time */

/* 0 or NULL: as the device that is there */
struct profile {
    const char *name, *device, *vendor, *driver;
    cl_device_type type;
    size_t work_group;   /* work-items a group */
    size_t kernel_group; /* the same of every kernel, if less */
    size_t local_size;
    cl_device_local_mem_type local_type;
    cl_uint vector_width;
    cl_ulong largest; /* bytes of one buffer */
    size_t spills_above; /* work-items: butterflies of larger groups spill */
    const char *wrong, *as; /* text of kernels that its compiler takes so */
    bool no_double, no_fma, in_order, no_shared;
    bool apart; /* host and device have memories of their own */
    unsigned launch_us; /* a kernel begins so much later, one after another */
    const char *imports; /* its extensions that import dma-bufs */
};

#define KIB 1024u
#define MIB (1024u * 1024)

static const struct profile known[] = {
    /* Midgard: vectors by hand, local memory is ordinary memory; a kernel of
       many registers runs in smaller groups */
    {.name = "mali-t760", .device = "Mali-T760", .vendor = "ARM",
     .type = CL_DEVICE_TYPE_GPU, .work_group = 256, .kernel_group = 128,
     .local_size = 32 * KIB, .local_type = CL_GLOBAL, .vector_width = 4,
     .largest = 256 * MIB, .no_shared = true},
    /* Valhall: work-items are lanes; no double precision */
    {.name = "mali-g610", .device = "Mali-G610 r0p0", .vendor = "ARM",
     .type = CL_DEVICE_TYPE_GPU, .work_group = 1024, .kernel_group = 512,
     .local_size = 32 * KIB, .local_type = CL_GLOBAL, .vector_width = 1,
     .largest = 1024 * MIB, .no_double = true, .no_shared = true},
    /* Bifrost: groups of a number that is no power of two; halves of them where
       a kernel takes more than 32 registers */
    {.name = "mali-g52", .device = "Mali-G52 r1p0", .vendor = "ARM",
     .type = CL_DEVICE_TYPE_GPU, .work_group = 384, .kernel_group = 192,
     .local_size = 32 * KIB, .local_type = CL_GLOBAL, .vector_width = 1,
     .largest = 512 * MIB, .no_double = true, .no_shared = true},
    /* where the caches of host and device know of each other */
    {.name = "mali-coherent", .device = "Mali-G71 r0p0", .vendor = "ARM",
     .type = CL_DEVICE_TYPE_GPU, .work_group = 384, .local_size = 32 * KIB,
     .local_type = CL_GLOBAL, .vector_width = 1, .largest = 512 * MIB},
    /* Mesa's rusticl on Panfrost; 624 us a launch is what a user of Mali-G710
       measured */
    {.name = "panfrost", .device = "Mali-G52 r1 (Panfrost)", .vendor = "Arm",
     .type = CL_DEVICE_TYPE_GPU, .work_group = 256, .kernel_group = 128,
     .local_size = 32 * KIB, .local_type = CL_GLOBAL, .vector_width = 1,
     .largest = 512 * MIB, .no_double = true, .in_order = true,
     .no_shared = true, .launch_us = 624},
    /* VideoCore as a driver might show it */
    {.name = "v3d-like", .device = "V3D 4.2", .vendor = "Broadcom",
     .type = CL_DEVICE_TYPE_GPU, .work_group = 256, .local_size = 16 * KIB,
     .local_type = CL_LOCAL, .vector_width = 1, .largest = 128 * MIB,
     .no_double = true, .no_fma = true, .in_order = true, .no_shared = true},
    /* a processor whose second-level cache is small */
    {.name = "small-cache", .device = "layer: small cache",
     .type = CL_DEVICE_TYPE_CPU, .local_size = 16 * KIB,
     .local_type = CL_GLOBAL},
    /* compilers that get one transform of a work-group wrong, or a group */
    {.name = "wrong-column", .device = "layer: wrong column",
     .wrong = "STORED_INDEX(e), re[m],",
     .as = "STORED_INDEX(e), c == 1 ? re[m] + re[m] : re[m],"},
    {.name = "wrong-group", .device = "layer: wrong group",
     .wrong = "const uint group = get_group_id(0) +",
     .as = "const uint group = get_group_id(0) / 2 * 2 +"},
    /* or that mix two transforms up, or lose a point */
    {.name = "wrong-neighbour", .device = "layer: wrong neighbour",
     .wrong = "    TURN_TO_MIRROR\n",
     .as = "    TURN_TO_MIRROR if (c == 1) p.in -= a.loop[0].in;\n"},
    {.name = "wrong-point", .device = "layer: wrong point",
     .wrong = "IS_PRESENT(k * (LENGTH / RADIX0))",
     .as = "IS_PRESENT(k * (LENGTH / RADIX0)) && e != 37"},
    /* or read one source for another, or mix one row as another */
    {.name = "wrong-source", .device = "layer: wrong source",
     .wrong = "p->in + m * a->source_distance",
     .as = "p->in + (m == 1 ? 0 : m) * a->source_distance"},
    {.name = "wrong-row", .device = "layer: wrong row",
     .wrong = "matrix[p->row * a->n_sources",
     .as = "matrix[(p->row == 1 ? 0 : p->row) * a->n_sources"},
    /* that take the memory of cameras, decoders and displays */
    {.name = "mali-import", .device = "Mali-G610 r0p0", .vendor = "ARM",
     .type = CL_DEVICE_TYPE_GPU, .vector_width = 1, .no_shared = true,
     .imports = "cl_arm_import_memory cl_arm_import_memory_dma_buf"},
    {.name = "khr-import", .device = "layer: imports",
     .type = CL_DEVICE_TYPE_GPU, .vector_width = 1, .no_shared = true,
     .imports = "cl_khr_external_memory cl_khr_external_memory_dma_buf"},
    /* what rusticl's software renderer has not */
    {.name = "no-fp64", .device = "layer: no double", .no_double = true,
     .no_fma = true},
    {.name = "in-order", .device = "layer: in order", .in_order = true,
     .no_shared = true},
    /* what was compiled for the version before does not fit */
    {.name = "new-driver", .driver = "layer: another version"},
    {.name = "apart", .device = "layer: memory apart", .no_shared = true,
     .apart = true},
    {.name = "group-64", .device = "layer: groups of 64",
     .type = CL_DEVICE_TYPE_GPU, .work_group = 64, .vector_width = 1},
    /* the device promises more than its kernels keep */
    {.name = "small-kernels", .device = "layer: kernels of 64",
     .type = CL_DEVICE_TYPE_GPU, .work_group = 1024, .kernel_group = 64,
     .vector_width = 1},
    /* a compiler that tells what it spills, kernels that must not run then */
    {.name = "spilling", .device = "layer: spills above 64",
     .type = CL_DEVICE_TYPE_GPU, .work_group = 1024, .vector_width = 1,
     .spills_above = 64},
};

static const struct profile none, *profile = &none;
static const char *driver; /* its version, NULL: the profile's */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the next */
static unsigned long n_refused, n_beyond;

/* A call that could not be known to be too much. */
cl_int layer_refuse(cl_int code)
{
    pthread_mutex_lock(&lock);
    n_refused++;
    pthread_mutex_unlock(&lock);
    return code;
}

/* A call beyond a limit that the device reported. */
cl_int layer_refuse_beyond(cl_int code)
{
    pthread_mutex_lock(&lock);
    n_beyond++;
    pthread_mutex_unlock(&lock);
    return code;
}

void layer_choose_profile(const char *name)
{
    driver = getenv("CLFFT_LAYER_DRIVER");
    if (!name || !*name)
        return;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (!strcmp(known[i].name, name)) {
            profile = &known[i];
            return;
        }
    fprintf(stderr, "fault layer: CLFFT_LAYER_PROFILE \"%s\" is unknown\n",
            name);
    abort();
}

const char *layer_profile_name(void)
{
    return profile->name;
}

unsigned layer_launch_delay(void)
{
    return profile->launch_us;
}

struct layer_compiler layer_compiler(void)
{
    return (struct layer_compiler){.wrong = profile->wrong, .as = profile->as,
                                   .no_double = profile->no_double,
                                   .no_fma = profile->no_fma};
}

const char *layer_import_extensions(void)
{
    return profile->imports ? profile->imports : "";
}

unsigned long layer_count_refused(void)
{
    unsigned long n;

    pthread_mutex_lock(&lock);
    n = n_refused;
    pthread_mutex_unlock(&lock);
    return n;
}

unsigned long layer_count_beyond(void)
{
    unsigned long n;

    pthread_mutex_lock(&lock);
    n = n_beyond;
    pthread_mutex_unlock(&lock);
    return n;
}

/* ---- what the device says ---- */

static cl_int answer(const void *source, size_t length, size_t size,
                     void *value, size_t *needed)
{
    if (value && size < length)
        return CL_INVALID_VALUE;
    if (value)
        memcpy(value, source, length);
    if (needed)
        *needed = length;
    return CL_SUCCESS;
}

/* The device's extensions, without those of double precision, or with NVIDIA's
   by which a compiler's spilling is known, or those that import. */
static cl_int answer_extensions(cl_device_id device, size_t size, void *value,
                                size_t *needed)
{
    char text[16384] = "", *found;
    const cl_int code = layer_target->clGetDeviceInfo(
        device, CL_DEVICE_EXTENSIONS, sizeof text - 128, text, NULL);

    if (code != CL_SUCCESS)
        return code;
    while (profile->no_double && (found = strstr(text, "cl_khr_fp64")))
        memset(found, ' ', strlen("cl_khr_fp64"));
    if (profile->spills_above)
        strcat(text, " cl_nv_compiler_options");
    if (profile->imports) {
        strcat(text, " ");
        strcat(text, profile->imports);
    }
    return answer(text, strlen(text) + 1, size, value, needed);
}

/* The device's number, or the profile's where that is less. */
static cl_int answer_least(cl_device_id device, cl_device_info what,
                           cl_ulong most, size_t bytes, size_t size,
                           void *value, size_t *needed)
{
    cl_ulong wide = 0;
    size_t narrow = 0;
    const cl_int code = layer_target->clGetDeviceInfo(
        device, what, bytes, bytes == sizeof wide ? (void *)&wide : &narrow,
        NULL);

    if (code != CL_SUCCESS)
        return code;
    if (wide > most)
        wide = most;
    if (narrow > most)
        narrow = (size_t)most;
    return answer(bytes == sizeof wide ? (void *)&wide : &narrow, bytes, size,
                  value, needed);
}

static cl_int answer_group_sides(size_t size, void *value, size_t *needed)
{
    const size_t sides[3] = {profile->work_group, profile->work_group,
                             profile->work_group};

    return answer(sides, sizeof sides, size, value, needed);
}

cl_int special_clGetDeviceInfo(cl_device_id device, cl_device_info what,
                               size_t size, void *value, size_t *needed)
{
    const struct profile *p = profile;
    const cl_command_queue_properties in_order = CL_QUEUE_PROFILING_ENABLE;
    const cl_bool yes = CL_TRUE, no = CL_FALSE;
    const cl_device_fp_config least = CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN;
    const cl_ulong zero = 0;
    const char *version = driver ? driver : p->driver;

#define ANSWER(condition, id, thing)                                           \
    if (what == (id) && (condition))                                           \
    return answer(&(thing), sizeof(thing), size, value, needed)
    ANSWER(p->type, CL_DEVICE_TYPE, p->type);
    ANSWER(p->work_group, CL_DEVICE_MAX_WORK_GROUP_SIZE, p->work_group);
    ANSWER(p->local_type, CL_DEVICE_LOCAL_MEM_TYPE, p->local_type);
    ANSWER(p->vector_width, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT,
           p->vector_width);
    ANSWER(p->vendor, CL_DEVICE_HOST_UNIFIED_MEMORY, yes);
    ANSWER(p->apart, CL_DEVICE_HOST_UNIFIED_MEMORY, no);
    ANSWER(p->no_double, CL_DEVICE_DOUBLE_FP_CONFIG, zero);
    ANSWER(p->no_fma, CL_DEVICE_SINGLE_FP_CONFIG, least);
    ANSWER(p->in_order, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, in_order);
    ANSWER(p->no_shared, CL_DEVICE_SVM_CAPABILITIES, zero);
#undef ANSWER
    if (what == CL_DEVICE_NAME && p->device)
        return answer(p->device, strlen(p->device) + 1, size, value, needed);
    if (what == CL_DEVICE_VENDOR && p->vendor)
        return answer(p->vendor, strlen(p->vendor) + 1, size, value, needed);
    if (what == CL_DRIVER_VERSION && version)
        return answer(version, strlen(version) + 1, size, value, needed);
    if (what == CL_DEVICE_MAX_WORK_ITEM_SIZES && p->work_group)
        return answer_group_sides(size, value, needed);
    if (what == CL_DEVICE_EXTENSIONS &&
        (p->no_double || p->spills_above || p->imports))
        return answer_extensions(device, size, value, needed);
    if (what == CL_DEVICE_LOCAL_MEM_SIZE && p->local_size)
        return answer_least(device, what, p->local_size, sizeof(cl_ulong), size,
                            value, needed);
    if (what == CL_DEVICE_MAX_MEM_ALLOC_SIZE && p->largest)
        return answer_least(device, what, p->largest, sizeof(cl_ulong), size,
                            value, needed);
    return layer_target->clGetDeviceInfo(device, what, size, value, needed);
}

/* Does it exchange points in parts? */
static bool has_parts(cl_kernel kernel, cl_device_id device)
{
    char options[4096] = "";
    cl_program program = NULL;

    return layer_target->clGetKernelInfo(kernel, CL_KERNEL_PROGRAM,
                                         sizeof program, &program,
                                         NULL) == CL_SUCCESS &&
           layer_target->clGetProgramBuildInfo(
               program, device, CL_PROGRAM_BUILD_OPTIONS, sizeof options,
               options, NULL) == CL_SUCCESS &&
           strstr(options, "-DPARTS=");
}

/* Bytes a work-item of this profile's kernel; those of what runs are so many
   that an exchange in parts would not. */
static cl_ulong spilt_bytes(cl_kernel kernel, cl_device_id device,
                            bool *must_not_run)
{
    size_t group[3] = {0}, items;
    char name[64] = "";

    *must_not_run = false;
    if (layer_target->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME,
                                      sizeof name, name, NULL) ||
        layer_target->clGetKernelWorkGroupInfo(
            kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof group,
            group, NULL) ||
        (strcmp(name, "pass_group") != 0 && strcmp(name, "pass_tile2d") != 0))
        return 0;
    items = group[0] * group[1] * group[2];
    *must_not_run = items > profile->spills_above;
    if (has_parts(kernel, device))
        return *must_not_run ? 160 : 0;
    return *must_not_run ? 432 : 160;
}

cl_int special_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                        cl_kernel_work_group_info what,
                                        size_t size, void *value,
                                        size_t *needed)
{
    const cl_int code = layer_target->clGetKernelWorkGroupInfo(
        kernel, device, what, size, value, needed);
    const size_t most = profile->kernel_group ? profile->kernel_group
                                              : profile->work_group;
    bool spills;

    if (code == CL_SUCCESS && what == CL_KERNEL_WORK_GROUP_SIZE && value &&
        most && *(size_t *)value > most)
        *(size_t *)value = most;
    if (code == CL_SUCCESS && what == CL_KERNEL_PRIVATE_MEM_SIZE && value &&
        profile->spills_above)
        *(cl_ulong *)value = spilt_bytes(kernel, device, &spills);
    return code;
}

/* ---- what it does not do ---- */

/* The code that a launch of these groups is refused with, or 0. A kernel's own
   limit is met at its first launch: drivers tell it wrong. */
static cl_int check_launch(cl_command_queue queue, cl_kernel kernel,
                           cl_uint n_dimensions, const size_t *local)
{
    const bool asks = profile->local_size || profile->spills_above;
    cl_device_id device = NULL;
    size_t items = 1;
    cl_ulong local_size = 0;
    bool spills;

    for (cl_uint i = 0; local && i < n_dimensions; i++)
        items *= local[i];
    if (profile->work_group && items > profile->work_group)
        return layer_refuse_beyond(CL_INVALID_WORK_GROUP_SIZE);
    if (profile->kernel_group && items > profile->kernel_group)
        return layer_refuse(CL_INVALID_WORK_GROUP_SIZE);
    if (!asks || layer_target->clGetCommandQueueInfo(
                     queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL))
        return CL_SUCCESS;
    if (profile->spills_above && spilt_bytes(kernel, device, &spills) && spills)
        return layer_refuse_beyond(CL_OUT_OF_RESOURCES);
    if (!profile->local_size ||
        layer_target->clGetKernelWorkGroupInfo(
            kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local_size,
            &local_size, NULL))
        return CL_SUCCESS;
    return local_size > profile->local_size
               ? layer_refuse_beyond(CL_OUT_OF_RESOURCES)
               : CL_SUCCESS;
}

cl_int special_clEnqueueNDRangeKernel(
    cl_command_queue queue, cl_kernel kernel, cl_uint n_dimensions,
    const size_t *offset, const size_t *global, const size_t *local,
    cl_uint n_wait, const cl_event *wait, cl_event *event)
{
    const cl_int code = check_launch(queue, kernel, n_dimensions, local);

    /* as rusticl does, and PoCL does not */
    if (!n_wait != !wait)
        return layer_refuse_beyond(CL_INVALID_EVENT_WAIT_LIST);
    if (code)
        return code;
    return layer_target->clEnqueueNDRangeKernel(queue, kernel, n_dimensions,
                                                offset, global, local, n_wait,
                                                wait, event);
}

cl_mem special_clCreateBuffer(cl_context context, cl_mem_flags flags,
                              size_t size, void *host, cl_int *code)
{
    if (!profile->largest || size <= profile->largest)
        return layer_target->clCreateBuffer(context, flags, size, host, code);
    if (code)
        *code = CL_INVALID_BUFFER_SIZE;
    layer_refuse_beyond(CL_INVALID_BUFFER_SIZE);
    return NULL;
}

cl_command_queue special_clCreateCommandQueue(
    cl_context context, cl_device_id device,
    cl_command_queue_properties properties, cl_int *code)
{
    if (!profile->in_order ||
        !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
        return layer_target->clCreateCommandQueue(context, device, properties,
                                                  code);
    if (code)
        *code = CL_INVALID_QUEUE_PROPERTIES;
    layer_refuse(CL_INVALID_QUEUE_PROPERTIES);
    return NULL;
}

cl_command_queue special_clCreateCommandQueueWithProperties(
    cl_context context, cl_device_id device,
    const cl_queue_properties *properties, cl_int *code)
{
    for (const cl_queue_properties *p = properties;
         profile->in_order && p && p[0]; p += 2)
        if (p[0] == CL_QUEUE_PROPERTIES &&
            p[1] & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) {
            if (code)
                *code = CL_INVALID_QUEUE_PROPERTIES;
            layer_refuse(CL_INVALID_QUEUE_PROPERTIES);
            return NULL;
        }
    return layer_target->clCreateCommandQueueWithProperties(context, device,
                                                            properties, code);
}

void *special_clSVMAlloc(cl_context context, cl_svm_mem_flags flags,
                         size_t size, cl_uint alignment)
{
    void *bytes = NULL;

    if (layer_enter(CALL_clSVMAlloc))
        return NULL;
    if (profile->no_shared)
        layer_refuse_beyond(CL_INVALID_OPERATION);
    else
        bytes = layer_target->clSVMAlloc(context, flags, size, alignment);
    layer_add(KIND_SVM, bytes);
    return bytes;
}

void special_clSVMFree(cl_context context, void *bytes)
{
    if (bytes && layer_remove(KIND_SVM, bytes))
        layer_target->clSVMFree(context, bytes);
}
