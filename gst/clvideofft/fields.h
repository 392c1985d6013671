/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fields.h: the fields of a buffer of interlaced video: which rows they have,
 * in which order they are shown, and their times. Pure.
 */
#ifndef GST_CL_VIDEO_FFT_FIELDS_H
#define GST_CL_VIDEO_FFT_FIELDS_H

#include <gst/video/video.h>

G_BEGIN_DECLS

/* A field that is shown a second time is a third one. */
#define GST_CL_VIDEO_MAX_FIELDS 3

/**
 * GstClVideoField:
 * @number: 0: the rows 0, 2, 4 ..; 1: the others; 0 of buffers of one picture
 * @pts: when it begins, or none
 * @duration: of a field as the framerate says, else as the buffer, or none
 * @flagged: the first of a buffer with DISCONT or RESYNC
 *
 * A picture that a buffer holds.
 */
typedef struct
{
  guint number;
  GstClockTime pts;
  GstClockTime duration;
  gboolean flagged;
} GstClVideoField;

/*
 * The pictures of a buffer in the order of time; returns their number. A
 * buffer of interleaved or mixed video has 2 fields, or as its flags say 1 or
 * 3, if `split` is set; every other one is one picture.
 */
guint gst_cl_video_fields_list (const GstVideoInfo * video, gboolean split,
    GstBuffer * buffer, GstClVideoField fields[GST_CL_VIDEO_MAX_FIELDS]);

/* Describes the fields as a video of their own: half the rows, twice the rate,
   pixels twice as high. FALSE if caps cannot say that. */
gboolean gst_cl_video_fields_describe (const GstVideoInfo * video,
    GstVideoInfo * fields);

G_END_DECLS

#endif /* GST_CL_VIDEO_FFT_FIELDS_H */
