/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spectral-gate.c: a filter of one's own between claudiofft and clifft: what is
 * quieter than a threshold, bin by bin, is taken out. Takes anything that
 * GStreamer decodes, writes a WAV file:
 *
 *   spectral-gate speech.flac gated.wav -60
 */
#include <gst/fourier/fourier.h>
#include <gst/gst.h>
#include <math.h>
#include <string.h>

/* A sine of amplitude a reads a (scaling=amplitude), so that decibels are of
   full scale. 75 % overlap: what is changed from frame to frame fades. Behind a
   tee wavparse is pushed to: of some files, as of mono of 24 bits with an odd
   number of samples, version 1.22 reads nothing by itself. */
#define PIPELINE "filesrc name=source ! tee ! " \
    "decodebin caps=audio/x-raw(ANY) expose-all-streams=false ! " \
    "claudiofft size=2048 overlap=0.75 center=true scaling=amplitude ! " \
    "clifft name=inverse ! wavenc ! filesink name=sink"

/* Sets every point below the threshold to 0. */
static void
gate (gfloat * points, gsize n_points, gfloat threshold)
{
  gsize i;

  for (i = 0; i < n_points; i++)
    if (hypotf (points[2 * i], points[2 * i + 1]) < threshold)
      points[2 * i] = points[2 * i + 1] = 0;
}

/* Each buffer is one or more whole frames: [frame][channel][bin], pairs of real
   and imaginary part. Times and offsets stay as they are. */
static GstPadProbeReturn
on_buffer (GstPad * pad, GstPadProbeInfo * probe, gpointer threshold)
{
  GstBuffer *buffer = gst_buffer_make_writable (probe->data);
  GstCaps *caps = gst_pad_get_current_caps (pad);
  GstFourierInfo info;
  GstMapInfo map;

  probe->data = buffer;
  if (gst_fourier_info_from_caps (&info, caps, NULL)
      && gst_fourier_info_get_point_size (&info) == 2 * sizeof (gfloat)
      && gst_buffer_map (buffer, &map, GST_MAP_READWRITE)) {
    gate ((gfloat *) map.data, map.size / (2 * sizeof (gfloat)),
        *(gfloat *) threshold);
    gst_buffer_unmap (buffer, &map);
  }
  gst_caps_unref (caps);
  return GST_PAD_PROBE_OK;
}

static void
set_location (GstElement * pipeline, const gchar * name, const gchar * path)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (pipeline), name);

  g_object_set (element, "location", path, NULL);
  gst_object_unref (element);
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
    g_printerr ("%s: %s\n", strcmp (GST_OBJECT_NAME (GST_MESSAGE_SRC (message)),
            "sink") == 0 ? files[1] : files[0], error->message);
    g_error_free (error);
  }
  gst_message_unref (message);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  return ok;
}

/* FALSE, and a line, if it is no number. */
static gboolean
read_decibels (const gchar * text, gdouble * decibels)
{
  gchar *end;

  *decibels = g_ascii_strtod (text, &end);
  if (end != text && *end == '\0')
    return TRUE;
  g_printerr ("%s is no number of decibels\n", text);
  return FALSE;
}

int
main (int argc, char **argv)
{
  GstElement *pipeline, *inverse;
  GError *error = NULL;
  gdouble decibels = -60;
  gfloat threshold;
  GstPad *pad;
  gboolean ok;

  gst_init (&argc, &argv);
  if (argc < 3 || argc > 4) {
    g_printerr ("usage: spectral-gate FILE WAV [DECIBELS]\n");
    return 2;
  }
  if (argc > 3 && !read_decibels (argv[3], &decibels))
    return 2;
  threshold = pow (10, decibels / 20);
  pipeline = gst_parse_launch (PIPELINE, &error);
  if (error) {
    g_printerr ("%s\n", error->message);
    g_clear_error (&error);
    gst_clear_object (&pipeline);
    return 1;
  }
  set_location (pipeline, "source", argv[1]);
  set_location (pipeline, "sink", argv[2]);
  inverse = gst_bin_get_by_name (GST_BIN (pipeline), "inverse");
  pad = gst_element_get_static_pad (inverse, "sink");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_buffer, &threshold,
      NULL);
  ok = run (pipeline, argv + 1);
  gst_object_unref (pad);
  gst_object_unref (inverse);
  gst_object_unref (pipeline);
  return ok ? 0 : 1;
}
