/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * peer.h: one way of computing a case, ours or a rival's.
 *
 * A job is one plan with buffers of its own. The driver calls
 *
 *   can_do -> setup -> run ... read ... run -> done
 *
 * on one thread. run leaves nothing in flight, so wall time round it is the
 * peer's time. After the first run, read gives the result of the uploaded
 * input; a job whose transform destroys its input is right only once.
 */
#ifndef CLFFT_BENCH_PEER_H
#define CLFFT_BENCH_PEER_H

#include "clfft/tools/bench.h"

/* Room for the reason that a peer gives: one short clause. */
#define PEER_REASON_SIZE 160

struct peer {
    const char *name;
    /* false with the reason: the case is refused, or there is no device. */
    bool (*can_do)(const struct bench_device *device,
                   const struct bench_case *item, char *reason);
    /* Plans, uploads item->input, poisons the output. *plan_ms is the time of
       planning alone. NULL with the reason. */
    void *(*setup)(const struct bench_device *device,
                   const struct bench_case *item, double *plan_ms,
                   char *reason);
    /* Executes n times and waits. */
    bool (*run)(void *job, unsigned n);
    /* Copies the output, as the description lays it out, to the host. */
    bool (*read)(void *job, void *output);
    void (*done)(void *job);
    /* How the plan works, in words; may be NULL. */
    void (*describe)(void *job, char *text, size_t size);
    /* Relative L2 that results are held to; NULL or 0: the contract. */
    double (*limit)(void *job);
    /* The device's time of each launch, in words; may be NULL. */
    void (*tell_launches)(void *job, char *text, size_t size);
};

/* Those that were built. */
extern const struct peer peer_ours, peer_model, peer_copy, peer_trip,
    peer_clfft, peer_vkfft, peer_fftw1, peer_fftw2, peer_kissfft, peer_cufft;

/* Every peer by name, with what its build needs where it is missing. */
struct peer_entry {
    const char *name;
    const struct peer *peer; /* NULL: not built */
    const char *needs;
};

extern const struct peer_entry peer_table[];
extern const size_t n_peers;

/* ---- help for the peers ---------------------------------------------- */

/* false with the reason unless the case is a plain transform, in any layout,
   which is all that a library without hooks can do. */
bool peer_is_plain(const struct bench_case *item, char *reason);

/*
 * Where a case's elements lie, each [0] of the input and [1] of the output, as
 * other libraries ask for it: every stride explicit, loops of one transform
 * left out, and loops that are one made one.
 */
struct peer_layout {
    unsigned rank;
    uint64_t points[2][CLFFT_MAX_RANK]; /* n0/2+1 of half a spectrum */
    int64_t strides[2][CLFFT_MAX_RANK];
    unsigned n_loops;
    struct {
        uint64_t count;
        int64_t distance[2];
    } loops[CLFFT_MAX_LOOPS]; /* [0] varies fastest */
    bool is_dense; /* strides and one loop that a text without them has */
};

void peer_get_layout(const struct bench_case *item, struct peer_layout *layout);

/* What a peer says that cannot do a layout; returns false. */
bool peer_has_no_layout(char *reason);

/* The distance of the only loop; without one, what a transform takes up. */
int64_t peer_get_distance(const struct peer_layout *layout, unsigned side);

void peer_set_reason(char *reason, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Buffers of an OpenCL peer; in place output is input. */
struct peer_buffers {
    cl_mem input, output;
    size_t input_size, output_size; /* bytes */
};

bool peer_buffers_open(const struct bench_device *device,
                       const struct bench_case *item,
                       struct peer_buffers *buffers, char *reason);
bool peer_buffers_read(const struct bench_device *device,
                       const struct peer_buffers *buffers, void *output);
void peer_buffers_close(struct peer_buffers *buffers);

#endif /* CLFFT_BENCH_PEER_H */
