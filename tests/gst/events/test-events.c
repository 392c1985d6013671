/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * events/test-events.c: the table of docs/guide/streams.md, cell by cell: what
 * each element does at each event in each state. What a cell says is held
 * against runs without the event: of all that was fed, or of the two runs
 * that the event divides.
 */
#include <string.h>
#include "player.h"
#include "support/test.h"

/* ---- states ---- */

typedef enum
{
  BEFORE,
  BEGUN,
  IN_FRAME,
  BETWEEN,
  DRAINED,
  AFTER_ERROR,
  AFTER_FLUSH,
  MAKING,
  N_STATES,
} State;

/* Units that were fed. */
static guint
get_position (const PlayerSubject * subject, State state)
{
  switch (state) {
    case BEFORE:
    case BEGUN:
    case MAKING:
      return 0;
    case BETWEEN:
      return subject->between;
    default:
      return subject->in_frame;
  }
}

static void
reach (Player * player, State state)
{
  guint position = get_position (player->subject, state);

  if (state == BEFORE || state == MAKING)
    return;
  player_begin (player);
  player_feed (player, 0, position, 0, 300);
  if (state == DRAINED)
    player_push_event (player, gst_event_new_segment_done (GST_FORMAT_TIME,
            player_time (player, position)));
  if (state == AFTER_ERROR)
    player_break (player);
  if (state == AFTER_FLUSH) {
    player_flush (player);
    player_send_segment (player);
  }
}

/* ---- events ---- */

typedef struct
{
  const gchar *row;             /* of the table */
  const gchar *line;            /* that it leaves in the log where it passes */
  gboolean (*send) (Player * player, guint position);
} Event;

static gboolean
send_same_stream (Player * player, guint position)
{
  return player_send_stream (player, "one");
}

static gboolean
send_other_stream (Player * player, guint position)
{
  return player_send_stream (player, "two");
}

static gboolean
send_equal_caps (Player * player, guint position)
{
  return player_send_caps (player, 0);
}

static gboolean
send_other_caps (Player * player, guint position)
{
  return player_send_caps (player, 1);
}

static gboolean
send_equal_segment (Player * player, guint position)
{
  return player_send_segment (player);
}

static gboolean
send_duration (Player * player, guint position)
{
  player->segment.duration = 10 * GST_SECOND;
  player->segment.stop = 20 * GST_SECOND;
  player->segment.position = player_time (player, position);
  return player_send_segment (player);
}

static gboolean
send_gapped_segment (Player * player, guint position)
{
  GstClockTime time = player_time (player, position);

  player->segment.start = player->segment.time = player->segment.base = time;
  return player_send_segment (player);
}

static gboolean
send_other_times (Player * player, guint position)
{
  player->segment.base = 7 * GST_SECOND;
  return player_send_segment (player);
}

static gboolean
send_reverse (Player * player, guint position)
{
  player->segment.rate = -1;
  player->segment.stop = 20 * GST_SECOND;
  return player_send_segment (player);
}

static gboolean
send_gap (Player * player, guint position)
{
  GstClockTime time = player_time (player, position);

  return player_push_event (player, gst_event_new_gap (time,
          player_time (player, position + player->subject->gap) - time));
}

static gboolean
send_flush (Player * player, guint position)
{
  player_flush (player);
  return TRUE;
}

static gboolean
send_segment_done (Player * player, guint position)
{
  return player_push_event (player, gst_event_new_segment_done
      (GST_FORMAT_TIME, player_time (player, position)));
}

static gboolean
send_group_done (Player * player, guint position)
{
  return player_push_event (player,
      gst_event_new_stream_group_done (PLAYER_GROUP));
}

static gboolean
send_other_group_done (Player * player, guint position)
{
  return player_push_event (player,
      gst_event_new_stream_group_done (PLAYER_GROUP + 1));
}

static gboolean
send_eos (Player * player, guint position)
{
  return player_push_event (player, gst_event_new_eos ());
}

static gboolean
send_tag (Player * player, guint position)
{
  return player_push_event (player, gst_event_new_tag (gst_tag_list_new
          (GST_TAG_TITLE, "noise", NULL)));
}

static gboolean
send_custom (Player * player, guint position)
{
  return player_push_event (player, gst_event_new_custom
      (GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty ("custom")));
}

static gboolean
send_instant_rate (Player * player, guint position)
{
  return player_push_event (player, gst_event_new_instant_rate_change (1.5, 0));
}

static gboolean
send_reconfigure (Player * player, guint position)
{
  return player_push_up (player, gst_event_new_reconfigure ());
}

static gboolean
send_qos (Player * player, guint position)
{
  return player_push_up (player, gst_event_new_qos (GST_QOS_TYPE_OVERFLOW, 1,
          -1000, GST_SECOND + player_time (player, position)));
}

static gboolean
send_latency (Player * player, guint position)
{
  return player_push_up (player, gst_event_new_latency (GST_MSECOND));
}

static gboolean
send_seek (Player * player, gdouble rate)
{
  return player_push_up (player, gst_event_new_seek (rate, GST_FORMAT_TIME, 0,
          GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_SET, GST_SECOND));
}

static gboolean
send_seek_forwards (Player * player, guint position)
{
  return send_seek (player, 2);
}

static gboolean
send_seek_backwards (Player * player, guint position)
{
  return send_seek (player, -1);
}

static const Event events[] = {
  {"STREAM_START, same stream", "event stream-start", send_same_stream},
  {"STREAM_START, other stream", "event stream-start", send_other_stream},
  {"CAPS, equal", "event caps", send_equal_caps},
  {"CAPS, other", "event caps", send_other_caps},
  {"SEGMENT, equal", "event segment", send_equal_segment},
  {"SEGMENT, with a duration", "event segment", send_duration},
  {"SEGMENT, behind a gap", "event segment", send_gapped_segment},
  {"SEGMENT, other times", "event segment", send_other_times},
  {"SEGMENT, rate below 0", "event segment", send_reverse},
  {"GAP", "event gap", send_gap},
  {"FLUSH_START, FLUSH_STOP", "event flush-stop", send_flush},
  {"SEGMENT_DONE", "event segment-done", send_segment_done},
  {"STREAM_GROUP_DONE", "event stream-group-done", send_group_done},
  {"STREAM_GROUP_DONE, other group", "event stream-group-done",
      send_other_group_done},
  {"EOS", "event eos", send_eos},
  {"TAG", "event tag", send_tag},
  {"custom, serialized", "event custom-downstream", send_custom},
  {"INSTANT_RATE_CHANGE", "event instant-rate-change", send_instant_rate},
  {"RECONFIGURE, nothing new", "up reconfigure", send_reconfigure},
  {"QOS", "up qos", send_qos},
  {"LATENCY", "up latency", send_latency},
  {"SEEK forwards", "up seek", send_seek_forwards},
  {"SEEK backwards", "up seek", send_seek_backwards},
};

/* ---- a cell ---- */

typedef struct
{
  const PlayerSubject *subject;
  const Event *event;
  State state;
  const gchar *word;
  guint position;               /* where the event comes */
  guint next;                   /* where input goes on */
  Player *player;
  guint mark;                   /* lines of the log before the event */
  guint behind;                 /* and when it was done with */
  gboolean taken;               /* what sending it returned */
} Cell;

static gboolean
is (const Cell * cell, const gchar * row)
{
  return g_str_equal (cell->event->row, row);
}

static Cell *hooked_cell;        /* whose shape is being made */

static void
hook (Player * player)
{
  if (is (hooked_cell, "FLUSH_START, FLUSH_STOP"))
    player_push_event (player, gst_event_new_flush_start ());
  else
    hooked_cell->taken = hooked_cell->event->send (player, 0);
}

/* From STREAM_START to the event; then, if asked for, to EOS. */
static void
run (Cell * cell, gboolean with_event)
{
  Player *player = player_new (cell->subject);

  cell->player = player;
  cell->taken = TRUE;
  reach (player, cell->state);
  cell->mark = player->log->len;
  if (cell->state == MAKING) {
    hooked_cell = cell;
    player->hook = with_event ? hook : NULL;
    player_begin (player);
    if (with_event && is (cell, "FLUSH_START, FLUSH_STOP")) {
      player_push_event (player, gst_event_new_flush_stop (TRUE));
      player_send_segment (player);
    }
  } else if (with_event) {
    cell->taken = cell->event->send (player, cell->position);
  }
  cell->behind = player->log->len;
}

static void
finish (Cell * cell)
{
  Player *player = cell->player;
  gboolean flushed = is (cell, "FLUSH_START, FLUSH_STOP");

  if (cell->state == BEFORE && !is (cell, "CAPS, other"))
    player_send_caps (player, player->format);
  if (cell->state == BEFORE || flushed)
    player_send_segment (player);
  if (!is (cell, "EOS"))
    player_feed (player, cell->next, cell->subject->total, 0, 300);
  player_push_event (player, gst_event_new_eos ());
}

/* Data of units [first, end) as one run of its own; with_eos: all that is
   pending. */
static gchar *
get_run (const Cell * cell, guint first, guint end, gboolean with_eos)
{
  Player *player;
  gchar *lines;

  if (first == end)
    return g_strdup ("");
  player = player_new (cell->subject);
  player->format = first == 0 && end == cell->position ? 0
      : cell->player->format;
  /* what came before had the first segment */
  if (first != 0 || end != cell->position)
    player->segment = cell->player->segment;
  player_begin (player);
  player_feed (player, first, end, 0, 0);
  if (with_eos)
    player_push_event (player, gst_event_new_eos ());
  lines = player_get_lines (player, "d");
  player_free (player);
  return lines;
}

/* Of lines [first, end) of the log. */
static gchar *
get_data (const Cell * cell, guint first, guint end)
{
  GString *lines = g_string_new (NULL);
  guint i;

  for (i = first; i < end; i++) {
    const gchar *line = g_ptr_array_index (cell->player->log, i);

    if (line[0] == 'd')
      g_string_append_printf (lines, "%s\n", line);
  }
  return g_string_free (lines, FALSE);
}

/* Is the event's line behind all data that it drained? */
static gboolean
is_last (const Cell * cell)
{
  gboolean passed = FALSE;
  guint i;

  for (i = cell->mark; i < cell->behind; i++) {
    const gchar *line = g_ptr_array_index (cell->player->log, i);

    passed |= g_str_equal (line, cell->event->line);
    if (passed && line[0] == 'd')
      return FALSE;
  }
  return TRUE;
}

static guint
count_behind (const Cell * cell, const gchar * prefix)
{
  guint i, n = 0;

  for (i = cell->mark; i < cell->player->log->len; i++)
    n += g_str_has_prefix (g_ptr_array_index (cell->player->log, i), prefix);
  return n;
}

static void
check_same (const Cell * cell, const gchar * what, gchar * got,
    gchar * expected)
{
  static const gchar *const names[] = { "before caps", "begun", "in a frame",
    "between frames", "drained", "after an error", "after a flush",
    "while a shape is made"
  };

  TEST_CHECK (g_str_equal (got, expected),
      "%s, %s, %s (%s): %s is\n#%s\n# but must be\n#%s", cell->subject->name,
      cell->event->row, names[cell->state], cell->word, what, got, expected);
  g_free (got);
  g_free (expected);
}

#define CHECK_CELL(cell, condition) \
    TEST_CHECK (condition, "%s, %s, state %d (%s)", (cell)->subject->name, \
        (cell)->event->row, (cell)->state, (cell)->word)

/* The output without the event. */
static gchar *
get_whole (const Cell * cell)
{
  Cell without = *cell;
  gchar *lines;

  run (&without, FALSE);
  without.player->segment = cell->player->segment;
  finish (&without);
  lines = player_get_lines (without.player, "d");
  player_free (without.player);
  return lines;
}

static void
check_unharmed (Cell * cell)
{
  CHECK_CELL (cell, count_behind (cell, "error") == 0);
  CHECK_CELL (cell, count_behind (cell, "warning") == 0);
}

/* What had left, or has by now, of the run before the event. */
static gchar *
get_head (const Cell * cell, gboolean drained)
{
  drained |= cell->state == DRAINED;
  if (cell->state == AFTER_FLUSH || cell->state == AFTER_ERROR)
    drained = FALSE;
  return get_run (cell, 0, cell->position, drained);
}

static gchar *
get_tail (const Cell * cell)
{
  return is (cell, "EOS") ? g_strdup ("")
      : get_run (cell, cell->next, cell->subject->total, TRUE);
}

static void
check_passes (Cell * cell)
{
  finish (cell);
  CHECK_CELL (cell, cell->taken || cell->state == MAKING);
  CHECK_CELL (cell, count_behind (cell, cell->event->line) >= 1);
  check_unharmed (cell);
  check_same (cell, "the output", player_get_lines (cell->player, "d"),
      get_whole (cell));
}

static void
check_stays (Cell * cell)
{
  guint n = count_behind (cell, cell->event->line);

  CHECK_CELL (cell, n == 0);
  if (cell->state == AFTER_ERROR) {
    finish (cell);
    return;
  }
  finish (cell);
  CHECK_CELL (cell, cell->taken);
  check_unharmed (cell);
  check_same (cell, "the output", player_get_lines (cell->player, "d"),
      get_whole (cell));
}

/* The runs before and behind the event. */
static void
check_divides (Cell * cell, gboolean drains, gboolean passes)
{
  CHECK_CELL (cell, cell->taken && is_last (cell));
  CHECK_CELL (cell, cell->state == BEFORE
      || (count_behind (cell, cell->event->line) > 0) == passes);
  finish (cell);
  check_unharmed (cell);
  check_same (cell, "what comes before it", get_data (cell, 0, cell->behind),
      get_head (cell, drains));
  check_same (cell, "what follows", get_data (cell, cell->behind,
          cell->player->log->len),
      get_tail (cell));
}

static void
check_silence (Cell * cell)
{
  Cell fed = *cell;

  finish (cell);
  check_unharmed (cell);
  CHECK_CELL (cell, count_behind (cell, cell->event->line) == 0);
  run (&fed, FALSE);
  player_feed_silence (fed.player, cell->position, cell->next);
  finish (&fed);
  check_same (cell, "the output", player_get_lines (cell->player, "d"),
      player_get_lines (fed.player, "d"));
  player_free (fed.player);
}

static void
check_skips (Cell * cell)
{
  Player *player = cell->player;
  guint n_gaps;

  if (cell->state == BEFORE)
    player_send_caps (player, 0);
  player_feed (player, cell->next, cell->subject->total, 0, 300);
  n_gaps = (cell->subject->total - cell->next + 299) / 300;
  CHECK_CELL (cell, cell->taken && player->flow == GST_FLOW_OK);
  CHECK_CELL (cell, count_behind (cell, "event gap") == n_gaps);
  check_unharmed (cell);
  check_same (cell, "what comes before it", get_data (cell, 0, cell->behind),
      get_head (cell, TRUE));
  /* forwards again */
  gst_segment_init (&player->segment, GST_FORMAT_TIME);
  player_send_segment (player);
  player_feed (player, cell->next, cell->subject->total, 0, 300);
  player_push_event (player, gst_event_new_eos ());
  check_same (cell, "what follows", get_data (cell, cell->behind,
          cell->player->log->len),
      get_tail (cell));
  check_unharmed (cell);
}

static void
check_warned (Cell * cell)
{
  CHECK_CELL (cell, !cell->taken && count_behind (cell, "warning") == 1);
  CHECK_CELL (cell, count_behind (cell, cell->event->line) == 0);
  finish (cell);
  CHECK_CELL (cell, count_behind (cell, "error") == 0);
  check_same (cell, "the output", player_get_lines (cell->player, "d"),
      get_whole (cell));
}

static void
check_refused (Cell * cell)
{
  guint n;

  CHECK_CELL (cell, count_behind (cell, "error") == 1);
  CHECK_CELL (cell, count_behind (cell, cell->event->line) == 0);
  check_same (cell, "what comes before it", get_data (cell, 0, cell->behind),
      get_head (cell, TRUE));
  n = player_count (cell->player, "data");
  finish (cell);
  CHECK_CELL (cell, cell->player->flow != GST_FLOW_OK);
  CHECK_CELL (cell, count_behind (cell, "error") <= 2);
  CHECK_CELL (cell, player_count (cell->player, "data") == n);
}

static void
check_reported (Cell * cell)
{
  CHECK_CELL (cell, cell->taken && count_behind (cell, "error") == 1);
  CHECK_CELL (cell, count_behind (cell, cell->event->line) == 1);
  check_same (cell, "the output", get_data (cell, 0, cell->behind),
      get_head (cell, FALSE));
}

static void
check_ends (Cell * cell)
{
  guint n = player_count (cell->player, "data");

  CHECK_CELL (cell, cell->taken);
  CHECK_CELL (cell, count_behind (cell, cell->event->line) >= 1);
  finish (cell);
  CHECK_CELL (cell, cell->player->flow == GST_FLOW_ERROR
      || is (cell, "EOS"));
  CHECK_CELL (cell, player_count (cell->player, "data") == n);
  check_unharmed (cell);
}

static void
check_cell (Cell * cell)
{
  run (cell, TRUE);
  if (g_str_equal (cell->word, "passes"))
    check_passes (cell);
  else if (g_str_equal (cell->word, "stays"))
    check_stays (cell);
  else if (g_str_equal (cell->word, "drains")
      || g_str_equal (cell->word, "changes"))
    check_divides (cell, TRUE, TRUE);
  else if (g_str_equal (cell->word, "renews"))
    check_divides (cell, TRUE, FALSE);
  else if (g_str_equal (cell->word, "forgets")
      || g_str_equal (cell->word, "repairs"))
    check_divides (cell, FALSE, TRUE);
  else if (g_str_equal (cell->word, "silence"))
    check_silence (cell);
  else if (g_str_equal (cell->word, "skips"))
    check_skips (cell);
  else if (g_str_equal (cell->word, "warned"))
    check_warned (cell);
  else if (g_str_equal (cell->word, "refused"))
    check_refused (cell);
  else if (g_str_equal (cell->word, "reported"))
    check_reported (cell);
  else if (g_str_equal (cell->word, "ends"))
    check_ends (cell);
  else
    TEST_CHECK (FALSE, "no such word: %s", cell->word);
  player_free (cell->player);
}

/* ---- the table ---- */

static guint n_cells[16];       /* of each element */
static GHashTable *seen;        /* "row" of each event */

static const Event *
find_event (const gchar * row)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (events); i++)
    if (g_str_equal (events[i].row, row))
      return &events[i];
  return NULL;
}

/* "clspectrum" is no error's: there is no buffer that it refuses. */
static gboolean
is_possible (const PlayerSubject * subject, State state)
{
  return state != AFTER_ERROR || !g_str_equal (subject->name, "clspectrum");
}

static void
check_row (gchar ** columns, const PlayerSubject * subject, guint number)
{
  const Event *event = find_event (columns[0]);
  guint state;

  TEST_REQUIRE (event != NULL, "the table has %s", columns[0]);
  g_hash_table_add (seen, g_strdup_printf ("%s of %s", columns[0],
          subject->name));
  for (state = 0; state < N_STATES; state++) {
    Cell cell = { subject, event, state, columns[2 + state] };

    if (g_str_equal (cell.word, "-") || !is_possible (subject, state))
      continue;
    cell.position = cell.next = get_position (subject, state);
    if (g_str_equal (event->row, "GAP"))
      cell.next += subject->gap;
    check_cell (&cell);
    n_cells[number]++;
  }
}

static void
read_table (const PlayerSubject * subject, guint number)
{
  g_autofree gchar *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint i, j;

  TEST_REQUIRE (g_file_get_contents (STREAMS_PAGE, &text, NULL, NULL),
      "%s cannot be read", STREAMS_PAGE);
  lines = g_strsplit (text, "\n", -1);
  for (i = 0; lines[i]; i++) {
    g_auto (GStrv) cells = g_strsplit (lines[i], "|", -1);

    if (g_strv_length (cells) != N_STATES + 4)
      continue;
    for (j = 0; cells[j]; j++)
      g_strstrip (cells[j]);
    if (g_str_equal (cells[1], "event") || cells[1][0] == '-')
      continue;
    if (g_str_equal (cells[2], "all") || strstr (cells[2], subject->name))
      check_row (cells + 1, subject, number);
  }
}

static void
check_subject (guint number)
{
  const PlayerSubject *subject = &player_subjects[number];
  guint i;

  if (!seen)
    seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  read_table (subject, number);
  for (i = 0; i < G_N_ELEMENTS (events); i++) {
    g_autofree gchar *key = g_strdup_printf ("%s of %s", events[i].row,
        subject->name);

    TEST_CHECK (g_hash_table_contains (seen, key)
        || (g_str_equal (events[i].row, "CAPS, other")
            && g_str_equal (subject->name, "clspectrum")),
        "the table lacks %s", key);
  }
  TEST_CHECK (n_cells[number] > 100, "%u cells", n_cells[number]);
}

static void
claudiofft_does_what_the_table_says (void)
{
  check_subject (0);
}

static void
clvideofft_does_what_the_table_says (void)
{
  check_subject (1);
}

static void
clspectrum_does_what_the_table_says (void)
{
  check_subject (2);
}

static void
clspectrogram_does_what_the_table_says (void)
{
  check_subject (3);
}

static void
clifft_does_what_the_table_says (void)
{
  check_subject (4);
}

static void
clfftfilter_does_what_the_table_says (void)
{
  check_subject (5);
}

static void
clvideodenoise_does_what_the_table_says (void)
{
  check_subject (6);
}

static void
clvideofilter_does_what_the_table_says (void)
{
  check_subject (7);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (claudiofft_does_what_the_table_says),
    TEST (clvideofft_does_what_the_table_says),
    TEST (clspectrum_does_what_the_table_says),
    TEST (clspectrogram_does_what_the_table_says),
    TEST (clifft_does_what_the_table_says),
    TEST (clfftfilter_does_what_the_table_says),
    TEST (clvideodenoise_does_what_the_table_says),
    TEST (clvideofilter_does_what_the_table_says),
  };
  int status = test_main (claims, G_N_ELEMENTS (claims), argc, argv);

  player_end ();
  return status;
}
