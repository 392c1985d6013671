/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* life.c: see life.h. */
#include "life.h"

#include <math.h>
#include <string.h>

/* Of the first run, which nothing disturbs. */
static LifeItem golden[LIFE_MOST_ITEMS];
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

static LifeItem *
add_item (Life * life, GstClockTime pts)
{
  LifeItem *item = &life->items[life->n_items];

  g_assert (life->n_items < LIFE_MOST_ITEMS);
  life->n_items++;
  item->pts = pts;
  item->numbers = g_array_new (FALSE, FALSE, sizeof (gdouble));
  return item;
}

static void
take_buffer (Life * life, GstBuffer * buffer)
{
  LifeItem *item = add_item (life, GST_BUFFER_PTS (buffer));
  GstMapInfo map;
  gdouble number;
  gsize i;

  item->mapped = gst_buffer_map (buffer, &map, GST_MAP_READ);
  if (item->mapped) {
    if (life->stream->bytes) {
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
take_message (Life * life, const GstStructure * structure)
{
  GstClockTime time = GST_CLOCK_TIME_NONE;
  LifeItem *item;

  gst_structure_get_clock_time (structure, "running-time", &time);
  item = add_item (life, time);
  item->mapped = TRUE;
  add_values (item->numbers,
      gst_structure_get_value (structure, life->stream->messages));
}

static void
add_error (Life * life, GstObject * source, const gchar * text)
{
  guint i;

  for (i = 0; i < life->n_errors && i < G_N_ELEMENTS (life->sources); i++)
    life->repeated |= life->sources[i] == source;
  if (i < G_N_ELEMENTS (life->sources))
    life->sources[i] = source;
  if (life->n_errors++ == 0) {
    g_free (life->error);
    life->error = g_strdup (text);
  }
}

static void
take_messages (Life * life)
{
  GstMessage *message;
  GError *error;

  while ((message = gst_bus_pop (life->bus))) {
    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
      gst_message_parse_error (message, &error, NULL);
      add_error (life, GST_MESSAGE_SRC (message), error->message);
      g_error_free (error);
    } else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_WARNING) {
      gst_message_parse_warning (message, &error, NULL);
      life->n_warnings++;
      if (!life->error)
        life->error = g_strdup (error->message);
      g_error_free (error);
    } else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ELEMENT
        && life->n_errors == 0 && life->n_warnings == 0
        && life->stream->messages
        && gst_structure_has_field (gst_message_get_structure (message),
            life->stream->messages)) {
      take_message (life, gst_message_get_structure (message));
    }
    gst_message_unref (message);
  }
}

/* What follows an error is the end of a shorter stream. */
static GstBusSyncReply
watch_for_error (GstBus * bus, GstMessage * message, gpointer data)
{
  Life *life = data;
  struct fault_report report;

  if (!(GST_MESSAGE_TYPE (message) & (GST_MESSAGE_ERROR
              | GST_MESSAGE_WARNING)) || life->n_before != G_MAXUINT)
    return GST_BUS_PASS;
  life->n_before =
      life->harness ? gst_harness_buffers_received (life->harness) : 0;
  if (life->layer) {
    life->layer->report (&report);
    life->n_freed = report.n_freed;
  }
  return GST_BUS_PASS;
}

static void
take_output (Life * life)
{
  GstBuffer *buffer;

  /* what a reader does with OpenCL is the reader's */
  if (life->layer)
    life->layer->ignore (TRUE);
  while ((buffer = gst_harness_try_pull (life->harness))) {
    if (life->stream->messages || life->n_pulled++ >= life->n_before)
      gst_buffer_unref (buffer);
    else
      take_buffer (life, buffer);
  }
  if (life->layer)
    life->layer->ignore (life->healthy);
  take_messages (life);
}

/* ---- what goes in ---- */

static void
push_buffer (Life * life, gsize size)
{
  GstBuffer *buffer = gst_buffer_new_and_alloc (size);
  guint seed = (guint) (life->pts / life->stream->duration);
  GstMapInfo map;
  gsize i;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  if (strstr (life->stream->caps[0], "audio/"))
    for (i = 0; i < size / sizeof (gfloat); i++)
      ((gfloat *) (gpointer) map.data)[i] =
          0.5f * sinf (0.3f * i) + 0.1f * ((i * 7 + seed) % 13 - 6);
  else
    for (i = 0; i < size; i++)
      map.data[i] = (i * 31 + seed * 5 + (i / 7) % 11 * 9) & 0xff;
  gst_buffer_unmap (buffer, &map);
  GST_BUFFER_PTS (buffer) = life->pts;
  GST_BUFFER_DURATION (buffer) = life->stream->duration;
  if (life->jumped)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  life->jumped = FALSE;
  life->pts += life->stream->duration;
  life->failed |= gst_harness_push (life->harness, buffer) != GST_FLOW_OK;
  take_output (life);
}

static void
push_event (Life * life, GstEvent * event)
{
  life->failed |= !gst_harness_push_event (life->harness, event);
  take_output (life);
}

static void
send_caps (Life * life, guint which)
{
  GstCaps *caps = gst_caps_from_string (life->stream->caps[which]);

  push_event (life, gst_event_new_caps (caps));
  gst_caps_unref (caps);
}

static void
set_property (Life * life, const gchar * value)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (life->bin), "x");

  if (life->stream->property)
    gst_util_set_object_arg (G_OBJECT (element), life->stream->property, value);
  gst_object_unref (element);
}

static void
stream_all (Life * life)
{
  const LifeStream *stream = life->stream;
  GstSegment segment;
  guint i;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  push_event (life, gst_event_new_stream_start ("faults"));
  send_caps (life, 0);
  push_event (life, gst_event_new_segment (&segment));
  for (i = 0; i < 3 && life->n_errors == 0; i++)
    push_buffer (life, stream->buffer_size);
  if (life->n_errors == 0 && !(life->healthy && stream->by_thread))
    set_property (life, stream->value);
  for (i = 0; i < 2 && life->n_errors == 0; i++)
    push_buffer (life, stream->buffer_size);
  if (life->n_errors == 0)
    send_caps (life, 1);
  for (i = 0; i < 2 && life->n_errors == 0; i++)
    push_buffer (life, stream->other_size);
  if (stream->jumps && life->n_errors == 0) {
    life->pts += 10 * GST_SECOND;
    life->jumped = TRUE;
    push_buffer (life, stream->other_size);
  }
  /* who comes after an error is refused, and not given why again */
  if (life->n_errors > 0)
    push_buffer (life, stream->buffer_size);
  gst_harness_push_event (life->harness, gst_event_new_eos ());
  take_output (life);
}

/* ---- one life ---- */

static void
clear_life (Life * life)
{
  while (life->n_items > 0)
    g_array_unref (life->items[--life->n_items].numbers);
  g_clear_pointer (&life->error, g_free);
  life->n_errors = 0;
  life->n_warnings = 0;
  life->failed = life->repeated = FALSE;
  life->n_pulled = 0;
  life->n_before = G_MAXUINT;
  life->pts = 0;
  life->jumped = FALSE;
}

void
life_live (Life * life)
{
  clear_life (life);
  set_property (life, life->stream->before);
  life->bus = gst_bus_new ();
  gst_bus_set_sync_handler (life->bus, watch_for_error, life, NULL);
  gst_element_set_bus (life->bin, life->bus);
  /* a harness aborts where this fails */
  if (gst_element_set_state (life->bin, GST_STATE_PLAYING)
      != GST_STATE_CHANGE_FAILURE) {
    life->harness = gst_harness_new_with_element (life->bin, "sink", "src");
    if (life->stream->wanted)
      gst_harness_set_sink_caps_str (life->harness, life->stream->wanted);
    stream_all (life);
  }
  gst_element_set_state (life->bin, GST_STATE_NULL);
  take_messages (life);
  g_clear_pointer (&life->harness, gst_harness_teardown);
  gst_element_set_bus (life->bin, NULL);
  gst_object_unref (life->bus);
}

static const gchar *
compare (const LifeItem * item, const LifeItem * right, gdouble tolerance)
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

const gchar *
life_judge (Life * life)
{
  guint i;

  if (life->repeated)
    return "more than one error of an element";
  if (life->n_items > n_golden)
    return "more buffers than there should be";
  for (i = 0; i < life->n_items; i++) {
    const gchar *wrong = life->items[i].mapped
        ? compare (&life->items[i], &golden[i], life->stream->tolerance)
        : life->n_errors == 0 ? "it cannot be read, and nobody said why" : NULL;

    if (wrong)
      return wrong;
  }
  if (life->n_errors == 0 && life->failed)
    return "refused without an error";
  if (life->n_warnings > 1)
    return "more than one warning";
  if (life->n_errors == 0 && life->n_warnings == 0
      && life->n_items < n_golden)
    return "less buffers than there should be";
  return NULL;
}

void
life_keep_as_golden (Life * life)
{
  memcpy (golden, life->items, sizeof golden);
  n_golden = life->n_items;
  memset (life->items, 0, sizeof life->items);
  life->n_items = 0;
}

void
life_open (Life * life, const LifeStream * stream,
    const struct fault_layer *layer)
{
  GError *error = NULL;

  rig_init ();
  memset (life, 0, sizeof *life);
  life->stream = stream;
  life->layer = layer;
  life->bin = gst_parse_bin_from_description (stream->line, TRUE, &error);
  g_assert_no_error (error);
  gst_object_ref_sink (life->bin);
  /* longer than buffers */
  rig_set_response (life->bin, 700);
  rig_choose_device (life->bin);
}

gboolean
life_close (Life * life)
{
  GWeakRef gone;
  gpointer left;

  g_weak_ref_init (&gone, life->bin);
  gst_object_unref (life->bin);
  left = g_weak_ref_get (&gone);
  g_weak_ref_clear (&gone);
  clear_life (life);
  if (left)
    gst_object_unref (left);
  return !left;
}

/* ---- the elements ---- */

#define AUDIO(channels, rate)                                                 \
  "audio/x-raw, format=F32LE, layout=interleaved, channels=" #channels        \
      ", rate=" #rate ", channel-mask=(bitmask)0"
#define PICTURE(width, height)                                                \
  "video/x-raw, format=GRAY8, framerate=25/1, width=" #width ", height=" #height

/* *INDENT-OFF* */
const LifeStream life_streams[LIFE_N_STREAMS] = {
    {.name = "claudiofft",
     .line = "claudiofft name=x size=64 hop=32",
     .caps = {AUDIO (2, 48000), AUDIO (1, 44100)},
     .buffer_size = 480 * 8, .other_size = 441 * 4,
     .duration = 10 * GST_MSECOND,
     .property = "size", .before = "64", .value = "48",
     .tolerance = 1e-4},
    {.name = "averaging claudiofft",
     .line = "claudiofft name=x size=64 averaging=mean average-count=5 "
        "quantity=power bands=8",
     .caps = {AUDIO (2, 48000), AUDIO (1, 44100)},
     .buffer_size = 480 * 8, .other_size = 441 * 4,
     .duration = 10 * GST_MSECOND,
     .property = "average-count", .before = "5", .value = "4",
     .tolerance = 1e-4},
    {.name = "claudiofft of delays",
     .line = "claudiofft name=x size=64 quantity=delay reference-channel=1 "
        "averaging=mean average-count=5",
     .caps = {AUDIO (2, 48000), AUDIO (3, 44100)},
     .buffer_size = 480 * 8, .other_size = 441 * 12,
     .duration = 10 * GST_MSECOND,
     .property = "average-count", .before = "5", .value = "4",
     .tolerance = 1e-4},
    {.name = "clvideodenoise",
     .line = "clvideodenoise name=x block-size=8",
     .caps = {PICTURE (32, 24), PICTURE (48, 16)},
     .buffer_size = 32 * 24, .other_size = 48 * 16,
     .duration = 40 * GST_MSECOND,
     .property = "block-size", .before = "8", .value = "16",
     .bytes = TRUE, .tolerance = 0.01},
    {.name = "clvideofft",
     .line = "clvideofft name=x block-width=16 block-height=16 depth=2",
     .caps = {PICTURE (32, 24), PICTURE (48, 16)},
     .buffer_size = 32 * 24, .other_size = 48 * 16,
     .duration = 40 * GST_MSECOND,
     .property = "quantity", .before = "complex", .value = "power",
     .tolerance = 1e-4},
    {.name = "clvideofilter",
     .line = "clvideofilter name=x low-pass=0.2 kernel=\"1 2 1\"",
     .caps = {PICTURE (32, 24), PICTURE (48, 16)},
     .buffer_size = 32 * 24, .other_size = 48 * 16,
     .duration = 40 * GST_MSECOND,
     .property = "kernel", .before = "1 2 1", .value = "1; 2; 1",
     .bytes = TRUE, .tolerance = 0.01},
    {.name = "clifft of audio",
     .line = "claudiofft size=64 hop=32 ! clifft name=x",
     .caps = {AUDIO (2, 48000), AUDIO (1, 44100)},
     .buffer_size = 480 * 8, .other_size = 441 * 4,
     .duration = 10 * GST_MSECOND, .tolerance = 1e-4},
    {.name = "clifft of video",
     .line = "clvideofft block-width=16 block-height=16 ! clifft name=x",
     .caps = {PICTURE (32, 24), PICTURE (48, 16)},
     .buffer_size = 32 * 24, .other_size = 48 * 16,
     .duration = 40 * GST_MSECOND, .bytes = TRUE, .tolerance = 0.01},
    {.name = "clspectrum",
     .line = "clspectrum name=x bands=32 interval=10000000",
     .caps = {AUDIO (2, 48000), AUDIO (1, 44100)},
     .buffer_size = 480 * 8, .other_size = 441 * 4,
     .duration = 10 * GST_MSECOND,
     .property = "bands", .before = "32", .value = "24",
     .messages = "magnitude",
     .tolerance = 1e-4},
    {.name = "clspectrogram",
     .line = "clspectrogram name=x size=64",
     .wanted = "video/x-raw, width=64, height=48, framerate=50/1",
     .caps = {AUDIO (2, 48000), AUDIO (1, 44100)},
     .buffer_size = 4800 * 8, .other_size = 4410 * 4,
     .duration = 100 * GST_MSECOND,
     .property = "size", .before = "64", .value = "48",
     .bytes = TRUE, .jumps = TRUE, .tolerance = 0.02},
    /* mono is what auto comes to: another convolution of the same sound, made
       on a thread of its own */
    {.name = "clfftfilter",
     .line = "clfftfilter name=x latency-frames=100",
     .caps = {AUDIO (2, 48000), AUDIO (1, 44100)},
     .buffer_size = 480 * 8, .other_size = 441 * 4,
     .duration = 10 * GST_MSECOND,
     .property = "ir-layout", .before = "auto", .value = "mono",
     .by_thread = TRUE, .tolerance = 1e-4},
};
/* *INDENT-ON* */

const LifeStream *
life_find_stream (const gchar * name)
{
  guint i;

  for (i = 0; i < LIFE_N_STREAMS; i++)
    if (strcmp (life_streams[i].name, name) == 0)
      return &life_streams[i];
  g_assert_not_reached ();
}
