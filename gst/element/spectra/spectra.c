/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* spectra.c: see spectra.h. */
#include "spectra.h"

#include <string.h>
#include "element/enums.h"
#include "element/fit/request.h"
#include "element/progress.h"
#include "opencl/error.h"

/* ---- words ---- */

/* Enumerations that casts translate have the same words in the same order. */
#define SAME(a, b) G_STATIC_ASSERT ((int) GST_FOURIER_##a == (int) CLFFT_##b)

SAME (QUANTITY_COMPLEX, QUANTITY_COMPLEX);
SAME (QUANTITY_PHASE, QUANTITY_PHASE);
SAME (QUANTITY_DELAY - GST_FOURIER_QUANTITY_CROSS_POWER, CROSS_DELAY);
SAME (SCALING_NONE, SCALING_NONE);
SAME (SCALING_LEGACY, SCALING_LEGACY);
SAME (WEIGHTING_NONE, WEIGHTING_NONE);
SAME (WEIGHTING_Z, WEIGHTING_Z);
SAME (MEL_KALDI, MEL_SCALE_KALDI);
SAME (MEL_HTK_AREA - GST_FOURIER_MEL_KALDI, MEL_NORM_SLANEY);
SAME (SIDES_ONE + 1, SIDES_ONE);
SAME (SIDES_CENTERED + 1, SIDES_CENTERED);

clfft_sides
gst_cl_spectra_get_sides (const GstFourierInfo * info)
{
  return (clfft_sides) (info->sides + 1);
}

clfft_precision
gst_cl_spectra_get_precision (const GstFourierInfo * info)
{
  return info->format == GST_FOURIER_FORMAT_F64LE
      || info->format == GST_FOURIER_FORMAT_F64BE ? CLFFT_PRECISION_DOUBLE
      : CLFFT_PRECISION_SINGLE;
}

GstFourierFormat
gst_cl_spectra_get_format (clfft_precision precision)
{
  gboolean is_little = G_BYTE_ORDER == G_LITTLE_ENDIAN;

  if (precision == CLFFT_PRECISION_DOUBLE)
    return is_little ? GST_FOURIER_FORMAT_F64LE : GST_FOURIER_FORMAT_F64BE;
  return is_little ? GST_FOURIER_FORMAT_F32LE : GST_FOURIER_FORMAT_F32BE;
}

GstClNumbers
gst_cl_spectra_get_numbers (const GstFourierInfo * info)
{
  clfft_precision precision = gst_cl_spectra_get_precision (info);

  return (GstClNumbers) {
    .is_double = precision == CLFFT_PRECISION_DOUBLE,
    .is_swapped = info->format != gst_cl_spectra_get_format (precision),
  };
}

/* ---- rules ---- */

gboolean
gst_cl_spectra_check (const GstFourierInfo * info,
    const GstClFieldProperty * rows, guint64 value, GError ** error)
{
  g_autoptr (GError) reason = NULL;
  const gchar *field, *text;

  if (gst_fourier_info_validate (info, &reason))
    return TRUE;
  field = gst_fourier_error_get_field (reason);
  text = reason->message;
  while (rows->field && g_strcmp0 (rows->field, field) != 0)
    rows++;
  if (!field)
    return gst_cl_set_property_error (error, rows->property, "is %"
        G_GUINT64_FORMAT ", but the stream cannot be described: %s", value,
        text);
  /* a rule's text begins with the field, which has the property's name here */
  return gst_cl_set_property_error (error, rows->field ? rows->property : field,
      g_str_has_prefix (text, field) ? "%s" : "cannot be described: %s",
      g_str_has_prefix (text, field) ? text + strlen (field) + 1 : text);
}

gboolean
gst_cl_spectra_parse (GstFourierInfo * info, GstCaps * caps, GError ** error)
{
  g_autoptr (GError) reason = NULL;

  return gst_fourier_info_from_caps (info, caps, &reason)
      || gst_cl_set_settings_error (error, "The spectra cannot be read: %s",
      reason->message);
}

/* ---- sizes ---- */

gboolean
gst_cl_spectra_count (const GstFourierInfo * info, GstBuffer * buffer,
    guint * n_frames, GError ** error)
{
  gsize size = gst_buffer_get_size (buffer);

  return gst_fourier_info_count_frames (info, size, n_frames)
      || gst_cl_set_format_error (error, "A buffer has %" G_GSIZE_FORMAT
      " bytes, but must be a whole number of frames of %" G_GSIZE_FORMAT
      " bytes (%u channels of %u bins)", size,
      gst_fourier_info_get_frame_size (info), info->channels,
      gst_fourier_info_get_n_points (info));
}

#define DISPATCH_SIZE (4 << 20)
#define AXIS_TIME 2

static gboolean
is_video (const GstFourierInfo * info)
{
  return info->source_video[0] != 0;
}

guint
gst_cl_spectra_get_length (const GstFourierInfo * info, guint axis)
{
  return axis < info->rank ? info->shape[info->rank - 1 - axis] : 1;
}

guint
gst_cl_spectra_get_window_length (const GstFourierInfo * info, guint axis)
{
  if (!is_video (info))
    return info->window_length;
  return axis == AXIS_TIME ? info->depth : info->block_size[1 - axis];
}

guint
gst_cl_spectra_count_frames (guint64 frame_size, guint most)
{
  return CLAMP (DISPATCH_SIZE / frame_size, 1, most);
}

/* ---- coefficients ---- */

gdouble *
gst_cl_coefficients_new (guint64 n, const gchar * what, GError ** error)
{
  gdouble *numbers = n < G_MAXSIZE / sizeof *numbers
      ? g_try_new (gdouble, n) : NULL;

  if (!numbers)
    gst_cl_set_memory_error (error, "No memory for the coefficients of %"
        G_GUINT64_FORMAT " %s", n, what);
  return numbers;
}

/* Those of a window of audio, one behind the other. */
static gdouble *
make_tapers (const GstFourierInfo * info, guint length, GError ** error)
{
  g_autofree gdouble *w = gst_cl_coefficients_new ((guint64) info->tapers
      * length, "samples of tapers", error);

  if (!w || !gst_cl_check (clfft_tapers_fill (info->window_param, length,
              info->tapers, w), "Could not make the tapers", error))
    return NULL;
  return g_steal_pointer (&w);
}

gdouble *
gst_cl_spectra_make_window (const GstFourierInfo * info, guint axis,
    GBytes * data, GError ** error)
{
  gboolean is_time = axis == AXIS_TIME;
  const gchar *name = is_time ? info->temporal_window : info->window;
  guint length = gst_cl_spectra_get_window_length (info, axis);
  g_autofree gdouble *w = NULL;
  clfft_window window;
  gdouble param;

  if (!is_video (info) && g_str_equal (name, GST_CL_WINDOW_CUSTOM_NAME)) {
    if (gst_cl_window_check_data (data, length, error))
      w = gst_cl_coefficients_new (length, "samples of a window", error);
    if (w)
      memcpy (w, g_bytes_get_data (data, NULL), length * sizeof *w);
    return g_steal_pointer (&w);
  }
  if (!clfft_window_parse (name, &window)) {
    gst_cl_set_settings_error (error, "%s is %s, which is not known here: "
        "without its coefficients there is no inverse",
        is_time ? "temporal-window" : "window", name);
    return NULL;
  }
  if (info->tapers > 1)
    return make_tapers (info, length, error);
  param = is_time ? gst_cl_window_resolve_param (window,
      GST_CL_WINDOW_PARAM_STANDARD) : info->window_param;
  w = gst_cl_coefficients_new (length, "samples of a window", error);
  if (!w || !gst_cl_check (clfft_window_fill (window, param, length, w),
          "Could not make the window", error))
    return NULL;
  return g_steal_pointer (&w);
}

/* Nanoseconds of a point, about, on one core; where nothing is said, OTHER_COST. */
static const guint window_costs[CLFFT_N_WINDOWS] = {
  [CLFFT_WINDOW_RECT] = 7,[CLFFT_WINDOW_HANN] = 7,[CLFFT_WINDOW_HAMMING] = 7,
  [CLFFT_WINDOW_HAMMING_EXACT] = 7,[CLFFT_WINDOW_BLACKMAN] = 7,
  [CLFFT_WINDOW_BLACKMAN_HARRIS] = 7,[CLFFT_WINDOW_NUTTALL] = 7,
  [CLFFT_WINDOW_FLATTOP] = 7,[CLFFT_WINDOW_HANN_SYMMETRIC] = 7,
  [CLFFT_WINDOW_BARTLETT] = 4,[CLFFT_WINDOW_WELCH] = 4,
  [CLFFT_WINDOW_PARZEN] = 4,[CLFFT_WINDOW_KAISER] = 150,
  [CLFFT_WINDOW_TAYLOR] = 120,[CLFFT_WINDOW_DOLPH_CHEBYSHEV] = 700,
  [CLFFT_WINDOW_DPSS] = 250,[CLFFT_WINDOW_POVEY] = 60,
};

#define OTHER_COST 100
#define GAIN_COST 8
#define BLOCK_COST 20
#define MAX_COST 800000000
/* Likewise of a transform that is planned and checked, of many points in a
   picture, and of one whose length has large prime factors: its tables. */
#define TRANSFORM_COST 30
#define PICTURE_COST 10
#define TABLE_COST 760
#define LARGEST_FACTOR 13
/* Bytes of a process for each of a frame, which has many pictures or one. */
#define SOUND_FACTOR 14
#define PICTURE_FACTOR 5
#define MAX_MEMORY ((guint64) 1 << 30)

gboolean
gst_cl_spectra_is_smooth (guint length, guint largest)
{
  guint factor;

  for (factor = 2; factor <= largest; factor++)
    while (length > 0 && length % factor == 0)
      length /= factor;
  return length <= 1;
}

/* Whether the transforms themselves are small enough. */
static gboolean
check_transform (const GstFourierInfo * info, GError ** error)
{
  guint64 frame = gst_fourier_info_get_frame_size (info), points = 1, cost = 0;
  guint64 most = MAX_MEMORY / (is_video (info) ? PICTURE_FACTOR
      : SOUND_FACTOR);
  guint axis;

  if (frame > most)
    return gst_cl_set_settings_error (error, "a frame has %" G_GUINT64_FORMAT
        " bytes, which takes too much memory for what caps may ask: at most %"
        G_GUINT64_FORMAT " are possible", frame, most);
  for (axis = 0; axis < info->rank; axis++) {
    points *= info->shape[axis];
    if (!gst_cl_spectra_is_smooth (info->shape[axis], LARGEST_FACTOR))
      cost += (guint64) info->shape[axis] * TABLE_COST;
  }
  cost += points * (is_video (info) ? PICTURE_COST : TRANSFORM_COST);
  return cost <= MAX_COST || gst_cl_set_settings_error (error, "shape is %u "
      "points and more, which take too long to transform for what caps may ask",
      info->shape[info->rank - 1]);
}

gboolean
gst_cl_spectra_check_cost (const GstFourierInfo * info, GError ** error)
{
  guint64 all = (guint64) gst_cl_spectra_get_length (info, 0)
      * (info->weighting ? OTHER_COST : GAIN_COST);
  guint axis, i;

  if (!check_transform (info, error))
    return FALSE;
  for (i = 0; is_video (info) && i < 2; i++)
    all += (guint64) info->blocks[i] * info->block_size[i] * BLOCK_COST;
  if (all > MAX_COST)
    return gst_cl_set_settings_error (error, "bins is %u, but spectra of so "
        "many with such gains and blocks take too long to prepare for what caps "
        "may ask", gst_cl_spectra_get_length (info, 0));
  for (axis = 0; axis < (is_video (info) ? info->rank : 1); axis++) {
    const gchar *name = axis == AXIS_TIME ? info->temporal_window
        : info->window;
    guint length = gst_cl_spectra_get_window_length (info, axis), cost = 2;
    clfft_window window;

    if (clfft_window_parse (name, &window))
      cost = window_costs[window] ? window_costs[window] : OTHER_COST;
    if (cost * (guint64) length > MAX_COST - all)
      return gst_cl_set_settings_error (error, "the window is %s of %u points, "
          "which takes too long to compute for what caps may ask: at most %"
          G_GUINT64_FORMAT " are possible", name, length, (MAX_COST - all)
          / cost);
    all += cost * (guint64) length;
  }
  return TRUE;
}

clfft_gain_desc
gst_cl_spectra_describe_gain (const GstFourierInfo * info, guint axis,
    const gdouble * window)
{
  clfft_gain_desc desc = {
    .scaling = (clfft_scaling) info->scaling,
    .sides = CLFFT_SIDES_TWO,
    .n = 1,
    .rate = is_video (info) ? 1 : info->rate,
    .window = window,
    .window_length = gst_cl_spectra_get_window_length (info, axis),
    .n_tapers = info->tapers,
  };

  if (axis == AXIS_TIME)
    desc.rate = (gdouble) info->fps_n * info->hop / info->fps_d;
  if (axis > 0)
    return desc;
  desc.weighting = (clfft_weighting) info->weighting;
  desc.sides = gst_cl_spectra_get_sides (info);
  desc.n = gst_cl_spectra_get_length (info, 0);
  desc.complex_input = info->iq;
  desc.for_sums = info->band_scale != GST_FOURIER_BAND_SCALE_NONE;
  desc.calibration = info->calibration;
  desc.zoom = gst_cl_spectra_get_zoom (info, 1);
  return desc;
}

clfft_zoom
gst_cl_spectra_get_zoom (const GstFourierInfo * info, guint n_bins)
{
  clfft_zoom zoom = { 0 };

  if (info->bin_step > 0) {
    zoom.n_bins = n_bins;
    zoom.start = info->bin_low / info->rate;
    zoom.step = info->bin_step / info->rate;
  }
  return zoom;
}

static guint
count_bins (const GstFourierInfo * info)
{
  guint length = gst_cl_spectra_get_length (info, 0);

  return info->sides == GST_FOURIER_SIDES_ONE ? length / 2 + 1 : length;
}

gdouble *
gst_cl_spectra_make_gain (const GstFourierInfo * info, guint n_bins,
    const gdouble * window, GError ** error)
{
  clfft_gain_desc desc = gst_cl_spectra_describe_gain (info, 0, window);
  gdouble *gain = gst_cl_coefficients_new (n_bins, "bins", error);

  if (!gain)
    return NULL;
  desc.zoom = gst_cl_spectra_get_zoom (info, n_bins);
  clfft_gain_fill (&desc, gain);
  if (!gst_cl_progress_may_go_on (1, 1, "gains")) {
    gst_cl_set_cancelled_error (error, "The gains are not wanted any more");
    g_clear_pointer (&gain, g_free);
  }
  return gain;
}

gdouble *
gst_cl_spectra_make_factors (const GstFourierInfo * info,
    gdouble * const *windows, gdouble level, GError ** error)
{
  guint i, n_bins = count_bins (info);
  gdouble *factors = gst_cl_spectra_make_gain (info, n_bins, windows[0],
      error);

  level /= gst_cl_spectra_get_length (info, 0);
  for (i = 1; i < info->rank; i++) {
    clfft_gain_desc desc = gst_cl_spectra_describe_gain (info, i, windows[i]);
    gdouble gain;

    clfft_gain_fill (&desc, &gain);
    level /= gst_cl_spectra_get_length (info, i) * gain;
  }
  for (i = 0; factors && i < n_bins; i++)
    factors[i] = level / factors[i];
  return factors;
}
