/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * framing-private.h: what framing.c (frames out), framing-pad.c (their samples)
 * and framing-input.c (samples in) share.
 */
#ifndef GST_CL_FRAMING_PRIVATE_H
#define GST_CL_FRAMING_PRIVATE_H

#include "framing.h"
#include "samplefifo.h"

G_BEGIN_DECLS

/* Indices count samples per channel from the anchor. */
typedef struct
{
  GstClockTime anchor;
  guint64 n_samples;            /* received, at most G_MAXINT64 / 2 */
  guint64 dropped;              /* of them, dropped from the fifo */
  guint64 base;                 /* index from which frame 0 has its time */
  guint64 k;                    /* next frame, counted from base */
  guint64 whole;                /* first frame of these n_whole */
  gboolean taken;               /* a batch of it was taken */
  gboolean ended;
  gboolean cut;                 /* it has ended without its incomplete frames */
} Stretch;

struct _GstClFraming
{
  GstClFramingParams params;
  gint rate;                    /* 0 before set_info */
  GstClSampleFifo *fifo;        /* samples of all stretches, in order */
  GArray *stretches;            /* of Stretch; all but the last have ended */

  GstAudioStreamAlign *align;
  GstSegment segment;
  GstClockTime end_time;        /* of the last stretch that ended, or NONE */
  gboolean discont;             /* a flag came with input that had no sample */
  gboolean open_gap;            /* silence until the next timestamp */
  gboolean flagged;             /* the next batch passes a flag on */
};

GstClockTime gst_cl_framing_time (const GstClFraming * framing,
    const Stretch * stretch, guint64 index);
/* How many frames of a stretch are known, from its base on. */
guint64 gst_cl_framing_count (const GstClFraming * framing,
    const Stretch * stretch);
/* Whether samples outside a stretch are those inside. */
gboolean gst_cl_framing_mirrors (const GstClFraming * framing);
/* Writes n samples from index `first` on, inside the stretch or not. Returns
   TRUE if any of them is data. */
gboolean gst_cl_framing_copy_range (GstClFraming * framing,
    const Stretch * stretch, gint64 first, guint64 n, guint8 * dest,
    gsize plane_stride);
void gst_cl_framing_trim (GstClFraming * framing);
void gst_cl_framing_update_align (GstClFraming * framing);

G_END_DECLS

#endif /* GST_CL_FRAMING_PRIVATE_H */
