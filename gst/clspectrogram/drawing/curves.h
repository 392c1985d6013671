/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * drawing/curves.h: makes of spectra of two channels the curves of
 * mode=transfer. The device averages each frame; the host smooths what a picture
 * shows.
 */
#ifndef GST_CL_SPECTROGRAM_CURVES_H
#define GST_CL_SPECTROGRAM_CURVES_H

#include "clspectrogram/config.h"
#include "element/session.h"

G_BEGIN_DECLS

/* Curves are drawn as levels from 0 to so many decibels. */
#define GST_CL_CURVES_TOP 100.0

typedef struct _GstClCurves GstClCurves;

/* The session must outlive it. NULL with error. */
GstClCurves *gst_cl_curves_new (GstClSession * session,
    const GstClSpectrogramConfig * config, GError ** error);
/* Accepts NULL. */
void gst_cl_curves_free (GstClCurves * curves);

/* Forgets what was averaged. */
void gst_cl_curves_reset (GstClCurves * curves);

/* Averages n_frames of single-precision spectra from frame `first` on. */
gboolean gst_cl_curves_add (GstClCurves * curves, GstOpenCLMemory * spectra,
    guint64 first, guint n_frames, GError ** error);

/* Makes a frame of levels, [plot][column], of what was averaged so far, in a
   memory that stays the curves'; *levels is NULL if that is nothing. Waits for
   the device. floor and range of settings count. */
gboolean gst_cl_curves_make (GstClCurves * curves,
    const GstClSpectrogramSettings * settings, GstOpenCLMemory ** levels,
    GError ** error);

/* The delay that was taken off last, in seconds. */
gdouble gst_cl_curves_get_delay (const GstClCurves * curves);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_CURVES_H */
