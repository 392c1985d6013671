/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* program.c: builds programs, once per device, and keeps their binaries on
   disk. */
#include "program.h"

#include "clfft/base/error.h"
#include "kernels/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct clfft_program {
    struct clfft_program *next;
    char *key;
    cl_program handle;
    bool on_disk;
};

/* A file of kernels/. Every file that the engine names is in the build. */
static const struct clfft_kernel_file *find_file(const char *name)
{
    const struct clfft_kernel_file *f = clfft_kernel_files;

    while (strcmp(f->name, name))
        f++;
    return f;
}

/* The key names everything that the binary depends on. */
static char *make_key(const clfft_device *device,
                      const struct clfft_kernel_file *kernel,
                      const char *options)
{
    char *key;

    if (asprintf(&key, "program|%s|%016llx|%s", device->cache_key,
                 (unsigned long long)kernel->hash, options) < 0)
        return NULL;
    return key;
}

/* The options of a program: the kernel's own, and what the device needs. */
static clfft_status add_device(const clfft_device *device, const char *options,
                               char **all)
{
    if (asprintf(all, "%s%s", options,
                 device->has_fma ? "" : " -DWITHOUT_FMA") >= 0)
        return CLFFT_STATUS_OK;
    *all = NULL;
    return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a program");
}

/*
 * The options of the compiler. PoCL counts warnings on stderr of whatever
 * process the engine is in, for example about vectors that are wider than the
 * processor's; who works on kernels asks for them. The binary is the same, so
 * the key has only the options of the kernel.
 */
static clfft_status add_quiet(const char *options, char **all)
{
    const char *loud = secure_getenv("CLFFT_KERNEL_WARNINGS");

    if (asprintf(all, "%s%s", options, loud && *loud ? "" : " -w") >= 0)
        return CLFFT_STATUS_OK;
    *all = NULL;
    return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a program");
}

/* The first line that says "error", else the first line. */
static void summarise(const char *log, char *text, size_t size)
{
    const char *line = strstr(log, "error");

    if (!line)
        line = log;
    while (line > log && line[-1] != '\n')
        line--;
    snprintf(text, size, "%.*s", (int)strcspn(line, "\n"), line);
}

/* The compiler's log, malloc'ed, and its line that counts. */
static char *read_log(const clfft_device *device, cl_program handle,
                      char *summary, size_t summary_size)
{
    size_t size = 0;
    char *log = NULL;

    *summary = 0;
    clGetProgramBuildInfo(handle, device->id, CL_PROGRAM_BUILD_LOG, 0, NULL,
                          &size);
    if (size && (log = malloc(size + 1))) {
        log[size] = 0;
        clGetProgramBuildInfo(handle, device->id, CL_PROGRAM_BUILD_LOG, size,
                              log, NULL);
        summarise(log, summary, summary_size);
    }
    return log;
}

static clfft_status fail_build(clfft_device *device, cl_program handle,
                               const char *options, cl_int code)
{
    char summary[400];
    char *log = read_log(device, handle, summary, sizeof summary);

    if (log)
        clfft_log(device, CLFFT_LOG_ERROR, "build with %s failed:\n%s", options,
                  log);
    free(log);
    return clfft_fail(CLFFT_STATUS_BUILD,
                      "kernel build failed (clBuildProgram: %s): %s",
                      clfft_cl_error_name(code), summary);
}

static void release(cl_program *handle)
{
    if (*handle)
        clReleaseProgram(*handle);
    *handle = NULL;
}

static cl_program load_binary(clfft_device *device, const char *key,
                              const char *options)
{
    size_t size;
    unsigned char *bytes = clfft_cache_get(&device->cache, key, &size);
    const unsigned char *binary = bytes;
    cl_int status = CL_SUCCESS, code = CL_SUCCESS;
    cl_program handle = NULL;

    if (!bytes)
        return NULL;
    handle = clCreateProgramWithBinary(device->context, 1, &device->id, &size,
                                       &binary, &status, &code);
    free(bytes);
    if (handle && (code != CL_SUCCESS || status != CL_SUCCESS ||
                   clBuildProgram(handle, 1, &device->id, options, NULL,
                                  NULL) != CL_SUCCESS))
        release(&handle);
    if (!handle)
        clfft_log(device, CLFFT_LOG_WARNING,
                  "a cached binary was refused by the driver: building anew");
    return handle;
}

static cl_int build_texts(clfft_device *device, const char *const *texts,
                          const char *options, cl_program *handle)
{
    cl_uint n = 0;
    cl_int code;

    while (texts[n])
        n++;
    *handle = clCreateProgramWithSource(device->context, n,
                                        (const char **)texts, NULL, &code);
    return code == CL_SUCCESS
               ? clBuildProgram(*handle, 1, &device->id, options, NULL, NULL)
               : code;
}

/*
 * Builds with the declarations of kernels/common/builtins.cl, which are those
 * of OpenCL C 1.2, and tells clang that its opencl-c.h was read. Where they do
 * not fit, the driver's header is read from then on; other failures are not
 * theirs.
 */
static cl_int build_declared(clfft_device *device, const char *const *texts,
                             const char *options, cl_program *handle)
{
    cl_int code = CL_BUILD_PROGRAM_FAILURE;
    char summary[400];
    char *all = NULL;

    if (!device->declares_builtins || !strstr(options, "-cl-std=CL1.2"))
        return code;
    if (asprintf(&all, "%s -D_OPENCL_H_ -DDECLARE_BUILTINS", options) < 0)
        return CL_OUT_OF_HOST_MEMORY;
    code = build_texts(device, texts, all, handle);
    if (code == CL_BUILD_PROGRAM_FAILURE) {
        free(read_log(device, *handle, summary, sizeof summary));
        clfft_log(device, CLFFT_LOG_WARNING,
                  "%s %s builds with its own declarations of built-in "
                  "functions only: %s",
                  device->limits.platform_name, device->limits.driver_version,
                  summary);
        device->declares_builtins = false;
        release(handle);
    }
    free(all);
    return code;
}

static clfft_status build_source(clfft_device *device, const char *const *texts,
                                 const char *options, cl_program *handle)
{
    clfft_status status = CLFFT_STATUS_OK;
    cl_int code = build_declared(device, texts, options, handle);

    if (code == CL_BUILD_PROGRAM_FAILURE)
        code = build_texts(device, texts, options, handle);
    if (!*handle)
        CL_CHECK(code, "clCreateProgramWithSource");
    if (code != CL_SUCCESS)
        status = fail_build(device, *handle, options, code);
fail:
    if (status)
        release(handle);
    return status;
}

/* Why there is something to compile though binaries are kept. */
static void log_miss(clfft_device *device, const char *key)
{
    const clfft_cache *cache = &device->cache;

    if (clfft_cache_has_file(cache, key))
        clfft_log(device, CLFFT_LOG_WARNING,
                  "a kept binary is damaged: building anew");
    else if (cache->directory || cache->system)
        clfft_log(device, CLFFT_LOG_INFO,
                  "compiling: no binary for %s, driver %s, is kept in %s%s%s",
                  device->limits.device_name, device->limits.driver_version,
                  cache->directory ? cache->directory : "",
                  cache->directory && cache->system ? " or " : "",
                  cache->system ? cache->system : "");
}

clfft_status clfft_program_get(clfft_device *device, const char *file,
                               const char *options, clfft_program **program,
                               bool *compiled)
{
    const struct clfft_kernel_file *kernel = find_file(file);
    char *own = NULL, *key = NULL, *all = NULL;
    clfft_program *p = NULL;
    clfft_status status = add_device(device, options, &own);

    *program = NULL;
    *compiled = false;
    if (status)
        return status;
    key = make_key(device, kernel, own);
    if (!key) {
        free(own);
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a program");
    }
    pthread_mutex_lock(&device->programs_lock);
    for (p = device->programs; p && strcmp(p->key, key); p = p->next)
        ;
    if (!p) {
        p = calloc(1, sizeof *p);
        if (!p) {
            status =
                clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a program");
            goto fail;
        }
        TRY(add_quiet(own, &all));
        p->handle = load_binary(device, key, all);
        if (p->handle) {
            p->on_disk = true;
            atomic_fetch_add(&device->n_programs_loaded, 1);
        } else {
            log_miss(device, key);
            TRY(build_source(device, kernel->texts, all, &p->handle));
            *compiled = true;
            atomic_fetch_add(&device->n_programs_built, 1);
        }
        p->key = key;
        key = NULL;
        p->next = device->programs;
        device->programs = p;
    }
    *program = p;
    p = NULL;
fail:
    pthread_mutex_unlock(&device->programs_lock);
    if (status != CLFFT_STATUS_OK)
        free(p);
    free(all);
    free(key);
    free(own);
    return status;
}

cl_program clfft_program_handle(const clfft_program *program)
{
    return program->handle;
}

const char *clfft_program_key(const clfft_program *program)
{
    return program->key;
}

void clfft_program_keep(clfft_device *device, clfft_program *program)
{
    unsigned char *bytes = NULL;
    size_t size = 0;

    pthread_mutex_lock(&device->programs_lock);
    if (!program->on_disk && device->cache.directory &&
        clGetProgramInfo(program->handle, CL_PROGRAM_BINARY_SIZES, sizeof size,
                         &size, NULL) == CL_SUCCESS &&
        size && (bytes = malloc(size))) {
        if (clGetProgramInfo(program->handle, CL_PROGRAM_BINARIES, sizeof bytes,
                             &bytes, NULL) != CL_SUCCESS ||
            !clfft_cache_put(&device->cache, program->key, bytes, size))
            clfft_log(device, CLFFT_LOG_WARNING,
                      "a binary could not be written to %s",
                      device->cache.directory);
        program->on_disk = true; /* tried once */
    }
    pthread_mutex_unlock(&device->programs_lock);
    free(bytes);
}

void clfft_programs_destroy(clfft_device *device)
{
    while (device->programs) {
        clfft_program *p = device->programs;
        device->programs = p->next;
        clReleaseProgram(p->handle);
        free(p->key);
        free(p);
    }
}
