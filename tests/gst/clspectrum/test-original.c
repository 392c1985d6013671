/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrum/test-original.c: clspectrum beside the element that it stands in
 * for: the same input, message by message. Needs GStreamer's plugin `spectrum`
 * (gstreamer1.0-plugins-good) in SPECTRUM_PLUGIN_DIR.
 *
 * By default each number of bands meets one sample format, so that few kernels
 * are compiled; CLFFT_TEST_FULL=1 runs all combinations.
 */
#include <math.h>

#include "clspectrum/intervals.h"
#include "listener.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 44100
#define THRESHOLD (-80)
#define N_INTERVALS 6

static const GstAudioFormat formats[] = {
  GST_AUDIO_FORMAT_S16, GST_AUDIO_FORMAT_S32, GST_AUDIO_FORMAT_F32,
  GST_AUDIO_FORMAT_F64,
};
static const guint numbers_of_bands[] = { 2, 128, 129, 1024, 1025, 1010 };
static const gint numbers_of_channels[] = { 1, 2, 6 };

typedef struct
{
  GstAudioFormat format;
  gint n_channels;
  gboolean multi_channel;
  guint bands;
  GstClockTime interval;
  guint n_samples;
} Case;

static gboolean
load_original (void)
{
  g_autofree gchar *path = NULL;
  GstPlugin *plugin;

  rig_init ();
  path = g_build_filename (SPECTRUM_PLUGIN_DIR, "libgstspectrum.so", NULL);
  plugin = gst_plugin_load_file (path, NULL);
  if (plugin)
    gst_object_unref (plugin);
  return plugin != NULL;
}

/* ---- one case ---- */

/* Noise and, in each channel, a tone of its own. */
static gdouble *
make_input (const Case * c)
{
  gdouble *values = g_new (gdouble, (gsize) c->n_samples * c->n_channels);
  guint i;
  gint k;

  for (i = 0; i < c->n_samples; i++)
    for (k = 0; k < c->n_channels; k++)
      values[(gsize) i * c->n_channels + k] = 0.4 * test_uniform ()
          + 0.3 * sin ((0.3 + 0.4 * k) * i);
  return values;
}

static guint *
make_cuts (guint n_samples)
{
  guint *cuts = g_new (guint, n_samples);
  guint at = 0, n = 0, most;

  while (at < n_samples) {
    most = 1 + test_random () % (n_samples / 3 + 1);
    at += 1 + test_random () % most;
    cuts[n++] = at = MIN (at, n_samples);
  }
  return cuts;
}

static Listener *
run (const gchar * element, const gchar * extras, const Case * c,
    const gdouble * values, const guint * cuts)
{
  g_autofree gchar *line = g_strdup_printf ("%s bands=%u interval=%"
      G_GUINT64_FORMAT " threshold=%d message-phase=true multi-channel=%d %s",
      element, c->bands, c->interval, THRESHOLD, c->multi_channel, extras);
  Listener *l = listener_new (line);

  listener_set_format (l, c->format, c->n_channels, RATE);
  listener_run (l, values, c->n_samples, cuts);
  listener_end (l);
  return l;
}

static void
compare_times (const Listener * a, const Listener * b, guint message)
{
  static const gchar *const fields[] =
      { "endtime", "timestamp", "stream-time", "running-time", "duration" };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (fields); i++)
    TEST_CHECK (listener_time (a, message, fields[i])
        == listener_time (b, message, fields[i]), "message %u: %s %"
        G_GUINT64_FORMAT ", not %" G_GUINT64_FORMAT, message, fields[i],
        listener_time (b, message, fields[i]),
        listener_time (a, message, fields[i]));
}

/* Same names in the same order, same types. */
static void
compare_fields (const GstStructure * a, const GstStructure * b)
{
  gint i;

  TEST_REQUIRE (gst_structure_n_fields (a) == gst_structure_n_fields (b),
      "%d", gst_structure_n_fields (b));
  for (i = 0; i < gst_structure_n_fields (a); i++) {
    const gchar *name = gst_structure_nth_field_name (a, i);

    TEST_CHECK (!strcmp (name, gst_structure_nth_field_name (b, i)),
        "field %d: %s", i, gst_structure_nth_field_name (b, i));
    TEST_CHECK (gst_structure_get_field_type (a, name)
        == gst_structure_get_field_type (b, name), "%s", name);
  }
}

/* How far apart modulo `period`. */
static gdouble
get_distance (gdouble a, gdouble b, gdouble period)
{
  return fabs (remainder (a - b, period));
}

/*
 * lowest has the smallest level of an interval's transforms: the mean of
 * phases is only as good as the worst of them.
 */
static void
compare_values (const Listener * a, const Listener * b,
    const Listener * lowest, const Case * c, guint message)
{
  guint channels = c->multi_channel ? c->n_channels : 1, k, i;
  guint64 length = 2 * c->bands - 2;
  guint64 n_samples = gst_util_uint64_scale (c->interval, RATE, GST_SECOND);
  gdouble n_transforms, level, phase;

  for (k = 0; k < channels; k++) {
    for (i = 0; i < c->bands; i++) {
      level = listener_value (a, message, "magnitude", k, i);
      TEST_CHECK (fabs (level - listener_value (b, message, "magnitude", k, i))
          <= 0.01, "message %u channel %u band %u: %g dB, not %g", message, k,
          i, listener_value (b, message, "magnitude", k, i), level);
      if (listener_value (lowest, message, "magnitude", k, i) <= THRESHOLD)
        continue;
      phase = listener_value (a, message, "phase", k, i);
      /* an interval may be one sample longer */
      n_transforms = MAX (1, n_samples / length);
      if ((n_samples + 1) % length == 0)
        n_transforms *= n_samples / length + 1;
      TEST_CHECK (get_distance (phase, listener_value (b, message, "phase", k,
                  i), 2 * G_PI / n_transforms) <= 1e-3,
          "message %u channel %u band %u: %g rad, not %g", message, k, i,
          listener_value (b, message, "phase", k, i), phase);
    }
  }
}

/* n_more: messages that ours has beyond the original's. */
static void
compare (const Case * c, guint n_more)
{
  g_autofree gdouble *values = make_input (c);
  g_autofree guint *cuts = make_cuts (c->n_samples);
  Listener *a = run ("spectrum", "", c, values, cuts);
  Listener *b = run ("clspectrum", "", c, values, cuts);
  Listener *lowest = run ("clspectrum", "averaging=min-hold", c, values, cuts);
  int failures = test_n_failures;
  guint i;

  TEST_CHECK (b->n_errors == 0, "%s", b->error);
  TEST_CHECK (a->messages->len > 0, "%u", a->messages->len);
  TEST_CHECK (b->messages->len == a->messages->len + n_more,
      "%u messages, not %u and %u more", b->messages->len, a->messages->len,
      n_more);
  for (i = 0; i < MIN (a->messages->len, b->messages->len); i++) {
    compare_fields (listener_at (a, i), listener_at (b, i));
    compare_times (a, b, i);
    compare_values (a, b, lowest, c, i);
  }
  if (test_n_failures > failures)
    printf ("# %s, %d channels, multi-channel=%d bands=%u interval=%"
        G_GUINT64_FORMAT ", %u samples\n",
        gst_audio_format_to_string (c->format), c->n_channels,
        c->multi_channel, c->bands, c->interval, c->n_samples);
  listener_free (a);
  listener_free (b);
  listener_free (lowest);
}

/* Samples of the first N_INTERVALS intervals. */
static guint
count_samples (const Case * c)
{
  GstClIntervalsParams params =
      { RATE, c->interval, 2 * c->bands - 2, 2 * c->bands - 2 };
  GstClIntervals intervals;
  GstClIntervalsStep step;
  guint n = 0, done = 0;

  gst_cl_intervals_init (&intervals, &params);
  while (done < N_INTERVALS) {
    gst_cl_intervals_advance (&intervals, G_MAXUINT32, &step);
    n += step.n_samples;
    done += step.complete;
  }
  return n;
}

/* With half an interval more at the end, or without. */
static void
compare_length (Case * c, gboolean is_long, gboolean is_whole)
{
  guint length = 2 * c->bands - 2;
  gdouble n_samples = is_long ? 2.6 * length : 0.45 * length;

  n_samples = MAX (n_samples, is_long ? length + 1 : 1.2);
  c->interval = n_samples * GST_SECOND / RATE;
  c->n_samples = count_samples (c);
  /* an interval of one sample cannot be cut */
  is_whole = is_whole || n_samples < 2;
  if (!is_whole)
    c->n_samples += (guint) n_samples / 2;
  compare (c, is_whole ? 0 : 1);
}

/* ---- claims ---- */

/* Of what a number of bands meets, all; or two kinds of channels in the format
   that was drawn for it. */
static void
compare_bands (guint which, gboolean is_long, guint draw)
{
  guint f, k, multi, n = 0;

  for (f = 0; f < G_N_ELEMENTS (formats); f++) {
    if (!test_is_full () && f != (which + draw) % G_N_ELEMENTS (formats))
      continue;
    for (k = 0; k < G_N_ELEMENTS (numbers_of_channels); k++) {
      for (multi = 0; multi < 2; multi++) {
        Case c = { formats[f], numbers_of_channels[k], multi,
          numbers_of_bands[which]
        };

        if (test_is_full () || (2 * k + multi + which + draw / 16) % 3 == 0)
          compare_length (&c, is_long, n++ % 2 == 0);
        if (test_is_full ())
          compare_length (&c, is_long, n++ % 2 == 0);
      }
    }
  }
}

static void
compare_all (gboolean is_long)
{
  /* one draw for both claims: the second finds the kernels of the first */
  static guint draw;
  guint which;

  if (!load_original ())
    TEST_SKIP ("gstreamer1.0-plugins-good is not installed");
  if (draw == 0)
    draw = test_random () | 1;
  for (which = 0; which < G_N_ELEMENTS (numbers_of_bands); which++)
    compare_bands (which, is_long, draw);
}

static void
messages_are_the_same_with_intervals_above_a_transform (void)
{
  compare_all (TRUE);
}

static void
messages_are_the_same_with_intervals_below_a_transform (void)
{
  compare_all (FALSE);
}

static void
properties_have_the_same_types_ranges_and_defaults (void)
{
  static const gchar *const names[] = { "bands", "interval", "threshold",
    "post-messages", "message-magnitude", "message-phase", "multi-channel",
    "qos"
  };
  GstElement *a, *b;
  guint i;

  if (!load_original ())
    TEST_SKIP ("gstreamer1.0-plugins-good is not installed");
  a = gst_object_ref_sink (gst_element_factory_make ("spectrum", NULL));
  b = gst_object_ref_sink (gst_element_factory_make ("clspectrum", NULL));
  for (i = 0; i < G_N_ELEMENTS (names); i++) {
    GParamSpec *p = g_object_class_find_property (G_OBJECT_GET_CLASS (a),
        names[i]);
    GParamSpec *q = g_object_class_find_property (G_OBJECT_GET_CLASS (b),
        names[i]);

    TEST_REQUIRE (p && q, "%s", names[i]);
    TEST_CHECK (G_PARAM_SPEC_TYPE (p) == G_PARAM_SPEC_TYPE (q), "%s", names[i]);
    TEST_CHECK (g_param_values_cmp (p, g_param_spec_get_default_value (p),
            g_param_spec_get_default_value (q)) == 0, "%s", names[i]);
    if (G_IS_PARAM_SPEC_UINT (p))
      TEST_CHECK (((GParamSpecUInt *) p)->minimum
          == ((GParamSpecUInt *) q)->minimum && ((GParamSpecUInt *) p)->maximum
          == ((GParamSpecUInt *) q)->maximum, "%s", names[i]);
    if (G_IS_PARAM_SPEC_UINT64 (p))
      TEST_CHECK (((GParamSpecUInt64 *) p)->minimum
          == ((GParamSpecUInt64 *) q)->minimum
          && ((GParamSpecUInt64 *) p)->maximum
          == ((GParamSpecUInt64 *) q)->maximum, "%s", names[i]);
    if (G_IS_PARAM_SPEC_INT (p))
      TEST_CHECK (((GParamSpecInt *) p)->minimum
          == ((GParamSpecInt *) q)->minimum && ((GParamSpecInt *) p)->maximum
          == ((GParamSpecInt *) q)->maximum, "%s", names[i]);
  }
  gst_object_unref (a);
  gst_object_unref (b);
}

static void
caps_are_the_same (void)
{
  static const gchar *const pads[] = { "sink", "src" };
  GstElement *a, *b;
  guint i;

  if (!load_original ())
    TEST_SKIP ("gstreamer1.0-plugins-good is not installed");
  a = gst_object_ref_sink (gst_element_factory_make ("spectrum", NULL));
  b = gst_object_ref_sink (gst_element_factory_make ("clspectrum", NULL));
  for (i = 0; i < G_N_ELEMENTS (pads); i++) {
    GstPad *p = gst_element_get_static_pad (a, pads[i]);
    GstPad *q = gst_element_get_static_pad (b, pads[i]);
    GstCaps *caps_a = gst_pad_get_pad_template_caps (p);
    GstCaps *caps_b = gst_pad_get_pad_template_caps (q);

    TEST_CHECK (gst_caps_is_equal (caps_a, caps_b), "%s", pads[i]);
    gst_caps_unref (caps_a);
    gst_caps_unref (caps_b);
    gst_object_unref (p);
    gst_object_unref (q);
  }
  gst_object_unref (a);
  gst_object_unref (b);
}

/* Buffers at 10 s and on, some without a time, in a segment. */
static Listener *
run_segment (const gchar * element, const GstSegment * segment,
    const gdouble * silence)
{
  g_autofree gchar *line = g_strdup_printf ("%s interval=7654321 bands=2",
      element);
  Listener *l = listener_new (line);
  guint i;

  listener_set_format (l, GST_AUDIO_FORMAT_F32, 1, RATE);
  listener_push_event (l, gst_event_new_segment (segment));
  for (i = 0; i < 9; i++)
    listener_push (l, silence, 441, i % 3 == 1 ? GST_CLOCK_TIME_NONE
        : (GstClockTime) (1000 + i) * 10 * GST_MSECOND);
  return l;
}

static void
times_follow_segments_of_any_rate (void)
{
  static const gdouble rates[] = { 1, 0.5, 2, -1 };
  gdouble silence[441] = { 0 };
  GstSegment segment;
  guint i, k;

  if (!load_original ())
    TEST_SKIP ("gstreamer1.0-plugins-good is not installed");
  for (i = 0; i < G_N_ELEMENTS (rates); i++) {
    Listener *a, *b;

    gst_segment_init (&segment, GST_FORMAT_TIME);
    segment.rate = rates[i];
    segment.start = 5 * GST_SECOND;
    segment.stop = 20 * GST_SECOND;
    segment.time = 7 * GST_SECOND;
    segment.base = 3 * GST_SECOND;
    a = run_segment ("spectrum", &segment, silence);
    b = run_segment ("clspectrum", &segment, silence);
    TEST_CHECK (a->messages->len > 5 && a->messages->len == b->messages->len,
        "rate %g: %u, not %u", rates[i], b->messages->len, a->messages->len);
    for (k = 0; k < MIN (a->messages->len, b->messages->len); k++)
      compare_times (a, b, k);
    listener_free (a);
    listener_free (b);
  }
}

TEST_MAIN (TEST (properties_have_the_same_types_ranges_and_defaults),
    TEST (caps_are_the_same), TEST (times_follow_segments_of_any_rate),
    TEST (messages_are_the_same_with_intervals_above_a_transform),
    TEST (messages_are_the_same_with_intervals_below_a_transform))
