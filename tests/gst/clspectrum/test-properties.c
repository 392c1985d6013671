/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrum/test-properties.c: claims about bands beyond what a stream allows; others
 * hold for any element (conformance).
 */
#include "listener.h"
#include "gst/support/poke.h"
#include "support/test.h"

#define RATE 48000

static const gdouble silence[2 * 4800];

static Listener *
start (const gchar * properties, gint n_channels)
{
  g_autofree gchar *line = g_strdup_printf ("clspectrum %s", properties);
  Listener *l = listener_new (line);

  listener_set_format (l, GST_AUDIO_FORMAT_F32, n_channels, RATE);
  return l;
}

/* Before there is a shape that could stay it is an error. */
static void
what_was_refused_can_be_put_right (void)
{
  Listener *l = start ("bands=33554433", 64);

  g_object_set (l->element, "bands", 128, NULL);
  listener_push (l, silence, 100, 0);
  TEST_CHECK (l->flow == GST_FLOW_OK && l->n_errors == 1, "%d, %u errors",
      l->flow, l->n_errors);
  listener_free (l);
}

static void
what_does_not_fit_is_refused_with_the_limit (void)
{
  static const PokeRefusal refusal =
      { "", "bands", "33554433", "4194304" };
  Listener *l = start ("bands=33554433", 64);

  listener_push (l, silence, 1, 0);
  TEST_CHECK (l->flow == GST_FLOW_NOT_NEGOTIATED && l->n_errors == 1
      && poke_names (l->error, &refusal), "%s, %u errors: %s",
      gst_flow_get_name (l->flow), l->n_errors, l->error);
  listener_free (l);
}

TEST_MAIN (TEST (what_was_refused_can_be_put_right),
    TEST (what_does_not_fit_is_refused_with_the_limit))
