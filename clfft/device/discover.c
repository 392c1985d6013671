/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * discover.c: finds devices, and tells which of them a name means. One
 * process-wide lock covers every call that may start a driver: PoCL crashes
 * when several threads use it first at once.
 */
#include "discover.h"

#include "clfft/base/error.h"
#include "clfft/base/numeral.h"
#include "process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MOST_PLATFORMS 32

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

void clfft_discovery_lock(void)
{
    pthread_mutex_lock(&discovery_lock);
}

void clfft_discovery_unlock(void)
{
    pthread_mutex_unlock(&discovery_lock);
}

/* ---- the search ---- */

static void note_failure(struct clfft_search *search, const char *call,
                         cl_int code)
{
    if (search->failed_call)
        return;
    search->failed_call = call;
    search->failure = code;
}

static void read_device(struct clfft_search *search, cl_uint p, cl_uint d,
                        cl_device_id id)
{
    struct clfft_found *f = &search->found[search->n_found];
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

static void read_platforms(const cl_platform_id *platforms, cl_uint n_platforms,
                           struct clfft_search *search)
{
    cl_device_id devices[CLFFT_MOST_DEVICES];

    if (n_platforms > MOST_PLATFORMS)
        n_platforms = MOST_PLATFORMS;
    for (cl_uint p = 0; p < n_platforms; p++) {
        cl_uint n_devices = 0;
        const cl_int code =
            clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, CLFFT_MOST_DEVICES,
                           devices, &n_devices);
        /* a platform without a device is common */
        if (code == CL_DEVICE_NOT_FOUND)
            continue;
        if (code != CL_SUCCESS) {
            note_failure(search, "clGetDeviceIDs", code);
            continue;
        }
        /* it is of all that there are */
        if (n_devices > CLFFT_MOST_DEVICES)
            n_devices = CLFFT_MOST_DEVICES;
        for (cl_uint d = 0;
             d < n_devices && search->n_found < CLFFT_MOST_DEVICES; d++)
            read_device(search, p, d, devices[d]);
    }
}

clfft_status clfft_discover(clfft_log_function log, void *log_data,
                            struct clfft_search *search)
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

clfft_status clfft_list_devices(clfft_device_entry **entries, size_t *n_entries)
{
    clfft_status status = clfft_process_begin();
    struct clfft_search *search;

    *entries = NULL;
    *n_entries = 0;
    if (status != CLFFT_STATUS_OK)
        return status;
    search = calloc(1, sizeof *search);
    if (!search)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a list");
    clfft_discovery_lock();
    TRY(clfft_discover(NULL, NULL, search));
    *entries = calloc(search->n_found ? search->n_found : 1, sizeof **entries);
    if (!*entries) {
        status = clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a list");
        goto fail;
    }
    *n_entries = search->n_found;
    for (size_t i = 0; i < search->n_found; i++)
        (*entries)[i] = search->found[i].entry;
fail:
    clfft_discovery_unlock();
    free(search);
    return status;
}

static bool contains(const char *text, const char *part)
{
    return strcasestr(text, part) != NULL;
}

static cl_device_type read_type(const char *name)
{
    return !strcasecmp(name, "gpu")           ? CL_DEVICE_TYPE_GPU
           : !strcasecmp(name, "cpu")         ? CL_DEVICE_TYPE_CPU
           : !strcasecmp(name, "accelerator") ? CL_DEVICE_TYPE_ACCELERATOR
                                              : 0;
}

/* All names but "auto". */
static bool matches(const clfft_device_entry *entry, const char *name)
{
    const cl_device_type type = read_type(name);
    unsigned platform, device;
    int used = 0;

    if (type)
        return entry->limits.type & type;
    if (sscanf(name, "%u:%u%n", &platform, &device, &used) == 2 && !name[used])
        return entry->platform_index == platform &&
               entry->device_index == device;
    return contains(entry->limits.device_name, name);
}

/* The first that the engine works on; else the first of that name. */
static const struct clfft_found *find_named(const struct clfft_search *search,
                                            const char *name)
{
    const struct clfft_found *unfit = NULL;

    for (size_t i = 0; i < search->n_found; i++) {
        const struct clfft_found *f = &search->found[i];

        if (!matches(&f->entry, name))
            continue;
        if (clfft_device_is_fit(&f->entry.limits))
            return f;
        if (!unfit)
            unfit = f;
    }
    return unfit;
}

/* "auto" */
static const struct clfft_found *find_any(const struct clfft_search *search)
{
    static const char *const names[] = {"gpu", "cpu", ""};
    const struct clfft_found *f = NULL;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        f = find_named(search, names[i]);
        if (f && clfft_device_is_fit(&f->entry.limits))
            break;
    }
    return f;
}

static clfft_status fail_not_found(const struct clfft_search *search,
                                   const char *name)
{
    const struct clfft_found *found = search->found;
    const size_t n = search->n_found;
    char list[1400] = "", failure[128] = "";
    size_t length = 0;

    for (size_t i = 0; i < n && length < sizeof list; i++)
        length += (size_t)snprintf(
            list + length, sizeof list - length, "%s%u:%u %s (%s)",
            i ? ", " : "", found[i].entry.platform_index,
            found[i].entry.device_index, found[i].entry.limits.device_name,
            found[i].entry.limits.platform_name);
    clfft_mark_cut(list, sizeof list, (int)length);
    if (search->failed_call)
        snprintf(failure, sizeof failure,
                 "; others may be hidden: %s failed: "
                 "%s",
                 search->failed_call, clfft_cl_error_name(search->failure));
    return clfft_fail(
        CLFFT_STATUS_NO_DEVICE,
        "no OpenCL device matches \"%s\"; seen: %s%s; "
        "`clfft-bench devices` lists them",
        name, n ? list : "no device on any platform (" DRIVERS ")", failure);
}

clfft_status clfft_search_name(const struct clfft_search *search,
                               const char *name,
                               const struct clfft_found **found)
{
    *found =
        !strcasecmp(name, "auto") ? find_any(search) : find_named(search, name);
    return *found ? clfft_device_check_fit(&(*found)->entry.limits)
                  : fail_not_found(search, name);
}

/* ---- several ---- */

/* Marks what "all-gpus" or "all-cpus" means. */
static clfft_status choose_all(const struct clfft_search *search,
                               const char *word,
                               bool is_chosen[CLFFT_MOST_DEVICES])
{
    const cl_device_type type =
        !strcasecmp(word, "all-gpus") ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU;
    clfft_status status = CLFFT_STATUS_NO_DEVICE;
    const clfft_limits *unfit = NULL;

    for (size_t i = 0; i < search->n_found; i++) {
        const clfft_limits *limits = &search->found[i].entry.limits;

        if (!(limits->type & type))
            continue;
        is_chosen[i] = clfft_device_is_fit(limits);
        if (is_chosen[i])
            status = CLFFT_STATUS_OK;
        else
            unfit = limits;
    }
    return status == CLFFT_STATUS_OK ? status
           : unfit                   ? clfft_device_check_fit(unfit)
                                     : fail_not_found(search, word);
}

static clfft_status choose_word(const struct clfft_search *search,
                                const char *word,
                                bool is_chosen[CLFFT_MOST_DEVICES])
{
    const struct clfft_found *named;
    clfft_status status;

    if (!strcasecmp(word, "all-gpus") || !strcasecmp(word, "all-cpus"))
        return choose_all(search, word, is_chosen);
    TRY(clfft_search_name(search, word, &named));
    is_chosen[named - search->found] = true;
fail:
    return status;
}

static clfft_status choose(const struct clfft_search *search, char *names,
                           bool is_chosen[CLFFT_MOST_DEVICES])
{
    char *rest = NULL, *word = strtok_r(names, ",", &rest);
    clfft_status status;

    if (!word)
        return fail_not_found(search, "");
    for (; word; word = strtok_r(NULL, ",", &rest))
        TRY(choose_word(search, word, is_chosen));
    return CLFFT_STATUS_OK;
fail:
    return status;
}

clfft_status clfft_choose_devices(const char *names,
                                  clfft_device_entry **entries,
                                  size_t *n_entries)
{
    bool is_chosen[CLFFT_MOST_DEVICES] = {false};
    clfft_status status = clfft_process_begin();
    struct clfft_search *search = NULL;
    char *words = NULL;

    *entries = NULL;
    *n_entries = 0;
    if (status != CLFFT_STATUS_OK)
        return status;
    clfft_discovery_lock();
    search = calloc(1, sizeof *search);
    words = strdup(names ? names : "auto");
    *entries = calloc(CLFFT_MOST_DEVICES, sizeof **entries);
    if (!search || !words || !*entries) {
        status = clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a list");
        goto fail;
    }
    TRY(clfft_discover(NULL, NULL, search));
    TRY(choose(search, words, is_chosen));
    for (size_t i = 0; i < search->n_found; i++)
        if (is_chosen[i])
            (*entries)[(*n_entries)++] = search->found[i].entry;
fail:
    clfft_discovery_unlock();
    if (status != CLFFT_STATUS_OK) {
        free(*entries);
        *entries = NULL;
    }
    free(search);
    free(words);
    return status;
}
