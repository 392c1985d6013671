/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fields.c: computes the rows, the order and the times of fields. */
#include "fields.h"

#include "element/timeline.h"

/* Whether the top field comes first: caps know the order of all frames, or each
   buffer tells its own. */
static gboolean
is_top_first (const GstVideoInfo * video, GstBuffer * buffer)
{
  GstVideoInterlaceMode mode = GST_VIDEO_INFO_INTERLACE_MODE (video);
  GstVideoFieldOrder order = GST_VIDEO_INFO_FIELD_ORDER (video);

  if (mode == GST_VIDEO_INTERLACE_MODE_INTERLEAVED
      && order != GST_VIDEO_FIELD_ORDER_UNKNOWN)
    return order == GST_VIDEO_FIELD_ORDER_TOP_FIELD_FIRST;
  /* both fields of a progressive frame are of one time */
  if (mode == GST_VIDEO_INTERLACE_MODE_MIXED
      && !GST_BUFFER_FLAG_IS_SET (buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED))
    return TRUE;
  return GST_BUFFER_FLAG_IS_SET (buffer, GST_VIDEO_BUFFER_FLAG_TFF);
}

static guint
count_fields (GstBuffer * buffer)
{
  if (GST_BUFFER_FLAG_IS_SET (buffer, GST_VIDEO_BUFFER_FLAG_ONEFIELD))
    return 1;
  return GST_BUFFER_FLAG_IS_SET (buffer, GST_VIDEO_BUFFER_FLAG_RFF) ? 3 : 2;
}

/* A buffer lasts as long as its fields do at the framerate. */
static GstClockTime
get_duration (const GstVideoInfo * video, GstBuffer * buffer, guint n_fields)
{
  if (GST_VIDEO_INFO_FPS_N (video) <= 0)
    return GST_BUFFER_DURATION (buffer);
  return gst_util_uint64_scale (n_fields * GST_SECOND,
      GST_VIDEO_INFO_FPS_D (video), 2 * (guint64) GST_VIDEO_INFO_FPS_N (video));
}

guint
gst_cl_video_fields_list (const GstVideoInfo * video, gboolean split,
    GstBuffer * buffer, GstClVideoField fields[GST_CL_VIDEO_MAX_FIELDS])
{
  GstClockTime pts = GST_BUFFER_PTS (buffer), duration;
  guint i, n, first;

  if (!split || GST_VIDEO_INFO_INTERLACE_MODE (video)
      == GST_VIDEO_INTERLACE_MODE_ALTERNATE) {
    fields[0].number = 0;
    fields[0].pts = pts;
    fields[0].duration = GST_BUFFER_DURATION (buffer);
    fields[0].flagged = gst_cl_stamp_is_flagged (buffer);
    return 1;
  }
  n = count_fields (buffer);
  first = is_top_first (video, buffer) ? 0 : 1;
  duration = get_duration (video, buffer, n);
  for (i = 0; i < n; i++) {
    guint64 begin, end;

    fields[i].number = (first + i) % 2;
    fields[i].pts = i == 0 ? pts : GST_CLOCK_TIME_NONE;
    fields[i].duration = GST_CLOCK_TIME_NONE;
    fields[i].flagged = i == 0 && gst_cl_stamp_is_flagged (buffer);
    if (!GST_CLOCK_TIME_IS_VALID (duration))
      continue;
    begin = gst_util_uint64_scale_int (duration, i, n);
    end = gst_util_uint64_scale_int (duration, i + 1, n);
    fields[i].duration = end - begin;
    if (GST_CLOCK_TIME_IS_VALID (pts) && begin < GST_CLOCK_TIME_NONE - pts)
      fields[i].pts = pts + begin;
  }
  return n;
}

gboolean
gst_cl_video_fields_describe (const GstVideoInfo * video,
    GstVideoInfo * fields)
{
  *fields = *video;
  GST_VIDEO_INFO_INTERLACE_MODE (fields) =
      GST_VIDEO_INTERLACE_MODE_PROGRESSIVE;
  GST_VIDEO_INFO_HEIGHT (fields) = (GST_VIDEO_INFO_HEIGHT (video) + 1) / 2;
  return gst_util_fraction_multiply (GST_VIDEO_INFO_FPS_N (video),
      GST_VIDEO_INFO_FPS_D (video), 2, 1, &GST_VIDEO_INFO_FPS_N (fields),
      &GST_VIDEO_INFO_FPS_D (fields))
      && gst_util_fraction_multiply (GST_VIDEO_INFO_PAR_N (video),
      GST_VIDEO_INFO_PAR_D (video), 1, 2, &GST_VIDEO_INFO_PAR_N (fields),
      &GST_VIDEO_INFO_PAR_D (fields));
}
