/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fourier/test-caps.c: the text of the caps of each element's streams at its
 * longest, what kinds of fields it holds, and that caps, times and data come
 * through the transports of GStreamer in running pipelines.
 */
#include <gst/fourier/fourier.h>

#include "support/test.h"

/* The longest word that each enumeration offers is tried by trying them all. */
typedef struct
{
  GstFourierQuantity quantity;
  GstFourierSides sides;
  GstFourierBandScale band_scale;
  GstFourierAveraging averaging;
  GstFourierChannelMode channel_mode;
  gboolean iq;
  gboolean zooms;
} Mode;

static void
fill_longest_audio (GstFourierInfo * info, const Mode * mode)
{
  guint size = GST_FOURIER_MAX_LENGTH - 1;
  guint64 most;

  gst_fourier_info_init (info);
  info->format = GST_FOURIER_FORMAT_F32LE;
  info->quantity = mode->quantity;
  info->scaling = GST_FOURIER_SCALING_AMPLITUDE;
  gst_fourier_info_set_shape (info, 1, &size, mode->sides);
  if (mode->zooms)
    gst_fourier_info_set_zoom (info, mode->sides == GST_FOURIER_SIDES_ONE
        ? 123456.789 : -123456.789, 1.2345678901234567e-05, 33554431);
  if (mode->band_scale)
    gst_fourier_info_set_bands (info, mode->band_scale,
        mode->band_scale == GST_FOURIER_BAND_SCALE_OCTAVE
        || mode->band_scale == GST_FOURIER_BAND_SCALE_THIRD_OCTAVE ? 99 : 9999);
  /* an average of as many has the hop of all, else it is below the size */
  gst_fourier_info_set_rate (info, G_MAXINT, mode->averaging
      == GST_FOURIER_AVERAGING_EXPONENTIAL ? size - 1 : 999999999);
  gst_fourier_info_set_window (info, "dolph-chebyshev", 1.23456789e-05);
  /* claudiofft's zooms are of whole transforms */
  info->window_length = mode->zooms ? size : size - 1;
  /* with the longest of all else, other sides than these or bands, the caps of
     such a zoom are refused */
  info->center = !mode->zooms;
  info->detrend = GST_FOURIER_DETREND_CONSTANT;
  info->reference_channel = 12346;
  if (mode->quantity != GST_FOURIER_QUANTITY_COMPLEX
      && mode->quantity != GST_FOURIER_QUANTITY_PHASE
      && !gst_fourier_quantity_has_reference (mode->quantity))
    info->weighting = GST_FOURIER_WEIGHTING_A;
  info->averaging = mode->averaging;
  info->average_count = 65536;
  info->time_constant = 999999999;
  gst_fourier_info_set_floor (info, -998.999);
  info->channel_mode = mode->channel_mode;
  info->iq = mode->iq;
  info->source_format = GST_AUDIO_FORMAT_S24_32LE;
  info->source_layout = GST_AUDIO_LAYOUT_NON_INTERLEAVED;

  most = GST_FOURIER_MAX_FRAME_SIZE / gst_fourier_info_get_point_size (info)
      / info->bins[0];
  info->channels = MIN (most, GST_FOURIER_MAX_CHANNELS);
  if (mode->channel_mode == GST_FOURIER_CHANNEL_MODE_MIX) {
    info->channels = 1;
    info->source_channels = 65535;
  } else if (mode->channel_mode == GST_FOURIER_CHANNEL_MODE_MID_SIDE) {
    info->channels = 2;
  } else if (mode->channel_mode == GST_FOURIER_CHANNEL_MODE_SELECT) {
    info->channels =
        gst_fourier_quantity_has_reference (mode->quantity) ? 3 : 4;
    gst_fourier_info_set_channel_select (info, "1000+12345-12347");
  } else if (info->channels < 12346) {
    info->reference_channel = info->channels;
  }
  if (mode->channel_mode == GST_FOURIER_CHANNEL_MODE_ALL && !mode->iq
      && info->channels <= 28) {
    /* The highest positions: the longest mask. */
    info->channel_mask = ((G_GUINT64_CONSTANT (1) << info->channels) - 1)
        << (28 - info->channels);
  }
}

/* Length of the caps; 0 if the mode contradicts itself. */
static gsize
length_of (const GstFourierInfo * info)
{
  GError *error = NULL;
  GstCaps *caps = gst_fourier_info_to_caps (info, &error);
  GstFourierInfo again;
  gsize length;
  gchar *text;

  if (!caps) {
    TEST_CHECK (!strstr (error->message, "characters"), "%s", error->message);
    g_clear_error (&error);
    return 0;
  }
  text = gst_caps_to_string (caps);
  length = strlen (text);
  TEST_CHECK (g_str_is_ascii (text), "%s", text);
  TEST_CHECK (gst_fourier_info_from_caps (&again, caps, &error)
      && gst_fourier_info_is_equal (info, &again), "%s: %s", text,
      error ? error->message : "not equal");
  g_clear_error (&error);
  g_free (text);
  gst_caps_unref (caps);
  return length;
}

static void
longest_caps_of_claudiofft_have_480_characters_at_most (void)
{
  gsize longest = 0;
  guint n_modes = 0, n_zooms = 0;
  Mode mode;

  for (mode.quantity = 0; mode.quantity <= GST_FOURIER_QUANTITY_DELAY;
      mode.quantity++)
    for (mode.sides = 0; mode.sides < 3; mode.sides++)
      for (mode.band_scale = 0; mode.band_scale < 8; mode.band_scale++)
        for (mode.averaging = 0; mode.averaging < 6; mode.averaging++)
          for (mode.channel_mode = 0; mode.channel_mode < 4;
              mode.channel_mode++)
            for (mode.iq = 0; mode.iq < 2; mode.iq++)
              for (mode.zooms = 0; mode.zooms < 2; mode.zooms++) {
                GstFourierInfo info;
                gsize length;

                if (mode.zooms && (mode.band_scale || mode.sides != (mode.iq
                            ? GST_FOURIER_SIDES_TWO : GST_FOURIER_SIDES_ONE)))
                  continue;
                fill_longest_audio (&info, &mode);
                length = length_of (&info);
                n_modes += length > 0;
                n_zooms += length > 0 && mode.zooms;
                longest = MAX (longest, length);
                if (mode.zooms)
                  continue;
                gst_fourier_info_set_window (&info, "dpss", 1.23456789e-05);
                info.tapers = GST_FOURIER_MAX_TAPERS;
                longest = MAX (longest, length_of (&info));
              }
  printf ("# longest of %u modes: %zu characters\n", n_modes, longest);
  TEST_CHECK (n_modes >= 500 && n_zooms >= 100, "only %u modes are legal, %u "
      "of a zoom", n_modes, n_zooms);
  TEST_CHECK (longest > 400 && longest <= GST_FOURIER_MAX_CAPS_LENGTH, "%zu",
      longest);
}

/* Of a sound level meter. With all fields in use the caps would be too long, and
   are refused. */
static void
caps_of_calibrated_bands_have_480_characters_at_most (void)
{
  static const GstFourierBandScale scales[] = { GST_FOURIER_BAND_SCALE_NONE,
    GST_FOURIER_BAND_SCALE_LOG, GST_FOURIER_BAND_SCALE_THIRD_OCTAVE
  };
  static const GstFourierWeighting weightings[] = { GST_FOURIER_WEIGHTING_NONE,
    GST_FOURIER_WEIGHTING_Z
  };
  guint scale, weighting, averaging, channel_mode, size = 1 << 20;
  gsize longest = 0;

  for (scale = 0; scale < G_N_ELEMENTS (scales); scale++)
    for (weighting = 0; weighting < 2; weighting++)
      for (averaging = 0; averaging < 6; averaging++)
        for (channel_mode = 0; channel_mode < 4; channel_mode++) {
          Mode mode = { GST_FOURIER_QUANTITY_DB, GST_FOURIER_SIDES_ONE,
            scales[scale], averaging, channel_mode, FALSE
          };
          GstFourierInfo info;

          fill_longest_audio (&info, &mode);
          gst_fourier_info_set_shape (&info, 1, &size, GST_FOURIER_SIDES_ONE);
          if (mode.band_scale)
            gst_fourier_info_set_bands (&info, mode.band_scale, 9999);
          gst_fourier_info_set_rate (&info, 768000, 1000000);
          gst_fourier_info_set_window (&info, "hann", 0);
          info.window_length = size;
          info.center = FALSE;
          info.weighting = weightings[weighting];
          info.average_count = 65536;
          info.time_constant = 10000000;
          info.channels = MIN (info.channels, 999);
          gst_fourier_info_set_floor (&info, -200);
          gst_fourier_info_set_band_range (&info, 17.8, 22387);
          gst_fourier_info_set_calibration (&info, 120.12);
          if (channel_mode == GST_FOURIER_CHANNEL_MODE_SELECT)
            gst_fourier_info_set_channel_select (&info, "10+12-14");
          longest = MAX (longest, length_of (&info));
        }
  printf ("# longest: %zu characters\n", longest);
  TEST_CHECK (longest > 400 && longest <= GST_FOURIER_MAX_CAPS_LENGTH, "%zu",
      longest);
}

/* Fills constant-Q bands of drawn numbers; complex ones, for the inverse, have the
   most fields. */
static void
fill_constant_q (GstFourierInfo * info, guint channel_mode, guint digits)
{
  gboolean is_complex = test_random () % 2;
  guint size = GST_FOURIER_MAX_LENGTH >> test_random () % 12;
  Mode mode = {
    is_complex ? GST_FOURIER_QUANTITY_COMPLEX : GST_FOURIER_QUANTITY_LOG10,
    GST_FOURIER_SIDES_ONE, GST_FOURIER_BAND_SCALE_NONE,
    GST_FOURIER_AVERAGING_NONE, channel_mode, FALSE
  };

  fill_longest_audio (info, &mode);
  gst_fourier_info_set_shape (info, 1, &size, GST_FOURIER_SIDES_ONE);
  gst_fourier_info_set_rate (info, digits > 5 ? G_MAXINT : 768000,
      1 + test_random () % (digits > 5 ? 33554432 : 65536));
  info->window_length = size / 2;
  info->detrend = GST_FOURIER_DETREND_NONE;
  gst_fourier_info_set_constant_q (info, GST_FOURIER_BAND_SCALE_VQT,
      1 + test_random () % 2000, digits > 5 ? 123.456789 : 27.5, 96,
      digits > 5 ? 12.3456789 : 1.65084967);
  if (is_complex) {
    info->edge_bands[0] = test_random () % 9;
    info->edge_bands[1] = test_random () % (digits > 5 ? 65536 : 1000);
    info->bins[0] += info->edge_bands[0] + info->edge_bands[1];
  } else {
    gst_fourier_info_set_floor (info, -150);
  }
  gst_fourier_info_set_calibration (info, digits > 5 ? -123.456 : 94);
  if (channel_mode != GST_FOURIER_CHANNEL_MODE_SELECT) {
    info->channels = MIN (info->channels, digits > 5 ? 28 : 8);
    info->source_channels = MIN (info->source_channels, digits > 5 ? 65535 : 64);
  } else if (digits <= 5) {
    gst_fourier_info_set_channel_select (info, "10+12-14");
  }
  info->channel_mask = digits > 5 && channel_mode == GST_FOURIER_CHANNEL_MODE_ALL
      ? (1u << info->channels) - 1 : 0;
}

/* Rates, bands and channels that people have fit; with the longest of
   all fields the caps may be refused. */
static void
caps_of_constant_q_bands_have_480_characters_at_most (void)
{
  gsize longest = 0;
  guint i, n_refused = 0;

  for (i = 0; i < 400; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GstCaps) caps = NULL;
    GstFourierInfo info;

    fill_constant_q (&info, i % 4, 5);
    longest = MAX (longest, length_of (&info));
    fill_constant_q (&info, i % 4, 10);
    caps = gst_fourier_info_to_caps (&info, &error);
    n_refused += caps == NULL;
    if (caps)
      longest = MAX (longest, length_of (&info));
    else
      TEST_CHECK (strstr (error->message, "characters, the limit is 480"),
          "%s", error->message);
  }
  printf ("# longest: %zu characters, %u refused\n", longest, n_refused);
  TEST_CHECK (longest > 400 && longest <= GST_FOURIER_MAX_CAPS_LENGTH, "%zu",
      longest);
  TEST_CHECK (n_refused < 100, "%u", n_refused);
}

static void
longest_caps_of_clvideofft_have_480_characters_at_most (void)
{
  static const guint shape[3] = { 16, 1024, 1024 };
  guint quantity;

  for (quantity = 0; quantity < 5; quantity++) {
    GstFourierInfo info;
    gsize length;

    gst_fourier_info_init (&info);
    gst_fourier_info_set_shape (&info, 3, shape, GST_FOURIER_SIDES_CENTERED);
    info.quantity = quantity;
    info.channels = 1;
    gst_fourier_info_set_source_video (&info,
        "P010_10LE:32767x32767:240000/1001:1000/1001:bt2100-pq", 10007);
    gst_fourier_info_set_window (&info, "dolph-chebyshev", 123.456789);
    gst_fourier_info_set_floor (&info, -998.999);
    gst_fourier_info_set_component (&info, "luma");
    gst_fourier_info_set_temporal_window (&info, "blackman-harris");
    info.remove_dc = 1;
    info.block_overlap[0] = info.block_overlap[1] = 1023;
    info.blocks[1] = 10;
    length = length_of (&info);
    printf ("# quantity %u: %zu characters\n", quantity, length);
    TEST_CHECK (length > 300 && length <= GST_FOURIER_MAX_CAPS_LENGTH, "%zu",
        length);
    /* of fields where not every number is the longest */
    info.fields = 1;
    gst_fourier_info_set_source_video (&info,
        "P010_10LE:32767x16384:480000/1001:1/2:bt2100-pq", 8);
    gst_fourier_info_set_window (&info, "dolph-chebyshev", 100);
    gst_fourier_info_set_floor (&info, -120);
    length = length_of (&info);
    TEST_CHECK (length > 300 && length <= GST_FOURIER_MAX_CAPS_LENGTH, "%zu",
        length);
  }
}

static void
caps_that_would_be_too_long_are_refused (void)
{
  static const guint shape[3] = { 16, 1024, 1024 };
  GError *error = NULL;
  GstFourierInfo info;
  GstCaps *caps;

  gst_fourier_info_init (&info);
  gst_fourier_info_set_shape (&info, 3, shape, GST_FOURIER_SIDES_CENTERED);
  info.quantity = GST_FOURIER_QUANTITY_DB;
  info.averaging = GST_FOURIER_AVERAGING_EXPONENTIAL;
  info.time_constant = 999999999;
  info.channels = 1;
  gst_fourier_info_set_source_video (&info, "NV12_10LE40_4L4:32767x32767:"
      "2147483647/2147483646:2147483647/2147483646:255:255:255:255", 1);
  gst_fourier_info_set_window (&info, "dolph-chebyshev", 0);
  gst_fourier_info_set_floor (&info, -998.999);
  gst_fourier_info_set_component (&info, "12345678");
  info.block_size[0] = info.block_size[1] = 1023;
  info.block_overlap[0] = info.block_overlap[1] = 1022;
  info.blocks[0] = info.blocks[1] = 5;
  info.depth = 15;
  TEST_CHECK (gst_fourier_info_validate (&info, NULL), "not even valid");
  caps = gst_fourier_info_to_caps (&info, &error);
  TEST_CHECK (!caps && g_error_matches (error, GST_FOURIER_ERROR,
          GST_FOURIER_ERROR_LIMIT)
      && strstr (error->message, "480"), "%s",
      error ? error->message : "accepted");
  gst_clear_caps (&caps);
  g_clear_error (&error);
}

static gboolean
check_kind (GQuark name, const GValue * value, gpointer data)
{
  gboolean ok = G_VALUE_HOLDS_INT (value) || G_VALUE_HOLDS_STRING (value)
      || G_VALUE_HOLDS_BOOLEAN (value) || GST_VALUE_HOLDS_FRACTION (value);

  if (GST_VALUE_HOLDS_ARRAY (value)) {
    guint i, n = gst_value_array_get_size (value);

    for (ok = n > 0, i = 0; i < n; i++)
      ok &= G_VALUE_HOLDS_INT (gst_value_array_get_value (value, i));
  }
  TEST_CHECK (ok, "%s is a %s", g_quark_to_string (name),
      G_VALUE_TYPE_NAME (value));
  (*(guint *) data)++;
  return TRUE;
}

static void
fields_are_of_the_five_plain_kinds (void)
{
  static const Mode modes[] = {
    {GST_FOURIER_QUANTITY_COMPLEX, GST_FOURIER_SIDES_CENTERED, 0, 0, 0, TRUE},
    {GST_FOURIER_QUANTITY_COMPLEX, GST_FOURIER_SIDES_ONE, 0, 0,
        GST_FOURIER_CHANNEL_MODE_MIX, FALSE},
    {GST_FOURIER_QUANTITY_DB, GST_FOURIER_SIDES_ONE,
        GST_FOURIER_BAND_SCALE_MEL, GST_FOURIER_AVERAGING_EXPONENTIAL,
        GST_FOURIER_CHANNEL_MODE_SELECT, FALSE},
  };
  guint i, n_fields = 0;

  for (i = 0; i < G_N_ELEMENTS (modes); i++) {
    GstFourierInfo info;
    GstCaps *caps;

    fill_longest_audio (&info, &modes[i]);
    caps = gst_fourier_info_to_caps (&info, NULL);
    TEST_REQUIRE (caps, "mode %u", i);
    TEST_CHECK (gst_caps_is_fixed (caps), "mode %u", i);
    gst_structure_foreach (gst_caps_get_structure (caps, 0), check_kind,
        &n_fields);
    gst_caps_unref (caps);
  }
  TEST_CHECK (n_fields > 40, "%u", n_fields);
}

/* ---- transports -------------------------------------------------------- */

static gboolean
have_element (const gchar * name)
{
  GstElementFactory *factory = gst_element_factory_find (name);

  if (!factory)
    return FALSE;
  gst_object_unref (factory);
  return TRUE;
}

static GstBuffer *
make_frame (const GstFourierInfo * info, guint k)
{
  gsize size = gst_fourier_info_get_frame_size (info), i;
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, size, NULL);
  GstMapInfo map;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  for (i = 0; i < size; i++)
    map.data[i] = (guint8) (i * 7 + k);
  gst_buffer_unmap (buffer, &map);
  GST_BUFFER_PTS (buffer) = gst_fourier_info_get_frame_time (info, k);
  GST_BUFFER_DURATION (buffer) =
      gst_fourier_info_get_frame_duration (info, k, 1);
  GST_BUFFER_OFFSET (buffer) = (guint64) k * info->hop;
  GST_BUFFER_OFFSET_END (buffer) =
      GST_BUFFER_OFFSET (buffer) + info->shape[0];
  return buffer;
}

static void
check_frame (const GstFourierInfo * info, guint k, GstSample * sample,
    gboolean keeps_offsets)
{
  GError *error = NULL;
  GstBuffer *buffer = gst_sample_get_buffer (sample);
  GstBuffer *wanted = make_frame (info, k);
  GstFourierInfo got;
  GstMapInfo map;

  TEST_CHECK (gst_fourier_info_from_caps (&got, gst_sample_get_caps (sample),
          &error) && gst_fourier_info_is_equal (&got, info), "frame %u: %s",
      k, error ? error->message : "caps differ");
  g_clear_error (&error);
  gst_buffer_map (wanted, &map, GST_MAP_READ);
  TEST_CHECK (gst_buffer_get_size (buffer) == map.size
      && gst_buffer_memcmp (buffer, 0, map.data, map.size) == 0, "frame %u", k);
  gst_buffer_unmap (wanted, &map);
  TEST_CHECK (GST_BUFFER_PTS (buffer) == GST_BUFFER_PTS (wanted),
      "frame %u: %" G_GUINT64_FORMAT, k, GST_BUFFER_PTS (buffer));
  if (keeps_offsets)
    TEST_CHECK (GST_BUFFER_DURATION (buffer) == GST_BUFFER_DURATION (wanted)
        && GST_BUFFER_OFFSET (buffer) == GST_BUFFER_OFFSET (wanted)
        && GST_BUFFER_OFFSET_END (buffer) == GST_BUFFER_OFFSET_END (wanted),
        "frame %u", k);
  gst_buffer_unref (wanted);
}

/* Sends frames of `info` through `transport` and looks at what arrives. */
static void
send_through (const GstFourierInfo * info, const gchar * transport,
    gboolean keeps_offsets)
{
  enum
  { N_FRAMES = 5 };
  gchar *description = g_strdup_printf ("appsrc name=src format=time ! %s ! "
      "appsink name=sink sync=false", transport);
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch (description, &error);
  GstCaps *caps = gst_fourier_info_to_caps (info, NULL);
  GstElement *src, *sink;
  GstFlowReturn flow;
  guint k;

  g_free (description);
  TEST_REQUIRE (pipeline && !error && caps, "%s",
      error ? error->message : "no caps");
  src = gst_bin_get_by_name (GST_BIN (pipeline), "src");
  sink = gst_bin_get_by_name (GST_BIN (pipeline), "sink");
  g_object_set (src, "caps", caps, NULL);
  gst_caps_unref (caps);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  for (k = 0; k < N_FRAMES; k++) {
    GstBuffer *buffer = make_frame (info, k);

    g_signal_emit_by_name (src, "push-buffer", buffer, &flow);
    gst_buffer_unref (buffer);
    TEST_CHECK (flow == GST_FLOW_OK, "frame %u: %s", k,
        gst_flow_get_name (flow));
  }
  g_signal_emit_by_name (src, "end-of-stream", &flow);
  for (k = 0;; k++) {
    GstSample *sample = NULL;

    g_signal_emit_by_name (sink, "pull-sample", &sample);
    if (!sample)
      break;
    check_frame (info, k, sample, keeps_offsets);
    gst_sample_unref (sample);
  }
  TEST_CHECK (k == N_FRAMES, "%u of %d frames arrived", k, N_FRAMES);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (src);
  gst_object_unref (sink);
  gst_object_unref (pipeline);
}

static void
fill_sent (GstFourierInfo * info, gboolean is_complex)
{
  guint size = 3000;

  gst_fourier_info_init (info);
  gst_fourier_info_set_shape (info, 1, &size, GST_FOURIER_SIDES_ONE);
  gst_fourier_info_set_rate (info, 44100, 441);
  gst_fourier_info_set_window (info, "kaiser", 8.6);
  info->window_length = 2205;
  info->center = is_complex;
  info->channels = 3;
  if (is_complex) {
    info->source_format = GST_AUDIO_FORMAT_S24LE;
    info->source_layout = GST_AUDIO_LAYOUT_NON_INTERLEAVED;
    info->channel_mask = 0x7;
  } else {
    info->quantity = GST_FOURIER_QUANTITY_DB;
    gst_fourier_info_set_bands (info, GST_FOURIER_BAND_SCALE_THIRD_OCTAVE, 31);
    gst_fourier_info_set_floor (info, -96.5);
    gst_fourier_info_set_band_range (info, 19.5, 20000);
    info->weighting = GST_FOURIER_WEIGHTING_A;
    gst_fourier_info_set_calibration (info, 94.02);
    info->averaging = GST_FOURIER_AVERAGING_EXPONENTIAL;
    info->time_constant = 125000;
    info->channel_mode = GST_FOURIER_CHANNEL_MODE_SELECT;
    gst_fourier_info_set_channel_select (info, "0-1+7");
  }
}

static void
streams_survive_gdppay_and_gdpdepay (void)
{
  GstFourierInfo info;

  if (!have_element ("gdppay") || !have_element ("appsrc"))
    TEST_SKIP ("gdppay or appsrc is not installed");
  fill_sent (&info, TRUE);
  send_through (&info, "gdppay ! gdpdepay", TRUE);
  fill_sent (&info, FALSE);
  send_through (&info, "gdppay ! gdpdepay", TRUE);
}

static void
streams_survive_rtpgstpay_and_rtpgstdepay (void)
{
  GstFourierInfo info;

  if (!have_element ("rtpgstpay") || !have_element ("appsrc"))
    TEST_SKIP ("rtpgstpay or appsrc is not installed");
  fill_sent (&info, TRUE);
  send_through (&info, "rtpgstpay config-interval=1 ! rtpgstdepay", FALSE);
  fill_sent (&info, FALSE);
  send_through (&info, "rtpgstpay config-interval=1 ! rtpgstdepay", FALSE);
}

static const struct test_claim claims[] = {
  TEST (longest_caps_of_claudiofft_have_480_characters_at_most),
  TEST (caps_of_calibrated_bands_have_480_characters_at_most),
  TEST (caps_of_constant_q_bands_have_480_characters_at_most),
  TEST (longest_caps_of_clvideofft_have_480_characters_at_most),
  TEST (caps_that_would_be_too_long_are_refused),
  TEST (fields_are_of_the_five_plain_kinds),
  TEST (streams_survive_gdppay_and_gdpdepay),
  TEST (streams_survive_rtpgstpay_and_rtpgstdepay),
};

int
main (int argc, char **argv)
{
  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
