/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * video/config.c: derives from a stream of spectra of video what its inverse
 * is. Axes are counted from the inside here: columns, rows, pictures.
 */
#include "config.h"

#include <string.h>
#include "element/spectra/spectra.h"
#include "opencl/error.h"
#include "clifft/audio/config.h"
#include "picture.h"

/* The most frames of a dispatch. */
#define MAX_DISPATCH_FRAMES 64

/* The least coverage at which a picture can be restored, as a share of the
   largest sum of squares; a picture that only the edge of one window of time
   covers is below it. As for audio. */
#define LEAST_COVERAGE 1e-8

/* ---- whether there is an inverse ---- */

static gboolean
check_stream (const GstFourierInfo * info, GError ** error)
{
  if (!gst_cl_ifft_config_check_values (info, error))
    return FALSE;
  if (info->remove_dc)
    return gst_cl_set_settings_error (error, "remove-dc is 1, but must be 0: "
        "the means of the blocks are gone");
  if (info->fields)
    return gst_cl_set_settings_error (error, "fields is 1, but must be 0: "
        "spectra of fields do not tell which field is the upper one; put a "
        "deinterlacer before clvideofft");
  if (info->rank == 3 && info->hop > info->depth)
    return gst_cl_set_settings_error (error, "hop is %u, but must be at most "
        "%u: depth is %u pictures, and there are pictures that no spectrum is "
        "of", info->hop, info->depth, info->depth);
  if (info->rank == 3 && info->fps_n == 0)
    return gst_cl_set_settings_error (error, "framerate is 0/1, but spectra "
        "over time need one above 0: source-video is %s", info->source_video);
  return TRUE;
}

static guint
count_blocks (const GstClBlockAxis * axis)
{
  if (axis->lead > 0)
    return ((guint64) axis->length - 1 + axis->lead) / axis->hop + 1;
  return axis->length <= axis->size ? 1
      : (axis->length - axis->size + axis->hop - 1) / axis->hop + 1;
}

/* Rows and columns of blocks: as few as hold every pixel, or centred. */
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
    if (axis->size > axis->length)
      return gst_cl_set_settings_error (error, "block-size is %u %s, but must "
          "be at most %u, which the pictures have", axis->size, what,
          axis->length);
    /* an axis that is not cut has one block, a centred one has more */
    axis->lead = info->center && axis->n_blocks > 1 ? axis->size / 2 : 0;
    n = count_blocks (axis);
    if (axis->n_blocks != n)
      return gst_cl_set_settings_error (error, "blocks is %u, but must be %u: "
          "%u%s blocks of %u %s that share %u hold the %u %s of a picture",
          axis->n_blocks, n, n, axis->lead > 0 ? " centred" : "", axis->size,
          what, info->block_overlap[i], axis->length, what);
  }
  return TRUE;
}

/* ---- windows ---- */

static gboolean
fill_window (GstClIfftVideoConfig * config, guint axis, GError ** error)
{
  config->windows[axis] = gst_cl_spectra_make_window (&config->info, axis, NULL,
      error);
  return config->windows[axis] != NULL;
}

/* Weights of the blocks along an axis, 0: rows; 1: columns. */
static gboolean
fill_weights (GstClIfftVideoConfig * config, guint axis, GError ** error)
{
  const GstFourierInfo *info = &config->info;
  const GstClBlockAxis *blocks = &config->add.axes[axis];
  gdouble lowest, highest;
  guint at;

  config->weights[axis] = gst_cl_coefficients_new ((guint64) blocks->n_blocks
      * blocks->size, "pixels of blocks", error);
  if (!config->weights[axis])
    return FALSE;
  if (!gst_cl_dual_window_fill (blocks, config->windows[1 - axis],
          config->weights[axis], &lowest, &highest, &at))
    return gst_cl_set_memory_error (error, "No memory for the sums over %u "
        "pixels", blocks->length);
  if (lowest > 0) {
    config->coverage *= lowest / highest;
    config->add.weights[axis] = config->weights[axis];
    return TRUE;
  }
  return gst_cl_set_settings_error (error, "window is %s, which has no inverse "
      "with blocks of %u %s that share %u: no block tells %s %u of a picture, "
      "the sum of the squares of all windows over it is 0", info->window,
      blocks->size, axis == 0 ? "rows" : "columns", info->block_overlap[axis],
      axis == 0 ? "row" : "column", at);
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
  return gst_cl_set_settings_error (error, "temporal-window is %s of %u "
      "pictures and hop is %u, which has no inverse: there are pictures that "
      "no spectrum tells, the sum of the squares of all windows over them is 0",
      info->temporal_window, info->depth, info->hop);
}

/* ---- sizes ---- */

gsize
gst_cl_ifft_video_config_get_output_size (const GstClIfftVideoConfig * config)
{
  /* fits: half of it is stored, in at most 2^31 bytes */
  return (config->load.to_double ? 8 : 4) * config->n_spectra
      * gst_cl_spectrum_load_get_n_samples (&config->load);
}

static void
fill_add (GstClIfftVideoConfig * config)
{
  const GstFourierInfo *info = &config->info;
  GstClPictureAddParams *add = &config->add;

  add->n_channels = info->channels;
  add->shape[0] = gst_cl_spectra_get_length (info, 1);
  add->shape[1] = gst_cl_spectra_get_length (info, 0);
  add->depth = info->rank == 3 ? info->depth : 1;
  add->shape_depth = gst_cl_spectra_get_length (info, 2);
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
  if (!check_stream (info, error) || !gst_cl_spectra_check_cost (info, error)
      || !gst_cl_ifft_get_video_info (info, &config->video, error)
      || !fill_axes (config, error))
    return NULL;
  gst_cl_ifft_config_init_load (&config->load, info, has_double);
  fill_add (config);
  if (!fill_window (config, 0, error) || !fill_window (config, 1, error)
      || !fill_weights (config, 0, error) || !fill_weights (config, 1, error)
      || !cover_time (config, error))
    return NULL;
  config->factors = gst_cl_spectra_make_factors (info, config->windows, 1,
      error);
  if (!config->factors)
    return NULL;
  config->load.factors = config->factors;
  config->n_spectra = (guint64) info->channels * info->blocks[0]
      * info->blocks[1];
  config->max_frames = gst_cl_spectra_count_frames
      (gst_cl_ifft_video_config_get_output_size (config), MAX_DISPATCH_FRAMES);
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
