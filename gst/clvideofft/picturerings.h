/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * picturerings.h: tells which bins of a picture's spectrum a ring of spatial
 * frequency has, and the weight of each bin in the ring's mean.
 */
#ifndef GST_CL_PICTURE_RINGS_H
#define GST_CL_PICTURE_RINGS_H

#include <glib.h>

G_BEGIN_DECLS

/*
 * For transforms of n[0] columns and n[1] rows of real pixels, of which n[0] /
 * 2 + 1 bins a row are stored. Ring r has the bins whose distance from DC, in
 * bins of the longer axis, is rounded to r: bin[first[r]] up to
 * bin[first[r + 1]], each counted along the stored rows, with a weight such
 * that a ring's weights add up to 1; bins of the side that is not stored weigh
 * in with theirs. Bins beyond the last ring have none. `first` has room for
 * n_rings + 1, the others for every stored bin. Pure, any thread.
 *
 * may_go_on (nullable) is asked now and then, with how many bins of how many
 * were looked at. FALSE if it says so, or if there is no memory.
 */
gboolean gst_cl_picture_rings_sort (const guint n[2], guint n_rings,
    guint32 * first, guint32 * bin, gdouble * weight,
    gboolean (*may_go_on) (guint64 done, guint64 all));

G_END_DECLS

#endif /* GST_CL_PICTURE_RINGS_H */
