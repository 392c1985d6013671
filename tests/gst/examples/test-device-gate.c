/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-device-gate.c: docs/examples/clspectralgate.c between claudiofft and
 * clifft, against the same gate on the host, and which memory the host mapped.
 */
#include <gst/fourier/fourier.h>
#include <gst/opencl/opencl.h>
#include <math.h>
#include <string.h>

#include "support/test.h"

#define RATE 48000
#define N_SAMPLES 30011
#define THRESHOLD -50           /* dB: between noise and tone */
#define SOURCE "appsrc name=source format=time caps=audio/x-raw," \
    "format=F32LE,rate=48000,channels=1,layout=interleaved ! " \
    "claudiofft name=forward device=\"%s\" size=1024 overlap=0.75 " \
    "center=true scaling=amplitude ! "
#define SINK "clifft name=inverse ! audio/x-raw,format=F32LE ! " \
    "appsink name=sink sync=false"

/* What is seen of a run. */
typedef struct
{
  GstOpenCLContext *contexts[2];        /* of buffers to and from the gate */
  GByteArray *samples;
  guint n_host_maps;            /* of the buffers that claudiofft pushed */
  guint n_buffers;
} Run;

/* ---- host maps of the memories that a probe has seen ---- */

static GMutex seen_lock;        /* guards all three */
static GHashTable *seen;
static guint n_seen_maps;
static GstMemoryMapFullFunction original_map;

static gpointer
count_map (GstMemory * memory, GstMapInfo * info, gsize max_size)
{
  g_mutex_lock (&seen_lock);
  if (!(info->flags & GST_MAP_OPENCL) && g_hash_table_contains (seen, memory))
    n_seen_maps++;
  g_mutex_unlock (&seen_lock);
  return original_map (memory, info, max_size);
}

static GstPadProbeReturn
on_spectra (GstPad * pad, GstPadProbeInfo * probe, gpointer user_data)
{
  GstOpenCLMemory *memory = gst_opencl_memory_from_buffer (probe->data);
  Run *run = user_data;

  run->n_buffers++;
  if (!memory)
    return GST_PAD_PROBE_OK;
  run->contexts[0] = memory->context;
  g_mutex_lock (&seen_lock);
  if (memory->parent.allocator->mem_map_full != count_map) {
    original_map = memory->parent.allocator->mem_map_full;
    memory->parent.allocator->mem_map_full = count_map;
  }
  g_hash_table_add (seen, memory);
  g_mutex_unlock (&seen_lock);
  return GST_PAD_PROBE_OK;
}

static GstPadProbeReturn
on_gated (GstPad * pad, GstPadProbeInfo * probe, gpointer user_data)
{
  GstOpenCLMemory *memory = gst_opencl_memory_from_buffer (probe->data);

  if (memory)
    ((Run *) user_data)->contexts[1] = memory->context;
  return GST_PAD_PROBE_OK;
}

/* ---- the gate on the host ---- */

static GstPadProbeReturn
gate_on_host (GstPad * pad, GstPadProbeInfo * probe, gpointer user_data)
{
  GstBuffer *buffer = gst_buffer_make_writable (probe->data);
  gfloat threshold = powf (10, THRESHOLD / 20.f), *points;
  GstMapInfo map;
  gsize i;

  probe->data = buffer;
  if (!gst_buffer_map (buffer, &map, GST_MAP_READWRITE))
    return GST_PAD_PROBE_OK;
  points = (gfloat *) map.data;
  for (i = 0; i < map.size / sizeof (gfloat); i += 2)
    if (hypotf (points[i], points[i + 1]) < threshold)
      points[i] = points[i + 1] = 0;
  gst_buffer_unmap (buffer, &map);
  return GST_PAD_PROBE_OK;
}

/* ---- a run ---- */

static void
add_probe (GstElement * pipeline, const gchar * name, const gchar * pad_name,
    GstPadProbeCallback callback, Run * run)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (pipeline), name);
  GstPad *pad = gst_element_get_static_pad (element, pad_name);

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, callback, run, NULL);
  gst_object_unref (pad);
  gst_object_unref (element);
}

/* A tone in noise, the same each time. */
static GstBuffer *
make_sound (void)
{
  GstBuffer *buffer =
      gst_buffer_new_allocate (NULL, N_SAMPLES * sizeof (gfloat), NULL);
  guint32 state = 7, i;
  GstMapInfo map;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  for (i = 0; i < N_SAMPLES; i++) {
    state = state * 1664525 + 1013904223;
    ((gfloat *) map.data)[i] = 0.5 * sin (2 * G_PI * 40 * i / 1024.0)
        + 0.01 * (state / 4294967296.0 - 0.5);
  }
  gst_buffer_unmap (buffer, &map);
  GST_BUFFER_PTS (buffer) = 0;
  return buffer;
}

static void
feed (GstElement * pipeline)
{
  g_autoptr (GstElement) source =
      gst_bin_get_by_name (GST_BIN (pipeline), "source");
  g_autoptr (GstBuffer) buffer = make_sound ();
  GstFlowReturn flow;

  g_signal_emit_by_name (source, "push-buffer", buffer, &flow);
  g_signal_emit_by_name (source, "end-of-stream", &flow);
}

static void
drain (GstElement * pipeline, Run * run)
{
  g_autoptr (GstElement) sink =
      gst_bin_get_by_name (GST_BIN (pipeline), "sink");
  GstSample *sample;

  for (;;) {
    GstMapInfo map;

    g_signal_emit_by_name (sink, "pull-sample", &sample);
    if (!sample)
      return;
    gst_buffer_map (gst_sample_get_buffer (sample), &map, GST_MAP_READ);
    g_byte_array_append (run->samples, map.data, map.size);
    gst_buffer_unmap (gst_sample_get_buffer (sample), &map);
    gst_sample_unref (sample);
  }
}

static void
play (const gchar * description, gboolean on_device, Run * run)
{
  g_autoptr (GError) error = NULL;
  GstElement *pipeline = gst_parse_launch (description, &error);

  TEST_REQUIRE (pipeline && !error, "%s", error ? error->message : "?");
  memset (run, 0, sizeof *run);
  run->samples = g_byte_array_new ();
  seen = g_hash_table_new (NULL, NULL);
  n_seen_maps = 0;
  add_probe (pipeline, "forward", "src", on_spectra, run);
  if (on_device)
    add_probe (pipeline, "gate", "src", on_gated, run);
  else
    add_probe (pipeline, "inverse", "sink", gate_on_host, run);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  feed (pipeline);
  drain (pipeline, run);
  run->n_host_maps = n_seen_maps;
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
  g_hash_table_unref (seen);
}

static Run on_device, on_host;

static void
play_both (void)
{
  static gboolean played;
  const gchar *device = g_getenv ("CLFFT_TEST_DEVICE");
  g_autofree gchar *gated = NULL, *plain = NULL;

  if (played)
    return;
  played = TRUE;
  gst_init (NULL, NULL);
  gated = g_strdup_printf (SOURCE "clspectralgate name=gate threshold=%d ! "
      SINK, device ? device : "auto", THRESHOLD);
  plain = g_strdup_printf (SOURCE "application/x-fft ! " SINK,
      device ? device : "auto");
  play (gated, TRUE, &on_device);
  play (plain, FALSE, &on_host);
}

static gboolean
has_device (void)
{
  g_autoptr (GstOpenCLContext) context = NULL;

  gst_init (NULL, NULL);
  context = gst_opencl_context_new (g_getenv ("CLFFT_TEST_DEVICE"), NULL);
  return context != NULL;
}

/* ---- claims ---- */

static void
what_comes_out_is_what_the_host_makes (void)
{
  const gfloat *a, *b;
  guint i, n;
  gdouble worst = 0, power = 0;

  if (!has_device ())
    TEST_SKIP ("no device");
  play_both ();
  n = on_host.samples->len / sizeof (gfloat);
  TEST_REQUIRE (on_device.samples->len == on_host.samples->len
      && n == N_SAMPLES, "%u and %u bytes", on_device.samples->len,
      on_host.samples->len);
  a = (const gfloat *) on_device.samples->data;
  b = (const gfloat *) on_host.samples->data;
  for (i = 0; i < n; i++) {
    worst = MAX (worst, fabs (a[i] - b[i]));
    power += b[i] * b[i] / n;
  }
  TEST_CHECK (worst < 1e-6, "differs by %g", worst);
  TEST_CHECK (fabs (sqrt (power) - 0.5 / G_SQRT2) < 1e-3, "level %g",
      sqrt (power));
}

static void
the_gate_takes_the_noise (void)
{
  gdouble noise = 0;
  guint i;

  if (!has_device ())
    TEST_SKIP ("no device");
  play_both ();
  TEST_REQUIRE (on_device.samples->len == N_SAMPLES * sizeof (gfloat), "%u",
      on_device.samples->len);
  for (i = 2048; i < N_SAMPLES - 2048; i++) {
    gdouble rest = ((gfloat *) on_device.samples->data)[i]
        - 0.5 * sin (2 * G_PI * 40 * i / 1024.0);

    noise += rest * rest / (N_SAMPLES - 4096);
  }
  /* of 0.01 / sqrt 12 */
  TEST_CHECK (sqrt (noise) < 0.0008, "noise %g", sqrt (noise));
}

static void
the_host_maps_none_of_the_spectra_before_the_gate (void)
{
  if (!has_device ())
    TEST_SKIP ("no device");
  play_both ();
  TEST_CHECK (on_device.n_buffers > 0 && on_device.contexts[0],
      "%u buffers", on_device.n_buffers);
  TEST_CHECK (on_device.n_host_maps == 0, "%u maps", on_device.n_host_maps);
  /* what would be counted */
  TEST_CHECK (on_host.n_host_maps >= on_host.n_buffers, "%u maps of %u buffers",
      on_host.n_host_maps, on_host.n_buffers);
}

static void
the_gate_has_the_context_of_its_neighbours (void)
{
  if (!has_device ())
    TEST_SKIP ("no device");
  play_both ();
  TEST_CHECK (on_device.contexts[0] && on_device.contexts[0]
      == on_device.contexts[1], "another context");
}

TEST_MAIN (TEST (what_comes_out_is_what_the_host_makes),
    TEST (the_gate_takes_the_noise),
    TEST (the_host_maps_none_of_the_spectra_before_the_gate),
    TEST (the_gate_has_the_context_of_its_neighbours))
