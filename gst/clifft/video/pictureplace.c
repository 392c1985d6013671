/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pictureplace.c: counts the pictures of a stretch and computes their times. */
#include "pictureplace.h"

#include "element/timeline.h"

#define UNKNOWN G_MAXUINT64
/* Larger numbers are not taken for pictures: the field must be wrong. */
#define MAX_PICTURE (G_GUINT64_CONSTANT (1) << 61)
/* Timestamps are rounded down to nanoseconds, sometimes twice. */
#define ROUNDING 2

void
gst_cl_picture_stamp_apply (const GstClPictureStamp * stamp,
    GstBuffer * buffer)
{
  const GstClStamp common = { stamp->pts, stamp->duration, stamp->picture,
    stamp->picture + 1, stamp->discont, FALSE
  };

  gst_cl_stamp_apply (&common, buffer);
}

void
gst_cl_picture_place_drop (GstClPicturePlace * place)
{
  place->active = FALSE;
  place->next = place->reach = place->ready = place->taken = 0;
  place->end = UNKNOWN;
}

void
gst_cl_picture_place_flush (GstClPicturePlace * place)
{
  gst_cl_picture_place_drop (place);
  place->end_time = GST_CLOCK_TIME_NONE;
  gst_segment_init (&place->segment, GST_FORMAT_TIME);
}

void
gst_cl_picture_place_set_params (GstClPicturePlace * place,
    const GstClPicturePlaceParams * params)
{
  g_return_if_fail (params->depth > 0 && params->step > 0);
  g_return_if_fail (params->hop > 0 && params->hop <= params->depth);

  gst_cl_picture_place_drop (place);
  place->params = *params;
}

void
gst_cl_picture_place_set_segment (GstClPicturePlace * place,
    const GstSegment * segment)
{
  if (gst_segment_is_equal (&place->segment, segment))
    return;
  place->segment = *segment;
  place->end_time = GST_CLOCK_TIME_NONE;
}

/* ---- times ---- */

/* The time of a picture; NONE if the framerate is unknown, but for the
   anchor. */
static GstClockTime
get_time (const GstClPicturePlace * place, guint64 picture)
{
  GstClockTime latest = GST_CLOCK_TIME_NONE - 1, t;

  if (picture == place->anchor_picture
      || !GST_CLOCK_TIME_IS_VALID (place->anchor))
    return place->anchor;
  if (place->params.fps_n == 0)
    return GST_CLOCK_TIME_NONE;
  t = gst_util_uint64_scale (picture - place->anchor_picture,
      place->params.fps_d * GST_SECOND, place->params.fps_n);
  return t > latest - place->anchor ? latest : place->anchor + t;
}

static GstClockTime
get_difference (GstClockTime a, GstClockTime b)
{
  return a > b ? a - b : b - a;
}

/* How far off its time a spectrum is; 0 if that is unknown. */
static GstClockTime
get_deviation (const GstClPicturePlace * place, GstBuffer * buffer)
{
  GstClockTime expected = get_time (place, place->next);

  if (!GST_BUFFER_PTS_IS_VALID (buffer) || !GST_CLOCK_TIME_IS_VALID (expected))
    return 0;
  return get_difference (GST_BUFFER_PTS (buffer), expected);
}

static GstClockTime
get_start_time (const GstClPicturePlace * place, GstBuffer * buffer)
{
  if (GST_BUFFER_PTS_IS_VALID (buffer))
    return GST_BUFFER_PTS (buffer);
  if (place->params.fps_n == 0)
    return GST_CLOCK_TIME_NONE;
  if (GST_CLOCK_TIME_IS_VALID (place->end_time))
    return place->end_time;
  return place->segment.format == GST_FORMAT_TIME
      && GST_CLOCK_TIME_IS_VALID (place->segment.start) ? place->segment.start
      : 0;
}

/* ---- stretches ---- */

/* Whether OFFSET says that the spectrum is the next one: a spectrum of another
   stretch may have the right time too. */
static gboolean
is_next (const GstClPicturePlace * place, GstBuffer * buffer)
{
  return place->next > place->anchor_picture
      && place->params.step == 1 && GST_BUFFER_OFFSET (buffer) == place->next;
}

gboolean
gst_cl_picture_place_begins (const GstClPicturePlace * place,
    GstBuffer * buffer)
{
  const GstClPicturePlaceParams *params = &place->params;
  GstClockTime half;

  if (!place->active || place->next >= place->end
      || (gst_cl_stamp_is_flagged (buffer) && !is_next (place, buffer)))
    return TRUE;
  if (params->fps_n == 0)
    return FALSE;
  half = gst_util_uint64_scale (params->fps_d, GST_SECOND / 2, params->fps_n);
  return get_deviation (place, buffer) > MAX (half, ROUNDING);
}

static void
start (GstClPicturePlace * place, GstBuffer * buffer)
{
  guint64 offset = GST_BUFFER_OFFSET (buffer);

  place->active = TRUE;
  place->discont = TRUE;
  place->anchor = get_start_time (place, buffer);
  place->anchor_picture = offset < MAX_PICTURE ? offset / place->params.step
      : 0;
  place->next = place->reach = place->ready = place->taken =
      place->anchor_picture;
}

/* Reads the end of the input from OFFSET_END where a spectrum runs past it. */
static void
find_end (GstClPicturePlace * place, GstBuffer * buffer, guint n_spectra)
{
  guint64 offset = GST_BUFFER_OFFSET (buffer), end, last;
  guint64 offset_end = GST_BUFFER_OFFSET_END (buffer);

  place->end = UNKNOWN;
  if (offset >= MAX_PICTURE || offset_end >= MAX_PICTURE
      || offset_end <= offset || place->params.step > 1)
    return;
  end = place->next + (offset_end - offset);
  last = place->next + (guint64) (n_spectra - 1) * place->params.hop;
  if (end > last && end < last + place->params.depth)
    place->end = end;
}

void
gst_cl_picture_place_buffer (GstClPicturePlace * place, GstBuffer * buffer,
    guint n_spectra)
{
  gboolean is_told = place->params.fps_n != 0;

  if (!place->active) {
    start (place, buffer);
  } else if (!is_told || get_deviation (place, buffer) > 0) {
    place->anchor = GST_BUFFER_PTS (buffer);
    place->anchor_picture = place->next;
  }
  place->discont |= gst_cl_stamp_is_flagged (buffer);
  place->duration = !is_told && n_spectra == 1 ? GST_BUFFER_DURATION (buffer)
      : GST_CLOCK_TIME_NONE;
  find_end (place, buffer, n_spectra);
}

guint64
gst_cl_picture_place_add (GstClPicturePlace * place)
{
  guint64 first = place->next;

  g_return_val_if_fail (place->active, 0);

  place->next = first + place->params.hop;
  place->reach = first + place->params.depth;
  place->ready = MIN (place->next, place->end);
  return first;
}

guint64
gst_cl_picture_place_get_end (const GstClPicturePlace * place)
{
  return place->end;
}

/* The first picture that is not before a time; UNKNOWN if times are unknown. */
static guint64
find_picture (const GstClPicturePlace * place, GstClockTime time)
{
  if (place->params.fps_n == 0 || !GST_CLOCK_TIME_IS_VALID (time)
      || !GST_CLOCK_TIME_IS_VALID (place->anchor) || time < place->anchor)
    return UNKNOWN;
  return place->anchor_picture
      + gst_util_uint64_scale_round (time - place->anchor,
      place->params.fps_n, place->params.fps_d * GST_SECOND);
}

void
gst_cl_picture_place_drain (GstClPicturePlace * place, GstBuffer * before)
{
  guint64 limit;

  if (!place->active)
    return;
  place->ready = MIN (place->reach, place->end);
  if (before && place->end == UNKNOWN) {
    limit = find_picture (place, GST_BUFFER_PTS (before));
    place->ready = CLAMP (limit, place->taken, place->ready);
  }
  place->end_time = get_time (place, place->ready);
  place->active = FALSE;
}

gboolean
gst_cl_picture_place_owes (const GstClPicturePlace * place)
{
  return place->active && place->taken < MIN (place->reach, place->end);
}

gboolean
gst_cl_picture_place_take (GstClPicturePlace * place, guint64 limit,
    GstClPictureStamp * stamp)
{
  GstClockTime after;

  if (place->taken >= MIN (place->ready, limit))
    return FALSE;
  stamp->picture = place->taken++;
  stamp->pts = get_time (place, stamp->picture);
  after = get_time (place, place->taken);
  stamp->duration = GST_CLOCK_TIME_IS_VALID (stamp->pts)
      && GST_CLOCK_TIME_IS_VALID (after) ? after - stamp->pts
      : place->duration;
  stamp->discont = place->discont;
  place->discont = FALSE;
  return TRUE;
}
