/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* labels.h: writes the numbers of an axis, in the C locale. Pure. */
#ifndef GST_CL_LABELS_H
#define GST_CL_LABELS_H

#include <glib.h>

G_BEGIN_DECLS

#define GST_CL_LABEL_SIZE 24    /* bytes */

/* Each writes a multiple of step with no more digits than it needs; largest is
   the axis' larger end. A number; hertz with a prefix: "500", "2k"; seconds, on
   an axis that reaches a minute as on a clock: "0.5", "1:30". */
void gst_cl_label_plain (gdouble value, gdouble step, gdouble largest,
    gchar * label);
void gst_cl_label_frequency (gdouble value, gdouble step, gdouble largest,
    gchar * label);
void gst_cl_label_time (gdouble value, gdouble step, gdouble largest,
    gchar * label);

G_END_DECLS

#endif /* GST_CL_LABELS_H */
