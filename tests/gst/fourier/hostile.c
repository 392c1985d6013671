/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* hostile.c: see hostile.h. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "hostile.h"

#include "gst/support/rig.h"
#include "support/test.h"

#define MOST_SECONDS 1
/* Of a second of sound that is shown. */
#define MOST_SHOWN 0.2
#define MOST_BYTES (1024.0 * 1024 * 1024)
/* A buffer of a larger frame is cut: it is no more than a peer sends. */
#define MOST_SENT (16 << 20)

/* ---- drawing ---- */

gboolean hostile_is_legal;

guint64
hostile_draw_length (guint64 most)
{
  guint64 power = MIN (G_GUINT64_CONSTANT (1) << test_draw (0, 27), most);
  const guint64 values[] = { 1, 2, most, most - 1, most / 2, most / 2 + 1,
    MIN (4096, most), MIN (1000, most), 7, 16, power, MAX (power - 1, 1),
    power, most + 1, 0, power + 1
  };

  return test_random () % 4 ? values[test_random () % (G_N_ELEMENTS (values)
          - (hostile_is_legal ? 3 : 0))] : 1 + test_random () % most;
}

guint64
hostile_draw_few (guint64 most)
{
  return test_random () % 3 ? test_draw (1, 3) : hostile_draw_length (most);
}

const gchar *
hostile_draw_word (const gchar * words)
{
  static gchar *word;
  g_auto (GStrv) all = g_strsplit (words, " ", 0);

  g_free (word);
  return word = g_strdup (all[test_random () % g_strv_length (all)]);
}

/* What a field may be that is none of its own. */
static const gchar *const strangers[] = {
  "(string)\"\"", "(string)999999999999", "(int)-2147483648", "(int)2147483647",
  "(int)0", "(int)-1", "(uint)4294967295", "(gint64)9223372036854775807",
  "(guint64)18446744073709551615", "(double)1e308", "(double)-1e308",
  "(double)4", "(float)0", "(fraction)1/2147483647", "(fraction)2147483647/1",
  "(fraction)0/1", "(boolean)true", "(bitmask)0xffffffffffffffff",
  "(int)< >", "(int)< 4 >", "(int)< 4, 4, 4, 4, 4 >", "(string)< a, b >",
  "(double)< 1e308 >", "(int)< 2147483647, 2147483647, 2147483647 >",
  "(structure)[a, b=(int)1;]", "(GstCaps)[a/b]", "(bitmask)0", "(gint64)64",
};

/* One field is of another type, left out, or a double beyond all numbers. */
static void
spoil (GstCaps * caps)
{
  GstStructure *structure = gst_caps_get_structure (caps, 0);
  guint n = gst_structure_n_fields (structure);
  const gchar *name = n ? gst_structure_nth_field_name (structure,
      test_random () % n) : NULL;
  g_autofree gchar *text = NULL;
  GstStructure *other;

  if (!name)
    return;
  if (test_random () % 4 == 0) {
    gst_structure_remove_field (structure, name);
  } else if (test_random () % 8 == 0) {
    gst_structure_set (structure, name, G_TYPE_DOUBLE, test_random () % 2
        ? (gdouble) NAN : (gdouble) INFINITY, NULL);
  } else {
    text = g_strdup_printf ("x, x=%s", strangers[test_random ()
            % G_N_ELEMENTS (strangers)]);
    other = gst_structure_from_string (text, NULL);
    TEST_CHECK (other, "no structure: %s", text);
    if (other)
      gst_structure_set_value (structure, name,
          gst_structure_get_value (other, "x"));
    g_clear_pointer (&other, gst_structure_free);
  }
}

GstCaps *
hostile_make_caps (gchar * text)
{
  GstCaps *caps = gst_caps_from_string (text);

  if (!caps || !gst_caps_is_fixed (caps))
    g_error ("no caps: %s", text);
  while (!hostile_is_legal && test_random () % 2)
    spoil (caps);
  g_free (text);
  return caps;
}

/* ---- what it costs ---- */

/* Kilobytes that the process has had at most since it was last asked. */
static gdouble
get_peak (void)
{
  g_autofree gchar *status = NULL;
  const gchar *at;
  gint file = open ("/proc/self/clear_refs", O_WRONLY);

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL)
      || !(at = strstr (status, "VmHWM:")))
    status = NULL;
  if (file >= 0 && write (file, "5", 1) != 1)
    at = NULL;
  if (file >= 0)
    close (file);
  return status ? g_ascii_strtod (at + strlen ("VmHWM:"), NULL) : 0;
}

typedef struct
{
  guint n_errors;
  GstFlowReturn flow;
  gdouble seconds, bytes;
} Cost;

static void
read_messages (GstBus * bus, Cost * cost)
{
  GstMessage *message;

  while ((message = gst_bus_pop (bus))) {
    cost->n_errors += GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR;
    gst_message_unref (message);
  }
}

static Cost
try_caps (const gchar * reader, GstCaps * caps, gsize size)
{
  Cost cost = { 0, };
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, size, NULL);
  GstElement *element = rig_parse (reader);
  GstBus *bus;
  GstHarness *harness = rig_open_shared (element, &bus);
  gdouble before;
  clock_t start;

  gst_buffer_memset (buffer, 0, 0, size);
  rig_set_response (element, 64);
  GST_BUFFER_PTS (buffer) = 0;
  gst_harness_set_drop_buffers (harness, TRUE);
  get_peak ();
  before = get_peak ();
  start = clock ();
  gst_harness_set_src_caps (harness, gst_caps_ref (caps));
  cost.flow = gst_harness_push (harness, buffer);
  gst_harness_push_event (harness, gst_event_new_eos ());
  gst_element_set_state (element, GST_STATE_NULL);
  cost.seconds = (gdouble) (clock () - start) / CLOCKS_PER_SEC;
  cost.bytes = (get_peak () - before) * 1024;
  read_messages (bus, &cost);
  rig_close (harness, element, bus);
  return cost;
}

/* The dearest so far. */
static struct
{
  gdouble seconds, bytes;
  gchar *slowest, *largest;
} dearest;

static void
keep (const gchar * line, const gchar * text, const Cost * cost)
{
  if (cost->seconds > dearest.seconds) {
    g_free (dearest.slowest);
    dearest.slowest = g_strdup_printf ("%s, %s", line, text);
    dearest.seconds = cost->seconds;
  }
  if (cost->bytes > dearest.bytes) {
    g_free (dearest.largest);
    dearest.largest = g_strdup_printf ("%s, %s", line, text);
    dearest.bytes = cost->bytes;
  }
}

void
hostile_tell (void)
{
  printf ("# %g s at most: %s\n# %g GiB at most: %s\n", dearest.seconds,
      dearest.slowest, dearest.bytes / MOST_BYTES, dearest.largest);
  g_clear_pointer (&dearest.slowest, g_free);
  g_clear_pointer (&dearest.largest, g_free);
  dearest.seconds = dearest.bytes = 0;
}

static void
check_rest (const gchar * line, const gchar * text, const Cost * cost)
{
  keep (line, text, cost);
  TEST_CHECK (cost->n_errors <= 1, "%s, %s: %u errors", line, text,
      cost->n_errors);
  TEST_CHECK (cost->bytes <= MOST_BYTES, "%s, %s: %g GiB, %s", line, text,
      cost->bytes / MOST_BYTES, gst_flow_get_name (cost->flow));
}

gboolean
hostile_check (const gchar * line, GstCaps * caps, gsize size, gdouble sound)
{
  gdouble most = MOST_SECONDS + sound * MOST_SHOWN;
  Cost cost = try_caps (line, caps, MIN (size, MOST_SENT));
  g_autofree gchar *text = gst_caps_to_string (caps);

  if (cost.seconds > most)
    cost = try_caps (line, caps, MIN (size, MOST_SENT));
  TEST_CHECK (cost.seconds <= most, "%s, %s: %g s for %g s of sound, %s", line,
      text, cost.seconds, sound, gst_flow_get_name (cost.flow));
  check_rest (line, text, &cost);
  return cost.n_errors == 0 && cost.flow == GST_FLOW_OK;
}

gboolean
hostile_check_memory (const gchar * line, GstCaps * caps, gsize size)
{
  Cost cost = try_caps (line, caps, size);
  g_autofree gchar *text = gst_caps_to_string (caps);

  if (cost.bytes > MOST_BYTES)
    cost = try_caps (line, caps, size);
  check_rest (line, text, &cost);
  return cost.n_errors == 0 && cost.flow == GST_FLOW_OK;
}
