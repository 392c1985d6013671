/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h: the instance, shared by clvideofft.c and
 * stream.c alone.
 */
#ifndef GST_CL_VIDEO_FFT_PRIVATE_H
#define GST_CL_VIDEO_FFT_PRIVATE_H

#include "element/device.h"
#include "clvideofft.h"
#include "session.h"

G_BEGIN_DECLS

GST_DEBUG_CATEGORY_EXTERN (gst_cl_video_fft_debug);

struct _GstClVideoFft
{
  GstElement parent;

  GstPad *sinkpad, *srcpad;

  GstClElementDevice device;

  /* guarded by the object lock */
  GstClVideoFftSettings settings;
  GstClockTime latency;
  GstClVideoFftSession *session;        /* changed in state changes alone */

  gint settings_changed;        /* atomic */

  /* streaming thread */
  GstClPictureWindow *window;
  GstClVideoFftSettings active; /* the settings in use */
  GstVideoInfo video;
  gboolean have_video;
  GstVideoInfo refused;         /* caps that were told to be wrong */
  gboolean have_refused;
  GstSegment segment;
  gboolean have_segment;
};

/* The sink pad's functions. */
GstFlowReturn gst_cl_video_fft_chain (GstPad * pad, GstObject * parent,
    GstBuffer * buffer);
gboolean gst_cl_video_fft_sink_event (GstPad * pad, GstObject * parent,
    GstEvent * event);

/* Forgets pictures, frames begun and the segment. */
void gst_cl_video_fft_forget_stream (GstClVideoFft * self);

/* A copy of what is set now; from here on it counts as seen. */
void gst_cl_video_fft_get_settings (GstClVideoFft * self,
    GstClVideoFftSettings * settings);

G_END_DECLS

#endif /* GST_CL_VIDEO_FFT_PRIVATE_H */
