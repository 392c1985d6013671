/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * source.h: the impulse response that properties ask for, as the convolver
 * takes it. What loads blocks; any thread.
 */
#ifndef GST_CL_FFT_FILTER_SOURCE_H
#define GST_CL_FFT_FILTER_SOURCE_H

#include "settings.h"

G_BEGIN_DECLS

/* Loads the response at the rate of the stream; NULL with error. device
   (nullable) makes those of curves; cancelled: atomic: give up. */
GstClResponse *gst_cl_fft_filter_load (const GstClFftFilterSettings * settings,
    GstClFftFilterSource source, gint rate, clfft_device * device,
    const gint * cancelled, GError ** error);

/* The channels that come out of n_inputs; 0 with a settings error if the
   response does not fit. */
guint gst_cl_fft_filter_count_outputs (const GstClFftFilterSettings * settings,
    const GstClResponse * response, guint n_inputs, GError ** error);

/* Adds what of the response, or of what is set for it, this stream does not
   have. */
void gst_cl_fft_filter_add_notes (const GstClFftFilterSettings * settings,
    const GstClResponse * response, guint n_inputs, GPtrArray * notes);

/* The frames by which the response itself is late: of linear phase half its
   length; else, if that is to be subtracted, the place of its largest tap. */
guint64 gst_cl_fft_filter_find_delay (const GstClFftFilterSettings * settings,
    const GstClResponse * response, guint n_inputs);

/* What the stream is convolved with: the channels in the convolver's order,
   normalised, with gain, wet, dry and pre-delay. It makes as many channels as
   were counted. */
GstClResponse *gst_cl_fft_filter_mix (const GstClFftFilterSettings * settings,
    const GstClResponse * response, guint n_inputs, GError ** error);

G_END_DECLS

#endif /* GST_CL_FFT_FILTER_SOURCE_H */
