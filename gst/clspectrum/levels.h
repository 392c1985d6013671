/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * levels.h: gathers the transforms of an interval into one level in decibels
 * for each point, or into one mean phase.
 *
 * Not thread-safe. As in `spectrum`, a mean of decibels or of plain numbers with
 * a NaN in it is NaN. The other methods leave out what is not finite; a point
 * that had nothing else is NaN.
 */
#ifndef GST_CL_LEVELS_H
#define GST_CL_LEVELS_H

#include <glib.h>

G_BEGIN_DECLS

/**
 * GstClLevelsMethod:
 * @GST_CL_LEVELS_METHOD_DB_MEAN: powers; their decibels, each raised to the
 *     threshold, then the mean: as `spectrum`
 * @GST_CL_LEVELS_METHOD_POWER_MEAN: powers; their mean in decibels
 * @GST_CL_LEVELS_METHOD_MAX: powers; the largest in decibels
 * @GST_CL_LEVELS_METHOD_MIN: powers; the smallest in decibels
 * @GST_CL_LEVELS_METHOD_PLAIN_MEAN: any numbers; their mean, no threshold
 */
typedef enum
{
  GST_CL_LEVELS_METHOD_DB_MEAN,
  GST_CL_LEVELS_METHOD_POWER_MEAN,
  GST_CL_LEVELS_METHOD_MAX,
  GST_CL_LEVELS_METHOD_MIN,
  GST_CL_LEVELS_METHOD_PLAIN_MEAN,
} GstClLevelsMethod;

typedef struct _GstClLevels GstClLevels;

/* Makes levels; NULL if there is no memory. */
GstClLevels *gst_cl_levels_new (GstClLevelsMethod method, gsize n_points);
void gst_cl_levels_free (GstClLevels * levels);
void gst_cl_levels_reset (GstClLevels * levels);

/* Adds n_frames times n_points values of what the method takes; threshold is in
   decibels, here and below. Returns how many of them are not finite. */
gsize gst_cl_levels_add (GstClLevels * levels, const gfloat * values,
    gsize n_frames, gfloat threshold);

/* Writes n_points results and resets. With nothing added they are 0. */
void gst_cl_levels_finish (GstClLevels * levels, gfloat threshold,
    gfloat * results);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClLevels, gst_cl_levels_free)

G_END_DECLS

#endif /* GST_CL_LEVELS_H */
