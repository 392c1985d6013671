/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* clspectrum.h: the type of the element clspectrum. */
#ifndef GST_CL_SPECTRUM_H
#define GST_CL_SPECTRUM_H

#include <gst/gst.h>
#include "element/element.h"

G_BEGIN_DECLS

#define GST_TYPE_CL_SPECTRUM (gst_cl_spectrum_get_type ())
G_DECLARE_FINAL_TYPE (GstClSpectrum, gst_cl_spectrum, GST, CL_SPECTRUM,
    GstClElement)

GST_ELEMENT_REGISTER_DECLARE (clspectrum);

G_END_DECLS

#endif /* GST_CL_SPECTRUM_H */
