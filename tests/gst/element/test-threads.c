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
#include "support/test.h"

#define N_BUFFERS 40            /* that one thread pushes */
#define N_LAST 5                /* and that are compared at the end */
#define N_TURNS 12              /* of the other one, or more */
#define N_TURNS_OF_BUFFER 2     /* at most */
#define BUFFER_SIZE 3072        /* bytes: of floats, or a picture of 64 x 48 */
#define N_SETTINGS 3

#define AUDIO                                                                 \
  "audio/x-raw, format=F32LE, layout=interleaved, rate=48000, channels=1"
#define VIDEO                                                                 \
  "video/x-raw, format=GRAY8, width=64, height=48, framerate=25/1"

typedef struct
{
  const gchar *line;            /* settings are of the element named x */
  const gchar *caps, *wanted;
  GstClockTime duration;        /* of a buffer */
  gboolean messages;            /* are what comes out */
  const gchar *wrong;           /* one property */
  const gchar *told;            /* what a warning of it begins with */
  const gchar *settings[N_SETTINGS];
} Kind;

typedef struct
{
  const Kind *kind;
  GstHarness *harness;
  GstElement *bin, *element;
  GstBus *bus;
  GByteArray *output;
  GstFlowReturn flow;
  gint n_fed;                   /* buffers; atomic */
  gint done;                    /* the feeding thread has ended; atomic */
  guint n_buffers;              /* that came out */
  guint n_warnings;
} Stream;

/* ---- one stream ---- */

static void
open_stream (Stream * s, const Kind * kind)
{
  GError *error = NULL;

  memset (s, 0, sizeof *s);
  s->kind = kind;
  s->output = g_byte_array_new ();
  s->bin = gst_parse_bin_from_description (kind->line, TRUE, &error);
  if (!s->bin)
    g_error ("%s: %s", kind->line, error->message);
  s->harness = rig_open (s->bin, &s->bus);
  s->element = gst_bin_get_by_name (GST_BIN (s->bin), "x");
  rig_set_response (s->bin, 900);
  gst_harness_set_sink_caps_str (s->harness, kind->wanted);
  gst_harness_set_src_caps_str (s->harness, kind->caps);
}

static void
close_stream (Stream * s)
{
  g_byte_array_unref (s->output);
  gst_object_unref (s->element);
  rig_close (s->harness, s->bin, s->bus);
}

static void
push_buffer (Stream * s, guint number)
{
  GstBuffer *buffer = rig_make_numbered (s->kind->caps, BUFFER_SIZE, number,
      s->kind->duration);

  s->flow = gst_harness_push (s->harness, buffer);
}

/* Takes what came out, and keeps what is in it. */
static void
take_output (Stream * s)
{
  GstBuffer *buffer;
  GstMapInfo map;

  for (; (buffer = gst_harness_try_pull (s->harness)); s->n_buffers++) {
    TEST_CHECK (gst_buffer_map (buffer, &map, GST_MAP_READ), "%s: it cannot "
        "be read", s->kind->line);
    if (!s->kind->messages)
      g_byte_array_append (s->output, map.data, map.size);
    gst_buffer_unmap (buffer, &map);
    gst_buffer_unref (buffer);
  }
}

static void
take_messages (Stream * s)
{
  GstMessage *message;
  GError *error;
  guint i;

  while ((message = gst_bus_pop (s->bus))) {
    const GstStructure *structure = gst_message_get_structure (message);
    const GValue *list = structure && s->kind->messages ?
        gst_structure_get_value (structure, "magnitude") : NULL;

    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
      gst_message_parse_error (message, &error, NULL);
      TEST_CHECK (FALSE, "%s: %s", s->kind->line, error->message);
      g_error_free (error);
    }
    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_WARNING) {
      gst_message_parse_warning (message, &error, NULL);
      TEST_CHECK (g_str_has_prefix (error->message, s->kind->told), "%s: %s",
          s->kind->line, error->message);
      s->n_warnings++;
      g_error_free (error);
    }
    for (i = 0; list && i < gst_value_list_get_size (list); i++) {
      gfloat level = g_value_get_float (gst_value_list_get_value (list, i));

      g_byte_array_append (s->output, (guint8 *) & level, sizeof level);
    }
    gst_message_unref (message);
  }
}

/* ---- what the other thread does ---- */

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
read_all (const GValue * item, gpointer unused)
{
  GObject *element = g_value_get_object (item);
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
  GstIterator *children = gst_bin_iterate_recurse (GST_BIN (s->bin));
  GstQuery *query = gst_query_new_latency ();

  gst_iterator_foreach (children, read_all, NULL);
  gst_iterator_free (children);
  gst_pad_peer_query (s->harness->sinkpad, query);
  gst_query_unref (query);
}

static gpointer
feed (gpointer data)
{
  Stream *s = data;
  guint i;

  for (i = 0; i < N_BUFFERS && s->flow == GST_FLOW_OK; i++) {
    push_buffer (s, i);
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
settle (Stream * s, guint number)
{
  do
    push_buffer (s, number++);
  while (s->flow == GST_FLOW_OK && rig_is_loading (s->element));
  push_buffer (s, number);
}

/* A short stream from time 0, with the first settings. */
static void
run_last (Stream * s)
{
  GstSegment segment;
  guint i;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  set (s, s->kind->settings[0]);
  gst_harness_push_event (s->harness, gst_event_new_flush_start ());
  gst_harness_push_event (s->harness, gst_event_new_flush_stop (TRUE));
  take_output (s);
  take_messages (s);
  g_byte_array_set_size (s->output, 0);
  gst_harness_push_event (s->harness, gst_event_new_segment (&segment));
  for (i = 0; i < N_LAST; i++) {
    push_buffer (s, i);
    TEST_CHECK (s->flow == GST_FLOW_OK, "%s: %s", s->kind->line,
        gst_flow_get_name (s->flow));
  }
  gst_harness_push_event (s->harness, gst_event_new_eos ());
  take_output (s);
  take_messages (s);
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
  TEST_CHECK (disturbed.flow == GST_FLOW_OK, "%s: %s", kind->line,
      gst_flow_get_name (disturbed.flow));
  take_output (&disturbed);
  TEST_CHECK (disturbed.n_buffers > 0, "%s: nothing came out", kind->line);
  /* what is asked for together with what is wrong is taken back with it */
  settle (&disturbed, N_BUFFERS);
  set (&disturbed, kind->settings[0]);
  settle (&disturbed, N_BUFFERS + 1000);
  set (&disturbed, kind->wrong);
  settle (&disturbed, N_BUFFERS + 2000);
  run_last (&disturbed);
  TEST_CHECK (disturbed.n_warnings > 0, "%s: nothing was told of %s",
      kind->line, kind->wrong);

  open_stream (&fresh, kind);
  run_last (&fresh);
  TEST_CHECK (fresh.output->len > 0 && fresh.output->len
      == disturbed.output->len && !memcmp (fresh.output->data,
          disturbed.output->data, fresh.output->len),
      "%s: other results (%u bytes) than of a new one (%u)", kind->line,
      disturbed.output->len, fresh.output->len);
  close_stream (&fresh);
  close_stream (&disturbed);
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
    "clspectrogram name=x size=64", AUDIO,
    "video/x-raw, width=64, height=48, framerate=50/1", 16 * GST_MSECOND, FALSE,
    "zero-pad=7", "zero-pad",
    {"floor=-100 range=100 hop=32", "floor=-80 range=60 hop=32",
      "floor=-100 range=100 hop=16"})

TEST_MAIN (TEST (clspectrogram_stays_right_while_it_is_set_and_read))
#else
STAYS_RIGHT (claudiofft_stays_right_while_it_is_set_and_read,
    "claudiofft name=x", AUDIO, "ANY", 16 * GST_MSECOND, FALSE, "zero-pad=7",
    "zero-pad",
    {"size=64 hop=64 quantity=power averaging=exponential",
      "size=64 hop=32 quantity=power averaging=none",
      "size=128 hop=64 quantity=db averaging=exponential"})
STAYS_RIGHT (clifft_stays_right_while_it_is_set_and_read,
    "claudiofft name=x ! clifft", AUDIO, "ANY", 16 * GST_MSECOND, FALSE,
    "zero-pad=7", "zero-pad",
    {"size=96 hop=48 window=hamming", "size=96 hop=24 window=hamming",
      "size=64 hop=32 window=rect"})
STAYS_RIGHT (clspectrum_stays_right_while_it_is_set_and_read,
    "clspectrum name=x", AUDIO, "ANY", 16 * GST_MSECOND, TRUE,
    "bands=33554434", "bands",
    {"bands=33 interval=10000000 threshold=-90 message-phase=false",
      "bands=33 interval=12000000 threshold=-60 message-phase=true",
      "bands=20 interval=10000000 threshold=-60 message-phase=false"})
STAYS_RIGHT (clvideofft_stays_right_while_it_is_set_and_read,
    "clvideofft name=x block-width=16 block-height=16", VIDEO, "ANY",
    40 * GST_MSECOND, FALSE, "block-width=7", "block-width",
    {"depth=2 temporal-hop=1 quantity=complex",
      "depth=2 temporal-hop=1 quantity=power",
      "depth=1 temporal-hop=1 quantity=complex"})
STAYS_RIGHT (clfftfilter_stays_right_while_it_is_set_and_read,
    "clfftfilter name=x crossfade=5000000", AUDIO, "ANY", 16 * GST_MSECOND,
    FALSE, "ir-channels=7", "ir with ir-channels=7",
    {"ir-layout=auto latency-frames=100 gain=0 dry=0 pre-delay=0",
      "ir-layout=mono latency-frames=0 gain=-6 dry=0.5 pre-delay=1000000",
      "ir-layout=auto latency-frames=300 gain=3 dry=0 pre-delay=2000000"})

TEST_MAIN (TEST (claudiofft_stays_right_while_it_is_set_and_read),
    TEST (clifft_stays_right_while_it_is_set_and_read),
    TEST (clspectrum_stays_right_while_it_is_set_and_read),
    TEST (clvideofft_stays_right_while_it_is_set_and_read),
    TEST (clfftfilter_stays_right_while_it_is_set_and_read))
#endif
/* *INDENT-ON* */
