/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * convolver.h: convolution of an endless stream of channels with impulse
 * responses of any length, in partitions on the device.
 *
 *   y_o[t] = sum_i sum_k h_oi[k] x_i[t - k]          x is 0 before the start
 *
 * Like a plan, a convolver is made for a description and then executed; unlike
 * one it has a memory, which is the stream that it was given so far.
 */
#ifndef CLFFT_CONVOLVER_H
#define CLFFT_CONVOLVER_H

#include "clfft.h"

#include "begin.h"

/*
 * Responses are cut into partitions, longer ones behind shorter ones: blocks of
 * input are transformed, multiplied by the partitions' spectra, summed and
 * transformed back, by overlap-save (T. G. Stockham, "High-speed convolution
 * and correlation", 1966; W. G. Gardner, "Efficient convolution without
 * input-output delay", 1995). The first taps, where blocks would come too late,
 * are convolved directly, or their blocks end where each call does.
 *
 * Errors are within 1e-6 of an output (relative L2), 1e-13 in double precision.
 * A sample that is no number makes those outputs no numbers that its taps
 * reach, and others up to two of the longest blocks before and after; then all
 * is well again. It never reaches outputs without a response to its input.
 */
typedef struct clfft_convolver_desc {
    unsigned inputs, outputs; /* channels, 1..1024 each */
    /*
     * How many impulse responses there are:
     *   1                  one for all channels; inputs == outputs
     *   outputs            one each; inputs == outputs, or one input that goes
     *                      to all
     *   inputs * outputs   a matrix, [output][input]
     */
    unsigned n_responses;
    uint64_t taps;           /* of each response, 1 or more */
    const double *responses; /* [response][tap], finite; copied */
    /*
     * By how many frames the output is behind. 0: it is not, and the first taps
     * are convolved directly. What is allowed makes partitions longer, and the
     * work less.
     */
    uint64_t latency;
    uint64_t max_frames;     /* that one execute takes, 1 or more; those of more
                                than 65536 are done in pieces */
    uint64_t typical_frames; /* that most take, which the partitions are chosen
                                for; 0: max_frames */
    clfft_precision precision;
    const clfft_plan_params *params; /* of its transforms, or NULL; waiter and
                                        external_scratch are ignored */
    const clfft_waiter *waiter;      /* or NULL */
    uint64_t reserved[8];
} clfft_convolver_desc;

typedef struct clfft_convolver clfft_convolver;

/*
 * Chooses the partitions, builds kernels and transforms the responses. A
 * convolver serves one thread at a time, and holds its device as a plan does.
 * Errors: INVALID, UNSUPPORTED (no room
 * on the device, no double precision), NO_MEMORY, BUILD, DEVICE, CANCELLED,
 * FORKED.
 */
clfft_status clfft_convolver_create(clfft_device *device,
                                    const clfft_convolver_desc *desc,
                                    clfft_convolver **convolver);
/* Accepts NULL; sets NULL. Waits for the last execute. */
void clfft_convolver_destroy(clfft_convolver **convolver);

/* Forgets the stream, and that a call failed: the next frame is the first. */
void clfft_convolver_reset(clfft_convolver *convolver);

typedef struct clfft_convolver_info {
    const char *partitions; /* text, as "direct 64, 7 of 64, 15 of 512"; valid
                               while the convolver lives */
    unsigned n_sizes;       /* of partitions, without the direct part */
    unsigned max_launches;  /* of one execute of typical_frames at most: two for
                               each size, one for all products, one each for
                               input and output. Those of a call that completes
                               no block are one or two. Where a ring in memory
                               ends a transform may take one launch more */
    uint64_t size;          /* bytes on the device */
    uint64_t reserved[8];
} clfft_convolver_info;

void clfft_convolver_get_info(const clfft_convolver *convolver,
                              clfft_convolver_info *info);

typedef struct clfft_convolver_params {
    uint64_t n_frames; /* 1..max_frames */
    /* Where the first frame of the first channel is, and how far channels are
       apart, in samples of the precision; frames are side by side. A distance
       of 0 means n_frames. */
    uint64_t input_offset, output_offset;
    uint64_t input_distance, output_distance;
    /* Multiplies output frame i by ramp_from + (ramp_to - ramp_from) i /
       n_frames, for fades from one convolver to another; without has_ramp 1. */
    bool has_ramp;
    double ramp_from, ramp_to;
    bool add; /* to what `output` holds, instead of replacing it */
    unsigned n_wait;
    const cl_event *wait; /* n_wait events to wait for, at most 63 */
    cl_event *event;      /* or NULL; the caller releases it */
    uint64_t reserved[8];
} clfft_convolver_params;

/*
 * Takes n_frames more frames of input and gives as many of output: those that
 * are `latency` frames older. `input` NULL stands for silence, which is cheap
 * once nothing is left of what was heard. `output` NULL takes the frames and
 * gives none, which is how a convolver learns what was before it. Both may be
 * one buffer with the same places for both; otherwise they must not overlap.
 * What comes out does not depend on how the stream is cut into calls, up to
 * rounding.
 *
 * Does not wait for the device, allocate or compile. The event tells that the
 * output is there; work for later calls may still go on. All work of a block is
 * enqueued by the call that completes it. Queue and buffers as for a plan,
 * otherwise INVALID, and nothing is taken. Calls of one convolver run in their
 * order, whatever queues they go to. After any other error, also one that an
 * event tells of, the stream is broken: reset.
 */
clfft_status clfft_convolver_execute(clfft_convolver *convolver,
                                     cl_command_queue queue, cl_mem input,
                                     cl_mem output,
                                     const clfft_convolver_params *params);

#include "end.h"

#endif /* CLFFT_CONVOLVER_H */
