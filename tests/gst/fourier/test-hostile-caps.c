/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-hostile-caps.c: caps of spectra by a peer that cannot be trusted, each
 * field at its ends, beyond them, drawn in between, of another type or left out:
 * they cost little, or are refused (hostile.h).
 */
#include <gst/fourier/fourier.h>

#include "gst/fourier/hostile.h"
#include "gst/support/rig.h"
#include "support/test.h"

static const gchar *const readers[] = { "clifft",
  "clspectrogram axes=false legend=false", "clspectrogram mode=bars axes=false",
  "clspectrogram mode=line axes=false"
};

/* ---- drawing ---- */

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
  const guint64 blocks[] = { hostile_draw_few (67108864), hostile_draw_few (67108864) };
  const guint64 size[] = { test_random () % 2 ? shape[0]
        : hostile_draw_length (67108864), test_random () % 2 ? shape[1]
        : hostile_draw_length (67108864)
  };
  g_autofree gchar *format = g_strdup (hostile_draw_word
      ("GRAY8 RGB I420 RGBA64_LE GRAY16_BE"));
  const guint64 overlap[] = { test_random () % 3 ? 0 : size[0] - 1,
    test_random () % 3 ? 0 : hostile_draw_length (67108864)
  };

  g_string_append_printf (text, ", source-video=(string)%s:%dx%d:%s:1/1:1:4:0:0",
      format, (gint) hostile_draw_length (32767), (gint) hostile_draw_length (32767), hostile_draw_word ("30/1 0/1 2147483647/1 1/2147483647"));
  if (test_random () % 2)
    add_list (text, "blocks", 2, blocks);
  if (test_random () % 2)
    add_list (text, "block-size", 2, size);
  if (test_random () % 3 == 0)
    add_list (text, "block-overlap", 2, overlap);
}

static void
add_word (GString * text, const gchar * name, const gchar * words)
{
  g_string_append_printf (text, ", %s=(string)%s", name,
      hostile_draw_word (words));
}

/* Few bands of however many bins, and of a zoom's. */
static void
add_bands (GString * text)
{
  add_word (text, "band-scale", "bins log mel bark erb");
  if (g_str_has_suffix (text->str, "mel"))
    add_word (text, "mel", "htk slaney kaldi kaldi-area");
  add_word (text, "band-low", "20 0.5 1000");
  add_word (text, "band-high", "20000 4000 24000");
  if (test_random () % 3 == 0) {
    add_word (text, "bin-low", "0 10");
    add_word (text, "bin-step", "1e-9 1e-3 0.1 10");
  }
}

static GstCaps *
draw_caps (void)
{
  GString *text = g_string_new ("application/x-fft, version=(int)1");
  guint rank = test_random () % 3 ? 1 : test_draw (1, 3), i;
  gboolean has_bands = rank == 1 && test_random () % 4 == 0;
  gboolean is_one = has_bands || test_random () % 2;
  guint64 shape[3], bins[3];

  hostile_is_legal = test_random () % 3 > 0;
  g_string_append_printf (text, ", sides=(string)%s", is_one ? "one"
      : hostile_draw_word ("two centered"));
  for (i = 0; i < rank; i++) {
    shape[i] = rank > 1 && test_random () % 2 ? test_draw (1, 64)
        : hostile_draw_length (67108864);
    bins[i] = i + 1 == rank && is_one ? shape[i] / 2 + 1 : shape[i];
    if (!hostile_is_legal && test_random () % 8 == 0)
      bins[i] = hostile_draw_length (67108864);
  }
  if (has_bands)
    bins[0] = test_draw (1, MIN (200, shape[0] / 2 + 1));
  add_list (text, "shape", rank, shape);
  add_list (text, "bins", rank, bins);
  g_string_append_printf (text, ", format=(string)%s",
      hostile_draw_word ("F32LE F32LE F32BE F64LE F64BE"));
  g_string_append_printf (text, ", quantity=(string)%s", hostile_draw_word (has_bands
          ? "power magnitude db" : "complex complex complex magnitude power db "
          "phase coherence delay log10"));
  if (has_bands)
    add_bands (text);
  g_string_append_printf (text, ", scaling=(string)%s",
      hostile_draw_word ("none none amplitude power psd legacy"));
  g_string_append_printf (text, ", window=(string)%s", hostile_draw_word (WINDOWS));
  g_string_append_printf (text, ", channels=(int)%d", (gint) hostile_draw_few (65535));
  g_string_append_printf (text, ", hop=(int)%d", (gint)
      (test_random () % 2 ? MAX (shape[0] / 2, 1) : hostile_draw_length (999999999)));
  if (rank > 1 || test_random () % 8 == 0)
    add_video (text, shape + (rank == 3));
  else
    g_string_append_printf (text, ", rate=(int)%d", (gint)
        (test_random () % 2 ? 48000 : hostile_draw_length (G_MAXINT)));
  for (i = test_random () % 4; i > 0; i--) {
    guint k = test_random () % G_N_ELEMENTS (fields);

    if (!strstr (text->str, fields[k].name))
      g_string_append_printf (text, ", %s=(%s)%s", fields[k].name,
          fields[k].type, hostile_draw_word (fields[k].values));
  }
  return hostile_make_caps (g_string_free (text, FALSE));
}

/* Most are refused: draws go on until some were played. */
#define LEAST_PLAYED 5

static void
caps_cost_little_or_are_refused (void)
{
  guint n = test_count (200, 10000), n_played = 0, i;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no device");
  for (i = 0; i < n || (n_played < LEAST_PLAYED && i < 10 * n); i++) {
    GstCaps *caps = draw_caps ();
    GstFourierInfo info;
    gsize size = gst_fourier_info_from_caps (&info, caps, NULL)
        ? gst_fourier_info_get_frame_size (&info) : 64;

    n_played += hostile_check (readers[test_random ()
            % G_N_ELEMENTS (readers)], caps, size, 0);
    gst_caps_unref (caps);
  }
  TEST_CHECK (n_played >= LEAST_PLAYED, "only %u of %u were played", n_played,
      i);
  printf ("# %u of %u were played\n", n_played, i);
  hostile_tell ();
}

/* As large as they may be, and a tenth less; of few prime factors. */
#define MOST_FRAME (1024 * 1024 * 1024 / 14)

static guint
draw_smooth (guint least, guint most)
{
  guint n;

  do {
    guint power = test_draw (0, 3);

    for (n = test_draw (0, 1) ? 1 : 5; power > 0; power--)
      n *= 3;
    while (n < least)
      n *= 2;
  } while (n > most);
  return n;
}

static void
whole_frames_of_sound_keep_within_a_gibibyte (void)
{
  guint n = test_count (1, 30), i;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no device");
  for (i = 0; i < n; i++) {
    guint channels = test_draw (1, 4), wide = test_draw (1, 2);
    guint most = MOST_FRAME / 4 / wide / channels;
    guint length = draw_smooth (most - most / 10, most - 2);
    g_autofree gchar *text = g_strdup_printf ("application/x-fft, "
        "version=(int)1, quantity=(string)complex, scaling=(string)none, "
        "window=(string)hann, format=(string)%s, sides=(string)one, "
        "shape=(int)<%u>, bins=(int)<%u>, channels=(int)%u, rate=(int)48000, "
        "hop=(int)%u", wide == 1 ? "F32LE" : "F64LE", length, length / 2 + 1,
        channels, length / 2);
    GstCaps *caps = gst_caps_from_string (text);

    TEST_CHECK (hostile_check_memory ("clifft", caps, (length / 2 + 1) * 8
            * (gsize) wide * channels), "%s: refused", text);
    gst_caps_unref (caps);
  }
  hostile_tell ();
}

TEST_MAIN (TEST (caps_cost_little_or_are_refused),
    TEST (whole_frames_of_sound_keep_within_a_gibibyte))
