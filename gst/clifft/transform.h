/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * transform.h: the inverse transform that audio and video share: a queue, a
 * plan and memory on both sides of it, made once for each format, and the
 * statistics. After that, transforming spectra allocates nothing.
 *
 * One thread at a time, but for the statistics, which are the session's.
 */
#ifndef GST_CL_IFFT_TRANSFORM_H
#define GST_CL_IFFT_TRANSFORM_H

#include "element/element.h"
#include "element/session.h"
#include "spectrumload.h"

G_BEGIN_DECLS

typedef struct
{
  GstClSession base;

  /* private */
  GstMemory *output;
} GstClIfftTransform;

/* Replaces the previous configuration. desc has one loop, over all spectra of a
   dispatch. Staging memory has the size of the plan's input, but staging_size at
   least. Only schedule and effort of params are read. On failure nothing is
   configured. */
gboolean gst_cl_ifft_transform_configure (GstClIfftTransform * transform,
    const clfft_desc * desc, gsize staging_size,
    const clfft_plan_params * params,
    GstClProgress * progress, GError ** error);
/* Frees what was configured. */
void gst_cl_ifft_transform_unconfigure (GstClIfftTransform * transform);

/*
 * Loads n_spectra, which are n_frames of the stream, as they are stored, and
 * transforms them; info is then a map for reading of what the plan gave.
 */
gboolean gst_cl_ifft_transform_run (GstClIfftTransform * transform,
    const GstClSpectrumLoad * load, const guint8 * spectra,
    guint64 n_spectra, guint n_frames, GstMapInfo * info, GError ** error);
/* The same of spectra that are in device memory; n_frames are counted. */
gboolean gst_cl_ifft_transform_run_spectra (GstClIfftTransform * transform,
    GstOpenCLMemory * spectra, guint64 n_spectra, guint n_frames,
    GstMapInfo * info, GError ** error);
void gst_cl_ifft_transform_unmap (GstClIfftTransform * transform,
    GstMapInfo * info);

/* Counts bytes of output that the host has written. */
void gst_cl_ifft_transform_count_bytes (GstClIfftTransform * transform,
    gsize n_bytes);

G_END_DECLS

#endif /* GST_CL_IFFT_TRANSFORM_H */
