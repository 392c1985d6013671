/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audio/bands.c: constant-Q bands back to samples.
 *
 *   frames -> block -> staging memory -> spectra -> transform -> deframing
 *
 * A block is as many frames as a slice of claudiofft gave, counted from the
 * first frame of a run. Before the first one of a run that begins with its
 * sample 0 goes a block of frames that were before it: the run was mirrored
 * about that sample, so that they are conjugates of those behind it.
 */
#include "bands.h"

#include <string.h>
#include "element/commands/source.h"
#include "element/spectra/constantq.h"
#include "opencl/error.h"

struct _GstClIfftBands
{
  const GstClIfftConfig *config;
  GstClIfftTransform *transform;
  clfft_constant_q *synthesis;
  GstMemory *spectra;
  gsize n_numbers;              /* of a frame */
  gsize number_size;

  /* the block that was begun */
  guint8 *frames;               /* n_frames, as the device reads them */
  guint8 *mirrored;             /* the same of those before a run */
  guint n_held;
  gboolean has_data;
  gboolean is_first;            /* of a run */
  gint64 index;                 /* the sample of its first frame */
};

static guint
get_block (const GstClIfftBands * bands)
{
  return bands->config->constant_q.n_frames;
}

static gsize
get_frame_size (const GstClIfftBands * bands)
{
  return bands->n_numbers * bands->number_size;
}

/* ---- making ---- */

static gboolean
make_synthesis (GstClIfftBands * bands, const clfft_plan_params * params,
    GError ** error)
{
  const GstFourierInfo *info = &bands->config->info;
  GstClSession *base = &bands->transform->base;
  g_autofree gdouble *gain = gst_cl_spectra_make_constant_q_gain (info, error);
  clfft_constant_q_desc desc = {
    .bands = gst_cl_spectra_describe_constant_q (info),
    .direction = CLFFT_DIRECTION_INVERSE,
    .channels = info->channels,
    .max_slices = 1,
    .gain = gain,
    .precision = bands->config->load.to_double ? CLFFT_PRECISION_DOUBLE
        : CLFFT_PRECISION_SINGLE,
    .params = params,
    .waiter = gst_opencl_watchdog_get_waiter (base->watchdog),
  };

  return gain && gst_cl_check (clfft_constant_q_create
      (gst_opencl_context_get_clfft_device (base->context), &desc,
          &bands->synthesis), "Could not plan the constant-Q bands", error);
}

static gboolean
make_memory (GstClIfftBands * bands, GError ** error)
{
  gsize size = get_block (bands) * get_frame_size (bands);
  gsize n_bins = gst_cl_spectrum_load_get_n_written (&bands->config->load);

  bands->frames = g_try_malloc (size);
  bands->mirrored = g_try_malloc (size);
  if (!bands->frames || !bands->mirrored)
    return gst_cl_set_memory_error (error, "No memory for %u frames of %"
        G_GSIZE_FORMAT " bytes", get_block (bands), get_frame_size (bands));
  bands->spectra = gst_cl_session_alloc (&bands->transform->base,
      2 * bands->number_size * n_bins * bands->config->info.channels, error);
  return bands->spectra != NULL;
}

GstClIfftBands *
gst_cl_ifft_bands_new (GstClIfftTransform * transform,
    const GstClIfftConfig * config, const clfft_plan_params * params,
    GstClProgress * progress, GError ** error)
{
  GstClIfftBands *bands = g_new0 (GstClIfftBands, 1);
  clfft_desc desc;

  bands->config = config;
  bands->transform = transform;
  bands->number_size = config->load.to_double ? 8 : 4;
  bands->n_numbers = 2 * (gsize) config->info.bins[0] * config->info.channels;
  gst_cl_ifft_bands_reset (bands);
  progress->n_plans = MAX (progress->n_plans, 2);
  gst_cl_spectrum_load_describe (&config->load, config->info.channels, &desc);
  if (gst_cl_ifft_transform_configure (transform, &desc, get_block (bands)
          * get_frame_size (bands), params, progress, error)
      && make_synthesis (bands, params, error) && make_memory (bands, error))
    return bands;
  gst_cl_ifft_bands_free (bands);
  return NULL;
}

void
gst_cl_ifft_bands_free (GstClIfftBands * bands)
{
  if (!bands)
    return;
  clfft_constant_q_destroy (&bands->synthesis);
  g_clear_pointer (&bands->spectra, gst_memory_unref);
  g_free (bands->frames);
  g_free (bands->mirrored);
  g_free (bands);
}

void
gst_cl_ifft_bands_reset (GstClIfftBands * bands)
{
  bands->n_held = 0;
  bands->has_data = FALSE;
  bands->is_first = TRUE;
}

/* ---- blocks ---- */

static gboolean
synthesize (GstClIfftBands * bands, const guint8 * frames, GError ** error)
{
  GstClSession *base = &bands->transform->base;
  GstOpenCLMemory *spectra = (GstOpenCLMemory *) bands->spectra;
  gsize size = get_block (bands) * get_frame_size (bands);
  clfft_constant_q_params params = {.n_slices = 1 };
  GstClSource source;
  GstClCommand command = { .uses = {{NULL, GST_MAP_READ},
          {spectra, GST_MAP_WRITE}} };
  clfft_status status;

  if (!gst_cl_source_begin_copy (&source, base, size, error))
    return FALSE;
  memcpy (source.data, frames, size);
  if (!gst_cl_source_end_copy (&source, base, size, error))
    return FALSE;
  command.uses[0].memory = source.memory;
  GST_CL_COMMAND_BEGIN (&command, &params);
  status = clfft_constant_q_execute (bands->synthesis,
      gst_opencl_queue_get_handle (base->queue), source.memory->handle,
      spectra->handle, &params);
  return gst_cl_session_end_command (base, &command, status,
      "Could not make spectra of constant-Q bands", error);
}

/* Adds frames (nullable: silence), whose first one is that of sample `index`. */
static gboolean
add_block (GstClIfftBands * bands, const guint8 * frames, guint n_frames,
    gint64 index, GstClDeframing * deframing, GError ** error)
{
  const GstClIfftConfig *config = bands->config;
  guint channels = config->info.channels;
  GstClFrame block = {
    .is_double = config->load.to_double,
    .n_parts = 1,
    .stride = config->info.shape[0],
    .is_mid_side = config->is_mid_side,
  };
  GstMapInfo map;
  gboolean added;

  if (!frames)
    return gst_cl_deframing_add_block (deframing, index, &block, error);
  if (!synthesize (bands, frames, error)
      || !gst_cl_ifft_transform_run_spectra (bands->transform,
          (GstOpenCLMemory *) bands->spectra, channels, n_frames, &map, error))
    return FALSE;
  block.data = map.data;
  added = gst_cl_deframing_add_block (deframing, index, &block, error);
  gst_cl_ifft_transform_unmap (bands->transform, &map);
  return added;
}

/* Sets `to` to the conjugate of a frame; NULL: to silence. */
static void
mirror_frame (const GstClIfftBands * bands, const guint8 * from, guint8 * to)
{
  gsize i;

  if (!from) {
    memset (to, 0, get_frame_size (bands));
    return;
  }
  memcpy (to, from, get_frame_size (bands));
  for (i = 1; i < bands->n_numbers; i += 2)
    if (bands->number_size == 8)
      ((gdouble *) to)[i] = -((gdouble *) to)[i];
    else
      ((gfloat *) to)[i] = -((gfloat *) to)[i];
}

/* Adds the block of frames before the first one, of which the nearer half
   reaches samples of the run. */
static gboolean
add_mirrored (GstClIfftBands * bands, GstClDeframing * deframing,
    GError ** error)
{
  guint n = get_block (bands), i;
  gsize size = get_frame_size (bands);

  for (i = 0; i < n; i++)
    mirror_frame (bands, n - i <= n / 2 && n - i < bands->n_held
        ? bands->frames + (n - i) * size : NULL, bands->mirrored + i * size);
  return add_block (bands, bands->mirrored, 0,
      -(gint64) (bands->config->constant_q.length / 2), deframing, error);
}

/* Adds what is held, of a block that may be short. */
static gboolean
end_block (GstClIfftBands * bands, GstClDeframing * deframing, GError ** error)
{
  gsize size = get_frame_size (bands);
  guint n_held = bands->n_held;
  gboolean has_data = bands->has_data;

  memset (bands->frames + n_held * size, 0, (get_block (bands) - n_held)
      * size);
  if (bands->is_first && bands->index == 0 && has_data
      && !add_mirrored (bands, deframing, error))
    return FALSE;
  bands->n_held = 0;
  bands->has_data = FALSE;
  bands->is_first = FALSE;
  return add_block (bands, has_data ? bands->frames : NULL, n_held,
      bands->index, deframing, error);
}

static void
hold (GstClIfftBands * bands, const guint8 * spectra)
{
  guint8 *to = bands->frames + bands->n_held * get_frame_size (bands);
  const GstClNumbers *stored = &bands->config->load.stored;
  gsize i;

  bands->n_held++;
  if (!spectra)
    memset (to, 0, get_frame_size (bands));
  else if (bands->number_size == 4)
    gst_cl_numbers_to_floats (stored, spectra, bands->n_numbers, (gfloat *) to);
  else
    for (i = 0; i < bands->n_numbers; i++)
      ((gdouble *) to)[i] = gst_cl_numbers_read (stored, spectra, i);
  bands->has_data |= spectra != NULL;
}

gboolean
gst_cl_ifft_bands_run (GstClIfftBands * bands, const guint8 * spectra,
    guint n_frames, GstClDeframing * deframing, GError ** error)
{
  gsize stored_size =
      gst_fourier_info_get_frame_size (&bands->config->info);
  guint i;

  for (i = 0; i < n_frames; i++) {
    if (bands->n_held == 0)
      bands->index = gst_cl_deframing_get_line (deframing)->next;
    hold (bands, spectra ? spectra + i * stored_size : NULL);
    gst_cl_deframing_count (deframing, !spectra);
    if (bands->n_held == get_block (bands)
        && !end_block (bands, deframing, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
gst_cl_ifft_bands_finish (GstClIfftBands * bands, GstClDeframing * deframing,
    GError ** error)
{
  gboolean done = bands->n_held == 0 || end_block (bands, deframing, error);

  gst_cl_ifft_bands_reset (bands);
  return done;
}
