/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-copies.c: `stats` of every element tells what the host copied,
 * to the byte; of memory of the device, nothing.
 */
#include <string.h>

#include "gst/support/rig.h"
#include "gst/support/watch.h"
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

static void
check_row (const Row * row)
{
  const WatchFeed feed = { row->line, "audio/x-raw,format="
        GST_AUDIO_NE (F32) ",rate=12800,channels=1,layout=interleaved", NULL,
    FLOATS (N), 100 * GST_MSECOND
  };
  Watch *w = watch_new_feed (&feed, "", 64);
  guint64 n, size;

  watch_feed (w, 1);
  watch_push_event (w, gst_event_new_eos ());
  n = watch_get_stat (w, "host-copies");
  size = watch_get_stat (w, "host-copied-bytes");
  TEST_CHECK (n == row->n && size == row->size, "%s: %" G_GUINT64_FORMAT
      " copies of %" G_GUINT64_FORMAT " bytes, not %" G_GUINT64_FORMAT " of %"
      G_GUINT64_FORMAT, row->line, n, size, row->n, row->size);
  watch_free (w);
}

static void
what_the_host_copied_is_reported_to_the_byte (void)
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
    /* from the input to the history, to the device and to the output, and 63
       samples more to the last two */
    {"clfftfilter name=x", 5, 3 * FLOATS (N) + 2 * FLOATS (63)},
    /* spectra on the device become pictures there */
    {"claudiofft size=128 ! clspectrogram name=x", 0, 0},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++)
    check_row (&rows[i]);
}

/* ---- memory of the device ---- */

static GPtrArray *
pull_all (GstHarness * harness)
{
  GPtrArray *buffers =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gst_buffer_unref);
  GstBuffer *buffer;

  gst_harness_push_event (harness, gst_event_new_eos ());
  while ((buffer = gst_harness_try_pull (harness)))
    g_ptr_array_add (buffers, buffer);
  return buffers;
}

static void
append_bytes (gpointer data, gpointer bytes)
{
  GstMapInfo map;

  gst_buffer_map (data, &map, GST_MAP_READ);
  g_byte_array_append (bytes, map.data, map.size);
  gst_buffer_unmap (data, &map);
}

/* An element that takes one stream and gives another, of such caps. */
typedef struct
{
  const gchar *line, *caps;
} Part;

/* What it makes of these buffers, or of copies in memory of the host. */
static GByteArray *
consume (const Part * part, const GPtrArray * buffers, GstCaps * caps,
    gboolean on_host, guint64 * n_copies)
{
  GstElement *element = gst_parse_launch (part->line, NULL);
  GByteArray *bytes = g_byte_array_new ();
  GstBus *bus;
  GstHarness *harness = rig_open_shared (element, &bus);
  GPtrArray *made;
  guint i;

  gst_harness_set_sink_caps_str (harness, part->caps);
  gst_harness_set_src_caps (harness, gst_caps_ref (caps));
  for (i = 0; i < buffers->len; i++) {
    GstBuffer *buffer = g_ptr_array_index (buffers, i);

    gst_harness_push (harness, on_host ? gst_buffer_copy_deep (buffer)
        : gst_buffer_ref (buffer));
  }
  made = pull_all (harness);
  g_ptr_array_foreach (made, append_bytes, bytes);
  *n_copies = rig_get_stat (element, "host-copies");
  g_ptr_array_unref (made);
  rig_close (harness, element, bus);
  return bytes;
}

static void
check_device_memory (const Part parts[2])
{
  const Part *producer = &parts[0], *consumer = &parts[1];
  gsize n_samples = 512 + test_random () % 1000;
  guint n = 3 + test_random () % 4, i;
  GstElement *element = gst_parse_launch (producer->line, NULL);
  GstBus *bus;
  GstHarness *harness = rig_open_shared (element, &bus);
  guint64 n_copies, n_host_copies;
  GByteArray *bytes, *same;
  GPtrArray *buffers;
  GstCaps *caps;

  gst_harness_set_sink_caps_str (harness, producer->caps);
  gst_harness_set_src_caps_str (harness, "audio/x-raw,format="
      GST_AUDIO_NE (F32) ",rate=12800,channels=1,layout=interleaved");
  for (i = 0; i < n; i++)
    gst_harness_push (harness, rig_make_numbered ("audio/x-raw",
            FLOATS (n_samples), i, gst_util_uint64_scale (n_samples, GST_SECOND,
                12800)));
  buffers = pull_all (harness);
  caps = gst_pad_get_current_caps (harness->sinkpad);
  bytes = consume (consumer, buffers, caps, FALSE, &n_copies);
  same = consume (consumer, buffers, caps, TRUE, &n_host_copies);
  TEST_CHECK (bytes->len > 0 && bytes->len == same->len
      && memcmp (bytes->data, same->data, same->len) == 0,
      "%s %s ! %s: %u bytes, of the host's memory %u others", producer->line,
      producer->caps, consumer->line, bytes->len, same->len);
  TEST_CHECK (n_copies == 0, "%s %s ! %s: %" G_GUINT64_FORMAT " copies",
      producer->line, producer->caps, consumer->line, n_copies);
  g_byte_array_unref (bytes);
  g_byte_array_unref (same);
  g_ptr_array_unref (buffers);
  gst_caps_unref (caps);
  rig_close (harness, element, bus);
}

/* BGRx and the like are unpacked by the host. */
static void
memory_of_the_device_is_read_where_it_is (void)
{
  static const gchar *const formats[] = { "I420", "NV12", "GRAY8" };
  guint i;

  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (i = 0; i < 4; i++) {
    g_autofree gchar *transform = g_strdup_printf ("claudiofft size=%u",
        64u << test_random () % 3);
    g_autofree gchar *pictures = g_strdup_printf ("clspectrogram size=%u",
        64u << test_random () % 3);
    g_autofree gchar *film = g_strdup_printf ("video/x-raw,format=%s,width=%u,"
        "height=%u,framerate=25/1", formats[test_random () % 3],
        64 + 8 * (guint) (test_random () % 10),
        48 + 4 * (guint) (test_random () % 15));
    g_autofree gchar *given =
        g_strconcat ("video/x-raw(memory:OpenCLMemory)", film + 11, NULL);
    const Part parts[][2] = {
      {{pictures, film}, {"clvideofft", "application/x-fft"}},
      {{transform, "application/x-fft"}, {pictures, film}},
      {{pictures, film}, {i ? "clvideodenoise sigma=0"
              : "clvideodenoise block-size=8", given}},
      {{pictures, film}, {i ? "clvideofilter" : "clvideofilter low-pass=0.2",
              given}},
    };
    guint k;

    for (k = 0; k < (i < 2 ? G_N_ELEMENTS (parts) : 2); k++)
      check_device_memory (parts[k]);
  }
}

static const struct test_claim claims[] = {
  TEST (what_the_host_copied_is_reported_to_the_byte),
  TEST (memory_of_the_device_is_read_where_it_is),
};

int
main (int argc, char **argv)
{
  rig_init ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
