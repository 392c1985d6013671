/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-watchdog.c: waiting with a limit. Events are the application's own,
 * which end when a test says so.
 */
#include <string.h>

#include "opencl/gstopenclwatchdog.h"
#include "log-support.h"

#define LIMIT (20 * GST_MSECOND)
#define AMPLE (60 * GST_SECOND)

typedef struct
{
  GstOpenCLContext *context;
  GstElement *element;
  GstBus *bus;
  GstOpenCLWatchdog *watchdog;
} Setup;

static gboolean
set_up (Setup * setup, guint64 timeout)
{
  gst_init (NULL, NULL);
  setup->context = gst_opencl_context_new (g_getenv ("CLFFT_TEST_DEVICE"),
      NULL);
  if (!setup->context)
    return FALSE;
  setup->element = gst_object_ref_sink (gst_bin_new (NULL));
  setup->bus = gst_bus_new ();
  gst_element_set_bus (setup->element, setup->bus);
  setup->watchdog = gst_opencl_watchdog_new (setup->element, setup->context);
  gst_opencl_watchdog_set_timeout (setup->watchdog, timeout);
  return TRUE;
}

static void
tear_down (Setup * setup)
{
  gst_clear_opencl_watchdog (&setup->watchdog);
  if (setup->element)
    gst_element_set_bus (setup->element, NULL);
  gst_clear_object (&setup->element);
  gst_object_unref (setup->bus);
  gst_object_unref (setup->context);
}

static cl_event
new_event (Setup * setup)
{
  cl_int code;
  cl_event event =
      clCreateUserEvent (gst_opencl_context_get_handle (setup->context), &code);

  TEST_CHECK (code == CL_SUCCESS, "clCreateUserEvent: %d", code);
  return event;
}

static void
end_event (cl_event * event)
{
  clSetUserEventStatus (*event, CL_COMPLETE);
  gst_opencl_event_clear (event);
}

/* Errors that were posted, of which *text is the last. */
static guint
count_errors (Setup * setup, gchar ** text)
{
  GstMessage *message;
  GError *error;
  guint n = 0;

  while ((message = gst_bus_pop_filtered (setup->bus, GST_MESSAGE_ERROR))) {
    gst_message_parse_error (message, &error, NULL);
    g_free (*text);
    *text = g_strdup (error->message);
    g_error_free (error);
    gst_message_unref (message);
    n++;
  }
  return n;
}

#define SET_UP(setup, timeout)                                                \
  Setup setup;                                                                \
  if (!set_up (&setup, timeout))                                              \
    TEST_SKIP ("no OpenCL device")

static void
command_that_never_ends_is_given_up_and_reported_once (void)
{
  SET_UP (setup, LIMIT);
  cl_event event = new_event (&setup);
  g_autofree gchar *text = NULL;
  GError *error = NULL;
  const gchar *name =
      gst_opencl_context_get_limits (setup.context)->device_name;

  TEST_CHECK (!gst_opencl_event_wait (event, setup.watchdog, &error), "wait");
  TEST_CHECK (g_error_matches (error, GST_CORE_ERROR,
          GST_CORE_ERROR_STATE_CHANGE), "would be posted again");
  g_clear_error (&error);
  TEST_CHECK (gst_opencl_watchdog_has_given_up (setup.watchdog), "given up");
  TEST_CHECK (!gst_opencl_event_wait (event, setup.watchdog, NULL), "again");
  TEST_CHECK (count_errors (&setup, &text) == 1, "not one error");
  TEST_CHECK (text && strstr (text, name) && strstr (text, "20000000 ns"),
      "%s", text);
  TEST_CHECK (!gst_opencl_context_matches (setup.context, NULL),
      "its context is still offered");
  end_event (&event);
  tear_down (&setup);
}

static void
command_that_ended_is_right_even_then (void)
{
  SET_UP (setup, LIMIT);
  cl_event event = new_event (&setup), done = new_event (&setup);

  clSetUserEventStatus (done, CL_COMPLETE);
  TEST_CHECK (!gst_opencl_event_wait (event, setup.watchdog, NULL), "hangs");
  TEST_CHECK (gst_opencl_event_wait (done, setup.watchdog, NULL), "done");
  end_event (&event);
  gst_opencl_event_clear (&done);
  tear_down (&setup);
}

static gpointer
end_later (gpointer event)
{
  g_usleep (30000);
  clSetUserEventStatus (event, CL_COMPLETE);
  return NULL;
}

static void
command_that_ends_in_time_is_no_error (void)
{
  static const guint64 timeouts[] = { AMPLE, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (timeouts); i++) {
    SET_UP (setup, timeouts[i]);
    cl_event event = new_event (&setup);
    GThread *thread = g_thread_new ("end", end_later, event);
    g_autofree gchar *text = NULL;

    TEST_CHECK (gst_opencl_event_wait (event, setup.watchdog, NULL), "wait");
    TEST_CHECK (!gst_opencl_watchdog_has_given_up (setup.watchdog), "lost");
    TEST_CHECK (count_errors (&setup, &text) == 0, "%s", text);
    g_thread_join (thread);
    gst_opencl_event_clear (&event);
    tear_down (&setup);
  }
}

static gpointer
arm_later (gpointer watchdog)
{
  g_usleep (30000);
  gst_opencl_watchdog_set_timeout (watchdog, LIMIT);
  return NULL;
}

static void
limit_can_be_lowered_while_it_waits (void)
{
  SET_UP (setup, 3600 * GST_SECOND);
  cl_event event = new_event (&setup);
  GThread *thread = g_thread_new ("arm", arm_later, setup.watchdog);

  TEST_CHECK (!gst_opencl_event_wait (event, setup.watchdog, NULL), "wait");
  g_thread_join (thread);
  end_event (&event);
  tear_down (&setup);
}

static void
command_that_failed_is_reported_as_without_a_limit (void)
{
  static const guint64 timeouts[] = { AMPLE, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (timeouts); i++) {
    SET_UP (setup, timeouts[i]);
    cl_event event = new_event (&setup);
    GError *error = NULL;

    clSetUserEventStatus (event, CL_OUT_OF_RESOURCES);
    TEST_CHECK (!gst_opencl_event_wait (event, setup.watchdog, &error), "wait");
    TEST_CHECK (error && strstr (error->message, "CL_OUT_OF_RESOURCES"), "%s",
        error ? error->message : "no error");
    g_clear_error (&error);
    TEST_CHECK (!gst_opencl_watchdog_has_given_up (setup.watchdog), "lost");
    gst_opencl_event_clear (&event);
    tear_down (&setup);
  }
}

static gpointer
wait_too (gpointer data)
{
  gpointer *pair = data;

  gst_opencl_event_wait (pair[0], pair[1], NULL);
  return NULL;
}

static void
threads_that_wait_tell_once_together (void)
{
  SET_UP (setup, LIMIT);
  cl_event event = new_event (&setup);
  gpointer pair[2] = { event, setup.watchdog };
  g_autofree gchar *text = NULL;
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("wait", wait_too, pair);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  TEST_CHECK (count_errors (&setup, &text) == 1, "not one error");
  end_event (&event);
  tear_down (&setup);
}

static void
watchdog_outlives_its_element (void)
{
  SET_UP (setup, LIMIT);
  cl_event event = new_event (&setup);

  gst_element_set_bus (setup.element, NULL);
  gst_clear_object (&setup.element);
  TEST_CHECK (!gst_opencl_event_wait (event, setup.watchdog, NULL), "wait");
  end_event (&event);
  tear_down (&setup);
}

static void
every_command_that_ends_renews_the_patience (void)
{
  GstOpenCLPatience patience = {.since = 1000,.n_ended = 7 };

  TEST_CHECK (!gst_opencl_patience_is_over (&patience, 1099, 7, 100000), "1");
  TEST_CHECK (!gst_opencl_patience_is_over (&patience, 1100, 8, 100000), "2");
  TEST_CHECK (!gst_opencl_patience_is_over (&patience, 1199, 8, 100000), "3");
  TEST_CHECK (!gst_opencl_patience_is_over (&patience, 9999, 9, 100000), "4");
  TEST_CHECK (gst_opencl_patience_is_over (&patience, 10099, 9, 100000), "5");
  TEST_CHECK (!gst_opencl_patience_is_over (&patience, G_MAXINT64, 9, 0),
      "for ever");
  TEST_CHECK (!gst_opencl_patience_is_over (&patience, G_MAXINT64 / 2000, 9,
          G_MAXUINT64), "the longest");
}

/* Each is added twice, as input and output of a command are marked. */
static void
commands_that_end_count_though_another_is_waited_for (void)
{
  SET_UP (setup, AMPLE);
  cl_event events[3];
  GThread *thread;

  for (guint i = 0; i < G_N_ELEMENTS (events); i++) {
    events[i] = new_event (&setup);
    gst_opencl_watchdog_add (setup.watchdog, events[i]);
    gst_opencl_watchdog_add (setup.watchdog, events[i]);
  }
  end_event (&events[0]);
  end_event (&events[1]);
  thread = g_thread_new ("end", end_later, events[2]);
  TEST_CHECK (gst_opencl_event_wait (events[2], setup.watchdog, NULL), "wait");
  g_thread_join (thread);
  gst_opencl_event_clear (&events[2]);
  tear_down (&setup);
}

TEST_MAIN (TEST (command_that_never_ends_is_given_up_and_reported_once),
    TEST (command_that_ended_is_right_even_then),
    TEST (command_that_ends_in_time_is_no_error),
    TEST (limit_can_be_lowered_while_it_waits),
    TEST (command_that_failed_is_reported_as_without_a_limit),
    TEST (threads_that_wait_tell_once_together),
    TEST (watchdog_outlives_its_element),
    TEST (every_command_that_ends_renews_the_patience),
    TEST (commands_that_end_count_though_another_is_waited_for))
