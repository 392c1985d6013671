/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * curve.h: equaliser curves as people have them in files of text:
 *
 *   - GraphicEQ.txt and ParametricEQ.txt of AutoEq, and what they have in
 *     common with configurations of Equalizer APO
 *   - the filter settings of REW, and measurements as columns of frequency and
 *     level: REW's, AutoEq's and others
 *   - the filters of CamillaDSP: Biquad, BiquadCombo, Gain, and Conv with
 *     coefficients
 *   - the presets of mini-eq
 *
 * Pure: text in, numbers out; no stream and no device is known here.
 */
#ifndef GST_CL_CURVE_H
#define GST_CL_CURVE_H

#include <gst/gst.h>
#include "limits.h"
#include "numbers.h"

G_BEGIN_DECLS

typedef enum
{
  GST_CL_CURVE_PEAKING,
  GST_CL_CURVE_LOW_SHELF,
  GST_CL_CURVE_HIGH_SHELF,
  GST_CL_CURVE_LOW_PASS,
  GST_CL_CURVE_HIGH_PASS,
  GST_CL_CURVE_BAND_PASS,       /* 0 dB at its frequency */
  GST_CL_CURVE_NOTCH,
  GST_CL_CURVE_ALL_PASS,
  GST_CL_CURVE_LINKWITZ,        /* zeros at the frequency, poles at another */
  GST_CL_CURVE_GENERAL_NOTCH,   /* the same; the zeros have no width */
  GST_CL_CURVE_GENERAL_NOTCH_0, /* with 0 dB at 0 Hz, not at half the rate */
  GST_CL_CURVE_FREE,            /* coefficients of one rate */
  GST_CL_CURVE_LOW_SHELF_1,     /* of first order; so are those below */
  GST_CL_CURVE_HIGH_SHELF_1,
  GST_CL_CURVE_LOW_PASS_1,
  GST_CL_CURVE_HIGH_PASS_1,
  GST_CL_CURVE_ALL_PASS_1,
} GstClCurveType;

typedef enum
{
  GST_CL_CURVE_Q,
  GST_CL_CURVE_OCTAVES,
  GST_CL_CURVE_SLOPE,           /* S of the cookbook; 1 is 12 dB an octave */
} GstClCurveWidth;

/**
 * GstClCurveFilter:
 * @frequency: in hertz, above 0
 * @gain: in decibels, of peaking filters and shelves
 * @width: above 0, in the unit of @width_kind; none of first order
 * @is_corner: @frequency is where a shelf begins instead of its middle
 * @pole_frequency, @pole_q: of the types that have them
 * @free: b0, b1, b2, a1, a2 of biquad.h; no zero is outside of the unit circle,
 *     and all poles are within
 * @line: where it was found, from 1
 */
typedef struct
{
  GstClCurveType type;
  gdouble frequency;
  gdouble gain;
  gdouble width;
  GstClCurveWidth width_kind;
  gboolean is_corner;
  gdouble pole_frequency, pole_q;
  gdouble free[5];
  guint line;
} GstClCurveFilter;

typedef struct
{
  gdouble frequency;            /* in hertz, rising */
  gdouble decibels;
} GstClCurvePoint;

/**
 * GstClCurveConv:
 * @values: the taps themselves; none: they are in a file
 * @filename: as it is written
 * @format: of the raw numbers, as "FLOAT32LE"; NULL: a WAV file
 * @skip, @read: bytes, of text lines, before the taps and at most; 0: all
 * @channel: of a WAV file
 */
typedef struct
{
  GstClNumbers values;
  gchar *filename;
  gchar *format;
  guint64 skip, read;
  guint channel;
  guint line;
} GstClCurveConv;

/**
 * GstClCurve:
 * @factor: by which all is multiplied; below 0 it is turned over
 * @graphs: of #GArray of #GstClCurvePoint, 2 or more each; their decibels are
 *     added. Between points they are linear over the logarithm of frequency;
 *     beyond them they stay
 * @filters: of #GstClCurveFilter, multiplied
 * @conv: (nullable): taps instead of graphs and filters
 * @rate: in hertz, that the file is for; 0: any
 */
typedef struct
{
  gdouble factor;
  GPtrArray *graphs;
  GArray *filters;
  GstClCurveConv *conv;
  gint rate;
} GstClCurve;

/**
 * gst_cl_curve_parse:
 * @what: how errors call the file, as: The curve "x.txt"
 * @text: @size bytes and a 0; it is cut into pieces
 * @cancelled: (nullable): atomic; parsing gives up soon after it is TRUE
 *
 * Its time grows as the text does, whatever is in it.
 *
 * Returns: NULL with an error of GST_STREAM_ERROR that names the line, its text
 *     and what was expected; if it was cancelled as in response.h
 */
GstClCurve *gst_cl_curve_parse (const gchar * what, gchar * text, gsize size,
    const gint * cancelled, GError ** error);

void gst_cl_curve_free (GstClCurve * curve);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClCurve, gst_cl_curve_free)

/**
 * gst_cl_curve_add_graphs:
 * @levels: n_levels of them, of 0 Hz, step Hz, 2 step Hz ...
 * @cancelled: (nullable): atomic; the rest is left as it is if it is TRUE
 *
 * Adds the nepers (20 / ln 10 decibels) of the graphs to levels.
 */
void gst_cl_curve_add_graphs (const GstClCurve * curve, gdouble step,
    gdouble * levels, guint64 n_levels, const gint * cancelled);

G_END_DECLS

#endif /* GST_CL_CURVE_H */
