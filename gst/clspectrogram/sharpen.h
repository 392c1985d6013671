/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* sharpen.h: what sharpening asks of the stream, and of the device. Pure. */
#ifndef GST_CL_SPECTROGRAM_SHARPEN_H
#define GST_CL_SPECTROGRAM_SHARPEN_H

#include "stft/config.h"
#include "config.h"
#include "clfft/sharpen.h"

G_BEGIN_DECLS

/* Refuses what spectra have lost the phases for. */
gboolean gst_cl_spectrogram_sharpen_check_input (const
    GstClSpectrogramSettings * settings, gboolean is_audio, GError ** error);

/* Sets what the transforms are to give, once hop is known. Refuses windows that
   reach over too many frames. */
gboolean gst_cl_spectrogram_sharpen_prepare (GstClSpectrogramSettings *
    settings, GError ** error);

/* Gives config what the transforms leave to sharpening. FALSE with error if there
   is no memory. */
gboolean gst_cl_spectrogram_sharpen_take_gain (GstClSpectrogramConfig * config,
    const GstClStftConfig * transforms, GError ** error);

/* Fills the description; FALSE if nothing is sharpened. The caller sets
   max_frames and the waiter. */
gboolean gst_cl_spectrogram_sharpen_describe (const GstClSpectrogramConfig *
    config, clfft_sharpen_desc * desc);

/* The frames that power may move by. */
guint gst_cl_spectrogram_sharpen_get_reach (const GstClSpectrogramSettings *
    settings);

/* Says how spectra were made, and what became of them. (g_free) */
gchar *gst_cl_spectrogram_sharpen_make_caption (const GstClSpectrogramConfig *
    config);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_SHARPEN_H */
