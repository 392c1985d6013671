/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * timeline.h: what the buffers and messages of an element must say of time,
 * counted beside it in integers, for as long as a stream may last. It shares
 * no code with the elements: the rules are those of docs/guide.
 *
 * A run is a run of input without a discontinuity. Input is counted in
 * units, samples or pictures, from the run's first; unit i is at
 * anchor + i / rate, rounded down to a nanosecond.
 */
#ifndef CLFFT_TEST_TIMELINE_H
#define CLFFT_TEST_TIMELINE_H

#include <gst/gst.h>

typedef enum
{
  TIMELINE_FRAMES,              /* of audio: claudiofft */
  TIMELINE_STACKS,              /* of pictures: clvideofft */
  TIMELINE_FILTERED,            /* each picture again: clvideodenoise,
                                   clvideofilter */
  TIMELINE_SAMPLES,             /* the input again, gathered anew: clifft,
                                   clfftfilter */
  TIMELINE_PICTURES,            /* of sound: clspectrogram */
  TIMELINE_PASSED,              /* the input's buffers: clspectrum */
} TimelineKind;

/**
 * TimelineShape:
 * @size: units of a frame or a stack; pictures of which the first comes when
 *     the last is there
 * @hop: from one to the next
 * @centered: a frame's time is its middle
 * @interval: of messages, nanoseconds, a sample at least
 * @tail: samples that come behind the last of a run
 */
typedef struct
{
  guint size, hop;
  gboolean centered;
  GstClockTime interval;
  guint tail;
} TimelineShape;

typedef struct
{
  GstClockTime anchor;
  guint rate_n, rate_d;         /* units a second */
  TimelineShape shape;
  guint64 n_units;              /* that went in */
  guint64 next;                 /* unit that the next output begins with, of
                                   pictures of sound their number */
  guint64 least;                /* behind the time of the last frame */
  gboolean reshaped;            /* since then: the next may come early */
  gboolean begun;               /* something came out */
  gboolean ended;
} TimelineRun;

typedef struct
{
  TimelineKind kind;
  TimelineShape shape;
  guint fps_n, fps_d;           /* of pictures of sound */
  TimelineRun runs[4]; /* the oldest first */
  guint n_runs;
  gchar wrong[256];             /* what was, the first time */
  guint64 n_buffers;            /* that were right */

  /* messages */
  guint interval_rate;          /* samples a second */
  guint64 interval;             /* number of the current one */
  guint64 n_done;               /* samples of it */
  GstClockTime interval_time;
  GQueue due;                   /* of GstClockTime pairs, time and duration */
  guint64 n_messages;           /* that were right */
} Timeline;

void timeline_init (Timeline * timeline, TimelineKind kind);
void timeline_clear (Timeline * timeline);

/* When unit i of the current run is, and its end: when a next one would
   be. G_MAXUINT64: there is no run. */
GstClockTime timeline_get_time (const Timeline * timeline, guint64 i);
guint64 timeline_get_end (const Timeline * timeline);

/* ---- input: before the element hears of it ---- */

/* A run of rate_n / rate_d units a second begins; one that has not ended
   does. */
void timeline_begin (Timeline * timeline, GstClockTime anchor, guint rate_n,
    guint rate_d);
void timeline_add (Timeline * timeline, guint64 n_units);
void timeline_end (Timeline * timeline);
/* A flush, an error or NULL: nothing more comes of what went in. */
void timeline_forget (Timeline * timeline);
/* From the next input on. */
void timeline_set_shape (Timeline * timeline, const TimelineShape * shape);

/* Of messages: an interval begins with the next sample; input ends. */
void timeline_restart_intervals (Timeline * timeline);
void timeline_finish_intervals (Timeline * timeline);

/* ---- output ---- */

/* FALSE: `wrong` tells what. n: frames or samples in the buffer, else 1. */
gboolean timeline_check_buffer (Timeline * timeline, GstBuffer * buffer,
    guint64 n);
gboolean timeline_check_message (Timeline * timeline,
    const GstStructure * message);
/* After all input was taken: has come what had to come? */
gboolean timeline_check_settled (Timeline * timeline);

#endif /* CLFFT_TEST_TIMELINE_H */
