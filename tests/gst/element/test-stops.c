/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-stops.c: an element that prepares for a large setting, a window
 * of millions of samples say, or transforms one long frame after the other, stops
 * at a drawn moment, and a pipeline in one of five ways. It is judged by what the process still does after it was
 * stopped: its own processor time, which others' work does not change.
 */
#include <time.h>

#include "gst/support/rig.h"
#include "support/test.h"

/* Seconds after the stop, of processor time: what cannot be stopped goes on
   meanwhile and is not waited for. */
#define MOST 1
/* Of the wall, on a machine that is busy. */
#define MOST_WALL 30

/* Of the wall, the longest. */
static gdouble longest;

static const gchar *const settings[] = {
  "claudiofft size=8388608 window=dolph-chebyshev",
  "claudiofft size=16777216 window=dpss window-param=400",
  "claudiofft size=16777216 window=kaiser weighting=a quantity=power",
  "claudiofft size=16777216 window=taylor",
  "claudiofft size=16777216 quantity=power band-scale=erb bands=4000000",
  "claudiofft size=16777216 quantity=power band-scale=mel bands=3000000 "
      "mel-scale=kaldi",
  "clspectrum bands=8388609 window=dolph-chebyshev",
  "claudiofft size=4096 zero-pad=67108864",
  "claudiofft size=67108 zero-pad=67108864 quantity=db weighting=a",
  "claudiofft size=4096 zero-pad=67108859",
  "clspectrogram zero-pad=16777216",
};

/* Many frames are enqueued before the first is done. */
static const gchar *const frames[] = {
  "claudiofft size=4096 zero-pad=16777216",
  "claudiofft size=1024 zero-pad=4194304 quantity=db",
  "claudiofft size=1000 zero-pad=1048583",
  "clspectrogram size=256 zero-pad=2097152 axes=false",
  "claudiofft size=4096 zero-pad=67108864",
};

/* The last takes gigabytes. */
#define N_FRAMES (G_N_ELEMENTS (frames) - !test_is_full ())
#define N_SAMPLES 8192

typedef struct
{
  GstHarness *harness;
  gint is_done;                 /* atomic */
} Feeder;

static gpointer
feed (gpointer data)
{
  Feeder *feeder = data;
  GstFlowReturn flow = GST_FLOW_OK;
  guint i;

  gst_harness_set_src_caps_str (feeder->harness, "audio/x-raw, format=F32LE, "
      "layout=interleaved, rate=48000, channels=1");
  for (i = 0; i < 1000 && flow == GST_FLOW_OK; i++)
    flow = gst_harness_push (feeder->harness,
        gst_buffer_new_allocate (NULL, N_SAMPLES * sizeof (gfloat), NULL));
  g_atomic_int_set (&feeder->is_done, TRUE);
  return NULL;
}

/* Waits for the first frame of those that are to run, or the end. */
static gboolean
await_frame (GstElement * element, Feeder * feeder)
{
  while (!g_atomic_int_get (&feeder->is_done)
      && rig_get_stat (element, "transforms") == 0)
    g_usleep (5000);
  return rig_get_stat (element, "transforms") > 0;
}

static void
check_stop (GstElement * element, Feeder * feeder, const gchar * line,
    guint milliseconds)
{
  gboolean was_done;
  gint64 wall;
  gdouble used;
  clock_t start;

  g_usleep (milliseconds * 1000);
  was_done = g_atomic_int_get (&feeder->is_done);
  start = clock ();
  wall = g_get_monotonic_time ();
  gst_element_set_state (element, GST_STATE_NULL);
  used = (gdouble) (clock () - start) / CLOCKS_PER_SEC;
  wall = g_get_monotonic_time () - wall;
  longest = MAX (longest, wall * 1e-6);
  TEST_CHECK (used < MOST && wall < MOST_WALL * G_USEC_PER_SEC, "%s, stopped "
      "after %u ms%s: %g s of work, %g s until it has", line, milliseconds,
      was_done ? ", when it was ready" : "", used, wall * 1e-6);
}

/* The moment is drawn from the start on, or from the first frame on. */
static void
check_line (const gchar * line, gboolean (*wait) (GstElement *, Feeder *))
{
  GstElement *element = rig_parse (line);
  Feeder feeder = { 0, };
  GThread *thread;
  GstBus *bus;

  TEST_REQUIRE (element, "no element: %s", line);
  feeder.harness = rig_open (element, &bus);
  gst_harness_set_drop_buffers (feeder.harness, TRUE);
  thread = g_thread_new ("feed", feed, &feeder);
  if (wait)
    TEST_CHECK (wait (element, &feeder), "%s: no frame", line);
  check_stop (element, &feeder, line, test_random () % 1500);
  g_thread_join (thread);
  rig_close (feeder.harness, element, bus);
}

static void
a_stop_while_it_prepares_is_soon (void)
{
  guint n = test_is_full ()? 500 : 5, i;

  rig_init ();
  for (i = 0; i < n; i++)
    check_line (settings[test_random () % G_N_ELEMENTS (settings)], NULL);
  printf ("# %g s of the wall at most\n", longest);
}

static void
a_stop_while_it_transforms_is_soon (void)
{
  guint n = test_is_full ()? 500 : 2, i;

  rig_init ();
  for (i = 0; i < n; i++)
    check_line (frames[test_random () % N_FRAMES], await_frame);
  printf ("# %g s of the wall at most\n", longest);
}

/* ---- whole pipelines ---- */

#define SOUND "audiotestsrc ! audio/x-raw,rate=48000,channels=2 ! "
#define PICTURES "videotestsrc ! video/x-raw,format=I420,width=320,height=240 ! "

static const gchar *const pipelines[] = {
  SOUND "claudiofft name=x ! fakesink name=sink",
  SOUND "claudiofft quantity=power averaging=mean bands=20 name=x ! "
      "fakesink name=sink",
  SOUND "claudiofft ! clifft name=x ! fakesink name=sink",
  SOUND "clspectrum interval=10000000 name=x ! fakesink name=sink",
  SOUND "clspectrogram name=x ! fakesink name=sink",
  SOUND "clfftfilter name=x ! fakesink name=sink",
  PICTURES "clvideofft name=x ! fakesink name=sink",
  PICTURES "clvideofft ! clifft name=x ! fakesink name=sink",
  PICTURES "clvideodenoise name=x ! fakesink name=sink",
  PICTURES "clvideofilter low-pass=0.2 name=x ! fakesink name=sink",
};

static void
stop_at_once (GstElement * pipeline, GstElement * x)
{
}

static void
stop_by_steps (GstElement * pipeline, GstElement * x)
{
  gst_element_set_state (pipeline, GST_STATE_PAUSED);
  gst_element_set_state (pipeline, GST_STATE_READY);
}

/* While a pipeline prerolls, GStreamer's own sources wait for it with its lock. */
static void
stop_at_the_end (GstElement * pipeline, GstElement * x)
{
  gst_element_get_state (pipeline, NULL, NULL, 10 * GST_SECOND);
  gst_element_send_event (pipeline, gst_event_new_eos ());
}

static void
stop_while_it_flushes (GstElement * pipeline, GstElement * x)
{
  g_autoptr (GstPad) pad = gst_element_get_static_pad (x, "sink");

  gst_pad_send_event (pad, gst_event_new_flush_start ());
}

static void
stop_unlinked (GstElement * pipeline, GstElement * x)
{
  g_autoptr (GstElement) sink = gst_bin_get_by_name (GST_BIN (pipeline), "sink");

  gst_element_unlink (x, sink);
}

static void (*const ways[]) (GstElement *, GstElement *) = {
  stop_at_once, stop_by_steps, stop_at_the_end, stop_while_it_flushes,
  stop_unlinked,
};

/* Seconds of work. Nothing of the pipeline stays. */
static gdouble
stop (const gchar * line, guint way, guint milliseconds)
{
  GstElement *pipeline = gst_object_ref_sink (gst_parse_launch (line, NULL));
  GstElement *x = gst_bin_get_by_name (GST_BIN (pipeline), "x");
  gint64 wall;
  gdouble used;
  clock_t start;

  rig_choose_device (pipeline);
  rig_set_response (pipeline, 64);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  g_usleep (milliseconds * 1000);
  wall = g_get_monotonic_time ();
  ways[way] (pipeline, x);
  start = clock ();
  gst_element_set_state (pipeline, GST_STATE_NULL);
  used = (gdouble) (clock () - start) / CLOCKS_PER_SEC;
  wall = g_get_monotonic_time () - wall;
  TEST_CHECK (wall < MOST_WALL * G_USEC_PER_SEC, "%s, way %u after %u ms: %g s "
      "until it has", line, way, milliseconds, wall * 1e-6);
  gst_object_unref (x);
  TEST_CHECK (GST_OBJECT_REFCOUNT_VALUE (pipeline) == 1, "%s, way %u: held",
      line, way);
  gst_object_unref (pipeline);
  return used;
}

/* The moment is drawn from the start on. No compiler stops for anybody: what takes
   long is tried once more. */
static void
check_way (const gchar * line, guint way)
{
  guint milliseconds = test_random () % 400;
  gdouble used = stop (line, way, milliseconds);

  if (used >= MOST)
    used = stop (line, way, milliseconds);
  TEST_CHECK (used < MOST, "%s, way %u after %u ms: %g s of work", line, way,
      milliseconds, used);
}

static void
a_pipeline_stops_in_five_ways (void)
{
  guint n = test_is_full ()? 912 : 10, i;

  rig_init ();
  for (i = 0; i < n; i++)
    check_way (pipelines[test_random () % G_N_ELEMENTS (pipelines)],
        i % G_N_ELEMENTS (ways));
}

TEST_MAIN (TEST (a_stop_while_it_prepares_is_soon),
    TEST (a_stop_while_it_transforms_is_soon),
    TEST (a_pipeline_stops_in_five_ways))
