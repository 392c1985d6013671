/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * properties.h: properties of an element as data. A row says a property's
 * name, kind, place in the element's settings, default and words; legal ranges
 * are the element's to check when it starts, for GObject would drop a value
 * outside a GParamSpec's range in silence. So numbers have the whole range of
 * their type, and doubles are validated laxly: infinity arrives as
 * G_MAXDOUBLE, NaN as NaN.
 *
 * Threads: pure functions of their arguments; callers hold the lock that
 * guards their settings.
 */
#ifndef GST_CL_PROPERTIES_H
#define GST_CL_PROPERTIES_H

#include <gst/gst.h>

G_BEGIN_DECLS

typedef enum
{
  GST_CL_KIND_UINT,
  GST_CL_KIND_UINT64,
  GST_CL_KIND_DOUBLE,
  GST_CL_KIND_BOOLEAN,
  GST_CL_KIND_ENUM,
  GST_CL_KIND_TEXT,             /* a gchar array */
} GstClKind;

/**
 * GstClProperty:
 * @name: and @nick, @blurb: as of a GParamSpec, static
 * @kind: type of the member
 * @offset: of the member in the settings
 * @standard: default of what is no text
 * @get_type: of KIND_ENUM
 * @ready_only: GST_PARAM_MUTABLE_READY, else GST_PARAM_MUTABLE_PLAYING
 * @marks: bits of the table's owner
 * @text: default of KIND_TEXT
 * @size: of KIND_TEXT, bytes with the final 0; what is longer is cut
 */
typedef struct
{
  const gchar *name, *nick, *blurb;
  GstClKind kind;
  gsize offset;
  gdouble standard;
    GType (*get_type) (void);
  gboolean ready_only;
  guint marks;
  const gchar *text;
  gsize size;
} GstClProperty;

/* Rows with consecutive property ids. */
typedef struct
{
  const GstClProperty *rows;
  guint first_id, n_rows;
} GstClProperties;

/* Writes every default. */
void gst_cl_properties_init (const GstClProperties * properties,
    gpointer settings);

/* Installs those whose marks have none of the bits `without`. */
void gst_cl_properties_install (const GstClProperties * properties,
    GObjectClass * klass, guint without);

/* FALSE if the id is not in the table. */
gboolean gst_cl_properties_set (const GstClProperties * properties,
    gpointer settings, guint id, const GValue * value);
gboolean gst_cl_properties_get (const GstClProperties * properties,
    gconstpointer settings, guint id, GValue * value);

/* Is one of those whose marks, of the bits `mask`, are `marks` different? */
gboolean gst_cl_properties_differ (const GstClProperties * properties,
    gconstpointer a, gconstpointer b, guint mask, guint marks);

/* FALSE with a settings error unless lowest <= value <= highest; refuses NaN
   too. */
gboolean gst_cl_check_double (const gchar * name, gdouble value,
    gdouble lowest, gdouble highest, GError ** error);

G_END_DECLS

#endif /* GST_CL_PROPERTIES_H */
