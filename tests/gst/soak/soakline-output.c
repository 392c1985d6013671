/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * soakline-output.c: what comes out of a line is looked at and counted.
 */
#include "soakline-private.h"

#include <gst/audio/audio.h>
#include <gst/fourier/fourier.h>
#include <gst/video/video.h>
#include <math.h>
#include "layer/fault-layer.h"

/* Of samples that come back, where full scale is 1. */
#define TOLERANCE 1e-4

void
soak_line_complain (SoakLine * line, const gchar * what, const gchar * detail)
{
  if (!line->wrong[0])
    g_snprintf (line->wrong, sizeof line->wrong, "%s: %s%s%s",
        line->kind->name, what, detail ? ": " : "", detail ? detail : "");
}

/* ---- buffers ---- */

gfloat
soak_line_get_sample (guint64 unit, guint channel)
{
  return ((gfloat) ((unit % SOAK_PERIOD * 577 + channel * 251) % SOAK_PERIOD)
      / SOAK_PERIOD - 0.5f) * 0.9f;
}

static gboolean
are_numbers (const gfloat * numbers, gsize n)
{
  gsize i;

  for (i = 0; i < n; i++)
    if (!isfinite (numbers[i]))
      return FALSE;
  return TRUE;
}

static void
check_samples (SoakLine * line, guint64 first, const gfloat * samples,
    gsize n_bytes)
{
  gsize n_channels = line->output_size / sizeof (gfloat);
  gsize i, n = n_bytes / sizeof (gfloat);
  gchar detail[100];

  for (i = 0; i < n; i++) {
    guint64 unit = first + i / n_channels;
    gfloat was = soak_line_get_sample (unit, i % n_channels);

    if (!(fabsf (samples[i] - was) <= TOLERANCE)) {
      g_snprintf (detail, sizeof detail, "sample %" G_GUINT64_FORMAT
          " was %g and is %g", unit, was, samples[i]);
      soak_line_complain (line, "other samples came back", detail);
      return;
    }
  }
}

/* What a reader does with OpenCL is the reader's. */
static void
read_output (SoakLine * line, GstBuffer * buffer)
{
  gboolean floats = line->kind->kind != TIMELINE_PICTURES
      && line->kind->kind != TIMELINE_FILTERED
      && line->kind->kind != TIMELINE_PASSED;
  GstMapInfo map;

  if (line->layer)
    line->layer->ignore (TRUE);
  if (gst_buffer_map (buffer, &map, GST_MAP_READ)) {
    if (floats && !are_numbers ((const gfloat *) (gpointer) map.data,
            map.size / sizeof (gfloat)))
      soak_line_complain (line, "a buffer has what is no number", NULL);
    else if (line->kind->samples_come_back && !line->has_gaps)
      check_samples (line, GST_BUFFER_OFFSET (buffer),
          (const gfloat *) (gpointer) map.data, map.size);
    gst_buffer_unmap (buffer, &map);
  } else if (!line->layer) {
    soak_line_complain (line, "a buffer cannot be read", NULL);
  }
  if (line->layer)
    line->layer->ignore (FALSE);
}

/* A WARNING ends a life as an ERROR does: settings that a fault kept from being
   made went back. */
void
soak_line_take_messages (SoakLine * line)
{
  GstMessage *message;
  const GstStructure *structure;
  GError *error;

  while ((message = gst_bus_pop (line->bus))) {
    structure = gst_message_get_structure (message);
    error = NULL;
    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
      gst_message_parse_error (message, &error, NULL);
    else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_WARNING)
      gst_message_parse_warning (message, &error, NULL);
    if (error) {
      soak_sums.n_errors++;
      if (!line->error)
        line->error = g_strdup (error->message);
      g_error_free (error);
    } else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ELEMENT && structure
        && !line->error && gst_structure_has_name (structure, "spectrum")) {
      if (timeline_check_message (&line->timeline, structure))
        soak_sums.n_messages++;
      else
        soak_line_complain (line, line->timeline.wrong, NULL);
    }
    gst_message_unref (message);
  }
}

static GstFlowReturn
take_buffer (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  SoakLine *line = g_object_get_data (G_OBJECT (pad), "line");
  gsize size = gst_buffer_get_size (buffer);
  guint64 n = line->output_size ? size / line->output_size : 1;

  soak_line_take_messages (line);
  if (line->error) {
    gst_buffer_unref (buffer);
    return GST_FLOW_OK;
  }
  if (line->output_size && (n == 0 || size % line->output_size))
    soak_line_complain (line, "a buffer is no whole number of frames", NULL);
  else if (!timeline_check_buffer (&line->timeline, buffer, n))
    soak_line_complain (line, line->timeline.wrong, NULL);
  else
    soak_sums.n_buffers++;
  read_output (line, buffer);
  gst_buffer_unref (buffer);
  return GST_FLOW_OK;
}

static gsize
get_output_size (const SoakLine * line, GstCaps * caps)
{
  GstFourierInfo fourier;
  GstAudioInfo audio;

  switch (line->kind->kind) {
    case TIMELINE_FRAMES:
      return gst_fourier_info_from_caps (&fourier, caps, NULL)
          ? gst_fourier_info_get_frame_size (&fourier) : 0;
    case TIMELINE_SAMPLES:
    case TIMELINE_PASSED:
      return gst_audio_info_from_caps (&audio, caps)
          ? (gsize) GST_AUDIO_INFO_BPF (&audio) : 0;
    default:
      return 0;
  }
}

static gboolean
take_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  SoakLine *line = g_object_get_data (G_OBJECT (pad), "line");
  GstVideoInfo video;
  GstCaps *caps;

  if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS) {
    gst_event_parse_caps (event, &caps);
    line->output_size = get_output_size (line, caps);
    if (line->kind->kind == TIMELINE_PICTURES
        && gst_video_info_from_caps (&video, caps)) {
      line->timeline.fps_n = GST_VIDEO_INFO_FPS_N (&video);
      line->timeline.fps_d = GST_VIDEO_INFO_FPS_D (&video);
    }
  }
  gst_event_unref (event);
  return TRUE;
}

GstPad *
soak_line_make_sink_pad (SoakLine * line)
{
  const gchar *wanted = line->kind->wanted;
  GstCaps *caps = gst_caps_from_string (wanted ? wanted : "ANY");
  GstPadTemplate *template = gst_pad_template_new ("sink", GST_PAD_SINK,
      GST_PAD_ALWAYS, caps);
  GstPad *pad = gst_pad_new_from_template (template, "sink");

  gst_object_unref (template);
  gst_caps_unref (caps);
  g_object_set_data (G_OBJECT (pad), "line", line);
  gst_pad_set_chain_function (pad, take_buffer);
  gst_pad_set_event_function (pad, take_event);
  return gst_object_ref_sink (pad);
}
