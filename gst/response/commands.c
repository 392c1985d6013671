/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * commands.c: lines of Equalizer APO, whose grammar AutoEq and the filter
 * settings of REW use.
 *
 * Equalizer APO skips what it does not know. Here it is an error, since a curve
 * without a part of it is another curve.
 */
#include "curve-private.h"

#include <string.h>

/* A blank in a name may be there or not; the longer of two names is first. REW
   has those with a blank and its shelves of 6 and 12 dB, whose number is read
   as Equalizer APO's slope. */
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
  {"LP Q", GST_CL_CURVE_LOW_PASS, G_SQRT2 / 2},
  {"LP", GST_CL_CURVE_LOW_PASS, G_SQRT2 / 2},
  {"HP Q", GST_CL_CURVE_HIGH_PASS, G_SQRT2 / 2},
  {"HP", GST_CL_CURVE_HIGH_PASS, G_SQRT2 / 2},
  {"LP1", GST_CL_CURVE_LOW_PASS_1, 1},
  {"HP1", GST_CL_CURVE_HIGH_PASS_1, 1},
  {"BP", GST_CL_CURVE_BAND_PASS, G_SQRT2 / 2},
  {"NO", GST_CL_CURVE_NOTCH, 30},
  {"Notch Q", GST_CL_CURVE_NOTCH, 30},
  {"Notch", GST_CL_CURVE_NOTCH, 30},
  {"AP", GST_CL_CURVE_ALL_PASS, 0},
  {"All pass", GST_CL_CURVE_ALL_PASS, 0},
  {"L-T", GST_CL_CURVE_LINKWITZ, 0},
  {"LS Q", GST_CL_CURVE_LOW_SHELF, 0.9, GST_CL_CURVE_SLOPE, TRUE},
  {"HS Q", GST_CL_CURVE_HIGH_SHELF, 0.9, GST_CL_CURVE_SLOPE, TRUE},
  {"LSC", GST_CL_CURVE_LOW_SHELF, 0.9, GST_CL_CURVE_SLOPE, TRUE},
  {"HSC", GST_CL_CURVE_HIGH_SHELF, 0.9, GST_CL_CURVE_SLOPE, TRUE},
  {"LS", GST_CL_CURVE_LOW_SHELF, 0.9, GST_CL_CURVE_SLOPE, TRUE, TRUE},
  {"HS", GST_CL_CURVE_HIGH_SHELF, 0.9, GST_CL_CURVE_SLOPE, TRUE, TRUE},
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

/* How many bytes of a mark between thousands that is no point and no comma
   begin here, with three digits behind it; 0: none. A no-break space may be of
   Latin-1. */
static gsize
get_gap (const gchar * at)
{
  static const gchar *const marks[] = { " ", "\xc2\xa0", "\xa0", "\xe2\x80\xaf",
    "\xe2\x80\x89", "'", "\xe2\x80\x99"
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (marks); i++)
    if (gst_cl_curve_begins_with (at, marks[i])
        && strspn (at + strlen (marks[i]), "0123456789") == 3)
      return strlen (marks[i]);
  return 0;
}

/* Leaves of points and commas the one of the decimals: of both kinds it is the
   last, and there are no two of it. One alone in five characters and more with
   three digits behind it is between thousands, as in Equalizer APO, but for a
   number that begins with 0 or has a gap. */
static void
drop_thousands (gchar * number, gboolean has_gap)
{
  gchar *point = strrchr (number, '.'), *comma = strrchr (number, ',');
  gchar *last = MAX (point, comma), *from, *to;
  gboolean is_whole;

  if (!last)
    return;
  is_whole = strchr (number, *last) != last || (!has_gap && *number != '0'
      && strlen (number) >= 5 && strlen (last) == 4);
  for (from = to = number; *from; from++)
    if (!strchr (".,", *from) || (point && comma ? *from == *last : !is_whole))
      *to++ = *from;
  *to = 0;
}

/* In any form in which REW writes it; the language decides. */
static gboolean
scan_frequency (gchar ** at, gdouble * frequency)
{
  gchar copy[40], *in = *at, *out = copy;
  gboolean has_gap = FALSE;
  gsize gap;

  in += strspn (in, " \t");
  while (*in && out < copy + sizeof copy - 1) {
    if (out > copy && g_ascii_isdigit (out[-1]) && (gap = get_gap (in)) > 0) {
      has_gap = TRUE;
      in += gap;
    }
    if (!strchr ("+-0123456789.,eE", *in))
      break;
    *out++ = *in++;
  }
  *out = 0;
  if (!strpbrk (copy, "eE"))
    drop_thousands (copy, has_gap);
  out = copy;
  if (!gst_cl_curve_scan_number (&out, frequency) || *out)
    return FALSE;
  *at = in;
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
  gboolean has_frequency, has_gain, has_width, has_poles;
} Seen;

/* The rest of "Fp 30 Qp 0.5", to which L-T turns Fc and Q; REW writes no Hz. */
static gboolean
scan_poles (gchar ** at, GstClCurveFilter * filter, Seen * seen)
{
  if (filter->type != GST_CL_CURVE_LINKWITZ || seen->has_poles
      || !scan_frequency (at, &filter->pole_frequency))
    return FALSE;
  gst_cl_curve_scan_word (at, "Hz");
  seen->has_poles = TRUE;
  return gst_cl_curve_scan_word (at, "Qp")
      && gst_cl_curve_scan_number (at, &filter->pole_q);
}

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
  if (gst_cl_curve_scan_word (at, "Fp"))
    return scan_poles (at, filter, seen);
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

/* Behind the name, which a blank or the end follows; NULL: it is not there. A Q
   with a number behind it is no part of a name. */
static gchar *
skip_name (gchar * at, const gchar * name)
{
  for (; *name; name++) {
    if (*name == ' ')
      at += strspn (at, " \t");
    else if (g_ascii_tolower (*at++) != g_ascii_tolower (*name))
      return NULL;
  }
  if (*at && !strchr (" \t", *at))
    return NULL;
  if (g_ascii_tolower (at[-1]) == 'q'
      && g_ascii_isdigit (at[strspn (at, " \t+-.,")]))
    return NULL;
  return at;
}

/* The row of the type, behind which *at is then; -1: none. */
static gint
scan_type (gchar ** at)
{
  guint i;

  gst_cl_curve_scan_word (at, "");
  for (i = 0; i < G_N_ELEMENTS (types); i++) {
    gchar *end = skip_name (*at, types[i].name);

    if (end) {
      *at = end;
      return i;
    }
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
  if (!gst_cl_curve_scan_word (&at, "ON"))
    return gst_cl_curve_set_error (reader, error, "after \"Filter:\" ON or OFF "
        "was expected");
  start = at;
  if (gst_cl_curve_scan_word (&start, "None") && is_end (&start))
    return TRUE;
  row = scan_type (&at);
  if (row < 0)
    return gst_cl_curve_set_error (reader, error, "after ON a type was "
        "expected: PK, LS, HS, LSC, HSC, LS Q, HS Q, LP, HP, LP Q, HP Q, LP1, "
        "HP1, BP, NO, Notch, Notch Q, AP, All pass, L-T or Modal");
  reader->is_curve = TRUE;
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
    if (!scan_part (&at, &filter, &seen))
      return gst_cl_curve_set_error (reader, error, "\"Fc number Hz\", \"Gain "
          "number dB\", \"Q number\" or \"BW Oct number\" was expected before "
          "\"%.40s\"", at);
  if (!seen.has_frequency || (types[row].has_gain && !seen.has_gain)
      || (!seen.has_width && types[row].width == 0)
      || (filter.type == GST_CL_CURVE_LINKWITZ && !seen.has_poles))
    return gst_cl_curve_set_error (reader, error, "\"%s\" was expected for %s",
        !seen.has_frequency ? "Fc number Hz" : types[row].has_gain
        && !seen.has_gain ? "Gain number dB" : !seen.has_width
        && types[row].width == 0 ? "Q number" : "Fp number Qp number",
        types[row].name);
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
      g_autofree gchar *rest = gst_cl_curve_quote (reader, at);

      return gst_cl_curve_set_error (reader, error, "pairs of Hz and dB, as in "
          "\"20 -1.5; 21 -1.4\", were expected before %s", rest);
    }
    reader->is_curve = TRUE;
    at += *at == ';';
    if (!gst_cl_curve_may_go_on (reader)
        || !gst_cl_curve_add_point (points, reader, frequency, decibels, error))
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
      || (gst_cl_curve_scan_word (&at, "dB"), !is_end (&at)))
    return gst_cl_curve_set_error (reader, error, "\"Preamp: number dB\" was "
        "expected");
  reader->is_curve = TRUE;
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
    return gst_cl_curve_set_error (reader, error, "%s is not understood: "
        "%s%s%s", others[i].name, others[i].reason, others[i].accepted
        ? ", so that only this may stand here: " : "", others[i].accepted
        ? others[i].accepted : "");
  }
  return gst_cl_curve_set_error (reader, error, "\"Preamp:\", \"Filter:\" or "
      "\"GraphicEQ:\" was expected");
}

/* "Filter:" with a number or without */
static gboolean
is_filter (const gchar * line)
{
  return g_ascii_strncasecmp (line, "Filter", 6) == 0
      && line[6 + strspn (line + 6, " \t0123456789")] == ':';
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
  if (is_filter (reader->line))
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
    if (g_ascii_strncasecmp (line, "Filter Settings file", 20) == 0) {
      is_head = TRUE;
      continue;
    }
    if (is_head && !is_filter (line))
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
