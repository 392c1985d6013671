/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* convolution.c: makes convolvers, and feeds them from the history. */
#include "convolution.h"

#include "element/commands/source.h"
#include "opencl/error.h"

GstClConvolution *
gst_cl_convolution_new (GstClSession * session,
    const GstClConvolutionParams * params, GstClProgress * progress,
    GError ** error)
{
  const GstClResponse *response = params->response;
  const clfft_plan_params plan_params = {
    .schedule = params->schedule,
    .effort = params->effort,
    .progress = gst_cl_progress_update,
    .progress_data = progress,
  };
  const clfft_convolver_desc desc = {
    .inputs = params->n_inputs,
    .outputs = params->n_outputs,
    .n_responses = response->n_channels,
    .taps = response->n_taps,
    .responses = response->taps,
    .latency = params->latency,
    .max_frames = params->max_frames,
    .typical_frames = params->typical_frames,
    .precision = params->precision,
    .params = &plan_params,
    .waiter = gst_opencl_watchdog_get_waiter (session->watchdog),
  };
  g_autofree gchar *what = g_strdup_printf ("Could not prepare the convolution "
      "with %" G_GUINT64_FORMAT " taps of %u channels", response->n_taps,
      response->n_channels);
  GstClConvolution *self = g_new0 (GstClConvolution, 1);

  self->n_inputs = params->n_inputs;
  self->size = params->precision == CLFFT_PRECISION_DOUBLE ? sizeof (gdouble)
      : sizeof (gfloat);
  self->n_taps = response->n_taps;
  self->latency = params->latency + params->delay;
  self->delay = params->delay;
  self->max_frames = params->max_frames;
  if (gst_cl_check (clfft_convolver_create (gst_opencl_context_get_clfft_device
              (session->context), &desc, &self->convolver), what, error))
    return self;
  gst_cl_convolution_free (self);
  return NULL;
}

void
gst_cl_convolution_free (GstClConvolution * self)
{
  if (!self)
    return;
  clfft_convolver_destroy (&self->convolver);
  g_free (self);
}

guint64
gst_cl_convolution_get_tail (const GstClConvolution * self)
{
  return self->n_taps - 1;
}

guint64
gst_cl_convolution_get_rest (const GstClConvolution * self)
{
  return self->n_taps - 1 - self->delay;
}

/* Copies n frames of the history to staging memory; *input is NULL if they are
   silence. */
static gboolean
stage (GstClConvolution * self, GstClSession * session, GstClHistory * history,
    guint n, GstOpenCLMemory ** input, GError ** error)
{
  gsize size = n * self->size * self->n_inputs;
  GstClSource source;
  gboolean any;

  if (!gst_cl_source_begin_copy (&source, session, size, error))
    return FALSE;
  any = gst_cl_history_read (history, self->run, self->position, n,
      source.data, n * self->size);
  *input = any ? source.memory : NULL;
  return gst_cl_source_end_copy (&source, session, size, error);
}

/* Says where output goes. */
static void
aim (const GstClConvolutionOutput * output, clfft_convolver_params * params)
{
  params->output_offset = output->offset;
  params->output_distance = output->distance;
  params->add = output->add;
  if (output->ramp) {
    params->has_ramp = true;
    params->ramp_from = output->ramp->from;
    params->ramp_to = output->ramp->to;
  }
}

gboolean
gst_cl_convolution_run (GstClConvolution * self, GstClSession * session,
    GstClHistory * history, guint n, const GstClConvolutionOutput * output,
    GError ** error)
{
  clfft_convolver_params params = {.n_frames = n };
  GstClCommand command = { {{NULL}} };
  GstOpenCLMemory *input;
  clfft_status status;

  if (!stage (self, session, history, n, &input, error))
    return FALSE;
  command.uses[0].memory = input;
  command.uses[0].access = GST_MAP_READ;
  if (output) {
    aim (output, &params);
    command.uses[1].memory = output->memory;
    command.uses[1].access = output->add ? GST_MAP_READWRITE : GST_MAP_WRITE;
  }
  GST_CL_COMMAND_BEGIN (&command, &params);
  status = clfft_convolver_execute (self->convolver,
      gst_opencl_queue_get_handle (session->queue), input ? input->handle : NULL,
      output ? output->memory->handle : NULL, &params);
  if (!gst_cl_session_end_command (session, &command, status,
          "Could not run the convolution", error))
    return FALSE;
  self->position += n;
  return TRUE;
}

/* Takes the history up to input frame `end` and gives nothing. */
static gboolean
take (GstClConvolution * self, GstClSession * session, GstClHistory * history,
    guint64 end, GError ** error)
{
  while (self->position < end)
    if (!gst_cl_convolution_run (self, session, history,
            MIN (end - self->position, self->max_frames), NULL, error))
      return FALSE;
  return TRUE;
}

gboolean
gst_cl_convolution_go_to (GstClConvolution * self, GstClSession * session,
    GstClHistory * history, guint64 run, guint64 content, guint64 end,
    GError ** error)
{
  guint64 tail = gst_cl_convolution_get_tail (self);
  guint64 made = content + self->delay, first = made - MIN (made, tail);

  if (self->run != run
      || self->position > content + self->latency
      || self->position < first) {
    clfft_convolver_reset (self->convolver);
    self->run = run;
    self->position = first;
  }
  return take (self, session, history, MIN (content + self->latency, end),
      error);
}
