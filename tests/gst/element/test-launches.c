/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-launches.c: how many commands a buffer or a message takes, as
 * the fault layer counts them. A launch costs 85 to 624 us on boards, whatever
 * it computes. Run plain, and on the boards that the layer plays, where host
 * and device have one memory and no shared virtual memory.
 */
#include <stdlib.h>
#include <string.h>

#include "clfft/clfft.h"
#include "gst/support/rig.h"
#include "layer/fault-layer.h"
#include "support/test.h"

#define RATE 48000
#define SAMPLES 480             /* of a buffer: 10 ms */
#define N_WARM 50
#define N_BUFFERS 1000
#define SECONDS ((gdouble) N_BUFFERS * SAMPLES / RATE)
#define SLOW_LAUNCH 624e-6      /* seconds; of Panfrost on Mali-G710 */
#define SHARE 0.1               /* of the time, for launches alone */
#define SIZE 2048
#define HOP 512
#define LINE "claudiofft size=2048 overlap=0.75"
#define AUDIO "audio/x-raw, format=F32LE, layout=interleaved, channels=2, "   \
    "channel-mask=(bitmask)3, rate=48000"

typedef struct
{
  struct fault_report report;
  guint n_items;                /* buffers that came out, or messages */
} Count;

static const struct fault_layer *layer;

/* Before the first OpenCL call. */
static gboolean
is_ready (void)
{
  rig_init ();
  g_setenv ("OPENCL_LAYERS", FAULT_LAYER, FALSE);
  if (!rig_have_device ())
    return FALSE;
  layer = fault_layer_find (FAULT_LAYER);
  if (!layer)
    g_error ("the fault layer was not loaded");
  return TRUE;
}

static guint
take_buffers (GstHarness * harness, gboolean reads)
{
  GstBuffer *buffer;
  guint n = 0;

  while ((buffer = gst_harness_try_pull (harness))) {
    GstMapInfo map;

    n++;
    if (reads && gst_buffer_map (buffer, &map, GST_MAP_READ))
      gst_buffer_unmap (buffer, &map);
    else if (reads)
      g_error ("cannot be read");
    gst_buffer_unref (buffer);
  }
  return n;
}

static guint
take_messages (GstBus * bus, const gchar * name)
{
  GstMessage *message;
  guint n = 0;

  while ((message = gst_bus_pop (bus))) {
    n += gst_message_has_name (message, name);
    gst_message_unref (message);
  }
  return n;
}

static void
push (GstHarness * harness, guint number)
{
  GstBuffer *buffer = rig_make_numbered (AUDIO, SAMPLES * 2 * sizeof (gfloat),
      number, SAMPLES * GST_SECOND / RATE);

  if (gst_harness_push (harness, buffer) != GST_FLOW_OK)
    g_error ("refused");
}

/* What ten seconds of sound take, after the start. messages: what is counted,
   NULL: buffers. */
static Count
count (const gchar * line, gboolean reads, const gchar * messages)
{
  GstElement *element = gst_parse_launch (line, NULL);
  GstHarness *harness;
  Count all = { {0}, 0 };
  GstBus *bus;

  gst_object_ref (element);
  harness = rig_open (element, &bus);
  gst_harness_set_src_caps_str (harness, AUDIO);
  for (guint i = 0; i < N_WARM + N_BUFFERS; i++) {
    guint n;

    if (i == N_WARM)
      layer->arm (NULL);
    push (harness, i);
    n = take_buffers (harness, reads);
    if (messages)
      n = take_messages (bus, messages);
    all.n_items += i >= N_WARM ? n : 0;
  }
  layer->report (&all.report);
  TEST_CHECK (all.report.n_blocked == 0, "%s: %lu calls waited for a whole "
      "queue", line, all.report.n_blocked);
  rig_close (harness, element, bus);
  gst_object_unref (element);
  printf ("# %s, %s%s: of %u %s: %lu kernels, %lu maps, %lu unmaps, %lu copies, "
      "%lu fills, %lu markers\n",
      all.report.profile ? all.report.profile : "this device", line,
      reads ? ", read" : "", all.n_items, messages ? "messages" : "buffers",
      all.report.n_of[FAULT_KERNEL], all.report.n_of[FAULT_MAP],
      all.report.n_of[FAULT_UNMAP], all.report.n_of[FAULT_COPY],
      all.report.n_of[FAULT_FILL], all.report.n_of[FAULT_MARKER]);
  return all;
}

static void
buffer_of_claudiofft_takes_one_launch_and_two_commands (void)
{
  static const gchar *const lines[] = { "claudiofft", LINE };

  if (!is_ready ())
    TEST_SKIP ("no OpenCL device");
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    Count all = count (lines[i], FALSE, NULL);

    TEST_CHECK (all.n_items > N_BUFFERS / 2, "%u", all.n_items);
    TEST_CHECK (all.report.n_of[FAULT_KERNEL] == all.n_items, "%lu launches",
        all.report.n_of[FAULT_KERNEL]);
    TEST_CHECK (all.report.n_enqueued
        <= 2 * all.n_items, "%lu commands", all.report.n_enqueued);
  }
}

static void
reader_on_the_host_takes_one_more (void)
{
  Count all;

  if (!is_ready ())
    TEST_SKIP ("no OpenCL device");
  all = count (LINE, TRUE, NULL);
  TEST_CHECK (all.report.n_enqueued <= 3 * all.n_items, "%lu commands",
      all.report.n_enqueued);
}

/* Of 254 samples, twice a prime, or of 256. */
static void
message_of_clspectrum_takes_its_samples_there_and_its_levels_back (void)
{
  static const gchar *const lines[] = { "clspectrum", "clspectrum bands=129" };

  if (!is_ready ())
    TEST_SKIP ("no OpenCL device");
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    Count all = count (lines[i], FALSE, "spectrum");

    TEST_CHECK (all.n_items >= (guint) (10 * SECONDS) - 1, "%u", all.n_items);
    TEST_CHECK (all.report.n_of[FAULT_KERNEL] == all.n_items, "%lu launches",
        all.report.n_of[FAULT_KERNEL]);
    TEST_CHECK (all.report.n_enqueued
        <= 3 * all.n_items, "%lu commands", all.report.n_enqueued);
  }
}

/* Whether the device certainly has it: later versions of PoCL have it too, but
   gstopenclsvm.c does not use it there. */
static gboolean
has_shared_memory (const Count * all)
{
  const gchar *profile = all->report.profile;
  clfft_device *device = NULL;
  gboolean has = FALSE;

  if (profile && strcmp (profile, "mali-coherent") != 0)
    return FALSE;
  if (clfft_device_create (NULL, &device) == CLFFT_STATUS_OK) {
    const clfft_limits *limits = clfft_device_get_limits (device);

    has = strcmp (limits->platform_name, "Portable Computing Language") == 0
        && atoi (limits->driver_version) <= 3;
  }
  clfft_device_destroy (&device);
  return has;
}

/* A CPU's, and that of a GPU whose caches and the host's know of each other. */
static void
shared_memory_takes_the_launch_alone (void)
{
  static const gchar *const lines[] = { "claudiofft", LINE, "clspectrum" };

  if (!is_ready ())
    TEST_SKIP ("no OpenCL device");
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    Count all = count (lines[i], i < 2, i < 2 ? NULL : "spectrum");

    if (!has_shared_memory (&all))
      TEST_SKIP ("no shared virtual memory");
    TEST_CHECK (all.report.n_enqueued == all.n_items, "%s: %lu commands",
        lines[i], all.report.n_enqueued);
  }
}

static void
slow_launches_take_a_tenth_of_the_time_at_most (void)
{
  Count all;
  gdouble busy;

  if (!is_ready ())
    TEST_SKIP ("no OpenCL device");
  all = count (LINE, TRUE, NULL);
  busy = SLOW_LAUNCH * all.report.n_of[FAULT_KERNEL];
  TEST_CHECK (all.report.n_of[FAULT_KERNEL] > 0, "nothing was launched");
  TEST_CHECK (busy <= SHARE * SECONDS, "%g s of %g", busy, SECONDS);
}

static gboolean
count_bytes (GstPad * pad, GstPadProbeInfo * info, gsize * n_bytes)
{
  *n_bytes += gst_buffer_get_size (GST_PAD_PROBE_INFO_BUFFER (info));
  return GST_PAD_PROBE_OK;
}

/* Whatever the machine does meanwhile: nothing depends on when it comes. */
static void
live_stream_loses_nothing (void)
{
  GstElement *line, *sink;
  struct fault_report report;
  gsize n_bytes = 0, frame = (SIZE / 2 + 1) * 2 * 2 * sizeof (gfloat);
  GstMessage *message;
  GstBus *bus;
  GstPad *pad;

  if (!is_ready ())
    TEST_SKIP ("no OpenCL device");
  line = gst_parse_launch ("audiotestsrc is-live=true num-buffers=100 "
      "samplesperbuffer=480 ! " AUDIO " ! " LINE " ! fakesink name=s sync=true",
      NULL);
  if (!line)
    TEST_SKIP ("no audiotestsrc");
  rig_choose_device (line);
  layer->arm (NULL);
  sink = gst_bin_get_by_name (GST_BIN (line), "s");
  pad = gst_element_get_static_pad (sink, "sink");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER,
      (GstPadProbeCallback) count_bytes, &n_bytes, NULL);
  bus = gst_element_get_bus (line);
  gst_element_set_state (line, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (bus, GST_CLOCK_TIME_NONE,
      GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  TEST_CHECK (GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS, "an error");
  layer->report (&report);
  gst_element_set_state (line, GST_STATE_NULL);
  TEST_CHECK (n_bytes >= ((100 * SAMPLES - SIZE) / HOP + 1) * frame,
      "%zu frames", n_bytes / frame);
  TEST_CHECK (report.n_late == (report.launch_us
          ? report.n_of[FAULT_KERNEL] : 0), "%lu began late", report.n_late);
  gst_message_unref (message);
  gst_object_unref (bus);
  gst_object_unref (pad);
  gst_object_unref (sink);
  gst_object_unref (line);
}

TEST_MAIN (TEST (buffer_of_claudiofft_takes_one_launch_and_two_commands),
    TEST (reader_on_the_host_takes_one_more),
    TEST (message_of_clspectrum_takes_its_samples_there_and_its_levels_back),
    TEST (shared_memory_takes_the_launch_alone),
    TEST (slow_launches_take_a_tenth_of_the_time_at_most),
    TEST (live_stream_loses_nothing))
