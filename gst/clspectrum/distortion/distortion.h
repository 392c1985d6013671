/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * distortion.h: measures the largest tone of each channel. The device finds it:
 * it transforms the samples, and what the fit of the host leaves of them, in
 * which the largest other sine is. All figures are of least squares in double
 * precision, so that neither a window nor the device's precision is in them.
 *
 * One thread at a time.
 */
#ifndef GST_CL_DISTORTION_H
#define GST_CL_DISTORTION_H

#include "clspectrum/config.h"
#include "element/session.h"
#include "tone.h"

G_BEGIN_DECLS

typedef struct _GstClDistortion GstClDistortion;

/**
 * GstClDistortionFigures:
 * @numbers: one for each channel, NaN: it is unknown
 * @unknown: says what is, or %NULL
 */
typedef struct
{
  gfloat *numbers[GST_CL_N_FIGURES];
  gchar *unknown;
} GstClDistortionFigures;

/* For transforms of config, which stays the caller's. */
GstClDistortion *gst_cl_distortion_new (GstClSession * session,
    const GstClSpectrumConfig * config, GstClProgress * progress,
    GError ** error);
void gst_cl_distortion_free (GstClDistortion * distortion);

/* Where the samples of a transform are written before the next function. */
guint8 *gst_cl_distortion_get_room (GstClDistortion * distortion);

/* PART: some are from before the stream. */
typedef enum
{
  GST_CL_DISTORTION_WHOLE,
  GST_CL_DISTORTION_PART
} GstClDistortionSpan;

/* Keeps those samples as the ones of a transform that is staged. */
void gst_cl_distortion_keep (GstClDistortion * distortion, guint transform,
    GstClDistortionSpan span);

/* Measures the first transforms that were kept. */
gboolean gst_cl_distortion_measure (GstClDistortion * distortion,
    guint n_transforms, GError ** error);

/* Adds transforms that were measured to the interval. */
void gst_cl_distortion_add (GstClDistortion * distortion, guint first,
    guint last);
/* Ends the interval; what is returned stays until the next call. */
const GstClDistortionFigures *gst_cl_distortion_finish (GstClDistortion *
    distortion);
void gst_cl_distortion_reset (GstClDistortion * distortion);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClDistortion, gst_cl_distortion_free)

G_END_DECLS

#endif /* GST_CL_DISTORTION_H */
