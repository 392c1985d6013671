/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spectra.h: spectra in single precision that come out of a watched element:
 * `numbers` are those of all frames, `info` is of the last caps.
 */
#ifndef CLFFT_TEST_SPECTRA_H
#define CLFFT_TEST_SPECTRA_H

#include "watch.h"

typedef Watch Spectra;
#define spectra_free watch_free
#define spectra_set_format watch_set_format
#define spectra_push watch_push
#define spectra_push_event watch_push_event
#define spectra_collect watch_collect
#define spectra_run watch_run
#define spectra_get_stat watch_get_stat

extern const WatchTaker spectra_taker;

/* A claudiofft with properties as in gst-launch. */
Watch *spectra_new (const gchar * properties);

GstBuffer *spectra_make_buffer (Watch * w, const gdouble * values,
    guint n_samples, GstClockTime pts);

guint spectra_n_frames (const Watch * w);
/* First number of that channel's spectrum. */
const gfloat *spectra_at (const Watch * w, guint frame, guint channel);

#endif /* CLFFT_TEST_SPECTRA_H */
