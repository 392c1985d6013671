/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* samplepack.h: converts numbers to samples of any audio format: to the nearest
   integer, clipped, where 1 is 2^(bits - 1). NaN becomes silence in an integer
   format. A sample that was an integer before is the same one again. */
#ifndef GST_CL_SAMPLE_PACK_H
#define GST_CL_SAMPLE_PACK_H

#include <gst/audio/audio.h>

G_BEGIN_DECLS

/* Converts values[sample * channels + channel] and writes them to dest: as
   tuples, or as planes of n_samples back to back, as info has it; n_samples *
   bpf bytes in both cases. */
void gst_cl_pack_samples (const GstAudioInfo * info, const gdouble * values,
    gsize n_samples, guint8 * dest);

G_END_DECLS

#endif /* GST_CL_SAMPLE_PACK_H */
