/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clfft.h: the public face of the FFT engine.
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
 * Nothing is normalised but by `scale`: forward then inverse multiplies by n.
 *
 * A zeroed struct is the default everywhere. Functions return a
 * clfft_status; results come through the last pointer, which is NULL on
 * failure. clfft_last_error() tells the calling thread what was wrong.
 *
 * How structs grow. A program that was compiled with this header works with
 * every later library of the same SONAME (libclfft-1.0.so.0), because
 *
 *   - sizes, offsets, enumerators and the arguments of functions stay;
 *   - a struct that ends in `reserved` gets new members there and nowhere
 *     else: each takes whole words of it, from the first on, and 0 in it means
 *     what the library did without it. All other structs stay as they are;
 *   - the caller zeroes a struct before it sets members (an initialiser does),
 *     reserved words with it, and never reads or writes `reserved`. The library
 *     sets these words to 0 in what it fills;
 *   - a struct whose reserved words are not all 0 is INVALID: a library refuses
 *     what only a later one can do. It never ignores it (clfft_gain_fill, which
 *     cannot fail, does);
 *   - enumerations get new values at their end. A status that a program does
 *     not know is a failure. CLFFT_N_WINDOWS, CLFFT_MAX_... and
 *     CLFFT_VERSION are those of the header, not of the library that runs.
 *
 * What cannot be had so gets a function of its own, or a new SONAME.
 *
 * The shared library exports what this header, spectrum.h and picture.h
 * declare, and nothing else.
 */
#ifndef GST_CLFFT_H
#define GST_CLFFT_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

#define CLFFT_VERSION "0.1.0"

#define CLFFT_MAX_RANK 3
#define CLFFT_MAX_LOOPS 4

/* ---- status ---------------------------------------------------------- */

typedef enum clfft_status {
    CLFFT_STATUS_OK = 0,
    CLFFT_STATUS_INVALID,     /* the caller's argument breaks a rule of this header */
    CLFFT_STATUS_UNSUPPORTED, /* sound, but beyond this device; the limit is named */
    CLFFT_STATUS_NO_DRIVER,   /* no OpenCL driver is installed */
    CLFFT_STATUS_NO_DEVICE,   /* drivers, but no device that matches */
    CLFFT_STATUS_NO_MEMORY,   /* host or device memory ran out */
    CLFFT_STATUS_BUILD,       /* no candidate kernel built or proved right */
    CLFFT_STATUS_DEVICE,      /* an OpenCL call failed */
    CLFFT_STATUS_CANCELLED,   /* the caller's progress function asked to stop, or
                                 its waiter gave up */
} clfft_status;

/* Static string, e.g. "unsupported". */
const char *clfft_status_name(clfft_status status);

/*
 * The last failure of an engine call on this thread: one sentence that names
 * the thing, the value and the limit. Valid until the thread's next engine
 * call; "" when there was none.
 */
const char *clfft_last_error(void);

typedef enum clfft_log_level {
    CLFFT_LOG_ERROR,
    CLFFT_LOG_WARNING,
    CLFFT_LOG_INFO,
    CLFFT_LOG_DEBUG,
} clfft_log_level;

/* Called from any thread that calls the engine; must not call it back. */
typedef void (*clfft_log_function)(clfft_log_level level, const char *message,
                                   void *user_data);

/* ---- device ---------------------------------------------------------- */

typedef struct clfft_device clfft_device;

typedef struct clfft_device_params {
    /*
     * NULL or "auto" (a GPU if there is one, else a CPU), "gpu", "cpu",
     * "accelerator", "<platform index>:<device index>", or part of a
     * device's name (letter case does not matter).
     */
    const char *name;
    /* Or wrap these two; both are retained. `name` is then ignored. */
    cl_context context;
    cl_device_id id;
    /*
     * Where binaries and tuning are kept. NULL: $XDG_CACHE_HOME/gst-clfft;
     * "": nowhere. An unusable directory is a log line, never an error.
     */
    const char *cache_directory;
    clfft_log_function log; /* NULL: silent */
    void *log_data;
    uint64_t reserved[8]; /* 0; so in every struct below */
} clfft_device_params;

/* Opens a device. NO_DRIVER and NO_DEVICE list what was seen. */
clfft_status clfft_device_create(const clfft_device_params *params,
                                 clfft_device **device);

/* Accepts NULL; sets NULL. Plans of the device must be gone. */
void clfft_device_destroy(clfft_device **device);

cl_context clfft_device_get_context(const clfft_device *device);
cl_device_id clfft_device_get_id(const clfft_device *device);

/* What planning reads; everything is what the device reports unless said. */
typedef struct clfft_limits {
    cl_device_type type;
    unsigned compute_units;
    unsigned max_work_group;      /* work-items a group */
    size_t local_size;            /* bytes usable, clamped to 32 KiB where
                                     local memory is ordinary memory */
    size_t local_total;           /* bytes before that */
    bool local_is_dedicated;      /* CL_DEVICE_LOCAL_MEM_TYPE == CL_LOCAL */
    bool unified_memory;          /* host and device share memory */
    unsigned vector_width;        /* CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT: 1 or
                                     less where the compiler makes vectors of
                                     work-items */
    bool has_double;
    bool limits_registers;        /* its compiler can be told how many registers
                                     a work-item may take */
    bool little_endian;
    uint64_t max_allocation;      /* bytes in one buffer */
    uint64_t global_size;         /* bytes */
    unsigned base_alignment;      /* bytes */
    char platform_name[128];
    char device_name[128];
    char vendor_name[128];
    char driver_version[128];
    uint64_t reserved[16];
} clfft_limits;

const clfft_limits *clfft_device_get_limits(const clfft_device *device);

/*
 * How the engine waits for commands where the caller does not want to wait
 * for ever; without one it waits in OpenCL. It must outlive what is made
 * with it.
 *
 * Once it has given up, commands may be running still, or never end. The
 * calls that had to wait, and creating anything with it, are CANCELLED then,
 * and destroying gives nothing back of what the device may use, but leaves it
 * as it is; so the device must not be destroyed either.
 */
typedef struct clfft_waiter {
    /* Flushes the event's queue and waits. False if it gives up, or if a call
       or the command failed: then `reason`, `size` bytes with the final 0, is
       one sentence that says which and how. */
    bool (*wait)(cl_event event, char *reason, size_t size, void *user_data);
    /* Has it given up a wait, any of them? For ever after. */
    bool (*has_given_up)(void *user_data);
    void *user_data;
    uint64_t reserved[4];
} clfft_waiter;

typedef struct clfft_device_entry {
    unsigned platform_index, device_index; /* as in "0:1" */
    clfft_limits limits;
    uint64_t reserved[4];
} clfft_device_entry;

/*
 * Every device of every platform. *entries is a malloc'ed array that the
 * caller frees; *n_entries may be 0 with OK.
 */
clfft_status clfft_list_devices(clfft_device_entry **entries,
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

void clfft_device_get_stats(const clfft_device *device,
                            clfft_device_stats *stats);

/* ---- description: what to compute, never how ------------------------- */

typedef enum clfft_transform {
    CLFFT_TRANSFORM_C2C = 0, /* complex -> complex */
    CLFFT_TRANSFORM_R2C,     /* real -> n0/2+1 complex on axis 0; forward */
    CLFFT_TRANSFORM_C2R,     /* n0/2+1 complex -> real; inverse; the imaginary
                                parts at DC and Nyquist are ignored */
} clfft_transform;

typedef enum clfft_direction {
    CLFFT_DIRECTION_FORWARD = 0, /* C2C only; R2C and C2R imply theirs */
    CLFFT_DIRECTION_INVERSE,
} clfft_direction;

typedef enum clfft_precision {
    CLFFT_PRECISION_SINGLE = 0,
    CLFFT_PRECISION_DOUBLE, /* UNSUPPORTED where limits.has_double is false */
} clfft_precision;

/*
 * One loop of the batch, as FFTW's guru interface has it. Distances are in
 * elements: complex numbers on a complex side, single samples on a real or
 * sample side, single numbers or pixels behind a store other than complex. A
 * hop is an input distance smaller than the frame.
 */
typedef struct clfft_loop {
    uint64_t count; /* at most; execute may run fewer. 0 means 1 */
    int64_t input_distance;
    int64_t output_distance;
} clfft_loop;

/*
 * How stored numbers become real samples. Integers divide by 2^(bits-1), the
 * UNORM formats by 2^bits-1.
 */
typedef enum clfft_sample {
    CLFFT_SAMPLE_NATIVE = 0, /* the plan's precision */
    CLFFT_SAMPLE_S8,
    CLFFT_SAMPLE_U8, /* offset binary: 128 is zero; likewise all U formats */
    CLFFT_SAMPLE_S16,
    CLFFT_SAMPLE_U16,
    CLFFT_SAMPLE_S24,    /* 3 bytes */
    CLFFT_SAMPLE_U24,    /* 3 bytes */
    CLFFT_SAMPLE_S20,    /* 3 bytes, value in the low 20 bits */
    CLFFT_SAMPLE_U20,
    CLFFT_SAMPLE_S18,    /* 3 bytes, value in the low 18 bits */
    CLFFT_SAMPLE_U18,
    CLFFT_SAMPLE_S24_32, /* 4 bytes, value in the low 24 bits */
    CLFFT_SAMPLE_U24_32,
    CLFFT_SAMPLE_S32,
    CLFFT_SAMPLE_U32,
    CLFFT_SAMPLE_F32,
    CLFFT_SAMPLE_F64, /* on devices without fp64 by integer code */
    CLFFT_SAMPLE_UNORM8,  /* pixels: 0 is zero, the largest code is 1 */
    CLFFT_SAMPLE_UNORM16,
} clfft_sample;

/* Bytes of one sample; NATIVE counts as F32. */
size_t clfft_sample_size(clfft_sample sample);

/*
 * Load hook, fused into the first pass over each axis. Point j (an index an
 * axis) of transform r reads
 *
 *   x[j] = prod_d windows[d][j_d] * (y[j] - mean)   for j_d < lengths[d]
 *   x[j] = 0                                        otherwise
 *   y[j] = sum_m matrix[r][m] * sample(j, m)
 *
 * where mean is that of y over the points that are read, if subtract_mean is
 * set. All arrays are copied at plan creation. For C2C with a sample format
 * other than NATIVE, (re, im) are two adjacent samples of that format.
 */
typedef struct clfft_load {
    clfft_sample sample;
    bool big_endian;       /* byte order of the samples */
    double sample_scale;   /* replaces the factor of integers, multiplies F32
                              and F64; 0: keep it */
    uint64_t lengths[CLFFT_MAX_RANK];      /* points really read on each axis;
                                              0: the transform's */
    const double *windows[CLFFT_MAX_RANK]; /* lengths[d] coefficients, or
                                              NULL */
    bool subtract_mean;    /* R2C only: each transform's own mean */
    /*
     * Channel mixing, R2C only: n_rows x n_sources coefficients, row-major.
     * Row r is the index of loop 0, whose input distance must be 0 and
     * whose count is n_rows; source m lies m * source_distance samples on.
     */
    const double *matrix;
    unsigned n_rows, n_sources;
    int64_t source_distance;
    uint64_t reserved[8];
} clfft_load;

typedef enum clfft_quantity {
    CLFFT_QUANTITY_COMPLEX = 0,
    CLFFT_QUANTITY_MAGNITUDE, /* |X| */
    CLFFT_QUANTITY_POWER,     /* |X|^2 */
    CLFFT_QUANTITY_DB,        /* max(floor, 10 log10 |X|^2) */
    CLFFT_QUANTITY_PHASE,     /* atan2(im, re), -pi..pi radians */
} clfft_quantity;

typedef enum clfft_sides {
    CLFFT_SIDES_DEFAULT = 0, /* ONE for R2C, TWO for C2C */
    CLFFT_SIDES_ONE,         /* bins 0..n/2 of axis 0; R2C only */
    CLFFT_SIDES_TWO,         /* bins 0..n-1 */
    CLFFT_SIDES_CENTERED,    /* bin n/2 (rounded down) is DC: numpy's fftshift */
} clfft_sides;

/*
 * What stands for a quantity where it is stored as a pixel: with lowest and
 * highest of clfft_store a value v becomes
 *
 *   code = round((v - lowest) / (highest - lowest) * top)   top 255, or 65535
 *
 * to the nearest, 0 below lowest and top above highest. NaN is code 0.
 */
typedef enum clfft_pixel {
    CLFFT_PIXEL_NONE = 0, /* numbers of the plan's precision */
    CLFFT_PIXEL_GRAY8,
    CLFFT_PIXEL_GRAY16,   /* in the device's byte order */
    CLFFT_PIXEL_RGBA,     /* 4 bytes: entry `code` (of 255) of the colour map */
} clfft_pixel;

/*
 * Weighted sums of power: row b is sum_i weight[i] * |X[start[b] + i]|^2 over
 * i in [0, first[b+1] - first[b]), weights from weight[first[b]]. Bins are
 * counted in the order of `sides`.
 */
typedef struct clfft_bands {
    unsigned n_bands; /* 0: no bands */
    const uint32_t *first;  /* n_bands + 1 */
    const uint32_t *start;  /* n_bands */
    const double *weight;   /* first[n_bands] */
} clfft_bands;

/*
 * The same for any set of bins: row b is the sum of weight[i] * |X[bin[i]]|^2
 * over i in [first[b], first[b+1]), bins counted through all axes in stored
 * order, axis 0 fastest. Rings of a picture's spectrum are such rows.
 */
typedef struct clfft_rings {
    unsigned n_rings; /* 0: no rings */
    const uint32_t *first; /* n_rings + 1 */
    const uint32_t *bin;   /* first[n_rings] */
    const double *weight;  /* first[n_rings] */
} clfft_rings;

/*
 * Store hook, fused into the last pass: the bin is multiplied by its gain,
 * then turned into the quantity. Forward only, but for COMPLEX. With bands
 * (rank 1) or rings the quantity is MAGNITUDE (square root of the sum), POWER
 * or DB. In one side or two sides "stored order" of every axis but the first
 * is 0..n-1.
 *
 * A pixel makes codes of whatever the quantity is, with all sides, bands and
 * rings; COMPLEX and C2R have none. Strides, distances and offsets of the
 * output count pixels then. Range and map are arguments of the kernels: no
 * other values of them compile anything.
 */
typedef struct clfft_store {
    clfft_quantity quantity;
    clfft_sides sides;
    double floor;       /* dB; used by DB only */
    const double *gain; /* one per stored bin of axis 0, in stored order, or
                           NULL; the other axes have none. R2C of rank 2 and 3
                           in two sides or centered: the same at a frequency
                           and its negative */
    clfft_bands bands;
    clfft_rings rings;
    clfft_pixel pixel;
    double lowest, highest;   /* of the quantity, in its unit; of pixels only */
    const uint8_t *color_map; /* RGBA only: 256 entries of 4 bytes, copied to
                                 the output as they are */
    uint64_t reserved[8];
} clfft_store;

typedef struct clfft_desc {
    clfft_transform transform;
    clfft_direction direction;
    clfft_precision precision;
    unsigned rank;                     /* 1..3; 0 means 1 */
    uint64_t lengths[CLFFT_MAX_RANK];  /* [0] is axis 0, the contiguous one */
    /*
     * Distance between neighbours on each axis, in elements; all 0: densely
     * packed (R2C and C2R in place: axis 0 of the real side is padded to
     * 2*(n0/2+1)).
     */
    int64_t input_strides[CLFFT_MAX_RANK];
    int64_t output_strides[CLFFT_MAX_RANK];
    unsigned n_loops;
    clfft_loop loops[CLFFT_MAX_LOOPS]; /* [0] varies fastest */
    bool in_place;      /* execute gets the same buffer twice */
    bool destroy_input; /* the input may be overwritten */
    double scale;       /* 0 means 1. It, or with samples its product with
                           what they are multiplied by, is of the precision's
                           range and not rounded to it */
    clfft_load load;
    clfft_store store;
    uint64_t reserved[8];
} clfft_desc;

/*
 * Text form: transform, lengths, then words in any order, e.g.
 *
 *   "c2c 4096 x64"  "r2c 1080x1920 x4"  "c2r 1000 x3"  "c2c 64 x8 inverse"
 *   "r2c 1024 x100@256:513 window=hann"  "c2c 256 x13 x1024@1 stride=1024"
 *
 * Lengths, strides, windows and loops are in one order, the outermost first, as
 * numpy has them: the last length is axis 0, the last loop is loops[0].
 *
 *   xN  xN@D  xN@IN:OUT  a loop of N with these distances on both sides or on
 *                        each; without them behind all that the axes and the
 *                        loops within it take up. At most 4 loops
 *   stride=S,..          a stride each axis, of both sides
 *   in-stride=S,..       of the input alone; a side that is not said is dense
 *   out-stride=S,..      of the output alone
 *   pitch=N              rank 2 and 3: N unused elements behind each row of
 *                        both sides
 *   inplace              one buffer; without strides R2C and C2R pad the rows
 *                        of the real side
 *   destroy              the input may be overwritten
 *   forward inverse      C2C only
 *   single double        the precision
 *   scale=X
 *   load=SAMPLE          s16, u24be, f64, unorm8 ...; "be" is big endian
 *   sample-scale=X       load.sample_scale
 *   pad=LENGTHS          points read, as 60x100; the rest is zero
 *   window=W,..          one for all axes or one each: a name of
 *                        clfft_window_parse, with a parameter as in kaiser:8.6,
 *                        or none
 *   demean               subtract the mean
 *   mix=A,..[/B,..][@D]  load.matrix, a row behind each '/', and the distance
 *                        of its sources, 1 unless said; the innermost loop is
 *                        its rows, and has input distance 0
 *   store=QUANTITY       complex, magnitude, power, db, phase
 *   sides=one|two|centered
 *   floor=DECIBELS
 *   pixel=gray8|gray16|rgba range=LOWEST:HIGHEST
 *                        the map of rgba goes from opaque black to white
 *
 * Counts, lengths and strides are whole numbers from 1, distances from 0, all
 * below 2^60. What text cannot say: gains, bands, rings, coefficients of
 * windows that have no name, other colour maps.
 *
 * parse: on OK *desc owns what it points to; free it with clfft_desc_clear. A
 * word that is unknown, out of range or says a thing twice is INVALID, with
 * word, value and limit in clfft_last_error().
 * print: writes at most `size` bytes with the final 0 and returns the length
 * that was needed, as snprintf does; 1024 bytes hold any text. What the text
 * says without a word is left out, and parsing gives a description that means
 * the same. Only arrays are not printed: "window", "gain", "bands", "rings" and
 * "matrix=ROWSxSOURCES@DISTANCE" stand for them, which parse refuses.
 */
clfft_status clfft_desc_parse(const char *text, clfft_desc *desc);
void clfft_desc_clear(clfft_desc *desc);
size_t clfft_desc_print(const clfft_desc *desc, char *text, size_t size);

/* INVALID with the reason unless every rule above holds. */
clfft_status clfft_desc_validate(const clfft_desc *desc);

/* Points per axis that the output side stores: n0/2+1 on axis 0 for R2C with
   one side, the number of bands or rings with those, else the lengths. */
void clfft_desc_get_bins(const clfft_desc *desc,
                         uint64_t bins[CLFFT_MAX_RANK]);

/* Bytes of one element on each side. */
size_t clfft_desc_get_input_size(const clfft_desc *desc);
size_t clfft_desc_get_output_size(const clfft_desc *desc);

/*
 * Elements that the full batch touches on each side: largest index + 1
 * (strides and distances must be >= 0 to be described so; INVALID on
 * overflow).
 */
clfft_status clfft_desc_get_extent(const clfft_desc *desc,
                                   uint64_t *input_length,
                                   uint64_t *output_length);

/* ---- plan ------------------------------------------------------------ */

typedef enum clfft_schedule {
    CLFFT_SCHEDULE_AUTO = 0,
    CLFFT_SCHEDULE_GROUP,  /* work-group with local exchange, 1..3 passes */
    CLFFT_SCHEDULE_SIMD,   /* one work-item a vector of transforms: CPUs */
    CLFFT_SCHEDULE_DIRECT, /* no local memory, one kernel a radix */
} clfft_schedule;

typedef enum clfft_effort {
    CLFFT_EFFORT_ESTIMATE = 0, /* the planner's first recipe that works */
    CLFFT_EFFORT_MEASURE,      /* time the candidates once, the planner's first
                                  among them, and remember the fastest on disk.
                                  None is begun that may end later than 8 s
                                  after the start, on a GPU 1.8 s */
} clfft_effort;

/*
 * fraction: of the plan's creation, 0 in the first call, 1 when the plan is
 * ready; it never falls. what: plain words without a full stop, as "preparing
 * kernel 2 of 3" or "measuring plan 2 of at most 12, timing"; valid during the
 * call; several calls may have the same. Return false to give up (CANCELLED):
 * between two calls no more is done than to build one kernel, or to run a plan
 * once, or for some milliseconds.
 */
typedef bool (*clfft_progress_function)(double fraction, const char *what,
                                        void *user_data);

typedef struct clfft_plan_params {
    clfft_schedule schedule; /* force one */
    const char *recipe;      /* force this recipe (as text: see
                                docs/internals/tuning.md), or NULL; what it
                                names may keep an accuracy of its own,
                                clfft_plan_info.limit */
    clfft_effort effort;
    bool external_scratch;   /* the caller gives scratch to each execute */
    bool no_self_check;      /* benchmarks of plan creation only */
    clfft_progress_function progress; /* called on the creating thread while
                                         kernels compile and are measured */
    void *progress_data;
    const clfft_waiter *waiter; /* or NULL */
    uint64_t reserved[8];
} clfft_plan_params;

/*
 * Whether a device of these limits has room for a plan of the description: its
 * buffers, its scratch memory and what launches count. Pure: no device is asked
 * and nothing is made. UNSUPPORTED if not. *scratch_size: bytes of the smallest
 * scratch memory that was found, beyond the limits or not; 0 if buffers or
 * counts are what does not fit.
 */
clfft_status clfft_desc_fits(const clfft_desc *desc, const clfft_limits *limits,
                             clfft_schedule schedule, uint64_t *scratch_size);

typedef struct clfft_plan clfft_plan;

/*
 * Plans, builds, uploads tables, allocates scratch and proves the plan with
 * a known answer. params may be NULL. The desc's arrays are copied.
 */
clfft_status clfft_plan_create(clfft_device *device, const clfft_desc *desc,
                               const clfft_plan_params *params,
                               clfft_plan **plan);

/* Accepts NULL; sets NULL. Waits for the plan's last execute. */
void clfft_plan_destroy(clfft_plan **plan);

typedef struct clfft_plan_info {
    const char *recipe;     /* text; valid while the plan lives */
    clfft_schedule schedule; /* AUTO: of a method that params.recipe named and
                                that has none of these */
    unsigned n_kernels;     /* launches of one execute */
    size_t scratch_size;    /* bytes; what external scratch must hold */
    bool from_cache;        /* no kernel had to be compiled */
    double limit;           /* relative L2 that results keep where a method
                               that params.recipe named is less exact than
                               the contract; 0: the contract */
    uint64_t reserved[8];
} clfft_plan_info;

void clfft_plan_get_info(const clfft_plan *plan, clfft_plan_info *info);

typedef struct clfft_kernel_info {
    char name[64];       /* of the function */
    size_t private_size; /* bytes a work-item, as the driver tells */
    size_t local_size;   /* bytes a work-group, as the driver tells */
    uint64_t reserved[8];
} clfft_kernel_info;

/* The kernel of launch `index` < n_kernels; INVALID beyond. */
clfft_status clfft_plan_get_kernel(const clfft_plan *plan, unsigned index,
                                   clfft_kernel_info *info);

typedef struct clfft_execute_params {
    /* Transforms of each loop; a 0 means the desc's count. */
    uint64_t counts[CLFFT_MAX_LOOPS];
    /* Offsets of the first transform, in elements of that side. */
    uint64_t input_offset, output_offset;
    cl_mem scratch;               /* with external_scratch */
    unsigned n_wait;              /* events to wait for */
    const cl_event *wait;
    cl_event *event;              /* completion, retained for the caller; or NULL */
    cl_event *launches;           /* n_kernels events, one a launch, retained
                                     for the caller (those not reached on
                                     failure are NULL); or NULL */
    uint64_t reserved[8];
} clfft_execute_params;

/*
 * Enqueues the plan. params may be NULL. Buffers must belong to the device's
 * context, the queue to the device itself, and the buffers must hold what this
 * call's counts and offsets reach; otherwise INVALID and nothing is enqueued.
 * In place: input == output. With plan-owned scratch, calls are chained in
 * order whatever queue they use. Thread: one at a time per plan.
 */
clfft_status clfft_plan_execute(clfft_plan *plan, cl_command_queue queue,
                                cl_mem input, cl_mem output,
                                const clfft_execute_params *params);

/* ---- averaging of power over frames ---------------------------------- */

typedef enum clfft_averaging {
    CLFFT_AVERAGING_MEAN = 0,    /* one frame out per `count` in */
    CLFFT_AVERAGING_MAX_HOLD,
    CLFFT_AVERAGING_MIN_HOLD,
    CLFFT_AVERAGING_MEDIAN,      /* mean of the two middle ones if even */
    CLFFT_AVERAGING_EXPONENTIAL, /* y += alpha (x - y), y = x at the start; one
                                    frame out per frame in */
} clfft_averaging;

typedef struct clfft_average_desc {
    clfft_averaging averaging;
    unsigned count;    /* frames per output; 1..65536; median at most 1024 */
    double alpha;      /* 0 < alpha <= 1; exponential only */
    uint64_t points;   /* powers in a frame: channels x bins */
    clfft_quantity quantity; /* MAGNITUDE, POWER or DB, made after averaging */
    double floor;      /* dB */
    clfft_precision precision;
    const clfft_waiter *waiter; /* or NULL */
    uint64_t reserved[8];
} clfft_average_desc;

typedef struct clfft_average clfft_average;

/*
 * Device-resident state of an average over frames [frame][points] of power.
 * One thread at a time.
 */
clfft_status clfft_average_create(clfft_device *device,
                                  const clfft_average_desc *desc,
                                  clfft_average **average);
void clfft_average_destroy(clfft_average **average);

/* Forgets what was accumulated. */
void clfft_average_reset(clfft_average *average);

/*
 * Takes n_frames more of `input` (from frame `first_frame` of that buffer)
 * and writes the frames that became complete to `output` from frame
 * `output_frame`; their number goes to *n_out at once (it does not wait).
 * `flush` also emits the incomplete last average, over the frames it has.
 * Queue and buffers as for a plan, otherwise INVALID.
 * `wait` may point anywhere if n_wait is 0.
 */
clfft_status clfft_average_execute(clfft_average *average,
                                   cl_command_queue queue, cl_mem input,
                                   uint64_t first_frame, unsigned n_frames,
                                   cl_mem output, uint64_t output_frame,
                                   bool flush, unsigned n_wait,
                                   const cl_event *wait, cl_event *event,
                                   unsigned *n_out);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif /* GST_CLFFT_H */
