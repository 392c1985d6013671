/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * film.h: a clspectrogram in a harness: samples or spectra in, all pictures
 * with their times out, messages counted.
 */
#ifndef CLFFT_TEST_FILM_H
#define CLFFT_TEST_FILM_H

#include <gst/audio/audio.h>
#include <gst/check/gstharness.h>
#include <gst/fourier/fourier.h>
#include <gst/video/video.h>

typedef struct
{
  GstClockTime pts, duration;
  gboolean discont;
  GBytes *pixels;
} Picture;

typedef struct
{
  GstHarness *harness;
  GstElement *element;
  GstBus *bus;
  GstAudioInfo audio;
  GstVideoInfo video;           /* of the last caps */
  GstFlowReturn flow;           /* of the last push */
  GArray *pictures;             /* Picture */
  guint n_caps;
  gboolean eos;                 /* came out */
  gchar *error;                 /* text of the first ERROR message */
  gchar *warning;               /* of the last WARNING message */
  guint n_errors, n_warnings, n_latency, n_qos;
} Film;

/* properties as in gst-launch; caps: what downstream takes, as text. The
   element is PLAYING. */
Film *film_new (const gchar * properties, const gchar * caps);
/* Elements before it too: "claudiofft ! clspectrogram". */
Film *film_new_chain (const gchar * line, const gchar * caps);
void film_free (Film * film);

/* Audio in single precision; sends caps (and the segment the first time). */
void film_set_audio (Film * film, gint channels, gint rate);
/* Spectra: caps as text. */
void film_set_spectra (Film * film, const gchar * caps);

/* n_samples of each channel from values[sample * channels + channel]. */
void film_push (Film * film, const gdouble * values, guint n_samples,
    GstClockTime pts);
/* Takes bytes (g_malloc'ed). */
void film_push_bytes (Film * film, gpointer bytes, gsize size,
    GstClockTime pts, GstClockTime duration);
void film_push_event (Film * film, GstEvent * event);

/* Takes what came out: buffers, events, messages. */
void film_collect (Film * film);

/* All in buffers of at most `cut` samples (0: random cuts), PTS from 0, then
   EOS. */
void film_run (Film * film, const gdouble * values, guint n_samples,
    guint cut);

const Picture *film_at (const Film * film, guint picture);

/* 0xRRGGBB, whatever the format. */
guint32 film_get_color (const Film * film, guint picture, guint x, guint y);

/* With color-map=grey: 0 to 255; -1 where the colour is no grey, so where
   nothing was measured. */
gint film_get_level (const Film * film, guint picture, guint x, guint y);

/* Decibels in the middle of the step that a level of film_get_level() is. */
gdouble film_to_decibels (gint level, gdouble floor, gdouble range);

guint64 film_get_stat (Film * film, const gchar * name);

#endif /* CLFFT_TEST_FILM_H */
