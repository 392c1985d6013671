/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-threads.c: one thread feeds an element while another one sets
 * and reads its properties and asks for its latency, over and over. Some of
 * what is set is wrong, and is taken back with a warning. Nobody fails, and
 * when both have ended the element gives what a new one gives that has the same
 * settings. What is to be found here is found by those who watch threads: drd
 * (scripts/test --suite valgrind) and scripts/dev/test-tsan.
 *
 *   SHOWS_PICTURES  clspectrogram, else the others
 */
#include <string.h>

#include "gst/support/rig.h"
#include "gst/support/watch.h"
#include "support/test.h"

#define N_BUFFERS 40            /* that one thread pushes */
#define N_LAST 5                /* and that are compared at the end */
#define N_TURNS 12              /* of the other one, or more */
#define N_TURNS_OF_BUFFER 2     /* at most */
#define N_SETTINGS 3

#define AUDIO                                                                 \
  "audio/x-raw, format=F32LE, layout=interleaved, rate=48000, channels=1"
#define VIDEO                                                                 \
  "video/x-raw, format=GRAY8, width=64, height=48, framerate=25/1"

typedef struct
{
  WatchFeed feed;               /* settings are of the element named x */
  const gchar *wrong;           /* one property */
  const gchar *reported;            /* what a warning of it begins with */
  const gchar *settings[N_SETTINGS];
} Kind;

typedef struct
{
  const Kind *kind;
  Watch *watch;
  GstElement *element;
  gint n_fed;                   /* buffers; atomic */
  gint done;                    /* the feeding thread has ended; atomic */
} Stream;

/* ---- one stream ---- */

static void
open_stream (Stream * s, const Kind * kind)
{
  memset (s, 0, sizeof *s);
  s->kind = kind;
  s->watch = watch_new_feed (&kind->feed, "", 900);
  s->element = rig_find (s->watch->element);
}

/* All is well but what is wrong. */
static void
check_messages (const Stream * s)
{
  guint i;

  TEST_CHECK (s->watch->n_errors == 0, "%s: %s", s->kind->feed.line,
      s->watch->error);
  for (i = 0; i < s->watch->n_warnings; i++)
    TEST_CHECK (g_str_has_prefix (g_ptr_array_index (s->watch->warnings, i),
            s->kind->reported), "%s: %s", s->kind->feed.line,
        (gchar *) g_ptr_array_index (s->watch->warnings, i));
}

/* ---- what the other thread does ---- */

/* poke.h's is not for several threads. */
static void
set (Stream * s, const gchar * settings)
{
  g_auto (GStrv) pairs = g_strsplit (settings, " ", -1);
  guint i;

  for (i = 0; pairs[i]; i++) {
    g_auto (GStrv) words = g_strsplit (pairs[i], "=", 2);

    gst_util_set_object_arg (G_OBJECT (s->element), words[0], words[1]);
  }
}

static void
read_all (GObject * element)
{
  guint n, i;
  GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);

  for (i = 0; i < n; i++) {
    GValue value = G_VALUE_INIT;

    g_value_init (&value, specs[i]->value_type);
    g_object_get_property (element, specs[i]->name, &value);
    g_value_unset (&value);
  }
  g_free (specs);
}

static void
ask (Stream * s)
{
  GstElement *line = s->watch->element;
  GList *child = GST_IS_BIN (line) ? GST_BIN_CHILDREN (line) : NULL;
  GstQuery *query = gst_query_new_latency ();

  read_all (G_OBJECT (line));
  for (; child; child = child->next)
    read_all (child->data);
  gst_pad_peer_query (s->watch->harness->sinkpad, query);
  gst_query_unref (query);
}

static gpointer
feed (gpointer data)
{
  Stream *s = data;
  guint i;

  for (i = 0; i < N_BUFFERS && s->watch->flow == GST_FLOW_OK; i++) {
    watch_feed (s->watch, 1);
    g_atomic_int_inc (&s->n_fed);
  }
  g_atomic_int_set (&s->done, TRUE);
  return NULL;
}

/* A few turns for each buffer: what runs threads in turns, as valgrind does,
   would give this one all the time. */
static void
disturb (Stream * s)
{
  guint turn;

  for (turn = 0; turn < N_TURNS || !g_atomic_int_get (&s->done); turn++) {
    set (s, turn % 4 == 3 ? s->kind->wrong
        : s->kind->settings[turn % N_SETTINGS]);
    ask (s);
    while (turn / N_TURNS_OF_BUFFER > (guint) g_atomic_int_get (&s->n_fed)
        && !g_atomic_int_get (&s->done))
      g_usleep (200);
  }
}

/* ---- claims ---- */

/* Pushes until what was set is in use, or was refused: clfftfilter makes it on
   a thread of its own, and takes it with the next buffer. */
static void
settle (Stream * s)
{
  do
    watch_feed (s->watch, 1);
  while (s->watch->flow == GST_FLOW_OK && rig_is_loading (s->element));
  watch_feed (s->watch, 1);
}

/* A short stream from time 0, with the first settings. */
static void
run_last (Stream * s)
{
  Watch *w = s->watch;
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  set (s, s->kind->settings[0]);
  watch_push_event (w, gst_event_new_flush_start ());
  watch_push_event (w, gst_event_new_flush_stop (TRUE));
  watch_clear (w);
  watch_push_event (w, gst_event_new_segment (&segment));
  w->n_fed = 0;
  watch_feed (w, N_LAST);
  TEST_CHECK (w->flow == GST_FLOW_OK, "%s: %s", w->feed->line,
      gst_flow_get_name (w->flow));
  watch_push_event (w, gst_event_new_eos ());
  check_messages (s);
}

static void
check (const Kind * kind)
{
  Stream disturbed, fresh;
  GThread *thread;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  open_stream (&disturbed, kind);
  thread = g_thread_new ("feed", feed, &disturbed);
  disturb (&disturbed);
  g_thread_join (thread);
  TEST_CHECK (disturbed.watch->flow == GST_FLOW_OK, "%s: %s", kind->feed.line,
      gst_flow_get_name (disturbed.watch->flow));
  TEST_CHECK (disturbed.watch->stamps->len > 0, "%s: nothing came out",
      kind->feed.line);
  /* what is asked for together with what is wrong is taken back with it */
  settle (&disturbed);
  set (&disturbed, kind->settings[0]);
  settle (&disturbed);
  set (&disturbed, kind->wrong);
  settle (&disturbed);
  run_last (&disturbed);
  TEST_CHECK (disturbed.watch->n_warnings > 0, "%s: no warning of %s",
      kind->feed.line, kind->wrong);

  open_stream (&fresh, kind);
  run_last (&fresh);
  watch_check_same (disturbed.watch, fresh.watch, kind->feed.line);
  watch_free (fresh.watch);
  watch_free (disturbed.watch);
}

#define STAYS_RIGHT(claim, ...)                                               \
  static void                                                                 \
  claim (void)                                                                \
  {                                                                           \
    static const Kind kind = { __VA_ARGS__ };                                 \
    check (&kind);                                                            \
  }

/* *INDENT-OFF* */
#ifdef SHOWS_PICTURES
STAYS_RIGHT (clspectrogram_stays_right_while_it_is_set_and_read,
    {"clspectrogram size=64", AUDIO,
      "video/x-raw, width=64, height=48, framerate=50/1", 3072,
      16 * GST_MSECOND},
    "zero-pad=7", "zero-pad",
    {"floor=-100 range=100 hop=32", "floor=-80 range=60 hop=32",
      "floor=-100 range=100 hop=16"})

TEST_MAIN (TEST (clspectrogram_stays_right_while_it_is_set_and_read))
#else
STAYS_RIGHT (claudiofft_stays_right_while_it_is_set_and_read,
    {"claudiofft", AUDIO, NULL, 3072, 16 * GST_MSECOND}, "zero-pad=7",
    "zero-pad",
    {"size=64 hop=64 quantity=power averaging=exponential",
      "size=64 hop=32 quantity=power averaging=none",
      "size=128 hop=64 quantity=db averaging=exponential"})
STAYS_RIGHT (clifft_stays_right_while_it_is_set_and_read,
    {"claudiofft name=x ! clifft", AUDIO, NULL, 3072, 16 * GST_MSECOND},
    "zero-pad=7", "zero-pad",
    {"size=96 hop=48 window=hamming", "size=96 hop=24 window=hamming",
      "size=64 hop=32 window=rect"})
STAYS_RIGHT (clspectrum_stays_right_while_it_is_set_and_read,
    {"clspectrum", AUDIO, NULL, 3072, 16 * GST_MSECOND},
    "bands=33554434", "bands",
    {"bands=33 interval=10000000 threshold=-90 message-phase=false",
      "bands=33 interval=12000000 threshold=-60 message-phase=true",
      "bands=20 interval=10000000 threshold=-60 message-phase=false"})
STAYS_RIGHT (clvideofft_stays_right_while_it_is_set_and_read,
    {"clvideofft block-width=16 block-height=16", VIDEO, NULL, 3072,
      40 * GST_MSECOND}, "block-width=7", "block-width",
    {"depth=2 temporal-hop=1 quantity=complex",
      "depth=2 temporal-hop=1 quantity=power",
      "depth=1 temporal-hop=1 quantity=complex"})
STAYS_RIGHT (clvideodenoise_stays_right_while_it_is_set_and_read,
    {"clvideodenoise block-size=8", VIDEO, NULL, 3072, 40 * GST_MSECOND},
    "block-size=9", "block-size",
    {"depth=3 overlap=0.5 sigma=9 floor=0",
      "depth=3 overlap=0.5 sigma=4 floor=0.5",
      "depth=1 overlap=0.5 sigma=9 floor=0"})
STAYS_RIGHT (clvideofilter_stays_right_while_it_is_set_and_read,
    {"clvideofilter", VIDEO, NULL, 3072, 40 * GST_MSECOND},
    "notch=0.7", "notch",
    {"low-pass=0.2 notch=none", "low-pass=0.2 notch=auto",
      "low-pass=0 notch=none"})
STAYS_RIGHT (clfftfilter_stays_right_while_it_is_set_and_read,
    {"clfftfilter crossfade=5000000", AUDIO, NULL, 3072, 16 * GST_MSECOND},
    "ir-channels=7", "ir with ir-channels=7",
    {"ir-layout=auto latency-frames=100 gain=0 dry=0 pre-delay=0",
      "ir-layout=mono latency-frames=0 gain=-6 dry=0.5 pre-delay=1000000",
      "ir-layout=auto latency-frames=300 gain=3 dry=0 pre-delay=2000000"})

TEST_MAIN (TEST (claudiofft_stays_right_while_it_is_set_and_read),
    TEST (clifft_stays_right_while_it_is_set_and_read),
    TEST (clspectrum_stays_right_while_it_is_set_and_read),
    TEST (clvideofft_stays_right_while_it_is_set_and_read),
    TEST (clvideodenoise_stays_right_while_it_is_set_and_read),
    TEST (clvideofilter_stays_right_while_it_is_set_and_read),
    TEST (clfftfilter_stays_right_while_it_is_set_and_read))
#endif
/* *INDENT-ON* */
