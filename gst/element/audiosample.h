/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audiosample.h: GStreamer's audio formats as the engine's load hook names
 * them.
 */
#ifndef GST_CL_AUDIO_SAMPLE_H
#define GST_CL_AUDIO_SAMPLE_H

#include <gst/audio/audio.h>
#include "clfft/clfft.h"

G_BEGIN_DECLS

/* CLFFT_SAMPLE_NATIVE if there is no such. */
clfft_sample gst_cl_audio_sample_from_format (GstAudioFormat format,
    gboolean * big_endian);

/*
 * Fills sample and big_endian of load. is_legacy: integers are divided by
 * 2^(bits-1) - 1, as `spectrum` does it, and not by 2^(bits-1).
 */
void gst_cl_audio_sample_describe (const GstAudioFormatInfo * format,
    gboolean is_legacy, clfft_load * load);

/* What caps of audio say; FALSE with a settings error if nothing can be read. */
gboolean gst_cl_audio_info_parse (GstCaps * caps, GstAudioInfo * audio,
    GError ** error);

G_END_DECLS

#endif /* GST_CL_AUDIO_SAMPLE_H */
