/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * transform.c: spectra -> staging memory -> plan -> memory.
 *
 * The host waits for each dispatch: it adds up the results itself, and the sum
 * must leave with the buffer that completes it.
 */
#include "transform.h"

#include "element/commands/source.h"
#include "opencl/error.h"

/* ---- making ---- */

void
gst_cl_ifft_transform_unconfigure (GstClIfftTransform * transform)
{
  gst_cl_session_clear (&transform->base);
  g_clear_pointer (&transform->output, gst_memory_unref);
}

static gboolean
make_memory (GstClIfftTransform * transform, const clfft_desc * desc,
    gsize staging_size, GError ** error)
{
  guint64 n_input, n_output;

  if (!gst_cl_check (clfft_desc_get_extent (desc, &n_input, &n_output),
          "Could not plan the inverse transform", error))
    return FALSE;
  if (!gst_cl_session_make_staging (&transform->base, 1,
          MAX (staging_size, clfft_desc_get_input_size (desc) * n_input),
          error))
    return FALSE;
  transform->output = gst_cl_session_alloc (&transform->base,
      clfft_desc_get_output_size (desc) * n_output, error);
  return transform->output != NULL;
}

gboolean
gst_cl_ifft_transform_configure (GstClIfftTransform * transform,
    const clfft_desc * desc, gsize staging_size,
    const clfft_plan_params * params,
    GstClProgress * progress, GError ** error)
{
  gst_cl_ifft_transform_unconfigure (transform);
  if (gst_cl_session_make_plan (&transform->base, &transform->base.plan, desc,
          params, progress, "the inverse transform", error)
      && make_memory (transform, desc, staging_size, error))
    return TRUE;
  gst_cl_ifft_transform_unconfigure (transform);
  return FALSE;
}

/* ---- dispatch ---- */

static gboolean
stage (GstClIfftTransform * transform, const GstClSpectrumLoad * load,
    const guint8 * spectra, guint64 n_spectra, GstClSource * source,
    GError ** error)
{
  gsize size = n_spectra * gst_cl_spectrum_load_get_n_written (load) * 2
      * (load->to_double ? sizeof (gdouble) : sizeof (gfloat));

  if (!gst_cl_source_begin_copy (source, &transform->base, size, error))
    return FALSE;
  gst_cl_spectrum_load (load, spectra, n_spectra, source->data);
  return gst_cl_source_end_copy (source, &transform->base, size, error);
}

static gboolean
execute (GstClIfftTransform * transform, GstOpenCLMemory * spectra,
    guint64 n_spectra, guint n_frames, GError ** error)
{
  clfft_execute_params params = { .counts = {n_spectra}, };

  /* the plan may write to its input too, but nobody reads that */
  if (!gst_cl_session_execute (&transform->base, transform->base.plan,
          spectra, (GstOpenCLMemory *) transform->output, &params, error)
      || !gst_cl_session_wait (&transform->base, error))
    return FALSE;
  gst_cl_session_count (&transform->base, GST_CL_COUNTER_TRANSFORMS,
      n_spectra);
  gst_cl_session_count (&transform->base, GST_CL_COUNTER_FRAMES, n_frames);
  return TRUE;
}

gboolean
gst_cl_ifft_transform_run (GstClIfftTransform * transform,
    const GstClSpectrumLoad * load, const guint8 * spectra,
    guint64 n_spectra, guint n_frames, GstMapInfo * info, GError ** error)
{
  GstClSource source;

  return stage (transform, load, spectra, n_spectra, &source, error)
      && gst_cl_ifft_transform_run_spectra (transform, source.memory, n_spectra,
      n_frames, info, error);
}

gboolean
gst_cl_ifft_transform_run_spectra (GstClIfftTransform * transform,
    GstOpenCLMemory * spectra, guint64 n_spectra, guint n_frames,
    GstMapInfo * info, GError ** error)
{
  return execute (transform, spectra, n_spectra, n_frames, error)
      && gst_opencl_memory_map_host (transform->output, info, GST_MAP_READ,
      error);
}

void
gst_cl_ifft_transform_unmap (GstClIfftTransform * transform,
    GstMapInfo * info)
{
  gst_memory_unmap (transform->output, info);
}

/* ---- statistics ---- */

void
gst_cl_ifft_transform_count_bytes (GstClIfftTransform * transform,
    gsize n_bytes)
{
  gst_cl_session_count (&transform->base, GST_CL_COUNTER_BYTES, n_bytes);
  gst_cl_session_count_copy (&transform->base, n_bytes);
}
