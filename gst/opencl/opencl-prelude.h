/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * opencl-prelude.h: marks the symbols that the library exports. OpenCL's own
 * header comes with clfft.h.
 */
#ifndef __GST_OPENCL_PRELUDE_H__
#define __GST_OPENCL_PRELUDE_H__

#include <gst/gst.h>
#include <clfft/clfft.h>

#ifndef GST_OPENCL_API
# ifdef BUILDING_GST_OPENCL
#  define GST_OPENCL_API GST_API_EXPORT
# else
#  define GST_OPENCL_API GST_API_IMPORT
# endif
#endif

#endif /* __GST_OPENCL_PRELUDE_H__ */
