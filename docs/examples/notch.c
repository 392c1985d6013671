/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * notch.c: takes out of pictures what repeats: the screen of a printed picture,
 * moire, banding. clvideofilter finds the patterns, and tells each by a message
 * on the bus. What exceeds its surroundings by DECIBELS is a pattern. Of a video
 * one file has the first picture, files with a number have all:
 *
 *   notch printed.png cleaned.png 12
 *   notch clip.mkv cleaned-%05d.png
 */
#include <gst/gst.h>
#include <string.h>

#define PIPELINE "filesrc name=source ! " \
    "decodebin caps=video/x-raw(ANY) expose-all-streams=false ! " \
    "videoconvert ! clvideofilter name=filter notch=auto ! videoconvert ! "
#define FIRST_PICTURE "pngenc snapshot=true ! filesink name=sink"
#define ALL_PICTURES "pngenc ! multifilesink name=sink"

#define LEAST 6.0               /* decibels */
#define STANDARD 16.0
#define MOST 120.0

static void
set_location (GstElement * pipeline, const gchar * name, const gchar * path)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (pipeline), name);

  g_object_set (element, "location", path, NULL);
  gst_object_unref (element);
}

/* A name with one %d or %05d, as multifilesink fills in. */
static gboolean
is_numbered (const gchar * path)
{
  return g_regex_match_simple ("^[^%]*%[0-9]*d[^%]*$", path, 0, 0);
}

/* FALSE, and a line, if it is no number, or none that may be. */
static gboolean
read_decibels (const gchar * text, gdouble * decibels)
{
  gchar *end;

  *decibels = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0')
    g_printerr ("%s is no number of decibels\n", text);
  else if (!(*decibels >= LEAST && *decibels <= MOST))
    g_printerr ("%s is no number of decibels from %g to %g\n", text, LEAST,
        MOST);
  else
    return TRUE;
  return FALSE;
}

/* Prints a pattern that was found; whether this is such a message. */
static gboolean
print_pattern (GstMessage * message)
{
  const GstStructure *found = gst_message_get_structure (message);
  gdouble period, x, y, level;

  if (!gst_structure_has_name (found, "clvideofilter-notch")
      || !gst_structure_get (found, "period", G_TYPE_DOUBLE, &period,
          "frequency-x", G_TYPE_DOUBLE, &x, "frequency-y", G_TYPE_DOUBLE, &y,
          "level", G_TYPE_DOUBLE, &level, NULL))
    return FALSE;               /* there is none */
  g_print ("period %.2f pixels, at %.4f %.4f, %.1f dB\n", period, x, y, level);
  return TRUE;
}

/* Until the end; how many patterns were found, or -1 after an error, which is
   reported in one line with the file that it is of. */
static gint
run (GstElement * pipeline, gchar ** files)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  g_autoptr (GError) error = NULL;
  GstMessage *message;
  gint n_found = 0;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  while ((message = gst_bus_timed_pop_filtered (bus, GST_CLOCK_TIME_NONE,
              GST_MESSAGE_ELEMENT | GST_MESSAGE_EOS | GST_MESSAGE_ERROR))) {
    if (GST_MESSAGE_TYPE (message) != GST_MESSAGE_ELEMENT)
      break;
    n_found += print_pattern (message);
    gst_message_unref (message);
  }
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
    gst_message_parse_error (message, &error, NULL);
    g_printerr ("%s: %s\n", strcmp (GST_OBJECT_NAME (GST_MESSAGE_SRC (message)),
            "sink") == 0 ? files[1] : files[0], error->message);
    n_found = -1;
  }
  gst_message_unref (message);
  return n_found;
}

static gboolean
is_video (GstElement * filter)
{
  g_autoptr (GstPad) pad = gst_element_get_static_pad (filter, "src");
  g_autoptr (GstCaps) caps = gst_pad_get_current_caps (pad);
  gint n = 0, d;

  return caps && gst_structure_get_fraction (gst_caps_get_structure (caps, 0),
      "framerate", &n, &d) && n > 0;
}

static gint
clean (GstElement * pipeline, gchar ** files, gdouble decibels)
{
  g_autoptr (GstElement) filter = gst_bin_get_by_name (GST_BIN (pipeline),
      "filter");
  gint n_found;

  g_object_set (filter, "notch-threshold", decibels, NULL);
  set_location (pipeline, "source", files[0]);
  set_location (pipeline, "sink", files[1]);
  n_found = run (pipeline, files);
  if (n_found >= 0 && is_video (filter) && !is_numbered (files[1]))
    g_print ("%s: the first picture; a name as cleaned-%%05d.png takes all\n",
        files[1]);
  if (n_found == 0)
    g_print ("nothing removed: no pattern of 2 pixels to a quarter of the "
        "picture is %g dB over the rest\n", decibels);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  return n_found;
}

int
main (int argc, char **argv)
{
  g_autoptr (GstElement) pipeline = NULL;
  g_autofree gchar *line = NULL;
  g_autoptr (GError) error = NULL;
  gdouble decibels = STANDARD;

  gst_init (&argc, &argv);
  if (argc < 3 || argc > 4) {
    g_printerr ("usage: notch FILE PNG [DECIBELS]\n");
    return 2;
  }
  if (argc > 3 && !read_decibels (argv[3], &decibels))
    return 2;
  line = g_strconcat (PIPELINE, is_numbered (argv[2]) ? ALL_PICTURES
      : FIRST_PICTURE, NULL);
  pipeline = gst_parse_launch (line, &error);
  if (error) {
    g_printerr ("%s\n", error->message);
    return 1;
  }
  return clean (pipeline, argv + 1, decibels) < 0 ? 1 : 0;
}
