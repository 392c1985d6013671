/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * watch.h: an element in a harness with a bus, and all that came out of it:
 * buffers are read as they pass, by a taker of their kind; messages are counted.
 */
#ifndef CLFFT_TEST_WATCH_H
#define CLFFT_TEST_WATCH_H

#include <gst/audio/audio.h>
#include <gst/check/gstharness.h>
#include <gst/fourier/fourier.h>
#include <gst/video/video.h>

typedef struct
{
  GstClockTime pts, duration;
  guint64 offset, offset_end;
  guint first, n;               /* samples or frames: the place of the first
                                   among all, and their number */
  gboolean discont, gap;
} Stamp;

typedef struct _Watch Watch;

/* Of one kind of output: called before a buffer is appended to `stamps`, and at
   its caps. */
typedef struct
{
  void (*take_caps) (Watch * w, GstCaps * caps);
  void (*take_buffer) (Watch * w, GstBuffer * buffer, Stamp * stamp);
} WatchTaker;

/* Elements and what they are fed with, which is each time the same. */
typedef struct
{
  const gchar *line;            /* as in gst-launch; one is named x, or is alone */
  const gchar *caps;
  const gchar *wanted;          /* caps of what follows, NULL: any */
  gsize size;                   /* bytes of a buffer */
  GstClockTime duration;        /* of it */
} WatchFeed;

struct _Watch
{
  const WatchTaker *taker;
  const WatchFeed *feed;
  guint n_fed;                  /* its buffers */
  GstHarness *harness;
  GstElement *element;
  GstBus *bus;
  GstAudioInfo audio;           /* of the input */
  GstAudioInfo out;             /* these are of the last caps that came out */
  GstVideoInfo video;           /* of pictures: of the input, if they go in */
  GstFourierInfo info;
  GstFlowReturn flow;           /* of the last push */
  GArray *stamps;               /* Stamp, one per buffer */
  GArray *numbers;              /* gfloat of spectra, gdouble of sound, bytes */
  GArray *pictures;             /* of the taker's type, or NULL */
  GPtrArray *messages;          /* GstStructure `spectrum` */
  guint n_caps, n_gaps, n_eos;  /* events that came out */
  gchar *error;                 /* text of the first ERROR */
  const gchar *warning;         /* and WARNING */
  GPtrArray *warnings;          /* texts of all */
  guint n_errors, n_warnings, n_progress, n_latency, n_qos;
};

/* As in gst-launch; PLAYING. Without a taker buffers stay in the harness until
   the next push. number_size: of a number, 0: there are none. */
Watch *watch_new (const gchar * line, const WatchTaker * taker,
    gsize number_size);
/* The same of an element, which may be floating. */
Watch *watch_new_element (GstElement * element, const WatchTaker * taker,
    gsize number_size);
void watch_free (Watch * w);

/* Sends caps (and the segment the first time). */
void watch_set_format (Watch * w, GstAudioFormat format, gint channels,
    gint rate, GstAudioLayout layout);
void watch_set_caps (Watch * w, const gchar * caps);

/* Take the buffer or the event, then collect. */
void watch_push_buffer (Watch * w, GstBuffer * buffer);
void watch_push_event (Watch * w, GstEvent * event);
/* n_samples of each channel from values[sample * channels + channel]; pts may
   be GST_CLOCK_TIME_NONE. */
void watch_push (Watch * w, const gdouble * values, guint n_samples,
    GstClockTime pts);
/* All in buffers of at most `cut` samples (0: random cuts), PTS from 0, then
   EOS. */
void watch_run (Watch * w, const gdouble * values, guint n_samples, guint cut);

/* Takes the messages. */
void watch_collect (Watch * w);

/* ---- elements whose output is bytes ---- */

/* With properties of x, "a=b c=d", and n taps of a response if it has one. */
Watch *watch_new_feed (const WatchFeed * feed, const gchar * properties,
    guint taps);
/* Of elements of that line, which may be floating. */
Watch *watch_open_feed (const WatchFeed * feed, GstElement * element);
/* n buffers. */
void watch_feed (Watch * w, guint n);
/* Forgets what came out. */
void watch_clear (Watch * w);
/* Claims that both gave the same, and something. */
void watch_check_same (const Watch * w, const Watch * other,
    const gchar * what);

/* ---- what is known ---- */

const Stamp *watch_stamp (const Watch * w, guint buffer);

/* rig_get_stat() of the element. */
guint64 watch_get_stat (Watch * w, const gchar * name);

#endif /* CLFFT_TEST_WATCH_H */
