/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* private.h: what the makers of responses share. */
#ifndef GST_CL_RESPONSE_PRIVATE_H
#define GST_CL_RESPONSE_PRIVATE_H

#include <glib/gstdio.h>

#include "response.h"

G_BEGIN_DECLS

/*
 * Makes a response of zeros, which its maker may fill until somebody else has
 * it. NULL with an error, which begins with `what`, if it has no taps or too
 * many, or if there is no memory.
 */
GstClResponse *gst_cl_response_new (const gchar * what, guint n_channels,
    guint64 n_taps, gint rate, GError ** error);

/* Whether all taps are finite; else the error, which begins with `what`, names
   the first that is not. */
gboolean gst_cl_response_check (const GstClResponse * response,
    const gchar * what, GError ** error);

/* Takes the response and gives what it is at another rate; the same if it has
   that rate already. NULL with an error that begins with `what`. */
GstClResponse *gst_cl_response_resample (GstClResponse * response,
    const gchar * what, gint rate, const gint * cancelled, GError ** error);

/* Whether the path is of a plain file with something in it: to open a pipe may
   take for ever. Else an error that begins with `what`. */
gboolean gst_cl_response_check_file (const gchar * path, const gchar * what,
    GStatBuf * status, GError ** error);

/* Whether loading shall go on; else an error that is not posted. */
gboolean gst_cl_response_may_go_on (const gint * cancelled, GError ** error);

G_END_DECLS

#endif /* GST_CL_RESPONSE_PRIVATE_H */
