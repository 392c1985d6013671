/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-caps.c: any text as caps of a stream of spectra, from a peer that
 * cannot be trusted. What is accepted has sizes within the format's limits,
 * writes caps that say the same, and its counting never overflows.
 */
#include <gst/fourier/fourier.h>

#include "fuzz.h"

const struct fuzz_cost fuzz_cost = {.an_input = 0.1,.a_byte = 100e-6,
  .repeated = 32768
};

static void
check_sizes (const GstFourierInfo * info)
{
  gsize frame = gst_fourier_info_get_frame_size (info);
  guint n_frames = 0, axis;
  gsize size;

  FUZZ_CHECK (info->rank >= 1 && info->rank <= GST_FOURIER_MAX_RANK);
  for (axis = 0; axis < info->rank; axis++)
    FUZZ_CHECK (info->bins[axis] >= 1
        && info->bins[axis] <= GST_FOURIER_MAX_LENGTH);
  FUZZ_CHECK (info->channels >= 1
      && info->channels <= GST_FOURIER_MAX_CHANNELS);
  FUZZ_CHECK (frame > 0 && frame <= GST_FOURIER_MAX_FRAME_SIZE);
  FUZZ_CHECK (gst_fourier_info_count_frames (info, frame, &n_frames)
      && n_frames == 1);
  FUZZ_CHECK (!gst_fourier_info_count_frames (info, frame + 1, &n_frames)
      || frame == 1);
  for (size = 0; size < 3; size++)
    gst_fourier_info_get_frame_time (info, G_MAXUINT >> (8 * size));
}

static void
check_info (const GstFourierInfo * info)
{
  GstCaps *caps = gst_fourier_info_to_caps (info, NULL);
  GstFourierInfo again;

  check_sizes (info);
  if (!caps)
    return;
  FUZZ_CHECK (gst_fourier_info_from_caps (&again, caps, NULL));
  FUZZ_CHECK (gst_fourier_info_is_equal (info, &again));
  gst_caps_unref (caps);
}

void
fuzz_target (const uint8_t * data, size_t size)
{
  char *text;
  GstCaps *caps;
  GstFourierInfo info;
  GError *error = NULL;

  if (!gst_is_initialized ()) {
    gst_init (NULL, NULL);
    /* GStreamer's own reading of odd text complains, and leaks */
    g_log_set_fatal_mask ("GStreamer-Fourier", G_LOG_LEVEL_CRITICAL
        | G_LOG_LEVEL_ERROR);
  }
  text = fuzz_text (data, size);
  /* whose cost grows faster than the text, with each complaint */
  fuzz_of_others = -clock ();
  caps = g_utf8_validate (text, -1, NULL) ? gst_caps_from_string (text) : NULL;
  fuzz_of_others += clock ();
  if (caps && !gst_caps_is_any (caps) && !gst_caps_is_empty (caps)) {
    if (gst_fourier_info_from_caps (&info, caps, &error)) {
      FUZZ_CHECK (!error);
      check_info (&info);
    } else {
      FUZZ_CHECK (error && error->message[0]);
      g_clear_error (&error);
    }
  }
  gst_clear_caps (&caps);
  free (text);
}
