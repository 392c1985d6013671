/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-element-faults.c: the elements when OpenCL calls fail, one after another. What
 * has to hold each time is in layer/enumerate.h. Here a run is a stream of an
 * element's whole life: start, first buffer, more of them, a property and the
 * caps changed on the way, the end, stop; then the same element once more,
 * with no fault, which has to work.
 *
 * What an element may do about a fault is to post one error, and nothing that
 * it pushed before may be wrong.
 */
#include <math.h>
#include <string.h>

#include "layer/enumerate.h"
#include "rig.h"
#include "support/test.h"

#define MOST_ITEMS 64

typedef struct
{
  const gchar *line;            /* of one element named x, or more */
  const gchar *caps[2];         /* of the input, before and after */
  const gchar *wanted;          /* caps of the output, NULL: any */
  gsize buffer_size;            /* of the first caps; audio is F32 */
  gsize other_size;             /* of the second */
  GstClockTime duration;        /* of a buffer */
  const gchar *property, *before, *value;       /* changed on the way */
  const gchar *messages;        /* the output is the list of that field */
  gboolean bytes;               /* output is bytes, not floats */
  gboolean jumps;               /* time does, before the end */
  gdouble tolerance;            /* part of the largest number of an item */
} Stream;

typedef struct
{
  GstClockTime pts;
  gboolean mapped;
  GArray *numbers;              /* of gdouble */
} Item;

typedef struct
{
  const Stream *stream;
  const struct fault_layer *layer;
  GstElement *bin;
  GstHarness *harness;
  GstBus *bus;
  Item items[MOST_ITEMS];
  guint n_items;
  guint n_errors;
  gchar *error;                 /* the first */
  GstObject *sources[4];        /* of the errors, borrowed */
  gboolean repeated;            /* two errors of one element */
  guint n_pulled;               /* buffers from the harness */
  guint n_before;               /* of these before the first error */
  gboolean failed;              /* a push or an event was refused */
  gboolean healthy;             /* nothing is made to fail */
  GstClockTime pts;
  gboolean jumped;              /* before the next buffer */
} Run;

/* Of the first run, which nothing disturbs. */
static Item golden[MOST_ITEMS];
static guint n_golden;

/* ---- what comes out ---- */

static void
add_values (GArray * numbers, const GValue * value)
{
  gdouble number;
  guint i;

  if (GST_VALUE_HOLDS_LIST (value)) {
    for (i = 0; i < gst_value_list_get_size (value); i++)
      add_values (numbers, gst_value_list_get_value (value, i));
  } else if (GST_VALUE_HOLDS_ARRAY (value)) {
    for (i = 0; i < gst_value_array_get_size (value); i++)
      add_values (numbers, gst_value_array_get_value (value, i));
  } else if (G_VALUE_HOLDS_FLOAT (value)) {
    number = g_value_get_float (value);
    g_array_append_val (numbers, number);
  }
}

static Item *
add_item (Run * run, GstClockTime pts)
{
  Item *item = &run->items[run->n_items];

  g_assert (run->n_items < MOST_ITEMS);
  run->n_items++;
  item->pts = pts;
  item->numbers = g_array_new (FALSE, FALSE, sizeof (gdouble));
  return item;
}

static void
take_buffer (Run * run, GstBuffer * buffer)
{
  Item *item = add_item (run, GST_BUFFER_PTS (buffer));
  GstMapInfo map;
  gdouble number;
  gsize i;

  item->mapped = gst_buffer_map (buffer, &map, GST_MAP_READ);
  if (item->mapped) {
    if (run->stream->bytes) {
      for (i = 0; i < map.size; i++) {
        number = map.data[i];
        g_array_append_val (item->numbers, number);
      }
    } else {
      for (i = 0; i < map.size / sizeof (gfloat); i++) {
        number = ((const gfloat *) (gpointer) map.data)[i];
        g_array_append_val (item->numbers, number);
      }
    }
    gst_buffer_unmap (buffer, &map);
  }
  gst_buffer_unref (buffer);
}

static void
take_message (Run * run, const GstStructure * structure)
{
  GstClockTime time = GST_CLOCK_TIME_NONE;
  Item *item;

  gst_structure_get_clock_time (structure, "running-time", &time);
  item = add_item (run, time);
  item->mapped = TRUE;
  add_values (item->numbers,
      gst_structure_get_value (structure, run->stream->messages));
}

static void
add_error (Run * run, GstObject * source, const gchar * text)
{
  guint i;

  for (i = 0; i < run->n_errors && i < G_N_ELEMENTS (run->sources); i++)
    run->repeated |= run->sources[i] == source;
  if (i < G_N_ELEMENTS (run->sources))
    run->sources[i] = source;
  if (run->n_errors++ == 0)
    run->error = g_strdup (text);
}

static void
take_messages (Run * run)
{
  GstMessage *message;
  GError *error;

  while ((message = gst_bus_pop (run->bus))) {
    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
      gst_message_parse_error (message, &error, NULL);
      add_error (run, GST_MESSAGE_SRC (message), error->message);
      g_error_free (error);
    } else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ELEMENT
        && run->n_errors == 0 && run->stream->messages
        && gst_structure_has_field (gst_message_get_structure (message),
            run->stream->messages)) {
      take_message (run, gst_message_get_structure (message));
    }
    gst_message_unref (message);
  }
}

/* What follows an error is the end of a shorter stream. */
static GstBusSyncReply
watch_for_error (GstBus * bus, GstMessage * message, gpointer data)
{
  Run *run = data;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR
      && run->n_before == G_MAXUINT)
    run->n_before =
        run->harness ? gst_harness_buffers_received (run->harness) : 0;
  return GST_BUS_PASS;
}

static void
take_output (Run * run)
{
  GstBuffer *buffer;

  /* what a reader does with OpenCL is the reader's */
  if (run->layer)
    run->layer->ignore (TRUE);
  while ((buffer = gst_harness_try_pull (run->harness))) {
    if (run->stream->messages || run->n_pulled++ >= run->n_before)
      gst_buffer_unref (buffer);
    else
      take_buffer (run, buffer);
  }
  if (run->layer)
    run->layer->ignore (run->healthy);
  take_messages (run);
}

/* ---- what goes in ---- */

static void
push_buffer (Run * run, gsize size)
{
  GstBuffer *buffer = gst_buffer_new_and_alloc (size);
  guint seed = (guint) (run->pts / run->stream->duration);
  GstMapInfo map;
  gsize i;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  if (strstr (run->stream->caps[0], "audio/"))
    for (i = 0; i < size / sizeof (gfloat); i++)
      ((gfloat *) (gpointer) map.data)[i] =
          0.5f * sinf (0.3f * i) + 0.1f * ((i * 7 + seed) % 13 - 6);
  else
    for (i = 0; i < size; i++)
      map.data[i] = (i * 31 + seed * 5 + (i / 7) % 11 * 9) & 0xff;
  gst_buffer_unmap (buffer, &map);
  GST_BUFFER_PTS (buffer) = run->pts;
  GST_BUFFER_DURATION (buffer) = run->stream->duration;
  if (run->jumped)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  run->jumped = FALSE;
  run->pts += run->stream->duration;
  run->failed |= gst_harness_push (run->harness, buffer) != GST_FLOW_OK;
  take_output (run);
}

static void
push_event (Run * run, GstEvent * event)
{
  run->failed |= !gst_harness_push_event (run->harness, event);
  take_output (run);
}

static void
send_caps (Run * run, guint which)
{
  GstCaps *caps = gst_caps_from_string (run->stream->caps[which]);

  push_event (run, gst_event_new_caps (caps));
  gst_caps_unref (caps);
}

static void
set_property (Run * run, const gchar * value)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (run->bin), "x");

  if (run->stream->property)
    gst_util_set_object_arg (G_OBJECT (element), run->stream->property, value);
  gst_object_unref (element);
}

static void
stream_all (Run * run)
{
  const Stream *stream = run->stream;
  GstSegment segment;
  guint i;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  push_event (run, gst_event_new_stream_start ("faults"));
  send_caps (run, 0);
  push_event (run, gst_event_new_segment (&segment));
  for (i = 0; i < 3 && run->n_errors == 0; i++)
    push_buffer (run, stream->buffer_size);
  if (run->n_errors == 0)
    set_property (run, stream->value);
  for (i = 0; i < 2 && run->n_errors == 0; i++)
    push_buffer (run, stream->buffer_size);
  if (run->n_errors == 0)
    send_caps (run, 1);
  for (i = 0; i < 2 && run->n_errors == 0; i++)
    push_buffer (run, stream->other_size);
  if (stream->jumps && run->n_errors == 0) {
    run->pts += 10 * GST_SECOND;
    run->jumped = TRUE;
    push_buffer (run, stream->other_size);
  }
  /* who comes after an error is refused, and not told why again */
  if (run->n_errors > 0)
    push_buffer (run, stream->buffer_size);
  gst_harness_push_event (run->harness, gst_event_new_eos ());
  take_output (run);
}

/* ---- one life ---- */

static void
clear_run (Run * run)
{
  while (run->n_items > 0)
    g_array_unref (run->items[--run->n_items].numbers);
  g_clear_pointer (&run->error, g_free);
  run->n_errors = 0;
  run->failed = run->repeated = FALSE;
  run->n_pulled = 0;
  run->n_before = G_MAXUINT;
  run->pts = 0;
  run->jumped = FALSE;
}

static void
live (Run * run)
{
  clear_run (run);
  set_property (run, run->stream->before);
  run->bus = gst_bus_new ();
  gst_bus_set_sync_handler (run->bus, watch_for_error, run, NULL);
  gst_element_set_bus (run->bin, run->bus);
  /* a harness aborts where this fails */
  if (gst_element_set_state (run->bin, GST_STATE_PLAYING)
      != GST_STATE_CHANGE_FAILURE) {
    run->harness = gst_harness_new_with_element (run->bin, "sink", "src");
    if (run->stream->wanted)
      gst_harness_set_sink_caps_str (run->harness, run->stream->wanted);
    stream_all (run);
  }
  gst_element_set_state (run->bin, GST_STATE_NULL);
  take_messages (run);
  g_clear_pointer (&run->harness, gst_harness_teardown);
  gst_element_set_bus (run->bin, NULL);
  gst_object_unref (run->bus);
}

static const gchar *
compare (const Item * item, const Item * right, gdouble tolerance)
{
  gdouble largest = 0, error = 0;
  guint i;

  if (item->pts != right->pts)
    return "another time";
  if (item->numbers->len != right->numbers->len)
    return "another length";
  for (i = 0; i < item->numbers->len; i++) {
    gdouble is = g_array_index (item->numbers, gdouble, i);
    gdouble was = g_array_index (right->numbers, gdouble, i);

    largest = MAX (largest, fabs (was));
    if (!(fabs (is - was) <= error))
      error = fabs (is - was);
  }
  return error <= tolerance * largest ? NULL : "other numbers";
}

/* NULL: all that was pushed is as in the first run, and told is what is not. */
static const gchar *
judge (Run * run)
{
  guint i;

  if (run->repeated)
    return "more than one error of an element";
  if (run->n_items > n_golden)
    return "more buffers than there should be";
  for (i = 0; i < run->n_items; i++) {
    const gchar *wrong = run->items[i].mapped
        ? compare (&run->items[i], &golden[i], run->stream->tolerance)
        : run->n_errors == 0 ? "it cannot be read, and nobody said why" : NULL;

    if (wrong)
      return wrong;
  }
  if (run->n_errors == 0 && run->failed)
    return "refused without an error";
  if (run->n_errors == 0 && run->n_items < n_golden)
    return "less buffers than there should be";
  return NULL;
}

static void
keep_as_golden (Run * run)
{
  memcpy (golden, run->items, sizeof golden);
  n_golden = run->n_items;
  memset (run->items, 0, sizeof run->items);
  run->n_items = 0;
}

static enum fault_outcome
end (Run * run, enum fault_outcome outcome, const gchar * text, gchar * message,
    gsize size)
{
  GWeakRef gone;
  gpointer left;

  g_snprintf (message, size, "%s%s%s", text, run->error ? ": " : "",
      run->error ? run->error : "");
  g_weak_ref_init (&gone, run->bin);
  gst_object_unref (run->bin);
  left = g_weak_ref_get (&gone);
  g_weak_ref_clear (&gone);
  clear_run (run);
  if (!left)
    return outcome;
  gst_object_unref (left);
  g_snprintf (message, size, "the elements are never freed");
  return FAULT_WRONG;
}

static enum fault_outcome
run_stream (const Stream * stream, const struct fault_layer *layer,
    gchar * message, gsize size)
{
  Run run = { stream, layer, NULL };
  enum fault_outcome outcome;
  const gchar *wrong;
  GError *error = NULL;
  gchar first[400] = "";

  rig_init ();
  run.bin = gst_parse_bin_from_description (stream->line, TRUE, &error);
  g_assert_no_error (error);
  gst_object_ref_sink (run.bin);
  rig_choose_device (run.bin);
  live (&run);
  if (!layer) {
    if (run.n_errors > 0 && strstr (run.error, "no OpenCL"))
      fault_give_up ();
    if (run.n_errors > 0 || run.n_items < 3)
      return end (&run, FAULT_WRONG, "too little came out", message, size);
    keep_as_golden (&run);
    return end (&run, FAULT_RIGHT, "", message, size);
  }
  wrong = judge (&run);
  if (wrong)
    return end (&run, FAULT_WRONG, wrong, message, size);
  outcome = run.n_errors > 0 ? FAULT_FAILED : FAULT_RIGHT;
  if (outcome == FAULT_FAILED) {
    g_strlcpy (first, run.error, sizeof first);
    run.healthy = TRUE;
    layer->ignore (TRUE);
    live (&run);
    wrong = run.n_errors > 0 ? "an error, again" : judge (&run);
    layer->ignore (FALSE);
    if (wrong)
      return end (&run, FAULT_WRONG, wrong, message, size);
  }
  return end (&run, outcome, first, message, size);
}

/* ---- the elements ---- */

#define AUDIO(channels, rate)                                                 \
  "audio/x-raw, format=F32LE, layout=interleaved, channels=" #channels        \
      ", rate=" #rate ", channel-mask=(bitmask)0"
#define PICTURE(width, height)                                                \
  "video/x-raw, format=GRAY8, framerate=25/1, width=" #width ", height=" #height

#define SURVIVES(claim, n, ...)                                               \
  static enum fault_outcome                                                   \
  run_##claim (const struct fault_layer *layer, char *message, size_t size)   \
  {                                                                           \
    static const Stream stream = { __VA_ARGS__ };                             \
    return run_stream (&stream, layer, message, size);                        \
  }                                                                           \
  static void                                                                 \
  claim (void)                                                                \
  {                                                                           \
    gboolean held = fault_enumerate (#claim, run_##claim, n);                 \
    if (fault_has_no_device ())                                               \
      TEST_SKIP ("no OpenCL device");                                         \
    TEST_CHECK (held, "see above");                                           \
  }

/* *INDENT-OFF* */
SURVIVES (claudiofft_survives_every_fault, 30,
    .line = "claudiofft name=x size=64 hop=32",
    .caps = {AUDIO (2, 48000), AUDIO (1, 44100)},
    .buffer_size = 480 * 8, .other_size = 441 * 4,
    .duration = 10 * GST_MSECOND,
    .property = "size", .before = "64", .value = "48",
    .tolerance = 1e-4)
SURVIVES (averaging_claudiofft_survives_every_fault, 10,
    .line = "claudiofft name=x size=64 averaging=mean average-count=5 "
        "quantity=power bands=8",
    .caps = {AUDIO (2, 48000), AUDIO (1, 44100)},
    .buffer_size = 480 * 8, .other_size = 441 * 4,
    .duration = 10 * GST_MSECOND,
    .property = "average-count", .before = "5", .value = "4",
    .tolerance = 1e-4)
SURVIVES (clvideofft_survives_every_fault, 20,
    .line = "clvideofft name=x block-width=16 block-height=16 depth=2",
    .caps = {PICTURE (32, 24), PICTURE (48, 16)},
    .buffer_size = 32 * 24, .other_size = 48 * 16,
    .duration = 40 * GST_MSECOND,
    .property = "quantity", .before = "complex", .value = "power",
    .tolerance = 1e-4)
SURVIVES (clifft_of_audio_survives_every_fault, 20,
    .line = "claudiofft size=64 hop=32 ! clifft name=x",
    .caps = {AUDIO (2, 48000), AUDIO (1, 44100)},
    .buffer_size = 480 * 8, .other_size = 441 * 4,
    .duration = 10 * GST_MSECOND, .tolerance = 1e-4)
SURVIVES (clifft_of_video_survives_every_fault, 15,
    .line = "clvideofft block-width=16 block-height=16 ! clifft name=x",
    .caps = {PICTURE (32, 24), PICTURE (48, 16)},
    .buffer_size = 32 * 24, .other_size = 48 * 16,
    .duration = 40 * GST_MSECOND, .bytes = TRUE, .tolerance = 0.01)
SURVIVES (clspectrum_survives_every_fault, 20,
    .line = "clspectrum name=x bands=32 interval=10000000",
    .caps = {AUDIO (2, 48000), AUDIO (1, 44100)},
    .buffer_size = 480 * 8, .other_size = 441 * 4,
    .duration = 10 * GST_MSECOND,
    .property = "bands", .before = "32", .value = "24",
    .messages = "magnitude",
    .tolerance = 1e-4)
SURVIVES (clspectrogram_survives_every_fault, 25,
    .line = "clspectrogram name=x size=64",
    .wanted = "video/x-raw, width=64, height=48, framerate=50/1",
    .caps = {AUDIO (2, 48000), AUDIO (1, 44100)},
    .buffer_size = 4800 * 8, .other_size = 4410 * 4,
    .duration = 100 * GST_MSECOND,
    .property = "size", .before = "64", .value = "48",
    .bytes = TRUE, .jumps = TRUE, .tolerance = 0.02)
/* *INDENT-ON* */

TEST_MAIN (TEST (claudiofft_survives_every_fault),
    TEST (averaging_claudiofft_survives_every_fault),
    TEST (clvideofft_survives_every_fault),
    TEST (clifft_of_audio_survives_every_fault),
    TEST (clifft_of_video_survives_every_fault),
    TEST (clspectrum_survives_every_fault),
    TEST (clspectrogram_survives_every_fault))
