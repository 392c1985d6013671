/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spectrumload.h: converts stored spectra to the points that an inverse
 * transform reads:
 *
 *   - of real samples: n/2 + 1 bins for a transform c2r. Of two sides the
 *     half that belongs to the real part is taken, (X[k] + conj X[n-k]) / 2,
 *     so that spectra that were edited on one side alone give real samples.
 *   - of complex samples: n bins from 0 on for a transform c2c.
 *
 * Spectra of two and three axes are rows of the innermost axis. Of real samples
 * the half is that of the innermost axis alone, so that the mirror of a bin is
 * the one at n - k on every axis; centred are all axes.
 *
 * Every bin is multiplied by its factor, which undoes the scaling. Bytes may
 * be of either order, numbers of either precision, on both sides. A number
 * that is none stays in its own spectrum.
 */
#ifndef GST_CL_SPECTRUM_LOAD_H
#define GST_CL_SPECTRUM_LOAD_H

#include <gst/gst.h>
#include "clfft/clfft.h"
#include "element/spectra/numbers.h"

G_BEGIN_DECLS

/**
 * GstClSpectrumLoad:
 * @n: transform length of the innermost axis
 * @outer: those of the axes around it, from the inside; 0: no such axis
 * @is_real: the samples are real
 * @is_half: n/2 + 1 bins of the innermost axis are stored, else n; only if
 *     @is_real
 * @is_centered: bin n/2 (rounded down) is that of frequency 0, else bin 0
 * @stored: how stored numbers are written
 * @to_double: numbers to be written are gdouble, else gfloat
 * @factors: one for each stored bin of the innermost axis, in stored order
 */
typedef struct
{
  guint n;
  guint outer[2];
  gboolean is_real;
  gboolean is_half;
  gboolean is_centered;
  GstClNumbers stored;
  gboolean to_double;
  const gdouble *factors;
} GstClSpectrumLoad;

/* How many points one spectrum has stored, how many are written of it, and how
   many samples the transform makes of these. */
guint64 gst_cl_spectrum_load_get_n_stored (const GstClSpectrumLoad * load);
guint64 gst_cl_spectrum_load_get_n_written (const GstClSpectrumLoad * load);
guint64 gst_cl_spectrum_load_get_n_samples (const GstClSpectrumLoad * load);

/* Fills the description of the inverse transform of so many spectra, which are
   one loop. */
void gst_cl_spectrum_load_describe (const GstClSpectrumLoad * load,
    guint64 n_spectra, clfft_desc * desc);

/* Loads n_spectra, back to back, from `source` (of any alignment) to `dest`. */
void gst_cl_spectrum_load (const GstClSpectrumLoad * load,
    const guint8 * source, guint64 n_spectra, gpointer dest);

G_END_DECLS

#endif /* GST_CL_SPECTRUM_LOAD_H */
