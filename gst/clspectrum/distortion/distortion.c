/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * distortion.c: see distortion.h.
 *
 *   samples -> doubles -> device: power of bins -> the tone's place
 *       -> fit -> what is left -> device -> the place of the largest spur -> fit
 */
#include "distortion.h"

#include <math.h>
#include <string.h>
#include "audio/samples.h"
#include "element/spectra/spectra.h"
#include "opencl/error.h"

struct _GstClDistortion
{
  GstClSession *session;
  guint n_channels, rate, n_bins;
  gdouble calibration;
  gsize length;
  gsize max_transforms;

  GstClSamples *reader;
  guint8 *stream;               /* samples of a transform as they came */
  gdouble *samples;             /* a plane for each channel of each transform */
  GstClTone *tones;             /* likewise */

  clfft_plan *plan;
  GstMemory *input, *output;

  GstClToneSums *sums;          /* of each channel */
  GstClDistortionFigures figures;
};

/* ---- making ---- */

static gboolean
make_plan (GstClDistortion * d, GstClProgress * progress, GError ** error)
{
  gsize n_blocks = d->max_transforms * d->n_channels;
  g_autofree gdouble *window = gst_cl_coefficients_new (d->length, "a window",
      error);
  clfft_desc desc = {
    .transform = CLFFT_TRANSFORM_R2C,
    .rank = 1,
    .lengths = {d->length},
    .n_loops = 1,
    .loops = {{.count = n_blocks,.input_distance = d->length,
            .output_distance = d->n_bins}},
    .load = {.lengths = {d->length}},
    .store = {.sides = CLFFT_SIDES_ONE,.quantity = CLFFT_QUANTITY_POWER},
  };

  if (!window || !gst_cl_check (clfft_window_fill (CLFFT_WINDOW_HANN, 0,
              d->length, window), "Could not compute a window", error))
    return FALSE;
  desc.load.windows[0] = window;
  if (!gst_cl_session_make_plan (d->session, &d->plan, &desc, NULL, progress,
          "the transform of distortion", error))
    return FALSE;
  d->input = gst_cl_session_alloc (d->session, n_blocks * d->length
      * sizeof (gfloat), error);
  if (d->input)
    d->output = gst_cl_session_alloc (d->session, n_blocks * d->n_bins
        * sizeof (gfloat), error);
  return d->output != NULL;
}

static gboolean
make_room (GstClDistortion * d, gsize input_size, GError ** error)
{
  gsize n_blocks = d->max_transforms * d->n_channels;
  gboolean has_room;
  guint i;

  d->stream = g_try_malloc (input_size);
  d->samples = g_try_new (gdouble, n_blocks * d->length);
  d->tones = g_try_new (GstClTone, n_blocks);
  d->sums = g_try_new0 (GstClToneSums, d->n_channels);
  has_room = d->stream && d->samples && d->tones && d->sums;
  for (i = 0; i < GST_CL_N_FIGURES; i++) {
    d->figures.numbers[i] = g_try_new (gfloat, d->n_channels);
    has_room = has_room && d->figures.numbers[i];
  }
  return has_room || gst_cl_set_memory_error (error, "No memory for distortion "
      "of %" G_GSIZE_FORMAT " samples of %u channels", d->length,
      d->n_channels);
}

GstClDistortion *
gst_cl_distortion_new (GstClSession * session,
    const GstClSpectrumConfig * config, GstClProgress * progress,
    GError ** error)
{
  g_autoptr (GstClDistortion) d = g_new0 (GstClDistortion, 1);

  d->session = session;
  d->n_channels = config->n_channels;
  d->rate = config->intervals.rate;
  d->calibration = config->settings.calibration;
  d->length = config->intervals.length;
  d->n_bins = d->length / 2 + 1;
  d->max_transforms = config->max_transforms;
  d->reader = gst_cl_samples_new (&config->samples, TRUE);
  if (!make_room (d, gst_cl_spectrum_config_get_input_size (config), error)
      || !make_plan (d, progress, error))
    return NULL;
  return g_steal_pointer (&d);
}

void
gst_cl_distortion_free (GstClDistortion * d)
{
  guint i;

  if (!d)
    return;
  clfft_plan_destroy (&d->plan);
  g_clear_pointer (&d->input, gst_memory_unref);
  g_clear_pointer (&d->output, gst_memory_unref);
  g_clear_pointer (&d->reader, gst_cl_samples_free);
  g_free (d->stream);
  g_free (d->samples);
  g_free (d->tones);
  g_free (d->sums);
  for (i = 0; i < GST_CL_N_FIGURES; i++)
    g_free (d->figures.numbers[i]);
  g_free (d->figures.unknown);
  g_free (d);
}

/* ---- samples ---- */

/* Takes the mean away, which would be the largest peak; says whether samples are
   not finite, or nothing is left. */
static GstClToneLack
centre (gdouble * samples, gsize n)
{
  gdouble mean = 0, largest = 0;
  gsize i;

  for (i = 0; i < n; i++)
    mean += samples[i] / n;
  if (!isfinite (mean))
    return GST_CL_TONE_LACK_NUMBERS;
  for (i = 0; i < n; i++) {
    samples[i] -= mean;
    largest = MAX (largest, fabs (samples[i]));
  }
  /* nothing but the rounding of the mean */
  return largest > 1e-12 * fabs (mean) ? GST_CL_TONE_LACK_NOTHING
      : GST_CL_TONE_LACK_TONE;
}

guint8 *
gst_cl_distortion_get_room (GstClDistortion * d)
{
  return d->stream;
}

void
gst_cl_distortion_keep (GstClDistortion * d, guint transform,
    GstClDistortionSpan span)
{
  gsize first = (gsize) transform * d->n_channels;
  gdouble *planes = d->samples + first * d->length;
  guint c;

  gst_cl_samples_read (d->reader, d->stream, 0, (guint8 *) planes,
      d->length * sizeof (gdouble), d->length);
  for (c = 0; c < d->n_channels; c++) {
    GstClTone *tone = &d->tones[first + c];

    memset (tone, 0, sizeof *tone);
    tone->lack = span == GST_CL_DISTORTION_PART ? GST_CL_TONE_LACK_SAMPLES
        : centre (planes + c * d->length, d->length);
  }
}

/* ---- the device ---- */

static gboolean
is_measured (const GstClTone * tone)
{
  return tone->lack == GST_CL_TONE_LACK_NOTHING
      || tone->lack == GST_CL_TONE_LACK_HARMONICS;
}

/* What single precision squares and sums without losing it. */
static gdouble
get_scale (const gdouble * samples, gsize n)
{
  gdouble largest = 0;
  gsize i;

  for (i = 0; i < n; i++)
    largest = MAX (largest, fabs (samples[i]));
  return largest > 0 ? 1 / largest : 0;
}

static gboolean
write_input (GstClDistortion * d, gsize n_blocks, GError ** error)
{
  GstMapInfo map;
  gsize block, i;

  gst_memory_resize (d->input, 0, n_blocks * d->length * sizeof (gfloat));
  if (!gst_opencl_memory_map_host (d->input, &map, GST_MAP_WRITE, error))
    return FALSE;
  for (block = 0; block < n_blocks; block++) {
    const gdouble *samples = d->samples + block * d->length;
    gfloat *dest = (gfloat *) (gpointer) map.data + block * d->length;
    gdouble scale = is_measured (&d->tones[block])
        ? get_scale (samples, d->length) : 0;

    for (i = 0; i < d->length; i++)
      dest[i] = scale > 0 ? samples[i] * scale : 0;
  }
  gst_memory_unmap (d->input, &map);
  return TRUE;
}

/* Powers of the bins of the samples, which the caller unmaps. */
static gboolean
transform (GstClDistortion * d, gsize n_blocks, GstMapInfo * map,
    GError ** error)
{
  clfft_execute_params params = {.counts = {n_blocks} };

  if (!write_input (d, n_blocks, error)
      || !gst_cl_session_execute (d->session, d->plan,
          (GstOpenCLMemory *) d->input, (GstOpenCLMemory *) d->output, &params,
          error))
    return FALSE;
  gst_memory_resize (d->output, 0, n_blocks * d->n_bins * sizeof (gfloat));
  return gst_opencl_memory_map_host (d->output, map, GST_MAP_READ, error);
}

gboolean
gst_cl_distortion_measure (GstClDistortion * d, guint n_transforms,
    GError ** error)
{
  gsize n_blocks = (gsize) n_transforms * d->n_channels, block;
  GstMapInfo map;

  if (!transform (d, n_blocks, &map, error))
    return FALSE;
  for (block = 0; block < n_blocks; block++)
    if (is_measured (&d->tones[block]))
      gst_cl_tone_fit (&d->tones[block], (gfloat *) (gpointer) map.data
          + block * d->n_bins, d->samples + block * d->length, d->length);
  gst_memory_unmap (d->output, &map);

  if (!transform (d, n_blocks, &map, error))
    return FALSE;
  for (block = 0; block < n_blocks; block++)
    if (is_measured (&d->tones[block]))
      gst_cl_tone_fit_spur (&d->tones[block], (gfloat *) (gpointer) map.data
          + block * d->n_bins, d->samples + block * d->length, d->length);
  gst_memory_unmap (d->output, &map);
  return gst_cl_session_wait (d->session, error);
}

/* ---- intervals ---- */

void
gst_cl_distortion_add (GstClDistortion * d, guint first, guint last)
{
  gsize block;

  for (block = (gsize) first * d->n_channels;
      block < (gsize) last * d->n_channels; block++)
    gst_cl_tone_sums_add (&d->sums[block % d->n_channels], &d->tones[block]);
}

const GstClDistortionFigures *
gst_cl_distortion_finish (GstClDistortion * d)
{
  gdouble figures[GST_CL_N_FIGURES];
  guint c, i;

  g_clear_pointer (&d->figures.unknown, g_free);
  for (c = 0; c < d->n_channels; c++) {
    const gchar *lack = gst_cl_tone_lack_describe (d->sums[c].lack);

    gst_cl_tone_sums_finish (&d->sums[c], figures);
    figures[GST_CL_FIGURE_FREQUENCY] *= d->rate;
    figures[GST_CL_FIGURE_LEVEL] += d->calibration;
    for (i = 0; i < GST_CL_N_FIGURES; i++)
      d->figures.numbers[i][c] = figures[i];
    if (lack && !d->figures.unknown)
      d->figures.unknown = g_strdup_printf ("channel %u: %s", c, lack);
  }
  gst_cl_distortion_reset (d);
  return &d->figures;
}

void
gst_cl_distortion_reset (GstClDistortion * d)
{
  memset (d->sums, 0, d->n_channels * sizeof *d->sums);
}
