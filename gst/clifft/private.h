/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h: the instance, shared by clifft.c and clifft-*stream.c
 * alone.
 */
#ifndef GST_CL_IFFT_PRIVATE_H
#define GST_CL_IFFT_PRIVATE_H

#include "element/device.h"
#include "element/progress.h"
#include "clifft.h"
#include "clifft/audio/session.h"
#include "clifft/video/session.h"

G_BEGIN_DECLS

GST_DEBUG_CATEGORY_EXTERN (gst_cl_ifft_debug);

/* Below this coverage samples and pixels come out with errors that are more
   than 30 times those of the others. */
#define GOOD_COVERAGE 1e-3

struct _GstClIfft
{
  GstElement parent;

  GstPad *sinkpad, *srcpad;

  GstClElementDevice device;

  /* guarded by the object lock */
  gint effort, schedule;        /* clfft_effort, clfft_schedule */
  GstClockTime latency;
  GstClIfftTransform *transform;        /* changed in state changes alone */

  /* changed in state changes alone; one at most is configured */
  GstClIfftSession *session;    /* of audio */
  GstClIfftVideoSession *video;

  /* streaming thread */
  GstClDeframing *deframing;
  GstCaps *refused;             /* caps that were told to be wrong, or NULL */
  gboolean failed;              /* an error was posted since caps came */
  GstSegment segment;
  gboolean have_segment;
};

/* ---- stream.c ---- */

/* The sink pad's functions. */
GstFlowReturn gst_cl_ifft_chain (GstPad * pad, GstObject * parent,
    GstBuffer * buffer);
gboolean gst_cl_ifft_sink_event (GstPad * pad, GstObject * parent,
    GstEvent * event);

/* Forgets samples, pictures and the segment. */
void gst_cl_ifft_forget_stream (GstClIfft * self);

/* Gives back what was configured, of audio and of video. */
void gst_cl_ifft_unconfigure (GstClIfft * self);

/* Posts *error, clears it, and says what the streaming thread returns. Nothing
   goes on after an error, so that there is one message. */
GstFlowReturn gst_cl_ifft_fail (GstClIfft * self, GError ** error);

/* What a plan is made with; the progress is its own and lives as long. */
void gst_cl_ifft_fill_plan_params (GstClIfft * self, GstClProgress * progress,
    clfft_plan_params * params);

/* ours (taken) as far as what follows takes them, best first, fixed; what: of
   what they are. NULL with error. */
GstCaps *gst_cl_ifft_choose_caps (GstClIfft * self, GstCaps * ours,
    const gchar * what, GError ** error);

/* Pushes caps that are not those of the source pad already. */
gboolean gst_cl_ifft_push_caps (GstClIfft * self, GstCaps * caps,
    GError ** error);

/* Of a buffer: how many frames of info it has, and a map for reading. */
gboolean gst_cl_ifft_map_spectra (const GstFourierInfo * info,
    GstBuffer * buffer, GstMapInfo * map, guint * n_frames, GError ** error);

/* ---- audio/stream.c, video/stream.c: the same for both ---- */

/* Is it configured? */
gboolean gst_cl_ifft_audio_is_active (GstClIfft * self);
gboolean gst_cl_ifft_video_is_active (GstClIfft * self);

/* The format of the spectra to come. FALSE without error: what was known of
   those before could not be pushed. */
gboolean gst_cl_ifft_audio_set_info (GstClIfft * self,
    const GstFourierInfo * info, GError ** error);
gboolean gst_cl_ifft_video_set_info (GstClIfft * self,
    const GstFourierInfo * info, GError ** error);

/* A buffer of spectra. */
GstFlowReturn gst_cl_ifft_audio_receive (GstClIfft * self, GstBuffer * buffer);
GstFlowReturn gst_cl_ifft_video_receive (GstClIfft * self, GstBuffer * buffer);

/* Pushes all that is known of the current stretch. before: the buffer that
   starts the next one, or NULL. */
GstFlowReturn gst_cl_ifft_audio_drain (GstClIfft * self, GstBuffer * before);
GstFlowReturn gst_cl_ifft_video_drain (GstClIfft * self, GstBuffer * before);

/* Takes the event. */
gboolean gst_cl_ifft_audio_handle_gap (GstClIfft * self, GstEvent * event);
gboolean gst_cl_ifft_video_handle_gap (GstClIfft * self, GstEvent * event);

G_END_DECLS

#endif /* GST_CL_IFFT_PRIVATE_H */
