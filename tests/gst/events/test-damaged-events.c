/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * events/test-damaged-events.c: claims about events that have no fields, or
 * fields of other types than their own, as a damaged file or another program
 * may send them. GStreamer's parsers are critical of such a field, and
 * criticals end this process.
 */
#include "gst/support/rig.h"
#include "player.h"
#include "support/test.h"

#define MOST_FIELDS 4

typedef struct
{
  GstEventType type;
  const gchar *fields[MOST_FIELDS];
  gboolean ends;                /* a run, as one with its fields does */
} Kind;

/* CAPS are none of them: a pad refuses them before an element hears of it. */
static const Kind kinds[] = {
  {GST_EVENT_STREAM_START, {"flags", "group-id", "stream"}, FALSE},
  {GST_EVENT_SEGMENT, {"segment"}, FALSE},
  {GST_EVENT_GAP, {"timestamp", "duration", "gap-flags"}, FALSE},
  {GST_EVENT_SEGMENT_DONE, {"format", "position"}, TRUE},
  {GST_EVENT_STREAM_GROUP_DONE, {"group-id"}, TRUE},
  {GST_EVENT_TAG, {"taglist"}, FALSE},
  {GST_EVENT_TOC, {"toc", "updated"}, FALSE},
  {GST_EVENT_SINK_MESSAGE, {"message"}, FALSE},
  {GST_EVENT_PROTECTION, {"system-id", "data", "origin"}, FALSE},
  {GST_EVENT_CUSTOM_DOWNSTREAM, {"anything"}, FALSE},
  {GST_EVENT_CUSTOM_BOTH_OOB, {"anything"}, FALSE},
  {GST_EVENT_QOS, {"type", "proportion", "diff", "timestamp"}, FALSE},
  {GST_EVENT_SEEK, {"rate", "format", "flags", "start"}, FALSE},
  {GST_EVENT_LATENCY, {"latency"}, FALSE},
  {GST_EVENT_NAVIGATION, {"event"}, FALSE},
  {GST_EVENT_CUSTOM_UPSTREAM, {"anything"}, FALSE},
};

/* Of none of the types that a field above has. */
static void
set_field (GstStructure * fields, const gchar * name)
{
  switch (test_random () % 5) {
    case 0:
      gst_structure_set (fields, name, G_TYPE_BOOLEAN, TRUE, NULL);
      break;
    case 1:
      gst_structure_set (fields, name, G_TYPE_INT, (gint) test_random (), NULL);
      break;
    case 2:
      gst_structure_set (fields, name, GST_TYPE_FRACTION, 1, 3, NULL);
      break;
    case 3:
      gst_structure_set (fields, name, GST_TYPE_BITMASK, test_random (), NULL);
      break;
    default:                   /* it has no such field */
      break;
  }
}

static GstEvent *
make_event (const Kind * kind)
{
  GstStructure *fields = NULL;
  guint i;

  /* a pad asks a sticky event for the name of its structure */
  if (kind->type & GST_EVENT_TYPE_STICKY || test_random () % 4 > 0) {
    fields = gst_structure_new_empty ("GstEventOfOthers");
    for (i = 0; i < MOST_FIELDS && kind->fields[i]; i++)
      set_field (fields, kind->fields[i]);
  }
  if (kind->type == GST_EVENT_STREAM_START)   /* pads of GStreamer 1.26 read it */
    gst_structure_set (fields, "stream-id", G_TYPE_STRING, "one", NULL);
  return gst_event_new_custom (kind->type, fields);
}

/* One whose fields are as they should be. */
static GstEvent *
make_whole_event (GstEventType type)
{
  return type == GST_EVENT_SEGMENT_DONE
      ? gst_event_new_segment_done (GST_FORMAT_TIME, 0)
      : gst_event_new_stream_group_done (PLAYER_GROUP);
}

/* All data of a stream, with the event on its way or NULL; (transfer full). */
static gchar *
play (const PlayerSubject * subject, GstEvent * event, guint at,
    guint * n_errors)
{
  Player *player = player_new (subject);
  gchar *data;

  player_begin (player);
  player_feed (player, 0, at, 0, 300);
  if (event && GST_EVENT_IS_DOWNSTREAM (event))
    player_push_event (player, event);
  else if (event)
    player_push_up (player, event);
  player_feed (player, at, subject->total, 0, 300);
  player_push_event (player, gst_event_new_eos ());
  data = player_get_lines (player, "d");
  *n_errors = player_count (player, "error") + player_count (player, "warning");
  player_free (player);
  return data;
}

static void
check_kind (const PlayerSubject * subject, const Kind * kind)
{
  guint at = 1 + test_random () % (subject->total - 1), n_errors, i;
  g_autofree gchar *wanted = play (subject,
      kind->ends ? make_whole_event (kind->type) : NULL, at, &n_errors);

  TEST_CHECK (n_errors == 0 && wanted[0], "%s has no output", subject->name);
  for (i = 0; i < 3; i++) {
    g_autofree gchar *data = play (subject, make_event (kind), at, &n_errors);

    TEST_CHECK (n_errors == 0, "%s, %s: %u errors", subject->name,
        gst_event_type_get_name (kind->type), n_errors);
    TEST_CHECK (g_str_equal (data, wanted), "%s at %u, %s: the output is\n%s\n"
        "instead of\n%s", subject->name, at,
        gst_event_type_get_name (kind->type), data, wanted);
  }
}

static void
events_without_their_fields_do_no_harm (void)
{
  guint s, k;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (s = 0; s < player_n_subjects; s++)
    for (k = 0; k < G_N_ELEMENTS (kinds); k++)
      check_kind (&player_subjects[s], &kinds[k]);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (events_without_their_fields_do_no_harm),
  };
  int status = test_main (claims, G_N_ELEMENTS (claims), argc, argv);

  player_end ();
  return status;
}
