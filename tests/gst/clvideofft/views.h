/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * views.h: a clvideofft that is watched, pictures for it, and what its frames
 * ought to be, computed in double precision from what GStreamer's own unpacking
 * makes of the pictures.
 */
#ifndef CLFFT_TEST_VIEWS_H
#define CLFFT_TEST_VIEWS_H

#include "gst/support/spectra.h"

typedef Watch Views;
typedef Stamp ViewStamp;
#define views_free watch_free
#define views_push_event watch_push_event
#define views_collect watch_collect
#define views_at spectra_at
#define views_stamp watch_stamp
#define views_get_stat watch_get_stat

/* properties as in gst-launch. Each buffer is one frame. */
Views *views_new (const gchar * properties);

/* Sends caps (and the segment the first time). */
void views_set_format (Views * v, GstVideoFormat format, guint width,
    guint height, gint fps_n, gint fps_d);
void views_set_info (Views * v, const GstVideoInfo * video);

/* A picture of random codes, of the format. */
GstBuffer *views_make_noise (const GstVideoInfo * video, guint seed);
/* A GRAY8 picture of codes[y * width + x]. */
GstBuffer *views_make_gray (const GstVideoInfo * video, const guint8 * codes);

/* Takes the buffer; then collects. */
void views_push (Views * v, GstBuffer * buffer, GstClockTime pts);
/* n pictures of noise from picture `first` on, at their times; their number is
   their seed. */
void views_push_noise (Views * v, guint first, guint n);

guint views_n_frames (const Views * v);

/* ---- what it ought to be ---- */

/*
 * Values of a component (0: Y, R or grey) as unpack_func of the format has
 * them, code / largest code, rows of *width; g_free.
 */
gdouble *views_get_values (const GstVideoInfo * video, GstBuffer * buffer,
    guint component, guint * width, guint * height);

/**
 * Block:
 * @values: of pictures of @width x @height, @depth of them, back to back
 * @x: of the block's first pixel, which may have others outside the picture
 * @y: likewise
 * @size: the block's width, height and pictures
 * @n: transform lengths
 * @windows: coefficients, %NULL: 1
 * @remove_dc: subtract the mean first
 */
typedef struct
{
  const gdouble *values;
  guint width, height, depth;
  guint x, y;
  guint size[3], n[3];
  const gdouble *windows[3];
  gboolean remove_dc;
} Block;

/* All n[0] * n[1] * n[2] bins, (re, im), DC first, x fastest; g_free. */
gdouble *views_transform (const Block * block);

/*
 * Relative error, in the sense of root mean squares, of a block's stored
 * numbers against `factor` times the spectrum; interior bins of one side are
 * multiplied by `doubling` as well. For quantity=complex, magnitude and power.
 */
gdouble views_compare (const Views * v, const gfloat * stored,
    const Block * block, gdouble factor, gdouble doubling);

#endif /* CLFFT_TEST_VIEWS_H */
