/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h: the instance, shared by clspectrum.c and
 * stream.c alone.
 */
#ifndef GST_CL_SPECTRUM_PRIVATE_H
#define GST_CL_SPECTRUM_PRIVATE_H

#include "element/device.h"
#include "intervals.h"
#include "clspectrum.h"
#include "session.h"
#include "settings.h"

G_BEGIN_DECLS

GST_DEBUG_CATEGORY_EXTERN (gst_cl_spectrum_debug);

struct _GstClSpectrum
{
  GstAudioFilter parent;

  GstClElementDevice device;

  /* guarded by the object lock */
  GstClSpectrumSettings settings;
  GstClSpectrumSession *session;        /* changed in state changes alone */

  gint settings_changed;        /* atomic */

  /* streaming thread */
  GstClSpectrumSettings active; /* the settings in use */
  GstClIntervals intervals;
  GstAudioInfo audio;
  gboolean have_audio;
  gboolean failed;              /* told; until settings or caps change */
};

/* A copy of what is set now; from here on it counts as seen. */
void gst_cl_spectrum_get_settings (GstClSpectrum * self,
    GstClSpectrumSettings * settings);

/* Makes everything for the input's format and the settings of now. */
void gst_cl_spectrum_set_audio (GstClSpectrum * self,
    const GstAudioInfo * audio);

/* Intervals and transforms begin anew. */
void gst_cl_spectrum_restart (GstClSpectrum * self);

/* Looks at a buffer, which stays what it is. */
GstFlowReturn gst_cl_spectrum_analyse (GstClSpectrum * self,
    GstBuffer * buffer);

/* The end of input: the message of the interval that was begun. */
void gst_cl_spectrum_finish (GstClSpectrum * self);

G_END_DECLS

#endif /* GST_CL_SPECTRUM_PRIVATE_H */
