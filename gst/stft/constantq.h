/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * constantq.h: constant-Q bands of claudiofft: their rules, what slices of the
 * input they need, and their work on the device.
 */
#ifndef GST_CL_STFT_CONSTANTQ_H
#define GST_CL_STFT_CONSTANTQ_H

#include "config.h"
#include "element/session.h"

G_BEGIN_DECLS

gboolean gst_cl_stft_settings_are_constant_q (const GstClStftSettings *
    settings);

/* Checks what the ranges do not say of settings with constant-Q bands. */
gboolean gst_cl_stft_constant_q_check (const GstClStftSettings * settings,
    GError ** error);

/* Sets the fields of the stream, of n_bands bands; its shape is set anew. */
void gst_cl_stft_constant_q_describe (const GstClStftSettings * settings,
    guint n_bands, GstFourierInfo * info);

/* Of a config whose channels are chosen: sets the layout and the info, and makes
   the settings those of the slices that are transformed. */
gboolean gst_cl_stft_constant_q_choose (GstClStftConfig * config,
    GError ** error);

/* Sets how input is cut into slices. */
void gst_cl_stft_constant_q_describe_framing (const GstClStftConfig * config,
    GstClFramingParams * params);

/* The bytes of what the device has of a slice. */
guint64 gst_cl_stft_constant_q_get_slice_size (const GstClStftConfig * config);

/* How many frames a batch of slices gives: of the last one those that the input
   reaches; sets offset_end of the batch's stamp. */
guint gst_cl_stft_constant_q_count (const GstClStftConfig * config,
    GstClFramingBatch * batch);

/* Makes what turns spectra of slices into frames. params are those of plans. */
gboolean gst_cl_stft_constant_q_make (GstClSession * session,
    const GstClStftConfig * config, const clfft_plan_params * params,
    clfft_constant_q ** bands, GError ** error);

/* Enqueues that: n_frames of n_slices, to `output` from first_frame on. */
gboolean gst_cl_stft_constant_q_run (GstClSession * session,
    clfft_constant_q * bands, GstOpenCLMemory * spectra,
    GstOpenCLMemory * output, guint n_slices, guint n_frames,
    guint first_frame, GError ** error);

G_END_DECLS

#endif /* GST_CL_STFT_CONSTANTQ_H */
