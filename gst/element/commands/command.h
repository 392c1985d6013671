/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * command.h: one call of the engine in order with all other accesses to the
 * device memories that it uses, whatever queue or thread those are of:
 *
 *   clfft_execute_params params = { .counts = {n_frames} };
 *   GstClCommand command = {
 *     .uses = {{input, GST_MAP_READ}, {output, GST_MAP_WRITE}}
 *   };
 *
 *   GST_CL_COMMAND_BEGIN (&command, &params);
 *   status = clfft_plan_execute (plan, gst_opencl_queue_get_handle (queue),
 *       input->handle, output->handle, &params);
 *   return gst_cl_session_end_command (session, &command, status,
 *       "Could not run the transform", error);
 */
#ifndef GST_CL_COMMAND_H
#define GST_CL_COMMAND_H

#include "clfft/clfft.h"
#include "opencl/gstopenclmemory.h"

G_BEGIN_DECLS

/* One for what a call reads, one for what it writes. */
#define GST_CL_COMMAND_MAX_USES 2

/**
 * GstClCommand:
 * @uses: what is done with each memory, which is nullable
 * @after: (nullable): the command before it where both change what the engine
 *     keeps: the queue keeps order, but goes on after a failure. The session
 *     sets it to this command
 * @event: of what was enqueued, NULL if that is nothing
 */
typedef struct
{
  struct
  {
    GstOpenCLMemory *memory;
    GstMapFlags access;
  } uses[GST_CL_COMMAND_MAX_USES];
  cl_event *after;

  cl_event event;
  /* private */
  GstOpenCLWaitList wait;
} GstClCommand;

/* Collects what the command must wait for, and sets that and the event in the
   parameters of the call, whichever struct of the engine that is. */
#define GST_CL_COMMAND_BEGIN(command, params) G_STMT_START {                  \
  gst_cl_command_collect (command);                                           \
  (params)->n_wait = (command)->wait.n_events;                                \
  (params)->wait = (command)->wait.events;                                    \
  (params)->event = &(command)->event;                                        \
} G_STMT_END

void gst_cl_command_collect (GstClCommand * command);

/* Ends it with the status of the call: the memories know of the command. FALSE
   with error, which begins with `failed`; else the event is the caller's. */
gboolean gst_cl_command_end (GstClCommand * command, clfft_status status,
    const gchar * failed, GError ** error);

G_END_DECLS

#endif /* GST_CL_COMMAND_H */
