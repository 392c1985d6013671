/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * window.h: the properties `window` and `window-param` together: a window
 * and its parameter, of which -1 is the window's own default.
 */
#ifndef GST_CL_WINDOW_H
#define GST_CL_WINDOW_H

#include <gst/gst.h>
#include "clfft/spectrum.h"

G_BEGIN_DECLS

/* window-param: the window's own default */
#define GST_CL_WINDOW_PARAM_STANDARD -1.0

/* The parameter, the window's own default resolved; 0 if it takes none. */
gdouble gst_cl_window_resolve_param (clfft_window window, gdouble param);

/* FALSE with a settings error that names window-param, value and limit. */
gboolean gst_cl_window_check_param (clfft_window window, gdouble param,
    GError ** error);

G_END_DECLS

#endif /* GST_CL_WINDOW_H */
