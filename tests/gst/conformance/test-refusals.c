/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * conformance/test-refusals.c: claims about what is refused by any element: by
 * GObject, with one error before data flows, with one warning while it does, and
 * as if it had not been set then.
 */
#include "gst/support/rig.h"
#include "rows.h"
#include "support/test.h"

/* Playing; something has come out. */
static Watch *
open_playing (const Row * row, const WatchFeed * feed)
{
  Watch *w = watch_new_feed (feed, "", row->taps);

  watch_feed (w, row->settles);
  TEST_CHECK (w->flow == GST_FLOW_OK && w->n_errors == 0, "%s: %s", row->name,
      w->error);
  return w;
}

static void
feed_rest (const Row * row, Watch * w)
{
  watch_feed (w, 2 * row->settles + 1);
  watch_push_event (w, gst_event_new_eos ());
}

static void
check_unharmed (const Watch * w, const gchar * what)
{
  TEST_CHECK (w->flow == GST_FLOW_OK && w->n_errors == 0
      && w->n_warnings == 0, "%s: %s%s", what, w->error, w->warning);
}

/* ---- before data flows ---- */

/* Nothing has to be seen of them on the bus. */
static void
check_outside (const Row * row)
{
  Watch *w = open_playing (row, &row->feed);
  const PokeOutside *outside = row->outside;

  for (; outside && outside->property; outside++)
    poke_check_outside (rig_find (w->element), outside, 1);
  poke_check_not_finite (rig_find (w->element));
  feed_rest (row, w);
  check_unharmed (w, row->name);
  TEST_CHECK (w->n_caps == 1, "%s: %u caps", row->name, w->n_caps);
  watch_free (w);
}

static void
values_outside_a_range_are_refused_by_gobject (void)
{
  rows_check (check_outside);
}

static void
check_early (const Row * row)
{
  const PokeRefusal *refusal = row->early;

  for (; refusal && refusal->properties; refusal++)
    poke_check_early (row->name, refusal, 1);
}

static void
bad_values_are_refused_on_the_way_to_paused (void)
{
  rows_check (check_early);
}

static void
check_late (const Row * row)
{
  const PokeRefusal *refusal = row->late;

  for (; refusal && refusal->properties; refusal++) {
    Watch *w = watch_new_feed (&row->feed, refusal->properties, row->taps);

    watch_feed (w, row->settles + 1);
    TEST_CHECK (w->n_errors == 1 && poke_names (w->error, refusal)
        && w->n_warnings == 0, "%s: %u errors: %s", refusal->properties,
        w->n_errors, w->error);
    TEST_CHECK (w->flow != GST_FLOW_OK && w->numbers->len == 0, "%s: %s",
        refusal->properties, gst_flow_get_name (w->flow));
    watch_free (w);
  }
}

static void
bad_values_are_refused_with_the_caps (void)
{
  rows_check (check_late);
}

/* Set before and set while playing; the properties read back what was set. */
static void
check_fitted (const Row * row)
{
  const PokeRefusal *refusal = row->fitted;
  guint k;

  for (; refusal && refusal->properties; refusal++)
    for (k = 0; k < 2; k++) {
      Watch *w = watch_new_feed (&row->feed, k ? "" : refusal->properties,
          row->taps);
      GstElement *element = rig_find (w->element);

      poke_set_properties (element, refusal->properties);
      watch_feed (w, row->settles);
      TEST_CHECK (w->n_errors == 0 && w->n_warnings == 1
          && poke_names (w->warning, refusal), "%s: %u warnings: %s, %s",
          refusal->properties, w->n_warnings, w->warning, w->error);
      poke_check_kept (element, refusal->properties);
      watch_free (w);
    }
}

static void
what_the_stream_cannot_have_is_done_as_far_as_it_can_be (void)
{
  rows_check (check_fitted);
}

/* ---- while playing ---- */

static void
check_live (const Row * row, const WatchFeed * feed,
    const PokeRefusal * refusal)
{
  Watch *w = open_playing (row, feed), *right = open_playing (row, feed);
  GstElement *standard = gst_object_ref_sink (rig_parse (feed->line));
  guint n = poke_set_properties (rig_find (w->element), refusal->properties);

  watch_collect (w);
  TEST_CHECK (n == 0 && w->n_warnings == 0, "%s: too early",
      refusal->properties);
  poke_set_others (rig_find (right->element), refusal->properties,
      refusal->back ? refusal->back : refusal->name);
  feed_rest (row, w);
  feed_rest (row, right);
  TEST_CHECK (w->flow == GST_FLOW_OK && w->n_errors == 0
      && w->n_warnings == 1 && poke_names (w->warning, refusal),
      "%s: %s, %u warnings: %s, error %s", refusal->properties,
      gst_flow_get_name (w->flow), w->n_warnings, w->warning, w->error);
  check_unharmed (right, refusal->properties);
  poke_check_taken_back (rig_find (w->element), rig_find (standard), refusal);
  watch_check_same (w, right, refusal->properties);
  gst_object_unref (standard);
  watch_free (w);
  watch_free (right);
}

static void
check_all_live (const Row * row)
{
  const PokeRefusal *refusal;

  for (refusal = row->early; refusal && refusal->properties; refusal++)
    check_live (row, &row->feed, refusal);
  for (refusal = row->late; refusal && refusal->properties; refusal++)
    check_live (row, &row->feed, refusal);
}

static void
bad_values_are_warned_of_while_playing_and_taken_back (void)
{
  rows_check (check_all_live);
}

/* Legal as such, and beyond what the stream's format or the device holds. */
static void
check_heavy (const Row * row)
{
  WatchFeed feed = row->feed;

  if (!row->heavy.properties)
    return;
  feed.caps = "audio/x-raw, format=F32LE, layout=interleaved, rate=48000, "
      "channels=64, channel-mask=(bitmask)0";
  feed.size = feed.duration * 48 / GST_MSECOND * 64 * sizeof (gfloat);
  check_live (row, &feed, &row->heavy);
}

static void
a_plan_that_cannot_be_made_leaves_the_old_one (void)
{
  rows_check (check_heavy);
}

static void
check_put_right (const Row * row)
{
  const PokeRefusal *wrong = row->early;
  Watch *w, *plain;
  GstElement *element;
  GParamSpec *spec;
  GValue value = G_VALUE_INIT;

  if (!wrong)
    return;
  w = open_playing (row, &row->feed);
  plain = open_playing (row, &row->feed);
  element = rig_find (w->element);
  spec = g_object_class_find_property (G_OBJECT_GET_CLASS (element),
      wrong->name);
  g_value_init (&value, spec->value_type);
  g_object_get_property (G_OBJECT (element), wrong->name, &value);
  gst_util_set_object_arg (G_OBJECT (element), wrong->name, wrong->value);
  g_object_set_property (G_OBJECT (element), wrong->name, &value);
  g_value_unset (&value);
  feed_rest (row, w);
  feed_rest (row, plain);
  check_unharmed (w, row->name);
  watch_check_same (w, plain, row->name);
  watch_free (w);
  watch_free (plain);
}

static void
what_is_put_right_before_the_next_buffer_is_not_warned_of (void)
{
  rows_check (check_put_right);
}

/* Each time that it is set anew. */
static void
check_wrong_again (const Row * row)
{
  const PokeRefusal *wrong = row->early;
  Watch *w;
  guint i;

  if (!wrong)
    return;
  w = open_playing (row, &row->feed);
  for (i = 1; i <= 3; i++) {
    poke_set_properties (rig_find (w->element), wrong->properties);
    watch_feed (w, 2);
    TEST_CHECK (w->n_warnings == i && w->flow == GST_FLOW_OK
        && w->n_errors == 0, "%s: %u warnings after %u", row->name,
        w->n_warnings, i);
  }
  watch_free (w);
}

static void
what_is_set_wrong_again_is_warned_of_again (void)
{
  rows_check (check_wrong_again);
}

TEST_MAIN (TEST (values_outside_a_range_are_refused_by_gobject),
    TEST (bad_values_are_refused_on_the_way_to_paused),
    TEST (bad_values_are_refused_with_the_caps),
    TEST (what_the_stream_cannot_have_is_done_as_far_as_it_can_be),
    TEST (bad_values_are_warned_of_while_playing_and_taken_back),
    TEST (a_plan_that_cannot_be_made_leaves_the_old_one),
    TEST (what_is_put_right_before_the_next_buffer_is_not_warned_of),
    TEST (what_is_set_wrong_again_is_warned_of_again))
