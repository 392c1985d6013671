/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* drawing/top.c: see top.h. */
#include "top.h"

#include <float.h>
#include <math.h>

/* What the device holds levels to, in decibels. */
#define MOST_LEVEL 327.67

struct _GstClTop
{
  const clfft_cell *cells;
  const gdouble *gains;         /* decibels of bins, or NULL */
  guint n_cells, n_bins, n_channels, rotate;
  clfft_quantity quantity;
  gboolean is_mean;
  gdouble attack, release;      /* shares that a frame moves it by */
  gdouble floor, range;         /* as set */
  gboolean has_frames;
  gdouble level;                /* the upper end */
};

/* The share of the way that is gone in so many seconds. */
static gdouble
get_share (gdouble seconds, GstClockTime constant)
{
  return constant == 0 ? 1 : -expm1 (-seconds * GST_SECOND / constant);
}

GstClTop *
gst_cl_top_new (const GstClSpectrogramConfig * config)
{
  GstClTop *top = g_new0 (GstClTop, 1);
  const GstClSpectrogramSettings *settings = &config->settings;
  gdouble seconds = (gdouble) config->info.hop / config->info.rate;
  clfft_picture_desc desc;

  gst_cl_spectrogram_config_describe (config, &desc);
  top->cells = desc.cells;
  top->gains = desc.gains;
  top->n_cells = desc.n_cells;
  top->n_bins = desc.n_bins;
  top->n_channels = desc.n_channels;
  top->rotate = desc.rotate;
  top->quantity = desc.quantity;
  top->is_mean = desc.reduction == CLFFT_REDUCTION_MEAN;
  top->attack = get_share (seconds, settings->attack);
  top->release = get_share (seconds, settings->release);
  gst_cl_top_set_limits (top, settings->floor, settings->range);
  return top;
}

void
gst_cl_top_set_limits (GstClTop * top, gdouble floor, gdouble range)
{
  top->floor = floor;
  top->range = range;
}

void
gst_cl_top_reset (GstClTop * top)
{
  top->has_frames = FALSE;
}

/* ---- levels, as the device has them ---- */

/* The power of a bin by rising frequency. */
static gdouble
get_power (const GstClTop * top, const gfloat * frame, guint bin)
{
  guint at = (bin + top->rotate) % top->n_bins;
  gdouble gain = top->gains ? pow (10, top->gains[bin] / 10) : 1;

  switch (top->quantity) {
    case CLFFT_QUANTITY_COMPLEX:
      return gain * ((gdouble) frame[2 * at] * frame[2 * at]
          + (gdouble) frame[2 * at + 1] * frame[2 * at + 1]);
    case CLFFT_QUANTITY_MAGNITUDE:
      return gain * frame[at] * frame[at];
    case CLFFT_QUANTITY_DB:
      return gain * pow (10, frame[at] / 10.0);
    default:
      return gain * frame[at];
  }
}

/* What is not finite is no level. */
static gdouble
to_decibels (gdouble power)
{
  return power >= 0 && power <= FLT_MAX
      ? CLAMP (10 * log10 (power), -MOST_LEVEL, MOST_LEVEL) : -MOST_LEVEL;
}

static gdouble
get_level (const GstClTop * top, const gfloat * frame, const clfft_cell * cell)
{
  gdouble power = 0, low, high;
  guint i;

  if (cell->count == 0) {
    if (cell->first >= top->n_bins)
      return -MOST_LEVEL;
    low = to_decibels (get_power (top, frame, cell->first));
    high = cell->fraction > 0 ? to_decibels (get_power (top, frame,
            cell->first + 1)) : low;
    return low + cell->fraction * (high - low);
  }
  for (i = 0; i < cell->count; i++) {
    gdouble next = get_power (top, frame, cell->first + i);

    power = top->is_mean ? power + next / cell->count
        : isnan (next) ? next : MAX (power, next);
  }
  return to_decibels (power);
}

/* The highest level of a frame, within what may be shown as the upper end. */
static gdouble
find_target (const GstClTop * top, const gfloat * frame)
{
  gsize n = (gsize) top->n_bins * (top->quantity == CLFFT_QUANTITY_COMPLEX
      ? 2 : 1);
  gdouble highest = -MOST_LEVEL;
  guint channel, i;

  for (channel = 0; channel < top->n_channels; channel++)
    for (i = 0; i < top->n_cells; i++)
      highest = MAX (highest, get_level (top, frame + channel * n,
              &top->cells[i]));
  return CLAMP (highest, top->floor + top->range / 2, top->floor + top->range);
}

gboolean
gst_cl_top_add (GstClTop * top, GstMemory * levels, guint64 first,
    guint n_frames, GError ** error)
{
  gsize n = (gsize) top->n_channels * top->n_bins
      * (top->quantity == CLFFT_QUANTITY_COMPLEX ? 2 : 1);
  GstMapInfo map;
  guint i;

  if (!gst_opencl_memory_map_host (levels, &map, GST_MAP_READ, error))
    return FALSE;
  for (i = 0; i < n_frames; i++) {
    gdouble target = find_target (top, (gfloat *) map.data + (first + i) * n);

    if (!top->has_frames)
      top->level = target;
    top->has_frames = TRUE;
    top->level += (target > top->level ? top->attack : top->release)
        * (target - top->level);
  }
  gst_memory_unmap (levels, &map);
  return TRUE;
}

gdouble
gst_cl_top_get_range (const GstClTop * top)
{
  return top->has_frames ? CLAMP (top->level - top->floor, top->range / 2,
      top->range) : top->range;
}
