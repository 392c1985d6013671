/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clfftfilter/test-refusals.c: claims about what it refuses: by one error that
 * names it, and without a sample that is not filtered.
 */
#include "convolved.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include "gst/support/rig.h"
#include "support/test.h"

typedef struct
{
  const gchar *properties;      /* and PATH for that of a file */
  const gchar *file;            /* (nullable): what is in it */
  guint n_responses, taps;      /* of ir, 0: none */
  gdouble number;               /* of a tap, if it is not finite */
  const gchar *names[3];        /* what the error has to name */
} Refusal;

static const Refusal refusals[] = {
  {"", NULL, 0, 0, 0, {"ir-file", "curve-file", "exactly one"}},
  {"ir-file=/no/such/file.wav", NULL, 1, 5, 0, {"ir-file", "ir ", "exactly"}},
  {"ir-file=a.wav curve-file=b.txt", NULL, 0, 0, 0,
      {"ir-file", "curve-file", "exactly one"}},
  {"ir-file=/no/such/file.wav", NULL, 0, 0, 0,
      {"ir-file", "/no/such/file.wav", ""}},
  {"ir-file=PATH", "this is no sound at all", 0, 0, 0, {"ir-file", "PATH", ""}},
  {"ir-file=PATH", "", 0, 0, 0, {"ir-file", "PATH", ""}},
  {"curve-file=/no/such/curve.txt", NULL, 0, 0, 0,
      {"curve-file", "/no/such/curve.txt", ""}},
  {"curve-file=PATH", "GraphicEQ: 20 -6\n", 0, 0, 0,
      {"curve-file", "PATH", ""}},
  {"curve-file=PATH", "", 0, 0, 0, {"curve-file", "PATH", ""}},
  {"ir-layout=mono", NULL, 2, 5, 0, {"mono", "2 channels", "ir-layout"}},
  {"", NULL, 1, 5, NAN, {"ir", "not a number", "sample 2"}},
  {"", NULL, 1, 5, INFINITY, {"ir", "finite", ""}},
  {"ir-rate=1", NULL, 1, 5, 0, {"ir-rate", "48000", "256"}},
  {"ir-channels=7", NULL, 1, 5, 0, {"ir-channels=7", "7 channels", ""}},
  {"ir-layout=matrix", NULL, 4096, 1, 0, {"2048", "1024", "ir-layout"}},
};

static void
check_refusal (const Refusal * refusal)
{
  g_autofree gchar *path = g_build_filename (g_get_tmp_dir (),
      "test-refusals-XXXXXX", NULL);
  gint file = g_mkstemp (path);
  g_auto (GStrv) parts = g_strsplit (refusal->properties, "PATH", -1);
  g_autofree gchar *properties = g_strjoinv (path, parts);
  Responses *r = refusal->n_responses == 0 ? NULL
      : responses_new (1, refusal->n_responses, refusal->n_responses,
      refusal->taps);
  gdouble values[200] = { 0, };
  AudioTrip *t;
  guint i;

  TEST_REQUIRE (file >= 0 && g_file_set_contents (path, refusal->file
          ? refusal->file : "", -1, NULL), "%s cannot be written", path);
  g_close (file, NULL);
  if (r && !isfinite (refusal->number + 0))
    r->values[2] = refusal->number;
  t = convolved_new (properties, r);
  if (strstr (properties, "ir-channels"))
    g_object_set (convolved_get_element (t), "ir-channels", 7, NULL);
  for (i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = 0.1 * test_uniform ();
  audio_trip_set_format (t, GST_AUDIO_FORMAT_F32LE, 2, 48000,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  audio_trip_push (t, values, 100, 0);
  audio_trip_push (t, values, 100, GST_MSECOND);
  audio_trip_push_event (t, gst_event_new_eos ());
  TEST_CHECK (t->n_errors == 1 && t->n_warnings == 0 && t->flow != GST_FLOW_OK,
      "%s: %u errors, %u warnings, %s: %s", properties, t->n_errors,
      t->n_warnings, gst_flow_get_name (t->flow), t->error);
  for (i = 0; i < 3; i++) {
    const gchar *name = g_str_equal (refusal->names[i], "PATH") ? path
        : refusal->names[i];

    TEST_CHECK (t->error && strstr (t->error, name), "%s: \"%s\" does not name "
        "%s", properties, t->error, name);
  }
  TEST_CHECK (audio_trip_n_samples (t) == 0, "%s: %u frames came out",
      properties, audio_trip_n_samples (t));
  g_remove (path);
  responses_free (r);
  audio_trip_free (t);
}

static void
what_cannot_be_convolved_with_is_one_error (void)
{
  guint i;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (i = 0; i < G_N_ELEMENTS (refusals); i++)
    check_refusal (&refusals[i]);
}

/* After an error a value that is right repairs it. */
static void
a_right_value_repairs_it (void)
{
  Responses *r;
  gdouble values[200] = { 0.5, 0.5 };
  AudioTrip *t;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  r = responses_new (2, 2, 1, 5);
  t = convolved_new ("ir-file=/no/such/file.wav", NULL);
  audio_trip_set_format (t, GST_AUDIO_FORMAT_F32LE, 2, 48000,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  TEST_CHECK (t->n_errors == 1, "%u errors", t->n_errors);
  g_object_set (convolved_get_element (t), "ir-file", "", NULL);
  convolved_set_ir (t, r);
  audio_trip_set_format (t, GST_AUDIO_FORMAT_F32LE, 2, 48000,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  audio_trip_push (t, values, 100, 0);
  audio_trip_push_event (t, gst_event_new_eos ());
  TEST_CHECK (t->n_errors == 1 && audio_trip_n_samples (t) == 104, "%u errors, "
      "%u frames: %s", t->n_errors, audio_trip_n_samples (t), t->error);
  responses_free (r);
  audio_trip_free (t);
}

/* What fits the stream in part is used in part, and reported by one WARNING. */
static void
what_fits_in_part_is_used_in_part (void)
{
  static const struct
  {
    const gchar *properties;
    guint n_responses;
    const gchar *names[3];      /* what the warning has to name */
  } rows[] = {
    {"", 3, {"ir-layout is auto", "3 channels", "the stream 2"}},
    {"ir-layout=per-channel", 4, {"per-channel", "4 channels", "the stream 2"}},
    {"ir-layout=matrix", 1, {"matrix", "1 channels", "the stream 2"}},
    {"ir-layout=per-channel", 1, {"per-channel", "pass as they are", ""}},
  };
  gdouble values[200];
  guint i, k;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = 0.1 * test_uniform ();
  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    Responses *r = responses_new (1, rows[i].n_responses, rows[i].n_responses,
        5);
    AudioTrip *t = convolved_new (rows[i].properties, r);

    audio_trip_set_format (t, GST_AUDIO_FORMAT_F32LE, 2, 48000,
        GST_AUDIO_LAYOUT_INTERLEAVED);
    audio_trip_push (t, values, 100, 0);
    audio_trip_push_event (t, gst_event_new_eos ());
    TEST_CHECK (t->n_errors == 0 && t->n_warnings == 1
        && t->flow == GST_FLOW_OK && audio_trip_n_samples (t) == 104,
        "%s: %u errors, %u warnings, %u frames: %s", rows[i].properties,
        t->n_errors, t->n_warnings, audio_trip_n_samples (t), t->error);
    for (k = 0; k < 3; k++)
      TEST_CHECK (t->warning && strstr (t->warning, rows[i].names[k]),
          "\"%s\" does not name %s", t->warning, rows[i].names[k]);
    responses_free (r);
    audio_trip_free (t);
  }
}

TEST_MAIN (TEST (what_cannot_be_convolved_with_is_one_error),
    TEST (what_fits_in_part_is_used_in_part),
    TEST (a_right_value_repairs_it))
