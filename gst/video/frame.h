/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* frame.h: maps buffers of video for reading, and finds out whether they hold
   what their caps and metas say. */
#ifndef GST_CL_VIDEO_FRAME_H
#define GST_CL_VIDEO_FRAME_H

#include <gst/video/video.h>

G_BEGIN_DECLS

/* The order of the bytes of samples. */
gboolean gst_cl_video_is_big_endian (const GstVideoFormatInfo * format);

/* Whether a meta fits the caps: gst_video_frame_map() takes one that does not
   for a programming error. */
gboolean gst_cl_video_meta_fits (const GstVideoInfo * video,
    const GstVideoMeta * meta);

/* Maps a buffer for reading. FALSE with a stream error if it holds less than
   its caps say, or its GstVideoMeta is of other pictures. */
gboolean gst_cl_video_frame_map (GstVideoFrame * frame,
    const GstVideoInfo * video, GstBuffer * buffer, GError ** error);

/* Whether a map of the frame holds the first n_rows rows of a plane, of
   row_size bytes each. */
gboolean gst_cl_video_frame_holds (const GstVideoFrame * frame, guint plane,
    guint n_rows, gsize row_size);

/* Sets the error of one that does not; returns FALSE. */
gboolean gst_cl_video_set_rows_error (GError ** error, GstBuffer * buffer);

G_END_DECLS

#endif /* GST_CL_VIDEO_FRAME_H */
