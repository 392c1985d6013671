/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * samplehistory.h: keeps the newest samples of a stream, for transforms that
 * reach back beyond the buffer at hand. The samples are interleaved; bytes of
 * value 0 stand for those before the first one.
 *
 * Nothing keeps a buffer: samples are copied. Not thread-safe.
 */
#ifndef GST_CL_SAMPLE_HISTORY_H
#define GST_CL_SAMPLE_HISTORY_H

#include <glib.h>

G_BEGIN_DECLS

typedef struct _GstClSampleHistory GstClSampleHistory;

/* Makes a history of `length` samples of `unit` bytes, both above 0. NULL: no
   memory. */
GstClSampleHistory *gst_cl_sample_history_new (gsize unit, gsize length);
void gst_cl_sample_history_free (GstClSampleHistory * history);

/* Forgets all. */
void gst_cl_sample_history_clear (GstClSampleHistory * history);

void gst_cl_sample_history_append (GstClSampleHistory * history,
    const guint8 * data, gsize n_samples);

/* Copies to dest the `length` newest samples of the appended ones followed by
   n_samples of data, which are not appended. */
void gst_cl_sample_history_copy (const GstClSampleHistory * history,
    const guint8 * data, gsize n_samples, guint8 * dest);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClSampleHistory, gst_cl_sample_history_free)

G_END_DECLS

#endif /* GST_CL_SAMPLE_HISTORY_H */
