/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spectrumload.c: reads points one by one, in double precision; the common
 * case, one side in the host's single precision, has a loop of its own.
 */
#include "spectrumload.h"

#include <string.h>

typedef struct
{
  gdouble re, im;
} Point;

/* How many rows of the innermost axis a spectrum has. */
static guint64
get_n_rows (const GstClSpectrumLoad * load)
{
  return (guint64) MAX (load->outer[0], 1) * MAX (load->outer[1], 1);
}

static guint
get_row_stored (const GstClSpectrumLoad * load)
{
  return load->is_half ? load->n / 2 + 1 : load->n;
}

static guint
get_row_written (const GstClSpectrumLoad * load)
{
  return load->is_real ? load->n / 2 + 1 : load->n;
}

guint64
gst_cl_spectrum_load_get_n_stored (const GstClSpectrumLoad * load)
{
  return get_n_rows (load) * get_row_stored (load);
}

guint64
gst_cl_spectrum_load_get_n_written (const GstClSpectrumLoad * load)
{
  return get_n_rows (load) * get_row_written (load);
}

guint64
gst_cl_spectrum_load_get_n_samples (const GstClSpectrumLoad * load)
{
  return get_n_rows (load) * load->n;
}

void
gst_cl_spectrum_load_describe (const GstClSpectrumLoad * load,
    guint64 n_spectra, clfft_desc * desc)
{
  guint d;

  memset (desc, 0, sizeof *desc);
  desc->transform = load->is_real ? CLFFT_TRANSFORM_C2R : CLFFT_TRANSFORM_C2C;
  desc->direction = CLFFT_DIRECTION_INVERSE;
  desc->precision = load->to_double ? CLFFT_PRECISION_DOUBLE
      : CLFFT_PRECISION_SINGLE;
  desc->lengths[0] = load->n;
  desc->rank = 1;
  for (d = 0; d < G_N_ELEMENTS (load->outer) && load->outer[d] > 0; d++)
    desc->lengths[desc->rank++] = load->outer[d];
  desc->n_loops = 1;
  desc->loops[0].count = n_spectra;
  desc->loops[0].input_distance = gst_cl_spectrum_load_get_n_written (load);
  desc->loops[0].output_distance = gst_cl_spectrum_load_get_n_samples (load);
  desc->destroy_input = TRUE;
}

/* Where bin k of an axis of n is stored. */
static gsize
get_place (const GstClSpectrumLoad * load, guint k, guint n)
{
  return load->is_centered ? ((gsize) k + n / 2) % n : k;
}

static guint
get_mirror (guint k, guint n)
{
  return k == 0 ? 0 : n - k;
}

/* Bin k of [0, n) of a row that has it. */
static Point
read_bin (const GstClSpectrumLoad * load, const guint8 * row, guint k)
{
  gsize i = get_place (load, k, load->n);
  Point point = {
    gst_cl_numbers_read (&load->stored, row, 2 * i) * load->factors[i],
    gst_cl_numbers_read (&load->stored, row, 2 * i + 1) * load->factors[i]
  };

  return point;
}

/* Bin k as it is written. mirror: the row of the opposite outer bins. */
static Point
get_bin (const GstClSpectrumLoad * load, const guint8 * row,
    const guint8 * mirror, guint k)
{
  Point point = read_bin (load, row, k), opposite;

  if (!load->is_real || load->is_half)
    return point;
  opposite = read_bin (load, mirror, get_mirror (k, load->n));
  point.re = (point.re + opposite.re) / 2;
  point.im = (point.im - opposite.im) / 2;
  return point;
}

static void
load_row (const GstClSpectrumLoad * load, const guint8 * row,
    const guint8 * mirror, gpointer dest)
{
  guint k, n = get_row_written (load);

  for (k = 0; k < n; k++) {
    Point point = get_bin (load, row, mirror, k);

    if (load->to_double) {
      ((gdouble *) dest)[2 * k] = point.re;
      ((gdouble *) dest)[2 * k + 1] = point.im;
    } else {
      ((gfloat *) dest)[2 * k] = point.re;
      ((gfloat *) dest)[2 * k + 1] = point.im;
    }
  }
}

static void
load_points (const GstClSpectrumLoad * load, const guint8 * source,
    guint8 * dest)
{
  gsize stored_size = 2 * (load->stored.is_double ? 8 : 4)
      * (gsize) get_row_stored (load);
  gsize written_size = 2 * (load->to_double ? 8 : 4)
      * (gsize) get_row_written (load);
  guint n1 = MAX (load->outer[0], 1), n2 = MAX (load->outer[1], 1), k1, k2;

  for (k2 = 0; k2 < n2; k2++) {
    gsize place = get_place (load, k2, n2) * n1;
    gsize opposite = get_place (load, get_mirror (k2, n2), n2) * n1;

    for (k1 = 0; k1 < n1; k1++, dest += written_size)
      load_row (load,
          source + (place + get_place (load, k1, n1)) * stored_size,
          source + (opposite + get_place (load, get_mirror (k1, n1),
                  n1)) * stored_size, dest);
  }
}

/* Multiplies in double precision as the general case does, so that the bits are
   the same. */
static void
load_floats (const GstClSpectrumLoad * load, const guint8 * source,
    gfloat * dest)
{
  guint k, n = get_row_written (load);
  gfloat point[2];

  for (k = 0; k < n; k++) {
    memcpy (point, source + sizeof point * k, sizeof point);
    dest[2 * k] = point[0] * load->factors[k];
    dest[2 * k + 1] = point[1] * load->factors[k];
  }
}

void
gst_cl_spectrum_load (const GstClSpectrumLoad * load, const guint8 * source,
    guint64 n_spectra, gpointer dest)
{
  gsize source_size = 2 * (load->stored.is_double ? 8 : 4)
      * (gsize) gst_cl_spectrum_load_get_n_stored (load);
  gsize dest_size = 2 * (load->to_double ? 8 : 4)
      * (gsize) gst_cl_spectrum_load_get_n_written (load);
  gboolean is_plain = load->is_half == load->is_real && !load->is_centered
      && !load->stored.is_double && !load->stored.is_swapped
      && !load->to_double;
  guint8 *to = dest;
  guint64 i;

  if (is_plain) {
    guint64 n_rows = get_n_rows (load);

    n_spectra *= n_rows;
    source_size /= n_rows;
    dest_size /= n_rows;
  }
  for (i = 0; i < n_spectra; i++) {
    if (is_plain)
      load_floats (load, source, (gfloat *) to);
    else
      load_points (load, source, to);
    source += source_size;
    to += dest_size;
  }
}
