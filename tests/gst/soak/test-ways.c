/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * soak/test-ways.c: a pipeline with the system's sources stops in one of five
 * ways at a drawn moment, and nothing of it stays. It is judged by what the process
 * still does after it was stopped: its own processor time, which others' work does
 * not change.
 */
#include <time.h>

#include "gst/support/rig.h"
#include "support/test.h"

/* Seconds after the stop, of processor time. */
#define MOST 1
/* Of the wall, on a machine that is busy. */
#define MOST_WALL 30

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

static void
stop_at_the_end (GstElement * pipeline, GstElement * x)
{
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

/* Seconds of a stop, and which one it was. */
typedef struct
{
  gdouble wall, used;
  guint pipeline, way, milliseconds;
} Stop;

/* Nothing of the pipeline stays. */
static Stop
stop (guint number, guint way, guint milliseconds)
{
  const gchar *line = pipelines[number];
  GstElement *pipeline = gst_object_ref_sink (gst_parse_launch (line, NULL));
  GstElement *x = gst_bin_get_by_name (GST_BIN (pipeline), "x");
  gint64 wall;
  gdouble used, seconds;
  clock_t start;

  rig_choose_device (pipeline);
  rig_set_response (pipeline, 64);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  g_usleep (milliseconds * 1000);
  /* while a pipeline prerolls, GStreamer's own sources wait for it with its
     lock */
  if (ways[way] == stop_at_the_end)
    gst_element_get_state (pipeline, NULL, NULL, 10 * GST_SECOND);
  wall = g_get_monotonic_time ();
  ways[way] (pipeline, x);
  start = clock ();
  gst_element_set_state (pipeline, GST_STATE_NULL);
  used = (gdouble) (clock () - start) / CLOCKS_PER_SEC;
  seconds = (g_get_monotonic_time () - wall) * 1e-6;
  TEST_CHECK (seconds < MOST_WALL, "%s, way %u after %u ms: %g s until it has",
      line, way, milliseconds, seconds);
  gst_object_unref (x);
  /* GStreamer's own threads have a reference until they see the stop */
  for (wall = 0; wall < 500
      && GST_OBJECT_REFCOUNT_VALUE (pipeline) > 1; wall++)
    g_usleep (10000);
  TEST_CHECK (GST_OBJECT_REFCOUNT_VALUE (pipeline) == 1, "%s, way %u: held",
      line, way);
  gst_object_unref (pipeline);
  return (Stop) {
  seconds, used, number, way, milliseconds};
}

static void
tell (const gchar * what, const Stop * stop)
{
  printf ("# %s: %g s of the wall, %g s of work, way %u after %u ms: %s\n", what,
      stop->wall, stop->used, stop->way, stop->milliseconds,
      pipelines[stop->pipeline]);
}

/* The moment is drawn from the start on. No compiler stops for anybody: what takes
   long is tried once more. */
static Stop
check_way (guint number, guint way)
{
  guint milliseconds = test_random () % 400;
  Stop it = stop (number, way, milliseconds);

  if (it.used >= MOST)
    it = stop (number, way, milliseconds);
  TEST_CHECK (it.used < MOST, "%s, way %u after %u ms: %g s of work",
      pipelines[number], way, milliseconds, it.used);
  return it;
}

static void
a_pipeline_stops_in_five_ways (void)
{
  guint n = test_count (10, 912), i;
  Stop longest = { 0, }, hardest = { 0, };

  rig_init ();
  for (i = 0; i < n; i++) {
    Stop it = check_way (test_random () % G_N_ELEMENTS (pipelines),
        i % G_N_ELEMENTS (ways));

    if (it.wall > longest.wall)
      longest = it;
    if (it.used > hardest.used)
      hardest = it;
  }
  printf ("# %u pipelines\n", n);
  tell ("longest", &longest);
  tell ("most work", &hardest);
}

TEST_MAIN (TEST (a_pipeline_stops_in_five_ways))
