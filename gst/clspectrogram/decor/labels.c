/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* labels.c: writes the numbers of an axis. */
#include "labels.h"

#include <math.h>
#include <string.h>

/* Digits that differ by less are the same. */
#define SLACK 1e-9

/* Writes a multiple of step with no more digits than it needs, whatever the
   locale is. */
static void
write_number (gdouble value, gdouble step, const gchar * prefix, gchar * label)
{
  gint n_digits = MAX (0, (gint) ceil (-log10 (step) - SLACK));
  gboolean scientific = fabs (value) >= 1e15 || n_digits > 6;
  gchar format[16], *end;

  if (scientific)
    n_digits = value != 0 ? 1 + (gint) ceil (log10 (fabs (value) / step)) : 1;
  g_snprintf (format, sizeof format, scientific ? "%%.%dg" : "%%.%df",
      n_digits);
  g_ascii_formatd (label, GST_CL_LABEL_SIZE, format, value);
  end = label + strlen (label);
  if (!scientific && n_digits > 0) {
    while (end[-1] == '0')
      *--end = '\0';
    if (end[-1] == '.')
      end[-1] = '\0';
  }
  g_strlcat (label, prefix, GST_CL_LABEL_SIZE);
}

void
gst_cl_label_plain (gdouble value, gdouble step, gdouble largest,
    gchar * label)
{
  write_number (value, step, "", label);
}

/* A prefix that would need more than two decimals is not used. */
void
gst_cl_label_frequency (gdouble value, gdouble step, gdouble largest,
    gchar * label)
{
  static const struct
  {
    gdouble factor;
    const gchar *prefix;
  } prefixes[] = { {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""} };
  guint i = fabs (value) < 1e15 ? 0 : G_N_ELEMENTS (prefixes) - 1;

  while (prefixes[i].factor > 1 && (fabs (value) < 0.9999 * prefixes[i].factor
          || step < 0.0099 * prefixes[i].factor))
    i++;
  write_number (value / prefixes[i].factor, step / prefixes[i].factor,
      prefixes[i].prefix, label);
}

void
gst_cl_label_time (gdouble value, gdouble step, gdouble largest,
    gchar * label)
{
  const gchar *sign = value < 0 ? "-" : "";
  gdouble minutes = floor (fabs (value) / 60 + SLACK);
  gdouble seconds = MAX (fabs (value) - 60 * minutes, 0);
  const gchar *zero = seconds < 10 - SLACK ? "0" : "";
  gdouble hours = floor (minutes / 60);
  gchar rest[GST_CL_LABEL_SIZE];

  gst_cl_label_plain (largest < 60 ? value : seconds, step, largest, rest);
  if (largest < 60)
    g_strlcpy (label, rest, GST_CL_LABEL_SIZE);
  else if (largest < 3600)
    g_snprintf (label, GST_CL_LABEL_SIZE, "%s%.0f:%s%s", sign, minutes, zero,
        rest);
  else
    g_snprintf (label, GST_CL_LABEL_SIZE, "%s%.0f:%02.0f:%s%s", sign, hours,
        minutes - 60 * hours, zero, rest);
}
