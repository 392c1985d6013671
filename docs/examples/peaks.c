/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * peaks.c: what is heard in a sound: the strongest peaks of its spectrum in
 * hertz and decibels of full scale, a line whenever they change. Takes
 * anything that GStreamer decodes:
 *
 *   peaks song.flac
 *   peaks https://example.org/stream.ogg
 */
#include <gst/fourier/fourier.h>
#include <gst/gst.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#define N_PEAKS 4
#define SKIRT 3                 /* bins on each side that belong to a peak */
#define FLOOR -70.0             /* dBFS: less is silence */
#define RANGE 40.0              /* dB below the strongest peak */
#define NEW_PITCH 1.03          /* half a semitone */
#define NEW_LEVEL 6.0           /* dB */
#define LINE_INTERVAL (GST_SECOND / 10)
#define POLL_INTERVAL (GST_SECOND / 10)

typedef struct
{
  gdouble frequency;            /* Hz */
  gdouble level;                /* dBFS */
} Peak;

typedef struct
{
  GstElement *pipeline;
  GstElement *sink;
  GstFourierInfo info;
  gboolean is_terminal;         /* progress can be overwritten */
  gboolean is_shown;            /* progress is on the screen */
  gint64 first_sample;          /* monotonic us */
  gint64 last_progress;         /* monotonic us */
  GstClockTime last_line;       /* stream time */
  Peak shown;                   /* strongest peak of the last line */
  Peak loudest;
  GstClockTime loudest_time;
  GstClockTime end;             /* stream time */
  guint n_frames;
  guint n_lines;
} Reader;

/* ---- peaks ---- */

static gdouble
read_level (const Reader * reader, const guint8 * data, guint bin)
{
  return reader->info.format == GST_FOURIER_FORMAT_F32LE
      ? GST_READ_FLOAT_LE (data + 4 * bin) : GST_READ_FLOAT_BE (data + 4 * bin);
}

/*
 * The sine whose amplitudes in three bins under the Hann window these are: at a
 * distance of d bins it reads sin(pi d) / (pi d (1 - d^2)) of its own, from which
 * d follows (D. Agrez, IEEE Trans. Instrum. Meas. 51 (2002), 287, three points).
 */
static Peak
interpolate (const Reader * reader, const guint8 * data, guint bin)
{
  gdouble top = read_level (reader, data, bin);
  gdouble below = pow (10, (read_level (reader, data, bin - 1) - top) / 20);
  gdouble above = pow (10, (read_level (reader, data, bin + 1) - top) / 20);
  gdouble d = 2 * (above - below) / (below + 2 + above);
  Peak peak;

  peak.frequency = (bin + d) * reader->info.rate / reader->info.shape[0];
  peak.level = top;
  if (d != 0)
    peak.level += 20 * log10 (G_PI * d * (1 - d * d) / sin (G_PI * d));
  return peak;
}

static gboolean
is_peak (const Reader * reader, const guint8 * data, guint bin)
{
  gdouble level = read_level (reader, data, bin);
  guint i;

  if (!(level > FLOOR))
    return FALSE;
  for (i = 1; i <= SKIRT; i++)
    if (read_level (reader, data, bin - i) > level
        || read_level (reader, data, bin + i) >= level)
      return FALSE;
  return TRUE;
}

/* The strongest peaks, strongest first; how many there are. */
static guint
find_peaks (const Reader * reader, const guint8 * data, Peak * peaks)
{
  guint n_bins = reader->info.bins[0], n = 0, bin, i;

  for (bin = SKIRT; bin + SKIRT < n_bins; bin++) {
    Peak peak;

    if (!is_peak (reader, data, bin))
      continue;
    peak = interpolate (reader, data, bin);
    if (n == N_PEAKS && peak.level <= peaks[n - 1].level)
      continue;
    if (n < N_PEAKS)
      n++;
    for (i = n - 1; i > 0 && peaks[i - 1].level < peak.level; i--)
      peaks[i] = peaks[i - 1];
    peaks[i] = peak;
  }
  while (n > 0 && peaks[n - 1].level < peaks[0].level - RANGE)
    n--;
  return n;
}

/* ---- lines ---- */

/* "1:02.345" */
static gchar *
format_time (GstClockTime time)
{
  guint64 ms = time / GST_MSECOND;

  return g_strdup_printf ("%u:%06.3f", (guint) (ms / 60000),
      (ms % 60000) / 1000.0);
}

static GstClockTime
query_duration (const Reader * reader)
{
  gint64 duration;

  if (!gst_element_query_duration (reader->pipeline, GST_FORMAT_TIME,
          &duration) || duration <= 0)
    return GST_CLOCK_TIME_NONE;
  return duration;
}

/* " 42 %"; blank where the length is not known */
static gchar *
format_share (const Reader * reader, GstClockTime time)
{
  GstClockTime duration = query_duration (reader);

  if (duration == GST_CLOCK_TIME_NONE)
    return g_strdup ("     ");
  return g_strdup_printf ("%3u %%",
      (guint) MIN (100, gst_util_uint64_scale (time, 100, duration)));
}

static void
clear_progress (Reader * reader)
{
  if (reader->is_shown)
    g_printerr ("\r\033[K");
  reader->is_shown = FALSE;
}

/* Where nothing changes for long, a terminal still shows that it goes on. */
static void
show_progress (Reader * reader, GstClockTime time)
{
  gint64 now = g_get_monotonic_time ();
  g_autofree gchar *position = NULL, *share = NULL;

  if (!reader->is_terminal || now - reader->last_progress < 100000)
    return;
  reader->last_progress = now;
  reader->is_shown = TRUE;
  position = format_time (time);
  share = format_share (reader, time);
  g_printerr ("\r%s %s\033[K", position, share);
}

static void
print_line (Reader * reader, GstClockTime time, const Peak * peaks, guint n)
{
  g_autofree gchar *position = format_time (time);
  g_autofree gchar *share = format_share (reader, time);
  guint i;

  clear_progress (reader);
  g_print ("%10s %s ", position, share);
  for (i = 0; i < n; i++)
    g_print ("  %8.1f Hz %6.1f dBFS", peaks[i].frequency, peaks[i].level);
  g_print (n ? "\n" : "  silence\n");
  reader->n_lines++;
}

static gboolean
has_changed (const Peak * a, const Peak * b)
{
  gdouble ratio;

  if ((a->frequency > 0) != (b->frequency > 0))
    return TRUE;
  if (!(a->frequency > 0))
    return FALSE;
  ratio = a->frequency / b->frequency;
  return ratio > NEW_PITCH || ratio < 1 / NEW_PITCH
      || fabs (a->level - b->level) > NEW_LEVEL;
}

static void
read_frame (Reader * reader, GstClockTime time, const guint8 * data)
{
  Peak peaks[N_PEAKS], strongest = { 0, -INFINITY };
  guint n = find_peaks (reader, data, peaks);

  if (n)
    strongest = peaks[0];
  if (strongest.level > reader->loudest.level) {
    reader->loudest = strongest;
    reader->loudest_time = time;
  }
  if (reader->n_frames++ == 0 || (has_changed (&strongest, &reader->shown)
          && time >= reader->last_line + LINE_INTERVAL)) {
    print_line (reader, time, peaks, n);
    reader->shown = strongest;
    reader->last_line = time;
  } else {
    show_progress (reader, time);
  }
}

/* ---- the stream ---- */

static gboolean
read_sample (Reader * reader, GstSample * sample)
{
  GstBuffer *buffer = gst_sample_get_buffer (sample);
  g_autoptr (GError) error = NULL;
  GstClockTime start;
  GstMapInfo map;
  guint n_frames = 0, frame;

  if (!gst_fourier_info_from_caps (&reader->info, gst_sample_get_caps (sample),
          &error)) {
    g_printerr ("not a stream of spectra: %s\n", error->message);
    return FALSE;
  }
  if (!reader->first_sample)
    reader->first_sample = g_get_monotonic_time ();
  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    return FALSE;
  gst_fourier_info_count_frames (&reader->info, map.size, &n_frames);
  start = gst_segment_to_stream_time (gst_sample_get_segment (sample),
      GST_FORMAT_TIME, GST_BUFFER_PTS (buffer));
  if (start == GST_CLOCK_TIME_NONE)
    start = 0;
  for (frame = 0; frame < n_frames; frame++)
    read_frame (reader,
        start + gst_fourier_info_get_frame_time (&reader->info, frame),
        map.data + frame * gst_fourier_info_get_frame_size (&reader->info));
  reader->end = start + GST_BUFFER_DURATION (buffer);
  gst_buffer_unmap (buffer, &map);
  return TRUE;
}

/* Kernels are compiled once; the element tells how far it is. */
static GstBusSyncReply
on_message (GstBus * bus, GstMessage * message, gpointer user_data)
{
  g_autofree gchar *text = NULL;
  GstProgressType type;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_PROGRESS) {
    gst_message_parse_progress (message, &type, NULL, &text);
    g_printerr ("%s\n", text);
  }
  return GST_BUS_PASS;
}

/* An error is reported in one line, with what was read. */
static gboolean
check_bus (GstBus * bus, const gchar * input)
{
  g_autoptr (GstMessage) message =
      gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  g_autoptr (GError) error = NULL;

  if (!message)
    return TRUE;
  gst_message_parse_error (message, &error, NULL);
  g_printerr ("%s: %s\n", input, error->message);
  return FALSE;
}

static void
print_summary (const Reader * reader)
{
  gdouble seconds = (g_get_monotonic_time () - reader->first_sample) / 1e6;
  g_autoptr (GstElement) fft =
      gst_bin_get_by_name (GST_BIN (reader->pipeline), "fft");
  g_autoptr (GstStructure) stats = NULL;
  g_autofree gchar *end = format_time (reader->end);
  g_autofree gchar *loudest_time = format_time (reader->loudest_time);
  const gchar *device, *plan;

  g_object_get (fft, "stats", &stats, NULL);
  device = gst_structure_get_string (stats, "device");
  plan = gst_structure_get_string (stats, "plan");
  g_print ("\n%s of sound at %u Hz: %u frames of %u samples, one every %u, "
      "in %.3f s\n", end, reader->info.rate, reader->n_frames,
      reader->info.shape[0], reader->info.hop, seconds);
  if (reader->loudest.frequency > 0)
    g_print ("strongest peak: %.1f Hz, %.1f dBFS, at %s\n",
        reader->loudest.frequency, reader->loudest.level, loudest_time);
  g_print ("device: %s; plan: %s\n", device ? device : "unknown",
      plan ? plan : "unknown");
}

/* Until the end, or an error on the bus. */
static gboolean
read_all (Reader * reader, GstBus * bus, const gchar * input)
{
  gboolean ok = TRUE, is_over = FALSE;
  GstSample *sample = NULL;

  while (ok && !is_over) {
    g_signal_emit_by_name (reader->sink, "try-pull-sample", POLL_INTERVAL,
        &sample);
    if (sample) {
      ok = read_sample (reader, sample);
      gst_sample_unref (sample);
    } else {
      ok = check_bus (bus, input);
      g_object_get (reader->sink, "eos", &is_over, NULL);
    }
  }
  clear_progress (reader);
  return ok;
}

/* Behind a tee wavparse is pushed to: of some files, as of mono of 24 bits
   with an odd number of samples, version 1.22 reads nothing by itself. */
#define FILE_SOURCE "filesrc name=source ! tee ! " \
    "decodebin caps=audio/x-raw(ANY) expose-all-streams=false ! "
#define URI_SOURCE \
    "uridecodebin name=source caps=audio/x-raw(ANY) expose-all-streams=false ! "
#define PEAKS "claudiofft name=fft size=4096 overlap=0.75 window=hann " \
    "quantity=db scaling=amplitude channel-mode=mix ! " \
    "appsink name=sink sync=false"

static GstElement *
make_pipeline (const gchar * input, GError ** error)
{
  g_autofree gchar *path = g_filename_from_uri (input, NULL, NULL);
  gboolean is_uri = !path && gst_uri_is_valid (input);
  GstElement *pipeline, *source;

  pipeline = gst_parse_launch (is_uri ? URI_SOURCE PEAKS : FILE_SOURCE PEAKS,
      error);
  if (!pipeline || *error)
    return pipeline;
  source = gst_bin_get_by_name (GST_BIN (pipeline), "source");
  g_object_set (source, is_uri ? "uri" : "location", path ? path : input, NULL);
  gst_object_unref (source);
  return pipeline;
}

int
main (int argc, char **argv)
{
  Reader reader = {.loudest = {0, -INFINITY},.is_terminal = isatty (2) };
  g_autoptr (GError) error = NULL;
  GstBus *bus;
  gboolean ok;

  gst_init (&argc, &argv);
  if (argc != 2) {
    g_printerr ("usage: peaks FILE | URI\n");
    return 2;
  }
  reader.pipeline = make_pipeline (argv[1], &error);
  if (error) {
    g_printerr ("%s\n", error->message);
    gst_clear_object (&reader.pipeline);
    return 1;
  }
  reader.sink = gst_bin_get_by_name (GST_BIN (reader.pipeline), "sink");
  bus = gst_element_get_bus (reader.pipeline);
  gst_bus_set_sync_handler (bus, on_message, NULL, NULL);
  gst_element_set_state (reader.pipeline, GST_STATE_PLAYING);
  ok = read_all (&reader, bus, argv[1]);
  if (ok && reader.n_frames)
    print_summary (&reader);
  else if (ok)
    g_printerr ("%s: there is no sound in it\n", argv[1]);
  gst_element_set_state (reader.pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  gst_object_unref (reader.sink);
  gst_object_unref (reader.pipeline);
  return ok && reader.n_frames ? 0 : 1;
}
