/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* spectra.c: see spectra.h. */
#include "spectra.h"

#include "rig.h"

static void
take_caps (Watch * w, GstCaps * caps)
{
  GError *error = NULL;

  if (!gst_fourier_info_from_caps (&w->info, caps, &error))
    g_error ("bad caps: %s", error->message);
}

static void
take_buffer (Watch * w, GstBuffer * buffer, Stamp * stamp)
{
  GstMapInfo map;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    g_error ("a buffer cannot be mapped");
  if (!gst_fourier_info_count_frames (&w->info, map.size, &stamp->n))
    g_error ("a buffer of %" G_GSIZE_FORMAT " bytes is no whole frames",
        map.size);
  stamp->first = spectra_n_frames (w);
  g_array_append_vals (w->numbers, map.data, map.size / sizeof (gfloat));
  gst_buffer_unmap (buffer, &map);
}

const WatchTaker spectra_taker = { take_caps, take_buffer };

Watch *
spectra_new (const gchar * properties)
{
  g_autofree gchar *line = g_strdup_printf ("claudiofft %s", properties);

  return watch_new (line, &spectra_taker, sizeof (gfloat));
}

GstBuffer *
spectra_make_buffer (Watch * w, const gdouble * values, guint n_samples,
    GstClockTime pts)
{
  return rig_make_buffer (&w->audio, values, n_samples, pts);
}

guint
spectra_n_frames (const Watch * w)
{
  return w->numbers->len * sizeof (gfloat)
      / gst_fourier_info_get_frame_size (&w->info);
}

const gfloat *
spectra_at (const Watch * w, guint frame, guint channel)
{
  gsize per_channel = gst_fourier_info_get_point_size (&w->info)
      * gst_fourier_info_get_n_points (&w->info) / sizeof (gfloat);

  g_assert (frame < spectra_n_frames (w) && channel < w->info.channels);
  return &g_array_index (w->numbers, gfloat,
      (frame * w->info.channels + channel) * per_channel);
}
