/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * samples.h: samples of a stream to planes of single or double precision, a
 * plane a channel, and back; 1.0 is the largest number of an integer format.
 * Back they are rounded to the nearest number, of 32 bits towards 0, and clipped,
 * without dither.
 *
 * One thread at a time.
 */
#ifndef GST_CL_SAMPLES_H
#define GST_CL_SAMPLES_H

#include <gst/audio/audio.h>

G_BEGIN_DECLS

typedef struct _GstClSamples GstClSamples;

/* Of a stream of that format, of any number of channels. */
GstClSamples *gst_cl_samples_new (const GstAudioInfo * info,
    gboolean is_double);
void gst_cl_samples_free (GstClSamples * samples);

/* Converts n frames: `stream` has them as the stream does, channels that are
   not interleaved stream_stride bytes apart; channel c of `planes` begins
   c * plane_stride bytes after its first. */
void gst_cl_samples_read (GstClSamples * samples, const guint8 * stream,
    gsize stream_stride, guint8 * planes, gsize plane_stride, gsize n);
void gst_cl_samples_write (GstClSamples * samples, const guint8 * planes,
    gsize plane_stride, guint8 * stream, gsize stream_stride, gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClSamples, gst_cl_samples_free)

G_END_DECLS

#endif /* GST_CL_SAMPLES_H */
