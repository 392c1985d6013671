/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-clspectrum.c: claims about clspectrum that need no other element: what
 * upstream's unit test of `spectrum` asserts, the faults of `spectrum` that it
 * does not have, ends, formats of messages, and what is beyond `spectrum`.
 */
#include <math.h>

#include "listener.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 48000
#define LENGTH 254              /* of bands=128 */
#define BIN 32
#define FULL_SCALE (-11.3987)   /* dB that a sine of full scale reads: window */
#define SILENT (-60.0)

/* A sine of full scale in bin BIN on the channels of `mask`. */
static gdouble *
make_tone (guint n_samples, gint n_channels, guint mask)
{
  gdouble *values = g_new0 (gdouble, (gsize) n_samples * n_channels);
  guint i;
  gint c;

  for (i = 0; i < n_samples; i++)
    for (c = 0; c < n_channels; c++)
      if (mask & 1u << c)
        values[i * n_channels + c] =
            sin (2 * G_PI * BIN * i / LENGTH + 0.1);
  return values;
}

static gdouble
level (const Listener * l, guint message, guint channel)
{
  return listener_value (l, message, "magnitude", channel, BIN);
}

static void
check_tone (const Listener * l, guint message, guint channel)
{
  TEST_CHECK (fabs (level (l, message, channel) - FULL_SCALE) < 0.01,
      "message %u channel %u reads %g dB", message, channel, level (l, message,
          channel));
  TEST_CHECK (listener_value (l, message, "magnitude", channel, 0) == SILENT,
      "message %u channel %u reads %g dB in bin 0", message, channel,
      listener_value (l, message, "magnitude", channel, 0));
}

static Listener *
start (const gchar * properties, GstAudioFormat format, gint n_channels)
{
  g_autofree gchar *line = g_strdup_printf ("clspectrum %s", properties);
  Listener *l = listener_new (line);

  listener_set_format (l, format, n_channels, RATE);
  return l;
}

/* ---- upstream's assertions ---- */

static GList *received;

static GstFlowReturn
receive (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  received = g_list_append (received, buffer);
  return GST_FLOW_OK;
}

/* Pads of our own, so that nothing else refers to the element. */
static GstPad *
make_pad (GstElement * element, const gchar * name)
{
  GstPad *pad = gst_element_get_static_pad (element, name);
  GstPad *peer = gst_pad_new (NULL, gst_pad_get_direction (pad) == GST_PAD_SINK
      ? GST_PAD_SRC : GST_PAD_SINK);

  if (gst_pad_get_direction (peer) == GST_PAD_SINK) {
    gst_pad_set_chain_function (peer, receive);
    gst_pad_link (pad, peer);
  } else {
    gst_pad_link (peer, pad);
  }
  gst_object_unref (pad);
  gst_pad_set_active (peer, TRUE);
  return peer;
}

static void
check_message (GstMessage * message, GstElement * element)
{
  const GstStructure *structure = gst_message_get_structure (message);
  GstClockTime endtime = 0;
  const GValue *list;
  guint i;

  TEST_CHECK (GST_MINI_OBJECT_REFCOUNT_VALUE (message) == 1
      && GST_MESSAGE_SRC (message) == GST_OBJECT (element), "of another");
  TEST_CHECK (gst_structure_has_name (structure, "spectrum"), "other name");
  TEST_CHECK (gst_structure_get_clock_time (structure, "endtime", &endtime)
      && endtime == GST_SECOND / 100, "%" G_GUINT64_FORMAT, endtime);
  list = gst_structure_get_value (structure, "magnitude");
  TEST_REQUIRE (GST_VALUE_HOLDS_LIST (list)
      && gst_value_list_get_size (list) == 256, "no list of 256");
  for (i = 0; i < 256; i++) {
    gfloat value = g_value_get_float (gst_value_list_get_value (list, i));

    TEST_CHECK (i == 127 || i == 128 ? value >= -20 : value <= -20,
        "band %u: %g dB", i, value);
  }
}

/* A second of 11025 Hz: the middle of the bands. */
static GstBuffer *
send_tone (GstPad * pad, GstAudioFormat format)
{
  gdouble *values = g_new (gdouble, 44100);
  Listener maker = { NULL };
  GstSegment segment;
  GstBuffer *buffer;
  GstCaps *caps;
  guint i;

  for (i = 0; i < 44100; i++)
    values[i] = i % 4 == 1 ? 1 : i % 4 == 3 ? -1 : 0;
  gst_audio_info_set_format (&maker.audio, format, 44100, 1, NULL);
  caps = gst_audio_info_to_caps (&maker.audio);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (pad, gst_event_new_stream_start ("tone"));
  gst_pad_push_event (pad, gst_event_new_caps (caps));
  gst_pad_push_event (pad, gst_event_new_segment (&segment));
  gst_caps_unref (caps);
  buffer = listener_make_buffer (&maker, values, 44100, 0);
  TEST_CHECK (GST_MINI_OBJECT_REFCOUNT_VALUE (buffer) == 1, "shared");
  TEST_CHECK (gst_pad_push (pad, buffer) == GST_FLOW_OK, "not OK");
  g_free (values);
  return buffer;
}

static void
upstream (GstAudioFormat format)
{
  GstElement *element = gst_object_ref_sink (gst_element_factory_make
      ("clspectrum", NULL));
  GstPad *srcpad = make_pad (element, "sink");
  GstPad *sinkpad = make_pad (element, "src");
  GstBus *bus = gst_bus_new ();
  GstMessage *message;
  GstBuffer *buffer;

  rig_choose_device (element);
  g_object_set (element, "post-messages", TRUE, "interval",
      (guint64) GST_SECOND / 100, "bands", 256, "threshold", -80, NULL);
  TEST_CHECK (gst_element_set_state (element, GST_STATE_PLAYING)
      == GST_STATE_CHANGE_SUCCESS, "it does not play");
  gst_element_set_bus (element, bus);
  TEST_CHECK (GST_OBJECT_REFCOUNT_VALUE (bus) == 2, "%d",
      GST_OBJECT_REFCOUNT_VALUE (bus));
  buffer = send_tone (srcpad, format);
  TEST_CHECK (GST_MINI_OBJECT_REFCOUNT_VALUE (buffer) == 1, "kept");
  TEST_CHECK (g_list_length (received) == 1 && received->data == buffer,
      "the buffer is another");

  message = gst_bus_pop_filtered (bus, GST_MESSAGE_ELEMENT);
  TEST_REQUIRE (message, "no message came from within the push");
  check_message (message, element);

  gst_bus_set_flushing (bus, TRUE);
  TEST_CHECK (GST_OBJECT_REFCOUNT_VALUE (element) == 2, "%d",
      GST_OBJECT_REFCOUNT_VALUE (element));
  gst_message_unref (message);
  TEST_CHECK (GST_OBJECT_REFCOUNT_VALUE (element) == 1, "%d",
      GST_OBJECT_REFCOUNT_VALUE (element));
  gst_element_set_bus (element, NULL);
  TEST_CHECK (GST_OBJECT_REFCOUNT_VALUE (bus) == 1, "%d",
      GST_OBJECT_REFCOUNT_VALUE (bus));
  gst_object_unref (bus);

  TEST_CHECK (gst_element_set_state (element, GST_STATE_NULL)
      == GST_STATE_CHANGE_SUCCESS, "it does not end");
  g_list_free_full (g_steal_pointer (&received),
      (GDestroyNotify) gst_buffer_unref);
  gst_object_unref (srcpad);
  gst_object_unref (sinkpad);
  gst_object_unref (element);
}

static void
assertions_of_upstream_hold (void)
{
  /* starts GStreamer */
  listener_free (start ("", GST_AUDIO_FORMAT_F32, 1));
  upstream (GST_AUDIO_FORMAT_S16);
  upstream (GST_AUDIO_FORMAT_S32);
  upstream (GST_AUDIO_FORMAT_F32);
  upstream (GST_AUDIO_FORMAT_F64);
}

/* ---- the four faults ---- */

static void
the_mean_of_24_bit_channels_is_right (void)
{
  g_autofree gdouble *values = make_tone (4800, 2, 3);
  Listener *l = start ("", GST_AUDIO_FORMAT_S24, 2);

  listener_run (l, values, 4800, NULL);
  TEST_REQUIRE (l->messages->len == 1, "%u", l->messages->len);
  check_tone (l, 0, 0);
  listener_free (l);
}

static void
a_discontinuity_leaves_nothing_over (void)
{
  g_autofree gdouble *tone = make_tone (4800, 1, 1);
  g_autofree gdouble *silence = g_new0 (gdouble, 4800);
  Listener *l = start ("", GST_AUDIO_FORMAT_F32, 1);
  GstBuffer *buffer;
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  listener_push (l, silence, 3000, 0);
  buffer = listener_make_buffer (l, tone, 4800, GST_SECOND);
  GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  gst_harness_push (l->harness, buffer);
  listener_collect (l);
  TEST_REQUIRE (l->messages->len == 1, "%u", l->messages->len);
  TEST_CHECK (listener_time (l, 0, "timestamp") == GST_SECOND, "%"
      G_GUINT64_FORMAT, listener_time (l, 0, "timestamp"));
  check_tone (l, 0, 0);

  /* nor does a flush: the newest samples are zeros again */
  g_object_set (l->element, "interval", GST_MSECOND, NULL);
  listener_push (l, tone, 480, 2 * GST_SECOND);
  listener_push_event (l, gst_event_new_flush_start ());
  listener_push_event (l, gst_event_new_flush_stop (TRUE));
  listener_push_event (l, gst_event_new_segment (&segment));
  g_ptr_array_set_size (l->messages, 0);
  listener_push (l, silence, 48, 0);
  TEST_REQUIRE (l->messages->len == 1, "%u", l->messages->len);
  TEST_CHECK (level (l, 0, 0) == SILENT, "%g", level (l, 0, 0));
  listener_free (l);
}

static void
multi_channel_may_be_set_live (void)
{
  g_autofree gdouble *values = make_tone (4800, 2, 1);
  Listener *l = start ("", GST_AUDIO_FORMAT_F32, 2);

  listener_run (l, values, 4800, NULL);
  g_object_set (l->element, "multi-channel", TRUE, NULL);
  listener_run (l, values, 4800, NULL);
  g_object_set (l->element, "multi-channel", FALSE, NULL);
  listener_run (l, values, 4800, NULL);
  TEST_REQUIRE (l->messages->len == 3, "%u", l->messages->len);
  check_tone (l, 1, 0);
  TEST_CHECK (level (l, 1, 1) == SILENT, "the silent channel reads %g",
      level (l, 1, 1));
  /* half of a sine */
  TEST_CHECK (fabs (level (l, 0, 0) - FULL_SCALE + 6.0206) < 0.01
      && fabs (level (l, 2, 0) - FULL_SCALE + 6.0206) < 0.01,
      "the mean reads %g and %g", level (l, 0, 0), level (l, 2, 0));
  listener_free (l);
}

/* The message is there before EOS leaves. */
static GstPadProbeReturn
on_event (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Listener *l = user_data;

  if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info)) == GST_EVENT_EOS)
    TEST_CHECK (gst_bus_have_pending (l->bus), "EOS went ahead");
  return GST_PAD_PROBE_OK;
}

static void
check_end (guint n_left)
{
  g_autofree gdouble *values = make_tone (4800 + n_left, 1, 1);
  Listener *l = start ("", GST_AUDIO_FORMAT_F32, 1);
  GstPad *pad = gst_element_get_static_pad (l->element, "src");
  GstClockTime duration = gst_util_uint64_scale (n_left, GST_SECOND, RATE);

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, on_event, l,
      NULL);
  gst_object_unref (pad);
  listener_run (l, values, 4800 + n_left, NULL);
  TEST_CHECK (l->messages->len == 1, "%u", l->messages->len);
  listener_end (l);
  TEST_REQUIRE (l->messages->len == 2, "%u", l->messages->len);
  TEST_CHECK (listener_time (l, 1, "timestamp") == GST_SECOND / 10
      && listener_time (l, 1, "stream-time") == GST_SECOND / 10
      && listener_time (l, 1, "duration") == duration
      && listener_time (l, 1, "endtime") == GST_SECOND / 10 + duration,
      "%u samples: at %" G_GUINT64_FORMAT " for %" G_GUINT64_FORMAT, n_left,
      listener_time (l, 1, "timestamp"), listener_time (l, 1, "duration"));
  check_tone (l, 1, 0);
  listener_free (l);
}

static void
the_last_partial_interval_is_reported_before_eos (void)
{
  check_end (1);
  check_end (LENGTH - 1);
  check_end (LENGTH);
  check_end (2400);
}

static void
an_end_without_a_partial_interval_says_nothing (void)
{
  g_autofree gdouble *values = make_tone (4800, 1, 1);
  Listener *l = start ("", GST_AUDIO_FORMAT_F32, 1);

  listener_run (l, values, 4800, NULL);
  listener_end (l);
  TEST_CHECK (l->messages->len == 1, "%u", l->messages->len);
  listener_free (l);

  l = start ("post-messages=false", GST_AUDIO_FORMAT_F32, 1);
  listener_run (l, values, 4000, NULL);
  listener_end (l);
  TEST_CHECK (l->messages->len == 0, "%u", l->messages->len);
  listener_free (l);
}

/* ---- what passes ---- */

static void
buffers_pass_untouched (void)
{
  g_autofree gdouble *values = make_tone (1000, 1, 1);
  Listener *l = start ("", GST_AUDIO_FORMAT_F32, 1);
  guint i;

  for (i = 0; i < 10; i++) {
    GstBuffer *buffer = listener_make_buffer (l, values, 1000,
        i % 2 ? GST_CLOCK_TIME_NONE : i * GST_SECOND), *out;
    guint flags;

    if (i % 3 == 0)
      GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_GAP);
    if (i % 4 == 0)
      GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
    flags = GST_BUFFER_FLAGS (buffer);
    TEST_CHECK (gst_harness_push (l->harness, buffer) == GST_FLOW_OK,
        "buffer %u", i);
    out = gst_harness_pull (l->harness);
    TEST_REQUIRE (out == buffer, "buffer %u is another", i);
    TEST_CHECK (GST_MINI_OBJECT_REFCOUNT_VALUE (out) == 1
        && GST_BUFFER_FLAGS (out) == flags && GST_BUFFER_PTS (out)
        == (i % 2 ? GST_CLOCK_TIME_NONE : i * GST_SECOND), "buffer %u: %d "
        "references, flags %x, not %x", i, GST_MINI_OBJECT_REFCOUNT_VALUE (out),
        GST_BUFFER_FLAGS (out), flags);
    gst_buffer_unref (out);
  }
  TEST_CHECK (gst_harness_query_latency (l->harness) == 0
      && l->n_latency == 0, "a latency");
  listener_free (l);
}

/* Sends samples from `first` on as buffers. */
static void
send_within (Listener * l, const gdouble * values, guint first, guint end)
{
  guint n;

  for (; first < end; first += n) {
    n = 1 + test_random () % 3000;
    n = MIN (n, end - first);
    listener_push (l, values + first, n, gst_util_uint64_scale (first,
            GST_SECOND, RATE));
  }
}

/* An accurate seek in raw PCM sends whole buffers of the file. */
static void
sound_outside_of_the_segment_is_not_counted (void)
{
  g_autofree gdouble *values = g_new (gdouble, 30000);
  guint i, k, round;

  for (i = 0; i < 30000; i++)
    values[i] = test_uniform ();
  for (round = 0; round < 12; round++) {
    guint first = test_random () % 10000, end = first + test_random () % 20000;
    Listener *all = start ("interval=10000000 bands=40", GST_AUDIO_FORMAT_F32,
        1);
    Listener *inside = start ("interval=10000000 bands=40",
        GST_AUDIO_FORMAT_F32, 1);
    GstSegment segment;

    gst_segment_init (&segment, GST_FORMAT_TIME);
    segment.start = gst_util_uint64_scale (first, GST_SECOND, RATE);
    segment.stop = gst_util_uint64_scale (end, GST_SECOND, RATE);
    listener_push_event (all, gst_event_new_segment (&segment));
    listener_push_event (inside, gst_event_new_segment (&segment));
    send_within (all, values, 0, 30000);
    send_within (inside, values, first, end);
    listener_end (all);
    listener_end (inside);
    TEST_CHECK (all->messages->len == inside->messages->len, "%u to %u: %u, not "
        "%u messages", first, end, all->messages->len, inside->messages->len);
    for (i = 0; i < MIN (all->messages->len, inside->messages->len); i++) {
      gint64 off = listener_time (all, i, "timestamp")
          - listener_time (inside, i, "timestamp");

      TEST_CHECK (ABS (off) <= 2, "%u to %u, message %u: %d ns off", first, end,
          i, (gint) off);
      for (k = 0; k < 40; k++)
        TEST_CHECK (listener_value (all, i, "magnitude", 0, k)
            == listener_value (inside, i, "magnitude", 0, k), "%u to %u, "
            "message %u band %u", first, end, i, k);
    }
    listener_free (all);
    listener_free (inside);
  }
}

static void
cuts_change_no_number (void)
{
  g_autofree gdouble *values = make_tone (9600, 2, 1);
  Listener *whole = start ("multi-channel=true", GST_AUDIO_FORMAT_F32, 2);
  Listener *cut = start ("multi-channel=true", GST_AUDIO_FORMAT_F32, 2);
  guint cuts[9600], at = 0, n = 0, i, k, c;

  for (i = 0; i < 9600; i++)
    values[2 * i + 1] = test_uniform ();
  while (at < 9600) {
    at += 1 + test_random () % 700;
    cuts[n++] = at = MIN (at, 9600);
  }
  listener_run (whole, values, 9600, NULL);
  listener_run (cut, values, 9600, cuts);
  TEST_REQUIRE (whole->messages->len == 2 && cut->messages->len == 2, "%u, %u",
      whole->messages->len, cut->messages->len);
  for (i = 0; i < 2; i++)
    for (c = 0; c < 2; c++)
      for (k = 0; k < 128; k++)
        TEST_CHECK (fabs (listener_value (whole, i, "magnitude", c, k)
                - listener_value (cut, i, "magnitude", c, k)) < 1e-3,
            "message %u channel %u band %u", i, c, k);
  listener_free (whole);
  listener_free (cut);
}

static void
short_intervals_go_to_the_device_together (void)
{
  g_autofree gdouble *values = make_tone (9600, 1, 1);
  Listener *l = start ("interval=1000000", GST_AUDIO_FORMAT_F32, 1);
  guint i;

  listener_run (l, values, 9600, NULL);
  TEST_REQUIRE (l->messages->len == 200, "%u", l->messages->len);
  for (i = 0; i < 200; i++) {
    TEST_CHECK (listener_time (l, i, "timestamp") == i * GST_MSECOND,
        "message %u at %" G_GUINT64_FORMAT, i, listener_time (l, i,
            "timestamp"));
    if (i >= 6)
      check_tone (l, i, 0);
  }
  listener_free (l);
}

/* ---- live changes ---- */

static void
fields_may_change_within_an_interval (void)
{
  g_autofree gdouble *values = make_tone (4800, 1, 1);
  Listener *l = start ("", GST_AUDIO_FORMAT_F32, 1);
  guint i;

  for (i = 0; i < 8; i++) {
    listener_push (l, values, 2400, i * GST_SECOND / 20);
    if (i == 1)
      g_object_set (l->element, "message-phase", TRUE, NULL);
    if (i == 3)
      g_object_set (l->element, "message-magnitude", FALSE, NULL);
    if (i == 5)
      g_object_set (l->element, "message-phase", FALSE, NULL);
  }
  TEST_REQUIRE (l->messages->len == 4, "%u", l->messages->len);
  for (i = 0; i < 4; i++)
    TEST_CHECK (listener_n_bands (l, i, "magnitude") == (i < 2 ? 128 : 0)
        && listener_n_bands (l, i, "phase") == (i == 1 || i == 2 ? 128 : 0)
        && listener_time (l, i, "timestamp") == i * GST_SECOND / 10,
        "message %u has %u and %u", i, listener_n_bands (l, i, "magnitude"),
        listener_n_bands (l, i, "phase"));
  listener_free (l);
}

static void
messages_may_be_switched_off_and_on (void)
{
  g_autofree gdouble *values = make_tone (6 * 2400, 1, 1);
  Listener *l = start ("", GST_AUDIO_FORMAT_F32, 1);
  guint i;

  for (i = 0; i < 6; i++) {
    g_object_set (l->element, "post-messages", i != 2 && i != 3, NULL);
    listener_push (l, values + i * 2400, 2400, i * GST_SECOND / 20);
  }
  TEST_REQUIRE (l->messages->len == 2, "%u", l->messages->len);
  TEST_CHECK (listener_time (l, 1, "timestamp") == GST_SECOND / 5, "%"
      G_GUINT64_FORMAT, listener_time (l, 1, "timestamp"));
  check_tone (l, 1, 0);
  listener_free (l);
}

static void
another_number_of_bands_begins_anew (void)
{
  g_autofree gdouble *values = make_tone (4800, 1, 1);
  Listener *l = start ("", GST_AUDIO_FORMAT_F32, 1);

  listener_push (l, values, 3000, 0);
  g_object_set (l->element, "bands", 256, NULL);
  listener_push (l, values, 3000, GST_SECOND);
  listener_push (l, values, 1800, GST_SECOND + GST_SECOND / 16);
  TEST_REQUIRE (l->messages->len == 1, "%u", l->messages->len);
  TEST_CHECK (listener_n_bands (l, 0, "magnitude") == 256
      && listener_time (l, 0, "timestamp") == GST_SECOND, "%u bands",
      listener_n_bands (l, 0, "magnitude"));
  listener_free (l);
}

/* ---- beyond `spectrum` ---- */

static void
check_format (const gchar * format, gboolean multi_channel, GType outer)
{
  g_autofree gdouble *values = make_tone (4800, 2, 1);
  g_autofree gchar *line = g_strdup_printf ("message-format=%s "
      "multi-channel=%d message-phase=true", format, multi_channel);
  Listener *l = start (line, GST_AUDIO_FORMAT_F32, 2);
  const GValue *value;

  listener_run (l, values, 4800, NULL);
  TEST_REQUIRE (l->messages->len == 1, "%u", l->messages->len);
  value = gst_structure_get_value (listener_at (l, 0), "magnitude");
  TEST_CHECK (G_VALUE_TYPE (value) == outer, "%s: %s", format,
      G_VALUE_TYPE_NAME (value));
  value = gst_structure_get_value (listener_at (l, 0), "phase");
  TEST_CHECK (G_VALUE_TYPE (value) == outer, "%s: %s", format,
      G_VALUE_TYPE_NAME (value));
  TEST_CHECK (listener_n_bands (l, 0, "magnitude") == 128, "%u",
      listener_n_bands (l, 0, "magnitude"));
  if (multi_channel)
    TEST_CHECK (gst_value_array_get_size (value) == 2, "%u",
        gst_value_array_get_size (value));
  listener_free (l);
}

static void
lists_and_arrays_are_of_the_types_promised (void)
{
  check_format ("list", FALSE, GST_TYPE_LIST);
  check_format ("list", TRUE, GST_TYPE_ARRAY);
  check_format ("array", FALSE, GST_TYPE_ARRAY);
  check_format ("array", TRUE, GST_TYPE_ARRAY);
}

static void
bytes_hold_the_same_floats (void)
{
  g_autofree gdouble *values = make_tone (4800, 2, 1);
  Listener *a = start ("multi-channel=true", GST_AUDIO_FORMAT_F32, 2);
  Listener *b = start ("multi-channel=true message-format=bytes",
      GST_AUDIO_FORMAT_F32, 2);
  const GstStructure *structure;
  const gfloat *numbers;
  guint bands = 0, channels = 0, c, k;
  gint rate = 0;
  GBytes *bytes;
  gsize size;

  listener_run (a, values, 4800, NULL);
  listener_run (b, values, 4800, NULL);
  TEST_REQUIRE (b->messages->len == 1, "%u", b->messages->len);
  structure = listener_at (b, 0);
  TEST_CHECK (gst_structure_get (structure, "bands", G_TYPE_UINT, &bands,
          "channels", G_TYPE_UINT, &channels, "rate", G_TYPE_INT, &rate, NULL)
      && bands == 128 && channels == 2 && rate == RATE, "%u, %u, %d", bands,
      channels, rate);
  bytes = g_value_get_boxed (gst_structure_get_value (structure, "magnitude"));
  numbers = g_bytes_get_data (bytes, &size);
  TEST_REQUIRE (size == 2 * 128 * sizeof (gfloat), "%zu", size);
  for (c = 0; c < 2; c++)
    for (k = 0; k < 128; k++)
      TEST_CHECK (numbers[c * 128 + k] == listener_value (a, 0, "magnitude", c,
              k), "channel %u band %u: %g", c, k, numbers[c * 128 + k]);
  listener_free (a);
  listener_free (b);
}

static gdouble
read_tone (const gchar * properties)
{
  g_autofree gdouble *values = make_tone (4800, 1, 1);
  Listener *l = start (properties, GST_AUDIO_FORMAT_F32, 1);
  gdouble result = NAN;

  listener_run (l, values, 4800, NULL);
  if (l->messages->len == 1)
    result = level (l, 0, 0);
  listener_free (l);
  return result;
}

static void
scalings_read_what_they_say (void)
{
  static const struct
  {
    const gchar *properties;
    gdouble level;
  } table[] = {
    {"scaling=amplitude window=hann", 0},
    {"scaling=amplitude window=flattop", 0},
    {"scaling=power", -3.0103},
    {"window=rect", -6.0206},
    {"window=hann", -12.0412},
    /* a mean square of 1/2 in a bin and a half of RATE/254 Hz */
    {"scaling=psd window=hann", -27.5362},
    {"scaling=none window=rect", 42.0761},
    {"calibration=17.25", FULL_SCALE + 17.25},
    {"scaling=amplitude window=hann calibration=-30.5 averaging=mean", -30.5},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    gdouble read = read_tone (table[i].properties);

    TEST_CHECK (fabs (read - table[i].level) < 0.01, "%s: %g dB",
        table[i].properties, read);
  }
}

/* A tone in the second of two transforms. */
static gdouble
read_half (const gchar * averaging)
{
  g_autofree gdouble *values = make_tone (2 * LENGTH, 1, 1);
  g_autofree gchar *line =
      g_strdup_printf ("averaging=%s interval=%" G_GUINT64_FORMAT, averaging,
      gst_util_uint64_scale_ceil (2 * LENGTH, GST_SECOND, RATE));
  Listener *l = start (line, GST_AUDIO_FORMAT_F32, 1);
  gdouble result = NAN;
  guint i;

  for (i = 0; i < LENGTH; i++)
    values[i] *= 0.1;
  listener_run (l, values, 2 * LENGTH, NULL);
  if (l->messages->len == 1)
    result = level (l, 0, 0);
  listener_free (l);
  return result;
}

static void
averages_are_of_what_they_say (void)
{
  gdouble mean = FULL_SCALE + 10 * log10 ((1 + 0.01) / 2);

  TEST_CHECK (fabs (read_half ("db-mean") - FULL_SCALE + 10) < 0.01, "%g",
      read_half ("db-mean"));
  TEST_CHECK (fabs (read_half ("mean") - mean) < 0.01, "%g",
      read_half ("mean"));
  TEST_CHECK (fabs (read_half ("max-hold") - FULL_SCALE) < 0.01, "%g",
      read_half ("max-hold"));
  TEST_CHECK (fabs (read_half ("min-hold") - FULL_SCALE + 20) < 0.01, "%g",
      read_half ("min-hold"));
}

static guint64
count_transforms (const gchar * properties)
{
  g_autofree gdouble *values = make_tone (4800, 1, 1);
  Listener *l = start (properties, GST_AUDIO_FORMAT_F32, 1);
  GstStructure *stats = NULL;
  guint64 n = 0;

  listener_run (l, values, 4800, NULL);
  check_tone (l, 0, 0);
  g_object_get (l->element, "stats", &stats, NULL);
  gst_structure_get_uint64 (stats, "transforms", &n);
  gst_structure_free (stats);
  listener_free (l);
  return n;
}

static void
overlap_transforms_more_often (void)
{
  TEST_CHECK (count_transforms ("") == 4800 / LENGTH, "%" G_GUINT64_FORMAT,
      count_transforms (""));
  TEST_CHECK (count_transforms ("overlap=0.5")
      == (4800 - LENGTH) / (LENGTH / 2) + 1, "%" G_GUINT64_FORMAT,
      count_transforms ("overlap=0.5"));
}

TEST_MAIN (TEST (assertions_of_upstream_hold),
    TEST (the_mean_of_24_bit_channels_is_right),
    TEST (a_discontinuity_leaves_nothing_over),
    TEST (multi_channel_may_be_set_live),
    TEST (the_last_partial_interval_is_reported_before_eos),
    TEST (an_end_without_a_partial_interval_says_nothing),
    TEST (buffers_pass_untouched), TEST (cuts_change_no_number),
    TEST (sound_outside_of_the_segment_is_not_counted),
    TEST (short_intervals_go_to_the_device_together),
    TEST (fields_may_change_within_an_interval),
    TEST (messages_may_be_switched_off_and_on),
    TEST (another_number_of_bands_begins_anew),
    TEST (lists_and_arrays_are_of_the_types_promised),
    TEST (bytes_hold_the_same_floats), TEST (scalings_read_what_they_say),
    TEST (averages_are_of_what_they_say),
    TEST (overlap_transforms_more_often))
