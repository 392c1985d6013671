/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audioinfo.h: reads the caps of raw audio. No element mixes by positions, so
 * that channels may have none: wavparse says nothing of them for a plain file
 * that has neither 1 nor 2 channels.
 */
#ifndef GST_CL_AUDIO_INFO_H
#define GST_CL_AUDIO_INFO_H

#include <gst/audio/audio.h>

G_BEGIN_DECLS

/* Reads fixed caps; more than two channels without a channel-mask have no
   positions, as with a mask of 0. Returns FALSE with a settings error if nothing
   can be read. */
gboolean gst_cl_audio_info_parse (const GstCaps * caps, GstAudioInfo * audio,
    GError ** error);

/* Counts the samples of each channel in a buffer; FALSE with
   GST_STREAM_ERROR_FORMAT if it is not well-formed: not a whole number of them, or
   non-interleaved without a GstAudioMeta that fits. */
gboolean gst_cl_audio_info_count (const GstAudioInfo * info,
    GstBuffer * buffer, gsize * n_samples, GError ** error);

G_END_DECLS

#endif /* GST_CL_AUDIO_INFO_H */
