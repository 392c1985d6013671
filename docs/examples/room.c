/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * room.c: puts a sound into a room, whose impulse response is in a file of its
 * own. Takes anything that GStreamer decodes, writes a WAV file of floats:
 *
 *   room hall.wav speech.flac speech-in-the-hall.wav 30
 *
 * The last number is how much of what is heard comes from the room, in percent.
 */
#include <gst/gst.h>

/* The response of a room is as loud as it was recorded: normalize=energy makes
   noise as loud behind the filter as it is before it. Floats, for a sum of
   reflections may be louder than full scale. Behind a tee wavparse is pushed
   to: of some files, as of mono of 24 bits with an odd number of samples,
   version 1.22 reads nothing by itself. */
#define PIPELINE "filesrc name=source ! tee ! " \
    "decodebin caps=audio/x-raw(ANY) expose-all-streams=false ! " \
    "capssetter name=places caps=audio/x-raw ! " \
    "audioconvert ! audio/x-raw,format=F32LE ! " \
    "clfftfilter name=filter normalize=energy ! wavenc ! filesink name=sink"

static void
set_text (GstElement * pipeline, const gchar * name, const gchar * property,
    const gchar * text)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (pipeline), name);

  g_object_set (element, property, text, NULL);
  gst_object_unref (element);
}

static void
set_mix (GstElement * pipeline, gdouble part)
{
  GstElement *filter = gst_bin_get_by_name (GST_BIN (pipeline), "filter");

  g_object_set (filter, "wet", part, "dry", 1 - part, NULL);
  gst_object_unref (filter);
}

static guint
count_places (GstStructure * fields, gint n_channels)
{
  guint64 mask;
  guint n = 0;

  if (!gst_structure_get (fields, "channel-mask", GST_TYPE_BITMASK, &mask,
          NULL))
    return MIN (n_channels, 2);
  for (; mask; mask &= mask - 1)
    n++;
  return n;
}

/* audioconvert fails where a file does not say where its channels are, and mixes
   them where it says so of another number: they have no places then. */
static GstPadProbeReturn
check_places (GstPad * pad, GstPadProbeInfo * probe, gpointer setter)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (probe);
  GstStructure *fields;
  gint n_channels = 0;
  GstCaps *caps;
  guint n_places;

  if (GST_EVENT_TYPE (event) != GST_EVENT_CAPS)
    return GST_PAD_PROBE_OK;
  gst_event_parse_caps (event, &caps);
  fields = gst_caps_get_structure (caps, 0);
  gst_structure_get_int (fields, "channels", &n_channels);
  n_places = count_places (fields, n_channels);
  gst_util_set_object_arg (setter, "caps",
      n_places == 0 || n_places == (guint) n_channels ? "audio/x-raw"
      : "audio/x-raw, channel-mask=(bitmask)0");
  return GST_PAD_PROBE_OK;
}

static void
watch_places (GstElement * pipeline)
{
  GstElement *setter = gst_bin_get_by_name (GST_BIN (pipeline), "places");
  GstPad *pad = gst_element_get_static_pad (setter, "sink");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, check_places,
      setter, NULL);
  gst_object_unref (pad);
  gst_object_unref (setter);
}

/* Which of the files an error is about: room, source, sink. */
static const gchar *
find_file (GstMessage * message, gchar ** files)
{
  const gchar *name = GST_OBJECT_NAME (GST_MESSAGE_SRC (message));

  return files[g_str_equal (name, "filter") ? 0
      : g_str_equal (name, "sink") ? 2 : 1];
}

/* Until the end; whether it came without an error, which is reported in one line
   with the file that it is of. */
static gboolean
run (GstElement * pipeline, gchar ** files)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GError *error = NULL;
  GstMessage *message;
  gboolean ok;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (bus, GST_CLOCK_TIME_NONE,
      GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  ok = GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS;
  if (!ok) {
    gst_message_parse_error (message, &error, NULL);
    g_printerr ("%s: %s\n", find_file (message, files), error->message);
    g_error_free (error);
  }
  gst_message_unref (message);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  return ok;
}

/* FALSE, and a line, if it is no percentage. */
static gboolean
read_percent (const gchar * text, gdouble * percent)
{
  gchar *end;

  *percent = g_ascii_strtod (text, &end);
  if (end != text && *end == '\0' && *percent >= 0 && *percent <= 100)
    return TRUE;
  g_printerr ("%s is no number from 0 to 100\n", text);
  return FALSE;
}

int
main (int argc, char **argv)
{
  GstElement *pipeline;
  GError *error = NULL;
  gdouble percent = 30;
  gboolean ok;

  gst_init (&argc, &argv);
  if (argc < 4 || argc > 5) {
    g_printerr ("usage: room RESPONSE FILE WAV [PERCENT]\n");
    return 2;
  }
  if (argc > 4 && !read_percent (argv[4], &percent))
    return 2;
  pipeline = gst_parse_launch (PIPELINE, &error);
  if (error) {
    g_printerr ("%s\n", error->message);
    g_clear_error (&error);
    gst_clear_object (&pipeline);
    return 1;
  }
  set_text (pipeline, "filter", "ir-file", argv[1]);
  set_text (pipeline, "source", "location", argv[2]);
  set_text (pipeline, "sink", "location", argv[3]);
  set_mix (pipeline, percent / 100);
  watch_places (pipeline);
  ok = run (pipeline, argv + 1);
  gst_object_unref (pipeline);
  return ok ? 0 : 1;
}
