/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * events/test-satisfied.c: downstream that answers EOS wants no more: nothing
 * comes after it, whatever upstream sends and whatever is held, until a new
 * segment or a flush.
 */
#include "gst/support/rig.h"
#include "support/test.h"

#define AUDIO "audio/x-raw, format=F32LE, layout=interleaved, rate=8000, channels=1"
#define VIDEO "video/x-raw, format=GRAY8, width=32, height=24, framerate=25/1"
#define FRAMES "application/x-fft, version=1, format=F32LE, quantity=power, " \
    "scaling=amplitude, sides=one, shape=<128>, bins=<65>, channels=1, " \
    "rate=8000, hop=64, framerate=125/1, window=hann, source-format=F32LE"

static const struct
{
  const gchar *line, *caps;
  gsize size;
} cases[] = {
  {"claudiofft size=128 hop=64", AUDIO, 1280},
  {"claudiofft size=128 hop=32 averaging=mean average-count=3 quantity=power",
      AUDIO, 1280},
  {"clspectrum bands=65", AUDIO, 1280},
  {"clspectrogram size=128 hop=64 axes=false", AUDIO, 1280},
  {"clspectrogram axes=false", FRAMES, 260},
  {"clfftfilter name=x", AUDIO, 1280},
  {"clfftfilter name=x latency-frames=256", AUDIO, 1280},
  {"claudiofft size=128 hop=64 ! clifft", AUDIO, 1280},
  {"clvideofft", VIDEO, 768},
  {"clvideofft depth=4", VIDEO, 768},
  {"clvideofft ! clifft", VIDEO, 768},
  {"clvideodenoise depth=5", VIDEO, 768},
  {"clvideofilter low-pass=0.2", VIDEO, 768},
};

static guint n_wanted, n_came;

static GstFlowReturn
take (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  gst_buffer_unref (buffer);
  return ++n_came >= n_wanted ? GST_FLOW_EOS : GST_FLOW_OK;
}

/* Sends buffers until enough came; the number of the next. */
static guint
feed (GstHarness * harness, guint i, guint number)
{
  const GstClockTime duration = 40 * GST_MSECOND;
  guint n = 0;

  while (n_came < n_wanted && n++ < 200) {
    GstBuffer *buffer = rig_make_numbered (cases[i].caps, cases[i].size, number,
        duration);

    GST_BUFFER_PTS (buffer) = number++ * duration;
    gst_harness_push (harness, buffer);
  }
  return number;
}

static void
start_segment (GstHarness * harness, gboolean flushes)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = segment.position = 0;
  segment.base = flushes ? 0 : 10 * GST_SECOND;
  if (flushes) {
    gst_harness_push_event (harness, gst_event_new_flush_start ());
    gst_harness_push_event (harness, gst_event_new_flush_stop (TRUE));
  }
  gst_harness_push_event (harness, gst_event_new_segment (&segment));
}

static void
check_case (guint i)
{
  GstElement *element = rig_parse (cases[i].line);
  guint number, k, n_more = test_draw (0, 5);
  GstHarness *harness;
  GstBus *bus;

  rig_set_response (element, 9);
  harness = rig_open (element, &bus);
  gst_pad_set_chain_function (harness->sinkpad, take);
  n_wanted = test_draw (1, 6);
  n_came = 0;
  gst_harness_set_src_caps_str (harness, cases[i].caps);
  number = feed (harness, i, 0);
  TEST_CHECK (n_came == n_wanted, "%s: %u of %u", cases[i].line, n_came,
      n_wanted);
  for (k = 0; k < n_more; k++)
    gst_harness_push (harness, rig_make_numbered (cases[i].caps, cases[i].size,
            number + k, GST_CLOCK_TIME_NONE));
  if (test_draw (0, 1))
    gst_harness_push_event (harness, gst_event_new_eos ());
  TEST_CHECK (n_came == n_wanted, "%s: %u more came after EOS", cases[i].line,
      n_came - n_wanted);
  n_wanted = n_came + test_draw (1, 3);
  start_segment (harness, TRUE);
  feed (harness, i, 0);
  TEST_CHECK (n_came >= n_wanted, "%s: %u of %u after a flush", cases[i].line,
      n_came, n_wanted);
  n_wanted = n_came + test_draw (1, 3);
  start_segment (harness, FALSE);
  feed (harness, i, 0);
  TEST_CHECK (n_came >= n_wanted, "%s: %u of %u in another segment",
      cases[i].line, n_came, n_wanted);
  rig_close (harness, element, bus);
}

static void
nothing_comes_after_downstream_has_enough (void)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++)
    check_case (i);
}

TEST_MAIN (TEST (nothing_comes_after_downstream_has_enough))
