/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* padmode.h: what stands for samples beyond the ends of those that there are. */
#ifndef GST_CL_PAD_MODE_H
#define GST_CL_PAD_MODE_H

#include <glib.h>

G_BEGIN_DECLS

/**
 * GstClPadMode:
 * @GST_CL_PAD_MODE_CONSTANT: zeros: silence, black
 * @GST_CL_PAD_MODE_REFLECT: the samples, mirrored about the first and the last
 *     one, which are not repeated
 * @GST_CL_PAD_MODE_EDGE: the first and the last sample
 * @GST_CL_PAD_MODE_REFLECT_START: before the anchor the samples, mirrored about
 *     the first one, else zeros; no property has it
 *
 * What centred frames read before the start and after the end, centred blocks
 * beyond the border.
 */
typedef enum
{
  GST_CL_PAD_MODE_CONSTANT,
  GST_CL_PAD_MODE_REFLECT,
  GST_CL_PAD_MODE_EDGE,
  GST_CL_PAD_MODE_REFLECT_START,
} GstClPadMode;

/* The one of n samples that stands for sample i, which is less than n from
   them; -1: zero does. */
static inline gint64
gst_cl_pad_mode_place (GstClPadMode mode, gint64 i, gint64 n)
{
  if (i >= 0 && i < n)
    return i;
  if (mode == GST_CL_PAD_MODE_CONSTANT)
    return -1;
  if (mode == GST_CL_PAD_MODE_EDGE)
    return i < 0 ? 0 : n - 1;
  return i < 0 ? -i : 2 * (n - 1) - i;
}

G_END_DECLS

#endif /* GST_CL_PAD_MODE_H */
