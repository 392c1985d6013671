/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clifft/test-video.c: claims about the pictures that clifft gives back: of
 * every format, component, cut into blocks, window, depth, order and scaling
 * of the spectra they are those that the spectra were made of. What streams and
 * times do is in clifft/test-video-stream.c, what is refused in
 * clifft/test-video-refusals.c.
 */
#include <clfft/spectrum.h>
#include <math.h>
#include <string.h>

#include "gst/support/rig.h"
#include "support/test.h"
#include "videotrip.h"

static gchar *
describe (const VideoSpec * s)
{
  return g_strdup_printf ("%s %s, blocks %ux%u overlap %ux%u shape "
      "%ux%u, depth %u of %u hop %u, window %s %g in time %s, sides %d scaling %d format %d",
      s->source, s->component ? s->component : "all", s->block[0],
      s->block[1], s->overlap[0], s->overlap[1], s->shape[0], s->shape[1],
      s->depth, s->shape_depth, s->hop, s->window, s->param,
      s->temporal_window, s->sides, s->scaling, s->format);
}

/* Pictures that windows of time leave untold at either end. */
static guint
count_untold (const VideoSpec * spec)
{
  gdouble window[64], param = 0, largest = 0;
  clfft_window kind;
  guint i;

  if (!spec->depth || !clfft_window_parse (spec->temporal_window, &kind))
    return 0;
  clfft_window_parameter (kind, &param, NULL, NULL);
  clfft_window_fill (kind, param, spec->depth, window);
  for (i = 0; i < spec->depth; i++)
    largest = MAX (largest, window[i]);
  for (i = 0; i < spec->depth && window[i] < 1e-3 * largest; i++);
  return i;
}

/* n_frames spectra, `cut` in a buffer, through the element and compared. */
static void
check_trip (VideoSpec spec, guint n_frames, guint cut)
{
  VideoTrip *t = video_trip_new ("clifft");
  g_autofree gchar *what = NULL;
  guint n_pictures, first, i, wrong, untold, step;
  guint16 *codes;

  video_spec_resolve (&spec);
  what = describe (&spec);
  step = spec.depth ? spec.hop : 1;
  n_pictures = (n_frames - 1) * step + MAX (spec.depth, 1);
  codes = video_spec_make_codes (&spec, n_pictures, test_random ());
  video_trip_set_spec (t, &spec);
  for (first = 0; first < n_frames; first += cut)
    video_trip_push (t, video_spec_make_buffer (&spec, codes, n_pictures,
            first * step, MIN (cut, n_frames - first), GST_CLOCK_TIME_NONE));
  video_trip_push_event (t, gst_event_new_eos ());
  TEST_CHECK (t->n_errors == 0 && t->n_caps == 1 && t->flow == GST_FLOW_OK,
      "%s: %s", what, t->error);
  TEST_CHECK (t->pictures->len == n_pictures, "%s: %u pictures, not %u", what,
      t->pictures->len, n_pictures);
  untold = count_untold (&spec);
  for (i = untold; i + untold < MIN (n_pictures, t->pictures->len); i++) {
    wrong = video_trip_count_wrong (t, i, &spec, codes, i);
    TEST_CHECK (wrong == 0, "%s: picture %u: %u wrong", what, i, wrong);
    TEST_CHECK (video_trip_at (t, i)->is_opaque, "%s: not opaque", what);
  }
  g_free (codes);
  video_trip_free (t);
}

/* ---- formats ---- */

static void
every_format_of_equal_components_comes_back (void)
{
  static const struct
  {
    const gchar *name;
    guint channels, bits;
  } formats[] = {
    {"GRAY8", 1, 8}, {"GRAY16_LE", 1, 16}, {"GRAY16_BE", 1, 16},
    {"Y444", 3, 8}, {"Y444_10LE", 3, 10}, {"Y444_12BE", 3, 12},
    {"RGB", 3, 8}, {"BGR", 3, 8}, {"RGBx", 3, 8}, {"BGRx", 3, 8},
    {"xRGB", 3, 8}, {"xBGR", 3, 8}, {"RGBA", 3, 8}, {"BGRA", 3, 8},
    {"ARGB", 3, 8}, {"ABGR", 3, 8}, {"ARGB64", 3, 16}, {"AYUV", 3, 8},
    {"AYUV64", 3, 16}, {"GBR", 3, 8}, {"GBR_10LE", 3, 10}, {"GBRA", 3, 8},
    {"v308", 3, 8},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autofree gchar *source = g_strdup_printf ("%s:21x9:25/1",
        formats[i].name);
    VideoSpec spec = {.source = source,.channels = formats[i].channels,
      .bits = formats[i].bits,.size = {9, 21}
    };

    check_trip (spec, 2, 1);
  }
}

static void
every_component_comes_back_grey (void)
{
  static const struct
  {
    const gchar *format, *component;
    guint bits, width, height, par_n, par_d;
  } cases[] = {
    {"GRAY8", "luma", 8, 21, 9, 1, 1}, {"GRAY16_BE", "luma", 16, 21, 9, 1, 1},
    {"I420", "luma", 8, 21, 9, 1, 1}, {"I420", "u", 8, 11, 5, 1, 1},
    {"I420", "v", 8, 11, 5, 1, 1}, {"NV12", "luma", 8, 21, 9, 1, 1},
    {"NV12", "v", 8, 11, 5, 1, 1}, {"YUY2", "luma", 8, 21, 9, 1, 1},
    {"YUY2", "u", 8, 11, 9, 2, 1}, {"UYVY", "v", 8, 11, 9, 2, 1},
    {"Y444", "v", 8, 21, 9, 1, 1}, {"P010_10LE", "luma", 10, 21, 9, 1, 1},
    {"P010_10LE", "u", 10, 11, 5, 1, 1}, {"RGB", "red", 8, 21, 9, 1, 1},
    {"BGRx", "green", 8, 21, 9, 1, 1}, {"RGBA", "blue", 8, 21, 9, 1, 1},
    {"ARGB64", "blue", 16, 21, 9, 1, 1}, {"RGB", "luma", 8, 21, 9, 1, 1},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *source = g_strdup_printf ("%s:21x9:30000/1001:1/1:%s",
        cases[i].format, i % 2 ? "bt709" : "2:4:5:4");
    VideoSpec spec = {.source = source,.component = cases[i].component,
      .bits = cases[i].bits,.size = {cases[i].height, cases[i].width}
    };
    VideoTrip *t = video_trip_new ("clifft");
    const gchar *format = cases[i].bits > 8 ? "GRAY16_LE" : "GRAY8";

    check_trip (spec, 1, 1);
    video_spec_resolve (&spec);
    video_trip_set_spec (t, &spec);
    TEST_CHECK (t->n_errors == 0 && g_str_equal (format,
            GST_VIDEO_INFO_NAME (&t->video)), "%s %s: %s %s",
        cases[i].format, cases[i].component, t->error,
        GST_VIDEO_INFO_NAME (&t->video));
    TEST_CHECK (GST_VIDEO_INFO_PAR_N (&t->video) == (gint) cases[i].par_n
        && GST_VIDEO_INFO_PAR_D (&t->video) == (gint) cases[i].par_d
        && GST_VIDEO_INFO_FPS_N (&t->video) == 30000
        && GST_VIDEO_INFO_FPS_D (&t->video) == 1001, "%s %s: other fields",
        cases[i].format, cases[i].component);
    video_trip_free (t);
  }
}

/* ---- blocks and windows ---- */

/* The smallest over the largest sum of squares over a pixel. */
static gdouble
get_coverage (const VideoSpec * spec, const gchar * window, gdouble param)
{
  gdouble coverage = 1;
  guint i;

  for (i = 0; i < 2; i++) {
    guint size = spec->block[i], hop = size - spec->overlap[i], at, b;
    gdouble *w = g_new (gdouble, size), *sums = g_new0 (gdouble,
        2 * spec->size[i] + size), lowest = INFINITY, highest = 0;
    clfft_window kind;

    clfft_window_parse (window, &kind);
    clfft_window_fill (kind, param, size, w);
    for (b = 0; b == 0 || b * hop + spec->overlap[i] < spec->size[i]; b++)
      for (at = 0; at < size; at++)
        sums[b * hop + at] += w[at] * w[at];
    for (at = 0; at < spec->size[i]; at++) {
      lowest = MIN (lowest, sums[at]);
      highest = MAX (highest, sums[at]);
    }
    g_free (w);
    g_free (sums);
    coverage *= lowest / highest;
  }
  return coverage;
}

static void
every_window_and_cut_gives_the_picture_back (void)
{
  static const guint cuts[][4] = { {9, 21, 0, 0}, {8, 8, 4, 4}, {8, 8, 7, 6},
    {8, 8, 0, 0}, {4, 10, 2, 3}, {1, 1, 0, 0}, {9, 8, 0, 2}
  };
  guint w, i, n_trips = 0;

  for (w = 0; w < CLFFT_N_WINDOWS; w++) {
    for (i = 0; i < G_N_ELEMENTS (cuts); i++) {
      VideoSpec spec = {.source = "GRAY8:21x9:25/1",.size = {9, 21},
        .block = {cuts[i][0], cuts[i][1]},.overlap = {cuts[i][2], cuts[i][3]},
        .window = clfft_window_name (w)
      };
      gdouble lowest, highest, coverage;

      if (clfft_window_parameter (w, &spec.param, &lowest, &highest))
        spec.param = CLAMP (spec.param, lowest, highest);
      coverage = get_coverage (&spec, spec.window, spec.param);
      /* single precision tells 8 bits, and 16 as docs say */
      if (coverage < 1e-8)
        continue;
      check_trip (spec, 1, 1);
      n_trips++;
      if (coverage < 1e-3)
        continue;
      spec.source = "GRAY16_LE:21x9:25/1";
      spec.bits = 16;
      check_trip (spec, 1, 1);
      n_trips++;
    }
  }
  printf ("# %u trips\n", n_trips);
  TEST_CHECK (n_trips > 30, "%u trips", n_trips);
}

static void
any_size_of_picture_and_block_comes_back (void)
{
  guint i, n = test_is_full () ? 30 : 4;

  for (i = 0; i < n; i++) {
    guint height = 1 + test_random () % 40, width = 1 + test_random () % 40;
    guint rows = 1 + test_random () % height;
    guint columns = 1 + test_random () % width;
    g_autofree gchar *source = g_strdup_printf ("RGB:%ux%u:25/1", width,
        height);
    VideoSpec spec = {.source = source,.channels = 3,.size = {height, width},
      .block = {rows, columns},
      .overlap = {test_random () % rows, test_random () % columns},
      .shape = {rows + test_random () % 5, columns + test_random () % 5},
      .window = "hamming"
    };

    check_trip (spec, 2, 2);
  }
}

/* ---- orders, scalings, numbers ---- */

static void
every_side_scaling_and_number_gives_the_picture_back (void)
{
  guint sides, scaling, format, depth, pad;

  for (sides = 0; sides < 3; sides++)
    for (scaling = 0; scaling < 4; scaling++)
      for (depth = 0; depth < 5; depth += 4)
        for (pad = 0; pad < 2; pad++) {
          VideoSpec spec = {.source = "GRAY8:21x9:30000/1001",.size = {9, 21},
            .block = {8, 8},.overlap = {4, 2},.depth = depth,
            .hop = depth ? 2 : 1,.window = "hamming",.sides = sides,
            .scaling = scaling,.temporal_window = "hamming"
          };

          format = (sides + scaling + pad) % 4;
          spec.format = format;
          if (pad) {
            spec.shape[0] = 9;
            spec.shape[1] = 10;
            spec.shape_depth = depth ? 5 : 0;
          }
          check_trip (spec, 2, 2);
        }
}

/* ---- time ---- */

static void
every_depth_and_hop_gives_the_pictures_back (void)
{
  static const gchar *const windows[] = { "rect", "hamming", "hann", "sine",
    "kaiser", "blackman"
  };
  static const guint cases[][2] = { {1, 1}, {4, 4}, {4, 3}, {4, 2}, {4, 1},
    {5, 2}, {8, 4}, {8, 2}
  };
  guint i, w, n_trips = 0;

  for (i = 0; i < G_N_ELEMENTS (cases); i++)
    for (w = 0; w < G_N_ELEMENTS (windows); w++) {
      VideoSpec spec = {.source = "GRAY8:10x8:25/1",.size = {8, 10},
        .depth = cases[i][0],.hop = cases[i][1],.temporal_window = windows[w]
      };

      if (w > 1 && 2 * cases[i][1] > cases[i][0])
        continue;
      check_trip (spec, 4, 1 + (i + w) % 3);
      n_trips++;
    }
  TEST_CHECK (n_trips > 30, "%u trips", n_trips);
}

static void
depth_blocks_and_components_go_together (void)
{
  VideoSpec spec = {.source = "RGB:21x9:25/1",.channels = 3,.size = {9, 21},
    .block = {8, 8},.overlap = {4, 2},.depth = 4,.hop = 2,.shape_depth = 6,
    .shape = {9, 10},.window = "hamming",.temporal_window = "hamming",
    .sides = GST_FOURIER_SIDES_CENTERED,.scaling = GST_FOURIER_SCALING_PSD
  };

  check_trip (spec, 3, 3);
  spec.source = "ARGB64:21x9:25/1";
  spec.bits = 16;
  spec.format = GST_FOURIER_FORMAT_F64LE;
  check_trip (spec, 3, 2);
}

/* ---- large and wide ---- */

static void
whole_frames_of_sixteen_bits_come_back_exactly (void)
{
  VideoSpec spec = {.source = "GRAY16_LE:320x180:25/1",.bits = 16,
    .size = {180, 320}
  };

  check_trip (spec, 1, 1);
}

TEST_MAIN (TEST (every_format_of_equal_components_comes_back),
    TEST (every_component_comes_back_grey),
    TEST (every_window_and_cut_gives_the_picture_back),
    TEST (any_size_of_picture_and_block_comes_back),
    TEST (every_side_scaling_and_number_gives_the_picture_back),
    TEST (every_depth_and_hop_gives_the_pictures_back),
    TEST (depth_blocks_and_components_go_together),
    TEST (whole_frames_of_sixteen_bits_come_back_exactly))
