/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* decor/names.c: composes the text of a picture. */
#include "names.h"

#include <math.h>
#include <string.h>
#include <gst/video/video.h>
#include "element/enums.h"
#include "opencl/error.h"

/* Pascal: 0 dB SPL (ISO 1683). */
#define REFERENCE_PRESSURE 2e-5

/* What a level is: its place in the table of units. */
typedef enum
{
  LEVEL_ANY,                    /* the transform's own numbers */
  LEVEL_AMPLITUDE,              /* 1 is a full-scale sine's */
  LEVEL_MEAN_SQUARE,            /* 1 is full scale squared */
  LEVEL_DENSITY,                /* the same of each hertz */
} Level;

/* The sum of a density over a band is a mean square; constant-Q bands are no
   sums. */
static Level
get_level (const GstFourierInfo * info)
{
  if (info->rank > 1 || gst_fourier_quantity_has_reference (info->quantity))
    return LEVEL_ANY;
  switch (info->scaling) {
    case GST_FOURIER_SCALING_AMPLITUDE:
      return LEVEL_AMPLITUDE;
    case GST_FOURIER_SCALING_POWER:
      return LEVEL_MEAN_SQUARE;
    case GST_FOURIER_SCALING_PSD:
      return info->band_scale == GST_FOURIER_BAND_SCALE_NONE
          || info->bands_per_octave > 0 ? LEVEL_DENSITY : LEVEL_MEAN_SQUARE;
    default:
      return LEVEL_ANY;
  }
}

const gchar *
gst_cl_spectrogram_get_level_unit (const GstFourierInfo * info,
    clfft_level_scale scale)
{
  /* decibel, magnitude, power; of full scale, and calibrated: of sound */
  static const gchar *const units[][2][3] = {
    [LEVEL_ANY] = {{"dB", NULL, NULL}, {"dB", NULL, NULL}},
    [LEVEL_AMPLITUDE] = {{"dBFS", "FS", "FS\302\262"},
        {"dB SPL", "Pa", "Pa\302\262"}},
    [LEVEL_MEAN_SQUARE] = {{"dB", "FS", "FS\302\262"},
        {"dB SPL", "Pa", "Pa\302\262"}},
    [LEVEL_DENSITY] = {{"dBFS/Hz", "FS/\342\210\232Hz", "FS\302\262/Hz"},
        {"dB SPL/Hz", "Pa/\342\210\232Hz", "Pa\302\262/Hz"}},
  };

  return units[get_level (info)][info->calibration != 0][scale];
}

gdouble
gst_cl_spectrogram_get_level_reference (const GstFourierInfo * info)
{
  return info->calibration != 0 && get_level (info) != LEVEL_ANY
      ? 20 * log10 (REFERENCE_PRESSURE) : 0;
}

/* The name that is shown for a position. */
static const gchar *
get_position_name (GstAudioChannelPosition position)
{
  static const gchar *const names[] = {
    [GST_AUDIO_CHANNEL_POSITION_FRONT_LEFT] = "Left",
    [GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT] = "Right",
    [GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER] = "Centre",
    [GST_AUDIO_CHANNEL_POSITION_LFE1] = "LFE",
    [GST_AUDIO_CHANNEL_POSITION_REAR_LEFT] = "Rear left",
    [GST_AUDIO_CHANNEL_POSITION_REAR_RIGHT] = "Rear right",
    [GST_AUDIO_CHANNEL_POSITION_FRONT_LEFT_OF_CENTER] = "Left of centre",
    [GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT_OF_CENTER] = "Right of centre",
    [GST_AUDIO_CHANNEL_POSITION_REAR_CENTER] = "Rear centre",
    [GST_AUDIO_CHANNEL_POSITION_LFE2] = "LFE 2",
    [GST_AUDIO_CHANNEL_POSITION_SIDE_LEFT] = "Side left",
    [GST_AUDIO_CHANNEL_POSITION_SIDE_RIGHT] = "Side right",
  };

  return position >= 0 && position < (gint) G_N_ELEMENTS (names)
      ? names[position] : NULL;
}

/* The source channel of each channel shown, for channel-mode all and select. */
static void
list_sources (const GstFourierInfo * info, guint * sources)
{
  const gchar *text = gst_fourier_info_get_channel_select (info);
  guint without = gst_fourier_quantity_has_reference (info->quantity)
      ? info->reference_channel : G_MAXUINT;
  guint64 first, last;
  guint n = 0;
  gchar *end;

  if (info->channel_mode != GST_FOURIER_CHANNEL_MODE_SELECT) {
    for (n = 0; n < info->channels; n++)
      sources[n] = n + (n >= without);
    return;
  }
  while (n < info->channels && text && g_ascii_isdigit (*text)) {
    first = last = g_ascii_strtoull (text, &end, 10);
    if (*end == '-')
      last = g_ascii_strtoull (end + 1, &end, 10);
    for (; first <= last && n < info->channels; first++)
      if (first != without)
        sources[n++] = first;
    text = *end ? end + 1 : NULL;
  }
  for (; n < info->channels; n++)
    sources[n] = n;
}

static gchar *
name_source (const GstFourierInfo * info, guint source,
    const GstAudioChannelPosition * positions, guint n_positions)
{
  gboolean is_unknown = info->channel_mode == GST_FOURIER_CHANNEL_MODE_SELECT
      && !gst_fourier_info_get_channel_select (info);
  const gchar *name = !is_unknown && source < n_positions
      ? get_position_name (positions[source]) : NULL;

  if (name)
    return g_strdup (name);
  return g_strdup_printf (info->iq ? "I/Q %u" : is_unknown ? "Selected %u"
      : "Channel %u", source);
}

static gchar **
name_audio_channels (const GstFourierInfo * info)
{
  static const gchar *const mixes[] = { "Mix", NULL };
  static const gchar *const mid_side[] = { "Mid", "Side", NULL };
  GstAudioChannelPosition positions[64];
  guint n_sources = info->source_channels ? info->source_channels
      : info->channels * (info->iq ? 2 : 1);
  gboolean has_reference =
      gst_fourier_quantity_has_reference (info->quantity);
  guint n_positions = 0, i;
  guint *sources;
  gchar **names;

  if (info->channel_mode == GST_FOURIER_CHANNEL_MODE_MIX)
    return n_sources > 1 ? g_strdupv ((gchar **) mixes) : NULL;
  if (info->channel_mode == GST_FOURIER_CHANNEL_MODE_MID_SIDE)
    return g_strdupv ((gchar **) mid_side);
  if (info->channels == 1 && n_sources <= 1 && !has_reference)
    return NULL;
  if (!info->iq && !has_reference && n_sources <= G_N_ELEMENTS (positions)
      && info->channel_mask != 0
      && gst_audio_channel_positions_from_mask (n_sources,
          info->channel_mask == GST_FOURIER_DEFAULT_CHANNEL_MASK
          ? 3 : info->channel_mask, positions))
    n_positions = n_sources;
  sources = g_new (guint, info->channels);
  list_sources (info, sources);
  names = g_new0 (gchar *, info->channels + 1);
  for (i = 0; i < info->channels; i++)
    names[i] = name_source (info, sources[i], positions, n_positions);
  g_free (sources);
  return names;
}

static gchar *
make_audio_caption (const GstFourierInfo * info, gchar ** names)
{
  const gchar *name = names && info->channels == 1 ? names[0] : "";
  guint size = info->window_length ? info->window_length : info->shape[0];
  g_autofree gchar *padded = size == info->shape[0] ? g_strdup ("")
      : g_strdup_printf (" padded to %u", info->shape[0]);
  g_autofree gchar *bands =
      info->band_scale == GST_FOURIER_BAND_SCALE_NONE ? g_strdup ("")
      : g_strdup_printf (", %u %s bands", info->bins[0] - info->edge_bands[0]
      - info->edge_bands[1],
      gst_cl_enum_nick (GST_TYPE_FOURIER_BAND_SCALE, info->band_scale));
  const gchar *weighting = info->weighting == GST_FOURIER_WEIGHTING_NONE ? ""
      : gst_cl_enum_nick (GST_TYPE_FOURIER_WEIGHTING, info->weighting);

  if (info->bands_per_octave > 0)
    return gst_cl_strdup_printf ("%s%s%s, %u per octave, hop %u, %g kHz%s%s",
        name, *name ? ": " : "", bands + 2, info->bands_per_octave, info->hop,
        info->rate / 1000.0, *weighting ? ", weighting " : "", weighting);
  return gst_cl_strdup_printf ("%s%s%u samples%s, %s, hop %u, %g kHz%s%s%s", name,
      *name ? ": " : "", size, padded, gst_fourier_info_get_window (info),
      info->hop, info->rate / 1000.0, bands,
      *weighting ? ", weighting " : "", weighting);
}

/* ---- video ---- */

/* Reads the format at the beginning of source-video. */
static GstVideoFormat
get_source_format (const GstFourierInfo * info)
{
  const gchar *source = gst_fourier_info_get_source_video (info);
  g_autofree gchar *name = source ? g_strndup (source, strcspn (source, ":"))
      : NULL;

  return name ? gst_video_format_from_string (name) : GST_VIDEO_FORMAT_UNKNOWN;
}

/* The names of the format's components, in their order. */
static gchar **
name_components (const GstFourierInfo * info)
{
  static const gchar *const colors[] = { "Red", "Green", "Blue", "Alpha" };
  static const gchar *const luma[] = { "Luma", "U", "V", "Alpha" };
  GstVideoFormat format = get_source_format (info);
  gchar **names = g_new0 (gchar *, info->channels + 1);
  gboolean is_known = FALSE, is_rgb = FALSE;
  const GstVideoFormatInfo *known;
  guint i;

  if (format != GST_VIDEO_FORMAT_UNKNOWN) {
    known = gst_video_format_get_info (format);
    is_rgb = GST_VIDEO_FORMAT_INFO_IS_RGB (known);
    is_known = is_rgb || GST_VIDEO_FORMAT_INFO_IS_YUV (known);
  }
  for (i = 0; i < info->channels; i++)
    names[i] = is_known && i < G_N_ELEMENTS (colors)
        ? g_strdup (is_rgb ? colors[i] : luma[i])
        : g_strdup_printf ("Component %u", i);
  return names;
}

static gchar **
name_video_channels (const GstFourierInfo * info)
{
  const gchar *component = gst_fourier_info_get_component (info);
  gchar **names;

  if (info->channels > 1)
    return name_components (info);
  if (!component || strcmp (component, "all") == 0)
    return NULL;
  names = g_new0 (gchar *, 2);
  names[0] = g_strdup (component);
  names[0][0] = g_ascii_toupper (names[0][0]);
  return names;
}

#define TIMES " \303\227 "

/* Writes sizes with the width first, as usual for pictures. */
static gchar *
describe_pixels (const GstFourierInfo * info)
{
  const guint *shape = info->shape + info->rank - 2;
  guint rows = info->block_size[0] ? info->block_size[0] : shape[0];
  guint columns = info->block_size[1] ? info->block_size[1] : shape[1];
  gboolean is_cut = info->blocks[0] > 1 || info->blocks[1] > 1;
  g_autofree gchar *blocks = !is_cut ? g_strdup ("")
      : g_strdup_printf ("%u" TIMES "%u blocks of ", info->blocks[1],
      info->blocks[0]);
  g_autofree gchar *overlap = info->block_overlap[0] == 0
      && info->block_overlap[1] == 0 ? g_strdup ("")
      : g_strdup_printf (", overlap %u" TIMES "%u", info->block_overlap[1],
      info->block_overlap[0]);
  g_autofree gchar *padded = rows == shape[0] && columns == shape[1]
      ? g_strdup ("") : g_strdup_printf (" padded to %u" TIMES "%u", shape[1],
      shape[0]);

  return g_strdup_printf ("%s%u" TIMES "%u pixels%s%s", blocks, columns, rows,
      overlap, padded);
}

static gchar *
make_video_caption (const GstFourierInfo * info, gchar ** names)
{
  const gchar *name = names && info->channels == 1 ? names[0] : "";
  g_autofree gchar *pixels = describe_pixels (info);
  g_autofree gchar *rate = info->fps_n == 0 ? g_strdup ("")
      : gst_cl_strdup_printf (", %.4g frames/s", (gdouble) info->fps_n
      / MAX (info->fps_d, 1));

  return g_strdup_printf ("%s%s%s, %s%s", name, *name ? ": " : "", pixels,
      gst_fourier_info_get_window (info), rate);
}

/* ---- either ---- */

gchar **
gst_cl_spectrogram_name_channels (const GstFourierInfo * info)
{
  return info->rank > 1 ? name_video_channels (info)
      : name_audio_channels (info);
}

gchar *
gst_cl_spectrogram_make_caption (const GstFourierInfo * info, gchar ** names)
{
  return info->rank > 1 ? make_video_caption (info, names)
      : make_audio_caption (info, names);
}
