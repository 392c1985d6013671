/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plane.c: spectra of video that nobody transformed.
 */
#include "plane.h"

#include "gst/support/rig.h"

void
plane_init (GstFourierInfo * info, const gchar * source, guint rows,
    guint columns, GstFourierSides sides)
{
  const guint shape[2] = { rows, columns };
  g_autofree gchar *video =
      g_strdup_printf ("%s:%ux%u:30/1", source, columns, rows);

  rig_init ();
  gst_fourier_info_init (info);
  info->format = G_BYTE_ORDER == G_LITTLE_ENDIAN ? GST_FOURIER_FORMAT_F32LE
      : GST_FOURIER_FORMAT_F32BE;
  info->quantity = GST_FOURIER_QUANTITY_COMPLEX;
  info->scaling = GST_FOURIER_SCALING_AMPLITUDE;
  info->channels = 1;
  gst_fourier_info_set_shape (info, 2, shape, sides);
  gst_fourier_info_set_source_video (info, video, 1);
  gst_fourier_info_set_window (info, "hann", 0);
}

gchar *
plane_get_caps (const GstFourierInfo * info)
{
  GError *error = NULL;
  GstCaps *caps = gst_fourier_info_to_caps (info, &error);
  gchar *text;

  if (!caps)
    g_error ("%s", error->message);
  text = gst_caps_to_string (caps);
  gst_caps_unref (caps);
  return text;
}

static gboolean
is_double (const GstFourierInfo * info)
{
  return info->format == GST_FOURIER_FORMAT_F64LE
      || info->format == GST_FOURIER_FORMAT_F64BE;
}

guint
plane_count_numbers (const GstFourierInfo * info)
{
  return gst_fourier_info_get_frame_size (info) / (is_double (info) ? 8 : 4);
}

guint8 *
plane_write (const GstFourierInfo * info, const gdouble * numbers,
    guint n_numbers, gsize * size)
{
  guint8 *bytes;
  guint i;

  *size = (gsize) n_numbers * (is_double (info) ? 8 : 4);
  bytes = g_malloc (*size);
  for (i = 0; i < n_numbers; i++) {
    switch (info->format) {
      case GST_FOURIER_FORMAT_F32LE:
        GST_WRITE_FLOAT_LE (bytes + 4 * i, numbers[i]);
        break;
      case GST_FOURIER_FORMAT_F32BE:
        GST_WRITE_FLOAT_BE (bytes + 4 * i, numbers[i]);
        break;
      case GST_FOURIER_FORMAT_F64LE:
        GST_WRITE_DOUBLE_LE (bytes + 8 * i, numbers[i]);
        break;
      default:
        GST_WRITE_DOUBLE_BE (bytes + 8 * i, numbers[i]);
        break;
    }
  }
  return bytes;
}
