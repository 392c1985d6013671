/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-ranges.c: claims about what claudiofft tells of its bands: a warning where
 * there are fewer than were asked for, and which are class 1.
 */
#include <math.h>

#include "gst/support/spectra.h"
#include "support/test.h"

#define RATE 48000

static void
ranges_beyond_the_stream_are_reported_once (void)
{
  static const struct
  {
    const gchar *properties;
    const gchar *warning;       /* the first */
    guint n_warnings;
    gdouble class_1_from;       /* 0: none */
  } rows[] = {
    {"quantity=db size=8192 band-scale=third-octave band-low=5 band-high=23000",
          "band-low is 5, but with this rate and size bands lie from 28.18 "
          "to 22387 Hz", 2, 100},
    {"quantity=db size=8192 band-scale=third-octave band-low=28.2 band-high=22380", NULL,
        0, 100},
    {"quantity=db size=65536 band-scale=third-octave band-low=20 band-high=20000", NULL,
        0, 12.589},
    {"quantity=db bands=5 band-high=30000", "band-high is 30000, but with "
          "this rate bands end at 24000 Hz", 1, 0},
    {"quantity=db bands=5 band-scale=bark band-low=2 band-high=24000", NULL, 0, 0},
    {"quantity=db size=8192 band-scale=octave window=rect", NULL, 0, 0},
  };
  gdouble *values = g_new0 (gdouble, 2 * 65536);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    Spectra *s = spectra_new (rows[i].properties);
    GstStructure *stats;
    gdouble from = -1;

    spectra_set_format (s, GST_AUDIO_FORMAT_S16, 2, RATE, 0);
    spectra_push (s, values, 65536, 0);
    g_object_set (s->element, "floor", -90.0, NULL);
    spectra_push (s, values, 65536, GST_CLOCK_TIME_NONE);
    g_object_get (s->element, "stats", &stats, NULL);
    TEST_CHECK (s->n_errors == 0 && s->n_caps == 2
        && s->n_warnings == rows[i].n_warnings
        && (!rows[i].warning || strstr (s->warning, rows[i].warning)),
        "%s: %u errors, %u caps, %u warnings: %s", rows[i].properties,
        s->n_errors, s->n_caps, s->n_warnings, s->warning);
    TEST_CHECK (gst_structure_get_double (stats, "class-1-from", &from)
        && fabs (from - rows[i].class_1_from) < 1e-3, "%s: %g",
        rows[i].properties, from);
    gst_structure_free (stats);
    spectra_free (s);
  }
  g_free (values);
}

TEST_MAIN (TEST (ranges_beyond_the_stream_are_reported_once))
