/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* passing.c: negotiates one format for both pads, and copies metadata. */
#include "passing.h"

#include "element/caps.h"
#include "opencl/error.h"
#include "opencl/gstopenclmemory.h"

static GstCaps *
with_feature (GstCaps * caps, const gchar * feature)
{
  GstCaps *copy = gst_caps_copy (caps);
  guint i;

  for (i = 0; i < gst_caps_get_size (copy); i++)
    gst_caps_set_features (copy, i, feature ? gst_caps_features_new (feature,
            NULL) : NULL);
  return copy;
}

gboolean
gst_cl_video_passing_query (GstClElement * element, GstQuery * query)
{
  GstCaps *template, *peer, *both, *caps, *filter;

  if (GST_QUERY_TYPE (query) != GST_QUERY_CAPS)
    return FALSE;
  template = gst_pad_get_pad_template_caps (element->sinkpad);
  peer = gst_pad_peer_query_caps (element->srcpad, template);
  both = gst_caps_merge (with_feature (peer, NULL), with_feature (peer,
          GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY));
  caps = gst_caps_intersect_full (both, template, GST_CAPS_INTERSECT_FIRST);
  gst_query_parse_caps (query, &filter);
  if (filter) {
    gst_caps_unref (both);
    both = caps;
    caps = gst_caps_intersect_full (filter, both, GST_CAPS_INTERSECT_FIRST);
  }
  gst_query_set_caps_result (query, caps);
  gst_caps_unref (caps);
  gst_caps_unref (both);
  gst_caps_unref (peer);
  gst_caps_unref (template);
  return TRUE;
}

gboolean
gst_cl_video_passing_parse (GstClElement * element, GstCaps * caps,
    gpointer input, GError ** error)
{
  GstVideoInterlaceMode mode;

  if (!gst_cl_video_info_parse (input, caps, error))
    return FALSE;
  mode = GST_VIDEO_INFO_INTERLACE_MODE ((GstVideoInfo *) input);
  /* rows of two times side by side are no picture */
  return mode == GST_VIDEO_INTERLACE_MODE_PROGRESSIVE
      || gst_cl_set_settings_error (error, "interlace-mode is %s, but must be "
      "progressive: put a deinterlacer before",
      gst_video_interlace_mode_to_string (mode));
}

gboolean
gst_cl_video_passing_is_same (gconstpointer a, gconstpointer b)
{
  return gst_video_info_is_equal (a, b);
}

/* ANY lists no memory: it may be written to a file. */
static gboolean
lists (GstCaps * caps, const gchar * feature)
{
  guint i, n = gst_caps_is_any (caps) ? 0 : gst_caps_get_size (caps);

  for (i = 0; i < n; i++)
    if (gst_caps_features_contains (gst_caps_get_features (caps, i), feature)
        && !gst_caps_features_is_any (gst_caps_get_features (caps, i)))
      return TRUE;
  return FALSE;
}

GstCaps *
gst_cl_video_passing_choose_caps (GstClElement * element, GError ** error)
{
  const gchar *feature = GST_CAPS_FEATURE_MEMORY_OPENCL_MEMORY;
  GstCaps *caps = gst_video_info_to_caps (element->input);
  GstCaps *peer = gst_pad_peer_query_caps (element->srcpad, NULL);
  g_autofree gchar *what = gst_caps_to_string (caps);

  if (lists (peer, feature))
    caps = gst_caps_merge (with_feature (caps, feature), caps);
  gst_caps_unref (peer);
  return gst_cl_element_choose_caps (element, caps, what, error);
}

static gboolean
copy_meta (GstBuffer * from, GstMeta ** meta, gpointer to)
{
  const GstMetaInfo *info = (*meta)->info;
  GstMetaTransformCopy whole = { FALSE, 0, -1 };

  if (info->transform_func && !gst_meta_api_type_has_tag (info->api,
          g_quark_from_static_string (GST_META_TAG_MEMORY_STR)))
    info->transform_func (to, *meta, from, _gst_meta_transform_copy, &whole);
  return TRUE;
}

void
gst_cl_video_passing_copy (GstBuffer * from, GstBuffer * to)
{
  gst_buffer_copy_into (to, from, GST_BUFFER_COPY_FLAGS
      | GST_BUFFER_COPY_TIMESTAMPS, 0, -1);
  gst_buffer_foreach_meta (from, copy_meta, to);
}
