/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clifft/test-video-refusals.c: claims about pictures that clifft cannot make
 * and says so, and about spectra that it cannot trust.
 */
#include <math.h>
#include <string.h>

#include "gst/support/rig.h"
#include "support/test.h"
#include "videotrip.h"

static const VideoSpec single = {.source = "GRAY8:10x8:30000/1001",
  .size = {8, 10}
};

/* ---- what is refused ---- */

#define CAPS(rest)                                                          \
    "application/x-fft, version=1, format=F32LE, quantity=complex, "        \
    "scaling=none, sides=one, " rest

#define FLAT(source, rest)                                                  \
    CAPS ("shape=<8, 10>, bins=<8, 6>, framerate=25/1, source-video="       \
        "(string)" source ":25/1, " rest)

static void
what_has_no_inverse_is_refused_with_the_reason (void)
{
  static const struct
  {
    const gchar *caps;
    const gchar *names[3];      /* that the error tells */
  } cases[] = {
    {FLAT ("GRAY8:10x8", "channels=1, window=hann"), {"hann", "row 0",
            "8 rows"}},
    {FLAT ("GRAY8:20x8", "channels=1, window=hann, blocks=<1, 3>, "
            "block-overlap=<0, 5>"), {"hann", "0", "rows"}},
    {FLAT ("GRAY8:10x8", "channels=1, window=my-own"), {"window", "my-own",
            "not known"}},
    {FLAT ("GRAY8:10x8", "channels=1, window=kaiser, "
            "window-param=(string)501"), {"501", "500", "kaiser"}},
    {FLAT ("GRAY8:10x8", "channels=2, window=rect"), {"channels", "2",
            "has 1"}},
    {FLAT ("RGB:10x8", "channels=4, window=rect"), {"channels", "4",
            "has 3"}},
    {FLAT ("I420:10x8", "channels=3, window=rect"), {"component", "all",
            "I420"}},
    {FLAT ("RGB:10x8", "channels=1, component=(string)u, window=rect"),
            {"component", "u", "RGB"}},
    {FLAT ("I420:10x8", "channels=1, component=(string)red, window=rect"),
            {"component", "red", "I420"}},
    {FLAT ("GRAY8:10x8", "channels=1, component=(string)x, window=rect"),
            {"component", "x", "GRAY8"}},
    {FLAT ("NOSUCH:10x8", "channels=1, window=rect"), {"source-video",
            "NOSUCH", "not known"}},
    {FLAT ("GRAY8:9x8", "channels=1, window=rect"), {"block-size", "10",
            "9"}},
    {FLAT ("GRAY8:10x7", "channels=1, window=rect"), {"block-size", "8",
            "7"}},
    {FLAT ("GRAY8:11x8", "channels=1, window=rect"), {"blocks", "1", "2"}},
    {FLAT ("GRAY8:10x8", "channels=1, window=rect, blocks=<1, 2>"),
            {"blocks", "2", "1 blocks of 10 columns"}},
    {FLAT ("I420:10x8", "channels=1, component=(string)u, window=rect"),
            {"block-size", "8 rows", "4"}},
    {FLAT ("GRAY8:10x8", "channels=1, window=rect, blocks=<1, 60000000>"),
            {"2147483647", "bytes", "read"}},
    {CAPS ("shape=<4, 8, 10>, bins=<4, 8, 6>, framerate=5/1, hop=5, "
            "source-video=(string)GRAY8:10x8:25/1, channels=1, window=rect"),
            {"hop", "5", "at most 4"}},
    {CAPS ("shape=<4, 8, 10>, bins=<4, 8, 6>, framerate=25/4, hop=4, "
            "source-video=(string)GRAY8:10x8:25/1, channels=1, window=rect, "
            "temporal-window=hann"), {"temporal-window", "hann", "hop is 4"}},
    {CAPS ("shape=<4, 8, 10>, bins=<4, 8, 6>, framerate=25/1, "
            "source-video=(string)GRAY8:10x8:25/1, channels=1, window=rect, "
            "temporal-window=odd"), {"temporal-window", "odd", "not known"}},
    {CAPS ("shape=<4, 8, 10>, bins=<4, 8, 6>, framerate=0/1, "
            "source-video=(string)GRAY8:10x8:0/1, channels=1, window=rect"),
            {"framerate", "0/1", "time"}},
    {FLAT ("GRAY8:10x8", "channels=1, window=rect, remove-dc=1"),
            {"remove-dc", "is 1", "be 0"}},
    {FLAT ("GRAY8:10x8", "channels=1, window=rect, fields=1"),
            {"fields", "is 1", "be 0"}},
    {"application/x-fft, version=1, format=F32LE, quantity=power, "
            "scaling=none, sides=one, shape=<8, 10>, bins=<8, 6>, "
            "framerate=25/1, source-video=(string)GRAY8:10x8:25/1, "
            "channels=1, window=rect", {"quantity", "power", "complex"}},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    VideoTrip *t = video_trip_new ("clifft");

    video_trip_set_caps (t, cases[i].caps);
    video_trip_push (t, gst_buffer_new_and_alloc (48 * 8));
    rig_check_refusal (cases[i].caps, t->n_errors, t->flow, t->error,
        cases[i].names);
    video_trip_free (t);
  }
}

static void
windows_that_cover_badly_are_warned_of_with_the_number (void)
{
  VideoSpec spec = {.source = "GRAY8:10x8:25/1",.size = {8, 10},
    .window = "gauss",.param = 0.25
  };
  VideoTrip *t = video_trip_new ("clifft");
  /* the first pixel of an axis: exp (-0.5 / 0.25^2), its square on both */
  g_autofree gchar *number = g_strdup_printf ("%.3g", exp (-2 / 0.0625));

  video_spec_resolve (&spec);
  video_trip_set_spec (t, &spec);
  TEST_CHECK (t->n_errors == 0 && t->n_warnings == 1
      && strstr (t->warning, number) && strstr (t->warning, "gauss"),
      "%s: %u warnings: %s", number, t->n_warnings, t->warning);
  video_trip_free (t);
  t = video_trip_new ("clifft");
  spec.window = "hamming";
  spec.param = 0;
  video_trip_set_spec (t, &spec);
  TEST_CHECK (t->n_errors == 0 && t->n_warnings == 1, "hamming: %s",
      t->warning);
  video_trip_free (t);
  t = video_trip_new ("clifft");
  spec.window = "rect";
  video_trip_set_spec (t, &spec);
  TEST_CHECK (t->n_errors == 0 && t->n_warnings == 0, "%s", t->warning);
  video_trip_free (t);
}

static void
a_buffer_that_does_not_fit_the_caps_is_refused (void)
{
  static const gsize sizes[] = { 0, 1, 383, 385, 1000001 };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
    VideoSpec spec = single;
    VideoTrip *t = video_trip_new ("clifft");
    gchar *size = g_strdup_printf ("%u bytes", (guint) sizes[i]);

    video_spec_resolve (&spec);
    video_trip_set_spec (t, &spec);
    video_trip_push (t, gst_buffer_new_and_alloc (sizes[i]));
    video_trip_push (t, gst_buffer_new_and_alloc (sizes[i]));
    TEST_CHECK (t->flow == GST_FLOW_ERROR && t->n_errors == 1
        && strstr (t->error, size) && strstr (t->error, "384 bytes"),
        "%u errors: %s", t->n_errors, t->error);
    g_free (size);
    video_trip_free (t);
  }
}

static void
reverse_playback_is_refused (void)
{
  VideoSpec spec = single;
  VideoTrip *t = video_trip_new ("clifft");
  GstSegment segment;

  video_spec_resolve (&spec);
  video_trip_set_spec (t, &spec);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.rate = -1;
  segment.stop = GST_SECOND;
  video_trip_push_event (t, gst_event_new_segment (&segment));
  video_trip_push (t, gst_buffer_new_and_alloc (384));
  TEST_CHECK (t->n_errors == 1 && strstr (t->error, "everse")
      && t->flow == GST_FLOW_ERROR, "%u errors: %s", t->n_errors, t->error);
  video_trip_free (t);
}

/* ---- spectra that somebody changed on the way ---- */

static void
not_a_number_is_black_in_its_block_alone (void)
{
  VideoSpec spec = {.source = "RGB:20x16:25/1",.channels = 3,
    .size = {16, 20},.block = {8, 10}
  };
  VideoTrip *t = video_trip_new ("clifft");
  const TripPicture *picture;
  GstBuffer *buffer;
  guint16 *codes;
  GstMapInfo map;
  guint c, x, y;

  video_spec_resolve (&spec);
  codes = video_spec_make_codes (&spec, 1, test_random ());
  video_trip_set_spec (t, &spec);
  buffer = video_spec_make_buffer (&spec, codes, 1, 0, 1, 0);
  gst_buffer_map (buffer, &map, GST_MAP_READWRITE);
  /* green, the lower left block */
  ((gfloat *) map.data)[2 * 48 * (1 * 4 + 2) + 17] = NAN;
  gst_buffer_unmap (buffer, &map);
  video_trip_push (t, buffer);
  TEST_REQUIRE (t->pictures->len == 1, "no picture: %s", t->error);
  picture = video_trip_at (t, 0);
  for (c = 0; c < 3; c++)
    for (y = 0; y < 16; y++)
      for (x = 0; x < 20; x++) {
        guint at = (c * 16 + y) * 20 + x;
        guint want = c == 1 && y >= 8 && x < 10 ? 0 : codes[at];

        TEST_CHECK (picture->codes[at] == want, "[%u][%u][%u] %u, not %u", c,
            y, x, picture->codes[at], want);
      }
  g_free (codes);
  video_trip_free (t);
}

static void
random_bytes_become_pictures (void)
{
  static const VideoSpec specs[] = {
    {.source = "RGB:21x9:25/1",.channels = 3,.size = {9, 21},.block = {8, 8},
        .overlap = {4, 2},.window = "hamming"},
    {.source = "GRAY16_LE:10x8:25/1",.bits = 16,.size = {8, 10},.depth = 4,
          .hop = 2,.format = GST_FOURIER_FORMAT_F64BE,
        .sides = GST_FOURIER_SIDES_CENTERED},
  };
  guint i, k;
  gsize b;

  for (i = 0; i < G_N_ELEMENTS (specs); i++) {
    VideoSpec spec = specs[i];
    VideoTrip *t = video_trip_new ("clifft");
    GstFourierInfo info;

    video_spec_resolve (&spec);
    video_spec_get_info (&spec, &info);
    video_trip_set_spec (t, &spec);
    for (k = 0; k < 10; k++) {
      gsize size = gst_fourier_info_get_frame_size (&info);
      guint8 *bytes = g_malloc (size);

      for (b = 0; b < size; b++)
        bytes[b] = test_random () >> 56;
      video_trip_push (t, gst_buffer_new_wrapped (bytes, size));
    }
    video_trip_push_event (t, gst_event_new_eos ());
    TEST_CHECK (t->n_errors == 0 && t->pictures->len == (i ? 22 : 10),
        "%u pictures: %s", t->pictures->len, t->error);
    video_trip_free (t);
  }
}

/* Legal or not: one error, or pictures. */
static void
random_caps_end_in_pictures_or_one_error (void)
{
  static const guint lengths[] = { 1, 2, 3, 8, 9, 10, 16, 65535, 67108864 };
  guint trial, n_accepted = 0;

#define PICK(array) ((array)[test_random () % G_N_ELEMENTS (array)])
  for (trial = 0; trial < 300; trial++) {
    guint most = trial % 2 ? G_N_ELEMENTS (lengths) : 6;
    guint h = lengths[test_random () % most], w = lengths[test_random ()
        % most], d = lengths[test_random () % 5];
    guint bh = (test_random () % 3 ? h : lengths[test_random () % most])
        * (1 + test_random () % 2);
    gboolean deep = test_random () % 2;
    g_autofree gchar *outer = deep ? g_strdup_printf ("%u, ", d) : NULL;
    g_autofree gchar *caps = g_strdup_printf ("application/x-fft, version=1, "
        "format=F32LE, quantity=complex, scaling=none, sides=two, "
        "shape=<%s%u, %u>, bins=<%s%u, %u>, channels=%u, framerate=25/1, "
        "window=rect, source-video=(string)GRAY8:%ux%u:25/1, "
        "blocks=<%u, 1>, block-size=<%u, %u>, block-overlap=<%u, 0>",
        deep ? outer : "", h, w, deep ? outer : "", h, w,
        (guint) (1 + (test_random () % 8 == 0)), MIN (w, 65535),
        MIN (bh, 65535),
        (guint) (1 + test_random () % 3), h, w,
        (guint) (test_random () % MIN (h, 4)));
    VideoTrip *t = video_trip_new ("clifft");

    video_trip_set_caps (t, caps);
    /* no number of complex floats */
    video_trip_push (t, gst_buffer_new_and_alloc (12));
    TEST_CHECK (t->n_errors == 1, "%s: %u errors", caps, t->n_errors);
    n_accepted += t->n_caps;
    video_trip_free (t);
  }
  TEST_CHECK (n_accepted > 10 && n_accepted < 290, "%u accepted", n_accepted);
}

TEST_MAIN (TEST (what_has_no_inverse_is_refused_with_the_reason),
    TEST (windows_that_cover_badly_are_warned_of_with_the_number),
    TEST (a_buffer_that_does_not_fit_the_caps_is_refused),
    TEST (reverse_playback_is_refused),
    TEST (not_a_number_is_black_in_its_block_alone),
    TEST (random_bytes_become_pictures),
    TEST (random_caps_end_in_pictures_or_one_error))
