/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* sessiondevice.c: see sessiondevice.h. */
#include "sessiondevice.h"

gboolean
gst_cl_session_device_open (GstClSessionDevice * device,
    GstOpenCLContext * context, GstOpenCLWatchdog * watchdog, GError ** error)
{
  device->watchdog = gst_opencl_watchdog_ref (watchdog);
  device->context = gst_object_ref (context);
  device->queue = gst_opencl_queue_new (context,
      GST_OPENCL_QUEUE_FLAG_PROFILING, error);
  if (device->queue)
    device->allocator = gst_opencl_allocator_new (context,
        GST_OPENCL_HOST_ACCESS_AUTO, error);
  if (!device->allocator)
    return FALSE;
  gst_opencl_queue_set_watchdog (device->queue, watchdog);
  gst_opencl_allocator_set_watchdog (device->allocator, watchdog);
  return TRUE;
}

void
gst_cl_session_device_close (GstClSessionDevice * device)
{
  gst_clear_object (&device->allocator);
  gst_clear_opencl_queue (&device->queue);
  if (gst_opencl_watchdog_has_given_up (device->watchdog))
    device->context = NULL;
  gst_clear_object (&device->context);
  gst_clear_opencl_watchdog (&device->watchdog);
}
