/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * sizes.c: tells whether a frame fits into the stream format and the device,
 * and which is the largest one that does; config.h declares it.
 */
#include "config.h"

#include "element/caps.h"
#include "element/fit/request.h"
#include "element/spectra/spectra.h"
#include "opencl/error.h"

/* How many depths above one that fits are tried as well. */
#define NEARBY 32
/* The largest prime factor of sides that are transformed as they are. */
#define MAX_FACTOR 127

/* Computes the bytes that one picture adds to the staging memory and to a
   frame, which 64 bits may not hold. */
static void
get_sizes (const GstClVideoFftConfig * config, gdouble * staging,
    gdouble * frame)
{
  const GstFourierInfo *info = &config->info;
  guint i;

  *staging = gst_cl_video_picture_get_size (&config->picture);
  *frame = (gdouble) info->channels * info->blocks[0] * info->blocks[1]
      * gst_fourier_info_get_point_size (info);
  for (i = info->rank - 2; i < info->rank; i++)
    *frame *= info->bins[i];
}

/* The part of a frame that is too large. */
typedef struct
{
  const gchar *what;            /* NULL: nothing */
  gdouble size;                 /* bytes */
  guint64 limit;
  const gchar *whose;
} Excess;

/* Whether the spectra or the pictures of `depth` exceed `limit` bytes. */
static gboolean
exceeds (const GstClVideoFftConfig * config, guint depth, guint64 limit,
    const gchar * whose, Excess * excess)
{
  gdouble staging, frame;

  get_sizes (config, &staging, &frame);
  excess->what = frame > staging ? "spectra" : "samples";
  excess->size = MAX (staging, frame) * depth;
  excess->limit = limit;
  excess->whose = whose;
  return excess->size > limit;
}

/* Whether the plan of a depth takes too much memory. If a depth above 1 fits,
   any smaller one but 1 can be set as well: windows are read from their
   beginning. */
static gboolean
plan_exceeds (const GstClVideoFftConfig * config, guint depth,
    const clfft_limits * limits, Excess * excess)
{
  GstClVideoFftConfig asked = *config;
  GstClVideoLayout layout;
  guint64 size = 0;
  clfft_desc desc;

  asked.settings.depth = asked.info.depth = depth;
  if (asked.info.rank == 3)
    asked.info.shape[0] = asked.info.bins[0] = depth;
  gst_cl_video_picture_get_layout (&asked.picture, &layout);
  gst_cl_video_fft_config_describe (&asked, &layout, &desc);
  if (clfft_desc_fits (&desc, limits, config->settings.schedule, &size)
      != CLFFT_STATUS_UNSUPPORTED || size <= limits->max_allocation)
    return FALSE;
  excess->what = "intermediate results";
  excess->size = size;
  return TRUE;
}

/* Whether a depth is too large. limits NULL: only the stream format limits
   it. */
static gboolean
is_too_large (const GstClVideoFftConfig * config, guint depth,
    const clfft_limits * limits, Excess * excess)
{
  if (exceeds (config, depth, GST_FOURIER_MAX_FRAME_SIZE, "a frame", excess))
    return TRUE;
  return limits && (exceeds (config, depth, limits->max_allocation,
          "a buffer of the device", excess)
      || plan_exceeds (config, depth, limits, excess));
}

/* Finds the largest depth. Transforms of some lengths keep more memory than
   longer ones, so depths a little above the first that is too large are tried
   too. */
static guint
find_largest_depth (const GstClVideoFftConfig * config,
    const clfft_limits * limits)
{
  guint depth = config->settings.depth, low = 1, high = depth, i;
  Excess excess;

  while (high - low > 1) {
    guint middle = low + (high - low) / 2;

    if (is_too_large (config, middle, limits, &excess))
      high = middle;
    else
      low = middle;
  }
  for (i = MIN (low + NEARBY, depth - 1); i > low; i--)
    if (!is_too_large (config, i, limits, &excess))
      return i;
  return low;
}

gsize
gst_cl_video_fft_config_get_staging_size (const GstClVideoFftConfig * config)
{
  return gst_cl_video_picture_get_size (&config->picture)
      * config->settings.depth;
}

/* Points that a transform works with where caps choose a side with a large prime
   factor: it is a convolution, twice as long as the next power of two or less, in
   two buffers. What settings choose costs what it costs. */
static guint64
get_weight (const GstClVideoFftConfig * config, guint axis)
{
  const GstClVideoFftSettings *s = &config->settings;
  guint side = gst_cl_spectra_get_length (&config->info, axis);

  return s->zero_pad[axis] || s->block[axis]
      || gst_cl_spectra_is_smooth (side, MAX_FACTOR) ? side
      : G_GUINT64_CONSTANT (4) << g_bit_storage (side - 1);
}

static gboolean
check_sides (const GstClVideoFftConfig * config, GError ** error)
{
  const guint n[2] = { gst_cl_spectra_get_length (&config->info, 0),
    gst_cl_spectra_get_length (&config->info, 1)
  };
  guint axis;

  for (axis = 0; axis < 2; axis++) {
    guint64 weight = get_weight (config, axis);

    if (weight > n[axis] && weight * n[!axis] > GST_CL_VIDEO_MAX_SAMPLES)
      return gst_cl_set_settings_error (error, "A picture of %u x %u pixels is "
          "too large to be transformed as it is: %u has a prime factor above "
          "%u; set %s", config->picture.width, config->picture.height, n[axis],
          MAX_FACTOR, axis == 0 ? "zero-pad-width" : "zero-pad-height");
  }
  return TRUE;
}

gboolean
gst_cl_video_fft_config_check_sizes (const GstClVideoFftConfig * config,
    const clfft_limits * limits, GError ** error)
{
  const GstClVideoFftSettings *s = &config->settings;
  const GstFourierInfo *info = &config->info;
  Excess excess, single;

  if (!is_too_large (config, s->depth, limits, &excess))
    return check_sides (config, error);
  if (s->depth > 1 && !exceeds (config, 1, excess.limit, NULL, &single))
    gst_cl_set_property_error (error, "depth", "is %u, but must be at most %u: "
        "the %s of %u pictures have %.0f bytes, and %s has at most %"
        G_GUINT64_FORMAT " bytes", s->depth, find_largest_depth (config,
        limits), excess.what, s->depth, excess.size, excess.whose,
        excess.limit);
  else
    gst_cl_set_settings_error (error, "A picture of %u x %u pixels is too "
        "large: the %s of its %u x %u blocks of %u x %u bins have %.0f bytes, "
        "and %s has at most %" G_GUINT64_FORMAT " bytes",
        config->picture.width, config->picture.height, excess.what,
        info->blocks[1], info->blocks[0], info->shape[info->rank - 1],
        info->shape[info->rank - 2], excess.size, excess.whose, excess.limit);
  return FALSE;
}
