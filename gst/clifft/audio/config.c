/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* audio/config.c: derives from a stream of spectra of audio what its inverse
   is. */
#include "config.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include "element/enums.h"
#include "element/spectra/constantq.h"
#include "element/spectra/spectra.h"
#include "opencl/error.h"

/* The most frames of a dispatch, as for the forward transform. */
#define MAX_DISPATCH_FRAMES 256

/*
 * The least coverage, as a share of the largest sum of squares of the window,
 * at which a sample can be restored. Below it the rounding of single precision,
 * 1e-7 of a frame's level, would come out 1e4 times as large. The first samples
 * of a stream that is not centred are such samples.
 */
#define LEAST_COVERAGE 1e-8

/* ---- whether there is an inverse ---- */

/* Checks that the stream has an inverse. Bands, weighting and averaging come
   with another quantity, so they are named first: whoever sets only the
   quantity would be refused again. */
gboolean
gst_cl_ifft_config_check_values (const GstFourierInfo * info, GError ** error)
{
  const struct
  {
    const gchar *field, *legal, *reason;
    GType type;
    gint value;
  } fields[] = {
    {"band-scale", "none, cqt or vqt", "a sum over bins does not tell each of "
          "them", GST_TYPE_FOURIER_BAND_SCALE,
        gst_cl_spectra_is_constant_q (info) ? GST_FOURIER_BAND_SCALE_NONE
        : info->band_scale},
    {"averaging", "none", "a mean over frames does not tell each of them",
        GST_TYPE_FOURIER_AVERAGING, info->averaging},
    {"weighting", "none", "what is weighted has no phase",
        GST_TYPE_FOURIER_WEIGHTING, info->weighting},
    {"detrend", "none", "what was taken from a frame is gone",
        GST_TYPE_FOURIER_DETREND, info->detrend},
    {"quantity", "complex", "the others do not tell the phase, or not the level",
        GST_TYPE_FOURIER_QUANTITY, info->quantity},
  };
  guint i;

  if (gst_fourier_quantity_has_reference (info->quantity))
    return gst_cl_set_settings_error (error, "quantity is %s, but must be "
        "complex: what two channels have in common tells neither of them",
        gst_cl_enum_nick (GST_TYPE_FOURIER_QUANTITY, info->quantity));
  if (info->bin_step > 0)
    return gst_cl_set_settings_error (error, "bin-step is %.9g, but must be 0: "
        "a zoom does not tell what is outside of it", info->bin_step);
  for (i = 0; i < G_N_ELEMENTS (fields); i++) {
    const gchar *nick = gst_cl_enum_nick (fields[i].type, fields[i].value);

    if (g_str_has_prefix (fields[i].legal, nick))
      continue;
    return gst_cl_set_settings_error (error, "%s is %s, but must be %s: %s",
        fields[i].field, nick, fields[i].legal, fields[i].reason);
  }
  return TRUE;
}

static gboolean
check_stream (const GstFourierInfo * info, GError ** error)
{
  if (!gst_cl_ifft_config_check_values (info, error))
    return FALSE;
  if (info->hop > info->window_length)
    return gst_cl_set_settings_error (error, "hop is %u, but must be at most "
        "%u, the window's length: there are samples that no frame is of",
        info->hop, info->window_length);
  if (info->channel_mode == GST_FOURIER_CHANNEL_MODE_MIX
      && info->source_channels != 1)
    return gst_cl_set_settings_error (error, "channel-mode is mix, but must be "
        "all or mid-side: the mean does not tell the %u channels it is of",
        info->source_channels);
  if (info->channel_mode == GST_FOURIER_CHANNEL_MODE_SELECT)
    return gst_cl_set_settings_error (error, "channel-mode is select, but must "
        "be all or mid-side: channels beside %s are gone",
        info->channel_select[0] ? info->channel_select : "those selected");
  return TRUE;
}

/* ---- constant-Q bands ---- */

static gboolean
find_layout (GstClIfftConfig * config, GError ** error)
{
  const GstFourierInfo *info = &config->info;
  clfft_constant_q_layout *layout = &config->constant_q;

  if (!gst_cl_spectra_is_constant_q (info))
    return TRUE;
  if (!gst_cl_spectra_check_constant_q (info, layout, error))
    return FALSE;
  if (layout->hop > layout->largest_hop)
    return gst_cl_set_settings_error (error, "hop is %u, but of these bands "
        "must be at most %" G_GUINT64_FORMAT ": there are frequencies that "
        "frames so far apart do not tell from others", info->hop,
        layout->largest_hop);
  return TRUE;
}

/* ---- coefficients ---- */

/* A hop that covers every sample, where the hop of the stream does not: as long
   as the longest run of coefficients that clfft_window_coverage() does not count
   as 0. */
static guint
find_largest_hop (const GstClIfftConfig * config)
{
  const gdouble *w = config->window;
  guint n = config->info.window_length, run = 0, longest = 1, i;
  gdouble largest = 0;

  for (i = 0; i < n; i++)
    largest = MAX (largest, fabs (w[i]));
  for (i = 0; i < n; i++) {
    run = fabs (w[i]) > DBL_EPSILON * largest ? run + 1 : 0;
    longest = MAX (longest, run);
  }
  return longest;
}

/* window_data: (nullable): of window=custom */
static gboolean
fill_window (GstClIfftConfig * config, GBytes * window_data, GError ** error)
{
  const GstFourierInfo *info = &config->info;
  guint size = info->window_length;

  config->lowest = config->highest = 1;
  if (config->constant_q.n_frames > 0)
    return TRUE;
  config->window = gst_cl_spectra_make_window (info, 0, window_data, error);
  if (!config->window
      || !gst_cl_check (clfft_window_coverage (config->window, size,
              info->hop, &config->lowest, &config->highest),
          "Could not make the window", error))
    return FALSE;
  if (config->lowest > 0)
    return TRUE;
  return gst_cl_set_settings_error (error, "hop is %u, but with a %s window of "
      "%u samples must be at most %u: there are samples that no frame tells, "
      "the sum of the squares of all windows over them is 0", info->hop,
      info->window, size, find_largest_hop (config));
}

/* The factor of samples: integers that were divided by their largest value come
   back as fractions of the full scale. */
static gdouble
get_level (const GstFourierInfo * info)
{
  const GstAudioFormatInfo *format;
  gdouble scale;

  if (info->scaling != GST_FOURIER_SCALING_LEGACY
      || info->source_format == GST_AUDIO_FORMAT_UNKNOWN)
    return 1;
  format = gst_audio_format_get_info (info->source_format);
  if (!GST_AUDIO_FORMAT_INFO_IS_INTEGER (format))
    return 1;
  scale = ldexp (1, GST_AUDIO_FORMAT_INFO_DEPTH (format) - 1);
  return (scale - 1) / scale;
}

/* ---- sizes ---- */

gsize
gst_cl_ifft_config_get_output_size (const GstClIfftConfig * config)
{
  return config->n_parts * (config->load.to_double ? 8 : 4)
      * config->info.channels * (gsize) config->info.shape[0];
}

void
gst_cl_ifft_config_init_load (GstClSpectrumLoad * load,
    const GstFourierInfo * info, gboolean has_double)
{
  guint d;

  memset (load, 0, sizeof *load);
  load->n = info->shape[info->rank - 1];
  for (d = 1; d < info->rank; d++)
    load->outer[d - 1] = info->shape[info->rank - 1 - d];
  load->is_real = !info->iq;
  load->is_half = info->sides == GST_FOURIER_SIDES_ONE;
  load->is_centered = info->sides == GST_FOURIER_SIDES_CENTERED;
  load->stored = gst_cl_spectra_get_numbers (info);
  load->to_double = load->stored.is_double && has_double;
}

GstClIfftConfig *
gst_cl_ifft_config_new (const GstFourierInfo * info, GBytes * window_data,
    gboolean has_double, GError ** error)
{
  g_autoptr (GstClIfftConfig) config = g_new0 (GstClIfftConfig, 1);

  config->info = *info;
  if (!check_stream (info, error) || !gst_cl_spectra_check_cost (info, error)
      || !find_layout (config, error)
      || !fill_window (config, window_data, error))
    return NULL;
  config->factors = config->window ? gst_cl_spectra_make_factors (info,
      &config->window, get_level (info), error) : NULL;
  if (config->window && !config->factors)
    return NULL;
  gst_cl_ifft_config_init_load (&config->load, info, has_double);
  config->load.factors = config->factors;
  config->n_parts = info->iq ? 2 : 1;
  config->n_outputs = config->n_parts * info->channels;
  config->is_mid_side =
      info->channel_mode == GST_FOURIER_CHANNEL_MODE_MID_SIDE;
  /* what is written is at least as much as what comes out */
  config->max_frames = gst_cl_spectra_count_frames
      (gst_cl_spectrum_load_get_n_written (&config->load) * info->channels
      * (config->load.to_double ? 16 : 8), MAX_DISPATCH_FRAMES);
  return g_steal_pointer (&config);
}

void
gst_cl_ifft_config_free (GstClIfftConfig * config)
{
  if (!config)
    return;
  g_free (config->window);
  g_free (config->factors);
  g_free (config);
}

gdouble
gst_cl_ifft_config_get_coverage (const GstClIfftConfig * config)
{
  return config->lowest / config->highest;
}

/* ---- what comes out ---- */

/* Sets the positions of channels: two are front left and right unless the
   stream says otherwise. */
static void
set_channels (const GstClIfftConfig * config, GstCaps * caps)
{
  const GstFourierInfo *info = &config->info;
  GstAudioChannelPosition positions[64];
  guint64 mask = info->channel_mask;
  guint n = config->n_outputs;

  gst_caps_set_simple (caps, "rate", G_TYPE_INT, (gint) info->rate,
      "channels", G_TYPE_INT, (gint) n, NULL);
  if (n == 1 || (n == 2 && (info->iq || config->is_mid_side)))
    return;
  if (n > 64 || !gst_audio_channel_positions_from_mask (n, mask, positions))
    mask = 0;
  gst_caps_set_simple (caps, "channel-mask", GST_TYPE_BITMASK, mask, NULL);
}

GstCaps *
gst_cl_ifft_config_get_audio_caps (const GstClIfftConfig * config)
{
  static const gchar *const layouts[] = { "interleaved", "non-interleaved" };
  const GstFourierInfo *info = &config->info;
  GstAudioFormat format = info->source_format;
  gboolean planar = info->source_layout == GST_AUDIO_LAYOUT_NON_INTERLEAVED;
  GstCaps *caps = gst_caps_new_empty ();
  guint i;

  if (format == GST_AUDIO_FORMAT_UNKNOWN)
    format = config->load.stored.is_double ? GST_AUDIO_FORMAT_F64
        : GST_AUDIO_FORMAT_F32;
  for (i = 0; i < 2; i++)
    gst_caps_append (caps, gst_caps_new_simple ("audio/x-raw",
            "format", G_TYPE_STRING, gst_audio_format_to_string (format),
            "layout", G_TYPE_STRING, layouts[planar ? 1 - i : i], NULL));
  for (i = 0; i < 2; i++) {
    GstCaps *any = gst_caps_from_string ("audio/x-raw, format = (string) "
        GST_AUDIO_FORMATS_ALL);

    gst_caps_set_simple (any, "layout", G_TYPE_STRING, layouts[i], NULL);
    gst_caps_append (caps, any);
  }
  set_channels (config, caps);
  return caps;
}

void
gst_cl_ifft_config_describe_deframing (const GstClIfftConfig * config,
    GstClDeframingParams * params)
{
  const GstFourierInfo *info = &config->info;

  params->n_channels = config->n_outputs;
  params->rate = info->rate;
  params->window = config->window;
  params->size = info->window_length;
  params->hop = info->hop;
  params->center = info->center;
  params->least = LEAST_COVERAGE * config->highest;
  params->n_ahead = (gsize) (config->max_frames - 1) * info->hop;
  params->block = config->constant_q.length;
}
