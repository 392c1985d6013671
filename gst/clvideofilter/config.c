/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* config.c: planes, kernel and gains, and the precision that they need. */
#include "config.h"

#include <math.h>
#include <string.h>
#include "element/session.h"

/* The largest error of single precision, as a part of the largest code and for
   each unit of what noise grows by, and the error that is allowed, codes. */
#define SINGLE_ERROR 3e-7
#define MOST_ERROR 0.009

/* Bytes of all that is made for pictures, and of a picture of which two are
   staged. */
#define MOST_SIZE (G_GUINT64_CONSTANT (1) << 30)
#define MOST_STAGED (G_GUINT64_CONSTANT (1) << 27)
static gboolean
is_of_group (const GstClFilterGroup * group, const GstClVideoPlane * plane)
{
  const GstClVideoPlane *first = group->planes[0];

  return first->width == plane->width && first->height == plane->height
      && first->row == plane->row && first->step == plane->step;
}

static void
group_planes (GstClVideoFilterConfig * config)
{
  guint i, g;

  for (i = 0; i < config->planes.n_planes; i++) {
    const GstClVideoPlane *plane = &config->planes.planes[i];
    GstClFilterGroup *group;

    for (g = 0; g < config->n_groups; g++)
      if (is_of_group (&config->groups[g], plane))
        break;
    group = &config->groups[g];
    config->n_groups = MAX (config->n_groups, g + 1);
    group->numbers[group->n_planes] = i;
    group->planes[group->n_planes++] = plane;
  }
}

static gboolean
take_kernel (GstClVideoFilterConfig * config,
    const GstClVideoFilterSettings * settings, GError ** error)
{
  if (*settings->kernel_file)
    config->kernel = gst_cl_kernel_load (settings->kernel_file,
        settings->normalize, error);
  else if (*settings->kernel)
    config->kernel = gst_cl_kernel_parse (settings->kernel,
        settings->normalize, error);
  else
    return TRUE;
  return config->kernel != NULL;
}

static void
take_gains (GstClVideoFilterConfig * config,
    const GstClVideoFilterSettings * settings, const GstClNotches * notches)
{
  const GstVideoFormatInfo *format = config->planes.video.finfo;
  guint g, axis;

  for (g = 0; g < config->n_groups; g++) {
    GstClFilterGroup *group = &config->groups[g];
    guint component = group->numbers[0];
    GstClKernel *kernel = config->kernel;

    gst_cl_gains_init (&group->gains, settings, notches,
        1u << GST_VIDEO_FORMAT_INFO_W_SUB (format, component),
        1u << GST_VIDEO_FORMAT_INFO_H_SUB (format, component));
    for (axis = 0; axis < 2; axis++) {
      group->reach[axis] = gst_cl_gains_get_reach (&group->gains, axis);
      if (kernel)
        group->reach[axis] += (axis ? kernel->height : kernel->width) / 2;
    }
  }
}

/* Noise of all frequencies grows by so much. */
static gdouble
get_growth (const GstClVideoFilterConfig * config)
{
  const GstClKernel *kernel = config->kernel;
  gdouble sum = kernel ? 0 : 1;
  guint i;

  for (i = 0; kernel && i < kernel->width * kernel->height; i++)
    sum += kernel->taps[i] * kernel->taps[i];
  return sqrt (sum) * gst_cl_gains_get_most (&config->groups[0].gains);
}

GstClVideoFilterConfig *
gst_cl_video_filter_config_new (const GstClVideoFilterSettings * settings,
    const GstVideoInfo * video, gboolean has_double, GError ** error)
{
  GstClVideoFilterConfig *config;
  GstClNotches notches;

  if (!gst_cl_notches_parse (&notches, settings->notch, error))
    return NULL;
  config = g_new0 (GstClVideoFilterConfig, 1);
  gst_cl_video_planes_init (&config->planes, video);
  group_planes (config);
  if (!take_kernel (config, settings, error)) {
    gst_cl_video_filter_config_free (config);
    return NULL;
  }
  take_gains (config, settings, &notches);
  config->is_auto = notches.is_auto;
  config->threshold = settings->notch_threshold;
  config->is_identity = !config->kernel
      && gst_cl_gains_are_one (&config->groups[0].gains);
  config->schedule = settings->schedule;
  config->effort = settings->effort;
  if (has_double && get_growth (config) * SINGLE_ERROR
      * (1u << config->planes.planes[0].depth) > MOST_ERROR)
    config->precision = CLFFT_PRECISION_DOUBLE;
  return config;
}

void
gst_cl_video_filter_config_free (gpointer data)
{
  GstClVideoFilterConfig *config = data;

  if (!config)
    return;
  gst_cl_kernel_free (config->kernel);
  g_free (config);
}

gboolean
gst_cl_video_filter_config_is_alike (const GstClVideoFilterConfig * a,
    const GstClVideoFilterConfig * b)
{
  guint g;

  if (!gst_video_info_is_equal (&a->planes.video, &b->planes.video)
      || a->is_auto != b->is_auto || a->is_identity != b->is_identity
      || a->precision != b->precision)
    return FALSE;
  for (g = 0; g < a->n_groups; g++)
    if (a->groups[g].reach[0] != b->groups[g].reach[0]
        || a->groups[g].reach[1] != b->groups[g].reach[1])
      return FALSE;
  return TRUE;
}

/* ---- room ---- */

guint
gst_cl_video_filter_config_get_n_staging (const GstClVideoFilterConfig * config)
{
  return GST_VIDEO_INFO_SIZE (&config->planes.video) <= MOST_STAGED ? 2 : 1;
}

guint64
gst_cl_video_filter_config_get_room (const GstClVideoFilterConfig * config)
{
  guint64 pictures = (guint64) GST_VIDEO_INFO_SIZE (&config->planes.video)
      * (gst_cl_video_filter_config_get_n_staging (config)
      + GST_CL_SESSION_MIN_BUFFERS);

  return pictures < MOST_SIZE ? MOST_SIZE - pictures : 1;
}

/* By samples of one plane: planes are filtered one by one where they are large. */
static guint64
get_share (const GstClVideoFilterConfig * config, guint number, guint64 room)
{
  guint64 all = 0, own = 0;
  guint g;

  for (g = 0; g < config->n_groups; g++) {
    const GstClVideoPlane *plane = config->groups[g].planes[0];
    guint64 n = (guint64) plane->width * plane->height;

    all += n;
    own = g == number ? n : own;
  }
  return MAX (room * own / all, 1);
}

void
gst_cl_video_filter_config_describe (const GstClVideoFilterConfig * config,
    guint number, guint64 room, clfft_filter_desc * desc)
{
  const GstClFilterGroup *group = &config->groups[number];
  const GstClVideoPlane *plane = group->planes[0];
  guint i;

  memset (desc, 0, sizeof *desc);
  desc->width = plane->width;
  desc->height = plane->height;
  desc->n_planes = group->n_planes;
  for (i = 0; i < group->n_planes; i++)
    desc->offsets[i] = group->planes[i]->offset;
  desc->row = plane->row;
  desc->sample_size = plane->size;
  desc->step = plane->step / plane->size;
  desc->big_endian = plane->is_big_endian;
  desc->depth = plane->depth;
  desc->shift = plane->shift;
  desc->reach[0] = group->reach[0];
  desc->reach[1] = group->reach[1];
  desc->n_responses = config->is_auto ? group->n_planes : 1;
  desc->max_waves = config->is_auto ? CLFFT_FILTER_MAX_WAVES : 0;
  desc->precision = config->precision;
  desc->max_size = get_share (config, number, room);
}
