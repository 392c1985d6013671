/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audio/bands.h: gathers frames of constant-Q bands in blocks, and turns these
 * into samples, which deframing adds up.
 */
#ifndef GST_CL_IFFT_BANDS_H
#define GST_CL_IFFT_BANDS_H

#include "clifft/transform.h"
#include "config.h"

G_BEGIN_DECLS

typedef struct _GstClIfftBands GstClIfftBands;

/* Configures the transform; config must outlive the bands. Only schedule and
   effort of params are read. NULL with error. */
GstClIfftBands *gst_cl_ifft_bands_new (GstClIfftTransform * transform,
    const GstClIfftConfig * config, const clfft_plan_params * params,
    GstClProgress * progress, GError ** error);
/* Accepts NULL. */
void gst_cl_ifft_bands_free (GstClIfftBands * bands);

/* Takes n_frames, as they are stored; NULL: silence. Whole blocks are added. */
gboolean gst_cl_ifft_bands_run (GstClIfftBands * bands,
    const guint8 * spectra, guint n_frames, GstClDeframing * deframing,
    GError ** error);
/* Adds the block that was begun. */
gboolean gst_cl_ifft_bands_finish (GstClIfftBands * bands,
    GstClDeframing * deframing, GError ** error);
/* Forgets it. */
void gst_cl_ifft_bands_reset (GstClIfftBands * bands);

G_END_DECLS

#endif /* GST_CL_IFFT_BANDS_H */
