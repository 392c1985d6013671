/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plane.h: spectra of video that nobody transformed: their caps and bytes,
 * made of numbers.
 */
#ifndef CLFFT_TEST_PLANE_H
#define CLFFT_TEST_PLANE_H

#include <gst/fourier/fourier.h>

/* Native single precision, complex, one channel, 30/1. source: "GRAY8" ...,
   its size is that of all blocks. */
void plane_init (GstFourierInfo * info, const gchar * source, guint rows,
    guint columns, GstFourierSides sides);
/* Caps as text. (g_free) */
gchar *plane_get_caps (const GstFourierInfo * info);

/* Numbers of a frame: real and imaginary part are two. */
guint plane_count_numbers (const GstFourierInfo * info);
/* As the format has them; *size in bytes. (g_free) */
guint8 *plane_write (const GstFourierInfo * info, const gdouble * numbers,
    guint n_numbers, gsize * size);

#endif /* CLFFT_TEST_PLANE_H */
