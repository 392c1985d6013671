/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * drawing/top.h: the upper end of the range of bars and curves with auto-range:
 * it follows the highest level of each frame, by the frames' own time.
 */
#ifndef GST_CL_SPECTROGRAM_TOP_H
#define GST_CL_SPECTROGRAM_TOP_H

#include "clspectrogram/config.h"
#include "opencl/gstopenclmemory.h"

G_BEGIN_DECLS

typedef struct _GstClTop GstClTop;

/* Of bars or curves of config, which must outlive it. */
GstClTop *gst_cl_top_new (const GstClSpectrogramConfig * config);

/* The range that is set, which bounds the one that is shown. */
void gst_cl_top_set_limits (GstClTop * top, gdouble floor, gdouble range);

/* Forgets all frames. */
void gst_cl_top_reset (GstClTop * top);

/* Follows n_frames from frame `first` on of what the picture is given. Waits for
   what writes them. */
gboolean gst_cl_top_add (GstClTop * top, GstMemory * levels, guint64 first,
    guint n_frames, GError ** error);

/* The range that is shown, from the floor on. */
gdouble gst_cl_top_get_range (const GstClTop * top);

G_END_DECLS

#endif /* GST_CL_SPECTROGRAM_TOP_H */
