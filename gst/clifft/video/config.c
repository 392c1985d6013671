/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * video/config.c: derives from a stream of spectra of video what its inverse
 * is. Axes are counted from the inside here: columns, rows, pictures.
 */
#include "config.h"

#include <string.h>
#include "opencl/error.h"
#include "element/enums.h"
#include "clifft/audio/config.h"
#include "picture.h"

/* Bytes that one dispatch reads or writes at most, if frames are smaller, and
   frames. */
#define MAX_DISPATCH_SIZE (4 << 20)
#define MAX_DISPATCH_FRAMES 64

/* The least coverage at which a picture can be restored, as a share of the
   largest sum of squares; a picture that only the edge of one window of time
   covers is below it. As for audio. */
#define LEAST_COVERAGE 1e-8

/* Length of an axis of the transform, 1 where there is none. */
static guint
get_shape (const GstFourierInfo * info, guint axis)
{
  return axis < info->rank ? info->shape[info->rank - 1 - axis] : 1;
}

/* Points of an axis that are read. */
static guint
get_size (const GstFourierInfo * info, guint axis)
{
  return axis == 2 ? info->depth : info->block_size[1 - axis];
}

/* ---- whether there is an inverse ---- */

static gboolean
check_stream (const GstFourierInfo * info, GError ** error)
{
  if (!gst_cl_ifft_config_check_values (info, error))
    return FALSE;
  if (info->remove_dc) {
    gst_cl_set_settings_error (error, "remove-dc is 1, but must be 0: "
        "the means of the blocks are gone");
    return FALSE;
  }
  if (info->fields) {
    gst_cl_set_settings_error (error, "fields is 1, but must be 0: "
        "spectra of fields do not tell which field is the upper one; put a "
        "deinterlacer before clvideofft");
    return FALSE;
  }
  if (info->rank == 3 && info->hop > info->depth) {
    gst_cl_set_settings_error (error, "hop is %u, but must be at most %u: "
        "depth is %u pictures, and there are pictures that no spectrum is of",
        info->hop, info->depth, info->depth);
    return FALSE;
  }
  if (info->rank == 3 && info->fps_n == 0) {
    gst_cl_set_settings_error (error, "framerate is 0/1, but spectra over time "
        "need one above 0: source-video is %s", info->source_video);
    return FALSE;
  }
  return TRUE;
}

static guint
count_blocks (guint length, guint size, guint hop)
{
  return length <= size ? 1 : (length - size + hop - 1) / hop + 1;
}

/* Rows and columns of blocks: as few as hold every pixel. */
static gboolean
fill_axes (GstClIfftVideoConfig * config, GError ** error)
{
  const GstFourierInfo *info = &config->info;
  guint lengths[2] = { GST_VIDEO_INFO_HEIGHT (&config->video),
    GST_VIDEO_INFO_WIDTH (&config->video)
  };
  guint i, n;

  for (i = 0; i < 2; i++) {
    GstClBlockAxis *axis = &config->add.axes[i];
    const gchar *what = i == 0 ? "rows" : "columns";

    axis->length = lengths[i];
    axis->n_blocks = info->blocks[i];
    axis->size = info->block_size[i];
    axis->hop = info->block_size[i] - info->block_overlap[i];
    if (axis->size > axis->length) {
      gst_cl_set_settings_error (error, "block-size is %u %s, but must be at "
          "most %u, which the pictures have", axis->size, what, axis->length);
      return FALSE;
    }
    n = count_blocks (axis->length, axis->size, axis->hop);
    if (axis->n_blocks != n) {
      gst_cl_set_settings_error (error, "blocks is %u, but must be %u: %u "
          "blocks of %u %s that share %u hold the %u %s of a picture",
          axis->n_blocks, n, n, axis->size, what, info->block_overlap[i], axis->length, what);
      return FALSE;
    }
  }
  return TRUE;
}

/* ---- windows ---- */

static gboolean
refuse_memory (guint64 n, const gchar * what, GError ** error)
{
  g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
      "No memory for the coefficients of %" G_GUINT64_FORMAT " %s", n, what);
  return FALSE;
}

static gboolean
fill_window (GstClIfftVideoConfig * config, guint axis, GError ** error)
{
  const GstFourierInfo *info = &config->info;
  gboolean is_time = axis == 2;
  const gchar *name = is_time ? info->temporal_window : info->window;
  guint size = get_size (info, axis);
  gdouble param = info->window_param;
  clfft_window window;

  if (!clfft_window_parse (name, &window)) {
    gst_cl_set_settings_error (error, "%s is %s, which is not known here: "
        "without its coefficients there is no inverse",
        is_time ? "temporal-window" : "window", name);
    return FALSE;
  }
  if (is_time && !clfft_window_parameter (window, &param, NULL, NULL))
    param = 0;
  config->windows[axis] = g_try_new (gdouble, size);
  if (!config->windows[axis])
    return refuse_memory (size, "pixels of a window", error);
  return gst_cl_check (clfft_window_fill (window, param, size,
          config->windows[axis]), "Could not make the window", error);
}

/* Weights of the blocks along an axis, 0: rows; 1: columns. */
static gboolean
fill_weights (GstClIfftVideoConfig * config, guint axis, GError ** error)
{
  const GstFourierInfo *info = &config->info;
  const GstClBlockAxis *blocks = &config->add.axes[axis];
  guint64 n = (guint64) blocks->n_blocks * blocks->size;
  gdouble lowest, highest;
  guint at;

  if (n < G_MAXSIZE / sizeof (gdouble))
    config->weights[axis] = g_try_new (gdouble, n);
  if (!config->weights[axis] || !gst_cl_dual_window_fill (blocks,
          config->windows[1 - axis], config->weights[axis], &lowest, &highest,
          &at))
    return refuse_memory (n, "pixels of blocks", error);
  if (lowest > 0) {
    config->coverage *= lowest / highest;
    config->add.weights[axis] = config->weights[axis];
    return TRUE;
  }
  gst_cl_set_settings_error (error, "window is %s, which has no inverse with "
      "blocks of %u %s that share %u: no block tells %s %u of a picture, the "
      "sum of the squares of all windows over it is 0", info->window,
      blocks->size, axis == 0 ? "rows" : "columns",
      info->block_overlap[axis], axis == 0 ? "row" : "column", at);
  return FALSE;
}

/* The axis of time; a single picture has the coefficient 1. */
static gboolean
cover_time (GstClIfftVideoConfig * config, GError ** error)
{
  static const gdouble one = 1;
  const GstFourierInfo *info = &config->info;
  gdouble lowest = 1, highest = 1;

  config->add.window = &one;
  config->add.least = 0;
  if (info->rank < 3)
    return TRUE;
  if (!fill_window (config, 2, error)
      || !gst_cl_check (clfft_window_coverage (config->windows[2],
              info->depth, info->hop, &lowest, &highest),
          "Could not make the window", error))
    return FALSE;
  config->add.window = config->windows[2];
  config->add.least = LEAST_COVERAGE * highest;
  config->coverage *= lowest / highest;
  if (lowest > 0)
    return TRUE;
  gst_cl_set_settings_error (error, "temporal-window is %s of %u pictures and "
      "hop is %u, which has no inverse: there are pictures that no spectrum "
      "tells, the sum of the squares of all windows over them is 0",
      info->temporal_window, info->depth, info->hop);
  return FALSE;
}

/* ---- scaling ---- */

/* Gain of an axis other than the innermost: the same for all bins. */
static gdouble
get_outer_gain (const GstClIfftVideoConfig * config, guint axis)
{
  const GstFourierInfo *info = &config->info;
  gdouble rate = (gdouble) info->fps_n * info->hop / info->fps_d, gain;
  clfft_gain_desc desc = {
    .scaling = (clfft_scaling) info->scaling,
    .sides = CLFFT_SIDES_TWO,
    .n = 1,
    .rate = axis == 2 ? rate : 1,
    .window = config->windows[axis],
    .window_length = get_size (info, axis),
  };

  clfft_gain_fill (&desc, &gain);
  return gain;
}

static gboolean
fill_factors (GstClIfftVideoConfig * config, GError ** error)
{
  const GstFourierInfo *info = &config->info;
  guint n_bins = info->bins[info->rank - 1], i;
  gdouble level = 1.0 / get_shape (info, 0);
  clfft_gain_desc desc = {
    .scaling = (clfft_scaling) info->scaling,
    .sides = info->sides == GST_FOURIER_SIDES_ONE ? CLFFT_SIDES_ONE
        : info->sides == GST_FOURIER_SIDES_TWO ? CLFFT_SIDES_TWO
        : CLFFT_SIDES_CENTERED,
    .n = get_shape (info, 0),
    .rate = 1,
    .window = config->windows[0],
    .window_length = get_size (info, 0),
  };

  config->factors = g_try_new (gdouble, n_bins);
  if (!config->factors)
    return refuse_memory (n_bins, "bins", error);
  for (i = 1; i < info->rank; i++)
    level /= get_shape (info, i) * get_outer_gain (config, i);
  clfft_gain_fill (&desc, config->factors);
  for (i = 0; i < n_bins; i++)
    config->factors[i] = level / config->factors[i];
  config->load.factors = config->factors;
  return TRUE;
}

/* ---- sizes ---- */

static guint64
count_points (const GstClIfftVideoConfig * config)
{
  const GstFourierInfo *info = &config->info;

  /* fits: half of it is stored, in at most 2^31 bytes */
  return config->n_spectra * get_shape (info, 0) * get_shape (info, 1)
      * get_shape (info, 2);
}

gsize
gst_cl_ifft_video_config_get_output_size (const GstClIfftVideoConfig * config)
{
  return (config->load.to_double ? 8 : 4) * count_points (config);
}

static void
fill_add (GstClIfftVideoConfig * config)
{
  const GstFourierInfo *info = &config->info;
  GstClPictureAddParams *add = &config->add;

  add->n_channels = info->channels;
  add->shape[0] = get_shape (info, 1);
  add->shape[1] = get_shape (info, 0);
  add->depth = info->rank == 3 ? info->depth : 1;
  add->shape_depth = get_shape (info, 2);
  add->hop = info->rank == 3 ? info->hop : 1;
  add->is_double = config->load.to_double;
}

GstClIfftVideoConfig *
gst_cl_ifft_video_config_new (const GstFourierInfo * info,
    gboolean has_double, GError ** error)
{
  g_autoptr (GstClIfftVideoConfig) config = g_new0 (GstClIfftVideoConfig, 1);

  config->info = *info;
  config->coverage = 1;
  if (!check_stream (info, error)
      || !gst_cl_ifft_get_video_info (info, &config->video, error)
      || !fill_axes (config, error))
    return NULL;
  gst_cl_ifft_config_init_load (&config->load, info, has_double);
  fill_add (config);
  if (!fill_window (config, 0, error) || !fill_window (config, 1, error)
      || !fill_weights (config, 0, error) || !fill_weights (config, 1, error)
      || !cover_time (config, error) || !fill_factors (config, error))
    return NULL;
  config->n_spectra = (guint64) info->channels * info->blocks[0]
      * info->blocks[1];
  config->max_frames = CLAMP (MAX_DISPATCH_SIZE
      / gst_cl_ifft_video_config_get_output_size (config), 1,
      MAX_DISPATCH_FRAMES);
  return g_steal_pointer (&config);
}

void
gst_cl_ifft_video_config_free (GstClIfftVideoConfig * config)
{
  guint i;

  if (!config)
    return;
  for (i = 0; i < 3; i++)
    g_free (config->windows[i]);
  for (i = 0; i < 2; i++)
    g_free (config->weights[i]);
  g_free (config->factors);
  g_free (config);
}

/* ---- what comes out ---- */

void
gst_cl_ifft_video_config_describe_place (const GstClIfftVideoConfig * config,
    GstClPicturePlaceParams * params)
{
  const GstFourierInfo *info = &config->info;

  params->fps_n = config->video.fps_n;
  params->fps_d = config->video.fps_d;
  params->depth = config->add.depth;
  params->hop = config->add.hop;
  params->step = info->rank == 3 ? 1 : info->hop;
}

void
gst_cl_ifft_video_config_describe (const GstClIfftVideoConfig * config,
    clfft_desc * desc)
{
  const GstFourierInfo *info = &config->info;
  guint axis;

  memset (desc, 0, sizeof *desc);
  desc->transform = CLFFT_TRANSFORM_C2R;
  desc->direction = CLFFT_DIRECTION_INVERSE;
  desc->precision = config->load.to_double ? CLFFT_PRECISION_DOUBLE
      : CLFFT_PRECISION_SINGLE;
  desc->rank = info->rank;
  desc->n_loops = 1;
  desc->loops[0].count = config->max_frames * config->n_spectra;
  desc->loops[0].input_distance =
      gst_cl_spectrum_load_get_n_written (&config->load);
  desc->loops[0].output_distance = 1;
  for (axis = 0; axis < info->rank; axis++) {
    desc->lengths[axis] = get_shape (info, axis);
    desc->loops[0].output_distance *= get_shape (info, axis);
  }
  desc->destroy_input = TRUE;
}
