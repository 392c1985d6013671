/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audiotrip.h: sound that comes out of watched elements: `numbers` are tuples of
 * all samples, `out` is of the last caps.
 */
#ifndef CLFFT_TEST_AUDIO_TRIP_H
#define CLFFT_TEST_AUDIO_TRIP_H

#include "watch.h"

typedef Watch AudioTrip;
typedef Stamp TripStamp;
#define audio_trip_free watch_free
#define audio_trip_set_format watch_set_format
#define audio_trip_push_buffer watch_push_buffer
#define audio_trip_push_event watch_push_event
#define audio_trip_collect watch_collect

/* As in gst-launch. */
Watch *audio_trip_new (const gchar * description);

/* watch_push(); what the format makes of the values is written back. */
void audio_trip_push (Watch * t, gdouble * values, guint n_samples,
    GstClockTime pts);

/* All in buffers of at most `cut` samples (0: random ones), PTS from `start`
   on. No EOS. */
void audio_trip_run (Watch * t, gdouble * values, guint n_samples,
    guint cut, GstClockTime start);

guint audio_trip_n_samples (const Watch * t);
gdouble audio_trip_at (const Watch * t, guint sample, guint channel);

/* sqrt (sum (got - want)^2 / sum want^2) over samples [from, n) of what came
   out from sample `first` on; infinite if there are not so many. */
gdouble audio_trip_error (const Watch * t, guint first,
    const gdouble * values, guint from, guint n);

#endif /* CLFFT_TEST_AUDIO_TRIP_H */
