/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * conformance/test-life.c: claims about any element as such: its properties, its
 * device, its states, and that nothing is made once data flow.
 */
#include "gst/support/rig.h"
#include "rows.h"
#include "support/test.h"

/* (transfer full): in a bin of others, if it needs them. */
static GstElement *
make (const Row * row)
{
  GstElement *element = gst_object_ref_sink (rig_parse (row->feed.line));

  rig_choose_device (element);
  rig_set_response (element, row->taps);
  return element;
}

/* ---- properties ---- */

static void
every_property_says_when_it_may_change (void)
{
  const Row *row = NULL;
  guint n_own;

  while ((row = rows_next (row))) {
    GstElement *element = make (row);
    g_autofree gchar *unclear = poke_find_unclear (rig_find (element), &n_own);

    TEST_CHECK (unclear == NULL, "%s: %s", row->name, unclear);
    TEST_CHECK (row->n_properties ? n_own == row->n_properties
        : n_own > 0, "%s: %u", row->name, n_own);
    gst_object_unref (element);
  }
}

static void
check_words (GstElement * element, GParamSpec * spec)
{
  GEnumClass *klass = G_PARAM_SPEC_ENUM (spec)->enum_class;
  gint back;
  guint i;

  for (i = 0; i < klass->n_values; i++) {
    g_object_set (element, spec->name, klass->values[i].value, NULL);
    g_object_get (element, spec->name, &back, NULL);
    TEST_CHECK (back == klass->values[i].value, "%s=%s is %d", spec->name,
        klass->values[i].value_nick, back);
  }
}

static void
every_property_of_words_takes_each_word (void)
{
  const Row *row = NULL;
  guint k, n;

  while ((row = rows_next (row))) {
    GstElement *element = make (row);
    g_autofree GParamSpec **specs = g_object_class_list_properties
        (G_OBJECT_GET_CLASS (rig_find (element)), &n);

    for (k = 0; k < n; k++)
      if (poke_is_ours (specs[k]) && G_IS_PARAM_SPEC_ENUM (specs[k]))
        check_words (rig_find (element), specs[k]);
    gst_object_unref (element);
  }
}

/* ---- the device ---- */

static void
an_unknown_device_is_refused_with_a_list (void)
{
  const Row *row = NULL;
  guint n;

  while ((row = rows_next (row))) {
    GstElement *element = make (row);
    g_autofree gchar *text = NULL;
    GstBus *bus = gst_bus_new ();

    g_object_set (rig_find (element), "device", "nosuchdevice", NULL);
    gst_element_set_bus (element, bus);
    TEST_CHECK (gst_element_set_state (element, GST_STATE_READY)
        == GST_STATE_CHANGE_FAILURE, "%s: accepted", row->name);
    n = poke_count_errors (bus, &text);
    TEST_CHECK (n == 1 && strstr (text, "nosuchdevice"), "%s: %u errors: %s",
        row->name, n, text);
    gst_element_set_state (element, GST_STATE_NULL);
    gst_element_set_bus (element, NULL);
    gst_object_unref (element);
    gst_object_unref (bus);
  }
}

/* ---- states ---- */

static void
walk_through (const Row * row)
{
  static const GstState walk[] = { GST_STATE_READY, GST_STATE_NULL,
    GST_STATE_PAUSED, GST_STATE_READY, GST_STATE_PLAYING, GST_STATE_PAUSED,
    GST_STATE_NULL, GST_STATE_PLAYING, GST_STATE_NULL
  };
  GstElement *element = make (row);
  guint k;

  for (k = 0; k < G_N_ELEMENTS (walk); k++)
    TEST_CHECK (gst_element_set_state (element, walk[k])
        == GST_STATE_CHANGE_SUCCESS, "%s: step %u", row->name, k);
  gst_object_unref (element);
}

static void
states_can_be_walked_up_and_down (void)
{
  rows_check (walk_through);
}

/* The same comes out each time. */
static void
check_again (const Row * row)
{
  Watch *w = watch_new_feed (&row->feed, "", row->taps);
  guint i, bytes = 0, messages = 0;

  for (i = 0; i < 3; i++) {
    w->n_fed = 0;
    watch_feed (w, row->settles);
    if (i == 0) {
      bytes = w->numbers->len;
      messages = w->messages->len;
    }
    TEST_CHECK (w->flow == GST_FLOW_OK && bytes + messages > 0
        && w->numbers->len == (i + 1) * bytes
        && w->messages->len == (i + 1) * messages
        && memcmp (w->numbers->data, w->numbers->data + i * bytes, bytes) == 0,
        "%s, %u: %s, %u bytes, %u messages", row->name, i, w->error,
        w->numbers->len, w->messages->len);
    gst_element_set_state (w->element, i == 1 ? GST_STATE_READY
        : GST_STATE_NULL);
    TEST_CHECK (gst_element_set_state (w->element, GST_STATE_PLAYING)
        == GST_STATE_CHANGE_SUCCESS, "%s does not play again", row->name);
    watch_set_caps (w, row->feed.caps);
  }
  watch_free (w);
}

static void
states_go_up_and_down (void)
{
  rows_check (check_again);
}

/* ---- what it makes ---- */

static void
check_line (const Row * row, const gchar * properties)
{
  static const gchar *const names[] = { "memories", "device-plans",
    "device-buffers", "device-kernels", "device-programs-built",
    "device-programs-loaded"
  };
  Watch *w = watch_new_feed (&row->feed, properties, row->taps);
  gboolean sound = g_str_has_prefix (row->feed.caps, "audio/");
  guint64 before[G_N_ELEMENTS (names)];
  guint i, bytes;

  /* a dozen frames, or a few seconds */
  watch_feed (w, 20);
  for (i = 0; i < G_N_ELEMENTS (names); i++)
    before[i] = watch_get_stat (w, names[i]);
  bytes = w->numbers->len;
  for (i = 0; i < 100; i++) {
    GstBuffer *buffer = rig_make_numbered (row->feed.caps, sound
        ? 8 * (1 + test_random () % 4096) : row->feed.size, 20 + i,
        row->feed.duration);

    if (sound)
      GST_BUFFER_PTS (buffer) = GST_CLOCK_TIME_NONE;
    watch_push_buffer (w, buffer);
  }
  TEST_CHECK (w->flow == GST_FLOW_OK && w->n_errors == 0
      && w->numbers->len > bytes, "%s %s: %s", row->name, properties,
      w->error);
  for (i = 0; i < G_N_ELEMENTS (names); i++)
    TEST_CHECK (watch_get_stat (w, names[i]) == before[i],
        "%s %s: %s went from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
        row->name, properties, names[i], before[i],
        watch_get_stat (w, names[i]));
  watch_free (w);
}

static void
check_steady (const Row * row)
{
  guint k;

  for (k = 0; row->lines[k]; k++)
    check_line (row, row->lines[k]);
}

static void
nothing_is_made_once_data_flow (void)
{
  rows_check (check_steady);
}

TEST_MAIN (TEST (every_property_says_when_it_may_change),
    TEST (every_property_of_words_takes_each_word),
    TEST (an_unknown_device_is_refused_with_a_list),
    TEST (states_can_be_walked_up_and_down),
    TEST (states_go_up_and_down), TEST (nothing_is_made_once_data_flow))
