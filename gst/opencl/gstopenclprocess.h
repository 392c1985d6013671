/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclprocess.h: tells whether this process may use OpenCL.
 *
 * Drivers have threads and locks, and fork() copies only the locks: a child of
 * a process that used OpenCL would wait for ever in its first call, so it makes
 * none.
 */
#ifndef GST_OPENCL_PROCESS_H
#define GST_OPENCL_PROCESS_H

#include <gst/gst.h>

G_BEGIN_DECLS

/* Call it before OpenCL, and before taking a lock that is held during its
   calls. Returns FALSE with error if another process used OpenCL first, and
   this one is its child. */
gboolean gst_opencl_process_check (GError ** error);

G_END_DECLS

#endif /* GST_OPENCL_PROCESS_H */
