/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrum.c: the element clspectrum, which transforms the samples that pass
 * through and posts a message for each interval. settings.c has its properties,
 * config.c what follows from them, session.c its work on the device.
 */
/**
 * SECTION:element-clspectrum
 * @title: clspectrum
 *
 * A drop-in for GStreamer's spectrum, computed on an OpenCL device: the same
 * properties, the same messages, the same numbers. Buffers pass untouched.
 *
 * ## Example
 * |[
 * gst-launch-1.0 -m audiotestsrc num-buffers=50 ! clspectrum bands=20
 *     ! fakesink
 * ]| posts an element message `spectrum` every 100 ms.
 */
#include "clspectrum.h"

#include "element/caps.h"
#include "element/timeline.h"
#include "message.h"
#include "opencl/error.h"
#include "session.h"

GST_DEBUG_CATEGORY_STATIC (gst_cl_spectrum_debug);
#define GST_CAT_DEFAULT gst_cl_spectrum_debug

struct _GstClSpectrum
{
  GstClElement parent;

  GstClIntervals intervals;
  gboolean lacks_memory;        /* for a message: nothing is said after that */
  GstClTimeline line;           /* of samples */
  gboolean rest_is_reported;    /* of a sample that was cut in two */
  gboolean dropped;             /* the last buffer, which was late */
};

G_DEFINE_TYPE (GstClSpectrum, gst_cl_spectrum, GST_TYPE_CL_ELEMENT);
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE (clspectrum, "clspectrum",
    GST_RANK_NONE, GST_TYPE_CL_SPECTRUM,
    GST_DEBUG_CATEGORY_INIT (gst_cl_spectrum_debug, "clspectrum", 0,
        "spectrum of audio as messages"));

/* as spectrum's */
#define FORMATS "{ " GST_AUDIO_NE (S16) ", " GST_AUDIO_NE (S24) ", " \
    GST_AUDIO_NE (S32) ", " GST_AUDIO_NE (F32) ", " GST_AUDIO_NE (F64) " }"
#define CAPS GST_AUDIO_CAPS_MAKE (FORMATS) ", layout = (string) interleaved"

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS (CAPS));

static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS (CAPS));

/* ---- what it takes ---- */

static void
restart (GstClSpectrum * self)
{
  gst_cl_intervals_init (&self->intervals, &self->intervals.params);
  gst_cl_spectrum_session_restart (GST_CL_ELEMENT (self)->session);
  gst_cl_timeline_end (&self->line, self->line.next);
}

/* ---- messages ---- */

static void
post_result (const GstClSpectrumResult * result, gpointer user_data)
{
  GstClElement *element = user_data;
  const GstClSpectrumSettings *settings = element->active;
  const GstClSpectrumConfig *config =
      gst_cl_spectrum_session_get_config (element->session);
  GstClSpectrumMessage content = {
    .timestamp = result->time,
    .duration = result->duration,
    .segment = &element->segment,
    .format = settings->message_format,
    .nested = settings->multi_channel,
    .n_channels = config->n_channels,
    .n_bands = config->n_bands,
    .frequencies = config->frequencies,
    .rate = GST_AUDIO_INFO_RATE (&config->audio),
    .magnitude = result->fields[GST_CL_SPECTRUM_FIELD_MAGNITUDE],
    .phase = result->fields[GST_CL_SPECTRUM_FIELD_PHASE],
    .figures = result->figures,
  };

  GstClSpectrum *self = GST_CL_SPECTRUM (element);
  GError *error = NULL;
  GstMessage *message;

  if (self->lacks_memory)
    return;
  message = gst_cl_spectrum_message_new (GST_OBJECT (element), &content,
      &error);
  self->lacks_memory = !message;
  if (message)
    gst_element_post_message (GST_ELEMENT (element), message);
  else
    GST_CL_ELEMENT_ERROR (element, error);
}

/* ---- setups ---- */

static gpointer
gst_cl_spectrum_prepare (GstClElement * element, gconstpointer settings,
    GstCaps ** caps, GError ** error)
{
  GstClSpectrumConfig *config = gst_cl_spectrum_config_new (settings,
      element->input, error);

  if (config)
    gst_cl_element_note_all (element, config->notes);
  return config;
}

/* Adopts settings that may change within an interval. */
static gboolean
gst_cl_spectrum_adopt (GstClElement * element, gconstpointer old,
    GstClProgress * progress, GError ** error)
{
  const GstClSpectrumSettings *settings = element->active;
  const gboolean wanted[GST_CL_SPECTRUM_N_FIELDS] = {
    [GST_CL_SPECTRUM_FIELD_MAGNITUDE] = settings->message_magnitude,
    [GST_CL_SPECTRUM_FIELD_PHASE] = settings->message_phase,
  };

  progress->n_plans = !!settings->message_magnitude
      + !!settings->message_phase + !!settings->distortion;
  gst_cl_spectrum_session_set_threshold (element->session,
      settings->threshold);
  return gst_cl_spectrum_session_set_fields (element->session, wanted,
      progress, error);
}

static gboolean
gst_cl_spectrum_apply (GstClElement * element, gpointer setup, GstCaps * caps,
    GstClProgress * progress, GError ** error)
{
  GstClSpectrum *self = GST_CL_SPECTRUM (element);
  GstClSpectrumConfig *config = setup;

  self->lacks_memory = FALSE;
  gst_cl_intervals_init (&self->intervals, &config->intervals);
  gst_cl_timeline_set_rate (&self->line, GST_AUDIO_INFO_RATE (&config->audio),
      1);
  gst_cl_spectrum_session_set_function (element->session, post_result,
      element);
  return gst_cl_spectrum_session_configure (element->session, config, error)
      && gst_cl_spectrum_adopt (element, NULL, progress, error);
}

/* ---- samples ---- */

static gboolean
end_interval (GstClElement * element, GstClockTime time,
    GstClockTime duration, GError ** error)
{
  const GstClSpectrumSettings *settings = element->active;

  if (settings->post_messages)
    return gst_cl_spectrum_session_end_interval (element->session, time,
        duration, error);
  gst_cl_spectrum_session_drop_interval (element->session);
  return TRUE;
}

static gboolean
go_through (GstClElement * element, const guint8 * data, gsize n_samples,
    GError ** error)
{
  const GstClSpectrumSettings *settings = element->active;
  GstClIntervals *intervals = &GST_CL_SPECTRUM (element)->intervals;
  GstClIntervalsStep step;
  gsize position = 0;

  if (n_samples == 0)
    return gst_cl_spectrum_session_end_buffer (element->session, NULL, 0,
        error);
  data = gst_cl_spectrum_session_begin_buffer (element->session, data,
      n_samples, error);
  if (!data)
    return FALSE;
  while (position < n_samples) {
    gst_cl_intervals_advance (intervals, n_samples - position, &step);
    position += step.n_samples;
    if (step.transform && !gst_cl_spectrum_session_add (element->session, data,
            position, error))
      return FALSE;
    if (step.complete
        && !end_interval (element, step.time, settings->interval, error))
      return FALSE;
  }
  return gst_cl_spectrum_session_end_buffer (element->session, data, n_samples,
      error);
}

/* Warns that this buffer cannot be transformed as a whole; buffers pass in any
   case. */
static void
tell_of_rest (GstClSpectrum * self, gsize size, guint frame_size)
{
  if (!self->rest_is_reported)
    GST_ELEMENT_WARNING (self, STREAM, FORMAT,
        ("A buffer has %" G_GSIZE_FORMAT " bytes, but must be a whole number "
            "of frames of %u bytes: the rest is not looked at", size,
            frame_size), (NULL));
  self->rest_is_reported = TRUE;
}

/* Places n samples of a buffer in time: the first *skip and those from *keep
   more on lie outside of the segment. A buffer that has none inside leaves its
   flag to the next. */
static void
place (GstClSpectrum * self, GstBuffer * buffer, gsize n, guint64 * skip,
    guint64 * keep)
{
  GstClTimeline *line = &self->line;
  GstClockTime pts = GST_BUFFER_PTS (buffer), time = pts;
  gboolean flagged = gst_cl_stamp_is_flagged (buffer);

  if (!GST_CLOCK_TIME_IS_VALID (time))
    time = gst_cl_timeline_get_expected (line);
  gst_cl_timeline_clip (line, time, n, skip, keep);
  if (*keep == 0) {
    gst_cl_timeline_leave_out (line, flagged);
    return;
  }
  if (*skip > 0)
    pts = time + gst_cl_timeline_length_of (line, *skip);
  if (gst_cl_timeline_begins (line, pts, flagged, GST_CL_TIMELINE_JITTER, TRUE)) {
    GST_DEBUG_OBJECT (self, "a run begins: intervals begin anew");
    restart (self);
    gst_cl_timeline_start (line, pts, 0);
  } else {
    gst_cl_timeline_follow (line, pts);
  }
  gst_cl_timeline_advance (line, *keep);
  gst_cl_intervals_begin_buffer (&self->intervals, pts);
}

static gboolean
analyse (GstClElement * element, GstBuffer * buffer, GError ** error)
{
  GstClSpectrum *self = GST_CL_SPECTRUM (element);
  guint frame_size = GST_AUDIO_INFO_BPF ((GstAudioInfo *) element->input);
  guint64 skip, keep;
  GstMapInfo map;
  gboolean done;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    return gst_cl_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ,
        "Could not map a buffer of %" G_GSIZE_FORMAT " bytes",
        gst_buffer_get_size (buffer));
  if (map.size % frame_size != 0)
    tell_of_rest (self, map.size, frame_size);
  place (self, buffer, map.size / frame_size, &skip, &keep);
  done = go_through (element, keep > 0 ? map.data + skip * frame_size : NULL,
      keep, error);
  gst_buffer_unmap (buffer, &map);
  return done;
}

static GstFlowReturn
gst_cl_spectrum_take (GstClElement * element, GstBuffer * buffer)
{
  GstClSpectrum *self = GST_CL_SPECTRUM (element);
  const GstClSpectrumSettings *settings = element->active;
  GstClockTime pts = GST_BUFFER_PTS (buffer);
  GError *error = NULL;

  if (settings->qos && GST_CLOCK_TIME_IS_VALID (pts)
      && gst_cl_element_is_late (element, pts, pts)) {
    self->dropped = TRUE;
    gst_buffer_unref (buffer);
    return GST_FLOW_OK;
  }
  if (self->dropped) {
    buffer = gst_buffer_make_writable (buffer);
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
    self->dropped = FALSE;
  }
  if (!analyse (element, buffer, &error)) {
    gst_buffer_unref (buffer);
    return gst_cl_element_fail (element, &error);
  }
  return gst_cl_element_push (element, buffer);
}

/* Posts the message of the interval that was begun, unless it was begun with
   other settings than the present ones; at caps it is forgotten, as by
   `spectrum`. */
static GstFlowReturn
gst_cl_spectrum_drain (GstClElement * element, GstClEnd why)
{
  GstClSpectrum *self = GST_CL_SPECTRUM (element);
  const GstAudioInfo *audio = element->input;
  GstFlowReturn flow = GST_FLOW_OK;
  GstClSpectrumSettings *settings;
  GstClIntervalsStep step;
  GError *error = NULL;

  if (why == GST_CL_END_SETUP)
    return GST_FLOW_OK;
  settings = gst_cl_element_copy_settings (element, NULL);
  if (why != GST_CL_END_CAPS
      && !gst_cl_element_settings_differ (element, settings, element->active,
          GST_CL_PROPERTY_LIGHT, 0)
      && gst_cl_intervals_finish (&self->intervals, &step)) {
    GstClockTime duration = gst_util_uint64_scale (step.n_samples, GST_SECOND,
        GST_AUDIO_INFO_RATE (audio));

    if ((step.transform && !gst_cl_spectrum_session_add (element->session,
                NULL, 0, &error))
        || !end_interval (element, step.time, duration, &error)
        || !gst_cl_spectrum_session_end_buffer (element->session, NULL, 0,
            &error))
      flow = gst_cl_element_fail (element, &error);
  }
  gst_cl_element_free_settings (element, settings);
  if (flow == GST_FLOW_OK)
    restart (self);
  return flow;
}

static void
gst_cl_spectrum_forget (GstClElement * element, GstClForget how)
{
  GstClSpectrum *self = GST_CL_SPECTRUM (element);

  if (element->configured)
    restart (self);
  gst_cl_timeline_forget (&self->line);
  if (how == GST_CL_FORGET_ALL)
    self->rest_is_reported = self->dropped = FALSE;
}

static void
gst_cl_spectrum_set_segment (GstClElement * element, const GstSegment * segment,
    gboolean goes_on)
{
  gst_cl_timeline_set_segment (&GST_CL_SPECTRUM (element)->line, segment);
}

/* ---- class ---- */

static void
gst_cl_spectrum_init (GstClSpectrum * self)
{
  gst_cl_timeline_forget (&self->line);
}

/* *INDENT-OFF* */
static const GstClElementFunctions functions = {
  .settings_size = sizeof (GstClSpectrumSettings), .input_size = sizeof
  (GstAudioInfo), .open = gst_cl_spectrum_session_open, .unconfigure =
  gst_cl_spectrum_session_unconfigure, .check =
  gst_cl_spectrum_settings_check, .parse = gst_cl_audio_input_parse, .is_same
  = gst_cl_audio_input_is_same, .prepare = gst_cl_spectrum_prepare,
  .setup_free = gst_cl_spectrum_config_free, .apply = gst_cl_spectrum_apply,
  .adopt = gst_cl_spectrum_adopt, .take = gst_cl_spectrum_take, .drain =
  gst_cl_spectrum_drain, .forget = gst_cl_spectrum_forget, .set_segment =
  gst_cl_spectrum_set_segment,
};
/* *INDENT-ON* */

static void
gst_cl_spectrum_class_init (GstClSpectrumClass * class)
{
  GstClElementClass *klass = GST_CL_ELEMENT_CLASS (class);

  klass->category = gst_cl_spectrum_debug;
  klass->functions = &functions;
  klass->backwards = GST_CL_BACKWARDS_TAKE;
  klass->passes_through = TRUE;

  gst_cl_element_class_add_properties (klass, gst_cl_spectrum_properties,
      gst_cl_spectrum_n_properties, 0);
  gst_cl_element_class_describe (klass, &sink_template, &src_template,
      "OpenCL Spectrum Analyzer", "Filter/Analyzer/Audio",
      "Posts spectra of audio as messages, as spectrum does, computed on an "
      "OpenCL device");
}
