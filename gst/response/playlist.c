/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* playlist.c: see playlist.h. */
#include "playlist.h"

/* As typefinders call them, whether there is a demuxer or not. */
static const gchar *const playlists[] = { "application/x-hls",
  "application/dash+xml", "application/vnd.ms-sstr+xml", "application/sdp",
  "application/smil", "application/xges", "application/vnd.apple-fcp+xml",
  "application/vnd.apple-xmeml+xml",
  "application/vnd.pixar.opentimelineio+json", "text/uri-list", NULL
};

/* Answers to autoplug-select, whose enumeration is in no header. */
#define SELECT_TRY 0
#define SELECT_SKIP 2

/* Whether the factory's elements open what a file names: sources, demuxers of
   segments, and those that are bins, for they bring elements of their own. */
static gboolean
opens_addresses (GstElementFactory * factory)
{
  const gchar *klass = gst_element_factory_get_metadata (factory,
      GST_ELEMENT_METADATA_KLASS);
  g_auto (GStrv) parts = g_strsplit (klass ? klass : "", "/", 0);
  const gchar *const *words = (const gchar * const *) parts;
  GstPluginFeature *loaded;
  GType type;

  if (g_strv_contains (words, "Adaptive") || g_strv_contains (words, "Source")
      || gst_element_factory_get_uri_type (factory) == GST_URI_SRC)
    return TRUE;
  if (!g_strv_contains (words, "Demuxer"))
    return FALSE;
  if (!(loaded = gst_plugin_feature_load (GST_PLUGIN_FEATURE (factory))))
    return FALSE;
  type = gst_element_factory_get_element_type (GST_ELEMENT_FACTORY (loaded));
  gst_object_unref (loaded);
  return g_type_is_a (type, GST_TYPE_BIN);
}

static void
take (gchar ** type, const gchar * name)
{
  gchar *copy = g_strdup (name);

  if (!g_atomic_pointer_compare_and_exchange (type, NULL, copy))
    g_free (copy);
}

static gint
on_select (GstElement * decoder, GstPad * pad, GstCaps * caps,
    GstElementFactory * factory, gpointer type)
{
  if (!opens_addresses (factory))
    return SELECT_TRY;
  take (type, gst_structure_get_name (gst_caps_get_structure (caps, 0)));
  return SELECT_SKIP;
}

static gboolean
on_continue (GstElement * decoder, GstPad * pad, GstCaps * caps, gpointer type)
{
  const gchar *name = gst_caps_get_size (caps) > 0
      ? gst_structure_get_name (gst_caps_get_structure (caps, 0)) : "";

  if (g_strv_contains (playlists, name))
    take (type, name);
  return TRUE;
}

void
gst_cl_playlist_refuse (GstElement * decoder, gchar ** type)
{
  g_signal_connect (decoder, "autoplug-continue", G_CALLBACK (on_continue),
      type);
  g_signal_connect (decoder, "autoplug-select", G_CALLBACK (on_select), type);
}

void
gst_cl_playlist_look (GstMessage * message, gchar ** type)
{
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ELEMENT
      && gst_message_has_name (message, "redirect"))
    take (type, "redirect");
}
