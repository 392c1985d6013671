/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fouriertext.c: reads and writes the numbers and lists that caps hold as text.
 * Decimals are written in the C locale with so many digits that reading gives
 * the same number again; whatever a peer wrote is checked character by
 * character.
 */
#include "fourier-private.h"

#include <math.h>
#include <string.h>

#define DECIMAL_SIZE 32
#define MAX_FLOOR 1e6

/* Prints nine significant digits. */
void
gst_fourier_print_param (gdouble value, gchar * text, gsize size)
{
  g_ascii_formatd (text, size, "%.9g", value);
}

/* Prints as few digits as tell the number from all others. */
void
gst_fourier_print_exact (gdouble value, gchar * text, gsize size)
{
  static const gchar *const formats[] = { "%.15g", "%.16g", "%.17g" };
  guint i = 0;

  do {
    g_ascii_formatd (text, size, formats[i], value);
  } while (g_ascii_strtod (text, NULL) != value
      && ++i < G_N_ELEMENTS (formats));
}

/* Prints thousandths of a decibel, without trailing zeros. */
void
gst_fourier_print_floor (gdouble value, gchar * text, gsize size)
{
  gsize length;

  /* Beyond this no legal floor lies, and %f would not fit. */
  if (!(fabs (value) <= MAX_FLOOR)) {
    gst_fourier_print_param (value, text, size);
    return;
  }
  g_ascii_formatd (text, size, "%.3f", value);
  length = strlen (text);
  while (text[length - 1] == '0')
    text[--length] = 0;
  if (text[length - 1] == '.')
    text[--length] = 0;
  if (strcmp (text, "-0") == 0)
    g_strlcpy (text, "0", size);
}

gdouble
gst_fourier_round_param (gdouble value)
{
  gchar text[DECIMAL_SIZE];

  if (!isfinite (value))
    return value;
  gst_fourier_print_param (value, text, sizeof text);
  return g_ascii_strtod (text, NULL);
}

gdouble
gst_fourier_round_floor (gdouble value)
{
  gchar text[DECIMAL_SIZE];

  if (!(fabs (value) <= MAX_FLOOR))
    return value;
  gst_fourier_print_floor (value, text, sizeof text);
  return g_ascii_strtod (text, NULL);
}

gboolean
gst_fourier_parse_decimal (const gchar * text, gdouble * value)
{
  gchar *end;

  if (strlen (text) >= DECIMAL_SIZE
      || strspn (text, "0123456789+-.e") != strlen (text))
    return FALSE;
  *value = g_ascii_strtod (text, &end);
  return end != text && *end == 0 && isfinite (*value);
}

gboolean
gst_fourier_parse_mask (const gchar * text, guint64 * mask)
{
  gsize length = strlen (text);

  if (!g_str_has_prefix (text, "0x") || length < 3
      || length > 2 + MAX_POSITIONS / 4
      || strspn (text + 2, "0123456789abcdefABCDEF") != length - 2)
    return FALSE;
  *mask = g_ascii_strtoull (text + 2, NULL, 16);
  return TRUE;
}

/* Reads digits at *text up to `limit` and moves on. */
static gboolean
take_number (const gchar ** text, guint64 limit, guint * value)
{
  guint64 sum = 0;

  if (!g_ascii_isdigit (**text))
    return FALSE;
  for (; g_ascii_isdigit (**text); (*text)++) {
    sum = sum * 10 + g_ascii_digit_value (**text);
    if (sum > limit)
      return FALSE;
  }
  *value = sum;
  return TRUE;
}

static gboolean
take_char (const gchar ** text, gchar wanted)
{
  if (**text != wanted)
    return FALSE;
  (*text)++;
  return TRUE;
}

guint
gst_fourier_count_selected (const gchar * select, guint limit, guint but)
{
  guint n_selected = 0, next = 0;

  if (limit == 0)
    return 0;
  do {
    guint first, last;

    if (!take_number (&select, limit - 1, &first) || first < next)
      return 0;
    last = first;
    if (take_char (&select, '-')
        && (!take_number (&select, limit - 1, &last) || last <= first))
      return 0;
    n_selected += last - first + 1 - (first <= but && but <= last);
    next = last + 1;
  } while (take_char (&select, '+'));
  return *select == 0 ? n_selected : 0;
}

static gboolean
take_fraction (const gchar ** text, guint * numerator, guint * denominator)
{
  return take_number (text, G_MAXINT, numerator) && take_char (text, '/')
      && take_number (text, G_MAXINT, denominator) && *denominator > 0;
}

/* Reads FORMAT:WIDTHxHEIGHT:FPS[:PIXEL ASPECT[:COLORIMETRY]]. */
gboolean
gst_fourier_parse_source_video (const gchar * text,
    GstFourierSourceVideo * source)
{
  const gchar *start = text;
  guint aspect_n, aspect_d;

  if (strlen (text) > MAX_SOURCE_VIDEO)
    return FALSE;
  while (g_ascii_isalnum (*text) || *text == '_')
    text++;
  if (text == start || text - start > 20 || !take_char (&text, ':')
      || !take_number (&text, G_MAXUINT16, &source->width)
      || !take_char (&text, 'x')
      || !take_number (&text, G_MAXUINT16, &source->height)
      || source->width == 0 || source->height == 0
      || !take_char (&text, ':')
      || !take_fraction (&text, &source->fps_n, &source->fps_d))
    return FALSE;
  if (*text == 0)
    return TRUE;
  if (!take_char (&text, ':')
      || !take_fraction (&text, &aspect_n, &aspect_d) || aspect_n == 0)
    return FALSE;
  if (*text == 0)
    return TRUE;
  if (!take_char (&text, ':') || *text == 0 || strlen (text) > 20)
    return FALSE;
  for (; *text; text++)
    if (!g_ascii_isalnum (*text) && !strchr (":-._", *text))
      return FALSE;
  return TRUE;
}
