/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-two-devices.c: claims about elements on two devices of one process.
 * PoCL shows two where it is reported to, of the same name.
 */
#include <CL/cl.h>
#include <string.h>

#include "gst/support/rig.h"
#include "support/test.h"

#define N_BUFFERS 6
#define RATE 8000

static guint platform;          /* PoCL's */
static cl_device_id ids[2];
static cl_uint n_devices;

/* ---- devices ---- */

/* Sets platform, ids and n_devices, which stays 0 without PoCL. */
static void
find_devices (void)
{
  cl_platform_id platforms[16];
  cl_uint n_platforms = 0, p;

  if (clGetPlatformIDs (G_N_ELEMENTS (platforms), platforms, &n_platforms))
    return;
  for (p = 0; p < MIN (n_platforms, G_N_ELEMENTS (platforms)); p++) {
    gchar name[128] = "";

    clGetPlatformInfo (platforms[p], CL_PLATFORM_NAME, sizeof name, name, NULL);
    if (strcmp (name, "Portable Computing Language") == 0) {
      platform = p;
      clGetDeviceIDs (platforms[p], CL_DEVICE_TYPE_ALL, G_N_ELEMENTS (ids),
          ids, &n_devices);
    }
  }
}

#define NEED_POCL()                                                           \
  if (n_devices == 0)                                                         \
    TEST_SKIP ("no PoCL")

static gchar *
device_of (guint number)
{
  return g_strdup_printf ("%u:%u", platform, number);
}

/* What the element tells of its context. */
static void
get_context (GstElement * element, gpointer * context, gpointer * device)
{
  GstQuery *query = gst_query_new_context ("gst.opencl.context");
  GstContext *answer;

  *context = *device = NULL;
  if (gst_element_query (element, query)) {
    gst_query_parse_context (query, &answer);
    gst_structure_get (gst_context_get_structure (answer),
        "cl_context", G_TYPE_POINTER, context,
        "cl_device", G_TYPE_POINTER, device, NULL);
  }
  gst_query_unref (query);
}

/* ---- two elements in a row ---- */

typedef struct
{
  const gchar *first, *second;
  const gchar *caps;            /* video in; NULL: audio */
  gsize frame_size;
} Row;

static const Row rows[] = {
  {"claudiofft size=64 hop=32", "clspectrogram axes=false legend=false", NULL},
  {"claudiofft size=64 hop=32 quantity=complex", "clifft", NULL},
  {"clvideofft quantity=db", "clspectrogram axes=false legend=false",
      "video/x-raw,format=GRAY8,width=32,height=16,framerate=10/1", 32 * 16},
  /* nothing is done to the pictures of system memory but to move them */
  {"clvideodenoise sigma=0 block-size=8", "clvideofilter low-pass=0.2",
      "video/x-raw,format=GRAY8,width=32,height=16,framerate=10/1", 32 * 16},
  {"clvideofilter", "clvideodenoise block-size=8",
      "video/x-raw,format=GRAY8,width=32,height=16,framerate=10/1", 32 * 16},
  {"clvideofft quantity=complex", "clifft",
      "video/x-raw,format=GRAY8,width=32,height=16,framerate=10/1", 32 * 16},
};

typedef struct
{
  GstElement *bin;
  GstBus *bus;
  GstHarness *harness;
  GstElement *elements[2];
  guint n_of_device;            /* buffers between them in device memory */
  guint n_others;
} Pair;

static GstPadProbeReturn
count_buffer (GstPad * pad, GstPadProbeInfo * info, gpointer data)
{
  Pair *pair = data;
  GstMemory *memory =
      gst_buffer_peek_memory (GST_PAD_PROBE_INFO_BUFFER (info), 0);

  if (gst_memory_is_type (memory, "gst.opencl.memory"))
    pair->n_of_device++;
  else
    pair->n_others++;
  return GST_PAD_PROBE_OK;
}

/* Devices as the property takes them. */
static void
pair_open (Pair * pair, const Row * row, const gchar * first,
    const gchar * second)
{
  g_autofree gchar *line = g_strdup_printf ("%s device=%s name=first ! "
      "%s device=%s name=second", row->first, first, row->second, second);
  g_autoptr (GstPad) pad = NULL;
  GError *error = NULL;

  memset (pair, 0, sizeof *pair);
  pair->bin = gst_parse_bin_from_description_full (line, TRUE, NULL,
      GST_PARSE_FLAG_FATAL_ERRORS, &error);
  if (!pair->bin)
    g_error ("%s: %s", line, error->message);
  pair->harness = rig_open (pair->bin, &pair->bus);
  pair->elements[0] = gst_bin_get_by_name (GST_BIN (pair->bin), "first");
  pair->elements[1] = gst_bin_get_by_name (GST_BIN (pair->bin), "second");
  pad = gst_element_get_static_pad (pair->elements[0], "src");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, count_buffer, pair, NULL);
  if (strstr (row->second, "clspectrogram"))
    gst_harness_set_sink_caps_str (pair->harness,
        "video/x-raw,format=BGRx,width=48,height=32");
  else
    gst_harness_set_sink_caps_str (pair->harness, "ANY");
}

static void
pair_close (Pair * pair)
{
  gst_object_unref (pair->elements[0]);
  gst_object_unref (pair->elements[1]);
  rig_close (pair->harness, pair->bin, pair->bus);
}

static void
push_audio (Pair * pair)
{
  GstAudioInfo info;
  gdouble values[500];
  guint i, k;

  rig_send_format (pair->harness, &info, GST_AUDIO_FORMAT_F32, 1, RATE,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  for (i = 0; i < N_BUFFERS; i++) {
    for (k = 0; k < G_N_ELEMENTS (values); k++)
      values[k] = test_uniform ();
    gst_harness_push (pair->harness, rig_make_buffer (&info, values,
            G_N_ELEMENTS (values), gst_util_uint64_scale (i *
                G_N_ELEMENTS (values), GST_SECOND, RATE)));
  }
}

static void
push_video (Pair * pair, const Row * row)
{
  guint i, k;

  gst_harness_set_src_caps_str (pair->harness, row->caps);
  for (i = 0; i < N_BUFFERS; i++) {
    guint8 *bytes = g_malloc (row->frame_size);
    GstBuffer *buffer = gst_buffer_new_wrapped (bytes, row->frame_size);

    for (k = 0; k < row->frame_size; k++)
      bytes[k] = test_random () >> 56;
    GST_BUFFER_PTS (buffer) = i * (GST_SECOND / 10);
    GST_BUFFER_DURATION (buffer) = GST_SECOND / 10;
    gst_harness_push (pair->harness, buffer);
  }
}

/* All that comes out of the same random input, to the end. */
static GByteArray *
pair_run (Pair * pair, const Row * row)
{
  GByteArray *bytes = g_byte_array_new ();
  uint64_t seed = test_state;
  GstBuffer *buffer;

  test_state = 1;
  if (row->caps)
    push_video (pair, row);
  else
    push_audio (pair);
  test_state = seed;
  gst_harness_push_event (pair->harness, gst_event_new_eos ());
  while ((buffer = gst_harness_try_pull (pair->harness))) {
    GstMapInfo map;

    if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
      g_error ("a buffer cannot be mapped");
    g_byte_array_append (bytes, map.data, map.size);
    gst_buffer_unmap (buffer, &map);
    gst_buffer_unref (buffer);
  }
  return bytes;
}

static void
check_no_error (Pair * pair, const gchar * what)
{
  g_autoptr (GstMessage) message =
      gst_bus_pop_filtered (pair->bus, GST_MESSAGE_ERROR);
  g_autoptr (GError) error = NULL;

  if (message)
    gst_message_parse_error (message, &error, NULL);
  TEST_CHECK (!error, "%s: %s", what, error->message);
}

/* ---- claims ---- */

/* That the others of this program prove something. */
static void
two_devices_are_there (void)
{
  NEED_POCL ();
  TEST_CHECK (n_devices == 2, "PoCL shows %u devices, POCL_DEVICES is %s",
      n_devices, g_getenv ("POCL_DEVICES"));
  TEST_CHECK (ids[0] && ids[1] && ids[0] != ids[1], "one device");
}

static void
the_property_chooses_the_device (void)
{
  static const gchar *const names[] = { "claudiofft", "clifft", "clspectrum",
    "clspectrogram", "clvideofft", "clvideodenoise",
    "clvideofilter", "clfftfilter"
  };
  guint i, k;

  NEED_POCL ();
  for (i = 0; i < G_N_ELEMENTS (names); i++) {
    GstElement *element = gst_element_factory_make (names[i], NULL);

    TEST_REQUIRE (element != NULL, "no %s", names[i]);
    gst_object_ref_sink (element);
    for (k = 0; k < 4; k++) {
      g_autofree gchar *device = device_of (k % 2);
      gpointer context, id;

      g_object_set (element, "device", device, NULL);
      TEST_CHECK (gst_element_set_state (element, GST_STATE_READY)
          == GST_STATE_CHANGE_SUCCESS, "%s device=%s", names[i], device);
      get_context (element, &context, &id);
      TEST_CHECK (id == ids[k % 2], "%s device=%s is on %p, not %p", names[i],
          device, id, ids[k % 2]);
      gst_element_set_state (element, GST_STATE_NULL);
    }
    gst_object_unref (element);
  }
}

static void
neighbours_have_contexts_apart_or_one (void)
{
  static const struct
  {
    const gchar *first, *second;
    guint expected[2];
  } choices[] = {
    {"0", "1", {0, 1}}, {"1", "0", {1, 0}}, {"1", "1", {1, 1}},
    /* the last element of a line starts first, and finds none to follow */
    {"auto", "1", {1, 1}}, {"1", "auto", {1, 0}},
  };
  guint i, k;

  NEED_POCL ();
  for (i = 0; i < G_N_ELEMENTS (choices) * G_N_ELEMENTS (rows); i++) {
    const guint c = i / G_N_ELEMENTS (rows);
    const gchar *const texts[] = { choices[c].first, choices[c].second };
    g_autofree gchar *what = NULL;
    gchar *devices[2];
    gpointer contexts[2], found[2];
    Pair pair;

    for (k = 0; k < 2; k++)
      devices[k] = g_ascii_isdigit (texts[k][0])
          ? device_of (texts[k][0] - '0') : g_strdup (texts[k]);
    pair_open (&pair, &rows[i % G_N_ELEMENTS (rows)], devices[0], devices[1]);
    what = g_strdup_printf ("%s on %s, %s on %s",
        rows[i % G_N_ELEMENTS (rows)].first, devices[0],
        rows[i % G_N_ELEMENTS (rows)].second, devices[1]);
    for (k = 0; k < 2; k++) {
      get_context (pair.elements[k], &contexts[k], &found[k]);
      TEST_CHECK (found[k] == ids[choices[c].expected[k]],
          "%s: number %u has %p, not %p", what, k, found[k],
          ids[choices[c].expected[k]]);
      g_free (devices[k]);
    }
    TEST_CHECK ((contexts[0] == contexts[1])
        == (choices[c].expected[0] == choices[c].expected[1]), "%s: %p and %p",
        what, contexts[0], contexts[1]);
    check_no_error (&pair, what);
    pair_close (&pair);
  }
}

/* Handed over in device memory, whose context is another's; the devices are
   alike, so that the bytes are. */
static void
spectra_of_one_device_are_read_right_on_the_other (void)
{
  guint i, k;

  NEED_POCL ();
  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GByteArray) expected = NULL;

    for (k = 0; k < 4; k++) {
      g_autofree gchar *first = device_of (k & 1);
      g_autofree gchar *second = device_of ((k >> 1) ^ (k & 1));
      g_autofree gchar *what = g_strdup_printf ("%s on %s, %s on %s",
          rows[i].first, first, rows[i].second, second);
      g_autoptr (GByteArray) bytes = NULL;
      Pair pair;

      pair_open (&pair, &rows[i], first, second);
      bytes = pair_run (&pair, &rows[i]);
      check_no_error (&pair, what);
      TEST_CHECK (pair.n_of_device > 0 && pair.n_others == 0,
          "%s: %u buffers in device memory, %u in other", what,
          pair.n_of_device, pair.n_others);
      TEST_CHECK (bytes->len > 1000, "%s: %u bytes", what, bytes->len);
      if (!expected)
        expected = g_byte_array_ref (bytes);
      TEST_CHECK (bytes->len == expected->len
          && memcmp (bytes->data, expected->data, bytes->len) == 0,
          "%s: %u bytes, %u expected, or others", what, bytes->len,
          expected->len);
      pair_close (&pair);
    }
  }
}

static void
errors_tell_devices_of_one_name_apart (void)
{
  g_autofree gchar *unknown = device_of (2);
  g_autoptr (GstBus) bus = gst_bus_new ();
  g_autoptr (GstMessage) message = NULL;
  g_autoptr (GError) error = NULL;
  GstElement *element;
  guint k;

  NEED_POCL ();
  element = gst_element_factory_make ("claudiofft", NULL);
  gst_object_ref_sink (element);
  gst_element_set_bus (element, bus);
  g_object_set (element, "device", unknown, NULL);
  TEST_CHECK (gst_element_set_state (element, GST_STATE_READY)
      == GST_STATE_CHANGE_FAILURE, "it started");
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  TEST_REQUIRE (message != NULL, "no message");
  gst_message_parse_error (message, &error, NULL);
  TEST_CHECK (strstr (error->message, unknown), "%s", error->message);
  for (k = 0; k < 2; k++) {
    g_autofree gchar *device = device_of (k);
    g_autofree gchar *reported = NULL;
    gchar name[128] = "";

    clGetDeviceInfo (ids[k], CL_DEVICE_NAME, sizeof name, name, NULL);
    reported = g_strdup_printf ("%s %s", device, name);
    TEST_CHECK (strstr (error->message, reported), "%s is not in: %s", reported,
        error->message);
  }
  gst_element_set_state (element, GST_STATE_NULL);
  gst_element_set_bus (element, NULL);
  gst_object_unref (element);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (two_devices_are_there),
    TEST (the_property_chooses_the_device),
    TEST (neighbours_have_contexts_apart_or_one),
    TEST (spectra_of_one_device_are_read_right_on_the_other),
    TEST (errors_tell_devices_of_one_name_apart),
  };

  /* read by PoCL once, when it starts */
  g_setenv ("POCL_DEVICES", "basic basic", TRUE);
  rig_init ();
  find_devices ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
