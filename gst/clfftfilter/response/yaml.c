/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* yaml.c: see yaml.h. */
#include "yaml.h"

#include <string.h>

#define MAX_DEPTH 16
#define MAX_NODES (1u << 20)

typedef struct
{
  GstClCurveReader *reader;
  gchar *at;                    /* what is left of the line; NULL at the end */
  guint indent;                 /* of it */
  guint n_nodes;
} Parser;

static gboolean parse_block (Parser * parser, GstClYaml * parent,
    guint indent, guint depth, GError ** error);

void
gst_cl_yaml_free (GstClYaml * node)
{
  g_free (node->key);
  g_free (node->value);
  if (node->children)
    g_ptr_array_unref (node->children);
  g_free (node);
}

static GstClYaml *
add (Parser * parser, GstClYaml * parent, GError ** error)
{
  GstClYaml *node;

  if (parser->n_nodes++ >= MAX_NODES) {
    gst_cl_curve_set_error (parser->reader, error, "there are more than %u "
        "entries", MAX_NODES);
    return NULL;
  }
  node = g_new0 (GstClYaml, 1);
  node->line = parser->reader->number;
  if (!parent->children)
    parent->children = g_ptr_array_new_with_free_func (
        (GDestroyNotify) gst_cl_yaml_free);
  g_ptr_array_add (parent->children, node);
  return node;
}

/* Behind the quoted text that begins at `at`; NULL if it does not end. */
static gchar *
skip_quoted (gchar * at)
{
  gchar *end = strchr (at + 1, *at);

  return end ? end + 1 : NULL;
}

/* Cuts a comment, which begins behind a space, and spaces at the end. */
static void
cut_comment (gchar * line)
{
  gchar *at = line, *end;

  for (; *at; at++) {
    if (*at == '#' && (at == line || strchr (" \t", at[-1]))) {
      *at = 0;
      break;
    }
    if ((*at == '"' || *at == '\'') && (at == line
            || strchr (" \t[,", at[-1])) && (end = skip_quoted (at)))
      at = end - 1;
  }
  g_strchomp (line);
}

/* Goes to the next line with something on it. */
static gboolean
advance (Parser * parser, GError ** error)
{
  while (gst_cl_curve_next_line (parser->reader)) {
    gchar *line = parser->reader->line;

    cut_comment (line);
    parser->indent = strspn (line, " ");
    parser->at = line + parser->indent;
    if (*parser->at == '\t') {
      gst_cl_curve_set_error (parser->reader, error, "a tab cannot indent a "
          "line; spaces can");
      return FALSE;
    }
    if (*parser->at && strcmp (line, "---") != 0)
      return TRUE;
  }
  parser->at = NULL;
  return TRUE;
}

static gboolean
is_item (const gchar * at)
{
  return at[0] == '-' && (at[1] == ' ' || at[1] == 0);
}

/* The ':' behind a key; NULL if there is none. */
static gchar *
find_colon (gchar * at)
{
  if (*at == '"' || *at == '\'') {
    at = skip_quoted (at);
    return at && *at == ':' ? at : NULL;
  }
  while ((at = strchr (at, ':')) && at[1] != ' ' && at[1] != 0)
    at++;
  return at;
}

/* Whether the text begins a form of YAML that is not read. */
static gboolean
is_strange (Parser * parser, const gchar * text, GError ** error)
{
  if (!*text || !strchr ("&*!|>{}%@`", *text))
    return FALSE;
  gst_cl_curve_set_error (parser->reader, error, "this form of YAML is not "
      "understood: a number, a word or a list was expected before \"%.20s\"",
      text);
  return TRUE;
}

/* Takes the text as a scalar. */
static gboolean
set_scalar (Parser * parser, GstClYaml * node, gchar * text, GError ** error)
{
  gsize length;

  text = g_strstrip (text);
  length = strlen (text);
  if (*text == '"' || *text == '\'') {
    if (skip_quoted (text) != text + length || strchr (text, '\\')) {
      gst_cl_curve_set_error (parser->reader, error, "quoted text must end on "
          "its line, with nothing behind it and no backslash in it");
      return FALSE;
    }
    node->value = g_strndup (text + 1, length - 2);
    return TRUE;
  }
  if (is_strange (parser, text, error))
    return FALSE;
  if (*text && strcmp (text, "~") != 0
      && g_ascii_strcasecmp (text, "null") != 0)
    node->value = g_strdup (text);
  return TRUE;
}

/* A list in brackets, which may go on over lines. */
static gboolean
parse_brackets (Parser * parser, GstClYaml * node, gchar * text,
    GError ** error)
{
  text++;
  node->children = g_ptr_array_new_with_free_func (
      (GDestroyNotify) gst_cl_yaml_free);
  for (;;) {
    gsize length;
    gchar mark;
    GstClYaml *item;

    text += strspn (text, " \t");
    if (*text == ']' && !text[1 + strspn (text + 1, " \t")])
      return TRUE;
    if (!*text) {
      if (!advance (parser, error))
        return FALSE;
      if (!parser->at) {
        gst_cl_curve_set_error (parser->reader, error, "the file ends before "
            "\"]\"");
        return FALSE;
      }
      text = parser->at;
      continue;
    }
    length = strcspn (text, ",[]");
    mark = text[length];
    if (mark == '[' || length == 0 || (mark == ']'
            && text[length + 1 + strspn (text + length + 1, " \t")])) {
      gst_cl_curve_set_error (parser->reader, error, "a list of numbers or "
          "words was expected, as [1, 2]");
      return FALSE;
    }
    text[length] = 0;
    if (!(item = add (parser, node, error))
        || !set_scalar (parser, item, text, error))
      return FALSE;
    if (mark == ']')
      return TRUE;
    text += length + (mark == ',');
  }
}

/* What is behind a key or a dash at this indent; goes to the next line. */
static gboolean
parse_value (Parser * parser, GstClYaml * node, gchar * text, guint indent,
    guint depth, GError ** error)
{
  text += strspn (text, " \t");
  if (*text == '[')
    return parse_brackets (parser, node, text, error)
        && advance (parser, error);
  if (*text)
    return set_scalar (parser, node, text, error) && advance (parser, error);
  if (!advance (parser, error))
    return FALSE;
  /* a list may be as far to the left as its key */
  if (!parser->at || parser->indent < indent || (parser->indent == indent
          && !(node->key && is_item (parser->at))))
    return TRUE;
  return parse_block (parser, node, parser->indent, depth + 1, error);
}

static gboolean
parse_item (Parser * parser, GstClYaml * parent, guint indent, guint depth,
    GError ** error)
{
  GstClYaml *node = add (parser, parent, error);
  gsize skip = 1 + strspn (parser->at + 1, " ");

  if (!node)
    return FALSE;
  if (!parser->at[skip])
    return parse_value (parser, node, parser->at + skip, indent, depth, error);
  parser->at += skip;
  if (!find_colon (parser->at) && !is_item (parser->at))
    return parse_value (parser, node, parser->at, indent, depth, error);
  /* its first entry is on this line */
  parser->indent = indent + skip;
  return parse_block (parser, node, parser->indent, depth + 1, error);
}

static gboolean
parse_entry (Parser * parser, GstClYaml * parent, guint indent, guint depth,
    GError ** error)
{
  gchar *colon = find_colon (parser->at);
  GstClYaml *node;

  if (is_strange (parser, parser->at, error))
    return FALSE;
  if (!colon || colon == parser->at) {
    gst_cl_curve_set_error (parser->reader, error, "\"name: value\" was "
        "expected");
    return FALSE;
  }
  *colon = 0;
  if (gst_cl_yaml_get (parent, parser->at)) {
    gst_cl_curve_set_error (parser->reader, error, "this name is there "
        "twice");
    return FALSE;
  }
  if (!(node = add (parser, parent, error)))
    return FALSE;
  node->key = g_strdup (parser->at);
  g_strdelimit (node->key, "\"'", ' ');
  g_strstrip (node->key);
  return parse_value (parser, node, colon + 1, indent, depth, error);
}

static gboolean
parse_block (Parser * parser, GstClYaml * parent, guint indent, guint depth,
    GError ** error)
{
  gboolean is_list = is_item (parser->at);

  if (depth > MAX_DEPTH) {
    gst_cl_curve_set_error (parser->reader, error, "this is nested deeper "
        "than %d levels", MAX_DEPTH);
    return FALSE;
  }
  while (parser->at && parser->indent >= indent) {
    if (parser->indent > indent) {
      gst_cl_curve_set_error (parser->reader, error, "the indentation is "
          "that of no line above it");
      return FALSE;
    }
    /* a list as far to the left as its key ends with the next key */
    if (is_list != is_item (parser->at)) {
      if (is_list)
        return TRUE;
      gst_cl_curve_set_error (parser->reader, error, "\"name: value\" was "
          "expected");
      return FALSE;
    }
    if (!(is_list ? parse_item : parse_entry) (parser, parent, indent, depth,
            error))
      return FALSE;
  }
  return TRUE;
}

GstClYaml *
gst_cl_yaml_read (GstClCurveReader * reader, GError ** error)
{
  Parser parser = { reader, };
  g_autoptr (GstClYaml) root = g_new0 (GstClYaml, 1);

  if (!advance (&parser, error))
    return NULL;
  if (parser.at && !parse_block (&parser, root, parser.indent, 0, error))
    return NULL;
  if (parser.at) {
    gst_cl_curve_set_error (reader, error, "the indentation is that of no line "
        "above it");
    return NULL;
  }
  return g_steal_pointer (&root);
}

guint
gst_cl_yaml_count (const GstClYaml * node)
{
  return node && node->children ? node->children->len : 0;
}

const GstClYaml *
gst_cl_yaml_item (const GstClYaml * node, guint i)
{
  return g_ptr_array_index (node->children, i);
}

const GstClYaml *
gst_cl_yaml_get (const GstClYaml * node, const gchar * key)
{
  guint i;

  for (i = 0; i < gst_cl_yaml_count (node); i++)
    if (g_strcmp0 (gst_cl_yaml_item (node, i)->key, key) == 0)
      return gst_cl_yaml_item (node, i);
  return NULL;
}
