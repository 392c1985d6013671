/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * respond.c: a response for tests in Python, which give one request a line:
 *
 *   file RATE PATH
 *   curve RATE minimum|linear N_TAPS PATH
 *   cancel MILLISECONDS file|curve ...   gives up that much later
 *
 * An answer is a line "channels taps rate delay NOTE" and then the taps, F64 of
 * the host, [channel][tap]; or a line "error DOMAIN CODE MESSAGE".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "response/response.h"

static gint cancelled;

static gpointer
cancel_later (gpointer milliseconds)
{
  g_usleep (1000 * GPOINTER_TO_UINT (milliseconds));
  g_atomic_int_set (&cancelled, TRUE);
  return NULL;
}

static GstClResponse *
load (gchar ** words, GError ** error)
{
  gboolean is_curve = g_str_equal (words[0], "curve");
  gint rate = atoi (words[1]);
  g_autofree gchar *location = g_strjoinv (" ", words + (is_curve ? 4 : 2));

  if (!is_curve)
    return gst_cl_response_load_file (location, rate, &cancelled, error);
  return gst_cl_response_load_curve (location, rate,
      g_str_equal (words[2], "linear") ? GST_CL_PHASE_LINEAR
      : GST_CL_PHASE_MINIMUM, g_ascii_strtoull (words[3], NULL, 10), NULL,
      &cancelled, error);
}

static void
answer (gchar ** words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GstClResponse) response = NULL;
  GThread *thread = NULL;

  if (g_str_equal (words[0], "cancel")) {
    thread = g_thread_new ("cancel", cancel_later,
        GUINT_TO_POINTER (atoi (words[1])));
    words += 2;
  }
  response = load (words, &error);
  if (thread)
    g_thread_join (thread);
  g_atomic_int_set (&cancelled, FALSE);
  if (!response == !error)
    abort ();
  if (error) {
    g_strdelimit (error->message, "\n", ' ');
    printf ("error %s %d %s\n", g_quark_to_string (error->domain), error->code,
        error->message);
  } else {
    printf ("%u %" G_GUINT64_FORMAT " %d %" G_GUINT64_FORMAT " %s\n",
        response->n_channels, response->n_taps, response->rate,
        response->delay, response->note ? response->note : "");
    fwrite (response->taps, sizeof (gdouble),
        response->n_channels * response->n_taps, stdout);
  }
  fflush (stdout);
}

int
main (int argc, char **argv)
{
  char line[4096];

  gst_init (&argc, &argv);
  while (fgets (line, sizeof line, stdin)) {
    g_auto (GStrv) words = NULL;

    line[strcspn (line, "\n")] = 0;
    words = g_strsplit (line, " ", 0);
    if (g_strv_length (words) >= 3)
      answer (words);
  }
  return 0;
}
