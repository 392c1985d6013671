/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* yaml.c: see yaml.h. */
#include "yaml.h"

#include <string.h>
#ifdef HAVE_YAML
#include <yaml.h>
#endif

void
gst_cl_yaml_free (GstClYaml * node)
{
  g_free (node->key);
  g_free (node->value);
  if (node->names)
    g_hash_table_unref (node->names);
  if (node->children)
    g_ptr_array_unref (node->children);
  g_free (node);
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
  const GstClYaml *child = node && node->names
      ? g_hash_table_lookup (node->names, key) : NULL;

  return child && (child->value || child->children) ? child : NULL;
}

#ifndef HAVE_YAML
GstClYaml *
gst_cl_yaml_read (GstClCurveReader * reader, GError ** error)
{
  gst_cl_curve_set_error (reader, error, "is a configuration of CamillaDSP, "
      "which cannot be read: gst-clfft was built without libyaml");
  return NULL;
}
#else

#define MAX_DEPTH GST_CL_CURVE_MAX_DEPTH

typedef struct
{
  GstClCurveReader *reader;
  gchar *text;
  GError **error;
  GHashTable *anchors;          /* nodes of the tree that are complete */
  GstClYaml *open[MAX_DEPTH + 1];       /* from the root */
  gchar *anchor[MAX_DEPTH + 1]; /* of each */
  guint depth;                  /* of the last of them */
  gchar *key;                   /* (nullable): for the next node */
  gsize key_line;
  guint n_nodes, n_documents;
  gsize n_copied;               /* bytes of texts that aliases stand for */
} Builder;

/* An error at a line, whose text it shows; FALSE. */
static gboolean
fail (Builder * builder, gsize line, const gchar * format, ...)
G_GNUC_PRINTF (3, 4);

     static gboolean
         fail (Builder * builder, gsize line, const gchar * format, ...)
{
  g_autofree gchar *reason = NULL;
  gchar *at = builder->text;
  va_list args;
  gsize i;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  for (i = 1; i < line && strchr (at, '\n'); i++)
    at = strchr (at, '\n') + 1;
  at[strcspn (at, "\r\n")] = 0;
  builder->reader->line = at;
  builder->reader->number = line;
  return gst_cl_curve_set_error (builder->reader, builder->error, "%s", reason);
}

/* A new child of the last open node, and of the key that was read. */
static GstClYaml *
add (Builder * builder, GstClYaml * parent, const gchar * key, gsize line)
{
  GstClYaml *node;

  if (builder->n_nodes++ >= GST_CL_CURVE_MAX_NODES) {
    fail (builder, line, "there are more than %u entries",
        GST_CL_CURVE_MAX_NODES);
    return NULL;
  }
  node = g_new0 (GstClYaml, 1);
  node->line = line;
  node->key = g_strdup (key);
  g_ptr_array_add (parent->children, node);
  if (parent->names)
    g_hash_table_insert (parent->names, node->key, node);
  return node;
}

static void
make_container (GstClYaml * node, gboolean is_map)
{
  node->children = g_ptr_array_new_with_free_func (
      (GDestroyNotify) gst_cl_yaml_free);
  if (is_map)
    node->names = g_hash_table_new (g_str_hash, g_str_equal);
}

static GstClYaml *
add_next (Builder * builder, gsize line)
{
  GstClYaml *node = add (builder, builder->open[builder->depth], builder->key,
      builder->key ? builder->key_line : line);

  g_clear_pointer (&builder->key, g_free);
  return node;
}

static gboolean
is_key_wanted (const Builder * builder)
{
  return builder->open[builder->depth]->names && !builder->key;
}

static void
set_anchor (Builder * builder, const gchar * anchor, GstClYaml * node)
{
  if (anchor)
    g_hash_table_insert (builder->anchors, g_strdup (anchor), node);
}

static gboolean
take_key (Builder * builder, const gchar * key, gsize line)
{
  if (g_hash_table_contains (builder->open[builder->depth]->names, key))
    return fail (builder, line, "this name is there twice");
  builder->key = g_strdup (key);
  builder->key_line = line;
  return TRUE;
}

/* Whether a filter of a type that CamillaDSP has is in the list of filters. */
static gboolean
is_type (const Builder * builder, const gchar * value)
{
  static const gchar *const types[] = { "Biquad", "BiquadCombo", "Conv",
    "Delay", "DiffEq", "Dither", "Gain", "Limiter", "Loudness", "Volume", NULL
  };

  return builder->depth == 3 && g_strcmp0 (builder->key, "type") == 0
      && g_strcmp0 (builder->open[2]->key, "filters") == 0
      && g_strv_contains (types, value);
}

static gboolean
take_scalar (Builder * builder, const yaml_event_t * event, gsize line)
{
  const gchar *value = (const gchar *) event->data.scalar.value;
  GstClYaml *node;

  if (strlen (value) != event->data.scalar.length)
    return fail (builder, line, "a text has a byte 0 in it");
  if (is_key_wanted (builder))
    return take_key (builder, value, line);
  if (is_type (builder, value))
    builder->reader->is_curve = TRUE;
  if (!(node = add_next (builder, line)))
    return FALSE;
  if (event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE || (*value
          && strcmp (value, "~") != 0
          && g_ascii_strcasecmp (value, "null") != 0))
    node->value = g_strdup (value);
  set_anchor (builder, (const gchar *) event->data.scalar.anchor, node);
  return TRUE;
}

static gboolean
open_container (Builder * builder, const yaml_char_t * anchor, gboolean is_map,
    gsize line)
{
  GstClYaml *node;

  if (is_key_wanted (builder))
    return fail (builder, line, "a name was expected, not a list or a map");
  if (builder->depth == MAX_DEPTH)
    return fail (builder, line, "this is nested deeper than %d levels",
        MAX_DEPTH);
  if (!(node = add_next (builder, line)))
    return FALSE;
  make_container (node, is_map);
  builder->open[++builder->depth] = node;
  builder->anchor[builder->depth] = g_strdup ((const gchar *) anchor);
  return TRUE;
}

static void
close_container (Builder * builder)
{
  set_anchor (builder, builder->anchor[builder->depth],
      builder->open[builder->depth]);
  g_clear_pointer (&builder->anchor[builder->depth], g_free);
  builder->depth--;
}

/* What is below a node, which has no children yet, as it is below another. */
static gboolean
copy (Builder * builder, GstClYaml * to, const GstClYaml * from, guint depth,
    gsize line)
{
  guint i;

  builder->n_copied += (from->value ? strlen (from->value) : 0)
      + (to->key ? strlen (to->key) : 0);
  if (builder->n_copied > GST_CL_CURVE_MAX_SIZE)
    return fail (builder, line, "aliases stand for more than %u bytes",
        GST_CL_CURVE_MAX_SIZE);
  to->value = g_strdup (from->value);
  if (!from->children)
    return TRUE;
  if (depth > MAX_DEPTH)
    return fail (builder, line, "this is nested deeper than %d levels",
        MAX_DEPTH);
  make_container (to, from->names != NULL);
  for (i = 0; i < from->children->len; i++) {
    const GstClYaml *child = gst_cl_yaml_item (from, i);
    GstClYaml *node = add (builder, to, child->key, line);

    if (!node || !copy (builder, node, child, depth + 1, line))
      return FALSE;
  }
  return TRUE;
}

static gboolean
take_alias (Builder * builder, const gchar * anchor, gsize line)
{
  const GstClYaml *from = g_hash_table_lookup (builder->anchors, anchor);
  GstClYaml *node;

  if (!from) {
    g_autofree gchar *name = gst_cl_curve_quote (builder->reader, anchor);

    return fail (builder, line, "there is no anchor %s above", name);
  }
  if (is_key_wanted (builder))
    return fail (builder, line, "a name was expected, not an alias");
  node = add_next (builder, line);
  return node && copy (builder, node, from, builder->depth + 1, line);
}

/* Tags of YAML itself change nothing here. */
static gboolean
check_tag (Builder * builder, const yaml_char_t * tag, gsize line)
{
  if (!tag || g_str_has_prefix ((const gchar *) tag, "tag:yaml.org,2002:"))
    return TRUE;
  return fail (builder, line, "the tag %.60s is not understood",
      builder->reader->is_curve ? (const gchar *) tag : "");
}

static gboolean
take (Builder * builder, const yaml_event_t * event)
{
  gsize line = event->start_mark.line + 1;

  switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
      return builder->n_documents++ == 0
          || fail (builder, line, "there is a second document");
    case YAML_SCALAR_EVENT:
      return check_tag (builder, event->data.scalar.tag, line)
          && take_scalar (builder, event, line);
    case YAML_ALIAS_EVENT:
      return take_alias (builder, (const gchar *) event->data.alias.anchor,
          line);
    case YAML_SEQUENCE_START_EVENT:
      return check_tag (builder, event->data.sequence_start.tag, line)
          && open_container (builder, event->data.sequence_start.anchor, FALSE,
          line);
    case YAML_MAPPING_START_EVENT:
      return check_tag (builder, event->data.mapping_start.tag, line)
          && open_container (builder, event->data.mapping_start.anchor, TRUE,
          line);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      close_container (builder);
      return TRUE;
    default:
      return TRUE;
  }
}

/* What libyaml says is wrong; of its reader there is no line, but a byte. */
static gboolean
fail_parser (Builder * builder, const yaml_parser_t * parser)
{
  gsize line = parser->problem_mark.line + 1, i;

  if (parser->error == YAML_READER_ERROR)
    for (i = 0, line = 1; i < parser->problem_offset && builder->text[i]; i++)
      line += builder->text[i] == '\n';
  return fail (builder, line, "this is no YAML: %s%s%s",
      parser->context ? parser->context : "", parser->context ? ", " : "",
      parser->problem ? parser->problem : "there is no memory for it");
}

/* libyaml compares each directive with all before. */
static gboolean
check_directives (Builder * builder)
{
  const gchar *at = builder->text;
  guint n = 0, line;

  for (line = 1; at; line++) {
    n += *at == '%';
    if (n > GST_CL_CURVE_MAX_DIRECTIVES)
      return fail (builder, line, "there are more than %d directives",
          GST_CL_CURVE_MAX_DIRECTIVES);
    if ((at = strchr (at, '\n')))
      at++;
  }
  return TRUE;
}

static gboolean
parse (Builder * builder)
{
  yaml_parser_t parser;
  yaml_event_t event;
  gboolean is_good, is_end = FALSE;

  if (!check_directives (builder))
    return FALSE;
  if (!yaml_parser_initialize (&parser))
    return fail (builder, 1, "there is no memory for it");
  yaml_parser_set_encoding (&parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string (&parser, (const guchar *) builder->text,
      strlen (builder->text));
  do {
    is_good = yaml_parser_parse (&parser, &event);
    if (!is_good) {
      fail_parser (builder, &parser);
      break;
    }
    is_good = take (builder, &event);
    is_end = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete (&event);
    is_good = is_good && gst_cl_curve_may_go_on (builder->reader);
  } while (is_good && !is_end);
  yaml_parser_delete (&parser);
  return is_good;
}

GstClYaml *
gst_cl_yaml_read (GstClCurveReader * reader, GError ** error)
{
  g_autoptr (GstClYaml) root = g_new0 (GstClYaml, 1);
  Builder builder = { reader, reader->next, error, };
  gboolean is_good;
  guint i;

  make_container (root, FALSE);
  builder.anchors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
      NULL);
  builder.open[0] = root;
  is_good = parse (&builder);
  for (i = 0; i <= MAX_DEPTH; i++)
    g_free (builder.anchor[i]);
  g_free (builder.key);
  g_hash_table_unref (builder.anchors);
  if (!is_good)
    return NULL;
  if (root->children->len == 0)
    return g_steal_pointer (&root);
  return g_ptr_array_steal_index (root->children, 0);
}
#endif
