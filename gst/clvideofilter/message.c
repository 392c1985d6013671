/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* message.c: builds the element messages `clvideofilter-notch`, of plain numbers,
   which every language reads. */
#include "message.h"

#include <math.h>

static GstStructure *
make_structure (GstClElement * element, GstClockTime time, guint index,
    guint n)
{
  const GstSegment *segment = &element->segment;
  GstClockTime running_time = GST_CLOCK_TIME_NONE;
  GstClockTime stream_time = GST_CLOCK_TIME_NONE;

  if (segment->format == GST_FORMAT_TIME) {
    running_time = gst_segment_to_running_time (segment, GST_FORMAT_TIME, time);
    stream_time = gst_segment_to_stream_time (segment, GST_FORMAT_TIME, time);
  }
  return gst_structure_new ("clvideofilter-notch",
      "timestamp", G_TYPE_UINT64, time,
      "stream-time", G_TYPE_UINT64, stream_time,
      "running-time", G_TYPE_UINT64, running_time,
      "index", G_TYPE_UINT, index, "count", G_TYPE_UINT, n, NULL);
}

static void
post (GstClElement * element, GstStructure * structure)
{
  gst_element_post_message (GST_ELEMENT (element),
      gst_message_new_element (GST_OBJECT (element), structure));
}

static void
add_pattern (GstStructure * structure, const GstClFoundPlane * plane,
    const GstClPattern * pattern)
{
  gdouble x = pattern->x / plane->pixels[0], y = pattern->y / plane->pixels[1];

  gst_structure_set (structure,
      "plane", G_TYPE_UINT, plane->plane,
      "frequency-x", G_TYPE_DOUBLE, x, "frequency-y", G_TYPE_DOUBLE, y,
      "period", G_TYPE_DOUBLE, 1 / hypot (x, y),
      "level", G_TYPE_DOUBLE, pattern->level, NULL);
}

void
gst_cl_video_filter_post (GstClElement * element, GstClockTime time,
    const GstClFoundPlane * planes, guint n)
{
  guint n_patterns = 0, index = 0, p, i;

  for (p = 0; p < n; p++)
    n_patterns += planes[p].patterns.n;
  if (n_patterns == 0)
    post (element, make_structure (element, time, 0, 0));
  for (p = 0; p < n; p++)
    for (i = 0; i < planes[p].patterns.n; i++) {
      GstStructure *structure = make_structure (element, time, index++,
          n_patterns);

      add_pattern (structure, &planes[p], &planes[p].patterns.list[i]);
      post (element, structure);
    }
}
