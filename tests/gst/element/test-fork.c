/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-fork.c: elements that were at work when their process forked,
 * and new ones, in the child. A child that hangs is ended by its alarm.
 */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "life.h"
#include "support/test.h"

#define CHILD_SECONDS 20
#define N_BUFFERS 6             /* enough for something to come out */

typedef struct
{
  Life life;
  GstHarness *harness;
  GstBus *bus;
} Feed;

static void
open_feed (Feed * f, const LifeStream * stream)
{
  life_open (&f->life, stream, NULL);
  f->harness = rig_open (f->life.bin, &f->bus);
  if (stream->wanted)
    gst_harness_set_sink_caps_str (f->harness, stream->wanted);
  gst_harness_set_src_caps_str (f->harness, stream->caps[0]);
}

static gboolean
push_some (Feed * f)
{
  const LifeStream *stream = f->life.stream;
  guint i;

  for (i = 0; i < N_BUFFERS; i++)
    if (gst_harness_push (f->harness, rig_make_numbered (stream->caps[0],
                stream->buffer_size, i, stream->duration)) != GST_FLOW_OK)
      return FALSE;
  return TRUE;
}

/* Is there an error, and do all say why? */
static gboolean
tells_why (GstBus * bus)
{
  GstMessage *message;
  guint n_errors = 0, n_other = 0;

  while ((message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR))) {
    g_autoptr (GError) error = NULL;

    gst_message_parse_error (message, &error, NULL);
    n_errors++;
    if (!strstr (error->message, "before fork()")
        || !strstr (error->message, "exec")) {
      printf ("# %s\n", error->message);
      n_other++;
    }
    gst_message_unref (message);
  }
  return n_errors > 0 && n_other == 0;
}

/* ---- what the child does with the parent's element ---- */

static gboolean
push_more (Feed * f)
{
  return !push_some (f) && tells_why (f->bus);
}

static gboolean
change_caps (Feed * f)
{
  gst_harness_set_src_caps_str (f->harness, f->life.stream->caps[1]);
  return push_more (f);
}

static gboolean
end (Feed * f)
{
  gst_harness_push_event (f->harness, gst_event_new_eos ());
  return TRUE;
}

static gboolean
flush (Feed * f)
{
  gst_harness_push_event (f->harness, gst_event_new_flush_start ());
  gst_harness_push_event (f->harness, gst_event_new_flush_stop (TRUE));
  return TRUE;
}

static gboolean
stop (Feed * f)
{
  rig_close (f->harness, f->life.bin, f->bus);
  return TRUE;
}

static gboolean
start_again (Feed * f)
{
  gst_element_set_state (f->life.bin, GST_STATE_NULL);
  return gst_element_set_state (f->life.bin, GST_STATE_PLAYING)
      == GST_STATE_CHANGE_FAILURE && tells_why (f->bus);
}

static gboolean
start_another (Feed * f)
{
  g_autoptr (GstBus) bus = gst_bus_new ();
  Life life;

  life_open (&life, f->life.stream, NULL);
  gst_element_set_bus (life.bin, bus);
  return gst_element_set_state (life.bin, GST_STATE_PLAYING)
      == GST_STATE_CHANGE_FAILURE && tells_why (bus);
}

static const struct
{
  const gchar *name;
  gboolean (*act) (Feed * f);
} deeds[] = {
  {"push_more", push_more}, {"change_caps", change_caps}, {"end", end},
  {"flush", flush}, {"stop", stop}, {"start_again", start_again},
  {"start_another", start_another},
};

static void
check_deed (Feed * f, guint deed)
{
  int result = 0;
  pid_t child;

  fflush (stdout);
  child = fork ();
  if (child == 0) {
    gboolean right;

    alarm (CHILD_SECONDS);
    /* parent and child share what a bus waits with */
    f->bus = gst_bus_new ();
    gst_element_set_bus (f->life.bin, f->bus);
    right = deeds[deed].act (f);
    fflush (stdout);
    _exit (!right);
  }
  TEST_REQUIRE (child > 0 && waitpid (child, &result, 0) == child, "fork");
  TEST_CHECK (WIFEXITED (result) && WEXITSTATUS (result) == 0,
      "%s: %s: %s %d", f->life.stream->name, deeds[deed].name,
      WIFSIGNALED (result) ? "signal" : "status",
      WIFSIGNALED (result) ? WTERMSIG (result) : WEXITSTATUS (result));
}

static void
no_element_hangs_in_a_child (void)
{
  guint i, deed;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (i = 0; i < LIFE_N_STREAMS; i++) {
    Feed f;

    open_feed (&f, &life_streams[i]);
    TEST_CHECK (push_some (&f), "%s", life_streams[i].name);
    for (deed = 0; deed < G_N_ELEMENTS (deeds); deed++)
      check_deed (&f, deed);
    TEST_CHECK (push_some (&f), "%s, after its children", life_streams[i].name);
    rig_close (f.harness, f.life.bin, f.bus);
  }
}

TEST_MAIN (TEST (no_element_hangs_in_a_child))
