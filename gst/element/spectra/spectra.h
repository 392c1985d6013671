/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spectra.h: translates the words of a stream of spectra, GstFourierInfo, to
 * those of the engine, and computes its windows, its gains and their inverse.
 * Pure: no OpenCL call is made here. Axes are counted from the inside: columns,
 * rows, pictures; audio has axis 0 alone.
 */
#ifndef GST_CL_SPECTRA_H
#define GST_CL_SPECTRA_H

#include <gst/fourier/fourier.h>
#include "clfft/spectrum.h"
#include "numbers.h"

G_BEGIN_DECLS

/* ---- words ---- */

clfft_sides gst_cl_spectra_get_sides (const GstFourierInfo * info);

/* Of info->format: its precision, and how its numbers are read. */
clfft_precision gst_cl_spectra_get_precision (const GstFourierInfo * info);
GstClNumbers gst_cl_spectra_get_numbers (const GstFourierInfo * info);

/* The format of such numbers in the host's byte order. */
GstFourierFormat gst_cl_spectra_get_format (clfft_precision precision);

/* ---- rules ---- */

/* A field of the caps that has the name of another property. */
typedef struct
{
  const gchar *field, *property;
} GstClFieldProperty;

/*
 * Asks gst_fourier_info_validate(). FALSE with an error of a property: the
 * field's in rows, which end with a field of NULL, or that of its name. If it is
 * of no field it is of that end: *value* is what it is.
 */
gboolean gst_cl_spectra_check (const GstFourierInfo * info,
    const GstClFieldProperty * rows, guint64 value, GError ** error);

/* Reads caps; FALSE with a settings error. */
gboolean gst_cl_spectra_parse (GstFourierInfo * info, GstCaps * caps,
    GError ** error);

/* ---- sizes ---- */

/* Counts the frames in a buffer; FALSE with error if they are not whole. */
gboolean gst_cl_spectra_count (const GstFourierInfo * info,
    GstBuffer * buffer, guint * n_frames, GError ** error);

/* Length of an axis of the transform, 1 where there is none; and of its
   window. */
guint gst_cl_spectra_get_length (const GstFourierInfo * info, guint axis);
guint gst_cl_spectra_get_window_length (const GstFourierInfo * info,
    guint axis);

/* How many frames one dispatch is of: as many as have 4 MiB, at least 1, at most
   `most`. Larger dispatches are not faster, but take memory. frame_size: bytes
   that a frame reads or writes. */
guint gst_cl_spectra_count_frames (guint64 frame_size, guint most);

/* ---- coefficients ---- */

/* Numbers (g_free). NULL with an error of memory, which says what they are
   of. */
gdouble *gst_cl_coefficients_new (guint64 n, const gchar * what,
    GError ** error);

/* Makes the window of an axis, or all tapers (g_free). data (nullable): of window=custom. NULL
   with a settings error that names the window or its data. */
gdouble *gst_cl_spectra_make_window (const GstFourierInfo * info, guint axis,
    GBytes * data, GError ** error);

/* Whether a length has no prime factor above the largest. */
gboolean gst_cl_spectra_is_smooth (guint length, guint largest);

/*
 * FALSE with a settings error if the windows and gains of these spectra take too
 * long to compute for caps that somebody else may have sent: about a second. Who
 * sets properties may ask for any length, and can stop it.
 */
gboolean gst_cl_spectra_check_cost (const GstFourierInfo * info,
    GError ** error);

/* Describes the gain of the innermost axis; that of the others is one number,
   the same for all bins. */
clfft_gain_desc gst_cl_spectra_describe_gain (const GstFourierInfo * info,
    guint axis, const gdouble * window);

/* The zoom of a stream whose spectra have so many bins before bands; none of
   one that has none. */
clfft_zoom gst_cl_spectra_get_zoom (const GstFourierInfo * info,
    guint n_bins);

/* Makes the gain of each stored bin of the innermost axis, of which there are
   n_bins before bands (g_free). */
gdouble *gst_cl_spectra_make_gain (const GstFourierInfo * info, guint n_bins,
    const gdouble * window, GError ** error);

/* Makes what the inverse multiplies stored bins of the innermost axis with:
   `level` over the gains and lengths of all axes (g_free). */
gdouble *gst_cl_spectra_make_factors (const GstFourierInfo * info,
    gdouble * const *windows, gdouble level, GError ** error);

G_END_DECLS

#endif /* GST_CL_SPECTRA_H */
