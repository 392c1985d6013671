/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * timeline.h: where the units of a stream lie in time. A unit is a sample, a
 * picture or a frame, whatever the owner counts; rate_n / rate_d of them make a
 * second.
 *
 * A run is a row of units without a discontinuity. Unit k of it has the time
 *
 *   anchor + (k - anchor_unit) * rate_d / rate_n
 *
 * rounded down to nanoseconds; nothing is accumulated. Units either stay on the
 * grid of the run's first one (samples), or follow each other: each arrival
 * becomes the anchor (pictures, whose framerate is a promise that cameras and
 * containers keep but roughly).
 *
 *   arrival               what is done
 *   no run                gst_cl_timeline_start ()
 *   within the tolerance  goes on; gst_cl_timeline_follow () where units follow
 *   beyond it             end the run, start another; or, if silence fills
 *                         holes, gst_cl_timeline_count_until () units of it
 *
 *   tolerance                       who                              flag needed
 *   alignment-threshold, 2 samples  sound                            or discont-wait
 *   half a picture                  pictures, spectra of them        no
 *   half a hop and 2 samples        spectra of sound into clifft     no
 *   2 ms                            spectra of sound into pictures   no
 *   40 ms                           clspectrum, as `spectrum`        yes
 *
 * Used on the streaming thread only; no lock, no allocation. Pure.
 */
#ifndef GST_CL_TIMELINE_H
#define GST_CL_TIMELINE_H

#include <gst/gst.h>

G_BEGIN_DECLS

/* ---- the stamp of a buffer ---- */

/* Its time, its offsets in the run, and its flags. */
typedef struct
{
  GstClockTime pts, duration;
  guint64 offset, offset_end;
  gboolean discont, gap;
} GstClStamp;

/* Sets PTS, DURATION, OFFSET, OFFSET_END, DISCONT and GAP; DTS to none. */
void gst_cl_stamp_apply (const GstClStamp * stamp, GstBuffer * buffer);

/* Whether DISCONT or RESYNC of the buffer says that a run begins; its time
   may deny it. */
gboolean gst_cl_stamp_is_flagged (GstBuffer * buffer);

/* ---- timeline ---- */

/* How far times may stray where the rate is unknown, or says little. */
#define GST_CL_TIMELINE_JITTER (40 * GST_MSECOND)

/**
 * GstClTimeline:
 * @rate_n: units of a second, numerator; 0: unknown, then only anchors have
 *     times
 * @rate_d: denominator, at least 1
 * @segment: in which times are
 * @gap_limit: the longest time that is counted without input; 0: any
 * @jumped: there was a longer one; whoever has said so clears it
 * @exceeded: than this, then
 * @flagged: something was left out that had DISCONT or RESYNC
 * @end_time: where the last run ended, for units without times; or NONE
 * @active: whether a run has begun and not ended
 * @anchor: time of @anchor_unit, or NONE where that is unknown
 * @anchor_unit: the unit that times are counted from
 * @next: the unit that is expected
 *
 * To be read by anyone, written by the functions below alone.
 */
typedef struct
{
  guint64 rate_n, rate_d;
  GstSegment segment;
  GstClockTime gap_limit;
  gboolean jumped;
  GstClockTime exceeded;
  gboolean flagged;
  GstClockTime end_time;
  gboolean active;
  GstClockTime anchor;
  guint64 anchor_unit;
  guint64 next;
} GstClTimeline;

/* Sets the rate, forgets the run and keeps the end time; end it first. */
void gst_cl_timeline_set_rate (GstClTimeline * line, guint64 rate_n,
    guint64 rate_d);

/* Whether every time means in b what it meant in a, to the nanosecond that
   rounding may take where the rate is not 1. */
gboolean gst_cl_segment_goes_on (const GstSegment * a, const GstSegment * b);

/* Sets the segment; forgets the end time unless the one before goes on in it. */
void gst_cl_timeline_set_segment (GstClTimeline * line,
    const GstSegment * segment);

/* Forgets all but the rate, as a flush does. */
void gst_cl_timeline_forget (GstClTimeline * line);

/* The time of a unit; saturates at the last valid one. NONE where the anchor
   has none, or where the rate is unknown and it is not the anchor's. */
GstClockTime gst_cl_timeline_time_of (const GstClTimeline * line,
    guint64 unit);

/* The nanoseconds that n units last, rounded to nearest; NONE if unknown. */
GstClockTime gst_cl_timeline_length_of (const GstClTimeline * line, guint64 n);

/* Finds the unit nearest to a time. FALSE before the anchor and where nothing
   is known; a result is at most 2^61. */
gboolean gst_cl_timeline_unit_at (const GstClTimeline * line,
    GstClockTime time, guint64 * unit);

/* How many units there are from the next one up to a time; 0 before it. */
guint64 gst_cl_timeline_count_until (const GstClTimeline * line,
    GstClockTime time);

/* Whether so much time is longer than the limit (NONE, and a limit of 0: it is
   not), which is noted. */
gboolean gst_cl_timeline_exceeds (GstClTimeline * line, GstClockTime length,
    GstClockTime limit);

/* The same of the time from the next unit, without a run from `from`, up to
   another. */
gboolean gst_cl_timeline_jumps (GstClTimeline * line, GstClockTime from,
    GstClockTime to);

/* The time of a buffer that has none: that of the next unit; without a run
   where the last one ended, else the segment's start, else 0. */
GstClockTime gst_cl_timeline_get_expected (const GstClTimeline * line);

/* Whether a time is more than `tolerance` from that of the next unit; FALSE if
   one of them is unknown. */
gboolean gst_cl_timeline_strays (const GstClTimeline * line, GstClockTime time,
    GstClockTime tolerance);

/* Whether what comes begins another run: there is none, or its time is more than
   `tolerance` from that of the next unit. needs_flag: only where it, or what was
   left out before it, is flagged. What is flagged begins one without a time, and
   where no time is expected. */
gboolean gst_cl_timeline_begins (const GstClTimeline * line,
    GstClockTime time, gboolean flagged, GstClockTime tolerance,
    gboolean needs_flag);

/* Something lies outside of the segment: if it is flagged, so is what comes
   next. */
void gst_cl_timeline_leave_out (GstClTimeline * line, gboolean flagged);

/* Begins a run with this unit at this time; NONE: at the time expected of a
   buffer that has none. */
void gst_cl_timeline_start (GstClTimeline * line, GstClockTime time,
    guint64 unit);

/* The next unit has arrived at this time (NONE: where it was expected), and
   times are counted from it. */
void gst_cl_timeline_follow (GstClTimeline * line, GstClockTime time);

/* n units have arrived. */
void gst_cl_timeline_advance (GstClTimeline * line, guint64 n);

/* The run has ended, and time has gone on up to there for one without it. */
void gst_cl_timeline_skip (GstClTimeline * line, GstClockTime time);

/* Ends the run before `end`, whose time is kept for a run without one. */
void gst_cl_timeline_end (GstClTimeline * line, guint64 end);

/*
 * Which of n units from `time` on begin inside of the segment: *skip of them lie
 * before its start, and *keep follow, up to its stop. All of them where nothing
 * is known: no time, no rate, a segment that is not in time.
 */
void gst_cl_timeline_clip (const GstClTimeline * line, GstClockTime time,
    guint64 n, guint64 * skip, guint64 * keep);

/* Writes pts, duration, 1 ns at least, offset and offset_end for n units from
   `first` on. */
void gst_cl_timeline_stamp (const GstClTimeline * line, guint64 first,
    guint64 n, GstClStamp * stamp);

G_END_DECLS

#endif /* GST_CL_TIMELINE_H */
