/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * sessiondevice.h: what every session of an element works with: a context, a
 * queue on it that measures times, and an allocator that chooses how the host
 * reaches its memory.
 */
#ifndef GST_CL_SESSION_DEVICE_H
#define GST_CL_SESSION_DEVICE_H

#include "opencl/gstopenclmemory.h"

G_BEGIN_DECLS

/* Zeroed it is closed. */
typedef struct
{
  GstOpenCLContext *context;
  GstOpenCLQueue *queue;
  GstOpenCLAllocator *allocator;
  GstOpenCLWatchdog *watchdog;  /* of queue and allocator */
} GstClSessionDevice;

/* FALSE with error if not all could be made; it is to be closed then too. */
gboolean gst_cl_session_device_open (GstClSessionDevice * device,
    GstOpenCLContext * context, GstOpenCLWatchdog * watchdog,
    GError ** error);
/* All but the structs stays if the watchdog has given up. */
void gst_cl_session_device_close (GstClSessionDevice * device);

G_END_DECLS

#endif /* GST_CL_SESSION_DEVICE_H */
