/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * ticks.h: computes where an axis gets marks and numbers, and how the numbers
 * are written. Pure: numbers and text only.
 */
#ifndef GST_CL_TICKS_H
#define GST_CL_TICKS_H

#include <glib.h>
#include "clfft/picture.h"
#include "labels.h"

G_BEGIN_DECLS

/**
 * GstClTick:
 * @position: 0 at the low end of the axis, 1 at the high end
 * @label: number and, where it differs, unit prefix: "500", "2k", "1:30";
 *     empty for a mark without a number
 */
typedef struct
{
  gdouble position;
  gchar label[GST_CL_LABEL_SIZE];
} GstClTick;

/*
 * Each fills at most GST_CL_MAX_TICKS ticks by rising position and returns
 * their number. n_most is how many labels have room at most; round values
 * (1, 2, 5 times a power of ten; times also 15 s, 30 s, minutes, hours) are
 * preferred. At least 2 labels if n_most is at least 2.
 */
#define GST_CL_MAX_TICKS 160

/* Ticks in hertz. Labels closer than 1 / n_most of the axis are left out (their
   marks stay), so that log and bark axes stay readable. */
guint gst_cl_ticks_frequency (const clfft_axis * axis, guint n_most,
    GstClTick * ticks);
/* Ticks of a log axis at the centres of octaves (n_parts 1) or of thirds of
   them (3), by their nominal frequencies, 1 kHz among them: "31.5", "125",
   "1k". */
guint gst_cl_ticks_octaves (const clfft_axis * axis, guint n_parts,
    guint n_most, GstClTick * ticks);
/* How many of the ticks have a label. */
guint gst_cl_ticks_count_labels (const GstClTick * ticks, guint n_ticks);
/* Ticks of a log axis at notes: "C4", "F#4", marks at semitones; none where less
   than two would have a name. */
guint gst_cl_ticks_notes (const clfft_axis * axis, guint n_most,
    GstClTick * ticks);
/* Ticks of any linear quantity, for example decibels. */
guint gst_cl_ticks_linear (gdouble low, gdouble high, guint n_most,
    GstClTick * ticks);
/* Ticks in seconds, which may be negative: "0.5", "12", "1:30", "1:02:30". */
guint gst_cl_ticks_time (gdouble low, gdouble high, guint n_most,
    GstClTick * ticks);
/* The same where the axis moves: steps depend on its length alone, so that
   marks keep their numbers. Of an axis that ends above 0 what is below 0 has
   none: no stream begins there. */
guint gst_cl_ticks_scroll (gdouble low, gdouble high, guint n_most,
    GstClTick * ticks);
/* The same where the last share `old` of the axis still shows what was there
   one length of the axis ago, and tells that time. */
guint gst_cl_ticks_sweep (gdouble low, gdouble high, gdouble old,
    guint n_most, GstClTick * ticks);

G_END_DECLS

#endif /* GST_CL_TICKS_H */
