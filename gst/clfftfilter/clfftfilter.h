/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* clfftfilter.h: the type of the element clfftfilter. */
#ifndef GST_CL_FFT_FILTER_H
#define GST_CL_FFT_FILTER_H

#include <gst/gst.h>
#include "element/element.h"

G_BEGIN_DECLS

#define GST_TYPE_CL_FFT_FILTER (gst_cl_fft_filter_get_type ())
G_DECLARE_FINAL_TYPE (GstClFftFilter, gst_cl_fft_filter, GST, CL_FFT_FILTER,
    GstClElement)

GST_ELEMENT_REGISTER_DECLARE (clfftfilter);

G_END_DECLS

#endif /* GST_CL_FFT_FILTER_H */
