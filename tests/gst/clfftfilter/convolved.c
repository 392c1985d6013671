/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* convolved.c: see convolved.h. */
#include "convolved.h"

#include <complex.h>
#include <fftw3.h>
#include <math.h>
#include <string.h>
#include "gst/support/rig.h"
#include "support/test.h"

/* ---- responses ---- */

Responses *
responses_new (guint inputs, guint outputs, guint n_responses, guint taps)
{
  Responses *r = g_new0 (Responses, 1);
  gsize i, n = (gsize) n_responses * taps;

  r->inputs = inputs;
  r->outputs = outputs;
  r->n_responses = n_responses;
  r->taps = taps;
  r->values = g_new (gdouble, n);
  for (i = 0; i < n; i++)
    r->values[i] = test_uniform () * exp (-3.0 * (i % taps) / taps)
        * sqrt (18.0 / taps / (n_responses > outputs ? inputs : 1));
  /* the last one counts */
  for (i = taps - 1; i < n; i += taps)
    r->values[i] += copysign (0.1, r->values[i]);
  return r;
}

void
responses_free (Responses * r)
{
  if (!r)
    return;
  g_free (r->values);
  g_free (r);
}

GBytes *
responses_get_bytes (const Responses * r)
{
  return g_bytes_new (r->values, (gsize) r->n_responses * r->taps
      * sizeof (gdouble));
}

static const gdouble *
get_response (const Responses * r, guint output, guint input)
{
  guint number = output;

  if (r->n_responses == r->inputs * r->outputs)
    number = output * r->inputs + input;
  else if (output != input)
    return NULL;
  else if (r->n_responses == 1)
    number = 0;
  return r->values + (gsize) number * r->taps;
}

/* Transforms n numbers that are `step` apart, zeros behind them. */
static void
transform (fftw_plan plan, gdouble * work, double complex * bins,
    const gdouble * from, guint step, guint n, guint length)
{
  guint i;

  for (i = 0; i < n; i++)
    work[i] = from[(gsize) i * step];
  memset (work + n, 0, (length - n) * sizeof *work);
  fftw_execute_dft_r2c (plan, work, bins);
}

gdouble *
responses_convolve (const Responses * r, const gdouble * values, guint n)
{
  guint n_all = n + r->taps - 1, length = 2, n_bins, o, i, k;
  gdouble *result, *work;
  double complex *x, *h, *sum;
  fftw_plan forward, inverse;

  while (length < n_all)
    length *= 2;
  n_bins = length / 2 + 1;
  result = g_new0 (gdouble, (gsize) n_all * r->outputs);
  work = fftw_alloc_real (length);
  h = fftw_alloc_complex (n_bins);
  sum = fftw_alloc_complex (n_bins);
  x = fftw_alloc_complex ((gsize) n_bins * r->inputs);
  forward = fftw_plan_dft_r2c_1d (length, work, h, FFTW_ESTIMATE);
  inverse = fftw_plan_dft_c2r_1d (length, sum, work, FFTW_ESTIMATE);
  for (i = 0; i < r->inputs; i++)
    transform (forward, work, x + (gsize) i * n_bins, values + i, r->inputs, n,
        length);
  for (o = 0; o < r->outputs; o++) {
    memset (sum, 0, n_bins * sizeof *sum);
    for (i = 0; i < r->inputs; i++) {
      const gdouble *response = get_response (r, o, i);

      if (!response)
        continue;
      transform (forward, work, h, response, 1, r->taps, length);
      for (k = 0; k < n_bins; k++)
        sum[k] += h[k] * x[(gsize) i * n_bins + k] / length;
    }
    fftw_execute (inverse);
    for (i = 0; i < n_all; i++)
      result[(gsize) i * r->outputs + o] = work[i];
  }
  fftw_destroy_plan (forward);
  fftw_destroy_plan (inverse);
  fftw_free (work);
  fftw_free (h);
  fftw_free (sum);
  fftw_free (x);
  return result;
}

gdouble *
convolved_noise (guint n, guint channels, gdouble peak)
{
  return rig_make_noise (peak, (gsize) n * channels);
}

/* ---- the element ---- */

AudioTrip *
convolved_new (const gchar * properties, const Responses * r)
{
  g_autofree gchar *line = g_strconcat ("clfftfilter name=x ", properties,
      NULL);
  AudioTrip *t = audio_trip_new (line);

  if (r)
    convolved_set_ir (t, r);
  return t;
}

GstElement *
convolved_get_element (AudioTrip * t)
{
  return rig_find (t->element);
}

void
convolved_set_ir (AudioTrip * t, const Responses * r)
{
  GBytes *bytes = responses_get_bytes (r);

  g_object_set (convolved_get_element (t), "ir-channels", r->n_responses,
      "ir-format", 1, "ir", bytes, NULL);
  g_bytes_unref (bytes);
}

GstClockTime
convolved_query_latency (AudioTrip * t)
{
  GstQuery *query = gst_query_new_latency ();
  GstPad *pad = gst_element_get_static_pad (t->element, "src");
  GstClockTime latency = 0;

  gst_pad_query (pad, query);
  gst_query_parse_latency (query, NULL, &latency, NULL);
  gst_object_unref (pad);
  gst_query_unref (query);
  return latency;
}

gboolean
convolved_wait (AudioTrip * t)
{
  guint i;

  for (i = 0; i < 60000; i++) {
    if (!watch_get_stat (t, "loading"))
      return TRUE;
    g_usleep (1000);
  }
  return FALSE;
}

/* ---- claims ---- */

void
convolved_check (const AudioTrip * t, guint first, const gdouble * want,
    guint from, guint n, const gchar * what)
{
  guint channels = GST_AUDIO_INFO_CHANNELS (&t->out), i, c, at = 0;
  gboolean is_float = GST_AUDIO_FORMAT_INFO_IS_FLOAT (t->out.finfo);
  gdouble lsb = is_float ? 0 : ldexp (1, 1 - t->out.finfo->depth);
  gdouble energy = 0, errors = 0, worst = 0, peak = 0;

  TEST_REQUIRE (audio_trip_n_samples (t) >= first + n, "%s: %u frames instead "
      "of %u", what, audio_trip_n_samples (t), first + n);
  for (i = 0; i < n; i++)
    for (c = 0; c < channels; c++) {
      gdouble wanted = want[(gsize) (from + i) * channels + c];
      gdouble error;

      if (!is_float)
        wanted = CLAMP (wanted, -1, 1 - lsb);
      error = fabs (audio_trip_at (t, first + i, c) - wanted);
      energy += wanted * wanted;
      errors += error * error;
      peak = MAX (peak, fabs (wanted));
      if (error > worst) {
        worst = error;
        at = i;
      }
    }
  if (is_float)
    TEST_CHECK (sqrt (errors) <= 1e-6 * sqrt (energy), "%s: a relative error of "
        "%g, at worst %g in frame %u of %u", what, sqrt (errors / energy), worst,
        at, n);
  else
    /* GStreamer cuts what 32 bits do not hold */
    TEST_CHECK (worst <= (t->out.finfo->depth == 32 ? 1 : 0.501) * lsb
        + 2e-6 * peak, "%s: %g steps away in frame %u of %u", what, worst / lsb,
        at, n);
}

void
convolved_check_times (const AudioTrip * t, guint first, guint end,
    GstClockTime anchor, guint64 offset, const gchar * what)
{
  gint rate = GST_AUDIO_INFO_RATE (&t->out);
  guint64 frame = 0;
  guint i;

  for (i = first; i < end; i++) {
    const TripStamp *s = &g_array_index (t->stamps, TripStamp, i);
    GstClockTime begin = anchor + gst_util_uint64_scale (frame, GST_SECOND,
        rate), next;

    TEST_CHECK (s->discont == (i == first), "%s: buffer %u: DISCONT is %d", what,
        i - first, s->discont);
    TEST_CHECK (s->pts == begin, "%s: buffer %u is at %" G_GUINT64_FORMAT
        " instead of %" G_GUINT64_FORMAT, what, i - first, s->pts, begin);
    TEST_CHECK (s->offset == offset + frame, "%s: buffer %u has the offset %"
        G_GUINT64_FORMAT, what, i - first, s->offset);
    frame += s->n;
    next = anchor + gst_util_uint64_scale (frame, GST_SECOND, rate);
    TEST_CHECK (s->duration == next - begin && s->offset_end == offset + frame,
        "%s: buffer %u ends at %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT, what,
        i - first, s->pts + s->duration, s->offset_end);
  }
}
