/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* combo.c: CamillaDSP's BiquadCombos, each of which is some Biquads. */
#include "camilladsp.h"

#include <math.h>
#include <string.h>

/* CamillaDSP leaves out what is less: decibels, and Q of FivePointPeq. */
#define LEAST 0.001

static gboolean
add (GstClCamilla * camilla, const GstClYaml * node, GstClCurveType type,
    gdouble frequency, gdouble gain, gdouble q)
{
  GstClCurveFilter filter = { type, frequency, gain, q, GST_CL_CURVE_Q, };

  return gst_cl_camilla_add_filter (camilla, node, &filter);
}

/* The poles of Butterworth's filter: pairs, and of an odd order one more. */
static gboolean
add_butterworth (GstClCamilla * camilla, const GstClYaml * node,
    GstClCurveType type, gdouble frequency, guint64 order)
{
  guint64 i;

  for (i = 0; i < order / 2; i++)
    if (!add (camilla, node, type, frequency, 0,
            0.5 / sin (G_PI / order * (i + 0.5))))
      return FALSE;
  return order % 2 == 0 || add (camilla, node, type == GST_CL_CURVE_HIGH_PASS
      ? GST_CL_CURVE_HIGH_PASS_1 : GST_CL_CURVE_LOW_PASS_1, frequency, 0, 1);
}

/* Linkwitz and Riley's is Butterworth's of half the order, twice. */
static gboolean
read_crossover (GstClCamilla * camilla, const GstClYaml * node,
    const gchar * name)
{
  gboolean is_twice = g_str_has_prefix (name, "LinkwitzRiley");
  GstClCurveType type = g_str_has_suffix (name, "Highpass")
      ? GST_CL_CURVE_HIGH_PASS : GST_CL_CURVE_LOW_PASS;
  gdouble frequency;
  guint64 order = 0;

  if (!gst_cl_camilla_check_names (camilla, node, "type", "freq", "order", NULL)
      || !gst_cl_camilla_get_number (camilla, node, "freq", &frequency)
      || !gst_cl_camilla_read_whole (camilla, node, "order", &order))
    return FALSE;
  if (order == 0 || (is_twice && order % 2))
    return CAMILLA_FAIL (camilla, node, "%s must have an %sorder above 0",
        name, is_twice ? "even " : "");
  return add_butterworth (camilla, node, type, frequency,
      is_twice ? order / 2 : order)
      && (!is_twice || add_butterworth (camilla, node, type, frequency,
          order / 2));
}

static gboolean
read_tilt (GstClCamilla * camilla, const GstClYaml * node)
{
  gdouble gain;

  return gst_cl_camilla_check_names (camilla, node, "type", "gain", NULL)
      && gst_cl_camilla_get_number (camilla, node, "gain", &gain)
      && add (camilla, node, GST_CL_CURVE_LOW_SHELF, 110, -gain / 2, 0.35)
      && add (camilla, node, GST_CL_CURVE_HIGH_SHELF, 3500, gain / 2, 0.35);
}

/* A band without gain is no filter, and costs as much. */
static gboolean
check_number (GstClCamilla * camilla, const GstClYaml * list, guint n)
{
  return n <= GST_CL_CURVE_MAX_FILTERS || CAMILLA_FAIL (camilla, list,
      "there are more than %d bands", GST_CL_CURVE_MAX_FILTERS);
}

/* The role of a band is its place. */
static GstClCurveType
get_role (guint i, guint n)
{
  return i == 0 ? GST_CL_CURVE_LOW_SHELF : i == n - 1
      ? GST_CL_CURVE_HIGH_SHELF : GST_CL_CURVE_PEAKING;
}

/* Until version 4. */
static gboolean
read_five (GstClCamilla * camilla, const GstClYaml * node)
{
  static const gchar *const bands[] = { "ls", "p1", "p2", "p3", "hs" };
  guint i, k;

  if (!gst_cl_camilla_check_names (camilla, node, "type", "fls", "qls", "gls",
          "fp1", "qp1", "gp1", "fp2", "qp2", "gp2", "fp3", "qp3", "gp3", "fhs",
          "qhs", "ghs", NULL))
    return FALSE;
  for (i = 0; i < G_N_ELEMENTS (bands); i++) {
    gdouble values[3];

    for (k = 0; k < 3; k++) {
      g_autofree gchar *name = g_strdup_printf ("%c%s", "fgq"[k], bands[i]);

      if (!gst_cl_camilla_get_number (camilla, node, name, &values[k]))
        return FALSE;
    }
    if (fabs (values[2]) > LEAST && !add (camilla, node, get_role (i,
                G_N_ELEMENTS (bands)), values[0], values[1], values[2]))
      return FALSE;
  }
  return TRUE;
}

/* From version 5 on. */
static gboolean
read_n_point (GstClCamilla * camilla, const GstClYaml * node)
{
  const GstClYaml *bands = gst_cl_yaml_get (node, "bands");
  guint n = gst_cl_yaml_count (bands), i;
  gdouble before = 0;

  if (!gst_cl_camilla_check_names (camilla, node, "type", "bands", NULL))
    return FALSE;
  if (!check_number (camilla, bands, n))
    return FALSE;
  if (n < 2)
    return CAMILLA_FAIL (camilla, bands ? bands : node, "at least 2 bands were "
        "expected, for the low and the high shelf");
  for (i = 0; i < n; i++) {
    const GstClYaml *band = gst_cl_yaml_item (bands, i);
    gdouble frequency, gain, q;

    if (!gst_cl_camilla_check_names (camilla, band, "freq", "gain", "q", NULL)
        || !gst_cl_camilla_get_number (camilla, band, "freq", &frequency)
        || !gst_cl_camilla_get_number (camilla, band, "gain", &gain)
        || !gst_cl_camilla_get_number (camilla, band, "q", &q))
      return FALSE;
    if (frequency < before)
      return CAMILLA_FAIL (camilla, band, "frequencies must not fall, but %g "
          "Hz comes after %g Hz", frequency, before);
    before = frequency;
    if (fabs (gain) > LEAST
        && !add (camilla, band, get_role (i, n), frequency, gain, q))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_graphic (GstClCamilla * camilla, const GstClYaml * node)
{
  const GstClYaml *gains = gst_cl_yaml_get (node, "gains");
  guint n = gst_cl_yaml_count (gains), i;
  gdouble low = 20, high = 20000;

  if (!gst_cl_camilla_check_names (camilla, node, "type", "freq_min",
          "freq_max", "gains", NULL)
      || (gst_cl_yaml_get (node, "freq_min")
          && !gst_cl_camilla_get_number (camilla, node, "freq_min", &low))
      || (gst_cl_yaml_get (node, "freq_max")
          && !gst_cl_camilla_get_number (camilla, node, "freq_max", &high)))
    return FALSE;
  if (!(low > 0 && low < high))
    return CAMILLA_FAIL (camilla, node, "freq_min must be above 0 and below "
        "freq_max, but they are %g and %g Hz", low, high);
  if (!check_number (camilla, gains, n))
    return FALSE;
  if (n == 0)
    return CAMILLA_FAIL (camilla, node, "a list of numbers was expected for "
        "\"gains\"");
  for (i = 0; i < n; i++) {
    const GstClYaml *item = gst_cl_yaml_item (gains, i);
    gchar *at = item->value;
    GstClCurveFilter filter = { GST_CL_CURVE_PEAKING, };

    if (!at || !gst_cl_curve_scan_number (&at, &filter.gain) || *at)
      return CAMILLA_FAIL (camilla, item, "a number was expected");
    filter.width = log2 (high / low) / n;
    filter.width_kind = GST_CL_CURVE_OCTAVES;
    filter.frequency = low * exp2 ((i + 0.5) * filter.width);
    if (fabs (filter.gain) > LEAST
        && !gst_cl_camilla_add_filter (camilla, item, &filter))
      return FALSE;
  }
  return TRUE;
}

gboolean
gst_cl_camilla_read_combo (GstClCamilla * camilla, const GstClYaml * node)
{
  const gchar *name = gst_cl_camilla_get_word (node, "type", "");

  if (strcmp (name, "ButterworthHighpass") == 0
      || strcmp (name, "ButterworthLowpass") == 0
      || strcmp (name, "LinkwitzRileyHighpass") == 0
      || strcmp (name, "LinkwitzRileyLowpass") == 0)
    return read_crossover (camilla, node, name);
  if (strcmp (name, "Tilt") == 0)
    return read_tilt (camilla, node);
  if (strcmp (name, "FivePointPeq") == 0)
    return read_five (camilla, node);
  if (strcmp (name, "NPointPeq") == 0)
    return read_n_point (camilla, node);
  if (strcmp (name, "GraphicEqualizer") == 0)
    return read_graphic (camilla, node);
  return CAMILLA_FAIL (camilla, node, "a BiquadCombo of type \"%s\" is not "
      "understood; Butterworth and LinkwitzRiley with Highpass or Lowpass, "
      "Tilt, FivePointPeq, NPointPeq and GraphicEqualizer are", name);
}
