/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* history.c: a ring of planes. */
#include "history.h"

#include <string.h>

struct _GstClHistory
{
  guint n_channels;
  gsize size;                   /* bytes of a number */

  GMutex lock;                  /* guards the rest */
  guint64 capacity;             /* frames */
  guint8 *ring;                 /* frame i is at i % capacity of each plane */
  GstClHistoryState state;
};

GstClHistory *
gst_cl_history_new (guint n_channels, gsize sample_size)
{
  GstClHistory *history = g_new0 (GstClHistory, 1);

  history->n_channels = n_channels;
  history->size = sample_size;
  history->state.stretch = 1;
  g_mutex_init (&history->lock);
  return history;
}

void
gst_cl_history_free (GstClHistory * history)
{
  if (!history)
    return;
  g_free (history->ring);
  g_mutex_clear (&history->lock);
  g_free (history);
}

/* Copies frames between a ring and planes; what: of both. */
static void
copy (const GstClHistory * history, guint8 * ring, guint64 capacity,
    guint64 first, guint64 n, guint8 * planes, gsize stride, gboolean to_ring)
{
  gsize size = history->size;
  guint c;

  while (n > 0) {
    guint64 place = first % capacity, n_run = MIN (n, capacity - place);

    for (c = 0; c < history->n_channels; c++) {
      guint8 *kept = ring + (c * capacity + place) * size;
      guint8 *other = planes ? planes + c * stride : NULL;

      if (!other)
        memset (kept, 0, n_run * size);
      else if (to_ring)
        memcpy (kept, other, n_run * size);
      else
        memcpy (other, kept, n_run * size);
    }
    if (planes)
      planes += n_run * size;
    first += n_run;
    n -= n_run;
  }
}

gboolean
gst_cl_history_reserve (GstClHistory * history, guint64 n_frames,
    GError ** error)
{
  guint64 n_bytes, kept, i, n;
  guint8 *ring = NULL;

  if (n_frames <= history->capacity)
    return TRUE;
  if (g_uint64_checked_mul (&n_bytes, n_frames, history->size)
      && g_uint64_checked_mul (&n_bytes, n_bytes, history->n_channels)
      && n_bytes <= G_MAXSIZE)
    ring = g_try_malloc (n_bytes);
  if (!ring) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "No memory for the %" G_GUINT64_FORMAT " frames of %u channels that "
        "the response reaches back", n_frames, history->n_channels);
    return FALSE;
  }
  g_mutex_lock (&history->lock);
  kept = history->state.n_frames - history->state.first;
  for (i = history->state.first; kept > 0; i += n, kept -= n) {
    guint64 place = i % history->capacity;

    n = MIN (kept, history->capacity - place);
    copy (history, ring, n_frames, i, n, history->ring + place * history->size,
        history->capacity * history->size, TRUE);
  }
  g_free (history->ring);
  history->ring = ring;
  history->capacity = n_frames;
  g_mutex_unlock (&history->lock);
  return TRUE;
}

void
gst_cl_history_clear (GstClHistory * history)
{
  g_mutex_lock (&history->lock);
  history->state.stretch++;
  history->state.first = history->state.n_frames = 0;
  history->state.end_of_sound = 0;
  g_mutex_unlock (&history->lock);
}

void
gst_cl_history_append (GstClHistory * history, const guint8 * planes,
    gsize stride, guint64 n)
{
  GstClHistoryState *state = &history->state;

  g_return_if_fail (n <= history->capacity);

  g_mutex_lock (&history->lock);
  copy (history, history->ring, history->capacity, state->n_frames, n,
      (guint8 *) planes, stride, TRUE);
  state->n_frames += n;
  if (planes)
    state->end_of_sound = state->n_frames;
  if (state->n_frames - state->first > history->capacity)
    state->first = state->n_frames - history->capacity;
  g_mutex_unlock (&history->lock);
}

void
gst_cl_history_get_state (GstClHistory * history, GstClHistoryState * state)
{
  g_mutex_lock (&history->lock);
  *state = history->state;
  g_mutex_unlock (&history->lock);
}

gboolean
gst_cl_history_read (GstClHistory * history, guint64 stretch, guint64 first,
    guint64 n, guint8 * planes, gsize stride)
{
  const GstClHistoryState *state = &history->state;
  guint64 begin, end;
  gboolean any;
  guint c;

  g_mutex_lock (&history->lock);
  begin = MAX (first, state->first);
  end = MIN (first + n, state->end_of_sound);
  any = stretch == state->stretch && begin < end;
  for (c = 0; any && c < history->n_channels; c++) {
    guint8 *plane = planes + c * stride;

    memset (plane, 0, (begin - first) * history->size);
    memset (plane + (end - first) * history->size, 0,
        (first + n - end) * history->size);
  }
  if (any)
    copy (history, history->ring, history->capacity, begin, end - begin,
        planes + (begin - first) * history->size, stride, FALSE);
  g_mutex_unlock (&history->lock);
  return any;
}

gsize
gst_cl_history_get_size (GstClHistory * history)
{
  gsize size;

  g_mutex_lock (&history->lock);
  size = history->capacity * history->n_channels * history->size;
  g_mutex_unlock (&history->lock);
  return size;
}
