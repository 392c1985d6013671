/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * properties.h: the properties of an element as a table. A row has a property's
 * name, kind, place in the element's settings, range, default and words. Range
 * and default are the GParamSpec's: GObject itself holds values to them, and
 * gst-inspect-1.0 prints them, so that blurbs have neither. What depends on other
 * properties or on the stream is the element's to check.
 *
 * Threads: pure functions of their arguments; callers hold the lock that
 * guards their settings.
 */
#ifndef GST_CL_PROPERTIES_H
#define GST_CL_PROPERTIES_H

#include <float.h>
#include <gst/gst.h>

G_BEGIN_DECLS

typedef enum
{
  GST_CL_KIND_INT,
  GST_CL_KIND_UINT,
  GST_CL_KIND_UINT64,
  GST_CL_KIND_DOUBLE,
  GST_CL_KIND_BOOLEAN,
  GST_CL_KIND_ENUM,
  GST_CL_KIND_TEXT,             /* an owned text of any length, never NULL */
  GST_CL_KIND_BYTES,            /* a reference to GBytes, or NULL */
} GstClKind;

/* Marks that all tables share; a table's own are bits below. */
#define GST_CL_PROPERTY_LIGHT (1u << 31)        /* changes no setup */
#define GST_CL_PROPERTY_STREAM (1u << 30)       /* some streams cannot have it */
#define GST_CL_PROPERTY_CONTROLLED (1u << 29)   /* GST_PARAM_CONTROLLABLE: of an
                                                   element that is @controlled */

/* What is added to the blurb of a property with this mark. */
#define GST_CL_PROPERTY_STREAM_BLURB "; as far as a stream has it"

/* The greatest below 1. */
#define GST_CL_BELOW_ONE (1 - DBL_EPSILON / 2)

/**
 * GstClProperty:
 * @name: and @nick, @blurb: as of a GParamSpec, static
 * @kind: type of the member
 * @offset: of the member in the settings
 * @standard: default of what is no text
 * @get_type: of KIND_ENUM
 * @low, @high: range of integers
 * @least, @most: range of KIND_DOUBLE
 * @ready_only: GST_PARAM_MUTABLE_READY, else GST_PARAM_MUTABLE_PLAYING
 * @marks: bits of the table's owner, and GST_CL_PROPERTY_LIGHT
 * @text: default of KIND_TEXT
 * @set: offset of a guint8 of the settings that tells whether the property was
 *     set; 0: nobody asks
 */
typedef struct
{
  const gchar *name, *nick, *blurb;
  GstClKind kind;
  gsize offset;
  gdouble standard;
    GType (*get_type) (void);
  gint64 low;
  guint64 high;
  gdouble least, most;
  gboolean ready_only;
  guint marks;
  const gchar *text;
  gsize set;
} GstClProperty;

/* Writes the default; what was there is not freed. */
void gst_cl_property_init (const GstClProperty * row, gpointer settings);

/* A floating reference. */
GParamSpec *gst_cl_property_make_spec (const GstClProperty * row);

/* Whether it was set; only of rows that keep that. */
gboolean gst_cl_property_is_set (const GstClProperty * row,
    gconstpointer settings);

void gst_cl_property_set (const GstClProperty * row, gpointer settings,
    const GValue * value);
void gst_cl_property_get (const GstClProperty * row, gconstpointer settings,
    GValue * value);
/* Sets it as gst-launch-1.0 does; NULL: to its default. FALSE if the text is no
   such value. */
gboolean gst_cl_property_read (const GstClProperty * row, gpointer settings,
    const gchar * text);
gchar *gst_cl_property_write (const GstClProperty * row,
    gconstpointer settings);
/* Frees what was there; the copy is one of its own. */
void gst_cl_property_copy (const GstClProperty * row, gconstpointer from,
    gpointer to);
/* After the bytes of settings were copied: makes a text or a reference its own. */
void gst_cl_property_own (const GstClProperty * row, gpointer settings);
/* Frees what a value refers to. */
void gst_cl_property_clear (const GstClProperty * row, gpointer settings);
gboolean gst_cl_property_differs (const GstClProperty * row, gconstpointer a,
    gconstpointer b);
/* Whether its value differs, or whether it was set. */
gboolean gst_cl_property_is_changed (const GstClProperty * row,
    gconstpointer a, gconstpointer b);
/* Whether it has its default. */
gboolean gst_cl_property_is_standard (const GstClProperty * row,
    gconstpointer settings);

G_END_DECLS

#endif /* GST_CL_PROPERTIES_H */
