/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* picturewindow.c: counts the pictures of a stretch and computes the times of
   frames. */
#include "picturewindow.h"


/* The largest deviation where no framerate says how far pictures are apart. */
#define MAX_JITTER (40 * GST_MSECOND)

typedef struct
{
  GstClockTime begin, end;
} Span;

struct _GstClPictureWindow
{
  guint depth, hop;
  gint fps_n, fps_d;
  Span *spans;                  /* depth, of the last pictures that count */
  GstClockTime start;           /* of pictures without times */

  guint64 n_pictures;           /* of the stretch */
  guint64 first;                /* of the next frame */
  guint64 n_given;              /* pictures that a frame has held */
  GstClockTime next;            /* end of the last picture, or NONE */
  gboolean ended;
  gboolean discont;             /* the next frame is flagged */
  gboolean discont_after;       /* the first frame of the next stretch is
                                   flagged */
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
  g_free (window->spans);
  g_free (window);
}

/* Restarts: the next picture is number 0. */
static void
restart (GstClPictureWindow * window)
{
  window->n_pictures = 0;
  window->first = 0;
  window->n_given = 0;
  window->ended = FALSE;
}

gboolean
gst_cl_picture_window_set_params (GstClPictureWindow * window, guint depth,
    guint hop, gint fps_n, gint fps_d, GError ** error)
{
  Span *spans = g_try_new (Span, depth);

  g_return_val_if_fail (depth > 0 && hop > 0, FALSE);

  if (!spans) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "No memory for the times of %u pictures", depth);
    return FALSE;
  }
  g_free (window->spans);
  window->spans = spans;
  window->depth = depth;
  window->hop = hop;
  window->fps_n = fps_n;
  window->fps_d = fps_d;
  restart (window);
  return TRUE;
}

void
gst_cl_picture_window_set_segment (GstClPictureWindow * window,
    const GstSegment * segment)
{
  window->start = segment->format == GST_FORMAT_TIME ? segment->start : 0;
  window->next = window->start;
}

/* ---- pictures ---- */

/* The nanoseconds that a picture may stray and still follow the previous
   one. */
static GstClockTime
get_tolerance (const GstClPictureWindow * window)
{
  if (window->fps_n <= 0)
    return MAX_JITTER;
  return gst_util_uint64_scale (GST_SECOND, window->fps_d, window->fps_n) / 2;
}

gboolean
gst_cl_picture_window_begins (const GstClPictureWindow * window,
    GstBuffer * buffer)
{
  GstClockTime pts = GST_BUFFER_PTS (buffer);

  if (!gst_cl_stamp_is_flagged (buffer))
    return FALSE;
  if (window->n_pictures == 0 || window->ended
      || !GST_CLOCK_TIME_IS_VALID (pts)
      || !GST_CLOCK_TIME_IS_VALID (window->next))
    return TRUE;
  return ABS (GST_CLOCK_DIFF (window->next, pts))
      > (GstClockTimeDiff) get_tolerance (window);
}

void
gst_cl_picture_window_pass_flag (GstClPictureWindow * window)
{
  window->discont = TRUE;
}

/* Places a picture. One without a time begins where the previous one ended; one
   without a duration lasts as the framerate says. */
static Span
place (GstClPictureWindow * window, GstClockTime pts, GstClockTime duration)
{
  Span span = { window->next, GST_CLOCK_TIME_NONE };

  if (GST_CLOCK_TIME_IS_VALID (pts))
    span.begin = pts;
  if (!GST_CLOCK_TIME_IS_VALID (duration) && window->fps_n > 0)
    duration = gst_util_uint64_scale_int_round (GST_SECOND, window->fps_d,
        window->fps_n);
  if (GST_CLOCK_TIME_IS_VALID (span.begin)
      && GST_CLOCK_TIME_IS_VALID (duration)
      && duration < GST_CLOCK_TIME_NONE - span.begin)
    span.end = span.begin + duration;
  return span;
}

gboolean
gst_cl_picture_window_add (GstClPictureWindow * window, GstBuffer * buffer,
    guint * slot)
{
  return gst_cl_picture_window_add_part (window, buffer,
      GST_BUFFER_PTS (buffer), GST_BUFFER_DURATION (buffer), slot);
}

gboolean
gst_cl_picture_window_add_part (GstClPictureWindow * window,
    GstBuffer * buffer, GstClockTime pts, GstClockTime duration, guint * slot)
{
  guint64 index;
  Span span;

  g_return_val_if_fail (window->spans, FALSE);

  if (window->ended) {
    restart (window);
    window->discont |= window->discont_after;
    window->discont_after = FALSE;
  }
  if (window->n_pictures == 0)
    window->discont |= gst_cl_stamp_is_flagged (buffer);
  span = place (window, pts, duration);
  window->next = span.end;
  index = window->n_pictures++;
  if (index < window->first)
    return FALSE;
  *slot = index % window->depth;
  window->spans[*slot] = span;
  return TRUE;
}

void
gst_cl_picture_window_end (GstClPictureWindow * window, gboolean discont)
{
  window->ended = TRUE;
  window->discont_after |= discont;
}

/* One past the last picture of the next frame. */
static guint64
get_end (const GstClPictureWindow * window)
{
  return MIN (window->first + window->depth, window->n_pictures);
}

gboolean
gst_cl_picture_window_owes (const GstClPictureWindow * window)
{
  return get_end (window) > MAX (window->first, window->n_given);
}

gboolean
gst_cl_picture_window_take (GstClPictureWindow * window,
    GstClPictureFrame * frame)
{
  guint64 end = get_end (window);
  gboolean is_whole = end == window->first + window->depth;
  const Span *first, *last;

  if (!gst_cl_picture_window_owes (window) || !(is_whole || window->ended))
    return FALSE;
  frame->first_slot = window->first % window->depth;
  first = &window->spans[frame->first_slot];
  last = &window->spans[(end - 1) % window->depth];
  frame->n_pictures = end - window->first;
  frame->stamp.offset = window->first;
  frame->stamp.offset_end = end;
  frame->stamp.pts = first->begin;
  frame->stamp.duration = GST_CLOCK_TIME_NONE;
  if (GST_CLOCK_TIME_IS_VALID (first->begin)
      && GST_CLOCK_TIME_IS_VALID (last->end) && last->end >= first->begin)
    frame->stamp.duration = last->end - first->begin;
  frame->stamp.discont = window->discont;
  frame->stamp.gap = FALSE;

  window->discont = FALSE;
  window->n_given = end;
  window->first += window->hop;
  return TRUE;
}

void
gst_cl_picture_window_flush (GstClPictureWindow * window)
{
  restart (window);
  window->start = 0;
  window->next = 0;
  window->discont = TRUE;
  window->discont_after = FALSE;
}

GstClockTime
gst_cl_picture_window_get_latency (const GstClPictureWindow * window)
{
  if (window->fps_n <= 0 || window->depth == 0)
    return 0;
  return gst_util_uint64_scale_ceil ((guint64) (window->depth - 1)
      * GST_SECOND, window->fps_d, window->fps_n);
}
