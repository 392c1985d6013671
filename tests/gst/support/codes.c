/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* codes.c: see codes.h. */
#include "codes.h"

/* Several codes are in one word: all its bits are used, or not looked at. */
static gboolean
is_packed (const GstVideoFormatInfo * format)
{
  return GST_VIDEO_FORMAT_INFO_PSTRIDE (format, 0) == 0
      || (GST_VIDEO_FORMAT_INFO_N_COMPONENTS (format) > 2
      && GST_VIDEO_FORMAT_INFO_PLANE (format, 1)
      == GST_VIDEO_FORMAT_INFO_PLANE (format, 2)
      && GST_VIDEO_FORMAT_INFO_POFFSET (format, 1)
      == GST_VIDEO_FORMAT_INFO_POFFSET (format, 2));
}

void
codes_clear_unused (const GstVideoInfo * video, guint8 * data, gsize size)
{
  guint depth = GST_VIDEO_INFO_COMP_DEPTH (video, 0);
  guint mask = ((1 << depth) - 1)
      << GST_VIDEO_FORMAT_INFO_SHIFT (video->finfo, 0);
  guint low = GST_VIDEO_FORMAT_INFO_IS_LE (video->finfo) ? 0 : 1;
  gsize i;

  if (depth <= 8 || depth == 16 || is_packed (video->finfo))
    return;
  for (i = 0; i + 1 < size; i += 2) {
    data[i + low] &= mask;
    data[i + 1 - low] &= mask >> 8;
  }
}
