/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * videotrip.c: an element for spectra of pictures that is watched. The spectra
 * follow the definitions and share no code with the elements but the windows.
 */
#include "videotrip.h"

#include <clfft/spectrum.h>
#include <complex.h>
#include <fftw3.h>
#include <math.h>
#include <string.h>

/* ---- spectra ---- */

void
video_spec_resolve (VideoSpec * spec)
{
  guint i;

  spec->channels = MAX (spec->channels, 1);
  spec->hop = MAX (spec->hop, 1);
  if (spec->bits == 0)
    spec->bits = 8;
  for (i = 0; i < 2; i++) {
    if (spec->block[i] == 0)
      spec->block[i] = spec->size[i];
    if (spec->shape[i] == 0)
      spec->shape[i] = spec->block[i];
  }
  if (spec->shape_depth == 0)
    spec->shape_depth = spec->depth;
  if (!spec->window)
    spec->window = "rect";
  if (!spec->temporal_window)
    spec->temporal_window = "rect";
}

static guint
count_blocks (const VideoSpec * spec, guint axis)
{
  guint at = 0, n = 1;

  for (; at + spec->block[axis] < spec->size[axis]; n++)
    at += spec->block[axis] - spec->overlap[axis];
  return n;
}

void
video_spec_get_info (const VideoSpec * spec, GstFourierInfo * info)
{
  guint shape[3] = { spec->shape_depth, spec->shape[0], spec->shape[1] };
  guint rank = spec->depth ? 3 : 2, i;

  gst_fourier_info_init (info);
  info->format = spec->format;
  info->scaling = spec->scaling;
  info->channels = spec->channels;
  gst_fourier_info_set_shape (info, rank, shape + 3 - rank, spec->sides);
  gst_fourier_info_set_source_video (info, spec->source, spec->hop);
  gst_fourier_info_set_window (info, spec->window, spec->param);
  gst_fourier_info_set_temporal_window (info, spec->temporal_window);
  if (spec->component)
    gst_fourier_info_set_component (info, spec->component);
  for (i = 0; i < 2; i++) {
    info->blocks[i] = count_blocks (spec, i);
    info->block_size[i] = spec->block[i];
    info->block_overlap[i] = spec->overlap[i];
  }
  info->depth = MAX (spec->depth, 1);
}

guint16 *
video_spec_make_codes (const VideoSpec * spec, guint n_pictures,
    guint32 seed)
{
  GRand *rand = g_rand_new_with_seed (seed);
  gsize n = (gsize) n_pictures * spec->channels * spec->size[0]
      * spec->size[1], i;
  guint16 *codes = g_new (guint16, n);

  for (i = 0; i < n; i++)
    codes[i] = g_rand_int (rand) >> (32 - spec->bits);
  g_rand_free (rand);
  return codes;
}

static gdouble *
make_window (const gchar * name, gdouble param, guint size)
{
  gdouble *window = g_new (gdouble, size);
  clfft_window kind;

  if (!clfft_window_parse (name, &kind)
      || clfft_window_fill (kind, param, size, window) != CLFFT_STATUS_OK)
    g_error ("no window %s", name);
  return window;
}

static gdouble
sum (const gdouble * x, guint n, gdouble power)
{
  gdouble total = 0;

  while (n-- > 0)
    total += pow (x[n], power);
  return total;
}

/* Gain of the bins that are not doubled. */
static gdouble
get_gain (const VideoSpec * spec, gdouble * const windows[3])
{
  guint sizes[3] = { MAX (spec->depth, 1), spec->block[0], spec->block[1] };
  gdouble gain = 1, fps_n, fps_d;
  guint axis;

  if (spec->scaling == GST_FOURIER_SCALING_NONE)
    return 1;
  for (axis = 0; axis < 3; axis++)
    gain /= spec->scaling == GST_FOURIER_SCALING_PSD ?
        sqrt (sum (windows[axis], sizes[axis], 2))
        : sum (windows[axis], sizes[axis], 1);
  if (spec->scaling == GST_FOURIER_SCALING_PSD && spec->depth
      && sscanf (strchr (strchr (spec->source, ':') + 1, ':'), ":%lf/%lf",
          &fps_n, &fps_d) == 2)
    gain /= sqrt (fps_n / fps_d);
  return gain;
}

static gdouble
get_doubling (const VideoSpec * spec, guint bin)
{
  if (spec->sides != GST_FOURIER_SIDES_ONE || bin == 0
      || 2 * bin == spec->shape[1] || spec->scaling == GST_FOURIER_SCALING_NONE)
    return 1;
  return spec->scaling == GST_FOURIER_SCALING_AMPLITUDE ? 2 : sqrt (2);
}

/* The value of a pixel; 0 beyond the pictures there are. */
static gdouble
get_value (const VideoSpec * spec, const guint16 * codes, guint n_pictures,
    guint picture, guint channel, guint row, guint column)
{
  gsize at = (gsize) picture * spec->channels + channel;

  if (picture >= n_pictures || row >= spec->size[0]
      || column >= spec->size[1])
    return 0;
  return codes[(at * spec->size[0] + row) * spec->size[1] + column]
      / (gdouble) ((1u << spec->bits) - 1);
}

static void
put_number (GByteArray * bytes, GstFourierFormat format, gdouble value)
{
  gboolean is_double = format == GST_FOURIER_FORMAT_F64LE
      || format == GST_FOURIER_FORMAT_F64BE;
  gboolean is_big = format == GST_FOURIER_FORMAT_F32BE
      || format == GST_FOURIER_FORMAT_F64BE;
  gfloat single = value;
  guint8 number[8];
  guint i, size = is_double ? 8 : 4;

  memcpy (number, is_double ? (gpointer) & value : (gpointer) & single, size);
  for (i = 0; i < size; i++)
    g_byte_array_append (bytes,
        number + (is_big == (G_BYTE_ORDER == G_BIG_ENDIAN) ? i
            : size - 1 - i), 1);
}

/* Bin of an axis that is stored at a place. */
static guint
get_bin (const VideoSpec * spec, guint place, guint n)
{
  return spec->sides == GST_FOURIER_SIDES_CENTERED ? (place + n - n / 2) % n
      : place;
}

static void
put_block (const VideoSpec * spec, const fftw_complex * bins, gdouble gain,
    GByteArray * bytes)
{
  guint n2 = MAX (spec->shape_depth, 1), n1 = spec->shape[0];
  guint n0 = spec->shape[1], k2, k1, k0;
  guint stored = spec->sides == GST_FOURIER_SIDES_ONE ? n0 / 2 + 1 : n0;

  for (k2 = 0; k2 < n2; k2++)
    for (k1 = 0; k1 < n1; k1++)
      for (k0 = 0; k0 < stored; k0++) {
        guint bin = get_bin (spec, k0, n0);
        complex double x = bins[((gsize) get_bin (spec, k2, n2) * n1
                + get_bin (spec, k1, n1)) * n0 + bin]
            * gain * get_doubling (spec, bin);

        put_number (bytes, spec->format, creal (x));
        put_number (bytes, spec->format, cimag (x));
      }
}

static void
put_frame (const VideoSpec * spec, const guint16 * codes, guint n_pictures,
    guint first, GByteArray * bytes)
{
  guint depth = MAX (spec->depth, 1);
  gint n[3] = { MAX (spec->shape_depth, 1), spec->shape[0], spec->shape[1] };
  gsize n_points = (gsize) n[0] * n[1] * n[2];
  fftw_complex *block = fftw_alloc_complex (n_points);
  fftw_plan plan = fftw_plan_dft (3, n, block, block, FFTW_FORWARD,
      FFTW_ESTIMATE);
  gdouble temporal_param = 0;
  clfft_window kind;
  gdouble *windows[3];
  guint channel, row, column, t, y, x;

  if (clfft_window_parse (spec->temporal_window, &kind))
    clfft_window_parameter (kind, &temporal_param, NULL, NULL);
  windows[0] = make_window (spec->temporal_window, temporal_param, depth);
  windows[1] = make_window (spec->window, spec->param, spec->block[0]);
  windows[2] = make_window (spec->window, spec->param, spec->block[1]);
  for (channel = 0; channel < spec->channels; channel++)
    for (row = 0; row < count_blocks (spec, 0); row++)
      for (column = 0; column < count_blocks (spec, 1); column++) {
        guint top = row * (spec->block[0] - spec->overlap[0]);
        guint left = column * (spec->block[1] - spec->overlap[1]);

        memset (block, 0, n_points * sizeof *block);
        for (t = 0; t < depth; t++)
          for (y = 0; y < spec->block[0]; y++)
            for (x = 0; x < spec->block[1]; x++)
              block[((gsize) t * n[1] + y) * n[2] + x] =
                  windows[0][t] * windows[1][y] * windows[2][x]
                  * get_value (spec, codes, n_pictures, first + t, channel,
                  top + y, left + x);
        fftw_execute (plan);
        put_block (spec, block, get_gain (spec, windows), bytes);
      }
  for (t = 0; t < 3; t++)
    g_free (windows[t]);
  fftw_destroy_plan (plan);
  fftw_free (block);
}

GstBuffer *
video_spec_make_buffer (const VideoSpec * spec, const guint16 * codes,
    guint n_pictures, guint first, guint n_frames, GstClockTime pts)
{
  GByteArray *bytes = g_byte_array_new ();
  GstBuffer *buffer;
  gsize size;
  guint k;

  for (k = 0; k < n_frames; k++)
    put_frame (spec, codes, n_pictures, first + k * (spec->depth ? spec->hop
            : 1), bytes);
  size = bytes->len;
  buffer = gst_buffer_new_wrapped (g_byte_array_free (bytes, FALSE), size);
  GST_BUFFER_PTS (buffer) = pts;
  return buffer;
}

/* ---- the harness ---- */

/* GStreamer's own unpacking: alpha, then three components, of 8 or 16 bits. */
static void
read_codes (GstVideoFrame * frame, TripPicture * picture)
{
  const GstVideoFormatInfo *format = frame->info.finfo;
  guint width = GST_VIDEO_FRAME_WIDTH (frame);
  guint height = GST_VIDEO_FRAME_HEIGHT (frame), x, y, c;
  guint n = GST_VIDEO_FORMAT_INFO_IS_GRAY (format) ? 1 : 3;
  gboolean is_wide = format->unpack_format == GST_VIDEO_FORMAT_ARGB64
      || format->unpack_format == GST_VIDEO_FORMAT_AYUV64;
  guint16 *line = g_new (guint16, 4 * (gsize) width);

  picture->codes = g_new (guint16, (gsize) n * width * height);
  picture->is_opaque = TRUE;
  for (y = 0; y < height; y++) {
    format->unpack_func (format, GST_VIDEO_PACK_FLAG_NONE, line, frame->data,
        frame->info.stride, 0, y, width);
    for (x = 0; x < width; x++) {
      for (c = 0; c < n; c++)
        picture->codes[((gsize) c * height + y) * width + x] = is_wide
            ? line[4 * x + 1 + c] : ((guint8 *) line)[4 * x + 1 + c];
      picture->is_opaque &= is_wide ? line[4 * x] == 0xffff
          : ((guint8 *) line)[4 * x] == 0xff;
    }
  }
  g_free (line);
}

static void
take_caps (Watch * t, GstCaps * caps)
{
  gst_video_info_init (&t->video);
  if (gst_structure_has_name (gst_caps_get_structure (caps, 0), "video/x-raw")
      && !gst_video_info_from_caps (&t->video, caps))
    g_error ("bad caps");
}

static void
take_buffer (Watch * t, GstBuffer * buffer, Stamp * stamp)
{
  TripPicture picture = {
    .pts = stamp->pts,
    .duration = stamp->duration,
    .offset = stamp->offset,
    .offset_end = stamp->offset_end,
    .discont = stamp->discont,
    .gap = stamp->gap,
    .video = t->video,
  };
  GstVideoFrame frame;

  stamp->n = gst_buffer_get_size (buffer);
  if (GST_VIDEO_INFO_FORMAT (&t->video) == GST_VIDEO_FORMAT_UNKNOWN)
    return;
  if (!gst_video_frame_map (&frame, &t->video, buffer, GST_MAP_READ))
    g_error ("a picture cannot be mapped");
  read_codes (&frame, &picture);
  gst_video_frame_unmap (&frame);
  g_array_append_val (t->pictures, picture);
}

static const WatchTaker taker = { take_caps, take_buffer };

static void
clear_picture (gpointer picture)
{
  g_free (((TripPicture *) picture)->codes);
}

VideoTrip *
video_trip_new (const gchar * description)
{
  VideoTrip *t = watch_new (description, &taker, 0);

  t->pictures = g_array_new (FALSE, FALSE, sizeof (TripPicture));
  g_array_set_clear_func (t->pictures, clear_picture);
  return t;
}

const TripPicture *
video_trip_at (const VideoTrip * t, guint picture)
{
  g_assert (picture < t->pictures->len);
  return &g_array_index (t->pictures, TripPicture, picture);
}

void
video_trip_set_spec (VideoTrip * t, const VideoSpec * spec)
{
  GError *error = NULL;
  GstFourierInfo info;
  GstCaps *caps;

  video_spec_get_info (spec, &info);
  caps = gst_fourier_info_to_caps (&info, &error);
  if (!caps)
    g_error ("%s", error->message);
  gst_harness_set_src_caps (t->harness, caps);
  watch_collect (t);
}

/* A code of `from` bits among those of `to` bits: to the nearest value. */
static guint
convert_code (guint code, guint from, guint to)
{
  return floor ((gdouble) code / ((1u << from) - 1) * ((1u << to) - 1) + 0.5);
}

guint
video_trip_count_wrong (const VideoTrip * t, guint picture,
    const VideoSpec * spec, const guint16 * codes, guint first)
{
  const TripPicture *got = video_trip_at (t, picture);
  const GstVideoFormatInfo *format = got->video.finfo;
  guint bits = GST_VIDEO_FORMAT_INFO_DEPTH (format, 0), wrong = 0;
  gsize n = (gsize) spec->channels * spec->size[0] * spec->size[1], i;

  if (GST_VIDEO_INFO_WIDTH (&got->video) != (gint) spec->size[1]
      || GST_VIDEO_INFO_HEIGHT (&got->video) != (gint) spec->size[0])
    return G_MAXUINT;
  for (i = 0; i < n; i++) {
    guint code = got->codes[i];

    /* what has 9 to 15 bits is unpacked to the top of 16 */
    if (bits > 8)
      code >>= 16 - bits;
    wrong += convert_code (code, bits, spec->bits) != codes[first * n + i];
  }
  return wrong;
}
