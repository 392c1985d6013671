/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* history.c: a ring of planes that threads share. */
#include "history.h"

#include <string.h>
#include "audio/ring.h"

/* Frames that are converted at a time. */
#define SCRATCH_FRAMES 512

struct _GstClHistory
{
  guint8 *scratch;              /* planes of SCRATCH_FRAMES */

  GMutex lock;                  /* guards the rest */
  GstClRing ring;               /* of frames */
  GstClHistoryState state;
};

GstClHistory *
gst_cl_history_new (guint n_channels, gsize sample_size)
{
  GstClHistory *history = g_new0 (GstClHistory, 1);

  history->ring.n_planes = n_channels;
  history->ring.unit = sample_size;
  history->scratch = g_try_malloc ((gsize) SCRATCH_FRAMES * n_channels
      * sample_size);
  history->state.run = 1;
  g_mutex_init (&history->lock);
  if (!history->scratch)
    g_clear_pointer (&history, gst_cl_history_free);
  return history;
}

void
gst_cl_history_free (GstClHistory * history)
{
  if (!history)
    return;
  gst_cl_ring_free (&history->ring);
  g_free (history->scratch);
  g_mutex_clear (&history->lock);
  g_free (history);
}

gboolean
gst_cl_history_reserve (GstClHistory * history, guint64 n_frames,
    GError ** error)
{
  const GstClHistoryState *state = &history->state;
  gboolean done;

  g_mutex_lock (&history->lock);
  done = n_frames <= history->ring.capacity || gst_cl_ring_reserve
      (&history->ring, n_frames, state->n_frames,
      state->n_frames - state->first);
  g_mutex_unlock (&history->lock);
  if (!done)
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "No memory for the %" G_GUINT64_FORMAT " frames of %u channels that "
        "the response reaches back", n_frames, history->ring.n_planes);
  return done;
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

/* Writes n frames of the input, from `first` on, behind the newest: they are
   converted where the cache has room, for whole lines go to the ring faster than
   numbers. */
static void
write_frames (GstClHistory * history, const GstClHistoryInput * input,
    guint64 first, guint64 n)
{
  gsize stride = SCRATCH_FRAMES * history->ring.unit;
  guint64 end = history->state.n_frames + n, run;
  guint c;

  for (; n > 0; first += run, n -= run) {
    const guint8 *data = input->data + first * input->unit;

    run = MIN (n, SCRATCH_FRAMES);
    if (!input->offsets)
      gst_cl_samples_read (input->reader, data, 0, history->scratch, stride,
          run);
    for (c = 0; c < history->ring.n_planes; c++) {
      if (input->offsets)
        gst_cl_samples_read (input->reader, data + input->offsets[c], 0,
            history->scratch + c * stride, stride, run);
      gst_cl_ring_write (&history->ring, c, end - n, run,
          history->scratch + c * stride);
    }
  }
}

void
gst_cl_history_append (GstClHistory * history,
    const GstClHistoryInput * input, guint64 first, guint64 n)
{
  GstClHistoryState *state = &history->state;
  guint c;

  g_return_if_fail (n <= history->ring.capacity);

  g_mutex_lock (&history->lock);
  if (input)
    write_frames (history, input, first, n);
  for (c = 0; !input && c < history->ring.n_planes; c++)
    gst_cl_ring_write (&history->ring, c, state->n_frames, n, NULL);
  state->n_frames += n;
  if (input)
    state->end_of_sound = state->n_frames;
  if (state->n_frames - state->first > history->ring.capacity)
    state->first = state->n_frames - history->ring.capacity;
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
  gsize size = history->ring.unit;
  guint64 begin, end;
  gboolean any;
  guint c;

  g_mutex_lock (&history->lock);
  begin = MAX (first, state->first);
  end = MIN (first + n, state->end_of_sound);
  any = run == state->run && begin < end;
  for (c = 0; any && c < history->ring.n_planes; c++) {
    guint8 *plane = planes + c * stride;

    memset (plane, 0, (begin - first) * size);
    memset (plane + (end - first) * size, 0, (first + n - end) * size);
    gst_cl_ring_read (&history->ring, c, begin, end - begin,
        plane + (begin - first) * size);
  }
  g_mutex_unlock (&history->lock);
  return any;
}

gsize
gst_cl_history_get_size (GstClHistory * history)
{
  gsize size;

  g_mutex_lock (&history->lock);
  size = history->ring.capacity * history->ring.n_planes * history->ring.unit;
  g_mutex_unlock (&history->lock);
  return size;
}
