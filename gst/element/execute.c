/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * execute.c: plans that read and write GstOpenCLMemory.
 */
#include "execute.h"

#include "opencl/error.h"

gboolean
gst_cl_execute (clfft_plan * plan, GstOpenCLQueue * queue,
    GstOpenCLMemory * input, GstOpenCLMemory * output,
    clfft_execute_params * params, cl_event * event, GError ** error)
{
  GstOpenCLWaitList wait = GST_OPENCL_WAIT_LIST_INIT;
  clfft_status status;

  *event = NULL;
  gst_opencl_memory_collect (input, GST_MAP_READ, &wait);
  gst_opencl_memory_collect (output, GST_MAP_WRITE, &wait);
  params->n_wait = wait.n_events;
  params->wait = wait.events;
  params->event = event;
  status = clfft_plan_execute (plan, gst_opencl_queue_get_handle (queue),
      input->handle, output->handle, params);
  gst_opencl_wait_list_clear (&wait);
  if (!gst_cl_check (status, "Could not run the transform", error))
    return FALSE;
  gst_opencl_memory_mark (input, GST_MAP_READ, *event);
  gst_opencl_memory_mark (output, GST_MAP_WRITE, *event);
  return TRUE;
}
