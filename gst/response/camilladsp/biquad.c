/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * biquad.c: CamillaDSP's Biquads. Their formulas are the cookbook's but
 * for those of response/biquad.h that have poles of their own, and Free.
 */
#include "camilladsp.h"

#include <math.h>
#include <string.h>

/* As GST_CL_CURVE_MAX_DECIBELS has it. */
#define MAX_COEFFICIENT 1e15

static const struct
{
  const gchar *name;
  GstClCurveType type;
  gboolean has_gain, has_width, has_slope;
} types[] = {
  {"Peaking", GST_CL_CURVE_PEAKING, TRUE, TRUE},
  {"Lowshelf", GST_CL_CURVE_LOW_SHELF, TRUE, TRUE, TRUE},
  {"Highshelf", GST_CL_CURVE_HIGH_SHELF, TRUE, TRUE, TRUE},
  {"Lowpass", GST_CL_CURVE_LOW_PASS, FALSE, TRUE},
  {"Highpass", GST_CL_CURVE_HIGH_PASS, FALSE, TRUE},
  {"Bandpass", GST_CL_CURVE_BAND_PASS, FALSE, TRUE},
  {"Notch", GST_CL_CURVE_NOTCH, FALSE, TRUE},
  {"Allpass", GST_CL_CURVE_ALL_PASS, FALSE, TRUE},
  {"LowshelfFO", GST_CL_CURVE_LOW_SHELF_1, TRUE},
  {"HighshelfFO", GST_CL_CURVE_HIGH_SHELF_1, TRUE},
  {"LowpassFO", GST_CL_CURVE_LOW_PASS_1},
  {"HighpassFO", GST_CL_CURVE_HIGH_PASS_1},
  {"AllpassFO", GST_CL_CURVE_ALL_PASS_1},
};

static gboolean
read_width (GstClCamilla * camilla, const GstClYaml * node, guint row,
    GstClCurveFilter * filter)
{
  static const gchar *const names[] = { "q", "bandwidth", "slope" };
  guint kind, found = G_N_ELEMENTS (names);

  filter->width = 1;
  if (!types[row].has_width)
    return TRUE;
  for (kind = 0; kind < G_N_ELEMENTS (names); kind++)
    if (gst_cl_yaml_get (node, names[kind])) {
      if (found < G_N_ELEMENTS (names))
        return CAMILLA_FAIL (camilla, gst_cl_yaml_get (node, names[kind]),
            "only one " "of q, bandwidth and slope can be given");
      found = kind;
    }
  if (found == G_N_ELEMENTS (names)
      || (types[row].has_slope ? found == 1 : found == 2))
    return CAMILLA_FAIL (camilla, node, "%s must have q or %s", types[row].name,
        types[row].has_slope ? "slope" : "bandwidth");
  filter->width_kind = found == 0 ? GST_CL_CURVE_Q
      : found == 1 ? GST_CL_CURVE_OCTAVES : GST_CL_CURVE_SLOPE;
  if (!gst_cl_camilla_get_number (camilla, node, names[found], &filter->width))
    return FALSE;
  if (found == 2)
    filter->width /= 12;
  return TRUE;
}

/* ---- Free ---- */

/* The zeros of b0 + b1 / z + b2 / z^2 that are outside of the unit circle go
   within, which changes no level: 1 - r / z becomes r - 1 / z. */
static void
turn_zeros (gdouble * b)
{
  gdouble square = b[1] * b[1] - 4 * b[0] * b[2];
  gdouble q, zero[2], factor = b[0];
  guint i;

  if (square < 0 || b[0] == 0) {
    /* as far out the one as the other, or a delay before at most one */
    if (fabs (b[2]) > fabs (b[0]) && b[0] != 0) {
      gdouble first = b[0];

      b[0] = b[2];
      b[2] = first;
    } else if (b[0] == 0) {
      b[0] = MAX (fabs (b[1]), fabs (b[2]));
      b[1] = MIN (fabs (b[1]), fabs (b[2])) * (b[1] * b[2] < 0 ? -1 : 1);
      b[2] = 0;
    }
    return;
  }
  q = -0.5 * (b[1] + copysign (sqrt (square), b[1]));
  zero[0] = q / b[0];
  zero[1] = q != 0 ? b[2] / q : 0;
  for (i = 0; i < 2; i++)
    if (fabs (zero[i]) > 1) {
      factor *= zero[i];
      zero[i] = 1 / zero[i];
    }
  b[0] = factor;
  b[1] = -factor * (zero[0] + zero[1]);
  b[2] = factor * zero[0] * zero[1];
}

static gboolean
read_free (GstClCamilla * camilla, const GstClYaml * node)
{
  static const gchar *const names[] = { "b0", "b1", "b2", "a1", "a2" };
  GstClCurveFilter filter = { GST_CL_CURVE_FREE, };
  gdouble *b = filter.free, *a = b + 3;
  guint i;

  if (!gst_cl_camilla_check_names (camilla, node, "type", "a1", "a2", "b0",
          "b1", "b2", NULL))
    return FALSE;
  for (i = 0; i < G_N_ELEMENTS (names); i++) {
    if (!gst_cl_camilla_get_number (camilla, node, names[i], &b[i]))
      return FALSE;
    if (fabs (b[i]) > MAX_COEFFICIENT)
      return CAMILLA_FAIL (camilla, gst_cl_yaml_get (node, names[i]), "a "
          "coefficient may be %g at most", MAX_COEFFICIENT);
  }
  if (!(fabs (a[1]) < 1 && fabs (a[0]) < 1 + a[1]))
    return CAMILLA_FAIL (camilla, node, "the filter is not stable: its poles "
        "must be within the unit circle");
  if (b[0] == 0 && b[1] == 0 && b[2] == 0)
    return CAMILLA_FAIL (camilla, node, "nothing would be heard");
  turn_zeros (b);
  filter.frequency = filter.width = 1;
  return gst_cl_camilla_add_filter (camilla, node, &filter);
}

/* ---- poles of their own ---- */

static gboolean
read_linkwitz (GstClCamilla * camilla, const GstClYaml * node)
{
  GstClCurveFilter filter = { GST_CL_CURVE_LINKWITZ, };

  return gst_cl_camilla_check_names (camilla, node, "type", "freq_act",
      "q_act", "freq_target", "q_target", NULL)
      && gst_cl_camilla_get_number (camilla, node, "freq_act",
      &filter.frequency)
      && gst_cl_camilla_get_number (camilla, node, "q_act", &filter.width)
      && gst_cl_camilla_get_number (camilla, node, "freq_target",
      &filter.pole_frequency)
      && gst_cl_camilla_get_number (camilla, node, "q_target", &filter.pole_q)
      && gst_cl_camilla_add_filter (camilla, node, &filter);
}

static gboolean
read_general_notch (GstClCamilla * camilla, const GstClYaml * node)
{
  GstClCurveFilter filter = { GST_CL_CURVE_GENERAL_NOTCH, };

  filter.width = 1;
  if (gst_cl_camilla_is_true (node, "normalize_at_dc"))
    filter.type = GST_CL_CURVE_GENERAL_NOTCH_0;
  return gst_cl_camilla_check_names (camilla, node, "type", "freq_p",
      "freq_z", "q_p", "normalize_at_dc", NULL)
      && gst_cl_camilla_get_number (camilla, node, "freq_z", &filter.frequency)
      && gst_cl_camilla_get_number (camilla, node, "freq_p",
      &filter.pole_frequency)
      && gst_cl_camilla_get_number (camilla, node, "q_p", &filter.pole_q)
      && gst_cl_camilla_add_filter (camilla, node, &filter);
}

/* ---- Biquad ---- */

gboolean
gst_cl_camilla_read_biquad (GstClCamilla * camilla, const GstClYaml * node)
{
  const gchar *name = gst_cl_camilla_get_word (node, "type", "");
  GstClCurveFilter filter = { 0, };
  guint row;

  if (strcmp (name, "Free") == 0)
    return read_free (camilla, node);
  if (strcmp (name, "LinkwitzTransform") == 0)
    return read_linkwitz (camilla, node);
  if (strcmp (name, "GeneralNotch") == 0)
    return read_general_notch (camilla, node);
  for (row = 0; row < G_N_ELEMENTS (types); row++)
    if (strcmp (name, types[row].name) == 0)
      break;
  if (row == G_N_ELEMENTS (types))
    return CAMILLA_FAIL (camilla, node, "a Biquad of type \"%s\" is not "
        "understood; Peaking, Lowshelf, Highshelf, Lowpass, Highpass, "
        "Bandpass, Notch and Allpass are, with FO where CamillaDSP has it, "
        "GeneralNotch, LinkwitzTransform and Free", name);
  filter.type = types[row].type;
  return gst_cl_camilla_check_names (camilla, node, "type", "freq", "gain",
      "q", "bandwidth", "slope", NULL)
      && gst_cl_camilla_get_number (camilla, node, "freq", &filter.frequency)
      && (!types[row].has_gain
      || gst_cl_camilla_get_number (camilla, node, "gain", &filter.gain))
      && read_width (camilla, node, row, &filter)
      && gst_cl_camilla_add_filter (camilla, node, &filter);
}
