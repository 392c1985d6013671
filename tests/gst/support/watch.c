/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* watch.c: see watch.h. */
#include "watch.h"

#include <string.h>
#include "poke.h"
#include "rig.h"
#include "support/test.h"

static void
take_buffer (Watch * w, GstBuffer * buffer)
{
  Stamp stamp = { GST_BUFFER_PTS (buffer), GST_BUFFER_DURATION (buffer),
    GST_BUFFER_OFFSET (buffer), GST_BUFFER_OFFSET_END (buffer), 0, 0,
    GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DISCONT),
    GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_GAP)
  };

  w->taker->take_buffer (w, buffer, &stamp);
  g_array_append_val (w->stamps, stamp);
}

static void
take_event (Watch * w, GstEvent * event)
{
  GstCaps *caps;

  if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS) {
    gst_event_parse_caps (event, &caps);
    if (w->taker)
      w->taker->take_caps (w, caps);
    w->n_caps++;
  }
  w->n_gaps += GST_EVENT_TYPE (event) == GST_EVENT_GAP;
  w->n_eos += GST_EVENT_TYPE (event) == GST_EVENT_EOS;
}

/* As it passes: a buffer is of the caps before it. */
static GstPadProbeReturn
take (GstPad * pad, GstPadProbeInfo * info, gpointer data)
{
  Watch *w = data;

  if (!(info->type & GST_PAD_PROBE_TYPE_BUFFER))
    take_event (w, GST_PAD_PROBE_INFO_EVENT (info));
  else if (w->taker)
    take_buffer (w, GST_PAD_PROBE_INFO_BUFFER (info));
  return GST_PAD_PROBE_OK;
}

static void
take_error (Watch * w, const GError * error)
{
  if (w->n_errors++ == 0)
    w->error = g_strdup (error->message);
}

static void
take_warning (Watch * w, const GError * error)
{
  g_ptr_array_add (w->warnings, g_strdup (error->message));
  w->warning = g_ptr_array_index (w->warnings, 0);
  w->n_warnings++;
}

static void
take_message (Watch * w, GstMessage * message)
{
  g_autoptr (GError) error = NULL;

  switch (GST_MESSAGE_TYPE (message)) {
    case GST_MESSAGE_ERROR:
      gst_message_parse_error (message, &error, NULL);
      take_error (w, error);
      break;
    case GST_MESSAGE_WARNING:
      gst_message_parse_warning (message, &error, NULL);
      take_warning (w, error);
      break;
    case GST_MESSAGE_ELEMENT:
      if (gst_message_has_name (message, "spectrum"))
        g_ptr_array_add (w->messages,
            gst_structure_copy (gst_message_get_structure (message)));
      break;
    case GST_MESSAGE_PROGRESS:
      w->n_progress++;
      break;
    case GST_MESSAGE_LATENCY:
      w->n_latency++;
      break;
    case GST_MESSAGE_QOS:
      w->n_qos++;
      break;
    default:
      break;
  }
}

void
watch_collect (Watch * w)
{
  GstMessage *message;

  while ((message = gst_bus_pop (w->bus))) {
    take_message (w, message);
    gst_message_unref (message);
  }
}

Watch *
watch_new_element (GstElement * element, const WatchTaker * taker,
    gsize number_size)
{
  Watch *w = g_new0 (Watch, 1);

  w->taker = taker;
  w->element = element;
  gst_audio_info_init (&w->audio);
  gst_audio_info_init (&w->out);
  gst_video_info_init (&w->video);
  w->stamps = g_array_new (FALSE, FALSE, sizeof (Stamp));
  if (number_size)
    w->numbers = g_array_new (FALSE, FALSE, number_size);
  w->messages = g_ptr_array_new_with_free_func ((GDestroyNotify)
      gst_structure_free);
  w->warnings = g_ptr_array_new_with_free_func (g_free);
  w->harness = rig_open_shared (element, &w->bus);
  gst_harness_set_drop_buffers (w->harness, taker != NULL);
  gst_pad_add_probe (w->harness->sinkpad, GST_PAD_PROBE_TYPE_BUFFER
      | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, take, w, NULL);
  return w;
}

Watch *
watch_new (const gchar * line, const WatchTaker * taker, gsize number_size)
{
  return watch_new_element (rig_parse (line), taker, number_size);
}

void
watch_free (Watch * w)
{
  rig_close (w->harness, w->element, w->bus);
  g_array_unref (w->stamps);
  g_clear_pointer (&w->numbers, g_array_unref);
  g_clear_pointer (&w->pictures, g_array_unref);
  g_ptr_array_unref (w->messages);
  g_free (w->error);
  g_ptr_array_unref (w->warnings);
  g_free (w);
}

/* ---- what goes in ---- */

void
watch_set_format (Watch * w, GstAudioFormat format, gint channels, gint rate,
    GstAudioLayout layout)
{
  rig_send_format (w->harness, &w->audio, format, channels, rate, layout);
  watch_collect (w);
}

void
watch_set_caps (Watch * w, const gchar * caps)
{
  gst_harness_set_src_caps_str (w->harness, caps);
  watch_collect (w);
}

void
watch_push_buffer (Watch * w, GstBuffer * buffer)
{
  w->flow = gst_harness_push (w->harness, buffer);
  while ((buffer = gst_harness_try_pull (w->harness)))
    gst_buffer_unref (buffer);
  watch_collect (w);
}

void
watch_push_event (Watch * w, GstEvent * event)
{
  gst_harness_push_event (w->harness, event);
  watch_collect (w);
}

void
watch_push (Watch * w, const gdouble * values, guint n_samples,
    GstClockTime pts)
{
  watch_push_buffer (w, rig_make_buffer (&w->audio, values, n_samples, pts));
}

void
watch_run (Watch * w, const gdouble * values, guint n_samples, guint cut)
{
  gint channels = GST_AUDIO_INFO_CHANNELS (&w->audio);
  guint at, n;

  for (at = 0; at < n_samples; at += n) {
    n = cut ? cut : 1 + test_random () % 5000;
    n = MIN (n, n_samples - at);
    watch_push (w, values + (gsize) at * channels, n,
        gst_util_uint64_scale (at, GST_SECOND,
            GST_AUDIO_INFO_RATE (&w->audio)));
  }
  watch_push_event (w, gst_event_new_eos ());
}

/* ---- bytes ---- */

static void
take_no_caps (Watch * w, GstCaps * caps)
{
}

static void
take_bytes (Watch * w, GstBuffer * buffer, Stamp * stamp)
{
  GstMapInfo map;

  TEST_REQUIRE (gst_buffer_map (buffer, &map, GST_MAP_READ), "%s: a buffer "
      "cannot be read", w->feed->line);
  stamp->first = w->numbers->len;
  stamp->n = map.size;
  g_array_append_vals (w->numbers, map.data, map.size);
  gst_buffer_unmap (buffer, &map);
}

static const WatchTaker bytes_taker = { take_no_caps, take_bytes };

Watch *
watch_new_feed (const WatchFeed * feed, const gchar * properties, guint taps)
{
  GstElement *element = rig_parse (feed->line);

  poke_set_properties (rig_find (element), properties);
  if (taps)
    rig_set_response (element, taps);
  return watch_open_feed (feed, element);
}

Watch *
watch_open_feed (const WatchFeed * feed, GstElement * element)
{
  Watch *w = watch_new_element (element, &bytes_taker, 1);

  w->feed = feed;
  gst_harness_set_sink_caps_str (w->harness, feed->wanted ? feed->wanted
      : "ANY");
  watch_set_caps (w, feed->caps);
  return w;
}

void
watch_feed (Watch * w, guint n)
{
  for (; n > 0; n--)
    watch_push_buffer (w, rig_make_numbered (w->feed->caps, w->feed->size,
            w->n_fed++, w->feed->duration));
}

void
watch_clear (Watch * w)
{
  g_array_set_size (w->stamps, 0);
  g_array_set_size (w->numbers, 0);
  g_ptr_array_set_size (w->messages, 0);
}

void
watch_check_same (const Watch * w, const Watch * other, const gchar * what)
{
  guint i, n_other = 0;

  TEST_CHECK (w->numbers->len + w->messages->len > 0
      && w->messages->len == other->messages->len
      && w->stamps->len == other->stamps->len
      && w->numbers->len == other->numbers->len
      && !memcmp (w->numbers->data, other->numbers->data, w->numbers->len),
      "%s: other output: %u bytes, not %u; %u messages, not %u", what,
      w->numbers->len, other->numbers->len, w->messages->len,
      other->messages->len);
  for (i = 0; i < MIN (w->stamps->len, other->stamps->len); i++)
    n_other += watch_stamp (w, i)->pts != watch_stamp (other, i)->pts
        || watch_stamp (w, i)->duration != watch_stamp (other, i)->duration
        || watch_stamp (w, i)->n != watch_stamp (other, i)->n;
  for (i = 0; i < MIN (w->messages->len, other->messages->len); i++)
    n_other += !gst_structure_is_equal (g_ptr_array_index (w->messages, i),
        g_ptr_array_index (other->messages, i));
  TEST_CHECK (n_other == 0, "%s: %u times or messages differ", what, n_other);
}

/* ---- what is known ---- */

const Stamp *
watch_stamp (const Watch * w, guint buffer)
{
  g_assert (buffer < w->stamps->len);
  return &g_array_index (w->stamps, Stamp, buffer);
}

guint64
watch_get_stat (Watch * w, const gchar * name)
{
  return rig_get_stat (w->element, name);
}
