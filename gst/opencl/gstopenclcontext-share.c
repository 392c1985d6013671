/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gstopenclcontext-share.c: how elements and applications hand a context to
 * each other, in the way of GStreamer's CUDA library.
 */
#include "gstopenclcontext.h"

#include "debug.h"
#include "error.h"

#include <string.h>

/*
 * Guards the context field of every element, and keeps two elements from both
 * finding none and opening a device each. Recursive: looking for a context
 * makes the bin, a peer or the application call set_context on this thread.
 */
static GRecMutex share_lock;

static void
fill_gst_context (GstContext * gst_context, GstOpenCLContext * context)
{
  gst_structure_set (gst_context_writable_structure (gst_context),
      "context", GST_TYPE_OPENCL_CONTEXT, context,
      "cl_context", G_TYPE_POINTER, gst_opencl_context_get_handle (context),
      "cl_device", G_TYPE_POINTER, gst_opencl_context_get_device (context),
      NULL);
}

GstContext *
gst_opencl_context_to_gst_context (GstOpenCLContext * context)
{
  GstContext *gst_context = gst_context_new (GST_OPENCL_CONTEXT_TYPE, TRUE);

  fill_gst_context (gst_context, context);
  return gst_context;
}

/* (transfer full): the context in a GstContext; NULL if that has no usable
   one. */
static GstOpenCLContext *
from_gst_context (GstContext * gst_context)
{
  const GstStructure *structure = gst_context_get_structure (gst_context);
  GstOpenCLContext *context = NULL;
  gpointer handle = NULL, device = NULL;
  g_autoptr (GError) error = NULL;

  if (gst_structure_get (structure, "context", GST_TYPE_OPENCL_CONTEXT,
          &context, NULL) && context)
    return context;
  if (!gst_structure_get (structure, "cl_context", G_TYPE_POINTER, &handle,
          "cl_device", G_TYPE_POINTER, &device, NULL) || !handle || !device) {
    GST_WARNING ("a context of type " GST_OPENCL_CONTEXT_TYPE " has neither "
        "`context' nor both of `cl_context' and `cl_device'");
    return NULL;
  }
  context = gst_opencl_context_new_wrapped (handle, device, &error);
  if (!context)
    GST_WARNING ("%s", error->message);
  return context;
}

gboolean
gst_opencl_handle_set_context (GstElement * element, GstContext * context,
    const gchar * device, GstOpenCLContext ** field)
{
  g_autoptr (GError) error = NULL;
  GstOpenCLContext *found;
  gboolean taken = FALSE;

  if (!context ||
      !gst_context_has_context_type (context, GST_OPENCL_CONTEXT_TYPE))
    return FALSE;
  if (!gst_cl_check_process (&error)) {
    GST_WARNING_OBJECT (element, "%s", error->message);
    return FALSE;
  }

  g_rec_mutex_lock (&share_lock);
  found = from_gst_context (context);
  if (found) {
    if (!*field && gst_opencl_context_matches (found, device))
      *field = gst_object_ref (found);
    taken = *field == found;
    if (!taken)
      GST_DEBUG_OBJECT (element, "context on %s is not taken (device=%s)",
          gst_opencl_context_get_limits (found)->device_name,
          device ? device : "auto");
    gst_object_unref (found);
  }
  g_rec_mutex_unlock (&share_lock);
  return taken;
}

gboolean
gst_opencl_handle_context_query (GstElement * element, GstQuery * query,
    GstOpenCLContext * field)
{
  const gchar *type;
  GstContext *old = NULL;
  g_autoptr (GstContext) answer = NULL;

  if (GST_QUERY_TYPE (query) != GST_QUERY_CONTEXT || !field ||
      !gst_query_parse_context_type (query, &type) ||
      strcmp (type, GST_OPENCL_CONTEXT_TYPE) != 0)
    return FALSE;

  gst_query_parse_context (query, &old);
  answer = old ? gst_context_copy (old) :
      gst_context_new (GST_OPENCL_CONTEXT_TYPE, TRUE);
  fill_gst_context (answer, field);
  gst_query_set_context (query, answer);
  GST_DEBUG_OBJECT (element, "shares %" GST_PTR_FORMAT, field);
  return TRUE;
}

static gboolean
query_peer (GstElement * element, GstPad * pad, gpointer query)
{
  return !gst_pad_peer_query (pad, query);
}

/* Whether the field was filled by an answer from this side. */
static gboolean
ask_peers (GstElement * element, GstPadDirection direction,
    GstOpenCLContext ** field)
{
  g_autoptr (GstQuery) query = gst_query_new_context (GST_OPENCL_CONTEXT_TYPE);
  GstContext *answer = NULL;

  if (direction == GST_PAD_SRC)
    gst_element_foreach_src_pad (element, query_peer, query);
  else
    gst_element_foreach_sink_pad (element, query_peer, query);
  gst_query_parse_context (query, &answer);
  if (answer)
    gst_element_set_context (element, answer);
  return *field != NULL;
}

static gboolean
ask_application (GstElement * element, GstOpenCLContext ** field)
{
  gst_element_post_message (element,
      gst_message_new_need_context (GST_OBJECT (element),
          GST_OPENCL_CONTEXT_TYPE));
  return *field != NULL;
}

static gboolean
was_set_before (GstElement * element, const gchar * device,
    GstOpenCLContext ** field)
{
  g_autoptr (GstContext) context =
      gst_element_get_context (element, GST_OPENCL_CONTEXT_TYPE);

  return gst_opencl_handle_set_context (element, context, device, field);
}

static gboolean
open_and_tell (GstElement * element, const gchar * device,
    GstOpenCLContext ** field, GError ** error)
{
  g_autoptr (GstContext) context = NULL;

  *field = gst_opencl_context_new (device, error);
  if (!*field)
    return FALSE;
  context = gst_opencl_context_to_gst_context (*field);
  gst_element_set_context (element, context);
  gst_element_post_message (element,
      gst_message_new_have_context (GST_OBJECT (element),
          g_steal_pointer (&context)));
  return TRUE;
}

gboolean
gst_opencl_ensure_element_data (GstElement * element, const gchar * device,
    GstOpenCLContext ** field, GError ** error)
{
  gboolean found;

  if (!gst_cl_check_process (error))
    return FALSE;
  g_rec_mutex_lock (&share_lock);
  if (*field && !gst_opencl_context_matches (*field, device))
    gst_clear_object (field);
  found = *field || was_set_before (element, device, field) ||
      ask_peers (element, GST_PAD_SRC, field) ||
      ask_peers (element, GST_PAD_SINK, field) ||
      ask_application (element, field) ||
      open_and_tell (element, device, field, error);
  g_rec_mutex_unlock (&share_lock);
  return found;
}
