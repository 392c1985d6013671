/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel.c: the text of a kernel, read once from its begin to its end. */
#include "kernel.h"

#include <math.h>
#include <string.h>
#include "element/fit/request.h"

/* Bytes of text: all taps with 16 characters each. */
#define MOST_TEXT (1u << 20)
#define MOST_TAP 1e6
/* Below this part of its numbers a sum is rounding. */
#define LEAST_SUM 1e-9

#define WRONG(error, ...) \
    gst_cl_set_property_error (error, "kernel", __VA_ARGS__)

GstClKernel *
gst_cl_kernel_new (guint width, guint height)
{
  GstClKernel *kernel = g_try_malloc0 (sizeof *kernel
      + (gsize) width * height * sizeof (gdouble));

  if (kernel) {
    kernel->width = width;
    kernel->height = height;
  }
  return kernel;
}

void
gst_cl_kernel_free (GstClKernel * kernel)
{
  g_free (kernel);
}

void
gst_cl_kernel_normalize (GstClKernel * kernel)
{
  guint n = kernel->width * kernel->height, i;
  gdouble sum = 0, size = 0;

  for (i = 0; i < n; i++) {
    sum += kernel->taps[i];
    size += fabs (kernel->taps[i]);
  }
  if (fabs (sum) <= LEAST_SUM * size)
    return;
  for (i = 0; i < n; i++)
    kernel->taps[i] /= sum;
}

/* ---- text ---- */

/* A text that is being read. */
typedef struct
{
  const gchar *at;
  gdouble taps[GST_CL_KERNEL_MOST * GST_CL_KERNEL_MOST];
  guint columns, rows;          /* complete ones */
} Reading;

static gboolean
is_between_numbers (gchar c)
{
  return c == ' ' || c == '\t' || c == ',' || c == '\r';
}

static gboolean
is_between_rows (gchar c)
{
  return c == ';' || c == '\n';
}

/* The next number of a row. */
static gboolean
read_number (Reading * reading, guint column, GError ** error)
{
  gchar *end;
  gdouble tap = g_ascii_strtod (reading->at, &end);

  if (end == reading->at || (*end && !is_between_numbers (*end)
          && !is_between_rows (*end)))
    return WRONG (error, "has no number in row %u, column %u",
        reading->rows + 1, column + 1);
  if (!(fabs (tap) <= MOST_TAP))
    return WRONG (error, "has %g in row %u, column %u, but numbers are from %g "
        "to %g", tap, reading->rows + 1, column + 1, -MOST_TAP, MOST_TAP);
  if (column >= GST_CL_KERNEL_MOST || reading->rows >= GST_CL_KERNEL_MOST)
    return WRONG (error, "has more than %d %s", GST_CL_KERNEL_MOST,
        column >= GST_CL_KERNEL_MOST ? "columns" : "rows");
  if (reading->rows > 0 && column >= reading->columns)
    return WRONG (error, "has more than %u numbers in row %u, but so many in "
        "row 1", reading->columns, reading->rows + 1);
  reading->taps[reading->rows * (reading->rows ? reading->columns : 0)
      + column] = tap;
  reading->at = end;
  return TRUE;
}

/* To the end of a row; empty ones do not count. */
static gboolean
read_row (Reading * reading, GError ** error)
{
  guint n = 0;

  for (;;) {
    while (is_between_numbers (*reading->at))
      reading->at++;
    if (*reading->at == 0 || is_between_rows (*reading->at))
      break;
    if (!read_number (reading, n++, error))
      return FALSE;
  }
  if (n == 0)
    return TRUE;
  if (reading->rows == 0)
    reading->columns = n;
  if (n != reading->columns)
    return WRONG (error, "has %u numbers in row %u, but %u in row 1", n,
        reading->rows + 1, reading->columns);
  reading->rows++;
  return TRUE;
}

static gboolean
read_rows (Reading * reading, GError ** error)
{
  while (*reading->at) {
    if (!read_row (reading, error))
      return FALSE;
    if (*reading->at)
      reading->at++;
  }
  if (reading->rows % 2 == 1 && reading->columns % 2 == 1)
    return TRUE;
  return WRONG (error, "has %u columns and %u rows, but must have odd numbers "
      "of them", reading->columns, reading->rows);
}

GstClKernel *
gst_cl_kernel_parse (const gchar * text, gboolean normalize, GError ** error)
{
  gsize length = strlen (text);
  g_autofree Reading *reading = NULL;
  GstClKernel *kernel = NULL;

  if (length > MOST_TEXT) {
    WRONG (error, "has %" G_GSIZE_FORMAT " bytes, but may have %u", length,
        MOST_TEXT);
    return NULL;
  }
  reading = g_try_new0 (Reading, 1);
  if (reading) {
    reading->at = text;
    if (!read_rows (reading, error))
      return NULL;
    kernel = gst_cl_kernel_new (reading->columns, reading->rows);
  }
  if (!kernel) {
    WRONG (error, "has %" G_GSIZE_FORMAT " bytes, for which there is no memory",
        length);
    return NULL;
  }
  memcpy (kernel->taps, reading->taps,
      kernel->width * kernel->height * sizeof (gdouble));
  if (normalize)
    gst_cl_kernel_normalize (kernel);
  return kernel;
}

gboolean
gst_cl_kernel_check_size (const gchar * what, guint64 width, guint64 height,
    GError ** error)
{
  if (width % 2 == 1 && height % 2 == 1 && width <= GST_CL_KERNEL_MOST
      && height <= GST_CL_KERNEL_MOST)
    return TRUE;
  return gst_cl_set_property_error (error, "kernel-file", "is \"%s\", of %"
      G_GUINT64_FORMAT "x%" G_GUINT64_FORMAT " pixels, but a kernel has odd "
      "sizes of at most %d", what, width, height, GST_CL_KERNEL_MOST);
}
