/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* hostile.c: see hostile.h. */
#include "hostile.h"

#include "support/test.h"

#define YAML "filters:\n  a:\n    type: Gain\n    parameters: {gain: 1}\n"
#define PIPELINE YAML "pipeline:\n"
#define EQUALIZER "filters:\n  a:\n    type: BiquadCombo\n    parameters:\n" \
    "      type: "

const HostileKind hostile_kinds[] = {
  {"thousands", "Filter: ON PK Fc ", "1'234 567.", " Hz Gain 3 dB Q 1\n"},
  {"digits", "Filter: ON PK Fc 1 ", "1234567890", " Hz Gain 3 dB Q 1\n"},
  {"digits of a level", "Preamp: ", "12345", " dB\n"},
  {"targets", "Filter: ON Modal Fc 50 Hz Gain 3 dB Q 1 ",
      "T60 target 300 ms ", "\n"},
  {"filters that are off", "", "Filter #: OFF PK Fc 50 Hz Gain 1 dB Q 1\n", ""},
  {"filters", "", "Filter #: ON PK Fc 50 Hz Gain 1 dB Q 1\n", ""},
  {"preamps", "", "Preamp: 0 dB\n", ""},
  {"comments", "", "# a comment\n", "Preamp: 0 dB\n"},
  {"blanks", "", "                ", "Preamp: 0 dB\n"},
  {"empty lines", "", "\r\n\r\n", "Preamp: 0 dB\n"},
  {"head of REW", "Filter Settings file\n", "Filter settings of %\n",
      "Filter 1: ON None\n"},
  {"points of a curve", "GraphicEQ: 1 0; ", "1#.5 %; ", "\n"},
  {"curves", "", "GraphicEQ: 20 %; 30 %\n", ""},
  {"blanks of a curve", "GraphicEQ: 1 0; ", "    ", "2 0\n"},
  {"columns", "", "1#.5 %\n", ""},
  {"columns with a comma", "frequency;raw\n", "1#,5;%\n", ""},
  {"names of columns", "", "* Freq(Hz), SPL(dB), raw, hz, f\n", "20 1\n30 1\n"},
  {"fields", "20 1", " %", "\n"},
  {"quotes", "frequency,raw\n", "\"\"\"\"\"\"\"\"", "\n"},
  {"a heading", "frequency,", "name,\"of\",", "\n"},
  {"steps", PIPELINE, "- {type: Filter, channel: #, names: [a]}\n", ""},
  {"steps of all", PIPELINE "- {type: Filter, channels: [0, 1], names: [a]}\n",
      "- {type: Filter, names: [a]}\n", ""},
  {"steps that are bypassed", PIPELINE,
      "- {type: Filter, channel: %, names: [a], bypassed: true}\n", ""},
  {"channels of a step", PIPELINE "- type: Filter\n  names: [a]\n"
      "  channels: [0", ", #", "]\n"},
  {"the same channel", PIPELINE "- type: Filter\n  names: [a]\n"
      "  channels: [0", ", 0", "]\n"},
  {"names of a step", PIPELINE "- type: Filter\n  channels: [0, 1]\n"
      "  names: [a", ", a", "]\n"},
  {"many filters", "filters:\n", "  f#: {type: Gain, parameters: {gain: %}}\n",
      ""},
  {"names that are unknown", YAML, "  b#: {}\n", ""},
  {"bands", EQUALIZER "GraphicEqualizer\n      gains: [0", ", 0", "]\n"},
  {"bands by name", EQUALIZER "NPointPeq\n      bands:\n",
      "      - {freq: 1#, gain: 0, q: 1}\n", ""},
  {"an order", EQUALIZER "ButterworthLowpass\n      freq: 99\n      order: 1",
      "0", "\n"},
  {"coefficients", "filters:\n  a:\n    type: Conv\n    parameters:\n"
      "      type: Values\n      values: [1", ", 0.5", "]\n"},
  {"a long text", YAML "description: ", "words and words ", "\n"},
  {"a long line of a text", YAML "description: \"", "\\u00e9\\n", "\"\n"},
  {"a folded text", YAML "description: >\n", "  words and words\n", "\n"},
  {"a text at an anchor", YAML "d: &d ", "words and words ",
      "\ne: [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d]\n"},
  {"aliases", YAML "d: &d words-and-words-and-words-and-words\ne: [*d",
      ", *d", "]\n"},
  {"anchors", YAML "d:\n", "- &a# %\n", ""},
  {"an anchor again", YAML "d:\n", "- &a [%]\n- *a\n", ""},
  {"directives", "", "%TAG !a#! tag:x\n", "---\n" YAML},
  {"comments of YAML", YAML, "# %\n", ""},
  {"brackets", YAML "d: ", "[", "\n"},
  {"maps", YAML "d: ", "{a: ", "\n"},
  {"lists in lists", YAML "d:\n ", "- ", "\n"},
  {"questions", YAML "d:\n ", "? ", "\n"},
  {"indents", YAML "d:\n", "  [%,\n", ""},
  {"colons", YAML "d: {", "a#: , ", "}\n"},
  {"documents", YAML, "---\n", ""},
  {"tags", YAML "d:\n", "- !!str %\n", ""},
  {"bands of a preset", "{\"bands\": [{\"filter_type\": 0}",
      ", {\"filter_type\": 0, \"frequency\": #}", "]}\n"},
  {"members", "{\"bands\": []", ", \"a#\": %", "}\n"},
  {"a member again", "{\"bands\": []", ", \"a\": %", "}\n"},
  {"lists of a preset", "{\"bands\": [], \"a\": [0", ", [%]", "]}\n"},
  {"a text of a preset", "{\"bands\": [], \"a\": \"", "\\u00e9\\\\", "\"}\n"},
  {"comments of a preset", "{", "/* % */", "\"bands\": []}\n"},
};

const guint n_hostile_kinds = G_N_ELEMENTS (hostile_kinds);

static void
append (GString * text, const gchar * part, guint i)
{
  /* a % with letters behind it is a directive */
  for (; *part; part++)
    if (*part == '#' && part[1] != ' ')
      g_string_append_printf (text, "%u", 1000000 + i);
    else if (*part == '%' && !g_ascii_isalpha (part[1]))
      g_string_append_printf (text, "%u", i % 7);
    else
      g_string_append_c (text, *part);
}

GString *
hostile_text (const HostileKind * kind, gsize size)
{
  GString *text = g_string_new (kind->head);
  guint i;

  for (i = 0; text->len < size; i++)
    append (text, kind->part, i);
  return g_string_append (text, kind->tail);
}

static const gchar *const commands[] = { "Filter: ", "Filter 1: ON PK ", "Fc ",
  "1 234", "1,234.5 ", " Hz ", "Gain 3 dB ", "Q 1 ", "\n", "\r", "# ", "Preamp: ",
  "GraphicEQ: ", "; ", "20 ", "-1.5", "\t", "'", "\xc2\xa0", "T60 target 1 ms ",
  NULL
};
static const gchar *const columns[] = { "frequency", ",", ";", "\t", " ", "raw",
  "20", "1e3", "-3.5", "\"", "\n", "* ", "Freq(Hz)", "SPL(dB)", "khz", ".", NULL
};
static const gchar *const yaml[] = { "a: ", "- ", "[", "]", "{", "}", ", ",
  "\n", "  ", "&a ", "*a ", "\"", "'", "|\n", ">\n", "# ", "? ", "!!str ", "---\n",
  "%TAG ! a\n", "1.5", "names: ", "channels: ", "type: Filter\n", ":", NULL
};
static const gchar *const json[] = { "{", "}", "[", "]", "\"", ",", ":", "1",
  "\"bands\": ", "\\u0031", "true", "null", "-1e9", "\"q\": 1", "\n", "/*", "*/",
  NULL
};
static const struct
{
  const gchar *head;
  const gchar *const *words;
} formats[] = {
  {"Preamp: 0 dB\n", commands}, {"20 1\n", columns}, {"filters:\n", yaml},
  {YAML "d: ", yaml}, {PIPELINE, yaml}, {"{\"bands\": ", json},
};

GString *
hostile_draw (gsize size)
{
  guint format = test_random () % G_N_ELEMENTS (formats);
  const gchar *const *words = formats[format].words;
  guint n_words = g_strv_length ((gchar **) words), n, i;
  GString *text = g_string_new (formats[format].head);
  g_autoptr (GString) fragment = g_string_new (NULL);

  n = 1 + test_random () % 12;
  for (i = 0; i < n; i++)
    g_string_append (fragment, words[test_random () % n_words]);
  while (text->len < size)
    g_string_append (text, fragment->str);
  return text;
}

GString *
hostile_draw_again (guint64 state, gsize size)
{
  guint64 now = test_state;
  GString *text;

  test_state = state;
  text = hostile_draw (size);
  test_state = now;
  return text;
}
