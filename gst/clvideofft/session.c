/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.c: sends pictures to the device and gives buffers of spectra.
 *
 *   picture ----------------------------------> plan, a channel at a time
 *      |------------------> staging memory ----/         \-> output buffer
 *      \-> pictures of depth ------/
 *
 * A picture that the device can read where it is is not copied: its own memory
 * is imported, and the plan is one for its strides. Otherwise it is.
 *
 * Frames of several pictures overlap, so their pictures are kept on the host
 * and each frame is copied whole: as much work as the transform reads. The
 * host waits in two places: for staging memory that the device still reads,
 * and for the oldest dispatch when too many are in flight.
 */
#include "session.h"

#include <string.h>
#include "element/commands/source.h"
#include "opencl/error.h"

GST_DEBUG_CATEGORY_EXTERN (gst_cl_video_fft_debug);
#define GST_CAT_DEFAULT gst_cl_video_fft_debug

/* More kinds of strides than this are no property of a source. */
#define MOST_LAYOUTS 4

/* A plan for pictures that lie otherwise than in staging memory. */
typedef struct
{
  guint64 row, source_distance;
  clfft_plan *plan;             /* NULL: there is none */
} OtherPlan;

struct _GstClVideoFftSession
{
  GstClSession base;

  GstClVideoFftConfig *config;
  GstClVideoLayout staged;      /* how pictures lie in staging memory */
  OtherPlan others[MOST_LAYOUTS];
  guint n_others;
  GstClProgress progress;       /* of their making, before it begins */
  guint8 *pictures;             /* depth of them, if that is above 1 */
};

/* ---- making ---- */

gpointer
gst_cl_video_fft_session_open (GstClElement * element, GError ** error)
{
  return gst_cl_session_new (sizeof (GstClVideoFftSession),
      1 << GST_CL_COUNTER_PICTURES, element->device.context, element->device.watchdog, error);
}

void
gst_cl_video_fft_session_unconfigure (gpointer data)
{
  GstClVideoFftSession *session = data;

  gst_cl_session_clear (&session->base);
  while (session->n_others > 0)
    clfft_plan_destroy (&session->others[--session->n_others].plan);
  g_clear_pointer (&session->pictures, g_free);
  g_clear_pointer (&session->config, gst_cl_video_fft_config_free);
}

const GstClVideoFftConfig *
gst_cl_video_fft_session_get_config (GstClVideoFftSession * session)
{
  return session->config;
}

static gboolean
make_plan_for (GstClVideoFftSession * session, const GstClVideoLayout * layout,
    clfft_plan ** plan, GstClProgress * progress, GError ** error)
{
  const GstClVideoFftConfig *config = session->config;
  const clfft_plan_params params = {
    .schedule = config->settings.schedule,
    .effort = config->settings.effort,
  };
  clfft_desc desc;

  gst_cl_video_fft_config_describe (config, layout, &desc);
  return gst_cl_session_make_plan (&session->base, plan, &desc, &params,
      progress, "the transform", error);
}

static gboolean
make_plan (GstClVideoFftSession * session, GstClProgress * progress,
    GError ** error)
{
  GstClSession *base = &session->base;

  if (!gst_cl_video_fft_config_check_sizes (session->config,
          gst_opencl_context_get_limits (base->context), error))
    return FALSE;
  gst_cl_video_picture_get_layout (&session->config->picture,
      &session->staged);
  session->progress = *progress;
  return make_plan_for (session, &session->staged, &base->plan, progress,
      error);
}

static gboolean
make_memory (GstClVideoFftSession * session, GstCaps * caps, GError ** error)
{
  const GstClVideoFftConfig *config = session->config;
  gsize size = gst_cl_video_fft_config_get_staging_size (config);

  if (!gst_cl_session_make_staging (&session->base, 2, size, error))
    return FALSE;
  if (config->settings.depth > 1) {
    session->pictures = g_try_malloc (size);
    if (!session->pictures)
      return gst_cl_set_memory_error (error, "No memory for %" G_GSIZE_FORMAT
          " bytes of %u pictures", size, config->settings.depth);
  }
  return gst_cl_session_make_pool (&session->base, caps,
      gst_fourier_info_get_frame_size (&config->info), error);
}

gboolean
gst_cl_video_fft_session_configure (GstClVideoFftSession * session,
    GstClVideoFftConfig * config, GstCaps * caps, GstClProgress * progress,
    GError ** error)
{
  gst_cl_video_fft_session_unconfigure (session);
  session->config = config;
  return make_plan (session, progress, error)
      && make_memory (session, caps, error);
}

/* ---- pictures where they are ---- */

/* What a dispatch reads. */
typedef struct
{
  GstClSource source;
  clfft_plan *plan;
  GstClVideoLayout layout;
} Input;

/* Makes one more plan. Its scratch memory is one more, too. */
static clfft_plan *
add_plan (GstClVideoFftSession * session, const GstClVideoLayout * layout)
{
  GstClSession *base = &session->base;
  OtherPlan *other = &session->others[session->n_others++];
  guint64 scratch_size = base->scratch_size;
  GstClProgress progress = session->progress;
  g_autoptr (GError) error = NULL;
  gboolean made;

  other->row = layout->row;
  other->source_distance = layout->source_distance;
  other->plan = NULL;
  made = make_plan_for (session, layout, &other->plan, &progress, &error);
  gst_cl_progress_end (&progress, made);
  if (!made) {
    GST_WARNING ("pictures are copied: %s", error->message);
    return NULL;
  }
  g_mutex_lock (&base->lock);
  base->scratch_size += scratch_size;
  g_mutex_unlock (&base->lock);
  return other->plan;
}

static clfft_plan *
find_plan (GstClVideoFftSession * session, const GstClVideoLayout * layout)
{
  guint i;

  if (layout->row == session->staged.row
      && layout->source_distance == session->staged.source_distance)
    return session->base.plan;
  for (i = 0; i < session->n_others; i++)
    if (session->others[i].row == layout->row
        && session->others[i].source_distance == layout->source_distance)
      return session->others[i].plan;
  return session->n_others < MOST_LAYOUTS ? add_plan (session, layout) : NULL;
}

/* Makes samples of the planes' bytes; FALSE if they are not whole ones. */
static gboolean
count_samples (Input * input, gsize sample_size)
{
  gsize first = input->source.offset;
  guint i;

  for (i = 0; i < GST_CL_VIDEO_MAX_CHANNELS; i++) {
    if ((first + input->layout.planes[i]) % sample_size != 0)
      return FALSE;
    input->layout.planes[i] = (first + input->layout.planes[i]) / sample_size;
  }
  return TRUE;
}

/* Takes the picture's own memory; FALSE if it has to be copied. */
static gboolean
take_in_place (GstClVideoFftSession * session, GstBuffer * picture,
    guint field, Input * input)
{
  const GstClVideoPicture *format = &session->config->picture;
  guint index;

  if (session->pictures || !gst_cl_video_picture_find (format, picture, field,
          &index, &input->layout)
      || !(input->plan = find_plan (session, &input->layout))
      || !gst_cl_source_take (&input->source, &session->base, picture, index,
          0, 1))
    return FALSE;
  if (count_samples (input, clfft_sample_size (format->sample)))
    return TRUE;
  gst_cl_source_end (&input->source, NULL);
  return FALSE;
}

/* ---- staging ---- */

/* Copies the frame's pictures in their order, then zeros. */
static void
copy_pictures (const GstClVideoFftSession * session,
    const GstClPictureFrame * frame, guint8 * dest)
{
  const GstClVideoFftConfig *config = session->config;
  gsize size = gst_cl_video_picture_get_size (&config->picture);
  guint depth = config->settings.depth;
  guint n_first = MIN (frame->n_pictures, depth - frame->first_slot);

  memcpy (dest, session->pictures + frame->first_slot * size, n_first * size);
  memcpy (dest + n_first * size, session->pictures,
      (frame->n_pictures - n_first) * size);
  memset (dest + frame->n_pictures * size, 0,
      (depth - frame->n_pictures) * size);
}

/* Fills the next staging memory from `picture`, or from the pictures that are
   kept. */
static gboolean
stage (GstClVideoFftSession * session, const GstClPictureFrame * frame,
    GstBuffer * picture, guint field, GstClSource * source, GError ** error)
{
  gsize size = gst_cl_video_fft_config_get_staging_size (session->config);
  gboolean copied = TRUE;

  if (!gst_cl_source_begin_copy (source, &session->base, size, error))
    return FALSE;
  if (session->pictures)
    copy_pictures (session, frame, source->data);
  else
    copied = gst_cl_video_picture_copy (&session->config->picture, picture,
        field, source->data, error);
  return gst_cl_source_end_copy (source, &session->base, copied ? size : 0,
      copied ? error : NULL) && copied;
}

static gboolean
take (GstClVideoFftSession * session, const GstClPictureFrame * frame,
    GstBuffer * picture, guint field, Input * input, GError ** error)
{
  if (take_in_place (session, picture, field, input))
    return TRUE;
  input->plan = session->base.plan;
  input->layout = session->staged;
  return stage (session, frame, picture, field, &input->source, error);
}

/* ---- dispatch ---- */

/* Enqueues one dispatch for each channel: each needs scratch memory, and one is
   enough. */
static gboolean
transform (GstClVideoFftSession * session, const Input * input,
    GstOpenCLMemory * output, GError ** error)
{
  const GstClVideoFftConfig *config = session->config;
  guint64 n_points = gst_fourier_info_get_n_points (&config->info);
  guint c;

  for (c = 0; c < config->info.channels; c++) {
    clfft_execute_params params = {
      .input_offset = gst_cl_video_picture_get_offset (&config->picture,
          &input->layout, c),
      .output_offset = c * n_points,
    };

    if (!gst_cl_session_execute (&session->base, input->plan,
            input->source.memory, output, &params, error))
      return FALSE;
  }
  return gst_opencl_queue_flush (session->base.queue, error);
}

/* Acquires an output buffer, transforms, and gives the picture back. */
static GstBuffer *
transform_to_buffer (GstClVideoFftSession * session, Input * input,
    GError ** error)
{
  GstBuffer *buffer = gst_opencl_buffer_pool_acquire (session->base.pool, error);
  gboolean done = buffer && transform (session, input,
      gst_opencl_memory_from_buffer (buffer), error);

  if (!gst_cl_source_end (&input->source, done ? error : NULL) || !done)
    gst_clear_buffer (&buffer);
  return buffer;
}

static void
count_frame (GstClVideoFftSession * session)
{
  const GstClVideoFftConfig *config = session->config;
  const GstFourierInfo *info = &config->info;

  gst_cl_session_count (&session->base, GST_CL_COUNTER_TRANSFORMS,
      (guint64) info->channels * info->blocks[0] * info->blocks[1]);
  gst_cl_session_count (&session->base, GST_CL_COUNTER_FRAMES, 1);
  gst_cl_session_count (&session->base, GST_CL_COUNTER_BYTES,
      gst_cl_video_fft_config_get_staging_size (config));
}

static gboolean
run (GstClVideoFftSession * session, const GstClPictureFrame * frame,
    GstBuffer * picture, guint field, GstBuffer ** done, GError ** error)
{
  Input input;
  GstBuffer *buffer;

  if (!take (session, frame, picture, field, &input, error)
      || !(buffer = transform_to_buffer (session, &input, error)))
    return FALSE;
  gst_cl_stamp_apply (&frame->stamp, buffer);
  count_frame (session);
  *done = buffer;
  return TRUE;
}

static gboolean
keep (GstClVideoFftSession * session, GstBuffer * picture, guint field,
    guint slot, GError ** error)
{
  const GstClVideoPicture *format = &session->config->picture;
  gsize size = gst_cl_video_picture_get_size (format);

  if (!gst_cl_video_picture_copy (format, picture, field,
          session->pictures + slot * size, error))
    return FALSE;
  gst_cl_session_count_copy (&session->base, size);
  return TRUE;
}

gboolean
gst_cl_video_fft_session_push (GstClVideoFftSession * session,
    GstClPictureWindow * window, GstBuffer * picture,
    const GstClVideoField * field, GstBuffer ** done, GError ** error)
{
  GstClPictureFrame frame;
  guint slot;

  *done = NULL;
  gst_cl_session_count (&session->base, GST_CL_COUNTER_PICTURES, 1);
  if (!gst_cl_picture_window_add (window, field, &slot))
    return TRUE;
  if (session->pictures
      && !keep (session, picture, field->number, slot, error))
    return FALSE;
  if (!gst_cl_picture_window_take (window, &frame))
    return TRUE;
  return run (session, &frame, picture, field->number, done, error);
}

gboolean
gst_cl_video_fft_session_finish (GstClVideoFftSession * session,
    GstClPictureWindow * window, GstBuffer ** done, GError ** error)
{
  GstClPictureFrame frame;

  *done = NULL;
  if (!gst_cl_picture_window_take (window, &frame))
    return TRUE;
  return run (session, &frame, NULL, 0, done, error);
}
