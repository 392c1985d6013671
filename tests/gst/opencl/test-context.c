/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-context.c: how elements come to share one OpenCL context, and how
 * failures become error messages. The elements are instances of a minimal
 * class that does what gstopenclcontext.h asks of an element.
 */
#include "opencl/error.h"
#include "opencl/gstopenclcontext.h"
#include "log-support.h"

/* ---- an element that needs a context ---- */

typedef struct
{
  GstElement parent;
  GstPad *sinkpad, *srcpad;
  gchar *device;
  gboolean deaf;                /* knows nothing of contexts */
  GstOpenCLContext *context;
} TestUser;

typedef GstElementClass TestUserClass;

GType test_user_get_type (void);
G_DEFINE_TYPE (TestUser, test_user, GST_TYPE_ELEMENT)

static void
test_user_set_context (GstElement * element, GstContext * context)
{
  TestUser *user = (TestUser *) element;

  if (!user->deaf)
    gst_opencl_handle_set_context (element, context, user->device,
        &user->context);
  GST_ELEMENT_CLASS (test_user_parent_class)->set_context (element, context);
}

static gboolean
test_user_query (GstPad * pad, GstObject * parent, GstQuery * query)
{
  TestUser *user = (TestUser *) parent;

  if (GST_QUERY_TYPE (query) == GST_QUERY_CONTEXT && !user->deaf &&
      gst_opencl_handle_context_query (GST_ELEMENT (parent), query,
          user->context))
    return TRUE;
  return gst_pad_query_default (pad, parent, query);
}

static GstStateChangeReturn
test_user_change_state (GstElement * element, GstStateChange transition)
{
  TestUser *user = (TestUser *) element;
  GstStateChangeReturn ret;
  GError *error = NULL;

  if (transition == GST_STATE_CHANGE_NULL_TO_READY && !user->deaf &&
      !gst_opencl_ensure_element_data (element, user->device, &user->context,
          &error)) {
    GST_CL_ELEMENT_ERROR (element, error);
    return GST_STATE_CHANGE_FAILURE;
  }
  ret = GST_ELEMENT_CLASS (test_user_parent_class)->change_state (element,
      transition);
  if (transition == GST_STATE_CHANGE_READY_TO_NULL)
    gst_clear_object (&user->context);
  return ret;
}

static void
test_user_finalize (GObject * object)
{
  g_free (((TestUser *) object)->device);
  G_OBJECT_CLASS (test_user_parent_class)->finalize (object);
}

static GstStaticPadTemplate sink_template = GST_STATIC_PAD_TEMPLATE ("sink",
    GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);
static GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE ("src",
    GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

static void
test_user_class_init (TestUserClass * klass)
{
  klass->set_context = test_user_set_context;
  klass->change_state = test_user_change_state;
  G_OBJECT_CLASS (klass)->finalize = test_user_finalize;
  gst_element_class_add_static_pad_template (klass, &sink_template);
  gst_element_class_add_static_pad_template (klass, &src_template);
  gst_element_class_set_static_metadata (klass, "Context user", "Test",
      "Needs a context", "The authors");
}

static void
test_user_init (TestUser * user)
{
  user->sinkpad = gst_pad_new_from_static_template (&sink_template, "sink");
  user->srcpad = gst_pad_new_from_static_template (&src_template, "src");
  gst_pad_set_query_function (user->sinkpad, test_user_query);
  gst_pad_set_query_function (user->srcpad, test_user_query);
  gst_element_add_pad (GST_ELEMENT (user), user->sinkpad);
  gst_element_add_pad (GST_ELEMENT (user), user->srcpad);
}

static TestUser *
user_new (const gchar * device)
{
  TestUser *user = g_object_new (test_user_get_type (), NULL);

  gst_object_ref_sink (user);
  user->device = g_strdup (device);
  return user;
}

static gboolean
start (TestUser * user)
{
  return gst_element_set_state (GST_ELEMENT (user), GST_STATE_READY) !=
      GST_STATE_CHANGE_FAILURE;
}

static void
user_free (TestUser * user)
{
  gst_element_set_state (GST_ELEMENT (user), GST_STATE_NULL);
  gst_object_unref (user);
}

static void
link_users (TestUser * from, TestUser * to)
{
  gst_pad_link_full (from->srcpad, to->sinkpad, GST_PAD_LINK_CHECK_NOTHING);
}

static GstOpenCLContext *
open_device (const gchar * device)
{
  g_autoptr (GError) error = NULL;
  GstOpenCLContext *context = gst_opencl_context_new (device, &error);

  if (!context)
    printf ("# %s\n", error->message);
  return context;
}

/* What an application has that knows nothing of our headers. */
static GstContext *
plain_context (GstOpenCLContext * context)
{
  GstContext *plain = gst_context_new ("gst.opencl.context", TRUE);

  gst_structure_set (gst_context_writable_structure (plain),
      "cl_context", G_TYPE_POINTER, gst_opencl_context_get_handle (context),
      "cl_device", G_TYPE_POINTER, gst_opencl_context_get_device (context),
      NULL);
  return plain;
}

/* ---- claims ---- */

#define NEED_DEVICE(context, name) \
  g_autoptr (GstOpenCLContext) context = open_device (name); \
  if (!context) \
    TEST_SKIP ("no OpenCL device " name)

static void
a_device_opens_with_its_handles (void)
{
  NEED_DEVICE (context, "auto");
  cl_device_type type = 0;

  TEST_CHECK (gst_opencl_context_get_handle (context) != NULL, "handle");
  TEST_CHECK (gst_opencl_context_get_clfft_device (context) != NULL, "engine");
  TEST_CHECK (clGetDeviceInfo (gst_opencl_context_get_device (context),
          CL_DEVICE_TYPE, sizeof type, &type, NULL) == CL_SUCCESS, "device");
  TEST_CHECK (type == gst_opencl_context_get_limits (context)->type, "limits");
}

static void
a_device_that_is_not_there_is_an_error_that_names_it (void)
{
  g_autoptr (GError) error = NULL;

  TEST_CHECK (!gst_opencl_context_new ("no such device", &error), "opened");
  TEST_REQUIRE (error != NULL, "no error");
  TEST_CHECK (g_error_matches (error, GST_RESOURCE_ERROR,
          GST_RESOURCE_ERROR_NOT_FOUND), "%s", error->message);
}

static void
a_context_matches_its_own_names_only (void)
{
  NEED_DEVICE (context, "0:0");
  const clfft_limits *limits = gst_opencl_context_get_limits (context);
  gboolean cpu = (limits->type & CL_DEVICE_TYPE_CPU) != 0;
  g_autofree gchar *part = g_ascii_strup (limits->device_name, -1);

  TEST_CHECK (gst_opencl_context_matches (context, NULL), "NULL");
  TEST_CHECK (gst_opencl_context_matches (context, "auto"), "auto");
  TEST_CHECK (gst_opencl_context_matches (context, "0:0"), "0:0");
  TEST_CHECK (!gst_opencl_context_matches (context, "63:0"), "63:0");
  TEST_CHECK (!gst_opencl_context_matches (context, "0:63"), "0:63");
  TEST_CHECK (!gst_opencl_context_matches (context, "99999999999:0"), "big");
  TEST_CHECK (gst_opencl_context_matches (context, "cpu") == cpu, "cpu");
  TEST_CHECK (gst_opencl_context_matches (context, part), "%s", part);
  TEST_CHECK (!gst_opencl_context_matches (context, "no such device"), "name");
}

static void
the_gst_context_has_the_object_and_plain_pointers (void)
{
  NEED_DEVICE (context, "auto");
  g_autoptr (GstContext) gst_context =
      gst_opencl_context_to_gst_context (context);
  const GstStructure *structure = gst_context_get_structure (gst_context);
  GstOpenCLContext *object = NULL;
  gpointer handle = NULL, device = NULL;

  gst_structure_get (structure, "context", GST_TYPE_OPENCL_CONTEXT, &object,
      "cl_context", G_TYPE_POINTER, &handle, "cl_device", G_TYPE_POINTER,
      &device, NULL);
  TEST_CHECK (strcmp (gst_context_get_context_type (gst_context),
          "gst.opencl.context") == 0, "type");
  TEST_CHECK (object == context, "object");
  TEST_CHECK (handle == gst_opencl_context_get_handle (context), "handle");
  TEST_CHECK (device == gst_opencl_context_get_device (context), "device");
  gst_clear_object (&object);
}

static void
a_wrapped_pair_is_one_object_for_as_long_as_it_lives (void)
{
  NEED_DEVICE (context, "auto");
  cl_context handle = gst_opencl_context_get_handle (context);
  cl_device_id device = gst_opencl_context_get_device (context);
  GstOpenCLContext *wrapped =
      gst_opencl_context_new_wrapped (handle, device, NULL);

  TEST_CHECK (wrapped == context, "same pair");
  gst_clear_object (&wrapped);
  /* The pair outlives its object by our own reference. */
  clRetainContext (handle);
  gst_clear_object (&context);
  wrapped = gst_opencl_context_new_wrapped (handle, device, NULL);
  clReleaseContext (handle);
  TEST_REQUIRE (wrapped != NULL, "wrapped anew");
  TEST_CHECK (gst_opencl_context_get_handle (wrapped) == handle, "handle");
  gst_object_unref (wrapped);
}

static void
an_element_finds_the_context_of_its_peer_on_either_side (void)
{
  NEED_DEVICE (probe, "auto");

  for (guint upstream = 0; upstream < 2; upstream++) {
    TestUser *users[] = { user_new ("auto"), user_new (NULL),
      user_new ("auto")
    };
    guint first = upstream ? 0 : 2, second = upstream ? 2 : 0;

    /* An element between that only forwards queries. */
    users[1]->deaf = TRUE;
    link_users (users[0], users[1]);
    link_users (users[1], users[2]);
    TEST_CHECK (start (users[first]) && start (users[second]), "start");
    TEST_CHECK (users[0]->context && users[0]->context == users[2]->context,
        "upstream %u", upstream);
    for (guint i = 0; i < 3; i++)
      user_free (users[i]);
  }
}

static gpointer
start_in_thread (gpointer user)
{
  return GINT_TO_POINTER (start (user));
}

static void
unlinked_elements_of_a_bin_share_even_when_started_at_once (void)
{
  NEED_DEVICE (probe, "auto");

  for (guint round = 0; round < 5; round++) {
    GstElement *pipeline = gst_pipeline_new (NULL);
    TestUser *users[4];
    GThread *threads[4];

    for (guint i = 0; i < 4; i++) {
      users[i] = user_new ("auto");
      gst_bin_add (GST_BIN (pipeline), GST_ELEMENT (users[i]));
    }
    for (guint i = 0; i < 4; i++)
      threads[i] = g_thread_new ("start", start_in_thread, users[i]);
    for (guint i = 0; i < 4; i++)
      TEST_CHECK (g_thread_join (threads[i]), "start %u", i);
    for (guint i = 0; i < 4; i++)
      TEST_CHECK (users[i]->context == users[0]->context, "element %u", i);
    TEST_CHECK (users[0]->context != NULL, "a context");
    gst_element_set_state (pipeline, GST_STATE_NULL);
    for (guint i = 0; i < 4; i++)
      gst_object_unref (users[i]);
    gst_object_unref (pipeline);
  }
}

static GstBusSyncReply
give_plain_context (GstBus * bus, GstMessage * message, gpointer context)
{
  const gchar *type;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_NEED_CONTEXT &&
      gst_message_parse_context_type (message, &type) &&
      strcmp (type, "gst.opencl.context") == 0) {
    g_autoptr (GstContext) plain = plain_context (context);

    gst_element_set_context (GST_ELEMENT (GST_MESSAGE_SRC (message)), plain);
  }
  return GST_BUS_PASS;
}

static void
an_application_gives_its_own_context_when_asked (void)
{
  NEED_DEVICE (context, "auto");
  TestUser *users[] = { user_new ("auto"), user_new ("auto") };

  for (guint i = 0; i < 2; i++) {
    g_autoptr (GstBus) bus = gst_bus_new ();

    gst_element_set_bus (GST_ELEMENT (users[i]), bus);
    gst_bus_set_sync_handler (bus, give_plain_context, context, NULL);
    TEST_CHECK (start (users[i]), "start");
    TEST_CHECK (users[i]->context == context, "element %u", i);
    gst_element_set_bus (GST_ELEMENT (users[i]), NULL);
    user_free (users[i]);
  }
}

static void
a_context_set_before_the_start_is_used (void)
{
  NEED_DEVICE (context, "auto");
  g_autoptr (GstContext) plain = plain_context (context);
  TestUser *user = user_new ("auto");

  gst_element_set_context (GST_ELEMENT (user), plain);
  TEST_CHECK (start (user), "start");
  TEST_CHECK (user->context == context, "first start");
  gst_element_set_state (GST_ELEMENT (user), GST_STATE_NULL);
  TEST_CHECK (user->context == NULL, "stop");
  TEST_CHECK (start (user), "start again");
  TEST_CHECK (user->context == context, "second start");
  user_free (user);
}

static void
the_element_that_opened_tells_its_bin (void)
{
  NEED_DEVICE (probe, "auto");
  TestUser *user = user_new ("auto");
  g_autoptr (GstBus) bus = gst_bus_new ();
  g_autoptr (GstMessage) message = NULL;
  GstContext *reported = NULL;

  gst_element_set_bus (GST_ELEMENT (user), bus);
  TEST_CHECK (start (user), "start");
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_HAVE_CONTEXT);
  TEST_REQUIRE (message != NULL, "no HAVE_CONTEXT");
  gst_message_parse_have_context (message, &reported);
  TEST_CHECK (gst_context_is_persistent (reported), "persistent");
  gst_context_unref (reported);
  gst_element_set_bus (GST_ELEMENT (user), NULL);
  user_free (user);
}

static void
a_context_of_another_device_is_not_taken (void)
{
  NEED_DEVICE (second, "0:1");
  g_autoptr (GstContext) gst_context =
      gst_opencl_context_to_gst_context (second);
  TestUser *user = user_new ("0:0");

  gst_element_set_context (GST_ELEMENT (user), gst_context);
  TEST_CHECK (user->context == NULL, "taken");
  TEST_CHECK (start (user), "start");
  TEST_REQUIRE (user->context != NULL, "no context");
  TEST_CHECK (user->context != second, "wrong context");
  TEST_CHECK (gst_opencl_context_get_device (user->context) !=
      gst_opencl_context_get_device (second), "wrong device");
  user_free (user);
}

static void
another_device_property_replaces_the_context (void)
{
  NEED_DEVICE (probe, "0:1");
  TestUser *user = user_new ("0:0");
  GError *error = NULL;
  GstOpenCLContext *before;

  TEST_CHECK (start (user), "start");
  before = user->context;
  TEST_CHECK (gst_opencl_ensure_element_data (GST_ELEMENT (user), "auto",
          &user->context, &error), "auto");
  TEST_CHECK (user->context == before, "auto keeps it");
  g_free (user->device);
  user->device = g_strdup ("0:1");
  TEST_CHECK (gst_opencl_ensure_element_data (GST_ELEMENT (user),
          user->device, &user->context, &error), "0:1");
  TEST_CHECK (gst_opencl_context_get_device (user->context) ==
      gst_opencl_context_get_device (probe), "new device");
  user_free (user);
}

static void
contexts_that_make_no_sense_are_ignored (void)
{
  g_autoptr (GstContext) empty = gst_context_new ("gst.opencl.context", TRUE);
  g_autoptr (GstContext) half = gst_context_new ("gst.opencl.context", TRUE);
  g_autoptr (GstContext) other = gst_context_new ("gst.cuda.context", TRUE);
  GstOpenCLContext *context = NULL;
  TestUser *user = user_new ("auto");
  GstElement *element = GST_ELEMENT (user);

  gst_structure_set (gst_context_writable_structure (half), "cl_context",
      G_TYPE_POINTER, NULL, "cl_device", G_TYPE_INT, 7, NULL);
  TEST_CHECK (!gst_opencl_handle_set_context (element, NULL, NULL, &context),
      "NULL");
  TEST_CHECK (!gst_opencl_handle_set_context (element, empty, NULL, &context),
      "no field");
  TEST_CHECK (!gst_opencl_handle_set_context (element, half, NULL, &context),
      "wrong types");
  TEST_CHECK (!gst_opencl_handle_set_context (element, other, NULL, &context),
      "other type");
  TEST_CHECK (context == NULL, "something was taken");
  user_free (user);
}

static void
the_device_closes_with_its_last_element (void)
{
  NEED_DEVICE (probe, "auto");
  TestUser *users[] = { user_new ("auto"), user_new ("auto") };
  GWeakRef weak;
  gpointer alive;

  link_users (users[0], users[1]);
  TEST_CHECK (start (users[0]) && start (users[1]), "start");
  TEST_CHECK (users[0]->context != probe, "its own");
  g_weak_ref_init (&weak, users[0]->context);
  for (guint i = 0; i < 2; i++)
    user_free (users[i]);
  alive = g_weak_ref_get (&weak);
  TEST_CHECK (alive == NULL, "still open");
  g_weak_ref_clear (&weak);
}

static void
a_failed_start_posts_one_error_that_says_not_found (void)
{
  TestUser *user = user_new ("no such device");
  g_autoptr (GstBus) bus = gst_bus_new ();
  g_autoptr (GstMessage) message = NULL, second = NULL;
  g_autoptr (GError) error = NULL;

  gst_element_set_bus (GST_ELEMENT (user), bus);
  TEST_CHECK (!start (user), "started");
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  second = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  TEST_REQUIRE (message != NULL, "no message");
  TEST_CHECK (second == NULL, "two messages");
  gst_message_parse_error (message, &error, NULL);
  TEST_CHECK (g_error_matches (error, GST_RESOURCE_ERROR,
          GST_RESOURCE_ERROR_NOT_FOUND), "%s", error->message);
  gst_element_set_bus (GST_ELEMENT (user), NULL);
  user_free (user);
}

static void
codes_and_statuses_have_their_domain (void)
{
  static const struct
  {
    cl_int code;
    gint expected;
    const gchar *name;
  } codes[] = {
    {CL_OUT_OF_RESOURCES, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "CL_OUT_OF_RESOURCES"},
    {CL_MEM_OBJECT_ALLOCATION_FAILURE, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    {CL_INVALID_KERNEL_ARGS, GST_RESOURCE_ERROR_FAILED,
        "CL_INVALID_KERNEL_ARGS"},
    {-9999, GST_RESOURCE_ERROR_FAILED, "-9999"},
  };
  static const clfft_status settings[] = { CLFFT_STATUS_INVALID,
    CLFFT_STATUS_UNSUPPORTED
  };

  TEST_CHECK (gst_cl_check_code (CL_SUCCESS, "clFoo", NULL), "success");
  TEST_CHECK (gst_cl_check (CLFFT_STATUS_OK, "Foo", NULL), "success");
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++) {
    g_autoptr (GError) error = NULL;

    TEST_CHECK (!gst_cl_check_code (codes[i].code, "clFoo", &error), "%u", i);
    TEST_CHECK (g_error_matches (error, GST_RESOURCE_ERROR,
            codes[i].expected), "%s", codes[i].name);
    TEST_CHECK (strstr (error->message, "clFoo") &&
        strstr (error->message, codes[i].name), "%s", error->message);
  }
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++) {
    g_autoptr (GError) error = NULL;

    gst_cl_check (settings[i], "Could not plan", &error);
    TEST_CHECK (g_error_matches (error, GST_LIBRARY_ERROR,
            GST_LIBRARY_ERROR_SETTINGS), "%s", error->message);
    TEST_CHECK (g_str_has_prefix (error->message, "Could not plan: "), "%s",
        error->message);
  }
}

static void
posting_clears_the_error_and_a_cancelled_call_posts_none (void)
{
  TestUser *user = user_new (NULL);
  g_autoptr (GstBus) bus = gst_bus_new ();
  g_autoptr (GstMessage) message = NULL, none = NULL;
  g_autoptr (GError) posted = NULL;
  GError *error = NULL;

  gst_element_set_bus (GST_ELEMENT (user), bus);
  gst_cl_check (CLFFT_STATUS_CANCELLED, "Could not plan", &error);
  GST_CL_ELEMENT_ERROR (user, error);
  TEST_CHECK (error == NULL, "cleared");
  GST_CL_ELEMENT_ERROR (user, error);
  none = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  TEST_CHECK (none == NULL, "posted");

  gst_cl_set_settings_error (&error, "size is %u, but must be 2 or more", 1);
  GST_CL_ELEMENT_ERROR (user, error);
  TEST_CHECK (error == NULL, "cleared");
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  TEST_REQUIRE (message != NULL, "no message");
  gst_message_parse_error (message, &posted, NULL);
  TEST_CHECK (g_error_matches (posted, GST_LIBRARY_ERROR,
          GST_LIBRARY_ERROR_SETTINGS), "domain");
  TEST_CHECK (strcmp (posted->message, "size is 1, but must be 2 or more") ==
      0, "%s", posted->message);
  gst_element_set_bus (GST_ELEMENT (user), NULL);
  user_free (user);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (a_device_opens_with_its_handles),
    TEST (a_device_that_is_not_there_is_an_error_that_names_it),
    TEST (a_context_matches_its_own_names_only),
    TEST (the_gst_context_has_the_object_and_plain_pointers),
    TEST (a_wrapped_pair_is_one_object_for_as_long_as_it_lives),
    TEST (an_element_finds_the_context_of_its_peer_on_either_side),
    TEST (unlinked_elements_of_a_bin_share_even_when_started_at_once),
    TEST (an_application_gives_its_own_context_when_asked),
    TEST (a_context_set_before_the_start_is_used),
    TEST (the_element_that_opened_tells_its_bin),
    TEST (a_context_of_another_device_is_not_taken),
    TEST (another_device_property_replaces_the_context),
    TEST (contexts_that_make_no_sense_are_ignored),
    TEST (the_device_closes_with_its_last_element),
    TEST (a_failed_start_posts_one_error_that_says_not_found),
    TEST (codes_and_statuses_have_their_domain),
    TEST (posting_clears_the_error_and_a_cancelled_call_posts_none),
  };

  /* Two devices even where PoCL would show one; PoCL reads it once. */
  g_setenv ("POCL_DEVICES", "basic basic", FALSE);
  init_and_watch_log ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
