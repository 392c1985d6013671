/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stream.c: turns buffers of spectra of audio into pictures with times of their
 * own. Everything here runs on the streaming thread.
 *
 * A picture shows all frames whose time lies before its end. It is drawn as
 * soon as the next frame is known to lie after it.
 */
#include "private.h"

#include "element/enums.h"
#include "element/spectra/spectra.h"
#include "opencl/error.h"

#define GST_CAT_DEFAULT gst_cl_spectrogram_debug

/* What times of spectra may be rounded to on their way. */
#define ROUNDING (2 * GST_MSECOND)
#define LONGEST_FRAME (5 * GST_SECOND)

static const GstClSpectrogramConfig *
get_config (GstClSpectrogram * self)
{
  return gst_cl_spectrogram_session_get_config (self->parent.session);
}

/* ---- runs ---- */

static gboolean
is_whole (GstClSpectrogram * self)
{
  return gst_cl_spectrogram_settings_is_whole (self->parent.active);
}

/* The sample that OFFSET_END counts from: the anchor, or where pictures began
   anew after it. */
static guint64
get_first_offset (GstClSpectrogram * self, GstBuffer * buffer)
{
  const GstFourierInfo *info = &get_config (self)->info;
  guint size = info->window_length ? info->window_length : info->shape[0];
  guint64 offset = GST_BUFFER_OFFSET (buffer);

  if (!GST_BUFFER_OFFSET_IS_VALID (buffer) || offset == 0)
    return 0;
  return offset + (info->center ? size / 2 : 0);
}

/* Begins a run: missing time stays empty. */
static void
begin_run (GstClSpectrogram * self, GstBuffer * buffer)
{
  GstClockTime pts = GST_BUFFER_PTS (buffer);
  guint64 sample = 0;

  gst_cl_timeline_unit_at (&self->sound, pts, &sample);
  sample = MAX (sample, self->end_sample);
  gst_cl_timeline_end (&self->sound, self->end_sample);
  gst_cl_timeline_start (&self->sound, pts, sample);
  gst_cl_timeline_start (&self->pictures, self->sound.anchor, 0);
  GST_DEBUG_OBJECT (self, "frames begin at %" GST_TIME_FORMAT ", sample %"
      G_GUINT64_FORMAT, GST_TIME_ARGS (self->sound.anchor), sample);
  if (sample == 0)
    self->origin = self->sound.anchor;
  self->first_offset = get_first_offset (self, buffer);
  self->end_sample = sample;
  gst_cl_spectrogram_session_begin_run (self->parent.session);
}

static guint64
get_boundary (GstClSpectrogram * self, guint64 picture)
{
  const GstClTimeline *pictures = &self->pictures;

  return self->sound.anchor_unit + gst_util_uint64_scale_ceil (picture,
      pictures->rate_d * self->sound.rate_n, pictures->rate_n);
}

guint64
gst_cl_spectrogram_get_picture_end (GstClSpectrogram * self)
{
  return get_boundary (self, self->pictures.next + 1);
}

/* The end of the picture after the next one. */
static guint64
get_end_after (GstClSpectrogram * self)
{
  return get_boundary (self, self->pictures.next + 2);
}

/* Pushes every picture whose frames have all come, as far as the sound is known
   to go. */
static GstFlowReturn
push_due (GstClSpectrogram * self, guint64 known)
{
  guint64 due = MIN (self->shown, known), next;
  GstFlowReturn flow = GST_FLOW_OK;

  while (flow == GST_FLOW_OK
      && gst_cl_spectrogram_get_picture_end (self) <= due) {
    next = get_end_after (self);
    flow = gst_cl_spectrogram_push_picture (self, G_MAXUINT64,
        next <= due ? next : 0);
  }
  return flow;
}

/* Adds n_frames to pictures, as these want them. */
static GstFlowReturn
show (GstClSpectrogram * self, guint n_frames, guint64 known)
{
  guint hop = get_config (self)->info.hop;
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;
  guint first = 0;

  while (first < n_frames && flow == GST_FLOW_OK) {
    guint64 n = n_frames - first;

    if (!is_whole (self)) {
      guint64 end = gst_cl_spectrogram_get_picture_end (self);

      /* push_due left the pictures behind what comes next */
      if (end > self->shown)
        n = MIN (n, (end - self->shown - 1) / hop + 1);
    }
    if (!gst_cl_spectrogram_session_add (self->parent.session, first, n,
            self->shown, &error))
      return gst_cl_element_fail (&self->parent, &error);
    first += n;
    self->shown += n * hop;
    if (!is_whole (self))
      flow = push_due (self, known);
  }
  return flow;
}

/* Shows what sharpening holds back of the run. */
static GstFlowReturn
show_pending (GstClSpectrogram * self)
{
  GError *error = NULL;
  guint n_frames;

  if (gst_cl_spectrogram_session_get_pending (self->parent.session) == 0)
    return GST_FLOW_OK;
  if (!gst_cl_spectrogram_session_sharpen (self->parent.session, 0, &n_frames,
          &error))
    return gst_cl_element_fail (&self->parent, &error);
  return show (self, n_frames, self->end_sample);
}

/* Pushes the rest of the run, to its true end. */
static GstFlowReturn
push_rest (GstClSpectrogram * self)
{
  GstFlowReturn flow = show_pending (self);
  gboolean goes_on;

  while (flow == GST_FLOW_OK
      && get_boundary (self, self->pictures.next) < self->end_sample) {
    goes_on = gst_cl_spectrogram_get_picture_end (self) < self->end_sample;
    flow = gst_cl_spectrogram_push_picture (self, self->end_sample,
        goes_on ? get_end_after (self) : 0);
  }
  return flow;
}

/* Pushes one picture of all that came, holes among it. */
static GstFlowReturn
push_whole (GstClSpectrogram * self)
{
  GError *error = NULL;
  GstBuffer *buffer;

  if (show_pending (self) != GST_FLOW_OK)
    return GST_FLOW_ERROR;
  if (!gst_cl_spectrogram_tell_time (self, self->end_sample, &error)
      || !(buffer = gst_cl_spectrogram_session_draw (self->parent.session,
              self->end_sample, 0, &error)))
    return gst_cl_element_fail (&self->parent, &error);
  GST_BUFFER_PTS (buffer) = self->origin;
  GST_BUFFER_DURATION (buffer) = gst_cl_timeline_time_of (&self->sound,
      self->end_sample) - self->origin;
  GST_BUFFER_OFFSET (buffer) = 0;
  GST_BUFFER_OFFSET_END (buffer) = 1;
  return gst_cl_element_push (&self->parent, buffer);
}

GstFlowReturn
gst_cl_spectrogram_finish (GstClSpectrogram * self)
{
  GstFlowReturn flow = GST_FLOW_OK;

  if (!self->sound.active || gst_cl_spectrogram_is_framewise (self))
    return GST_FLOW_OK;
  if (!is_whole (self))
    return push_rest (self);
  if (self->end_sample > 0)
    flow = push_whole (self);
  gst_cl_spectrogram_restart (self);
  return flow;
}

/* Whether the buffer is not of the run: frames that reach beyond its end are its
   last, wherever the next flagged one is. */
static gboolean
begins (GstClSpectrogram * self, GstBuffer * buffer)
{
  gboolean flagged = gst_cl_stamp_is_flagged (buffer);

  return gst_cl_timeline_begins (&self->sound, GST_BUFFER_PTS (buffer), flagged,
      ROUNDING, FALSE) || (flagged && self->end_sample < self->sound.next);
}

/* Ends the run where the buffer is not of it. Where time goes back, a picture
   that tells times ends with it: its axis has room for one time a column. */
static GstFlowReturn
end_run (GstClSpectrogram * self, GstBuffer * buffer)
{
  GstClockTime pts = GST_BUFFER_PTS (buffer);
  gboolean goes_back = self->sound.active && GST_CLOCK_TIME_IS_VALID (pts)
      && pts < gst_cl_timeline_time_of (&self->sound, self->end_sample);
  GstFlowReturn flow = GST_FLOW_OK;

  if (self->sound.active)
    flow = goes_back || !is_whole (self) ? gst_cl_spectrogram_finish (self)
        : show_pending (self);
  if (goes_back && self->parent.configured)
    gst_cl_spectrogram_forget_times (self);
  return flow;
}

void
gst_cl_spectrogram_forget_times (GstClSpectrogram * self)
{
  if (gst_cl_spectrogram_config_tells_time (get_config (self)))
    gst_cl_spectrogram_restart (self);
}

void
gst_cl_spectrogram_restart (GstClSpectrogram * self)
{
  GError *error = NULL;

  /* forgets the runs */
  gst_cl_timeline_set_rate (&self->sound, self->sound.rate_n,
      self->sound.rate_d);
  gst_cl_timeline_set_rate (&self->pictures, self->pictures.rate_n,
      self->pictures.rate_d);
  self->end_sample = 0;
  if (!gst_cl_spectrogram_session_reset (self->parent.session, &error))
    gst_cl_element_fail (&self->parent, &error);
}

/* ---- frames ---- */

static GstFlowReturn
add_frames (GstClSpectrogram * self, GstBuffer * buffer, guint first,
    guint n_frames, guint64 known)
{
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;
  guint end = first + n_frames;

  while (first < end && flow == GST_FLOW_OK) {
    guint n = MIN (end - first,
        gst_cl_spectrogram_session_get_capacity (self->parent.session)), n_out;

    if (!gst_cl_spectrogram_session_load (self->parent.session, buffer, first, n,
            &error) || !gst_cl_spectrogram_session_sharpen
        (self->parent.session, n, &n_out, &error))
      return gst_cl_element_fail (&self->parent, &error);
    flow = show (self, n_out, known);
    first += n;
  }
  return flow;
}

/* The samples that a frame reads after its own time, if it is one transform;
   else 0. */
static guint
get_reach (const GstFourierInfo * info)
{
  guint size = info->window_length ? info->window_length : info->shape[0];

  if (info->averaging != GST_FOURIER_AVERAGING_NONE)
    return 0;
  return info->center ? size - size / 2 : size;
}

/* How long a frame is shown at most. Who sent it has chosen its hop, and pictures
   of a minute take seconds to draw: it is gap-limit if that was set. */
static GstClockTime
get_longest (const GstClSpectrogram * self)
{
  return self->sound.gap_limit == GST_CL_DEFAULT_GAP_LIMIT ? LONGEST_FRAME
      : self->sound.gap_limit;
}

/* Whether the time from one frame to the next is longer: each is a run of its
   own. */
static gboolean
is_sparse (GstClSpectrogram * self)
{
  return gst_cl_timeline_exceeds (&self->sound,
      gst_cl_timeline_length_of (&self->sound, get_config (self)->info.hop),
      get_longest (self));
}

/* The sample where the sound of a buffer ends, if its frames run past that:
   their duration says so, or that they read less than they could. *known: how
   far the sound is known to go. */
static guint64
get_limit (GstClSpectrogram * self, GstBuffer * buffer, guint n_frames,
    guint64 * known)
{
  const GstFourierInfo *info = &get_config (self)->info;
  guint64 last = self->sound.next + (guint64) (n_frames - 1) * info->hop;
  GstClockTime pts = GST_BUFFER_PTS (buffer);
  guint64 limit = G_MAXUINT64, read = G_MAXUINT64;
  guint reach = get_reach (info);

  if (GST_CLOCK_TIME_IS_VALID (pts) && GST_BUFFER_DURATION_IS_VALID (buffer))
    gst_cl_timeline_unit_at (&self->sound, pts + GST_BUFFER_DURATION (buffer),
        &limit);
  if (reach > 0 && GST_BUFFER_OFFSET_END_IS_VALID (buffer))
    read = self->sound.anchor_unit + GST_BUFFER_OFFSET_END (buffer)
        - MIN (self->first_offset, GST_BUFFER_OFFSET_END (buffer));
  if (is_sparse (self))
    limit = MIN (limit, last + gst_util_uint64_scale (get_longest (self),
            self->sound.rate_n, GST_SECOND));
  *known = MIN (limit, read);
  return read < last + reach ? *known : limit;
}

/* How many frames lie before the limit; the first frame of all always does. */
static guint
count_within (GstClSpectrogram * self, guint n_frames, guint64 limit)
{
  guint hop = get_config (self)->info.hop;
  guint64 n = limit > self->sound.next
      ? (limit - self->sound.next - 1) / hop + 1 : 0;

  if (self->sound.next == self->sound.anchor_unit)
    n = MAX (n, 1);
  return MIN (n, n_frames);
}

/* Takes n_frames of the spectra from `first` on, which the buffer gives their
   times. */
static GstFlowReturn
take_frames (GstClSpectrogram * self, GstBuffer * buffer, GstBuffer * spectra,
    guint first, guint n_frames)
{
  const GstFourierInfo *info = &get_config (self)->info;
  GstFlowReturn flow = GST_FLOW_OK;
  guint64 limit, known, end;

  if (begins (self, buffer)) {
    flow = end_run (self, buffer);
    /* it failed, and info is gone; so below */
    if (!self->parent.configured)
      return flow;
    begin_run (self, buffer);
  }
  self->shown = self->sound.next
      - gst_cl_spectrogram_session_get_pending (self->parent.session);
  limit = get_limit (self, buffer, n_frames, &known);
  end = self->sound.next + (guint64) n_frames * info->hop;
  /* pictures that waited to know that the sound goes on */
  if (flow == GST_FLOW_OK && !is_whole (self))
    flow = push_due (self, known);
  if (flow == GST_FLOW_OK)
    flow = add_frames (self, spectra, first, count_within (self, n_frames,
            limit), known);
  if (!self->parent.configured)
    return flow;
  gst_cl_timeline_advance (&self->sound, end - self->sound.next);
  self->end_sample = MIN (end, limit);
  return flow;
}

/* Takes each frame as a run. */
static GstFlowReturn
take_apart (GstClSpectrogram * self, GstBuffer * spectra, guint n_frames)
{
  GstFlowReturn flow = GST_FLOW_OK;
  guint k;

  for (k = 0; k < n_frames && flow == GST_FLOW_OK; k++) {
    g_autoptr (GstBuffer) buffer = gst_buffer_new ();

    if (GST_BUFFER_PTS_IS_VALID (spectra))
      GST_BUFFER_PTS (buffer) = GST_BUFFER_PTS (spectra)
          + gst_fourier_info_get_frame_time (&get_config (self)->info, k);
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
    flow = take_frames (self, buffer, spectra, k, 1);
  }
  return flow;
}

GstFlowReturn
gst_cl_spectrogram_take_spectra (GstClSpectrogram * self, GstBuffer * spectra)
{
  GError *error = NULL;
  guint n_frames;

  if (!gst_cl_spectra_count (&get_config (self)->info, spectra, &n_frames,
          &error))
    return gst_cl_element_fail (&self->parent, &error);
  n_frames /= gst_cl_spectrogram_settings_count_windows (&get_config (self)
      ->settings);
  return is_sparse (self) ? take_apart (self, spectra, n_frames)
      : take_frames (self, spectra, spectra, 0, n_frames);
}
