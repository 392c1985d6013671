/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* load.c: a curve's file, and the coefficients that it names. */
#include "private.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "curve.h"
#include "opencl/error.h"
#include "phase.h"

/* Bytes of raw coefficients. */
#define MAX_RAW (8 * GST_CL_RESPONSE_MAX_TAPS)
/* Of a file, between two looks whether to go on, and numbers likewise. */
#define READ_SIZE (1 << 20)
#define LOOK 65536

/* All bytes of a plain file, and a 0. */
static gchar *
read_file (const gchar * what, const gchar * path, guint64 max, gsize * size,
    const gint * cancelled, GError ** error)
{
  GStatBuf status;
  gboolean goes_on = TRUE;
  gchar *text = NULL;
  gsize n = 1;
  FILE *file;

  if (!gst_cl_response_check_file (path, what, &status, error))
    return NULL;
  if ((guint64) status.st_size > max) {
    g_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_WRONG_TYPE,
        "%s has %" G_GUINT64_FORMAT " bytes, but may have %" G_GUINT64_FORMAT,
        what, (guint64) status.st_size, max);
    return NULL;
  }
  file = g_fopen (path, "rb");
  text = file ? g_try_malloc (status.st_size + 1) : NULL;
  for (*size = 0; text && n > 0 && *size < (gsize) status.st_size; *size += n) {
    if (!(goes_on = gst_cl_response_may_go_on (cancelled, error)))
      break;
    n = fread (text + *size, 1, MIN (READ_SIZE, status.st_size - *size), file);
  }
  if (text)
    text[*size] = 0;
  if (!goes_on)
    g_clear_pointer (&text, g_free);
  else if (file && !text)
    gst_cl_set_memory_error (error, "%s is longer than the memory: %"
        G_GUINT64_FORMAT " bytes", what, (guint64) status.st_size);
  else if (!file || ferror (file)) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_OPEN_READ,
        "%s cannot be read: %s", what, g_strerror (errno));
    g_clear_pointer (&text, g_free);
  }
  if (file)
    fclose (file);
  return text;
}

/* ---- coefficients ---- */

static const struct
{
  const gchar *name;
  guint size;                   /* bytes */
  gchar kind;                   /* of integers: all bits, low 24, high 24 */
} formats[] = {
  {"S16LE", 2, 'i'}, {"S16_LE", 2, 'i'},
  {"S24LE", 4, 'l'}, {"S24_4_LE", 4, 'l'}, {"S24_4_RJ_LE", 4, 'l'},
  {"S24_4_LJ_LE", 4, 'h'}, {"S24_LJ_LE", 4, 'h'},
  {"S24LE3", 3, 'i'}, {"S24_3_LE", 3, 'i'},
  {"S32LE", 4, 'i'}, {"S32_LE", 4, 'i'},
  {"FLOAT32LE", 4, 'f'}, {"F32_LE", 4, 'f'},
  {"FLOAT64LE", 8, 'f'}, {"F64_LE", 8, 'f'},
};

static gdouble
read_number (const guint8 * bytes, guint row)
{
  guint size = formats[row].size, i;
  union { guint64 bits; gdouble number; } wide = { 0 };
  union { guint32 bits; gfloat number; } narrow;

  for (i = 0; i < size; i++)
    wide.bits |= (guint64) bytes[i] << (8 * i);
  if (formats[row].kind == 'f') {
    narrow.bits = wide.bits;
    return size == 8 ? wide.number : narrow.number;
  }
  /* the highest bit to the highest of 64 */
  if (formats[row].kind == 'h')
    wide.bits &= ~G_GUINT64_CONSTANT (0xff);
  wide.bits <<= formats[row].kind == 'l' ? 40 : 64 - 8 * size;
  return (gint64) wide.bits / 9223372036854775808.0;
}

static gboolean
set_no_memory (const gchar * what, guint64 n, GError ** error)
{
  return gst_cl_set_memory_error (error, "%s: no memory for %" G_GUINT64_FORMAT
      " coefficients", what, n);
}

static gboolean
read_raw (const gchar * what, const GstClCurveConv * conv, const guint8 * bytes,
    gsize size, GstClNumbers * numbers, const gint * cancelled, GError ** error)
{
  guint row;
  gsize i;

  for (row = 0; row < G_N_ELEMENTS (formats); row++)
    if (strcmp (conv->format, formats[row].name) == 0)
      break;
  if (row == G_N_ELEMENTS (formats))
    return gst_cl_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
        "%s, line %u: the format \"%s\" is not understood: TEXT, S16_LE, "
        "S24_3_LE, S24_4_RJ_LE, S24_4_LJ_LE, S32_LE, F32_LE, F64_LE and their "
        "names of earlier versions are", what, conv->line, conv->format);
  i = MIN (conv->skip, size);
  if (conv->read)
    size = i + MIN (conv->read, size - i);
  if (!gst_cl_numbers_reserve (numbers, (size - i) / formats[row].size))
    return set_no_memory (what, (size - i) / formats[row].size, error);
  for (; i + formats[row].size <= size; i += formats[row].size) {
    if (numbers->n % LOOK == 0
        && !gst_cl_response_may_go_on (cancelled, error))
      return FALSE;
    numbers->data[numbers->n++] = read_number (bytes + i, row);
  }
  return TRUE;
}

static gboolean
read_lines (const gchar * what, const GstClCurveConv * conv, gchar * text,
    GstClNumbers * numbers, const gint * cancelled, GError ** error)
{
  guint64 line = 0;
  gchar *next;

  for (; text; text = next) {
    gchar *end;
    gdouble number;

    if ((next = strchr (text, '\n')))
      *next++ = 0;
    if (line++ % LOOK == 0 && !gst_cl_response_may_go_on (cancelled, error))
      return FALSE;
    text = g_strstrip (text);
    if (line <= conv->skip || (!*text && !next))
      continue;
    if (conv->read && line > conv->skip + conv->read)
      break;
    number = g_ascii_strtod (text, &end);
    if (end == text || *end)
      return gst_cl_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
          "%s: line %" G_GUINT64_FORMAT " of its coefficients, of %"
          G_GSIZE_FORMAT " bytes, is not a number", what, line, strlen (text));
    if (!gst_cl_numbers_add (numbers, number))
      return set_no_memory (what, numbers->n + 1, error);
  }
  return TRUE;
}

/* The file of a Conv: as it is written, next to the curve's. It is absolute, so
   that no name of a folder makes a URI of it. */
static gchar *
get_path (const gchar * location, const GstClCurveConv * conv, gint rate)
{
  g_autofree gchar *here = g_get_current_dir ();
  g_autofree gchar *relative = g_path_get_dirname (location);
  g_autofree gchar *folder = g_path_is_absolute (relative)
      ? g_strdup (relative) : g_build_filename (here, relative, NULL);
  g_autofree gchar *number = g_strdup_printf ("%d", rate);
  g_auto (GStrv) parts = g_strsplit (conv->filename, "$samplerate$", 0);
  g_autofree gchar *name = g_strjoinv (number, parts);

  return g_path_is_absolute (name) ? g_strdup (name)
      : g_build_filename (folder, name, NULL);
}

static GstClResponse *
load_numbers (const gchar * what, const gchar * path,
    const GstClCurveConv * conv, gint rate, const gint * cancelled,
    GError ** error)
{
  g_auto (GstClNumbers) own = { NULL, };
  const GstClNumbers *numbers = conv->filename ? &own : &conv->values;
  GstClResponse *response;

  if (conv->filename) {
    g_autofree gchar *name = g_filename_display_name (path);
    g_autofree gchar *file = g_strdup_printf ("%s: its file \"%s\"", what,
        name);
    gsize size = 0;
    g_autofree gchar *bytes = read_file (file, path, MAX_RAW, &size, cancelled,
        error);

    if (!bytes || !(strcmp (conv->format, "TEXT") == 0
            ? read_lines (what, conv, bytes, &own, cancelled, error)
            : read_raw (what, conv, (guint8 *) bytes, size, &own, cancelled,
                error)))
      return NULL;
  }
  response = gst_cl_response_new (what, 1, numbers->n, rate, error);
  if (response)
    memcpy (response->taps, numbers->data, numbers->n * sizeof (gdouble));
  return response;
}

/* One channel of a response. */
static GstClResponse *
take_channel (const gchar * what, GstClResponse * response, guint channel,
    GError ** error)
{
  GstClResponse *one = NULL;

  if (channel >= response->n_channels)
    g_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
        "%s: channel %u of the file that it names was wanted, which has %u",
        what, channel, response->n_channels);
  else
    one = gst_cl_response_new (what, 1, response->n_taps, response->rate,
        error);
  if (one)
    memcpy (one->taps, response->taps + channel * response->n_taps,
        response->n_taps * sizeof (gdouble));
  gst_cl_response_unref (response);
  return one;
}

/* The taps that a Conv has, as they are but for the rate: no phase is made of
   them. */
static GstClResponse *
load_conv (const GstClCurve * curve, const gchar * what,
    const gchar * location, gint rate, guint64 n_taps, const gint * cancelled,
    GError ** error)
{
  const GstClCurveConv *conv = curve->conv;
  gint own_rate = curve->rate ? curve->rate : rate;
  g_autofree gchar *path = conv->filename ? get_path (location, conv,
      own_rate) : NULL;
  GstClResponse *response;
  guint64 k;

  if (conv->filename && !conv->format) {
    response = gst_cl_response_load_file (path, rate, cancelled, error);
    if (response)
      response = take_channel (what, response, conv->channel, error);
  } else {
    response = load_numbers (what, path, conv, own_rate, cancelled, error);
    if (response)
      response = gst_cl_response_resample (response, what, rate, cancelled,
          error);
  }
  if (!response)
    return NULL;
  if (n_taps)
    response->n_taps = MIN (response->n_taps, n_taps);
  for (k = 0; k < response->n_taps; k++)
    response->taps[k] *= curve->factor;
  if (!gst_cl_response_check (response, what, error))
    g_clear_pointer (&response, gst_cl_response_unref);
  return response;
}

GstClResponse *
gst_cl_response_load_curve (const gchar * location, gint rate,
    GstClPhase phase, guint64 n_taps, clfft_device * device,
    const gint * cancelled, GError ** error)
{
  g_autofree gchar *name = g_filename_display_name (location);
  g_autofree gchar *what = g_strdup_printf ("The curve \"%s\"", name);
  gsize size = 0;
  g_autofree gchar *text = read_file (what, location, GST_CL_CURVE_MAX_SIZE,
      &size, cancelled, error);
  g_autoptr (GstClCurve) curve = NULL;

  if (text)
    curve = gst_cl_curve_parse (what, text, size, cancelled, error);
  if (!curve)
    return NULL;
  if (curve->conv)
    return load_conv (curve, what, location, rate, n_taps, cancelled, error);
  return gst_cl_phase_make (curve, what, rate, phase, n_taps, device,
      cancelled, error);
}
