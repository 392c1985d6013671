/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * opencl.h: the one header that users of the library include.
 *
 * An element that works on an OpenCL device has a #GstOpenCLContext, which it
 * shares with its neighbours, and a #GstOpenCLQueue of its own. Buffers whose
 * caps have the feature memory:OpenCLMemory are one #GstOpenCLMemory each. Such
 * a memory knows which commands use it: the element asks it what to wait for,
 * tells it what was enqueued, and pushes the buffer at once.
 *
 * docs/examples/clspectralgate.c is a whole element that is made so.
 */
#ifndef __GST_OPENCL_H__
#define __GST_OPENCL_H__

#include <gst/opencl/opencl-prelude.h>
#include <gst/opencl/gstopenclcontext.h>
#include <gst/opencl/gstopenclqueue.h>
#include <gst/opencl/gstopenclmemory.h>

#endif /* __GST_OPENCL_H__ */
