/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclsvm.c: the calls of OpenCL 2.0, which drivers and libraries of
 * OpenCL 1.2 need not have. No other file makes any.
 */
#undef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 200
#include "gstopenclsvm.h"

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_SVM

/*
 * PoCL 6.0 walks the list of all such memories of the context in each
 * clEnqueueNDRangeKernel, without a lock: another thread that frees one of
 * them crashes it. Versions 1.8 to 3.1 were never seen to.
 */
static gboolean
is_unsafe (GstOpenCLContext * context)
{
  const clfft_limits *limits = gst_opencl_context_get_limits (context);

  return strcmp (limits->platform_name, "Portable Computing Language") == 0
      && atoi (limits->driver_version) > 3;
}

gboolean
gst_opencl_svm_is_available (GstOpenCLContext * context)
{
  cl_device_svm_capabilities capabilities = 0;

  if (is_unsafe (context))
    return FALSE;
  /* drivers of OpenCL 1.2 do not know the question */
  return clGetDeviceInfo (gst_opencl_context_get_device (context),
      CL_DEVICE_SVM_CAPABILITIES, sizeof capabilities, &capabilities,
      NULL) == CL_SUCCESS && capabilities & CL_DEVICE_SVM_FINE_GRAIN_BUFFER;
}

gpointer
gst_opencl_svm_alloc (GstOpenCLContext * context, gsize size)
{
  return clSVMAlloc (gst_opencl_context_get_handle (context),
      CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, size,
      gst_opencl_context_get_limits (context)->base_alignment);
}

void
gst_opencl_svm_free (cl_context context, gpointer bytes)
{
  clSVMFree (context, bytes);
}

#else

gboolean
gst_opencl_svm_is_available (GstOpenCLContext * context)
{
  return FALSE;
}

gpointer
gst_opencl_svm_alloc (GstOpenCLContext * context, gsize size)
{
  return NULL;
}

void
gst_opencl_svm_free (cl_context context, gpointer bytes)
{
}

#endif
