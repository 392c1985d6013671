/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * text.h: texts for people and programs, in which numbers have a point whatever
 * the locale is. g_strdup_printf () writes 0,5 in German.
 */
#ifndef GST_CL_TEXT_H
#define GST_CL_TEXT_H

#include <glib.h>

G_BEGIN_DECLS

/* g_strdup_printf () and g_strdup_vprintf () in the C locale. */
gchar *gst_cl_strdup_printf (const gchar * format, ...) G_GNUC_PRINTF (1, 2);
gchar *gst_cl_strdup_vprintf (const gchar * format, va_list arguments)
    G_GNUC_PRINTF (1, 0);

G_END_DECLS

#endif /* GST_CL_TEXT_H */
