/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* config.c: derives the layout of frames, the transforms and the caps from the
   settings and the format of the input. */
#include "config.h"

#include <math.h>
#include <string.h>
#include "bands.h"
#include "constantq.h"
#include "element/caps.h"
#include "element/enums.h"
#include "front/front-end.h"
#include "element/fit/request.h"
#include "element/spectra/constantq.h"
#include "element/spectra/spectra.h"
#include "opencl/error.h"
#include "front/presets.h"
#include "front/values.h"
#include "zoom.h"
#include "clfft/sharpen.h"

#define MAX_DISPATCH_FRAMES 256
/* Points of all channels at one time, where these are not free. */
#define MAX_POINTS 8388608

static gboolean
is_planar (const GstClStftConfig * config)
{
  return config->audio.layout == GST_AUDIO_LAYOUT_NON_INTERLEAVED;
}

/* Each frame lies by itself, its trend taken by the host. */
static gboolean
emphasizes_frames (const GstClStftConfig * config)
{
  return config->emphasizes
      && config->settings.pre_emphasis_mode == GST_CL_STFT_EMPHASIS_FRAME;
}

/* The format of what the device reads. */
static const GstAudioFormatInfo *
get_staging_format (const GstClStftConfig * config)
{
  if (!config->emphasizes)
    return config->audio.finfo;
  return gst_audio_format_get_info (gst_cl_spectra_get_precision
      (&config->info) == CLFFT_PRECISION_DOUBLE ? GST_AUDIO_FORMAT_F64
      : GST_AUDIO_FORMAT_F32);
}

/* Bytes of a sample of all channels there. */
static guint64
get_staging_bpf (const GstClStftConfig * config)
{
  return GST_AUDIO_FORMAT_INFO_WIDTH (get_staging_format (config)) / 8
      * (guint64) GST_AUDIO_INFO_CHANNELS (&config->audio);
}

static gboolean
has_constant_q (const GstClStftConfig * config)
{
  return config->constant_q.n_frames > 0;
}

static gboolean
mixes (const GstClStftConfig * config)
{
  return config->settings.channel_mode == GST_FOURIER_CHANNEL_MODE_MIX
      || config->settings.channel_mode == GST_FOURIER_CHANNEL_MODE_MID_SIDE;
}

/* ---- the stream ---- */

static gboolean
describe_stream (GstClStftConfig * config, GError ** error)
{
  const GstClStftSettings *s = &config->settings;
  const GstAudioInfo *audio = &config->audio;
  GstFourierInfo *info = &config->info;
  guint64 hop = (guint64) gst_cl_stft_settings_get_hop (s) * config->group;

  if (has_constant_q (config))
    hop = config->constant_q.hop;
  if (hop > GST_CL_MAX_HOP)
    return gst_cl_set_property_error (error, "average-count", "is %u, but with "
        "a hop of %u must be at most %u", config->group,
        gst_cl_stft_settings_get_hop (s), GST_CL_MAX_HOP
        / gst_cl_stft_settings_get_hop (s));
  gst_cl_stft_settings_describe (s, info);
  gst_fourier_info_set_rate (info, GST_AUDIO_INFO_RATE (audio), hop);
  if (has_constant_q (config)) {
    gst_cl_stft_constant_q_describe (s, config->constant_q.n_below + s->bands
        + config->constant_q.n_above, info);
    info->window_length = 2 * config->constant_q.reach;
    info->edge_bands[0] = config->constant_q.n_below;
    info->edge_bands[1] = config->constant_q.n_above;
  }
  info->source_format = GST_AUDIO_INFO_FORMAT (audio);
  info->source_channels = GST_AUDIO_INFO_CHANNELS (audio);
  info->source_layout = audio->layout;
  if (!GST_AUDIO_INFO_IS_UNPOSITIONED (audio)
      && !gst_audio_channel_positions_to_mask (audio->position,
          info->source_channels, FALSE, &info->channel_mask))
    info->channel_mask = 0;
  return gst_cl_stft_zoom_place_bins (s, info, &config->n_bins, error);
}

/* ---- coefficients ---- */

static gboolean
fill_window (GstClStftConfig * config, GError ** error)
{
  const GstClStftSettings *s = &config->settings;

  if (has_constant_q (config))
    return TRUE;
  config->window = gst_cl_spectra_make_window (&config->info, 0, s->window_data,
      error);
  return config->window && gst_cl_window_check_sum (config->window, s->size,
      s->scaling, gst_cl_stft_settings_have_bands (s), error);
}

static gboolean
is_sharpened (const GstClStftConfig * config)
{
  return config->settings.n_windows > 1;
}

/* Puts the windows behind it by which spectra are sharpened. */
static gboolean
add_windows (GstClStftConfig * config, GError ** error)
{
  guint size = config->settings.size, n = MAX (config->settings.n_windows, 1);
  g_autofree gdouble *first = config->window;
  clfft_gain_desc gain;

  config->n_windows = n == 1 ? config->info.tapers : n;
  if (n == 1) {
    g_steal_pointer (&first);
    return TRUE;
  }
  if (config->info.tapers > 1)
    return gst_cl_set_property_error (error, "tapers", "is %u, but with sharpen "
        "must be 1", config->info.tapers);
  config->window = gst_cl_coefficients_new ((guint64) n * size, "windows",
      error);
  if (!config->window)
    return FALSE;
  memcpy (config->window, first, size * sizeof *first);
  clfft_sharpen_windows (first, size, config->info.shape[0],
      gst_cl_stft_settings_get_hop (&config->settings), config->window + size,
      n > 2 ? config->window + 2 * size : NULL);
  gain = gst_cl_spectra_describe_gain (&config->info, 0, config->window);
  config->sum_factor = clfft_band_factor (&gain);
  return TRUE;
}

static gboolean
fill_bands (GstClStftConfig * config, GError ** error)
{
  clfft_gain_desc gain = gst_cl_spectra_describe_gain (&config->info, 0,
      config->window);

  return has_constant_q (config) || !gst_cl_stft_settings_have_bands (&config->settings)
      || gst_cl_stft_config_fill_bands (config, clfft_band_factor (&gain),
      error);
}

static gboolean
fill_gain (GstClStftConfig * config, GError ** error)
{
  const GstFourierInfo *info = &config->info;

  /* a factor would only blur the angle of values near zero, and quotients have
     none */
  if (info->quantity == GST_FOURIER_QUANTITY_PHASE || has_constant_q (config)
      || (gst_fourier_quantity_has_reference (info->quantity)
          && info->quantity != GST_FOURIER_QUANTITY_CROSS_POWER))
    return TRUE;
  config->gain = gst_cl_spectra_make_gain (info, config->n_bins,
      config->window, error);
  if (config->gain && is_sharpened (config)) {
    clfft_gain_desc sums = gst_cl_spectra_describe_gain (info, 0,
        config->window);

    sums.for_sums = TRUE;
    clfft_gain_fill (&sums, config->gain);
  }
  return config->gain != NULL;
}

/* ---- sizes ---- */

static void
choose_framing (GstClStftConfig * config)
{
  const GstClStftSettings *s = &config->settings;

  gst_cl_stft_settings_describe_framing (s, &config->framing);
  if (has_constant_q (config))
    gst_cl_stft_constant_q_describe_framing (config, &config->framing);
  config->distance = emphasizes_frames (config) ? s->size
      : MIN (config->framing.hop, s->size);
}

static gboolean
check_channels (const GstClStftConfig * config, GError ** error)
{
  guint n = GST_AUDIO_INFO_CHANNELS (&config->audio);
  guint most = MAX (MAX_POINTS / config->info.shape[0], GST_CL_STFT_FREE_CHANNELS);

  return n <= most || gst_cl_set_settings_error (error, "channels is %u, but of "
      "transforms of %u points at most %u are possible", n,
      config->info.shape[0], most);
}

static gboolean
choose_batch (GstClStftConfig * config, GError ** error)
{
  const GstClStftSettings *s = &config->settings;
  gsize frame_size = gst_cl_stft_config_get_frame_size (config);
  gsize spectra_size = gst_cl_stft_config_get_spectra_size (config, 1);
  guint64 bpf = GST_AUDIO_INFO_BPF (&config->audio);
  guint64 largest = MAX (MAX (frame_size, spectra_size),
      get_staging_bpf (config) * config->distance), n_frames;

  if (has_constant_q (config))
    largest = MAX (largest, gst_cl_stft_constant_q_get_slice_size (config));
  if (bpf * s->size > GST_FOURIER_MAX_FRAME_SIZE)
    return gst_cl_set_property_error (error, "size", "is %u, but with %d "
        "channels of %s must be at most %" G_GUINT64_FORMAT, s->size,
        GST_AUDIO_INFO_CHANNELS (&config->audio),
        GST_AUDIO_INFO_NAME (&config->audio), GST_FOURIER_MAX_FRAME_SIZE / bpf);
  if (s->frames_per_buffer > GST_FOURIER_MAX_FRAME_SIZE / frame_size)
    return gst_cl_set_property_error (error, "frames-per-buffer", "is %u, but "
        "with frames of %" G_GSIZE_FORMAT " bytes must be at most %"
        G_GSIZE_FORMAT, s->frames_per_buffer, frame_size,
        GST_FOURIER_MAX_FRAME_SIZE / frame_size);
  n_frames = gst_cl_spectra_count_frames (largest, MAX_DISPATCH_FRAMES);
  if (s->frames_per_buffer > 0)
    n_frames = MIN (n_frames, (guint64) s->frames_per_buffer * config->group);
  config->max_frames = n_frames;
  return TRUE;
}

GstClStftConfig *
gst_cl_stft_config_new (const GstClStftSettings * settings,
    const GstAudioInfo * audio, GError ** error)
{
  g_autoptr (GstClStftConfig) config =
      g_atomic_rc_box_new0 (GstClStftConfig);

  gst_cl_stft_preset_resolve (settings, &config->settings);
  settings = &config->settings;
  config->notes = gst_cl_notes_new ();
  gst_cl_stft_preset_note_rate (settings->preset,
      GST_AUDIO_INFO_RATE (audio), config->notes);
  config->audio = *audio;
  config->group = gst_cl_stft_settings_get_group (settings);
  gst_fourier_info_init (&config->info);
  if (!gst_cl_stft_settings_check (settings, error)
      || !gst_cl_stft_config_choose_channels (config, error)
      || !gst_cl_stft_constant_q_choose (config, error)
      || !describe_stream (config, error) || !check_channels (config, error)
      || !fill_window (config, error) || !add_windows (config, error)
      || !fill_bands (config, error)
      || !gst_cl_stft_settings_check_stream (settings, &config->info, error))
    return NULL;
  config->interleaves = settings->iq && is_planar (config);
  config->emphasizes = config->info.pre_emphasis > 0;
  choose_framing (config);
  if (!fill_gain (config, error) || !choose_batch (config, error))
    return NULL;
  /* borrowed, and used */
  config->settings.window_data = NULL;
  config->settings.channel_select = NULL;
  return g_steal_pointer (&config);
}

GstClStftConfig *
gst_cl_stft_config_ref (GstClStftConfig * config)
{
  return g_atomic_rc_box_acquire (config);
}

static void
clear (gpointer data)
{
  GstClStftConfig *config = data;

  g_free (config->window);
  g_free (config->gain);
  clfft_bands_clear (&config->bands);
  g_ptr_array_unref (config->notes);
  g_free (config->runs);
}

void
gst_cl_stft_config_free (gpointer config)
{
  if (config)
    g_atomic_rc_box_release_full (config, clear);
}

/* ---- for the device ---- */

guint
gst_cl_stft_config_count_plans (const GstClStftConfig * config)
{
  return config->n_windows + has_constant_q (config)
      + (config->info.quantity == GST_FOURIER_QUANTITY_DELAY);
}

guint
gst_cl_stft_config_get_capacity (const GstClStftConfig * config)
{
  if (config->settings.frames_per_buffer > 0)
    return config->settings.frames_per_buffer;
  if (has_constant_q (config))
    return config->max_frames * config->constant_q.n_frames;
  return MAX (1, config->max_frames / config->group);
}

gsize
gst_cl_stft_config_get_frame_size (const GstClStftConfig * config)
{
  return gst_fourier_info_get_frame_size (&config->info)
      * (is_sharpened (config) ? config->n_windows : 1)
      / (config->is_half ? 2 : 1);
}

guint
gst_cl_stft_config_get_n_stored (const GstClStftConfig * config)
{
  return config->bands.n_bands ? config->bands.n_bands : config->n_bins;
}

static guint64
get_span (const GstClStftConfig * config)
{
  return (guint64) (config->max_frames - 1) * config->distance
      + config->settings.size;
}

guint64
gst_cl_stft_config_get_read_span (const GstClStftConfig * config)
{
  return (guint64) (config->max_frames - 1) * MIN (config->framing.hop,
      config->settings.size) + config->settings.size;
}

gsize
gst_cl_stft_config_get_staging_size (const GstClStftConfig * config)
{
  return get_span (config) * get_staging_bpf (config);
}

gsize
gst_cl_stft_config_get_used_size (const GstClStftConfig * config,
    guint n_frames)
{
  gsize all = gst_cl_stft_config_get_staging_size (config);

  if (gst_cl_stft_config_get_plane_distance (config) > 0)
    return all;
  n_frames = MIN (n_frames, config->max_frames);
  return all - (config->max_frames - n_frames) * config->distance
      * get_staging_bpf (config);
}

guint64
gst_cl_stft_config_get_plane_distance (const GstClStftConfig * config)
{
  return is_planar (config) && !config->interleaves && !config->emphasizes
      ? get_span (config) : 0;
}

guint64
gst_cl_stft_config_get_run_offset (const GstClStftConfig * config,
    const GstClStftRun * run)
{
  guint64 plane = gst_cl_stft_config_get_plane_distance (config);

  return run->first * (plane ? plane : 1);
}

/* Makes the rows of the mix: the mean, or half of the sum and of the
   difference. */
static gdouble *
make_matrix (const GstClStftConfig * config, guint n_sources, GError ** error)
{
  gdouble *matrix = gst_cl_coefficients_new ((guint64) config->info.channels
      * n_sources, "parts of a mix", error);
  guint i;

  if (!matrix)
    return NULL;
  for (i = 0; i < n_sources; i++)
    matrix[i] = 1.0 / n_sources;
  if (config->settings.channel_mode == GST_FOURIER_CHANNEL_MODE_MID_SIDE) {
    matrix[2] = 0.5;
    matrix[3] = -0.5;
  }
  return matrix;
}

/* What the plan stores: averages are of power, cross spectra and constant-Q
   bands of complex ones. */
static clfft_quantity
get_stored (const GstFourierInfo * info)
{
  if (gst_fourier_quantity_has_reference (info->quantity)
      || gst_cl_spectra_is_constant_q (info))
    return CLFFT_QUANTITY_COMPLEX;
  return info->averaging != GST_FOURIER_AVERAGING_NONE || info->tapers > 1
      ? CLFFT_QUANTITY_POWER : gst_cl_stft_front_end_get_quantity (info);
}

gsize
gst_cl_stft_config_get_spectra_size (const GstClStftConfig * config,
    guint n_frames)
{
  const GstFourierInfo *info = &config->info;
  gsize size = gst_cl_spectra_get_precision (info) == CLFFT_PRECISION_DOUBLE ? 8 : 4;

  if (get_stored (info) == CLFFT_QUANTITY_COMPLEX)
    size *= 2;
  return size * gst_cl_stft_config_get_n_stored (config)
      * config->channels * info->tapers * n_frames;
}

/* What emphasis has read is divided by 2^(b-1). */
static void
describe_samples (const GstClStftConfig * config, clfft_load * load)
{
  gboolean is_legacy = config->info.scaling == GST_FOURIER_SCALING_LEGACY;
  const GstAudioFormatInfo *format = config->audio.finfo;

  gst_cl_audio_sample_describe (get_staging_format (config), is_legacy, load);
  if (config->emphasizes && is_legacy
      && GST_AUDIO_FORMAT_INFO_IS_INTEGER (format))
    load->sample_scale = 1 / (1 - ldexp (1, 1 - format->depth));
}

gboolean
gst_cl_stft_config_describe (const GstClStftConfig * config,
    clfft_desc * desc, gdouble ** matrix, GError ** error)
{
  const GstFourierInfo *info = &config->info;
  guint n_sources = GST_AUDIO_INFO_CHANNELS (&config->audio);
  guint64 plane = gst_cl_stft_config_get_plane_distance (config);
  guint n_most = 0, i, stride = plane ? 1 : n_sources / (info->iq ? 2 : 1);
  guint n_points = gst_cl_stft_config_get_n_stored (config);

  for (i = 0; i < config->n_runs; i++)
    n_most = MAX (n_most, config->runs[i].n_channels);
  memset (desc, 0, sizeof *desc);
  *matrix = NULL;
  desc->transform = info->iq ? CLFFT_TRANSFORM_C2C : CLFFT_TRANSFORM_R2C;
  desc->precision = gst_cl_spectra_get_precision (info);
  desc->rank = 1;
  desc->lengths[0] = info->shape[0];
  desc->input_strides[0] = stride;
  desc->n_loops = 2;
  desc->loops[0].count = n_most;
  desc->loops[0].input_distance = mixes (config) ? 0 : plane ? plane : 1;
  desc->loops[0].output_distance = n_points;
  desc->loops[1].count = config->max_frames;
  desc->loops[1].input_distance = (gint64) config->distance * stride;
  desc->loops[1].output_distance = (gint64) n_points *config->channels
      * config->n_windows;

  describe_samples (config, &desc->load);
  desc->load.lengths[0] = config->settings.size;
  desc->load.windows[0] = config->window;
  desc->load.subtract_mean = !emphasizes_frames (config)
      && config->settings.detrend == GST_FOURIER_DETREND_CONSTANT;
  desc->load.subtract_line = !emphasizes_frames (config)
      && config->settings.detrend == GST_FOURIER_DETREND_LINEAR;
  if (mixes (config)) {
    *matrix = make_matrix (config, n_sources, error);
    if (!*matrix)
      return FALSE;
    desc->load.matrix = *matrix;
    desc->load.n_rows = info->channels;
    desc->load.n_sources = n_sources;
    desc->load.source_distance = plane ? plane : 1;
  }
  desc->zoom = gst_cl_spectra_get_zoom (info, config->n_bins);
  desc->store.quantity = get_stored (info);
  desc->store.sides = desc->zoom.n_bins ? CLFFT_SIDES_DEFAULT
      : gst_cl_spectra_get_sides (info);
  desc->store.floor = info->floor;
  /* stores without a gain are faster: sharpening applies it to powers */
  desc->store.gain = is_sharpened (config) ? NULL : config->gain;
  desc->store.bands = config->bands;
  desc->store.bands_of_magnitude = gst_cl_stft_front_end_is_of_magnitude (info);
  gst_cl_stft_values_describe (config, n_points, desc);
  return TRUE;
}
