/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* decor/names.h: the text of a picture: the names of its channels, how the
   spectra were made, and the unit of its levels. Pure. */
#ifndef GST_CL_SPECTROGRAM_NAMES_H
#define GST_CL_SPECTROGRAM_NAMES_H

#include <gst/fourier/fourier.h>
#include "clfft/picture.h"

G_BEGIN_DECLS

/* The unit of levels on such a scale, UTF-8; NULL if there is none. */
const gchar *gst_cl_spectrogram_get_level_unit (const GstFourierInfo * info,
    clfft_level_scale scale);

/* The decibels of 0 dB in that unit, where it is no decibel. */
gdouble gst_cl_spectrogram_get_level_reference (const GstFourierInfo * info);

/* The names of channels, NULL-terminated; NULL for a single channel that needs
   no name. (g_strfreev) */
gchar **gst_cl_spectrogram_name_channels (const GstFourierInfo * info);

/* Makes the caption: a line, UTF-8, with the name of a single channel.
   (g_free) */
gchar *gst_cl_spectrogram_make_caption (const GstFourierInfo * info,
    gchar ** names);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_NAMES_H */
