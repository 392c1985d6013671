/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * convolved.h: clfftfilter in a harness, impulse responses for it, and their
 * convolution in double precision, which knows neither the element nor its
 * engine.
 */
#ifndef CLFFT_TEST_CONVOLVED_H
#define CLFFT_TEST_CONVOLVED_H

#include "gst/support/audiotrip.h"

/* n_responses: 1, outputs, or a matrix [output][input]. */
typedef struct
{
  guint inputs, outputs, n_responses;
  guint taps;
  gdouble *values;              /* [response][tap] */
} Responses;

/* Noise that fades, of a sum of squares of about 1. */
Responses *responses_new (guint inputs, guint outputs, guint n_responses,
    guint taps);
void responses_free (Responses * r);
/* The taps as the property `ir` has them; (transfer full). */
GBytes *responses_get_bytes (const Responses * r);

/* The convolution of n frames of [frame][input]: n + taps - 1 frames of
   [frame][output]; (transfer full). */
gdouble *responses_convolve (const Responses * r, const gdouble * values,
    guint n);

/* n tuples of uniform numbers in [-peak, peak]; (transfer full). */
gdouble *convolved_noise (guint n, guint channels, gdouble peak);

/* The element, by itself, with properties as in gst-launch and the responses
   (nullable) in `ir`. */
AudioTrip *convolved_new (const gchar * properties, const Responses * r);
GstElement *convolved_get_element (AudioTrip * t);
void convolved_set_ir (AudioTrip * t, const Responses * r);

/* The least latency that a query is reported. */
GstClockTime convolved_query_latency (AudioTrip * t);
/* Waits until nothing is being loaded, a minute at most: the next buffer brings it
   into use. */
gboolean convolved_wait (AudioTrip * t);

/* Claims that frames [first, first + n) of what came out are those of `want`
   from `from` on, as exactly as the format holds them. */
void convolved_check (const AudioTrip * t, guint first, const gdouble * want,
    guint from, guint n, const gchar * what);

/* Claims that buffers [first, end) are one run that begins at the time
   `anchor`, whose frames are counted from `offset`: times and offsets exact, and
   DISCONT on the first alone. */
void convolved_check_times (const AudioTrip * t, guint first, guint end,
    GstClockTime anchor, guint64 offset, const gchar * what);

#endif /* CLFFT_TEST_CONVOLVED_H */
