/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-fork.c: OpenCL in the child of a process. What a child does is reported by
 * one line in a pipe; one that hangs is killed.
 */
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "opencl/gstopenclwatchdog.h"
#include "support/test.h"

#define MOST 10000              /* ms until a child is killed */

static GstOpenCLContext *
open_device (GError ** error)
{
  return gst_opencl_context_new (g_getenv ("CLFFT_TEST_DEVICE"), error);
}

/* What the child does with the parent's context, NULL if there is none. FALSE
   with error, TRUE without. */
typedef gboolean (*Deed) (GstOpenCLContext * inherited, GError ** error);

static gboolean
open_another (GstOpenCLContext * inherited, GError ** error)
{
  GstOpenCLContext *context = open_device (error);

  return context != NULL;
}

static gboolean
start_element (GstOpenCLContext * inherited, GError ** error)
{
  GstElement *element = gst_object_ref_sink (gst_bin_new (NULL));
  GstOpenCLContext *field = NULL;

  return gst_opencl_ensure_element_data (element, NULL, &field, error);
}

/* An element that was READY before has a session: may it stay, is there
   something to wait for? */
static gboolean
close_session (GstOpenCLContext * inherited, GError ** error)
{
  GstElement *element = gst_object_ref_sink (gst_bin_new (NULL));
  GstOpenCLWatchdog *watchdog = gst_opencl_watchdog_new (element, inherited);

  return gst_opencl_context_matches (inherited, NULL)
      || !gst_opencl_watchdog_has_given_up (watchdog)
      || start_element (inherited, error);
}

/* As one that was READY before. */
static gboolean
start_element_again (GstOpenCLContext * inherited, GError ** error)
{
  GstElement *element = gst_object_ref_sink (gst_bin_new (NULL));
  GstOpenCLContext *field = gst_object_ref (inherited);

  return gst_opencl_ensure_element_data (element, NULL, &field, error);
}

static gboolean
make_queue (GstOpenCLContext * inherited, GError ** error)
{
  return gst_opencl_queue_new (inherited, GST_OPENCL_QUEUE_FLAG_NONE,
      error) != NULL;
}

static gboolean
make_memory (GstOpenCLContext * inherited, GError ** error)
{
  return gst_opencl_allocator_new (inherited, GST_OPENCL_HOST_ACCESS_AUTO,
      error) != NULL;
}

static void G_GNUC_NORETURN
act (Deed deed, GstOpenCLContext * inherited, int pipe_end)
{
  GError *error = NULL;
  const gchar *said = "done";

  if (!deed (inherited, &error))
    said = error->message;
  if (write (pipe_end, said, strlen (said)) < 0)
    _exit (1);
  _exit (0);
}

/* What a child said; "" if nothing. *wait: milliseconds until then. */
static void
ask_child (Deed deed, GstOpenCLContext * inherited, gchar * said, gsize size,
    gint64 * wait)
{
  struct pollfd end = {.events = POLLIN };
  gint64 begin = g_get_monotonic_time ();
  ssize_t length = 0;
  int ends[2], status;
  pid_t child;

  said[0] = '\0';
  TEST_REQUIRE (pipe (ends) == 0, "pipe");
  child = fork ();
  if (child == 0)
    act (deed, inherited, ends[1]);
  close (ends[1]);
  end.fd = ends[0];
  if (child > 0 && poll (&end, 1, MOST) == 1)
    length = read (ends[0], said, size - 1);
  *wait = (g_get_monotonic_time () - begin) / 1000;
  said[MAX (length, 0)] = '\0';
  if (child > 0) {
    kill (child, SIGKILL);
    waitpid (child, &status, 0);
  }
  close (ends[0]);
}

/* First of all claims: nothing has used OpenCL yet. */
static void
a_child_of_before_the_first_use_has_its_own (void)
{
  gchar said[512];
  gint64 wait;

  gst_init (NULL, NULL);
  ask_child (open_another, NULL, said, sizeof said, &wait);
  TEST_CHECK (said[0] && !strstr (said, "fork"), "said '%s'", said);
}

static void
a_child_of_after_the_first_use_fails_at_once (void)
{
  static const struct
  {
    const gchar *name;
    Deed deed;
  } deeds[] = {
    {"open_another", open_another},
    {"start_element", start_element},
    {"start_element_again", start_element_again},
    {"close_session", close_session},
    {"make_queue", make_queue},
    {"make_memory", make_memory},
  };
  GstOpenCLContext *context;
  guint i;

  gst_init (NULL, NULL);
  context = open_device (NULL);
  if (!context)
    TEST_SKIP ("no device");
  for (i = 0; i < G_N_ELEMENTS (deeds); i++) {
    gchar said[512];
    gint64 wait;

    ask_child (deeds[i].deed, context, said, sizeof said, &wait);
    TEST_CHECK (strstr (said, "before fork()") && strstr (said, "exec"),
        "%s: said '%s'", deeds[i].name, said);
    TEST_CHECK (wait < 1000, "%s: after %d ms", deeds[i].name, (int) wait);
  }
  gst_object_unref (context);
}

static void
the_parent_goes_on (void)
{
  g_autoptr (GError) error = NULL;
  GstOpenCLContext *context;
  GstOpenCLQueue *queue;
  gchar said[512];
  gint64 wait;

  gst_init (NULL, NULL);
  context = open_device (NULL);
  if (!context)
    TEST_SKIP ("no device");
  ask_child (make_queue, context, said, sizeof said, &wait);
  queue = gst_opencl_queue_new (context, GST_OPENCL_QUEUE_FLAG_NONE, &error);
  TEST_CHECK (queue && gst_opencl_queue_finish (queue, &error), "%s",
      error ? error->message : "?");
  gst_clear_opencl_queue (&queue);
  gst_object_unref (context);
}

TEST_MAIN (TEST (a_child_of_before_the_first_use_has_its_own),
    TEST (a_child_of_after_the_first_use_fails_at_once),
    TEST (the_parent_goes_on))
