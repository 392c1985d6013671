/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-hostile-caps.c: caps of spectra by a peer that cannot be trusted, each
 * field at its ends, beyond them and drawn in between. Whatever they say, the
 * reader is set up, takes one buffer and stops within a second of this process's
 * time and a gibibyte of memory, or refuses with one error. Kernels that are
 * compiled count for nothing: what takes longer is tried once more.
 */
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include <gst/fourier/fourier.h>

#include "gst/support/rig.h"
#include "support/test.h"

#define MOST_SECONDS 1
#define MOST_BYTES (1024.0 * 1024 * 1024)
/* A buffer of a larger frame is cut: it is no more than a peer sends. */
#define MOST_SENT (16 << 20)

static const gchar *const readers[] = { "clifft",
  "clspectrogram axes=false legend=false", "clspectrogram mode=bars axes=false",
  "clspectrogram mode=line axes=false"
};

/* ---- drawing ---- */

/* Whether the caps at hand stay within what each field alone may be. */
static gboolean is_legal;

/* Of a range, mostly near its ends and at powers of two. */
static guint64
draw_length (guint64 most)
{
  guint64 power = MIN (G_GUINT64_CONSTANT (1) << test_draw (0, 27), most);
  const guint64 values[] = { 1, 2, most, most - 1, most / 2, most / 2 + 1,
    MIN (4096, most), MIN (1000, most), 7, 16, power, MAX (power - 1, 1),
    power, most + 1, 0, power + 1
  };

  return test_random () % 4 ? values[test_random () % (G_N_ELEMENTS (values)
          - (is_legal ? 3 : 0))] : 1 + test_random () % most;
}

/* Where only small numbers let the rest of the caps be looked at. */
static guint64
draw_few (guint64 most)
{
  return test_random () % 3 ? test_draw (1, 3) : draw_length (most);
}

static const gchar *
draw_word (const gchar * words)
{
  static gchar *word;
  g_auto (GStrv) all = g_strsplit (words, " ", 0);

  g_free (word);
  return word = g_strdup (all[test_random () % g_strv_length (all)]);
}

#define WINDOWS "hann hann hann rect hamming kaiser gauss taylor dpss bohman " \
    "dolph-chebyshev tukey sine parzen hann-poisson custom blackman x"

/* A field of audio or of both that most streams do not have. */
static const struct
{
  const gchar *name, *type, *values;
} fields[] = {
  {"window-param", "string", "0 0.5 8.6 4 100 400 999999999 1000000000 -1"},
  {"window-length", "int", "0 1 7 1000 4096 1000000 67108864 67108865"},
  {"tapers", "int", "0 1 2 4 16 17"},
  {"center", "boolean", "true false"},
  {"detrend", "int", "0 1 2 3"},
  {"bin-low", "string", "-1e9 0 100 1e9"},
  {"bin-step", "string", "0 1e-9 1 100 1e9"},
  {"band-scale", "string", "bins log octave third-octave mel bark erb radial "
        "sixth-octave twelfth-octave twenty-fourth-octave"},
  {"band-low", "string", "0 1 20 23999 2147483647"},
  {"band-high", "string", "0 1 24000 2147483647"},
  {"mel", "string", "slaney kaldi htk-area slaney-area kaldi-area"},
  {"band-sum", "string", "power magnitude"},
  {"log-offset", "string", "0 1e-9 1 2"},
  {"top-db", "string", "0 80 999 1000"},
  {"normalize", "string", "per-band whisper"},
  {"pre-emphasis", "string", "0 0.97 1 2"},
  {"weighting", "string", "a b c d z"},
  {"calibration", "string", "-301 -300 0 300 301"},
  {"averaging", "string", "mean exponential max-hold min-hold median"},
  {"average-count", "int", "0 1 2 999999999 1000000000"},
  {"time-constant", "int", "0 1 1000000 999999999"},
  {"floor", "string", "-1000 -999 -150 999"},
  {"channel-mode", "string", "mix mid-side select"},
  {"channel-select", "string", "0 0-3+7 0-65534 9-1 0+0"},
  {"reference-channel", "int", "-1 0 1 65534 65535 65536"},
  {"iq", "boolean", "true"},
  {"source-format", "string", "S16LE F64BE U8 S24_32LE F32LE X"},
  {"source-channels", "int", "0 1 2 65535 131070 131071"},
  {"source-layout", "string", "non-interleaved interleaved"},
  {"channel-mask", "string", "0x0 0x3 0x1 0xffffffffffff 0x8000000000000000 "
        "0x10000000 0xffffffffffffffff"},
  {"component", "string", "luma red green blue u v all x"},
  {"depth", "int", "0 1 2 67108864"},
  {"temporal-window", "string", WINDOWS},
  {"remove-dc", "int", "0 1 2"},
  {"fields", "int", "0 1 2"},
};

static void
add_list (GString * text, const gchar * name, guint n, const guint64 * values)
{
  guint i;

  g_string_append_printf (text, ", %s=(int)<", name);
  for (i = 0; i < n; i++)
    g_string_append_printf (text, "%s %d", i ? "," : "", (gint) values[i]);
  g_string_append (text, " >");
}

static void
add_video (GString * text, const guint64 * shape)
{
  const guint64 blocks[] = { draw_few (67108864), draw_few (67108864) };
  const guint64 size[] = { test_random () % 2 ? shape[0]
        : draw_length (67108864), test_random () % 2 ? shape[1]
        : draw_length (67108864)
  };
  g_autofree gchar *format = g_strdup (draw_word
      ("GRAY8 RGB I420 RGBA64_LE GRAY16_BE"));
  const guint64 overlap[] = { test_random () % 3 ? 0 : size[0] - 1,
    test_random () % 3 ? 0 : draw_length (67108864)
  };

  g_string_append_printf (text, ", source-video=(string)%s:%dx%d:%s:1/1:1:4:0:0",
      format, (gint) draw_length (32767), (gint) draw_length (32767), draw_word ("30/1 0/1 2147483647/1 1/2147483647"));
  if (test_random () % 2)
    add_list (text, "blocks", 2, blocks);
  if (test_random () % 2)
    add_list (text, "block-size", 2, size);
  if (test_random () % 3 == 0)
    add_list (text, "block-overlap", 2, overlap);
}

static gchar *
draw_caps (void)
{
  GString *text = g_string_new ("application/x-fft, version=(int)1");
  guint rank = test_random () % 3 ? 1 : test_draw (1, 3), i;
  gboolean is_one = test_random () % 2;
  guint64 shape[3], bins[3];

  is_legal = test_random () % 3 > 0;
  g_string_append_printf (text, ", sides=(string)%s", is_one ? "one"
      : draw_word ("two centered"));
  for (i = 0; i < rank; i++) {
    shape[i] = rank > 1 && test_random () % 2 ? test_draw (1, 64)
        : draw_length (67108864);
    bins[i] = i + 1 == rank && is_one ? shape[i] / 2 + 1 : shape[i];
    if (!is_legal && test_random () % 8 == 0)
      bins[i] = draw_length (67108864);
  }
  add_list (text, "shape", rank, shape);
  add_list (text, "bins", rank, bins);
  g_string_append_printf (text, ", format=(string)%s",
      draw_word ("F32LE F32LE F32BE F64LE F64BE"));
  g_string_append_printf (text, ", quantity=(string)%s", draw_word ("complex "
          "complex complex magnitude power db phase coherence delay log10"));
  g_string_append_printf (text, ", scaling=(string)%s",
      draw_word ("none none amplitude power psd legacy"));
  g_string_append_printf (text, ", window=(string)%s", draw_word (WINDOWS));
  g_string_append_printf (text, ", channels=(int)%d", (gint) draw_few (65535));
  g_string_append_printf (text, ", hop=(int)%d", (gint)
      (test_random () % 2 ? MAX (shape[0] / 2, 1) : draw_length (999999999)));
  if (rank > 1 || test_random () % 8 == 0)
    add_video (text, shape + (rank == 3));
  else
    g_string_append_printf (text, ", rate=(int)%d", (gint)
        (test_random () % 2 ? 48000 : draw_length (G_MAXINT)));
  for (i = test_random () % 4; i > 0; i--) {
    guint k = test_random () % G_N_ELEMENTS (fields);

    if (!strstr (text->str, fields[k].name))
      g_string_append_printf (text, ", %s=(%s)%s", fields[k].name,
          fields[k].type, draw_word (fields[k].values));
  }
  return g_string_free (text, FALSE);
}

/* ---- what it costs ---- */

/* Kilobytes that the process has had at most since it was last asked. */
static gdouble
get_peak (void)
{
  g_autofree gchar *status = NULL;
  const gchar *at;
  gint file = open ("/proc/self/clear_refs", O_WRONLY);

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL)
      || !(at = strstr (status, "VmHWM:")))
    status = NULL;
  if (file >= 0 && write (file, "5", 1) != 1)
    at = NULL;
  if (file >= 0)
    close (file);
  return status ? g_ascii_strtod (at + strlen ("VmHWM:"), NULL) : 0;
}

typedef struct
{
  guint n_errors;
  gdouble seconds, bytes;
} Cost;

static void
read_messages (GstBus * bus, Cost * cost)
{
  GstMessage *message;

  while ((message = gst_bus_pop (bus))) {
    cost->n_errors += GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR;
    gst_message_unref (message);
  }
}

static Cost
try_caps (const gchar * reader, GstCaps * caps)
{
  Cost cost = { 0, };
  GstFourierInfo info;
  gsize size = gst_fourier_info_from_caps (&info, caps, NULL)
      ? MIN (gst_fourier_info_get_frame_size (&info), MOST_SENT) : 64;
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, size, NULL);
  GstElement *element = rig_parse (reader);
  GstBus *bus;
  GstHarness *harness = rig_open_shared (element, &bus);
  gdouble before;
  clock_t start;

  gst_buffer_memset (buffer, 0, 0, size);
  GST_BUFFER_PTS (buffer) = 0;
  gst_harness_set_drop_buffers (harness, TRUE);
  get_peak ();
  before = get_peak ();
  start = clock ();
  gst_harness_set_src_caps (harness, gst_caps_ref (caps));
  gst_harness_push (harness, buffer);
  gst_harness_push_event (harness, gst_event_new_eos ());
  gst_element_set_state (element, GST_STATE_NULL);
  cost.seconds = (gdouble) (clock () - start) / CLOCKS_PER_SEC;
  cost.bytes = (get_peak () - before) * 1024;
  read_messages (bus, &cost);
  rig_close (harness, element, bus);
  return cost;
}

/* Whether it was played. */
static gboolean
check_caps (const gchar * text)
{
  const gchar *reader = readers[test_random () % G_N_ELEMENTS (readers)];
  GstCaps *caps = gst_caps_from_string (text);
  Cost cost;

  TEST_CHECK (caps && gst_caps_is_fixed (caps), "no caps: %s", text);
  if (!caps)
    return FALSE;
  cost = try_caps (reader, caps);
  if (cost.seconds > MOST_SECONDS)
    cost = try_caps (reader, caps);
  TEST_CHECK (cost.n_errors <= 1, "%s, %s: %u errors", reader, text,
      cost.n_errors);
  TEST_CHECK (cost.seconds <= MOST_SECONDS, "%s, %s: %g s, %u errors", reader,
      text, cost.seconds, cost.n_errors);
  TEST_CHECK (cost.bytes <= MOST_BYTES, "%s, %s: %g GiB, %u errors", reader,
      text, cost.bytes / MOST_BYTES, cost.n_errors);
  gst_caps_unref (caps);
  return cost.n_errors == 0;
}

static void
caps_cost_little_or_are_refused (void)
{
  guint n = test_is_full ()? 10000 : 200, n_played = 0, i;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no device");
  for (i = 0; i < n; i++) {
    g_autofree gchar *text = draw_caps ();

    n_played += check_caps (text);
  }
  TEST_CHECK (n_played > n / 50, "only %u of %u were played", n_played, n);
  printf ("# %u of %u were played\n", n_played, n);
}

TEST_MAIN (TEST (caps_cost_little_or_are_refused))
