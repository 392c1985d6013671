/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * settings.h: the properties of claudiofft as one struct, and the rules that do not depend on the input's format.
 */
#ifndef GST_CL_STFT_SETTINGS_H
#define GST_CL_STFT_SETTINGS_H

#include <gst/gst.h>
#include <gst/fourier/fourier.h>
#include "audio/framing.h"
#include "element/properties.h"
#include "clfft/spectrum.h"

G_BEGIN_DECLS

#define GST_CL_STFT_MAX_SET 32     /* properties that presets set */

/* Hertz: the highest rate there is. */
#define GST_CL_STFT_MAX_ZOOM G_MAXINT

/* Marks of properties that have no meaning in some uses. */
#define GST_CL_STFT_SPECTRA_ONLY 1 /* no meaning for pictures of spectra */

/**
 * GstClStftPreset:
 *
 * Front ends of models; presets.c has what they set.
 */
typedef enum
{
  GST_CL_STFT_PRESET_NONE,
  GST_CL_STFT_PRESET_LIBROSA,
  GST_CL_STFT_PRESET_TORCHAUDIO,
  GST_CL_STFT_PRESET_WHISPER,
  GST_CL_STFT_PRESET_NEMO,
  GST_CL_STFT_PRESET_YAMNET,
  GST_CL_STFT_PRESET_KALDI,
  GST_CL_STFT_PRESET_AST,
} GstClStftPreset;

#define GST_TYPE_CL_STFT_PRESET (gst_cl_stft_preset_get_type ())
GType gst_cl_stft_preset_get_type (void);
GType gst_cl_stft_emphasis_mode_get_type (void);

/**
 * GstClStftEmphasisMode:
 *
 * What the sample before the first of a frame is for pre-emphasis.
 */
typedef enum
{
  GST_CL_STFT_EMPHASIS_STREAM,
  GST_CL_STFT_EMPHASIS_FRAME,
} GstClStftEmphasisMode;

/**
 * GstClStftTensorOrder:
 *
 * Of a tensor of each channel, the outer dimension first.
 */
typedef enum
{
  GST_CL_STFT_TENSOR_ORDER_FRAME_BAND,
  GST_CL_STFT_TENSOR_ORDER_BAND_FRAME,
} GstClStftTensorOrder;

GType gst_cl_stft_tensor_order_get_type (void);

/* The settings that a user can make, except `device`. Every member means what
   the property of its name says. */
typedef struct
{
  guint size;
  guint hop;
  gdouble overlap;
  clfft_window window;
  gdouble window_param;
  guint tapers;
  GBytes *window_data;
  GstFourierDetrend detrend;
  guint zero_pad;
  gdouble zoom_low;
  gdouble zoom_high;
  guint zoom_bins;
  gboolean center;
  GstClPadMode pad_mode;
  GstFourierQuantity quantity;
  clfft_sides sides;
  gdouble floor;
  GstFourierScaling scaling;
  GstFourierAveraging averaging;
  guint average_count;
  GstClockTime time_constant;
  guint bands;
  clfft_band_scale band_scale;
  clfft_mel_scale mel_scale;
  clfft_mel_norm mel_norm;
  GstFourierBandSum band_sum;
  gdouble log_offset;
  gdouble top_db;
  GstFourierNormalize normalize;
  guint cepstrum;
  gdouble lifter;
  guint lifter_from;
  gdouble pre_emphasis;
  GstClStftEmphasisMode pre_emphasis_mode;
  gdouble band_low;
  gdouble band_high;
  guint bands_per_octave;
  gdouble gamma;
  GstFourierWeighting weighting;
  gdouble calibration;
  GstFourierChannelMode channel_mode;
  gchar *channel_select;
  gint reference_channel;
  gboolean iq;
  guint frames_per_buffer;
  guint buffer_hop;
  gboolean whole_buffers;
  GstClLastFrame last_frame;
  GstClStftTensorOrder tensor_order;
  GstClStftPreset preset;
  GstClockTime alignment_threshold;
  GstClockTime discont_wait;
  guint64 gap_limit;
  GstClDiscontPolicy discont_policy;
  clfft_effort effort;
  clfft_schedule schedule;
  guint n_windows;              /* 0: one; else 2 or 3 of clfft/sharpen.h */
  guint8 set[GST_CL_STFT_MAX_SET]; /* whether a property was set, for
                                           preset */
} GstClStftSettings;

/* The properties, of settings that begin with a GstClStftSettings. */
extern const GstClProperty gst_cl_stft_properties[];
extern const guint gst_cl_stft_n_properties;

/* Checks what the ranges of properties do not say; needs no input. Returns
   FALSE with a settings error that names the property, the value and the limit.
   settings: a GstClStftSettings. */
gboolean gst_cl_stft_settings_check (gconstpointer settings,
    GError ** error);

/* Reads an index or a range of channel-select, "0-3+7", from *next on, and moves
   *text behind it and *next behind its last channel. FALSE if it is none. */
gboolean gst_cl_stft_select_read (const gchar ** text, guint64 * next,
    guint64 * first);

/* ---- what follows from them ---- */

/* The transform length, in samples. */
guint gst_cl_stft_settings_get_length (const GstClStftSettings *
    settings);
/* The samples from one transform to the next. */
guint gst_cl_stft_settings_get_hop (const GstClStftSettings *
    settings);
/* The number of transforms that make one frame. */
guint gst_cl_stft_settings_get_group (const GstClStftSettings *
    settings);
gboolean gst_cl_stft_settings_have_bands (const GstClStftSettings *
    settings);
/* Sets the fields of a stream that no input changes. */
void gst_cl_stft_settings_describe (const GstClStftSettings * settings,
    GstFourierInfo * info);
/* Checks such a stream; the error names a property. */
gboolean gst_cl_stft_settings_check_stream (const GstClStftSettings * settings,
    const GstFourierInfo * info, GError ** error);
/* Fills the parameters by which input is cut. */
void gst_cl_stft_settings_describe_framing (const GstClStftSettings *
    settings, GstClFramingParams * params);

/* Those of audio/framing.h. */
GType gst_cl_discont_policy_get_type (void);
GType gst_cl_last_frame_get_type (void);

G_END_DECLS

#endif /* GST_CL_STFT_SETTINGS_H */
