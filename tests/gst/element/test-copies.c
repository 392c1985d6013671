/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-copies.c: `stats` of every element tells what the host copied,
 * to the byte.
 */
#include "gst/support/rig.h"
#include "support/test.h"

#define N 1280                  /* samples in the one buffer */
#define FLOATS(n) ((guint64) (n) * sizeof (gfloat))

/* What a line, whose element x is looked at, has copied of one buffer of mono
   floats at 12800 Hz by EOS. */
typedef struct
{
  const gchar *line;
  guint64 n, size;
} Row;

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

static void
check_row (const Row * row)
{
  GstElement *bin = gst_parse_bin_from_description (row->line, TRUE, NULL);
  GstElement *element;
  GstHarness *harness;
  GstBus *bus;

  TEST_REQUIRE (bin, "%s", row->line);
  rig_set_response (bin, 64);
  harness = rig_open_shared (bin, &bus);
  element = gst_bin_get_by_name (GST_BIN (bin), "x");
  gst_harness_set_src_caps_str (harness, "audio/x-raw,format="
      GST_AUDIO_NE (F32) ",rate=12800,channels=1,layout=interleaved");
  gst_harness_push (harness, rig_make_numbered ("audio/x-raw", FLOATS (N), 0,
          100 * GST_MSECOND));
  gst_harness_push_event (harness, gst_event_new_eos ());
  TEST_CHECK (get_stat (element, "host-copies") == row->n
      && get_stat (element, "host-copied-bytes") == row->size, "%s: %"
      G_GUINT64_FORMAT " copies of %" G_GUINT64_FORMAT " bytes, not %"
      G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT, row->line,
      get_stat (element, "host-copies"),
      get_stat (element, "host-copied-bytes"), row->n, row->size);
  gst_object_unref (element);
  rig_close (harness, bin, bus);
}

static void
what_the_host_copied_is_told_to_the_byte (void)
{
  static const Row rows[] = {
    /* twenty frames, the first of which begins before the sound, and at the end
       the one that goes beyond it */
    {"claudiofft name=x size=128 overlap=0.5 center=true", 2,
        FLOATS (19 * 64 + 128) + FLOATS (128)},
    /* a history of 128 samples, and ten transforms of 128 */
    {"clspectrum name=x bands=65 interval=100000000", 11,
        FLOATS (128) + FLOATS (10 * 128)},
    /* ten spectra of 65 bins, and samples */
    {"claudiofft size=128 overlap=0 window=rect ! clifft name=x", 2,
        FLOATS (10 * 65 * 2) + FLOATS (N)},
    /* from the input to planes, to the history, to the device and to the
       output, and 63 samples more to the last two */
    {"clfftfilter name=x", 7, 5 * FLOATS (N) + 2 * FLOATS (63)},
    /* spectra on the device become pictures there */
    {"claudiofft size=128 ! clspectrogram name=x", 0, 0},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++)
    check_row (&rows[i]);
}

static const struct test_claim claims[] = {
  TEST (what_the_host_copied_is_told_to_the_byte),
};

int
main (int argc, char **argv)
{
  rig_init ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
