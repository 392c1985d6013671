/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * listener.h: clspectrum, or the original, watched: samples in, messages kept.
 */
#ifndef CLFFT_TEST_LISTENER_H
#define CLFFT_TEST_LISTENER_H

#include "gst/support/watch.h"

typedef Watch Listener;
#define listener_free watch_free
#define listener_push watch_push
#define listener_push_event watch_push_event
#define listener_collect watch_collect

/* line as in gst-launch: the element and its properties. NULL if there is no such
   element. */
Listener *listener_new (const gchar * line);

/* Sends caps (and the segment the first time). */
void listener_set_format (Listener * l, GstAudioFormat format, gint channels,
    gint rate);
GstBuffer *listener_make_buffer (Listener * l, const gdouble * values,
    guint n_samples, GstClockTime pts);

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
