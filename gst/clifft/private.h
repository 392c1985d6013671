/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h: the instance, shared by clifft.c, audio/stream.c and
 * video/stream.c alone.
 */
#ifndef GST_CL_IFFT_PRIVATE_H
#define GST_CL_IFFT_PRIVATE_H

#include "audio/session.h"
#include "clifft.h"
#include "video/session.h"

G_BEGIN_DECLS

GST_DEBUG_CATEGORY_EXTERN (gst_cl_ifft_debug);

/* Below this coverage samples and pixels come out with errors that are more
   than 30 times those of the others. */
#define GOOD_COVERAGE 1e-3

/* The work on the device; at most one of audio and video is configured, and has
   the transform. */
typedef struct
{
  GstClIfftTransform transform;
  GstClIfftSession audio;
  GstClIfftVideoSession video;
} GstClIfftSessions;

/* One of the two is NULL. */
typedef struct
{
  GstClIfftConfig *audio;
  GstClIfftVideoConfig *video;
  GstAudioInfo output;
} GstClIfftSetup;

/* The input is a GstFourierInfo. */
struct _GstClIfft
{
  GstClElement parent;

  GstClDeframing *deframing;
};

/* ---- clifft.c ---- */

GstClIfftSessions *gst_cl_ifft_get_session (GstClIfft * self);

/* Whether the device has double precision. */
gboolean gst_cl_ifft_has_double (GstClIfft * self);

/* Fills the parameters of a plan. */
void gst_cl_ifft_fill_plan_params (GstClIfft * self,
    clfft_plan_params * params);

/* The coefficients of window=custom, or NULL; the settings own them. */
GBytes *gst_cl_ifft_get_window_data (GstClIfft * self);

/* Counts the frames of info in a buffer, and maps it for reading. */
gboolean gst_cl_ifft_map_spectra (const GstFourierInfo * info,
    GstBuffer * buffer, GstMapInfo * map, guint * n_frames, GError ** error);

/* ---- audio/stream.c, video/stream.c ---- */

/* Whether the audio side is configured. */
gboolean gst_cl_ifft_audio_is_active (GstClIfft * self);
gboolean gst_cl_ifft_video_is_active (GstClIfft * self);

/* Functions of a GstClElementClass, for the current input. */
gboolean gst_cl_ifft_audio_prepare (GstClIfft * self, GBytes * window_data,
    GstClIfftSetup * setup, GstCaps ** caps, GError ** error);
gboolean gst_cl_ifft_video_prepare (GstClIfft * self, GstClIfftSetup * setup,
    GstCaps ** caps, GError ** error);
gboolean gst_cl_ifft_audio_apply (GstClIfft * self, GstClIfftSetup * setup,
    GstCaps * caps, GstClProgress * progress, GError ** error);
gboolean gst_cl_ifft_video_apply (GstClIfft * self, GstClIfftSetup * setup,
    GstClProgress * progress, GError ** error);
gboolean gst_cl_ifft_video_allocate (GstClIfft * self, GstCaps * caps,
    GError ** error);
GstClockTime gst_cl_ifft_audio_get_latency (GstClIfft * self);

/* Whether samples at hand stay: channels and rate are the same. */
gboolean gst_cl_ifft_audio_goes_on (GstClIfft * self,
    const GstFourierInfo * next);

/* Takes a buffer of spectra. */
GstFlowReturn gst_cl_ifft_audio_receive (GstClIfft * self, GstBuffer * buffer);
GstFlowReturn gst_cl_ifft_video_receive (GstClIfft * self, GstBuffer * buffer);

/* Pushes all that is known of the current run. before: the buffer that
   starts the next one, or NULL. */
GstFlowReturn gst_cl_ifft_audio_drain (GstClIfft * self, GstBuffer * before);
GstFlowReturn gst_cl_ifft_video_drain (GstClIfft * self, GstBuffer * before);

gboolean gst_cl_ifft_audio_gap (GstClIfft * self, GstClockTime timestamp,
    GstClockTime duration, GstFlowReturn * flow);

G_END_DECLS

#endif /* GST_CL_IFFT_PRIVATE_H */
