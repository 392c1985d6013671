/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-pictures.c: claims about pictures on their way out of an inverse
 * transform: loading of spectra of several axes, weights of blocks, sums, times
 * and pixels. No device is used.
 */
#include <complex.h>
#include <math.h>

#include "clifft/video/pictureadd.h"
#include "clifft/video/pictureplace.h"
#include "clifft/video/pixelpack.h"
#include "clifft/spectrumload.h"
#include "support/test.h"

/* ---- pixels ---- */

static gboolean
is_listed (const gchar * name)
{
  const gchar *at = GST_CL_PIXEL_FORMATS;
  gsize length = strlen (name);

  for (; (at = strstr (at, name)); at++)
    if (at[-1] == ' ' && (at[length] == ',' || at[length] == ' '))
      return TRUE;
  return FALSE;
}

/* Of random values what GStreamer unpacks is the nearest code. */
static void
check_format (GstVideoFormat format, guint n_channels)
{
  enum { width = 61, height = 5 };
  gdouble values[3 * width * height], factor = 0.5;
  GstVideoFrame frame;
  GstVideoInfo info;
  GstBuffer *buffer;
  guint16 line[4 * width];
  guint x, y, c, depth, alpha_depth;

  gst_video_info_set_format (&info, format, width, height);
  depth = GST_VIDEO_FORMAT_INFO_DEPTH (info.finfo, 0);
  alpha_depth = GST_VIDEO_FORMAT_INFO_N_COMPONENTS (info.finfo) < 4 ? depth
      : GST_VIDEO_FORMAT_INFO_DEPTH (info.finfo, 3);
  buffer = gst_buffer_new_and_alloc (info.size);
  for (x = 0; x < 3 * width * height; x++)
    values[x] = x % 7 ? 1 + 1.2 * test_uniform () : x % 2 ? NAN : INFINITY;
  gst_video_frame_map (&frame, &info, buffer, GST_MAP_WRITE);
  gst_cl_pack_pixels (&frame, values, factor);
  for (y = 0; y < height; y++) {
    gboolean is_wide = info.finfo->unpack_format == GST_VIDEO_FORMAT_ARGB64
        || info.finfo->unpack_format == GST_VIDEO_FORMAT_AYUV64;

    info.finfo->unpack_func (info.finfo, GST_VIDEO_PACK_FLAG_TRUNCATE_RANGE,
        line, frame.data, info.stride, 0, y, width);
    for (x = 0; x < width; x++) {
      for (c = 0; c < n_channels; c++) {
        gdouble value = values[(c * height + y) * width + x] * factor;
        guint got = is_wide ? line[4 * x + 1 + c] >> (16 - depth)
            : ((guint8 *) line)[4 * x + 1 + c];
        guint want = isnan (value) ? 0 : floor (CLAMP (value, 0, 1)
            * ((1u << depth) - 1) + 0.5);

        TEST_CHECK (got == want, "%s: [%u][%u][%u] %g is %u, not %u",
            info.finfo->name, c, y, x, value, got, want);
      }
      /* of a format without alpha GStreamer may unpack any */
      TEST_CHECK (!GST_VIDEO_FORMAT_INFO_HAS_ALPHA (info.finfo)
          || (is_wide ? line[4 * x] >> (16 - alpha_depth)
              == (1 << alpha_depth) - 1
              : ((guint8 *) line)[4 * x] == 255), "%s: not opaque",
          info.finfo->name);
    }
  }
  gst_video_frame_unmap (&frame);
  gst_buffer_unref (buffer);
}

static void
every_listed_format_gets_the_nearest_code (void)
{
  guint n_all, i, n_formats = 0;
  const GstVideoFormat *all = gst_video_formats_raw (&n_all);

  for (i = 0; i < n_all; i++) {
    const GstVideoFormatInfo *info = gst_video_format_get_info (all[i]);
    guint n = gst_cl_pack_pixels_get_n_channels (info);

    /* those behind are of later versions of GStreamer */
    if (all[i] <= GST_VIDEO_FORMAT_NV12_10BE_8L128)
      TEST_CHECK (!n == !is_listed (info->name), "%s: %u channels", info->name,
          n);
    if (n > 0)
      check_format (all[i], n);
    n_formats += n > 0;
  }
  TEST_CHECK (n_formats > 50, "%u formats", n_formats);
}

/* ---- loading ---- */

/* The real part of the inverse of the stored bins at a point, by definition,
   against the c2r transform of what was loaded. */
static void
check_load (guint n0, guint n1, guint n2, GstClSpectrumLoad load)
{
  gfloat stored[2 * 512], loaded[2 * 512];
  gdouble factors[16];
  guint row = load.is_half ? n0 / 2 + 1 : n0, half = n0 / 2 + 1;
  guint k0, k1, k2, j0 = 0, j1 = 0, j2 = 0, j, i;

  load.n = n0;
  load.outer[0] = n1;
  load.outer[1] = n2;
  load.is_real = TRUE;
  load.factors = factors;
  for (i = 0; i < row; i++)
    factors[i] = 1 + i;
  for (i = 0; i < 2 * row * n1 * MAX (n2, 1); i++)
    stored[i] = test_uniform ();
  TEST_CHECK (gst_cl_spectrum_load_get_n_stored (&load)
      == row * n1 * MAX (n2, 1) && gst_cl_spectrum_load_get_n_written (&load)
      == half * n1 * MAX (n2, 1), "other numbers of points");
  gst_cl_spectrum_load (&load, (guint8 *) stored, 1, loaded);
  n2 = MAX (n2, 1);
  for (j = 0; j < n0 * n1 * n2; j++) {
    gdouble want = 0, got = 0;

    j0 = j % n0, j1 = j / n0 % n1, j2 = j / n0 / n1;
    for (k2 = 0; k2 < n2; k2++)
      for (k1 = 0; k1 < n1; k1++)
        for (k0 = 0; k0 < MAX (row, half); k0++) {
          complex double turn = cexp (2 * G_PI * I * ((gdouble) j0 * k0 / n0
                  + (gdouble) j1 * k1 / n1 + (gdouble) j2 * k2 / n2));
          guint twice = k0 == 0 || 2 * k0 == n0 ? 1 : 2;
          guint s0 = load.is_centered ? (k0 + n0 / 2) % n0 : k0;
          guint s1 = load.is_centered ? (k1 + n1 / 2) % n1 : k1;
          guint s2 = load.is_centered ? (k2 + n2 / 2) % n2 : k2;

          if (k0 < row) {
            const gfloat *x = stored + 2 * ((s2 * n1 + s1) * row + s0);

            want += (load.is_half ? twice : 1) * factors[s0]
                * creal ((x[0] + I * x[1]) * turn);
          }
          if (k0 < half) {
            const gfloat *x = loaded + 2 * ((k2 * n1 + k1) * half + k0);

            got += twice * creal ((x[0] + I * x[1]) * turn);
          }
        }
    TEST_CHECK (fabs (got - want) < 1e-4 * n0 * n1 * n2, "%ux%ux%u half %d "
        "centered %d: [%u] %g, not %g", n2, n1, n0, load.is_half,
        load.is_centered, j, got, want);
  }
}

static void
loaded_bins_of_several_axes_have_the_inverse_of_the_stored_ones (void)
{
  static const guint sizes[][3] = { {4, 6, 0}, {5, 3, 0}, {1, 7, 0},
    {8, 1, 0}, {4, 3, 5}, {5, 4, 2}, {2, 2, 2}, {3, 1, 4}
  };
  guint i, variant;

  for (i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (variant = 0; variant < 3; variant++) {
      GstClSpectrumLoad load = {.is_half = variant == 0,
        .is_centered = variant == 2
      };

      check_load (sizes[i][0], sizes[i][1], sizes[i][2], load);
    }
}

/* ---- weights and sums ---- */

static void
weights_put_blocks_together (void)
{
  guint trial;

  for (trial = 0; trial < 500; trial++) {
    guint size = 1 + test_random () % 9, hop = 1 + test_random () % size;
    guint length = size + test_random () % 30, at, b, i, p;
    guint n = length <= size ? 1 : (length - size + hop - 1) / hop + 1;
    GstClBlockAxis axis = { length, n, size, hop, 0 };
    gdouble window[9], weights[9 * 40], lowest, highest, x[40], y[40] = { 0 };

    for (i = 0; i < size; i++)
      window[i] = 0.1 + fabs (test_uniform ());
    for (p = 0; p < length; p++)
      x[p] = test_uniform ();
    TEST_CHECK (gst_cl_dual_window_fill (&axis, window, weights, &lowest,
            &highest, &at) && lowest > 0 && lowest <= highest, "no weights");
    for (b = 0; b < n; b++)
      for (i = 0; i < size; i++) {
        p = b * hop + i;
        if (p < length)
          y[p] += weights[b * size + i] * window[i] * x[p];
        else
          TEST_CHECK (weights[b * size + i] == 0, "beyond the axis");
      }
    for (p = 0; p < length; p++)
      TEST_CHECK (fabs (y[p] - x[p]) < 1e-12, "[%u] %g, not %g", p, y[p],
          x[p]);
  }
}

static void
a_pixel_that_no_block_tells_is_named (void)
{
  const gdouble window[] = { 1e-20, 1, 1 };
  GstClBlockAxis axis = { 5, 2, 3, 2, 0 };
  gdouble weights[6], lowest, highest;
  guint at;

  gst_cl_dual_window_fill (&axis, window, weights, &lowest, &highest, &at);
  TEST_CHECK (lowest == 0 && at == 0 && highest == 1, "%g at %u", lowest, at);
}

/* Random stacks in random windows of time: each picture is the mean of what
   its stacks say, by the squares of the window. */
static void
stacks_add_up_in_time (void)
{
  guint trial, k, i, p;

  for (trial = 0; trial < 200; trial++) {
    guint depth = 1 + test_random () % 6, hop = 1 + test_random () % depth;
    guint n_stacks = 1 + test_random () % 5;
    guint n_pictures = (n_stacks - 1) * hop + depth, taken = 0;
    const gdouble one = 1;
    gdouble window[6], sums[40] = { 0 }, squares[40] = { 0 }, factor;
    GstClPictureAddParams params = {.n_channels = 1,
      .axes = {{1, 1, 1, 1}, {1, 1, 1, 1}},.weights = {&one, &one},
      .shape = {1, 1},.window = window,.depth = depth,.shape_depth = depth,
      .hop = hop,.least = 0
    };
    GstClPictureAdd *add = gst_cl_picture_add_new (&params, NULL);

    for (i = 0; i < depth; i++)
      window[i] = 0.1 + fabs (test_uniform ());
    for (k = 0; k < n_stacks; k++) {
      gfloat stack[6];

      for (i = 0; i < depth; i++) {
        stack[i] = test_uniform ();
        sums[k * hop + i] += window[i] * stack[i];
        squares[k * hop + i] += window[i] * window[i];
      }
      for (i = 0; i < depth; i++) {
        gst_cl_picture_add_stack (add, stack, k * hop, i);
        for (; i < hop && taken <= k * hop + i; taken++) {
          gdouble got = *gst_cl_picture_add_take (add, taken, &factor);

          TEST_CHECK (fabs (got * factor - sums[taken] / squares[taken])
              < 1e-12, "depth %u hop %u: picture %u", depth, hop, taken);
        }
      }
    }
    for (p = taken; p < n_pictures; p++) {
      gdouble got = *gst_cl_picture_add_take (add, p, &factor);

      TEST_CHECK (fabs (got * factor - sums[p] / squares[p]) < 1e-12,
          "depth %u hop %u: picture %u at the end", depth, hop, p);
    }
    gst_cl_picture_add_free (add);
  }
}

static void
sums_beyond_memory_are_refused (void)
{
  GstClPictureAddParams params = {.n_channels = 65535,
    .axes = {{65535, 1, 1, 1}, {65535, 1, 1, 1}},.depth = 67108864,.hop = 1
  };
  GError *error = NULL;

  TEST_CHECK (gst_cl_picture_add_get_size (&params) == G_MAXUINT64, "fits");
  TEST_CHECK (!gst_cl_picture_add_new (&params, &error) && error
      && error->domain == GST_RESOURCE_ERROR && strstr (error->message,
          "65535 x 65535 pixels"), "%s", error ? error->message : "no error");
  g_clear_error (&error);
}

/* ---- times ---- */

static guint
draw (guint n)
{
  return (guint) (test_random () >> 33) % n;
}

/* A run of spectra, the first of picture `first` of a stream of fps_n /
   fps_d pictures a second from time 0, whose times are rounded down. */
static void
check_times (guint fps_n, guint fps_d, guint depth, guint hop, guint64 first)
{
  const GstClPicturePlaceParams params = { fps_n, fps_d, depth, hop, 1 };
  GstClPicturePlace place = { {0} };
  GstClockTime end = GST_CLOCK_TIME_NONE;
  GstClStamp stamp;
  GstBuffer *buffer;
  guint k, n = 0;

  gst_cl_picture_place_flush (&place);
  gst_cl_picture_place_set_params (&place, &params);
  for (k = 0; k < 50; k++) {
    buffer = gst_buffer_new ();
    GST_BUFFER_PTS (buffer) = gst_util_uint64_scale (first + k * hop,
        fps_d * GST_SECOND, fps_n);
    GST_BUFFER_OFFSET (buffer) = k * hop;
    GST_BUFFER_OFFSET_END (buffer) = k * hop + depth;
    TEST_CHECK (gst_cl_picture_place_begins (&place, buffer) == (k == 0),
        "spectrum %u begins %s run", k, k ? "a" : "no");
    gst_cl_picture_place_buffer (&place, buffer, 1);
    gst_cl_picture_place_add (&place);
    for (; gst_cl_picture_place_take (&place, G_MAXUINT64, &stamp); n++) {
      TEST_CHECK (stamp.offset == n, "picture %" G_GUINT64_FORMAT ", not %u",
          stamp.offset, n);
      TEST_CHECK (stamp.offset > k * hop
          || stamp.pts == GST_BUFFER_PTS (buffer), "%u/%u, depth %u, hop %u, "
          "from %" G_GUINT64_FORMAT ": spectrum %u at %" G_GUINT64_FORMAT
          " gives a picture at %" G_GUINT64_FORMAT, fps_n, fps_d, depth, hop,
          first, k, GST_BUFFER_PTS (buffer), stamp.pts);
      TEST_CHECK (n == 0 || MAX (stamp.pts, end) - MIN (stamp.pts, end) <= 2,
          "picture %u is at %" G_GUINT64_FORMAT ", the one before ends at %"
          G_GUINT64_FORMAT, n, stamp.pts, end);
      end = stamp.pts + stamp.duration;
    }
    TEST_CHECK (gst_cl_picture_place_is_pending (&place) == (depth > hop),
        "depth %u, hop %u: has pending other pictures", depth, hop);
    gst_buffer_unref (buffer);
  }
  gst_cl_picture_place_drain (&place, NULL);
  for (; gst_cl_picture_place_take (&place, G_MAXUINT64, &stamp); n++);
  TEST_CHECK (n == 49 * hop + depth, "%u pictures of 50 spectra, depth %u, hop "
      "%u", n, depth, hop);
}

static void
pictures_have_the_times_of_their_spectra (void)
{
  static const guint rates[][2] = { {30, 1}, {30000, 1001}, {25, 1}, {7, 3} };
  guint i;

  for (i = 0; i < 40; i++) {
    const guint *rate = rates[draw (G_N_ELEMENTS (rates))];
    guint depth = 1 + draw (5);

    check_times (rate[0], rate[1], depth, 1 + draw (depth), draw (100000));
  }
  check_times (30, 1, 1, 1, 5);
}

/* Spectra that jitter, are missing or jump, flagged or not: a run ends where a
   time is more than half a picture off, and pictures have the times of their
   spectra. */
static void
drawn_spectra_are_cut_as_the_rule_says (void)
{
  enum { fps = 50 };
  const GstClockTime period = GST_SECOND / fps;
  guint trial, k, n_jumps = 0;

  for (trial = 0; trial < (test_is_full () ? 5000 : 500); trial++) {
    guint depth = 1 + draw (5), hop = 1 + draw (depth), n_run = 0;
    const GstClPicturePlaceParams params = { fps, 1, depth, hop, 1 };
    GstClPicturePlace place = { {0} };
    GstClockTime at = 4000 * period, start = at, anchor = at;
    guint64 next = 0, taken = 0, first;
    GstClStamp stamp;

    gst_cl_picture_place_flush (&place);
    gst_cl_picture_place_set_params (&place, &params);
    for (k = 0; k < 40; k++) {
      GstBuffer *buffer = gst_buffer_new ();
      gboolean jumps = k > 0 && draw (6) == 0, flagged = draw (5) == 0;
      GstClockTime pts;

      /* also into what the run had */
      if (jumps)
        at = draw (2) ? at + (depth + draw (99)) * period
            : draw (2) ? start - draw (40) * period
            : at - (1 + draw (depth)) * period;
      pts = at + draw (15) * period / 64;
      GST_BUFFER_PTS (buffer) = pts;
      GST_BUFFER_OFFSET (buffer) = jumps ? 0 : next;
      GST_BUFFER_OFFSET_END (buffer) = GST_BUFFER_OFFSET (buffer) + depth;
      GST_BUFFER_DURATION (buffer) = test_random ();
      if (flagged)
        GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
      TEST_CHECK (gst_cl_picture_place_begins (&place, buffer)
          == (k == 0 || jumps), "spectrum %u of %u, %" G_GUINT64_FORMAT
          " after %" G_GUINT64_FORMAT, k, n_run, pts, anchor);
      if (k > 0 && jumps) {
        n_jumps++;
        gst_cl_picture_place_drain (&place, buffer);
        for (; gst_cl_picture_place_take (&place, G_MAXUINT64, &stamp);
            taken++)
          TEST_CHECK (stamp.pts == anchor + (stamp.offset + hop - next)
              * period, "the end of a run");
        TEST_CHECK (taken == next - hop + depth, "%" G_GUINT64_FORMAT
            " pictures of %u spectra", taken, n_run);
        gst_cl_picture_place_drop (&place);
      }
      if (jumps)
        next = taken = n_run = 0, start = at;
      anchor = pts;
      gst_cl_picture_place_buffer (&place, buffer, 1);
      first = gst_cl_picture_place_add (&place);
      TEST_CHECK (first == next, "%" G_GUINT64_FORMAT, first);
      for (; gst_cl_picture_place_take (&place, G_MAXUINT64, &stamp);
          taken++)
        TEST_CHECK (stamp.offset == taken
            && stamp.pts == pts + (taken - first) * period
            && stamp.duration == period
            && stamp.discont == (taken == first && (n_run == 0 || flagged)),
            "picture %" G_GUINT64_FORMAT " at %" G_GUINT64_FORMAT, taken,
            stamp.pts);
      TEST_CHECK (taken == first + hop, "%" G_GUINT64_FORMAT, taken);
      next += hop, n_run++, at += hop * period;
      gst_buffer_unref (buffer);
    }
  }
  TEST_CHECK (n_jumps > 1000, "nothing was tried");
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (every_listed_format_gets_the_nearest_code),
    TEST (loaded_bins_of_several_axes_have_the_inverse_of_the_stored_ones),
    TEST (weights_put_blocks_together),
    TEST (a_pixel_that_no_block_tells_is_named),
    TEST (stacks_add_up_in_time),
    TEST (sums_beyond_memory_are_refused),
    TEST (pictures_have_the_times_of_their_spectra),
    TEST (drawn_spectra_are_cut_as_the_rule_says),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
