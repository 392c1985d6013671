/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* picturewindow.c: counts the pictures of a run and computes the times of
   frames. */
#include "picturewindow.h"

struct _GstClPictureWindow
{
  guint depth, hop;
  GstClTimeline line;           /* of pictures */
  GstClockTime *times;          /* depth, of the last pictures that count */
  guint64 first;                /* of the next frame */
  guint64 n_given;              /* pictures that a frame has held */
  gboolean discont;             /* the next frame is flagged */
  gboolean discont_after;       /* the first frame of the next run is flagged */
};

/* ---- making ---- */

GstClPictureWindow *
gst_cl_picture_window_new (void)
{
  GstClPictureWindow *window = g_new0 (GstClPictureWindow, 1);

  gst_cl_picture_window_flush (window);
  return window;
}

void
gst_cl_picture_window_free (GstClPictureWindow * window)
{
  if (!window)
    return;
  g_free (window->times);
  g_free (window);
}

gboolean
gst_cl_picture_window_set_params (GstClPictureWindow * window, guint depth,
    guint hop, gint fps_n, gint fps_d, GError ** error)
{
  GstClockTime *times;

  g_return_val_if_fail (depth > 0 && hop > 0, FALSE);

  times = g_try_new (GstClockTime, depth);
  if (!times) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "No memory for the times of %u pictures", depth);
    return FALSE;
  }
  g_free (window->times);
  window->times = times;
  window->depth = depth;
  window->hop = hop;
  window->first = window->n_given = 0;
  gst_cl_timeline_set_rate (&window->line, MAX (fps_n, 0), MAX (fps_d, 1));
  return TRUE;
}

void
gst_cl_picture_window_set_segment (GstClPictureWindow * window,
    const GstSegment * segment)
{
  gst_cl_timeline_set_segment (&window->line, segment);
}

/* ---- pictures ---- */

gboolean
gst_cl_picture_window_drops (GstClPictureWindow * window,
    const GstClVideoField * picture)
{
  const GstClTimeline *line = &window->line;
  GstClockTime end = GST_CLOCK_TIME_NONE, lasts = picture->duration;
  GstClockTime begin = GST_CLOCK_TIME_IS_VALID (picture->pts) ? picture->pts
      : gst_cl_timeline_get_expected (line);

  if (line->segment.format != GST_FORMAT_TIME
      || !GST_CLOCK_TIME_IS_VALID (begin))
    return FALSE;
  /* rounded down: a picture must not reach into the next one by rounding */
  if (line->rate_n > 0)
    lasts = gst_util_uint64_scale (GST_SECOND, line->rate_d, line->rate_n);
  if (GST_CLOCK_TIME_IS_VALID (lasts)
      && lasts < GST_CLOCK_TIME_NONE - begin)
    end = begin + lasts;
  if (gst_segment_clip (&line->segment, GST_FORMAT_TIME, begin, end, NULL,
          NULL))
    return FALSE;
  gst_cl_timeline_leave_out (&window->line, picture->flagged);
  return TRUE;
}

gboolean
gst_cl_picture_window_begins (const GstClPictureWindow * window,
    const GstClVideoField * picture)
{
  const GstClTimeline *line = &window->line;
  GstClockTime tolerance = GST_CL_TIMELINE_JITTER;

  if (line->rate_n > 0)
    tolerance = gst_util_uint64_scale (GST_SECOND, line->rate_d,
        2 * line->rate_n);
  return line->active && gst_cl_timeline_begins (line, picture->pts,
      picture->flagged, tolerance, window->depth <= 1);
}

gboolean
gst_cl_picture_window_add (GstClPictureWindow * window,
    const GstClVideoField * picture, guint * slot)
{
  GstClTimeline *line = &window->line;
  GstClockTime time;
  guint64 index;

  g_return_val_if_fail (window->times, FALSE);

  window->discont |= picture->flagged || line->flagged;
  if (line->active) {
    gst_cl_timeline_follow (line, picture->pts);
  } else {
    window->first = window->n_given = 0;
    window->discont |= window->discont_after;
    window->discont_after = FALSE;
    gst_cl_timeline_start (line, picture->pts, 0);
  }
  index = line->next;
  time = gst_cl_timeline_time_of (line, index);
  gst_cl_timeline_advance (line, 1);
  /* without a framerate it is the duration that tells the time of the next */
  if (line->rate_n == 0 && GST_CLOCK_TIME_IS_VALID (time)
      && picture->duration < GST_CLOCK_TIME_NONE - time)
    gst_cl_timeline_follow (line, time + picture->duration);
  if (index < window->first)
    return FALSE;
  *slot = index % window->depth;
  window->times[*slot] = time;
  return TRUE;
}

void
gst_cl_picture_window_end (GstClPictureWindow * window, gboolean discont)
{
  gst_cl_timeline_end (&window->line, window->line.next);
  window->discont_after |= discont;
}

/* One past the last picture of the next frame. */
static guint64
get_end (const GstClPictureWindow * window)
{
  return MIN (window->first + window->depth, window->line.next);
}

gboolean
gst_cl_picture_window_is_pending (const GstClPictureWindow * window)
{
  return get_end (window) > MAX (window->first, window->n_given);
}

gboolean
gst_cl_picture_window_take (GstClPictureWindow * window,
    GstClPictureFrame * frame)
{
  GstClStamp *stamp = &frame->stamp;
  GstClockTime end_time;
  guint64 end = get_end (window);

  if (!gst_cl_picture_window_is_pending (window)
      || (window->line.active && end < window->first + window->depth))
    return FALSE;
  frame->first_slot = window->first % window->depth;
  frame->n_pictures = end - window->first;
  stamp->offset = window->first;
  stamp->offset_end = end;
  stamp->pts = window->times[frame->first_slot];
  stamp->duration = GST_CLOCK_TIME_NONE;
  /* the last picture of a frame is the last that came */
  end_time = gst_cl_timeline_time_of (&window->line, end);
  if (GST_CLOCK_TIME_IS_VALID (stamp->pts)
      && GST_CLOCK_TIME_IS_VALID (end_time) && end_time >= stamp->pts)
    stamp->duration = end_time - stamp->pts;
  stamp->discont = window->discont;
  stamp->gap = FALSE;

  window->discont = FALSE;
  window->n_given = end;
  window->first += window->hop;
  return TRUE;
}

void
gst_cl_picture_window_flush (GstClPictureWindow * window)
{
  gst_cl_timeline_forget (&window->line);
  window->first = window->n_given = 0;
  window->discont = TRUE;
  window->discont_after = FALSE;
}

GstClockTime
gst_cl_picture_window_get_latency (const GstClPictureWindow * window)
{
  const GstClTimeline *line = &window->line;

  if (line->rate_n == 0 || window->depth == 0)
    return 0;
  return gst_util_uint64_scale_ceil ((guint64) (window->depth - 1)
      * GST_SECOND, line->rate_d, line->rate_n);
}
