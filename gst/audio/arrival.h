/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * arrival.h: where samples that arrive belong: behind those before, behind a
 * hole that counts as silence, or in another run. It is a timeline of samples
 * with the tolerance of GstAudioStreamAlign: times may stray up to
 * alignment_threshold, and further for discont_wait.
 *
 * For each buffer (n > 0) and GAP event (n = 0):
 *
 *   place = gst_cl_arrival_place (arrival, time, n, fill, &hole);
 *   HOLE: `hole` samples of silence are taken first
 *   RUN:  the old run ends, gst_cl_timeline_start() begins another
 *   HOLE, RUN: gst_cl_arrival_join (arrival, n)
 *
 * What is taken is counted by gst_cl_timeline_advance(). One thread. Pure.
 */
#ifndef GST_CL_ARRIVAL_H
#define GST_CL_ARRIVAL_H

#include <gst/audio/audio.h>
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
 * @line: of samples
 * @flagged: a buffer since the last samples had DISCONT or RESYNC
 * @denied: times denied such a flag, which is to be passed on
 *
 * The rest is private.
 */
typedef struct
{
  GstClTimeline line;
  gboolean flagged, denied;

  /*< private >*/
  GstAudioStreamAlign *align;
  GstClockTime threshold;
  gboolean open_gap;
} GstClArrival;

/* Makes one, or makes it anew: for a rate. */
void gst_cl_arrival_set_rate (GstClArrival * arrival, gint rate);
void gst_cl_arrival_clear (GstClArrival * arrival);

/* What the properties of these names say. */
void gst_cl_arrival_set_tolerance (GstClArrival * arrival,
    GstClockTime alignment_threshold, GstClockTime discont_wait);

/* Forgets all but rate and tolerance, as a flush does. */
void gst_cl_arrival_forget (GstClArrival * arrival);

/* Finds the place of n samples. Holes of less than `fill` samples count as
   silence, and so do those that a GAP event announced. */
GstClArrivalPlace gst_cl_arrival_place (GstClArrival * arrival,
    GstClockTime time, guint64 n, guint64 fill, guint64 * hole);

/* Expects the next samples n after the next of the timeline. */
void gst_cl_arrival_join (GstClArrival * arrival, guint64 n);

/* A GAP event without a duration: what comes next ends it. */
void gst_cl_arrival_open_gap (GstClArrival * arrival);

G_END_DECLS

#endif /* GST_CL_ARRIVAL_H */
