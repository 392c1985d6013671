/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * transforms.h: the transforms of a session, a plan for each window, and what
 * they are averaged in.
 */
#ifndef GST_CL_STFT_TRANSFORMS_H
#define GST_CL_STFT_TRANSFORMS_H

#include "average.h"
#include "input.h"

G_BEGIN_DECLS

/**
 * GstClStftTransforms:
 * @more: the plans of all windows but the first, which is the session's
 * @n_loops: of each plan
 * @by_point: they write [channel][point][frame] of the whole buffer
 * @spectra: (nullable): of all tapers, or of the slices of constant-Q bands
 * @averaged: (nullable): what is averaged over frames
 * @tapers: (nullable): the mean over tapers, borrowed
 */
typedef struct
{
  clfft_plan *more[GST_FOURIER_MAX_TAPERS - 1];
  guint n_loops;
  gboolean by_point;
  GstMemory *spectra;
  GstMemory *averaged;
  clfft_average *tapers;
} GstClStftTransforms;

/* desc is that of the first window; its window is changed. */
gboolean gst_cl_stft_transforms_make_plans (GstClStftTransforms * transforms,
    GstClSession * session, const GstClStftConfig * config, clfft_desc * desc,
    const clfft_plan_params * params, GstClProgress * progress,
    GError ** error);
/* Makes the memory for such averages, which must outlive it. */
gboolean gst_cl_stft_transforms_make_memory (GstClStftTransforms * transforms,
    GstClSession * session, const GstClStftConfig * config,
    const GstClStftAverage * average, GError ** error);
void gst_cl_stft_transforms_clear (GstClStftTransforms * transforms);

/* Enqueues the transforms of n_frames, whose first has that number in output;
   output: NULL: into `averaged`, from its beginning on. */
gboolean gst_cl_stft_transforms_run (GstClStftTransforms * transforms,
    GstClSession * session, const GstClStftConfig * config,
    const GstClStftInput * input, GstOpenCLMemory * output,
    guint64 first_frame, guint n_frames, GError ** error);

G_END_DECLS

#endif /* GST_CL_STFT_TRANSFORMS_H */
