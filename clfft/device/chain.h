/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* chain.h: the order of calls that share an object's memory, whatever queues
   they go to. */
#ifndef CLFFT_CHAIN_H
#define CLFFT_CHAIN_H

#include "clfft/clfft.h"

/*
 * Puts what follows on `queue` behind what was enqueued there before and, if
 * *last is another queue, behind what went to that one. *last becomes `queue`,
 * retained, and what it was is released.
 */
clfft_status clfft_chain_calls(cl_command_queue *last, cl_command_queue queue);

#endif /* CLFFT_CHAIN_H */
