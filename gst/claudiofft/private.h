/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h: the instance, shared by claudiofft.c and
 * stream.c alone.
 */
#ifndef GST_CL_AUDIO_FFT_PRIVATE_H
#define GST_CL_AUDIO_FFT_PRIVATE_H

#include <gst/audio/audio.h>
#include "element/device.h"
#include "opencl/gstopenclmemory.h"
#include "claudiofft.h"
#include "session.h"
#include "settings.h"

G_BEGIN_DECLS

GST_DEBUG_CATEGORY_EXTERN (gst_cl_audio_fft_debug);

struct _GstClAudioFft
{
  GstElement parent;

  GstPad *sinkpad, *srcpad;

  GstClElementDevice device;

  /* guarded by the object lock */
  GstClAudioFftSettings settings;
  GstClockTime latency;
  GstClAudioFftSession *session;        /* changed in state changes alone */

  gint settings_changed;        /* atomic */

  /* streaming thread */
  GstClFraming *framing;
  GstClAudioFftSettings active; /* the settings in use */
  GstAudioInfo audio;
  gboolean have_audio;
  GstAudioInfo refused;         /* caps that were told to be wrong */
  gboolean have_refused;
  GstSegment segment;
  gboolean have_segment;
};

/* The sink pad's functions. */
GstFlowReturn gst_cl_audio_fft_chain (GstPad * pad, GstObject * parent,
    GstBuffer * buffer);
gboolean gst_cl_audio_fft_sink_event (GstPad * pad, GstObject * parent,
    GstEvent * event);

/* Forgets samples, frames begun and the segment. */
void gst_cl_audio_fft_forget_stream (GstClAudioFft * self);

/* A copy of what is set now; from here on it counts as seen. */
void gst_cl_audio_fft_get_settings (GstClAudioFft * self,
    GstClAudioFftSettings * settings);

G_END_DECLS

#endif /* GST_CL_AUDIO_FFT_PRIVATE_H */
