/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * input.h: brings the samples of frames to the device: from the buffer that
 * they came in if that has all of them and the device can read it, else by a
 * copy in staging memory.
 */
#ifndef GST_CL_STFT_INPUT_H
#define GST_CL_STFT_INPUT_H

#include "config.h"
#include "element/commands/source.h"
#include "audio/framing.h"
#include "front/emphasis.h"

G_BEGIN_DECLS

/**
 * GstClStftInput:
 * @source: of the samples; to be ended after the last command that reads
 * @first: element of the plan's input where the first frame begins
 *
 * What a dispatch reads.
 */
typedef struct
{
  GstClSource source;
  guint64 first;
} GstClStftInput;

/* Takes the next n_frames of framing, which are ready. planes: as many bytes as
   the config's staging memory where I and Q are interleaved, else NULL.
   emphasis: where the config emphasizes, else NULL. */
gboolean gst_cl_stft_input_take (GstClStftInput * input,
    GstClSession * session, const GstClStftConfig * config,
    guint8 * planes, GstClStftEmphasis * emphasis, GstClFraming * framing, guint n_frames,
    GstClFramingBatch * batch, GError ** error);

G_END_DECLS

#endif /* GST_CL_STFT_INPUT_H */
