/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * conformance/test-stream.c: claims about any element's stream: what another
 * segment, a flush and playback in reverse do, and whose caps it keeps to.
 */
#include "gst/support/rig.h"
#include "rows.h"
#include "support/test.h"

/* Buffers that leave something begun. */
#define N_FED(row) ((row)->settles + 3)

static Watch *
open_begun (const Row * row)
{
  return watch_new_feed (&row->feed, row->begun ? row->begun : "", row->taps);
}

static void
send_segment (Watch * w, GstClockTime start, gdouble rate)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.rate = rate;
  segment.start = segment.time = start;
  if (rate < 0)
    segment.stop = GST_SECOND;
  watch_push_event (w, gst_event_new_segment (&segment));
}

/* As the end does; the same one does not. */
static void
check_segment (const Row * row)
{
  Watch *w = open_begun (row);
  Watch *ended = open_begun (row);
  guint n;

  watch_feed (w, N_FED (row));
  watch_feed (ended, N_FED (row));
  n = w->stamps->len + w->messages->len;
  send_segment (w, 0, 1);
  TEST_CHECK (w->stamps->len + w->messages->len == n, "%s: the same segment "
      "drains", row->name);
  send_segment (w, 3 * GST_SECOND, 1);
  watch_push_event (ended, gst_event_new_eos ());
  watch_check_same (w, ended, row->name);
  watch_free (w);
  watch_free (ended);
}

static void
another_segment_drains_first (void)
{
  rows_check (check_segment);
}

/* What follows is what a new one makes. */
static void
check_flush (const Row * row)
{
  Watch *w = open_begun (row);
  Watch *fresh = open_begun (row);

  watch_feed (w, N_FED (row));
  watch_push_event (w, gst_event_new_flush_start ());
  watch_push_event (w, gst_event_new_flush_stop (TRUE));
  watch_clear (w);
  send_segment (w, 0, 1);
  fresh->n_fed = w->n_fed;
  watch_feed (w, N_FED (row));
  watch_feed (fresh, N_FED (row));
  watch_push_event (w, gst_event_new_eos ());
  watch_push_event (fresh, gst_event_new_eos ());
  watch_check_same (w, fresh, row->name);
  TEST_CHECK (w->stamps->len == 0 || !watch_stamp (fresh, 0)->discont
      || watch_stamp (w, 0)->discont, "%s: no DISCONT", row->name);
  watch_free (w);
  watch_free (fresh);
}

static void
a_flush_forgets_everything (void)
{
  rows_check (check_flush);
}

static void
check_reverse (const Row * row)
{
  Watch *w = open_begun (row);

  if (!row->plays_backwards) {
    send_segment (w, 0, -1);
    TEST_CHECK (w->n_errors == 1 && strstr (w->error, "everse"),
        "%s: %u errors: %s", row->name, w->n_errors, w->error);
    watch_feed (w, 1);
    TEST_CHECK (w->flow == GST_FLOW_ERROR && w->n_errors == 1
        && w->stamps->len == 0, "%s: %s", row->name,
        gst_flow_get_name (w->flow));
    TEST_CHECK (!gst_harness_push_upstream_event (w->harness,
            gst_event_new_seek (-1, GST_FORMAT_TIME, 0, GST_SEEK_TYPE_SET, 0,
                GST_SEEK_TYPE_NONE, 0)), "%s: a seek backwards went on",
        row->name);
  }
  watch_free (w);
}

static void
reverse_playback_is_refused (void)
{
  rows_check (check_reverse);
}

/* ---- what follows ---- */

static const struct
{
  const gchar *caps;
  gboolean device;
} offers[] = {
  {"ANY", FALSE},
  {"application/x-fft", FALSE},
  {"application/x-fft(ANY)", FALSE},
  {"application/x-fft(memory:OpenCLMemory)", TRUE},
  {"application/x-fft; application/x-fft(memory:OpenCLMemory)", TRUE},
};

static void
check_offers (const Row * row)
{
  Watch *first = NULL;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (offers) && row->makes_spectra; i++) {
    WatchFeed feed = row->feed;
    Watch *w;
    GstCaps *caps;

    feed.wanted = offers[i].caps;
    w = watch_new_feed (&feed, "", row->taps);
    caps = gst_pad_get_current_caps (w->harness->sinkpad);
    TEST_REQUIRE (caps != NULL, "%s: %s", feed.wanted, w->error);
    TEST_CHECK (gst_caps_features_contains (gst_caps_get_features (caps, 0),
            "memory:OpenCLMemory") == offers[i].device, "%s, %s", row->name,
        feed.wanted);
    gst_caps_unref (caps);
    watch_feed (w, row->settles);
    TEST_CHECK (w->n_errors == 0, "%s, %s: %s", row->name, feed.wanted,
        w->error);
    watch_check_same (w, first ? first : w, feed.wanted);
    if (first)
      watch_free (w);
    else
      first = w;
  }
  g_clear_pointer (&first, watch_free);
}

static void
device_memory_is_offered_only_where_it_is_listed (void)
{
  rows_check (check_offers);
}

static void
check_no_peer (const Row * row)
{
  WatchFeed feed = row->feed;
  Watch *w;

  if (!row->makes_spectra)
    return;
  feed.wanted = "application/x-fft, quantity=phase";
  w = watch_new_feed (&feed, "", row->taps);
  TEST_CHECK (w->n_errors == 1 && strstr (w->error, "phase"),
      "%s: %u errors: %s", row->name, w->n_errors, w->error);
  watch_free (w);
}

static void
a_peer_that_takes_no_such_stream_is_one_error (void)
{
  rows_check (check_no_peer);
}

TEST_MAIN (TEST (another_segment_drains_first),
    TEST (a_flush_forgets_everything), TEST (reverse_playback_is_refused),
    TEST (device_memory_is_offered_only_where_it_is_listed),
    TEST (a_peer_that_takes_no_such_stream_is_one_error))
