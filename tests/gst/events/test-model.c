/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * events/test-model.c: any order of buffers and events. A model cuts what was
 * fed into runs, by the rules of docs/guide/streams.md; what came out has
 * to be what an element that gets each run alone, in one piece, gives for
 * it. A sequence that fails is shrunk before it is reported.
 */
#include <string.h>
#include "player.h"
#include "support/test.h"

#define MAX_OPS 16

typedef enum
{
  FEED,                         /* units, in buffers of at most `size` */
  FEED_FLAGGED,                 /* with flags that times deny */
  JUMP,                         /* time goes by, and the flag says so */
  GAP,
  SAME_STREAM,
  OTHER_STREAM,
  SAME_CAPS,
  OTHER_CAPS,
  SAME_SEGMENT,
  LONGER_SEGMENT,
  LATER_SEGMENT,
  OTHER_SEGMENT,
  SEGMENT_DONE,
  GROUP_DONE,
  FLUSH,
  RECONFIGURE,
  QOS,
  TAG,
  N_KINDS,
} Kind;

static const gchar *const kind_names[] = {
  "feed", "feed flagged", "jump", "gap", "same stream", "other stream",
  "same caps", "other caps", "same segment", "longer segment",
  "later segment", "other segment", "segment done", "group done", "flush",
  "reconfigure", "qos", "tag"
};

G_STATIC_ASSERT (G_N_ELEMENTS (kind_names) == N_KINDS);

typedef struct
{
  Kind kind;
  guint units, size;
  gboolean second;              /* of two ways */
} Op;

typedef struct
{
  Op ops[MAX_OPS];
  guint n;
} Sequence;

/* ---- the model ---- */

typedef struct
{
  guint first, end;
  gboolean silent;
} Piece;

typedef struct
{
  Piece pieces[MAX_OPS];
  guint n;
  guint format;
  GstSegment segment;
} Run;

typedef struct
{
  const PlayerSubject *subject;
  Run run;              /* that is open */
  guint position, format;
  GstSegment segment;
  GString *expected;
} Model;

static gboolean
is_called (const Model * model, const gchar * name)
{
  return g_str_equal (model->subject->name, name);
}

/* What the open run gives by itself; forget: without what it still has pending. */
static void
end_run (Model * model, gboolean forget)
{
  Run *run = &model->run;
  g_autofree gchar *lines = NULL;
  Player *player;
  guint i;

  if (run->n > 0) {
    player = player_new (model->subject);
    player->format = run->format;
    player->segment = run->segment;
    player_begin (player);
    for (i = 0; i < run->n; i++) {
      const Piece *piece = &run->pieces[i];

      if (piece->silent)
        player_feed_silence (player, piece->first, piece->end);
      else
        player_feed (player, piece->first, piece->end, 0, 0);
    }
    if (!forget)
      player_push_event (player, gst_event_new_eos ());
    lines = player_get_lines (player, "d");
    g_string_append (model->expected, lines);
    player_free (player);
  }
  run->n = 0;
}

/* Might the open run give something more? */
static gboolean
is_pending (const Model * model)
{
  guint i, n = 0;

  for (i = 0; i < model->run.n; i++)
    n += model->run.pieces[i].end - model->run.pieces[i].first;
  return !model->subject->frame || n % model->subject->frame > 0;
}

static void
add_piece (Model * model, guint n_units, gboolean silent)
{
  Run *run = &model->run;
  Piece piece = { model->position, model->position + n_units, silent };

  if (run->n == 0) {
    run->format = model->format;
    run->segment = model->segment;
  }
  run->pieces[run->n++] = piece;
  model->position += n_units;
}

/* Does a gap end what is begun, and fill nothing? */
static gboolean
has_pictures (const Model * model)
{
  return model->subject->input == PLAYER_PICTURES;
}

static void
model_gap (Model * model, guint n_units)
{
  if (has_pictures (model))
    end_run (model, FALSE);
  /* nothing is missing behind it: times of intervals are those of buffers */
  if (is_called (model, "clspectrum"))
    return;
  if (has_pictures (model) || (is_called (model, "clifft") && model->run.n == 0))
    model->position += n_units;
  else
    add_piece (model, n_units, TRUE);
}

static void
model_step (Model * model, const Op * op)
{
  GstClockTime time;
  Player clock = { model->subject };

  switch (op->kind) {
    case FEED:
    case FEED_FLAGGED:
      add_piece (model, op->units, FALSE);
      break;
    case JUMP:
      /* of clspectrum what was begun is lost, as in `spectrum` */
      if (model->run.n > 0)
        end_run (model, is_called (model, "clspectrum"));
      model->position += op->units;
      add_piece (model, op->size, FALSE);
      break;
    case GAP:
      model_gap (model, op->units);
      break;
    case OTHER_CAPS:
      end_run (model, is_called (model, "clspectrum"));
      model->format = !model->format;
      break;
    case LONGER_SEGMENT:
      model->segment.duration += GST_SECOND;
      break;
    case LATER_SEGMENT:
      time = player_time (&clock, model->position);
      model->segment.base += time - model->segment.start;
      model->segment.start = model->segment.time = time;
      break;
    case OTHER_SEGMENT:
      end_run (model, FALSE);
      model->segment.base += GST_SECOND;
      break;
    case FLUSH:
      end_run (model, TRUE);
      break;
    case OTHER_STREAM:
    case SEGMENT_DONE:
      end_run (model, FALSE);
      break;
    case GROUP_DONE:
      /* of this group */
      if (!op->second && is_pending (model))
        end_run (model, FALSE);
      break;
    default:
      break;
  }
}

/* ---- the element ---- */

static void
play_event (Player * player, const Op * op)
{
  switch (op->kind) {
    case SAME_STREAM:
      player_send_stream (player, "one");
      break;
    case OTHER_STREAM:
      /* each one another than the last */
      player_send_stream (player, op->second ? "two" : "three");
      player_send_stream (player, "one");
      break;
    case SEGMENT_DONE:
      player_push_event (player, gst_event_new_segment_done (GST_FORMAT_TIME,
              GST_SECOND));
      break;
    case GROUP_DONE:
      player_push_event (player,
          gst_event_new_stream_group_done (PLAYER_GROUP + op->second));
      break;
    case FLUSH:
      player_flush (player);
      player_send_segment (player);
      break;
    case RECONFIGURE:
      player_push_up (player, gst_event_new_reconfigure ());
      break;
    case QOS:
      player_push_up (player, gst_event_new_qos (GST_QOS_TYPE_OVERFLOW, 1,
              -1000, GST_SECOND));
      break;
    default:
      player_push_event (player, op->second ? gst_event_new_tag
          (gst_tag_list_new (GST_TAG_TITLE, "noise", NULL))
          : gst_event_new_custom (GST_EVENT_CUSTOM_DOWNSTREAM,
              gst_structure_new_empty ("custom")));
  }
}

/* model: as it is before this step. */
static void
play (Player * player, const Model * model, const Op * op)
{
  GstBufferFlags flag = op->second ? GST_BUFFER_FLAG_DISCONT
      : GST_BUFFER_FLAG_RESYNC;
  guint position = model->position;
  GstClockTime time = player_time (player, position);

  switch (op->kind) {
    case FEED:
    case FEED_FLAGGED:
      player_feed (player, position, position + op->units,
          op->kind == FEED ? 0 : flag, op->size);
      break;
    case JUMP:
      position += op->units;
      player_feed (player, position, position + 1, GST_BUFFER_FLAG_DISCONT,
          0);
      player_feed (player, position + 1, position + op->size, 0, 0);
      break;
    case GAP:
      player_push_event (player, gst_event_new_gap (time,
              player_time (player, position + op->units) - time));
      break;
    case SAME_CAPS:
      player_send_caps (player, player->format);
      break;
    case OTHER_CAPS:
      player_send_caps (player, !player->format);
      break;
    case SAME_SEGMENT:
      player_send_segment (player);
      break;
    case LONGER_SEGMENT:
      player->segment.duration += GST_SECOND;
      player_send_segment (player);
      break;
    case LATER_SEGMENT:
      player->segment.base += time - player->segment.start;
      player->segment.start = player->segment.time = time;
      player_send_segment (player);
      break;
    case OTHER_SEGMENT:
      player->segment.base += GST_SECOND;
      player_send_segment (player);
      break;
    default:
      play_event (player, op);
  }
}

/* NULL if all was as the model says, else what is wrong (transfer full). */
static gchar *
find_fault (const PlayerSubject * subject, const Sequence * sequence)
{
  Model model = { subject };
  Player *player = player_new (subject);
  g_autofree gchar *lines = NULL, *reported = NULL;
  gchar *fault = NULL;
  guint i;

  model.expected = g_string_new (NULL);
  gst_segment_init (&model.segment, GST_FORMAT_TIME);
  model.segment.duration = player->segment.duration = GST_SECOND;
  player_begin (player);
  for (i = 0; i < sequence->n; i++) {
    play (player, &model, &sequence->ops[i]);
    model_step (&model, &sequence->ops[i]);
  }
  end_run (&model, FALSE);
  player_push_event (player, gst_event_new_eos ());
  lines = player_get_lines (player, "d");
  reported = player_get_lines (player, "w");
  if (player_count (player, "data") > 0 && player_count (player, "error") > 0)
    fault = g_strdup_printf ("an error: %s", player_get_lines (player, "e"));
  else if (reported[0])
    fault = g_strdup_printf ("a warning: %s", reported);
  else if (!g_str_equal (lines, model.expected->str))
    fault = g_strdup_printf ("the output is\n%s# but must be\n%s", lines,
        model.expected->str);
  g_string_free (model.expected, TRUE);
  player_free (player);
  return fault;
}

/* ---- sequences ---- */

static guint
draw_below (guint n)
{
  return test_random () % n;
}

/* Frames of spectra there are 100 of. */
static void
draw_op (const PlayerSubject * subject, Op * op)
{
  gboolean is_sound = subject->input == PLAYER_SOUND;

  op->kind = draw_below (3) ? draw_below (2) : draw_below (N_KINDS);
  op->units = 1 + draw_below (is_sound ? 600 : 3);
  op->size = 1 + draw_below (is_sound ? 300 : 2);
  op->second = draw_below (2);
  if (op->kind == JUMP)
    op->units = is_sound ? 4000 : subject->input == PLAYER_PICTURES ? 30 : 10;
  if (op->kind == GAP)
    op->units = subject->gap;
  /* a whole picture goes on behind a jump */
  if (op->kind == JUMP && g_str_equal (subject->name, "clspectrogram"))
    op->kind = FEED;
}

static void
draw_sequence (const PlayerSubject * subject, Sequence * sequence)
{
  guint n_jumps = 0;

  sequence->n = 0;
  while (sequence->n < MAX_OPS) {
    Op *op = &sequence->ops[sequence->n];

    draw_op (subject, op);
    if (op->kind != JUMP || n_jumps++ < 3)
      sequence->n++;
  }
}

static void
leave_out (Sequence * sequence, guint i)
{
  sequence->n--;
  memmove (&sequence->ops[i], &sequence->ops[i + 1],
      (sequence->n - i) * sizeof (Op));
}

/* Leaves out whatever it fails without; *fault is of what is left. */
static void
shrink (const PlayerSubject * subject, Sequence * sequence, gchar ** fault)
{
  guint i = 0;

  while (i < sequence->n) {
    Sequence shorter = *sequence;
    gchar *other;

    leave_out (&shorter, i);
    other = find_fault (subject, &shorter);
    if (other) {
      *sequence = shorter;
      g_free (*fault);
      *fault = other;
    } else {
      i++;
    }
  }
}

static gchar *
describe (const Sequence * sequence)
{
  GString *text = g_string_new (NULL);
  guint i;

  for (i = 0; i < sequence->n; i++) {
    const Op *op = &sequence->ops[i];

    g_string_append_printf (text, "%s%s", i ? "; " : "",
        kind_names[op->kind]);
    if (op->kind <= GAP)
      g_string_append_printf (text, " %u by %u", op->units, op->size);
  }
  return g_string_free (text, FALSE);
}

static void
check_subject (guint number)
{
  const PlayerSubject *subject = &player_subjects[number];
  guint n = test_is_full () ? 400 : 40, i;

  for (i = 0; i < n && test_n_failures == 0; i++) {
    Sequence sequence;
    g_autofree gchar *fault = NULL, *text = NULL;

    draw_sequence (subject, &sequence);
    fault = find_fault (subject, &sequence);
    if (!fault)
      continue;
    shrink (subject, &sequence, &fault);
    text = describe (&sequence);
    TEST_CHECK (FALSE, "%s, sequence %u: %s: %s", subject->name, i, text,
        fault);
  }
}

static void
claudiofft_follows_the_model (void)
{
  check_subject (0);
}

static void
clvideofft_follows_the_model (void)
{
  check_subject (1);
}

static void
clspectrum_follows_the_model (void)
{
  check_subject (2);
}

static void
clspectrogram_follows_the_model (void)
{
  check_subject (3);
}

static void
clifft_follows_the_model (void)
{
  check_subject (4);
}

static void
clfftfilter_follows_the_model (void)
{
  check_subject (5);
}

static void
clvideodenoise_follows_the_model (void)
{
  check_subject (6);
}

static void
clvideofilter_follows_the_model (void)
{
  check_subject (7);
}

static void
begin_flush (Player * player)
{
  player_push_event (player, gst_event_new_flush_start ());
}

/* A shape that is made between two buffers has its caps pushed again by nobody
   but the element. */
static void
caps_that_a_flush_kept_back_come_later (void)
{
  guint i;

  for (i = 0; i < 2; i++) {
    const PlayerSubject *subject = &player_subjects[i];
    Player *player = player_new (subject), *other = player_new (subject);
    g_autofree gchar *got = NULL, *expected = NULL;
    g_autoptr (GstCaps) caps = NULL;
    g_autoptr (GstCaps) expected_caps = NULL;

    player_begin (player);
    player_feed (player, 0, subject->between, 0, 300);
    gst_util_set_object_arg (G_OBJECT (player->element), "quantity", "power");
    player->hook = begin_flush;
    player_feed (player, subject->between, subject->total, 0, 300);
    TEST_CHECK (!player->hook && player->flow == GST_FLOW_FLUSHING, "%s: %s",
        subject->name, gst_flow_get_name (player->flow));
    player_push_event (player, gst_event_new_flush_stop (TRUE));
    g_ptr_array_set_size (player->log, 0);
    player_send_segment (player);
    player_feed (player, 0, subject->total, 0, 300);
    player_push_event (player, gst_event_new_eos ());

    gst_util_set_object_arg (G_OBJECT (other->element), "quantity", "power");
    player_begin (other);
    player_feed (other, 0, subject->total, 0, 300);
    player_push_event (other, gst_event_new_eos ());
    got = player_get_lines (player, "d");
    expected = player_get_lines (other, "d");
    caps = gst_pad_get_current_caps (player->sinkpad);
    expected_caps = gst_pad_get_current_caps (other->sinkpad);
    TEST_CHECK (gst_caps_is_equal (caps, expected_caps)
        && player_count (player, "error") == 0, "%s: %u errors, or old caps",
        subject->name, player_count (player, "error"));
    TEST_CHECK (g_str_equal (got, expected), "%s gives\n%s\n# not\n%s",
        subject->name, got, expected);
    player_free (player);
    player_free (other);
  }
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (claudiofft_follows_the_model),
    TEST (clvideofft_follows_the_model),
    TEST (clspectrum_follows_the_model),
    TEST (clspectrogram_follows_the_model),
    TEST (clifft_follows_the_model),
    TEST (clfftfilter_follows_the_model),
    TEST (clvideodenoise_follows_the_model),
    TEST (clvideofilter_follows_the_model),
    TEST (caps_that_a_flush_kept_back_come_later),
  };
  int status = test_main (claims, G_N_ELEMENTS (claims), argc, argv);

  player_end ();
  return status;
}
