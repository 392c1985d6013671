/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* finder.c: a plan, its output and a search for each group of planes. */
#include "finder.h"

#include "clfft/spectrum.h"
#include "element/fit/request.h"
#include "opencl/error.h"

/* Of 256: what rounding to them makes of a slope is no pattern. */
#define LEAST_CODES 0.5

typedef struct
{
  clfft_plan *plan;
  GstMemory *bins;
  GstClPatternSearch search;
  gboolean is_small;            /* no period fits in often enough */
} Look;

struct _GstClFinder
{
  Look looks[GST_CL_VIDEO_MAX_PLANES];
};

/* Codes of a plane of that description, from its first sample on. */
static void
describe (const GstClVideoPlane * plane, clfft_desc * desc,
    gdouble * windows[2])
{
  const guint64 lengths[] = { plane->width, plane->height };
  guint axis;

  memset (desc, 0, sizeof *desc);
  desc->transform = CLFFT_TRANSFORM_R2C;
  desc->rank = 2;
  desc->load.sample = plane->sample;
  desc->load.big_endian = plane->is_big_endian;
  desc->load.subtract_mean = true;
  /* codes instead of parts of the largest */
  desc->scale = (1u << plane->depth) - 1;
  for (axis = 0; axis < 2; axis++) {
    desc->lengths[axis] = lengths[axis];
    desc->load.windows[axis] = windows[axis];
  }
  desc->input_strides[0] = plane->step / plane->size;
  desc->input_strides[1] = plane->row / plane->size;
  desc->output_strides[0] = 1;
  desc->output_strides[1] = plane->width / 2 + 1;
}

static gboolean
make_plan (Look * look, GstClSession * session,
    const GstClVideoFilterConfig * config, const GstClVideoPlane * plane,
    GstClProgress * progress, GError ** error)
{
  const clfft_plan_params params = {
    .schedule = config->schedule,
    .effort = config->effort,
  };
  gdouble *windows[2] = { g_try_new (gdouble, plane->width),
    g_try_new (gdouble, plane->height)
  };
  gboolean made = FALSE;
  clfft_desc desc;

  if (windows[0] && windows[1]) {
    clfft_window_fill (CLFFT_WINDOW_HANN, -1, plane->width, windows[0]);
    clfft_window_fill (CLFFT_WINDOW_HANN, -1, plane->height, windows[1]);
    describe (plane, &desc, windows);
    made = gst_cl_session_make_plan (session, &look->plan, &desc, &params,
        progress, "the search for patterns", error);
  } else {
    gst_cl_set_memory_error (error, "No memory for the windows of %ux%u samples",
        plane->width, plane->height);
  }
  g_free (windows[0]);
  g_free (windows[1]);
  return made;
}

/* Takes what a plan and its bins need; FALSE if it is more than there is. */
static gboolean
take_room (GstClSession * session, const GstClVideoFilterConfig * config,
    const GstClVideoPlane * plane, guint64 size, guint64 * room, GError ** error)
{
  gdouble *windows[2] = { NULL, NULL };
  guint64 scratch = 0;
  clfft_desc desc;

  describe (plane, &desc, windows);
  clfft_desc_fits (&desc, gst_opencl_context_get_limits (session->context),
      config->schedule, &scratch);
  if (size + scratch >= *room)
    return gst_cl_set_property_error (error, "notch", "is auto, for which "
        "spectra of %ux%u samples need %" G_GUINT64_FORMAT " bytes, but may have %"
        G_GUINT64_FORMAT, plane->width, plane->height, size + scratch, *room);
  *room -= size + scratch;
  return TRUE;
}

static gboolean
make_look (Look * look, GstClSession * session,
    const GstClVideoFilterConfig * config, const GstClVideoPlane * plane,
    guint64 * room, GstClProgress * progress, GError ** error)
{
  gsize size = (gsize) (plane->width / 2 + 1) * plane->height
      * 2 * sizeof (gfloat);

  look->is_small = MIN (plane->width, plane->height)
      < 4 * GST_CL_PATTERNS_LEAST;
  if (look->is_small)
    return TRUE;
  if (!take_room (session, config, plane, size, room, error))
    return FALSE;
  look->bins = gst_cl_session_alloc (session, size, error);
  return look->bins
      && gst_cl_pattern_search_init (&look->search, plane->width,
      plane->height, config->threshold, LEAST_CODES
      * (1u << plane->depth) / 256, error)
      && make_plan (look, session, config, plane, progress, error);
}

GstClFinder *
gst_cl_finder_new (GstClSession * session,
    const GstClVideoFilterConfig * config, guint64 * room,
    GstClProgress * progress, GError ** error)
{
  GstClFinder *finder = g_new0 (GstClFinder, 1);
  guint g;

  for (g = 0; g < config->n_groups; g++)
    if (!make_look (&finder->looks[g], session, config,
            config->groups[g].planes[0], room, progress, error)) {
      gst_cl_finder_free (finder);
      return NULL;
    }
  return finder;
}

void
gst_cl_finder_free (GstClFinder * finder)
{
  guint g;

  if (!finder)
    return;
  for (g = 0; g < GST_CL_VIDEO_MAX_PLANES; g++) {
    clfft_plan_destroy (&finder->looks[g].plan);
    g_clear_pointer (&finder->looks[g].bins, gst_memory_unref);
    gst_cl_pattern_search_clear (&finder->looks[g].search);
  }
  g_free (finder);
}

gboolean
gst_cl_finder_look (GstClFinder * finder, GstClSession * session,
    const GstClVideoFilterConfig * config, const GstClSource * source,
    guint group, guint i, GstClPatterns * found, GError ** error)
{
  Look *look = &finder->looks[group];
  const GstClVideoPlane *plane = config->groups[group].planes[i];
  clfft_execute_params params = {
    .input_offset = (source->offset + plane->offset) / plane->size,
  };
  GstMapInfo map;

  found->n = 0;
  if (look->is_small)
    return TRUE;
  look->search.threshold = config->threshold;
  if (!gst_cl_session_execute (session, look->plan, source->memory,
          (GstOpenCLMemory *) look->bins, &params, error)
      || !gst_opencl_memory_map_host (look->bins, &map, GST_MAP_READ, error))
    return FALSE;
  gst_cl_pattern_search_run (&look->search, (const gfloat *) map.data, found);
  gst_memory_unmap (look->bins, &map);
  return gst_opencl_memory_check ((GstOpenCLMemory *) look->bins, error);
}
