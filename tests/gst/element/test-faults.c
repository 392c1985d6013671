/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-faults.c: the elements when OpenCL calls fail, one after
 * another. What has to hold each time is in layer/enumerate.h. Here a run is an
 * element's life, then that of the same element once more, with no fault, which
 * has to work.
 *
 * What an element may do about a fault is to post one error, or one warning
 * that what was set while playing is taken back, after which it goes on.
 * Nothing that it pushed before may be wrong.
 */
#include <string.h>

#include "layer/enumerate.h"
#include "life.h"
#include "support/test.h"

static enum fault_outcome
end (Life * life, enum fault_outcome outcome, const gchar * text,
    gchar * message, gsize size)
{
  g_snprintf (message, size, "%s%s%s", text, life->error ? ": " : "",
      life->error ? life->error : "");
  if (life_close (life))
    return outcome;
  g_snprintf (message, size, "the elements are never freed");
  return FAULT_WRONG;
}

static enum fault_outcome
run_stream (const LifeStream * stream, const struct fault_layer *layer,
    gchar * message, gsize size)
{
  enum fault_outcome outcome;
  const gchar *wrong;
  gchar first[400] = "";
  Life life;

  life_open (&life, stream, layer);
  life_live (&life);
  if (!layer) {
    if (life.n_errors > 0 && strstr (life.error, "no OpenCL"))
      fault_give_up ();
    if (life.n_errors > 0 || life.n_items < 3)
      return end (&life, FAULT_WRONG, "too little came out", message, size);
    life_keep_as_golden (&life);
    return end (&life, FAULT_RIGHT, "", message, size);
  }
  wrong = life_judge (&life);
  if (wrong)
    return end (&life, FAULT_WRONG, wrong, message, size);
  outcome = life.n_errors + life.n_warnings > 0 ? FAULT_FAILED : FAULT_RIGHT;
  if (outcome == FAULT_FAILED) {
    g_strlcpy (first, life.error, sizeof first);
    life.healthy = TRUE;
    layer->ignore (TRUE);
    life_live (&life);
    wrong = life.n_errors + life.n_warnings > 0 ? "an error, again"
        : life_judge (&life);
    layer->ignore (FALSE);
    if (wrong)
      return end (&life, FAULT_WRONG, wrong, message, size);
  }
  return end (&life, outcome, first, message, size);
}

/* ---- the elements ---- */

#define SURVIVES(claim, name, n)                                              \
  static enum fault_outcome                                                   \
  run_##claim (const struct fault_layer *layer, char *message, size_t size)   \
  {                                                                           \
    return run_stream (life_find_stream (name), layer, message, size);        \
  }                                                                           \
  static void                                                                 \
  claim (void)                                                                \
  {                                                                           \
    gboolean held = fault_enumerate (#claim, run_##claim,                     \
        test_is_full () ? n : n / 2, TRUE);                                   \
    if (fault_has_no_device ())                                               \
      TEST_SKIP ("no OpenCL device");                                         \
    TEST_CHECK (held, "see above");                                           \
  }

/* *INDENT-OFF* */
SURVIVES (claudiofft_survives_every_fault, "claudiofft", 30)
SURVIVES (averaging_claudiofft_survives_every_fault, "averaging claudiofft", 10)
SURVIVES (claudiofft_of_delays_survives_every_fault, "claudiofft of delays", 10)
SURVIVES (clvideodenoise_survives_every_fault, "clvideodenoise", 20)
SURVIVES (clvideofft_survives_every_fault, "clvideofft", 20)
SURVIVES (clvideofilter_survives_every_fault, "clvideofilter", 20)
SURVIVES (clifft_of_audio_survives_every_fault, "clifft of audio", 20)
SURVIVES (clifft_of_video_survives_every_fault, "clifft of video", 15)
SURVIVES (clspectrum_survives_every_fault, "clspectrum", 20)
SURVIVES (clspectrogram_survives_every_fault, "clspectrogram", 25)
SURVIVES (clfftfilter_survives_every_fault, "clfftfilter", 25)
/* *INDENT-ON* */

TEST_MAIN (TEST (claudiofft_survives_every_fault),
    TEST (averaging_claudiofft_survives_every_fault),
    TEST (claudiofft_of_delays_survives_every_fault),
    TEST (clvideodenoise_survives_every_fault),
    TEST (clvideofft_survives_every_fault),
    TEST (clvideofilter_survives_every_fault),
    TEST (clifft_of_audio_survives_every_fault),
    TEST (clifft_of_video_survives_every_fault),
    TEST (clspectrum_survives_every_fault),
    TEST (clspectrogram_survives_every_fault),
    TEST (clfftfilter_survives_every_fault))
