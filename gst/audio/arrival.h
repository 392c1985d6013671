/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * arrival.h: where samples that arrive belong: behind those before, behind a
 * hole that counts as silence, or in another run. Times stray from
 * alignment_threshold on; they count where a flag says so, or where so many
 * samples in a row have strayed that they last for discont_wait.
 *
 * For each buffer (n > 0) and GAP event (n = 0), behind
 * gst_cl_arrival_clip():
 *
 *   HOLE  `hole` samples of silence are taken first
 *   RUN   the old run ends, gst_cl_timeline_start() begins another
 *
 * and gst_cl_timeline_advance() counts what is taken. One thread. Pure.
 */
#ifndef GST_CL_ARRIVAL_H
#define GST_CL_ARRIVAL_H

#include "element/timeline.h"

G_BEGIN_DECLS

/**
 * GstClArrivalPlace:
 * @GST_CL_ARRIVAL_PLACE_NEXT: behind what came so far
 * @GST_CL_ARRIVAL_PLACE_HOLE: behind a hole that counts as silence
 * @GST_CL_ARRIVAL_PLACE_RUN: in another run
 */
typedef enum
{
  GST_CL_ARRIVAL_PLACE_NEXT,
  GST_CL_ARRIVAL_PLACE_HOLE,
  GST_CL_ARRIVAL_PLACE_RUN,
} GstClArrivalPlace;

/**
 * GstClArrival:
 * @alignment_threshold, @discont_wait: what the properties say
 * @fill: holes of less samples than so many count as silence, and those that a
 *     GAP event without a duration announced; none that the line cannot count
 * @flagged: a buffer since the last samples had DISCONT or RESYNC
 * @denied: times denied such a flag, which is to be passed on
 * @open_gap: there was such a GAP event
 * @n_strayed: samples in a row
 *
 * Zeros at the start.
 */
typedef struct
{
  GstClockTime alignment_threshold, discont_wait;
  guint64 fill;
  gboolean flagged, denied, open_gap;
  guint64 n_strayed;
} GstClArrival;

/* Cuts off the samples outside of the segment: *skip of *n in front, and behind
   those that are left in *n. *time is that of the first of them, where it was
   NONE too. */
void gst_cl_arrival_clip (const GstClTimeline * line, GstClockTime * time,
    guint64 * n, guint64 * skip);

/* The same of a GAP event of this duration; NONE: *end is it too, and it lasts
   to the next buffer. *begin may be NONE. FALSE if none of it is inside. */
gboolean gst_cl_arrival_clip_gap (const GstClTimeline * line,
    GstClockTime * begin, GstClockTime duration, GstClockTime * end);

/* What a flush forgets: all but the first three. */
void gst_cl_arrival_forget (GstClArrival * arrival);

/* Finds the place of n samples. */
GstClArrivalPlace gst_cl_arrival_place (GstClArrival * arrival,
    GstClTimeline * line, GstClockTime time, guint64 n, guint64 * hole);

G_END_DECLS

#endif /* GST_CL_ARRIVAL_H */
