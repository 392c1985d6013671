/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * tone.h: the largest tone of a channel, its harmonics and the rest, and the
 * figures of distortion that follow from them.
 *
 *   THD     harmonics 2 to 10 to the fundamental (IEEE 1241)
 *   THD+N   all but the fundamental and the mean to all but the mean (AES17)
 *   SINAD   the fundamental to all but itself and the mean (IEEE 1241)
 *   SNR     the fundamental to all but itself, the harmonics and the mean
 *   SFDR    the fundamental to the largest other sine, a harmonic or not
 *
 * All are ratios of power in decibels; of several transforms powers are added.
 */
#ifndef GST_CL_TONE_H
#define GST_CL_TONE_H

#include "sinefit.h"

G_BEGIN_DECLS

typedef enum
{
  GST_CL_FIGURE_FREQUENCY,
  GST_CL_FIGURE_LEVEL,
  GST_CL_FIGURE_THD,
  GST_CL_FIGURE_THD_PLUS_NOISE,
  GST_CL_FIGURE_SINAD,
  GST_CL_FIGURE_SNR,
  GST_CL_FIGURE_SFDR,
  GST_CL_N_FIGURES
} GstClFigure;

/* The name of its field; static. */
const gchar *gst_cl_figure_name (GstClFigure figure);

/**
 * GstClToneLack:
 * @GST_CL_TONE_LACK_SAMPLES: the transform has some from before the stream
 * @GST_CL_TONE_LACK_NUMBERS: some are not finite
 * @GST_CL_TONE_LACK_TONE: none stands out
 * @GST_CL_TONE_LACK_PERIODS: it is too near to 0 or to half the rate
 * @GST_CL_TONE_LACK_HARMONICS: some lie on others: thd, snr and sfdr are unknown,
 *     for the others everything is
 */
typedef enum
{
  GST_CL_TONE_LACK_NOTHING,
  GST_CL_TONE_LACK_SAMPLES,
  GST_CL_TONE_LACK_NUMBERS,
  GST_CL_TONE_LACK_TONE,
  GST_CL_TONE_LACK_PERIODS,
  GST_CL_TONE_LACK_HARMONICS
} GstClToneLack;

/**
 * GstClTone:
 * @lack: what is unknown
 * @fit: the tone
 * @spur: mean square of the largest sine in what the fit leaves
 */
typedef struct
{
  GstClToneLack lack;
  GstClSineFit fit;
  gdouble spur;
} GstClTone;

/* Fits the tone that is the largest of the power spectrum of the samples, under
   the Hann window, and leaves what is left of them. */
void gst_cl_tone_fit (GstClTone * tone, const gfloat * power,
    gdouble * samples, gsize n_samples);
/* The same of that. */
void gst_cl_tone_fit_spur (GstClTone * tone, const gfloat * power,
    const gdouble * samples, gsize n_samples);

/* Sums over the transforms of an interval; begins as zeros. */
typedef struct
{
  GstClToneLack lack;           /* the first */
  guint64 n_tones;
  gdouble turns;                /* frequency times power */
  gdouble powers[GST_CL_SINE_FIT_MAX_HARMONICS], rest, spur;
} GstClToneSums;

void gst_cl_tone_sums_add (GstClToneSums * sums, const GstClTone * tone);

/* Gets the figures, the frequency in cycles per sample; NaN: unknown. */
void gst_cl_tone_sums_finish (const GstClToneSums * sums,
    gdouble figures[GST_CL_N_FIGURES]);

/* Says what is unknown in words, static; NULL: nothing. */
const gchar *gst_cl_tone_lack_describe (GstClToneLack lack);

G_END_DECLS

#endif /* GST_CL_TONE_H */
