/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audiotrip.h: elements in a harness: samples in, samples with their times
 * out, messages counted.
 */
#ifndef CLFFT_TEST_AUDIO_TRIP_H
#define CLFFT_TEST_AUDIO_TRIP_H

#include <gst/audio/audio.h>
#include <gst/check/gstharness.h>

typedef struct
{
  GstClockTime pts, duration;
  guint64 offset, offset_end;
  guint first, n_samples;       /* in `values` */
  gboolean discont, gap;
} TripStamp;

typedef struct
{
  GstHarness *harness;
  GstElement *bin;
  GstBus *bus;
  GstAudioInfo in, out;
  GstFlowReturn flow;           /* of the last push */
  GArray *values;               /* gdouble tuples, of all output */
  GArray *stamps;               /* TripStamp, one per buffer */
  guint n_caps, n_gaps;         /* events that came out */
  gchar *error, *warning;       /* text of the first such message */
  guint n_errors, n_warnings, n_latency;
} AudioTrip;

/* As in gst-launch, with a sink pad at the start and a src pad at the end. The
   elements are PLAYING. */
AudioTrip *audio_trip_new (const gchar * description);
void audio_trip_free (AudioTrip * t);

/* Sends caps (and the segment the first time). */
void audio_trip_set_format (AudioTrip * t, GstAudioFormat format,
    gint channels, gint rate, GstAudioLayout layout);

/* n_samples of each channel from values[sample * channels + channel]; what
   the format makes of them is written back. Then collects. */
void audio_trip_push (AudioTrip * t, gdouble * values, guint n_samples,
    GstClockTime pts);
void audio_trip_push_buffer (AudioTrip * t, GstBuffer * buffer);
void audio_trip_push_event (AudioTrip * t, GstEvent * event);

/* All in buffers of at most `cut` samples (0: random ones), PTS from `start`
   on. No EOS. */
void audio_trip_run (AudioTrip * t, gdouble * values, guint n_samples,
    guint cut, GstClockTime start);

/* Takes what came out. */
void audio_trip_collect (AudioTrip * t);

guint audio_trip_n_samples (const AudioTrip * t);
gdouble audio_trip_at (const AudioTrip * t, guint sample, guint channel);

/* sqrt (sum (got - want)^2 / sum want^2) over samples [from, n) of what came
   out from sample `first` on; infinite if there are not so many. */
gdouble audio_trip_error (const AudioTrip * t, guint first,
    const gdouble * values, guint from, guint n);

#endif /* CLFFT_TEST_AUDIO_TRIP_H */
