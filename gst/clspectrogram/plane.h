/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plane.h: shows spectra of two axes as a plane: it tells which of their points
 * a pixel shows, and the values on the axes. Pure.
 *
 * The plane of a whole picture has its frequencies from -0.5 to 0.5 cycles per
 * pixel, those of columns to the right, those of rows downwards, as pixels are
 * counted. The planes of blocks lie as the blocks do in the picture.
 */
#ifndef GST_CL_SPECTROGRAM_PLANE_H
#define GST_CL_SPECTROGRAM_PLANE_H

#include <gst/fourier/fourier.h>
#include "clspectrogram/decor/decor.h"
#include "clspectrogram/decor/layout.h"
#include "settings.h"

G_BEGIN_DECLS

/**
 * GstClSpectrogramPlane:
 * @tables: what the device is given
 * @rows_shown: values at the upper and lower edge of a plot
 * @columns_shown: at the left and right edge
 * @unit: of both
 */
typedef struct
{
  clfft_plane tables;
  GstClDecorRange rows_shown, columns_shown;
  const gchar *unit;

  /*< private >*/
  clfft_plane_row *rows;
  clfft_plane_column *columns;
  clfft_span *down, *across;
} GstClSpectrogramPlane;

/* Checks spectra and settings. Returns FALSE with a settings error if the
   spectra are no such plane, or if properties are set that have no meaning for
   one. */
gboolean gst_cl_spectrogram_plane_check (const GstClSpectrogramSettings *
    settings, const GstFourierInfo * info, GError ** error);

/* The width of a plot for each pixel of its height; 0: these spectra are no
   plane. */
gdouble gst_cl_spectrogram_plane_get_aspect (const GstFourierInfo * info);

/* Makes a plane. Returns NULL with error if there is no memory. */
GstClSpectrogramPlane *gst_cl_spectrogram_plane_new (const GstFourierInfo *
    info, const GstClSpectrogramLayout * layout, GError ** error);
/* Accepts NULL. */
void gst_cl_spectrogram_plane_free (GstClSpectrogramPlane * plane);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_PLANE_H */
