/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-locale.c: messages of elements have numbers with a point where
 * the locale has a comma.
 */
#include <string.h>

#include "gst/support/rig.h"
#include "support/german.h"
#include "support/test.h"

static gboolean is_german;

/* On the way to PAUSED, which the property's value prevents. */
static void
check_message (const gchar * line, const gchar * words)
{
  GError *error = NULL;
  GstElement *element = gst_parse_launch (line, &error);
  GstBus *bus = gst_bus_new ();
  GstMessage *message;

  TEST_REQUIRE (element != NULL, "%s: %s", line, error ? error->message : "");
  gst_object_ref_sink (element);
  rig_choose_device (element);
  gst_element_set_bus (element, bus);
  gst_element_set_state (element, GST_STATE_PAUSED);
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  TEST_CHECK (message != NULL, "%s: no error", line);
  if (message) {
    gst_message_parse_error (message, &error, NULL);
    TEST_CHECK (strstr (error->message, words)
        && !strstr (error->message, "0,"), "%s: %s", line, error->message);
    g_clear_error (&error);
    gst_message_unref (message);
  }
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (element);
  gst_object_unref (bus);
}

static void
errors_have_a_point (void)
{
  if (!is_german)
    TEST_SKIP ("no localedef, or no de_DE to make");
  check_message ("clvideofft window=gauss window-param=0.0125", "0.0125");
  check_message ("claudiofft window=gauss window-param=0.0125", "0.05 to 1000");
}

static const struct test_claim claims[] = {
  TEST (errors_have_a_point),
};

int
main (int argc, char **argv)
{
  rig_init ();
  is_german = german_set ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
