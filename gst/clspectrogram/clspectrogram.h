/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* clspectrogram.h: the type of the element clspectrogram. */
#ifndef GST_CL_SPECTROGRAM_H
#define GST_CL_SPECTROGRAM_H

#include <gst/gst.h>
#include "element/element.h"

G_BEGIN_DECLS

#define GST_TYPE_CL_SPECTROGRAM (gst_cl_spectrogram_get_type ())
G_DECLARE_FINAL_TYPE (GstClSpectrogram, gst_cl_spectrogram, GST,
    CL_SPECTROGRAM, GstClElement)

GST_ELEMENT_REGISTER_DECLARE (clspectrogram);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_H */
