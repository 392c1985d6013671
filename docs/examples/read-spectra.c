/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * read-spectra.c: prints the strongest bin of every frame of a stream of
 * spectra, with its time. The stream is made by claudiofft from a file or
 * address that GStreamer decodes, read from a recorded .gdp file, or comes
 * from any pipeline that ends in application/x-fft:
 *
 *   read-spectra song.flac
 *   read-spectra recorded.gdp
 *   read-spectra "audiotestsrc num-buffers=100 ! claudiofft size=4096"
 */
#include <gst/fourier/fourier.h>
#include <gst/gst.h>
#include <math.h>
#include <string.h>

/* The numbers of a frame are read one by one in their own byte order. */
static double
read_number (const guint8 * data, GstFourierFormat format)
{
  switch (format) {
    case GST_FOURIER_FORMAT_F32LE:
      return GST_READ_FLOAT_LE (data);
    case GST_FOURIER_FORMAT_F32BE:
      return GST_READ_FLOAT_BE (data);
    case GST_FOURIER_FORMAT_F64LE:
      return GST_READ_DOUBLE_LE (data);
    default:
      return GST_READ_DOUBLE_BE (data);
  }
}

static double
read_point (const GstFourierInfo * info, const guint8 * data)
{
  double re = read_number (data, info->format);

  switch (info->quantity) {
    case GST_FOURIER_QUANTITY_COMPLEX:
    case GST_FOURIER_QUANTITY_CROSS_POWER:
    case GST_FOURIER_QUANTITY_TRANSFER_H1:
    case GST_FOURIER_QUANTITY_TRANSFER_H2:
      data += gst_fourier_info_get_point_size (info) / 2;
      return hypot (re, read_number (data, info->format));
    default:
      return re;
  }
}

static void
print_channel (const GstFourierInfo * info, GstClockTime time, guint channel,
    const guint8 * data)
{
  gsize point_size = gst_fourier_info_get_point_size (info);
  guint n_points = gst_fourier_info_get_n_points (info), i, peak = 0;
  double frequency, strongest = -INFINITY;

  for (i = 0; i < n_points; i++) {
    double value = read_point (info, data + i * point_size);

    if (value > strongest) {
      strongest = value;
      peak = i;
    }
  }
  frequency = gst_fourier_info_bin_to_frequency (info, 0, peak);
  if (GST_CLOCK_TIME_IS_VALID (time))
    g_print ("%.9f", time / 1e9);
  else
    g_print ("-");
  if (isnan (frequency))
    g_print (" channel %u: band %u, %.6g\n", channel, peak, strongest);
  else
    g_print (" channel %u: %.3f Hz, %.6g\n", channel, frequency, strongest);
}

static gboolean
print_sample (GstSample * sample)
{
  GstBuffer *buffer = gst_sample_get_buffer (sample);
  GError *error = NULL;
  GstFourierInfo info;
  GstMapInfo map;
  guint n_frames, frame, channel;
  gboolean is_whole;

  if (!gst_fourier_info_from_caps (&info, gst_sample_get_caps (sample),
          &error)) {
    g_printerr ("not a stream of spectra: %s\n", error->message);
    g_error_free (error);
    return FALSE;
  }
  if (info.rank != 1 || info.quantity == GST_FOURIER_QUANTITY_PHASE
      || info.quantity == GST_FOURIER_QUANTITY_DELAY) {
    g_printerr ("only spectra of audio, and no phases or delays, have a "
        "strongest bin\n");
    return FALSE;
  }
  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    return FALSE;
  is_whole = gst_fourier_info_count_frames (&info, map.size, &n_frames);
  if (!is_whole)
    g_printerr ("a buffer of %" G_GSIZE_FORMAT " bytes is not whole frames\n",
        map.size);
  for (frame = 0; frame < n_frames; frame++) {
    const guint8 *data =
        map.data + frame * gst_fourier_info_get_frame_size (&info);
    GstClockTime time = GST_BUFFER_PTS (buffer);

    if (GST_CLOCK_TIME_IS_VALID (time))
      time += gst_fourier_info_get_frame_time (&info, frame);
    for (channel = 0; channel < info.channels; channel++)
      print_channel (&info, time, channel, data
          + channel * (gst_fourier_info_get_frame_size (&info)
              / info.channels));
  }
  gst_buffer_unmap (buffer, &map);
  return is_whole;
}

/* Behind a tee wavparse is pushed to: of some files, as of mono of 24 bits
   with an odd number of samples, version 1.22 reads nothing by itself. */
#define FILE_SOURCE "filesrc name=source ! tee ! " \
    "decodebin caps=audio/x-raw(ANY) expose-all-streams=false"
#define URI_SOURCE \
    "uridecodebin name=source caps=audio/x-raw(ANY) expose-all-streams=false"
#define SINK "appsink name=sink sync=false"

/* A pipeline, a .gdp file, or anything that can be decoded. */
static GstElement *
make_pipeline (const gchar * input, GError ** error)
{
  g_autofree gchar *path = g_filename_from_uri (input, NULL, NULL);
  gboolean is_uri = !path && gst_uri_is_valid (input);
  GstElement *pipeline, *source;

  if (strstr (input, " ! ")) {
    g_autofree gchar *description = g_strdup_printf ("%s ! " SINK, input);

    return gst_parse_launch (description, error);
  }
  pipeline = gst_parse_launch (g_str_has_suffix (input, ".gdp")
      ? "filesrc name=source ! gdpdepay ! " SINK
      : is_uri ? URI_SOURCE " ! claudiofft size=4096 ! " SINK
      : FILE_SOURCE " ! claudiofft size=4096 ! " SINK, error);
  if (!pipeline || *error)
    return pipeline;
  source = gst_bin_get_by_name (GST_BIN (pipeline), "source");
  g_object_set (source, is_uri ? "uri" : "location", path ? path : input, NULL);
  gst_object_unref (source);
  return pipeline;
}

/* Whether the pipeline ended without an error. One is reported in a line, with the
   file, or the element of a pipeline. */
static gboolean
check_bus (GstElement * pipeline, const gchar * input)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  GError *error = NULL;

  gst_object_unref (bus);
  if (!message)
    return TRUE;
  gst_message_parse_error (message, &error, NULL);
  g_printerr ("%s: %s\n", strstr (input, " ! ")
      ? GST_OBJECT_NAME (GST_MESSAGE_SRC (message)) : input, error->message);
  g_error_free (error);
  gst_message_unref (message);
  return FALSE;
}

int
main (int argc, char **argv)
{
  GError *error = NULL;
  GstElement *pipeline, *sink;
  GstSample *sample = NULL;
  gboolean ok = TRUE, is_over = FALSE;
  guint n_samples = 0;

  gst_init (&argc, &argv);
  if (argc != 2) {
    g_printerr ("usage: read-spectra FILE | URI | PIPELINE\n");
    return 2;
  }
  pipeline = make_pipeline (argv[1], &error);
  if (!pipeline || error) {
    g_printerr ("%s\n", error->message);
    g_clear_error (&error);
    gst_clear_object (&pipeline);
    return 1;
  }
  sink = gst_bin_get_by_name (GST_BIN (pipeline), "sink");
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  /* an error ends the stream without EOS: look at the bus now and then */
  while (ok && !is_over) {
    g_signal_emit_by_name (sink, "try-pull-sample", GST_SECOND / 10, &sample);
    if (sample) {
      ok = print_sample (sample);
      n_samples++;
      gst_sample_unref (sample);
    } else {
      g_object_get (sink, "eos", &is_over, NULL);
      ok = check_bus (pipeline, argv[1]);
    }
  }
  ok = ok && check_bus (pipeline, argv[1]);
  if (ok && n_samples == 0) {
    g_printerr ("%s: there are no spectra in it\n", argv[1]);
    ok = FALSE;
  }
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (sink);
  gst_object_unref (pipeline);
  return ok ? 0 : 1;
}
