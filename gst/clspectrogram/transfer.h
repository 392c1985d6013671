/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* transfer.h: what mode=transfer asks of the stream, and what it shows. Pure. */
#ifndef GST_CL_SPECTROGRAM_TRANSFER_H
#define GST_CL_SPECTROGRAM_TRANSFER_H

#include "clspectrogram/decor/decor.h"
#include "settings.h"

G_BEGIN_DECLS

/* The plots, from the top. */
enum
{
  GST_CL_TRANSFER_MAGNITUDE,
  GST_CL_TRANSFER_PHASE,
  GST_CL_TRANSFER_COHERENCE,
  GST_CL_TRANSFER_N_PLOTS
};

/* The plots of a transfer function, else one for each channel. */
guint gst_cl_spectrogram_transfer_count_plots (const GstClSpectrogramSettings *
    settings, const GstFourierInfo * info);

/* Refuses spectra that are not those of two channels. */
gboolean gst_cl_spectrogram_transfer_check (const GstClSpectrogramSettings *
    settings, const GstFourierInfo * info, GError ** error);

/* Sets what the transforms are to give. */
void gst_cl_spectrogram_transfer_prepare (GstClSpectrogramSettings * settings);

/* Of the plots. (g_strfreev) */
gchar **gst_cl_spectrogram_transfer_get_names (void);

/* Of the plots' levels; the magnitude's are the settings'. */
const GstClDecorRange *gst_cl_spectrogram_transfer_get_ranges (void);

/* The bins that each of n columns shows, bin k from k - 1/2 to k + 1/2: those of
   the column itself or, where that is more, of its part of an octave. edges: two
   of each column. */
void gst_cl_spectrogram_transfer_fill_edges (const GstClSpectrogramSettings *
    settings, const GstFourierInfo * info, const clfft_axis * axis, guint n,
    gdouble * edges);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_TRANSFER_H */
