/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * zoom.h: the properties zoom-low, zoom-high and zoom-bins: their rules, and the
 * bins that a stream has by them. Pure.
 */
#ifndef GST_CL_STFT_ZOOM_H
#define GST_CL_STFT_ZOOM_H

#include "settings.h"

G_BEGIN_DECLS

gboolean gst_cl_stft_zoom_is_on (const GstClStftSettings * settings);

/* Checks what needs no input. FALSE with an error that names a property. */
gboolean gst_cl_stft_zoom_check (const GstClStftSettings * settings,
    GError ** error);

/* Gives an info with a rate the bins of a zoom, if it is on, and counts the bins,
   before bands, whether it is or not. FALSE with an error of a request, which
   says what is used instead, if the stream lacks the frequencies. */
gboolean gst_cl_stft_zoom_place_bins (const GstClStftSettings * settings,
    GstFourierInfo * info, guint * n_bins, GError ** error);

G_END_DECLS

#endif /* GST_CL_STFT_ZOOM_H */
