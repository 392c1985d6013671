/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * filter.h: filters the planes of pictures on the device: with kernels of any
 * size, with gains over frequency, or with both.
 *
 *   y[r] = sum_k taps[k] x[r - k]     k from -(n-1)/2 to (n-1)/2 on each axis
 *
 * and then every frequency is multiplied by its gain. Beyond its border a plane
 * goes on mirrored about its outermost samples: x[-k] = x[k].
 */
#ifndef CLFFT_FILTER_H
#define CLFFT_FILTER_H

#include "clfft.h"

#include "begin.h"

#define CLFFT_FILTER_MAX_PLANES 4

/*
 * A picture is bytes; planes that are filtered at once have equal sizes. Codes
 * come out rounded to the nearest, within 0..2^depth-1; bits beside a code may
 * be anything where they are read and are 0 where they are written.
 */
typedef struct clfft_filter_desc {
    uint64_t width, height;                    /* samples, 1 or more */
    unsigned n_planes;                         /* 1..CLFFT_FILTER_MAX_PLANES */
    uint64_t offsets[CLFFT_FILTER_MAX_PLANES]; /* bytes to the first sample */
    uint64_t row;                              /* bytes from row to row */
    unsigned step;        /* samples from sample to sample, 1..4 */
    unsigned sample_size; /* bytes, 1 or 2; offsets and row are multiples */
    bool big_endian;
    unsigned depth, shift; /* bits of a code, and of what is below it */
    uint64_t reach[2];     /* how far responses reach along x and y, in samples;
                              further than the plane repeats itself: any */
    unsigned n_responses;  /* 1: of all planes; n_planes: one each */
    unsigned max_waves;    /* of a plane, 0..CLFFT_FILTER_MAX_WAVES */
    uint64_t block[2];     /* lengths of transforms along x and y, above twice
                              the reach; 0: as the device has it fastest */
    clfft_precision precision;
    const clfft_plan_params *params; /* of its transforms, or NULL; waiter and
                                        external_scratch are ignored */
    const clfft_waiter *waiter;      /* or NULL */
    uint64_t max_size;               /* bytes on the device; 0: any */
    uint64_t reserved[7];
} clfft_filter_desc;

typedef struct clfft_filter clfft_filter;

/*
 * Planes are transformed as a whole with their mirrored borders, or in blocks
 * that overlap (overlap-save: T. G. Stockham, "High-speed convolution and
 * correlation", 1966), which is cheaper where the whole leaves the caches, and
 * smaller. UNSUPPORTED names the bytes where no blocks keep within max_size.
 * Every response is 1 at first. One thread at a time; it holds its device as a
 * plan does. Errors: INVALID, UNSUPPORTED, NO_MEMORY, BUILD, DEVICE, CANCELLED.
 */
clfft_status clfft_filter_create(clfft_device *device,
                                 const clfft_filter_desc *desc,
                                 clfft_filter **filter);
/* Accepts NULL; sets NULL. Waits for the last execute. */
void clfft_filter_destroy(clfft_filter **filter);

typedef struct clfft_filter_info {
    uint64_t block[2];   /* lengths of transforms along x and y */
    uint64_t n_blocks;   /* of a plane */
    unsigned n_launches; /* of an execute */
    uint64_t size;       /* bytes on the device */
    uint64_t reserved[8];
} clfft_filter_info;

void clfft_filter_get_info(const clfft_filter *filter, clfft_filter_info *info);

typedef struct clfft_filter_response {
    const double *taps;  /* [y][x]; NULL: an impulse */
    uint64_t lengths[2]; /* of taps along x and y, odd, at most 2 reach + 1 */
    /* of a frequency in cycles a sample, each from -0.5 to 0.5; a frequency and
       its negative have the same. NULL: 1 */
    double (*gain)(double x, double y, void *data);
    void *data;
    double offset; /* codes that are added */
    uint64_t reserved[8];
} clfft_filter_response;

/* Sets a response for what is executed from now on. Works on the host, and
   waits for the device. */
clfft_status clfft_filter_set_response(clfft_filter *filter, unsigned index,
                                       const clfft_filter_response *response);

#define CLFFT_FILTER_MAX_WAVES 64

/* Codes amplitude cos(2 pi (x fx + y fy) + phase), at sample (x, y). */
typedef struct clfft_filter_wave {
    double x, y; /* cycles a sample */
    double amplitude, phase;
} clfft_filter_wave;

/* Waves, at most max_waves, that are subtracted from a plane before it is
   filtered, so that they end at the border as sharply as there. */
clfft_status clfft_filter_set_waves(clfft_filter *filter, unsigned plane,
                                    const clfft_filter_wave *waves, unsigned n);

typedef struct clfft_filter_params {
    uint64_t input_offset, output_offset; /* bytes to the pictures */
    uint64_t copied_size; /* bytes of the picture that go to the output as they
                             are before its planes do, or 0 */
    unsigned n_wait;
    const cl_event *wait; /* n_wait events to wait for, at most 63 */
    cl_event *event;      /* or NULL; the caller releases it */
    uint64_t reserved[8];
} clfft_filter_params;

/*
 * Filters a picture; bytes of the output that are no samples of its planes
 * stay. Input and output must be two buffers. Does not wait for the device,
 * allocate or compile. Queue and buffers as for a plan, otherwise INVALID.
 * Calls of one filter run in their order, whatever queues they go to.
 */
clfft_status clfft_filter_execute(clfft_filter *filter, cl_command_queue queue,
                                  cl_mem input, cl_mem output,
                                  const clfft_filter_params *params);

#include "end.h"

#endif /* CLFFT_FILTER_H */
