/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* run.c: takes frames into the history, and makes buffers of output. */
#include "private.h"

#include "opencl/error.h"

/* Of the tail, in one buffer. */
#define MAX_TAIL_FRAMES 4096

static guint64
count_frames (const GstClFftFilterSession * session)
{
  GstClHistoryState state;

  gst_cl_history_get_state (session->history, &state);
  return state.n_frames;
}

/* ---- input ---- */

gboolean
gst_cl_fft_filter_session_map (GstClFftFilterSession * session,
    GstBuffer * buffer, GstMapInfo * map, GstClHistoryInput * input,
    GError ** error)
{
  const GstAudioInfo *in = &session->config->in;
  GstAudioMeta *meta = gst_buffer_get_audio_meta (buffer);

  if (!gst_buffer_map (buffer, map, GST_MAP_READ)) {
    g_set_error_literal (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ,
        "The memory of an audio buffer could not be mapped");
    return FALSE;
  }
  input->reader = session->reader;
  input->data = map->data;
  input->offsets = NULL;
  input->unit = GST_AUDIO_INFO_WIDTH (in) / 8;
  if (in->layout == GST_AUDIO_LAYOUT_NON_INTERLEAVED)
    input->offsets = meta->offsets;
  else
    input->unit *= in->channels;
  return TRUE;
}

gboolean
gst_cl_fft_filter_session_has_run (const GstClFftFilterSession * session)
{
  return session->run != GST_CL_FILTER_RUN_NONE;
}

/* Feeds the convolutions with what has come. */
static gboolean
catch_up (GstClFftFilterSession * session, GError ** error)
{
  GstClHistoryState state;

  gst_cl_history_get_state (session->history, &state);
  return gst_cl_convolution_go_to (session->current, &session->base,
      session->history, state.run, session->content, state.n_frames, error)
      && (!session->next || gst_cl_convolution_go_to (session->next,
          &session->base, session->history, state.run, session->content,
          state.n_frames, error));
}

gboolean
gst_cl_fft_filter_session_append (GstClFftFilterSession * session,
    const GstClHistoryInput * input, guint64 first, guint64 * n,
    GError ** error)
{
  gsize size = gst_cl_fft_filter_session_get_number_size (session);

  *n = MIN (*n, session->max_frames);
  gst_cl_history_append (session->history, input, first, *n);
  gst_cl_session_count_copy (&session->base, *n * size
      * session->config->in.channels);
  return catch_up (session, error);
}

void
gst_cl_fft_filter_session_mark_discont (GstClFftFilterSession * session)
{
  session->discont = TRUE;
}

void
gst_cl_fft_filter_session_set_run (GstClFftFilterSession * session,
    GstClFilterRun run)
{
  if (run == GST_CL_FILTER_RUN_OPEN) {
    gst_cl_history_clear (session->history);
    session->content = 0;
    session->discont = TRUE;
  } else if (run == GST_CL_FILTER_RUN_NONE) {
    gst_cl_fft_filter_session_end_fade (session);
  } else if (session->run == GST_CL_FILTER_RUN_NONE) {
    return;
  }
  session->run = run;
}

/* ---- output ---- */

/* Frames of what is made behind the last input. */
static guint64
get_rest (const GstClFftFilterSession * session)
{
  guint64 rest = gst_cl_convolution_get_rest (session->current);

  return session->next ? MAX (rest,
      gst_cl_convolution_get_rest (session->next)) : rest;
}

/* How many frames can be made now. */
static guint
count_ready (GstClFftFilterSession * session)
{
  guint64 latency = gst_cl_fft_filter_session_get_latency (session);
  guint64 end, n_most = session->max_frames;

  if (session->run == GST_CL_FILTER_RUN_NONE || !session->current)
    return 0;
  end = count_frames (session);
  if (session->run == GST_CL_FILTER_RUN_OPEN) {
    end -= MIN (end, latency);
  } else if (session->run == GST_CL_FILTER_RUN_RINGS) {
    end += get_rest (session);
    n_most = MIN (n_most, MAX_TAIL_FRAMES);
  }
  if (end <= session->content)
    return 0;
  return MIN (n_most, end - session->content);
}

/* Runs what is in use for n frames of output, which go behind `done` ones; a
   fade does not end within them. */
static gboolean
run_piece (GstClFftFilterSession * session, guint64 run, guint done,
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
            session->history, run, content, G_MAXUINT64, error)
        || !gst_cl_convolution_run (session->next, &session->base,
            session->history, n, &output, error))
      return FALSE;
    output.ramp = &out;
    output.add = TRUE;
  }
  return gst_cl_convolution_go_to (session->current, &session->base,
      session->history, run, content, G_MAXUINT64, error)
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
    if (!run_piece (session, state.run, done, piece, n, error))
      return FALSE;
    session->faded += piece;
    if (session->next && session->faded >= session->fade)
      gst_cl_fft_filter_session_end_fade (session);
  }
  return TRUE;
}

/* GStreamer's own memory ends the process where there is none: it is looked for
   before. */
static GstBuffer *
allocate_host (gsize size, GstAllocationParams * params)
{
  gpointer room = g_try_malloc (size + params->prefix + params->padding
      + params->align);

  if (!room)
    return NULL;
  g_free (room);
  return gst_buffer_new_allocate (NULL, size, params);
}

/* A buffer for n frames, of downstream's allocator if it makes one. */
static GstBuffer *
allocate (GstClFftFilterSession * session, guint n)
{
  gsize size = (gsize) n * session->out.bpf;
  GstBuffer *buffer = session->allocator ? gst_buffer_new_allocate
      (session->allocator, size, &session->allocation) : NULL;

  if (!buffer)
    buffer = allocate_host (size, &session->allocation);
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
stamp (GstClFftFilterSession * session, const GstClTimeline * line,
    GstBuffer * buffer, guint n)
{
  GstClHistoryState state;
  GstClStamp stamp = {.discont = session->discont };

  gst_cl_timeline_stamp (line, session->content, n, &stamp);
  gst_cl_history_get_state (session->history, &state);
  /* neither sound nor what is left of it */
  stamp.gap = session->content >= state.end_of_sound + get_rest (session)
      || state.end_of_sound == 0;
  session->discont = FALSE;
  gst_cl_stamp_apply (&stamp, buffer);
}

gboolean
gst_cl_fft_filter_session_step (GstClFftFilterSession * session,
    const GstClTimeline * line, GstBuffer ** buffer, GError ** error)
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
  stamp (session, line, *buffer, n);
  session->content += n;
  gst_cl_session_count (&session->base, GST_CL_COUNTER_TRANSFORMS,
      session->next ? 2 : 1);
  gst_cl_session_count (&session->base, GST_CL_COUNTER_FRAMES, n);
  gst_cl_session_count (&session->base, GST_CL_COUNTER_BYTES, size);
  return TRUE;
}
