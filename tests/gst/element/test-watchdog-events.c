/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-watchdog-events.c: what comes to an element whose commands hang,
 * the end, other caps, flushes and NULL, in its turn and from outside. With
 * `timeout` set all of them end, with one error of an element.
 */
#include <unistd.h>

#include "hang.h"

/* ---- events, while nobody reads what comes out ---- */

typedef struct
{
  Life life;
  GstHarness *harness;
  GstBus *bus;
} Feed;

static void
open_feed (Feed * f, const LifeStream * stream)
{
  alarm (HANG_LIFE_SECONDS);
  hang_layer->arm (NULL);
  life_open (&f->life, stream, hang_layer);
  hang_set_timeout (&f->life, HANG_LIMIT);
  f->bus = gst_bus_new ();
  gst_element_set_bus (f->life.bin, f->bus);
  f->harness = gst_harness_new_with_element (f->life.bin, "sink", "src");
  if (stream->wanted)
    gst_harness_set_sink_caps_str (f->harness, stream->wanted);
  gst_harness_set_src_caps_str (f->harness, stream->caps[0]);
}

/* What runs from now on is held. */
static void
hold_all (void)
{
  const struct fault fault = {.at = 1,.hold = TRUE,.sticky = TRUE };

  hang_layer->arm (&fault);
}

static GstFlowReturn
push (Feed * f, guint i)
{
  const LifeStream *stream = f->life.stream;
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, stream->buffer_size, NULL);

  gst_buffer_memset (buffer, 0, 0, stream->buffer_size);
  GST_BUFFER_PTS (buffer) = i * stream->duration;
  GST_BUFFER_DURATION (buffer) = stream->duration;
  return gst_harness_push (f->harness, buffer);
}

/* To NULL. Has one element, or each of several, posted one error? */
static gboolean
close_feed (Feed * f)
{
  GstObject *sources[4] = { NULL };
  GstMessage *message;
  guint n_errors = 0, i;
  gboolean repeated = FALSE;

  gst_element_set_state (f->life.bin, GST_STATE_NULL);
  while ((message = gst_bus_pop_filtered (f->bus, GST_MESSAGE_ERROR))) {
    for (i = 0; i < n_errors && i < G_N_ELEMENTS (sources); i++)
      repeated |= sources[i] == GST_MESSAGE_SRC (message);
    if (i < G_N_ELEMENTS (sources))
      sources[i] = GST_MESSAGE_SRC (message);
    n_errors++;
    gst_message_unref (message);
  }
  if (n_errors == 0 || repeated)
    hang_complain (f->life.stream, 0, repeated ? "reported twice" : "not given",
        &f->life);
  gst_harness_teardown (f->harness);
  gst_element_set_bus (f->life.bin, NULL);
  gst_object_unref (f->bus);
  return life_close (&f->life) && n_errors > 0 && !repeated;
}

static gboolean
ends_at_eos (const LifeStream * stream)
{
  Feed f;

  open_feed (&f, stream);
  hold_all ();
  push (&f, 0);
  push (&f, 1);
  gst_harness_push_event (f.harness, gst_event_new_eos ());
  return close_feed (&f);
}

static gboolean
ends_at_other_caps (const LifeStream * stream)
{
  GstCaps *caps = gst_caps_from_string (stream->caps[1]);
  Feed f;

  open_feed (&f, stream);
  hold_all ();
  push (&f, 0);
  push (&f, 1);
  gst_harness_push_event (f.harness, gst_event_new_caps (caps));
  gst_caps_unref (caps);
  return close_feed (&f);
}

static void
flush (Feed * f)
{
  gst_harness_push_event (f->harness, gst_event_new_flush_start ());
  gst_harness_push_event (f->harness, gst_event_new_flush_stop (TRUE));
}

static gboolean
ends_when_flushed_after (const LifeStream * stream)
{
  Feed f;

  open_feed (&f, stream);
  hold_all ();
  push (&f, 0);
  push (&f, 1);
  flush (&f);
  return close_feed (&f);
}

/* *INDENT-OFF* */
HANG_FOR_EACH (eos_ends_while_commands_hang, ends_at_eos)
HANG_FOR_EACH (new_caps_end_while_commands_hang, ends_at_other_caps)
HANG_FOR_EACH (flush_ends_while_commands_hang, ends_when_flushed_after)
/* *INDENT-ON* */

/* ---- from another thread ---- */

/* More than is under way at once. */
static gpointer
feed (gpointer data)
{
  Feed *f = data;
  guint i;

  for (i = 0; i < 50; i++)
    if (push (f, i) != GST_FLOW_OK)
      break;
  return NULL;
}

/* What the main thread does while the other one waits for the device. */
static gboolean
ends (const LifeStream * stream, void (*interrupt) (Feed * f))
{
  GThread *thread;
  Feed f;

  open_feed (&f, stream);
  hold_all ();
  thread = g_thread_new ("feed", feed, &f);
  hang_await ();
  interrupt (&f);
  g_thread_join (thread);
  return close_feed (&f);
}

static void
stop (Feed * f)
{
  gst_element_set_state (f->life.bin, GST_STATE_NULL);
}

static gboolean
ends_when_flushed (const LifeStream * stream)
{
  return ends (stream, flush);
}

static gboolean
ends_when_stopped (const LifeStream * stream)
{
  return ends (stream, stop);
}

/* *INDENT-OFF* */
HANG_FOR_EACH (flush_from_outside_ends_a_wait, ends_when_flushed)
HANG_FOR_EACH (stop_from_outside_ends_a_wait, ends_when_stopped)
/* *INDENT-ON* */

TEST_MAIN (TEST (eos_ends_while_commands_hang),
    TEST (new_caps_end_while_commands_hang),
    TEST (flush_ends_while_commands_hang),
    TEST (flush_from_outside_ends_a_wait),
    TEST (stop_from_outside_ends_a_wait))
