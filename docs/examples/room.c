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
   reflections may be louder than full scale. */
#define PIPELINE "filesrc name=source ! " \
    "decodebin caps=audio/x-raw(ANY) expose-all-streams=false ! " \
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

/* Which of the files an error is about: room, source, sink. */
static const gchar *
find_file (GstMessage * message, gchar ** files)
{
  const gchar *name = GST_OBJECT_NAME (GST_MESSAGE_SRC (message));

  return files[g_str_equal (name, "filter") ? 0
      : g_str_equal (name, "sink") ? 2 : 1];
}

/* Until the end; whether it came without an error, which is told in one line
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
  ok = run (pipeline, argv + 1);
  gst_object_unref (pipeline);
  return ok ? 0 : 1;
}
