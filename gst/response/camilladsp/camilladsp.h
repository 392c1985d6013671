/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* camilladsp.h: what the readers of CamillaDSP's filters share. */
#ifndef GST_CL_CAMILLADSP_H
#define GST_CL_CAMILLADSP_H

#include "yaml.h"

G_BEGIN_DECLS

typedef struct
{
  GstClCurve *curve;
  GstClCurveReader *reader;     /* of errors alone, once the tree is there */
  GError **error;
} GstClCamilla;

/* The line of a node as an error shows it. */
void gst_cl_camilla_look_at (GstClCamilla * camilla, const GstClYaml * node);

/* An error at a node; FALSE. */
#define CAMILLA_FAIL(camilla, node, ...) \
    (gst_cl_camilla_look_at (camilla, node), \
    gst_cl_curve_set_error ((camilla)->reader, (camilla)->error, __VA_ARGS__), \
    FALSE)

const gchar *gst_cl_camilla_get_word (const GstClYaml * node,
    const gchar * key, const gchar * otherwise);
gboolean gst_cl_camilla_is_true (const GstClYaml * node, const gchar * key);

/* A number that must be there. */
gboolean gst_cl_camilla_get_number (GstClCamilla * camilla,
    const GstClYaml * node, const gchar * key, gdouble * number);

/* A whole number, which stays as it is if there is none. */
gboolean gst_cl_camilla_read_whole (GstClCamilla * camilla,
    const GstClYaml * node, const gchar * key, guint64 * number);

/* Whether all children are known; NULL ends the names. */
gboolean gst_cl_camilla_check_names (GstClCamilla * camilla,
    const GstClYaml * node, ...) G_GNUC_NULL_TERMINATED;

/* A filter of the curve at this node. */
gboolean gst_cl_camilla_add_filter (GstClCamilla * camilla,
    const GstClYaml * node, const GstClCurveFilter * filter);

/* The parameters of a filter of that type. */
gboolean gst_cl_camilla_read_biquad (GstClCamilla * camilla,
    const GstClYaml * node);
gboolean gst_cl_camilla_read_combo (GstClCamilla * camilla,
    const GstClYaml * node);

G_END_DECLS

#endif /* GST_CL_CAMILLADSP_H */
