/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * frequencies.h: the frequency axis of pictures of spectra of one axis. Pure.
 */
#ifndef GST_CL_SPECTROGRAM_FREQUENCIES_H
#define GST_CL_SPECTROGRAM_FREQUENCIES_H

#include "config.h"

G_BEGIN_DECLS

/* Computes from settings, info and layout: axis, cells, n_cells, octave_parts
   and rotate, and notes about settings that exceed the stream. */
gboolean gst_cl_spectrogram_place_bins (GstClSpectrogramConfig * config,
    GError ** error);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_FREQUENCIES_H */
