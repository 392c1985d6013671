/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pixelpack.c: see pixelpack.h. */
#include "pixelpack.h"

#include <string.h>

static guint
get_sample_size (const GstVideoFormatInfo * format)
{
  return GST_VIDEO_FORMAT_INFO_DEPTH (format, 0) > 8 ? 2 : 1;
}

/* Two formats of 16 bits are in the host's order, and say nothing of it. */
static gboolean
is_swapped (const GstVideoFormatInfo * format)
{
  if (format->format == GST_VIDEO_FORMAT_ARGB64
      || format->format == GST_VIDEO_FORMAT_AYUV64)
    return FALSE;
  return !GST_VIDEO_FORMAT_INFO_IS_LE (format)
      != (G_BYTE_ORDER == G_BIG_ENDIAN);
}

static gboolean
share_bytes (const GstVideoFormatInfo * format, guint a, guint b)
{
  return GST_VIDEO_FORMAT_INFO_PLANE (format, a)
      == GST_VIDEO_FORMAT_INFO_PLANE (format, b)
      && GST_VIDEO_FORMAT_INFO_POFFSET (format, a)
      == GST_VIDEO_FORMAT_INFO_POFFSET (format, b);
}

guint
gst_cl_pack_pixels_get_n_channels (const GstVideoFormatInfo * format)
{
  guint n = GST_VIDEO_FORMAT_INFO_N_COMPONENTS (format), c, other;

  if (n == 0 || GST_VIDEO_FORMAT_INFO_IS_COMPLEX (format)
      || GST_VIDEO_FORMAT_INFO_IS_TILED (format)
      || GST_VIDEO_FORMAT_INFO_HAS_PALETTE (format))
    return 0;
  for (c = 0; c < n; c++) {
    guint depth = GST_VIDEO_FORMAT_INFO_DEPTH (format, c);
    guint end = depth + GST_VIDEO_FORMAT_INFO_SHIFT (format, c);

    if (GST_VIDEO_FORMAT_INFO_W_SUB (format, c) != 0
        || GST_VIDEO_FORMAT_INFO_H_SUB (format, c) != 0
        || depth < 8 || end > 8 * get_sample_size (format)
        || depth != GST_VIDEO_FORMAT_INFO_DEPTH (format, 0))
      return 0;
    for (other = 0; other < c; other++)
      if (share_bytes (format, c, other))
        return 0;
  }
  return GST_VIDEO_FORMAT_INFO_HAS_ALPHA (format) ? n - 1 : n;
}

/* What is no component is all ones. */
static void
fill_opaque (GstVideoFrame * frame)
{
  const GstVideoFormatInfo *format = frame->info.finfo;
  guint n = GST_VIDEO_FRAME_N_COMPONENTS (frame);
  guint size = get_sample_size (format);
  gint y;

  if (GST_VIDEO_FRAME_N_PLANES (frame) != 1
      || (guint) GST_VIDEO_FRAME_COMP_PSTRIDE (frame, 0) == n * size)
    return;
  for (y = 0; y < GST_VIDEO_FRAME_HEIGHT (frame); y++)
    memset ((guint8 *) GST_VIDEO_FRAME_PLANE_DATA (frame, 0)
        + (gssize) y * GST_VIDEO_FRAME_PLANE_STRIDE (frame, 0), 0xff,
        (gsize) GST_VIDEO_FRAME_WIDTH (frame)
        * GST_VIDEO_FRAME_COMP_PSTRIDE (frame, 0));
}

static inline guint
quantize (gdouble value, gdouble scale)
{
  gdouble scaled = value * scale + 0.5;

  /* what is not a number is not above 0 */
  if (!(scaled > 0))
    return 0;
  return scaled < scale ? (guint) scaled : (guint) scale;
}

/* One row of a component. values: NULL: all of the value 1. */
static void
pack_row (const GstVideoFormatInfo * format, guint component,
    const gdouble * values, gdouble factor, guint n, guint8 * dest,
    gint step)
{
  gdouble scale =
      (1u << GST_VIDEO_FORMAT_INFO_DEPTH (format, component)) - 1;
  guint shift = GST_VIDEO_FORMAT_INFO_SHIFT (format, component), x;
  gboolean swap = is_swapped (format);

  if (get_sample_size (format) == 1) {
    for (x = 0; x < n; x++, dest += step)
      *dest = values ? quantize (values[x] * factor, scale) : scale;
    return;
  }
  for (x = 0; x < n; x++, dest += step) {
    guint16 code = (values ? quantize (values[x] * factor, scale)
        : (guint) scale) << shift;

    if (swap)
      code = GUINT16_SWAP_LE_BE (code);
    memcpy (dest, &code, sizeof code);
  }
}

void
gst_cl_pack_pixels (GstVideoFrame * frame, const gdouble * values,
    gdouble factor)
{
  const GstVideoFormatInfo *format = frame->info.finfo;
  guint n_channels = gst_cl_pack_pixels_get_n_channels (format);
  guint n = GST_VIDEO_FRAME_N_COMPONENTS (frame), c;
  guint width = GST_VIDEO_FRAME_WIDTH (frame);
  gint y, height = GST_VIDEO_FRAME_HEIGHT (frame);

  g_return_if_fail (n_channels > 0);

  fill_opaque (frame);
  for (c = 0; c < n; c++) {
    guint8 *dest = GST_VIDEO_FRAME_COMP_DATA (frame, c);

    for (y = 0; y < height; y++) {
      const gdouble *row = c >= n_channels ? NULL
          : values + ((gsize) c * height + y) * width;

      pack_row (format, c, row, factor, width, dest
          + (gssize) y * GST_VIDEO_FRAME_COMP_STRIDE (frame, c),
          GST_VIDEO_FRAME_COMP_PSTRIDE (frame, c));
    }
  }
}
