/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* hang.c: see hang.h. */
#include "hang.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define NO_DEVICE 77

const struct fault_layer *hang_layer;
gchar hang_device_name[128];
const gchar *hang_profile;

gboolean
hang_complain (const LifeStream * stream, gulong at, const gchar * wrong,
    const Life * life)
{
  printf ("# %s, command %lu: %s: %s\n", stream->name, at, wrong,
      life->error ? life->error : "no error");
  return FALSE;
}

static void
set_timeout_of (const GValue * item, gpointer timeout)
{
  GObject *element = g_value_get_object (item);

  if (g_object_class_find_property (G_OBJECT_GET_CLASS (element), "timeout"))
    g_object_set (element, "timeout", *(const guint64 *) timeout, NULL);
}

void
hang_set_timeout (Life * life, guint64 timeout)
{
  GstIterator *children = gst_bin_iterate_recurse (GST_BIN (life->bin));

  gst_iterator_foreach (children, set_timeout_of, &timeout);
  gst_iterator_free (children);
}

static void
read_device_name (Life * life)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (life->bin), "x");
  GstStructure *stats;

  gst_element_set_state (element, GST_STATE_READY);
  g_object_get (element, "stats", &stats, NULL);
  g_strlcpy (hang_device_name, gst_structure_get_string (stats, "device"),
      sizeof hang_device_name);
  gst_structure_free (stats);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_object_unref (element);
}

/* The life that is the measure of the others, and compiles what they run. */
static void
live_first (const LifeStream * stream)
{
  Life life;

  alarm (2 * HANG_LIFE_SECONDS);
  life_open (&life, stream, NULL);
  life_live (&life);
  if (life.n_errors > 0 && strstr (life.error, "no OpenCL"))
    _exit (NO_DEVICE);
  if (life.n_errors > 0 || life.n_items < 3) {
    hang_complain (stream, 0, "too little came out", &life);
    _exit (1);
  }
  life_keep_as_golden (&life);
  read_device_name (&life);
  life_close (&life);
  hang_layer = fault_layer_find (FAULT_LAYER);
  if (!hang_layer) {
    printf ("# the fault layer was not loaded\n");
    _exit (1);
  }
}

gboolean
hang_holds (const LifeStream * stream,
    gboolean (*run) (const LifeStream * stream))
{
  int result = 0;
  pid_t child;

  fflush (stdout);
  child = fork ();
  if (child == 0) {
    gboolean held;

    setvbuf (stdout, NULL, _IOLBF, 0);
    g_setenv ("OPENCL_LAYERS", FAULT_LAYER, TRUE);
    if (hang_profile)
      g_setenv ("CLFFT_LAYER_PROFILE", hang_profile, TRUE);
    /* what is given up is never freed */
    g_unsetenv ("GST_TRACERS");
    live_first (stream);
    held = run (stream);
    fflush (stdout);
    _exit (!held);
  }
  if (child < 0 || waitpid (child, &result, 0) != child)
    return FALSE;
  if (WIFSIGNALED (result))
    printf ("# %s: the child ended with signal %d%s\n", stream->name,
        WTERMSIG (result), WTERMSIG (result) == SIGALRM ? ": it hung" : "");
  if (WIFEXITED (result) && WEXITSTATUS (result) == NO_DEVICE) {
    test_skip_reason = "no OpenCL device";
    return TRUE;
  }
  return WIFEXITED (result) && WEXITSTATUS (result) == 0;
}

void
hang_await (void)
{
  struct fault_report report;

  do {
    g_usleep (1000);
    hang_layer->report (&report);
  } while (report.n_held == 0);
}
