/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * chain.h: calls that share an object's memory: their order, whatever queues
 * they go to, and what becomes of those behind a command that failed.
 *
 * A queue that keeps the order runs on behind a command that failed on the
 * device (OpenCL 1.2, section 5.11), and what reads its result is wrong without
 * a word. So each command waits for the event of the one before it, fails with
 * it, and hands that on, up to the event that the caller gets.
 */
#ifndef CLFFT_CHAIN_H
#define CLFFT_CHAIN_H

#include "clfft/clfft.h"

/* Events of a call to wait for at most. */
#define CLFFT_MOST_EVENTS 63

struct clfft_chain {
    cl_command_queue queue; /* retained: where the last call went, or NULL */
    cl_event before; /* of the last command on which the memory depends */
};

/* What a command waits for. */
struct clfft_waits {
    cl_uint n;
    cl_event events[CLFFT_MOST_EVENTS + 1];
};

/* Puts what follows on `queue` behind what was enqueued there before and, if
   the last call went to another queue, behind what went to that one. */
clfft_status clfft_chain_calls(struct clfft_chain *chain,
                               cl_command_queue queue);

/* The events of a call and the command before it; INVALID if they are too many,
   with `name` before the reason. */
clfft_status clfft_chain_wait(const struct clfft_chain *chain, const char *name,
                              unsigned n, const cl_event *events,
                              struct clfft_waits *waits);

/* Makes `done`, which is taken over, the event of the command before the
   next. */
void clfft_chain_pass_on(struct clfft_chain *chain, cl_event done);
/* Gives it to the caller of the call too, who may ask for none with NULL. */
clfft_status clfft_chain_give(const struct clfft_chain *chain, cl_event *event);
/* Waits for it; DEVICE if it failed. */
clfft_status clfft_chain_check(const struct clfft_chain *chain,
                               const clfft_waiter *waiter);

/* What follows reads nothing of what was before: it fails with none of it. */
void clfft_chain_forget(struct clfft_chain *chain, const clfft_waiter *waiter);

/* Releases what is held, unless the device was given up. */
void clfft_chain_release(struct clfft_chain *chain, const clfft_waiter *waiter);
/* Waits for the last call first. False: it may still be at work. */
bool clfft_chain_end(struct clfft_chain *chain, const clfft_waiter *waiter);

#endif /* CLFFT_CHAIN_H */
