/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-spectra.c: a stream of spectra from a peer that cannot be trusted: the
 * first byte chooses who reads it, a line is its caps, then come records
 * (fuzz-element.h). Caps may say anything; of transforms that would be legal
 * and long the fuzzer sees only the refusal of their buffers, for a device
 * compiles kernels for each length.
 */
#include <gst/fourier/fourier.h>

#include "fuzz-element.h"

#define MOST_POINTS 64
#define MOST_FRAME_SIZE 16384

/* Kernels, too, but only once. */
const struct fuzz_cost fuzz_cost = {.an_input = 5,.a_byte = 1e-3 };

static const struct
{
  const gchar *factory, *pairs;
} readers[] = {
  {"clifft", ""},
  {"clspectrogram", "axes=false legend=false"},
  {"clspectrogram", "axes=false mode=bars"},
  {"clspectrogram", "mode=line bars=5"},
};

static gboolean
is_short (const GstCaps * caps)
{
  GstFourierInfo info;
  guint64 n_points = 1;
  guint axis;

  if (!gst_fourier_info_from_caps (&info, caps, NULL))
    return TRUE;
  for (axis = 0; axis < info.rank; axis++)
    n_points *= info.shape[axis];
  return n_points <= MOST_POINTS
      && gst_fourier_info_get_frame_size (&info) <= MOST_FRAME_SIZE;
}

void
fuzz_target (const uint8_t * data, size_t size)
{
  const uint8_t *end = size ? memchr (data + 1, '\n', size - 1) : NULL;
  GstCaps *caps;
  char *text;

  if (!end || !fuzz_element_init ())
    return;
  text = fuzz_text (data + 1, end - data - 1);
  caps = g_utf8_validate (text, -1, NULL) ? gst_caps_from_string (text) : NULL;
  if (caps && gst_caps_is_fixed (caps) && is_short (caps)) {
    guint reader = data[0] % G_N_ELEMENTS (readers);
    GstHarness *harness = fuzz_element_open (readers[reader].factory,
        readers[reader].pairs);

    FUZZ_CHECK (harness);
    gst_harness_set_src_caps (harness, gst_caps_ref (caps));
    fuzz_element_run (harness, end + 1, size - (end + 1 - data), GST_MSECOND);
    fuzz_element_close (harness);
  }
  gst_clear_caps (&caps);
  free (text);
}
