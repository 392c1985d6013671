/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * videotrip.h: spectra of pictures, made by FFTW in double precision as
 * docs/guide/stream-format.md has them, through an element that is watched.
 */
#ifndef CLFFT_TEST_VIDEO_TRIP_H
#define CLFFT_TEST_VIDEO_TRIP_H

#include "gst/support/watch.h"

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

typedef Watch VideoTrip;
#define video_trip_free watch_free
#define video_trip_set_caps watch_set_caps
#define video_trip_push watch_push_buffer
#define video_trip_push_event watch_push_event
#define video_trip_collect watch_collect
#define video_trip_get_stat watch_get_stat

/* As in gst-launch. Of what is no picture there is a stamp alone, whose n are its
   bytes. */
VideoTrip *video_trip_new (const gchar * description);

/* Sends caps (and the segment the first time). */
void video_trip_set_spec (VideoTrip * t, const VideoSpec * spec);

const TripPicture *video_trip_at (const VideoTrip * t, guint picture);

/* Number of codes of a picture that are not those given; what came out with
   more bits than the source has is rounded to those. */
guint video_trip_count_wrong (const VideoTrip * t, guint picture,
    const VideoSpec * spec, const guint16 * codes, guint first);

#endif /* CLFFT_TEST_VIDEO_TRIP_H */
