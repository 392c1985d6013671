/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spectracaps.h: which caps of a stream of spectra the peer takes: single
 * precision or double, system memory or the device's.
 */
#ifndef GST_CL_SPECTRA_CAPS_H
#define GST_CL_SPECTRA_CAPS_H

#include <gst/gst.h>
#include <gst/fourier/fourier.h>

G_BEGIN_DECLS

/*
 * Caps of the stream that the peer of srcpad takes: single precision, or
 * double where only that is taken and has_double says that it can be; device
 * memory where the peer lists it. Sets info->format. NULL with error.
 */
GstCaps *gst_cl_spectra_caps_choose (GstPad * srcpad, GstFourierInfo * info,
    gboolean has_double, GError ** error);

G_END_DECLS

#endif /* GST_CL_SPECTRA_CAPS_H */
