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

/* Every member means what the property of its name says. */
typedef struct
{
  guint bands;
  guint64 interval;
  gint threshold;
  gboolean post_messages;
  gboolean message_magnitude;
  gboolean message_phase;
  gboolean multi_channel;
  clfft_window window;
  gdouble overlap;
  GstFourierScaling scaling;
  GstClLevelsMethod averaging;
  GstClSpectrumMessageFormat message_format;
} GstClSpectrumSettings;

/* Property ids from 1; the element's own follow from there. */
#define GST_CL_SPECTRUM_N_SETTINGS 13

void gst_cl_spectrum_settings_init (GstClSpectrumSettings * settings);

/* Installs properties 1 .. GST_CL_SPECTRUM_N_SETTINGS - 1. */
void gst_cl_spectrum_settings_install (GObjectClass * klass);

/* FALSE if the id is not one of ours. */
gboolean gst_cl_spectrum_settings_set (GstClSpectrumSettings * settings,
    guint id, const GValue * value);
gboolean gst_cl_spectrum_settings_get (const GstClSpectrumSettings * settings,
    guint id, GValue * value);

/* FALSE with a settings error that names property, value and limit. */
gboolean gst_cl_spectrum_settings_check (const GstClSpectrumSettings *
    settings, GError ** error);

/* Whether intervals begin anew when one follows the other. */
gboolean gst_cl_spectrum_settings_differ (const GstClSpectrumSettings * a,
    const GstClSpectrumSettings * b);

/* Samples that a transform reads, and from one to the next. */
guint gst_cl_spectrum_settings_get_length (const GstClSpectrumSettings *
    settings);
guint gst_cl_spectrum_settings_get_hop (const GstClSpectrumSettings *
    settings);

G_END_DECLS

#endif /* GST_CL_SPECTRUM_SETTINGS_H */
