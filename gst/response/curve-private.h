/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* curve-private.h: what the readers of the formats share. */
#ifndef GST_CL_CURVE_PRIVATE_H
#define GST_CL_CURVE_PRIVATE_H

#include "curve.h"

G_BEGIN_DECLS

/**
 * GstClCurveReader:
 * @next: the rest of the text
 * @line: (nullable): the line that is read, without spaces at its end
 * @number: of that line, from 1
 * @is_curve: whether something was read that only curves have, so that errors
 *     may show the text: a path may be of a file that is secret
 * @cancelled: (nullable): atomic; no line is the next if it is TRUE
 */
typedef struct
{
  const gchar *what;
  gchar *next;
  gchar *line;
  guint number;
  gboolean is_curve;
  const gint *cancelled;
} GstClCurveReader;

/* Whether reading shall go on, for all that goes through much of a text; a reader
   that stops needs no error. */
gboolean gst_cl_curve_may_go_on (const GstClCurveReader * reader);

/* Goes to the next line; FALSE behind the last. */
gboolean gst_cl_curve_next_line (GstClCurveReader * reader);

/* An error that names what, the line, of a curve its text, and what the format
   says. Returns FALSE. */
gboolean gst_cl_curve_set_error (const GstClCurveReader * reader,
    GError ** error, const gchar * format, ...) G_GNUC_PRINTF (3, 4);

/* The text of a curve, of at most 20 characters; else its length instead. */
gchar *gst_cl_curve_quote (const GstClCurveReader * reader, const gchar * text);

/* Whether the text begins so. Newer GLib's g_str_has_prefix() is a macro that
   looks for the end of the text first. */
gboolean gst_cl_curve_begins_with (const gchar * text, const gchar * prefix);

/* A finite number at *at, with a point or a comma and with either minus, behind
   which *at is then; FALSE, and *at stays, if there is none. */
gboolean gst_cl_curve_scan_number (gchar ** at, gdouble * number);

/* Skips spaces, and then the word if it is there, whatever its case. */
gboolean gst_cl_curve_scan_word (gchar ** at, const gchar * word);

/* Adds what was read, or says at the reader's line what is wrong with it. */
gboolean gst_cl_curve_add_filter (GstClCurve * curve,
    const GstClCurveReader * reader, const GstClCurveFilter * filter,
    GError ** error);
gboolean gst_cl_curve_add_gain (GstClCurve * curve,
    const GstClCurveReader * reader, gdouble decibels, GError ** error);
gboolean gst_cl_curve_add_point (GArray * points,
    const GstClCurveReader * reader, gdouble frequency, gdouble decibels,
    GError ** error);
gboolean gst_cl_curve_add_graph (GstClCurve * curve,
    const GstClCurveReader * reader, GArray * points, GError ** error);

/* The formats; the reader is before the first line. */
gboolean gst_cl_curve_read_commands (GstClCurve * curve,
    GstClCurveReader * reader, GError ** error);
/* Whether the line names columns, one of them of frequencies; it is cut. */
gboolean gst_cl_curve_is_header (gchar * line);
gboolean gst_cl_curve_read_columns (GstClCurve * curve,
    GstClCurveReader * reader, GError ** error);
gboolean gst_cl_curve_read_camilladsp (GstClCurve * curve,
    GstClCurveReader * reader, GError ** error);
gboolean gst_cl_curve_read_mini_eq (GstClCurve * curve,
    GstClCurveReader * reader, GError ** error);

G_END_DECLS

#endif /* GST_CL_CURVE_PRIVATE_H */
