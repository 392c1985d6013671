/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* check_handles.h: checks that a caller's queue and buffers belong to a device.
   INVALID comes with the reason, which begins with the name of the call. */
#ifndef CLFFT_OWNER_H
#define CLFFT_OWNER_H

#include "device.h"

/* A context may have several devices, so both are compared. */
clfft_status clfft_check_queue(const clfft_device *device, const char *call,
                               cl_command_queue queue);

/* needed: the bytes from the buffer's start that the call touches. */
clfft_status clfft_check_buffer(const clfft_device *device, const char *call,
                                const char *name, cl_mem buffer,
                                uint64_t needed);

#endif /* CLFFT_OWNER_H */
