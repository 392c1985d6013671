/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-stops.c: an element that prepares for a large setting, a window
 * of millions of samples say, or transforms one long frame after the other, stops
 * at a drawn moment. It is judged by what the process still does after it was
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

/* The longest of the claim that runs: of the wall, and of work. */
static gdouble longest, most_used;
static gchar *slowest, *hardest;

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
keep (const gchar * line, guint milliseconds, gdouble wall, gdouble used)
{
  if (wall >= longest) {
    g_free (slowest);
    slowest = g_strdup_printf ("%s after %u ms", line, milliseconds);
    longest = wall;
  }
  if (used >= most_used) {
    g_free (hardest);
    hardest = g_strdup_printf ("%s after %u ms", line, milliseconds);
    most_used = used;
  }
}

/* What was the longest, which is forgotten. */
static void
tell (guint n)
{
  printf ("# %u stops: %g s of the wall at most: %s\n# %g s of work at most: %s\n",
      n, longest, slowest, most_used, hardest);
  longest = most_used = 0;
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
  keep (line, milliseconds, wall * 1e-6, used);
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
  guint n = test_count (5, 500), i;

  rig_init ();
  for (i = 0; i < n; i++)
    check_line (settings[test_random () % G_N_ELEMENTS (settings)], NULL);
  tell (n);
}

static void
a_stop_while_it_transforms_is_soon (void)
{
  guint n = test_count (2, 500), i;

  rig_init ();
  for (i = 0; i < n; i++)
    check_line (frames[test_random () % N_FRAMES], await_frame);
  tell (n);
}

TEST_MAIN (TEST (a_stop_while_it_prepares_is_soon),
    TEST (a_stop_while_it_transforms_is_soon))
