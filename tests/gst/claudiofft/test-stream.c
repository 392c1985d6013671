/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * claudiofft/test-stream.c: claims about the stream and the memory that
 * claudiofft negotiates, and about what it tells while it prepares.
 */
#include <glib/gstdio.h>
#include <math.h>

#include "gst/support/rig.h"
#include "gst/support/spectra.h"
#include "support/test.h"

#define RATE 48000

/* Each with as much to tell as that mode has. */
static void
caps_fit_in_480_characters_in_every_mode (void)
{
  static const gchar *const properties[] = {
    "", "size=1048576 hop=1048575 window=kaiser window-param=12.3456789 "
        "zero-pad=2000000 center=true",
    "quantity=db averaging=exponential time-constant=999999999000 "
        "weighting=a floor=-123.456 size=67108 zero-pad=100000 hop=1234 "
        "window=dolph-chebyshev window-param=123.456789 center=true "
        "channel-mode=select channel-select=0-1+3+5-7+10+12",
    "quantity=db averaging=median average-count=1024 bands=12345 "
        "band-scale=log weighting=d size=67108 zero-pad=100000 hop=1234 "
        "window=dolph-chebyshev window-param=123.456789",
    "iq=true sides=centered window=gauss window-param=0.123456789 "
        "zero-pad=654321",
    "iq=true zoom-low=-12345.678 zoom-high=-1234.567 zoom-bins=12347 "
        "window=gauss window-param=0.123456789",
    "quantity=db averaging=exponential weighting=a floor=-123.456 size=67108 "
        "hop=1234 window=dolph-chebyshev window-param=123.456789 "
        "zoom-low=1234.567 zoom-high=12345.678 zoom-bins=12347 "
        "channel-mode=select channel-select=0-1+3+5-7+10+12",
    "quantity=db averaging=mean weighting=a size=67108 hop=1234 "
        "zoom-low=1234.567 zoom-high=12345.678 zoom-bins=12347 "
        "band-scale=third-octave",
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (properties); i++) {
    Spectra *s = spectra_new (properties[i]);
    GstCaps *caps;
    gchar *text;

    spectra_set_format (s, GST_AUDIO_FORMAT_S24_32BE, 16, 192000, 1);
    TEST_CHECK (s->n_caps == 1 && s->n_errors == 0, "%s: %s", properties[i],
        s->error);
    caps = gst_pad_get_current_caps (s->harness->sinkpad);
    TEST_REQUIRE (caps != NULL, "%s: no caps", properties[i]);
    text = gst_caps_to_string (caps);
    TEST_CHECK (strlen (text) <= GST_FOURIER_MAX_CAPS_LENGTH,
        "%" G_GSIZE_FORMAT " characters: %s", strlen (text), text);
    g_free (text);
    gst_caps_unref (caps);
    spectra_free (s);
  }
}

static void
double_precision_is_given_where_only_that_is_taken (void)
{
  Spectra *s = spectra_new ("size=64 quantity=power scaling=power");
  GstCaps *caps = gst_caps_from_string (G_BYTE_ORDER == G_LITTLE_ENDIAN
      ? "application/x-fft, format=F64LE" : "application/x-fft, format=F64BE");
  gdouble *values = g_new (gdouble, 64), sum = 0, square = 0;
  guint i;

  gst_harness_set_sink_caps (s->harness, caps);
  spectra_set_format (s, GST_AUDIO_FORMAT_F64, 1, RATE, 0);
  if (s->n_errors > 0) {
    g_free (values);
    spectra_free (s);
    TEST_SKIP ("the device has no double precision");
  }
  for (i = 0; i < 64; i++)
    values[i] = test_uniform ();
  spectra_push (s, values, 64, 0);
  TEST_REQUIRE (spectra_n_frames (s) == 1, "%u frames", spectra_n_frames (s));
  g_object_set (s->element, "window", 0, NULL);
  spectra_push (s, values, 64, GST_CLOCK_TIME_NONE);
  /* the last frame of a rectangular window is the samples themselves */
  for (i = 0; i <= 32; i++)
    sum += ((const gdouble *) (gpointer) spectra_at (s,
            spectra_n_frames (s) - 1, 0))[i];
  for (i = 0; i < 64; i++)
    square += values[i] * values[i] / 64;
  TEST_CHECK (fabs (sum / square - 1) < 1e-13, "off by %g", sum / square - 1);
  g_free (values);
  spectra_free (s);
}

/* The number is in the message and at the end of its text, and never falls. */
static gint
check_percent (GstMessage * message, gint before)
{
  g_autofree gchar *text = NULL, *end = NULL;
  gint percent = -1;

  gst_message_parse_progress (message, NULL, NULL, &text);
  gst_structure_get_int (gst_message_get_structure (message), "percent",
      &percent);
  end = g_strdup_printf (": %d %%", percent);
  TEST_CHECK (g_str_has_suffix (text, end), "%d %%: %s", percent, text);
  TEST_CHECK (percent >= before && percent <= 100, "%d after %d", percent,
      before);
  TEST_CHECK (!strchr (text, '_'), "the name of a kernel: %s", text);
  return percent;
}

/* With an empty cache every kernel is compiled. */
static void
compiling_is_reported_by_progress_messages (void)
{
  g_autofree gchar *directory = g_dir_make_tmp ("clfft-XXXXXX", NULL);
  const gchar *before = g_getenv ("XDG_CACHE_HOME");
  g_autofree gchar *old = g_strdup (before);
  GstProgressType type, last = GST_PROGRESS_TYPE_ERROR;
  guint n_started = 0, n = 0;
  gint percent = 0;
  GstMessage *message;
  GstElement *element;
  GstHarness *harness;
  GstBus *bus;

  rig_init ();
  g_setenv ("XDG_CACHE_HOME", directory, TRUE);
  element = gst_parse_launch ("claudiofft size=176", NULL);
  gst_object_ref_sink (element);
  rig_choose_device (element);
  bus = gst_bus_new ();
  gst_element_set_bus (element, bus);
  harness = gst_harness_new_with_element (element, "sink", "src");
  gst_harness_set_src_caps_str (harness, "audio/x-raw, format=F32LE, "
      "layout=interleaved, rate=48000, channels=1");
  while ((message = gst_bus_pop_filtered (bus, GST_MESSAGE_PROGRESS))) {
    gst_message_parse_progress (message, &type, NULL, NULL);
    TEST_CHECK (n > 0 || type == GST_PROGRESS_TYPE_START, "first is %d", type);
    percent = check_percent (message, percent);
    TEST_CHECK (type != GST_PROGRESS_TYPE_START || percent == 0, "START at %d",
        percent);
    TEST_CHECK (type != GST_PROGRESS_TYPE_COMPLETE || percent == 100,
        "COMPLETE at %d", percent);
    n_started += type == GST_PROGRESS_TYPE_START;
    last = type;
    n++;
    gst_message_unref (message);
  }
  TEST_CHECK (n >= 2 && n_started == 1 && last == GST_PROGRESS_TYPE_COMPLETE,
      "%u messages, the last is %d", n, last);
  if (old)
    g_setenv ("XDG_CACHE_HOME", old, TRUE);
  else
    g_unsetenv ("XDG_CACHE_HOME");
  gst_harness_teardown (harness);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (element);
  gst_object_unref (bus);
  rig_remove_cache (directory);
}

TEST_MAIN (TEST (caps_fit_in_480_characters_in_every_mode),
    TEST (double_precision_is_given_where_only_that_is_taken),
    TEST (compiling_is_reported_by_progress_messages))
