/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * device.h: the half of an element that deals with its device: the
 * properties `device` and `timeout`, the context that the first leads to, the
 * watchdog that has the second, and in which changes of state the element's
 * session on that context comes and goes.
 *
 * An element embeds a GstClElementDevice and calls
 *
 *   - in init and finalize: gst_cl_element_device_init(), _clear()
 *   - in class_init: gst_cl_element_device_install()
 *   - in set_property and get_property: _set(), _get()
 *   - as its set_context, query and change_state: the functions of these
 *     names, which call the parent class
 *   - in its pads' query functions: _answer()
 *
 * A session is opened in NULL -> READY, and again in READY -> PAUSED if the
 * property has another device by then, or the context was given up. It is
 * closed in READY -> NULL.
 *
 * Threads: the properties are under the object lock, which the callers of _set()
 * and _get() hold. The session is changed in state changes alone.
 */
#ifndef GST_CL_ELEMENT_DEVICE_H
#define GST_CL_ELEMENT_DEVICE_H

#include <gst/gst.h>
#include "opencl/gstopenclwatchdog.h"

G_BEGIN_DECLS

/**
 * GstClElementDeviceFunctions:
 * @open: makes the session on a context; FALSE with error
 * @close: gives the session back, if there is one
 * @check: (nullable): in READY -> PAUSED, before @open: FALSE with error for
 *     what can be refused without a format
 * @stop: after PAUSED -> READY: forgets the stream
 *
 * What an element does in changes of state; static. They are called without
 * the object lock.
 */
typedef struct
{
  gboolean (*open) (GstElement * element, GstOpenCLContext * context,
      GError ** error);
  void (*close) (GstElement * element);
  gboolean (*check) (GstElement * element, GError ** error);
  void (*stop) (GstElement * element);
} GstClElementDeviceFunctions;

/* Another device of an element, with its watchdog. */
typedef struct
{
  GstOpenCLContext *context;
  GstOpenCLWatchdog *watchdog;
} GstClElementOther;

/**
 * GstClElementDevice:
 * @context: (nullable): changed in state changes alone
 * @watchdog: (nullable): likewise; there is one when a session is opened
 * @stopping: atomic: plan creation is to give up
 * @spreads: the element takes several devices
 * @others: (nullable): of GstClElementOther: the devices of "all-gpus" and
 *     "all-cpus" but the first; changed as the context is
 *
 * The other fields are private.
 */
typedef struct
{
  GstOpenCLContext *context;
  GstOpenCLWatchdog *watchdog;
  gint stopping;
  gboolean spreads;
  GArray *others;

  GstElement *element;          /* that embeds this */
  const GstClElementDeviceFunctions *functions;
  gchar *name;                  /* the properties, under the object lock */
  guint64 timeout;
  gchar *opened;                /* what `name` was; state changes alone */
  gboolean is_open;             /* there is a session; state changes alone */
} GstClElementDevice;

void gst_cl_element_device_init (GstClElementDevice * device,
    GstElement * element, const GstClElementDeviceFunctions * functions);
/* Closes the session; frees all but the struct. */
void gst_cl_element_device_clear (GstClElementDevice * device);

/* Installs the properties `device` and `timeout`. */
void gst_cl_element_device_install (GObjectClass * klass, guint device_id,
    guint timeout_id);
/* Sets or gets one of these properties; FALSE if it is another one. */
gboolean gst_cl_element_device_set (GstClElementDevice * device,
    const GParamSpec * spec, const GValue * value);
gboolean gst_cl_element_device_get (const GstClElementDevice * device,
    const GParamSpec * spec, GValue * value);

void gst_cl_element_device_set_context (GstClElementDevice * device,
    GstElementClass * parent_class, GstContext * context);

/* Answers a query for the context; TRUE if it was one and got an answer. */
gboolean gst_cl_element_device_answer (const GstClElementDevice * device,
    GstQuery * query);
gboolean gst_cl_element_device_query (const GstClElementDevice * device,
    GstElementClass * parent_class, GstQuery * query);

/* Makes the changes of state; a failure is posted. */
GstStateChangeReturn gst_cl_element_device_change_state
    (GstClElementDevice * device, GstElementClass * parent_class,
    GstStateChange transition);

G_END_DECLS

#endif /* GST_CL_ELEMENT_DEVICE_H */
