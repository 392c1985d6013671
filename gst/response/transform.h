/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * transform.h: the engine's transform of real numbers on the host, one at a
 * time, which waits for the device. For the thread that loads.
 */
#ifndef GST_CL_TRANSFORM_H
#define GST_CL_TRANSFORM_H

#include <gst/gst.h>
#include "clfft/clfft.h"

G_BEGIN_DECLS

typedef struct _GstClTransform GstClTransform;

/* Of a power of two of numbers, on the device, in double precision where it has
   that; NULL: on a device that is opened for it, the CPU if there is one. One
   thread at a time. */
GstClTransform *gst_cl_transform_new (clfft_device * device, guint64 length,
    const gint * cancelled, GError ** error);
void gst_cl_transform_free (GstClTransform * transform);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClTransform, gst_cl_transform_free)

/* out[k] = sum_j in[j] exp (-2 pi i jk / length), k = 0 .. length / 2, as pairs
   of real and imaginary part. */
gboolean gst_cl_transform_run (GstClTransform * transform, const gdouble * in,
    gdouble * out, GError ** error);

/* The real x whose transform X is, of length / 2 + 1 pairs; scratch holds as
   much as X. */
gboolean gst_cl_transform_invert (GstClTransform * transform,
    const gdouble * spectrum, gdouble * x, gdouble * scratch, GError ** error);

G_END_DECLS

#endif /* GST_CL_TRANSFORM_H */
