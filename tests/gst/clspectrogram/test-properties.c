/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram/test-properties.c: claims about what can be set and drawn of which
 * stream, and when it changes; others hold for any element (conformance).
 */
#include "film.h"
#include "gst/support/poke.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 48000
#define SMALL "video/x-raw,format=BGRx,width=160,height=90,framerate=30/1"
#define SPECTRA "application/x-fft,version=1,format=F32LE,quantity=power," \
    "scaling=amplitude,sides=one,shape=<1024>,bins=<513>,channels=1," \
    "rate=48000,hop=256,framerate=375/2,window=hann"

static gdouble silence[RATE * 2];

/* The caps are downstream's, or the input's. */
typedef struct
{
  PokeRefusal reported;
  const gchar *caps;
} Refusal;

/* ---- what is refused ---- */

/* Not of what is set. */
static const Refusal rates[] = {
  {{"", "framerate", "0/1", "above 0"},
      "video/x-raw,format=BGRx,width=160,height=90,framerate=0/1"},
  {{"mode=line", "framerate", "0/1", "above 0"},
      "video/x-raw,format=BGRx,width=160,height=90,framerate=0/1"},
};

static void
what_does_not_fit_the_formats_is_refused_with_one_error (void)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rates); i++) {
    Film *film = film_new (rates[i].reported.properties, rates[i].caps);

    film_set_audio (film, 1, RATE);
    film_push (film, silence, 4800, 0);
    film_push (film, silence, 4800, 100 * GST_MSECOND);
    TEST_CHECK (film->n_errors == 1 && poke_names (film->error, &rates[i].reported),
        "%u errors: %s", film->n_errors, film->error);
    TEST_CHECK (film->flow != GST_FLOW_OK && film->pictures->len == 0,
        "%d", film->flow);
    film_free (film);
  }
}

static void
a_transfer_function_is_neither_tilted_nor_sharpened_nor_of_tapers (void)
{
  static const PokeRefusal refusals[] = {
    {"mode=transfer tilt=3", "tilt", "3", "must be 0"},
    {"mode=transfer sharpen=squeeze", "sharpen", "squeeze", "must be none"},
    {"mode=transfer window=dpss tapers=3", "tapers", "3", "must be 1"},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (refusals); i++)
    poke_check_early ("clspectrogram", &refusals[i], 1);
}

/* NULL: there is none. */
static const gchar *
get_last_warning (const Film * film)
{
  return film->n_warnings == 0 ? NULL
      : g_ptr_array_index (film->warnings, film->n_warnings - 1);
}

/* What the stream has too little for, and what is drawn in its place. */
static void
requests_beyond_the_stream_are_clamped_with_one_warning (void)
{
  static const struct
  {
    const gchar *properties;
    guint n_warnings;
    const gchar *last;          /* warning */
    const gchar *instead;       /* properties of the same picture */
  } rows[] = {
    {"mode=transfer", 1, "mode is transfer, but that is of 2 channels, the "
          "reference first, and the stream has 1: line is used", "mode=line"},
    {"max-frequency=24001.5", 1, "max-frequency is 24001.5, but the stream has "
          "0 to 24000: 24000 is used", ""},
    {"max-frequency=24000", 0, NULL, ""},
    {"max-frequency=-5 min-frequency=-6", 2, "min-frequency is -6, but the "
          "stream has 0 to 24000: 0 is used", ""},
    {"min-frequency=30000", 1, "min-frequency is 30000, but the stream has 0 "
          "to 24000: 0 is used", ""},
    {"min-frequency=24000", 1, "min-frequency is 24000, but the stream has 0 "
          "to 24000: 0 is used", ""},
    {"min-frequency=24000 max-frequency=30000", 2, "min-frequency is 24000, "
          "but the stream has 0 to 24000: 0 is used", ""},
    {"min-frequency=1000 max-frequency=30000", 1, "max-frequency is 30000, "
          "but the stream has 0 to 24000: 24000 is used",
          "min-frequency=1000"},
    {"frequency-scale=log min-frequency=-20", 1, "min-frequency is -20, but "
          "the stream has 0 to 24000: 20 is used", "frequency-scale=log"},
    {"frequency-scale=log max-frequency=10", 0, NULL,
          "frequency-scale=log max-frequency=10 min-frequency=5"},
    {"channel-mode=mid-side", 1, "channel-mode is mid-side, but needs 2 "
          "channels, not 1: all is used", ""},
    {"channel-mode=select channel-select=1", 1, "channel-select is \"1\", but "
          "of the input's channels there are only 0 to 0: 0 is used", ""},
    {"iq=true", 1, "iq is true, but needs an even number of channels, not 1: "
          "false is used", ""},
    {"mode=bars bars=400 axes=false", 1, "bars is 400, but the plot is 160 "
          "pixels wide: 160 is used", "mode=bars bars=160 axes=false"},
  };
  g_autofree gdouble *values = g_new (gdouble, 9600);
  guint i;

  for (i = 0; i < 9600; i++)
    values[i] = 0.3 * test_uniform ();
  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    Film *film = film_new (rows[i].properties, SMALL);
    Film *other = film_new (rows[i].instead, SMALL);

    film_set_audio (film, 1, RATE);
    film_run (film, values, 9600, 1000);
    film_set_audio (other, 1, RATE);
    film_run (other, values, 9600, 1000);
    TEST_CHECK (film->n_errors == 0 && film->n_warnings == rows[i].n_warnings
        && g_strcmp0 (get_last_warning (film), rows[i].last) == 0,
        "%s: %u errors, %u warnings: %s", rows[i].properties, film->n_errors,
        film->n_warnings, get_last_warning (film));
    TEST_REQUIRE (film->pictures->len == 6 && other->pictures->len == 6,
        "%s: %u, %u pictures", rows[i].properties, film->pictures->len,
        other->pictures->len);
    TEST_CHECK (g_bytes_equal (film_at (film, 5)->pixels,
            film_at (other, 5)->pixels), "%s is not %s", rows[i].properties,
        rows[i].instead);
    film_free (film);
    film_free (other);
  }
}

/* Once for each limit that it meets anew; the request stays. */
static void
the_next_stream_is_reported_of_its_own_limit (void)
{
  Film *film = film_new ("max-frequency=15000", SMALL);
  gdouble frequency;

  film_set_audio (film, 1, 22050);
  film_push (film, silence, 2205, 0);
  TEST_CHECK (film->n_warnings == 1 && strstr (get_last_warning (film), "11025"),
      "%u: %s", film->n_warnings, get_last_warning (film));
  g_object_set (film->element, "range", 90.0, "hop", 77, NULL);
  film_push (film, silence, 2205, 100 * GST_MSECOND);
  TEST_CHECK (film->n_warnings == 1, "%u: %s", film->n_warnings,
      get_last_warning (film));
  film_set_audio (film, 1, RATE);
  film_push (film, silence, 4800, 200 * GST_MSECOND);
  TEST_CHECK (film->n_warnings == 1, "%u: %s", film->n_warnings,
      get_last_warning (film));
  film_set_audio (film, 1, 22050);
  film_push (film, silence, 2205, 300 * GST_MSECOND);
  TEST_CHECK (film->n_warnings == 2, "%u: %s", film->n_warnings,
      get_last_warning (film));
  film_set_audio (film, 1, 8000);
  film_push (film, silence, 800, 400 * GST_MSECOND);
  TEST_CHECK (film->n_warnings == 3 && strstr (get_last_warning (film), "4000"),
      "%u: %s", film->n_warnings, get_last_warning (film));
  g_object_get (film->element, "max-frequency", &frequency, NULL);
  TEST_CHECK (frequency == 15000, "%g", frequency);
  TEST_CHECK (film->n_errors == 0 && film->flow == GST_FLOW_OK, "%s",
      film->error);
  film_free (film);
}

static void
more_channels_than_rows_are_mixed (void)
{
  Film *film = film_new ("",
      "video/x-raw,format=BGRx,width=4,height=1,framerate=30/1");

  film_set_audio (film, 2, RATE);
  film_run (film, silence, RATE / 2, 0);
  TEST_CHECK (film->n_errors == 0 && film->n_warnings == 1
      && strstr (film->warning, "channel-mode is all")
      && strstr (film->warning, "4 x 1") && strstr (film->warning, "2 channels")
      && film->pictures->len > 0, "%u: %s%s", film->n_errors, film->error,
      film->warning);
  film_free (film);
}

static void
pictures_may_be_as_small_as_a_pixel (void)
{
  static const gchar *const properties[] = { "", "slide=replace", "mode=bars",
    "mode=line", "slide=whole"
  };
  static const gchar *const sizes[] = { "width=1,height=1",
    "width=1,height=700", "width=900,height=1", "width=33,height=21"
  };
  guint p, s;

  for (p = 0; p < G_N_ELEMENTS (properties); p++) {
    for (s = 0; s < G_N_ELEMENTS (sizes); s++) {
      g_autofree gchar *caps = g_strdup_printf
          ("video/x-raw,format=BGRx,%s,framerate=10/1", sizes[s]);
      Film *film = film_new (properties[p], caps);

      film_set_audio (film, 1, RATE);
      film_run (film, silence, RATE / 2, 0);
      TEST_CHECK (film->n_errors == 0 && film->pictures->len > 0, "%s, %s: %s",
          properties[p], sizes[s], film->error);
      film_free (film);
    }
  }
}

/* ---- spectra from strangers ---- */

static void
spectra_that_cannot_be_drawn_are_refused (void)
{
  static const Refusal rows[] = {
    {{"", "quantity", "phase", "complex"}, "quantity=phase"},
    {{"", "quantity", "coherence", "complex"}, "quantity=coherence"},
    {{"", "quantity", "cross-power", "complex"}, "quantity=cross-power"},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    Film *film = film_new (rows[i].reported.properties, SMALL);
    GstCaps *caps = gst_caps_from_string (SPECTRA);
    g_auto (GStrv) field = g_strsplit (rows[i].caps, "=", 2);
    g_autofree gchar *text = NULL;

    if (g_ascii_isdigit (field[1][0]))
      gst_caps_set_simple (caps, field[0], G_TYPE_INT, atoi (field[1]), NULL);
    else
      gst_caps_set_simple (caps, field[0], G_TYPE_STRING, field[1], NULL);
    text = gst_caps_to_string (caps);
    gst_caps_unref (caps);
    film_set_spectra (film, text);
    film_push_bytes (film, g_malloc0 (513 * 4), 513 * 4, 0, GST_MSECOND);
    TEST_CHECK (film->n_errors == 1 && poke_names (film->error, &rows[i].reported),
        "%s: %u errors: %s", rows[i].caps, film->n_errors, film->error);
    film_free (film);
  }
}

/* Of the same numbers. */
static void
transfer_functions_are_drawn_as_complex_spectra (void)
{
  static const gchar *const quantities[] = { "complex", "transfer-h1",
    "transfer-h2"
  };
  Film *films[3];
  const gsize n_numbers = 40 * 513 * 2;
  gfloat *numbers = g_new (gfloat, n_numbers);
  guint i;

  for (i = 0; i < n_numbers; i++)
    numbers[i] = test_uniform ();
  for (i = 0; i < 3; i++) {
    g_autofree gchar *text = NULL;
    GstCaps *caps;

    films[i] = film_new ("axes=false legend=false mode=bars", SMALL);
    caps = gst_caps_from_string (SPECTRA);
    gst_caps_set_simple (caps, "quantity", G_TYPE_STRING, quantities[i], NULL);
    text = gst_caps_to_string (caps);
    gst_caps_unref (caps);
    film_set_spectra (films[i], text);
    film_push_bytes (films[i], g_memdup2 (numbers, n_numbers * 4),
        n_numbers * 4, 0, 40 * 256 * GST_SECOND / RATE);
    film_push_event (films[i], gst_event_new_eos ());
    TEST_REQUIRE (films[i]->n_errors == 0 && films[i]->pictures->len > 0,
        "%s: %s", quantities[i], films[i]->error);
    TEST_CHECK (g_bytes_equal (film_at (films[i], 0)->pixels,
            film_at (films[0], 0)->pixels), "%s", quantities[i]);
  }
  for (i = 0; i < 3; i++)
    film_free (films[i]);
  g_free (numbers);
}

static void
buffers_that_are_no_whole_frames_are_refused (void)
{
  static const gsize sizes[] = { 1, 513 * 4 - 4, 513 * 4 + 1, 513 * 8 - 1 };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    Film *film = film_new ("", SMALL);

    film_set_spectra (film, SPECTRA);
    film_push_bytes (film, g_malloc0 (sizes[i]), sizes[i], 0, GST_MSECOND);
    TEST_CHECK (film->n_errors == 1 && film->flow == GST_FLOW_ERROR
        && strstr (film->error, "2052"), "%" G_GSIZE_FORMAT " bytes: %s",
        sizes[i], film->error);
    film_free (film);
  }
}

/* ---- while playing ---- */

#define N_BUFFERS 5

/* What is an error before pictures flow can be put right. */
static void
after_an_error_it_can_start_again (void)
{
  Film *film = film_new ("min-frequency=9 max-frequency=9", SMALL);

  film_set_audio (film, 1, RATE);
  TEST_CHECK (film->n_errors == 1, "%u", film->n_errors);
  gst_element_set_state (film->element, GST_STATE_READY);
  g_object_set (film->element, "max-frequency", 0.0, NULL);
  TEST_CHECK (gst_element_set_state (film->element, GST_STATE_PLAYING)
      == GST_STATE_CHANGE_SUCCESS, "it does not play again");
  film_set_audio (film, 1, RATE);
  film_run (film, silence, RATE / 2, 0);
  TEST_CHECK (film->flow == GST_FLOW_OK && film->pictures->len == 15,
      "%d, %u", film->flow, film->pictures->len);
  film_free (film);
}

/* Floor and range change colours, and forget nothing. */
static void
floor_and_range_follow_at_once (void)
{
  const gchar *plain = "axes=false legend=false color-map=grey size=512 "
      "time-span=500000000 ";
  g_autofree gdouble *values = g_new (gdouble, RATE);
  g_autofree gchar *other = g_strconcat (plain, "floor=-60 range=60", NULL);
  Film *changed = film_new (plain, SMALL), *fixed = film_new (other, SMALL);
  guint i, x, y, n_wrong = 0;

  for (i = 0; i < RATE; i++)
    values[i] = 0.3 * test_uniform ();
  film_set_audio (fixed, 1, RATE);
  film_run (fixed, values, RATE, 0);
  film_set_audio (changed, 1, RATE);
  film_push (changed, values, 40000, 0);
  g_object_set (changed->element, "floor", -60.0, "range", 60.0, NULL);
  film_push (changed, values + 40000, RATE - 40000,
      gst_util_uint64_scale (40000, GST_SECOND, RATE));
  film_push_event (changed, gst_event_new_eos ());
  TEST_REQUIRE (changed->pictures->len == 30 && fixed->pictures->len == 30,
      "%u", changed->pictures->len);
  for (y = 0; y < 90; y++)
    for (x = 0; x < 160; x++)
      n_wrong += film_get_color (changed, 29, x, y)
          != film_get_color (fixed, 29, x, y);
  TEST_CHECK (n_wrong == 0, "%u pixels differ", n_wrong);
  film_free (changed);
  film_free (fixed);
}

/* Values that a user may set while it plays, as text. */
static void
any_value_may_be_set_at_any_time (void)
{
  static const gchar *const pokes[][2] = {
    {"size", "500"}, {"size", "8191"}, {"hop", "100"}, {"hop", "0"},
    {"overlap", "0.9"}, {"window", "kaiser"}, {"window-param", "12"},
    {"zero-pad", "16384"}, {"scaling", "psd"}, {"weighting", "a"},
    {"channel-mode", "mix"}, {"channel-mode", "mid-side"},
    {"channel-mode", "all"}, {"mode", "bars"}, {"bars", "7"},
    {"mode", "line"}, {"fall", "0"}, {"peak-hold", "0"},
    {"mode", "waterfall"}, {"slide", "replace"}, {"slide", "whole"},
    {"slide", "scroll"}, {"time-span", "0"}, {"time-span", "1000000000"},
    {"frequency-scale", "log"}, {"frequency-scale", "mel"},
    {"frequency-scale", "bark"}, {"frequency-scale", "erb"},
    {"min-frequency", "50"}, {"max-frequency", "8000"}, {"floor", "-80"},
    {"sharpen", "reassign"}, {"tilt", "4.5"}, {"notes", "true"},
    {"mode", "bars"}, {"sharpen", "squeeze"}, {"mode", "waterfall"},
    {"range", "60"}, {"color-map", "turbo"}, {"reduction", "mean"},
    {"axes", "false"}, {"legend", "false"}, {"qos", "false"},
    {"discont-policy", "pad"}, {"iq", "false"}, {"level-scale", "power"},
    {"level-scale", "magnitude"}, {"theme", "light"}, {"axes", "true"},
    {"title", "A title"}, {"font-size", "20"}, {"mode", "line"},
    {"overlay", "true"}, {"level-scale", "decibel"}, {"title", ""},
    {"mode", "bars"}, {"font-size", "256"}, {"font-size", "0"},
    {"overlay", "false"}, {"theme", "dark"}, {"window", "dpss"},
    {"window-param", "4"}, {"tapers", "7"}, {"tapers", "1"},
    {"sharpen", "none"}, {"tilt", "0"}, {"mode", "transfer"},
    {"smoothing", "3"}, {"delay", "-5000"}, {"time-constant", "50000"},
    {"floor", "-30"}, {"delay", "auto"}, {"mode", "line"},
    {"auto-range", "true"}, {"attack", "0"}, {"release", "5"},
    {"range", "40"}, {"level-scale", "power"}, {"mode", "bars"},
  };
  Film *film = film_new ("", SMALL);
  GstClockTime pts = 0;
  guint i, k;

  film_set_audio (film, 2, RATE);
  for (i = 0; i < G_N_ELEMENTS (pokes); i++) {
    gst_util_set_object_arg (G_OBJECT (film->element), pokes[i][0],
        pokes[i][1]);
    for (k = 0; k < 3; k++) {
      film_push (film, silence, 4800, pts);
      pts += 100 * GST_MSECOND;
    }
    TEST_CHECK (film->flow == GST_FLOW_OK && film->n_errors == 0,
        "after %s=%s: %d, %s", pokes[i][0], pokes[i][1], film->flow,
        film->error);
  }
  TEST_CHECK (film->pictures->len > 250, "%u", film->pictures->len);
  film_free (film);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (what_does_not_fit_the_formats_is_refused_with_one_error),
    TEST (a_transfer_function_is_neither_tilted_nor_sharpened_nor_of_tapers),
    TEST (requests_beyond_the_stream_are_clamped_with_one_warning),
    TEST (the_next_stream_is_reported_of_its_own_limit),
    TEST (more_channels_than_rows_are_mixed),
    TEST (pictures_may_be_as_small_as_a_pixel),
    TEST (spectra_that_cannot_be_drawn_are_refused),
    TEST (transfer_functions_are_drawn_as_complex_spectra),
    TEST (buffers_that_are_no_whole_frames_are_refused),
    TEST (after_an_error_it_can_start_again),
    TEST (floor_and_range_follow_at_once),
    TEST (any_value_may_be_set_at_any_time),
  };

  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
