/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * picturewindow.h: slides windows over a stream of pictures: it tells which
 * pictures a frame reads, where they are kept, and the time of the frame. It
 * holds numbers and times only; the caller keeps the pixels.
 *
 * A stretch is a run of pictures without a discontinuity; they are counted
 * from 0. Frame k of a stretch reads pictures
 *
 *   [k * hop, k * hop + depth)
 *
 * and lasts from the time of the first to the end of the last of them. When
 * the stretch ends, one more frame comes out if it holds a picture that no
 * frame before it did; the pictures that it lacks are zeros. So every picture
 * is in a frame (but those that a hop above depth skips), and no frame is
 * without news.
 *
 * Use, on the streaming thread only (nothing here takes a lock):
 *
 *   if (gst_cl_picture_window_begins (window, buffer)) {
 *     gst_cl_picture_window_end (window, FALSE);
 *     ... take ...
 *   }
 *   if (gst_cl_picture_window_add (window, buffer, &slot))
 *     ... store the picture in that slot of depth ...
 *   if (gst_cl_picture_window_take (window, &frame))
 *     ... transform it ...
 */
#ifndef GST_CL_PICTURE_WINDOW_H
#define GST_CL_PICTURE_WINDOW_H

#include <gst/gst.h>
#include "element/timeline.h"

G_BEGIN_DECLS

/**
 * GstClPictureFrame:
 * @first_slot: where the first picture is; the others follow, modulo depth
 * @n_pictures: that were there, 1 to depth; the rest is zeros
 * @stamp: pts: time of the first picture, or none;
 *     duration: to the end of the last one, or none;
 *     offset: index of the first picture;
 *     offset_end: one past the last that was there;
 *     discont: the first frame of a stretch that a discontinuity began;
 *     gap: FALSE
 *
 * What a frame reads and when it is.
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
   variable. Forgets all pictures: end and take first. FALSE with
   GST_RESOURCE_ERROR_NO_SPACE_LEFT. */
gboolean gst_cl_picture_window_set_params (GstClPictureWindow * window,
    guint depth, guint hop, gint fps_n, gint fps_d, GError ** error);

/* Sets where time starts for pictures that have none: at segment->start in
   GST_FORMAT_TIME, else at 0. */
void gst_cl_picture_window_set_segment (GstClPictureWindow * window,
    const GstSegment * segment);

/* Whether a picture starts another stretch: it has a flag, and its time is
   not that of the picture after the last, or there are no times to tell. */
gboolean gst_cl_picture_window_begins (const GstClPictureWindow * window,
    GstBuffer * buffer);

/* Makes the next frame flag a discontinuity, whatever the times are. */
void gst_cl_picture_window_pass_flag (GstClPictureWindow * window);

/* Counts the next picture. FALSE: no frame reads it. */
gboolean gst_cl_picture_window_add (GstClPictureWindow * window,
    GstBuffer * buffer, guint * slot);

/* The same for one of several pictures that a buffer holds, with times of its
   own; it has the buffer's flags. */
gboolean gst_cl_picture_window_add_part (GstClPictureWindow * window,
    GstBuffer * buffer, GstClockTime pts, GstClockTime duration,
    guint * slot);

/* Ends the stretch: its last frame may become ready. The next picture is the
   first of another one, after a discontinuity if `discont` is set. */
void gst_cl_picture_window_end (GstClPictureWindow * window,
    gboolean discont);

/* Whether the end of the stretch would make a frame ready. */
gboolean gst_cl_picture_window_owes (const GstClPictureWindow * window);

/* Takes the frame that is ready; FALSE if there is none. There is at most one:
   take it before the next picture is added. */
gboolean gst_cl_picture_window_take (GstClPictureWindow * window,
    GstClPictureFrame * frame);

/* Forgets all pictures and times. */
void gst_cl_picture_window_flush (GstClPictureWindow * window);

/* The time from the first picture of a frame until the frame is ready, rounded
   up: (depth - 1) / framerate; 0 if that is variable. */
GstClockTime gst_cl_picture_window_get_latency (const GstClPictureWindow *
    window);

G_END_DECLS

#endif /* GST_CL_PICTURE_WINDOW_H */
