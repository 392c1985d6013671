/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* spectracaps.c: see spectracaps.h. */
#include "spectracaps.h"

#include "opencl/gstopenclmemory.h"

static gboolean
lists_opencl_memory (GstCaps * caps)
{
  guint i;

  if (gst_caps_is_any (caps))
    return FALSE;
  for (i = 0; i < gst_caps_get_size (caps); i++) {
    GstCapsFeatures *features = gst_caps_get_features (caps, i);

    if (!gst_caps_features_is_any (features)
        && gst_caps_features_contains (features,
            GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY))
      return TRUE;
  }
  return FALSE;
}

/* The caps of this format that the peer takes, NULL if it takes none. */
static GstCaps *
offer_format (GstFourierInfo * info, gboolean is_double, GstCaps * peer,
    GError ** error)
{
  gboolean is_little = G_BYTE_ORDER == G_LITTLE_ENDIAN;
  GstCaps *caps;

  info->format = is_double
      ? (is_little ? GST_FOURIER_FORMAT_F64LE : GST_FOURIER_FORMAT_F64BE)
      : (is_little ? GST_FOURIER_FORMAT_F32LE : GST_FOURIER_FORMAT_F32BE);
  caps = gst_fourier_info_to_caps (info, error);
  if (!caps)
    return NULL;
  if (lists_opencl_memory (peer)) {
    GstCaps *device = gst_caps_copy (caps);

    gst_caps_set_features (device, 0, gst_caps_features_new
        (GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY, NULL));
    if (gst_caps_can_intersect (device, peer)) {
      gst_caps_unref (caps);
      return device;
    }
    gst_caps_unref (device);
  }
  if (!gst_caps_can_intersect (caps, peer))
    gst_clear_caps (&caps);
  return caps;
}

GstCaps *
gst_cl_spectra_caps_choose (GstPad * srcpad, GstFourierInfo * info,
    gboolean has_double, GError ** error)
{
  GstCaps *peer = gst_pad_peer_query_caps (srcpad, NULL);
  GError *reason = NULL;
  GstCaps *caps = offer_format (info, FALSE, peer, &reason);

  if (!caps && !reason && has_double)
    caps = offer_format (info, TRUE, peer, &reason);
  if (!caps && !reason) {
    g_autofree gchar *taken = gst_caps_to_string (peer);

    g_set_error (&reason, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
        "What follows takes no %u-point %s spectra of this stream, but %s",
        info->shape[info->rank - 1], gst_fourier_info_get_window (info),
        taken);
  }
  gst_caps_unref (peer);
  if (reason)
    g_propagate_error (error, reason);
  return caps;
}
