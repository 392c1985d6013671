/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* config.c: derives the transforms and the caps from the settings and the
   format of the pictures. */
#include "config.h"

#include <math.h>
#include <string.h>
#include "element/fit/request.h"
#include "element/progress.h"
#include "opencl/error.h"
#include "picturerings.h"
#include "element/enums.h"
#include "element/spectra/spectra.h"
#include "fields.h"

/* The engine's axes, the innermost first. */
enum
{
  AXIS_X,
  AXIS_Y,
  AXIS_TIME,
};

static guint
get_rank (const GstClVideoFftConfig * config)
{
  return config->settings.depth > 1 ? 3 : 2;
}

/* ---- the pictures ---- */

static gboolean
check_video (const GstClVideoFftSettings * settings,
    const GstVideoInfo * video, GError ** error)
{
  GstVideoInterlaceMode mode = GST_VIDEO_INFO_INTERLACE_MODE (video);

  if (mode != GST_VIDEO_INTERLACE_MODE_PROGRESSIVE
      && settings->interlacing == GST_CL_VIDEO_INTERLACING_REFUSE)
    return gst_cl_set_settings_error (error, "interlace-mode is %s, but with "
        "interlacing=refuse must be progressive: set interlacing=fields or put "
        "a deinterlacer before", gst_video_interlace_mode_to_string (mode));
  if (mode == GST_VIDEO_INTERLACE_MODE_FIELDS)
    return gst_cl_set_settings_error (error, "interlace-mode is fields, but "
        "with interlacing=fields must be progressive, interleaved, mixed or "
        "alternate");
  if (settings->depth > 1 && GST_VIDEO_INFO_FPS_N (video) == 0)
    return gst_cl_set_request_error (error, "depth", "1", "is %u, but must be "
        "1 while the framerate is variable (0/1)", settings->depth);
  return TRUE;
}

/* Describes a picture: all of a buffer, or a field of it. */
static gboolean
choose_pictures (GstClVideoFftConfig * config, GError ** error)
{
  GstClVideoPicture *picture = &config->picture;
  const GstVideoInfo *video = &picture->video;
  GstVideoInterlaceMode mode = GST_VIDEO_INFO_INTERLACE_MODE (video);
  gboolean is_split = mode != GST_VIDEO_INTERLACE_MODE_PROGRESSIVE
      && mode != GST_VIDEO_INTERLACE_MODE_ALTERNATE;

  config->shown = *video;
  if (is_split && picture->height % 2 != 0) {
    gst_cl_set_request_error (&config->note, "interlacing", NULL, "is fields, "
        "but %u rows must be an even number: pictures are taken whole",
        picture->height);
    return TRUE;
  }
  config->has_fields = mode != GST_VIDEO_INTERLACE_MODE_PROGRESSIVE;
  if (config->has_fields
      && !gst_cl_video_fields_describe (video, &config->shown))
    return gst_cl_set_property_error (error, "interlacing", "is fields, but "
        "caps cannot tell twice the framerate %d/%d, or half the "
        "pixel-aspect-ratio %d/%d", GST_VIDEO_INFO_FPS_N (video),
        GST_VIDEO_INFO_FPS_D (video), GST_VIDEO_INFO_PAR_N (video),
        GST_VIDEO_INFO_PAR_D (video));
  if (is_split)
    gst_cl_video_picture_split (picture);
  return TRUE;
}

/* Writes FORMAT:WIDTHxHEIGHT:FPS[:PIXEL-ASPECT[:COLORIMETRY]]. */
static void
describe_source (GstFourierInfo * info, const GstVideoInfo * video, guint hop)
{
  g_autofree gchar *colorimetry =
      gst_video_colorimetry_to_string (&video->colorimetry);
  GString *text = g_string_new (GST_VIDEO_INFO_NAME (video));

  g_string_append_printf (text, ":%dx%d:%d/%d", GST_VIDEO_INFO_WIDTH (video),
      GST_VIDEO_INFO_HEIGHT (video), GST_VIDEO_INFO_FPS_N (video),
      GST_VIDEO_INFO_FPS_D (video));
  if (colorimetry || GST_VIDEO_INFO_PAR_N (video) != 1
      || GST_VIDEO_INFO_PAR_D (video) != 1)
    g_string_append_printf (text, ":%d/%d", GST_VIDEO_INFO_PAR_N (video),
        GST_VIDEO_INFO_PAR_D (video));
  if (colorimetry)
    g_string_append_printf (text, ":%s", colorimetry);
  gst_fourier_info_set_source_video (info, text->str, hop);
  g_string_free (text, TRUE);
}

/* ---- the stream ---- */

static void
describe_shape (GstClVideoFftConfig * config)
{
  const GstClVideoFftSettings *s = &config->settings;
  GstFourierInfo *info = &config->info;
  guint rank = get_rank (config), shape[3], axis;

  for (axis = 0; axis < rank; axis++)
    shape[rank - 1 - axis] = axis < AXIS_TIME && s->zero_pad[axis]
        ? s->zero_pad[axis] : gst_cl_spectra_get_window_length (info, axis);
  gst_fourier_info_set_shape (info, rank, shape, gst_cl_sides_to_fourier (s->sides, GST_FOURIER_SIDES_ONE));
  if (s->reduce == GST_CL_VIDEO_REDUCE_RADIAL)
    gst_fourier_info_set_bands (info, GST_FOURIER_BAND_SCALE_RADIAL,
        MAX (shape[0], shape[1]) / 2 + 1);
}

static void
describe_stream (GstClVideoFftConfig * config)
{
  const GstClVideoFftSettings *s = &config->settings;
  GstFourierInfo *info = &config->info;

  info->quantity = s->quantity;
  info->scaling = s->scaling;
  info->channels = config->picture.n_channels;
  describe_source (info, &config->shown, s->temporal_hop);
  info->fields = config->has_fields ? 1 : 0;
  gst_fourier_info_set_window (info, clfft_window_name (s->window),
      gst_cl_window_resolve_param (s->window, s->window_param));
  gst_fourier_info_set_temporal_window (info,
      clfft_window_name (s->temporal_window));
  gst_fourier_info_set_floor (info, s->floor);
  gst_fourier_info_set_component (info,
      gst_cl_enum_nick (GST_TYPE_CL_VIDEO_COMPONENT, s->component));
  info->depth = s->depth;
  info->center = s->center;
  info->remove_dc = s->remove_dc ? 1 : 0;
  describe_shape (config);
}

/* ---- coefficients ---- */

/* Multiplies *sum and *square by those of the window of an axis. */
static gboolean
fill_window (GstClVideoFftConfig * config, guint axis, gdouble * sum,
    gdouble * square, GError ** error)
{
  const GstClVideoFftSettings *s = &config->settings;
  clfft_window window = axis == AXIS_TIME ? s->temporal_window : s->window;
  guint length = gst_cl_spectra_get_window_length (&config->info, axis), i;
  gdouble sums[2] = { 0, 0 }, *w;

  if (window == CLFFT_WINDOW_RECT) {
    *sum *= length;
    *square *= length;
    return TRUE;
  }
  w = config->windows[axis] = gst_cl_spectra_make_window (&config->info, axis,
      NULL, error);
  if (!w)
    return FALSE;
  for (i = 0; i < length; i++) {
    sums[0] += w[i];
    sums[1] += w[i] * w[i];
  }
  *sum *= sums[0];
  *square *= sums[1];
  return TRUE;
}

/* The factor by which scaling multiplies |X|, and the further one of a doubled
   bin. */
static gdouble
get_factor (const GstClVideoFftConfig * config, gdouble sum, gdouble square,
    gdouble * doubling)
{
  const GstVideoInfo *video = &config->shown;
  gdouble rate = config->info.rank < 3 ? 1.0
      : (gdouble) GST_VIDEO_INFO_FPS_N (video) / GST_VIDEO_INFO_FPS_D (video);

  switch (config->settings.scaling) {
    case GST_FOURIER_SCALING_AMPLITUDE:
      *doubling = 2;
      return 1 / sum;
    case GST_FOURIER_SCALING_POWER:
      *doubling = G_SQRT2;
      return 1 / sum;
    case GST_FOURIER_SCALING_PSD:
      *doubling = G_SQRT2;
      return 1 / sqrt (rate * square);
    default:
      *doubling = 1;
      return 1;
  }
}

static gboolean
fill_gain (GstClVideoFftConfig * config, gdouble sum, gdouble square,
    GError ** error)
{
  gboolean is_one = config->info.sides == GST_FOURIER_SIDES_ONE;
  guint n = gst_cl_spectra_get_length (&config->info, AXIS_X), k;
  guint n_bins = is_one ? n / 2 + 1 : n;
  gdouble doubling, factor = get_factor (config, sum, square, &doubling);

  /* a factor would only blur the angle of values near zero */
  if (config->settings.quantity == GST_FOURIER_QUANTITY_PHASE)
    return TRUE;
  config->gain = gst_cl_coefficients_new (n_bins, "bins", error);
  if (!config->gain)
    return FALSE;
  for (k = 0; k < n_bins; k++) {
    gboolean is_doubled = is_one && k > 0 && 2 * k < n
        && config->rings.n_rings == 0;

    config->gain[k] = is_doubled ? factor * doubling : factor;
  }
  return TRUE;
}

/* A ring's mean is of the power in its bins: what scaling spread over the
   bandwidth of the window is divided by it, n sum w^2 / (sum w)^2. A density
   needs nothing. */
static void
scale_rings (GstClVideoFftConfig * config, gdouble sum, gdouble square)
{
  gdouble *weight = (gdouble *) config->rings.weight;
  gdouble n = (gdouble) gst_cl_spectra_get_length (&config->info, AXIS_X)
      * gst_cl_spectra_get_length (&config->info, AXIS_Y);
  guint i, n_rings = config->rings.n_rings;

  if (n_rings == 0 || config->settings.scaling == GST_FOURIER_SCALING_PSD)
    return;
  for (i = 0; i < config->rings.first[n_rings]; i++)
    weight[i] *= sum * sum / (n * square);
}

static gboolean
fill_windows_and_gain (GstClVideoFftConfig * config, GError ** error)
{
  gdouble sum = 1, square = 1;
  guint axis;

  for (axis = 0; axis < get_rank (config); axis++)
    if (!fill_window (config, axis, &sum, &square, error))
      return FALSE;
  scale_rings (config, sum, square);
  return fill_gain (config, sum, square, error);
}

/* ---- rings ---- */

static gboolean
may_go_on (guint64 done, guint64 all)
{
  return gst_cl_progress_may_go_on (done, all, "rings");
}

static gboolean
fill_rings (GstClVideoFftConfig * config, GError ** error)
{
  const guint n[2] = { gst_cl_spectra_get_length (&config->info, AXIS_X),
    gst_cl_spectra_get_length (&config->info, AXIS_Y)
  };
  guint64 n_bins = (guint64) (n[0] / 2 + 1) * n[1];
  guint64 most = GST_FOURIER_MAX_FRAME_SIZE / (2 * sizeof (gfloat));
  guint n_rings = config->info.bins[1];
  guint32 *first, *bin;
  gdouble *weight;

  if (config->settings.reduce != GST_CL_VIDEO_REDUCE_RADIAL)
    return TRUE;
  if (n_bins > most)
    return gst_cl_set_property_error (error, "reduce", "is radial, but a "
        "transform of %u x %u has %" G_GUINT64_FORMAT " bins, must have at "
        "most %" G_GUINT64_FORMAT, n[0], n[1], n_bins, most);
  config->rings.first = first = g_try_new (guint32, n_rings + 1);
  config->rings.bin = bin = g_try_new (guint32, n_bins);
  config->rings.weight = weight = g_try_new (gdouble, n_bins);
  if (!first || !bin || !weight)
    return gst_cl_set_memory_error (error, "No memory for the rings of %"
        G_GUINT64_FORMAT " bins", n_bins);
  if (!gst_cl_picture_rings_sort (n, n_rings, first, bin, weight, may_go_on))
    return may_go_on (0, 1)
        ? gst_cl_set_memory_error (error, "No memory for %u rings", n_rings)
        : (gst_cl_set_cancelled_error (error, "The rings are not wanted any "
            "more"), FALSE);
  config->rings.n_rings = n_rings;
  return TRUE;
}

/* ---- making ---- */

GstClVideoFftConfig *
gst_cl_video_fft_config_new (const GstClVideoFftSettings * settings,
    const GstVideoInfo * video, GError ** error)
{
  g_autoptr (GstClVideoFftConfig) config =
      g_atomic_rc_box_new0 (GstClVideoFftConfig);
  static const GstClFieldProperty fields[] = {
    {"block-size", "block-width"}, {"bins", "reduce"}, {NULL, "depth"}
  };

  config->settings = *settings;
  gst_fourier_info_init (&config->info);
  if (!gst_cl_video_fft_settings_check (settings, error)
      || !check_video (settings, video, error)
      || !gst_cl_video_picture_init (&config->picture, video,
          settings->component, error)
      || !choose_pictures (config, error)
      || !gst_cl_video_fft_config_cut (config, error))
    return NULL;
  describe_stream (config);
  if (!gst_cl_video_fft_config_check_sizes (config, NULL, error))
    return NULL;
  if (!gst_cl_spectra_check (&config->info, fields, settings->depth, error)
      || !fill_rings (config, error)
      || !fill_windows_and_gain (config, error))
    return NULL;
  return g_steal_pointer (&config);
}

GstClVideoFftConfig *
gst_cl_video_fft_config_ref (GstClVideoFftConfig * config)
{
  return g_atomic_rc_box_acquire (config);
}

static void
clear (gpointer data)
{
  GstClVideoFftConfig *config = data;

  for (guint axis = 0; axis < CLFFT_MAX_RANK; axis++)
    g_free (config->windows[axis]);
  gst_cl_video_picture_clear (&config->picture);
  g_free (config->gain);
  g_free ((gpointer) config->rings.first);
  g_free ((gpointer) config->rings.bin);
  g_free ((gpointer) config->rings.weight);
  g_clear_error (&config->note);
}

void
gst_cl_video_fft_config_free (gpointer config)
{
  if (config)
    g_atomic_rc_box_release_full (config, clear);
}

/* ---- for the device ---- */

static void
describe_loops (const GstClVideoFftConfig * config,
    const GstClVideoLayout * layout, clfft_desc * desc)
{
  const GstFourierInfo *info = &config->info;
  const GstClVideoPicture *picture = &config->picture;
  guint64 n_block = 1;
  guint i, loop = 0;

  for (i = 0; i < info->rank; i++)
    n_block *= info->bins[i];
  if (picture->n_sources > 0)
    desc->loops[loop++].count = 1;      /* the row of the matrix */
  desc->loops[loop].count = info->blocks[1];
  desc->loops[loop].input_distance =
      (gint64) (info->block_size[1] - info->block_overlap[1])
      * picture->pixel_stride;
  desc->loops[loop++].output_distance = n_block;
  desc->loops[loop].count = info->blocks[0];
  desc->loops[loop].input_distance =
      (info->block_size[0] - info->block_overlap[0]) * layout->row;
  desc->loops[loop++].output_distance = n_block * info->blocks[1];
  desc->n_loops = loop;
}

void
gst_cl_video_fft_config_describe (const GstClVideoFftConfig * config,
    const GstClVideoLayout * layout, clfft_desc * desc)
{
  const GstFourierInfo *info = &config->info;
  const GstClVideoPicture *picture = &config->picture;
  guint axis;

  memset (desc, 0, sizeof *desc);
  desc->transform = CLFFT_TRANSFORM_R2C;
  desc->precision = gst_cl_spectra_get_precision (info);
  desc->rank = info->rank;
  for (axis = 0; axis < desc->rank; axis++) {
    desc->lengths[axis] = gst_cl_spectra_get_length (info, axis);
    desc->load.lengths[axis] = gst_cl_spectra_get_window_length (info, axis);
    desc->load.windows[axis] = config->windows[axis];
  }
  desc->input_strides[AXIS_X] = picture->pixel_stride;
  desc->input_strides[AXIS_Y] = layout->row;
  desc->input_strides[AXIS_TIME] = desc->rank < 3 ? 0
      : gst_cl_video_picture_get_samples (picture);
  describe_loops (config, layout, desc);

  desc->load.sample = picture->sample;
  desc->load.big_endian = picture->is_big_endian;
  desc->load.subtract_mean = config->settings.remove_dc;
  if (picture->n_sources > 0) {
    desc->load.matrix = picture->matrix;
    desc->load.n_rows = 1;
    desc->load.n_sources = picture->n_sources;
    desc->load.source_distance = layout->source_distance;
  }
  desc->store.quantity = (clfft_quantity) info->quantity;
  desc->store.sides = gst_cl_spectra_get_sides (info);
  desc->store.floor = info->floor;
  desc->store.gain = config->gain;
  desc->store.rings = config->rings;
}
