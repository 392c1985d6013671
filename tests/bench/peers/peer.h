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

#include "bench/bench.h"

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
extern const struct peer peer_ours, peer_copy, peer_trip, peer_clfft,
    peer_vkfft, peer_fftw1, peer_fftw2, peer_kissfft, peer_cufft;

/* Every peer by name, with what its build needs where it is missing. */
struct peer_entry {
    const char *name;
    const struct peer *peer; /* NULL: not built */
    const char *needs;
};

extern const struct peer_entry peer_table[];
extern const size_t n_peers;

/* ---- help for the peers ---------------------------------------------- */

/* false with the reason unless the case is a plain dense transform, which is
   all that a library without hooks and loops can do. */
bool peer_is_plain(const struct bench_case *item, char *reason);

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
