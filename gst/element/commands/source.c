/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* source.c: brings input to the device, without a copy where that is possible. */
#include "source.h"

gboolean
gst_cl_source_take (GstClSource * source, GstClSession * session,
    GstBuffer * buffer, guint index, gsize first, gsize unit)
{
  GstMemory *memory = gst_buffer_peek_memory (buffer, index);

  memset (source, 0, sizeof *source);
  if (gst_is_opencl_memory (memory)) {
    source->memory = (GstOpenCLMemory *) memory;
    source->offset = memory->offset + first;
    source->buffer = gst_buffer_ref (buffer);
  } else {
    source->import = gst_opencl_importer_begin (session->importer, buffer,
        index, GST_MAP_READ);
    if (!source->import)
      return FALSE;
    source->memory = source->import->memory;
    source->offset = source->import->offset + first;
  }
  if (source->memory->context == session->context
      && source->offset % unit == 0)
    return TRUE;
  gst_cl_source_end (source, NULL);
  return FALSE;
}

gboolean
gst_cl_source_begin_copy (GstClSource * source, GstClSession * session,
    gsize size, GError ** error)
{
  GstMemory *memory = session->staging[session->next_staging];

  memset (source, 0, sizeof *source);
  session->next_staging = (session->next_staging + 1) % session->n_staging;
  gst_memory_resize (memory, 0, size);
  if (!gst_opencl_memory_map_host (memory, &source->map, GST_MAP_WRITE, error))
    return FALSE;
  source->memory = (GstOpenCLMemory *) memory;
  source->data = source->map.data;
  return TRUE;
}

gboolean
gst_cl_source_end_copy (GstClSource * source, GstClSession * session,
    gsize copied_size, GError ** error)
{
  if (copied_size > 0)
    gst_cl_session_count_copy (session, copied_size);
  gst_memory_unmap (source->map.memory, &source->map);
  source->data = NULL;
  return gst_opencl_memory_check (source->memory, error);
}

gboolean
gst_cl_source_end (GstClSource * source, GError ** error)
{
  GstOpenCLImport *import = g_steal_pointer (&source->import);

  gst_clear_buffer (&source->buffer);
  source->memory = NULL;
  return !import || gst_opencl_import_end (import, error);
}
