/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* clifft.h: the type of the element clifft, which turns spectra back into
   samples or pictures. */
#ifndef GST_CL_IFFT_H
#define GST_CL_IFFT_H

#include <gst/gst.h>
#include "element/element.h"

G_BEGIN_DECLS

#define GST_TYPE_CL_IFFT (gst_cl_ifft_get_type ())
G_DECLARE_FINAL_TYPE (GstClIfft, gst_cl_ifft, GST, CL_IFFT, GstClElement)

GST_ELEMENT_REGISTER_DECLARE (clifft);

G_END_DECLS

#endif /* GST_CL_IFFT_H */
