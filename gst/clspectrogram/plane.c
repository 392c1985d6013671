/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plane.c: fills the tables of a plane's points and pixels.
 *
 * A line is a row or a column of points as they are shown: of n frequencies
 * line i has frequency k = i - floor(n/2), in units of 1/n cycles per pixel.
 * Lines of blocks follow each other, those of channels too.
 */
#include "plane.h"

#include <string.h>
#include "element/fit/request.h"
#include "opencl/error.h"

/* Rows or columns of bins, of all blocks: far more than pictures have, but not
   so many that tables of them are a burden. */
#define MOST_LINES (1u << 24)

/* ---- what is refused ---- */

/* The properties that only pictures of audio have. */
static const gchar *
find_foreign_setting (const GstClSpectrogramSettings * s)
{
  guint i;

  for (i = 0; i < gst_cl_spectrogram_n_properties; i++) {
    const GstClProperty *row = &gst_cl_spectrogram_properties[i];

    if ((row->marks & GST_CL_SPECTROGRAM_AUDIO_ONLY)
        && !gst_cl_property_is_standard (row, s))
      return row->name;
  }
  return NULL;
}

/* Bands of frequencies around 0 have no place in a plane. */
static gboolean
check_bins (const GstFourierInfo * info, GError ** error)
{
  gboolean is_half = info->sides == GST_FOURIER_SIDES_ONE;
  guint columns = is_half ? info->shape[1] / 2 + 1 : info->shape[1];

  if (info->band_scale == GST_FOURIER_BAND_SCALE_NONE
      && info->bins[0] == info->shape[0] && info->bins[1] == columns)
    return TRUE;
  return gst_cl_set_settings_error (error, "The spectra have %u x %u bins of "
      "transforms of %u x %u, but pictures of video need %u x %u: all of them, "
      "not bands", info->bins[0], info->bins[1], info->shape[0], info->shape[1],
      info->shape[0], columns);
}

static gboolean
check_lines (const GstFourierInfo * info, GError ** error)
{
  guint64 rows = (guint64) info->channels * info->blocks[0] * info->shape[0];
  guint64 columns = (guint64) info->channels * info->blocks[1]
      * info->shape[1];

  if (rows <= MOST_LINES && columns <= MOST_LINES)
    return TRUE;
  return gst_cl_set_settings_error (error, "The spectra have %" G_GUINT64_FORMAT
      " rows and %" G_GUINT64_FORMAT " columns of bins in all, but pictures "
      "are drawn of at most %u each", rows, columns, MOST_LINES);
}

gboolean
gst_cl_spectrogram_plane_check (const GstClSpectrogramSettings * settings,
    const GstFourierInfo * info, GError ** error)
{
  const gchar *foreign = find_foreign_setting (settings);

  if (!check_bins (info, error) || !check_lines (info, error))
    return FALSE;
  if (!foreign)
    return TRUE;
  return gst_cl_set_request_error (error, foreign, GST_CL_REQUEST_DEFAULT, "is "
      "set, but has a meaning for spectra of audio only");
}

/* ---- pixels ---- */

static gboolean
is_mosaic (const GstFourierInfo * info)
{
  return info->blocks[0] > 1 || info->blocks[1] > 1;
}

/* The pixels of the picture from block to block. */
static guint
get_step (const GstFourierInfo * info, guint axis)
{
  guint size = info->block_size[axis] ? info->block_size[axis]
      : info->shape[axis];

  return size - info->block_overlap[axis];
}

gdouble
gst_cl_spectrogram_plane_get_aspect (const GstFourierInfo * info)
{
  if (info->rank < 2)
    return 0;
  if (!is_mosaic (info))
    return 1;
  return (gdouble) info->blocks[1] * get_step (info, 1)
      / ((gdouble) info->blocks[0] * get_step (info, 0));
}

/* Where the middle of a line lies among the pixels of an edge, in half steps of
   1/n: a whole plane begins with -0.5 cycles per pixel, in a mosaic every line
   has the same room. */
static guint
get_pixel (guint line, guint n_lines, guint length, gboolean is_in_mosaic)
{
  guint64 twice = 2 * (guint64) line + (n_lines % 2 || is_in_mosaic);

  return twice * length / (2 * (guint64) n_lines);
}

/* The line nearest to the middle of a pixel. The last half of a step of an even
   length belongs to its first line: 0.5 is -0.5. */
static guint
get_nearest (guint pixel, guint n_lines, guint length, gboolean is_in_mosaic)
{
  guint64 shift = n_lines % 2 || is_in_mosaic ? 0 : length;
  guint64 twice = (2 * (guint64) pixel + 1) * n_lines + shift;

  return twice / (2 * (guint64) length) % n_lines;
}

/* Pixels that hold lines show these, the others the nearest. `first` is the
   number of line 0. */
static void
fill_spans (clfft_span * spans, guint length, guint n_lines, guint first,
    gboolean is_in_mosaic)
{
  guint i;

  memset (spans, 0, length * sizeof *spans);
  for (i = 0; i < n_lines; i++) {
    clfft_span *span = &spans[get_pixel (i, n_lines, length, is_in_mosaic)];

    if (span->count++ == 0)
      span->first = first + i;
  }
  for (i = 0; i < length; i++) {
    if (spans[i].count == 0) {
      spans[i].first = first + get_nearest (i, n_lines, length, is_in_mosaic);
      spans[i].count = 1;
    }
  }
}

/* ---- points ---- */

/* Where frequency k is stored, n of them with both signs. */
static guint
get_stored (const GstFourierInfo * info, guint n, gint64 k)
{
  k = (k + n) % n;
  return info->sides == GST_FOURIER_SIDES_CENTERED ? (k + n / 2) % n : k;
}

static void
fill_rows (const GstFourierInfo * info, clfft_plane_row * rows, guint32 base)
{
  guint n = info->shape[0], block, i;
  guint32 size = info->bins[0] * info->bins[1];

  for (block = 0; block < info->blocks[0]; block++) {
    for (i = 0; i < n; i++, rows++) {
      gint64 k = (gint64) i - n / 2;

      rows->plain = rows->mirrored = base + block * info->blocks[1] * size;
      rows->plain += get_stored (info, n, k) * info->bins[1];
      rows->mirrored += get_stored (info, n, -k) * info->bins[1];
    }
  }
}

/* Fills columns of one side: frequencies below 0 are those of the other sign,
   mirrored; an even n has n/2 itself. */
static void
fill_columns (const GstFourierInfo * info, clfft_plane_column * columns,
    guint32 base)
{
  guint n = info->shape[1], block, i;
  guint32 size = info->bins[0] * info->bins[1];

  for (block = 0; block < info->blocks[1]; block++) {
    for (i = 0; i < n; i++, columns++) {
      gint64 k = (gint64) i - n / 2;

      columns->offset = base + block * size;
      columns->is_mirrored = FALSE;
      if (info->sides != GST_FOURIER_SIDES_ONE) {
        columns->offset += get_stored (info, n, k);
      } else {
        columns->offset += ABS (k);
        columns->is_mirrored = k < 0 && -2 * k != n;
      }
    }
  }
}

/* ---- all of it ---- */

static gboolean
allocate (GstClSpectrogramPlane * plane, const GstClRectangle * plots,
    GError ** error)
{
  clfft_plane *tables = &plane->tables;

  plane->rows = g_try_new (clfft_plane_row, tables->n_rows);
  plane->columns = g_try_new (clfft_plane_column, tables->n_columns);
  plane->down = g_try_new0 (clfft_span, plots->height);
  plane->across = g_try_new0 (clfft_span, plots->width);
  tables->rows = plane->rows;
  tables->columns = plane->columns;
  tables->down = plane->down;
  tables->across = plane->across;
  if (plane->rows && plane->columns && plane->down && plane->across)
    return TRUE;
  return gst_cl_set_memory_error (error, "No memory for tables of %u rows and "
      "%u columns of bins", tables->n_rows, tables->n_columns);
}

/* Fills one channel after the other along the edge that they share. */
static void
fill_tables (GstClSpectrogramPlane * plane, const GstFourierInfo * info,
    const GstClSpectrogramLayout * layout)
{
  guint n_rows = info->blocks[0] * info->shape[0];
  guint n_columns = info->blocks[1] * info->shape[1];
  gboolean is_beside = layout->across > 0, is_in_mosaic = is_mosaic (info);
  guint channel;

  for (channel = 0; channel < info->channels; channel++) {
    guint32 base = channel * gst_fourier_info_get_n_points (info);
    guint row = is_beside ? 0 : channel, column = is_beside ? channel : 0;

    /* the shared edge carries the channel, the other one is the same */
    fill_rows (info, plane->rows + row * n_rows, is_beside ? 0 : base);
    fill_columns (info, plane->columns + column * n_columns,
        is_beside ? base : 0);
    fill_spans (plane->down + row * layout->pitch, layout->plot.height, n_rows,
        row * n_rows, is_in_mosaic);
    fill_spans (plane->across + column * layout->across, layout->plot.width,
        n_columns, column * n_columns, is_in_mosaic);
  }
}

static void
describe_axes (GstClSpectrogramPlane * plane, const GstFourierInfo * info)
{
  static const GstClDecorRange frequencies = { -0.5, 0.5 };

  if (!is_mosaic (info)) {
    plane->rows_shown = plane->columns_shown = frequencies;
    plane->unit = "cycles/pixel";
    return;
  }
  plane->rows_shown.high = (gdouble) info->blocks[0] * get_step (info, 0);
  plane->columns_shown.high = (gdouble) info->blocks[1] * get_step (info, 1);
  plane->unit = "pixels";
}

GstClSpectrogramPlane *
gst_cl_spectrogram_plane_new (const GstFourierInfo * info,
    const GstClSpectrogramLayout * layout, GError ** error)
{
  GstClSpectrogramPlane *plane = g_new0 (GstClSpectrogramPlane, 1);
  GstClRectangle plots =
      gst_cl_spectrogram_layout_get_plots (layout, info->channels);
  gboolean is_beside = layout->across > 0;

  plane->tables.n_rows = info->blocks[0] * info->shape[0]
      * (is_beside ? 1 : info->channels);
  plane->tables.n_columns = info->blocks[1] * info->shape[1]
      * (is_beside ? info->channels : 1);
  if (!allocate (plane, &plots, error)) {
    gst_cl_spectrogram_plane_free (plane);
    return NULL;
  }
  fill_tables (plane, info, layout);
  describe_axes (plane, info);
  return plane;
}

void
gst_cl_spectrogram_plane_free (GstClSpectrogramPlane * plane)
{
  if (!plane)
    return;
  g_free (plane->rows);
  g_free (plane->columns);
  g_free (plane->down);
  g_free (plane->across);
  g_free (plane);
}
