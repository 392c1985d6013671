/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* samplehistory.c: keeps the newest samples in a ring. */
#include "samplehistory.h"

#include <string.h>

struct _GstClSampleHistory
{
  gsize unit;
  gsize length;
  gsize next;                   /* the oldest, which is overwritten next */
  guint8 *ring;
};

GstClSampleHistory *
gst_cl_sample_history_new (gsize unit, gsize length)
{
  GstClSampleHistory *history = g_new0 (GstClSampleHistory, 1);

  history->unit = unit;
  history->length = length;
  if (length <= G_MAXSIZE / unit)
    history->ring = g_try_malloc0 (unit * length);
  if (!history->ring)
    g_clear_pointer (&history, g_free);
  return history;
}

void
gst_cl_sample_history_free (GstClSampleHistory * history)
{
  if (!history)
    return;
  g_free (history->ring);
  g_free (history);
}

void
gst_cl_sample_history_clear (GstClSampleHistory * history)
{
  memset (history->ring, 0, history->unit * history->length);
  history->next = 0;
}

void
gst_cl_sample_history_append (GstClSampleHistory * history,
    const guint8 * data, gsize n_samples)
{
  gsize unit = history->unit, length = history->length, first;

  if (n_samples == 0)           /* of nothing there may be no data */
    return;
  if (n_samples > length) {
    data += (n_samples - length) * unit;
    n_samples = length;
  }
  first = MIN (n_samples, length - history->next);
  memcpy (history->ring + history->next * unit, data, first * unit);
  memcpy (history->ring, data + first * unit, (n_samples - first) * unit);
  history->next = (history->next + n_samples) % length;
}

void
gst_cl_sample_history_copy (const GstClSampleHistory * history,
    const guint8 * data, gsize n_samples, guint8 * dest)
{
  gsize unit = history->unit, length = history->length, old, start, first;

  if (n_samples >= length) {
    memcpy (dest, data + (n_samples - length) * unit, length * unit);
    return;
  }
  old = length - n_samples;
  start = (history->next + n_samples) % length;
  first = MIN (old, length - start);
  memcpy (dest, history->ring + start * unit, first * unit);
  memcpy (dest + first * unit, history->ring, (old - first) * unit);
  if (n_samples > 0)
    memcpy (dest + old * unit, data, n_samples * unit);
}
