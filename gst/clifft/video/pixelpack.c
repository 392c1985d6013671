/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pixelpack.c: rounds numbers to codes and writes them as GStreamer's video
   formats store them. */
#include "pixelpack.h"

#include <string.h>
#include "video/frame.h"

/* Pixels that are packed at once, a multiple of three. */
#define GROUP 48

static guint
get_sample_size (const GstVideoFormatInfo * format)
{
  return GST_VIDEO_FORMAT_INFO_DEPTH (format, 0) > 8 ? 2 : 1;
}

static gboolean
share_bytes (const GstVideoFormatInfo * format, guint a, guint b)
{
  return GST_VIDEO_FORMAT_INFO_PLANE (format, a)
      == GST_VIDEO_FORMAT_INFO_PLANE (format, b)
      && GST_VIDEO_FORMAT_INFO_POFFSET (format, a)
      == GST_VIDEO_FORMAT_INFO_POFFSET (format, b);
}

/* Three pixels are in a word. */
static gboolean
is_three_in_a_word (const GstVideoFormatInfo * format)
{
  return GST_VIDEO_FORMAT_INFO_FORMAT (format) == GST_VIDEO_FORMAT_GRAY10_LE32;
}

/* Whether components share bytes, so that GStreamer must pack them. */
static gboolean
is_packed (const GstVideoFormatInfo * format)
{
  guint n = GST_VIDEO_FORMAT_INFO_N_COMPONENTS (format), c, other;

  for (c = 0; c < n; c++)
    for (other = 0; other < c; other++)
      if (share_bytes (format, c, other))
        return TRUE;
  return is_three_in_a_word (format);
}

guint
gst_cl_pack_pixels_get_n_channels (const GstVideoFormatInfo * format)
{
  guint n = GST_VIDEO_FORMAT_INFO_IS_GRAY (format) ? 1 : 3, c;

  if (GST_VIDEO_FORMAT_INFO_N_COMPONENTS (format) < n
      || GST_VIDEO_FORMAT_INFO_IS_TILED (format)
      || GST_VIDEO_FORMAT_INFO_HAS_PALETTE (format)
      || (GST_VIDEO_FORMAT_INFO_PSTRIDE (format, 0) == 0
          && !is_three_in_a_word (format)))
    return 0;
  for (c = 0; c < n; c++) {
    guint depth = GST_VIDEO_FORMAT_INFO_DEPTH (format, c);

    if (GST_VIDEO_FORMAT_INFO_W_SUB (format, c) != 0
        || GST_VIDEO_FORMAT_INFO_H_SUB (format, c) != 0
        || depth < 8 || depth > 16
        || depth != GST_VIDEO_FORMAT_INFO_DEPTH (format, 0))
      return 0;
  }
  return n;
}

/* Sets alpha and padding to ones. */
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

/* Codes of n values, at most GROUP. Compilers make vectors of this loop. */
static void
quantize (const gdouble * restrict values, gdouble factor, gdouble scale,
    guint n, guint16 * restrict codes)
{
  guint x;

  for (x = 0; x < n; x++) {
    gdouble scaled = values[x] * factor * scale + 0.5;

    scaled = scaled > scale ? scale : scaled;
    /* NaN is not above 0 */
    codes[x] = (gint) (scaled > 0 ? scaled : 0);
  }
}

/* Packs n pixels of a row of a component, at most GROUP. values NULL: all of
   the value 1. */
static void
pack_component (const GstVideoFormatInfo * format, guint component,
    const gdouble * values, gdouble factor, guint n, guint8 * dest,
    gint step)
{
  guint top = (1u << GST_VIDEO_FORMAT_INFO_DEPTH (format, component)) - 1;
  guint shift = GST_VIDEO_FORMAT_INFO_SHIFT (format, component), x;
  gboolean swap = gst_cl_video_is_big_endian (format)
      != (G_BYTE_ORDER == G_BIG_ENDIAN);
  guint16 codes[GROUP];

  if (values)
    quantize (values, factor, top, n, codes);
  for (x = 0; !values && x < n; x++)
    codes[x] = top;
  if (get_sample_size (format) == 1) {
    for (x = 0; x < n; x++)
      dest[x * step] = codes[x];
    return;
  }
  for (x = 0; x < n; x++, dest += step) {
    guint16 code = codes[x] << shift;

    if (swap)
      code = GUINT16_SWAP_LE_BE (code);
    memcpy (dest, &code, sizeof code);
  }
}

/*
 * GStreamer packs from 16 bits, of which codes are the top: alpha and three
 * colours, of grey the first. n_colours rows, distance numbers apart.
 */
static void
pack_group (GstVideoFrame * frame, const gdouble * values, gsize distance,
    gdouble factor, guint row, guint first, guint n)
{
  const GstVideoFormatInfo *format = frame->info.finfo;
  guint n_colours = gst_cl_pack_pixels_get_n_channels (format), c, x;
  guint depth = GST_VIDEO_FORMAT_INFO_DEPTH (format, 0);
  guint16 pixels[4 * GROUP], codes[GROUP];
  gpointer data[GST_VIDEO_MAX_PLANES];

  memset (pixels, 0xff, sizeof pixels);
  for (c = 0; c < n_colours; c++) {
    quantize (values + c * distance, factor, (1u << depth) - 1, n, codes);
    for (x = 0; x < n; x++)
      pixels[4 * x + c + 1] = codes[x] << (16 - depth);
  }
  memcpy (data, frame->data, sizeof data);
  data[0] = (guint8 *) data[0] + (is_three_in_a_word (format) ? first / 3 * 4
      : (gsize) first * GST_VIDEO_FORMAT_INFO_PSTRIDE (format, 0));
  format->pack_func (format, GST_VIDEO_PACK_FLAG_NONE, pixels, sizeof pixels,
      data, frame->info.stride, GST_VIDEO_CHROMA_SITE_UNKNOWN, row, n);
}

static void
pack_groups (GstVideoFrame * frame, const gdouble * values, gdouble factor)
{
  guint width = GST_VIDEO_FRAME_WIDTH (frame), x, y;
  guint height = GST_VIDEO_FRAME_HEIGHT (frame);

  for (y = 0; y < height; y++)
    for (x = 0; x < width; x += GROUP)
      pack_group (frame, values + (gsize) y * width + x,
          (gsize) height * width, factor, y, x, MIN (GROUP, width - x));
}

void
gst_cl_pack_pixels (GstVideoFrame * frame, const gdouble * values,
    gdouble factor)
{
  const GstVideoFormatInfo *format = frame->info.finfo;
  guint n_channels = gst_cl_pack_pixels_get_n_channels (format);
  guint n = GST_VIDEO_FRAME_N_COMPONENTS (frame), c;
  guint width = GST_VIDEO_FRAME_WIDTH (frame), x;
  gint y, height = GST_VIDEO_FRAME_HEIGHT (frame);

  g_return_if_fail (n_channels > 0);

  if (is_packed (format)) {
    pack_groups (frame, values, factor);
    return;
  }
  fill_opaque (frame);
  for (c = 0; c < n; c++) {
    gint step = GST_VIDEO_FRAME_COMP_PSTRIDE (frame, c);

    for (y = 0; y < height; y++) {
      const gdouble *row = values + ((gsize) c * height + y) * width;
      guint8 *dest = GST_VIDEO_FRAME_COMP_DATA (frame, c)
          + (gssize) y * GST_VIDEO_FRAME_COMP_STRIDE (frame, c);

      for (x = 0; x < width; x += GROUP)
        pack_component (format, c, c < n_channels ? row + x : NULL, factor,
            MIN (GROUP, width - x), dest + (gssize) x * step, step);
    }
  }
}
