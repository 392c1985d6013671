/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fourierwords.c: prints the value of a field as caps hold it, and reads those
   that caps hold as strings. */
#include "fourierfields.h"

#include <string.h>

static const gchar *const layouts[] = { "interleaved", "non-interleaved" };

guint
gst_fourier_field_count (const GstFourierInfo * info, const Field * field)
{
  switch (field->kind) {
    case KIND_AXES:
      return MIN (info->rank, GST_FOURIER_MAX_RANK);
    case KIND_PAIR:
    case KIND_FRACTION:
      return 2;
    case KIND_INT:
      return 1;
    default:
      return 0;
  }
}

/* ---- words ------------------------------------------------------------ */

static gboolean
enum_parse (GType type, const gchar * nick, gint * value)
{
  GEnumClass *klass = g_type_class_ref (type);
  const GEnumValue *entry = g_enum_get_value_by_nick (klass, nick);
  /* GLib 2.90 takes other cases, the stream format does not */
  gboolean ok = entry && strcmp (entry->value_nick, nick) == 0;

  if (ok)
    *value = entry->value;
  g_type_class_unref (klass);
  return ok;
}

/* Nicks are static strings: they outlive the class. */
static const gchar *
enum_nick (GType type, gint value)
{
  GEnumClass *klass = g_type_class_ref (type);
  const GEnumValue *entry = g_enum_get_value (klass, value);

  g_type_class_unref (klass);
  return entry ? entry->value_nick : NULL;
}

/* Prints one number as it is, more in brackets. */
static void
print_list (const guint * numbers, guint length, gchar * text, gsize size)
{
  guint i;

  text[0] = 0;
  for (i = 0; i < length; i++) {
    gsize end = strlen (text);

    g_snprintf (text + end, size - end, i ? ", %u" : length > 1 ? "<%u" : "%u",
        numbers[i]);
  }
  if (length > 1)
    g_strlcat (text, ">", size);
}

/* The field as caps hold it; NULL if they cannot hold it. */
const gchar *
gst_fourier_field_print (const GstFourierInfo * info, const Field * field, gchar * text,
    gsize size)
{
  const guint *numbers = CONST_MEMBER (guint, info, field);
  gint number;

  switch (field->kind) {
    case KIND_BOOLEAN:
      return numbers[0] ? "true" : "false";
    case KIND_FRACTION:
      g_snprintf (text, size, "%u/%u", numbers[0], numbers[1]);
      return text;
    case KIND_ENUM:
      return enum_nick (field->get_type (), *CONST_MEMBER (gint, info, field));
    case KIND_WORD:
      return CONST_MEMBER (gchar, info, field);
    case KIND_PARAM:
      gst_fourier_print_param (*CONST_MEMBER (gdouble, info, field), text,
          size);
      return text;
    case KIND_EXACT:
      gst_fourier_print_exact (*CONST_MEMBER (gdouble, info, field), text,
          size);
      return text;
    case KIND_FLOOR:
      gst_fourier_print_floor (*CONST_MEMBER (gdouble, info, field), text,
          size);
      return text;
    case KIND_MASK:
      g_snprintf (text, size, "0x%" G_GINT64_MODIFIER "x",
          *CONST_MEMBER (guint64, info, field));
      return text;
    case KIND_AUDIO_FORMAT:
      number = *CONST_MEMBER (gint, info, field);
      if (number <= GST_AUDIO_FORMAT_ENCODED
          || !enum_nick (GST_TYPE_AUDIO_FORMAT, number))
        return NULL;
      return gst_audio_format_to_string (number);
    case KIND_AUDIO_LAYOUT:
      number = *CONST_MEMBER (gint, info, field);
      return number == 0 || number == 1 ? layouts[number] : NULL;
    default:
      print_list (numbers, gst_fourier_field_count (info, field), text, size);
      return text;
  }
}

static gboolean
audio_format_parse (const gchar * text, gint * value)
{
  *value = gst_audio_format_from_string (text);
  return *value > GST_AUDIO_FORMAT_ENCODED;
}

static gboolean
audio_layout_parse (const gchar * text, gint * value)
{
  for (*value = 0; *value < (gint) G_N_ELEMENTS (layouts); (*value)++)
    if (strcmp (text, layouts[*value]) == 0)
      return TRUE;
  return FALSE;
}

gboolean
gst_fourier_word_fits (const Field * field, const gchar * text)
{
  gsize length = strlen (text);

  return length >= (gsize) field->lowest && length <= (gsize) field->highest
      && strspn (text, field->letters) == length;
}

gboolean
gst_fourier_field_parse (GstFourierInfo * info, const Field * field, const gchar * text)
{
  gint *number = MEMBER (gint, info, field);

  switch (field->kind) {
    case KIND_ENUM:
      return enum_parse (field->get_type (), text, number);
    case KIND_WORD:
      if (!gst_fourier_word_fits (field, text))
        return FALSE;
      g_strlcpy (MEMBER (gchar, info, field), text, field->highest + 1);
      return TRUE;
    case KIND_PARAM:
    case KIND_EXACT:
    case KIND_FLOOR:
      return gst_fourier_parse_decimal (text, MEMBER (gdouble, info, field));
    case KIND_MASK:
      return gst_fourier_parse_mask (text, MEMBER (guint64, info, field));
    case KIND_AUDIO_FORMAT:
      return audio_format_parse (text, number);
    case KIND_AUDIO_LAYOUT:
      return audio_layout_parse (text, number);
    default:
      return FALSE;
  }
}
