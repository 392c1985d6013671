/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fuzz-element.c: see fuzz-element.h. */
#include "fuzz-element.h"

#define MOST_RECORDS 64
/* Of all buffers, whatever their records say: the cost is of an input. */
#define MOST_BYTES 65536

gboolean
fuzz_element_init (void)
{
  static gint has_device = -1;

  if (has_device < 0) {
    GstElement *element;

    gst_init (NULL, NULL);
    /* GStreamer's own reading of odd caps complains */
    g_log_set_fatal_mask ("GStreamer-clfft", G_LOG_LEVEL_CRITICAL
        | G_LOG_LEVEL_ERROR);
    g_log_set_fatal_mask ("GStreamer-Fourier", G_LOG_LEVEL_CRITICAL
        | G_LOG_LEVEL_ERROR);
    element = gst_element_factory_make ("claudiofft", NULL);
    FUZZ_CHECK (element);
    has_device = gst_element_set_state (element, GST_STATE_READY)
        == GST_STATE_CHANGE_SUCCESS;
    gst_element_set_state (element, GST_STATE_NULL);
    gst_object_unref (element);
    if (!has_device)
      fprintf (stderr, "no OpenCL device: nothing is tried\n");
  }
  return has_device;
}

static gboolean
is_harmless (const gchar * name, const gchar * value)
{
  /* a device compiles kernels for each of these */
  gboolean is_length = g_str_has_prefix (name, "block-")
      || g_str_equal (name, "size") || g_str_equal (name, "bands")
      || g_str_equal (name, "depth");
  guint digits = 0;

  /* a device that is given up leaks */
  if (g_str_has_suffix (name, "location") || g_str_has_suffix (name, "-file")
      || g_str_equal (name, "device")
      || g_str_equal (name, "timeout")
      || g_str_equal (name, "name") || g_str_equal (name, "effort"))
    return FALSE;
  for (; *value; value++) {
    digits = g_ascii_isdigit (*value) ? digits + 1 : 0;
    if (digits > (is_length ? 2 : 4) || g_ascii_tolower (*value) == 'e')
      return FALSE;
  }
  return TRUE;
}

void
fuzz_element_set (GstElement * element, const gchar * pairs)
{
  gchar **words = g_strsplit (pairs, " ", 17);
  guint i;

  for (i = 0; words[i] && i < 16; i++) {
    gchar *value = strchr (words[i], '=');
    GParamSpec *spec;

    if (!value || !g_utf8_validate (words[i], -1, NULL))
      continue;
    *value++ = 0;
    spec = g_object_class_find_property (G_OBJECT_GET_CLASS (element),
        words[i]);
    if (spec && (spec->flags & G_PARAM_WRITABLE)
        && !(spec->flags & G_PARAM_CONSTRUCT_ONLY)
        && !G_TYPE_IS_OBJECT (spec->value_type)
        && is_harmless (words[i], value))
      gst_util_set_object_arg (G_OBJECT (element), words[i], value);
  }
  g_strfreev (words);
}

/* clfftfilter has something to convolve with. */
static void
set_response (GstElement * element)
{
  static const gfloat taps[] = { 0.5f, -0.25f, 0.125f, 0, 1, 0.5f };
  GBytes *bytes = g_bytes_new_static (taps, sizeof taps);

  g_object_set (element, "ir", bytes, NULL);
  g_bytes_unref (bytes);
}

GstHarness *
fuzz_element_open (const gchar * factory, const gchar * pairs)
{
  GstElement *element = gst_element_factory_make (factory, NULL);
  GstHarness *harness;
  GstBus *bus;

  FUZZ_CHECK (element);
  if (g_str_equal (factory, "clfftfilter"))
    set_response (element);
  fuzz_element_set (element, pairs);
  gst_object_ref_sink (element);
  bus = gst_bus_new ();
  gst_element_set_bus (element, bus);
  /* a harness takes no refusal */
  if (gst_element_set_state (element, GST_STATE_PLAYING)
      == GST_STATE_CHANGE_FAILURE) {
    FUZZ_CHECK (gst_bus_have_pending (bus));
    gst_element_set_state (element, GST_STATE_NULL);
    gst_element_set_bus (element, NULL);
    gst_object_unref (bus);
    gst_object_unref (element);
    return NULL;
  }
  harness = gst_harness_new_with_element (element, "sink", "src");
  g_object_set_data_full (G_OBJECT (element), "fuzz-bus", bus,
      gst_object_unref);
  gst_object_unref (element);
  return harness;
}

static void
check_messages (GstHarness * harness)
{
  GstBus *bus = g_object_get_data (G_OBJECT (harness->element), "fuzz-bus");
  GstMessage *message;

  while ((message = gst_bus_pop (bus))) {
    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
      GError *error = NULL;

      gst_message_parse_error (message, &error, NULL);
      FUZZ_CHECK (error && error->message[0]);
      g_error_free (error);
    }
    gst_message_unref (message);
  }
}

static void
drop_output (GstHarness * harness)
{
  GstBuffer *buffer;
  GstEvent *event;

  while ((buffer = gst_harness_try_pull (harness))) {
    GstMapInfo map;

    /* it is read to its end, so that what is not there is seen */
    if (gst_buffer_map (buffer, &map, GST_MAP_READ)) {
      g_free (g_memdup2 (map.data, map.size));
      gst_buffer_unmap (buffer, &map);
    }
    gst_buffer_unref (buffer);
  }
  while ((event = gst_harness_try_pull_event (harness)))
    gst_event_unref (event);
}

void
fuzz_element_close (GstHarness * harness)
{
  GstElement *element = gst_object_ref (harness->element);

  check_messages (harness);
  gst_harness_teardown (harness);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (element);
}

static GstBuffer *
make_buffer (const guint8 * data, gsize size, gsize length, guint from)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, length, NULL);
  GstMapInfo map;
  gsize i;

  FUZZ_CHECK (gst_buffer_map (buffer, &map, GST_MAP_WRITE));
  for (i = 0; i < length; i++)
    map.data[i] = data[(from + i) % size];
  gst_buffer_unmap (buffer, &map);
  return buffer;
}

static void
push_buffer (GstHarness * harness, const guint8 * data, gsize size,
    const guint8 * record, gsize length, GstClockTime time)
{
  GstBuffer *buffer = make_buffer (data, size, length, record[3]);
  guint64 offset = (guint64) record[3] << (record[2] & 63);

  if (record[0] & 0x08)
    GST_BUFFER_PTS (buffer) = time;
  if (record[0] & 0x10)
    GST_BUFFER_OFFSET (buffer) = offset;
  if (record[0] & 0x20)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  if (record[0] & 0x40)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_GAP);
  if (record[0] & 0x80)
    GST_BUFFER_OFFSET_END (buffer) = offset + record[3];
  gst_harness_push (harness, buffer);
}

void
fuzz_element_run (GstHarness * harness, const guint8 * data, gsize size,
    GstClockTime step)
{
  GstClockTime time = 0;
  gsize at = 0, left = MOST_BYTES, length;
  guint n;

  for (n = 0; n < MOST_RECORDS && at + 4 <= size; n++) {
    const guint8 *record = data + at;

    time += record[3] * step;
    switch (record[0] & 7) {
      case 0:
        gst_harness_push_event (harness, gst_event_new_gap (time,
                record[1] * step));
        break;
      case 1:
        gst_harness_push_event (harness, gst_event_new_flush_start ());
        gst_harness_push_event (harness, gst_event_new_flush_stop (TRUE));
        G_GNUC_FALLTHROUGH;
      case 2:
      {
        GstSegment segment;

        gst_segment_init (&segment, GST_FORMAT_TIME);
        segment.start = record[1] * step;
        segment.rate = record[2] == 0xff ? -1 : 1;
        if (segment.rate < 0)
          segment.stop = 1000 * step;
        gst_harness_push_event (harness, gst_event_new_segment (&segment));
        break;
      }
      default:
        length = MIN (record[1] | (gsize) record[2] << 8, left);
        left -= length;
        push_buffer (harness, data, size, record, length, time);
    }
    drop_output (harness);
    at += 4;
  }
  gst_harness_push_event (harness, gst_event_new_eos ());
  drop_output (harness);
  check_messages (harness);
}
