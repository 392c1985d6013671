/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * frames.c: turns buffers of spectra of video into pictures: each frame becomes
 * one picture, which has the time of the frame and leaves at once. Everything
 * here runs on the streaming thread.
 */
#include "private.h"

#include "element/spectra/spectra.h"
#include "opencl/error.h"

#define GST_CAT_DEFAULT gst_cl_spectrogram_debug

gboolean
gst_cl_spectrogram_is_framewise (GstClSpectrogram * self)
{
  const GstClSpectrogramInput *input = self->parent.input;

  return !input->is_audio && input->spectra.rank > 1;
}

/* The times of frame `frame` of a buffer: up to the next frame, if that is
   known, for a spectrum may hold fewer pictures than come until then; unknown
   times are GST_CLOCK_TIME_NONE. */
static void
get_times (const GstFourierInfo * info, GstBuffer * spectra, guint frame,
    GstClockTime * begin, GstClockTime * end)
{
  GstClockTime pts = GST_BUFFER_PTS (spectra);

  *begin = *end = GST_CLOCK_TIME_NONE;
  if (!GST_CLOCK_TIME_IS_VALID (pts))
    return;
  *begin = frame == 0 ? pts : pts
      + gst_fourier_info_get_frame_time (info, frame);
  if (info->fps_n > 0)
    *end = pts + gst_fourier_info_get_frame_time (info, frame + 1);
  else if (GST_BUFFER_DURATION_IS_VALID (spectra))
    *end = pts + GST_BUFFER_DURATION (spectra);
}

/* Refuses several frames without a framerate: the times of all but one are
   unknown. */
static gboolean
check_count (const GstFourierInfo * info, guint n_frames, GError ** error)
{
  if (n_frames == 1 || info->fps_n > 0)
    return TRUE;
  return gst_cl_set_format_error (error, "A buffer has %u frames, but spectra "
      "of variable framerate must come one in a buffer", n_frames);
}

static GstBuffer *
draw_frame (GstClSpectrogram * self, GstBuffer * spectra, guint frame,
    GError ** error)
{
  if (!gst_cl_spectrogram_session_load (self->parent.session, spectra, frame, 1, error)
      || !gst_cl_spectrogram_session_add (self->parent.session, 0, 1, 0, error))
    return NULL;
  return gst_cl_spectrogram_session_draw (self->parent.session, 0, 0, error);
}

static GstFlowReturn
push_frame (GstClSpectrogram * self, GstBuffer * spectra, guint frame)
{
  GstClStamp stamp = {.duration = GST_CLOCK_TIME_NONE };
  GstClockTime begin, end;
  GError *error = NULL;
  GstBuffer *picture;

  get_times (&self->spectra, spectra, frame, &begin, &end);
  if (GST_CLOCK_TIME_IS_VALID (end)
      && gst_cl_spectrogram_is_late (self, begin, end)) {
    gst_cl_timeline_advance (&self->pictures, 1);
    return GST_FLOW_OK;
  }
  picture = draw_frame (self, spectra, frame, &error);
  if (!picture)
    return gst_cl_element_fail (&self->parent, &error);
  stamp.pts = begin;
  if (GST_CLOCK_TIME_IS_VALID (end))
    stamp.duration = end - begin;
  stamp.offset = self->pictures.next;
  stamp.offset_end = stamp.offset + 1;
  stamp.discont = !self->pictures.active
      || (frame == 0 && GST_BUFFER_IS_DISCONT (spectra));
  gst_cl_stamp_apply (&stamp, picture);
  if (!self->pictures.active)
    gst_cl_timeline_start (&self->pictures, begin, stamp.offset);
  gst_cl_timeline_advance (&self->pictures, 1);
  return gst_cl_element_push (&self->parent, picture);
}

GstFlowReturn
gst_cl_spectrogram_take_frames (GstClSpectrogram * self, GstBuffer * spectra)
{
  GstFlowReturn flow = GST_FLOW_OK;
  GError *error = NULL;
  guint n_frames, frame;

  if (!gst_cl_spectra_count (&self->spectra, spectra, &n_frames, &error)
      || !check_count (&self->spectra, n_frames, &error))
    return gst_cl_element_fail (&self->parent, &error);
  for (frame = 0; frame < n_frames && flow == GST_FLOW_OK; frame++)
    flow = push_frame (self, spectra, frame);
  return flow;
}
