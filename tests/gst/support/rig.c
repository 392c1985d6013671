/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rig.c: an element in a harness.
 */
#include "rig.h"

#include "support/test.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* of the first element of rig_open_shared */
static GstContext *shared;

static void
end (void)
{
  g_clear_pointer (&shared, gst_context_unref);
  /* the leaks tracer reports there */
  gst_deinit ();
}

void
rig_init (void)
{
  if (gst_is_initialized ())
    return;
  gst_init (NULL, NULL);
  atexit (end);
}

static void
choose_device (const GValue * item, gpointer name)
{
  GObject *element = g_value_get_object (item);
  GParamSpec *spec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (element), "device");
  GValue old = G_VALUE_INIT;

  if (!spec)
    return;
  g_object_get_property (element, "device", &old);
  if (g_param_value_defaults (spec, &old))
    g_object_set (element, "device", name, NULL);
  g_value_unset (&old);
}

GstElement *
rig_parse (const gchar * line)
{
  GError *error = NULL;
  GstElement *element;

  rig_init ();
  element = strchr (line, '!')
      ? gst_parse_bin_from_description_full (line, TRUE, NULL,
      GST_PARSE_FLAG_FATAL_ERRORS, &error)
      : gst_parse_launch_full (line, NULL, GST_PARSE_FLAG_FATAL_ERRORS,
      &error);
  if (!element)
    g_error ("%s: %s", line, error->message);
  return element;
}

GstElement *
rig_find (GstElement * element)
{
  GstElement *child;

  if (!GST_IS_BIN (element))
    return element;
  child = gst_bin_get_by_name (GST_BIN (element), "x");
  /* the bin has it */
  if (child)
    gst_object_unref (child);
  return child;
}

guint64
rig_get_stat (GstElement * element, const gchar * name)
{
  GstStructure *stats = NULL;
  gboolean truth = FALSE;
  guint64 value = 0;

  g_object_get (rig_find (element), "stats", &stats, NULL);
  if (gst_structure_get_boolean (stats, name, &truth))
    value = truth;
  else if (!gst_structure_get_uint64 (stats, name, &value))
    g_error ("stats has no %s", name);
  gst_structure_free (stats);
  return value;
}

gboolean
rig_is_loading (GstElement * element)
{
  gboolean loading = FALSE;
  GstStructure *stats;

  g_object_get (element, "stats", &stats, NULL);
  gst_structure_get_boolean (stats, "loading", &loading);
  gst_structure_free (stats);
  return loading;
}

gboolean
rig_have_device (void)
{
  GstElement *element = gst_element_factory_make ("claudiofft", NULL);
  gboolean found;

  rig_choose_device (element);
  found = gst_element_set_state (element, GST_STATE_READY)
      == GST_STATE_CHANGE_SUCCESS;
  gst_element_set_state (element, GST_STATE_NULL);
  gst_object_unref (element);
  return found;
}

void
rig_choose_device (GstElement * element)
{
  const gchar *name = g_getenv ("CLFFT_TEST_DEVICE");
  GValue item = G_VALUE_INIT;
  GstIterator *children;

  if (!name || !*name)
    return;
  if (GST_IS_BIN (element)) {
    children = gst_bin_iterate_recurse (GST_BIN (element));
    gst_iterator_foreach (children, choose_device, (gpointer) name);
    gst_iterator_free (children);
    return;
  }
  g_value_init (&item, GST_TYPE_ELEMENT);
  g_value_set_object (&item, element);
  choose_device (&item, (gpointer) name);
  g_value_unset (&item);
}

void
rig_set_response (GstElement * element, guint n)
{
  GstElement *filter = rig_find (element);
  gfloat *taps;
  GBytes *bytes;
  guint i;

  if (filter && g_str_equal (G_OBJECT_TYPE_NAME (filter), "GstClFftFilter")) {
    taps = g_new (gfloat, n);
    for (i = 0; i < n; i++)
      taps[i] = (gfloat) ((gint) (i * 7 % 5) - 2);
    bytes = g_bytes_new_take (taps, n * sizeof *taps);
    g_object_set (filter, "ir", bytes, NULL);
    g_bytes_unref (bytes);
  }
}

GstHarness *
rig_open (GstElement * element, GstBus ** bus)
{
  gst_object_ref_sink (element);
  rig_choose_device (element);
  *bus = gst_bus_new ();
  gst_element_set_bus (element, *bus);
  return gst_harness_new_with_element (element, "sink", "src");
}

GstHarness *
rig_open_shared (GstElement * element, GstBus ** bus)
{
  GstHarness *harness;

  if (shared)
    gst_element_set_context (element, shared);
  harness = rig_open (element, bus);
  if (!shared)
    shared = gst_element_get_context (element, "gst.opencl.context");
  return harness;
}

GstHarness *
rig_open_line (const gchar * line)
{
  GstElement *element = gst_object_ref_sink (rig_parse (line));
  GstHarness *harness;

  rig_choose_device (element);
  harness = gst_harness_new_with_element (element, "sink", "src");
  gst_object_unref (element);
  return harness;
}

void
rig_close (GstHarness * harness, GstElement * element, GstBus * bus)
{
  gst_element_set_state (element, GST_STATE_NULL);
  gst_harness_teardown (harness);
  gst_element_set_bus (element, NULL);
  gst_object_unref (element);
  gst_bus_set_flushing (bus, TRUE);
  gst_object_unref (bus);
}

void
rig_send_format (GstHarness * harness, GstAudioInfo * info,
    GstAudioFormat format, gint channels, gint rate, GstAudioLayout layout)
{
  GstAudioChannelPosition none[64];
  gint i;

  for (i = 0; i < 64; i++)
    none[i] = GST_AUDIO_CHANNEL_POSITION_NONE;
  gst_audio_info_init (info);
  gst_audio_info_set_format (info, format, rate, channels,
      channels > 2 ? none : NULL);
  info->layout = layout;
  gst_harness_set_src_caps (harness, gst_audio_info_to_caps (info));
}

static void
put_sample (const GstAudioFormatInfo * format, gdouble value, guint8 * dest)
{
  gdouble largest = ldexp (1, format->depth - 1) - 1;
  gint32 integer;

  if (GST_AUDIO_FORMAT_INFO_IS_FLOAT (format)) {
    format->pack_func (format, 0, &value, dest, 1);
    return;
  }
  value = CLAMP (value * largest, -largest - 1, largest);
  integer = (gint32) ((guint32) (gint32) lrint (value)
      << (32 - format->depth));
  format->pack_func (format, 0, &integer, dest, 1);
}

static gdouble
get_sample (const GstAudioFormatInfo * format, const guint8 * data)
{
  union
  {
    gint32 integer;
    gdouble number;
  } sample;

  format->unpack_func (format, GST_AUDIO_PACK_FLAG_TRUNCATE_RANGE, &sample,
      (gpointer) data, 1);
  return GST_AUDIO_FORMAT_INFO_IS_FLOAT (format) ? sample.number
      : sample.integer / 2147483648.0;
}

guint
rig_read_buffer (const GstAudioInfo * info, GstBuffer * buffer,
    GArray * values)
{
  gint channels = GST_AUDIO_INFO_CHANNELS (info), c;
  gint size = GST_AUDIO_INFO_BPF (info) / channels;
  const GstAudioMeta *meta = gst_buffer_get_audio_meta (buffer);
  GstAudioBuffer audio;
  gsize i, n;

  /* its positions may be others than those of the input */
  if (meta && meta->info.finfo == info->finfo
      && meta->info.channels == channels && meta->info.layout == info->layout)
    info = &meta->info;
  if (!gst_audio_buffer_map (&audio, info, buffer, GST_MAP_READ))
    g_error ("a buffer cannot be mapped");
  if (info->layout == GST_AUDIO_LAYOUT_INTERLEAVED
      && gst_buffer_get_size (buffer) % GST_AUDIO_INFO_BPF (info) != 0)
    g_error ("a buffer is no whole samples");
  n = audio.n_samples;
  for (i = 0; i < n; i++) {
    for (c = 0; c < channels; c++) {
      const guint8 *at = info->layout == GST_AUDIO_LAYOUT_INTERLEAVED
          ? (guint8 *) audio.planes[0] + (i * channels + c) * size
          : (guint8 *) audio.planes[c] + i * size;
      gdouble value = get_sample (info->finfo, at);

      g_array_append_val (values, value);
    }
  }
  gst_audio_buffer_unmap (&audio);
  return n;
}

GstBuffer *
rig_make_buffer (GstAudioInfo * info, const gdouble * values, guint n_samples,
    GstClockTime pts)
{
  gint channels = GST_AUDIO_INFO_CHANNELS (info);
  gint bps = GST_AUDIO_INFO_BPF (info) / channels;
  gboolean planar = info->layout == GST_AUDIO_LAYOUT_NON_INTERLEAVED;
  GstBuffer *buffer =
      gst_buffer_new_and_alloc ((gsize) n_samples * channels * bps);
  GstMapInfo map;
  guint i;
  gint c;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  for (i = 0; i < n_samples; i++) {
    for (c = 0; c < channels; c++) {
      gsize at = planar ? (gsize) c * n_samples + i : (gsize) i * channels + c;

      put_sample (info->finfo, values[i * channels + c],
          map.data + at * bps);
    }
  }
  gst_buffer_unmap (buffer, &map);
  if (planar)
    gst_buffer_add_audio_meta (buffer, info, n_samples, NULL);
  GST_BUFFER_PTS (buffer) = pts;
  return buffer;
}

GstBuffer *
rig_copy_buffer (GstBuffer * buffer, guint8 behind)
{
  gsize size = gst_buffer_get_size (buffer), n_behind = 64;
  guint8 *bytes = g_malloc (size + n_behind);
  GstBuffer *copy = gst_buffer_copy (buffer);

  gst_buffer_extract (buffer, 0, bytes, size);
  memset (bytes + size, behind, n_behind);
  /* metas of video go with memory alone */
  gst_buffer_replace_all_memory (copy, gst_memory_new_wrapped
      (GST_MEMORY_FLAG_READONLY, bytes, size + n_behind, 0, size, bytes,
          g_free));
  return copy;
}

gdouble *
rig_make_noise (gdouble peak, gsize n)
{
  gdouble *values = g_new (gdouble, n);
  gsize i;

  for (i = 0; i < n; i++)
    values[i] = peak * test_uniform ();
  return values;
}

GstBuffer *
rig_make_numbered (const gchar * caps, gsize size, guint number,
    GstClockTime duration)
{
  gboolean sound = !g_str_has_prefix (caps, "video/");
  GstBuffer *buffer = gst_buffer_new_and_alloc (size);
  GstMapInfo map;
  guint i;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  for (i = 0; i < size; i++)
    map.data[i] = (guint8) (i * 31 + number * 5 + i / 7 % 11 * 9);
  for (i = 0; sound && i < size / sizeof (gfloat); i++)
    ((gfloat *) (gpointer) map.data)[i] =
        ((i * 577 + number * 101) % 1009) / 1009.0f - 0.5f;
  gst_buffer_unmap (buffer, &map);
  GST_BUFFER_PTS (buffer) = number * duration;
  GST_BUFFER_DURATION (buffer) = duration;
  return buffer;
}

void
rig_check_refusal (const gchar * caps, guint n_errors, GstFlowReturn flow,
    const gchar * error, const gchar * const names[3])
{
  guint i;

  TEST_CHECK (n_errors == 1 && flow != GST_FLOW_OK, "%s: %u errors, flow %d",
      caps, n_errors, flow);
  for (i = 0; i < 3; i++)
    TEST_CHECK (error && strstr (error, names[i]),
        "%s: the error does not say %s: %s", caps, names[i], error);
}

void
rig_remove_cache (const gchar * cache)
{
  g_autofree gchar *path = g_build_filename (cache, "gst-clfft", NULL);
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  const gchar *name;

  while (directory && (name = g_dir_read_name (directory))) {
    g_autofree gchar *file = g_build_filename (path, name, NULL);

    g_remove (file);
  }
  g_rmdir (path);
  g_rmdir (cache);
}
