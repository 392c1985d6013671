/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * videotrip.h: spectra of pictures, made by FFTW in double precision as
 * docs/guide/stream-format.md has them, through an element in a harness: pictures
 * with their times out, messages counted.
 */
#ifndef CLFFT_TEST_VIDEO_TRIP_H
#define CLFFT_TEST_VIDEO_TRIP_H

#include <gst/check/gstharness.h>
#include <gst/fourier/fourier.h>
#include <gst/video/video.h>

/**
 * VideoSpec:
 * @source: as in caps
 * @component: NULL: all
 * @channels: 0: 1
 * @bits: of a code of the source, 0: 8
 * @size: rows and columns of the component
 * @block: of a block, 0: @size
 * @overlap: that blocks share
 * @shape: rows and columns of a transform, 0: @block
 * @depth: pictures of a spectrum, 0: two axes
 * @shape_depth: 0: @depth
 * @hop: 0: 1
 * @window: NULL: rect
 * @param: of the window
 * @temporal_window: NULL: rect
 *
 * What spectra are made of, and how.
 */
typedef struct
{
  const gchar *source;
  const gchar *component;
  guint channels;
  guint bits;
  guint size[2];
  guint block[2];
  guint overlap[2];
  guint shape[2];
  guint depth, shape_depth, hop;
  const gchar *window;
  gdouble param;
  const gchar *temporal_window;
  GstFourierSides sides;
  GstFourierScaling scaling;
  GstFourierFormat format;
} VideoSpec;

/* Puts defaults in their places. */
void video_spec_resolve (VideoSpec * spec);
/* Of a resolved spec. */
void video_spec_get_info (const VideoSpec * spec, GstFourierInfo * info);

/* n pictures of random codes, [picture][channel][row][column]. */
guint16 *video_spec_make_codes (const VideoSpec * spec, guint n_pictures,
    guint32 seed);

/* n_frames spectra, the first one of picture `first`; pictures behind the
   last one are zeros. */
GstBuffer *video_spec_make_buffer (const VideoSpec * spec,
    const guint16 * codes, guint n_pictures, guint first, guint n_frames,
    GstClockTime pts);

typedef struct
{
  GstClockTime pts, duration;
  guint64 offset, offset_end;
  gboolean discont, gap;
  GstVideoInfo video;
  guint16 *codes;               /* [channel][row][column] */
  gboolean is_opaque;           /* alpha, where the format has it */
} TripPicture;

typedef struct
{
  GstHarness *harness;
  GstElement *element;
  GstBus *bus;
  GstVideoInfo video;           /* of the last caps */
  GstFlowReturn flow;           /* of the last push */
  GArray *pictures;             /* TripPicture */
  guint n_caps, n_gaps, n_eos;  /* events that came out */
  gchar *error, *warning;       /* text of the first such message */
  guint n_errors, n_warnings;
} VideoTrip;

/* As in gst-launch, with a sink pad at the start and a src pad at the end. */
VideoTrip *video_trip_new (const gchar * description);
void video_trip_free (VideoTrip * t);

/* Sends caps (and the segment the first time). */
void video_trip_set_spec (VideoTrip * t, const VideoSpec * spec);
void video_trip_set_caps (VideoTrip * t, const gchar * caps);

/* Take the buffer and the event; then collect. */
void video_trip_push (VideoTrip * t, GstBuffer * buffer);
void video_trip_push_event (VideoTrip * t, GstEvent * event);
/* Takes what came out. */
void video_trip_collect (VideoTrip * t);

/* A picture (transfer full) that came out. */
void video_trip_take (VideoTrip * t, GstBuffer * buffer);

const TripPicture *video_trip_at (const VideoTrip * t, guint picture);

/* Number of codes of a picture that are not those given; what came out with
   more bits than the source has is rounded to those. */
guint video_trip_count_wrong (const VideoTrip * t, guint picture,
    const VideoSpec * spec, const guint16 * codes, guint first);

guint64 video_trip_get_stat (VideoTrip * t, const gchar * name);

#endif /* CLFFT_TEST_VIDEO_TRIP_H */
