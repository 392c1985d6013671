/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.h: the work of clspectrum on its device. A transform is staged when
 * its last sample arrives; staged transforms go to the device together, and are
 * gathered into the results of intervals.
 *
 * One thread at a time, but for gst_cl_session_get_stats().
 */
#ifndef GST_CL_SPECTRUM_SESSION_H
#define GST_CL_SPECTRUM_SESSION_H

#include "config.h"
#include "distortion/distortion.h"
#include "element/element.h"
#include "element/session.h"

G_BEGIN_DECLS

/* Begins with a GstClSession. */
typedef struct _GstClSpectrumSession GstClSpectrumSession;

/* Functions of a GstClElementClass; a session is a GstClSpectrumSession. */
gpointer gst_cl_spectrum_session_open (GstClElement * element,
    GError ** error);
void gst_cl_spectrum_session_unconfigure (gpointer session);

/* Replaces the previous configuration, and takes config in any case. On failure
   the session must be unconfigured. The next function makes the plans. */
gboolean gst_cl_spectrum_session_configure (GstClSpectrumSession * session,
    GstClSpectrumConfig * config, GError ** error);
/* The config; NULL if nothing is configured. */
const GstClSpectrumConfig *gst_cl_spectrum_session_get_config
    (GstClSpectrumSession * session);

/* Sets which fields results have from now on, and makes the plans that are
   missing. What is staged stays. */
gboolean gst_cl_spectrum_session_set_fields (GstClSpectrumSession * session,
    const gboolean wanted[GST_CL_SPECTRUM_N_FIELDS], GstClProgress * progress,
    GError ** error);
void gst_cl_spectrum_session_set_threshold (GstClSpectrumSession * session,
    gfloat threshold);

/* Forgets samples and transforms. */
void gst_cl_spectrum_session_restart (GstClSpectrumSession * session);

/**
 * GstClSpectrumResult:
 * @time: of the interval's begin, or NONE
 * @duration: of the interval
 * @fields: bands of one channel after the other; NULL if not wanted
 * @figures: of distortion; NULL if not wanted
 */
typedef struct
{
  GstClockTime time, duration;
  const gfloat *fields[GST_CL_SPECTRUM_N_FIELDS];
  const GstClDistortionFigures *figures;
} GstClSpectrumResult;

/* Gets results in the order of their intervals, on the thread that calls. */
typedef void (*GstClSpectrumResultFunction) (const GstClSpectrumResult *
    result, gpointer user_data);
void gst_cl_spectrum_session_set_function (GstClSpectrumSession * session,
    GstClSpectrumResultFunction function, gpointer user_data);

/* Returns what the functions below take as the data of the buffer whose samples
   are at data: these samples, or the means of their channels, which stay until
   the next call. NULL if there is no memory for them. */
const guint8 *gst_cl_spectrum_session_begin_buffer (GstClSpectrumSession *
    session, const guint8 * data, gsize n_samples, GError ** error);

/* Adds a transform of all channels that ends after n_samples of the buffer
   whose samples are at data. It may run what is staged, as may the next
   function but one. */
gboolean gst_cl_spectrum_session_add (GstClSpectrumSession * session,
    const guint8 * data, gsize n_samples, GError ** error);

/* Ends an interval, which has all its transforms. */
gboolean gst_cl_spectrum_session_end_interval (GstClSpectrumSession * session,
    GstClockTime time, GstClockTime duration, GError ** error);
/* Ends an interval of which no result is wanted. */
void gst_cl_spectrum_session_drop_interval (GstClSpectrumSession * session);

/* Ends a buffer; n_samples may be 0. Runs what is staged if an interval ended,
   waits for it, and gives the results. */
gboolean gst_cl_spectrum_session_end_buffer (GstClSpectrumSession * session,
    const guint8 * data, gsize n_samples, GError ** error);

G_END_DECLS

#endif /* GST_CL_SPECTRUM_SESSION_H */
