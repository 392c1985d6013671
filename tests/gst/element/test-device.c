/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-device.c: when an element's session comes and goes, and what
 * becomes of failures. The element is a minimal class that counts its
 * sessions.
 */
#include "element/device.h"
#include "opencl/error.h"
#include "gst/opencl/log-support.h"

/* ---- an element with a device ---- */

enum
{
  PROP_0,
  PROP_DEVICE,
  PROP_TIMEOUT,
};

typedef struct
{
  GstElement parent;
  GstClElementDevice device;
  gboolean is_bad;              /* its settings are */
  guint n_to_fail;              /* sessions that cannot be made */
  guint n_opened, n_closed, n_stopped;
  gboolean has_session;
  gboolean was_stopping;        /* when it was stopped */
} TestOwner;

typedef GstElementClass TestOwnerClass;

GType test_owner_get_type (void);
G_DEFINE_TYPE (TestOwner, test_owner, GST_TYPE_ELEMENT)

static gboolean
open_session (GstElement * element, GstOpenCLContext * context, GError ** error)
{
  TestOwner *owner = (TestOwner *) element;

  TEST_CHECK (context == owner->device.context && !owner->has_session,
      "session %u", owner->n_opened);
  if (owner->n_to_fail > 0) {
    owner->n_to_fail--;
    gst_cl_set_settings_error (error, "no session");
    return FALSE;
  }
  owner->n_opened++;
  owner->has_session = TRUE;
  return TRUE;
}

static void
close_session (GstElement * element)
{
  TestOwner *owner = (TestOwner *) element;

  owner->n_closed += owner->has_session;
  owner->has_session = FALSE;
}

static gboolean
check (GstElement * element, GError ** error)
{
  TestOwner *owner = (TestOwner *) element;

  TEST_CHECK (!g_atomic_int_get (&owner->device.stopping), "still stopping");
  if (owner->is_bad)
    gst_cl_set_settings_error (error, "bad settings");
  return !owner->is_bad;
}

static void
stop (GstElement * element)
{
  TestOwner *owner = (TestOwner *) element;

  owner->n_stopped++;
  owner->was_stopping = g_atomic_int_get (&owner->device.stopping);
}

static const GstClElementDeviceFunctions functions = {
  .open = open_session,
  .close = close_session,
  .check = check,
  .stop = stop,
};

static void
test_owner_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * spec)
{
  GST_OBJECT_LOCK (object);
  TEST_CHECK (gst_cl_element_device_set (&((TestOwner *) object)->device,
          spec, value), "%s", spec->name);
  GST_OBJECT_UNLOCK (object);
}

static void
test_owner_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * spec)
{
  GST_OBJECT_LOCK (object);
  TEST_CHECK (gst_cl_element_device_get (&((TestOwner *) object)->device,
          spec, value), "%s", spec->name);
  GST_OBJECT_UNLOCK (object);
}

static void
test_owner_set_context (GstElement * element, GstContext * context)
{
  gst_cl_element_device_set_context (&((TestOwner *) element)->device,
      GST_ELEMENT_CLASS (test_owner_parent_class), context);
}

static gboolean
test_owner_query (GstElement * element, GstQuery * query)
{
  return gst_cl_element_device_query (&((TestOwner *) element)->device,
      GST_ELEMENT_CLASS (test_owner_parent_class), query);
}

static GstStateChangeReturn
test_owner_change_state (GstElement * element, GstStateChange transition)
{
  return gst_cl_element_device_change_state (&((TestOwner *) element)->device,
      GST_ELEMENT_CLASS (test_owner_parent_class), transition);
}

static guint n_closed_at_the_end;

static void
test_owner_finalize (GObject * object)
{
  TestOwner *owner = (TestOwner *) object;

  gst_cl_element_device_clear (&owner->device);
  n_closed_at_the_end = owner->n_closed;
  G_OBJECT_CLASS (test_owner_parent_class)->finalize (object);
}

static void
test_owner_class_init (TestOwnerClass * klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = test_owner_set_property;
  object_class->get_property = test_owner_get_property;
  object_class->finalize = test_owner_finalize;
  klass->set_context = test_owner_set_context;
  klass->query = test_owner_query;
  klass->change_state = test_owner_change_state;
  gst_cl_element_device_install (object_class, PROP_DEVICE, PROP_TIMEOUT);
  gst_element_class_set_static_metadata (klass, "Device owner", "Test",
      "Has a device", "The authors");
}

static void
test_owner_init (TestOwner * owner)
{
  gst_cl_element_device_init (&owner->device, GST_ELEMENT (owner), &functions);
}

static TestOwner *
owner_new (const gchar * device, GstBus * bus)
{
  TestOwner *owner = g_object_new (test_owner_get_type (), NULL);

  gst_object_ref_sink (owner);
  if (device)
    g_object_set (owner, "device", device, NULL);
  gst_element_set_bus (GST_ELEMENT (owner), bus);
  return owner;
}

static void
owner_free (TestOwner * owner)
{
  gst_element_set_state (GST_ELEMENT (owner), GST_STATE_NULL);
  gst_element_set_bus (GST_ELEMENT (owner), NULL);
  gst_object_unref (owner);
}

static gboolean
go_to (TestOwner * owner, GstState state)
{
  return gst_element_set_state (GST_ELEMENT (owner), state)
      == GST_STATE_CHANGE_SUCCESS;
}

/* Error messages that are `expected`; any other one fails the claim. */
static guint
count_errors (GstBus * bus, const gchar * expected)
{
  GstMessage *message;
  guint n = 0;

  while ((message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR))) {
    g_autoptr (GError) error = NULL;

    gst_message_parse_error (message, &error, NULL);
    TEST_CHECK (strstr (error->message, expected), "%s", error->message);
    gst_message_unref (message);
    n++;
  }
  return n;
}

/* Leaves the claim where there is no such device. */
#define NEED_DEVICE(name)                                                     \
  g_autoptr (GstOpenCLContext) probe = gst_opencl_context_new (name, NULL);   \
  if (!probe)                                                                 \
    TEST_SKIP ("no OpenCL device " name)

/* ---- claims ---- */

static void
a_session_lives_from_ready_to_null (void)
{
  NEED_DEVICE ("auto");
  TestOwner *owner = owner_new (NULL, NULL);
  guint round;

  for (round = 1; round <= 2; round++) {
    TEST_CHECK (go_to (owner, GST_STATE_READY) && owner->n_opened == round,
        "%u", owner->n_opened);
    TEST_CHECK (go_to (owner, GST_STATE_PLAYING) && go_to (owner,
            GST_STATE_READY) && owner->n_opened == round
        && owner->n_stopped == round && owner->has_session, "%u sessions",
        owner->n_opened);
    TEST_CHECK (go_to (owner, GST_STATE_NULL) && owner->n_closed == round
        && !owner->device.context, "%u closed", owner->n_closed);
  }
  owner_free (owner);
}

static void
plans_are_given_up_from_paused_to_ready (void)
{
  NEED_DEVICE ("auto");
  TestOwner *owner = owner_new (NULL, NULL);

  TEST_CHECK (go_to (owner, GST_STATE_PAUSED), "no device");
  TEST_CHECK (!owner->device.stopping, "stopping");
  TEST_CHECK (go_to (owner, GST_STATE_READY) && owner->was_stopping,
      "not stopping");
  /* check() looks that it is over */
  TEST_CHECK (go_to (owner, GST_STATE_PAUSED) && !owner->device.stopping,
      "still stopping");
  owner_free (owner);
}

static void
another_device_gets_a_session_on_the_way_to_paused (void)
{
  NEED_DEVICE ("0:1");
  TestOwner *owner = owner_new ("0:0", NULL);

  TEST_CHECK (go_to (owner, GST_STATE_READY) && owner->n_opened == 1, "%u",
      owner->n_opened);
  g_object_set (owner, "device", "0:1", NULL);
  TEST_CHECK (owner->n_opened == 1, "at once");
  TEST_CHECK (go_to (owner, GST_STATE_PAUSED) && owner->n_opened == 2
      && owner->n_closed == 1, "%u opened, %u closed", owner->n_opened,
      owner->n_closed);
  TEST_CHECK (gst_opencl_context_get_device (owner->device.context)
      == gst_opencl_context_get_device (probe), "the old device");
  /* auto allows every one */
  TEST_CHECK (go_to (owner, GST_STATE_READY), "stop");
  g_object_set (owner, "device", "auto", NULL);
  TEST_CHECK (go_to (owner, GST_STATE_PAUSED) && owner->n_opened == 2, "%u",
      owner->n_opened);
  owner_free (owner);
}

static void
bad_settings_are_reported_once_before_a_device_is_looked_for (void)
{
  NEED_DEVICE ("auto");
  g_autoptr (GstBus) bus = gst_bus_new ();
  TestOwner *owner = owner_new (NULL, bus);

  TEST_CHECK (go_to (owner, GST_STATE_READY), "no device");
  owner->is_bad = TRUE;
  g_object_set (owner, "device", "no such device", NULL);
  TEST_CHECK (!go_to (owner, GST_STATE_PAUSED), "accepted");
  TEST_CHECK (count_errors (bus, "bad settings") == 1, "errors");
  TEST_CHECK (owner->has_session && owner->n_stopped == 0, "it was closed");
  owner->is_bad = FALSE;
  TEST_CHECK (!go_to (owner, GST_STATE_PAUSED), "accepted");
  TEST_CHECK (count_errors (bus, "no such device") == 1, "errors");
  owner_free (owner);
}

static void
a_session_that_failed_is_tried_again (void)
{
  NEED_DEVICE ("auto");
  g_autoptr (GstBus) bus = gst_bus_new ();
  TestOwner *owner = owner_new (NULL, bus);

  owner->n_to_fail = 1;
  TEST_CHECK (!go_to (owner, GST_STATE_READY), "accepted");
  TEST_CHECK (count_errors (bus, "no session") == 1, "errors");
  TEST_CHECK (go_to (owner, GST_STATE_READY) && owner->has_session
      && owner->n_opened == 1 && count_errors (bus, "none") == 0, "%u opened",
      owner->n_opened);
  owner_free (owner);
}

static void
the_end_of_an_element_closes_its_session (void)
{
  NEED_DEVICE ("auto");
  TestOwner *owner = owner_new (NULL, NULL);
  GError *error = NULL;

  /* as one whose state was never changed, but whose session is there */
  TEST_CHECK (gst_opencl_ensure_element_data (GST_ELEMENT (owner), "auto",
          &owner->device.context, &error) && open_session (GST_ELEMENT (owner),
          owner->device.context, &error), "no device");
  gst_object_unref (owner);
  TEST_CHECK (n_closed_at_the_end == 1, "%u closed", n_closed_at_the_end);
}

static void
the_context_is_reported_to_who_asks (void)
{
  NEED_DEVICE ("auto");
  TestOwner *owner = owner_new (NULL, NULL);
  GstElement *element = GST_ELEMENT (owner);
  GstQuery *query = gst_query_new_context (GST_OPENCL_CONTEXT_TYPE);
  GstQuery *other = gst_query_new_context ("gst.cuda.context");

  TEST_CHECK (!gst_element_query (element, query), "in NULL");
  TEST_CHECK (go_to (owner, GST_STATE_READY), "no device");
  TEST_CHECK (gst_element_query (element, query)
      && gst_cl_element_device_answer (&owner->device, query), "not given");
  TEST_CHECK (!gst_element_query (element, other)
      && !gst_cl_element_device_answer (&owner->device, other), "reported");
  gst_query_unref (query);
  gst_query_unref (other);
  owner_free (owner);
}

static void
the_device_is_auto_and_what_is_set (void)
{
  TestOwner *owner = owner_new (NULL, NULL);
  g_autofree gchar *standard = NULL, *set = NULL;

  g_object_get (owner, "device", &standard, NULL);
  g_object_set (owner, "device", "cpu", NULL);
  g_object_get (owner, "device", &set, NULL);
  TEST_CHECK (g_strcmp0 (standard, "auto") == 0 && g_strcmp0 (set, "cpu") == 0,
      "%s, %s", standard, set);
  owner_free (owner);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (a_session_lives_from_ready_to_null),
    TEST (plans_are_given_up_from_paused_to_ready),
    TEST (another_device_gets_a_session_on_the_way_to_paused),
    TEST (bad_settings_are_reported_once_before_a_device_is_looked_for),
    TEST (a_session_that_failed_is_tried_again),
    TEST (the_end_of_an_element_closes_its_session),
    TEST (the_context_is_reported_to_who_asks),
    TEST (the_device_is_auto_and_what_is_set),
  };

  /* Two devices even where PoCL would show one; PoCL reads it once. */
  g_setenv ("POCL_DEVICES", "basic basic", FALSE);
  init_and_watch_log ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
