/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* output.c: negotiates the format of pictures and decides which of them are
   pushed. */
#include "private.h"

#include <math.h>
#include "element/caps.h"
#include "opencl/error.h"

#define GST_CAT_DEFAULT gst_cl_spectrogram_debug

#define DEFAULT_WIDTH 1280
#define DEFAULT_HEIGHT 720
#define DEFAULT_FPS 30

/* ---- format ---- */

/* The caps with that framerate, or NULL. */
static GstCaps *
with_framerate (GstCaps * caps, gint n, gint d)
{
  GstCaps *wanted = gst_caps_new_simple ("video/x-raw", "framerate",
      GST_TYPE_FRACTION, n, d, NULL);
  GstCaps *result = gst_caps_intersect (caps, wanted);

  gst_caps_unref (wanted);
  if (gst_caps_is_empty (result))
    gst_clear_caps (&result);
  return result;
}

/* Restricts the framerate: pictures of video come at the framerate of its
   spectra, or at none where downstream wants that. Takes caps. */
static GstCaps *
restrict_framerate (GstClSpectrogram * self, GstCaps * caps, GError ** error)
{
  const GstClSpectrogramInput *input = self->parent.input;
  const GstFourierInfo *info = &input->spectra;
  GstCaps *result = with_framerate (caps, info->fps_n, MAX (info->fps_d, 1));
  g_autofree gchar *asked = NULL;
  const GValue *rates;

  if (!result)
    result = with_framerate (caps, 0, 1);
  if (!result) {
    rates = gst_structure_get_value (gst_caps_get_structure (caps, 0),
        "framerate");
    asked = gst_value_serialize (rates);
    gst_cl_set_settings_error (error, "The spectra's framerate is %u/%u, but "
        "what follows asks for pictures at %s: put videorate between",
        info->fps_n, MAX (info->fps_d, 1), asked);
  }
  gst_caps_unref (caps);
  return result;
}

/* Prefers colours to grey, which is used only if nothing else is accepted.
   Takes caps. */
static GstCaps *
prefer_colors (GstCaps * caps)
{
  GstCaps *grey = gst_caps_from_string ("video/x-raw,format=GRAY8");
  GstCaps *colored = gst_caps_subtract (caps, grey);

  gst_caps_unref (grey);
  if (gst_caps_is_empty (colored)) {
    gst_caps_unref (colored);
    return caps;
  }
  gst_caps_unref (caps);
  return colored;
}

/* Fixes what downstream leaves open: the usual matrix and range of that size,
   and a chroma sample in the middle of its pixels, for it is their mean. */
static void
fixate_colors (GstStructure * structure)
{
  GstVideoFormat format;
  gint width, height;
  GstVideoInfo video;
  gchar *text;

  gst_structure_fixate_field (structure, "format");
  format = gst_video_format_from_string (gst_structure_get_string (structure,
          "format"));
  gst_structure_get_int (structure, "width", &width);
  gst_structure_get_int (structure, "height", &height);
  if (!gst_video_info_set_format (&video, format, width, height)
      || GST_VIDEO_INFO_IS_RGB (&video))
    return;
  text = gst_video_colorimetry_to_string (&video.colorimetry);
  if (!gst_structure_has_field (structure, "colorimetry"))
    gst_structure_set (structure, "colorimetry", G_TYPE_STRING, text, NULL);
  gst_structure_fixate_field_string (structure, "colorimetry", text);
  g_free (text);
  if (GST_VIDEO_INFO_N_COMPONENTS (&video) == 1)
    return;
  if (!gst_structure_has_field (structure, "chroma-site"))
    gst_structure_set (structure, "chroma-site", G_TYPE_STRING, "jpeg", NULL);
  gst_structure_fixate_field_string (structure, "chroma-site", "jpeg");
}

/* Fixates caps near to a size that looks good; a whole picture is no part of a
   film. */
static GstCaps *
fixate (GstCaps * caps, gboolean is_whole)
{
  GstStructure *structure;

  caps = gst_caps_make_writable (gst_caps_truncate (caps));
  structure = gst_caps_get_structure (caps, 0);
  gst_structure_fixate_field_nearest_int (structure, "width", DEFAULT_WIDTH);
  gst_structure_fixate_field_nearest_int (structure, "height", DEFAULT_HEIGHT);
  gst_structure_fixate_field_nearest_fraction (structure, "framerate",
      is_whole ? 0 : DEFAULT_FPS, 1);
  if (gst_structure_has_field (structure, "pixel-aspect-ratio"))
    gst_structure_fixate_field_nearest_fraction (structure,
        "pixel-aspect-ratio", 1, 1);
  fixate_colors (structure);
  return gst_caps_fixate (caps);
}

GstCaps *
gst_cl_spectrogram_choose_caps (GstClSpectrogram * self,
    const GstClSpectrogramSettings * settings, GstVideoInfo * video,
    GError ** error)
{
  GstCaps *ours = gst_pad_get_pad_template_caps (self->parent.srcpad);
  GstCaps *peer = gst_pad_peer_query_caps (self->parent.srcpad, ours);
  GstCaps *caps = gst_caps_intersect_full (peer, ours,
      GST_CAPS_INTERSECT_FIRST);
  gboolean are_dmabufs;
  gchar *taken;

  gst_caps_unref (ours);
  gst_caps_unref (peer);
  caps = gst_cl_video_caps_without_dmabufs (caps, &are_dmabufs);
  if (!gst_caps_is_empty (caps)) {
    if (gst_cl_spectrogram_is_framewise (self)
        && !(caps = restrict_framerate (self, caps, error)))
      return NULL;
    caps = fixate (prefer_colors (caps),
        gst_cl_spectrogram_settings_is_whole (settings));
    if (gst_video_info_from_caps (video, caps))
      return are_dmabufs ? gst_cl_video_caps_to_dmabufs (caps) : caps;
  }
  gst_caps_unref (caps);
  peer = gst_pad_peer_query_caps (self->parent.srcpad, NULL);
  taken = gst_caps_to_string (peer);
  g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
      "What follows takes no picture of 32 bits RGB, I420, NV12 or GRAY8 with "
      "square pixels, but %s", taken);
  g_free (taken);
  gst_caps_unref (peer);
  return NULL;
}

gboolean
gst_cl_spectrogram_allocate (GstClElement * element, GstCaps * caps,
    GError ** error)
{
  return !element->configured || gst_cl_spectrogram_session_find_pool
      (element->session, element->srcpad, caps, error);
}

/* ---- pictures ---- */

gboolean
gst_cl_spectrogram_is_late (GstClSpectrogram * self, GstClockTime begin,
    GstClockTime end)
{
  const GstClSpectrogramSettings *settings = self->parent.active;

  if (!settings->qos || !gst_cl_element_is_late (&self->parent, begin, end))
    return FALSE;
  gst_cl_session_count (self->parent.session, GST_CL_COUNTER_DROPS, 1);
  return TRUE;
}

/* Stream time in seconds, beyond the segment's ends too. */
static gdouble
get_stream_time (GstClSpectrogram * self, guint64 sample)
{
  guint64 time = gst_cl_timeline_time_of (&self->sound, sample);
  guint64 stream = 0;
  gint sign = gst_segment_to_stream_time_full (&self->parent.segment,
      GST_FORMAT_TIME, time, &stream);

  return sign * ((gdouble) stream / GST_SECOND);
}

/* The times across a picture that ends with that sample, which lasts `column`
   seconds a column. */
static GstClSpectrogramTimes
get_times (GstClSpectrogram * self, const GstClSpectrogramConfig * config,
    guint64 end, gdouble column)
{
  guint64 n_columns = (end + config->column_samples - 1)
      / config->column_samples;
  guint width = config->layout.plot.width;
  gdouble position = (gdouble) end / config->column_samples, first = 0;
  GstClSpectrogramTimes times = { 0 };
  gdouble length = width;

  switch (config->settings.slide) {
    case GST_CL_SPECTROGRAM_SLIDE_SCROLL:
      first = (gdouble) n_columns - width;
      break;
    case GST_CL_SPECTROGRAM_SLIDE_REPLACE:
      first = (gdouble) (n_columns / width) * width;
      if (n_columns >= width)
        times.old = 1 - (gdouble) (n_columns % width) / width;
      break;
    default:
      length = position;
      break;
  }
  times.begin = get_stream_time (self, end) + (first - position) * column;
  /* undo the rounding to nanoseconds */
  times.begin = round (times.begin * 1e6) / 1e6;
  times.end = times.begin + length * column;
  return times;
}

gboolean
gst_cl_spectrogram_tell_time (GstClSpectrogram * self, guint64 end,
    GError ** error)
{
  const GstClSpectrogramConfig *config =
      gst_cl_spectrogram_session_get_config (self->parent.session);
  const GstSegment *segment = &self->parent.segment;
  gdouble column = (gdouble) config->column_samples / config->info.rate;
  GstClSpectrogramTimes times = {.end = end / (gdouble) config->info.rate };

  if (!gst_cl_spectrogram_config_tells_time (config))
    return TRUE;
  if (segment->format == GST_FORMAT_TIME && segment->applied_rate > 0)
    times = get_times (self, config, end, column * segment->applied_rate);
  else if (config->settings.slide != GST_CL_SPECTROGRAM_SLIDE_WHOLE)
    return TRUE;
  return gst_cl_spectrogram_session_set_times (self->parent.session, &times,
      error);
}

/* end: as below */
static void
stamp (GstClSpectrogram * self, guint64 end, GstBuffer * buffer)
{
  guint64 number = self->pictures.next;
  GstClStamp stamp = {.discont = number == 0 };

  gst_cl_timeline_stamp (&self->pictures, number, 1, &stamp);
  if (end != G_MAXUINT64)
    stamp.duration = MIN (stamp.duration, MAX (gst_cl_timeline_time_of
            (&self->sound, end), stamp.pts + 1) - stamp.pts);
  gst_cl_stamp_apply (&stamp, buffer);
}

GstFlowReturn
gst_cl_spectrogram_push_picture (GstClSpectrogram * self, guint64 end,
    guint64 next)
{
  guint64 number = self->pictures.next;
  guint64 shown = gst_cl_spectrogram_get_picture_end (self);
  GError *error = NULL;
  GstBuffer *buffer;

  if (gst_cl_spectrogram_is_late (self,
          gst_cl_timeline_time_of (&self->pictures, number),
          gst_cl_timeline_time_of (&self->pictures, number + 1))) {
    gst_cl_timeline_advance (&self->pictures, 1);
    return GST_FLOW_OK;
  }
  if (!gst_cl_spectrogram_tell_time (self, shown, &error)
      || !(buffer = gst_cl_spectrogram_session_draw (self->parent.session,
              shown, next, &error)))
    return gst_cl_element_fail (&self->parent, &error);
  stamp (self, end, buffer);
  gst_cl_timeline_advance (&self->pictures, 1);
  return gst_cl_element_push (&self->parent, buffer);
}
