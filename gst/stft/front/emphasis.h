/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * emphasis.h: pre-emphasis on the host: takes a share of the sample before from
 * each sample, of the stream or within each frame, and gives the plan numbers of
 * its precision, interleaved.
 *
 *   stream  y[i] = x[i] - share x[i - 1]
 *   frame   the same of z = x less the frame's trend, with z[-1] = z[0]
 *
 * Frames that overlap share their samples in the first case, and lie back to
 * back in the second.
 */
#ifndef GST_CL_STFT_EMPHASIS_H
#define GST_CL_STFT_EMPHASIS_H

#include "stft/config.h"
#include "audio/framing.h"

G_BEGIN_DECLS

typedef struct _GstClStftEmphasis GstClStftEmphasis;

/* For batches of a config that emphasizes, which it borrows. NULL with an error
   if there is no memory. */
GstClStftEmphasis *gst_cl_stft_emphasis_new (const GstClStftConfig * config,
    GError ** error);
/* Accepts NULL. */
void gst_cl_stft_emphasis_free (GstClStftEmphasis * emphasis);

/* Takes the next n_frames of framing, which are ready, and writes what the plan
   reads. */
void gst_cl_stft_emphasis_take (GstClStftEmphasis * emphasis,
    GstClFraming * framing, guint n_frames, GstClFramingBatch * batch,
    gpointer dest);

G_END_DECLS

#endif /* GST_CL_STFT_EMPHASIS_H */
