/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * film.h: a clspectrogram that is watched: samples or spectra in, all pictures
 * with their times out.
 */
#ifndef CLFFT_TEST_FILM_H
#define CLFFT_TEST_FILM_H

#include "gst/support/watch.h"

typedef struct
{
  GstClockTime pts, duration;
  gboolean discont;
  GBytes *pixels;
} Picture;

typedef Watch Film;
#define film_free watch_free
#define film_set_spectra watch_set_caps
#define film_push watch_push
#define film_push_event watch_push_event
#define film_collect watch_collect
#define film_run watch_run
#define film_get_stat watch_get_stat

/* properties as in gst-launch; caps: what downstream takes, as text. */
Film *film_new (const gchar * properties, const gchar * caps);
/* Elements before it too: "claudiofft ! clspectrogram". */
Film *film_new_chain (const gchar * line, const gchar * caps);

/* Audio in single precision; sends caps (and the segment the first time). */
void film_set_audio (Film * film, gint channels, gint rate);

/* Takes bytes (g_malloc'ed). */
void film_push_bytes (Film * film, gpointer bytes, gsize size,
    GstClockTime pts, GstClockTime duration);

const Picture *film_at (const Film * film, guint picture);

/* 0xRRGGBB, whatever the format. */
guint32 film_get_color (const Film * film, guint picture, guint x, guint y);

/* With color-map=grey: 0 to 255; -1 where the colour is no grey, so where
   nothing was measured. */
gint film_get_level (const Film * film, guint picture, guint x, guint y);

/* Decibels in the middle of the step that a level of film_get_level() is. */
gdouble film_to_decibels (gint level, gdouble floor, gdouble range);

#endif /* CLFFT_TEST_FILM_H */
