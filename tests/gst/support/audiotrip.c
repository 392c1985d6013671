/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* audiotrip.c: see audiotrip.h. */
#include "audiotrip.h"

#include <math.h>
#include <string.h>

#include "rig.h"
#include "support/test.h"

static void
take_caps (Watch * t, GstCaps * caps)
{
  if (!gst_audio_info_from_caps (&t->out, caps))
    g_error ("bad caps");
}

static void
take_buffer (Watch * t, GstBuffer * buffer, Stamp * stamp)
{
  stamp->first = audio_trip_n_samples (t);
  stamp->n = rig_read_buffer (&t->out, buffer, t->numbers);
}

static const WatchTaker taker = { take_caps, take_buffer };

Watch *
audio_trip_new (const gchar * description)
{
  return watch_new (description, &taker, sizeof (gdouble));
}

void
audio_trip_push (Watch * t, gdouble * values, guint n_samples,
    GstClockTime pts)
{
  GstBuffer *buffer = rig_make_buffer (&t->audio, values, n_samples, pts);
  g_autoptr (GArray) back = g_array_new (FALSE, FALSE, sizeof (gdouble));

  rig_read_buffer (&t->audio, buffer, back);
  memcpy (values, back->data, back->len * sizeof (gdouble));
  watch_push_buffer (t, buffer);
}

void
audio_trip_run (Watch * t, gdouble * values, guint n_samples, guint cut,
    GstClockTime start)
{
  gint channels = GST_AUDIO_INFO_CHANNELS (&t->audio);
  guint at, n;

  for (at = 0; at < n_samples; at += n) {
    n = cut ? cut : 1 + test_random () % 3000;
    n = MIN (n, n_samples - at);
    audio_trip_push (t, values + (gsize) at * channels, n, start
        + gst_util_uint64_scale (at, GST_SECOND,
            GST_AUDIO_INFO_RATE (&t->audio)));
  }
}

guint
audio_trip_n_samples (const Watch * t)
{
  return t->n_caps == 0 ? 0
      : t->numbers->len / GST_AUDIO_INFO_CHANNELS (&t->out);
}

gdouble
audio_trip_at (const Watch * t, guint sample, guint channel)
{
  g_assert (sample < audio_trip_n_samples (t));
  return g_array_index (t->numbers, gdouble,
      sample * GST_AUDIO_INFO_CHANNELS (&t->out) + channel);
}

gdouble
audio_trip_error (const Watch * t, guint first, const gdouble * values,
    guint from, guint n)
{
  guint channels = GST_AUDIO_INFO_CHANNELS (&t->audio), i, c;
  gdouble error = 0, norm = 0;

  if (audio_trip_n_samples (t) < first + n
      || GST_AUDIO_INFO_CHANNELS (&t->out) != (gint) channels)
    return INFINITY;
  for (i = from; i < n; i++) {
    for (c = 0; c < channels; c++) {
      gdouble want = values[i * channels + c];

      error += pow (audio_trip_at (t, first + i, c) - want, 2);
      norm += want * want;
    }
  }
  return norm > 0 ? sqrt (error / norm) : error > 0 ? INFINITY : 0;
}
