/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * samplefifo.h: a queue of audio samples that stores silence as a number.
 *
 * The samples that were appended last stay in their GstBuffer. When others are
 * appended, the rest of them moves to a ring of the queue if the buffer is one
 * of a pool, or if there are many. So a source with a small buffer pool never
 * waits for the element, whatever the frame length, and what is used up soon is
 * copied once.
 *
 * Positions and counts are samples per channel. Not thread-safe.
 */
#ifndef GST_CL_SAMPLE_FIFO_H
#define GST_CL_SAMPLE_FIFO_H

#include <gst/audio/audio.h>

G_BEGIN_DECLS

typedef struct _GstClSampleFifo GstClSampleFifo;

GstClSampleFifo *gst_cl_sample_fifo_new (const GstAudioInfo * info);
void gst_cl_sample_fifo_free (GstClSampleFifo * fifo);

/* Appends a buffer (transfer full), which gst_cl_audio_info_count() counted; n_samples > 0. On
   failure the fifo is unchanged. */
gboolean gst_cl_sample_fifo_append (GstClSampleFifo * fifo,
    GstBuffer * buffer, gsize n_samples, GError ** error);
void gst_cl_sample_fifo_append_silence (GstClSampleFifo * fifo,
    guint64 n_samples);

/* Drops the oldest n_samples; the fifo must hold that many. */
void gst_cl_sample_fifo_drop (GstClSampleFifo * fifo, guint64 n_samples);
void gst_cl_sample_fifo_clear (GstClSampleFifo * fifo);

/* Copies n_samples from `first` (0: the oldest) to sample `dest_first` of dest.
   Planes are plane_stride bytes apart. Returns TRUE if any of them was not
   silence. */
gboolean gst_cl_sample_fifo_copy (const GstClSampleFifo * fifo,
    guint64 first, guint64 n_samples, guint8 * dest, gsize plane_stride,
    guint64 dest_first);
/* Finds n_samples from `first` on in the buffer that they came in: *offset is
   the byte of the first one. FALSE if not all are there, in one plane. */
gboolean gst_cl_sample_fifo_find (const GstClSampleFifo * fifo,
    guint64 first, guint64 n_samples, GstBuffer ** buffer, gsize * offset);
void gst_cl_sample_fifo_fill_silence (const GstClSampleFifo * fifo,
    guint64 n_samples, guint8 * dest, gsize plane_stride, guint64 dest_first);

/* The bytes of one sample in one plane: of all channels if interleaved. */
gsize gst_cl_sample_fifo_get_unit (const GstClSampleFifo * fifo);
/* The number of planes: 1, or the number of channels if not interleaved. */
guint gst_cl_sample_fifo_get_n_planes (const GstClSampleFifo * fifo);
/* The bytes that moved to the ring since the last call. */
gsize gst_cl_sample_fifo_take_moved (GstClSampleFifo * fifo);
/* The bytes that the ring has allocated. */
gsize gst_cl_sample_fifo_get_store_size (const GstClSampleFifo * fifo);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClSampleFifo, gst_cl_sample_fifo_free)

G_END_DECLS

#endif /* GST_CL_SAMPLE_FIFO_H */
