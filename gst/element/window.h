/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * window.h: the window of a frame as properties tell it: a function of clfft
 * with its parameter, or coefficients of the user's own.
 */
#ifndef GST_CL_WINDOW_H
#define GST_CL_WINDOW_H

#include <gst/fourier/fourier.h>
#include <gst/gst.h>
#include "clfft/spectrum.h"

G_BEGIN_DECLS

/* The window whose coefficients are in window-data; it has no parameter. */
#define GST_CL_WINDOW_CUSTOM ((clfft_window) CLFFT_N_WINDOWS)
#define GST_CL_WINDOW_CUSTOM_NAME "custom"

/* window-param: the window's own default */
#define GST_CL_WINDOW_PARAM_STANDARD -1.0
/* the largest of any window */
#define GST_CL_WINDOW_PARAM_MAX 1000

/* The name in caps; static. */
const gchar *gst_cl_window_get_name (clfft_window window);

/* The parameter of a window, with the window's own default resolved; 0 if it
   takes none. */
gdouble gst_cl_window_resolve_param (clfft_window window, gdouble param);

/* Checks the parameter. Returns FALSE with a settings error that names
   window-param, the value and the limit. */
gboolean gst_cl_window_check_param (clfft_window window, gdouble param,
    GError ** error);

/* Checks coefficients (nullable) for frames of size samples, likewise. */
gboolean gst_cl_window_check_data (GBytes * data, guint size, GError ** error);

/* Makes the size coefficients (g_free) of a window; data (nullable) were
   checked. */
gdouble *gst_cl_window_make (clfft_window window, gdouble param,
    GBytes * data, guint size, GError ** error);

/* Scalings that divide by the sum of the window need one that is not 0, as sums
   over bins do by its noise bandwidth: returns FALSE with a settings error that
   names scaling where it is 0. */
gboolean gst_cl_window_check_sum (const gdouble * w, guint size,
    GstFourierScaling scaling, gboolean sums_bins, GError ** error);

#define GST_CL_PROPERTY_WINDOW_PARAM(member, what) \
    {"window-param", "Window parameter", \
        "tukey: tapered fraction, 0 to 1 (default 0.5); gauss: sigma over " \
        what ", 0.05 to 1000 (0.4); kaiser: beta, 0 to 500 (8.6); " \
        "dolph-chebyshev: attenuation in dB, 1 to 300 (100); hann-poisson: " \
        "alpha, 0 to 100 (2); taylor: attenuation in dB, 1 to 120 (30); " \
        "dpss: NW, 0.1 to 500 (4); -1: the window's default; other windows " \
        "do not use it, then 0 to 1000 (default -1)", \
        GST_CL_KIND_DOUBLE, member, GST_CL_WINDOW_PARAM_STANDARD, \
        .least = -1, .most = GST_CL_WINDOW_PARAM_MAX}

#define GST_CL_PROPERTY_WINDOW_DATA(member, length) \
    {"window-data", "Window data", \
        "Coefficients of window=custom: " length " doubles in the host's " \
        "byte order, none beyond 1000000, one at least 0.000001 (default " \
        "none)", \
        GST_CL_KIND_BYTES, member}

G_END_DECLS

#endif /* GST_CL_WINDOW_H */
