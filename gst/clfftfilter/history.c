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
  history->state.run = 1;
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

/* A piece of each plane of a ring. */
typedef struct
{
  guint64 place, n;
} Piece;

/* The next of n frames from `first` on that lie one behind the other. */
static Piece
find_piece (guint64 capacity, guint64 first, guint64 n)
{
  guint64 place = first % capacity;
  Piece piece = { place, MIN (n, capacity - place) };

  return piece;
}

/* Copies frames of the ring to planes. */
static void
copy (const GstClHistory * history, guint64 first, guint64 n, guint8 * planes,
    gsize stride)
{
  gsize size = history->size;
  Piece piece;
  guint c;

  for (; n > 0; first += piece.n, n -= piece.n) {
    piece = find_piece (history->capacity, first, n);
    for (c = 0; c < history->n_channels; c++)
      memcpy (planes + c * stride, history->ring + (c * history->capacity
              + piece.place) * size, piece.n * size);
    planes += piece.n * size;
  }
}

static void
silence (const GstClHistory * history, const Piece * piece)
{
  guint c;

  for (c = 0; c < history->n_channels; c++)
    memset (history->ring + (c * history->capacity + piece->place)
        * history->size, 0, piece->n * history->size);
}

/* Converts frames of the input, from `first` on, to numbers of the ring. */
static void
convert (const GstClHistory * history, const GstClHistoryInput * input,
    guint64 first, const Piece * piece)
{
  gsize stride = history->capacity * history->size;
  guint8 *planes = history->ring + piece->place * history->size;
  const guint8 *data = input->data + first * input->unit;
  guint c;

  if (!input->offsets)
    gst_cl_samples_read (input->reader, data, 0, planes, stride, piece->n);
  for (c = 0; input->offsets && c < history->n_channels; c++)
    gst_cl_samples_read (input->reader, data + input->offsets[c], 0,
        planes + c * stride, stride, piece->n);
}

gboolean
gst_cl_history_reserve (GstClHistory * history, guint64 n_frames,
    GError ** error)
{
  guint64 n_bytes, kept, i;
  guint8 *ring = NULL;
  Piece piece;

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
  for (i = history->state.first; kept > 0; i += piece.n, kept -= piece.n) {
    piece = find_piece (n_frames, i, kept);
    copy (history, i, piece.n, ring + piece.place * history->size,
        n_frames * history->size);
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
  history->state.run++;
  history->state.first = history->state.n_frames = 0;
  history->state.end_of_sound = 0;
  g_mutex_unlock (&history->lock);
}

void
gst_cl_history_append (GstClHistory * history,
    const GstClHistoryInput * input, guint64 first, guint64 n)
{
  GstClHistoryState *state = &history->state;
  Piece piece;

  g_return_if_fail (n <= history->capacity);

  g_mutex_lock (&history->lock);
  for (; n > 0; first += piece.n, n -= piece.n) {
    piece = find_piece (history->capacity, state->n_frames, n);
    if (input)
      convert (history, input, first, &piece);
    else
      silence (history, &piece);
    state->n_frames += piece.n;
    if (input)
      state->end_of_sound = state->n_frames;
  }
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
gst_cl_history_read (GstClHistory * history, guint64 run, guint64 first,
    guint64 n, guint8 * planes, gsize stride)
{
  const GstClHistoryState *state = &history->state;
  guint64 begin, end;
  gboolean any;
  guint c;

  g_mutex_lock (&history->lock);
  begin = MAX (first, state->first);
  end = MIN (first + n, state->end_of_sound);
  any = run == state->run && begin < end;
  for (c = 0; any && c < history->n_channels; c++) {
    guint8 *plane = planes + c * stride;

    memset (plane, 0, (begin - first) * history->size);
    memset (plane + (end - first) * history->size, 0,
        (first + n - end) * history->size);
  }
  if (any)
    copy (history, begin, end - begin,
        planes + (begin - first) * history->size, stride);
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
