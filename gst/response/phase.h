/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* phase.h: the taps of a curve, of minimum or of linear phase. */
#ifndef GST_CL_PHASE_H
#define GST_CL_PHASE_H

#include "curve.h"
#include "private.h"

G_BEGIN_DECLS

/**
 * gst_cl_phase_make:
 * @curve: without a Conv
 * @what: how errors call it
 * @n_taps: 0: as few as keep the response within 0.05 dB of the curve from 20
 *     Hz to 20 kHz, or to half the rate (at the corners of a graph 0.07 dB).
 *     What is 60 dB below the largest value is no more exact than that. Of
 *     linear phase all may be as far away as what is 74 dB below it, and what
 *     is 40 dB below it only has to be as low
 *
 * A filter that does not lie below half the rate is done as far as the stream
 * has it, and noted.
 *
 * Returns: the response; NULL with an error if a filter is too steep, if too
 *     many taps were needed, or of the device
 */
GstClResponse *gst_cl_phase_make (const GstClCurve * curve, const gchar * what,
    gint rate, GstClPhase phase, guint64 n_taps, clfft_device * device,
    const gint * cancelled, GError ** error);

G_END_DECLS

#endif /* GST_CL_PHASE_H */
