/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* command.c: orders a call of the engine behind other uses of its memories. */
#include "command.h"

#include "opencl/error.h"

void
gst_cl_command_collect (GstClCommand * command)
{
  guint i;

  for (i = 0; i < GST_CL_COMMAND_MAX_USES; i++)
    if (command->uses[i].memory)
      gst_opencl_memory_collect (command->uses[i].memory,
          command->uses[i].access, &command->wait);
  if (command->after)
    gst_opencl_wait_list_add (&command->wait, *command->after);
}

gboolean
gst_cl_command_end (GstClCommand * command, clfft_status status,
    const gchar * failed, GError ** error)
{
  guint i;

  gst_opencl_wait_list_clear (&command->wait);
  if (!gst_cl_check (status, failed, error))
    return FALSE;
  for (i = 0; i < GST_CL_COMMAND_MAX_USES && command->event; i++)
    if (command->uses[i].memory)
      gst_opencl_memory_mark (command->uses[i].memory,
          command->uses[i].access, command->event);
  return TRUE;
}
