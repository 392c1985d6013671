/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * settings.h: the properties of clspectrum as one struct of plain
 * values. Names, types, ranges and defaults of the first seven are those of
 * `spectrum`.
 */
#ifndef GST_CL_SPECTRUM_SETTINGS_H
#define GST_CL_SPECTRUM_SETTINGS_H

#include <gst/gst.h>
#include <gst/fourier/fourier.h>
#include "element/properties.h"
#include "levels.h"
#include "clfft/spectrum.h"

G_BEGIN_DECLS

/**
 * GstClSpectrumMessageFormat:
 * @GST_CL_SPECTRUM_MESSAGE_FORMAT_LIST: a GST_TYPE_LIST of floats; with
 *     multi-channel a GST_TYPE_ARRAY of them for each channel, in one
 * @GST_CL_SPECTRUM_MESSAGE_FORMAT_ARRAY: a GST_TYPE_ARRAY in either case
 * @GST_CL_SPECTRUM_MESSAGE_FORMAT_BYTES: a GBytes of packed floats
 */
typedef enum
{
  GST_CL_SPECTRUM_MESSAGE_FORMAT_LIST,
  GST_CL_SPECTRUM_MESSAGE_FORMAT_ARRAY,
  GST_CL_SPECTRUM_MESSAGE_FORMAT_BYTES,
} GstClSpectrumMessageFormat;

#define GST_TYPE_CL_SPECTRUM_MESSAGE_FORMAT \
    (gst_cl_spectrum_message_format_get_type ())
GType gst_cl_spectrum_message_format_get_type (void);

/* The first four of GstClLevelsMethod. */
#define GST_TYPE_CL_SPECTRUM_AVERAGING (gst_cl_spectrum_averaging_get_type ())
GType gst_cl_spectrum_averaging_get_type (void);

/* Some of clfft_band_scale; BINS is called linear. */
#define GST_TYPE_CL_SPECTRUM_BAND_SCALE \
    (gst_cl_spectrum_band_scale_get_type ())
GType gst_cl_spectrum_band_scale_get_type (void);

/* Every member means what the property of its name says. */
typedef struct
{
  guint bands;
  guint64 interval;
  gint threshold;
  gdouble calibration;
  gboolean post_messages;
  gboolean message_magnitude;
  gboolean message_phase;
  gboolean multi_channel;
  clfft_band_scale band_scale;
  gdouble band_low, band_high;
  guint size;
  clfft_window window;
  gdouble overlap;
  GstFourierScaling scaling;
  GstClLevelsMethod averaging;
  GstClSpectrumMessageFormat message_format;
  gboolean distortion;
  gboolean qos;
} GstClSpectrumSettings;

/* The properties, of a GstClSpectrumSettings. */
extern const GstClProperty gst_cl_spectrum_properties[];
extern const guint gst_cl_spectrum_n_properties;

/* Checks what the ranges of properties do not say. Returns FALSE with a
   settings error that names the property, the value and the limit. settings: a
   GstClSpectrumSettings. */
gboolean gst_cl_spectrum_settings_check (gconstpointer settings,
    GError ** error);

/* The samples that a transform of this rate reads, and those from one transform
   of so many to the next. */
guint gst_cl_spectrum_settings_get_length (const GstClSpectrumSettings *
    settings, guint rate);
guint gst_cl_spectrum_settings_get_hop (const GstClSpectrumSettings *
    settings, guint length);

G_END_DECLS

#endif /* GST_CL_SPECTRUM_SETTINGS_H */
