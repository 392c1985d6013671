/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-stats.c: `stats` of every element are whole: what its sessions
 * have is added, and what a former input needed is gone.
 */
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 12800
#define AUDIO "audio/x-raw,format=" GST_AUDIO_NE (F32) \
    ",rate=12800,channels=1,layout=interleaved"
#define PICTURE "video/x-raw,format=GRAY8,width=%u,height=%u,framerate=25/1"
#define FILM "video/x-raw,width=64,height=48,framerate=25/1"

static guint64
get_stat (GstElement * element, const gchar * name)
{
  GstStructure *stats = NULL;
  guint64 value = G_MAXUINT64;

  g_object_get (element, "stats", &stats, NULL);
  gst_structure_get_uint64 (stats, name, &value);
  gst_structure_free (stats);
  return value;
}

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

/* An element x in a line that plays. */
typedef struct
{
  GstElement *bin, *element;
  GstHarness *harness;
  GstBus *bus;
  guint n_sent;
} Rig;

static Rig
open_line (const gchar * line)
{
  Rig rig = { gst_parse_bin_from_description (line, TRUE, NULL) };

  if (!rig.bin)
    g_error ("%s cannot be made", line);
  rig_set_response (rig.bin, 64);
  rig.harness = rig_open_shared (rig.bin, &rig.bus);
  if (strstr (line, "clspectrogram"))
    gst_harness_set_sink_caps_str (rig.harness, FILM);
  rig.element = gst_bin_get_by_name (GST_BIN (rig.bin), "x");
  return rig;
}

static void
close_line (Rig * rig)
{
  gst_object_unref (rig->element);
  rig_close (rig->harness, rig->bin, rig->bus);
}

/* n buffers of so many bytes. */
static void
send (Rig * rig, const gchar * caps, gsize size, GstClockTime duration, guint n)
{
  while (n-- > 0) {
    gst_harness_push (rig->harness, rig_make_numbered (caps, size,
            rig->n_sent++, duration));
    while (gst_harness_buffers_in_queue (rig->harness))
      gst_buffer_unref (gst_harness_pull (rig->harness));
  }
}

static void
check_line (const gchar * line, gboolean is_video)
{
  guint width = 16 + 4 * (test_random () % 8), height = 8 + test_random () % 40;
  guint n_samples = 512 + test_random () % 2000, n = 2 + test_random () % 6;
  g_autofree gchar *caps = is_video ? g_strdup_printf (PICTURE, width, height)
      : g_strdup (AUDIO);
  Rig rig = open_line (line);
  gsize size = is_video ? width * height : n_samples * sizeof (gfloat);
  guint64 memories, frames;

  gst_harness_set_src_caps_str (rig.harness, caps);
  send (&rig, caps, size, is_video ? GST_SECOND / 25
      : gst_util_uint64_scale (n_samples, GST_SECOND, RATE), n);
  memories = get_stat (rig.element, "memories");
  frames = get_stat (rig.element, "frames");
  TEST_CHECK (memories > 0 && memories < 1000, "%s: memories %"
      G_GUINT64_FORMAT, line, memories);
  TEST_CHECK (frames > 0 && frames < 100000, "%s: frames %" G_GUINT64_FORMAT,
      line, frames);
  TEST_CHECK (get_stat (rig.element, "memory-size") > 0, "%s: no memory", line);
  gst_harness_push_event (rig.harness, gst_event_new_eos ());
  TEST_CHECK (get_stat (rig.element, "memories") >= memories
      && get_stat (rig.element, "frames") >= frames, "%s: counts fall", line);
  close_line (&rig);
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
  check_line ("clvideofft component=all ! clifft name=x", TRUE);
  check_line ("clvideofft ! clspectrogram name=x", TRUE);
}

/* ---- an input that changes ---- */

static void
send_sound (Rig * rig, guint n_samples)
{
  gst_harness_set_src_caps_str (rig->harness, AUDIO);
  send (rig, AUDIO, n_samples * sizeof (gfloat),
      gst_util_uint64_scale (n_samples, GST_SECOND, RATE), 4);
}

static void
send_spectra (Rig * rig, const gchar * caps, guint size)
{
  gst_harness_set_src_caps_str (rig->harness, caps);
  send (rig, "audio/", (size / 2 + 1) * sizeof (gfloat),
      gst_util_uint64_scale (size, GST_SECOND, RATE), 6);
}

static gchar *
find_caps (guint size)
{
  g_autofree gchar *line = g_strdup_printf ("claudiofft name=x size=%u hop=%u "
      "quantity=power", size, size);
  Rig rig = open_line (line);
  GstCaps *caps;
  gchar *text;

  send_sound (&rig, 4 * size);
  caps = gst_pad_get_current_caps (rig.harness->sinkpad);
  text = gst_caps_to_string (caps);
  gst_caps_unref (caps);
  close_line (&rig);
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
    g_autofree gchar *line = g_strdup_printf ("clspectrogram name=x size=%u",
        64 << (guint) (test_random () % 7));
    g_autofree gchar *caps = find_caps (size);
    guint64 fresh_size, memories, i;
    Rig rig = open_line (line);

    send_spectra (&rig, caps, size);
    fresh_size = get_stat (rig.element, "memory-size");
    close_line (&rig);
    rig = open_line (line);
    for (i = 0; i < n_changes; i++) {
      send_sound (&rig, 4 * size);
      memories = get_stat (rig.element, "memories");
      TEST_CHECK (has_plan (rig.element), "%s: no plan for sound", line);
      send_spectra (&rig, caps, size);
      TEST_CHECK (!has_plan (rig.element), "%s: a plan is left", line);
      TEST_CHECK (get_stat (rig.element, "memories") > memories,
          "%s: memories are not counted", line);
      TEST_CHECK (get_stat (rig.element, "memory-size") == fresh_size,
          "%s: after sound, spectra of %u points use %" G_GUINT64_FORMAT
          " bytes, not %" G_GUINT64_FORMAT, line, size,
          get_stat (rig.element, "memory-size"), fresh_size);
    }
    close_line (&rig);
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
