/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.c: sends pictures to the device, and filters them there.
 *
 *   picture --(its own memory, or a copy)--> the denoiser's pictures of a block
 *                                                   \--> output buffer
 */
#include "session.h"

#include "clfft/denoise.h"
#include "opencl/error.h"
#include "video/passing.h"
#include "video/planesource.h"

/* A picture of the run that was not given. */
typedef struct
{
  GstBuffer *buffer;            /* its times, flags and metas; what is given where
                                   is_kept */
  gboolean is_kept;             /* no plane has noise */
  clfft_denoise_level levels[GST_CL_VIDEO_MAX_PLANES];
  gdouble floor;
} Picture;

struct _GstClVideoDenoiseSession
{
  GstClSession base;

  GstClVideoPlanes planes;
  guint depth;
  clfft_denoiser *denoiser;
  cl_event last;                /* command of it, or NULL */

  Picture pictures[CLFFT_DENOISE_MAX_DEPTH];    /* k: at k modulo depth */
  guint64 n_taken, n_given;
  gboolean ends;
};

/* ---- making ---- */

gpointer
gst_cl_video_denoise_session_open (GstClElement * element, GError ** error)
{
  return gst_cl_session_new (sizeof (GstClVideoDenoiseSession),
      1 << GST_CL_COUNTER_PICTURES | 1 << GST_CL_COUNTER_DROPS,
      element->device.context, element->device.watchdog, error);
}

void
gst_cl_video_denoise_session_forget (GstClVideoDenoiseSession * session)
{
  guint i;

  for (i = 0; i < CLFFT_DENOISE_MAX_DEPTH; i++)
    gst_clear_buffer (&session->pictures[i].buffer);
  session->n_taken = session->n_given = 0;
  session->ends = FALSE;
}

void
gst_cl_video_denoise_session_unconfigure (gpointer data)
{
  GstClVideoDenoiseSession *session = data;

  gst_cl_video_denoise_session_forget (session);
  gst_cl_session_clear (&session->base);
  gst_opencl_event_clear (&session->last);
  clfft_denoiser_destroy (&session->denoiser);
}

static void
describe_planes (const GstClVideoPlanes * planes, clfft_denoise_desc * desc)
{
  guint i;

  desc->picture_size = GST_VIDEO_INFO_SIZE (&planes->video);
  desc->has_rest = !planes->is_covered;
  desc->n_planes = planes->n_planes;
  for (i = 0; i < planes->n_planes; i++) {
    const GstClVideoPlane *plane = &planes->planes[i];

    desc->planes[i] = (clfft_denoise_plane) {
      .offset = plane->offset, .row = plane->row, .step = plane->step,
      .width = plane->width, .height = plane->height, .bits = plane->depth,
      .shift = plane->shift, .big_endian = plane->is_big_endian,
    };
  }
}

static gboolean
make_denoiser (GstClVideoDenoiseSession * session,
    const GstClVideoDenoiseSettings * settings, GError ** error)
{
  GstClSession *base = &session->base;
  clfft_denoise_desc desc = {
    .block = settings->block_size,
    .hop = gst_cl_video_denoise_settings_get_hop (settings),
    .depth = settings->depth,
    .waiter = gst_opencl_watchdog_get_waiter (base->watchdog),
  };
  guint64 size;
  guint n_launches;

  describe_planes (&session->planes, &desc);
  if (!gst_cl_check (clfft_denoiser_create (gst_opencl_context_get_clfft_device
              (base->context), &desc, &session->denoiser),
          "Could not prepare the filter", error))
    return FALSE;
  clfft_denoiser_get_info (session->denoiser, &size, &n_launches);
  g_mutex_lock (&base->lock);
  base->recipe = g_strdup_printf ("%ux%ux%u hop %u, %u launches", desc.block,
      desc.block, desc.depth, desc.hop, n_launches);
  base->scratch_size = size;
  g_mutex_unlock (&base->lock);
  return TRUE;
}

gboolean
gst_cl_video_denoise_session_configure (GstClVideoDenoiseSession * session,
    const GstVideoInfo * video, const GstClVideoDenoiseSettings * settings,
    GstCaps * caps, GError ** error)
{
  gsize size;

  gst_cl_video_denoise_session_unconfigure (session);
  gst_cl_video_planes_init (&session->planes, video);
  size = GST_VIDEO_INFO_SIZE (&session->planes.video);
  session->depth = settings->depth;
  return make_denoiser (session, settings, error)
      && gst_cl_session_make_staging (&session->base, 2, size, error)
      && gst_cl_session_make_pool (&session->base, caps, size, error);
}

/* ---- pictures in ---- */

/* Enqueues the copy to the denoiser. */
static gboolean
copy_in (GstClVideoDenoiseSession * session, const GstClSource * source,
    gdouble scene, GError ** error)
{
  GstClCommand command = {
    .uses = {{source->memory, GST_MAP_READ}}, .after = &session->last
  };
  clfft_denoise_params params = {
    .slots = {session->n_taken % session->depth}, .offset = source->offset,
    .scene = scene, .begins = session->n_taken == 0
  };
  clfft_status status;

  GST_CL_COMMAND_BEGIN (&command, &params);
  status = clfft_denoiser_take (session->denoiser, gst_opencl_queue_get_handle
      (session->base.queue), source->memory->handle, &params);
  return gst_cl_session_end_command (&session->base, &command, status,
      "Could not copy a picture", error);
}

/* Codes of 8 bits to those of the format. */
static void
set_levels (GstClVideoDenoiseSession * session, Picture * picture,
    const GstClVideoDenoiseSettings * s)
{
  guint i;

  picture->floor = s->floor;
  picture->is_kept = TRUE;
  for (i = 0; i < session->planes.n_planes; i++) {
    const GstClVideoPlane *plane = &session->planes.planes[i];
    gdouble sigma = (plane->is_chroma && s->sigma_chroma >= 0
        ? s->sigma_chroma : s->sigma) * (1u << (plane->depth - 8));

    picture->levels[i] = (clfft_denoise_level) {
      sigma * s->sigma_low, sigma * s->sigma_mid, sigma * s->sigma_high};
    picture->is_kept &= picture->levels[i].low == 0
        && picture->levels[i].mid == 0 && picture->levels[i].high == 0;
  }
}

gboolean
gst_cl_video_denoise_session_take (GstClVideoDenoiseSession * session,
    GstBuffer * buffer, const GstClVideoDenoiseSettings * levels,
    GError ** error)
{
  Picture *picture = &session->pictures[session->n_taken % session->depth];
  GstClSource source;
  gboolean copied;

  if (!gst_cl_video_planes_take (&session->planes, &source, &session->base,
          buffer, error))
    return FALSE;
  copied = copy_in (session, &source, levels->scene_change, error);
  if (!gst_cl_source_end (&source, copied ? error : NULL) || !copied)
    return FALSE;
  set_levels (session, picture, levels);
  gst_clear_buffer (&picture->buffer);
  if (picture->is_kept) {
    picture->buffer = gst_cl_video_planes_pass (&session->planes,
        &session->base, buffer, error);
    if (!picture->buffer)
      return FALSE;
  } else {
    picture->buffer = gst_buffer_new ();
    gst_cl_video_passing_copy (buffer, picture->buffer);
  }
  session->n_taken++;
  gst_cl_session_count (&session->base, GST_CL_COUNTER_PICTURES, 1);
  return gst_opencl_queue_flush (session->base.queue, error);
}

void
gst_cl_video_denoise_session_end (GstClVideoDenoiseSession * session)
{
  session->ends = TRUE;
}

/* ---- pictures out ---- */

GstBuffer *
gst_cl_video_denoise_session_peek (GstClVideoDenoiseSession * session)
{
  guint behind = session->ends ? 0 : session->depth / 2;

  return session->n_given + behind < session->n_taken
      ? session->pictures[session->n_given % session->depth].buffer : NULL;
}

void
gst_cl_video_denoise_session_skip (GstClVideoDenoiseSession * session)
{
  gst_clear_buffer (&session->pictures[session->n_given++
          % session->depth].buffer);
  gst_cl_session_count (&session->base, GST_CL_COUNTER_DROPS, 1);
}

/* The picture that stands for the one `offset` from the next to be given. */
static guint
find_slot (const GstClVideoDenoiseSession * session, gint offset)
{
  gint64 period = 2 * ((gint64) session->n_taken - 1);
  gint64 k = (gint64) session->n_given + offset;

  k = period > 0 ? (k % period + period) % period : 0;
  return MIN (k, period - k) % session->depth;
}

static gboolean
filter (GstClVideoDenoiseSession * session, const Picture * picture,
    GstOpenCLMemory * output, GError ** error)
{
  GstClCommand command = {
    .uses = {{output, GST_MAP_WRITE}}, .after = &session->last
  };
  clfft_denoise_params params = {.floor = picture->floor };
  clfft_status status;
  guint t;

  for (t = 0; t < session->depth; t++)
    params.slots[t] = find_slot (session, (gint) t - (gint) session->depth / 2);
  memcpy (params.levels, picture->levels, sizeof params.levels);
  GST_CL_COMMAND_BEGIN (&command, &params);
  status = clfft_denoiser_give (session->denoiser, gst_opencl_queue_get_handle
      (session->base.queue), output->handle, &params);
  return gst_cl_session_end_command (&session->base, &command, status,
      "Could not filter a picture", error)
      && gst_opencl_queue_flush (session->base.queue, error);
}

gboolean
gst_cl_video_denoise_session_give (GstClVideoDenoiseSession * session,
    GstBuffer ** done, GError ** error)
{
  Picture *picture = &session->pictures[session->n_given % session->depth];

  *done = NULL;
  if (picture->is_kept) {
    *done = g_steal_pointer (&picture->buffer);
  } else {
    *done = gst_opencl_buffer_pool_acquire (session->base.pool, error);
    if (!*done)
      return FALSE;
    gst_cl_video_passing_copy (picture->buffer, *done);
    if (!filter (session, picture, gst_opencl_memory_from_buffer (*done),
            error)) {
      gst_clear_buffer (done);
      return FALSE;
    }
    gst_clear_buffer (&picture->buffer);
  }
  session->n_given++;
  gst_cl_session_count (&session->base, GST_CL_COUNTER_FRAMES, 1);
  gst_cl_session_count (&session->base, GST_CL_COUNTER_BYTES,
      GST_VIDEO_INFO_SIZE (&session->planes.video));
  return TRUE;
}
