/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* emphasis.c: see emphasis.h. All is computed in double precision and rounded
   once. */
#include "emphasis.h"

#include "audio/samples.h"
#include "element/spectra/spectra.h"
#include "opencl/error.h"

struct _GstClStftEmphasis
{
  const GstClStftConfig *config;
  GstClSamples *samples;
  guint8 *stored;               /* samples as they come */
  gdouble *planes;              /* of each channel, the history in front */
  gdouble *frame;               /* one, of one channel */
};

GstClStftEmphasis *
gst_cl_stft_emphasis_new (const GstClStftConfig * config, GError ** error)
{
  GstClStftEmphasis *emphasis = g_new0 (GstClStftEmphasis, 1);
  guint n_channels = GST_AUDIO_INFO_CHANNELS (&config->audio);
  guint64 n = gst_cl_stft_config_get_read_span (config)
      + config->framing.history;

  emphasis->config = config;
  emphasis->samples = gst_cl_samples_new (&config->audio, TRUE);
  emphasis->stored = g_try_malloc (n * GST_AUDIO_INFO_BPF (&config->audio));
  emphasis->planes = g_try_malloc (n * n_channels * sizeof (gdouble));
  emphasis->frame = g_try_new (gdouble, config->settings.size);
  if (emphasis->stored && emphasis->planes && emphasis->frame)
    return emphasis;
  gst_cl_stft_emphasis_free (emphasis);
  gst_cl_set_memory_error (error, "No memory for %" G_GUINT64_FORMAT
      " samples of %u channels", n, n_channels);
  return NULL;
}

void
gst_cl_stft_emphasis_free (GstClStftEmphasis * emphasis)
{
  if (!emphasis)
    return;
  gst_cl_samples_free (emphasis->samples);
  g_free (emphasis->stored);
  g_free (emphasis->planes);
  g_free (emphasis->frame);
  g_free (emphasis);
}

/* Numbers of a channel, from number `first` of dest on. */
static void
store (const GstClStftConfig * config, const gdouble * y, guint64 n,
    gpointer dest, guint64 first)
{
  guint step = GST_AUDIO_INFO_CHANNELS (&config->audio);
  gdouble *wide = (gdouble *) dest + first;
  gfloat *narrow = (gfloat *) dest + first;
  guint64 i;

  if (gst_cl_spectra_get_precision (&config->info) == CLFFT_PRECISION_DOUBLE)
    for (i = 0; i < n; i++)
      wide[i * step] = y[i];
  else
    for (i = 0; i < n; i++)
      narrow[i * step] = (gfloat) y[i];
}

/* x has one number in front; those from `end` on are silence, the first of which
   counts as silent before it, too. */
static void
emphasize_stream (gdouble * x, guint64 n, guint64 end, gdouble share)
{
  guint64 i;

  for (i = 0; i < MIN (n, end); i++)
    x[i] = x[i + 1] - share * x[i];
  for (; i < n; i++)
    x[i] = 0;
}

/* Takes the mean, or the line of least squares, of n samples from them. */
static void
take_trend (const gdouble * x, guint n, GstFourierDetrend detrend, gdouble * y)
{
  gdouble middle = (n - 1) / 2.0, sum = 0, moment = 0, slope = 0;
  guint i;

  if (detrend != GST_FOURIER_DETREND_NONE)
    for (i = 0; i < n; i++)
      sum += x[i];
  if (detrend == GST_FOURIER_DETREND_LINEAR && n > 1) {
    for (i = 0; i < n; i++)
      moment += (i - middle) * x[i];
    slope = moment * 12 / ((gdouble) n * n - 1) / n;
  }
  for (i = 0; i < n; i++)
    y[i] = x[i] - sum / n - slope * (i - middle);
}

static void
emphasize_frame (gdouble * y, guint n, gdouble share)
{
  guint i;

  for (i = n - 1; i > 0; i--)
    y[i] -= share * y[i - 1];
  y[0] -= share * y[0];
}

void
gst_cl_stft_emphasis_take (GstClStftEmphasis * emphasis,
    GstClFraming * framing, guint n_frames, GstClFramingBatch * batch,
    gpointer dest)
{
  const GstClStftConfig *config = emphasis->config;
  guint n_channels = GST_AUDIO_INFO_CHANNELS (&config->audio), c, f;
  gsize size = GST_AUDIO_INFO_BPF (&config->audio) / n_channels;
  guint length = config->settings.size;
  gdouble share = config->info.pre_emphasis;
  guint64 span, n, end;

  gst_cl_framing_take (framing, n_frames, emphasis->stored, 0, batch);
  span = gst_cl_framing_get_span (framing, batch->n_frames);
  n = span + config->framing.history;
  end = (guint64) MAX ((gint64) batch->n_samples - batch->first, 0);
  gst_cl_samples_read (emphasis->samples, emphasis->stored, n * size,
      (guint8 *) emphasis->planes, n * sizeof (gdouble), n);
  for (c = 0; c < n_channels; c++) {
    gdouble *x = emphasis->planes + c * n;

    if (config->settings.pre_emphasis_mode == GST_CL_STFT_EMPHASIS_STREAM) {
      emphasize_stream (x, span, end, share);
      store (config, x, span, dest, c);
      continue;
    }
    for (f = 0; f < batch->n_frames; f++) {
      take_trend (x + (guint64) f * gst_cl_framing_get_distance (framing),
          length, config->settings.detrend, emphasis->frame);
      emphasize_frame (emphasis->frame, length, share);
      store (config, emphasis->frame, length, dest,
          (guint64) f * length * n_channels + c);
    }
  }
}
