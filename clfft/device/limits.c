/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* limits.c: asks a device for its limits and properties; no other file does. */
#include "device.h"

#include "clfft/base/error.h"
#include "clfft/base/limits.h"
#include "clfft/base/numeral.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text that is longer than its field ends in "...". */
static void put_text(char *text, size_t size, const char *whole)
{
    clfft_mark_cut(text, size, snprintf(text, size, "%s", whole));
}

static cl_int read_text(cl_device_id id, cl_device_info what, char *text,
                        size_t size)
{
    size_t needed = 0;
    cl_int code = clGetDeviceInfo(id, what, 0, NULL, &needed);
    char *whole = code == CL_SUCCESS ? calloc(needed + 1, 1) : NULL;

    if (whole)
        code = clGetDeviceInfo(id, what, needed, whole, NULL);
    else if (code == CL_SUCCESS)
        code = CL_OUT_OF_HOST_MEMORY;
    if (code == CL_SUCCESS)
        put_text(text, size, whole);
    free(whole);
    return code == CL_INVALID_VALUE ? CL_SUCCESS : code;
}

static void read_platform(cl_platform_id platform, char *text, size_t size)
{
    size_t needed = 0;
    char *whole;

    if (clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, NULL, &needed) ||
        !(whole = calloc(needed + 1, 1)))
        return;
    if (!clGetPlatformInfo(platform, CL_PLATFORM_NAME, needed, whole, NULL))
        put_text(text, size, whole);
    free(whole);
}

static cl_int read_names(cl_device_id id, clfft_limits *limits)
{
    cl_platform_id platform = NULL;
    cl_int code;

    (void)((code = read_text(id, CL_DEVICE_NAME, limits->device_name,
                             sizeof limits->device_name)) ||
           (code = read_text(id, CL_DEVICE_VENDOR, limits->vendor_name,
                             sizeof limits->vendor_name)) ||
           (code = read_text(id, CL_DRIVER_VERSION, limits->driver_version,
                             sizeof limits->driver_version)) ||
           (code = clGetDeviceInfo(id, CL_DEVICE_PLATFORM, sizeof platform,
                                   &platform, NULL)));
    if (code == CL_SUCCESS && platform)
        read_platform(platform, limits->platform_name,
                      sizeof limits->platform_name);
    return code;
}

/* A list of names with blanks between them. */
static bool is_listed(const char *list, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = list; (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == ' ') && strchr(" ", at[length]))
            return true;
    return false;
}

clfft_status clfft_device_find_extension(cl_device_id id, const char *name,
                                         bool *found)
{
    clfft_status status = CLFFT_STATUS_OK;
    char *list = NULL;
    size_t size = 0;

    *found = false;
    CL_TRY(clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, 0, NULL, &size));
    list = calloc(size + 1, 1);
    if (!list)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no memory for a list of extensions");
    CL_TRY(clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, size, list, NULL));
    *found = is_listed(list, name);
fail:
    free(list);
    return status;
}

bool clfft_device_find_fma(cl_device_id id)
{
    cl_device_fp_config config = 0;

    return clGetDeviceInfo(id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config,
                           &config, NULL) != CL_SUCCESS ||
           config & CL_FP_FMA;
}

bool clfft_device_is_pocl(const clfft_limits *limits)
{
    return !strcmp(limits->platform_name, "Portable Computing Language");
}

/* Processes ended or stood still on PoCL 3.0. */
#define LEAST_POCL_MAJOR 3u
#define LEAST_POCL_MINOR 1u

/* A version that is no pair of numbers is taken for a new one. */
bool clfft_device_is_fit(const clfft_limits *limits)
{
    unsigned major, minor;

    return !clfft_device_is_pocl(limits) ||
           sscanf(limits->driver_version, "%u.%u", &major, &minor) != 2 ||
           major > LEAST_POCL_MAJOR ||
           (major == LEAST_POCL_MAJOR && minor >= LEAST_POCL_MINOR);
}

clfft_status clfft_device_check_precision(const clfft_device *device,
                                          clfft_precision precision)
{
    if (precision == CLFFT_PRECISION_DOUBLE && !device->limits.has_double)
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "%s has no double precision",
                          device->limits.device_name);
    return CLFFT_STATUS_OK;
}

clfft_status clfft_device_check_fit(const clfft_limits *limits)
{
    if (clfft_device_is_fit(limits))
        return CLFFT_STATUS_OK;
    return clfft_fail(
        CLFFT_STATUS_NO_DEVICE,
        "PoCL %s (%s) is too old: %u.%u is the first version that "
        "works",
        limits->driver_version, limits->device_name, LEAST_POCL_MAJOR,
        LEAST_POCL_MINOR);
}

cl_int clfft_device_read_limits(cl_device_id id, clfft_limits *limits)
{
    cl_device_local_mem_type local_type = CL_GLOBAL;
    cl_bool unified = CL_FALSE, little = CL_TRUE;
    cl_ulong local = 0, allocation = 0, global = 0;
    cl_uint units = 1, align_bits = 1024, vector_width = 1;
    size_t group = 1;
    cl_device_fp_config fp64 = 0;
    cl_int code;

    memset(limits, 0, sizeof *limits);
    const struct {
        cl_device_info what;
        size_t size;
        void *value;
        bool optional;
    } questions[] = {
#define NEEDS(what, variable) {what, sizeof(variable), &(variable), false}
#define ASKS(what, variable)                                                   \
    {                                                                          \
        what, sizeof(variable), &(variable), true                              \
    }
        NEEDS(CL_DEVICE_TYPE, limits->type),
        NEEDS(CL_DEVICE_MAX_COMPUTE_UNITS, units),
        NEEDS(CL_DEVICE_MAX_WORK_GROUP_SIZE, group),
        NEEDS(CL_DEVICE_LOCAL_MEM_SIZE, local),
        NEEDS(CL_DEVICE_LOCAL_MEM_TYPE, local_type),
        NEEDS(CL_DEVICE_MAX_MEM_ALLOC_SIZE, allocation),
        NEEDS(CL_DEVICE_GLOBAL_MEM_SIZE, global),
        NEEDS(CL_DEVICE_MEM_BASE_ADDR_ALIGN, align_bits),
        ASKS(CL_DEVICE_HOST_UNIFIED_MEMORY, unified),
        ASKS(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, vector_width),
        ASKS(CL_DEVICE_ENDIAN_LITTLE, little),
        ASKS(CL_DEVICE_DOUBLE_FP_CONFIG, fp64),
#undef NEEDS
#undef ASKS
    };

    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        code = clGetDeviceInfo(id, questions[i].what, questions[i].size,
                               questions[i].value, NULL);
        if (code != CL_SUCCESS && !questions[i].optional)
            return code;
    }
    clfft_device_find_extension(id, "cl_nv_compiler_options",
                                &limits->limits_registers);
    code = read_names(id, limits);
    limits->compute_units = units;
    limits->max_work_group = group > 1024 ? 1024 : (unsigned)group;
    limits->local_is_dedicated = local_type == CL_LOCAL;
    limits->unified_memory = unified;
    limits->vector_width = vector_width;
    limits->has_double = fp64 != 0;
    limits->little_endian = little;
    limits->max_allocation = allocation;
    limits->global_size = global;
    limits->base_alignment = align_bits / 8 ? align_bits / 8 : 1;
    limits->local_total = local;
    limits->local_size = local;
    if (!limits->local_is_dedicated &&
        limits->local_size > CLFFT_SHARED_LOCAL_LIMIT)
        limits->local_size = CLFFT_SHARED_LOCAL_LIMIT;
    return code;
}
