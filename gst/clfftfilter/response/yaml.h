/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * yaml.h: the part of YAML that CamillaDSP's configurations are written in:
 * maps and lists by indentation, lists in brackets, plain and quoted scalars,
 * comments. Everything else is an error.
 */
#ifndef GST_CL_YAML_H
#define GST_CL_YAML_H

#include "curve-private.h"

G_BEGIN_DECLS

typedef struct _GstClYaml GstClYaml;

/**
 * GstClYaml:
 * @key: NULL: an item of a list
 * @value: a scalar without quotes; NULL if there are children, or nothing
 * @children: (nullable): of #GstClYaml, in their order
 * @line: from 1
 */
struct _GstClYaml
{
  gchar *key;
  gchar *value;
  GPtrArray *children;
  guint line;
};

GstClYaml *gst_cl_yaml_read (GstClCurveReader * reader, GError ** error);
void gst_cl_yaml_free (GstClYaml * node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClYaml, gst_cl_yaml_free)

/* The child of that name; NULL if there is none, or no node. */
const GstClYaml *gst_cl_yaml_get (const GstClYaml * node, const gchar * key);
guint gst_cl_yaml_count (const GstClYaml * node);
const GstClYaml *gst_cl_yaml_item (const GstClYaml * node, guint i);

G_END_DECLS

#endif /* GST_CL_YAML_H */
