/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * deframing.h: the inverse of framing.h: puts frames together to a stream of
 * samples and tells their time.
 *
 * A run is a row of frames without a discontinuity. It has an anchor, the
 * time of its sample 0. The frame of time anchor + m / rate has its first
 * sample at m - lead, lead = center ? size / 2 : 0, as in framing.h.
 *
 *   - A run starts with the first sample that its first frame read: at
 *     OFFSET, if there is one, else at the frame's time.
 *   - It ends with the last sample that its last frame read: at OFFSET_END,
 *     else with the whole of that frame.
 *   - A frame belongs to the next run if its buffer has DISCONT and OFFSET does
 *     not say that it follows, if it would begin behind that end, or if its time
 *     is not that of the frame to come: off by more than half a hop and two
 *     samples. After a change of shape any frame follows that leaves no hole
 *     behind the old ones.
 *
 * A sample is ready when no later frame can reach it. Which samples come out,
 * their values and their times do not depend on how frames were gathered in
 * buffers.
 *
 * Use, on the streaming thread only (nothing here takes a lock):
 *
 *   if (gst_cl_deframing_begins (deframing, buffer)) {
 *     gst_cl_deframing_drain (deframing, buffer);
 *     ... take ...
 *   }
 *   gst_cl_deframing_place (deframing, buffer, n_frames);
 *   for each frame: gst_cl_deframing_add (deframing, frame, &error);
 *   while (gst_cl_deframing_get_n_ready (deframing) > 0)
 *     gst_cl_deframing_take (deframing, n_most, dest, &batch);
 */
#ifndef GST_CL_DEFRAMING_H
#define GST_CL_DEFRAMING_H

#include <gst/gst.h>
#include "element/timeline.h"
#include "overlapadd.h"

G_BEGIN_DECLS

/**
 * GstClDeframingParams:
 * @n_channels: of the samples
 * @rate: samples per second
 * @window: size coefficients; NULL of blocks
 * @size: samples of a frame, at least 1
 * @hop: samples from one frame to the next, 1 to @size
 * @center: whether a frame's time is its middle
 * @least: below this sum of squares of the window nothing is known
 * @n_ahead: samples besides a frame that room is made for at once
 * @block: samples of a block: frames are not added by themselves, but as blocks
 *     of block / 2 samples' frames, which reach beyond these by a quarter on
 *     either side; 0: none
 */
typedef struct
{
  guint n_channels;
  guint rate;
  const gdouble *window;
  guint size;
  guint hop;
  gboolean center;
  gdouble least;
  gsize n_ahead;
  guint block;
} GstClDeframingParams;

/**
 * GstClDeframingBatch:
 * @n_samples: samples per channel that were taken, at least 1
 * @stamp: pts: time of the first one;
 *     duration: to the time of the sample behind the last;
 *     offset: index of the first one, counted from the anchor;
 *     offset_end: one past the last;
 *     discont: the first samples of a run;
 *     gap: all of it came from frames of silence
 *
 * Timing of consecutive samples, ready to be set on a buffer.
 */
typedef struct
{
  gsize n_samples;
  GstClStamp stamp;
} GstClDeframingBatch;

typedef struct _GstClDeframing GstClDeframing;

GstClDeframing *gst_cl_deframing_new (void);
void gst_cl_deframing_free (GstClDeframing * deframing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClDeframing, gst_cl_deframing_free)

/*
 * Sets the shape of the frames to come, at any time between two frames. With
 * the same channels and rate the run goes on: the next frame may then have any
 * time up to where samples of the old frames reach. Otherwise all samples are
 * forgotten: drain and take first. FALSE with GST_RESOURCE_ERROR_NO_SPACE_LEFT.
 */
gboolean gst_cl_deframing_set_params (GstClDeframing * deframing,
    const GstClDeframingParams * params, GError ** error);

/* Sets the segment: frames without a time start where the last run ended, or in
   a segment that does not go on from the one before where that starts. */
void gst_cl_deframing_set_segment (GstClDeframing * deframing,
    const GstSegment * segment);

/* Whether a buffer of frames begins another run. */
gboolean gst_cl_deframing_begins (GstClDeframing * deframing,
    GstBuffer * buffer);

/* Places a buffer, whose frames are the next ones to be added. */
void gst_cl_deframing_place (GstClDeframing * deframing, GstBuffer * buffer,
    guint n_frames);

/*
 * Takes a GAP event. *n_frames is how many frames of silence replace the
 * missing ones; add as many. A duration of G_MAXUINT64: none now, but those up
 * to the next buffer, which gst_cl_deframing_get_n_missing() tells. FALSE: no
 * run has begun.
 */
gboolean gst_cl_deframing_push_gap (GstClDeframing * deframing,
    GstClockTime timestamp, GstClockTime duration, guint64 * n_frames);
/* How many frames of silence are to be added before this buffer is placed. */
guint64 gst_cl_deframing_get_n_missing (GstClDeframing * deframing,
    GstBuffer * buffer);

/* Adds the next frame. FALSE with GST_RESOURCE_ERROR_NO_SPACE_LEFT. */
gboolean gst_cl_deframing_add (GstClDeframing * deframing,
    const GstClFrame * frame, GError ** error);

/* Counts the next frame, which will be part of a block. */
void gst_cl_deframing_count (GstClDeframing * deframing, gboolean is_silent);
/* Adds a block, whose first frame is that of sample `index`. Without data it only
   moves what is ready. FALSE as above. */
gboolean gst_cl_deframing_add_block (GstClDeframing * deframing, gint64 index,
    const GstClFrame * block, GError ** error);

/*
 * Ends the current run: all samples up to its end become ready. before:
 * (nullable): the buffer that starts the next one: samples that are not before
 * it are dropped, but those of the input if the buffer is of other samples.
 */
void gst_cl_deframing_drain (GstClDeframing * deframing, GstBuffer * before);

GstClTimeline *gst_cl_deframing_get_line (GstClDeframing * deframing);

/* Forgets all samples and the end time. */
void gst_cl_deframing_flush (GstClDeframing * deframing);

guint64 gst_cl_deframing_get_n_ready (const GstClDeframing * deframing);

/* Writes the next min (n_most, n_ready) samples to dest[sample * n_channels +
   channel]. FALSE, and nothing written, if none is ready. */
gboolean gst_cl_deframing_take (GstClDeframing * deframing, gsize n_most,
    gdouble * dest, GstClDeframingBatch * batch);

/* The time from a frame's timestamp back to the first of the samples that
   become ready with it, rounded up: lead / rate. 0 before set_params. */
GstClockTime gst_cl_deframing_get_latency (const GstClDeframing * deframing);

G_END_DECLS

#endif /* GST_CL_DEFRAMING_H */
