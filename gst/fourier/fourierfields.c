/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fourierfields.c: the caps, field by field. One table row holds a field's
 * name, kind, place in the struct and range; rows stand in the order in which
 * caps are written. fourierrules.c has the rules between fields.
 */
#include "fourierfields.h"

#include <string.h>

/* Limits the length of the caps. */
#define MAX_NINE_DIGITS 999999999
#define MAX_FREQUENCY (G_MAXINT / 2 + 1)

#define AT(member) G_STRUCT_OFFSET (GstFourierInfo, member)
#define WORD_LETTERS "abcdefghijklmnopqrstuvwxyz0123456789-"
#define NAME_LETTERS WORD_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* *INDENT-OFF* */
static const Field fields[] = {
  {"version", KIND_INT, AT (version), TRUE, 1, G_MAXINT},
  {"format", KIND_ENUM, AT (format), TRUE, 0, 0, gst_fourier_format_get_type},
  {"quantity", KIND_ENUM, AT (quantity), TRUE, 0, 0, gst_fourier_quantity_get_type},
  {"scaling", KIND_ENUM, AT (scaling), TRUE, 0, 0, gst_fourier_scaling_get_type},
  {"sides", KIND_ENUM, AT (sides), TRUE, 0, 0, gst_fourier_sides_get_type},
  {"shape", KIND_AXES, AT (shape), TRUE, 1, GST_FOURIER_MAX_LENGTH},
  {"bins", KIND_AXES, AT (bins), TRUE, 1, GST_FOURIER_MAX_LENGTH},
  {"bin-low", KIND_EXACT, AT (bin_low), FALSE, -G_MAXINT, G_MAXINT},
  {"bin-step", KIND_EXACT, AT (bin_step), FALSE, 0, G_MAXINT},
  {"channels", KIND_INT, AT (channels), TRUE, 1, GST_FOURIER_MAX_CHANNELS},
  {"rate", KIND_INT, AT (rate), FALSE, 0, G_MAXINT},
  {"hop", KIND_INT, AT (hop), FALSE, 1, MAX_NINE_DIGITS},
  {"framerate", KIND_FRACTION, AT (fps_n), TRUE, 0, G_MAXINT},
  {"window", KIND_WORD, AT (window), TRUE, 1, MAX_WINDOW_NAME, NULL, WORD_LETTERS},
  {"window-param", KIND_PARAM, AT (window_param), FALSE, 0, MAX_NINE_DIGITS},
  {"window-length", KIND_INT, AT (window_length), FALSE, 0, GST_FOURIER_MAX_LENGTH},
  {"tapers", KIND_INT, AT (tapers), FALSE, 1, GST_FOURIER_MAX_TAPERS},
  {"center", KIND_BOOLEAN, AT (center), FALSE},
  {"detrend", KIND_INT, AT (detrend), FALSE, 0, GST_FOURIER_DETREND_LINEAR},
  {"band-scale", KIND_ENUM, AT (band_scale), FALSE, 0, 0, gst_fourier_band_scale_get_type},
  {"band-low", KIND_PARAM, AT (band_low), FALSE, 0, MAX_FREQUENCY},
  {"band-high", KIND_PARAM, AT (band_high), FALSE, 0, MAX_FREQUENCY},
  {"bands-per-octave", KIND_INT, AT (bands_per_octave), FALSE, 0, 96},
  {"gamma", KIND_PARAM, AT (gamma), FALSE, 0, MAX_FREQUENCY},
  {"edge-bands", KIND_PAIR, AT (edge_bands), FALSE, 0, GST_FOURIER_MAX_LENGTH},
  {"mel", KIND_ENUM, AT (mel), FALSE, 0, 0, gst_fourier_mel_get_type},
  {"band-sum", KIND_ENUM, AT (band_sum), FALSE, 0, 0, gst_fourier_band_sum_get_type},
  {"log-offset", KIND_PARAM, AT (log_offset), FALSE, 0, 1},
  {"top-db", KIND_FLOOR, AT (top_db), FALSE, 0, 999},
  {"normalize", KIND_ENUM, AT (normalize), FALSE, 0, 0, gst_fourier_normalize_get_type},
  {"cepstrum", KIND_INT, AT (cepstrum), FALSE, 0, GST_FOURIER_MAX_LENGTH},
  {"lifter", KIND_FLOOR, AT (lifter), FALSE, 0, 999},
  {"lifter-from", KIND_INT, AT (lifter_from), FALSE, 0, 1},
  {"pre-emphasis", KIND_FLOOR, AT (pre_emphasis), FALSE, 0, 1},
  {"weighting", KIND_ENUM, AT (weighting), FALSE, 0, 0, gst_fourier_weighting_get_type},
  {"calibration", KIND_FLOOR, AT (calibration), FALSE, -GST_FOURIER_MAX_CALIBRATION,
      GST_FOURIER_MAX_CALIBRATION},
  {"averaging", KIND_ENUM, AT (averaging), FALSE, 0, 0, gst_fourier_averaging_get_type},
  {"average-count", KIND_INT, AT (average_count), FALSE, 1, MAX_NINE_DIGITS},
  {"time-constant", KIND_INT, AT (time_constant), FALSE, 0, MAX_NINE_DIGITS},
  {"floor", KIND_FLOOR, AT (floor), FALSE, -999, 999},
  {"channel-mode", KIND_ENUM, AT (channel_mode), FALSE, 0, 0, gst_fourier_channel_mode_get_type},
  {"channel-select", KIND_WORD, AT (channel_select), FALSE, 0, GST_FOURIER_MAX_CHANNEL_SELECT,
      NULL, "0123456789+-"},
  {"reference-channel", KIND_INT, AT (reference_channel), FALSE, 0, GST_FOURIER_MAX_CHANNELS},
  {"iq", KIND_BOOLEAN, AT (iq), FALSE},
  {"source-format", KIND_AUDIO_FORMAT, AT (source_format), FALSE},
  {"source-channels", KIND_INT, AT (source_channels), FALSE, 0, 2 * GST_FOURIER_MAX_CHANNELS},
  {"source-layout", KIND_AUDIO_LAYOUT, AT (source_layout), FALSE},
  {"channel-mask", KIND_MASK, AT (channel_mask), FALSE},
  {"source-video", KIND_WORD, AT (source_video), FALSE, 0, MAX_SOURCE_VIDEO,
      NULL, NAME_LETTERS "_:/."},
  {"component", KIND_WORD, AT (component), FALSE, 1, MAX_COMPONENT, NULL, NAME_LETTERS},
  {"blocks", KIND_PAIR, AT (blocks), FALSE, 1, GST_FOURIER_MAX_LENGTH},
  {"block-size", KIND_PAIR, AT (block_size), FALSE, 0, GST_FOURIER_MAX_LENGTH},
  {"block-overlap", KIND_PAIR, AT (block_overlap), FALSE, 0, GST_FOURIER_MAX_LENGTH},
  {"depth", KIND_INT, AT (depth), FALSE, 0, GST_FOURIER_MAX_LENGTH},
  {"temporal-window", KIND_WORD, AT (temporal_window), FALSE, 1, MAX_WINDOW_NAME,
      NULL, WORD_LETTERS},
  {"remove-dc", KIND_INT, AT (remove_dc), FALSE, 0, 1},
  {"fields", KIND_INT, AT (fields), FALSE, 0, 1},
};
/* *INDENT-ON* */

/* ---- reading ---------------------------------------------------------- */

static gboolean
read_array (GstFourierInfo * info, const Field * field, const GValue * value)
{
  guint *numbers = MEMBER (guint, info, field);
  guint length, i;

  if (!GST_VALUE_HOLDS_ARRAY (value))
    return FALSE;
  length = gst_value_array_get_size (value);
  /* The first array of axes that is read tells the rank. */
  if (field->kind == KIND_AXES && info->rank == 0) {
    if (length < 1 || length > GST_FOURIER_MAX_RANK)
      return FALSE;
    info->rank = length;
  }
  if (length != gst_fourier_field_count (info, field))
    return FALSE;
  for (i = 0; i < length; i++) {
    const GValue *item = gst_value_array_get_value (value, i);

    if (!G_VALUE_HOLDS_INT (item) || g_value_get_int (item) < 0)
      return FALSE;
    numbers[i] = g_value_get_int (item);
  }
  return TRUE;
}

static gboolean
read_value (GstFourierInfo * info, const Field * field, const GValue * value)
{
  guint *numbers = MEMBER (guint, info, field);

  switch (field->kind) {
    case KIND_INT:
      if (!G_VALUE_HOLDS_INT (value) || g_value_get_int (value) < 0)
        return FALSE;
      numbers[0] = g_value_get_int (value);
      return TRUE;
    case KIND_BOOLEAN:
      if (!G_VALUE_HOLDS_BOOLEAN (value))
        return FALSE;
      *MEMBER (gboolean, info, field) = g_value_get_boolean (value);
      return TRUE;
    case KIND_FRACTION:
      if (!GST_VALUE_HOLDS_FRACTION (value)
          || gst_value_get_fraction_numerator (value) < 0)
        return FALSE;
      numbers[0] = gst_value_get_fraction_numerator (value);
      numbers[1] = gst_value_get_fraction_denominator (value);
      return TRUE;
    case KIND_AXES:
    case KIND_PAIR:
      return read_array (info, field, value);
    default:
      return G_VALUE_HOLDS_STRING (value) && g_value_get_string (value)
          && gst_fourier_field_parse (info, field, g_value_get_string (value));
  }
}

/* Whether other fields determine a required one. */
static gboolean
follows (const Field * field, const GstStructure * structure)
{
  const gchar *scale = gst_structure_get_string (structure, "band-scale");
  gint tapers = 1;

  return strcmp (field->name, "framerate") == 0
      || (strcmp (field->name, "sides") == 0
      && (gst_structure_has_field (structure, "band-scale")
          || gst_structure_has_field (structure, "bin-step")))
      || (strcmp (field->name, "window") == 0
      && ((gst_structure_get_int (structure, "tapers", &tapers) && tapers > 1)
          || g_strcmp0 (scale, "cqt") == 0 || g_strcmp0 (scale, "vqt") == 0))
      || (strcmp (field->name, "bins") == 0
      && gst_structure_has_field (structure, "source-video"));
}

gboolean
gst_fourier_fields_read (GstFourierInfo * info, const GstStructure * structure,
    GError ** error)
{
  gsize i;

  info->rank = 0;
  for (i = 0; i < G_N_ELEMENTS (fields); i++) {
    const GValue *value = gst_structure_get_value (structure, fields[i].name);

    if (!value) {
      if (!fields[i].required || follows (&fields[i], structure))
        continue;
      return gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD, fields[i].name,
          "the caps have no field '%s'", fields[i].name);
    }
    if (!read_value (info, &fields[i], value)) {
      gchar *text = gst_value_serialize (value);

      gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD, fields[i].name,
          "field '%s' cannot be '%s' (%s)", fields[i].name,
          text ? text : "?", G_VALUE_TYPE_NAME (value));
      g_free (text);
      return FALSE;
    }
    if (i == 0 && info->version != GST_FOURIER_VERSION)
      return gst_fourier_refuse (error, GST_FOURIER_ERROR_VERSION, "version",
          "version %u of the stream format is not known, only version %d",
          info->version, GST_FOURIER_VERSION);
  }
  return TRUE;
}

/* ---- checking, comparing, writing -------------------------------------- */

static gboolean
is_legal (const GstFourierInfo * info, const Field * field)
{
  const guint *numbers = CONST_MEMBER (guint, info, field);
  guint i, n_numbers = gst_fourier_field_count (info, field);
  gdouble value;
  gchar text[64];

  for (i = 0; i < n_numbers; i++)
    if (numbers[i] < field->lowest || numbers[i] > field->highest)
      return FALSE;
  switch (field->kind) {
    case KIND_PARAM:
    case KIND_EXACT:
    case KIND_FLOOR:
      value = *CONST_MEMBER (gdouble, info, field);
      return value >= field->lowest && value <= field->highest;
    case KIND_WORD:
      return gst_fourier_word_fits (field, CONST_MEMBER (gchar, info, field));
    case KIND_AUDIO_FORMAT:
      return numbers[0] == 0 || gst_fourier_field_print (info, field, text, sizeof text);
    case KIND_ENUM:
    case KIND_AUDIO_LAYOUT:
      return gst_fourier_field_print (info, field, text, sizeof text) != NULL;
    default:
      return TRUE;
  }
}

static gboolean
check_field (const GstFourierInfo * info, const Field * field, GError ** error)
{
  gboolean is_number = field->kind == KIND_PARAM || field->kind == KIND_FLOOR
      || field->kind == KIND_EXACT
      || gst_fourier_field_count (info, field) > 0;
  const gchar *value;
  gchar text[64];

  if (is_legal (info, field))
    return TRUE;
  value = gst_fourier_field_print (info, field, text, sizeof text);
  if (is_number)
    gst_fourier_refuse (error, GST_FOURIER_ERROR_LIMIT, field->name,
        "field '%s' is %s, legal are %" G_GINT64_FORMAT " to %"
        G_GINT64_FORMAT, field->name, value, field->lowest, field->highest);
  else
    gst_fourier_refuse (error, GST_FOURIER_ERROR_FIELD, field->name,
        "field '%s' cannot be '%s'", field->name, value ? value : "?");
  return FALSE;
}

gboolean
gst_fourier_fields_check (const GstFourierInfo * info, GError ** error)
{
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (fields); i++)
    if (!check_field (info, &fields[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
field_equal (const GstFourierInfo * info, const GstFourierInfo * other,
    const Field * field)
{
  gchar text[2][64];

  return g_strcmp0 (gst_fourier_field_print (info, field, text[0], sizeof text[0]),
      gst_fourier_field_print (other, field, text[1], sizeof text[1])) == 0;
}

gboolean
gst_fourier_fields_equal (const GstFourierInfo * info,
    const GstFourierInfo * other)
{
  gsize i;

  if (info->rank != other->rank)
    return FALSE;
  for (i = 0; i < G_N_ELEMENTS (fields); i++)
    if (!field_equal (info, other, &fields[i]))
      return FALSE;
  return TRUE;
}

/* The field is one of the table's. */
static const Field *
find_field (const gchar * name)
{
  gsize i = 0;

  while (strcmp (fields[i].name, name) != 0)
    i++;
  return &fields[i];
}

gboolean
gst_fourier_fields_one_is_equal (const GstFourierInfo * info,
    const GstFourierInfo * other, const gchar * name)
{
  return field_equal (info, other, find_field (name));
}

gchar *
gst_fourier_fields_print (const GstFourierInfo * info, const gchar * name)
{
  gchar text[64];

  return g_strdup (gst_fourier_field_print (info, find_field (name), text, sizeof text));
}

static void
write_array (GstStructure * structure, const gchar * name,
    const guint * numbers, guint length)
{
  GValue array = G_VALUE_INIT, item = G_VALUE_INIT;
  guint i;

  gst_value_array_init (&array, length);
  g_value_init (&item, G_TYPE_INT);
  for (i = 0; i < length; i++) {
    g_value_set_int (&item, numbers[i]);
    gst_value_array_append_value (&array, &item);
  }
  g_value_unset (&item);
  gst_structure_take_value (structure, name, &array);
}

void
gst_fourier_fields_write (const GstFourierInfo * info,
    const GstFourierInfo * defaults, GstStructure * structure)
{
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (fields); i++) {
    const Field *field = &fields[i];
    const guint *numbers = CONST_MEMBER (guint, info, field);
    gchar text[64];

    if (!field->required && field_equal (info, defaults, field))
      continue;
    switch (field->kind) {
      case KIND_INT:
        gst_structure_set (structure, field->name, G_TYPE_INT, numbers[0],
            NULL);
        break;
      case KIND_BOOLEAN:
        gst_structure_set (structure, field->name, G_TYPE_BOOLEAN,
            *CONST_MEMBER (gboolean, info, field), NULL);
        break;
      case KIND_FRACTION:
        gst_structure_set (structure, field->name, GST_TYPE_FRACTION,
            numbers[0], numbers[1], NULL);
        break;
      case KIND_AXES:
      case KIND_PAIR:
        write_array (structure, field->name, numbers, gst_fourier_field_count (info,
                field));
        break;
      default:
        gst_structure_set (structure, field->name, G_TYPE_STRING,
            gst_fourier_field_print (info, field, text, sizeof text), NULL);
    }
  }
}
