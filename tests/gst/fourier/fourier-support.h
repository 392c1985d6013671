/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fourier-support.h: the plain stream that the tests of GstFourierInfo vary.
 */
#ifndef FOURIER_SUPPORT_H
#define FOURIER_SUPPORT_H

#include <gst/fourier/fourier.h>

#include "support/test.h"

static inline void
fill_audio (GstFourierInfo * info, guint size, guint channels)
{
  gst_fourier_info_init (info);
  gst_fourier_info_set_shape (info, 1, &size, GST_FOURIER_SIDES_ONE);
  gst_fourier_info_set_rate (info, 48000, 256);
  gst_fourier_info_set_window (info, "hann", 0);
  info->format = GST_FOURIER_FORMAT_F32LE;
  info->channels = channels;
}

#endif /* FOURIER_SUPPORT_H */
