/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * pictureadd.c: keeps the sums of the pictures that are not complete. These
 * follow each other and are at most max (1, depth - hop), so that picture p has
 * place p modulo that number.
 */
#include "pictureadd.h"

#include <string.h>

typedef struct
{
  guint64 picture;              /* the picture whose sums these are */
  gboolean is_open;
  gdouble squares;              /* sum of the squares of the window */
  gdouble *sums;
} Place;

struct _GstClPictureAdd
{
  GstClPictureAddParams params;
  gsize n_pixels;               /* of all channels */
  Place *places;
  guint n_places;
};

static guint
count_places (const GstClPictureAddParams * params)
{
  return params->depth > params->hop ? params->depth - params->hop : 1;
}

guint64
gst_cl_picture_add_get_size (const GstClPictureAddParams * params)
{
  guint64 factors[] = { params->axes[0].length, params->axes[1].length,
    count_places (params), sizeof (gdouble)
  };
  guint64 size = params->n_channels;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (factors); i++)
    if (!g_uint64_checked_mul (&size, size, factors[i]))
      return G_MAXUINT64;
  return size;
}

GstClPictureAdd *
gst_cl_picture_add_new (const GstClPictureAddParams * params,
    GError ** error)
{
  guint64 size = gst_cl_picture_add_get_size (params);
  GstClPictureAdd *add = g_new0 (GstClPictureAdd, 1);
  guint i;

  add->params = *params;
  add->n_pixels = size / sizeof (gdouble) / count_places (params);
  if (size < G_MAXSIZE)
    add->places = g_try_new0 (Place, count_places (params));
  if (add->places)
    add->n_places = count_places (params);
  for (i = 0; i < add->n_places; i++) {
    add->places[i].sums = g_try_new (gdouble, add->n_pixels);
    if (!add->places[i].sums)
      add->n_places = i;
  }
  if (add->n_places > 0 && add->n_places == count_places (params))
    return add;
  g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT,
      "No memory for the sums of %u pictures of %u channels of %u x %u pixels",
      count_places (params), params->n_channels, params->axes[1].length,
      params->axes[0].length);
  gst_cl_picture_add_free (add);
  return NULL;
}

void
gst_cl_picture_add_free (GstClPictureAdd * add)
{
  guint i;

  if (!add)
    return;
  for (i = 0; i < add->n_places; i++)
    g_free (add->places[i].sums);
  g_free (add->places);
  g_free (add);
}

void
gst_cl_picture_add_restart (GstClPictureAdd * add)
{
  guint i;

  for (i = 0; i < add->n_places; i++)
    add->places[i].is_open = FALSE;
}

static Place *
open_place (GstClPictureAdd * add, guint64 picture)
{
  Place *place = &add->places[picture % add->n_places];

  if (place->is_open && place->picture == picture)
    return place;
  memset (place->sums, 0, add->n_pixels * sizeof (gdouble));
  place->squares = 0;
  place->picture = picture;
  place->is_open = TRUE;
  return place;
}

#define DEFINE_ADD(name, Real)                                          \
static void                                                             \
name (gdouble * sums, const gdouble * weights, gdouble weight,          \
    const Real * x, guint n)                                            \
{                                                                       \
  guint i;                                                              \
                                                                        \
  for (i = 0; i < n; i++)                                               \
    sums[i] += weight * weights[i] * x[i];                              \
}

DEFINE_ADD (add_floats, gfloat);
DEFINE_ADD (add_doubles, gdouble);

/* Adds one picture of a block. at: its first number; sums: those of its
   channel. */
static void
add_block (const GstClPictureAdd * add, gconstpointer stack, guint64 at,
    guint row, guint column, gdouble weight, gdouble * sums)
{
  const GstClPictureAddParams *params = &add->params;
  const GstClBlockAxis *down = &params->axes[0], *right = &params->axes[1];
  const gdouble *v = params->weights[0] + (gsize) row * down->size;
  const gdouble *h = params->weights[1] + (gsize) column * right->size;
  guint64 x, y;
  guint skip_x, n_x, skip_y, n_y, i;

  gst_cl_block_axis_find (right, column, &skip_x, &x, &n_x);
  gst_cl_block_axis_find (down, row, &skip_y, &y, &n_y);
  for (i = 0; i < n_y && n_x > 0; i++) {
    gdouble *to = sums + (y + i) * right->length + x;
    guint64 from = at + (guint64) (skip_y + i) * params->shape[1] + skip_x;
    gdouble w = v[skip_y + i];

    if (w != 0 && params->is_double)
      add_doubles (to, h + skip_x, weight * w, (const gdouble *) stack + from,
          n_x);
    else if (w != 0)
      add_floats (to, h + skip_x, weight * w, (const gfloat *) stack + from,
          n_x);
  }
}

void
gst_cl_picture_add_stack (GstClPictureAdd * add, gconstpointer stack,
    guint64 first, guint i)
{
  const GstClPictureAddParams *params = &add->params;
  Place *place = open_place (add, first + i);
  gdouble weight = params->window[i];
  guint64 n_points = (guint64) params->shape[0] * params->shape[1];
  gsize n_plane = (gsize) params->axes[0].length * params->axes[1].length;
  guint64 at = i * n_points;
  guint channel, row, column;

  place->squares += weight * weight;
  if (weight == 0)
    return;
  for (channel = 0; channel < params->n_channels; channel++)
    for (row = 0; row < params->axes[0].n_blocks; row++)
      for (column = 0; column < params->axes[1].n_blocks; column++) {
        add_block (add, stack, at, row, column, weight,
            place->sums + channel * n_plane);
        at += n_points * params->shape_depth;
      }
}

const gdouble *
gst_cl_picture_add_take (GstClPictureAdd * add, guint64 picture,
    gdouble * factor)
{
  Place *place = open_place (add, picture);

  place->is_open = FALSE;
  *factor = place->squares > add->params.least ? 1 / place->squares : 0;
  return place->sums;
}
