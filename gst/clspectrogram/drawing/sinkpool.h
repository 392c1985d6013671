/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * sinkpool.h: the pool of dma-bufs that downstream offers, as a display or an
 * encoder does, so that pictures need no copy there. A picture is drawn into
 * its buffers where the device can write them, with their strides and offsets.
 */
#ifndef GST_CL_SPECTROGRAM_SINK_POOL_H
#define GST_CL_SPECTROGRAM_SINK_POOL_H

#include <gst/video/video.h>
#include "opencl/gstopenclimport.h"

G_BEGIN_DECLS

/* Takes the pool that downstream answers with, if its buffers are dma-bufs of
   one memory which the device can write: then it is active, and *placed is
   `video` with their strides and offsets. NULL: it is not used. (transfer
   full) */
GstBufferPool *gst_cl_sink_pool_ask (GstPad * pad, GstCaps * caps,
    const GstVideoInfo * video, GstOpenCLImporter * importer,
    GstVideoInfo * placed);

/* Ends the use of a pool; accepts NULL. */
void gst_cl_sink_pool_drop (GstBufferPool * pool);

/* `video` with the strides and offsets of a buffer. FALSE if its planes are not
   in one memory. */
gboolean gst_cl_sink_pool_place (GstBuffer * buffer,
    const GstVideoInfo * video, GstVideoInfo * placed);

/* Whether all planes lie alike. */
gboolean gst_cl_sink_pool_is_placed_alike (const GstVideoInfo * a,
    const GstVideoInfo * b);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_SINK_POOL_H */
