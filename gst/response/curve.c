/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* curve.c: which format a text has, and what all formats have in common. */
#include "curve-private.h"

#include <math.h>
#include <string.h>

#include "opencl/error.h"
#include "private.h"

/* The most of a line that an error shows. */
#define SHOWN 60
#define MAX_FREQUENCY 1e9       /* hertz; no rate is above */
#define MIN_WIDTH 1e-4
#define MAX_WIDTH 1e4
/* Frequencies between two looks whether to go on. */
#define BLOCK 1024

/* ---- reading ---- */

gboolean
gst_cl_curve_may_go_on (const GstClCurveReader * reader)
{
  return gst_cl_response_may_go_on (reader->cancelled, NULL);
}

gboolean
gst_cl_curve_next_line (GstClCurveReader * reader)
{
  gsize length;

  if (!reader->next || !gst_cl_curve_may_go_on (reader))
    return FALSE;
  reader->line = reader->next;
  length = strcspn (reader->line, "\r\n");
  reader->next = reader->line[length] ? reader->line + length + 1 : NULL;
  if (reader->line[length] == '\r' && *reader->next == '\n')
    reader->next++;
  reader->line[length] = 0;
  g_strchomp (reader->line);
  reader->number++;
  return TRUE;
}

gboolean
gst_cl_curve_set_error (const GstClCurveReader * reader, GError ** error,
    const gchar * format, ...)
{
  g_autofree gchar *start = g_strndup (reader->line ? reader->line : "", SHOWN);
  g_autofree gchar *shown = g_utf8_make_valid (g_strstrip (start), -1);
  g_autofree gchar *made = NULL, *reason = NULL, *quoted = NULL;
  va_list args;

  va_start (args, format);
  made = gst_cl_strdup_vprintf (format, args);
  reason = g_utf8_make_valid (made, -1);
  va_end (args);
  if (reader->is_curve && reader->line)
    quoted = g_strdup_printf (", \"%s%s\"", shown,
        strlen (reader->line) > SHOWN ? "..." : "");
  if (reader->number)
    g_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
        "%s, line %u%s: %s", reader->what, reader->number, quoted ? quoted : "",
        reason);
  else
    g_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT, "%s %s",
        reader->what, reason);
  return FALSE;
}

gchar *
gst_cl_curve_quote (const GstClCurveReader * reader, const gchar * text)
{
  return reader->is_curve ? g_strdup_printf ("\"%.20s\"", text)
      : g_strdup_printf ("%" G_GSIZE_FORMAT " bytes", strlen (text));
}

gboolean
gst_cl_curve_begins_with (const gchar * text, const gchar * prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

gboolean
gst_cl_curve_scan_number (gchar ** at, gdouble * number)
{
  gchar copy[40], *start = *at, *end;
  gboolean is_minus;
  gsize length;

  while (*start == ' ' || *start == '\t')
    start++;
  /* that of typography, which Java writes for some languages */
  is_minus = gst_cl_curve_begins_with (start, "\xe2\x88\x92");
  if (is_minus)
    start += 3;
  length = strspn (start, "+-0123456789.,eE");
  if (length == 0 || length >= sizeof copy
      || strchr (is_minus ? "eE+-" : "eE", *start))
    return FALSE;
  memcpy (copy, start, length);
  copy[length] = 0;
  g_strdelimit (copy, ",", '.');
  *number = g_ascii_strtod (copy, &end);
  if (*end || !isfinite (*number))
    return FALSE;
  if (is_minus)
    *number = -*number;
  *at = start + length;
  return TRUE;
}

gboolean
gst_cl_curve_scan_word (gchar ** at, const gchar * word)
{
  while (**at == ' ' || **at == '\t')
    (*at)++;
  if (g_ascii_strncasecmp (*at, word, strlen (word)) != 0)
    return FALSE;
  *at += strlen (word);
  return TRUE;
}

/* ---- what was read ---- */

static gboolean
check_decibels (const GstClCurveReader * reader, gdouble decibels,
    GError ** error)
{
  if (fabs (decibels) <= GST_CL_CURVE_MAX_DECIBELS)
    return TRUE;
  return gst_cl_curve_set_error (reader, error, "%g dB is beyond what is "
      "understood, %g to %g dB", decibels, -GST_CL_CURVE_MAX_DECIBELS,
      GST_CL_CURVE_MAX_DECIBELS);
}

gboolean
gst_cl_curve_add_filter (GstClCurve * curve, const GstClCurveReader * reader,
    const GstClCurveFilter * filter, GError ** error)
{
  const gchar *unit = filter->width_kind == GST_CL_CURVE_Q ? "Q"
      : filter->width_kind == GST_CL_CURVE_SLOPE ? "the slope"
      : "the bandwidth";
  gboolean has_poles = filter->type >= GST_CL_CURVE_LINKWITZ
      && filter->type <= GST_CL_CURVE_GENERAL_NOTCH_0;

  if (!check_decibels (reader, filter->gain, error))
    return FALSE;
  if (!(filter->frequency > 0 && filter->frequency <= MAX_FREQUENCY))
    gst_cl_curve_set_error (reader, error, "the frequency is %g Hz, but must "
        "be above 0 and at most %g", filter->frequency, MAX_FREQUENCY);
  else if (!(filter->width >= MIN_WIDTH && filter->width <= MAX_WIDTH))
    gst_cl_curve_set_error (reader, error, "%s is %g, but must be above 0, "
        "%g to %g", unit, filter->width, MIN_WIDTH, MAX_WIDTH);
  else if (has_poles && !(filter->pole_frequency > 0
          && filter->pole_frequency <= MAX_FREQUENCY))
    gst_cl_curve_set_error (reader, error, "the frequency of the poles is %g "
        "Hz, but must be above 0 and at most %g", filter->pole_frequency,
        MAX_FREQUENCY);
  else if (has_poles && !(filter->pole_q >= MIN_WIDTH
          && filter->pole_q <= MAX_WIDTH))
    gst_cl_curve_set_error (reader, error, "Q of the poles is %g, but must be "
        "%g to %g", filter->pole_q, MIN_WIDTH, MAX_WIDTH);
  else if (curve->filters->len >= GST_CL_CURVE_MAX_FILTERS)
    gst_cl_curve_set_error (reader, error, "there are more than %d filters",
        GST_CL_CURVE_MAX_FILTERS);
  else {
    GstClCurveFilter copy = *filter;

    copy.line = reader->number;
    g_array_append_val (curve->filters, copy);
    return TRUE;
  }
  return FALSE;
}

gboolean
gst_cl_curve_add_gain (GstClCurve * curve, const GstClCurveReader * reader,
    gdouble decibels, GError ** error)
{
  curve->factor *= pow (10, decibels / 20);
  return check_decibels (reader, decibels, error)
      && check_decibels (reader, 20 * log10 (fabs (curve->factor)), error);
}

gboolean
gst_cl_curve_add_point (GArray * points, const GstClCurveReader * reader,
    gdouble frequency, gdouble decibels, GError ** error)
{
  GstClCurvePoint point = { frequency, decibels };

  if (!check_decibels (reader, decibels, error))
    return FALSE;
  if (!(frequency > 0))
    gst_cl_curve_set_error (reader, error, "the frequency is %g Hz, but must "
        "be above 0", frequency);
  else if (points->len && frequency <= g_array_index (points, GstClCurvePoint,
          points->len - 1).frequency)
    gst_cl_curve_set_error (reader, error, "frequencies must rise, but %g Hz "
        "comes after %g Hz", frequency, g_array_index (points,
            GstClCurvePoint, points->len - 1).frequency);
  else if (points->len >= GST_CL_CURVE_MAX_POINTS)
    gst_cl_curve_set_error (reader, error, "there are more than %u points",
        GST_CL_CURVE_MAX_POINTS);
  else {
    g_array_append_val (points, point);
    return TRUE;
  }
  return FALSE;
}

gboolean
gst_cl_curve_add_graph (GstClCurve * curve, const GstClCurveReader * reader,
    GArray * points, GError ** error)
{
  if (points->len < 2)
    return gst_cl_curve_set_error (reader, error, "a curve needs at least 2 "
        "points of frequency and level, and has %u", points->len);
  if (curve->graphs->len >= GST_CL_CURVE_MAX_FILTERS)
    return gst_cl_curve_set_error (reader, error, "there are more than %d "
        "curves", GST_CL_CURVE_MAX_FILTERS);
  g_ptr_array_add (curve->graphs, g_array_ref (points));
  return TRUE;
}

/* ---- the curve ---- */

/* Whether a line has this name and a colon, in quotes or without. */
static gboolean
has_name (const gchar * text, const gchar * name)
{
  for (; text; text = strpbrk (text, "\r\n")) {
    text += strspn (text, "\r\n");
    text += *text == '"' || *text == '\'';
    if (gst_cl_curve_begins_with (text, name)
        && strchr ("\"':", text[strlen (name)]))
      return TRUE;
  }
  return FALSE;
}

/* The first line that is neither empty nor a comment. */
static gchar *
find_content (gchar * text)
{
  for (;;) {
    text += strspn (text, " \t\r\n");
    if (*text != '#' && *text != '*')
      return text;
    text += strcspn (text, "\r\n");
  }
}

static gboolean
is_number (const gchar * text)
{
  text += *text == '"';
  text += *text == '+' || *text == '-';
  text += *text == '.';
  return g_ascii_isdigit (*text);
}

typedef gboolean (*ReadFunc) (GstClCurve *, GstClCurveReader *, GError **);

static ReadFunc
choose_reader (gchar * text)
{
  gchar *content = find_content (text);
  g_autofree gchar *line = g_strndup (content, strcspn (content, "\r\n"));

  if (is_number (content) || (!*content && text[strspn (text,
                  " \t\r\n")] == '*'))
    return gst_cl_curve_read_columns;
  /* YAML may be written as JSON is */
  if (*content == '{' && !strstr (content, "filters"))
    return gst_cl_curve_read_mini_eq;
  if (*content == '{' || has_name (text, "filters"))
    return gst_cl_curve_read_camilladsp;
  return gst_cl_curve_is_header (line) ? gst_cl_curve_read_columns
      : gst_cl_curve_read_commands;
}

/* UTF-16 as UTF-8; NULL: it is neither. Without a mark the byte of 0 shows the
   order, for each format begins with ASCII. */
static gchar *
convert_wide (const gchar * text, gsize size)
{
  const guint8 *bytes = (const guint8 *) text;
  gsize n = size / 2, i;
  g_autofree gunichar2 *units = g_try_new (gunichar2, n + 1);
  glong n_read = 0;
  gchar *converted;
  gboolean is_little;

  if (!units || n == 0 || size % 2 || (bytes[0] + bytes[1] != 0xff + 0xfe
          && !bytes[0] == !bytes[1]))
    return NULL;
  is_little = bytes[0] == 0xff || bytes[1] == 0;
  for (i = 0; i < n; i++)
    units[i] = is_little ? bytes[2 * i] | bytes[2 * i + 1] << 8
        : bytes[2 * i] << 8 | bytes[2 * i + 1];
  converted = g_utf16_to_utf8 (units, n, &n_read, NULL, NULL);
  if (n_read != (glong) n)
    g_clear_pointer (&converted, g_free);
  return converted;
}

static GstClCurve *
new_curve (void)
{
  GstClCurve *curve = g_new0 (GstClCurve, 1);

  curve->factor = 1;
  curve->graphs = g_ptr_array_new_with_free_func (
      (GDestroyNotify) g_array_unref);
  curve->filters = g_array_new (FALSE, FALSE, sizeof (GstClCurveFilter));
  return curve;
}

GstClCurve *
gst_cl_curve_parse (const gchar * what, gchar * text, gsize size,
    const gint * cancelled, GError ** error)
{
  GstClCurveReader reader = { what, };
  g_autoptr (GError) reason = NULL;
  g_autoptr (GstClCurve) curve = new_curve ();
  g_autofree gchar *narrow = NULL;

  if (memchr (text, 0, size)) {
    text = narrow = convert_wide (text, size);
    if (!text) {
      gst_cl_curve_set_error (&reader, error, "is not text: it has a byte 0, "
          "and is not UTF-16");
      return NULL;
    }
  }
  reader.cancelled = cancelled;
  reader.next = text + (gst_cl_curve_begins_with (text, "\xef\xbb\xbf") ? 3 : 0);
  if (!reader.next[strspn (reader.next, " \t\r\n")]) {
    gst_cl_curve_set_error (&reader, error, "has no curve in it");
    return NULL;
  }
  if (!choose_reader (reader.next) (curve, &reader, &reason))
    g_clear_pointer (&curve, gst_cl_curve_free);
  /* what was not read to its end says nothing of the text */
  if (!gst_cl_response_may_go_on (cancelled, error))
    return NULL;
  if (reason)
    g_propagate_error (error, g_steal_pointer (&reason));
  return g_steal_pointer (&curve);
}

void
gst_cl_curve_free (GstClCurve * curve)
{
  if (curve->conv) {
    gst_cl_numbers_clear (&curve->conv->values);
    g_free (curve->conv->filename);
    g_free (curve->conv->format);
    g_free (curve->conv);
  }
  g_ptr_array_unref (curve->graphs);
  g_array_unref (curve->filters);
  g_free (curve);
}

/* Where a graph is while the levels are gone through: left of `right`, the first
   point that is not below, with `decibels + slope log (f)` before it. */
typedef struct
{
  guint right;
  gdouble decibels, slope;
} Place;

static void
go_to_point (const GArray * points, guint right, Place * place)
{
  const GstClCurvePoint *b = &g_array_index (points, GstClCurvePoint, right);
  const GstClCurvePoint *a = b - 1;

  place->right = right;
  if (right == 0 || right == points->len) {
    place->slope = 0;
    place->decibels = right == 0 ? b->decibels : a->decibels;
    return;
  }
  place->slope = (b->decibels - a->decibels) / log (b->frequency
      / a->frequency);
  place->decibels = a->decibels - place->slope * log (a->frequency);
}

/* Adds a graph to n levels from `first` on, whose frequencies' logarithms are
   known. */
static void
add_graph (const GArray * points, gdouble step, guint64 first,
    const gdouble * logs, guint n, Place * place, gdouble * levels)
{
  const GstClCurvePoint *point = (const GstClCurvePoint *) points->data;
  const gdouble nepers = G_LN10 / 20;
  guint right, k;

  for (k = 0; k < n; k++) {
    gdouble frequency = (first + k) * step;

    for (right = place->right; right < points->len
        && point[right].frequency < frequency; right++);
    if (right != place->right)
      go_to_point (points, right, place);
    levels[first + k] += nepers * (place->decibels + (place->slope == 0 ? 0
            : place->slope * logs[k]));
  }
}

void
gst_cl_curve_add_graphs (const GstClCurve * curve, gdouble step,
    gdouble * levels, guint64 n_levels, const gint * cancelled)
{
  guint n_graphs = curve->graphs->len, i, k, n;
  g_autofree Place *places = g_new0 (Place, n_graphs);
  gdouble logs[BLOCK];
  guint64 first;

  for (i = 0; i < n_graphs; i++)
    go_to_point (g_ptr_array_index (curve->graphs, i), 0, &places[i]);
  for (first = 0; n_graphs > 0 && first < n_levels; first += n) {
    n = MIN (BLOCK, n_levels - first);
    if (!gst_cl_response_may_go_on (cancelled, NULL))
      return;
    for (k = 0; k < n; k++)
      logs[k] = log (MAX ((first + k) * step, G_MINDOUBLE));
    for (i = 0; i < n_graphs; i++)
      add_graph (g_ptr_array_index (curve->graphs, i), step, first, logs, n,
          &places[i], levels);
  }
}
