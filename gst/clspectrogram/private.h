/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h: the instance, shared by clspectrogram.c and the files below alone.
 *
 *   input   audio or spectra come in: formats, setups, frames of samples
 *   stream  spectra of audio become pictures, in time
 *   frames  spectra of video become pictures, one for one
 *   output  the format of pictures, and which of them are pushed
 */
#ifndef GST_CL_SPECTROGRAM_PRIVATE_H
#define GST_CL_SPECTROGRAM_PRIVATE_H

#include <gst/audio/audio.h>
#include "audio/framing.h"
#include "clspectrogram.h"
#include "element/timeline.h"
#include "session.h"

G_BEGIN_DECLS

GST_DEBUG_CATEGORY_EXTERN (gst_cl_spectrogram_debug);

/* The input. */
typedef struct
{
  gboolean is_audio;            /* else spectra */
  GstAudioInfo audio;
  GstFourierInfo spectra;
} GstClSpectrogramInput;

struct _GstClSpectrogram
{
  GstClElement parent;

  GstFourierInfo spectra;       /* the spectra that pictures are made of */
  GstClFraming *framing;

  GstClTimeline sound;          /* samples, from the first since the last reset */
  GstClTimeline pictures;       /* of the run; of video all of them */
  GstClockTime origin;          /* of sample 0 */
  guint64 end_sample;           /* of what came in */
  guint64 shown;                /* sample of the next frame in pictures */
  guint64 first_offset;         /* of the run, as buffers count */
};

/* ---- input.c: functions of a GstClElementClass ---- */

gboolean gst_cl_spectrogram_parse (GstClElement * element, GstCaps * caps,
    gpointer input, GError ** error);
gboolean gst_cl_spectrogram_is_same (gconstpointer a, gconstpointer b);
gpointer gst_cl_spectrogram_prepare (GstClElement * element,
    gconstpointer settings, GstCaps ** caps, GError ** error);
void gst_cl_spectrogram_setup_free (gpointer setup);
gboolean gst_cl_spectrogram_apply (GstClElement * element, gpointer setup,
    GstCaps * caps, GstClProgress * progress, GError ** error);
gboolean gst_cl_spectrogram_adopt (GstClElement * element, gconstpointer old,
    GstClProgress * progress, GError ** error);
GstClockTime gst_cl_spectrogram_get_latency (GstClElement * element);
GstFlowReturn gst_cl_spectrogram_take (GstClElement * element,
    GstBuffer * buffer);
gboolean gst_cl_spectrogram_gap (GstClElement * element,
    GstClockTime timestamp, GstClockTime duration, GstFlowReturn * flow);
GstClTimeline *gst_cl_spectrogram_get_line (GstClElement * element);
GstFlowReturn gst_cl_spectrogram_drain (GstClElement * element, GstClEnd why);

/* ---- stream.c ---- */

/* Takes a buffer of spectra, and pushes the pictures that become complete. */
GstFlowReturn gst_cl_spectrogram_take_spectra (GstClSpectrogram * self,
    GstBuffer * spectra);

/* Pushes the rest of the run, or the picture of all of it. */
GstFlowReturn gst_cl_spectrogram_finish (GstClSpectrogram * self);

/* Restarts pictures with an empty history. */
void gst_cl_spectrogram_restart (GstClSpectrogram * self);

/* The same if the axis tells stream times, which what follows does not
   continue. */
void gst_cl_spectrogram_forget_times (GstClSpectrogram * self);

/* The first sample behind the next picture. */
guint64 gst_cl_spectrogram_get_picture_end (GstClSpectrogram * self);

/* ---- frames.c ---- */

/* Whether these are spectra of video, of which each frame becomes a picture. */
gboolean gst_cl_spectrogram_is_framewise (GstClSpectrogram * self);

/* Takes a buffer of such spectra, and pushes their pictures. */
GstFlowReturn gst_cl_spectrogram_take_frames (GstClSpectrogram * self,
    GstBuffer * spectra);

/* ---- output.c ---- */

/* Chooses caps that downstream accepts, fixed. Returns NULL with error. */
GstCaps *gst_cl_spectrogram_choose_caps (GstClSpectrogram * self,
    const GstClSpectrogramSettings * settings, GstVideoInfo * video,
    GError ** error);

/* A function of a GstClElementClass: asks for a pool of downstream. */
gboolean gst_cl_spectrogram_allocate (GstClElement * element, GstCaps * caps,
    GError ** error);


/* Pushes the next picture, or none if it would come too late. end: of the run in
   samples, G_MAXUINT64 if unknown. next: the end of the picture after it if that
   is pushed at once, else 0. */
GstFlowReturn gst_cl_spectrogram_push_picture (GstClSpectrogram * self,
    guint64 end, guint64 next);

/* Sets the times of the axis of a picture that ends with that sample. */
gboolean gst_cl_spectrogram_tell_time (GstClSpectrogram * self, guint64 end,
    GError ** error);

/* Whether a picture of that time would be too late. Posts a QoS message if
   so. */
gboolean gst_cl_spectrogram_is_late (GstClSpectrogram * self,
    GstClockTime begin, GstClockTime end);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_PRIVATE_H */
