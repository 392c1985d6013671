/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* stamp.h: when a buffer is and what of its stretch it has, in and out. */
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

/* Says DISCONT or RESYNC that a stretch begins? Times may deny it. */
gboolean gst_cl_stamp_is_flagged (GstBuffer * buffer);

G_END_DECLS

#endif /* GST_CL_STAMP_H */
