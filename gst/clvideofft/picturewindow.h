/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * picturewindow.h: slides windows over a stream of pictures: it tells which
 * pictures a frame reads, where they are kept, and the time of the frame. It
 * holds numbers and times only; the caller keeps the pixels.
 *
 * A run is a row of pictures that follow one another: each is at most half a
 * picture from the time of the one before plus 1 / framerate. Pictures of a
 * run are counted from 0. Frame k of a run reads pictures
 *
 *   [k * hop, k * hop + depth)
 *
 * and lasts from the time of the first until 1 / framerate after that of the
 * last; DURATION of pictures counts where the framerate is unknown only. When
 * the run ends, one more frame comes out if it holds a picture that no frame
 * before it did; the pictures that it lacks are zeros. So every picture is in
 * a frame (but those that a hop above depth skips), and no frame has pictures
 * of other frames only.
 *
 * Frames of one picture cannot mix any: with a depth of 1 and with an unknown
 * framerate only a flag begins another run, where the time strays.
 *
 * Use, on the streaming thread only (nothing here takes a lock):
 *
 *   if (gst_cl_picture_window_drops (window, &picture))
 *     return;
 *   if (gst_cl_picture_window_begins (window, &picture)) {
 *     gst_cl_picture_window_end (window, TRUE);
 *     ... take ...
 *   }
 *   if (gst_cl_picture_window_add (window, &picture, &slot))
 *     ... store the picture in that slot of depth ...
 *   if (gst_cl_picture_window_take (window, &frame))
 *     ... transform it ...
 */
#ifndef GST_CL_PICTURE_WINDOW_H
#define GST_CL_PICTURE_WINDOW_H

#include "element/timeline.h"
#include "fields.h"

G_BEGIN_DECLS

/**
 * GstClPictureFrame:
 * @first_slot: where the first picture is; the others follow, modulo depth
 * @n_pictures: that were there, 1 to depth; the rest is zeros
 * @stamp: pts: time of the first picture, or none;
 *     duration: to the end of the last one, or none;
 *     offset: index of the first picture;
 *     offset_end: one past the last that was there;
 *     discont: the first frame of a run that a discontinuity began, or a
 *     picture since the last frame was flagged;
 *     gap: FALSE
 *
 * The pictures of a frame and its time.
 */
typedef struct
{
  guint first_slot;
  guint n_pictures;
  GstClStamp stamp;
} GstClPictureFrame;

typedef struct _GstClPictureWindow GstClPictureWindow;

GstClPictureWindow *gst_cl_picture_window_new (void);
void gst_cl_picture_window_free (GstClPictureWindow * window);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClPictureWindow, gst_cl_picture_window_free)

/* Sets the parameters: depth and hop at least 1; fps as in GstVideoInfo, 0/1:
   unknown. Forgets all pictures: end and take first. FALSE with
   GST_RESOURCE_ERROR_NO_SPACE_LEFT. */
gboolean gst_cl_picture_window_set_params (GstClPictureWindow * window,
    guint depth, guint hop, gint fps_n, gint fps_d, GError ** error);

/* Sets the segment: times are in it, and pictures without a time start where
   it does. */
void gst_cl_picture_window_set_segment (GstClPictureWindow * window,
    const GstSegment * segment);

/* Whether a picture lies outside of the segment: it ends before or at its
   start, or begins at its stop or later. Its flag is kept for the next run. */
gboolean gst_cl_picture_window_drops (GstClPictureWindow * window,
    const GstClVideoField * picture);

/* Whether a picture does not belong to the current run. */
gboolean gst_cl_picture_window_begins (const GstClPictureWindow * window,
    const GstClVideoField * picture);

/* Counts the next picture. FALSE: no frame reads it. */
gboolean gst_cl_picture_window_add (GstClPictureWindow * window,
    const GstClVideoField * picture, guint * slot);

/* Ends the run: its last frame may become ready. The next picture is the
   first of another one, after a discontinuity if `discont` is set. */
void gst_cl_picture_window_end (GstClPictureWindow * window,
    gboolean discont);

/* Whether the end of the run would make a frame ready. */
gboolean gst_cl_picture_window_is_pending (const GstClPictureWindow * window);

/* Takes the frame that is ready; FALSE if there is none. There is at most one:
   take it before the next picture is added. */
gboolean gst_cl_picture_window_take (GstClPictureWindow * window,
    GstClPictureFrame * frame);

/* Forgets all pictures and times. */
void gst_cl_picture_window_flush (GstClPictureWindow * window);

/* The time from the first picture of a frame until the frame is ready, rounded
   up: (depth - 1) / framerate; 0 if that is unknown. */
GstClockTime gst_cl_picture_window_get_latency (const GstClPictureWindow *
    window);

G_END_DECLS

#endif /* GST_CL_PICTURE_WINDOW_H */
