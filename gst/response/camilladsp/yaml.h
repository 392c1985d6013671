/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * yaml.h: a text in YAML as a tree, by libyaml. Anchors and aliases are read as
 * what they stand for; tags of one's own, and two documents, are errors.
 */
#ifndef GST_CL_YAML_H
#define GST_CL_YAML_H

#include "response/curve-private.h"

G_BEGIN_DECLS

typedef struct _GstClYaml GstClYaml;

/**
 * GstClYaml:
 * @key: NULL: an item of a list
 * @value: a scalar; NULL if there are children, or nothing
 * @children: (nullable): of #GstClYaml, in their order
 * @names: (nullable): of a map, its children by their keys
 * @line: from 1
 */
struct _GstClYaml
{
  gchar *key;
  gchar *value;
  GPtrArray *children;
  GHashTable *names;
  guint line;
};

/* NULL with an error, always so where libyaml was missing at build. The text
   may be cut. */
GstClYaml *gst_cl_yaml_read (GstClCurveReader * reader, GError ** error);
void gst_cl_yaml_free (GstClYaml * node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClYaml, gst_cl_yaml_free)

/* The child of that name; NULL if there is none, or it is null, or no node. */
const GstClYaml *gst_cl_yaml_get (const GstClYaml * node, const gchar * key);
guint gst_cl_yaml_count (const GstClYaml * node);
const GstClYaml *gst_cl_yaml_item (const GstClYaml * node, guint i);

G_END_DECLS

#endif /* GST_CL_YAML_H */
