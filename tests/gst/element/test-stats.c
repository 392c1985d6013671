/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-stats.c: `stats` of every element are whole: what its sessions
 * have is added, and what a former input needed is gone.
 */
#include "gst/support/rig.h"
#include "gst/support/watch.h"
#include "support/test.h"

#define RATE 12800
#define AUDIO "audio/x-raw,format=" GST_AUDIO_NE (F32) \
    ",rate=12800,channels=1,layout=interleaved"
#define PICTURE "video/x-raw,format=GRAY8,width=%u,height=%u,framerate=25/1"
#define FILM "video/x-raw,width=64,height=48,framerate=25/1"

static gboolean
has_plan (GstElement * element)
{
  GstStructure *stats = NULL;
  gboolean has;

  g_object_get (element, "stats", &stats, NULL);
  has = gst_structure_get_string (stats, "plan")[0] != '\0';
  gst_structure_free (stats);
  return has;
}

static Watch *
open_line (const gchar * line, WatchFeed * feed)
{
  feed->line = line;
  feed->wanted = strstr (line, "clspectrogram") ? FILM : NULL;
  return watch_new_feed (feed, "", 64);
}

static void
check_line (const gchar * line, gboolean is_video)
{
  guint width = 16 + 4 * (test_random () % 8), height = 8 + test_random () % 40;
  guint n_samples = 512 + test_random () % 2000, n = 2 + test_random () % 6;
  g_autofree gchar *caps = is_video ? g_strdup_printf (PICTURE, width, height)
      : g_strdup (AUDIO);
  WatchFeed feed = {.caps = caps,.size = is_video ? width * height
        : n_samples * sizeof (gfloat),.duration = is_video ? GST_SECOND / 25
        : gst_util_uint64_scale (n_samples, GST_SECOND, RATE)
  };
  Watch *w = open_line (line, &feed);
  guint64 memories, frames;

  watch_feed (w, n);
  memories = watch_get_stat (w, "memories");
  frames = watch_get_stat (w, "frames");
  TEST_CHECK (memories > 0 && memories < 1000, "%s: memories %"
      G_GUINT64_FORMAT, line, memories);
  TEST_CHECK (frames > 0 && frames < 100000, "%s: frames %" G_GUINT64_FORMAT,
      line, frames);
  TEST_CHECK (watch_get_stat (w, "memory-size") > 0, "%s: no memory", line);
  watch_push_event (w, gst_event_new_eos ());
  TEST_CHECK (watch_get_stat (w, "memories") >= memories
      && watch_get_stat (w, "frames") >= frames, "%s: counts fall", line);
  watch_free (w);
}

static void
stats_of_every_element_have_what_it_used (void)
{
  static const gchar *const sound[] = {
    "claudiofft name=x size=128",
    "clspectrum name=x interval=50000000",
    "claudiofft size=128 overlap=0.5 center=true ! clifft name=x",
    "clfftfilter name=x",
    "clspectrogram name=x size=128",
    "claudiofft size=128 ! clspectrogram name=x",
  };
  guint i;

  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (i = 0; i < G_N_ELEMENTS (sound); i++)
    check_line (sound[i], FALSE);
  check_line ("clvideofft name=x", TRUE);
  check_line ("clvideofilter name=x low-pass=0.1", TRUE);
  check_line ("clvideodenoise name=x block-size=8", TRUE);
  check_line ("clvideofft component=all ! clifft name=x", TRUE);
  check_line ("clvideofft ! clspectrogram name=x", TRUE);
}

/* ---- an input that changes ---- */

static WatchFeed
of_sound (guint n_samples)
{
  return (WatchFeed) {
    .caps = AUDIO,.size = n_samples * sizeof (gfloat),.duration =
        gst_util_uint64_scale (n_samples, GST_SECOND, RATE)
  };
}

/* Numbers of sound are spectra as well. */
static WatchFeed
of_spectra (const gchar * caps, guint size)
{
  return (WatchFeed) {
    .caps = caps,.size = (size / 2 + 1) * sizeof (gfloat),.duration =
        gst_util_uint64_scale (size, GST_SECOND, RATE)
  };
}

static void
change (Watch * w, const WatchFeed * feed, guint n)
{
  w->feed = feed;
  watch_set_caps (w, feed->caps);
  watch_feed (w, n);
}

static gchar *
find_caps (guint size)
{
  g_autofree gchar *line = g_strdup_printf ("claudiofft size=%u hop=%u "
      "quantity=power", size, size);
  WatchFeed feed = of_sound (4 * size);
  Watch *w = open_line (line, &feed);
  GstCaps *caps;
  gchar *text;

  watch_feed (w, 4);
  caps = gst_pad_get_current_caps (w->harness->sinkpad);
  text = gst_caps_to_string (caps);
  gst_caps_unref (caps);
  watch_free (w);
  return text;
}

static void
plans_of_sound_are_gone_where_spectra_come (void)
{
  guint round;

  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (round = 0; round < 4; round++) {
    guint size = 64 << test_random () % 6, n_changes = 1 + test_random () % 3;
    g_autofree gchar *line = g_strdup_printf ("clspectrogram size=%u",
        64 << (guint) (test_random () % 7));
    g_autofree gchar *caps = find_caps (size);
    WatchFeed sound = of_sound (4 * size), spectra = of_spectra (caps, size);
    guint64 fresh_size, memories, i;
    Watch *w = open_line (line, &spectra);

    watch_feed (w, 6);
    fresh_size = watch_get_stat (w, "memory-size");
    watch_free (w);
    w = open_line (line, &sound);
    for (i = 0; i < n_changes; i++) {
      change (w, &sound, 4);
      memories = watch_get_stat (w, "memories");
      TEST_CHECK (has_plan (w->element), "%s: no plan for sound", line);
      change (w, &spectra, 6);
      TEST_CHECK (!has_plan (w->element), "%s: a plan is left", line);
      TEST_CHECK (watch_get_stat (w, "memories") > memories,
          "%s: memories are not counted", line);
      TEST_CHECK (watch_get_stat (w, "memory-size") == fresh_size,
          "%s: after sound, spectra of %u points use %" G_GUINT64_FORMAT
          " bytes, not %" G_GUINT64_FORMAT, line, size,
          watch_get_stat (w, "memory-size"), fresh_size);
    }
    watch_free (w);
  }
}

static const struct test_claim claims[] = {
  TEST (stats_of_every_element_have_what_it_used),
  TEST (plans_of_sound_are_gone_where_spectra_come),
};

int
main (int argc, char **argv)
{
  rig_init ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
