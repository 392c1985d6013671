/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * settings.h: the properties of claudiofft as one struct of plain
 * values, and the rules that do not depend on the input's format.
 */
#ifndef GST_CL_AUDIO_FFT_SETTINGS_H
#define GST_CL_AUDIO_FFT_SETTINGS_H

#include <gst/gst.h>
#include <gst/fourier/fourier.h>
#include "framing.h"
#include "clfft/spectrum.h"

G_BEGIN_DECLS

#define GST_CL_AUDIO_FFT_MAX_SELECT 16  /* letters of channel-select */

/* What a user can set, but for `device`. Every member means what the property
   of its name says. */
typedef struct
{
  guint size;
  guint hop;
  gdouble overlap;
  clfft_window window;
  gdouble window_param;
  guint zero_pad;
  gboolean center;
  GstFourierQuantity quantity;
  clfft_sides sides;
  gdouble floor;
  GstFourierScaling scaling;
  GstFourierAveraging averaging;
  guint average_count;
  GstClockTime time_constant;
  guint bands;
  clfft_band_scale band_scale;
  GstFourierWeighting weighting;
  GstFourierChannelMode channel_mode;
  gchar channel_select[GST_CL_AUDIO_FFT_MAX_SELECT + 1];
  gboolean channel_select_too_long;
  gboolean iq;
  guint frames_per_buffer;
  GstClockTime alignment_threshold;
  GstClockTime discont_wait;
  GstClDiscontPolicy discont_policy;
  clfft_effort effort;
  clfft_schedule schedule;
} GstClAudioFftSettings;

/* Property ids from 1; the element's own follow from N_PROPS. */
#define GST_CL_AUDIO_FFT_N_SETTINGS 27
#define GST_CL_AUDIO_FFT_PROP_SIZE 1
#define GST_CL_AUDIO_FFT_PROP_HOP 2
#define GST_CL_AUDIO_FFT_PROP_OVERLAP 3

void gst_cl_audio_fft_settings_init (GstClAudioFftSettings * settings);

/* Installs properties 1 .. GST_CL_AUDIO_FFT_N_SETTINGS - 1. */
void gst_cl_audio_fft_settings_install (GObjectClass * klass);
/* Those of them that mean the same where spectra become pictures, under the
   same ids; size, hop and overlap are left to the caller. */
void gst_cl_audio_fft_settings_install_for_pictures (GObjectClass * klass);

/* FALSE if the id is not one of ours. */
gboolean gst_cl_audio_fft_settings_set (GstClAudioFftSettings * settings,
    guint id, const GValue * value);
gboolean gst_cl_audio_fft_settings_get (const GstClAudioFftSettings * settings,
    guint id, GValue * value);

/*
 * FALSE with a settings error that names property, value and limit. Checks
 * all that can be said before the input's rate and channels are known.
 */
gboolean gst_cl_audio_fft_settings_check (const GstClAudioFftSettings *
    settings, GError ** error);

/* Whether going from one to the other needs a new plan or new caps. */
gboolean gst_cl_audio_fft_settings_differ (const GstClAudioFftSettings * a,
    const GstClAudioFftSettings * b);

/* ---- what follows from them ---- */

/* Transform length. */
guint gst_cl_audio_fft_settings_get_length (const GstClAudioFftSettings *
    settings);
/* Samples between transforms. */
guint gst_cl_audio_fft_settings_get_hop (const GstClAudioFftSettings *
    settings);
/* Transforms that make one frame. */
guint gst_cl_audio_fft_settings_get_group (const GstClAudioFftSettings *
    settings);
gboolean gst_cl_audio_fft_settings_have_bands (const GstClAudioFftSettings *
    settings);

G_END_DECLS

#endif /* GST_CL_AUDIO_FFT_SETTINGS_H */
