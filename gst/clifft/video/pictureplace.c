/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pictureplace.c: counts the pictures of a run and computes their times. */
#include "pictureplace.h"

#define UNKNOWN G_MAXUINT64
/* Larger numbers are not taken for pictures: the field must be wrong. */
#define MAX_PICTURE (G_GUINT64_CONSTANT (1) << 61)
/* Timestamps are rounded down to nanoseconds, sometimes twice. */
#define ROUNDING 2

void
gst_cl_picture_place_drop (GstClPicturePlace * place)
{
  gst_cl_timeline_set_rate (&place->line, place->params.fps_n,
      MAX (place->params.fps_d, 1));
  place->reach = place->ready = place->taken = 0;
  place->end = UNKNOWN;
}

void
gst_cl_picture_place_flush (GstClPicturePlace * place)
{
  gst_cl_timeline_forget (&place->line);
  gst_cl_picture_place_drop (place);
}

void
gst_cl_picture_place_set_params (GstClPicturePlace * place,
    const GstClPicturePlaceParams * params)
{
  g_return_if_fail (params->depth > 0 && params->step > 0);
  g_return_if_fail (params->hop > 0 && params->hop <= params->depth);

  place->params = *params;
  gst_cl_picture_place_drop (place);
}

void
gst_cl_picture_place_set_segment (GstClPicturePlace * place,
    const GstSegment * segment)
{
  gst_cl_timeline_set_segment (&place->line, segment);
}

/* ---- runs ---- */

/* Whether OFFSET says that the spectrum is the next one: a spectrum of another
   run may have the right time too. */
static gboolean
is_next (const GstClPicturePlace * place, GstBuffer * buffer)
{
  return place->line.next > place->line.anchor_unit
      && place->params.step == 1
      && GST_BUFFER_OFFSET (buffer) == place->line.next;
}

gboolean
gst_cl_picture_place_begins (const GstClPicturePlace * place,
    GstBuffer * buffer)
{
  const GstClTimeline *line = &place->line;

  if (!line->active || line->next >= place->end
      || (gst_cl_stamp_is_flagged (buffer) && !is_next (place, buffer)))
    return TRUE;
  return line->rate_n > 0
      && gst_cl_timeline_strays (line, GST_BUFFER_PTS (buffer),
      MAX (gst_util_uint64_scale (line->rate_d, GST_SECOND / 2, line->rate_n),
          ROUNDING));
}

static void
start (GstClPicturePlace * place, GstBuffer * buffer)
{
  guint64 offset = GST_BUFFER_OFFSET (buffer);

  place->discont = TRUE;
  gst_cl_timeline_start (&place->line, GST_BUFFER_PTS (buffer),
      offset < MAX_PICTURE ? offset / place->params.step : 0);
  place->reach = place->ready = place->taken = place->line.next;
}

/* Reads from OFFSET_END whether all pictures are the input's, and where that ends
   if a spectrum runs past it. */
static void
find_end (GstClPicturePlace * place, GstBuffer * buffer, guint n_spectra)
{
  guint64 offset = GST_BUFFER_OFFSET (buffer), end, last;
  guint64 offset_end = GST_BUFFER_OFFSET_END (buffer);

  place->end = UNKNOWN;
  place->is_whole = FALSE;
  if (offset >= MAX_PICTURE || offset_end >= MAX_PICTURE
      || offset_end <= offset || place->params.step > 1)
    return;
  end = place->line.next + (offset_end - offset);
  last = place->line.next + (guint64) (n_spectra - 1) * place->params.hop;
  place->is_whole = end == last + place->params.depth;
  if (end > last && end < last + place->params.depth)
    place->end = end;
}

void
gst_cl_picture_place_buffer (GstClPicturePlace * place, GstBuffer * buffer,
    guint n_spectra)
{
  if (place->line.active)
    gst_cl_timeline_follow (&place->line, GST_BUFFER_PTS (buffer));
  else
    start (place, buffer);
  place->discont |= gst_cl_stamp_is_flagged (buffer);
  place->duration = place->line.rate_n == 0 && n_spectra == 1
      ? GST_BUFFER_DURATION (buffer) : GST_CLOCK_TIME_NONE;
  find_end (place, buffer, n_spectra);
}

guint64
gst_cl_picture_place_add (GstClPicturePlace * place)
{
  guint64 first = place->line.next;

  g_return_val_if_fail (place->line.active, 0);

  gst_cl_timeline_advance (&place->line, place->params.hop);
  place->reach = first + place->params.depth;
  place->ready = MIN (place->line.next, place->end);
  return first;
}

guint64
gst_cl_picture_place_get_end (const GstClPicturePlace * place)
{
  return place->end;
}

void
gst_cl_picture_place_drain (GstClPicturePlace * place, GstBuffer * before)
{
  guint64 limit;

  if (!place->line.active)
    return;
  place->ready = MIN (place->reach, place->end);
  /* spectra of this run may have been lost; another one may overlap it in time */
  if (before && place->end == UNKNOWN
      && gst_cl_timeline_unit_at (&place->line, GST_BUFFER_PTS (before),
          &limit)
      && (!place->is_whole || (GST_BUFFER_OFFSET (before) == limit
              && limit > place->line.next)))
    place->ready = CLAMP (limit, place->taken, place->ready);
  gst_cl_timeline_end (&place->line, place->ready);
}

gboolean
gst_cl_picture_place_is_pending (const GstClPicturePlace * place)
{
  return place->line.active
      && place->taken < MIN (place->reach, place->end);
}

gboolean
gst_cl_picture_place_take (GstClPicturePlace * place, guint64 limit,
    GstClStamp * stamp)
{
  if (place->taken >= MIN (place->ready, limit))
    return FALSE;
  gst_cl_timeline_stamp (&place->line, place->taken++, 1, stamp);
  if (!GST_CLOCK_TIME_IS_VALID (stamp->duration))
    stamp->duration = place->duration;
  stamp->discont = place->discont;
  stamp->gap = FALSE;
  place->discont = FALSE;
  return TRUE;
}
