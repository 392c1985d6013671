/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * columns.c: columns of frequency and level: measurements of REW, AutoEq's CSV
 * and what spreadsheets and other programs write.
 */
#include "curve-private.h"

#include <math.h>
#include <string.h>

#define MAX_FIELDS 64

/* Which columns are read. */
typedef struct
{
  gchar separator;              /* 0: each line shows its own */
  gint frequency, level;        /* -1: none has such a name */
  gdouble hertz;                /* of the unit of frequencies */
} Layout;

static const gchar *const frequencies[] = { "frequency", "frequencies", "freq",
  "hz", "khz", "f", NULL
};

/* The best first. */
static const gchar *const levels[] = { "raw", "spl", "level", "magnitude",
  "mag", "gain", "response", "amplitude", "db", "dbfs", "dbr", NULL
};

/* ---- fields ---- */

/* Commas separate where there are points, or nothing else that separates;
   otherwise they are points. */
static gchar
find_separator (const gchar * line)
{
  if (strchr (line, ';'))
    return ';';
  if (strchr (line, '\t'))
    return '\t';
  return strchr (line, ',') && (strchr (line, '.') || !strchr (line, ' '))
      ? ',' : ' ';
}

/* Cuts the line into its fields without their quotes, MAX_FIELDS at most. */
static guint
split (gchar * line, gchar separator, gchar ** fields)
{
  const gchar marks[] = { separator, separator == ' ' ? '\t' : 0, 0 };
  guint n = 0;

  while (n < MAX_FIELDS) {
    gchar *end = NULL;

    line += strspn (line, separator == '\t' ? " " : " \t");
    if (!*line && separator == ' ')
      break;
    if (*line == '"')
      end = strchr (line + 1, '"');
    fields[n++] = end ? line + 1 : line;
    if (end)
      *end++ = 0;
    line = strpbrk (end ? end : line, marks);
    if (!line)
      break;
    *line++ = 0;
    g_strchomp (fields[n - 1]);
  }
  return n;
}

/* ---- header ---- */

/* The first column of that name, with a unit or without; -1: none. */
static gint
find_name (gchar ** fields, guint n_fields, const gchar * name)
{
  gsize length = strlen (name);
  guint i;

  for (i = 0; i < n_fields; i++)
    if (g_ascii_strncasecmp (fields[i], name, length) == 0
        && strchr (" ([_/,", fields[i][length]))
      return i;
  return -1;
}

static gint
find_any (gchar ** fields, guint n_fields, const gchar * const *names)
{
  gint found = -1;

  for (; found < 0 && *names; names++)
    found = find_name (fields, n_fields, *names);
  return found;
}

/* Reads a line that may name the columns, and cuts it. */
static guint
read_names (gchar * line, Layout * layout)
{
  gchar separator = find_separator (line), *fields[MAX_FIELDS];
  guint n_fields, i, n = 0;

  /* no number is here, so that a comma is no point */
  if (separator == ' ' && strchr (line, ','))
    separator = ',';
  n_fields = split (line, separator, fields);
  /* a unit behind a blank is no column */
  for (i = 0; i < n_fields; i++)
    if (separator != ' ' || !strchr ("([", *fields[i]))
      fields[n++] = fields[i];
  layout->separator = separator == ' ' ? 0 : separator;
  layout->frequency = find_any (fields, n, frequencies);
  layout->level = find_any (fields, n, levels);
  layout->hertz = 1;
  if (layout->frequency >= 0) {
    g_autofree gchar *name = g_ascii_strdown (fields[layout->frequency], -1);

    layout->hertz = strstr (name, "khz") ? 1000 : 1;
    /* whatever the other one is */
    if (layout->level < 0 && n == 2)
      layout->level = 1 - layout->frequency;
  }
  return n;
}

gboolean
gst_cl_curve_is_header (gchar * line)
{
  Layout layout;

  /* commands have a colon, and may name a unit */
  return !strchr (line, ':') && read_names (line, &layout) >= 2
      && layout.frequency >= 0;
}

static gboolean
read_header (GstClCurveReader * reader, Layout * layout, GError ** error)
{
  g_autofree gchar *line = g_strdup (reader->line);

  read_names (line, layout);
  if (layout->frequency >= 0 && layout->level >= 0)
    return TRUE;
  return gst_cl_curve_set_error (reader, error, "names of columns were "
      "expected, of frequency and one of raw, SPL, level, magnitude, gain, "
      "response, amplitude or dB");
}

/* A comment may name the columns, as REW's "* Freq(Hz) SPL(dB)". */
static void
read_comment (const gchar * comment, Layout * layout)
{
  g_autofree gchar *line = g_strdup (comment + strspn (comment, "*# \t"));
  Layout named;

  read_names (line, &named);
  if (named.frequency < 0 || named.level < 0)
    return;
  *layout = named;
  layout->separator = 0;
}

/* ---- lines ---- */

static gboolean
read_line (const gchar * line, const Layout * layout, gdouble * frequency,
    gdouble * decibels)
{
  g_autofree gchar *copy = g_strdup (line);
  gchar *fields[MAX_FIELDS], *at;
  guint n = split (copy, layout->separator ? layout->separator
      : find_separator (line), fields);

  if (layout->frequency >= (gint) n || layout->level >= (gint) n)
    return FALSE;
  at = fields[layout->frequency];
  if (!gst_cl_curve_scan_number (&at, frequency) || *at)
    return FALSE;
  *frequency *= layout->hertz;
  at = fields[layout->level];
  return gst_cl_curve_scan_number (&at, decibels) && !*at;
}

gboolean
gst_cl_curve_read_columns (GstClCurve * curve, GstClCurveReader * reader,
    GError ** error)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE,
      sizeof (GstClCurvePoint));
  Layout layout = { 0, 0, 1, 1 };
  gboolean has_header = FALSE;

  while (gst_cl_curve_next_line (reader)) {
    gchar *at = g_strchug (reader->line);
    gdouble frequency, decibels;

    if (*at == '*' || *at == '#')
      read_comment (at, &layout);
    if (!*at || *at == '*' || *at == '#')
      continue;
    if (points->len == 0 && !has_header && g_ascii_isalpha (at[*at == '"'])) {
      has_header = TRUE;
      if (!read_header (reader, &layout, error))
        return FALSE;
      continue;
    }
    /* any text may stand behind two numbers */
    reader->line = NULL;
    if (!read_line (at, &layout, &frequency, &decibels))
      return gst_cl_curve_set_error (reader, error, "columns of Hz and dB were "
          "expected");
    if (points->len == 0 && !(frequency > 0
            && fabs (decibels) <= GST_CL_CURVE_MAX_DECIBELS))
      return gst_cl_curve_set_error (reader, error, "columns of Hz and dB were "
          "expected: frequencies must be above 0, and levels at most %g dB",
          GST_CL_CURVE_MAX_DECIBELS);
    if (!gst_cl_curve_add_point (points, reader, frequency, decibels, error))
      return FALSE;
  }
  reader->number = 0;
  return gst_cl_curve_add_graph (curve, reader, points, error);
}
