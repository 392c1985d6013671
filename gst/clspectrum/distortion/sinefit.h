/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * sinefit.h: fits a mean, a sine and harmonics of it to samples by least squares,
 * its frequency too: the sine fit of four parameters (IEEE 1057 and 1241) with
 * harmonics. Those above half the rate are where sampling folds them to.
 *
 * Least squares know no window: neither the phase of the sine nor what lies
 * between two bins disturbs them.
 */
#ifndef GST_CL_SINE_FIT_H
#define GST_CL_SINE_FIT_H

#include <glib.h>

G_BEGIN_DECLS

/* The fundamental is harmonic 1, at index 0. IEEE 1241 counts harmonics to the
   tenth. */
#define GST_CL_SINE_FIT_MAX_HARMONICS 10

/**
 * GstClSineFit:
 * @frequency: of the fundamental, cycles per sample
 * @harmonics: bit h - 1 of each harmonic h that is fitted; bit 0 always
 * @powers: mean square of each sine, that is half of the square of its amplitude
 * @rest: mean square of what is left
 */
typedef struct
{
  gdouble frequency;
  guint harmonics;
  gdouble powers[GST_CL_SINE_FIT_MAX_HARMONICS];
  gdouble rest;
} GstClSineFit;

/* The frequency of a harmonic after folding, 0 to 1/2 cycles per sample. */
gdouble gst_cl_sine_fit_fold (gdouble frequency, guint harmonic);

/*
 * Fits fit->harmonics beginning at fit->frequency, from which the result is at
 * most a bin away; rest (nullable, may be samples) gets what is left of them.
 * FALSE if sines cannot be separated: they must be a bin (1 / n_samples) from
 * each other and from 0, and half a bin from 1/2; nothing is changed then.
 */
gboolean gst_cl_sine_fit (GstClSineFit * fit, const gdouble * samples,
    gsize n_samples, gdouble * rest);

G_END_DECLS

#endif /* GST_CL_SINE_FIT_H */
