/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * overlapadd.c: keeps the two sums of the weighted overlap-add: a plane for
 * each channel and one for the squares of the window. They move to the front of
 * their memory only when its end is reached, so that small hops copy nothing.
 */
#include "overlapadd.h"

#include <string.h>

struct _GstClOverlapAdd
{
  guint n_channels;

  gdouble *window, *squares;
  guint size;
  gdouble least;
  gboolean is_plain;            /* nothing is divided by squares: they are 1 */

  gdouble *planes;              /* n_channels + 1 of capacity sums */
  gsize capacity, begin, length;        /* length sums from begin on are used */
  gint64 next;                  /* sample that is at begin */
};

GstClOverlapAdd *
gst_cl_overlap_add_new (guint n_channels)
{
  GstClOverlapAdd *ola = g_new0 (GstClOverlapAdd, 1);

  ola->n_channels = n_channels;
  return ola;
}

void
gst_cl_overlap_add_free (GstClOverlapAdd * ola)
{
  if (!ola)
    return;
  g_free (ola->window);
  g_free (ola->planes);
  g_free (ola);
}

static gboolean
refuse (gsize n_samples, GError ** error)
{
  g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
      "No memory for the overlap of %" G_GSIZE_FORMAT " samples", n_samples);
  return FALSE;
}

static gdouble *
get_plane (const GstClOverlapAdd * ola, guint plane)
{
  return ola->planes + plane * ola->capacity + ola->begin;
}

/* Makes room for n sums from begin on; new ones are 0. */
static gboolean
extend (GstClOverlapAdd * ola, gsize n, GError ** error)
{
  gsize n_planes = (gsize) ola->n_channels + 1, capacity = ola->capacity;
  gdouble *planes = ola->planes, *old = ola->planes;
  guint p;

  if (n <= ola->length)
    return TRUE;
  if (n > capacity) {
    /* twice what is needed: the longer a move is, the rarer it becomes */
    if (n > G_MAXSIZE / sizeof (gdouble) / 2 / n_planes)
      return refuse (n, error);
    capacity = 2 * n;
    planes = g_try_malloc (n_planes * capacity * sizeof (gdouble));
    if (!planes)
      return refuse (n, error);
  }
  if (planes != old || ola->begin + n > capacity) {
    for (p = 0; p < n_planes && ola->length > 0; p++)
      memmove (planes + p * capacity, get_plane (ola, p),
          ola->length * sizeof (gdouble));
    if (planes != old)
      g_free (old);
    ola->planes = planes;
    ola->capacity = capacity;
    ola->begin = 0;
  }
  for (p = 0; p < n_planes; p++)
    memset (get_plane (ola, p) + ola->length, 0,
        (n - ola->length) * sizeof (gdouble));
  ola->length = n;
  return TRUE;
}

gboolean
gst_cl_overlap_add_set_window (GstClOverlapAdd * ola, const gdouble * window,
    guint size, gdouble least, gsize n_ahead, GError ** error)
{
  gsize length = ola->length;
  gdouble *copy = g_try_new (gdouble, 2 * (gsize) size);
  guint i;

  if (!copy)
    return refuse (size, error);
  n_ahead = MIN (n_ahead, G_MAXSIZE - size);
  if (!extend (ola, size + n_ahead, error)) {
    g_free (copy);
    return FALSE;
  }
  ola->length = length;
  g_free (ola->window);
  ola->window = copy;
  ola->squares = copy + size;
  ola->size = size;
  ola->least = least;
  ola->is_plain = window == NULL;
  for (i = 0; i < size; i++) {
    ola->window[i] = window ? window[i] : 1;
    ola->squares[i] = ola->window[i] * ola->window[i];
  }
  return TRUE;
}

void
gst_cl_overlap_add_restart (GstClOverlapAdd * ola, gint64 next)
{
  ola->begin = ola->length = 0;
  ola->next = next;
}

#define DEFINE_ADD(name, Real)                                          \
static void                                                             \
name (gdouble * sums, const gdouble * window, gdouble sign,             \
    const Real * x, gsize n, guint step)                                \
{                                                                       \
  gsize i;                                                              \
                                                                        \
  if (step == 1)                                                        \
    for (i = 0; i < n; i++)                                             \
      sums[i] += sign * window[i] * x[i];                               \
  else                                                                  \
    for (i = 0; i < n; i++)                                             \
      sums[i] += sign * window[i] * x[i * step];                        \
}

DEFINE_ADD (add_floats, gfloat);
DEFINE_ADD (add_doubles, gdouble);

/* Adds samples [skip, size) of the frame's channel `from` to the sums of a
   channel. */
static void
add (GstClOverlapAdd * ola, const GstClFrame * frame, guint from, gdouble sign,
    gsize skip, guint channel, gsize at)
{
  gdouble *sums = get_plane (ola, channel) + at;
  gsize first = from / frame->n_parts * frame->stride
      + from % frame->n_parts + skip * frame->n_parts;

  if (frame->is_double)
    add_doubles (sums, ola->window + skip, sign,
        (const gdouble *) frame->data + first, ola->size - skip,
        frame->n_parts);
  else
    add_floats (sums, ola->window + skip, sign,
        (const gfloat *) frame->data + first, ola->size - skip,
        frame->n_parts);
}

gboolean
gst_cl_overlap_add_frame (GstClOverlapAdd * ola, gint64 first,
    const GstClFrame * frame, GError ** error)
{
  gint64 end = first + ola->size;
  gsize skip = first < ola->next ? ola->next - first : 0, at, n, i;
  gdouble *squares;
  guint c;

  if (end <= ola->next)
    return TRUE;
  if (!extend (ola, MAX (ola->length, (gsize) (end - ola->next)), error))
    return FALSE;
  at = first + skip - ola->next;
  n = ola->size - skip;
  squares = get_plane (ola, ola->n_channels) + at;
  for (i = 0; i < n; i++)
    squares[i] = ola->squares[skip + i] + (ola->is_plain ? 0 : squares[i]);
  if (!frame->data)
    return TRUE;
  for (c = 0; c < ola->n_channels; c++) {
    add (ola, frame, frame->is_mid_side ? 0 : c, 1, skip, c, at);
    if (frame->is_mid_side)
      add (ola, frame, 1, c == 0 ? 1 : -1, skip, c, at);
  }
  return TRUE;
}

gint64
gst_cl_overlap_add_get_next (const GstClOverlapAdd * ola)
{
  return ola->next;
}

gint64
gst_cl_overlap_add_get_end (const GstClOverlapAdd * ola)
{
  return ola->next + ola->length;
}

void
gst_cl_overlap_add_take (GstClOverlapAdd * ola, gsize n, gdouble * dest)
{
  gsize n_known = MIN (n, ola->length), i;
  gdouble *squares = get_plane (ola, ola->n_channels);
  guint c, n_channels = ola->n_channels;

  for (i = 0; i < n_known; i++)
    squares[i] = squares[i] > ola->least ? 1 / squares[i] : 0;
  for (c = 0; c < n_channels; c++) {
    const gdouble *sums = get_plane (ola, c);

    /* what no frame covers is 0, even if a frame had NaN there */
    for (i = 0; i < n_known; i++)
      dest[i * n_channels + c] = squares[i] > 0 ? sums[i] * squares[i] : 0;
  }
  memset (dest + n_known * n_channels, 0,
      (n - n_known) * n_channels * sizeof (gdouble));
  ola->begin += n_known;
  ola->length -= n_known;
  if (ola->length == 0)
    ola->begin = 0;
  ola->next += n;
}
