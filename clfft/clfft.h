/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clfft.h: the public interface of the FFT engine. In your context, queue and
 * buffer, 16 transforms of 1024 complex points in place:
 *
 *     const clfft_device_params params = {.context = context, .id = id};
 *     clfft_device *device;
 *     clfft_plan *plan = NULL;
 *     clfft_desc desc;
 *     if (clfft_device_create(&params, &device) ||
 *         clfft_desc_parse("c2c 1024 x16 inplace", &desc) ||
 *         clfft_plan_create(device, &desc, NULL, &plan) ||
 *         clfft_plan_execute(plan, queue, buffer, buffer, NULL))
 *         fprintf(stderr, "%s\n", clfft_last_error());
 *     clfft_plan_destroy(&plan);
 *     clfft_device_destroy(&device);
 *
 *   device  an OpenCL device, its limits and its caches; serves all threads
 *   plan    one description made ready to run; serves one thread at a time
 *   execute enqueues a plan on a command queue; never allocates, compiles
 *           or blocks
 *
 * The transform of length n, with s = -1 forward and s = +1 inverse:
 *
 *   X[k] = scale * sum_j x[j] exp(s 2 pi i jk / n)
 *
 * `scale` is the only normalisation: forward, then inverse multiplies by n.
 *
 * A zeroed struct holds the defaults everywhere. Functions return a
 * clfft_status and give their result through their last pointer, which is NULL
 * on failure. clfft_last_error() then tells the calling thread the reason.
 *
 * Lifetimes. Whatever a function makes of a device holds that device, and what
 * consists of plans holds these: each object works until its own destroy
 * function, also after clfft_device_destroy(), which gives back the caller's
 * part alone. The last object closes the device. Any order is right, and any
 * thread: several may destroy objects of one device at once, but each object is
 * used and destroyed by one at a time. Of what the caller gives, OpenCL's
 * contexts, queues and events are retained and arrays are copied, but a
 * clfft_waiter must outlive what was made with it.
 */
#ifndef GST_CLFFT_H
#define GST_CLFFT_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include "description.h"
#include "status.h"

#include <CL/cl.h>

#include "begin.h"

#define CLFFT_VERSION "0.3.0"

/* ---- process ---------------------------------------------------------- */

/*
 * Drivers do not survive fork(). In the child of a process that had opened or
 * listed devices, every function that returns a status and would use OpenCL
 * returns FORKED at once, also for new devices, and the destroy functions free
 * nothing. A child that was forked earlier, or that called exec, has its own
 * OpenCL.
 *
 * This function tells which it is: FORKED, or OK where OpenCL may be used.
 * Cheap, for programs that make OpenCL calls of their own. Since 0.2.
 */
clfft_status clfft_check_process(void);

/* ---- device ---------------------------------------------------------- */

typedef struct clfft_device clfft_device;

typedef struct clfft_device_params {
    /*
     * NULL or "auto" (a GPU if there is one, else a CPU), "gpu", "cpu",
     * "accelerator", "<platform index>:<device index>", or part of a
     * device's name (letter case does not matter).
     */
    const char *name;
    /* Or a context and a device of the caller, both of which are retained;
       `name` is then ignored. NULL: the engine makes its own. */
    cl_context context;
    cl_device_id id;
    /* The directory for binaries of kernels and results of tuning. NULL:
       $XDG_CACHE_HOME/gst-clfft, and what is not there is looked for in the
       system's, which `clfft-bench warm` fills; "": nothing is kept. An
       unusable directory is a line of the log, never an error. */
    const char *cache_directory;
    clfft_log_function log; /* NULL: silent. Lines come one at a time, and none
                               once clfft_device_destroy() has returned */
    void *log_data;
    uint64_t reserved[8]; /* 0; so in every struct below */
} clfft_device_params;

/* Opens a device; params may be NULL. Any thread may open one, and all threads
   may use it at once. Errors: INVALID, NO_DRIVER or NO_DEVICE with a list of
   what was seen, NO_DEVICE for a PoCL below 3.1, which "auto" and kinds of
   devices pass over, NO_MEMORY, DEVICE, FORKED. */
clfft_status clfft_device_create(const clfft_device_params *params,
                                 clfft_device **device);

/* Sets *device to NULL and closes the device once nothing that was made of it
   lives any more; does nothing if it is NULL. Any thread, while no call that
   was given the device itself is running. */
void clfft_device_destroy(clfft_device **device);

/* The context and the id of the device. They are not retained for the caller
   and are valid while the device is open: so are the limits below. */
cl_context clfft_device_get_context(const clfft_device *device);
cl_device_id clfft_device_get_id(const clfft_device *device);

/* The limits that planning reads: each is what the device reports unless its
   comment says otherwise. */
typedef struct clfft_limits {
    cl_device_type type;
    unsigned compute_units;
    unsigned max_work_group; /* work-items in a work-group */
    size_t local_size;       /* bytes that kernels use: at most 32 KiB
                                where local memory is ordinary memory */
    size_t local_total;      /* bytes that the device reports */
    bool local_is_dedicated; /* CL_DEVICE_LOCAL_MEM_TYPE == CL_LOCAL */
    bool unified_memory;     /* host and device share memory */
    unsigned vector_width;   /* CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT; 1 or
                                less where the compiler makes vectors of
                                work-items */
    bool has_double;
    bool limits_registers; /* the compiler can limit how many registers
                              a work-item may take */
    bool little_endian;
    uint64_t max_allocation; /* bytes in one buffer */
    uint64_t global_size;    /* bytes */
    unsigned base_alignment; /* bytes */
    /* what does not fit ends in "..." */
    char platform_name[128];
    char device_name[128];
    char vendor_name[128];
    char driver_version[128];
    uint64_t max_points; /* of a launch; execute splits more; 0: 2^32 - 1 */
    uint64_t reserved[15];
} clfft_limits;

/* The limits of the device. */
const clfft_limits *clfft_device_get_limits(const clfft_device *device);

/*
 * How the engine waits for commands if the caller does not want to wait for
 * ever; without a waiter it waits in OpenCL. The waiter must outlive everything
 * that is made with it. Once it has given up, commands may run on for ever:
 * calls that had to wait return CANCELLED, as does every call that creates
 * something with it; destroying an object frees nothing that the device may
 * still use, and the device stays open.
 */
typedef struct clfft_waiter {
    /* Flushes the event's queue and waits. Returns false if it gives up, or if
       a call or the command failed; then `reason`, `size` bytes with the final
       0, is one sentence that says which and how. */
    bool (*wait)(cl_event event, char *reason, size_t size, void *user_data);
    /* Whether it has given up any wait; once true, always true. */
    bool (*has_given_up)(void *user_data);
    void *user_data;
    /* NULL, or: a creation that is given up may go on, and wait, while it holds
       the waiter. Since 0.2 */
    void (*hold)(void *user_data), (*drop)(void *user_data);
    uint64_t reserved[2];
} clfft_waiter;

typedef struct clfft_device_entry {
    unsigned platform_index, device_index; /* as in "0:1" */
    clfft_limits limits;
    uint64_t reserved[4];
} clfft_device_entry;

/* Lists every device of every platform, also those that cannot be opened.
   *entries is a malloc'ed array that the caller frees; *n_entries may be 0 with
   OK. */
clfft_status clfft_list_devices(clfft_device_entry **entries,
                                size_t *n_entries);

/*
 * Lists those devices that `names` mean, each once: "all-gpus", "all-cpus" (of
 * every platform), or names as in clfft_device_params, with commas between
 * them. A device that two drivers show is two devices. NO_DEVICE, with what was
 * seen, if a name matches none. Since 0.2.
 */
clfft_status clfft_choose_devices(const char *names,
                                  clfft_device_entry **entries,
                                  size_t *n_entries);

/* Counters since the device was opened, for tests and statistics. */
typedef struct clfft_device_stats {
    uint64_t n_programs_built;  /* compiled from source */
    uint64_t n_programs_loaded; /* taken from the disk cache */
    uint64_t n_kernels;         /* cl_kernel objects made */
    uint64_t n_buffers;         /* cl_mem objects made by the engine */
    uint64_t n_plans;
    uint64_t reserved[8];
} clfft_device_stats;

/* Copies the counters; any thread may ask for them at any time. */
void clfft_device_get_stats(const clfft_device *device,
                            clfft_device_stats *stats);

/* ---- plan ------------------------------------------------------------ */

typedef enum clfft_schedule {
    CLFFT_SCHEDULE_AUTO = 0,
    CLFFT_SCHEDULE_GROUP,  /* work-group with local exchange, 1..3 passes */
    CLFFT_SCHEDULE_SIMD,   /* vectors of transforms in a work-item: CPUs */
    CLFFT_SCHEDULE_DIRECT, /* no local memory, a launch for each radix */
} clfft_schedule;

typedef enum clfft_effort {
    CLFFT_EFFORT_ESTIMATE = 0, /* the planner's first recipe that works */
    CLFFT_EFFORT_MEASURE,      /* measure the candidates once, the planner's
                                  first among them, and remember the fastest on
                                  disk, within clfft_plan_params.
                                  measure_seconds. If `progress` gives up, the
                                  fastest so far is remembered */
} clfft_effort;

/*
 * Called while a plan is created, ten times a second or more. `fraction`, the
 * part that is done, is 0 in the first call and 1 when the plan is ready, and
 * never falls; `what` says what is done, as "preparing kernel 2 of 3", and is
 * valid during the call. Return false to give up: creation fails with CANCELLED
 * at once. What cannot be stopped ends on a thread of its own, which frees it;
 * until then the device stays open and the process does not exit.
 */
typedef bool (*clfft_progress_function)(double fraction, const char *what,
                                        void *user_data);

typedef struct clfft_plan_params {
    clfft_schedule schedule; /* force one */
    const char *recipe;      /* force this recipe, or NULL;
                                docs/internals/tuning.md has the text form. What
                                it names may be less exact: see
                                clfft_plan_info.limit */
    clfft_effort effort;
    bool external_scratch; /* the caller gives scratch to each execute */
    bool no_self_check;    /* benchmarks of plan creation only */
    clfft_progress_function progress; /* called on the creating thread while
                                         another one compiles and measures */
    void *progress_data;
    const clfft_waiter *waiter; /* or NULL */
    double measure_seconds; /* of CLFFT_EFFORT_MEASURE: no candidate is begun
                               that may end later than this after the start. 0:
                               8, on a GPU 1.8. INVALID if below 0 or not
                               finite. Since 0.2 */
    uint64_t reserved[7];
} clfft_plan_params;

/*
 * Tells whether a device of these limits has room for a plan of the
 * description: for its buffers, its scratch memory and what its launches count.
 * Pure: it asks no device and makes nothing. UNSUPPORTED if there is no room.
 * *scratch_size gets the bytes of the smallest scratch memory that was found,
 * beyond the limits or not; 0 if buffers or counts are what does not fit.
 */
clfft_status clfft_desc_fits(const clfft_desc *desc, const clfft_limits *limits,
                             clfft_schedule schedule, uint64_t *scratch_size);

typedef struct clfft_plan clfft_plan;

/*
 * Creates a plan: chooses a recipe, builds its kernels, uploads tables,
 * allocates scratch memory and checks the plan with a known answer. params may
 * be NULL. The arrays of desc are copied. Several threads may create plans of
 * one device at once. Errors: INVALID, UNSUPPORTED, NO_MEMORY, BUILD, DEVICE,
 * CANCELLED.
 */
clfft_status clfft_plan_create(clfft_device *device, const clfft_desc *desc,
                               const clfft_plan_params *params,
                               clfft_plan **plan);

/* Waits for the plan's last execute, frees the plan and sets *plan to NULL;
   does nothing if it is NULL. Before or after the device: see above. */
void clfft_plan_destroy(clfft_plan **plan);

typedef struct clfft_plan_info {
    const char *recipe;      /* text; valid while the plan lives */
    clfft_schedule schedule; /* AUTO for a method of params.recipe that has none
                                of these */
    unsigned n_kernels;      /* launches of one execute */
    size_t scratch_size;     /* bytes; what external scratch must hold */
    bool from_cache;         /* no kernel had to be compiled */
    double limit;            /* largest relative L2 error of results where a
                                method that params.recipe named is less exact
                                than the engine's error bar
                                (docs/internals/reliability.md); 0: that bar */
    uint64_t reserved[8];
} clfft_plan_info;

/* Fills *info, which stays the same while the plan lives. */
void clfft_plan_get_info(const clfft_plan *plan, clfft_plan_info *info);

typedef struct clfft_kernel_info {
    char name[64];       /* of the kernel function */
    size_t private_size; /* bytes of a work-item, as the driver tells */
    size_t local_size;   /* bytes of a work-group, as the driver tells */
    uint64_t reserved[8];
} clfft_kernel_info;

/* Describes the kernel of launch `index`, 0..n_kernels-1; INVALID for any
   other. */
clfft_status clfft_plan_get_kernel(const clfft_plan *plan, unsigned index,
                                   clfft_kernel_info *info);

typedef struct clfft_execute_params {
    /* The number of transforms of each loop; 0 means the count in the
       description. */
    uint64_t counts[CLFFT_MAX_LOOPS];
    /* Where the first transform begins, in elements of that side. */
    uint64_t input_offset, output_offset;
    cl_mem scratch;  /* with external_scratch only */
    unsigned n_wait; /* events to wait for, at most 63 */
    const cl_event *wait;
    cl_event *event;    /* completion, retained for the caller; or NULL. It
                           fails if any launch of the call did, or any wait */
    cl_event *launches; /* n_kernels events, one for each launch (of the last
                           part of a batch that is split), retained for the
                           caller, NULL where not reached on failure; or NULL */
    uint64_t reserved[8];
} clfft_execute_params;

/*
 * Enqueues the plan. params may be NULL. Buffers must belong to the device's
 * context, the queue to the device itself, and the buffers must hold what this
 * call's counts and offsets reach; otherwise INVALID and nothing is enqueued.
 * After another failure some of its commands may run: wait for the queue before
 * memory is freed that the buffers share with the host (CL_MEM_USE_HOST_PTR).
 * In place: input == output. With plan-owned scratch, calls are chained in
 * order whatever queue they use. One thread at a time per plan.
 */
clfft_status clfft_plan_execute(clfft_plan *plan, cl_command_queue queue,
                                cl_mem input, cl_mem output,
                                const clfft_execute_params *params);

/* ---- averaging of power over frames ---------------------------------- */

typedef enum clfft_averaging {
    CLFFT_AVERAGING_MEAN = 0, /* one frame out per `count` in */
    CLFFT_AVERAGING_MAX_HOLD,
    CLFFT_AVERAGING_MIN_HOLD,
    CLFFT_AVERAGING_MEDIAN,      /* mean of the two middle ones if even */
    CLFFT_AVERAGING_EXPONENTIAL, /* y += alpha (x - y), y = x at the start; one
                                    frame out per frame in */
} clfft_averaging;

typedef struct clfft_average_desc {
    clfft_averaging averaging;
    unsigned count;  /* frames per output; 1..65536; median at most 1024 */
    double alpha;    /* 0 < alpha <= 1; exponential only */
    uint64_t points; /* powers in a frame: channels x bins */
    clfft_quantity quantity; /* MAGNITUDE, POWER or DB, made after averaging */
    double floor;            /* dB */
    clfft_precision precision;
    const clfft_waiter *waiter; /* or NULL */
    double decay; /* 1 - alpha, of which alpha has few digits near 1; 0: that of
                     alpha */
    uint64_t reserved[7];
} clfft_average_desc;

typedef struct clfft_average clfft_average;

/*
 * Device-resident state of an average over frames [frame][points] of power. A
 * power that is not finite is left out, so that it spoils nothing; a point that
 * had no other is NaN. One thread at a time. It holds its device, as a plan
 * does.
 */
clfft_status clfft_average_create(clfft_device *device,
                                  const clfft_average_desc *desc,
                                  clfft_average **average);
/* Accepts NULL; sets NULL. Waits for the last execute. */
void clfft_average_destroy(clfft_average **average);

/* Forgets what was accumulated. */
void clfft_average_reset(clfft_average *average);
/* How many powers that were not finite it has left out since it was created,
   modulo 2^32, as far as the device is with its calls. Any thread. */
uint32_t clfft_average_get_n_left_out(const clfft_average *average);

typedef struct clfft_average_params {
    uint64_t first_frame;  /* of `input`, where the new frames begin */
    uint64_t output_frame; /* of `output`, where finished ones go */
    unsigned n_frames;     /* to take; 0 with flush */
    bool flush;            /* finish the last average with what it has */
    unsigned n_wait;
    const cl_event *wait; /* n_wait events to wait for, at most 63 */
    cl_event *event;      /* or NULL; the caller releases it */
    unsigned *n_out;      /* or NULL: frames that are finished, set at once */
    uint64_t reserved[8];
} clfft_average_params;

/*
 * Takes n_frames more frames of `input` and writes those that became complete
 * to `output`. Does not wait for the device. Queue and buffers as for a plan,
 * otherwise INVALID. `input` may be NULL where n_frames is 0. Calls of one
 * average run in their order, whatever queues they go to. Where one fails on
 * the device the events of all later ones fail too, until a reset.
 */
clfft_status clfft_average_execute(clfft_average *average,
                                   cl_command_queue queue, cl_mem input,
                                   cl_mem output,
                                   const clfft_average_params *params);

/* ---- cross spectra of channels with a reference ----------------------- */

/* X is the reference, Y another channel; S the mean over frames of |X|^2 (xx),
   |Y|^2 (yy) and conj(X) Y (xy). */
typedef enum clfft_cross_quantity {
    CLFFT_CROSS_POWER = 0,   /* Sxy; complex */
    CLFFT_CROSS_COHERENCE,   /* |Sxy|^2 / (Sxx Syy), real: 0..1, and 0 where a
                                channel is silent */
    CLFFT_CROSS_TRANSFER_H1, /* Sxy / Sxx; complex */
    CLFFT_CROSS_TRANSFER_H2, /* Syy / conj(Sxy); complex */
    CLFFT_CROSS_DELAY,       /* two numbers a channel: by how many seconds Y is
                                behind X, -length/2 < delay rate <= length/2,
                                and the correlation there, -1..1; 0, 0 where
                                nothing is heard. From the largest magnitude of
                                the inverse transform of Sxy / |Sxy|: C. Knapp,
                                G. Carter, "The generalized correlation method
                                for estimation of time delay" (1976) */
} clfft_cross_quantity;

typedef struct clfft_cross_desc {
    clfft_cross_quantity quantity;
    clfft_averaging averaging; /* MEAN or EXPONENTIAL */
    unsigned count;            /* frames per output, 1..65536; MEAN only */
    double alpha;              /* 0 < alpha <= 1; EXPONENTIAL only */
    unsigned channels;  /* in a frame of spectra: the reference and others */
    unsigned reference; /* which of them is the reference, from 0 */
    uint64_t points;    /* bins of a channel */
    clfft_precision precision;
    /* The rest is for DELAY only. */
    uint64_t length; /* of the transforms, which were of real samples: points
                        is length / 2 + 1 */
    double rate;     /* samples per second */
    unsigned max_outputs;            /* frames that one call can finish */
    const clfft_plan_params *params; /* of the inverse transform, or NULL; the
                                        waiter is ignored */
    const clfft_waiter *waiter;      /* or NULL */
    double decay;                    /* as in clfft_average_desc */
    uint64_t reserved[7];
} clfft_cross_desc;

typedef struct clfft_cross clfft_cross;

/*
 * Device-resident state of cross spectra over frames [frame][channel][points]
 * of complex numbers. Frames come out as [frame][channel][points] without the
 * reference, of DELAY [frame][channel][2]. What is not finite at a bin is left
 * out of the means there; a mean of nothing is NaN. One thread at a time. It
 * holds its device, as a plan does.
 */
clfft_status clfft_cross_create(clfft_device *device,
                                const clfft_cross_desc *desc,
                                clfft_cross **cross);
/* Accepts NULL; sets NULL. Waits for the last execute. */
void clfft_cross_destroy(clfft_cross **cross);

/* Forgets what was accumulated. */
void clfft_cross_reset(clfft_cross *cross);
/* As clfft_average_get_n_left_out(), of bins of channels. */
uint32_t clfft_cross_get_n_left_out(const clfft_cross *cross);

/* As clfft_average_execute(), of spectra instead of powers. */
clfft_status clfft_cross_execute(clfft_cross *cross, cl_command_queue queue,
                                 cl_mem input, cl_mem output,
                                 const clfft_average_params *params);

/*
 * How structs grow. A program that was compiled with this header works with
 * every later library of the same SONAME (libclfft-1.0.so.0), because
 *
 *   - sizes, offsets, enumerators and the arguments of functions stay;
 *   - a struct that ends in `reserved` gets new members in place of these
 *     words, from the first on, and nowhere else; a new member that is 0 means
 *     what the library did without it. All other structs stay as they are;
 *   - the caller zeroes a struct before it sets members (an initialiser does),
 *     reserved words with it, and never reads or writes `reserved`. The library
 *     sets these words to 0 in what it fills;
 *   - a struct whose reserved words are not all 0 is INVALID: a library refuses
 *     what only a later one can do. Only clfft_gain_fill(), which cannot fail,
 *     ignores these words;
 *   - enumerations get new values at their end. A status that a program does
 *     not know is a failure. CLFFT_N_WINDOWS, CLFFT_MAX_... and
 *     CLFFT_VERSION are those of the header, not of the library that runs.
 *
 * A change that these rules do not allow gets a new function, or a new SONAME.
 *
 * The shared library exports what this header and its neighbours, those that
 * are installed, declare, and nothing else.
 */

#include "end.h"

#endif /* GST_CLFFT_H */
