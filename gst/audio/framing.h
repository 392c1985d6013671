/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * framing.h: cuts a stream of audio buffers into overlapping frames and tells
 * the time of each frame.
 *
 * A run is a row of samples without a discontinuity (element/timeline.h). What
 * lies outside of the segment is cut off before. A time that strays by
 * alignment_threshold begins another run at once where DISCONT or RESYNC is set,
 * else after discont_wait of such samples; a flag begins one where there is no
 * time, and is passed on where times deny it. The first sample of a run has
 * index 0 and its time is the anchor. With lead = center ? size / 2 : 0,
 * frame k of a run reads
 *
 *   [k * hop - lead, k * hop - lead + size)
 *
 * and has the time anchor + k * hop / rate: its first sample, or its middle
 * when centred. Samples before the anchor and after the end are silence, or
 * when centred what pad_mode says; mirrored ones are those of numpy.pad's
 * "reflect", which mirrors a short run again and again.
 * Which frames there are, their bits and their times do not depend on how
 * the input was cut into buffers.
 *
 * Use, on the streaming thread only (nothing here takes a lock):
 *
 *   gst_cl_framing_push_buffer (framing, buffer, &error);
 *   while (gst_cl_framing_get_n_ready (framing) > 0)
 *     gst_cl_framing_take (framing, n_most, dest, 0, &batch);
 *
 * at a GAP event gst_cl_framing_push_gap() and the same loop; at EOS, new caps
 * or another segment gst_cl_framing_drain() and the same loop, then
 * gst_cl_framing_set_info() or gst_cl_framing_set_segment(); at FLUSH_STOP
 * gst_cl_framing_flush(). A discontinuity ends one run and begins the next
 * inside push: the loop then meets the frames of both, never in one batch.
 *
 * Memory: what frames still need, a frame more where ends are mirrored, and one
 * input buffer of a pool or a few others. Gaps are counted, not
 * stored. No allocation once the longest remainder was seen.
 */
#ifndef GST_CL_FRAMING_H
#define GST_CL_FRAMING_H

#include <gst/gst.h>
#include <gst/audio/audio.h>
#include "element/padmode.h"
#include "element/timeline.h"

G_BEGIN_DECLS

/**
 * GstClDiscontPolicy:
 * @GST_CL_DISCONT_POLICY_DRAIN: emit every frame that began before the
 *     discontinuity, filled up with silence, and start anew
 * @GST_CL_DISCONT_POLICY_DROP: discard the frames that are not complete and
 *     start anew
 * @GST_CL_DISCONT_POLICY_PAD: count a hole as silence and go on, so that the
 *     frames stay on their grid; a jump backwards is treated as DRAIN
 *
 * What happens to the incomplete frames at a discontinuity.
 */
typedef enum
{
  GST_CL_DISCONT_POLICY_DRAIN,
  GST_CL_DISCONT_POLICY_DROP,
  GST_CL_DISCONT_POLICY_PAD,
} GstClDiscontPolicy;

/**
 * GstClLastFrame:
 * @GST_CL_LAST_FRAME_BEGUN: the last that begins before the end
 * @GST_CL_LAST_FRAME_MIDDLE: the last whose middle is not beyond the end
 * @GST_CL_LAST_FRAME_HOP: the last whose hop ends before or at the end
 * @GST_CL_LAST_FRAME_NEEDED: the first that reaches the end
 * @GST_CL_LAST_FRAME_COMPLETE: the last that ends before or at the end
 *
 * Which frame of a run is its last; what it lacks is silence.
 */
typedef enum
{
  GST_CL_LAST_FRAME_BEGUN,
  GST_CL_LAST_FRAME_MIDDLE,
  GST_CL_LAST_FRAME_HOP,
  GST_CL_LAST_FRAME_NEEDED,
  GST_CL_LAST_FRAME_COMPLETE,
} GstClLastFrame;

#define GST_CL_FRAMING_DEFAULT_ALIGNMENT_THRESHOLD (40 * GST_MSECOND)
#define GST_CL_FRAMING_DEFAULT_DISCONT_WAIT (1 * GST_SECOND)

/* The rows of both in a table of properties, of members at these offsets. */
#define GST_CL_FRAMING_PROPERTIES(alignment_threshold, discont_wait) \
  {"alignment-threshold", "Alignment threshold", \
    "Nanoseconds that timestamps may stray before they count as a " \
    "discontinuity", \
    GST_CL_KIND_UINT64, alignment_threshold, \
    GST_CL_FRAMING_DEFAULT_ALIGNMENT_THRESHOLD, \
    .marks = GST_CL_PROPERTY_LIGHT, .high = G_MAXUINT64 - 1}, \
  {"discont-wait", "Discontinuity wait", \
    "Nanoseconds that timestamps must stray before the discontinuity is acted " \
    "upon", \
    GST_CL_KIND_UINT64, discont_wait, GST_CL_FRAMING_DEFAULT_DISCONT_WAIT, \
    .marks = GST_CL_PROPERTY_LIGHT, .high = G_MAXUINT64 - 1}

/**
 * GstClFramingParams:
 * @size: samples (per channel) of a frame, at least 1
 * @hop: samples from one frame to the next, at least 1; may exceed @size,
 *     then the samples between are skipped
 * @center: whether a frame's time is its middle
 * @lead: if @center, samples that a frame reads before its time; 0: size / 2
 * @pad_mode: what stands before the anchor and after the end, if @center
 * @last_frame: see #GstClLastFrame
 * @n_whole: a run is filled up with frames of silence to a multiple of so
 *     many; 0: it is not
 * @step: frames from the first of n_whole to the first of the next; below
 *     @n_whole the frames between are given again; 0: n_whole
 * @history: samples before a frame that are given with it
 * @discont_policy: see #GstClDiscontPolicy
 * @alignment_threshold: timestamps that stray less than this, or less than 2
 *     samples, are jitter
 * @discont_wait: how much input must have strayed, without a break, for the
 *     next that does to be a discontinuity; 0: the first
 */
typedef struct
{
  guint size;
  guint hop;
  gboolean center;
  guint lead;
  GstClPadMode pad_mode;
  GstClLastFrame last_frame;
  guint n_whole;
  guint step;
  guint history;
  GstClDiscontPolicy discont_policy;
  GstClockTime alignment_threshold;
  GstClockTime discont_wait;
} GstClFramingParams;

/**
 * GstClFramingBatch:
 * @n_frames: frames that were taken, at least 1
 * @first_frame: k of the first one, counted from the anchor or from the last
 *     change of shape
 * @stamp: pts: time of the first frame;
 *     duration: to the time of the frame after the batch, or, after the last
 *     frame of a run that has ended, unless n_whole fills it up, to that end,
 *     at least 1 ns;
 *     offset: index of the first sample read, counted from the anchor;
 *     offset_end: one past the last sample read, never past the end of input;
 *     discont: the first batch of a run, or input was flagged as a
 *     discontinuity that its times deny;
 *     gap: no sample of the batch came from data: only gaps and filling
 * @first: index of the first sample read, @history excluded; negative before
 *     the anchor
 * @n_samples: of the run, as far as it is known
 * @begins: the first batch of a run
 * @last: the run ended and has no further frame
 *
 * Timing of consecutive frames, ready to be set on a buffer.
 */
typedef struct
{
  guint n_frames;
  guint64 first_frame;
  GstClStamp stamp;
  gint64 first;
  guint64 n_samples;
  gboolean begins;
  gboolean last;
} GstClFramingBatch;

typedef struct _GstClFraming GstClFraming;

GstClFraming *gst_cl_framing_new (void);
void gst_cl_framing_free (GstClFraming * framing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClFraming, gst_cl_framing_free)

/* ---- set-up ---- */

/* Sets the audio format. A new one forgets all samples: drain and take first. The
   end time of the previous run is kept, for input without timestamps. */
void gst_cl_framing_set_info (GstClFraming * framing,
    const GstAudioInfo * info);

/*
 * Sets new parameters, at any time between two takes. When size, hop or center
 * change in a run, k restarts at 0 and frames that were ready are cut anew. The
 * next frame has the time that it would have had, but
 *
 *   - with a smaller hop not later than a hop after the end of input;
 *   - not so late that a sample is left out between frames, or lies at the edges
 *     of their windows alone, if those of both shapes overlap or touch (hop <=
 *     size): the first sample is at most that amid what the last frame would
 *     share with the next old one;
 *   - not so early that it reads samples that are gone, which are those before
 *     all that the old shape still needed.
 */
void gst_cl_framing_set_params (GstClFraming * framing,
    const GstClFramingParams * params);

/* Counts frames, and those of n_whole, from the next one on. */
void gst_cl_framing_recount (GstClFraming * framing);

void gst_cl_framing_get_params (const GstClFraming * framing,
    GstClFramingParams * params);

/* Sets the segment, outside of which nothing is taken; drain first unless the
   one before goes on in it. */
void gst_cl_framing_set_segment (GstClFraming * framing,
    const GstSegment * segment);

/* ---- input ---- */

/*
 * Takes a buffer (transfer full). Returns FALSE with GST_STREAM_ERROR_FORMAT if
 * it is not a whole number of samples, or non-interleaved without a
 * GstAudioMeta that fits (the buffer is then dropped), and with
 * GST_RESOURCE_ERROR_NO_SPACE_LEFT if there is no memory. A buffer with the GAP
 * flag is not read.
 */
gboolean gst_cl_framing_push_buffer (GstClFraming * framing,
    GstBuffer * buffer, GError ** error);

/* Takes a GAP event: silence up to timestamp + duration. Without a duration,
   silence up to the next buffer's timestamp. Without a timestamp, from the
   current end. */
void gst_cl_framing_push_gap (GstClFraming * framing, GstClockTime timestamp,
    GstClockTime duration);

/*
 * Ends the current run: every frame whose first sample lies before the end
 * of input becomes ready. The next input starts a new run.
 */
void gst_cl_framing_drain (GstClFraming * framing);

/* The line of the current run, or of the next one. */
GstClTimeline *gst_cl_framing_get_line (GstClFraming * framing);

/* Forgets all samples, all ready frames and the end time. */
void gst_cl_framing_flush (GstClFraming * framing);

/* ---- output ---- */

/* How many frames of the oldest run take() would give now. */
guint64 gst_cl_framing_get_n_ready (GstClFraming * framing);

/* Whether the oldest run has ended: no more frames of it will become ready,
   so an incomplete batch has to go out. */
gboolean gst_cl_framing_is_draining (GstClFraming * framing);

/* Where the run before the oldest one ended, or the last one if all frames were
   taken; or NONE. */
GstClockTime gst_cl_framing_get_end_time (const GstClFraming * framing);

/* The samples from one frame to the next in what take() writes: min (hop,
   size). Frames overlap there as they do in the stream; when hop > size they
   lie back to back. */
guint gst_cl_framing_get_distance (const GstClFraming * framing);

/* The samples per channel that n_frames occupy: (n - 1) * distance + size. */
guint64 gst_cl_framing_get_span (const GstClFraming * framing,
    guint n_frames);

/* The same in bytes of all channels; FALSE if a gsize cannot hold it. */
gboolean gst_cl_framing_get_span_size (const GstClFraming * framing,
    guint n_frames, gsize * size);

/*
 * Writes the samples of the next min (n_most, n_ready) frames to dest, in the
 * input's format, and drops what no later frame needs. FALSE, and nothing
 * written, if no frame is ready.
 *
 * dest NULL: writes nothing, for one who has found them.
 *
 * Interleaved: history + span (n) sample tuples. Non-interleaved: one plane per
 * channel, plane_stride bytes apart; 0: so many samples apart for the n that was
 * taken. n_most must be > 0. With history, hop must not be above size.
 */
gboolean gst_cl_framing_take (GstClFraming * framing, guint n_most,
    gpointer dest, gsize plane_stride, GstClFramingBatch * batch);

/*
 * Finds the samples of the next min (n_most, n_ready) frames where they are:
 * interleaved, in one buffer of the input, *buffer (transfer none, until the
 * next take or push), from byte *offset on, as take() would write them. FALSE if
 * they are not, or not all are samples of the input. n_most must be > 0.
 */
gboolean gst_cl_framing_find (GstClFraming * framing, guint n_most,
    GstBuffer ** buffer, gsize * offset);

/* The bytes that were copied to the sample store since the last call. */
gsize gst_cl_framing_take_moved (GstClFraming * framing);

/* The time from a frame's timestamp to the arrival of its last sample, when
   n_frames (at least 1) go out together: (size, or size - size / 2 centred, or
   size / 2 + 1 if that is more and ends are mirrored, + (n_frames - 1) * hop) /
   rate. 0 before set_info. */
GstClockTime gst_cl_framing_get_latency (const GstClFraming * framing,
    guint n_frames);

/* The bytes that the sample store has allocated, for tests and statistics. */
gsize gst_cl_framing_get_store_size (const GstClFraming * framing);

G_END_DECLS

#endif /* GST_CL_FRAMING_H */
