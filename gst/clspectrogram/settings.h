/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * settings.h: the properties of clspectrogram as one struct of
 * plain values, and the rules that do not depend on any format.
 */
#ifndef GST_CL_SPECTROGRAM_SETTINGS_H
#define GST_CL_SPECTROGRAM_SETTINGS_H

#include "clspectrogram/decor/theme.h"
#include "stft/settings.h"
#include "clfft/picture.h"

G_BEGIN_DECLS

/**
 * GstClSpectrogramMode:
 * @GST_CL_SPECTROGRAM_MODE_WATERFALL: time to the right, frequency upwards,
 *     level as colour
 * @GST_CL_SPECTROGRAM_MODE_BARS: frequency to the right, levels as bars
 * @GST_CL_SPECTROGRAM_MODE_LINE: frequency to the right, levels as a curve
 * @GST_CL_SPECTROGRAM_MODE_TRANSFER: frequency to the right, how the second
 *     channel follows from the first: magnitude, phase and coherence
 */
typedef enum
{
  GST_CL_SPECTROGRAM_MODE_WATERFALL,
  GST_CL_SPECTROGRAM_MODE_BARS,
  GST_CL_SPECTROGRAM_MODE_LINE,
  GST_CL_SPECTROGRAM_MODE_TRANSFER,
} GstClSpectrogramMode;

#define GST_TYPE_CL_SPECTROGRAM_MODE (gst_cl_spectrogram_mode_get_type ())
GType gst_cl_spectrogram_mode_get_type (void);

/**
 * GstClSpectrogramSlide:
 * @GST_CL_SPECTROGRAM_SLIDE_SCROLL: the newest column is at the right edge
 * @GST_CL_SPECTROGRAM_SLIDE_REPLACE: columns stay, the writing position moves
 * @GST_CL_SPECTROGRAM_SLIDE_WHOLE: one picture of all the stream, at its end
 *
 * How time passes in a waterfall.
 */
typedef enum
{
  GST_CL_SPECTROGRAM_SLIDE_SCROLL,
  GST_CL_SPECTROGRAM_SLIDE_REPLACE,
  GST_CL_SPECTROGRAM_SLIDE_WHOLE,
} GstClSpectrogramSlide;

#define GST_TYPE_CL_SPECTROGRAM_SLIDE (gst_cl_spectrogram_slide_get_type ())
GType gst_cl_spectrogram_slide_get_type (void);

/**
 * GstClSharpen:
 * @GST_CL_SHARPEN_NONE: power stays in its bin and frame
 * @GST_CL_SHARPEN_REASSIGN: it moves to its frequency and time
 * @GST_CL_SHARPEN_SQUEEZE: it moves to its frequency
 */
typedef enum
{
  GST_CL_SHARPEN_NONE,
  GST_CL_SHARPEN_REASSIGN,
  GST_CL_SHARPEN_SQUEEZE,
} GstClSharpen;

#define GST_TYPE_CL_SHARPEN (gst_cl_sharpen_get_type ())
GType gst_cl_sharpen_get_type (void);

/* clfft_axis_scale */
#define GST_TYPE_CL_FREQUENCY_SCALE (gst_cl_frequency_scale_get_type ())
GType gst_cl_frequency_scale_get_type (void);

/* clfft_reduction */
#define GST_TYPE_CL_REDUCTION (gst_cl_reduction_get_type ())
GType gst_cl_reduction_get_type (void);

#define GST_TYPE_CL_COLOR_MAP (gst_cl_color_map_get_type ())
GType gst_cl_color_map_get_type (void);

/* clfft_level_scale */
#define GST_TYPE_CL_LEVEL_SCALE (gst_cl_level_scale_get_type ())
GType gst_cl_level_scale_get_type (void);

#define GST_TYPE_CL_THEME (gst_cl_theme_get_type ())
GType gst_cl_theme_get_type (void);

/* The settings that a user can make, except `device`. Members mean what the
   properties of their names say; audio holds those that claudiofft has too. */
typedef struct
{
  GstClStftSettings audio;
  GstClSpectrogramMode mode;
  GstClSpectrogramSlide slide;
  GstClockTime time_span;
  clfft_axis_scale frequency_scale;
  gdouble min_frequency;
  gdouble max_frequency;
  gboolean notes;
  gdouble tilt;
  gdouble floor;
  gdouble range;
  clfft_level_scale level_scale;
  gboolean auto_range;
  GstClockTime attack, release;
  GstClColorMap color_map;
  GstClSharpen sharpen;
  clfft_reduction reduction;
  guint bars;
  gdouble fall;
  GstClockTime peak_hold;
  gboolean overlay;
  guint smoothing;
  gchar *delay;
  gboolean axes;
  gboolean legend;
  gchar *title;
  GstClTheme theme;
  guint font_size;
  gboolean qos;
} GstClSpectrogramSettings;

/* Marks of rows: axes and legend are drawn anew when one changes; no property,
   but a value of its own; not of pictures of video. */
#define GST_CL_SPECTROGRAM_DECOR 2
#define GST_CL_SPECTROGRAM_HIDDEN 4
#define GST_CL_SPECTROGRAM_AUDIO_ONLY 8

/* The properties beside claudiofft's, of a GstClSpectrogramSettings; those of
   the same names are instead of claudiofft's. */
extern const GstClProperty gst_cl_spectrogram_properties[];
extern const guint gst_cl_spectrogram_n_properties;

/* Checks what the ranges of properties do not say. Returns FALSE with a
   settings error that names the property, the value and the limit. settings: a
   GstClSpectrogramSettings. */
gboolean gst_cl_spectrogram_settings_check (gconstpointer settings,
    GError ** error);

gboolean gst_cl_spectrogram_settings_is_whole (const GstClSpectrogramSettings *
    settings);

/* By how many windows each frame is transformed. */
guint gst_cl_spectrogram_settings_count_windows (const
    GstClSpectrogramSettings * settings);

/* Reads delay, in seconds. FALSE if it is no number: auto, or wrong. */
gboolean gst_cl_spectrogram_settings_get_delay (const GstClSpectrogramSettings *
    settings, gdouble * delay);

/* Sets the scale of levels that is shown: floor, range and level_scale. A
   transfer function has its own while floor and range have their defaults. */
void gst_cl_spectrogram_settings_take_levels (GstClSpectrogramSettings * shown,
    const GstClSpectrogramSettings * settings);

gboolean gst_cl_spectrogram_settings_is_transfer (const
    GstClSpectrogramSettings * settings);

/* Whether the range that is shown follows levels. */
gboolean gst_cl_spectrogram_settings_has_auto_range (const
    GstClSpectrogramSettings * settings);

/* Whether all channels are curves of one plot. */
gboolean gst_cl_spectrogram_settings_is_overlaid (const
    GstClSpectrogramSettings * settings);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_SETTINGS_H */
