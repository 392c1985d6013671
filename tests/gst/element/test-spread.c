/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-spread.c: claims about device=all-cpus, where PoCL shows two devices:
 * what leaves an element is, byte for byte and event for event, what leaves it
 * on one of them.
 */
#include <stdlib.h>
#include <string.h>

#include "clfft/clfft.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 8000
#define N_SAMPLES 500
#define MOST_POOLS 8

#define AUDIO "audio/x-raw,format=F32LE,layout=interleaved,rate=8000,channels="
#define VIDEO "video/x-raw,format=GRAY8,width=32,height=16,framerate=10/1"

static const struct
{
  const gchar *line, *caps;
  guint n_devices;              /* that take turns */
} rows[] = {
  {"claudiofft size=64 hop=32 quantity=db", AUDIO "1", 2},
  {"claudiofft size=64 hop=48 quantity=complex frames-per-buffer=3",
      AUDIO "1", 2},
  {"claudiofft size=60 hop=60 averaging=mean average-count=3 quantity=power",
      AUDIO "1", 2},
  {"claudiofft size=64 averaging=median average-count=4 frames-per-buffer=2 "
        "quantity=power", AUDIO "1", 2},
  {"claudiofft size=64 quantity=coherence reference-channel=0 averaging=mean average-count=4",
      AUDIO "1", 2},
  {"claudiofft size=64 averaging=exponential quantity=power", AUDIO "1", 1},
  {"claudiofft size=64 quantity=coherence reference-channel=0 averaging=exponential", AUDIO "1", 1},
  {"clvideofft quantity=db", VIDEO, 2},
  {"clvideofft block-width=16 block-height=16 quantity=power", VIDEO, 2},
  {"clvideofft depth=4 temporal-hop=2 quantity=power", VIDEO, 1},
};

/* ---- what comes out ---- */

typedef struct
{
  GString *text;                /* a line for each buffer and event */
  GstBufferPool *pools[MOST_POOLS];     /* those that buffers came from */
  guint n_pools, n_buffers, n_changes;  /* of the pool, from buffer to buffer */
  GstBufferPool *last;
} Log;

static void
log_buffer (Log * log, GstBuffer * buffer)
{
  g_autofree gchar *sum = NULL;
  GstMapInfo map;
  guint i;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    g_error ("a buffer cannot be mapped");
  sum = g_compute_checksum_for_data (G_CHECKSUM_MD5, map.data, map.size);
  gst_buffer_unmap (buffer, &map);
  g_string_append_printf (log->text, "buffer %" G_GUINT64_FORMAT " %"
      G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %x %s\n",
      GST_BUFFER_PTS (buffer), GST_BUFFER_DURATION (buffer),
      (gint64) GST_BUFFER_OFFSET (buffer),
      (gint64) GST_BUFFER_OFFSET_END (buffer),
      GST_BUFFER_FLAGS (buffer) & (GST_BUFFER_FLAG_DISCONT
          | GST_BUFFER_FLAG_GAP), sum);
  for (i = 0; i < log->n_pools && log->pools[i] != buffer->pool; i++);
  if (i == log->n_pools && i < MOST_POOLS)
    log->pools[log->n_pools++] = buffer->pool;
  log->n_changes += log->n_buffers > 0 && buffer->pool != log->last;
  log->last = buffer->pool;
  log->n_buffers++;
}

static GstPadProbeReturn
note (GstPad * pad, GstPadProbeInfo * info, gpointer data)
{
  Log *log = data;
  GstEvent *event;

  if (GST_PAD_PROBE_INFO_TYPE (info) & GST_PAD_PROBE_TYPE_BUFFER) {
    log_buffer (log, GST_PAD_PROBE_INFO_BUFFER (info));
    return GST_PAD_PROBE_OK;
  }
  event = GST_PAD_PROBE_INFO_EVENT (info);
  g_string_append_printf (log->text, "%s\n", GST_EVENT_TYPE_NAME (event));
  return GST_PAD_PROBE_OK;
}

/* ---- what goes in ---- */

static gboolean
is_video (guint row)
{
  return strstr (rows[row].caps, "video") != NULL;
}

static gchar *
get_caps (guint row)
{
  /* what has a reference has two channels */
  if (!strstr (rows[row].line, "coherence"))
    return g_strdup (rows[row].caps);
  return g_strdup (AUDIO "2,channel-mask=(bitmask)0x3");
}

static void
push (GstHarness * harness, guint row, guint number, guint n,
    GstClockTimeDiff shift)
{
  g_autofree gchar *caps = get_caps (row);
  guint i, channels = strstr (rows[row].line, "coherence") ? 2 : 1;
  GstClockTime duration = is_video (row) ? GST_SECOND / 10
      : gst_util_uint64_scale (N_SAMPLES, GST_SECOND, RATE);

  for (i = 0; i < n; i++) {
    GstBuffer *buffer = rig_make_numbered (caps, is_video (row) ? 32 * 16
        : N_SAMPLES * channels * sizeof (gfloat), number + i, duration);

    GST_BUFFER_PTS (buffer) += shift;
    gst_harness_push (harness, buffer);
  }
}

/* A stream with a jump, a gap, another segment, a flush in the middle of it,
   and an end. */
static void
push_stream (GstHarness * harness, guint row)
{
  g_autofree gchar *caps = get_caps (row);
  GstSegment segment;

  gst_harness_set_src_caps_str (harness, caps);
  push (harness, row, 0, 4, 0);
  push (harness, row, 4, 2, GST_SECOND);
  gst_harness_push_event (harness, gst_event_new_gap (2 * GST_SECOND,
          GST_SECOND / 5));
  push (harness, row, 6, 3, 2 * GST_SECOND);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.base = 10 * GST_SECOND;
  gst_harness_push_event (harness, gst_event_new_segment (&segment));
  push (harness, row, 0, 3, 0);
  gst_harness_push_event (harness, gst_event_new_flush_start ());
  gst_harness_push_event (harness, gst_event_new_flush_stop (TRUE));
  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_harness_push_event (harness, gst_event_new_segment (&segment));
  push (harness, row, 0, 5, 0);
  gst_harness_push_event (harness, gst_event_new_eos ());
}

static void
check_no_error (GstBus * bus, const gchar * what)
{
  g_autoptr (GstMessage) message =
      gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  g_autoptr (GError) error = NULL;

  if (message)
    gst_message_parse_error (message, &error, NULL);
  TEST_CHECK (!error, "%s: %s", what, error->message);
}

/* Runs a row; *stats: (nullable): what the element tells at the end. */
static void
run (guint row, const gchar * device, Log * log, GstStructure ** stats)
{
  g_autofree gchar *line = g_strdup_printf ("%s device=%s", rows[row].line,
      device);
  GstElement *element = gst_parse_launch (line, NULL);
  g_autoptr (GstPad) pad = NULL;
  GstHarness *harness;
  GstBus *bus;

  memset (log, 0, sizeof *log);
  log->text = g_string_new (NULL);
  TEST_REQUIRE (element != NULL, "%s", line);
  harness = rig_open (element, &bus);
  gst_harness_set_sink_caps_str (harness, "ANY");
  pad = gst_element_get_static_pad (element, "src");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER
      | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM | GST_PAD_PROBE_TYPE_EVENT_FLUSH,
      note, log, NULL);
  push_stream (harness, row);
  check_no_error (bus, line);
  if (stats)
    g_object_get (element, "stats", stats, NULL);
  rig_close (harness, element, bus);
}

/* ---- devices ---- */

static gchar *
name_one (void)
{
  clfft_device_entry *entries = NULL;
  gchar *name = NULL;
  gsize n = 0;

  if (!clfft_choose_devices ("all-cpus", &entries, &n) && n == 2
      && !strcmp (entries[0].limits.device_name,
          entries[1].limits.device_name))
    name = g_strdup_printf ("%u:%u", entries[1].platform_index,
        entries[1].device_index);
  free (entries);
  return name;
}

/* ---- claims ---- */

static void
all_devices_give_what_one_gives (void)
{
  g_autofree gchar *one = name_one ();
  guint i;

  if (!one)
    TEST_SKIP ("there are not two CPU devices of one name");
  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    Log expected, found;

    run (i, one, &expected, NULL);
    run (i, "all-cpus", &found, NULL);
    TEST_CHECK (expected.n_buffers > 3, "%s: %u buffers", rows[i].line,
        expected.n_buffers);
    TEST_CHECK (g_string_equal (expected.text, found.text),
        "%s:\n%s\nand on all\n%s", rows[i].line, expected.text->str,
        found.text->str);
    TEST_CHECK (expected.n_pools == 1 && found.n_pools == rows[i].n_devices,
        "%s: buffers of %u devices, and of %u of all", rows[i].line,
        expected.n_pools, found.n_pools);
    if (rows[i].n_devices == 2)
      TEST_CHECK (found.n_changes + 2 >= found.n_buffers,
          "%s: %u changes of device in %u buffers", rows[i].line,
          found.n_changes, found.n_buffers);
    g_string_free (expected.text, TRUE);
    g_string_free (found.text, TRUE);
  }
}

static void
statistics_are_of_all_devices (void)
{
  static const gchar *const names[] = { "frames", "transforms", "bytes" };
  g_autofree gchar *one = name_one ();
  g_autoptr (GstStructure) expected = NULL, found = NULL;
  guint i;
  Log log;

  if (!one)
    TEST_SKIP ("there are not two CPU devices of one name");
  run (0, one, &log, &expected);
  g_string_free (log.text, TRUE);
  run (0, "all-cpus", &log, &found);
  g_string_free (log.text, TRUE);
  for (i = 0; i < G_N_ELEMENTS (names); i++) {
    guint64 a = 0, b = 0;

    gst_structure_get_uint64 (expected, names[i], &a);
    gst_structure_get_uint64 (found, names[i], &b);
    TEST_CHECK (a > 0 && a == b, "%s: %" G_GUINT64_FORMAT " and %"
        G_GUINT64_FORMAT, names[i], a, b);
  }
  TEST_CHECK (strstr (gst_structure_get_string (found, "device"), ", "),
      "device is %s", gst_structure_get_string (found, "device"));
}

/* The error of an element that cannot get ready; NULL: it can. */
static gchar *
get_refusal (const gchar * name, const gchar * device)
{
  GstElement *element = gst_element_factory_make (name, NULL);
  GstBus *bus = gst_bus_new ();
  g_autoptr (GstMessage) message = NULL;
  g_autoptr (GError) error = NULL;

  gst_object_ref_sink (element);
  gst_element_set_bus (element, bus);
  g_object_set (element, "device", device, NULL);
  gst_element_set_state (element, GST_STATE_READY);
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  if (message)
    gst_message_parse_error (message, &error, NULL);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (bus);
  gst_object_unref (element);
  return error ? g_strdup (error->message) : NULL;
}

static void
what_works_on_one_device_says_so (void)
{
  static const gchar *const names[] = { "clifft", "clspectrum",
    "clspectrogram", "clfftfilter"
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree gchar *text = get_refusal (names[i], "all-cpus");

    TEST_CHECK (text && strstr (text, "device is \"all-cpus\"")
        && strstr (text, "one device"), "%s: %s", names[i], text);
  }
}

static void
no_device_is_one_clear_error (void)
{
  clfft_device_entry *entries;
  g_autofree gchar *text = NULL;
  gsize n;

  if (!clfft_choose_devices ("all-gpus", &entries, &n)) {
    free (entries);
    TEST_SKIP ("there is a GPU");
  }
  text = get_refusal ("claudiofft", "all-gpus");
  TEST_CHECK (text && strstr (text, "all-gpus"), "%s", text);
}

static void
the_property_may_change_while_null (void)
{
  static const gchar *const devices[] = { "all-cpus", "cpu", "all-cpus" };
  GstElement *element = gst_element_factory_make ("claudiofft", NULL);
  g_autofree gchar *one = name_one ();
  guint i;

  if (!rig_have_device ()) {
    gst_object_unref (gst_object_ref_sink (element));
    TEST_SKIP ("no OpenCL device");
  }
  gst_object_ref_sink (element);
  for (i = 0; i < G_N_ELEMENTS (devices); i++) {
    g_autoptr (GstStructure) stats = NULL;
    const gchar *name;
    gboolean has_two;

    g_object_set (element, "device", devices[i], NULL);
    /* READY again, without NULL between: the session follows on the way up */
    TEST_CHECK (gst_element_set_state (element, GST_STATE_PAUSED)
        == GST_STATE_CHANGE_SUCCESS, "%s", devices[i]);
    g_object_get (element, "stats", &stats, NULL);
    name = gst_structure_get_string (stats, "device");
    has_two = name && strstr (name, ", ");
    TEST_CHECK (has_two == (i != 1) || !one, "%s: %s", devices[i], name);
    gst_element_set_state (element, GST_STATE_READY);
  }
  gst_element_set_state (element, GST_STATE_NULL);
  gst_object_unref (element);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (all_devices_give_what_one_gives),
    TEST (statistics_are_of_all_devices),
    TEST (what_works_on_one_device_says_so),
    TEST (no_device_is_one_clear_error),
    TEST (the_property_may_change_while_null),
  };

  /* read by PoCL once, when it starts */
  g_setenv ("POCL_DEVICES", "basic basic", TRUE);
  rig_init ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
