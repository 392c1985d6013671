/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * patterns.h: finds what repeats in a plane, in its spectrum: bins that exceed the
 * median of their ring, those of the same frequency in any direction, and stand
 * out on every line through them. Pure.
 */
#ifndef GST_CL_PATTERNS_H
#define GST_CL_PATTERNS_H

#include "notches.h"

G_BEGIN_DECLS

/* Periods that fit into the plane at least. */
#define GST_CL_PATTERNS_LEAST 4

/**
 * GstClPattern:
 * @x, @y: cycles a sample, to a part of a bin
 * @amplitude, @phase: of amplitude cos (2 pi (x fx + y fy) + phase); 0 where a
 *     wave and its mirror image are one
 * @level: decibels over the median of the ring
 */
typedef struct
{
  gdouble x, y;
  gdouble amplitude, phase;
  gdouble level;
} GstClPattern;

typedef struct
{
  guint n;
  GstClPattern list[GST_CL_NOTCHES_MOST];
} GstClPatterns;

/**
 * GstClPatternSearch:
 * @bins: [row][column] complex numbers, columns from 0 to width / 2: of the plane
 *     without its mean under periodic Hann windows
 * @width, @height: samples of the plane
 * @threshold: decibels
 * @least: amplitude below which nothing is seen
 *
 * Room is kept from one search to the next.
 */
typedef struct
{
  const gfloat *bins;
  guint width, height;
  gdouble threshold, least;

  /* private */
  guint n_rings, n_columns;
  gfloat *medians;              /* of power */
  guint32 *counts;
  gfloat *samples;
} GstClPatternSearch;

/* Makes room for planes of a size; FALSE with error. */
gboolean gst_cl_pattern_search_init (GstClPatternSearch * search, guint width,
    guint height, gdouble threshold, gdouble least, GError ** error);
void gst_cl_pattern_search_clear (GstClPatternSearch * search);

/* The strongest first. */
void gst_cl_pattern_search_run (GstClPatternSearch * search,
    const gfloat * bins, GstClPatterns * found);

G_END_DECLS

#endif /* GST_CL_PATTERNS_H */
