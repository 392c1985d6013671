/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-curve-cost.c: a curve costs no more than its text is long, whatever is in
 * it: sixteen times the text takes at most 64 times the processor time, a
 * quarter of what a square takes, and each byte little. The time is this
 * thread's own, and the least of some, so that others' work counts for little:
 * caches that others fill make a long text twice as slow as a short one.
 */
#include <string.h>
#include <time.h>

#include <gst/gst.h>

#include "hostile.h"
#include "response/curve.h"
#include "support/test.h"

/* Bytes of the larger text, and how often it holds the smaller one. */
#define SIZE (2u << 20)
#define TIMES 16
/* Less is lost in what a clock and an allocator do. */
#define LEAST 0.01
/* Of a byte: a hundred times what the slowest reader takes of most. */
#define MOST_SECONDS 20e-6
#define TRIES 4

static gdouble
get_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

/* The seconds that reading a copy of the text takes; at once if it is given
   up. */
static gdouble
measure (const GString * text, const gint * cancelled)
{
  gchar *copy = g_malloc (text->len + 1);
  g_autoptr (GError) error = NULL;
  GstClCurve *curve;
  gdouble start;

  memcpy (copy, text->str, text->len + 1);
  start = get_time ();
  curve = gst_cl_curve_parse ("It", copy, text->len, cancelled, &error);
  if (curve)
    gst_cl_curve_free (curve);
  start = get_time () - start;
  TEST_CHECK (!curve == !!error, "neither a curve nor an error");
  g_free (copy);
  return start;
}

static void
check_cost (const gchar * name, const GString * once, const GString * more)
{
  gdouble short_time = G_MAXDOUBLE, long_time = G_MAXDOUBLE;
  gdouble allowed = 0;
  guint i;

  for (i = 0; i < TRIES; i++) {
    short_time = MIN (short_time, measure (once, NULL));
    long_time = MIN (long_time, measure (more, NULL));
    allowed = MAX (LEAST, 4 * short_time * more->len / once->len);
    if (long_time <= allowed)
      break;
  }
  TEST_CHECK (long_time <= allowed, "%s: %g s for %u bytes, %g s for %u", name,
      short_time, (guint) once->len, long_time, (guint) more->len);
  TEST_CHECK (long_time <= MOST_SECONDS * more->len, "%s: %g s for %u bytes",
      name, long_time, (guint) more->len);
}

static void
time_grows_as_the_text (void)
{
  guint i;

  for (i = 0; i < n_hostile_kinds; i++) {
    const HostileKind *kind = &hostile_kinds[i];
    GString *once = hostile_text (kind, SIZE / TIMES);
    GString *more = hostile_text (kind, SIZE);

    check_cost (kind->name, once, more);
    g_string_free (once, TRUE);
    g_string_free (more, TRUE);
  }
}

static void
drawn_texts_cost_no_more (void)
{
  guint n = test_is_full ()? 2000 : 100, i;

  for (i = 0; i < n; i++) {
    guint64 state = test_state;
    GString *once = hostile_draw (SIZE / 4 / TIMES);
    GString *more = hostile_draw_again (state, SIZE / 4);
    g_autofree gchar *name = g_strndup (once->str, 120);

    check_cost (name, once, more);
    g_string_free (once, TRUE);
    g_string_free (more, TRUE);
  }
}

/* ---- giving up ---- */

typedef struct
{
  gint cancelled;
  guint microseconds;
  gdouble at;                   /* of the wall */
} Cancel;

static gdouble
get_wall (void)
{
  return g_get_monotonic_time () * 1e-6;
}

static gpointer
cancel_later (gpointer data)
{
  Cancel *cancel = data;

  g_usleep (cancel->microseconds);
  cancel->at = get_wall ();
  g_atomic_int_set (&cancel->cancelled, TRUE);
  return NULL;
}

static void
a_reader_that_is_stopped_ends (void)
{
  guint n = test_is_full ()? 400 : 30, i;

  for (i = 0; i < n; i++) {
    guint k = test_random () % n_hostile_kinds;
    GString *text = hostile_text (&hostile_kinds[k], 2 * SIZE);
    Cancel cancel = { 0, test_random () % 100000 };
    g_autoptr (GError) error = NULL;
    GThread *thread = g_thread_new ("cancel", cancel_later, &cancel);
    GstClCurve *curve = gst_cl_curve_parse ("It", text->str, text->len,
        &cancel.cancelled, &error);
    gboolean was_stopped = g_atomic_int_get (&cancel.cancelled);
    gdouble end = get_wall ();

    g_thread_join (thread);
    TEST_CHECK (!was_stopped || end - cancel.at < 1, "%s: %g s after it was to "
        "stop", hostile_kinds[k].name, end - cancel.at);
    if (curve)
      gst_cl_curve_free (curve);
    g_string_free (text, TRUE);
  }
}

/* As many curves as may be, over the largest grid. */
static void
levels_that_are_stopped_are_left (void)
{
  const HostileKind kind = { "", "", "GraphicEQ: 20 %; 30 %\n", "" };
  const guint n_levels = 1 << 21;
  g_autofree gdouble *levels = g_new0 (gdouble, n_levels);
  GString *text = hostile_text (&kind, 20 * GST_CL_CURVE_MAX_FILTERS);
  GstClCurve *curve = gst_cl_curve_parse ("It", text->str, text->len, NULL,
      NULL);
  Cancel cancel = { TRUE };
  gdouble start;

  g_string_free (text, TRUE);
  TEST_REQUIRE (curve, "no curve");
  gst_cl_curve_add_graphs (curve, 0.1, levels, n_levels, &cancel.cancelled);
  TEST_CHECK (levels[n_levels - 1] == 0, "it went to the end");
  start = get_time ();
  gst_cl_curve_add_graphs (curve, 0.1, levels, n_levels, NULL);
  start = get_time () - start;
  TEST_CHECK (start < 60, "%u curves take %g s", curve->graphs->len, start);
  gst_cl_curve_free (curve);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (time_grows_as_the_text),
    TEST (drawn_texts_cost_no_more),
    TEST (a_reader_that_is_stopped_ends),
    TEST (levels_that_are_stopped_are_left),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
