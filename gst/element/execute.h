/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * execute.h: a plan run from one GstOpenCLMemory into another, in order with
 * all else that touches them.
 */
#ifndef GST_CL_EXECUTE_H
#define GST_CL_EXECUTE_H

#include "opencl/gstopenclmemory.h"

G_BEGIN_DECLS

/*
 * Enqueues plan with counts and offsets of params, whose waits and event it
 * sets. *event is retained for the caller, NULL on failure.
 */
gboolean gst_cl_execute (clfft_plan * plan, GstOpenCLQueue * queue,
    GstOpenCLMemory * input, GstOpenCLMemory * output,
    clfft_execute_params * params, cl_event * event, GError ** error);

G_END_DECLS

#endif /* GST_CL_EXECUTE_H */
