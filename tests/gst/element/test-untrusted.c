/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-untrusted.c: claims about spectra from the network: a stream packed by
 * gdppay and damaged on its way reaches clifft and clspectrogram through
 * gdpdepay, whose checksums are off. Whatever comes, they play it or refuse
 * it with a text; and what caps alone can ask for, they give or refuse.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <gst/fourier/fourier.h>

#include "gst/support/rig.h"
#include "support/test.h"

#define N_SAMPLES 400

/* A packet's header, GStreamer Data Protocol 1.0. */
#define LENGTH_AT 6
#define TIMESTAMP_AT 10
#define FLAGS_END 44
#define HEADER_SIZE 62

/* STREAM-START, CAPS and SEGMENT */
#define N_HEAD 3
/* as much as the process has, and that */
#define ROOM (512 << 20)

typedef struct
{
  const gchar *source, *reader;
} Path;

static const Path paths[] = {
  {"claudiofft size=16 hop=8 center=true frames-per-buffer=3", "clifft"},
  {"claudiofft size=16 hop=8 quantity=db", "clspectrogram axes=false"},
  {"claudiofft size=16 hop=8", "clspectrogram mode=line"},
  {"claudiofft size=16 hop=8 quantity=power", "clspectrogram mode=bars bars=3"},
};

static gboolean
have_gdp (void)
{
  GstElementFactory *factory = gst_element_factory_find ("gdppay");

  if (factory)
    gst_object_unref (factory);
  return factory != NULL;
}

/* ---- on the way ---- */

/* A buffer may hold several. */
static void
add_packets (GPtrArray * packets, GstBuffer * buffer)
{
  gsize at = 0, size;
  GstMapInfo map;

  gst_buffer_map (buffer, &map, GST_MAP_READ);
  for (; at + HEADER_SIZE <= map.size; at += size) {
    size = HEADER_SIZE + GST_READ_UINT32_BE (map.data + at + LENGTH_AT);
    g_ptr_array_add (packets, gst_buffer_new_memdup (map.data + at, size));
  }
  gst_buffer_unmap (buffer, &map);
  gst_buffer_unref (buffer);
}

/* What `path` sends of noise, packet by packet: caps come first. */
static GPtrArray *
record (const Path * path)
{
  gchar *line = g_strconcat (path->source,
      " ! gdppay crc-header=false crc-payload=false", NULL);
  GstElement *bin = gst_parse_bin_from_description (line, TRUE, NULL);
  GstBus *bus;
  GstHarness *harness = rig_open (bin, &bus);
  GPtrArray *packets =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gst_buffer_unref);
  gdouble values[N_SAMPLES];
  GstAudioInfo info;
  GstBuffer *packet;
  guint i;

  for (i = 0; i < N_SAMPLES; i++)
    values[i] = test_uniform ();
  rig_send_format (harness, &info, GST_AUDIO_FORMAT_S16, 1, 8000, 0);
  gst_harness_push (harness, rig_make_buffer (&info, values, N_SAMPLES, 0));
  gst_harness_push_event (harness, gst_event_new_eos ());
  while ((packet = gst_harness_try_pull (harness)))
    add_packets (packets, packet);
  rig_close (harness, bin, bus);
  g_free (line);
  return packets;
}

/* Of a packet gdpdepay needs what it is and how long; a peer may say anything
   about times, offsets, flags and content, and send less of it. */
static GstBuffer *
damage (GstBuffer * packet)
{
  GstBuffer *copy = gst_buffer_copy_deep (packet);
  gsize size = gst_buffer_get_size (copy), n = test_random () % 4;
  GstMapInfo map;

  gst_buffer_map (copy, &map, GST_MAP_READWRITE);
  while (n--) {
    gsize at = test_random () % 3 == 0 || size == HEADER_SIZE
        ? TIMESTAMP_AT + test_random () % (FLAGS_END - TIMESTAMP_AT)
        : HEADER_SIZE + test_random () % (size - HEADER_SIZE);

    map.data[at] ^= 1 << (test_random () % 8);
  }
  if (test_random () % 8 == 0 && size > HEADER_SIZE) {
    size = HEADER_SIZE + 1 + test_random () % (size - HEADER_SIZE);
    GST_WRITE_UINT32_BE (map.data + LENGTH_AT, size - HEADER_SIZE);
  }
  gst_buffer_unmap (copy, &map);
  gst_buffer_set_size (copy, size);
  return copy;
}

static void
check_errors (GstBus * bus, guint * n_errors)
{
  GstMessage *message;

  while ((message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR))) {
    GError *error = NULL;

    gst_message_parse_error (message, &error, NULL);
    TEST_CHECK (error && error->message[0], "an error without a text");
    g_clear_error (&error);
    gst_message_unref (message);
    (*n_errors)++;
  }
}

/* Reads what comes to its end; returns how many bytes it was. */
static gsize
read_output (GstHarness * harness)
{
  GstBuffer *buffer;
  gsize n = 0;

  while ((buffer = gst_harness_try_pull (harness))) {
    GstMapInfo map;

    if (gst_buffer_map (buffer, &map, GST_MAP_READ)) {
      guint sum = 0;
      gsize i;

      for (i = 0; i < map.size; i++)
        sum += map.data[i];
      TEST_CHECK (sum <= 255 * map.size, "%u", sum);
      n += map.size;
      gst_buffer_unmap (buffer, &map);
    }
    gst_buffer_unref (buffer);
  }
  return n;
}

/* `damaged`: a bit for each packet of the head, one for all others. */
static void
play (const Path * path, GPtrArray * packets, guint damaged, guint * n_errors,
    gsize * n_bytes)
{
  gchar *line = g_strconcat ("gdpdepay ! ", path->reader, NULL);
  GstElement *bin = gst_parse_bin_from_description (line, TRUE, NULL);
  GstBus *bus;
  GstHarness *harness = rig_open (bin, &bus);
  GstFlowReturn flow = GST_FLOW_OK;
  guint i, n_before = *n_errors;

  gst_harness_set_src_caps_str (harness, "application/x-gdp");
  for (i = 0; i < packets->len && flow == GST_FLOW_OK; i++) {
    GstBuffer *packet = g_ptr_array_index (packets, i);

    flow = gst_harness_push (harness, damaged & 1 << MIN (i, N_HEAD)
        ? damage (packet) : gst_buffer_ref (packet));
    *n_bytes += read_output (harness);
  }
  gst_harness_push_event (harness, gst_event_new_eos ());
  *n_bytes += read_output (harness);
  check_errors (bus, n_errors);
  TEST_CHECK (*n_errors - n_before <= 1, "%s: %u errors of one stream",
      path->reader, *n_errors - n_before);
  rig_close (harness, bin, bus);
  g_free (line);
}

static void
damaged_streams_are_played_or_refused (void)
{
  guint p, trial, n_errors = 0;
  guint n_trials = test_is_full () ? 400 : 16;
  gsize n_bytes = 0;

  rig_init ();
  if (!have_gdp ())
    TEST_SKIP ("gdppay is not installed");
  for (p = 0; p < G_N_ELEMENTS (paths); p++) {
    GPtrArray *packets = record (&paths[p]);
    gsize whole = 0;

    TEST_CHECK (packets->len > N_HEAD, "%u packets", packets->len);
    play (&paths[p], packets, 0, &n_errors, &whole);
    TEST_CHECK (whole > 0 && n_errors == 0, "%s: nothing came of an "
        "undamaged stream", paths[p].reader);
    /* caps less often: what they newly ask for is compiled */
    for (trial = 0; trial < n_trials; trial++)
      play (&paths[p], packets, trial % 4 ? 1 << N_HEAD
          : 1 << (trial / 4 % N_HEAD), &n_errors, &n_bytes);
    n_errors = 0;
    g_ptr_array_unref (packets);
  }
  TEST_CHECK (n_bytes > 0, "nothing came of any damaged stream");
}

/* ---- what caps alone ask for ---- */

#define FORMAT "application/x-fft, version=(int)1, quantity=(string)complex, " \
    "scaling=(string)none, window=(string)hann, "

static const gchar *const greedy[] = {
  /* legal, each frame near the format's limit of 2^31 - 1 bytes */
  FORMAT "format=(string)F32LE, sides=(string)one, shape=(int)<67108864>, "
      "bins=(int)<33554433>, channels=(int)7, rate=(int)48000, "
      "hop=(int)33554432",
  FORMAT "format=(string)F64LE, sides=(string)two, shape=(int)<67108864>, "
      "bins=(int)<67108864>, channels=(int)1, rate=(int)48000, hop=(int)1",
  FORMAT "format=(string)F32LE, sides=(string)one, shape=(int)<4096>, "
      "bins=(int)<2049>, channels=(int)65535, rate=(int)48000, "
      "hop=(int)1024",
  FORMAT "format=(string)F32LE, sides=(string)one, shape=(int)<8192, 8192>, "
      "bins=(int)<8192, 4097>, channels=(int)3, "
      "source-video=(string)RGB:8192x8192:25/1, hop=(int)1",
};

static void
caps_alone_take_no_more_than_there_is (void)
{
  static const gchar *const readers[] = { "clifft", "clspectrogram axes=false",
    "clspectrogram mode=bars"
  };
  struct rlimit old, low;
  gulong pages = 0;
  FILE *file;
  guint i, r;

  /* what a driver takes for itself is there before */
  gst_harness_teardown (rig_open_line ("clifft"));
  file = fopen ("/proc/self/statm", "r");
  if (!file || fscanf (file, "%lu", &pages) != 1)
    pages = 0;
  g_clear_pointer (&file, fclose);
  if (!pages || getrlimit (RLIMIT_AS, &old))
    TEST_SKIP ("the process cannot be limited here");
  low = old;
  low.rlim_cur = pages * (gulong) sysconf (_SC_PAGESIZE) + ROOM;
  setrlimit (RLIMIT_AS, &low);
  for (i = 0; i < G_N_ELEMENTS (greedy); i++) {
    GstCaps *caps = gst_caps_from_string (greedy[i]);
    GstFourierInfo info;
    GError *error = NULL;

    TEST_CHECK (gst_fourier_info_from_caps (&info, caps, &error), "%s: %s",
        greedy[i], error ? error->message : "");
    g_clear_error (&error);
    for (r = 0; r < G_N_ELEMENTS (readers); r++) {
      guint n_errors = 0;
      GstElement *bin = gst_parse_bin_from_description (readers[r], TRUE, NULL);
      GstBus *bus;
      GstHarness *harness = rig_open (bin, &bus);

      gst_harness_set_src_caps (harness, gst_caps_ref (caps));
      gst_harness_push (harness, gst_buffer_new_and_alloc (1000));
      read_output (harness);
      check_errors (bus, &n_errors);
      TEST_CHECK (n_errors == 1, "%s, caps %u: %u errors", readers[r], i,
          n_errors);
      rig_close (harness, bin, bus);
    }
    gst_caps_unref (caps);
  }
  setrlimit (RLIMIT_AS, &old);
}

/* Of 2^26 points each; those that are refused cost nothing, and those that are
   not little. This process's own time. */
static void
windows_of_caps_cost_little (void)
{
  static const gchar *const windows[] = { "hann", "kaiser", "gauss", "taylor",
    "dolph-chebyshev", "dpss", "sine", "tukey", "bohman", "hann-poisson"
  };
  static const gchar *const params[] = { "8.6", "0.4", "30", "100", "4", "0.5" };
  guint n = test_is_full ()? 40 : 6, i;

  rig_init ();
  for (i = 0; i < n; i++) {
    const gchar *window = windows[test_random () % G_N_ELEMENTS (windows)];
    guint bits = 16 + test_random () % 11;
    g_autofree gchar *text = g_strdup_printf ("application/x-fft, "
        "version=(int)1, quantity=(string)complex, scaling=(string)none, "
        "window=(string)%s, window-param=(double)%s, format=(string)F32LE, "
        "sides=(string)one, shape=(int)<%u>, bins=(int)<%u>, channels=(int)1, "
        "rate=(int)48000, hop=(int)%u", window, params[test_random ()
            % G_N_ELEMENTS (params)], 1u << bits, (1u << (bits - 1)) + 1,
        bits % 2 ? 999999999 : 1u << (bits - 1));
    GstCaps *caps = gst_caps_from_string (text);
    GstElement *bin = gst_parse_bin_from_description ("clifft", TRUE, NULL);
    guint n_errors = 0;
    GstBus *bus;
    GstHarness *harness = rig_open (bin, &bus);
    clock_t start = clock ();
    gdouble seconds;

    gst_harness_set_src_caps (harness, caps);
    seconds = (gdouble) (clock () - start) / CLOCKS_PER_SEC;
    check_errors (bus, &n_errors);
    TEST_CHECK (n_errors <= 1, "%s: %u errors", text, n_errors);
    /* kernels of so long a transform are compiled beside */
    TEST_CHECK (n_errors == 0 || seconds < 3, "%s: refused after %g s", text,
        seconds);
    TEST_CHECK (seconds < 30, "%s: %g s", text, seconds);
    rig_close (harness, bin, bus);
  }
}

TEST_MAIN (TEST (damaged_streams_are_played_or_refused),
    TEST (caps_alone_take_no_more_than_there_is),
    TEST (windows_of_caps_cost_little))
