/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* message.c: builds the element message `spectrum`. */
#include "message.h"

#include "opencl/error.h"

/* Fills a list or an array of floats. A float owns nothing, so each value is a
   bitwise copy of one that was initialised once; appending by copies would take
   longer than the transforms of the message. */
static void
fill (GValue * value, GType type, const gfloat * numbers, guint n_numbers)
{
  GValue number = G_VALUE_INIT, next;
  gboolean is_list = type == GST_TYPE_LIST;
  guint i;

  g_value_init (&number, G_TYPE_FLOAT);
  (is_list ? gst_value_list_init : gst_value_array_init) (value, n_numbers);
  for (i = 0; i < n_numbers; i++) {
    next = number;
    g_value_set_float (&next, numbers[i]);
    (is_list ? gst_value_list_append_and_take_value
        : gst_value_array_append_and_take_value) (value, &next);
  }
}

static void
make_nested (GValue * value, const GstClSpectrumMessage * content,
    const gfloat * numbers)
{
  guint c;

  gst_value_array_init (value, content->n_channels);
  for (c = 0; c < content->n_channels; c++) {
    GValue channel = G_VALUE_INIT;

    fill (&channel, GST_TYPE_ARRAY, numbers + (gsize) c * content->n_bands,
        content->n_bands);
    gst_value_array_append_and_take_value (value, &channel);
  }
}

static void
make_bytes (GValue * value, gpointer room, gsize size, const gfloat * numbers)
{
  memcpy (room, numbers, size);
  g_value_init (value, G_TYPE_BYTES);
  g_value_take_boxed (value, g_bytes_new_take (room, size));
}

static GType
get_type (const GstClSpectrumMessage * content)
{
  return content->format == GST_CL_SPECTRUM_MESSAGE_FORMAT_LIST
      ? GST_TYPE_LIST : GST_TYPE_ARRAY;
}

/* Bytes of a result in the message. */
static gsize
get_size (const GstClSpectrumMessage * content)
{
  gsize n_points = (gsize) content->n_channels * content->n_bands;

  return content->format == GST_CL_SPECTRUM_MESSAGE_FORMAT_BYTES
      ? n_points * sizeof (gfloat)
      : (n_points + content->n_channels) * sizeof (GValue);
}

static void
add_result (GstStructure * structure, const gchar * name,
    const GstClSpectrumMessage * content, const gfloat * numbers,
    gpointer * room)
{
  GValue value = G_VALUE_INIT;

  if (!numbers)
    return;
  if (content->format == GST_CL_SPECTRUM_MESSAGE_FORMAT_BYTES)
    make_bytes (&value, g_steal_pointer (room), get_size (content), numbers);
  else if (content->nested)
    make_nested (&value, content, numbers);
  else
    fill (&value, get_type (content), numbers, content->n_bands);
  gst_structure_take_value (structure, name, &value);
}

/* Adds what is no result of each band of each channel: a row of numbers, for
   which there is room, if it is long. */
static void
add_row (GstStructure * structure, const gchar * name,
    const GstClSpectrumMessage * content, const gfloat * numbers, guint n,
    gpointer * room)
{
  GValue value = G_VALUE_INIT;
  gsize size = n * sizeof (gfloat);

  if (content->format == GST_CL_SPECTRUM_MESSAGE_FORMAT_BYTES)
    make_bytes (&value, room ? g_steal_pointer (room) : g_malloc (size), size,
        numbers);
  else
    fill (&value, get_type (content), numbers, n);
  gst_structure_take_value (structure, name, &value);
}

static void
add_rows (GstStructure * structure, const GstClSpectrumMessage * content,
    gpointer * room)
{
  const GstClDistortionFigures *figures = content->figures;
  guint i;

  if (content->frequencies)
    add_row (structure, "frequencies", content, content->frequencies,
        content->n_bands, room);
  for (i = 0; figures && i < GST_CL_N_FIGURES; i++)
    add_row (structure, gst_cl_figure_name (i), content, figures->numbers[i],
        content->n_channels, NULL);
  if (figures && figures->unknown)
    gst_structure_set (structure, "unknown", G_TYPE_STRING, figures->unknown,
        NULL);
}

GstMessage *
gst_cl_spectrum_message_new (GstObject * source,
    const GstClSpectrumMessage * content, GError ** error)
{
  const GstSegment *segment = content->segment;
  GstClockTime running_time = GST_CLOCK_TIME_NONE;
  GstClockTime stream_time = GST_CLOCK_TIME_NONE;
  gsize size = get_size (content);
  gboolean is_list = content->format != GST_CL_SPECTRUM_MESSAGE_FORMAT_BYTES;
  g_autofree gpointer magnitude = content->magnitude ? g_try_malloc (size)
      : NULL;
  g_autofree gpointer phase = content->phase ? g_try_malloc (size) : NULL;
  g_autofree gpointer frequencies = content->frequencies
      ? g_try_malloc (content->n_bands * (is_list ? sizeof (GValue)
          : sizeof (gfloat))) : NULL;
  GstStructure *structure;

  if ((content->magnitude && !magnitude) || (content->phase && !phase)
      || (content->frequencies && !frequencies)) {
    gst_cl_set_memory_error (error, "No memory for a message of %u bands of %u "
        "channels: %" G_GSIZE_FORMAT " bytes%s", content->n_bands,
        content->n_channels, size, is_list ? "; message-format=bytes takes "
        "less" : "");
    return NULL;
  }
  /* lists are made by what ends the process without memory: it has just been
     there */
  if (is_list) {
    g_clear_pointer (&magnitude, g_free);
    g_clear_pointer (&phase, g_free);
    g_clear_pointer (&frequencies, g_free);
  }
  if (segment->format == GST_FORMAT_TIME) {
    running_time = gst_segment_to_running_time (segment, GST_FORMAT_TIME,
        content->timestamp);
    stream_time = gst_segment_to_stream_time (segment, GST_FORMAT_TIME,
        content->timestamp);
  }
  /* where there is no time the sum wraps, as it does in `spectrum` */
  structure = gst_structure_new ("spectrum",
      "endtime", GST_TYPE_CLOCK_TIME, stream_time + content->duration,
      "timestamp", G_TYPE_UINT64, content->timestamp,
      "stream-time", G_TYPE_UINT64, stream_time,
      "running-time", G_TYPE_UINT64, running_time,
      "duration", G_TYPE_UINT64, content->duration, NULL);
  add_result (structure, "magnitude", content, content->magnitude, &magnitude);
  add_result (structure, "phase", content, content->phase, &phase);
  add_rows (structure, content, &frequencies);
  if (content->format == GST_CL_SPECTRUM_MESSAGE_FORMAT_BYTES)
    gst_structure_set (structure,
        "bands", G_TYPE_UINT, content->n_bands,
        "channels", G_TYPE_UINT, content->n_channels,
        "rate", G_TYPE_INT, content->rate, NULL);
  return gst_message_new_element (source, structure);
}
