/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * device.c: finds, opens and describes devices. One process-wide lock covers
 * every call that may start a driver: PoCL crashes when several threads use it
 * first at once.
 */
#include "device.h"

#include "clfft/base/error.h"
#include "clfft/base/limits.h"
#include "clfft/base/numeral.h"
#include "process.h"
#include "program.h"
#include "tables.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MOST_PLATFORMS 32
#define MOST_DEVICES 64

/* What to install; a board's GPU has one of two drivers. */
#define RUNS_ANYWHERE "pocl-opencl-icd runs on any CPU"
#if defined(__aarch64__) || defined(__arm__)
#define DRIVERS                                                                \
    "on Debian and Ubuntu, mesa-opencl-icd with RUSTICL_ENABLE=panfrost runs " \
    "on a Mali whose kernel driver is panfrost or panthor, the vendor's "      \
    "libmali where there is /dev/mali0, and " RUNS_ANYWHERE
#else
#define DRIVERS "on Debian and Ubuntu, " RUNS_ANYWHERE
#endif

/* guards discovery and the start of drivers */
static pthread_mutex_t discovery_lock = PTHREAD_MUTEX_INITIALIZER;

void clfft_log(const clfft_device *device, clfft_log_level level,
               const char *format, ...)
{
    char text[4096];
    va_list arguments;

    if (!device->log)
        return;
    va_start(arguments, format);
    clfft_print(text, sizeof text, format, arguments);
    va_end(arguments);
    device->log(level, text, device->log_data);
}

clfft_status clfft_device_new_buffer(clfft_device *device, cl_mem_flags flags,
                                     size_t size, const void *bytes,
                                     cl_mem *buffer)
{
    const bool filled = bytes && size;
    clfft_status status = CLFFT_STATUS_OK;
    cl_int code;

    *buffer = clCreateBuffer(
        device->context, flags | (filled ? CL_MEM_COPY_HOST_PTR : 0),
        size ? size : 1, filled ? (void *)bytes : NULL, &code);
    CL_CHECK(code, "clCreateBuffer");
    atomic_fetch_add(&device->n_buffers, 1);
fail:
    return status;
}

/* ---- discovery ---- */

struct found {
    clfft_device_entry entry;
    cl_device_id id;
};

/* The devices that were found, and what kept the search from finding more. */
struct search {
    struct found found[MOST_DEVICES];
    size_t n_found;
    const char *failed_call; /* NULL: nothing */
    cl_int failure;
};

static void note_failure(struct search *search, const char *call, cl_int code)
{
    if (search->failed_call)
        return;
    search->failed_call = call;
    search->failure = code;
}

static void read_device(struct search *search, cl_uint p, cl_uint d,
                        cl_device_id id)
{
    struct found *f = &search->found[search->n_found];
    const cl_int code = clfft_device_read_limits(id, &f->entry.limits);

    if (code != CL_SUCCESS) {
        note_failure(search, "clGetDeviceInfo", code);
        return;
    }
    f->id = id;
    f->entry.platform_index = p;
    f->entry.device_index = d;
    search->n_found++;
}

static void read_platforms(const cl_platform_id *platforms,
                           cl_uint n_platforms, struct search *search)
{
    cl_device_id devices[MOST_DEVICES];

    if (n_platforms > MOST_PLATFORMS)
        n_platforms = MOST_PLATFORMS;
    for (cl_uint p = 0; p < n_platforms; p++) {
        cl_uint n_devices = 0;
        const cl_int code = clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL,
                                           MOST_DEVICES, devices, &n_devices);
        /* a platform without a device is common */
        if (code == CL_DEVICE_NOT_FOUND)
            continue;
        if (code != CL_SUCCESS) {
            note_failure(search, "clGetDeviceIDs", code);
            continue;
        }
        for (cl_uint d = 0; d < n_devices && search->n_found < MOST_DEVICES;
             d++)
            read_device(search, p, d, devices[d]);
    }
}

/* Finds every device of every platform; the caller holds discovery_lock. */
static clfft_status discover(clfft_log_function log, void *log_data,
                             struct search *search)
{
    static bool prepared;
    cl_platform_id platforms[MOST_PLATFORMS];
    struct clfft_signals signals;
    cl_uint n_platforms = 0;
    cl_int code;

    if (!prepared)
        clfft_environment_prepare(log, log_data);
    prepared = true;
    clfft_signals_save(&signals);
    code = clGetPlatformIDs(MOST_PLATFORMS, platforms, &n_platforms);
    if (code == CL_SUCCESS)
        read_platforms(platforms, n_platforms, search);
    clfft_signals_restore(&signals);
    if (code == -1001 || (code == CL_SUCCESS && n_platforms == 0))
        return clfft_fail(CLFFT_STATUS_NO_DRIVER,
                          "no OpenCL driver is installed; " DRIVERS);
    if (code != CL_SUCCESS)
        return clfft_fail_cl(code, "clGetPlatformIDs");
    if (!search->n_found && search->failed_call)
        return clfft_fail_cl(search->failure, search->failed_call);
    return CLFFT_STATUS_OK;
}

clfft_status clfft_list_devices(clfft_device_entry **entries,
                                size_t *n_entries)
{
    clfft_status status = clfft_process_begin();
    struct search *search;

    *entries = NULL;
    *n_entries = 0;
    if (status != CLFFT_STATUS_OK)
        return status;
    search = calloc(1, sizeof *search);
    if (!search)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a list");
    pthread_mutex_lock(&discovery_lock);
    TRY(discover(NULL, NULL, search));
    *entries = calloc(search->n_found ? search->n_found : 1, sizeof **entries);
    if (!*entries) {
        status = clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a list");
        goto fail;
    }
    *n_entries = search->n_found;
    for (size_t i = 0; i < search->n_found; i++)
        (*entries)[i] = search->found[i].entry;
fail:
    pthread_mutex_unlock(&discovery_lock);
    free(search);
    return status;
}

static bool contains(const char *text, const char *part)
{
    return strcasestr(text, part) != NULL;
}

static const struct found *find_type(const struct found *found, size_t n,
                                     cl_device_type type)
{
    for (size_t i = 0; i < n; i++)
        if (found[i].entry.limits.type & type)
            return &found[i];
    return NULL;
}

static const struct found *find_named(const struct found *found, size_t n,
                                      const char *name)
{
    unsigned platform, device;
    int used = 0;
    const struct found *f;

    if (!strcasecmp(name, "auto")) {
        if ((f = find_type(found, n, CL_DEVICE_TYPE_GPU)) ||
            (f = find_type(found, n, CL_DEVICE_TYPE_CPU)))
            return f;
        return n ? found : NULL;
    }
    if (!strcasecmp(name, "gpu"))
        return find_type(found, n, CL_DEVICE_TYPE_GPU);
    if (!strcasecmp(name, "cpu"))
        return find_type(found, n, CL_DEVICE_TYPE_CPU);
    if (!strcasecmp(name, "accelerator"))
        return find_type(found, n, CL_DEVICE_TYPE_ACCELERATOR);
    if (sscanf(name, "%u:%u%n", &platform, &device, &used) == 2 &&
        !name[used]) {
        for (size_t i = 0; i < n; i++)
            if (found[i].entry.platform_index == platform &&
                found[i].entry.device_index == device)
                return &found[i];
        return NULL;
    }
    for (size_t i = 0; i < n; i++)
        if (contains(found[i].entry.limits.device_name, name))
            return &found[i];
    return NULL;
}

static clfft_status fail_not_found(const struct search *search,
                                   const char *name)
{
    const struct found *found = search->found;
    const size_t n = search->n_found;
    char list[1400] = "", failure[128] = "";
    size_t length = 0;

    for (size_t i = 0; i < n && length < sizeof list; i++)
        length += (size_t)snprintf(list + length, sizeof list - length,
                                   "%s%u:%u %s (%s)", i ? ", " : "",
                                   found[i].entry.platform_index,
                                   found[i].entry.device_index,
                                   found[i].entry.limits.device_name,
                                   found[i].entry.limits.platform_name);
    if (search->failed_call)
        snprintf(failure, sizeof failure, "; others may be hidden: %s failed: "
                 "%s", search->failed_call,
                 clfft_cl_error_name(search->failure));
    return clfft_fail(CLFFT_STATUS_NO_DEVICE,
                      "no OpenCL device matches \"%s\"; seen: %s%s; "
                      "`clfft-bench devices` lists them", name,
                      n ? list : "no device on any platform (" DRIVERS ")",
                      failure);
}

/* ---- several ---- */

/* Marks what the word means; false if that is none. */
static bool choose_word(const struct search *search, const char *word,
                        bool is_chosen[MOST_DEVICES])
{
    const cl_device_type type =
        !strcasecmp(word, "all-gpus")   ? CL_DEVICE_TYPE_GPU
        : !strcasecmp(word, "all-cpus") ? CL_DEVICE_TYPE_CPU
                                        : 0;
    const struct found *named =
        type ? NULL : find_named(search->found, search->n_found, word);
    bool found = named != NULL;

    if (named)
        is_chosen[named - search->found] = true;
    for (size_t i = 0; i < search->n_found; i++)
        if (search->found[i].entry.limits.type & type)
            found = is_chosen[i] = true;
    return found;
}

static clfft_status choose(const struct search *search, char *names,
                           bool is_chosen[MOST_DEVICES])
{
    char *rest = NULL, *word = strtok_r(names, ",", &rest);

    if (!word)
        return fail_not_found(search, "");
    for (; word; word = strtok_r(NULL, ",", &rest))
        if (!choose_word(search, word, is_chosen))
            return fail_not_found(search, word);
    return CLFFT_STATUS_OK;
}

clfft_status clfft_choose_devices(const char *names,
                                  clfft_device_entry **entries,
                                  size_t *n_entries)
{
    bool is_chosen[MOST_DEVICES] = {false};
    clfft_status status = clfft_process_begin();
    struct search *search = NULL;
    char *words = NULL;

    *entries = NULL;
    *n_entries = 0;
    if (status != CLFFT_STATUS_OK)
        return status;
    pthread_mutex_lock(&discovery_lock);
    search = calloc(1, sizeof *search);
    words = strdup(names ? names : "auto");
    *entries = calloc(MOST_DEVICES, sizeof **entries);
    if (!search || !words || !*entries) {
        status = clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a list");
        goto fail;
    }
    TRY(discover(NULL, NULL, search));
    TRY(choose(search, words, is_chosen));
    for (size_t i = 0; i < search->n_found; i++)
        if (is_chosen[i])
            (*entries)[(*n_entries)++] = search->found[i].entry;
fail:
    pthread_mutex_unlock(&discovery_lock);
    if (status != CLFFT_STATUS_OK) {
        free(*entries);
        *entries = NULL;
    }
    free(search);
    free(words);
    return status;
}

/* ---- life ---- */

static clfft_status open_device(clfft_device *device,
                                const clfft_device_params *params)
{
    struct search *search = calloc(1, sizeof *search);
    const char *name = params->name && *params->name ? params->name : "auto";
    const struct found *chosen = NULL;
    clfft_status status = CLFFT_STATUS_OK;
    cl_int code;

    if (!search)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a device");
    pthread_mutex_lock(&discovery_lock);
    TRY(discover(params->log, params->log_data, search));
    chosen = find_named(search->found, search->n_found, name);
    if (!chosen) {
        status = fail_not_found(search, name);
        goto fail;
    }
    device->id = chosen->id;
    device->limits = chosen->entry.limits;
    device->context =
        clCreateContext(NULL, 1, &device->id, NULL, NULL, &code);
    CL_CHECK(code, "clCreateContext");
fail:
    pthread_mutex_unlock(&discovery_lock);
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
fail:
    return status;
}

clfft_status clfft_device_create(const clfft_device_params *params,
                                 clfft_device **device)
{
    static const clfft_device_params defaults;
    clfft_status status = clfft_process_begin();
    clfft_device *d;
    char why[512];

    *device = NULL;
    if (status != CLFFT_STATUS_OK)
        return status;
    if (!params)
        params = &defaults;
    d = calloc(1, sizeof *d);
    if (!d)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a device");
    d->log = params->log;
    d->log_data = params->log_data;
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
        clfft_log(d, CLFFT_LOG_WARNING,
                  "the system's cache is not used: %s", why);
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

void clfft_device_destroy(clfft_device **device)
{
    clfft_device *d = *device;

    *device = NULL;
    if (!d || clfft_process_is_forked())
        return;
    clfft_programs_destroy(d);
    clfft_tables_destroy(d);
    clfft_cache_close(&d->cache);
    free(d->cache_key);
    if (d->context)
        clReleaseContext(d->context);
    pthread_mutex_destroy(&d->programs_lock);
    pthread_mutex_destroy(&d->tables_lock);
    free(d);
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
