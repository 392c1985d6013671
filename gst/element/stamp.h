/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* stamp.h: the time of a buffer and its offsets in its stretch, as they are
   written to output buffers, and what the flags of input buffers say of
   stretches. */
#ifndef GST_CL_STAMP_H
#define GST_CL_STAMP_H

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct
{
  GstClockTime pts, duration;
  guint64 offset, offset_end;
  gboolean discont, gap;
} GstClStamp;

/* Sets PTS, DURATION, OFFSET, OFFSET_END, DISCONT and GAP; DTS to none. */
void gst_cl_stamp_apply (const GstClStamp * stamp, GstBuffer * buffer);

/* Whether DISCONT or RESYNC of the buffer says that a stretch begins; its time
   may deny it. */
gboolean gst_cl_stamp_is_flagged (GstBuffer * buffer);

G_END_DECLS

#endif /* GST_CL_STAMP_H */
