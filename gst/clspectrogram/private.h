/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h: the instance, shared by clspectrogram.c and
 * clspectrogram-{input,stream,frames,output}.c alone.
 *
 *   input   audio or spectra come in: formats, frames, events
 *   stream  spectra of audio become pictures, in time
 *   frames  spectra of video become pictures, one for one
 *   output  the format of pictures, and which of them are pushed
 */
#ifndef GST_CL_SPECTROGRAM_PRIVATE_H
#define GST_CL_SPECTROGRAM_PRIVATE_H

#include <gst/audio/audio.h>
#include "element/device.h"
#include "claudiofft/framing.h"
#include "pictureclock.h"
#include "clspectrogram.h"
#include "session.h"

G_BEGIN_DECLS

GST_DEBUG_CATEGORY_EXTERN (gst_cl_spectrogram_debug);

struct _GstClSpectrogram
{
  GstElement parent;

  GstPad *sinkpad, *srcpad;

  GstClElementDevice device;

  /* guarded by the object lock */
  GstClSpectrogramSettings settings;
  GstClockTime latency;
  GstClockTime earliest;        /* running time: pictures before it are late */
  gdouble proportion;           /* of the last QoS event */
  GstClSpectrogramSession *session;     /* changed in state changes alone */

  gint settings_changed;        /* atomic */

  /* streaming thread */
  GstClSpectrogramSettings active;      /* the settings in use */
  gboolean is_audio;            /* what comes in, else spectra */
  gboolean have_input;
  GstAudioInfo audio;
  GstFourierInfo spectra;
  GstCaps *refused;             /* caps that were told to be wrong */
  GstClFraming *framing;
  GstSegment segment;
  gboolean have_segment;

  /* time: samples (of video frames) are counted from the first one since the
     last reset */
  GstClPictureClock clock;
  gboolean have_stretch;
  guint64 next_sample;          /* of the next frame, if nothing is missing */
  guint64 end_sample;           /* of what came in */
  guint64 first_offset;         /* of the stretch, as buffers count */
  guint64 n_processed, n_dropped;       /* pictures, for QoS messages */
};

/* ---- input.c ---- */

/* The sink pad's functions. */
GstFlowReturn gst_cl_spectrogram_chain (GstPad * pad, GstObject * parent,
    GstBuffer * buffer);
gboolean gst_cl_spectrogram_sink_event (GstPad * pad, GstObject * parent,
    GstEvent * event);

/* Forgets samples, pictures begun and the segment. */
void gst_cl_spectrogram_forget_stream (GstClSpectrogram * self);

/* ---- stream.c ---- */

gboolean gst_cl_spectrogram_is_configured (GstClSpectrogram * self);

/* Posts *error, clears it, and says what the streaming thread returns. Nothing
   goes on after an error, so that there is one message. */
GstFlowReturn gst_cl_spectrogram_fail (GstClSpectrogram * self,
    GError ** error);

/* Frames in a buffer of spectra. FALSE with error if they are not whole. */
gboolean gst_cl_spectrogram_count_frames (GstClSpectrogram * self,
    GstBuffer * spectra, guint * n_frames, GError ** error);

/* Takes a buffer of spectra, and pushes the pictures that become complete. */
GstFlowReturn gst_cl_spectrogram_take_spectra (GstClSpectrogram * self,
    GstBuffer * spectra);

/* Pushes what is left of the stretch, or the picture of it all. */
GstFlowReturn gst_cl_spectrogram_finish (GstClSpectrogram * self);

/* Pictures begin anew, with an empty history. */
void gst_cl_spectrogram_restart (GstClSpectrogram * self);

/* ---- frames.c ---- */

/* Are these spectra of video, of which each frame becomes a picture? */
gboolean gst_cl_spectrogram_is_framewise (GstClSpectrogram * self);

/* Takes a buffer of such spectra, and pushes their pictures. */
GstFlowReturn gst_cl_spectrogram_take_frames (GstClSpectrogram * self,
    GstBuffer * spectra);

/* ---- output.c ---- */

/* What downstream takes, fixed. NULL with error. */
GstCaps *gst_cl_spectrogram_choose_caps (GstClSpectrogram * self,
    const GstClSpectrogramSettings * settings, GstVideoInfo * video,
    GError ** error);

/* A picture of the clock's next time, or none if it would come too late.
   end: of the stretch in samples, G_MAXUINT64 if unknown. */
GstFlowReturn gst_cl_spectrogram_push_picture (GstClSpectrogram * self,
    guint64 end);

/* Would a picture of that time be of no use? Tells the bus if so. */
gboolean gst_cl_spectrogram_is_late (GstClSpectrogram * self,
    GstClockTime begin, GstClockTime end);

/* The source pad's event function. */
gboolean gst_cl_spectrogram_src_event (GstPad * pad, GstObject * parent,
    GstEvent * event);

/* ---- clspectrogram.c ---- */

/* A copy of what is set now; from here on it counts as seen. */
void gst_cl_spectrogram_get_settings (GstClSpectrogram * self,
    GstClSpectrogramSettings * settings);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_PRIVATE_H */
