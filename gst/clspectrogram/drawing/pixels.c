/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pixels.c: converts colours to a video format. */
#include "pixels.h"

#include <string.h>

guint32
gst_cl_spectrogram_pack_pixel (const GstVideoInfo * video, guint32 color)
{
  guint32 red = color >> 16 & 0xff, green = color >> 8 & 0xff;
  guint32 blue = color & 0xff, pixel;
  guint8 bytes[4] = { 0xff, 0xff, 0xff, 0xff };

  if (!GST_VIDEO_INFO_IS_RGB (video))
    return 0xff000000 | blue << 16 | green << 8 | red;
  bytes[GST_VIDEO_INFO_COMP_POFFSET (video, GST_VIDEO_COMP_R)] = red;
  bytes[GST_VIDEO_INFO_COMP_POFFSET (video, GST_VIDEO_COMP_G)] = green;
  bytes[GST_VIDEO_INFO_COMP_POFFSET (video, GST_VIDEO_COMP_B)] = blue;
  memcpy (&pixel, bytes, sizeof pixel);
  return pixel;
}

/*
 * Shares of red, green and blue in a component, for bytes of 0 to 255 and a
 * component of 1 or -1/2 to 1/2 (ITU-R BT.601-7, 2.5.1 and 2.5.2):
 *
 *   Y = Kr R + (1 - Kr - Kb) G + Kb B
 *   Cb = (B - Y) / (2 (1 - Kb))     Cr = (R - Y) / (2 (1 - Kr))
 */
static void
get_shares (const GstVideoInfo * video, guint component, gdouble shares[3])
{
  gdouble kr, kb, length = 1;
  guint i;

  /* as GStreamer's converters do with a matrix that is none */
  if (!gst_video_color_matrix_get_Kr_Kb (video->colorimetry.matrix, &kr, &kb))
    gst_video_color_matrix_get_Kr_Kb (GST_VIDEO_COLOR_MATRIX_BT601, &kr, &kb);
  shares[0] = kr;
  shares[1] = 1 - kr - kb;
  shares[2] = kb;
  if (component != GST_VIDEO_COMP_Y) {
    length = 2 * (1 - (component == GST_VIDEO_COMP_U ? kb : kr));
    for (i = 0; i < 3; i++)
      shares[i] = -shares[i];
    shares[component == GST_VIDEO_COMP_U ? 2 : 0] += 1;
  }
  for (i = 0; i < 3; i++)
    shares[i] /= 255 * length;
}

void
gst_cl_spectrogram_describe_components (const GstVideoInfo * video,
    clfft_picture_desc * desc)
{
  gint offsets[GST_VIDEO_MAX_COMPONENTS], scales[GST_VIDEO_MAX_COMPONENTS];
  gdouble shares[3];
  guint i, k;

  if (GST_VIDEO_INFO_IS_RGB (video))
    return;
  gst_video_color_range_offsets (video->colorimetry.range, video->finfo,
      offsets, scales);
  desc->n_components = GST_VIDEO_INFO_N_COMPONENTS (video);
  for (i = 0; i < desc->n_components; i++) {
    clfft_picture_component *c = &desc->components[i];

    c->offset = GST_VIDEO_INFO_COMP_OFFSET (video, i);
    c->stride = GST_VIDEO_INFO_COMP_STRIDE (video, i);
    c->step = GST_VIDEO_INFO_COMP_PSTRIDE (video, i);
    c->bias = offsets[i];
    get_shares (video, i, shares);
    for (k = 0; k < 3; k++)
      c->weights[k] = scales[i] * shares[k];
  }
}

void
gst_cl_spectrogram_pack_pixels (const GstVideoInfo * video, guint32 * pixels,
    gsize n_pixels)
{
  guint32 color = pixels[0];
  guint32 packed = gst_cl_spectrogram_pack_pixel (video, color);
  gsize i;

  /* neighbours are mostly alike */
  for (i = 0; i < n_pixels; i++) {
    if (pixels[i] != color) {
      color = pixels[i];
      packed = gst_cl_spectrogram_pack_pixel (video, color);
    }
    pixels[i] = packed;
  }
}
