/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* notches.c: the text of frequencies, read once from its begin to its end. */
#include "notches.h"

#include <math.h>
#include <string.h>
#include "element/fit/request.h"

#define MOST_TEXT 65536         /* bytes */
#define MOST_FREQUENCY 0.5

#define WRONG(error, ...) \
    gst_cl_set_property_error (error, "notch", __VA_ARGS__)

static const gchar *
skip_space (const gchar * at)
{
  while (*at == ' ' || *at == '\t' || *at == ',' || *at == '\r')
    at++;
  return at;
}

/* The next frequency, before what separates it from others. */
static gboolean
read_frequency (const gchar ** at, guint number, gdouble * frequency,
    GError ** error)
{
  gchar *end;

  *frequency = g_ascii_strtod (*at, &end);
  if (end == *at || (*end && !strchr (" \t,\r;\n", *end)))
    return WRONG (error, "is neither none nor auto, and has no number for the "
        "frequency of pair %u", number);
  if (!(fabs (*frequency) <= MOST_FREQUENCY))
    return WRONG (error, "has %g in pair %u, but frequencies are from %g to %g "
        "cycles per pixel", *frequency, number, -MOST_FREQUENCY,
        MOST_FREQUENCY);
  *at = skip_space (end);
  return TRUE;
}

static gboolean
read_pair (const gchar ** at, GstClNotches * notches, GError ** error)
{
  GstClNotch *notch = &notches->list[notches->n];
  guint number = notches->n + 1;

  if (notches->n == GST_CL_NOTCHES_MOST)
    return WRONG (error, "has more than %d pairs", GST_CL_NOTCHES_MOST);
  if (!read_frequency (at, number, &notch->x, error)
      || !read_frequency (at, number, &notch->y, error))
    return FALSE;
  if (**at && **at != ';' && **at != '\n')
    return WRONG (error, "has more than two numbers in pair %u", number);
  if (notch->x == 0 && notch->y == 0)
    return WRONG (error, "has 0 0 in pair %u, which is the brightness and stays",
        number);
  notches->n++;
  return TRUE;
}

gboolean
gst_cl_notches_parse (GstClNotches * notches, const gchar * text,
    GError ** error)
{
  const gchar *at = text;

  memset (notches, 0, sizeof *notches);
  if (strcmp (text, "none") == 0)
    return TRUE;
  notches->is_auto = strcmp (text, "auto") == 0;
  if (notches->is_auto)
    return TRUE;
  if (strlen (text) > MOST_TEXT)
    return WRONG (error, "has %" G_GSIZE_FORMAT " bytes, but may have %u",
        strlen (text), MOST_TEXT);
  while (*(at = skip_space (at))) {
    if (*at == ';' || *at == '\n')
      at++;
    else if (!read_pair (&at, notches, error))
      return FALSE;
  }
  return TRUE;
}
