/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * commands.c: lines of Equalizer APO, whose grammar AutoEq and the filter
 * settings of REW use, and columns of numbers.
 *
 * Equalizer APO skips what it does not know. Here it is an error, since a curve
 * without a part of it is another curve.
 */
#include "curve-private.h"

#include <string.h>

static const struct
{
  const gchar *name;
  GstClCurveType type;
  gdouble width;                /* where none is given; 0: it must be */
  GstClCurveWidth width_kind;
  gboolean has_gain;
  gboolean is_corner;           /* if a width is given */
} types[] = {
  {"PK", GST_CL_CURVE_PEAKING, 0, GST_CL_CURVE_Q, TRUE},
  {"PEQ", GST_CL_CURVE_PEAKING, 0, GST_CL_CURVE_Q, TRUE},
  {"Modal", GST_CL_CURVE_PEAKING, 0, GST_CL_CURVE_Q, TRUE},
  {"LP", GST_CL_CURVE_LOW_PASS, G_SQRT2 / 2},
  {"LPQ", GST_CL_CURVE_LOW_PASS, G_SQRT2 / 2},
  {"HP", GST_CL_CURVE_HIGH_PASS, G_SQRT2 / 2},
  {"HPQ", GST_CL_CURVE_HIGH_PASS, G_SQRT2 / 2},
  {"LP1", GST_CL_CURVE_LOW_PASS_1, 1},
  {"HP1", GST_CL_CURVE_HIGH_PASS_1, 1},
  {"BP", GST_CL_CURVE_BAND_PASS, G_SQRT2 / 2},
  {"NO", GST_CL_CURVE_NOTCH, 30},
  {"AP", GST_CL_CURVE_ALL_PASS, 0},
  {"LS", GST_CL_CURVE_LOW_SHELF, 0.9, GST_CL_CURVE_SLOPE, TRUE, TRUE},
  {"HS", GST_CL_CURVE_HIGH_SHELF, 0.9, GST_CL_CURVE_SLOPE, TRUE, TRUE},
  {"LSC", GST_CL_CURVE_LOW_SHELF, 0.9, GST_CL_CURVE_SLOPE, TRUE},
  {"HSC", GST_CL_CURVE_HIGH_SHELF, 0.9, GST_CL_CURVE_SLOPE, TRUE},
  {"LSQ", GST_CL_CURVE_LOW_SHELF, 0.9, GST_CL_CURVE_SLOPE, TRUE},
  {"HSQ", GST_CL_CURVE_HIGH_SHELF, 0.9, GST_CL_CURVE_SLOPE, TRUE},
};

/* Commands that are not for a curve of one channel; NULL: any value. */
static const struct
{
  const gchar *name;
  const gchar *accepted;
  const gchar *reason;
} others[] = {
  {"Device", "all", "the same curve is for every device"},
  {"Channel", "all", "the same curve is for every channel"},
  {"Stage", "post-mix", "there are no stages"},
  {"Include", NULL, "no other file is read; copy its lines to here"},
  {"Convolution", NULL, "the file that it names is for ir-file"},
  {"Delay", NULL, "a curve has no delay; pre-delay has"},
  {"Copy", NULL, "channels are not mixed; a matrix of responses does"},
  {"LoudnessCorrection", NULL, "a curve does not change with the volume"},
  {"VSTPlugin", NULL, "no plugin is loaded"},
  {"If", NULL, "there are no expressions"},
  {"ElseIf", NULL, "there are no expressions"},
  {"Else", NULL, "there are no expressions"},
  {"EndIf", NULL, "there are no expressions"},
  {"Eval", NULL, "there are no expressions"},
};

/* ---- Filter ---- */

/* REW writes thousands with a separator; as in Equalizer APO, three digits
   behind the only one of five characters and more are thousands. */
static gboolean
scan_frequency (gchar ** at, gdouble * frequency)
{
  gchar *start, *mark;

  while (**at == ' ' || **at == '\t')
    (*at)++;
  start = *at;
  /* a no-break space, also in UTF-8, and a narrow one */
  while ((mark = strpbrk (start, "\xc2\xa0\xe2")) != NULL
      && mark < start + 8) {
    gsize size = g_str_has_prefix (mark, "\xe2\x80\xaf") ? 3
        : g_str_has_prefix (mark, "\xc2\xa0") ? 2 : 1;

    memmove (mark, mark + size, strlen (mark + size) + 1);
  }
  if (!gst_cl_curve_scan_number (at, frequency))
    return FALSE;
  if (*at - start >= 5 && strchr (".,", (*at)[-4])
      && strcspn (start, "eE") >= (gsize) (*at - start))
    *frequency *= 1000;
  return TRUE;
}

static gboolean
scan_width (gchar ** at, GstClCurveFilter * filter)
{
  gchar *start = *at;

  if (gst_cl_curve_scan_word (at, "Q"))
    filter->width_kind = GST_CL_CURVE_Q;
  else if (gst_cl_curve_scan_word (at, "BW")
      && gst_cl_curve_scan_word (at, "Oct"))
    filter->width_kind = GST_CL_CURVE_OCTAVES;
  else {
    *at = start;
    return FALSE;
  }
  return gst_cl_curve_scan_number (at, &filter->width);
}

typedef struct
{
  gboolean has_frequency, has_gain, has_width;
} Seen;

/* The next of "Fc 50 Hz", "Gain -3 dB", "Q 1.4", "BW Oct 0.5"; FALSE if it is
   none of these, or there twice. */
static gboolean
scan_part (gchar ** at, GstClCurveFilter * filter, Seen * seen)
{
  gdouble time;

  if (gst_cl_curve_scan_word (at, "Fc")) {
    if (seen->has_frequency || !scan_frequency (at, &filter->frequency))
      return FALSE;
    seen->has_frequency = TRUE;
    return gst_cl_curve_scan_word (at, "Hz");
  }
  if (gst_cl_curve_scan_word (at, "Gain")) {
    if (seen->has_gain || !gst_cl_curve_scan_number (at, &filter->gain))
      return FALSE;
    seen->has_gain = TRUE;
    return gst_cl_curve_scan_word (at, "dB");
  }
  /* what REW wants of a mode */
  if (gst_cl_curve_scan_word (at, "T60"))
    return gst_cl_curve_scan_word (at, "target")
        && gst_cl_curve_scan_number (at, &time)
        && gst_cl_curve_scan_word (at, "ms");
  if (seen->has_width || !scan_width (at, filter))
    return FALSE;
  seen->has_width = TRUE;
  return TRUE;
}

static gboolean
is_end (gchar ** at)
{
  while (**at == ' ' || **at == '\t')
    (*at)++;
  return !**at || **at == '#';
}

/* The row of the type, behind which *at is then; -1: none. */
static gint
scan_type (gchar ** at)
{
  gsize length;
  guint i;

  gst_cl_curve_scan_word (at, "");
  length = strcspn (*at, " \t");
  for (i = 0; i < G_N_ELEMENTS (types); i++)
    if (strlen (types[i].name) == length
        && g_ascii_strncasecmp (*at, types[i].name, length) == 0) {
      *at += length;
      return i;
    }
  return -1;
}

static gboolean
read_filter (GstClCurve * curve, GstClCurveReader * reader, gchar * at,
    GError ** error)
{
  GstClCurveFilter filter = { 0, };
  Seen seen = { 0, };
  gchar *start;
  gint row;

  if (gst_cl_curve_scan_word (&at, "OFF"))
    return TRUE;
  if (!gst_cl_curve_scan_word (&at, "ON")) {
    gst_cl_curve_set_error (reader, error, "after \"Filter:\" ON or OFF was "
        "expected");
    return FALSE;
  }
  start = at;
  if (gst_cl_curve_scan_word (&start, "None") && is_end (&start))
    return TRUE;
  row = scan_type (&at);
  if (row < 0) {
    gst_cl_curve_set_error (reader, error, "after ON a type was expected: PK, "
        "LS, HS, LSC, HSC, LP, HP, LPQ, HPQ, LP1, HP1, BP, NO or AP");
    return FALSE;
  }
  filter.type = types[row].type;
  start = at;
  if (types[row].width_kind == GST_CL_CURVE_SLOPE
      && gst_cl_curve_scan_number (&at, &filter.width)) {
    seen.has_width = TRUE;
    filter.width /= 12;
    filter.width_kind = GST_CL_CURVE_SLOPE;
    if (!gst_cl_curve_scan_word (&at, "dB"))
      at = start;
  }
  while (!is_end (&at))
    if (!scan_part (&at, &filter, &seen)) {
      gst_cl_curve_set_error (reader, error, "\"Fc number Hz\", \"Gain number "
          "dB\", \"Q number\" or \"BW Oct number\" was expected before \"%s\"",
          at);
      return FALSE;
    }
  if (!seen.has_frequency || (types[row].has_gain && !seen.has_gain)
      || (!seen.has_width && types[row].width == 0)) {
    gst_cl_curve_set_error (reader, error, "\"%s\" was expected for %s",
        !seen.has_frequency ? "Fc number Hz" : types[row].has_gain
        && !seen.has_gain ? "Gain number dB" : "Q number", types[row].name);
    return FALSE;
  }
  if (!types[row].has_gain)
    filter.gain = 0;
  filter.is_corner = types[row].is_corner && seen.has_width;
  if (!seen.has_width) {
    filter.width = types[row].width;
    filter.width_kind = types[row].width_kind;
  }
  return gst_cl_curve_add_filter (curve, reader, &filter, error);
}

/* ---- other commands ---- */

static gboolean
read_graphic (GstClCurve * curve, GstClCurveReader * reader, gchar * at,
    GError ** error)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE,
      sizeof (GstClCurvePoint));
  gdouble frequency, decibels;

  while (!is_end (&at)) {
    if (!gst_cl_curve_scan_number (&at, &frequency)
        || !gst_cl_curve_scan_number (&at, &decibels)
        || !(is_end (&at) || *at == ';')) {
      gst_cl_curve_set_error (reader, error, "pairs of Hz and dB, as in \"20 "
          "-1.5; 21 -1.4\", were expected before \"%.20s\"", at);
      return FALSE;
    }
    at += *at == ';';
    if (!gst_cl_curve_add_point (points, reader, frequency, decibels, error))
      return FALSE;
  }
  return gst_cl_curve_add_graph (curve, reader, points, error);
}

static gboolean
read_preamp (GstClCurve * curve, GstClCurveReader * reader, gchar * at,
    GError ** error)
{
  gdouble decibels;

  if (!gst_cl_curve_scan_number (&at, &decibels)
      || (gst_cl_curve_scan_word (&at, "dB"), !is_end (&at))) {
    gst_cl_curve_set_error (reader, error, "\"Preamp: number dB\" was "
        "expected");
    return FALSE;
  }
  return gst_cl_curve_add_gain (curve, reader, decibels, error);
}

static gboolean
read_other (GstClCurveReader * reader, const gchar * name, gchar * at,
    GError ** error)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (others); i++) {
    if (g_ascii_strcasecmp (name, others[i].name) != 0)
      continue;
    if (others[i].accepted && gst_cl_curve_scan_word (&at, others[i].accepted)
        && is_end (&at))
      return TRUE;
    gst_cl_curve_set_error (reader, error, "%s is not understood: %s%s%s",
        others[i].name, others[i].reason,
        others[i].accepted ? ", so that only this may stand here: " : "",
        others[i].accepted ? others[i].accepted : "");
    return FALSE;
  }
  gst_cl_curve_set_error (reader, error, "\"Preamp:\", \"Filter:\" or "
      "\"GraphicEQ:\" was expected");
  return FALSE;
}

static gboolean
read_command (GstClCurve * curve, GstClCurveReader * reader, GError ** error)
{
  gchar *at = strchr (reader->line, ':');
  g_autofree gchar *name = NULL;

  if (!at)
    return read_other (reader, "", NULL, error);
  name = g_strstrip (g_strndup (reader->line, at - reader->line));
  at++;
  if (g_ascii_strcasecmp (name, "GraphicEQ") == 0)
    return read_graphic (curve, reader, at, error);
  if (g_ascii_strcasecmp (name, "Preamp") == 0)
    return read_preamp (curve, reader, at, error);
  /* with a number, or without */
  if (g_ascii_strncasecmp (name, "Filter", 6) == 0
      && strspn (name + 6, " \t0123456789") == strlen (name + 6))
    return read_filter (curve, reader, at, error);
  return read_other (reader, name, at, error);
}

gboolean
gst_cl_curve_read_commands (GstClCurve * curve, GstClCurveReader * reader,
    GError ** error)
{
  /* REW has any text above its filters */
  gboolean is_head = FALSE, has_any = FALSE;

  while (gst_cl_curve_next_line (reader)) {
    gchar *line = g_strchug (reader->line);

    if (!*line || *line == '#')
      continue;
    if (g_str_has_prefix (line, "Filter Settings file")) {
      is_head = TRUE;
      continue;
    }
    if (is_head && !(g_str_has_prefix (line, "Filter") && strchr (line, ':')))
      continue;
    is_head = FALSE;
    has_any = TRUE;
    if (!read_command (curve, reader, error))
      return FALSE;
  }
  if (!has_any) {
    reader->number = 0;
    gst_cl_curve_set_error (reader, error, "has no curve in it");
  }
  return has_any;
}

/* ---- columns ---- */

/* Commas are separators where there are points or nothing else that
   separates, otherwise they are points. */
static void
separate (gchar * line)
{
  if (strchr (line, '.') || !strpbrk (line, " \t;"))
    g_strdelimit (line, ",", ' ');
  g_strdelimit (line, ";\t", ' ');
}

gboolean
gst_cl_curve_read_columns (GstClCurve * curve, GstClCurveReader * reader,
    GError ** error)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE,
      sizeof (GstClCurvePoint));

  while (gst_cl_curve_next_line (reader)) {
    gchar *at = g_strchug (reader->line);
    gdouble frequency, decibels;

    if (!*at || *at == '*' || *at == '#')
      continue;
    separate (at);
    if (!gst_cl_curve_scan_number (&at, &frequency)
        || !gst_cl_curve_scan_number (&at, &decibels)) {
      gst_cl_curve_set_error (reader, error, "columns of Hz and dB were "
          "expected");
      return FALSE;
    }
    if (!gst_cl_curve_add_point (points, reader, frequency, decibels, error))
      return FALSE;
  }
  reader->number = 0;
  return gst_cl_curve_add_graph (curve, reader, points, error);
}
