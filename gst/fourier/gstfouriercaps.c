/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstfouriercaps.c: reads an info from caps, writes it to caps, and tells
 * whether two infos mean the same.
 */
#include "fourierrules.h"

#include <string.h>

static GstFourierSides
get_usual_sides (const GstFourierInfo * info)
{
  return info->iq ? GST_FOURIER_SIDES_TWO : GST_FOURIER_SIDES_ONE;
}

static gboolean
check (const GstFourierInfo * resolved, GError ** error)
{
  if (resolved->version != GST_FOURIER_VERSION)
    return gst_fourier_refuse (error, GST_FOURIER_ERROR_VERSION, "version",
        "version %u of the stream format is not known, only version %d",
        resolved->version, GST_FOURIER_VERSION);
  if (resolved->rank < 1 || resolved->rank > GST_FOURIER_MAX_RANK)
    return gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD, "shape", "a "
        "transform has 1 to %d axes, not %u", GST_FOURIER_MAX_RANK,
        resolved->rank);
  return gst_fourier_fields_check (resolved, error)
      && gst_fourier_check_rules (resolved, error);
}

/**
 * gst_fourier_info_validate:
 * @info: a #GstFourierInfo
 * @error: return location for the reason, or %NULL
 *
 * Returns: whether @info keeps every rule of the stream format; if not,
 *   @error names the field, its value and what would be legal
 *
 * Since: 0.1
 */
gboolean
gst_fourier_info_validate (const GstFourierInfo * info, GError ** error)
{
  GstFourierInfo resolved;

  g_return_val_if_fail (info != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  resolved = *info;
  gst_fourier_resolve (&resolved);
  return check (&resolved, error);
}

/**
 * gst_fourier_info_from_caps:
 * @info: (out caller-allocates): what the caps say; fields that they leave
 *   out have their defaults
 * @caps: fixed caps of a stream of spectra
 * @error: return location for the reason, or %NULL
 *
 * The caps may come from an untrusted peer: after success every size is
 * within the format's limits and no product of sizes overflows. Fields that
 * this version does not know are ignored. The reason of a refusal is also in
 * the debug log, category fourier-info.
 *
 * Returns: whether the caps are legal; if not, @info holds defaults
 *
 * Since: 0.1
 */
gboolean
gst_fourier_info_from_caps (GstFourierInfo * info, const GstCaps * caps,
    GError ** error)
{
  const GstStructure *structure;
  GstFourierInfo read;

  g_return_val_if_fail (info != NULL, FALSE);
  g_return_val_if_fail (GST_IS_CAPS (caps), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  gst_fourier_info_init (info);
  if (!gst_caps_is_fixed (caps))
    return gst_fourier_refuse (error, GST_FOURIER_ERROR_NOT_FOURIER, NULL, "the "
        "caps are not fixed");
  structure = gst_caps_get_structure (caps, 0);
  if (!gst_structure_has_name (structure, GST_FOURIER_MEDIA_TYPE))
    return gst_fourier_refuse (error, GST_FOURIER_ERROR_NOT_FOURIER, NULL, "the "
        "caps are of '%s', not of '%s'", gst_structure_get_name (structure),
        GST_FOURIER_MEDIA_TYPE);
  gst_fourier_info_init (&read);
  if (!gst_fourier_fields_read (&read, structure, error))
    return FALSE;
  if (!gst_structure_has_field (structure, "bins"))
    gst_fourier_resolve_bins (&read);
  if (!gst_structure_has_field (structure, "sides"))
    read.sides = get_usual_sides (&read);
  if (read.channel_select[0] != 0
      && !gst_structure_has_field (structure, "channel-mode"))
    read.channel_mode = GST_FOURIER_CHANNEL_MODE_SELECT;
  if (read.tapers > 1 && !gst_structure_has_field (structure, "window"))
    gst_fourier_info_set_window (&read, "dpss", read.window_param);
  gst_fourier_resolve (&read);
  if (!check (&read, error))
    return FALSE;
  *info = read;
  return TRUE;
}

static gsize
caps_length (const GstCaps * caps)
{
  gchar *text = gst_caps_to_string (caps);
  gsize length = strlen (text);

  g_free (text);
  return length;
}

/* Leaves out what other fields determine, as far as the length requires. */
static void
shorten (const GstFourierInfo * info, GstCaps * caps)
{
  GstStructure *structure = gst_caps_get_structure (caps, 0);

  if (caps_length (caps) > GST_FOURIER_MAX_CAPS_LENGTH)
    gst_structure_remove_field (structure, "framerate");
  if (caps_length (caps) > GST_FOURIER_MAX_CAPS_LENGTH
      && info->channel_select[0] != 0)
    gst_structure_remove_field (structure, "channel-mode");
  if (caps_length (caps) > GST_FOURIER_MAX_CAPS_LENGTH
      && (info->band_scale != GST_FOURIER_BAND_SCALE_NONE
          || (info->bin_step > 0 && info->sides == get_usual_sides (info))))
    gst_structure_remove_field (structure, "sides");
  if (caps_length (caps) > GST_FOURIER_MAX_CAPS_LENGTH
      && (info->tapers > 1 || is_constant_q (info)))
    gst_structure_remove_field (structure, "window");
  if (caps_length (caps) > GST_FOURIER_MAX_CAPS_LENGTH
      && info->source_video[0] != 0)
    gst_structure_remove_field (structure, "bins");
}

/**
 * gst_fourier_info_to_caps:
 * @info: a #GstFourierInfo
 * @error: return location for the reason, or %NULL
 *
 * Fields stand in the order of docs/guide/stream-format.md; one at its default
 * is left out. If the caps were longer than %GST_FOURIER_MAX_CAPS_LENGTH, then
 * also framerate, which rate or source-video and hop tell as well,
 * channel-mode where channel-select tells it, sides where bands tell it or
 * where they are a zoom's usual ones, window where tapers or constant-Q bands tell
 * it, and of video bins.
 *
 * Returns: (transfer full) (nullable): fixed caps, %NULL with @error set if
 *   @info is not legal
 *
 * Since: 0.1
 */
GstCaps *
gst_fourier_info_to_caps (const GstFourierInfo * info, GError ** error)
{
  GstFourierInfo resolved, defaults;
  GstCaps *caps;
  gsize length;

  g_return_val_if_fail (info != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  resolved = *info;
  gst_fourier_resolve (&resolved);
  if (!check (&resolved, error))
    return NULL;

  gst_fourier_get_defaults (&resolved, &defaults);
  caps = gst_caps_new_empty_simple (GST_FOURIER_MEDIA_TYPE);
  gst_fourier_fields_write (&resolved, &defaults,
      gst_caps_get_structure (caps, 0));

  shorten (&resolved, caps);
  length = caps_length (caps);
  if (length > GST_FOURIER_MAX_CAPS_LENGTH) {
    gst_fourier_refuse (error, GST_FOURIER_ERROR_LIMIT, NULL,
        "the caps have %" G_GSIZE_FORMAT " characters, the limit is %d",
        length, GST_FOURIER_MAX_CAPS_LENGTH);
    gst_caps_unref (caps);
    return NULL;
  }
  return caps;
}

/**
 * gst_fourier_info_is_equal:
 * @info: a #GstFourierInfo
 * @other: a #GstFourierInfo
 *
 * Returns: whether both would write the same caps: a default that is left to
 *   follow equals the same value given, fields that do not apply do not count
 *
 * Since: 0.1
 */
gboolean
gst_fourier_info_is_equal (const GstFourierInfo * info,
    const GstFourierInfo * other)
{
  GstFourierInfo a, b;

  g_return_val_if_fail (info != NULL, FALSE);
  g_return_val_if_fail (other != NULL, FALSE);

  if (info == other)
    return TRUE;
  a = *info;
  b = *other;
  gst_fourier_resolve (&a);
  gst_fourier_resolve (&b);
  return gst_fourier_fields_equal (&a, &b);
}
