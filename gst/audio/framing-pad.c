/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* framing-pad.c: writes the samples of frames, and what stands for samples
   before the start and after the end of a run. */
#include "framing-private.h"

gboolean
gst_cl_framing_mirrors (const GstClFraming * framing)
{
  return framing->params.center
      && framing->params.pad_mode != GST_CL_PAD_MODE_CONSTANT;
}

/* Whether silence stands for sample i, outside 0 .. n - 1, where the start alone
   is mirrored; then *n_run of n_most from there on are silent. */
static gboolean
is_silent (const GstClFraming * framing, gint64 i, guint64 n, guint64 n_most,
    guint64 * n_run)
{
  if (framing->params.pad_mode != GST_CL_PAD_MODE_REFLECT_START)
    return FALSE;
  *n_run = i < 0 && (guint64) - i >= n ? MIN (n_most, (guint64) - i - n + 1)
      : n_most;
  return i >= 0 || (guint64) - i >= n;
}

/*
 * Finds the sample that stands for sample i, outside 0 .. n - 1, and how many
 * of the n_most from there on are its neighbours: in falling order if
 * *backwards.
 */
static guint64
find_source (const GstClFraming * framing, gint64 i, guint64 n, guint64 n_most,
    guint64 * n_run, gboolean * backwards)
{
  gint64 period = 2 * ((gint64) n - 1), place;

  *backwards = FALSE;
  if (period == 0 || framing->params.pad_mode == GST_CL_PAD_MODE_EDGE) {
    *n_run = 1;
    return i < 0 ? 0 : n - 1;
  }
  place = i % period;
  if (place < 0)
    place += period;
  if ((guint64) place < n) {
    *n_run = MIN (n_most, n - place);
    return place;
  }
  *backwards = TRUE;
  *n_run = MIN (n_most, (guint64) (period - place));
  return period - place;
}

/* Turns the order of n samples round. */
static void
reverse (const GstClFraming * framing, guint64 n, guint8 * dest,
    gsize plane_stride)
{
  gsize unit = gst_cl_sample_fifo_get_unit (framing->fifo), b;
  guint p, n_planes = gst_cl_sample_fifo_get_n_planes (framing->fifo);
  guint64 i;

  for (p = 0; p < n_planes; p++) {
    guint8 *plane = dest + p * plane_stride;

    for (i = 0; i < n / 2; i++) {
      guint8 *one = plane + i * unit, *other = plane + (n - 1 - i) * unit;

      for (b = 0; b < unit; b++) {
        guint8 byte = one[b];

        one[b] = other[b];
        other[b] = byte;
      }
    }
  }
}

/* Whether silence follows the end of the run: its last hop does not end
   there. */
static gboolean
is_filled_up (const GstClFraming * framing, const Run * run)
{
  return framing->params.n_whole > 0
      && gst_cl_framing_count (framing, run) * framing->params.hop
      != run->line.next - run->base;
}

/* Writes n samples that stand for those from index i on, all outside the
   run. A run that was cut anew may lack some: then the first that is
   left stands for them. */
static gboolean
write_outside (GstClFraming * framing, const Run * run, gint64 i,
    guint64 n, guint8 * dest, gsize plane_stride)
{
  gsize unit = gst_cl_sample_fifo_get_unit (framing->fifo);
  gboolean data = FALSE, backwards;
  guint64 n_run, source, lowest;

  if (!gst_cl_framing_mirrors (framing)
      || (i > 0 && is_filled_up (framing, run))) {
    gst_cl_sample_fifo_fill_silence (framing->fifo, n, dest, plane_stride, 0);
    return FALSE;
  }
  while (n > 0) {
    if (is_silent (framing, i, run->line.next, n, &n_run)) {
      gst_cl_sample_fifo_fill_silence (framing->fifo, n_run, dest,
          plane_stride, 0);
      dest += n_run * unit;
      i += n_run;
      n -= n_run;
      continue;
    }
    source = find_source (framing, i, run->line.next, n, &n_run,
        &backwards);
    lowest = backwards ? source - (n_run - 1) : source;
    if (lowest < run->dropped) {
      n_run = 1;
      lowest = MAX (source, run->dropped);
    }
    data |= gst_cl_sample_fifo_copy (framing->fifo, lowest - run->dropped,
        n_run, dest, plane_stride, 0);
    if (backwards)
      reverse (framing, n_run, dest, plane_stride);
    dest += n_run * unit;
    i += n_run;
    n -= n_run;
  }
  return data;
}

gboolean
gst_cl_framing_copy_range (GstClFraming * framing, const Run * run,
    gint64 first, guint64 n, guint8 * dest, gsize plane_stride)
{
  gsize unit = gst_cl_sample_fifo_get_unit (framing->fifo);
  guint64 n_before = first < 0 ? MIN (n, (guint64) - first) : 0;
  guint64 begin = first < 0 ? 0 : MIN ((guint64) first, run->line.next);
  guint64 n_inside = MIN (n - n_before, run->line.next - begin);
  guint64 n_until = n_before + n_inside;
  gboolean data;

  data = write_outside (framing, run, first, n_before, dest,
      plane_stride);
  data |= gst_cl_sample_fifo_copy (framing->fifo, begin - run->dropped,
      n_inside, dest, plane_stride, n_before);
  data |= write_outside (framing, run, MAX (first, (gint64) begin)
      + n_inside, n - n_until, dest + n_until * unit, plane_stride);
  return data;
}
