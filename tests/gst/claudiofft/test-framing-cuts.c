/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-framing-cuts.c: what the samples of frames are, whatever the format and
 * however the input is cut into buffers, and what memory that takes.
 */
#include "framing-support.h"

#define RATE 1000               /* one sample a millisecond */
#define MS ((GstClockTime) GST_MSECOND)

/* ---- cuts ---- */

typedef struct
{
  GstAudioInfo info;
  GstClFramingParams params;
  guint64 n_samples;
  guint64 gap_first, gap_end;   /* delivered as gap events or buffers */
  guint8 *bits;                 /* interleaved, or planes back to back */
  guint unit, n_planes;
} Stream;

static void
stream_init (Stream * stream)
{
  static const GstAudioFormat formats[] = {
    GST_AUDIO_FORMAT_S16, GST_AUDIO_FORMAT_U8, GST_AUDIO_FORMAT_S24LE,
    GST_AUDIO_FORMAT_F32, GST_AUDIO_FORMAT_F64, GST_AUDIO_FORMAT_U16BE,
  };
  static const gint rates[] = { 8000, 11025, 44100, 48000 };
  gint channels = 1 + random_below (3);
  gsize size;

  gst_audio_info_set_format (&stream->info,
      formats[random_below (G_N_ELEMENTS (formats))],
      rates[random_below (G_N_ELEMENTS (rates))], channels, NULL);
  if (random_below (2))
    stream->info.layout = GST_AUDIO_LAYOUT_NON_INTERLEAVED;
  stream->n_planes = stream->info.layout == GST_AUDIO_LAYOUT_INTERLEAVED ?
      1 : channels;
  stream->unit = GST_AUDIO_INFO_BPF (&stream->info) / stream->n_planes;
  stream->params = (GstClFramingParams) {
    .size = 1 + random_below (random_below (2) ? 3000 : 20),
    .center = random_below (4) > 0,
    .pad_mode = random_below (3),
    .alignment_threshold = 40 * MS,
    .discont_wait = GST_SECOND,
  };
  stream->params.hop = 1 + random_below (2 * stream->params.size);
  stream->params.last_frame = random_below (5);
  if (random_below (2)) {
    stream->params.n_whole = 1 + random_below (12);
    stream->params.step = random_below (stream->params.n_whole + 1);
  }
  stream->n_samples = 1 + random_below (random_below (4)
      ? 3u * stream->info.rate : stream->params.size);
  if (stream->params.hop < 20)
    stream->n_samples = 1 + stream->n_samples / 20;
  stream->gap_first = random_below (stream->n_samples);
  stream->gap_end = stream->gap_first +
      random_below (stream->n_samples - stream->gap_first);

  size = stream->n_samples * stream->unit * stream->n_planes;
  stream->bits = g_malloc (size);
  for (gsize i = 0; i < size; i++)
    stream->bits[i] = test_random ();
  for (guint p = 0; p < stream->n_planes; p++)
    if (stream->gap_end > stream->gap_first)
      gst_audio_format_info_fill_silence (stream->info.finfo,
          stream->bits + (p * stream->n_samples + stream->gap_first) *
          stream->unit, (stream->gap_end - stream->gap_first) * stream->unit);
}

static guint64
stream_time (const Stream * stream, guint64 i)
{
  return GST_SECOND + gst_util_uint64_scale (i, GST_SECOND, stream->info.rate);
}

static GstBuffer *
stream_buffer (const Stream * stream, guint64 first, guint64 n)
{
  gsize plane = n * stream->unit;
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, plane * stream->n_planes,
      NULL);

  for (guint p = 0; p < stream->n_planes; p++)
    gst_buffer_fill (buffer, p * plane, stream->bits +
        (p * stream->n_samples + first) * stream->unit, plane);
  if (stream->info.layout == GST_AUDIO_LAYOUT_NON_INTERLEAVED)
    gst_buffer_add_audio_meta (buffer, &stream->info, n, NULL);
  GST_BUFFER_PTS (buffer) = stream_time (stream, first);
  /* whatever payloaders and parsers flag that times deny */
  if (random_below (4) == 0)
    GST_BUFFER_FLAG_SET (buffer, random_below (2) ? GST_BUFFER_FLAG_DISCONT
        : GST_BUFFER_FLAG_RESYNC);
  return buffer;
}

/* Feeds [first, first + n), which lies inside or outside the gap as a whole. */
static void
stream_feed (const Stream * stream, GstClFraming * framing, guint64 first,
    guint64 n)
{
  gboolean in_gap = first >= stream->gap_first && first < stream->gap_end;

  if (in_gap && random_below (2))
    gst_cl_framing_push_gap (framing, stream_time (stream, first),
        stream_time (stream, first + n) - stream_time (stream, first));
  else
    push (framing, flagged (stream_buffer (stream, first, n),
            in_gap ? GST_BUFFER_FLAG_GAP : 0));
}

static void
stream_run (const Stream * stream, guint64 longest, guint n_most,
    Output * output)
{
  g_autoptr (GstClFraming) framing = gst_cl_framing_new ();
  guint64 at = 0;

  output_init (output);
  gst_cl_framing_set_info (framing, &stream->info);
  gst_cl_framing_set_params (framing, &stream->params);
  while (at < stream->n_samples) {
    guint64 n = 1 + random_below (longest);

    n = MIN (n, stream->n_samples - at);
    if (at < stream->gap_first)
      n = MIN (n, stream->gap_first - at);
    else if (at < stream->gap_end)
      n = MIN (n, stream->gap_end - at);
    stream_feed (stream, framing, at, n);
    if (random_below (3))
      pull (framing, stream->params.size, stream->unit, stream->n_planes,
          n_most, output);
    at += n;
  }
  gst_cl_framing_drain (framing);
  pull (framing, stream->params.size, stream->unit, stream->n_planes, n_most,
      output);
}

/* The sample that stands for sample `at` of the stream; -1: silence. */
static gint64
stream_source (const Stream * stream, gint64 at, gboolean filled_up)
{
  gint64 last = stream->n_samples - 1;

  if (at >= 0 && at <= last)
    return at;
  if (!stream->params.center || (at > last && filled_up)
      || stream->params.pad_mode == GST_CL_PAD_MODE_CONSTANT)
    return -1;
  if (stream->params.pad_mode == GST_CL_PAD_MODE_EDGE || last == 0)
    return CLAMP (at, 0, last);
  while (at < 0 || at > last)
    at = at < 0 ? -at : 2 * last - at;
  return at;
}

/* Whether frame k is one, by the position of its first sample. */
static gboolean
stream_has_frame (const Stream * stream, gint64 k)
{
  gint64 size = stream->params.size, hop = stream->params.hop;
  gint64 n = stream->n_samples;
  gint64 first = k * hop - (stream->params.center ? size / 2 : 0);

  switch (stream->params.last_frame) {
    case GST_CL_LAST_FRAME_MIDDLE:
      return first < n && first + size / 2 <= n;
    case GST_CL_LAST_FRAME_HOP:
      return k * hop + hop <= n;
    case GST_CL_LAST_FRAME_NEEDED:
      return first < n && (k == 0 || first - hop + size < n);
    case GST_CL_LAST_FRAME_COMPLETE:
      return first + size <= n;
    default:
      return first < n;
  }
}

/* The frames in the order in which they are given. */
static GArray *
stream_frames (const Stream * stream, gboolean * filled_up)
{
  GArray *frames = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 n = 0, whole = stream->params.n_whole, k, first;
  guint step = stream->params.step ? stream->params.step : whole;

  while (stream_has_frame (stream, n))
    n++;
  for (k = 0; whole == 0 && k < n; k++)
    g_array_append_val (frames, k);
  first = 0;
  while (whole > 0) {
    for (k = first; k < first + whole; k++)
      g_array_append_val (frames, k);
    if (first + whole >= n)
      break;
    first += step;
  }
  *filled_up = whole > 0
      && (first + whole) * stream->params.hop != stream->n_samples;
  return frames;
}

/* Compares with frames cut straight from the whole stream. */
static void
stream_check (const Stream * stream, const Output * output, const gchar * what)
{
  guint size = stream->params.size, hop = stream->params.hop;
  guint lead = stream->params.center ? size / 2 : 0;
  gboolean filled_up;
  g_autoptr (GArray) frames = stream_frames (stream, &filled_up);
  guint64 n_frames = frames->len;
  const guint8 *bits = output->bits->data;
  guint8 silence[32];

  gst_audio_format_info_fill_silence (stream->info.finfo, silence,
      stream->unit);
  TEST_REQUIRE (output->n_frames == n_frames, "%s: %u, not %u frames: size %u "
      "hop %u center %d pad-mode %d last-frame %d whole %u step %u of %u", what,
      (guint) output->n_frames, (guint) n_frames, size, hop,
      stream->params.center, stream->params.pad_mode,
      stream->params.last_frame, stream->params.n_whole, stream->params.step,
      (guint) stream->n_samples);
  for (guint64 f = 0; f < n_frames; f++)
    for (guint p = 0; p < stream->n_planes; p++)
      for (guint i = 0; i < size; i++, bits += stream->unit) {
        guint64 k = g_array_index (frames, guint64, f);
        gint64 at = stream_source (stream, (gint64) (k * hop + i) - lead,
            filled_up);
        const guint8 *expected = at < 0 ? silence : stream->bits + (p * stream->n_samples + at) *
            stream->unit;

        TEST_REQUIRE (memcmp (bits, expected, stream->unit) == 0,
            "%s: size %u hop %u center %d pad-mode %d of %u, frame %u plane %u "
            "sample %u", what, size, hop, stream->params.center,
            stream->params.pad_mode, (guint) stream->n_samples, (guint) k, p,
            i);
      }
  for (guint i = 0; i < output->batches->len; i++) {
    const GstClFramingBatch *batch = output_batch (output, i);

    TEST_CHECK (batch->stamp.pts == stream_time (stream, batch->first_frame * hop),
        "%s: batch %u", what, i);
    TEST_CHECK (batch->begins == (i == 0), "%s: batch %u", what, i);
  }
}

static void
frames_do_not_depend_on_how_input_is_cut (void)
{
  for (guint round = 0; round < 60 && test_n_failures == 0; round++) {
    Stream stream;
    Output output;

    stream_init (&stream);
    stream_run (&stream, 2 * stream.info.rate, 1 + random_below (40), &output);
    stream_check (&stream, &output, "up to 2 s");
    output_clear (&output);
    stream_run (&stream, 700, 1 + random_below (40), &output);
    stream_check (&stream, &output, "up to 700 samples");
    output_clear (&output);
    stream.n_samples = MIN (stream.n_samples, 5000);
    stream.gap_first = stream.gap_end = 0;
    g_free (stream.bits);
    stream.bits = g_malloc (stream.n_samples * stream.unit * stream.n_planes);
    memset (stream.bits, 0x5A,
        stream.n_samples * stream.unit * stream.n_planes);
    stream_run (&stream, 1, 1, &output);
    stream_check (&stream, &output, "1 sample");
    output_clear (&output);
    g_free (stream.bits);
  }
}

/* ---- formats ---- */

static void
silence_of_unsigned_formats_is_their_middle (void)
{
  static const struct
  {
    GstAudioFormat format;
    guint8 bytes[4];
  } cases[] = {
    {GST_AUDIO_FORMAT_S8, {0}},
    {GST_AUDIO_FORMAT_U8, {0x80}},
    {GST_AUDIO_FORMAT_S16LE, {0, 0}},
    {GST_AUDIO_FORMAT_U16LE, {0, 0x80}},
    {GST_AUDIO_FORMAT_U16BE, {0x80, 0}},
    {GST_AUDIO_FORMAT_U24LE, {0, 0, 0x80}},
    {GST_AUDIO_FORMAT_U24BE, {0x80, 0, 0}},
    {GST_AUDIO_FORMAT_U20LE, {0, 0, 0x08}},
    {GST_AUDIO_FORMAT_U18BE, {0x02, 0, 0}},
    {GST_AUDIO_FORMAT_U24_32LE, {0, 0, 0x80, 0}},
    {GST_AUDIO_FORMAT_U32LE, {0, 0, 0, 0x80}},
    {GST_AUDIO_FORMAT_U32BE, {0x80, 0, 0, 0}},
    {GST_AUDIO_FORMAT_F32LE, {0, 0, 0, 0}},
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    g_autoptr (GstClFraming) framing = gst_cl_framing_new ();
    GstClFramingParams params = {.size = 4,.hop = 4,.center = TRUE };
    guint8 dest[4 * 4];
    GstClFramingBatch batch;
    GstAudioInfo info;
    guint unit;

    gst_audio_info_set_format (&info, cases[c].format, 8000, 1, NULL);
    unit = GST_AUDIO_INFO_BPF (&info);
    gst_cl_framing_set_info (framing, &info);
    gst_cl_framing_set_params (framing, &params);
    push (framing, gst_buffer_new_memdup ("\1\1\1\1", unit));
    gst_cl_framing_drain (framing);
    TEST_CHECK (gst_cl_framing_take (framing, 1, dest, 0, &batch), "take");
    for (guint i = 0; i < 4; i++)
      TEST_CHECK (memcmp (dest + i * unit, i == 2 ? (const guint8 *)
              "\1\1\1\1" : cases[c].bytes, unit) == 0, "%s sample %u",
          gst_audio_format_to_string (cases[c].format), i);
  }
}

static GstClFraming *
planar_s16 (GstAudioInfo * info)
{
  GstClFraming *framing = gst_cl_framing_new ();
  GstClFramingParams params = {.size = 2,.hop = 2 };

  gst_audio_info_set_format (info, GST_AUDIO_FORMAT_S16, RATE, 2, NULL);
  info->layout = GST_AUDIO_LAYOUT_NON_INTERLEAVED;
  gst_cl_framing_set_info (framing, info);
  gst_cl_framing_set_params (framing, &params);
  return framing;
}

static void
planes_are_found_through_the_meta_and_written_a_stride_apart (void)
{
  static const gint16 samples[] = { -1, 21, 22, -1, 11, 12, -1 };
  gsize offsets[] = { 8, 2 };
  GstAudioInfo info;
  g_autoptr (GstClFraming) framing = planar_s16 (&info);
  GstBuffer *buffer = gst_buffer_new_memdup (samples, sizeof samples);
  gint16 dest[8] = { 0 };
  GstClFramingBatch batch;

  gst_buffer_add_audio_meta (buffer, &info, 2, offsets);
  push (framing, buffer);
  TEST_CHECK (gst_cl_framing_take (framing, 1, dest, 4 * sizeof (gint16),
          &batch), "take");
  TEST_CHECK (dest[0] == 11 && dest[1] == 12, "left %d %d", dest[0], dest[1]);
  TEST_CHECK (dest[4] == 21 && dest[5] == 22, "right %d %d", dest[4], dest[5]);
  TEST_CHECK (dest[2] == 0 && dest[3] == 0, "between the planes");
}

static void
malformed_buffers_are_refused_with_a_reason (void)
{
  static const gint16 samples[4];
  GstAudioInfo info, mono;
  g_autoptr (GstClFraming) planar = planar_s16 (&info);
  g_autoptr (GstClFraming) interleaved = framing_f32 (2, 2, RATE);
  GstBuffer *buffers[4];
  GError *error = NULL;

  mono = info;
  mono.channels = 1;
  for (guint i = 0; i < 4; i++)
    buffers[i] = gst_buffer_new_memdup (samples, i == 3 ? 7 : sizeof samples);
  gst_buffer_add_audio_meta (buffers[1], &mono, 2, NULL);
  gst_buffer_add_audio_meta (buffers[2], &info, 2, NULL)->samples = 3;
  for (guint i = 0; i < 4; i++) {
    GstClFraming *framing = i == 3 ? interleaved : planar;
    GstBuffer *buffer = gst_buffer_ref (buffers[i]);

    TEST_CHECK (!gst_cl_framing_push_buffer (framing, buffer, &error), "%u", i);
    TEST_CHECK (g_error_matches (error, GST_STREAM_ERROR,
            GST_STREAM_ERROR_FORMAT), "%u", i);
    TEST_CHECK (GST_MINI_OBJECT_REFCOUNT_VALUE (buffers[i]) == 1, "%u", i);
    TEST_CHECK (gst_cl_framing_get_n_ready (framing) == 0, "%u", i);
    g_clear_error (&error);
    gst_buffer_unref (buffers[i]);
  }
}

/* ---- memory ---- */

/* 10 samples of a ramp, in a buffer of a pool or not. */
static GstBuffer *
ramp_of (GstBufferPool * pool, guint i)
{
  GstBuffer *plain = ramp (10 * i, 10, 10 * i * MS), *buffer = NULL;
  GstMapInfo map;

  if (!pool)
    return plain;
  gst_buffer_pool_acquire_buffer (pool, &buffer, NULL);
  gst_buffer_map (plain, &map, GST_MAP_READ);
  gst_buffer_fill (buffer, 0, map.data, map.size);
  gst_buffer_unmap (plain, &map);
  GST_BUFFER_PTS (buffer) = GST_BUFFER_PTS (plain);
  gst_buffer_unref (plain);
  return buffer;
}

static GstBufferPool *
make_pool (void)
{
  GstBufferPool *pool = gst_buffer_pool_new ();
  GstStructure *config = gst_buffer_pool_get_config (pool);

  gst_buffer_pool_config_set_params (config, NULL, 10 * sizeof (gfloat), 0, 0);
  gst_buffer_pool_set_config (pool, config);
  gst_buffer_pool_set_active (pool, TRUE);
  return pool;
}

/* Whoever fills a pool waits for its buffers; so does one who has given a part
   of a buffer on. Of others a few may be kept. */
static void
no_buffer_that_is_awaited_is_held_but_the_last (void)
{
  g_autoptr (GstBufferPool) pool = make_pool ();
  g_autoptr (GstBuffer) parent = gst_buffer_new ();
  guint kind, i, n_held;

  for (kind = 0; kind < 3; kind++) {
    g_autoptr (GstClFraming) framing = framing_f32 (100000, 100000, RATE);
    GstBuffer *buffers[50];

    n_held = 0;
    for (i = 0; i < 50; i++) {
      buffers[i] = ramp_of (kind == 0 ? pool : NULL, i);
      if (kind == 1)
        gst_buffer_add_parent_buffer_meta (buffers[i], parent);
      push (framing, gst_buffer_ref (buffers[i]));
    }
    for (i = 0; i < 50; i++) {
      n_held += GST_MINI_OBJECT_REFCOUNT_VALUE (buffers[i]) == 2;
      TEST_CHECK (i != 49 || GST_MINI_OBJECT_REFCOUNT_VALUE (buffers[i]) == 2,
          "the last of kind %u", kind);
      gst_buffer_unref (buffers[i]);
    }
    TEST_CHECK (kind == 2 ? n_held <= 17 : n_held == 1, "kind %u: %u held",
        kind, n_held);
  }
  gst_buffer_pool_set_active (pool, FALSE);
}

static void
held_and_stored_samples_are_in_order (void)
{
  g_autoptr (GstBufferPool) pool = make_pool ();
  g_autoptr (GstClFraming) framing = framing_f32 (500, 250, RATE);
  Output output;
  guint i, k;

  output_init (&output);
  for (i = 0; i < 400; i++) {
    push (framing, ramp_of (test_random () % 3 ? NULL : pool, i));
    pull_f32 (framing, 500, &output);
  }
  TEST_CHECK (output.n_frames == 15, "%" G_GUINT64_FORMAT, output.n_frames);
  for (k = 0; k < output.n_frames; k++)
    for (i = 0; i < 500; i++)
      TEST_CHECK (sample_at (&output, k, 500, i) == 250 * k + i + 1,
          "frame %u, sample %u: %g", k, i, sample_at (&output, k, 500, i));
  output_clear (&output);
  gst_buffer_pool_set_active (pool, FALSE);
}

static void
the_store_stops_growing (void)
{
  g_autoptr (GstClFraming) framing = framing_f32 (4096, 1024, RATE);
  Output output;
  gsize size = 0;

  for (guint i = 0; i < 5000; i++) {
    output_init (&output);
    push (framing, ramp (0, 100, 100 * i * MS));
    pull_f32 (framing, 4096, &output);
    output_clear (&output);
    if (i == 100)
      size = gst_cl_framing_get_store_size (framing);
  }
  TEST_CHECK (size > 0 && gst_cl_framing_get_store_size (framing) == size,
      "%zu, then %zu", size, gst_cl_framing_get_store_size (framing));
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (frames_do_not_depend_on_how_input_is_cut),
    TEST (silence_of_unsigned_formats_is_their_middle),
    TEST (planes_are_found_through_the_meta_and_written_a_stride_apart),
    TEST (malformed_buffers_are_refused_with_a_reason),
    TEST (no_buffer_that_is_awaited_is_held_but_the_last),
    TEST (held_and_stored_samples_are_in_order),
    TEST (the_store_stops_growing),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
