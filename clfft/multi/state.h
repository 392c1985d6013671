/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * state.h: a multi, as its files share it.
 *
 * A member is a device with what it is to do; a lane is a thread of it that
 * takes one chunk after another, with a queue, a plan and buffers of its own.
 * While one lane copies, another one computes.
 */
#ifndef CLFFT_MULTI_STATE_H
#define CLFFT_MULTI_STATE_H

#include "clfft/base/error.h"
#include "clfft/device/device.h"
#include "clfft/multi.h"
#include "places.h"
#include "shares.h"

#include <pthread.h>

/* One copies in, one computes, one copies back. Where the host has processors
   for more of them the copies take half the time (figures:
   docs/benchmarks.md, "Several devices"). */
#define CLFFT_LEAST_LANES 3
#define CLFFT_MOST_LANES 6

/* Rounds of the divided loop. */
struct clfft_rounds {
    uint64_t first, count;
};

struct clfft_member;

struct clfft_lane {
    struct clfft_member *member;
    unsigned index;
    cl_command_queue queue;
    clfft_plan *plan;
    cl_mem input, output;           /* the device's */
    cl_mem host_input, host_output; /* STAGED only, as what follows */
    void *input_bytes, *output_bytes;
    pthread_t thread;
    bool has_thread;
};

struct clfft_member {
    struct clfft_multi *multi;
    clfft_device *device;
    bool is_mapped;
    uint64_t device_size, host_size;
    struct clfft_lane lanes[CLFFT_MOST_LANES];

    /* guarded by the multi's lock */
    struct clfft_rounds own; /* of its share, that no lane has taken */
    uint64_t n_unfinished;   /* rounds of its share that are not done */
    uint64_t n_done;         /* rounds that it has done in this call */
    uint64_t chunk;          /* rounds that a lane takes */
    clfft_status failure;    /* of this call; OK: none */
    char reason[CLFFT_LONGEST_ERROR];
};

struct clfft_multi {
    clfft_desc desc; /* of a chunk; it owns its arrays */
    bool in_place;
    unsigned loop;
    uint64_t count, chunk; /* rounds: of the loop, of a plan */
    uint64_t least_chunk;  /* rounds that are worth a command */
    struct clfft_places input, output;
    const clfft_waiter *waiter;
    bool keeps_shares;
    unsigned n_members;
    unsigned n_lanes; /* of each member */
    struct clfft_member *members;
    struct clfft_share *shares; /* one a member */

    pthread_mutex_t lock;  /* guards what follows, and parts of members */
    pthread_cond_t begins; /* a call, or the end of the multi */
    pthread_cond_t moves;  /* a chunk is done, or is to be done again */
    uint64_t n_calls;
    bool ends;
    unsigned n_working; /* lanes that are not through with the call */
    struct {
        const unsigned char *input;
        unsigned char *output;
        bool is_trial; /* each lane has a chunk of its own in the memory, which
                          is packed */
        uint64_t n_left; /* rounds that are not done */
        bool is_over;    /* nothing more is to be begun */
        double start;
    } call;
    struct clfft_rounds *orphans; /* what failed devices leave */
    unsigned n_orphans;
};

/* ---- lane.c ---- */

/* Makes what the lane needs; `params` are those of its plan. */
clfft_status clfft_lane_make(struct clfft_lane *lane,
                             const clfft_plan_params *params);
/* The first half of destroying it, and all that waits: false if the device may
   still use what it has, so that all must stay. */
bool clfft_lane_drain(struct clfft_lane *lane);
/* The other half, which frees what it has. */
void clfft_lane_clear(struct clfft_lane *lane);

/* Transforms rounds from and to host memory; the places tell how chunks lie
   there, from where their first round begins. */
clfft_status clfft_lane_run(struct clfft_lane *lane, uint64_t count,
                            const struct clfft_places *input, const void *from,
                            const struct clfft_places *output, void *to);

/* ---- work.c ---- */

/* Starts the threads of all lanes, and ends them. */
clfft_status clfft_work_start(clfft_multi *multi);
void clfft_work_stop(clfft_multi *multi);

/* Measures each member on its own: the speeds of the shares. The message of a
   failure names the device. */
clfft_status clfft_work_measure(clfft_multi *multi);

/* Does `count` rounds. */
clfft_status clfft_work_run(clfft_multi *multi, const void *input, void *output,
                            uint64_t count);

#endif /* CLFFT_MULTI_STATE_H */
