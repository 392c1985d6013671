/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* device.h: an open device and its caches, as the device half of the engine
   shares them. */
#ifndef CLFFT_DEVICE_H
#define CLFFT_DEVICE_H

#include "clfft/base/cache.h"
#include "clfft/clfft.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

struct clfft_program;
struct clfft_table;

struct clfft_device {
    atomic_uint n_holders; /* the caller, up to clfft_device_destroy(), and
                              every object that was made of it and lives */
    cl_context context;
    cl_device_id id;
    clfft_limits limits;
    bool has_fma;           /* of numbers in single precision */
    bool declares_builtins; /* programs bring declarations of what is built in;
                               guarded by programs_lock */
    clfft_cache cache;
    char *cache_key;          /* device, driver and engine version */
    pthread_mutex_t log_lock; /* guards log, held while it is called */
    clfft_log_function log;   /* NULL, too, once the caller has gone */
    void *log_data;

    pthread_mutex_t programs_lock; /* guards programs, held while building */
    struct clfft_program *programs;
    pthread_mutex_t tables_lock; /* guards tables */
    struct clfft_table *tables;

    atomic_uint_least64_t n_programs_built, n_programs_loaded, n_kernels,
        n_buffers, n_plans;
};

/*
 * An object takes a hold of its device before the first thing that it makes
 * there, and gives it back behind the last one that it frees; where it leaves
 * something to a device that may still use it, it never gives it back. The last
 * hold closes the device. hold() returns the device; drop() sets NULL and
 * accepts it.
 */
clfft_device *clfft_device_hold(clfft_device *device);
void clfft_device_drop(clfft_device **device);

/* log.c: formats and hands out a line, if there is a log. */
void clfft_log(clfft_device *device, clfft_log_level level, const char *format,
               ...) __attribute__((format(printf, 3, 4)));

/* buffer.c: makes a buffer of `size` bytes, or of one byte if that is 0, and
   counts it. `bytes`, unless NULL, are its content. */
clfft_status clfft_device_new_buffer(clfft_device *device, cl_mem_flags flags,
                                     size_t size, const void *bytes,
                                     cl_mem *buffer);

/* The same for reading and writing, of rows x columns elements of `size` bytes.
   UNSUPPORTED, with `what` before the reason, if the device has no buffer that
   large. */
clfft_status clfft_device_new_array(clfft_device *device, const char *what,
                                    uint64_t rows, uint64_t columns,
                                    size_t size, const void *content,
                                    cl_mem *buffer);

/* Of n handles those that are not NULL. */
void clfft_release_buffers(size_t n, const cl_mem *buffers);
void clfft_release_kernels(size_t n, const cl_kernel *kernels);
#define RELEASE_BUFFERS(...)                                                   \
    clfft_release_buffers(sizeof(cl_mem[]){__VA_ARGS__} / sizeof(cl_mem),      \
                          (const cl_mem[]){__VA_ARGS__})
#define RELEASE_KERNELS(...)                                                   \
    clfft_release_kernels(sizeof(cl_kernel[]){__VA_ARGS__} /                   \
                              sizeof(cl_kernel),                               \
                          (const cl_kernel[]){__VA_ARGS__})

/* limits.c: asks for the limits. Returns the code of the first question that
   must be answered and was not. */
cl_int clfft_device_read_limits(cl_device_id id, clfft_limits *limits);

/* limits.c: UNSUPPORTED if the device has no numbers of the precision. */
clfft_status clfft_device_check_precision(const clfft_device *device,
                                          clfft_precision precision);

/* limits.c: whether the device has a fused multiply-add of numbers in single
   precision; where it cannot tell, kernels use one. */
bool clfft_device_find_fma(cl_device_id id);

/* limits.c: whether the device is one of PoCL. */
bool clfft_device_is_pocl(const clfft_limits *limits);

/* limits.c: whether the engine works on the device; NO_DEVICE with the reason.
 */
bool clfft_device_is_fit(const clfft_limits *limits);
clfft_status clfft_device_check_fit(const clfft_limits *limits);

/* limits.c: whether the device lists the extension; `found` is false where it
   cannot tell. */
clfft_status clfft_device_find_extension(cl_device_id id, const char *name,
                                         bool *found);

/* environment.c: prepares the process; called once before the first OpenCL
   call. */
void clfft_environment_prepare(clfft_log_function log, void *log_data);

/* environment.c: the processors that the calling thread may use; 0: not
   known. */
unsigned clfft_count_processors(void);

/* environment.c: the process's signal handlers, kept around the start of
   drivers. */
struct clfft_signals {
    bool known[32];
    struct sigaction actions[32];
};
void clfft_signals_save(struct clfft_signals *signals);
void clfft_signals_restore(const struct clfft_signals *signals);

#endif /* CLFFT_DEVICE_H */
