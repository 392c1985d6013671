/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * loader.h: makes the convolution that settings ask for: at the start on the
 * streaming thread, while playing on a thread of its own, which has a queue of
 * its own and feeds the new convolution with what was before.
 */
#ifndef GST_CL_FFT_FILTER_LOADER_H
#define GST_CL_FFT_FILTER_LOADER_H

#include "convolution.h"
#include "element/element.h"
#include "settings.h"

G_BEGIN_DECLS

/**
 * GstClFilterJob:
 * @element: whose settings these are
 * @settings: (owned): what is asked for
 * @source: which of them says where the response is
 * @response: (nullable) (owned): of that source, if it is loaded already
 * @rate: of the stream
 * @params: of the convolution; all but the response
 * @history: (nullable): what was before; borrowed
 * @lag: frames by which the output is behind the input at most
 * @number: of the jobs that were asked for
 *
 * A job, and with @convolution or @error its result.
 */
typedef struct
{
  GstClElement *element;
  GstClFftFilterSettings *settings;
  GstClFftFilterSource source;
  GstClResponse *response;
  gint rate;
  GstClConvolutionParams params;
  GstClHistory *history;
  guint64 lag;
  guint64 number;

  GstClConvolution *convolution;
  GError *error;
} GstClFilterJob;

/* A job for settings (copied), without other sources than this one. */
GstClFilterJob *gst_cl_filter_job_new (GstClElement * element,
    gconstpointer settings, GstClFftFilterSource source);
void gst_cl_filter_job_free (GstClFilterJob * job);

/* Frames; of what is not done yet without the delay that is taken off. */
guint64 gst_cl_filter_job_get_latency (const GstClFilterJob * job);

/* Does a job on this thread; FALSE with job->error. cancelled: atomic. */
gboolean gst_cl_filter_job_do (GstClFilterJob * job, GstClSession * session,
    const gint * cancelled);

typedef struct _GstClFilterLoader GstClFilterLoader;

/* The thread starts with the first job. */
GstClFilterLoader *gst_cl_filter_loader_new (GstOpenCLContext * context,
    GstOpenCLWatchdog * watchdog);
/* Gives up what is being loaded, and waits until it has; accepts NULL. */
void gst_cl_filter_loader_free (GstClFilterLoader * loader);

/* Gives it a job (transfer full), instead of any that is not done; but of two
   in a row one is done, so that what is changed all the time changes. */
void gst_cl_filter_loader_ask (GstClFilterLoader * loader,
    GstClFilterJob * job);

/* Gives up all jobs. */
void gst_cl_filter_loader_cancel (GstClFilterLoader * loader);
/* The same, and waits until that is done. */
void gst_cl_filter_loader_stop (GstClFilterLoader * loader);

/* The last job that is done (transfer full), if there is one. */
GstClFilterJob *gst_cl_filter_loader_take (GstClFilterLoader * loader);

/* Whether a job is not done yet; from any thread. */
gboolean gst_cl_filter_loader_is_busy (GstClFilterLoader * loader);

G_END_DECLS

#endif /* GST_CL_FFT_FILTER_LOADER_H */
