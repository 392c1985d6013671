/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel.h: how what comes after transforms builds, warms up and launches its
   kernels. */
#ifndef CLFFT_AFTER_KERNEL_H
#define CLFFT_AFTER_KERNEL_H

#include "clfft/base/grid.h"
#include "clfft/device/chain.h"
#include "clfft/device/program.h"

struct clfft_argument {
    size_t size;
    const void *value;
};
#define ARGUMENT(variable)                                                     \
    {                                                                          \
        sizeof(variable), &(variable)                                          \
    }

/* A kernel of a program, which counts among the device's. */
clfft_status clfft_kernel_make(clfft_device *device,
                               const clfft_program *program, const char *name,
                               cl_kernel *kernel);

/* The kernel `name` of analysis/`file`, in double precision if real_size is 8,
   with options of its own. */
clfft_status clfft_kernel_build(clfft_device *device, const char *file,
                                const char *name, size_t real_size,
                                const char *options, clfft_program **program,
                                cl_kernel *kernel);

/* Work-items of a group, a power of two if `most` is one: as many as the device
   can have. */
size_t clfft_kernel_get_items(const clfft_device *device, size_t most);

/* Sets the arguments and enqueues the kernel. event may be NULL. */
clfft_status clfft_kernel_enqueue(cl_kernel kernel, cl_command_queue queue,
                                  const struct clfft_argument *arguments,
                                  cl_uint n_arguments,
                                  const struct clfft_grid *grid,
                                  unsigned n_wait, const cl_event *wait,
                                  cl_event *event);

/* The same, behind and failing with the command before it in the chain, which
   it becomes; `name` stands before a refusal. `event`, or NULL, is where the
   caller gets its event too. */
clfft_status clfft_kernel_chain(struct clfft_chain *chain, const char *name,
                                cl_kernel kernel, cl_command_queue queue,
                                const struct clfft_argument *arguments,
                                cl_uint n_arguments,
                                const struct clfft_grid *grid, unsigned n_wait,
                                const cl_event *wait, cl_event *event);

/*
 * Has `run` enqueue what it launches over next to nothing, on a queue that is
 * waited for, and keeps the n programs: the binaries on disk are then complete
 * ones, for PoCL and Mali drivers generate code at the first run. The object's
 * chain is released.
 */
clfft_status
clfft_kernel_warm_up(clfft_device *device, const clfft_waiter *waiter,
                     clfft_status (*run)(void *object, cl_command_queue queue),
                     void *object, struct clfft_chain *chain,
                     clfft_program *const *programs, unsigned n);

/* The same, where the object's only program has to run over something: buffers
   of so many bytes, of which `run` gets the handles with the object. */
struct clfft_trial {
    void *object;
    cl_mem buffers[2];
};
clfft_status
clfft_kernel_try(clfft_device *device, const clfft_waiter *waiter,
                 clfft_status (*run)(void *trial, cl_command_queue queue),
                 void *object, const uint64_t sizes[2],
                 struct clfft_chain *chain, clfft_program *program);

#endif /* CLFFT_AFTER_KERNEL_H */
