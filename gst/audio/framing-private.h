/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * framing-private.h: what framing.c (frames out), framing-pad.c (their samples)
 * and framing-input.c (samples in) share.
 */
#ifndef GST_CL_FRAMING_PRIVATE_H
#define GST_CL_FRAMING_PRIVATE_H

#include "arrival.h"
#include "framing.h"
#include "samplefifo.h"

G_BEGIN_DECLS

/* Indices count samples per channel from the anchor. */
typedef struct
{
  GstClTimeline line;           /* of the samples received, at most
                                   G_MAXINT64 / 2 */
  guint64 dropped;              /* of them, dropped from the fifo */
  guint64 base;                 /* index from which frame 0 has its time */
  guint64 k;                    /* next frame, counted from base */
  guint64 whole;                /* first frame of these n_whole */
  /* of the frames taken: */
  guint64 due;                  /* index of the time of the one after them */
  gint64 reach;                 /* where that may begin to read at the latest */
  guint hop;                    /* 0: none was taken */
  gboolean taken;               /* a batch of it was taken */
  gboolean cut;                 /* it has ended without its incomplete frames */
} Run;

struct _GstClFraming
{
  GstClFramingParams params;
  GstClTimeline line;           /* of the next run, when none is current */
  GstAudioInfo info;            /* if there is a fifo */
  GstClSampleFifo *fifo;        /* samples of all runs, in order; NULL before
                                   set_info */
  GArray *runs;                 /* of Run; all but the last have ended */

  GstClArrival arrival;
  gboolean flagged;             /* the next batch passes a flag on */
};

/* How many frames of a run are known, from its base on. */
guint64 gst_cl_framing_count (const GstClFraming * framing, const Run * run);
/* Whether samples outside a run are those inside. */
gboolean gst_cl_framing_mirrors (const GstClFraming * framing);
/* Writes n samples from index `first` on, inside the run or not. Returns TRUE
   if any of them is data. */
gboolean gst_cl_framing_copy_range (GstClFraming * framing, const Run * run,
    gint64 first, guint64 n, guint8 * dest, gsize plane_stride);
void gst_cl_framing_trim (GstClFraming * framing);

G_END_DECLS

#endif /* GST_CL_FRAMING_PRIVATE_H */
