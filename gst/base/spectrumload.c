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

guint
gst_cl_spectrum_load_get_n_stored (const GstClSpectrumLoad * load)
{
  return load->is_half ? load->n / 2 + 1 : load->n;
}

guint
gst_cl_spectrum_load_get_n_written (const GstClSpectrumLoad * load)
{
  return load->is_real ? load->n / 2 + 1 : load->n;
}

/* Bin k of [0, n) of a spectrum that has it. */
static Point
read_bin (const GstClSpectrumLoad * load, const guint8 * source, guint k)
{
  gsize i = load->is_centered ? ((gsize) k + load->n / 2) % load->n : k;
  Point point = {
    gst_cl_numbers_read (&load->stored, source, 2 * i) * load->factors[i],
    gst_cl_numbers_read (&load->stored, source, 2 * i + 1) * load->factors[i]
  };

  return point;
}

/* Bin k of what is to be written. */
static Point
get_bin (const GstClSpectrumLoad * load, const guint8 * source, guint k)
{
  Point point = read_bin (load, source, k), mirror;

  if (!load->is_real || load->is_half)
    return point;
  mirror = read_bin (load, source, k == 0 ? 0 : load->n - k);
  point.re = (point.re + mirror.re) / 2;
  point.im = (point.im - mirror.im) / 2;
  return point;
}

static void
load_points (const GstClSpectrumLoad * load, const guint8 * source,
    gpointer dest)
{
  guint k, n = gst_cl_spectrum_load_get_n_written (load);

  for (k = 0; k < n; k++) {
    Point point = get_bin (load, source, k);

    if (load->to_double) {
      ((gdouble *) dest)[2 * k] = point.re;
      ((gdouble *) dest)[2 * k + 1] = point.im;
    } else {
      ((gfloat *) dest)[2 * k] = point.re;
      ((gfloat *) dest)[2 * k + 1] = point.im;
    }
  }
}

/* Multiplied in double precision as the others: the same bits. */
static void
load_floats (const GstClSpectrumLoad * load, const guint8 * source,
    gfloat * dest)
{
  guint k, n = gst_cl_spectrum_load_get_n_written (load);
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

  for (i = 0; i < n_spectra; i++) {
    if (is_plain)
      load_floats (load, source, (gfloat *) to);
    else
      load_points (load, source, to);
    source += source_size;
    to += dest_size;
  }
}
