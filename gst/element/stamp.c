/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* stamp.c: writes the time, the offsets and the flags of a buffer. */
#include "stamp.h"

void
gst_cl_stamp_apply (const GstClStamp * stamp, GstBuffer * buffer)
{
  GST_BUFFER_PTS (buffer) = stamp->pts;
  GST_BUFFER_DTS (buffer) = GST_CLOCK_TIME_NONE;
  GST_BUFFER_DURATION (buffer) = stamp->duration;
  GST_BUFFER_OFFSET (buffer) = stamp->offset;
  GST_BUFFER_OFFSET_END (buffer) = stamp->offset_end;
  GST_BUFFER_FLAG_UNSET (buffer, GST_BUFFER_FLAG_DISCONT | GST_BUFFER_FLAG_GAP);
  if (stamp->discont)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  if (stamp->gap)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_GAP);
}

gboolean
gst_cl_stamp_is_flagged (GstBuffer * buffer)
{
  return GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DISCONT)
      || GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_RESYNC);
}
