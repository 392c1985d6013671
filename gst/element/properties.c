/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* properties.c: installs, reads and sets the properties of a table. */
#include "properties.h"

#include <gobject/gvaluecollector.h>
#include <string.h>
#include "opencl/error.h"

#define MEMBER(type, settings, row) \
    ((type *) (void *) ((guint8 *) (settings) + (row)->offset))
#define CONST_MEMBER(type, settings, row) \
    ((const type *) (const void *) \
        ((const guint8 *) (settings) + (row)->offset))

/* Bytes of a member. */
static gsize
get_size (const GstClProperty * row)
{
  switch (row->kind) {
    case GST_CL_KIND_UINT64:
      return sizeof (guint64);
    case GST_CL_KIND_DOUBLE:
      return sizeof (gdouble);
    case GST_CL_KIND_TEXT:
    case GST_CL_KIND_BYTES:
      return sizeof (gpointer);
    default:
      return sizeof (gint);
  }
}

static const gchar *
get_text (const GstClProperty * row, gconstpointer settings)
{
  return *(gchar * const *) CONST_MEMBER (guint8, settings, row);
}

/* (transfer none) (nullable) */
static GBytes *
get_bytes (const GstClProperty * row, gconstpointer settings)
{
  return *(GBytes * const *) CONST_MEMBER (guint8, settings, row);
}

static void
mark (const GstClProperty * row, gpointer settings, gboolean is_set)
{
  if (row->set)
    ((guint8 *) settings)[row->set] = is_set;
}

gboolean
gst_cl_property_is_set (const GstClProperty * row, gconstpointer settings)
{
  return row->set && ((const guint8 *) settings)[row->set];
}

static GParamSpec *
make_spec (const GstClProperty * row)
{
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
      | (row->ready_only ? GST_PARAM_MUTABLE_READY :
      GST_PARAM_MUTABLE_PLAYING)
      | (row->marks & GST_CL_PROPERTY_CONTROLLED ? GST_PARAM_CONTROLLABLE : 0);

  switch (row->kind) {
    case GST_CL_KIND_INT:
      return g_param_spec_int (row->name, row->nick, row->blurb,
          (gint) row->low, (gint) (gint64) row->high, (gint) row->standard,
          flags);
    case GST_CL_KIND_UINT:
      return g_param_spec_uint (row->name, row->nick, row->blurb,
          (guint) row->low, (guint) row->high, (guint) row->standard, flags);
    case GST_CL_KIND_UINT64:
      return g_param_spec_uint64 (row->name, row->nick, row->blurb, row->low,
          row->high, (guint64) row->standard, flags);
    case GST_CL_KIND_DOUBLE:
      return g_param_spec_double (row->name, row->nick, row->blurb,
          row->least, row->most, row->standard, flags);
    case GST_CL_KIND_BOOLEAN:
      return g_param_spec_boolean (row->name, row->nick, row->blurb,
          (gboolean) row->standard, flags);
    case GST_CL_KIND_ENUM:
      return g_param_spec_enum (row->name, row->nick, row->blurb,
          row->get_type (), (gint) row->standard, flags);
    case GST_CL_KIND_TEXT:
      return g_param_spec_string (row->name, row->nick, row->blurb, row->text,
          flags);
    case GST_CL_KIND_BYTES:
      return g_param_spec_boxed (row->name, row->nick, row->blurb, G_TYPE_BYTES,
          flags);
  }
  g_return_val_if_reached (NULL);
}

GParamSpec *
gst_cl_property_make_spec (const GstClProperty * row)
{
  GstClProperty marked = *row;
  g_autofree gchar *blurb = NULL;

  if (row->marks & GST_CL_PROPERTY_STREAM) {
    blurb = g_strconcat (row->blurb, GST_CL_PROPERTY_STREAM_BLURB, NULL);
    marked.blurb = g_intern_string (blurb);
  }
  return make_spec (&marked);
}

/* Writes a copy of the value to an address of its type. */
static void
store (const GValue * value, ...)
{
  g_autofree gchar *problem = NULL;
  va_list args;

  va_start (args, value);
  G_VALUE_LCOPY (value, args, 0, &problem);
  va_end (args);
}

void
gst_cl_property_set (const GstClProperty * row, gpointer settings,
    const GValue * value)
{
  mark (row, settings, TRUE);
  gst_cl_property_clear (row, settings);
  store (value, MEMBER (guint8, settings, row));
  if (row->kind == GST_CL_KIND_TEXT && !get_text (row, settings))
    *MEMBER (gchar *, settings, row) = g_strdup ("");
}

void
gst_cl_property_get (const GstClProperty * row, gconstpointer settings,
    GValue * value)
{
  switch (row->kind) {
    case GST_CL_KIND_INT:
      g_value_set_int (value, *CONST_MEMBER (gint, settings, row));
      break;
    case GST_CL_KIND_UINT:
      g_value_set_uint (value, *CONST_MEMBER (guint, settings, row));
      break;
    case GST_CL_KIND_UINT64:
      g_value_set_uint64 (value, *CONST_MEMBER (guint64, settings, row));
      break;
    case GST_CL_KIND_DOUBLE:
      g_value_set_double (value, *CONST_MEMBER (gdouble, settings, row));
      break;
    case GST_CL_KIND_BOOLEAN:
      g_value_set_boolean (value, *CONST_MEMBER (gboolean, settings, row));
      break;
    case GST_CL_KIND_ENUM:
      g_value_set_enum (value, *CONST_MEMBER (gint, settings, row));
      break;
    case GST_CL_KIND_TEXT:
      g_value_set_string (value, get_text (row, settings));
      break;
    case GST_CL_KIND_BYTES:
      g_value_set_boxed (value, get_bytes (row, settings));
      break;
  }
}

/* An empty value of the property's type; its spec is the caller's. */
static GParamSpec *
init_value (const GstClProperty * row, GValue * value)
{
  GParamSpec *spec = g_param_spec_ref_sink (make_spec (row));

  g_value_init (value, spec->value_type);
  return spec;
}

gboolean
gst_cl_property_read (const GstClProperty * row, gpointer settings,
    const gchar * text)
{
  g_auto (GValue) value = G_VALUE_INIT;
  GParamSpec *spec = init_value (row, &value);
  gboolean read = TRUE;

  if (text)
    read = gst_value_deserialize (&value, text);
  else
    g_param_value_set_default (spec, &value);
  if (read)
    gst_cl_property_set (row, settings, &value);
  g_param_spec_unref (spec);
  return read;
}

void
gst_cl_property_init (const GstClProperty * row, gpointer settings)
{
  memset (MEMBER (guint8, settings, row), 0, get_size (row));
  gst_cl_property_read (row, settings, NULL);
  mark (row, settings, FALSE);
}

gboolean
gst_cl_property_is_standard (const GstClProperty * row, gconstpointer settings)
{
  g_auto (GValue) value = G_VALUE_INIT;
  GParamSpec *spec = init_value (row, &value);
  gboolean is_standard;

  gst_cl_property_get (row, settings, &value);
  is_standard = g_param_value_defaults (spec, &value);
  g_param_spec_unref (spec);
  return is_standard;
}

gchar *
gst_cl_property_write (const GstClProperty * row, gconstpointer settings)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_param_spec_unref (init_value (row, &value));
  gst_cl_property_get (row, settings, &value);
  return row->kind == GST_CL_KIND_DOUBLE
      ? gst_cl_strdup_printf ("%.9g", g_value_get_double (&value))
      : gst_value_serialize (&value);
}

void
gst_cl_property_own (const GstClProperty * row, gpointer settings)
{
  GBytes *bytes;

  if (row->kind == GST_CL_KIND_TEXT) {
    *MEMBER (gchar *, settings, row) = g_strdup (get_text (row, settings));
  } else if (row->kind == GST_CL_KIND_BYTES) {
    bytes = get_bytes (row, settings);
    *MEMBER (GBytes *, settings, row) = bytes ? g_bytes_ref (bytes) : NULL;
  }
}

void
gst_cl_property_copy (const GstClProperty * row, gconstpointer from,
    gpointer to)
{
  if (from == to)
    return;
  mark (row, to, gst_cl_property_is_set (row, from));
  gst_cl_property_clear (row, to);
  memcpy (MEMBER (guint8, to, row), CONST_MEMBER (guint8, from, row),
      get_size (row));
  gst_cl_property_own (row, to);
}

void
gst_cl_property_clear (const GstClProperty * row, gpointer settings)
{
  if (row->kind == GST_CL_KIND_TEXT)
    g_clear_pointer (MEMBER (gchar *, settings, row), g_free);
  else if (row->kind == GST_CL_KIND_BYTES)
    g_clear_pointer (MEMBER (GBytes *, settings, row), g_bytes_unref);
}

gboolean
gst_cl_property_differs (const GstClProperty * row, gconstpointer a,
    gconstpointer b)
{
  GBytes *p, *q;

  if (row->kind == GST_CL_KIND_BYTES) {
    p = get_bytes (row, a);
    q = get_bytes (row, b);
    return p != q && !(p && q && g_bytes_equal (p, q));
  }
  if (row->kind == GST_CL_KIND_DOUBLE)
    return *CONST_MEMBER (gdouble, a, row) != *CONST_MEMBER (gdouble, b, row);
  if (row->kind == GST_CL_KIND_TEXT)
    return g_strcmp0 (get_text (row, a), get_text (row, b)) != 0;
  return memcmp (CONST_MEMBER (guint8, a, row), CONST_MEMBER (guint8, b, row),
      get_size (row)) != 0;
}

gboolean
gst_cl_property_is_changed (const GstClProperty * row, gconstpointer a,
    gconstpointer b)
{
  return gst_cl_property_is_set (row, a) != gst_cl_property_is_set (row, b)
      || gst_cl_property_differs (row, a, b);
}
