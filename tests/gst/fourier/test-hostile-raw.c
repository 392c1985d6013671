/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-hostile-raw.c: caps of sound and pictures by a peer that cannot be
 * trusted, each field at its ends, beyond them, drawn in between, of another type
 * or left out: they cost little, or are refused (hostile.h).
 */
#include <gst/audio/audio.h>
#include <gst/video/video.h>
#include <math.h>

#include "gst/fourier/hostile.h"
#include "gst/support/rig.h"
#include "support/test.h"

/* Of a picture. */
#define MOST_SAMPLES 134217728
/* Bytes of a buffer: a larger picture is cut. */
#define MOST_SENT (4 << 20)

static const gchar *const hearers[] = { "claudiofft", "clspectrum",
  "claudiofft quantity=power band-scale=mel bands=20 averaging=mean",
  "clspectrogram axes=false legend=false", "clfftfilter",
  "clspectrogram mode=bars axes=false", "claudiofft channel-mode=mix",
};

/* Not wide responses: those that the user asks for take longer. */
static const gchar *const viewers[] = { "clvideofft", "clvideodenoise",
  "clvideofft block-width=16 block-height=16 depth=2",
  "clvideofilter low-pass=0.1", "clvideofilter kernel=\"1 2 1\"",
};

/* A field that is not always there. */
static void
add_word (GString * text, const gchar * name, const gchar * words)
{
  if (test_random () % 4 == 0)
    g_string_append_printf (text, ", %s=%s", name, hostile_draw_word (words));
}

static const gchar *
draw_audio_format (void)
{
  if (!hostile_is_legal && test_random () % 8 == 0)
    return hostile_draw_word ("X ENCODED UNKNOWN S16 F32");
  return gst_audio_format_to_string ((GstAudioFormat)
      test_draw (GST_AUDIO_FORMAT_S8, GST_AUDIO_FORMAT_F64BE));
}

static GstCaps *
draw_audio (void)
{
  GString *text = g_string_new ("audio/x-raw");

  hostile_is_legal = test_random () % 3 > 0;
  g_string_append_printf (text, ", format=%s", draw_audio_format ());
  g_string_append_printf (text, ", layout=%s", test_random () % 16
      ? hostile_draw_word ("interleaved interleaved non-interleaved") : "x");
  g_string_append_printf (text, ", rate=(int)%d", (gint)
      (test_random () % 2 ? 48000 : hostile_draw_length (G_MAXINT)));
  g_string_append_printf (text, ", channels=(int)%d", (gint)
      hostile_draw_few (65535));
  if (test_random () % 8)
    g_string_append_printf (text, ", channel-mask=(bitmask)%s",
        hostile_draw_word ("0x0 0x0 0x0 0x3 0x1 0xffffffffffffffff 0x10000000 "
            "0x8000000000000000 0xffffffffffff"));
  return hostile_make_caps (g_string_free (text, FALSE));
}

static GstCaps *
draw_video (void)
{
  GString *text = g_string_new ("video/x-raw");
  guint last = GST_VIDEO_FORMAT_Y444_12LE, turn;
  guint64 size[2];

  hostile_is_legal = test_random () % 3 > 0;
  add_word (text, "interlace-mode", "progressive interleaved mixed fields x");
  g_string_append_printf (text, ", format=%s", hostile_is_legal
      || test_random () % 8 ? gst_video_format_to_string ((GstVideoFormat)
          test_draw (GST_VIDEO_FORMAT_I420, last))
      : hostile_draw_word ("X ENCODED UNKNOWN DMA_DRM"));
  size[0] = test_random () % 2 ? test_draw (1, 640)
      : hostile_draw_length (G_MAXINT);
  size[1] = test_random () % 2 ? test_draw (1, 480)
      : hostile_draw_length (G_MAXINT);
  /* of as many samples as there may be, or some more or fewer */
  if (test_random () % 4 == 0)
    size[1] = MAX (1, (MOST_SAMPLES / test_draw (1, 5)) / MAX (size[0], 1));
  turn = test_random () % 2;
  g_string_append_printf (text, ", width=(int)%d, height=(int)%d",
      (gint) size[turn], (gint) size[!turn]);
  g_string_append_printf (text, ", framerate=(fraction)%s", hostile_draw_word
      ("25/1 0/1 2147483647/1 1/2147483647 30000/1001"));
  add_word (text, "pixel-aspect-ratio", "(fraction)1/1 (fraction)2147483647/1 "
      "(fraction)1/2147483647 (fraction)0/1");
  add_word (text, "field-order", "top-field-first bottom-field-first x");
  add_word (text, "views", "(int)0 (int)2 (int)2147483647 (int)-1");
  add_word (text, "multiview-mode", "mono left side-by-side separated "
      "frame-by-frame");
  add_word (text, "colorimetry", "bt709 bt601 sRGB 1:4:0:0 99:99:99:99 x");
  add_word (text, "chroma-site", "mpeg2 jpeg none x");
  return hostile_make_caps (g_string_free (text, FALSE));
}

/* Seconds that a sample counts for at most: it is one frame and one picture, which
   is drawn once however long it is shown. */
#define MOST_OF_SAMPLE 0.05

/* Bytes and seconds of a buffer. */
typedef struct
{
  gsize size;
  gdouble sound;
} Sent;

/* 1024 samples, but no more than a minute of them, which is shown for so long.
   GStreamer's own reading of caps complains. */
static Sent
get_audio (GstCaps * caps)
{
  const GstStructure *structure = gst_caps_get_structure (caps, 0);
  const gchar *format = gst_structure_get_string (structure, "format");
  const GstAudioFormatInfo *info = gst_audio_format_get_info (format
      ? gst_audio_format_from_string (format) : GST_AUDIO_FORMAT_UNKNOWN);
  gsize frame = MAX (info->width / 8, 1), n;
  gint channels = 1, rate = 1000;

  gst_structure_get_int (structure, "channels", &channels);
  gst_structure_get_int (structure, "rate", &rate);
  frame *= MAX (channels, 1);
  rate = MAX (rate, 1);
  n = MIN (MIN (60 * (gsize) rate, 1024), MAX (MOST_SENT / frame, 1));
  return (Sent) {
  n * frame, MIN ((gdouble) n / rate, n * MOST_OF_SAMPLE)};
}

static Sent
get_video (GstCaps * caps)
{
  const GstStructure *structure = gst_caps_get_structure (caps, 0);
  GstVideoInfo info;

  /* of other caps GStreamer warns */
  return (Sent) {
    gst_structure_has_field_typed (structure, "format", G_TYPE_STRING)
        && gst_video_info_from_caps (&info, caps)
        ? MIN (GST_VIDEO_INFO_SIZE (&info), MOST_SENT) : 64, 0};
}

static void
check_drawn (guint n, const gchar * const *lines, guint n_lines,
    GstCaps * (*draw) (void), Sent (*get) (GstCaps *))
{
  guint n_taken = 0, i;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no device");
  for (i = 0; i < n; i++) {
    GstCaps *caps = draw ();
    Sent sent = get (caps);

    n_taken += hostile_check (lines[test_random () % n_lines], caps, sent.size,
        sent.sound);
    gst_caps_unref (caps);
  }
  TEST_CHECK (n < 1000 || n_taken > n / 50, "only %u of %u were taken", n_taken, n);
  printf ("# %u of %u were taken\n", n_taken, n);
  hostile_tell ();
}

static void
caps_of_sound_cost_little_or_are_refused (void)
{
  check_drawn (test_count (16, 10000), hearers, G_N_ELEMENTS (hearers),
      draw_audio, get_audio);
}

static void
caps_of_pictures_cost_little_or_are_refused (void)
{
  check_drawn (test_count (16, 10000), viewers, G_N_ELEMENTS (viewers),
      draw_video, get_video);
}

/* Whole pictures: ordinary ones, or of 8K and as large as there may be. */
static GstCaps *
draw_whole (void)
{
  static const gchar *const formats[] = { "GRAY8", "GRAY16_LE", "I420", "RGB",
    "Y444_10LE", "ARGB64"
  };
  guint most = test_is_full ()? MOST_SAMPLES : 640 * 480, width, height;
  const gchar *format = formats[test_random () % G_N_ELEMENTS (formats)];
  gchar *text;

  hostile_is_legal = TRUE;
  most /= strcmp (format, "ARGB64") == 0 ? 4 : g_str_has_prefix (format,
      "GRAY") ? 1 : 3;
  width = test_random () % 2 ? (guint) sqrt (most) : test_draw (1, 16384);
  height = MAX (1, most / width);
  if (test_random () % 2)
    height = test_draw (1, height);
  text = g_strdup_printf ("video/x-raw, format=%s, width=(int)%u, "
      "height=(int)%u, framerate=(fraction)25/1", format, width, height);
  return hostile_make_caps (text);
}

/* Of any reach, up to the widest. */
static gchar *
draw_response (void)
{
  gchar number[G_ASCII_DTOSTR_BUF_SIZE];
  guint i = test_random () % 6;

  g_ascii_dtostr (number, sizeof number, pow (10, -4 * fabs (test_uniform ())));
  switch (i) {
    case 0:
    case 1:
      return g_strdup_printf ("clvideofilter %s=%s", i ? "low-pass" : "high-pass",
          number);
    case 2:
      return g_strdup_printf ("clvideofilter sharpen=true blur=%u snr=%u",
          test_draw (1, 50), test_draw (0, 100));
    case 3:
      return g_strdup ("clvideofilter notch=\"0.1 0.2; 0.25 0\" "
          "notch-radius=0.0005");
    case 4:
      return g_strdup_printf ("clvideofilter notch=auto high-pass=%s", number);
    default:
      return g_strdup ("clvideofilter kernel=\"1; 2; 5; 2; 1\"");
  }
}

/* As long as a minute, of few samples. */
static void
sound_of_low_rates_costs_by_time_and_samples (void)
{
  static const gchar *const lines[] = {
    "clspectrogram axes=false legend=false", "clspectrogram mode=bars",
    "clspectrogram mode=line axes=false", "clspectrogram mode=transfer",
  };
  guint n = test_count (2, 500), i;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no device");
  for (i = 0; i < n; i++) {
    g_autofree gchar *text = g_strdup_printf ("audio/x-raw, format=F32LE, "
        "layout=interleaved, rate=(int)%u, channels=(int)%u, "
        "channel-mask=(bitmask)0", test_draw (1, 1 << test_draw (0, 10)),
        test_draw (2, 3));
    GstCaps *caps = gst_caps_from_string (text);
    Sent sent = get_audio (caps);

    TEST_CHECK (hostile_check (lines[test_random () % G_N_ELEMENTS (lines)],
            caps, sent.size, sent.sound), "%s: refused", text);
    gst_caps_unref (caps);
  }
  hostile_tell ();
}

static void
wide_responses_keep_within_a_gibibyte (void)
{
  guint n = test_count (3, 100), n_taken = 0, i;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no device");
  for (i = 0; i < n; i++) {
    GstCaps *caps = draw_whole ();
    g_autofree gchar *line = draw_response ();
    GstVideoInfo info;

    TEST_REQUIRE (gst_video_info_from_caps (&info, caps), "no picture");
    n_taken += hostile_check_memory (line, caps, GST_VIDEO_INFO_SIZE (&info));
    gst_caps_unref (caps);
  }
  TEST_CHECK (n < 100 || n_taken > n / 4, "only %u of %u were taken", n_taken, n);
  printf ("# %u of %u were taken\n", n_taken, n);
  hostile_tell ();
}

TEST_MAIN (TEST (caps_of_sound_cost_little_or_are_refused),
    TEST (caps_of_pictures_cost_little_or_are_refused),
    TEST (sound_of_low_rates_costs_by_time_and_samples),
    TEST (wide_responses_keep_within_a_gibibyte))
