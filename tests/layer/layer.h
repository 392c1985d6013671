/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* layer.h: what the files of the layer share with each other. */
#ifndef CLFFT_LAYER_H
#define CLFFT_LAYER_H

#undef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>
#include <stdbool.h>

enum layer_kind {
    KIND_CONTEXT,
    KIND_QUEUE,
    KIND_MEMORY,
    KIND_PROGRAM,
    KIND_KERNEL,
    KIND_EVENT,
    KIND_SAMPLER,
    KIND_SVM,
    N_KINDS
};

extern const cl_icd_dispatch *layer_target; /* the loader's own table */

/* ---- fault-layer.c: which calls fail ---- */

/* The code that this call is to fail with, or 0. Calls are numbered by the
   enumerators of wrappers.h, which is made at build time. */
cl_int layer_enter(int call);
/* The same on the device; a list to wait for may have failed as well. */
cl_int layer_fails_later(int call, cl_command_queue queue,
                         cl_uint n_wait, const cl_event *wait,
                         const cl_event *event);
/* The code that every command ends with by now, or 0. */
cl_int layer_lost(void);
/* Is this command not to begin, or late by so many microseconds? */
bool layer_is_held(int call, unsigned *delay);
/* Does the device answer no call because it holds a command? */
bool layer_is_deaf(void);
/* A call is to wait for a whole queue. */
void layer_count_blocked(void);
/* A program is made from text. */
void layer_count_compiled(void);

/* ---- commands.c: how many of each kind ---- */

void layer_count_command(int call);
void layer_forget_commands(void);
/* Since then, and in all. */
void layer_read_commands(unsigned long n[], unsigned long n_ever[]);
extern const char *const layer_command_names[];

/* ---- hold.c: commands that are held ---- */

#define LAYER_MOST_WAITS 127

struct layer_hold {
    cl_event events[LAYER_MOST_WAITS + 1]; /* what the command waits for */
    cl_event gate;
};

/* Around the call that enqueues: may change what the command waits for. */
void layer_hold(int call, cl_command_queue queue, cl_bool blocking,
                cl_uint *n_wait, const cl_event **wait,
                struct layer_hold *hold);
void layer_hold_end(struct layer_hold *hold);
/* Late ones whose time has come begin; all late ones, when it has; all, and end
   if they are waited for. */
void layer_open_due(void);
void layer_await_due(void);
void layer_open_all(bool waits);
/* All that are held some seconds from now, unless they have begun. */
void layer_open_later(void);

/* ---- objects.c: who holds what ---- */

void layer_add(enum layer_kind kind, const void *handle);
/* later: what the command of this event ends with, 0: as the driver says. */
void layer_add_event(cl_event event, cl_int later);
/* false: nobody holds it; the driver must not hear of it. */
bool layer_remove(enum layer_kind kind, const void *handle);
/* What layer_add_event() was reported. */
cl_int layer_event_failure(cl_event event);
unsigned long layer_count_live(void);
unsigned long layer_count_strays(void);
/* Objects whose last reference was given back, events apart. */
unsigned long layer_count_freed(void);
void layer_describe(char *text, size_t size);

/* ---- profiles.c: the device that is played ---- */

void layer_choose_profile(const char *name);
const char *layer_profile_name(void);
/* Microseconds before a kernel of this device begins. */
unsigned layer_launch_delay(void);
unsigned long layer_count_refused(void);
unsigned long layer_count_beyond(void);
/* Another call that could not be known to be too much, and one beyond what the
   device tells; each returns the code. */
cl_int layer_refuse(cl_int code);
cl_int layer_refuse_beyond(cl_int code);
struct layer_compiler {
    const char *wrong, *as; /* text of kernels that it takes so, or NULL */
    bool no_double, no_fma; /* words that it does not know */
};
struct layer_compiler layer_compiler(void);
/* What it says that it can import dma-bufs by; "": nothing. */
const char *layer_import_extensions(void);

/* ---- compiler.c: what it takes wrong ---- */

/* As fault_layer.miscompile; how often it did since then. */
void layer_miscompile(const char *wrong, const char *as);
unsigned long layer_count_planted(void);

/* ---- import.c: dma-bufs ---- */

struct layer_imports {
    unsigned long n_imports, n_acquires, n_releases, n_live;
};
void layer_count_imports(struct layer_imports *counts);

/* ---- what the wrappers call instead of the driver ---- */

cl_int special_clBuildProgram(cl_program program, cl_uint n,
                              const cl_device_id *devices, const char *options,
                              void(CL_CALLBACK *done)(cl_program, void *),
                              void *data);
cl_mem special_clCreateBuffer(cl_context context, cl_mem_flags flags,
                              size_t size, void *host, cl_int *code);
cl_mem special_clCreateBufferWithProperties(
    cl_context context, const cl_mem_properties *properties,
    cl_mem_flags flags, size_t size, void *host, cl_int *code);
void *special_clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                       const char *name);
cl_command_queue special_clCreateCommandQueue(
    cl_context context, cl_device_id device,
    cl_command_queue_properties properties, cl_int *code);
cl_command_queue special_clCreateCommandQueueWithProperties(
    cl_context context, cl_device_id device,
    const cl_queue_properties *properties, cl_int *code);
cl_program special_clCreateProgramWithSource(cl_context context, cl_uint n,
                                             const char **texts,
                                             const size_t *lengths,
                                             cl_int *code);
cl_int special_clEnqueueNDRangeKernel(
    cl_command_queue queue, cl_kernel kernel, cl_uint n_dimensions,
    const size_t *offset, const size_t *global, const size_t *local,
    cl_uint n_wait, const cl_event *wait, cl_event *event);
cl_int special_clFinish(cl_command_queue queue);
cl_int special_clGetDeviceInfo(cl_device_id device, cl_device_info what,
                               size_t size, void *value, size_t *needed);
cl_int special_clGetEventInfo(cl_event event, cl_event_info what, size_t size,
                              void *value, size_t *needed);
cl_int special_clGetEventProfilingInfo(cl_event event, cl_profiling_info what,
                                       size_t size, void *value,
                                       size_t *needed);
cl_int special_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                        cl_kernel_work_group_info what,
                                        size_t size, void *value,
                                        size_t *needed);
void *special_clSVMAlloc(cl_context context, cl_svm_mem_flags flags,
                         size_t size, cl_uint alignment);
void special_clSVMFree(cl_context context, void *bytes);
cl_int special_clWaitForEvents(cl_uint n, const cl_event *events);

#endif /* CLFFT_LAYER_H */
