/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * source.h: what commands read of the input of an element: a buffer's own
 * memory where the device can read it, else a copy in staging memory:
 *
 *   if (!gst_cl_source_take (&source, session, buffer, 0, first, unit)) {
 *     if (!gst_cl_source_begin_copy (&source, session, size, error))
 *       return FALSE;
 *     ... write size bytes to source.data ...
 *     if (!gst_cl_source_end_copy (&source, session, size, error))
 *       return FALSE;
 *   }
 *   ... commands that read source.memory, from source.offset on ...
 *   return gst_cl_source_end (&source, error);
 */
#ifndef GST_CL_SOURCE_H
#define GST_CL_SOURCE_H

#include "element/session.h"

G_BEGIN_DECLS

/**
 * GstClSource:
 * @memory: (nullable): of the device
 * @offset: byte in it where the input begins
 * @data: (nullable): where the host writes a copy
 */
typedef struct
{
  GstOpenCLMemory *memory;
  gsize offset;
  guint8 *data;

  /* private */
  GstMapInfo map;               /* of staging memory */
  GstBuffer *buffer;            /* whose memory is the device's own */
  GstOpenCLImport *import;      /* of a buffer's memory */
} GstClSource;

/* Takes memory `index` of the buffer from byte `first` on, without a copy: of
   this device, or imported. FALSE if the device cannot read it, or not as whole
   units of so many bytes: then copy. */
gboolean gst_cl_source_take (GstClSource * source, GstClSession * session,
    GstBuffer * buffer, guint index, gsize first, gsize unit);

/* Maps the next staging memory, of which size bytes will be used, once the
   device no longer reads it. Few of them reach some devices by one command in
   place of two. */
gboolean gst_cl_source_begin_copy (GstClSource * source,
    GstClSession * session, gsize size, GError ** error);
/* Hands it over to the device, and counts the bytes that the host copied; 0:
   nothing was. */
gboolean gst_cl_source_end_copy (GstClSource * source, GstClSession * session,
    gsize copied_size, GError ** error);

/* Gives the buffer back when the last command was enqueued: the device may go
   on to read it. */
gboolean gst_cl_source_end (GstClSource * source, GError ** error);

G_END_DECLS

#endif /* GST_CL_SOURCE_H */
