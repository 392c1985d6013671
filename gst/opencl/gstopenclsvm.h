/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclsvm.h: memory that host and device see at once, without maps:
 * fine-grained buffers of shared virtual memory (OpenCL 2.0, section 5.6).
 */
#ifndef GST_OPENCL_SVM_H
#define GST_OPENCL_SVM_H

#include "gstopenclcontext.h"

G_BEGIN_DECLS

gboolean gst_opencl_svm_is_available (GstOpenCLContext * context);

/* Allocates bytes that a cl_mem with CL_MEM_USE_HOST_PTR may be made of; NULL
   if the device does not have such memory. */
gpointer gst_opencl_svm_alloc (GstOpenCLContext * context, gsize size);
/* Frees the bytes of a context; does not wait. */
void gst_opencl_svm_free (cl_context context, gpointer bytes);

G_END_DECLS

#endif /* GST_OPENCL_SVM_H */
