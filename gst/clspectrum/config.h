/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * config.h: derives from the settings and the format of the input what the
 * device is to compute, and how many transforms go there at a time. Pure: no
 * OpenCL call is made here.
 */
#ifndef GST_CL_SPECTRUM_CONFIG_H
#define GST_CL_SPECTRUM_CONFIG_H

#include <gst/audio/audio.h>
#include "intervals.h"
#include "samplemean.h"
#include "settings.h"

G_BEGIN_DECLS

/**
 * GstClSpectrumConfig:
 * @settings: what was set
 * @audio: the input
 * @samples: what transforms read: the input, or one channel of floats
 * @mean: makes it of the input, or %NULL
 * @mean_factor: for @mean
 * @intervals: how it is cut
 * @n_channels: channels of the result
 * @n_bands: of each
 * @max_transforms: in one dispatch at most
 * @window: a coefficient for each sample
 * @gain: one for each bin
 * @bands: what bins are gathered into; n_bands is 0 where they are the bands
 * @frequencies: the centres of @bands in hertz, or %NULL
 * @notes: GErrors of gst_cl_set_request_error(): what the stream does not have
 */
typedef struct
{
  GstClSpectrumSettings settings;
  GstAudioInfo audio, samples;
  GstClSampleMeanFunction mean;
  gdouble mean_factor;
  GstClIntervalsParams intervals;
  guint n_channels, n_bands;
  guint max_transforms;
  gdouble *window;
  gdouble *gain;
  clfft_bands bands;
  gfloat *frequencies;
  GPtrArray *notes;
} GstClSpectrumConfig;

/* Makes a config. Returns NULL with an error that names the property, the value
   and the limit. */
GstClSpectrumConfig *gst_cl_spectrum_config_new (const GstClSpectrumSettings *
    settings, const GstAudioInfo * audio, GError ** error);
void gst_cl_spectrum_config_free (gpointer config);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClSpectrumConfig,
    gst_cl_spectrum_config_free)

/* How many numbers one result has: the bands of all its channels. */
gsize gst_cl_spectrum_config_get_n_points (const GstClSpectrumConfig * config);
/* The bytes that one transform of all channels reads. */
gsize gst_cl_spectrum_config_get_input_size (const GstClSpectrumConfig *
    config);

/* The kinds of numbers that a plan makes. */
typedef enum
{
  GST_CL_SPECTRUM_FIELD_MAGNITUDE,
  GST_CL_SPECTRUM_FIELD_PHASE,
} GstClSpectrumField;

#define GST_CL_SPECTRUM_N_FIELDS 2

/* Fills the plan's description; it points into config. */
void gst_cl_spectrum_config_describe (const GstClSpectrumConfig * config,
    GstClSpectrumField field, clfft_desc * desc);

G_END_DECLS

#endif /* GST_CL_SPECTRUM_CONFIG_H */
