/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * constantq.c: constant-Q bands. Input is cut into slices, half of which overlap
 * the next one; the middle half of what a slice gives are frames. What is before
 * the first sample of a run are its samples, mirrored: the inverse needs
 * coefficients from before it, which then are the conjugates of later ones.
 */
#include "constantq.h"

#include <math.h>
#include "element/enums.h"
#include "element/fit/request.h"
#include "element/spectra/constantq.h"
#include "element/spectra/spectra.h"
#include "front/front-end.h"
#include "opencl/error.h"

/* C1, as librosa has it. */
#define LOWEST 32.7031957
/* Hop of what is not for the inverse, as librosa has it. */
#define HOP 512
/* Widths of the ear's filters: gamma = 24.7 Hz alpha / 0.108, as librosa has
   it. */
#define EAR (24.7 / 0.108)

gboolean
gst_cl_stft_settings_are_constant_q (const GstClStftSettings * settings)
{
  return settings->band_scale == GST_CL_BAND_SCALE_CQT
      || settings->band_scale == GST_CL_BAND_SCALE_VQT;
}

/* ---- rules ---- */

/* The value of a property, as gst-launch-1.0 takes it. */
static gchar *
print_value (const GstClStftSettings * settings, const gchar * name)
{
  guint i;

  for (i = 0; i < gst_cl_stft_n_properties; i++)
    if (g_str_equal (gst_cl_stft_properties[i].name, name))
      return gst_cl_property_write (&gst_cl_stft_properties[i], settings);
  for (i = 0; i < gst_cl_stft_n_front_end_properties; i++)
    if (g_str_equal (gst_cl_stft_front_end_properties[i].name, name))
      return gst_cl_property_write (&gst_cl_stft_front_end_properties[i],
          settings);
  g_assert_not_reached ();
}

/* Says that a value has no meaning with these bands. */
static gboolean
refuse (const GstClStftSettings * settings, const gchar * name,
    const gchar * wanted, GError ** error)
{
  g_autofree gchar *value = print_value (settings, name);

  return gst_cl_set_property_error (error, name, "is %s, but with "
      "band-scale=%s must be %s", value, gst_cl_enum_nick
      (GST_TYPE_CL_BAND_SCALE, settings->band_scale), wanted);
}

gboolean
gst_cl_stft_constant_q_check (const GstClStftSettings * s, GError ** error)
{
  const struct
  {
    const gchar *property;
    gboolean is_set;
    const gchar *wanted;
  } rows[] = {
    {"averaging", s->averaging != GST_FOURIER_AVERAGING_NONE, "none"},
    {"tapers", s->tapers != 1, "1"},
    {"cepstrum", s->cepstrum != 0, "0"},
    {"zoom-low", s->zoom_low != 0, "0"},
    {"zoom-high", s->zoom_high != 0, "0"},
    {"detrend", s->detrend != GST_FOURIER_DETREND_NONE, "none"},
    {"scaling", s->scaling == GST_FOURIER_SCALING_LEGACY, "another"},
    {"sides", s->sides > CLFFT_SIDES_ONE, "one"},
    {"band-high", s->band_high != 0, "0: bands tells how many there are"},
    {"gamma", s->gamma != 0 && s->band_scale == GST_CL_BAND_SCALE_CQT, "0"},
    {"frames-per-buffer", s->frames_per_buffer != 0, "0"},
    {"whole-buffers", s->whole_buffers, "false"},
    {"top-db", s->top_db != 0, "0"},
    {"normalize", s->normalize == GST_FOURIER_NORMALIZE_PER_BAND, "another"},
    {"pre-emphasis", s->pre_emphasis != 0, "0"},
  };
  guint i;

  for (i = 0; gst_cl_stft_settings_are_constant_q (s)
      && i < G_N_ELEMENTS (rows); i++)
    if (rows[i].is_set)
      return refuse (s, rows[i].property, rows[i].wanted, error);
  return TRUE;
}

/* ---- the stream ---- */

static gdouble
get_low (const GstClStftSettings * s)
{
  return s->band_low > 0 ? s->band_low : LOWEST;
}

void
gst_cl_stft_constant_q_describe (const GstClStftSettings * s, guint n_bands,
    GstFourierInfo * info)
{
  gdouble gamma = 0;

  if (s->band_scale == GST_CL_BAND_SCALE_VQT)
    gamma = s->gamma > 0 ? s->gamma : EAR * tanh (G_LN2 / s->bands_per_octave);
  info->window_length = 0;
  info->center = TRUE;
  gst_fourier_info_set_window (info, "rect", 0);
  gst_fourier_info_set_constant_q (info,
      gst_cl_band_scale_to_fourier (s->band_scale), n_bands, get_low (s),
      s->bands_per_octave, gamma);
}

/* The bands that lie below half the rate, at most as many as were asked for. */
static gboolean
choose_n_bands (const GstClStftConfig * config, guint * n_bands,
    GError ** error)
{
  const GstClStftSettings *s = &config->settings;
  gdouble nyquist = GST_AUDIO_INFO_RATE (&config->audio) / 2.0;
  gdouble most = ceil (s->bands_per_octave * log2 (nyquist / get_low (s)));
  gchar number[GST_CL_REQUEST_NUMBER_SIZE];

  if (most < 1)
    return gst_cl_set_request_error (error, s->band_low > 0 ? "band-low"
        : "band-scale", s->band_low > 0 ? "0" : "bins", "needs %.9g Hz, but "
        "half the rate is %.9g", get_low (s), nyquist);
  if (s->bands > most)
    return gst_cl_set_request_error (error, "bands",
        gst_cl_request_number (number, most), "is %u, but from %.9g Hz on must "
        "be at most %.0f, to stay below half the rate, %.9g", s->bands,
        get_low (s), most, nyquist);
  *n_bands = s->bands ? s->bands : most;
  return TRUE;
}

static gboolean
find_layout (GstClStftConfig * config, clfft_constant_q_bands * bands,
    GError ** error)
{
  clfft_constant_q_layout *layout = &config->constant_q;

  if (clfft_constant_q_find_layout (bands, layout) == CLFFT_STATUS_OK)
    return TRUE;
  return gst_cl_set_property_error (error, "bands-per-octave", "is %u, but %s",
      bands->per_octave, clfft_last_error ());
}

gboolean
gst_cl_stft_constant_q_choose (GstClStftConfig * config, GError ** error)
{
  GstClStftSettings *s = &config->settings;
  clfft_constant_q_bands bands;
  GstFourierInfo info;
  guint n_bands = 0;

  if (!gst_cl_stft_settings_are_constant_q (s))
    return TRUE;
  if (!choose_n_bands (config, &n_bands, error))
    return FALSE;
  gst_fourier_info_init (&info);
  gst_fourier_info_set_rate (&info, GST_AUDIO_INFO_RATE (&config->audio), 1);
  gst_fourier_info_set_shape (&info, 1, &s->size, GST_FOURIER_SIDES_ONE);
  info.quantity = s->quantity;
  gst_cl_stft_constant_q_describe (s, n_bands, &info);
  bands = gst_cl_spectra_describe_constant_q (&info);
  bands.hop = s->hop ? s->hop
      : s->quantity == GST_FOURIER_QUANTITY_COMPLEX ? 0 : HOP;
  if (!find_layout (config, &bands, error))
    return FALSE;
  s->bands = n_bands;
  s->size = config->constant_q.length;
  s->hop = config->constant_q.length / 2;
  s->zero_pad = 0;
  s->window = CLFFT_WINDOW_RECT;
  s->center = TRUE;
  return TRUE;
}

void
gst_cl_stft_constant_q_describe_framing (const GstClStftConfig * config,
    GstClFramingParams * params)
{
  params->lead = config->constant_q.reach;
  params->pad_mode = GST_CL_PAD_MODE_REFLECT_START;
  params->last_frame = GST_CL_LAST_FRAME_BEGUN;
}

guint64
gst_cl_stft_constant_q_get_slice_size (const GstClStftConfig * config)
{
  const GstFourierInfo *info = &config->info;
  gsize number = gst_cl_spectra_get_precision (info)
      == CLFFT_PRECISION_DOUBLE ? 8 : 4;
  guint64 coefficients = 2 * config->constant_q.n_frames * info->bins[0];

  return 2 * number * config->channels * MAX (coefficients,
      config->constant_q.length / 2 + 1);
}

/* The frames of a run of n samples, by last-frame. */
static guint64
count_frames (const GstClStftConfig * config, guint64 n)
{
  guint64 reach = config->constant_q.reach, hop = config->constant_q.hop;

  switch (config->settings.last_frame) {
    case GST_CL_LAST_FRAME_MIDDLE:
      return n / hop + 1;
    case GST_CL_LAST_FRAME_HOP:
      return n / hop;
    case GST_CL_LAST_FRAME_NEEDED:
      return n > reach ? (n - reach + hop - 1) / hop + 1 : 1;
    case GST_CL_LAST_FRAME_COMPLETE:
      return n >= reach ? (n - reach) / hop + 1 : 0;
    default:
      return (n + reach - 1) / hop + 1;
  }
}

guint
gst_cl_stft_constant_q_count (const GstClStftConfig * config,
    GstClFramingBatch * batch)
{
  const clfft_constant_q_layout *layout = &config->constant_q;
  guint64 n = batch->n_frames * layout->n_frames;
  guint64 before = (guint64) (batch->first + (gint64) layout->reach)
      / layout->hop, all = count_frames (config, batch->n_samples), end;

  /* all of a slice that came before the end are */
  n = MIN (n, all > before ? all - before : 0);
  if (n == 0)
    return 0;
  end = (before + n - 1) * layout->hop + layout->reach;
  batch->stamp.offset_end = MIN (end, batch->n_samples);
  return n;
}

/* ---- the device ---- */

gboolean
gst_cl_stft_constant_q_make (GstClSession * session,
    const GstClStftConfig * config, const clfft_plan_params * params,
    clfft_constant_q ** bands, GError ** error)
{
  const GstFourierInfo *info = &config->info;
  g_autofree gdouble *gain = NULL;
  clfft_constant_q_desc desc = {
    .channels = config->channels,
    .max_slices = config->max_frames,
    .quantity = gst_cl_stft_front_end_get_quantity (info),
    .floor = info->floor,
    .precision = gst_cl_spectra_get_precision (info),
    .params = params,
    .waiter = gst_opencl_watchdog_get_waiter (session->watchdog),
  };

  if (!gst_cl_spectra_is_constant_q (info))
    return TRUE;
  gain = gst_cl_spectra_make_constant_q_gain (info, error);
  if (!gain)
    return FALSE;
  desc.bands = gst_cl_spectra_describe_constant_q (info);
  desc.gain = gain;
  return gst_cl_check (clfft_constant_q_create
      (gst_opencl_context_get_clfft_device (session->context), &desc, bands),
      "Could not plan the constant-Q bands", error);
}

gboolean
gst_cl_stft_constant_q_run (GstClSession * session, clfft_constant_q * bands,
    GstOpenCLMemory * spectra, GstOpenCLMemory * output, guint n_slices,
    guint n_frames, guint first_frame, GError ** error)
{
  GstClCommand command = {
    .uses = {{spectra, GST_MAP_READ}, {output, GST_MAP_WRITE}},
  };
  clfft_constant_q_params params = {
    .n_slices = n_slices,.n_frames = n_frames,.first_frame = first_frame
  };
  clfft_status status;

  if (n_frames == 0)
    return TRUE;
  GST_CL_COMMAND_BEGIN (&command, &params);
  status = clfft_constant_q_execute (bands,
      gst_opencl_queue_get_handle (session->queue), spectra->handle,
      output->handle, &params);
  return gst_cl_session_end_command (session, &command, status,
      "Could not make the constant-Q bands", error);
}
