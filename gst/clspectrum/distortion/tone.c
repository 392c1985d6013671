/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tone.c: finds tones in spectra, and computes figures of them. */
#include "tone.h"

#include <math.h>

#define MAX_HARMONICS GST_CL_SINE_FIT_MAX_HARMONICS
#define ALL_HARMONICS ((1u << MAX_HARMONICS) - 1)

/* Periods in a transform, and from half the rate as many: with fewer the peak of
   the tone and that of its mirror image are one. */
#define MIN_PERIODS 3

/* Bins from one harmonic to another; the fit, which asks for one, moves them. */
#define MIN_DISTANCE 1.05

/* A tone has so many times the power of what noise brings to a sine: the largest
   of n bins of noise has ln n times their mean. */
#define SIGNIFICANCE 4

static const gchar *const names[] = {
  [GST_CL_FIGURE_FREQUENCY] = "frequency",
  [GST_CL_FIGURE_LEVEL] = "level",
  [GST_CL_FIGURE_THD] = "thd",
  [GST_CL_FIGURE_THD_PLUS_NOISE] = "thd-plus-noise",
  [GST_CL_FIGURE_SINAD] = "sinad",
  [GST_CL_FIGURE_SNR] = "snr",
  [GST_CL_FIGURE_SFDR] = "sfdr",
};

const gchar *
gst_cl_figure_name (GstClFigure figure)
{
  return names[figure];
}

/* ---- one transform ---- */

/* The frequency of the largest peak in cycles per sample; 0: there is none. The
   two largest bins of a sine under Hann's window are 1 + d to 2 - d, which has it
   d bins from the larger one. */
static gdouble
find_peak (const gfloat * power, gsize n_samples)
{
  gsize last = n_samples / 2, peak = 1, beside, k;
  gdouble ratio, off;

  for (k = 2; k < last; k++)
    if (power[k] > power[peak])
      peak = k;
  if (!(power[peak] > 0) || last < 3)
    return 0;
  beside = power[peak + 1] > power[peak - 1] ? peak + 1 : peak - 1;
  ratio = sqrt (power[beside] / power[peak]);
  off = CLAMP ((2 * ratio - 1) / (1 + ratio), 0, 0.5);
  return (peak + (beside > peak ? off : -off)) / n_samples;
}

/* Bits of the harmonics that can be distinguished from lower ones, from 0 and
   from half the rate. */
static guint
choose_harmonics (gdouble frequency, gsize n_samples)
{
  gdouble nearest = MIN_DISTANCE / n_samples;
  guint chosen = 0, h, k;

  for (h = 1; h <= MAX_HARMONICS; h++) {
    gdouble f = gst_cl_sine_fit_fold (frequency, h);
    gboolean is_apart = f > nearest && f < 0.5 - nearest / 2;

    for (k = 1; k < h; k++)
      if (chosen & 1u << (k - 1)
          && fabs (f - gst_cl_sine_fit_fold (frequency, k)) < nearest)
        is_apart = FALSE;
    if (is_apart)
      chosen |= 1u << (h - 1);
  }
  return chosen;
}

static gboolean
stands_out (const GstClSineFit * fit, gsize n_samples)
{
  return fit->powers[0] > 2 * SIGNIFICANCE * log (n_samples) / n_samples
      * fit->rest;
}

static gboolean
has_periods (gdouble frequency, gsize n_samples)
{
  return frequency * n_samples >= MIN_PERIODS
      && (0.5 - frequency) * n_samples >= MIN_PERIODS;
}

void
gst_cl_tone_fit (GstClTone * tone, const gfloat * power, gdouble * samples,
    gsize n_samples)
{
  GstClSineFit all, sine = {.harmonics = 1 };

  sine.frequency = find_peak (power, n_samples);
  tone->lack = GST_CL_TONE_LACK_TONE;
  if (sine.frequency == 0)
    return;
  tone->lack = GST_CL_TONE_LACK_PERIODS;
  if (!has_periods (sine.frequency, n_samples)
      || !gst_cl_sine_fit (&sine, samples, n_samples, NULL)
      || !has_periods (sine.frequency, n_samples))
    return;
  tone->lack = GST_CL_TONE_LACK_TONE;
  if (!stands_out (&sine, n_samples))
    return;
  all = sine;
  all.harmonics = choose_harmonics (sine.frequency, n_samples);
  tone->lack = all.harmonics == ALL_HARMONICS ? GST_CL_TONE_LACK_NOTHING
      : GST_CL_TONE_LACK_HARMONICS;
  if (!gst_cl_sine_fit (&all, samples, n_samples, samples)) {
    tone->lack = GST_CL_TONE_LACK_HARMONICS;
    all = sine;
    gst_cl_sine_fit (&all, samples, n_samples, samples);
  }
  tone->fit = all;
}

void
gst_cl_tone_fit_spur (GstClTone * tone, const gfloat * power,
    const gdouble * samples, gsize n_samples)
{
  GstClSineFit spur = {.harmonics = 1 };

  spur.frequency = find_peak (power, n_samples);
  if (spur.frequency > 0
      && gst_cl_sine_fit (&spur, samples, n_samples, NULL))
    tone->spur = spur.powers[0];
}

/* ---- an interval ---- */

void
gst_cl_tone_sums_add (GstClToneSums * sums, const GstClTone * tone)
{
  guint h;

  if (sums->lack == GST_CL_TONE_LACK_NOTHING
      || sums->lack == GST_CL_TONE_LACK_HARMONICS)
    sums->lack = tone->lack ? tone->lack : sums->lack;
  sums->n_tones++;
  sums->turns += tone->fit.frequency * tone->fit.powers[0];
  for (h = 0; h < MAX_HARMONICS; h++)
    sums->powers[h] += tone->fit.powers[h];
  sums->rest += tone->fit.rest;
  sums->spur += tone->spur;
}

static gdouble
to_decibels (gdouble ratio)
{
  return 10 * log10 (ratio);
}

void
gst_cl_tone_sums_finish (const GstClToneSums * sums,
    gdouble figures[GST_CL_N_FIGURES])
{
  gdouble tone = sums->powers[0], harmonics = 0, largest = sums->spur;
  guint i;

  for (i = 0; i < GST_CL_N_FIGURES; i++)
    figures[i] = NAN;
  if (sums->n_tones == 0 || (sums->lack != GST_CL_TONE_LACK_NOTHING
          && sums->lack != GST_CL_TONE_LACK_HARMONICS))
    return;
  for (i = 1; i < MAX_HARMONICS; i++) {
    harmonics += sums->powers[i];
    largest = MAX (largest, sums->powers[i]);
  }
  figures[GST_CL_FIGURE_FREQUENCY] = sums->turns / tone;
  /* a sine of full scale has a mean square of 1/2 */
  figures[GST_CL_FIGURE_LEVEL] = to_decibels (2 * tone / sums->n_tones);
  figures[GST_CL_FIGURE_THD_PLUS_NOISE] = to_decibels ((harmonics + sums->rest)
      / (tone + harmonics + sums->rest));
  figures[GST_CL_FIGURE_SINAD] = to_decibels (tone / (harmonics + sums->rest));
  if (sums->lack == GST_CL_TONE_LACK_HARMONICS)
    return;
  figures[GST_CL_FIGURE_THD] = to_decibels (harmonics / tone);
  figures[GST_CL_FIGURE_SNR] = to_decibels (tone / sums->rest);
  figures[GST_CL_FIGURE_SFDR] = to_decibels (tone / largest);
}

const gchar *
gst_cl_tone_lack_describe (GstClToneLack lack)
{
  switch (lack) {
    case GST_CL_TONE_LACK_SAMPLES:
      return "a transform has samples from before the stream";
    case GST_CL_TONE_LACK_NUMBERS:
      return "samples are not finite";
    case GST_CL_TONE_LACK_TONE:
      return "no tone stands out of the rest";
    case GST_CL_TONE_LACK_PERIODS:
      return "the tone is less than 3 bins from 0 or from half the rate";
    case GST_CL_TONE_LACK_HARMONICS:
      return "harmonics of the tone are less than a bin from one another";
    default:
      return NULL;
  }
}
