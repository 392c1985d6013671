/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * device.c: opens an element's context and session and closes them, with its
 * changes of state.
 */
#include "private.h"

#include <string.h>
#include "opencl/error.h"

#define DEFAULT_DEVICE "auto"
#define DEFAULT_TIMEOUT 0

/* ---- the properties ---- */

void
gst_cl_element_device_install (GObjectClass * klass, guint device_id,
    guint timeout_id)
{
  g_object_class_install_property (klass, device_id,
      g_param_spec_string ("device", "Device",
          "OpenCL device: auto (a GPU, else a CPU), gpu, cpu, accelerator, "
          "<platform index>:<device index>, or part of a device's name; "
          "all-gpus, all-cpus: all of them, in turns, where the element can",
          DEFAULT_DEVICE,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_READY));
  g_object_class_install_property (klass, timeout_id,
      g_param_spec_uint64 ("timeout", "Timeout",
          "The longest that a command of the device may take, in nanoseconds, "
          "before an error is posted and the device is given up; 0: as long as "
          "it takes", 0, G_MAXUINT64, DEFAULT_TIMEOUT,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_PLAYING));
}

static gboolean
is_called (const GParamSpec * spec, const gchar * name)
{
  return strcmp (spec->name, name) == 0;
}

gboolean
gst_cl_element_device_set (GstClElementDevice * device,
    const GParamSpec * spec, const GValue * value)
{
  if (is_called (spec, "device")) {
    g_free (device->name);
    device->name = g_value_dup_string (value);
    return TRUE;
  }
  if (!is_called (spec, "timeout"))
    return FALSE;
  device->timeout = g_value_get_uint64 (value);
  if (device->watchdog)
    gst_opencl_watchdog_set_timeout (device->watchdog, device->timeout);
  gst_cl_spread_set_timeout (device);
  return TRUE;
}

gboolean
gst_cl_element_device_get (const GstClElementDevice * device,
    const GParamSpec * spec, GValue * value)
{
  if (is_called (spec, "device"))
    g_value_set_string (value, device->name);
  else if (is_called (spec, "timeout"))
    g_value_set_uint64 (value, device->timeout);
  else
    return FALSE;
  return TRUE;
}

static gchar *
dup_name (GstClElementDevice * device)
{
  gchar *name;

  GST_OBJECT_LOCK (device->element);
  name = g_strdup (device->name);
  GST_OBJECT_UNLOCK (device->element);
  return name;
}

/* What the first of several devices may be, or the device itself. */
static const gchar *
get_first (const gchar * name)
{
  const gchar *single = gst_cl_spread_get_single (name);

  return single ? single : name;
}

/* ---- opening and closing ---- */

/* Takes the watchdog, which has the limit of the property from now on. */
static void
set_watchdog (GstClElementDevice * device, GstOpenCLWatchdog * watchdog)
{
  GstOpenCLWatchdog *old;

  GST_OBJECT_LOCK (device->element);
  old = device->watchdog;
  device->watchdog = watchdog;
  if (watchdog)
    gst_opencl_watchdog_set_timeout (watchdog, device->timeout);
  GST_OBJECT_UNLOCK (device->element);
  gst_clear_opencl_watchdog (&old);
}

static void
close_device (GstClElementDevice * device)
{
  device->functions->close (device->element);
  device->is_open = FALSE;
  gst_cl_spread_close (device);
  gst_clear_object (&device->context);
  set_watchdog (device, NULL);
  g_clear_pointer (&device->opened, g_free);
}

/* Whether the devices that are open are those of the name, and answer. */
static gboolean
is_as_wanted (const GstClElementDevice * device, const gchar * name)
{
  gboolean is_same = g_strcmp0 (device->opened, name) == 0
      || (!gst_cl_spread_get_single (name)
      && !gst_cl_spread_get_single (device->opened));

  return device->is_open && is_same
      && gst_opencl_context_matches (device->context, get_first (name))
      && gst_cl_spread_is_sound (device);
}

static gboolean
open_device (GstClElementDevice * device, GError ** error)
{
  g_autofree gchar *name = dup_name (device);

  if (is_as_wanted (device, name))
    return TRUE;
  close_device (device);
  if (!gst_cl_spread_check (device, name, error)
      || !gst_opencl_ensure_element_data (device->element, get_first (name),
          &device->context, error))
    return FALSE;
  set_watchdog (device, gst_opencl_watchdog_new (device->element,
          device->context));
  if (!gst_cl_spread_open (device, name, error))
    return FALSE;
  device->opened = g_strdup (name);
  device->is_open = device->functions->open (device->element,
      device->context, error);
  return device->is_open;
}

void
gst_cl_element_device_init (GstClElementDevice * device, GstElement * element,
    const GstClElementDeviceFunctions * functions)
{
  device->element = element;
  device->functions = functions;
  device->name = g_strdup (DEFAULT_DEVICE);
  device->timeout = DEFAULT_TIMEOUT;
}

void
gst_cl_element_device_clear (GstClElementDevice * device)
{
  close_device (device);
  g_clear_pointer (&device->name, g_free);
}

/* ---- contexts ---- */

void
gst_cl_element_device_set_context (GstClElementDevice * device,
    GstElementClass * parent_class, GstContext * context)
{
  g_autofree gchar *name = dup_name (device);

  gst_opencl_handle_set_context (device->element, context, get_first (name),
      &device->context);
  parent_class->set_context (device->element, context);
}

gboolean
gst_cl_element_device_answer (const GstClElementDevice * device,
    GstQuery * query)
{
  return GST_QUERY_TYPE (query) == GST_QUERY_CONTEXT
      && gst_opencl_handle_context_query (device->element, query,
      device->context);
}

gboolean
gst_cl_element_device_query (const GstClElementDevice * device,
    GstElementClass * parent_class, GstQuery * query)
{
  return gst_cl_element_device_answer (device, query)
      || parent_class->query (device->element, query);
}

/* ---- states ---- */

/* Refuses what can be refused without a format, before data flows. */
static gboolean
start (GstClElementDevice * device, GError ** error)
{
  const GstClElementDeviceFunctions *functions = device->functions;

  g_atomic_int_set (&device->stopping, FALSE);
  return (!functions->check || functions->check (device->element, error))
      && open_device (device, error);
}

GstStateChangeReturn
gst_cl_element_device_change_state (GstClElementDevice * device,
    GstElementClass * parent_class, GstStateChange transition)
{
  GstStateChangeReturn result;
  GError *error = NULL;

  if ((transition == GST_STATE_CHANGE_NULL_TO_READY
          && !open_device (device, &error))
      || (transition == GST_STATE_CHANGE_READY_TO_PAUSED
          && !start (device, &error))) {
    GST_CL_ELEMENT_ERROR (device->element, error);
    return GST_STATE_CHANGE_FAILURE;
  }
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY)
    g_atomic_int_set (&device->stopping, TRUE);

  result = parent_class->change_state (device->element, transition);

  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY)
    device->functions->stop (device->element);
  else if (transition == GST_STATE_CHANGE_READY_TO_NULL)
    close_device (device);
  return result;
}
