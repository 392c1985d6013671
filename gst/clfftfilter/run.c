/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* run.c: takes frames into the history, and makes buffers of output. */
#include "private.h"

#include "opencl/error.h"

/* Of the tail, in one buffer. */
#define MAX_TAIL_FRAMES 4096

static gint
get_rate (const GstClFftFilterSession * session)
{
  return session->config->in.rate;
}

static GstClockTime
get_time (const GstClFftFilterSession * session, guint64 frame)
{
  GstClockTime time = gst_util_uint64_scale (frame, GST_SECOND,
      get_rate (session)), latest = GST_CLOCK_TIME_NONE - 1;

  return time > latest - session->anchor ? latest : session->anchor + time;
}

static guint64
count_frames (const GstClFftFilterSession * session)
{
  GstClHistoryState state;

  gst_cl_history_get_state (session->history, &state);
  return state.n_frames;
}

/* ---- input ---- */

/* Where the batch belongs; *hole: silence before it. */
static GstClFilterPlace
find_place (const GstClFftFilterSession * session, guint64 * hole)
{
  const GstClFramingBatch *batch = &session->batch;
  guint64 n_frames = count_frames (session);
  GstClockTime end = get_time (session, n_frames);

  *hole = 0;
  if (!batch->begins)
    return GST_CL_FILTER_PLACE_NEXT;
  if (batch->stamp.pts < end)
    return GST_CL_FILTER_PLACE_ELSEWHERE;
  *hole = gst_util_uint64_scale_round (batch->stamp.pts - session->anchor,
      get_rate (session), GST_SECOND);
  *hole -= MIN (*hole, n_frames);
  return *hole <= gst_cl_fft_filter_session_get_tail (session)
      ? GST_CL_FILTER_PLACE_HOLE : GST_CL_FILTER_PLACE_ELSEWHERE;
}

/* Feeds the convolutions with what has come. */
static gboolean
catch_up (GstClFftFilterSession * session, GError ** error)
{
  GstClHistoryState state;

  gst_cl_history_get_state (session->history, &state);
  return gst_cl_convolution_go_to (session->current, &session->base,
      session->history, state.stretch, session->content, state.n_frames, error)
      && (!session->next || gst_cl_convolution_go_to (session->next,
          &session->base, session->history, state.stretch, session->content,
          state.n_frames, error));
}

/* The batch as planes. */
static void
convert (GstClFftFilterSession * session)
{
  gsize size = gst_cl_fft_filter_session_get_number_size (session);
  gsize n = session->batch.n_frames;

  gst_cl_samples_read (session->reader, session->stream,
      n * session->config->in.finfo->width / 8, session->planes, n * size, n);
  gst_cl_session_count_copy (&session->base,
      n * size * session->config->in.channels);
}

/* What is longer than a piece goes in by pieces. */
static gboolean
fill_hole (GstClFftFilterSession * session, guint64 hole, GError ** error)
{
  guint64 n;

  for (; hole > 0; hole -= n) {
    n = MIN (hole, session->max_frames);
    gst_cl_history_append (session->history, NULL, 0, n);
    if (!catch_up (session, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
gst_cl_fft_filter_session_take (GstClFftFilterSession * session,
    GstClFraming * framing, GstClFilterPlace * place, GError ** error)
{
  guint64 hole = 0;

  if (!gst_cl_fft_filter_session_prepare (session,
          gst_cl_framing_get_n_ready (framing), error))
    return FALSE;
  gst_cl_framing_take (framing, session->max_frames, session->stream, 0,
      &session->batch);
  gst_cl_session_count_copy (&session->base, (gsize) session->batch.n_frames
      * GST_AUDIO_INFO_BPF (&session->config->in));
  if (!session->batch.stamp.gap)
    convert (session);
  *place = session->begun ? find_place (session, &hole)
      : GST_CL_FILTER_PLACE_NEXT;
  return *place != GST_CL_FILTER_PLACE_HOLE || fill_hole (session, hole, error);
}

gboolean
gst_cl_fft_filter_session_append (GstClFftFilterSession * session,
    GError ** error)
{
  const GstClFramingBatch *batch = &session->batch;
  gsize size = gst_cl_fft_filter_session_get_number_size (session);

  if (!session->begun) {
    gst_cl_history_clear (session->history);
    session->begun = TRUE;
    session->ended = FALSE;
    session->anchor = batch->stamp.pts;
    session->offset = batch->stamp.offset;
    session->content = 0;
    session->discont = TRUE;
  }
  session->discont |= batch->stamp.discont && !batch->begins;
  gst_cl_history_append (session->history, batch->stamp.gap ? NULL
      : session->planes, batch->n_frames * size, batch->n_frames);
  gst_cl_session_count_copy (&session->base, batch->n_frames * size
      * session->config->in.channels);
  return catch_up (session, error);
}

void
gst_cl_fft_filter_session_end (GstClFftFilterSession * session)
{
  session->ended = session->begun;
}

void
gst_cl_fft_filter_session_forget (GstClFftFilterSession * session)
{
  gst_cl_fft_filter_session_end_fade (session);
  session->begun = session->ended = FALSE;
}

/* ---- output ---- */

/* How many frames can be made now. */
static guint
count_ready (GstClFftFilterSession * session)
{
  guint64 latency = gst_cl_fft_filter_session_get_latency (session);
  guint64 n_frames, end, n_most = session->max_frames;

  if (!session->begun || !session->current)
    return 0;
  n_frames = count_frames (session);
  if (session->ended) {
    end = n_frames + gst_cl_fft_filter_session_get_tail (session);
    n_most = MIN (n_most, MAX_TAIL_FRAMES);
  } else {
    end = n_frames > latency ? n_frames - latency : 0;
  }
  if (end <= session->content)
    return 0;
  return MIN (n_most, end - session->content);
}

/* Runs what is in use for n frames of output, which go behind `done` ones; a
   fade does not end within them. */
static gboolean
run_piece (GstClFftFilterSession * session, guint64 stretch, guint done,
    guint n, guint n_all, GError ** error)
{
  guint64 content = session->content + done;
  gdouble length = MAX (session->fade, 1), from = session->faded / length;
  gdouble to = (session->faded + n) / length;
  const GstClRamp in = { from, to }, out = { 1 - from, 1 - to };
  GstClConvolutionOutput output = {
    .memory = (GstOpenCLMemory *) session->output,
    .offset = done,
    .distance = n_all,
  };

  if (session->next) {
    output.ramp = &in;
    if (!gst_cl_convolution_go_to (session->next, &session->base,
            session->history, stretch, content, G_MAXUINT64, error)
        || !gst_cl_convolution_run (session->next, &session->base,
            session->history, n, &output, error))
      return FALSE;
    output.ramp = &out;
    output.add = TRUE;
  }
  return gst_cl_convolution_go_to (session->current, &session->base,
      session->history, stretch, content, G_MAXUINT64, error)
      && gst_cl_convolution_run (session->current, &session->base,
      session->history, n, &output, error);
}

/* The same, whatever n is. */
static gboolean
run (GstClFftFilterSession * session, guint n, GError ** error)
{
  GstClHistoryState state;
  guint done, piece;

  gst_cl_history_get_state (session->history, &state);
  for (done = 0; done < n; done += piece) {
    piece = n - done;
    if (session->next)
      piece = MIN (piece, session->fade - session->faded);
    if (!run_piece (session, state.stretch, done, piece, n, error))
      return FALSE;
    session->faded += piece;
    if (session->next && session->faded >= session->fade)
      gst_cl_fft_filter_session_end_fade (session);
  }
  return TRUE;
}

/* A buffer for n frames, of downstream's allocator if it makes one. */
static GstBuffer *
allocate (GstClFftFilterSession * session, guint n)
{
  gsize size = (gsize) n * session->out.bpf;
  GstBuffer *buffer = gst_buffer_new_allocate (session->allocator, size,
      &session->allocation);

  if (!buffer)
    buffer = gst_buffer_new_allocate (NULL, size, NULL);
  if (buffer && session->out.layout == GST_AUDIO_LAYOUT_NON_INTERLEAVED)
    gst_buffer_add_audio_meta (buffer, &session->out, n, NULL);
  return buffer;
}

/* Writes what the device has made into the buffer, once it is done. */
static gboolean
write_buffer (GstClFftFilterSession * session, GstBuffer * buffer, guint n,
    GError ** error)
{
  gsize size = gst_cl_fft_filter_session_get_number_size (session);
  GstMapInfo from, to;
  gboolean done;

  if (!gst_opencl_memory_map_host (session->output, &from, GST_MAP_READ, error))
    return FALSE;
  done = gst_buffer_map (buffer, &to, GST_MAP_WRITE);
  if (done) {
    gst_cl_samples_write (session->writer, from.data, n * size, to.data,
        (gsize) n * session->out.finfo->width / 8, n);
    gst_cl_session_count_copy (&session->base, to.size);
    gst_buffer_unmap (buffer, &to);
  }
  gst_memory_unmap (session->output, &from);
  if (!done)
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_WRITE,
        "Could not write %u frames to a buffer of output", n);
  return done;
}

static void
stamp (GstClFftFilterSession * session, GstBuffer * buffer, guint n)
{
  GstClHistoryState state;
  GstClStamp stamp = {
    .pts = get_time (session, session->content),
    .offset = session->offset + session->content,
    .offset_end = session->offset + session->content + n,
    .discont = session->discont,
  };

  gst_cl_history_get_state (session->history, &state);
  stamp.duration = get_time (session, session->content + n) - stamp.pts;
  /* neither sound nor what is left of it */
  stamp.gap = session->content >= state.end_of_sound
      + gst_cl_fft_filter_session_get_tail (session)
      || state.end_of_sound == 0;
  session->discont = FALSE;
  gst_cl_stamp_apply (&stamp, buffer);
}

gboolean
gst_cl_fft_filter_session_step (GstClFftFilterSession * session,
    GstBuffer ** buffer, GError ** error)
{
  guint n = count_ready (session);
  gsize size = (gsize) n * session->out.bpf;

  *buffer = NULL;
  if (n == 0)
    return TRUE;
  if (!session->writer)
    session->writer = gst_cl_samples_new (&session->out,
        session->config->precision == CLFFT_PRECISION_DOUBLE);
  if (!run (session, n, error))
    return FALSE;
  *buffer = allocate (session, n);
  if (!*buffer) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
        "No memory for a buffer of %" G_GSIZE_FORMAT " bytes", size);
    return FALSE;
  }
  if (!write_buffer (session, *buffer, n, error)) {
    gst_clear_buffer (buffer);
    return FALSE;
  }
  stamp (session, *buffer, n);
  session->content += n;
  gst_cl_session_count (&session->base, GST_CL_COUNTER_TRANSFORMS,
      session->next ? 2 : 1);
  gst_cl_session_count (&session->base, GST_CL_COUNTER_FRAMES, n);
  gst_cl_session_count (&session->base, GST_CL_COUNTER_BYTES, size);
  return TRUE;
}
