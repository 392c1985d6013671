/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bands.h: makes the bands of a stream. Pure: no OpenCL call is made here. */
#ifndef GST_CL_STFT_BANDS_H
#define GST_CL_STFT_BANDS_H

#include "config.h"

G_BEGIN_DECLS

/* Fills bands, class_1_from, notes and the info's bands, of a config whose
   info has shape, rate and window. factor: clfft_band_factor(). Returns FALSE
   with a settings error. */
gboolean gst_cl_stft_config_fill_bands (GstClStftConfig * config,
    gdouble factor, GError ** error);

G_END_DECLS

#endif /* GST_CL_STFT_BANDS_H */
