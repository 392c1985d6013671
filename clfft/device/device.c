/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* device.c: opens devices, counts who holds them, closes and describes them. */
#include "device.h"

#include "clfft/base/error.h"
#include "discover.h"
#include "process.h"
#include "program.h"
#include "kept.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- life ---- */

static clfft_status open_device(clfft_device *device,
                                const clfft_device_params *params)
{
    struct clfft_search *search = calloc(1, sizeof *search);
    const char *name = params->name && *params->name ? params->name : "auto";
    const struct clfft_found *chosen;
    clfft_status status;
    cl_int code;

    if (!search)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a device");
    clfft_discovery_lock();
    TRY(clfft_discover(params->log, params->log_data, search));
    TRY(clfft_search_name(search, name, &chosen));
    device->id = chosen->id;
    device->limits = chosen->entry.limits;
    device->context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &code);
    CL_CHECK(code, "clCreateContext");
fail:
    clfft_discovery_unlock();
    free(search);
    return status;
}

static clfft_status wrap_device(clfft_device *device,
                                const clfft_device_params *params)
{
    clfft_status status = CLFFT_STATUS_OK;
    cl_int code;

    if (!params->id)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "a context needs the device's id too");
    CL_TRY(clRetainContext(params->context));
    device->context = params->context;
    device->id = params->id;
    code = clfft_device_read_limits(device->id, &device->limits);
    CL_CHECK(code, "clGetDeviceInfo");
    TRY(clfft_device_check_fit(&device->limits));
fail:
    return status;
}

clfft_status clfft_device_create(const clfft_device_params *params,
                                 clfft_device **device)
{
    static const clfft_device_params defaults;
    clfft_status status = clfft_process_begin();
    clfft_device *d;
    char why[PATH_MAX + 256]; /* it names a path */

    *device = NULL;
    if (status != CLFFT_STATUS_OK)
        return status;
    if (!params)
        params = &defaults;
    d = calloc(1, sizeof *d);
    if (!d)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a device");
    atomic_init(&d->n_holders, 1);
    d->log = params->log;
    d->log_data = params->log_data;
    pthread_mutex_init(&d->log_lock, NULL);
    pthread_mutex_init(&d->programs_lock, NULL);
    pthread_mutex_init(&d->tables_lock, NULL);
    TRY(CHECK_RESERVED("clfft_device_params", params));
    TRY(params->context ? wrap_device(d, params) : open_device(d, params));
    d->has_fma = clfft_device_find_fma(d->id);
    d->declares_builtins = clfft_device_is_pocl(&d->limits);
    if (!clfft_cache_open(&d->cache, params->cache_directory, why, sizeof why))
        clfft_log(d, CLFFT_LOG_WARNING, "nothing is cached on disk: %s", why);
    if (!params->cache_directory &&
        !clfft_cache_add_system(&d->cache, why, sizeof why))
        clfft_log(d, CLFFT_LOG_WARNING, "the system's cache is not used: %s",
                  why);
    if (asprintf(&d->cache_key, "%s|%s|%s|%s|%s", CLFFT_VERSION,
                 d->limits.platform_name, d->limits.device_name,
                 d->limits.vendor_name, d->limits.driver_version) < 0) {
        d->cache_key = NULL;
        status = clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a device");
        goto fail;
    }
    clfft_log(d, CLFFT_LOG_INFO, "device %s (%s), driver %s",
              d->limits.device_name, d->limits.platform_name,
              d->limits.driver_version);
    *device = d;
    return CLFFT_STATUS_OK;
fail:
    clfft_device_destroy(&d);
    return status;
}

clfft_device *clfft_device_hold(clfft_device *device)
{
    atomic_fetch_add_explicit(&device->n_holders, 1, memory_order_relaxed);
    return device;
}

void clfft_device_drop(clfft_device **device)
{
    clfft_device *d = *device;

    *device = NULL;
    /* who is last sees all that the others have done with it */
    if (!d || clfft_process_is_forked() ||
        atomic_fetch_sub_explicit(&d->n_holders, 1, memory_order_acq_rel) > 1)
        return;
    clfft_programs_destroy(d);
    clfft_tables_destroy(d);
    clfft_cache_close(&d->cache);
    free(d->cache_key);
    if (d->context)
        clReleaseContext(d->context);
    pthread_mutex_destroy(&d->programs_lock);
    pthread_mutex_destroy(&d->tables_lock);
    pthread_mutex_destroy(&d->log_lock);
    free(d);
}

void clfft_device_destroy(clfft_device **device)
{
    clfft_device *d = *device;

    if (d && !clfft_process_is_forked()) {
        pthread_mutex_lock(&d->log_lock);
        d->log = NULL;
        pthread_mutex_unlock(&d->log_lock);
    }
    clfft_device_drop(device);
}

cl_context clfft_device_get_context(const clfft_device *device)
{
    return device->context;
}

cl_device_id clfft_device_get_id(const clfft_device *device)
{
    return device->id;
}

const clfft_limits *clfft_device_get_limits(const clfft_device *device)
{
    return &device->limits;
}

void clfft_device_get_stats(const clfft_device *device,
                            clfft_device_stats *stats)
{
    *stats = (clfft_device_stats){
        .n_programs_built = atomic_load(&device->n_programs_built),
        .n_programs_loaded = atomic_load(&device->n_programs_loaded),
        .n_kernels = atomic_load(&device->n_kernels),
        .n_buffers = atomic_load(&device->n_buffers),
        .n_plans = atomic_load(&device->n_plans),
    };
}
