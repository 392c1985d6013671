/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * message.h: the element message `spectrum`, with the names, types
 * and order of fields that the element `spectrum` gives it, and with more fields
 * where they are asked for.
 */
#ifndef GST_CL_SPECTRUM_MESSAGE_H
#define GST_CL_SPECTRUM_MESSAGE_H

#include <gst/gst.h>
#include "distortion/distortion.h"
#include "settings.h"

G_BEGIN_DECLS

/**
 * GstClSpectrumMessage:
 * @timestamp: of the interval, or NONE
 * @duration: of the interval
 * @segment: that timestamp belongs to
 * @format: how numbers are stored
 * @nested: an array for each channel, in one; else there is one channel
 * @n_channels: of the results below
 * @n_bands: of each channel
 * @rate: samples per second
 * @magnitude: n_channels times n_bands, or %NULL: no such field
 * @phase: likewise
 * @frequencies: n_bands, or %NULL
 * @figures: of distortion, or %NULL
 */
typedef struct
{
  GstClockTime timestamp, duration;
  const GstSegment *segment;
  GstClSpectrumMessageFormat format;
  gboolean nested;
  guint n_channels, n_bands;
  gint rate;
  const gfloat *magnitude, *phase, *frequencies;
  const GstClDistortionFigures *figures;
} GstClSpectrumMessage;

/* (transfer full); NULL with an error if there is no memory for it. */
GstMessage *gst_cl_spectrum_message_new (GstObject * source,
    const GstClSpectrumMessage * content, GError ** error);

G_END_DECLS

#endif /* GST_CL_SPECTRUM_MESSAGE_H */
