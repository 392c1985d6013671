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
  if (emphasis->stored && emphasis->planes)
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

/* In parts, since each sum waits for the one before. */
static gdouble
sum_up (const gdouble * x, guint n)
{
  gdouble sums[4] = { 0, 0, 0, 0 };
  guint i;

  for (i = 0; i + 4 <= n; i += 4) {
    sums[0] += x[i];
    sums[1] += x[i + 1];
    sums[2] += x[i + 2];
    sums[3] += x[i + 3];
  }
  for (; i < n; i++)
    sums[0] += x[i];
  return sums[0] + sums[1] + (sums[2] + sums[3]);
}

static gdouble
find_slope (const gdouble * x, guint n)
{
  gdouble middle = (n - 1) / 2.0, moment = 0;
  guint i;

  for (i = 0; i < n; i++)
    moment += (i - middle) * x[i];
  return n > 1 ? moment * 12 / ((gdouble) n * n - 1) / n : 0;
}

/* Stores x[i] less a share of x[i - 1] and what is left of the trend. */
#define STORE_EMPHASIZED(type)                                                \
  {                                                                           \
    type *y = (type *) dest + at;                                             \
                                                                              \
    y[0] = (type) (x[0] - first - share * (x[0] - first));                    \
    if (slope == 0)                                                           \
      for (i = 1; i < n; i++)                                                 \
        y[i * step] = (type) (x[i] - share * x[i - 1] - rest);                \
    else                                                                      \
      for (i = 1; i < n; i++)                                                 \
        y[i * step] = (type) (x[i] - share * x[i - 1] - (rest + slope         \
                * (1 - share) * i));                                          \
  }

/* Takes the mean, or the line of least squares, of a frame's samples from them,
   then the share of the sample before from each; of the first it is its own.
   The trend of sample i is first + slope i. From number `at` of dest on. */
static void
emphasize_frame (const GstClStftConfig * config, const gdouble * x,
    gpointer dest, guint64 at)
{
  GstFourierDetrend detrend = config->settings.detrend;
  guint n = config->settings.size, i;
  gsize step = GST_AUDIO_INFO_CHANNELS (&config->audio);
  gdouble share = config->info.pre_emphasis;
  gdouble slope = detrend == GST_FOURIER_DETREND_LINEAR ? find_slope (x, n) : 0;
  gdouble mean = detrend == GST_FOURIER_DETREND_NONE ? 0 : sum_up (x, n) / n;
  gdouble first = mean - slope * ((n - 1) / 2.0);
  gdouble rest = first - share * (first - slope);

  if (gst_cl_spectra_get_precision (&config->info) == CLFFT_PRECISION_DOUBLE)
    STORE_EMPHASIZED (gdouble)
  else
    STORE_EMPHASIZED (gfloat)
}

void
gst_cl_stft_emphasis_take (GstClStftEmphasis * emphasis,
    GstClFraming * framing, guint n_frames, GstClFramingBatch * batch,
    gpointer dest)
{
  const GstClStftConfig *config = emphasis->config;
  guint n_channels = GST_AUDIO_INFO_CHANNELS (&config->audio), c, f;
  gsize size = GST_AUDIO_INFO_BPF (&config->audio) / n_channels;
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
    for (f = 0; f < batch->n_frames; f++)
      emphasize_frame (config,
          x + (guint64) f * gst_cl_framing_get_distance (framing), dest,
          (guint64) f * config->settings.size * n_channels + c);
  }
}
