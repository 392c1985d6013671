/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * history.h: the newest input of a run as planes of numbers, so that a
 * filter that begins in the middle of it knows what was before. Frames are
 * counted from the start of the run. What is not kept, was not there yet or
 * comes after the end reads as silence.
 *
 * One thread writes; any thread reads.
 */
#ifndef GST_CL_HISTORY_H
#define GST_CL_HISTORY_H

#include "audio/samples.h"

G_BEGIN_DECLS

typedef struct _GstClHistory GstClHistory;

GstClHistory *gst_cl_history_new (guint n_channels, gsize sample_size);
void gst_cl_history_free (GstClHistory * history);

/* Keeps at least so many frames from now on. FALSE with error, and nothing is
   changed, if there is no memory. */
gboolean gst_cl_history_reserve (GstClHistory * history, guint64 n_frames,
    GError ** error);

/* Begins another run. */
void gst_cl_history_clear (GstClHistory * history);

/**
 * GstClHistoryInput:
 * @reader: of frames of all channels; where @offsets are given, of one channel
 * @data: bytes of a stream
 * @offsets: (nullable): where each channel begins in @data
 * @unit: bytes from one frame to the next
 *
 * What is appended.
 */
typedef struct
{
  GstClSamples *reader;
  const guint8 *data;
  const gsize *offsets;
  gsize unit;
} GstClHistoryInput;

/* Appends n frames, at most as many as are kept, from frame `first` of the input
   on; NULL: silence. */
void gst_cl_history_append (GstClHistory * history,
    const GstClHistoryInput * input, guint64 first, guint64 n);

/**
 * GstClHistoryState:
 * @run: counts the runs, from 1
 * @first: the oldest frame that is kept
 * @n_frames: of the run so far
 * @end_of_sound: behind the last that was not appended as silence
 */
typedef struct
{
  guint64 run;
  guint64 first, n_frames, end_of_sound;
} GstClHistoryState;

void gst_cl_history_get_state (GstClHistory * history,
    GstClHistoryState * state);

/* Copies n frames from `first` on, of the run of that number; channels go
   `stride` bytes apart. FALSE, and nothing is written, if all is silence. */
gboolean gst_cl_history_read (GstClHistory * history, guint64 run,
    guint64 first, guint64 n, guint8 * planes, gsize stride);

/* Bytes that it has. */
gsize gst_cl_history_get_size (GstClHistory * history);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClHistory, gst_cl_history_free)

G_END_DECLS

#endif /* GST_CL_HISTORY_H */
