/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-watchdog.c: the elements when a command of the device never
 * ends. The fault layer holds one back, or it and all after it; with `timeout`
 * set the element posts one error that says so, can be stopped, and works
 * after that.
 *
 * A machine that is slow can make a limit end before the command that is held:
 * this is an error like the other, and what follows has to hold all the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <glib/gstdio.h>

#include "hang.h"

#define LIMIT_TEXT "timeout is 300000000 ns"
#define FOR_EVER 0

/* ---- one command is held ---- */

static gboolean
tells_all (const gchar * error)
{
  return strstr (error, hang_device_name) && strstr (error, LIMIT_TEXT)
      && strstr (error, "the command of clEnqueue");
}

static gboolean
has_one_element (const LifeStream * stream)
{
  return !strchr (stream->line, '!');
}

/* NULL: all is as it should be. */
static const gchar *
judge_hang (const Life * life, const gchar * wrong,
    const struct fault_report *report)
{
  if (wrong)
    return wrong;
  if (report->n_held > 0 && life->n_errors == 0)
    return "a command is held and nothing was posted";
  if (life->n_errors > 0 && !tells_all (life->error))
    return "it does not name the device, the command and the limit";
  if (life->n_errors > 0 && has_one_element (life->stream)
      && report->n_freed != life->n_freed)
    return "objects were freed under the device";
  return NULL;
}

/* As nothing is held any more. */
static const gchar *
judge_good (Life * life)
{
  return life->n_errors > 0 ? "an error, again" : life_judge (life);
}

static gboolean
gives_up_at (const LifeStream * stream, gulong at, gboolean sticky)
{
  const struct fault fault = {.at = at,.hold = TRUE,.sticky = sticky };
  struct fault_report report;
  const gchar *wrong;
  Life life;

  alarm (HANG_LIFE_SECONDS);
  life_open (&life, stream, hang_layer);
  hang_set_timeout (&life, HANG_LIMIT);
  hang_layer->arm (&fault);
  life_live (&life);
  hang_layer->report (&report);
  hang_layer->arm (NULL);
  wrong = judge_hang (&life, life_judge (&life), &report);
  if (wrong)
    return hang_complain (stream, at, wrong, &life);

  hang_set_timeout (&life, HANG_AMPLE);
  alarm (HANG_LIFE_SECONDS);
  life_live (&life);
  wrong = judge_good (&life);
  if (wrong)
    return hang_complain (stream, at, wrong, &life);
  if (!life_close (&life))
    return hang_complain (stream, at, "the elements are never freed", &life);

  alarm (HANG_LIFE_SECONDS);
  life_open (&life, stream, hang_layer);
  life_live (&life);
  wrong = judge_good (&life);
  if (wrong)
    return hang_complain (stream, at, wrong, &life);
  life_close (&life);
  /* now the device does what it was given, with what was left to it */
  hang_layer->release ();
  return TRUE;
}

static gulong
count_commands (const LifeStream * stream)
{
  struct fault_report report;
  Life life;

  alarm (HANG_LIFE_SECONDS);
  hang_layer->arm (NULL);
  life_open (&life, stream, hang_layer);
  life_live (&life);
  life_close (&life);
  hang_layer->report (&report);
  return report.n_enqueued;
}

#define N_SAMPLES 4

/* Of the whole life, the first and the last among them. */
static gboolean
gives_up_everywhere (const LifeStream * stream)
{
  gulong n_commands = count_commands (stream);
  gulong n_points = test_is_full () ? n_commands : MIN (n_commands, N_SAMPLES);
  gulong i, at;

  for (i = 0; i < n_points; i++) {
    at = 1 + i * (n_commands - 1) / MAX (n_points - 1, 1);
    if ((i % 2 == 0 || test_is_full ()) && !gives_up_at (stream, at, TRUE))
      return FALSE;
    if ((i % 2 == 1 || test_is_full ()) && !gives_up_at (stream, at, FALSE))
      return FALSE;
  }
  printf ("# %s: %lu commands, %lu held\n", stream->name, n_commands, n_points);
  return n_points > 0;
}

#define GIVES_UP(claim, name)                                                 \
  static void                                                                 \
  claim (void)                                                                \
  {                                                                           \
    TEST_CHECK (hang_holds (life_find_stream (name),                          \
            gives_up_everywhere), "see above");                               \
  }

/* *INDENT-OFF* */
GIVES_UP (claudiofft_gives_up_a_device_that_hangs, "claudiofft")
GIVES_UP (averaging_claudiofft_gives_up_a_device_that_hangs,
    "averaging claudiofft")
GIVES_UP (claudiofft_of_delays_gives_up_a_device_that_hangs,
    "claudiofft of delays")
GIVES_UP (clvideodenoise_gives_up_a_device_that_hangs, "clvideodenoise")
GIVES_UP (clvideofft_gives_up_a_device_that_hangs, "clvideofft")
GIVES_UP (clvideofilter_gives_up_a_device_that_hangs, "clvideofilter")
GIVES_UP (clifft_of_audio_gives_up_a_device_that_hangs, "clifft of audio")
GIVES_UP (clifft_of_video_gives_up_a_device_that_hangs, "clifft of video")
GIVES_UP (clspectrum_gives_up_a_device_that_hangs, "clspectrum")
GIVES_UP (clspectrogram_gives_up_a_device_that_hangs, "clspectrogram")
GIVES_UP (clfftfilter_gives_up_a_device_that_hangs, "clfftfilter")
/* *INDENT-ON* */

/* ---- other ways to the host's memory ---- */

static void
gives_up_on (const gchar * profile)
{
  static const gchar *const names[] =
      { "claudiofft", "clifft of audio", "clspectrum" };
  guint i;

  hang_profile = profile;
  for (i = 0; i < G_N_ELEMENTS (names); i++)
    TEST_CHECK (hang_holds (life_find_stream (names[i]), gives_up_everywhere),
        "%s on %s", names[i], profile);
  hang_profile = NULL;
}

static void
maps_are_given_up (void)
{
  gives_up_on ("in-order");
}

static void
copies_are_given_up (void)
{
  gives_up_on ("apart");
}

/* ---- plans ---- */

/* With nothing on disk the first commands are those of measuring and of the
   known answer: to write, to transform and to read. */
static gboolean
gives_up_without_a_cache (const LifeStream * stream)
{
  gulong step = strstr (stream->line, "measure") ? 3 : 1;
  g_autofree gchar *folder = g_dir_make_tmp ("clfft-watchdog-XXXXXX", NULL);
  g_autofree gchar *line = g_strdup_printf ("rm -rf '%s'", folder);
  gboolean held = TRUE;
  gulong at;

  for (at = 1; at <= 4 && held; at += step) {
    g_autofree gchar *cache = g_strdup_printf ("%s/%lu", folder, at);

    g_mkdir (cache, 0700);
    g_setenv ("XDG_CACHE_HOME", cache, TRUE);
    held = gives_up_at (stream, at, at % 2);
  }
  g_assert_cmpint (system (line), ==, 0);
  return held;
}

static void
plan_is_given_up_while_it_proves_itself (void)
{
  TEST_CHECK (hang_holds (life_find_stream ("claudiofft"),
          gives_up_without_a_cache), "see above");
}

static void
plan_is_given_up_while_it_is_measured (void)
{
  LifeStream stream = *life_find_stream ("claudiofft");

  /* few candidates: each is compiled */
  stream.line =
      "claudiofft name=x size=64 hop=32 effort=measure schedule=direct";
  TEST_CHECK (hang_holds (&stream, gives_up_without_a_cache),
      "see above");
}

/* ---- what is no fault ---- */

static gpointer
live_in_thread (gpointer life)
{
  life_live (life);
  return NULL;
}

/* A device that answers when everything has waited for it. */
static gboolean
waits_for_ever (const LifeStream * stream)
{
  const struct fault fault = {.at = 3,.hold = TRUE };
  const gchar *wrong;
  GThread *thread;
  Life life;

  alarm (HANG_LIFE_SECONDS);
  hang_layer->arm (&fault);
  life_open (&life, stream, hang_layer);
  hang_set_timeout (&life, FOR_EVER);
  thread = g_thread_new ("life", live_in_thread, &life);
  hang_await ();
  g_usleep (2 * GST_TIME_AS_USECONDS (HANG_LIMIT));
  hang_layer->release ();
  g_thread_join (thread);
  wrong = judge_good (&life);
  if (wrong)
    return hang_complain (stream, 3, wrong, &life);
  return life_close (&life);
}

/* *INDENT-OFF* */
HANG_FOR_EACH (without_timeout_a_device_has_all_time, waits_for_ever)
/* *INDENT-ON* */

static gboolean
is_patient (const LifeStream * stream)
{
  const struct fault fault =
      {.at = 1,.hold = TRUE,.sticky = TRUE,.delay = 10 };
  struct fault_report report;
  const gchar *wrong;
  Life life;

  alarm (HANG_LIFE_SECONDS);
  hang_layer->arm (&fault);
  life_open (&life, stream, hang_layer);
  hang_set_timeout (&life, HANG_AMPLE);
  life_live (&life);
  hang_layer->report (&report);
  wrong = report.n_held == 0 ? "nothing was late" : judge_good (&life);
  if (wrong)
    return hang_complain (stream, 1, wrong, &life);
  return life_close (&life);
}

/* *INDENT-OFF* */
HANG_FOR_EACH (slow_device_is_no_fault, is_patient)
/* *INDENT-ON* */

/* ---- the end ---- */

static gboolean
exits (const LifeStream * stream)
{
  const struct fault fault = {.at = 2,.hold = TRUE,.sticky = TRUE };
  Life life;

  alarm (HANG_LIFE_SECONDS);
  hang_layer->arm (&fault);
  life_open (&life, stream, hang_layer);
  hang_set_timeout (&life, HANG_LIMIT);
  life_live (&life);
  if (life.n_errors == 0)
    return hang_complain (stream, 2, "no error", &life);
  life_close (&life);
  fflush (stdout);
  exit (0);
}

static void
process_ends_while_a_command_hangs (void)
{
  TEST_CHECK (hang_holds (life_find_stream ("claudiofft"), exits),
      "see above");
}

TEST_MAIN (TEST (claudiofft_gives_up_a_device_that_hangs),
    TEST (averaging_claudiofft_gives_up_a_device_that_hangs),
    TEST (claudiofft_of_delays_gives_up_a_device_that_hangs),
    TEST (clvideodenoise_gives_up_a_device_that_hangs),
    TEST (clvideofft_gives_up_a_device_that_hangs),
    TEST (clvideofilter_gives_up_a_device_that_hangs),
    TEST (clifft_of_audio_gives_up_a_device_that_hangs),
    TEST (clifft_of_video_gives_up_a_device_that_hangs),
    TEST (clspectrum_gives_up_a_device_that_hangs),
    TEST (clspectrogram_gives_up_a_device_that_hangs),
    TEST (clfftfilter_gives_up_a_device_that_hangs),
    TEST (maps_are_given_up),
    TEST (copies_are_given_up),
    TEST (plan_is_given_up_while_it_proves_itself),
    TEST (plan_is_given_up_while_it_is_measured),
    TEST (without_timeout_a_device_has_all_time),
    TEST (slow_device_is_no_fault),
    TEST (process_ends_while_a_command_hangs))
