/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clvideofft/test-properties.c: claims about what can be set, when, and what
 * is refused: by GObject, with one error before pictures flow, with one
 * warning while they do; and that nothing is made once the first frames have
 * passed.
 */
#include <math.h>
#include <stdio.h>

#include "gst/support/poke.h"
#include "gst/support/rig.h"
#include "support/test.h"
#include "views.h"

#define WIDTH 64
#define HEIGHT 48

/* ---- what is refused ---- */

/* By GObject, in whatever state. */
static const PokeOutside outside[] = {
  {"block-height=67108865", "0 to 67108864"},
  {"block-overlap-x=67108865", "0 to 67108864"},
  {"zero-pad-height=67108865", "0 to 67108864"},
  {"window-param=-2", "-1 to 1000"},
  {"depth=0", "1 to 67108864"},
  {"depth=67108865", "1 to 67108864"},
  {"temporal-hop=0", "1 to 999999999"},
  {"temporal-hop=1000000000", "1 to 999999999"},
  {"floor=1000", "-999 to 999"},
};

/* Rules that need no format: on the way to PAUSED. */
static const PokeRefusal early[] = {
  {"block-width=7", "block-width", "7", "8 to 67108864"},
  {"block-overlap-x=1", "block-overlap-x", "1", "block-width"},
  {"block-height=16 block-overlap-y=16", "block-overlap-y", "16", "below"},
  {"block-width=16 zero-pad-width=15", "zero-pad-width", "15", "16"},
  {"window=kaiser window-param=501", "window-param", "501", "500"},
  {"reduce=radial", "quantity", "complex", "power", "reduce"},
  {"reduce=radial quantity=phase", "quantity", "phase", "power", "reduce"},
  {"reduce=radial quantity=db sides=two", "sides", "two", "one"},
  {"reduce=radial quantity=db depth=2", "depth", "2", "1"},
};

/* With pictures of 64 x 48. */
static const PokeRefusal late[] = {
  {"depth=200000", "depth", "200000", "at most"},
  {"depth=67108864", "depth", "67108864", "at most"},
};

/* What these pictures cannot have: as much of it is done as can be. */
static const PokeRefusal fitted[] = {
  {"block-width=65", "block-width", "65", "at most 64: 64 is used"},
  {"block-height=49", "block-height", "49", "at most 48: 48 is used"},
  {"zero-pad-width=63", "zero-pad-width", "63", "64"},
  {"zero-pad-height=8", "zero-pad-height", "8", "48"},
  {"component=u", "component", "u", "luma is used"},
  {"quantity=power block-width=65", "block-width", "65", "at most 64"},
};

static GstElement *
make_element (const gchar * properties, GstBus ** bus)
{
  g_autofree gchar *line = g_strdup_printf ("clvideofft %s", properties);
  GstElement *element;

  rig_init ();
  element = gst_parse_launch (line, NULL);
  gst_object_ref_sink (element);
  rig_choose_device (element);
  *bus = gst_bus_new ();
  gst_element_set_bus (element, *bus);
  return element;
}

static void
drop_element (GstElement * element, GstBus * bus)
{
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (element);
  gst_object_unref (bus);
}

static void
bad_values_are_refused_on_the_way_to_paused (void)
{
  poke_check_early ("clvideofft", early, G_N_ELEMENTS (early));
}

static Views *
open_views (const gchar * properties)
{
  Views *v = views_new (properties);

  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, WIDTH, HEIGHT, 25, 1);
  return v;
}

/* Nothing has to be seen of them on the bus. */
static void
values_outside_a_range_are_refused_by_gobject (void)
{
  static const gchar *const numbers[] = { "window-param", "floor", NULL };
  Views *v = open_views ("");

  views_push_noise (v, 0, 1);
  poke_check_outside (v->element, outside, G_N_ELEMENTS (outside));
  poke_check_not_finite (v->element, numbers);
  views_push_noise (v, 1, 1);
  TEST_CHECK (v->flow == GST_FLOW_OK && v->n_errors == 0
      && v->n_warnings == 0 && v->n_caps == 1, "%s%s", v->error, v->warning);
  views_free (v);
}

static void
bad_values_are_refused_with_the_caps (void)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (late); i++) {
    Views *v = open_views (late[i].properties);

    TEST_CHECK (v->n_errors == 1 && poke_names (v->error, &late[i])
        && v->n_warnings == 0, "%s: %u errors: %s", late[i].properties,
        v->n_errors, v->error);
    views_free (v);
  }
}

static void
what_pictures_cannot_have_is_done_as_far_as_it_can_be (void)
{
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (fitted); i++) {
    Views *v = open_views (fitted[i].properties), *live = open_views ("");
    Views *all[] = { v, live };

    poke_set_properties (live->element, fitted[i].properties);
    for (k = 0; k < 2; k++) {
      views_push_noise (all[k], 0, 1);
      TEST_CHECK (all[k]->n_errors == 0 && all[k]->n_warnings == 1
          && poke_names (all[k]->warning, &fitted[i]), "%s: %u warnings: %s, %s",
          fitted[i].properties, all[k]->n_warnings, all[k]->warning,
          all[k]->error);
      views_free (all[k]);
    }
  }
}

static void
check_same_frames (Views * v, Views * other, const gchar * what)
{
  TEST_CHECK (v->numbers->len > 0 && v->numbers->len == other->numbers->len
      && !memcmp (v->numbers->data, other->numbers->data,
          v->numbers->len * sizeof (gfloat)), "%s: other frames (%u numbers, "
      "not %u)", what, v->numbers->len, other->numbers->len);
}

static void
check_live (const PokeRefusal * refusal, Views * standard)
{
  Views *v = open_views (""), *right = open_views ("");
  const gchar *back = refusal->back ? refusal->back : refusal->name;
  guint n;

  views_push_noise (v, 0, 1);
  views_push_noise (right, 0, 1);
  TEST_CHECK (v->flow == GST_FLOW_OK && v->n_errors == 0, "%s",
      refusal->properties);
  n = poke_set_properties (v->element, refusal->properties);
  views_collect (v);
  TEST_CHECK (n == 0 && v->n_warnings == 0, "%s: too early",
      refusal->properties);
  poke_set_others (right->element, refusal->properties, back);
  views_push_noise (v, 1, 3);
  views_push_noise (right, 1, 3);
  TEST_CHECK (v->flow == GST_FLOW_OK && v->n_errors == 0
      && v->n_warnings == 1 && poke_names (v->warning, refusal),
      "%s: flow %d, %u warnings: %s, error %s", refusal->properties, v->flow,
      v->n_warnings, v->warning, v->error);
  TEST_CHECK (right->n_warnings == 0 && right->n_errors == 0, "%s: %s%s",
      refusal->properties, right->warning, right->error);
  poke_check_taken_back (v->element, standard->element, refusal);
  check_same_frames (v, right, refusal->properties);
  views_free (v);
  views_free (right);
}

static void
bad_values_are_warned_of_while_playing_and_taken_back (void)
{
  Views *standard = views_new ("");
  guint i;

  for (i = 0; i < G_N_ELEMENTS (early); i++)
    check_live (&early[i], standard);
  for (i = 0; i < G_N_ELEMENTS (late); i++)
    check_live (&late[i], standard);
  views_free (standard);
}

static void
what_is_put_right_before_the_next_picture_is_not_warned_of (void)
{
  Views *v = open_views ("");

  views_push_noise (v, 0, 1);
  g_object_set (v->element, "block-width", 7, NULL);
  g_object_set (v->element, "block-width", 0, NULL);
  views_push_noise (v, 1, 1);
  TEST_CHECK (v->n_warnings == 0 && v->n_errors == 0 && v->n_caps == 1, "%s",
      v->warning);
  views_free (v);
}

/* What is refused at its place in the stream, with what was begun kept. */
static void
a_frame_that_was_begun_survives_a_wrong_value (void)
{
  Views *v = open_views ("depth=3"), *plain = open_views ("depth=3");

  views_push_noise (v, 0, 2);
  g_object_set (v->element, "block-width", 7, NULL);
  views_push_noise (v, 2, 2);
  views_push_noise (plain, 0, 4);
  TEST_CHECK (v->n_warnings == 1 && v->n_caps == 1 && views_n_frames (v) == 2,
      "%u warnings, %u frames", v->n_warnings, views_n_frames (v));
  check_same_frames (v, plain, "depth=3");
  views_free (v);
  views_free (plain);
}

/* What one buffer of the device or the stream format cannot hold is refused
   before anything is allocated. */
static void
sizes_beyond_memory_are_told_before_allocation (void)
{
  static const struct
  {
    const gchar *properties;
    guint width, height;
    const gchar *word;
  } rows[] = {
    {"depth=100000", 640, 480, "depth is 100000"},
    {"", 32767, 32767, "2147483647"},
    {"block-width=8 block-height=8 block-overlap-x=7 block-overlap-y=7", 3840,
        2160, "2147483647"},
    {"zero-pad-width=67108864 zero-pad-height=67108864 reduce=radial "
        "quantity=power", 64, 48, "bins"},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    Views *v = views_new (rows[i].properties);
    guint64 before = views_get_stat (v, "memories");

    views_set_format (v, GST_VIDEO_FORMAT_GRAY8, rows[i].width,
        rows[i].height, 25, 1);
    TEST_CHECK (v->n_errors == 1 && strstr (v->error, rows[i].word),
        "%s: %u errors: %s", rows[i].properties, v->n_errors, v->error);
    TEST_CHECK (views_get_stat (v, "memories") == before, "%s: allocated",
        rows[i].properties);
    views_free (v);
  }
}

static void
every_property_says_when_it_may_change (void)
{
  g_autofree gchar *unclear = NULL;
  GstElement *element;
  guint n_own;

  rig_init ();
  element = gst_element_factory_make ("clvideofft", NULL);
  TEST_REQUIRE (element != NULL, "no clvideofft");
  gst_object_ref_sink (element);
  unclear = poke_find_unclear (element, &n_own);
  TEST_CHECK (unclear == NULL, "%s", unclear);
  TEST_CHECK (n_own > 0, "%u", n_own);
  gst_object_unref (element);
}

/* ---- live changes, objects, states ---- */

static void
a_live_change_gives_what_was_begun_and_renegotiates (void)
{
  Views *v = open_views ("depth=4");

  views_push_noise (v, 0, 2);
  TEST_CHECK (views_n_frames (v) == 0 && v->n_caps == 1, "%u frames",
      views_n_frames (v));
  g_object_set (v->element, "block-width", 16, "depth", 1, NULL);
  views_push_noise (v, 2, 1);
  TEST_REQUIRE (views_n_frames (v) == 2 && v->n_caps == 2, "%u frames: %s",
      views_n_frames (v), v->error);
  TEST_CHECK (views_stamp (v, 0)->offset_end == 2
      && views_stamp (v, 0)->pts == 0 && v->info.rank == 2
      && v->info.blocks[1] == 4 && views_stamp (v, 1)->pts
      == 80 * GST_MSECOND && !views_stamp (v, 1)->discont, "%u blocks",
      v->info.blocks[1]);
  /* what is set to what it was changes nothing */
  g_object_set (v->element, "depth", 1, NULL);
  views_push_noise (v, 3, 1);
  TEST_CHECK (v->n_caps == 2 && views_n_frames (v) == 3
      && views_stamp (v, 2)->offset == 1, "%u caps", v->n_caps);
  views_free (v);
}

static void
an_unknown_device_is_refused_with_a_list (void)
{
  GstBus *bus;
  GstElement *element = make_element ("device=nosuchdevice", &bus);
  gchar *text;
  guint n;

  TEST_CHECK (gst_element_set_state (element, GST_STATE_READY)
      == GST_STATE_CHANGE_FAILURE, "accepted");
  n = poke_count_errors (bus, &text);
  TEST_CHECK (n == 1 && strstr (text, "nosuchdevice"), "%u errors: %s", n,
      text);
  g_free (text);
  drop_element (element, bus);
}

static void
nothing_is_made_after_the_first_16_frames (void)
{
  static const gchar *const names_of[] = { "memories", "device-plans",
    "device-buffers", "device-kernels", "device-programs-built",
    "device-programs-loaded"
  };
  static const gchar *const properties[] = {
    "", "depth=4 window=hann temporal-window=hann quantity=db",
    "block-width=16 block-height=16 block-overlap-x=8 remove-dc=true",
    "reduce=radial quantity=db",
  };
  guint p, i;

  for (p = 0; p < G_N_ELEMENTS (properties); p++) {
    Views *v = open_views (properties[p]);
    guint64 before[6];

    views_push_noise (v, 0, 20);
    for (i = 0; i < 6; i++)
      before[i] = views_get_stat (v, names_of[i]);
    views_push_noise (v, 20, 100);
    TEST_CHECK (views_n_frames (v) >= 117, "%s: %u frames", properties[p],
        views_n_frames (v));
    for (i = 0; i < 6; i++)
      TEST_CHECK (views_get_stat (v, names_of[i]) == before[i],
          "%s: %s went from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
          properties[p], names_of[i], before[i],
          views_get_stat (v, names_of[i]));
    views_free (v);
  }
}

static void
stats_count_what_was_done (void)
{
  Views *v = open_views ("block-width=16 block-height=16 depth=2");
  GstStructure *stats;

  views_push_noise (v, 0, 6);
  TEST_CHECK (views_get_stat (v, "frames") == 5
      && views_get_stat (v, "transforms") == 5 * 12
      && views_get_stat (v, "pictures") == 6
      && views_get_stat (v, "bytes") == 5 * 2 * WIDTH * HEIGHT,
      "wrong numbers");
  g_object_get (v->element, "stats", &stats, NULL);
  TEST_CHECK (strlen (gst_structure_get_string (stats, "plan")) > 0
      && strlen (gst_structure_get_string (stats, "device")) > 0, "no names");
  gst_structure_free (stats);
  views_free (v);
}

static void
states_can_be_walked_up_and_down (void)
{
  static const GstState walk[] = { GST_STATE_READY, GST_STATE_NULL,
    GST_STATE_PAUSED, GST_STATE_READY, GST_STATE_PLAYING, GST_STATE_PAUSED,
    GST_STATE_NULL, GST_STATE_PLAYING, GST_STATE_NULL
  };
  GstBus *bus;
  GstElement *element = make_element ("", &bus);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (walk); i++)
    TEST_CHECK (gst_element_set_state (element, walk[i])
        == GST_STATE_CHANGE_SUCCESS, "step %u", i);
  drop_element (element, bus);
}

/* ---- the largest depth ---- */

/* "depth is D, but must be at most M: ... have B bytes, and ... has at most L
   bytes": all of one unit. */
static gboolean
read_limit (const Views * v, guint * depth, guint64 * size, guint64 * limit)
{
  const gchar *have = v->error ? strstr (v->error, "have ") : NULL;
  const gchar *most = have ? strstr (have, "at most ") : NULL;

  return v->n_errors == 1 && most
      && sscanf (v->error, "depth is %*u, but must be at most %u:", depth) == 1
      && sscanf (have, "have %" G_GUINT64_FORMAT " bytes", size) == 1
      && sscanf (most, "at most %" G_GUINT64_FORMAT " bytes", limit) == 1
      && *size > *limit;
}

static Views *
open_depth (const gchar * properties, guint depth)
{
  g_autofree gchar *all = g_strdup_printf ("depth=%u %s", depth, properties);
  Views *v = views_new (all);

  views_set_format (v, GST_VIDEO_FORMAT_GRAY8, 640, 480, 25, 1);
  return v;
}

/* Tells the depth that the limit of the stream format leaves or, on a device
   that a layer makes smaller, the device's. */
static guint
find_largest_depth (const gchar * properties)
{
  gboolean is_small = g_getenv ("CLFFT_LAYER_PROFILE") != NULL;
  guint depth = 100000, told = 0;
  guint64 size, limit = G_MAXUINT64;

  do {
    Views *v = open_depth (properties, depth);

    TEST_CHECK (read_limit (v, &told, &size, &limit) && told < depth,
        "%s depth=%u: %u errors: %s", properties, depth, v->n_errors, v->error);
    views_free (v);
    if (told >= depth)
      break;
    depth = told;
  } while (is_small && limit == GST_FOURIER_MAX_FRAME_SIZE);
  return depth;
}

/* Spectra, samples and what lies between passes are the largest in turn. What
   would take gigabytes is not tried. */
static void
the_largest_depth_that_is_told_is_the_largest (void)
{
  static const gchar *const lines[] = { "", "quantity=db",
    "quantity=db sides=centered", "component=all zero-pad-width=1280",
    "block-width=16 block-height=16 quantity=power"
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (lines); i++) {
    guint depth = find_largest_depth (lines[i]), told = 0;
    Views *v = open_depth (lines[i], depth + 1);
    guint64 size, limit;

    TEST_CHECK (read_limit (v, &told, &size, &limit) && told <= depth,
        "%s depth=%u: %u errors: %s", lines[i], depth + 1, v->n_errors,
        v->error);
    views_free (v);
    if (!g_getenv ("CLFFT_LAYER_PROFILE"))
      continue;
    v = open_depth (lines[i], depth);
    TEST_CHECK (v->n_errors == 0, "%s depth=%u: %s", lines[i], depth, v->error);
    views_free (v);
  }
}

TEST_MAIN (TEST (values_outside_a_range_are_refused_by_gobject),
    TEST (bad_values_are_refused_on_the_way_to_paused),
    TEST (bad_values_are_refused_with_the_caps),
    TEST (what_pictures_cannot_have_is_done_as_far_as_it_can_be),
    TEST (bad_values_are_warned_of_while_playing_and_taken_back),
    TEST (what_is_put_right_before_the_next_picture_is_not_warned_of),
    TEST (a_frame_that_was_begun_survives_a_wrong_value),
    TEST (sizes_beyond_memory_are_told_before_allocation),
    TEST (the_largest_depth_that_is_told_is_the_largest),
    TEST (every_property_says_when_it_may_change),
    TEST (a_live_change_gives_what_was_begun_and_renegotiates),
    TEST (an_unknown_device_is_refused_with_a_list),
    TEST (nothing_is_made_after_the_first_16_frames),
    TEST (stats_count_what_was_done),
    TEST (states_can_be_walked_up_and_down))
