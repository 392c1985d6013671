/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spectra.h: a claudiofft in a harness: samples in, all frames with their
 * times out, messages counted.
 */
#ifndef CLFFT_TEST_SPECTRA_H
#define CLFFT_TEST_SPECTRA_H

#include <gst/audio/audio.h>
#include <gst/check/gstharness.h>
#include <gst/fourier/fourier.h>

typedef struct
{
  GstClockTime pts, duration;
  guint64 offset, offset_end;
  guint n_frames;
  gboolean discont, gap;
} Stamp;

typedef struct
{
  GstHarness *harness;
  GstElement *element;
  GstBus *bus;
  GstAudioInfo audio;
  GstFourierInfo info;          /* of the last caps */
  GstFlowReturn flow;           /* of the last push */
  GArray *numbers;              /* gfloat, all frames */
  GArray *stamps;               /* Stamp, one per buffer */
  guint n_caps;                 /* CAPS events that came out */
  gchar *error;                 /* text of the first ERROR message */
  gchar *warning;               /* and of the first WARNING */
  guint n_errors, n_warnings, n_progress, n_latency;
} Spectra;

/* properties as in gst-launch. The element is PLAYING. */
Spectra *spectra_new (const gchar * properties);
void spectra_free (Spectra * s);

/* Sends caps (and the segment the first time). */
void spectra_set_format (Spectra * s, GstAudioFormat format, gint channels,
    gint rate, GstAudioLayout layout);

/* n_samples of each channel from values[sample * channels + channel]; pts may
   be GST_CLOCK_TIME_NONE. Then collects. */
void spectra_push (Spectra * s, const gdouble * values, guint n_samples,
    GstClockTime pts);
GstBuffer *spectra_make_buffer (Spectra * s, const gdouble * values,
    guint n_samples, GstClockTime pts);
void spectra_push_event (Spectra * s, GstEvent * event);

/* Takes the messages; buffers and events are taken as they come. */
void spectra_collect (Spectra * s);

/* All in buffers of at most `cut` samples, PTS from 0, then EOS. */
void spectra_run (Spectra * s, const gdouble * values, guint n_samples,
    guint cut);

guint spectra_n_frames (const Spectra * s);
/* First number of that channel's spectrum. */
const gfloat *spectra_at (const Spectra * s, guint frame, guint channel);

/* A number in the `stats` property. */
guint64 spectra_get_stat (Spectra * s, const gchar * name);

#endif /* CLFFT_TEST_SPECTRA_H */
