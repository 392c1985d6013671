/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fourier/test-info.c: GstFourierInfo to caps and back, and what it refuses.
 */
#include <math.h>

#include "fourier-support.h"

#define BASE \
    "application/x-fft, version=1, format=F32LE, quantity=complex, " \
    "scaling=amplitude, sides=one, shape=<1024>, bins=<513>, channels=2, " \
    "rate=48000, hop=256, framerate=375/2, window=hann"

static gchar *
print_caps (const GstFourierInfo * info)
{
  GError *error = NULL;
  GstCaps *caps = gst_fourier_info_to_caps (info, &error);
  gchar *text;

  TEST_CHECK (caps != NULL, "%s", error ? error->message : "no reason");
  if (!caps) {
    g_clear_error (&error);
    return g_strdup ("");
  }
  text = gst_caps_to_string (caps);
  gst_caps_unref (caps);
  return text;
}

/* Reads the text and expects what it says to be legal. */
static gboolean
parse (const gchar * text, GstFourierInfo * info)
{
  GError *error = NULL;
  GstCaps *caps = gst_caps_from_string (text);
  gboolean ok;

  TEST_CHECK (caps != NULL, "cannot parse %s", text);
  if (!caps)
    return FALSE;
  ok = gst_fourier_info_from_caps (info, caps, &error);
  TEST_CHECK (ok, "%s: %s", text, error ? error->message : "no reason");
  g_clear_error (&error);
  gst_caps_unref (caps);
  return ok;
}

/* Expects a refusal whose message holds `word`. */
static void
expect_refused (const gchar * text, const gchar * word)
{
  GError *error = NULL;
  GstCaps *caps = gst_caps_from_string (text);
  GstFourierInfo info;
  gboolean ok;

  TEST_CHECK (caps != NULL, "cannot parse %s", text);
  if (!caps)
    return;
  ok = gst_fourier_info_from_caps (&info, caps, &error);
  TEST_CHECK (!ok, "accepted: %s", text);
  TEST_CHECK (ok || (error && strstr (error->message, word)),
      "'%s' is not in the reason '%s' of %s", word,
      error ? error->message : "none", text);
  TEST_CHECK (ok || info.rank == 0, "a refused info is not at its defaults");
  g_clear_error (&error);
  gst_caps_unref (caps);
}

/* BASE with one field replaced, dropped (value NULL) or added. */
static gchar *
base_with (const gchar * field, const gchar * value)
{
  GstCaps *caps = gst_caps_from_string (BASE);
  GstStructure *structure = gst_caps_get_structure (caps, 0);
  gchar *text, *changed;

  gst_structure_remove_field (structure, field);
  text = gst_caps_to_string (caps);
  changed = value ? g_strdup_printf ("%s, %s=%s", text, field, value)
      : g_strdup (text);
  g_free (text);
  gst_caps_unref (caps);
  return changed;
}

static void
refuse_field (const gchar * field, const gchar * value, const gchar * word)
{
  gchar *text = base_with (field, value);

  expect_refused (text, word);
  g_free (text);
}

static void
documented_example_round_trips_word_for_word (void)
{
  GstFourierInfo info;
  GstCaps *caps = gst_caps_from_string (BASE ", source-format=F32LE");
  gchar *wanted = gst_caps_to_string (caps), *got;

  TEST_REQUIRE (parse (BASE ", source-format=F32LE", &info), "%s", BASE);
  got = print_caps (&info);
  TEST_CHECK (strcmp (got, wanted) == 0, "%s", got);
  TEST_CHECK (info.window_length == 1024 && info.source_channels == 2
      && info.channel_mask == 3, "%u %u", info.window_length,
      info.source_channels);
  g_free (got);
  g_free (wanted);
  gst_caps_unref (caps);
}

/* A setting of every enumeration; FALSE if these exclude each other. */
static gboolean
combine (GstFourierInfo * info, const guint v[9])
{
  guint size = 1000;
  gboolean is_power = v[1] == GST_FOURIER_QUANTITY_MAGNITUDE
      || v[1] == GST_FOURIER_QUANTITY_POWER || v[1] == GST_FOURIER_QUANTITY_DB;

  if (gst_fourier_quantity_has_reference (v[1])) {
    if (v[4] || v[5] || v[6] > GST_FOURIER_AVERAGING_EXPONENTIAL
        || v[7] == GST_FOURIER_CHANNEL_MODE_MIX
        || v[7] == GST_FOURIER_CHANNEL_MODE_MID_SIDE
        || (v[1] == GST_FOURIER_QUANTITY_DELAY
            && v[3] != GST_FOURIER_SIDES_ONE))
      return FALSE;
  } else if (!is_power && (v[4] || v[5] || v[6])) {
    return FALSE;
  }
  if (v[4] && v[3] != GST_FOURIER_SIDES_ONE)
    return FALSE;
  if (v[8] && (v[7] || v[3] == GST_FOURIER_SIDES_ONE))
    return FALSE;
  fill_audio (info, size, v[7] == GST_FOURIER_CHANNEL_MODE_MIX ? 1 : 2);
  info->quantity = v[1];
  info->reference_channel = 2;
  gst_fourier_info_set_shape (info, 1, &size, v[3]);
  if (v[4])
    gst_fourier_info_set_bands (info, v[4] < GST_FOURIER_BAND_SCALE_RADIAL
        ? v[4] : v[4] + 1, 31);
  info->format = v[0];
  info->scaling = v[2];
  info->weighting = v[5];
  info->averaging = v[6];
  info->average_count = 7;
  info->time_constant = 125000;
  info->channel_mode = v[7];
  info->iq = v[8];
  info->floor = -96.5;
  info->source_format = GST_AUDIO_FORMAT_S24_32LE;
  gst_fourier_info_set_channel_select (info, "3+9");
  return TRUE;
}

static void
every_combination_of_words_round_trips (void)
{
#ifdef __SANITIZE_ADDRESS__
  const guint every = 7;        /* where all of them take half a minute */
#else
  const guint every = 1;
#endif
  static const guint limits[9] = { 4, 10, 5, 3, 11, 6, 6, 4, 2 };
  guint v[9] = { 0 };
  guint n_legal = 0, n_tried = 0, i = 0;

  while (i < 9) {
    GstFourierInfo info, again;

    if (combine (&info, v) && n_legal++ % every == 0) {
      GError *error = NULL;
      GstCaps *caps = gst_fourier_info_to_caps (&info, &error);

      n_tried++;
      TEST_REQUIRE (caps, "%s", error ? error->message : "no reason");
      TEST_CHECK (gst_fourier_info_from_caps (&again, caps, &error)
          && gst_fourier_info_is_equal (&info, &again), "%u %u %u %u %u %u %u"
          " %u %u: %s", v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8],
          error ? error->message : "not equal");
      g_clear_error (&error);
      gst_caps_unref (caps);
    }
    for (i = 0; i < 9 && ++v[i] == limits[i]; i++)
      v[i] = 0;
  }
  printf ("# %u combinations\n", n_tried);
  TEST_CHECK (n_tried > 10000, "%u", n_tried);
}

static void
fields_at_their_default_are_left_out (void)
{
  static const gchar *const optional[] = { "window-param", "window-length",
    "center", "detrend", "band-scale", "band-low", "band-high", "weighting",
    "calibration", "averaging", "average-count",
    "time-constant", "floor", "channel-mode", "channel-select", "iq",
    "source-format", "source-channels", "source-layout", "channel-mask",
    "source-video", "component", "blocks", "block-size", "block-overlap",
    "depth", "temporal-window", "remove-dc", "fields", "reference-channel",
    "tapers", "cepstrum", "lifter", "lifter-from", "bands-per-octave", "gamma",
    "edge-bands"
  };
  GstFourierInfo info;
  gchar *text;
  guint i;

  fill_audio (&info, 1024, 2);
  info.window_length = 1024;
  info.source_channels = 2;
  info.channel_mask = 3;
  text = print_caps (&info);
  for (i = 0; i < G_N_ELEMENTS (optional); i++) {
    gchar *word = g_strdup_printf (", %s=", optional[i]);

    TEST_CHECK (!strstr (text, word), "%s in %s", optional[i], text);
    g_free (word);
  }
  g_free (text);
}

static void
fields_that_do_not_apply_are_neither_written_nor_compared (void)
{
  GstFourierInfo info, plain;
  gchar *text, *wanted;

  fill_audio (&plain, 1024, 2);
  plain.quantity = GST_FOURIER_QUANTITY_POWER;
  info = plain;
  info.floor = -20;
  gst_fourier_info_set_band_range (&info, 20, 200);
  info.time_constant = 5;
  info.average_count = 9;
  info.source_format = GST_AUDIO_FORMAT_S16LE;
  info.source_layout = GST_AUDIO_LAYOUT_NON_INTERLEAVED;
  info.channel_mask = 0x30;
  info.depth = 4;
  info.reference_channel = 1;
  gst_fourier_info_set_channel_select (&info, "4");
  TEST_CHECK (gst_fourier_info_is_equal (&info, &plain), "not equal");
  text = print_caps (&info);
  wanted = print_caps (&plain);
  TEST_CHECK (strcmp (text, wanted) == 0, "%s", text);
  g_free (text);
  g_free (wanted);
}

static void
equality_sees_every_field_that_applies (void)
{
  GstFourierInfo info, other;
  guint size = 2048;

  fill_audio (&info, 1024, 2);
#define DIFFERS(change) \
  other = info; \
  change; \
  TEST_CHECK (!gst_fourier_info_is_equal (&info, &other), "%s", #change)
  DIFFERS (other.format = GST_FOURIER_FORMAT_F64LE);
  DIFFERS (other.quantity = GST_FOURIER_QUANTITY_PHASE);
  DIFFERS (other.scaling = GST_FOURIER_SCALING_PSD);
  DIFFERS (other.sides = GST_FOURIER_SIDES_TWO);
  DIFFERS (gst_fourier_info_set_shape (&other, 1, &size, 0));
  DIFFERS (other.channels = 3);
  DIFFERS (other.rate = 44100);
  DIFFERS (other.hop = 255);
  DIFFERS (gst_fourier_info_set_window (&other, "kaiser", 0));
  DIFFERS (gst_fourier_info_set_window (&other, "hann", 1e-9));
  DIFFERS (other.window_length = 1023);
  DIFFERS (other.center = TRUE);
  DIFFERS (other.detrend = GST_FOURIER_DETREND_LINEAR);
  DIFFERS (other.channel_mode = GST_FOURIER_CHANNEL_MODE_MID_SIDE);
  DIFFERS (other.iq = TRUE);
  DIFFERS (other.source_format = GST_AUDIO_FORMAT_S8);
  DIFFERS (other.source_layout = GST_AUDIO_LAYOUT_NON_INTERLEAVED);
  DIFFERS (other.channel_mask = 0);
  DIFFERS (gst_fourier_info_set_calibration (&other, 0.001));
#undef DIFFERS
  other = info;
  other.center = FALSE;
  other.window_length = 0;
  TEST_CHECK (gst_fourier_info_is_equal (&info, &other), "default differs");
}

static void
caps_of_another_thing_are_refused (void)
{
  GstFourierInfo info;
  GError *error = NULL;
  GstCaps *caps = gst_caps_new_any ();

  expect_refused ("audio/x-raw, format=F32LE", "audio/x-raw");
  expect_refused ("application/x-fft, version=1, format={F32LE, F64LE}",
      "not fixed");
  expect_refused (BASE ", depth=[1, 4]", "not fixed");
  TEST_CHECK (!gst_fourier_info_from_caps (&info, caps, NULL), "ANY passed");
  gst_caps_unref (caps);
  caps = gst_caps_new_empty ();
  TEST_CHECK (!gst_fourier_info_from_caps (&info, caps, &error)
      && g_error_matches (error, GST_FOURIER_ERROR,
          GST_FOURIER_ERROR_NOT_FOURIER), "EMPTY passed");
  g_clear_error (&error);
  gst_caps_unref (caps);
}

static void
unknown_version_is_refused_before_anything_else (void)
{
  GError *error = NULL;
  GstCaps *caps = gst_caps_from_string ("application/x-fft, version=2, "
      "format=Q128, shape=(string)round");
  GstFourierInfo info;

  TEST_CHECK (!gst_fourier_info_from_caps (&info, caps, &error)
      && g_error_matches (error, GST_FOURIER_ERROR, GST_FOURIER_ERROR_VERSION),
      "%s", error ? error->message : "accepted");
  g_clear_error (&error);
  gst_caps_unref (caps);
  refuse_field ("version", "0", "version 0");
  refuse_field ("version", "-1", "'version'");
  refuse_field ("version", "(string)1", "'version'");
}

static void
each_missing_field_is_named (void)
{
  static const gchar *const required[] = { "version", "format", "quantity",
    "scaling", "sides", "shape", "bins", "channels", "rate", "hop", "window"
  };
  gchar *text = base_with ("framerate", NULL);
  GstFourierInfo info;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (required); i++)
    refuse_field (required[i], NULL, required[i]);
  /* rate and hop tell it */
  if (parse (text, &info))
    TEST_CHECK (info.fps_n == 375 && info.fps_d == 2, "%u/%u", info.fps_n,
        info.fps_d);
  g_free (text);
}

static void
illegal_values_are_refused_by_name (void)
{
  static const gchar *const rows[][3] = {
    {"format", "S16LE", "'format'"}, {"format", "f32le", "'format'"},
    {"format", "7", "'format'"}, {"quantity", "loudness", "'quantity'"},
    {"scaling", "(string)\"\"", "'scaling'"}, {"sides", "both", "'sides'"},
    {"shape", "1024", "'shape'"}, {"shape", "<>", "'shape'"},
    {"shape", "<0>", "'shape'"}, {"shape", "<-4>", "'shape'"},
    {"shape", "<4, 4, 4, 4>", "'shape'"}, {"shape", "<1024.0>", "'shape'"},
    {"shape", "<2, 1024>", "'bins'"}, {"bins", "<1, 513>", "'bins'"},
    {"bins", "<512>", "bins"}, {"bins", "<514>", "bins"},
    {"channels", "0", "'channels'"}, {"channels", "-2", "'channels'"},
    {"channels", "65536", "'channels'"}, {"rate", "0", "'rate'"},
    {"rate", "-48000", "'rate'"}, {"rate", "48000.0", "'rate'"},
    {"hop", "0", "'hop'"}, {"hop", "-1", "'hop'"},
    {"framerate", "188/1", "framerate"}, {"framerate", "0/1", "framerate"},
    {"framerate", "-375/2", "'framerate'"}, {"window", "Hann", "'window'"},
    {"window", "(string)\"\"", "'window'"},
    {"window", "(string)\"a b\"", "'window'"},
    {"window", "(string)abcdefghijklmnopq", "'window'"},
    {"window", "(string)\"\303\244\"", "'window'"},
    {"window-param", "(double)8.6", "'window-param'"},
    {"window-param", "(string)\"8,6\"", "'window-param'"},
    {"window-param", "(string)nan", "'window-param'"},
    {"window-param", "(string)inf", "'window-param'"},
    {"window-param", "(string)1e999", "'window-param'"},
    {"window-param", "(string)-1", "'window-param'"},
    {"window-param", "(string)0x8", "'window-param'"},
    {"window-param", "(string)8.6k", "'window-param'"},
    {"window-length", "1025", "window-length"},
    {"window-length", "-1", "'window-length'"}, {"center", "1", "'center'"},
    {"detrend", "3", "'detrend'"}, {"detrend", "linear", "'detrend'"},
    {"band-scale", "mel", "band-scale"}, {"weighting", "a", "weighting"},
    {"averaging", "mean", "averaging"}, {"averaging", "rms", "'averaging'"},
    {"time-constant", "-1", "'time-constant'"},
    {"channel-mode", "surround", "'channel-mode'"},
    {"channel-mode", "mix", "mix"}, {"iq", "true", "I/Q"},
    {"source-format", "S13LE", "'source-format'"},
    {"source-format", "ENCODED", "'source-format'"},
    {"source-channels", "4", "source-channels"},
    {"source-layout", "planar", "'source-layout'"},
    {"channel-mask", "(string)0x7", "channel-mask"},
    {"channel-mask", "(string)3", "'channel-mask'"},
    {"channel-mask", "(string)0x", "'channel-mask'"},
    {"channel-mask", "(string)0x-3", "'channel-mask'"},
    {"channel-mask", "(string)0x1000000000000", "'channel-mask'"},
    {"channel-mask", "3", "'channel-mask'"},
    {"source-video", "(string)I420:320x240:30/1", "2 or 3 axes"},
    {"temporal-window", "Hann", "'temporal-window'"},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++)
    refuse_field (rows[i][0], rows[i][1], rows[i][2]);
}

#define POWER \
    "application/x-fft, version=1, format=F32LE, quantity=power, " \
    "scaling=psd, sides=one, shape=<1024>, channels=1, rate=48000, hop=256, " \
    "window=hann, "

static void
averages_and_bands_must_be_complete (void)
{
  GstFourierInfo info;

  expect_refused (POWER "bins=<513>, averaging=mean, average-count=0",
      "'average-count'");
  expect_refused (POWER "bins=<513>, averaging=exponential", "time-constant");
  expect_refused (POWER "bins=<514>, band-scale=log", "bins");
  expect_refused (POWER "bins=<0>, band-scale=log", "'bins'");
  expect_refused ("application/x-fft, version=1, format=F32LE, quantity=db, "
      "scaling=psd, sides=two, shape=<1024>, channels=1, rate=48000, hop=256, "
      "window=hann, bins=<40>, band-scale=log", "one side");
  parse (POWER "bins=<513>, band-scale=log, averaging=median", &info);
}

/* Several are of one window, and of powers. */
static void
tapers_are_orthogonal_windows_of_powers (void)
{
  static const gchar *const refused[][3] = {
    {"power", "window=dpss, tapers=17", "tapers"},
    {"power", "window=dpss, tapers=0", "tapers"},
    {"power", "tapers=1", "'window'"},
    {"power", "window=hann, tapers=2", "only dpss"},
    {"complex", "window=dpss, tapers=2", "quantity"},
    {"phase", "window=dpss, tapers=2", "quantity"},
    {"coherence", "window=dpss, tapers=2", "tapers"},
    {"power", "window=dpss, tapers=4, window-length=3", "at most"},
  };
  static const gchar *const good[] = { "power", "magnitude", "db", "log" };
  GstFourierInfo info;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (refused) + G_N_ELEMENTS (good); i++) {
    gboolean is_good = i >= G_N_ELEMENTS (refused);
    const gchar *quantity = is_good ? good[i - G_N_ELEMENTS (refused)]
        : refused[i][0];
    gchar *text = g_strdup_printf ("application/x-fft, version=1, "
        "format=F32LE, quantity=%s, scaling=psd, sides=one, shape=<64>, "
        "bins=<33>, channels=1, rate=48000, hop=16, %s", quantity,
        is_good ? "window=dpss, tapers=16" : refused[i][1]);

    if (!is_good)
      expect_refused (text, refused[i][2]);
    else if (parse (text, &info))
      TEST_CHECK (info.tapers == 16, "%u", info.tapers);
    g_free (text);
  }
}

static void
channel_select_alone_tells_the_mode (void)
{
  GstFourierInfo info;

  if (parse (BASE ", channel-select=(string)3+9", &info))
    TEST_CHECK (info.channel_mode == GST_FOURIER_CHANNEL_MODE_SELECT, "%d",
        info.channel_mode);
}

static void
selected_channels_must_be_as_many_as_there_are (void)
{
  static const gchar *const bad[] = { "0", "0-2", "1+0", "1+1", "1-1", "+0-1",
    "0-1+", "0--1", "3-2", "65535+65536", "99999999999+99999999999", "0-4294967297"
  };
  static const gchar *const good[] = { "0-1", "0+1", "3+9", "65533-65534" };
  GstFourierInfo info;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (bad); i++) {
    gchar *text = g_strdup_printf (BASE ", channel-mode=select, "
        "channel-select=(string)%s", bad[i]);

    expect_refused (text, "channel-select");
    g_free (text);
  }
  for (i = 0; i < G_N_ELEMENTS (good); i++) {
    gchar *text = g_strdup_printf (BASE ", channel-mode=select, "
        "channel-select=(string)%s", good[i]);

    if (parse (text, &info))
      TEST_CHECK (g_strcmp0 (gst_fourier_info_get_channel_select (&info),
              good[i]) == 0, "%s", good[i]);
    g_free (text);
  }
}

static void
set_window (GstFourierInfo * info, const gchar * text)
{
  gst_fourier_info_set_window (info, text, 0);
}

static void
set_source_video (GstFourierInfo * info, const gchar * text)
{
  gst_fourier_info_set_source_video (info, text, 1);
}

/* Bytes of words that are legal, as docs/guide/stream-format.md limits them. */
static const struct
{
  const gchar *name;
  void (*set) (GstFourierInfo * info, const gchar * text);
  const gchar *(*get) (const GstFourierInfo * info);
  gsize longest;
} words[] = {
  {"channel-select", gst_fourier_info_set_channel_select,
      gst_fourier_info_get_channel_select, GST_FOURIER_MAX_CHANNEL_SELECT},
  {"window", set_window, gst_fourier_info_get_window, 16},
  {"source-video", set_source_video, gst_fourier_info_get_source_video, 104},
  {"component", gst_fourier_info_set_component,
      gst_fourier_info_get_component, 8},
  {"temporal-window", gst_fourier_info_set_temporal_window,
      gst_fourier_info_get_temporal_window, 16},
};

/* One, at the limit or anywhere, of characters of 1 to 4 bytes. */
static void
check_word (guint w)
{
  static const gchar *const characters[] = { "x", "\303\244", "\342\202\254",
    "\360\235\204\236"
  };
  gsize size = test_random () % 2 ? words[w].longest - 1 + test_random () % 3
      : 1 + test_random () % 60;
  GString *text = g_string_new (NULL);
  GstFourierInfo info;
  const gchar *got;

  while (text->len < size)
    g_string_append (text, characters[test_random ()
            % G_N_ELEMENTS (characters)]);
  fill_audio (&info, 1024, 2);
  words[w].set (&info, text->str);
  got = words[w].get (&info);
  TEST_CHECK (got && g_utf8_validate (got, -1, NULL) && (text->len
          <= words[w].longest ? g_str_equal (got, text->str)
          : strlen (got) > words[w].longest), "%s of %zu bytes is \"%s\"",
      words[w].name, text->len, got);
  g_string_free (text, TRUE);
}

static void
a_word_is_whole_or_too_long_for_caps (void)
{
  guint i;

  for (i = 0; i < 3000 && test_n_failures == 0; i++)
    check_word (i % G_N_ELEMENTS (words));
}

#define VIDEO \
    "application/x-fft, version=1, format=F64BE, quantity=complex, " \
    "scaling=none, sides=one, window=rect, "

static void
sizes_that_overflow_are_refused (void)
{
  /* The largest legal frame has 2^31 - 1 bytes. */
  expect_refused ("application/x-fft, version=1, format=F32LE, quantity=power,"
      "scaling=none, sides=two, shape=<67108864>, bins=<67108864>, channels=8,"
      "rate=1, hop=1, window=rect", "2147483647 bytes");
  expect_refused ("application/x-fft, version=1, format=F32LE, quantity=power,"
      "scaling=none, sides=two, shape=<67108865>, bins=<67108865>, channels=1,"
      "rate=1, hop=1, window=rect", "'shape'");
  expect_refused (VIDEO "shape=<65536, 65536, 65536>, channels=65535, "
      "bins=<65536, 65536, 32769>, framerate=30/65536, hop=65536, "
      "source-video=(string)I420:65535x65535:30/1", "2147483647 bytes");
  /* 2^16 * 2^16 * 2^16 * 2^16 wraps to 0 in 64 bits */
  expect_refused (VIDEO "shape=<65536, 65536>, channels=1, "
      "bins=<65536, 32769>, blocks=<67108864, 67108864>, framerate=30/1, "
      "source-video=(string)I420:65535x65535:30/1", "2147483647 bytes");
}

static void
largest_legal_frame_is_counted_right (void)
{
  GstFourierInfo info;

  if (parse ("application/x-fft, version=1, format=F32LE, quantity=power,"
          "scaling=none, sides=two, shape=<67108864>, bins=<67108864>, "
          "channels=7, rate=1, hop=1, window=rect", &info)) {
    guint n_frames = 7;

    TEST_CHECK (gst_fourier_info_get_frame_size (&info) == 1879048192,
        "%zu", gst_fourier_info_get_frame_size (&info));
    TEST_CHECK (gst_fourier_info_count_frames (&info,
            (gsize) 1879048192 * 3, &n_frames) && n_frames == 3, "%u",
        n_frames);
  }
}

static void
video_round_trips_and_follows_its_rules (void)
{
  static const gchar blocks[] = VIDEO "shape=<4, 32, 64>, bins=<4, 32, 33>, "
      "channels=1, hop=2, framerate=15/1, depth=3, component=Y, "
      "source-video=(string)I420:320x240:30/1:1/1:2:4:5:1, "
      "blocks=<9, 7>, block-size=<30, 60>, block-overlap=<2, 10>";
  GstFourierInfo info, again;
  gchar *text;

  TEST_REQUIRE (parse (blocks, &info), "%s", blocks);
  TEST_CHECK (gst_fourier_info_get_n_points (&info) == 63 * 4 * 32 * 33
      && gst_fourier_info_get_frame_size (&info) == 63 * 4 * 32 * 33 * 16,
      "%zu", gst_fourier_info_get_frame_size (&info));
  text = print_caps (&info);
  TEST_CHECK (parse (text, &again)
      && gst_fourier_info_is_equal (&info, &again), "%s", text);
  g_free (text);
  info.depth = 5;
  TEST_CHECK (!gst_fourier_info_validate (&info, NULL), "depth 5 of 4");
  info.depth = 3;
  info.block_overlap[1] = 60;
  TEST_CHECK (!gst_fourier_info_validate (&info, NULL), "overlap of a block");
  info.block_overlap[1] = 0;
  info.center = TRUE;
  text = print_caps (&info);
  TEST_CHECK (parse (text, &again)
      && gst_fourier_info_is_equal (&info, &again), "%s", text);
  g_free (text);
  expect_refused (VIDEO "shape=<8, 8>, bins=<8, 5>, channels=1, "
      "source-video=(string)I420:320x240", "source-video");
  expect_refused (VIDEO "shape=<8, 8>, bins=<8, 5>, channels=1, "
      "source-video=(string)I420:320x0:30/1", "source-video");
  expect_refused (VIDEO "shape=<8, 8>, bins=<8, 5>, channels=1, rate=8, "
      "source-video=(string)I420:320x240:30/1", "rate");
  expect_refused (VIDEO "shape=<8, 8>, bins=<8, 5>, channels=1, hop=2, "
      "source-video=(string)I420:320x240:1/2147483647", "fraction");
  info.center = FALSE;
  TEST_CHECK (gst_fourier_info_validate (&info, NULL), "good video");
  info.scaling = GST_FOURIER_SCALING_LEGACY;
  TEST_CHECK (!gst_fourier_info_validate (&info, NULL), "legacy video");
}

static void
a_mean_that_was_removed_is_reported_of_complex_video_only (void)
{
  static const gchar *const caps[] = {
    VIDEO "shape=<32, 64>, bins=<32, 33>, channels=1, framerate=30/1, "
        "source-video=(string)GRAY8:64x32:30/1, remove-dc=1",
    VIDEO "shape=<1000>, bins=<501>, channels=1, rate=48000, hop=480, "
        "framerate=100/1, remove-dc=1",
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (caps); i++) {
    GstFourierInfo info;
    gchar *text;

    TEST_REQUIRE (parse (caps[i], &info), "%s", caps[i]);
    TEST_CHECK (!info.remove_dc == (i > 0), "%s", caps[i]);
    text = print_caps (&info);
    TEST_CHECK (!strstr (text, "remove-dc") == (i > 0), "%s", text);
    g_free (text);
    if (i > 0)
      continue;
    info.quantity = GST_FOURIER_QUANTITY_POWER;
    text = print_caps (&info);
    TEST_CHECK (!strstr (text, "remove-dc"), "%s", text);
    g_free (text);
  }
}

static void
fields_are_reported_of_video_only (void)
{
  static const gchar *const caps[] = {
    VIDEO "shape=<32, 64>, bins=<32, 33>, channels=1, framerate=50/1, "
        "source-video=(string)GRAY8:64x32:50/1, fields=1",
    VIDEO "shape=<1000>, bins=<501>, channels=1, rate=48000, hop=480, "
        "framerate=100/1, fields=1",
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (caps); i++) {
    GstFourierInfo info;
    gchar *text;

    TEST_REQUIRE (parse (caps[i], &info), "%s", caps[i]);
    TEST_CHECK (!info.fields == (i > 0), "%s", caps[i]);
    info.quantity = GST_FOURIER_QUANTITY_POWER;
    text = print_caps (&info);
    TEST_CHECK (!strstr (text, "fields=") == (i > 0), "%s", text);
    g_free (text);
  }
  expect_refused (VIDEO "shape=<32, 64>, bins=<32, 33>, channels=1, "
      "source-video=(string)GRAY8:64x32:50/1, fields=2", "fields");
}

static void
the_temporal_window_is_reported_of_three_axes_only (void)
{
  static const gchar deep[] = VIDEO "shape=<4, 32, 64>, bins=<4, 32, 33>, "
      "channels=1, framerate=30/1, source-video=(string)GRAY8:64x32:30/1, "
      "temporal-window=blackman";
  static const gchar flat[] = VIDEO "shape=<32, 64>, bins=<32, 33>, "
      "channels=1, framerate=30/1, source-video=(string)GRAY8:64x32:30/1, "
      "temporal-window=blackman";
  GstFourierInfo info, plain;
  gchar *text;

  TEST_REQUIRE (parse (deep, &info), "%s", deep);
  TEST_CHECK (strcmp (gst_fourier_info_get_temporal_window (&info),
          "blackman") == 0, "%s", info.temporal_window);
  plain = info;
  gst_fourier_info_set_temporal_window (&plain, "rect");
  TEST_CHECK (!gst_fourier_info_is_equal (&info, &plain), "equal");
  text = print_caps (&info);
  TEST_CHECK (strstr (text, "temporal-window=(string)blackman"), "%s", text);
  g_free (text);
  TEST_REQUIRE (parse (flat, &info), "%s", flat);
  TEST_CHECK (strcmp (info.temporal_window, "rect") == 0, "%s",
      info.temporal_window);
  text = print_caps (&info);
  TEST_CHECK (!strstr (text, "temporal"), "%s", text);
  g_free (text);
}

static void
bins_of_video_follow_where_they_are_left_out (void)
{
  static const struct
  {
    const gchar *text;
    guint bins[3];
  } rows[] = {
    {"sides=one, shape=<4, 32, 63>", {4, 32, 32}},
    {"sides=two, shape=<4, 32, 63>", {4, 32, 63}},
    {"sides=one, band-scale=radial, shape=<32, 63>", {1, 32}},
  };
  GstFourierInfo info;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    gchar *text = g_strdup_printf ("application/x-fft, version=1, "
        "format=F32LE, scaling=psd, channels=1, window=hann, "
        "source-video=(string)xBGR:63x32:30/1:1/1:sRGB, quantity=%s, %s",
        i == 2 ? "power" : "complex", rows[i].text);

    if (parse (text, &info))
      TEST_CHECK (memcmp (info.bins, rows[i].bins, sizeof info.bins) == 0,
          "%s: <%u, %u, %u>", text, info.bins[0], info.bins[1], info.bins[2]);
    g_free (text);
  }
  refuse_field ("bins", NULL, "'bins'");
}

static void
rings_follow_from_the_longest_axis (void)
{
#define RINGS "application/x-fft, version=1, format=F32LE, quantity=power, " \
    "scaling=psd, sides=one, channels=1, window=hann, framerate=30/1, " \
    "source-video=(string)GRAY8:64x32:30/1, band-scale=radial, "
  static const gchar *const good[] = {
    RINGS "shape=<32, 64>, bins=<1, 33>", RINGS "shape=<64, 32>, bins=<1, 33>",
    RINGS "shape=<7, 5>, bins=<1, 4>",
  };
  GstFourierInfo info, again;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (good); i++) {
    TEST_REQUIRE (parse (good[i], &info), "%s", good[i]);
    again = info;
    gst_fourier_info_set_shape (&again, 2, info.shape, GST_FOURIER_SIDES_ONE);
    gst_fourier_info_set_bands (&again, GST_FOURIER_BAND_SCALE_RADIAL,
        MAX (info.shape[0], info.shape[1]) / 2 + 1);
    TEST_CHECK (gst_fourier_info_is_equal (&info, &again), "%s", good[i]);
    TEST_CHECK (gst_fourier_info_get_n_points (&info) == info.bins[1], "%u",
        gst_fourier_info_get_n_points (&info));
  }
  expect_refused (RINGS "shape=<32, 64>, bins=<1, 34>", "<1, 33>");
  expect_refused (RINGS "shape=<32, 64>, bins=<32, 33>", "<1, 33>");
  expect_refused (RINGS "shape=<4, 32, 64>, bins=<1, 1, 33>", "2 axes");
  refuse_field ("band-scale", "radial", "radial");
}

static void
unknown_fields_are_ignored (void)
{
  GstFourierInfo info, base;

  TEST_REQUIRE (parse (BASE, &base), "%s", BASE);
  if (parse (BASE ", flavour=(string)vanilla", &info))
    TEST_CHECK (gst_fourier_info_is_equal (&info, &base), "not equal");
}

static void
decimals_are_written_in_the_c_locale_and_read_back_exactly (void)
{
  static const gdouble params[] = { 8.6, 1.0 / 3, 1e-9, 123456789, 0.1, 1e8,
    2.5, 100.000001
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (params); i++) {
    GstFourierInfo info, again;
    gchar *text;

    fill_audio (&info, 64, 1);
    gst_fourier_info_set_window (&info, "kaiser", params[i]);
    text = print_caps (&info);
    if (parse (text, &again))
      TEST_CHECK (again.window_param == info.window_param
          && fabs (info.window_param / params[i] - 1) < 1e-8, "%.17g %.17g",
          again.window_param, info.window_param);
    TEST_CHECK (strstr (text, "window-param=(string)") && !strchr (text, '"'),
        "%s", text);
    g_free (text);
  }
  for (i = 0; i < 200; i++) {
    GstFourierInfo info, again;
    gchar *text;

    fill_audio (&info, 64, 1);
    info.quantity = GST_FOURIER_QUANTITY_DB;
    gst_fourier_info_set_floor (&info, test_uniform () * 999);
    text = print_caps (&info);
    if (parse (text, &again))
      TEST_CHECK (again.floor == info.floor, "%.17g %.17g", again.floor,
          info.floor);
    g_free (text);
  }
}

static void
template_takes_what_to_caps_writes (void)
{
  GstCaps *template = gst_caps_from_string (GST_FOURIER_CAPS);
  GstCaps *feature =
      gst_caps_from_string (GST_FOURIER_CAPS_MAKE_WITH_FEATURES
      ("memory:OpenCLMemory", "F32LE"));
  GstFourierInfo info;
  GstCaps *caps;

  fill_audio (&info, 1024, 2);
  caps = gst_fourier_info_to_caps (&info, NULL);
  TEST_REQUIRE (caps && template && feature, "no caps");
  TEST_CHECK (gst_caps_is_subset (caps, template), "not in the template");
  TEST_CHECK (!gst_caps_is_subset (caps, feature), "in the feature's");
  gst_caps_set_features_simple (caps,
      gst_caps_features_new ("memory:OpenCLMemory", NULL));
  TEST_CHECK (gst_caps_is_subset (caps, feature), "not in the feature's");
  TEST_CHECK (gst_fourier_info_from_caps (&info, caps, NULL), "not read");
  gst_caps_unref (caps);
  gst_caps_unref (template);
  gst_caps_unref (feature);
}

static void
struct_with_garbage_is_refused_not_followed (void)
{
  guint i, j;

  for (i = 0; i < 20000; i++) {
    GstFourierInfo info;
    guint8 *bytes = (guint8 *) & info;
    GstCaps *caps;

    fill_audio (&info, 1024, 2);
    for (j = 0; j < 1 + i % 7; j++)
      bytes[test_random () % G_STRUCT_OFFSET (GstFourierInfo, _gst_reserved)]
          = test_random ();
    /* Text is cut where its array ends, as the setters do. */
    info.window[sizeof info.window - 1] = 0;
    info.channel_select[sizeof info.channel_select - 1] = 0;
    info.source_video[sizeof info.source_video - 1] = 0;
    info.component[sizeof info.component - 1] = 0;
    caps = gst_fourier_info_to_caps (&info, NULL);
    if (caps) {
      GstFourierInfo again;
      GError *error = NULL;

      TEST_CHECK (gst_fourier_info_from_caps (&again, caps, &error)
          && gst_fourier_info_is_equal (&info, &again), "%s",
          error ? error->message : "not equal");
      g_clear_error (&error);
      gst_caps_unref (caps);
    }
  }
}

/* Fields whose values are few, as offsets of a gint. */
static const struct
{
  const gchar *name;
  gsize offset;
  gint n_values;
} few[] = {
  {"quantity", G_STRUCT_OFFSET (GstFourierInfo, quantity), 12},
  {"scaling", G_STRUCT_OFFSET (GstFourierInfo, scaling), 5},
  {"sides", G_STRUCT_OFFSET (GstFourierInfo, sides), 3},
  {"center", G_STRUCT_OFFSET (GstFourierInfo, center), 2},
  {"detrend", G_STRUCT_OFFSET (GstFourierInfo, detrend), 3},
  {"band-scale", G_STRUCT_OFFSET (GstFourierInfo, band_scale), 12},
  {"normalize", G_STRUCT_OFFSET (GstFourierInfo, normalize), 4},
  {"weighting", G_STRUCT_OFFSET (GstFourierInfo, weighting), 6},
  {"averaging", G_STRUCT_OFFSET (GstFourierInfo, averaging), 6},
  {"channel-mode", G_STRUCT_OFFSET (GstFourierInfo, channel_mode), 4},
  {"iq", G_STRUCT_OFFSET (GstFourierInfo, iq), 2},
};

static gint *
get_few (GstFourierInfo * info, guint i)
{
  return (gint *) (void *) ((guint8 *) info + few[i].offset);
}

/* (nullable): the field that it is refused for; NULL: it is not */
static gchar *
find_refused (const GstFourierInfo * info, gchar ** message)
{
  GError *error = NULL;
  gchar *field;

  if (gst_fourier_info_validate (info, &error))
    return NULL;
  field = g_strdup (gst_fourier_error_get_field (error));
  if (message)
    *message = g_strdup (error->message);
  g_error_free (error);
  return field ? field : g_strdup ("none");
}

/* Another value of the field keeps the rule, if the field is one of few[]. */
static void
check_blame (const GstFourierInfo * info, const gchar * field,
    const gchar * message)
{
  gint value;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (few); i++) {
    GstFourierInfo other = *info;
    gboolean kept = FALSE;

    if (strcmp (few[i].name, field) != 0)
      continue;
    for (value = 0; value < few[i].n_values && !kept; value++) {
      g_autofree gchar *now = NULL;

      *get_few (&other, i) = value;
      now = find_refused (&other, NULL);
      kept = g_strcmp0 (now, field) != 0;
    }
    TEST_CHECK (kept, "no other value of %s keeps the rule: %s", field,
        message);
  }
}

static void
errors_know_the_field_to_blame (void)
{
  guint i, k, n_refused = 0;

  for (i = 0; i < 20000; i++) {
    g_autofree gchar *field = NULL, *message = NULL, *start = NULL;
    GstFourierInfo info;

    fill_audio (&info, 1024, 1 + test_random () % 2);
    if (test_random () % 4 == 0)
      gst_fourier_info_set_source_video (&info, "GRAY8:64x64:25/1", 1);
    for (k = 0; k < 1 + i % 5; k++) {
      guint of = test_random () % G_N_ELEMENTS (few);

      *get_few (&info, of) = test_random () % few[of].n_values;
    }
    field = find_refused (&info, &message);
    if (!field)
      continue;
    n_refused++;
    start = g_strconcat (field, " is ", NULL);
    TEST_CHECK (g_str_has_prefix (message, start), "%s: %s", field, message);
    check_blame (&info, field, message);
  }
  TEST_CHECK (n_refused > 5000, "only %u were refused", n_refused);
}

static void
boxed_type_copies_and_frees (void)
{
  GValue value = G_VALUE_INIT;
  GstFourierInfo info, *copy;

  fill_audio (&info, 1024, 2);
  g_value_init (&value, GST_TYPE_FOURIER_INFO);
  g_value_set_boxed (&value, &info);
  copy = g_value_get_boxed (&value);
  TEST_CHECK (copy != &info && gst_fourier_info_is_equal (copy, &info),
      "copy differs");
  g_value_unset (&value);
  gst_fourier_info_free (NULL);
  copy = gst_fourier_info_new ();
  TEST_CHECK (!gst_fourier_info_validate (copy, NULL), "empty info passed");
  gst_fourier_info_free (copy);
}

static const struct test_claim claims[] = {
  TEST (documented_example_round_trips_word_for_word),
  TEST (every_combination_of_words_round_trips),
  TEST (fields_at_their_default_are_left_out),
  TEST (fields_that_do_not_apply_are_neither_written_nor_compared),
  TEST (equality_sees_every_field_that_applies),
  TEST (caps_of_another_thing_are_refused),
  TEST (unknown_version_is_refused_before_anything_else),
  TEST (each_missing_field_is_named),
  TEST (illegal_values_are_refused_by_name),
  TEST (averages_and_bands_must_be_complete),
  TEST (tapers_are_orthogonal_windows_of_powers),
  TEST (channel_select_alone_tells_the_mode),
  TEST (a_word_is_whole_or_too_long_for_caps),
  TEST (selected_channels_must_be_as_many_as_there_are),
  TEST (sizes_that_overflow_are_refused),
  TEST (largest_legal_frame_is_counted_right),
  TEST (video_round_trips_and_follows_its_rules),
  TEST (a_mean_that_was_removed_is_reported_of_complex_video_only),
  TEST (fields_are_reported_of_video_only),
    TEST (the_temporal_window_is_reported_of_three_axes_only),
  TEST (bins_of_video_follow_where_they_are_left_out),
  TEST (rings_follow_from_the_longest_axis),
  TEST (unknown_fields_are_ignored),
  TEST (decimals_are_written_in_the_c_locale_and_read_back_exactly),
  TEST (template_takes_what_to_caps_writes),
  TEST (struct_with_garbage_is_refused_not_followed),
  TEST (errors_know_the_field_to_blame),
  TEST (boxed_type_copies_and_frees),
};

int
main (int argc, char **argv)
{
  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
