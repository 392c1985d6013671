/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-stream.c: audio and pictures in any cuts, under any properties: the
 * first byte chooses the element, the second the format, a line is words
 * NAME=VALUE, then come records (fuzz-element.h). A second line of words is
 * set while it plays.
 */
#include "fuzz-element.h"

#define AUDIO "audio/x-raw,layout=interleaved,"
#define PLANAR "audio/x-raw,layout=non-interleaved,"
#define VIDEO "video/x-raw,"

/* Kernels, too, but only once. */
const struct fuzz_cost fuzz_cost = {.an_input = 5,.a_byte = 1e-3 };

static const gchar *const factories[] = {
  "claudiofft", "clspectrum", "clspectrogram", "clvideofft", "clfftfilter",
  "clvideodenoise", "clvideofilter",
};

static const gchar *const audio[] = {
  AUDIO "format=S16LE,rate=8000,channels=1",
  AUDIO "format=F32LE,rate=48000,channels=2,channel-mask=(bitmask)3",
  AUDIO "format=S24BE,rate=44100,channels=3,channel-mask=(bitmask)0",
  PLANAR "format=F64LE,rate=11025,channels=2,channel-mask=(bitmask)3",
};

static const gchar *const video[] = {
  VIDEO "format=GRAY8,width=16,height=12,framerate=25/1",
  VIDEO "format=RGB,width=13,height=7,framerate=30000/1001",
  VIDEO "format=I420,width=15,height=9,framerate=0/1",
  VIDEO "format=GRAY16_LE,width=1,height=1,framerate=25/1",
};

void
fuzz_target (const uint8_t * data, size_t size)
{
  const uint8_t *line, *second;
  const gchar *factory, *format;
  GstHarness *harness;
  char *pairs, *later;

  if (size < 3 || !fuzz_element_init ())
    return;
  line = memchr (data + 2, '\n', size - 2);
  second = line ? memchr (line + 1, '\n', size - (line + 1 - data)) : NULL;
  if (!second)
    return;
  factory = factories[data[0] % G_N_ELEMENTS (factories)];
  format = g_str_has_prefix (factory, "clvideo") ? video[data[1] % 4]
      : audio[data[1] % 4];
  pairs = fuzz_text (data + 2, line - data - 2);
  later = fuzz_text (line + 1, second - line - 1);
  harness = fuzz_element_open (factory, pairs);
  if (harness) {
    GstCaps *caps = gst_caps_from_string (format);

    FUZZ_CHECK (caps);
    gst_harness_set_src_caps (harness, caps);
    gst_harness_push_event (harness, gst_event_new_gap (0, GST_MSECOND));
    fuzz_element_set (harness->element, later);
    fuzz_element_run (harness, second + 1, size - (second + 1 - data),
        GST_MSECOND);
    fuzz_element_close (harness);
  }
  free (later);
  free (pairs);
}
