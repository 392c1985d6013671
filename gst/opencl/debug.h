/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * debug.h: the debug category `clfft`, which the elements and the engine's log
 * share.
 */
#ifndef GST_CL_DEBUG_H
#define GST_CL_DEBUG_H

#include <gst/gst.h>

G_BEGIN_DECLS

GstDebugCategory *gst_cl_get_debug_category (void);

#undef GST_CAT_DEFAULT
#define GST_CAT_DEFAULT (gst_cl_get_debug_category ())

G_END_DECLS

#endif /* GST_CL_DEBUG_H */
