/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* wait.h: waits for the device, in OpenCL or through the caller's clfft_waiter.
   With a waiter no call blocks in the driver. CANCELLED means that the waiter
   gave up; what the commands touch belongs to the device from then on. */
#ifndef CLFFT_WAIT_H
#define CLFFT_WAIT_H

#include "clfft/clfft.h"

/* Whether the waiter, which may be NULL, has given up a wait, or this process
   cannot wait: process.h. Then the device's things are left as they are. */
bool clfft_has_given_up(const clfft_waiter *waiter);

/* CANCELLED with a reason if the waiter has given up; FORKED. */
clfft_status clfft_check_waiter(const clfft_waiter *waiter);

/* Waits for an event; DEVICE with the reason if its command failed. */
clfft_status clfft_wait_for_event(const clfft_waiter *waiter, cl_event event);
/* The same, and releases the event in any case. */
clfft_status clfft_wait_and_release(const clfft_waiter *waiter, cl_event event);

/* The same; without a waiter go_on(), unless NULL, is asked every few
   milliseconds: CANCELLED if it says no, while the command may still run. */
clfft_status clfft_wait_asking(const clfft_waiter *waiter,
                               cl_command_queue queue, cl_event event,
                               bool (*go_on)(void *data), void *data);

/* Waits until all enqueued commands are done, as clFinish does. */
clfft_status clfft_wait_for_queue(const clfft_waiter *waiter,
                                  cl_command_queue queue);
/* The same if the reason for a failure is known already. Returns whether all
   is done: if not, commands may still write to the host's memory. */
bool clfft_drain_queue(const clfft_waiter *waiter, cl_command_queue queue);

/* Write to `offset` of the buffer, and read its first `size` bytes; they return
   when these are copied. `bytes` is not used after they return, also where they
   fail. */
clfft_status clfft_write_buffer(const clfft_waiter *waiter,
                                cl_command_queue queue, cl_mem buffer,
                                size_t offset, size_t size, const void *bytes);
clfft_status clfft_read_buffer(const clfft_waiter *waiter,
                               cl_command_queue queue, cl_mem buffer,
                               size_t size, void *bytes);

/* The same of `n` pieces of `piece` bytes each, which begin at `offsets`. The
   queue keeps the order. */
clfft_status clfft_read_pieces(const clfft_waiter *waiter,
                               cl_command_queue queue, cl_mem buffer, size_t n,
                               const uint64_t *offsets, size_t piece,
                               void *bytes);

#endif /* CLFFT_WAIT_H */
