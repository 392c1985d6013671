/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fault-layer.h: what a test asks of the layer between programs and OpenCL.
 *
 * The layer is a module that the ICD loader takes from OPENCL_LAYERS. It
 * makes calls fail, counts every object, and plays a smaller device than the
 * one that is there. A loader ignores a module that it cannot load: a test
 * has to see that fault_layer_find() is not NULL after its first OpenCL call.
 *
 * Environment, read when the first OpenCL call is made:
 *   CLFFT_LAYER_PROFILE  the device to play; see profiles.c for the names
 *   CLFFT_LAYER_DRIVER   what its driver says that its version is
 *   CLFFT_LAYER_REPORT   a file that gets a line "profile NAME calls N beyond N
 *                        refused N leaks N strays N" at exit, the commands of
 *                        each kind, "compiled N", and what leaked
 */
#ifndef CLFFT_FAULT_LAYER_H
#define CLFFT_FAULT_LAYER_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* What is to fail. */
struct fault {
    const char *call; /* "clCreateBuffer"; NULL: any */
    unsigned long at; /* the at-th of those calls, from 1; 0: none */
    int code;         /* what it says */
    bool sticky;      /* and all calls after it: the device is lost */
    /*
     * The command is taken and fails on the device: its event says so, and
     * what waits for it fails. Only commands that give an event count; a
     * kernel that fails writes nothing. Sticky: all later commands.
     */
    bool on_device;
    /*
     * Nothing fails, but the at-th command is held: the device does not begin
     * it, nor what its queue has after it, and who waits for one of them
     * waits. Sticky: so are all commands after it. Until release(); a test
     * that ends with commands held leaves them to the driver.
     *
     * With a code no call is answered meanwhile: each fails with it, but
     * commands go on. Then release() returns when they have ended. Some
     * drivers wait for them when objects are given back, so that they begin
     * after some seconds in any case.
     */
    bool hold;
    /* With hold and sticky: each for so many milliseconds, one after the
       other. */
    unsigned delay;
};

#define FAULT_MOST_NAMES 32

/* Kinds of commands. */
enum fault_command {
    FAULT_KERNEL,
    FAULT_MAP,
    FAULT_UNMAP,
    FAULT_COPY, /* reads and writes, too */
    FAULT_FILL,
    FAULT_MARKER, /* and barriers */
    FAULT_OTHER,
    FAULT_N_COMMANDS
};

struct fault_report {
    unsigned long n_calls;  /* that may fail, since the last arm */
    unsigned long n_commands; /* that give an event, since then */
    unsigned long n_failed;
    unsigned long n_enqueued; /* commands, also without an event, since then */
    unsigned long n_of[FAULT_N_COMMANDS]; /* of these, each kind */
    unsigned long n_held;     /* of these */
    unsigned long n_late;     /* of these: kernels that began late because the
                                 profile's device launches slowly */
    unsigned long n_blocked;  /* calls that waited for a whole queue, since
                                 then: clFinish, and transfers that block */
    unsigned long launch_us;  /* so late; 0: launches take no time */
    unsigned long n_compiled; /* programs made from text, since then */
    unsigned long n_planted;  /* texts that were taken wrong since the last
                                 miscompile() */
    const char *failed[FAULT_MOST_NAMES]; /* each name once */
    unsigned long n_live;   /* references that nobody has given back */
    unsigned long n_strays; /* given back more often than taken, in all */
    unsigned long n_freed;  /* objects that nobody holds any more, events apart,
                               in all */
    unsigned long n_beyond;  /* calls beyond what the profile's device tells,
                                in all */
    unsigned long n_refused; /* calls that it refuses all the same: groups
                                above a kernel's own limit, queues */
    /* Of dma-bufs, in all: imports, which of them live, and commands that
       acquire and release one. */
    unsigned long n_imports, n_live_imports, n_acquires, n_releases;
    const char *profile;    /* NULL: none */
};

struct fault_layer {
    void (*arm)(const struct fault *fault); /* NULL: nothing fails */
    void (*report)(struct fault_report *report);
    /* The at-th call since the last arm, from 1; NULL: that is not known. */
    const char *(*get_call)(unsigned long at);
    /* Calls, of any thread, neither count nor fail until it is unset. */
    void (*ignore)(bool ignored);
    /* Each kind of object that lives: "2 event, 1 buffer". */
    void (*describe)(char *text, size_t size);
    /* Commands that are held begin. */
    void (*release)(void);
    /* In each text of a program from now on the first `wrong` is taken as `as`;
       NULL: as it stands. */
    void (*miscompile)(const char *wrong, const char *as);
};

/* The layer in this process, or NULL; path as in OPENCL_LAYERS. */
static inline const struct fault_layer *fault_layer_find(const char *path)
{
    void *module = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    const struct fault_layer *layer =
        module ? dlsym(module, "fault_layer") : NULL;

    if (module)
        dlclose(module);
    return layer;
}

/* The layer that OPENCL_LAYERS names, once there was an OpenCL call, or NULL. */
static inline const struct fault_layer *fault_layer_find_loaded(void)
{
    const char *path = getenv("OPENCL_LAYERS");

    return path ? fault_layer_find(path) : NULL;
}

#endif /* CLFFT_FAULT_LAYER_H */
