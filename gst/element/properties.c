/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* properties.c: tables of properties: defaults, specs, values. */
#include "properties.h"

#include <string.h>
#include "opencl/error.h"

#define MEMBER(type, settings, property) \
    ((type *) (void *) ((guint8 *) (settings) + (property)->offset))
#define CONST_MEMBER(type, settings, property) \
    ((const type *) (const void *) \
        ((const guint8 *) (settings) + (property)->offset))

static const GstClProperty *
find (const GstClProperties * properties, guint id)
{
  return id >= properties->first_id
      && id - properties->first_id < properties->n_rows
      ? &properties->rows[id - properties->first_id] : NULL;
}

void
gst_cl_properties_init (const GstClProperties * properties, gpointer settings)
{
  guint i;

  for (i = 0; i < properties->n_rows; i++) {
    const GstClProperty *p = &properties->rows[i];

    switch (p->kind) {
      case GST_CL_KIND_UINT:
        *MEMBER (guint, settings, p) = (guint) p->standard;
        break;
      case GST_CL_KIND_UINT64:
        *MEMBER (guint64, settings, p) = (guint64) p->standard;
        break;
      case GST_CL_KIND_DOUBLE:
        *MEMBER (gdouble, settings, p) = p->standard;
        break;
      case GST_CL_KIND_BOOLEAN:
      case GST_CL_KIND_ENUM:
        *MEMBER (gint, settings, p) = (gint) p->standard;
        break;
      case GST_CL_KIND_TEXT:
        g_strlcpy (MEMBER (gchar, settings, p), p->text, p->size);
        break;
    }
  }
}

static GParamSpec *
make_spec (const GstClProperty * p)
{
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
      | (p->ready_only ? GST_PARAM_MUTABLE_READY : GST_PARAM_MUTABLE_PLAYING);

  switch (p->kind) {
    case GST_CL_KIND_UINT:
      return g_param_spec_uint (p->name, p->nick, p->blurb, 0, G_MAXUINT,
          (guint) p->standard, flags);
    case GST_CL_KIND_UINT64:
      return g_param_spec_uint64 (p->name, p->nick, p->blurb, 0, G_MAXUINT64,
          (guint64) p->standard, flags);
    case GST_CL_KIND_DOUBLE:
      return g_param_spec_double (p->name, p->nick, p->blurb, -G_MAXDOUBLE,
          G_MAXDOUBLE, p->standard, flags | G_PARAM_LAX_VALIDATION);
    case GST_CL_KIND_BOOLEAN:
      return g_param_spec_boolean (p->name, p->nick, p->blurb,
          (gboolean) p->standard, flags);
    case GST_CL_KIND_ENUM:
      return g_param_spec_enum (p->name, p->nick, p->blurb, p->get_type (),
          (gint) p->standard, flags);
    case GST_CL_KIND_TEXT:
      return g_param_spec_string (p->name, p->nick, p->blurb, p->text, flags);
  }
  g_return_val_if_reached (NULL);
}

void
gst_cl_properties_install (const GstClProperties * properties,
    GObjectClass * klass, guint without)
{
  guint i;

  for (i = 0; i < properties->n_rows; i++)
    if (!(properties->rows[i].marks & without))
      g_object_class_install_property (klass, properties->first_id + i,
          make_spec (&properties->rows[i]));
}

gboolean
gst_cl_properties_set (const GstClProperties * properties, gpointer settings,
    guint id, const GValue * value)
{
  const GstClProperty *p = find (properties, id);
  const gchar *text;

  if (!p)
    return FALSE;
  switch (p->kind) {
    case GST_CL_KIND_UINT:
      *MEMBER (guint, settings, p) = g_value_get_uint (value);
      break;
    case GST_CL_KIND_UINT64:
      *MEMBER (guint64, settings, p) = g_value_get_uint64 (value);
      break;
    case GST_CL_KIND_DOUBLE:
      *MEMBER (gdouble, settings, p) = g_value_get_double (value);
      break;
    case GST_CL_KIND_BOOLEAN:
      *MEMBER (gboolean, settings, p) = g_value_get_boolean (value);
      break;
    case GST_CL_KIND_ENUM:
      *MEMBER (gint, settings, p) = g_value_get_enum (value);
      break;
    case GST_CL_KIND_TEXT:
      text = g_value_get_string (value);
      g_strlcpy (MEMBER (gchar, settings, p), text ? text : "", p->size);
      break;
  }
  return TRUE;
}

gboolean
gst_cl_properties_get (const GstClProperties * properties,
    gconstpointer settings, guint id, GValue * value)
{
  const GstClProperty *p = find (properties, id);

  if (!p)
    return FALSE;
  switch (p->kind) {
    case GST_CL_KIND_UINT:
      g_value_set_uint (value, *CONST_MEMBER (guint, settings, p));
      break;
    case GST_CL_KIND_UINT64:
      g_value_set_uint64 (value, *CONST_MEMBER (guint64, settings, p));
      break;
    case GST_CL_KIND_DOUBLE:
      g_value_set_double (value, *CONST_MEMBER (gdouble, settings, p));
      break;
    case GST_CL_KIND_BOOLEAN:
      g_value_set_boolean (value, *CONST_MEMBER (gboolean, settings, p));
      break;
    case GST_CL_KIND_ENUM:
      g_value_set_enum (value, *CONST_MEMBER (gint, settings, p));
      break;
    case GST_CL_KIND_TEXT:
      g_value_set_string (value, CONST_MEMBER (gchar, settings, p));
      break;
  }
  return TRUE;
}

static gboolean
differs (const GstClProperty * p, gconstpointer a, gconstpointer b)
{
  switch (p->kind) {
    case GST_CL_KIND_UINT64:
      return *CONST_MEMBER (guint64, a, p) != *CONST_MEMBER (guint64, b, p);
    case GST_CL_KIND_DOUBLE:
      return *CONST_MEMBER (gdouble, a, p) != *CONST_MEMBER (gdouble, b, p);
    case GST_CL_KIND_TEXT:
      return strcmp (CONST_MEMBER (gchar, a, p), CONST_MEMBER (gchar, b, p));
    default:
      return *CONST_MEMBER (gint, a, p) != *CONST_MEMBER (gint, b, p);
  }
}

gboolean
gst_cl_properties_differ (const GstClProperties * properties, gconstpointer a,
    gconstpointer b, guint mask, guint marks)
{
  guint i;

  for (i = 0; i < properties->n_rows; i++)
    if ((properties->rows[i].marks & mask) == marks
        && differs (&properties->rows[i], a, b))
      return TRUE;
  return FALSE;
}

gboolean
gst_cl_check_double (const gchar * name, gdouble value, gdouble lowest,
    gdouble highest, GError ** error)
{
  if (value >= lowest && value <= highest)
    return TRUE;
  gst_cl_set_settings_error (error, "%s is %g, but must be %g to %g", name,
      value, lowest, highest);
  return FALSE;
}
