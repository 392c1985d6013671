/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-framing-changes.c: frames of drawn changes of size, hop and center beside
 * the rules of docs/guide/streams.md, "Changes of hop and size".
 */
#include "framing-support.h"

#define N_DRAWS (test_is_full () ? 5000 : 250)
#define MS ((GstClockTime) GST_MSECOND)

typedef struct
{
  guint size, hop, lead;
} Shape;

/* What was taken and what may follow; indices of samples. */
typedef struct
{
  Shape shape;                  /* of the last frame; hop 0: none */
  gint64 index;                 /* of its time */
  guint64 n_sent;
  gint64 latest;                /* the next time may not be later, unless samples
                                   are gone */
  guint least_lead;              /* the least of the shapes since then: longer
                                   ones may have to wait */
  gboolean changed;
} Trail;

static void
draw_shape (Shape * shape, GstClFramingParams * params)
{
  guint most = random_below (2) ? 24 : 400;

  shape->size = 1 + random_below (most);
  shape->hop = random_below (3) == 0 ? 1 + random_below (1000)
      : 1 + random_below (shape->size);
  params->center = random_below (3) > 0;
  shape->lead = params->center ? shape->size / 2 : 0;
  params->size = shape->size;
  params->hop = shape->hop;
}

/* Checks a frame of this shape after the one before. */
static void
check_follows (Trail * trail, const Shape * shape,
    const GstClFramingBatch * batch, const Output * output, guint frame)
{
  gint64 index = (gint64) (batch->stamp.pts / MS), due, reach, first;
  const Shape *old = &trail->shape;
  gboolean skips = old->hop > old->size;

  due = trail->index + old->hop;
  reach = trail->index - old->lead + (old->size + old->hop + 1) / 2;
  first = index - shape->lead;
  if (old->hop == 0) {
    TEST_REQUIRE (index == 0, "the first frame is at %d", (gint) index);
  } else if (!trail->changed) {
    TEST_REQUIRE (index == due, "frame %u is at %d, not %d", frame,
        (gint) index, (gint) due);
  } else {
    gboolean touch = !skips && shape->hop <= shape->size;

    TEST_REQUIRE (index > trail->index, "frame %u goes back to %d from %d",
        frame, (gint) index, (gint) trail->index);
    TEST_REQUIRE (index >= MIN (due, trail->latest)
        || (touch && first == reach), "frame %u is at %d before it is due at "
        "%d", frame, (gint) index, (gint) due);
    TEST_REQUIRE (index <= trail->latest || shape->lead > trail->least_lead,
        "frame %u is at %d, later than %d", frame, (gint) index,
        (gint) trail->latest);
    TEST_REQUIRE (!touch || first <= reach, "frame %u leaves out %d samples",
        frame, (gint) (first - reach));
  }
  TEST_REQUIRE (batch->stamp.discont == (old->hop == 0), "frame %u: discont",
      frame);
  for (guint i = 0; i < shape->size; i++)
    TEST_REQUIRE (sample_at (output, frame, shape->size, i)
        == MAX (first + (gint) i + 1, 0), "frame %u sample %u", frame, i);
  *trail = (Trail) { *shape, index, trail->n_sent, index + shape->hop,
    shape->lead, FALSE
  };
}

static void
take_all (GstClFraming * framing, const Shape * shape, Trail * trail)
{
  Output output;

  output_init (&output);
  pull_f32 (framing, shape->size, &output);
  for (guint i = 0; i < output.n_frames && test_n_failures == 0; i++)
    check_follows (trail, shape, output_batch (&output, i), &output, i);
  output_clear (&output);
}

static void
send_some (GstClFraming * framing, Trail * trail, guint n)
{
  push (framing, ramp (trail->n_sent, n, trail->n_sent * MS));
  trail->n_sent += n;
}

static void
shapes_change_at_once_and_leave_nothing_out (void)
{
  for (guint i = 0; i < N_DRAWS && test_n_failures == 0; i++) {
    g_autoptr (GstClFraming) framing = framing_f32 (1, 1, 1000);
    GstClFramingParams params = {.alignment_threshold = 40 * MS,
      .discont_wait = GST_SECOND
    };
    guint k, n_changes = 1 + random_below (12);
    Trail trail = { {0, }, };
    Shape shape;

    for (k = 0; k < n_changes && test_n_failures == 0; k++) {
      guint j, n_buffers = random_below (random_below (2) ? 4 : 40);

      draw_shape (&shape, &params);
      gst_cl_framing_set_params (framing, &params);
      trail.changed = TRUE;
      trail.least_lead = MIN (trail.least_lead, shape.lead);
      if (shape.hop < trail.shape.hop)
        trail.latest = MIN (trail.latest, (gint64) trail.n_sent + shape.hop);
      for (j = 0; j < n_buffers && test_n_failures == 0; j++) {
        send_some (framing, &trail, 1 + random_below (60));
        take_all (framing, &shape, &trail);
      }
    }
    send_some (framing, &trail, 2 * MAX (shape.size, shape.hop));
    take_all (framing, &shape, &trail);
    TEST_CHECK (!trail.changed, "stream %u: no frame of %u samples each %u "
        "came within twice that", i, shape.size, shape.hop);
  }
}

/* A hop of seconds that is taken back, and a long frame that is. */
static void
a_change_that_is_taken_back_holds_nothing_up (void)
{
  for (guint i = 0; i < N_DRAWS && test_n_failures == 0; i++) {
    guint size = 8 << random_below (8), hop = MAX (size >> random_below (4), 1);
    g_autoptr (GstClFraming) framing = framing_f32 (1, 1, 1000);
    GstClFramingParams params = {.size = size,.hop = hop,
      .center = random_below (2),.alignment_threshold = 40 * MS,
      .discont_wait = GST_SECOND
    }, other = params;
    Shape shape = { size, hop, params.center ? size / 2 : 0 };
    Trail trail = { {0, }, };
    guint n_most = 4 * size;

    if (random_below (2))
      other.hop = 10000;
    else
      other.size = size << 6;
    gst_cl_framing_set_params (framing, &params);
    for (guint k = 0; k < 20; k++) {
      send_some (framing, &trail, 1 + random_below (n_most));
      take_all (framing, &shape, &trail);
    }
    gst_cl_framing_set_params (framing, &other);
    send_some (framing, &trail, 1 + random_below (size));
    trail.changed = TRUE;
    if (other.hop != hop) {
      Shape long_hop = { size, other.hop, shape.lead };

      take_all (framing, &long_hop, &trail);
      trail.latest = MIN (trail.latest, (gint64) trail.n_sent + hop);
    }
    gst_cl_framing_set_params (framing, &params);
    trail.changed = TRUE;
    send_some (framing, &trail, size + hop);
    take_all (framing, &shape, &trail);
    TEST_CHECK (!trail.changed && (guint64) trail.index + size + hop
        > trail.n_sent, "stream %u: size %u, hop %u, then %u and %u: the last "
        "frame is at %d of %d", i, size, hop, other.size, other.hop,
        (gint) trail.index, (gint) trail.n_sent);
  }
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (shapes_change_at_once_and_leave_nothing_out),
    TEST (a_change_that_is_taken_back_holds_nothing_up),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
