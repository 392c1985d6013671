/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fourierpositions.h: which channel masks name positions that GStreamer knows.
 * Private to this tree.
 */
#ifndef __GST_FOURIER_POSITIONS_H__
#define __GST_FOURIER_POSITIONS_H__

#include <gst/audio/audio.h>

/* Counts the positions of a mask; G_MAXUINT if GStreamer does not know one, of
   which it warns where sound is made of it. That has a name for more than it
   knows. */
static inline guint
gst_fourier_count_positions (guint64 mask)
{
  GstAudioChannelPosition positions[64];
  gint n = 0, i;

  for (i = 0; i < 64; i++)
    if (mask >> i & 1)
      positions[n++] = (GstAudioChannelPosition) i;
  return n == 0 || gst_audio_check_valid_channel_positions (positions, n, TRUE)
      ? (guint) n : G_MAXUINT;
}

#endif /* __GST_FOURIER_POSITIONS_H__ */
