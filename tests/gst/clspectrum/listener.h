/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * listener.h: clspectrum, or the original, in a harness: samples in, messages
 * kept.
 */
#ifndef CLFFT_TEST_LISTENER_H
#define CLFFT_TEST_LISTENER_H

#include <gst/audio/audio.h>
#include <gst/check/gstharness.h>

typedef struct
{
  GstHarness *harness;
  GstElement *element;
  GstBus *bus;
  GstAudioInfo audio;
  GstFlowReturn flow;           /* of the last push */
  GPtrArray *messages;          /* GstStructure `spectrum` */
  gchar *error;                 /* text of the first ERROR message */
  gchar *warning;               /* and of the first WARNING */
  guint n_errors, n_warnings, n_latency;
} Listener;

/* line as in gst-launch: the element and its properties. It is PLAYING. NULL
   if there is no such element. */
Listener *listener_new (const gchar * line);
void listener_free (Listener * l);

/* Sends caps (and the segment the first time). */
void listener_set_format (Listener * l, GstAudioFormat format, gint channels,
    gint rate);

/* values[sample * channels + channel]; pts may be GST_CLOCK_TIME_NONE. */
GstBuffer *listener_make_buffer (Listener * l, const gdouble * values,
    guint n_samples, GstClockTime pts);
/* Pushes, takes back what came out, collects messages. */
void listener_push (Listener * l, const gdouble * values, guint n_samples,
    GstClockTime pts);
void listener_push_event (Listener * l, GstEvent * event);
void listener_collect (Listener * l);

/* All in buffers that end where cuts says (rising, the last is n_samples),
   PTS from 0; NULL: one buffer. No EOS. */
void listener_run (Listener * l, const gdouble * values, guint n_samples,
    const guint * cuts);
void listener_end (Listener * l);

/* ---- messages ---- */

const GstStructure *listener_at (const Listener * l, guint message);
guint64 listener_time (const Listener * l, guint message, const gchar * field);
/* A number of a list, an array, or an array of arrays. */
gfloat listener_value (const Listener * l, guint message, const gchar * field,
    guint channel, guint band);
/* Of one channel; 0 if there is no such field. */
guint listener_n_bands (const Listener * l, guint message,
    const gchar * field);

#endif /* CLFFT_TEST_LISTENER_H */
