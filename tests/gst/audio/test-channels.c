/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * audio/test-channels.c: claims about every element that takes sound: any
 * number of channels in any format and layout gives what it holds, with
 * positions, with none, or with nobody saying whether there are some; a
 * channel-mask that names another number of them is refused by one message.
 */
#include <gst/fourier/fourier.h>
#include <math.h>
#include <string.h>

#include "gst/support/poke.h"
#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 8000
#define SIZE 16                 /* of transforms */
#define N_FRAMES (64 * SIZE)
#define MOST_CHANNELS 256
#define N_POSITIONS 28          /* that each GStreamer has names for */

typedef struct _Case Case;

typedef struct
{
  const gchar *line;            /* the element is named x */
  gboolean has_few_formats;     /* the host's signed ones, interleaved */
  const gchar *wanted;          /* caps */
  void (*check) (Case * c);
} Kind;

struct _Case
{
  const Kind *kind;
  GstAudioInfo info;
  const gchar *mask;            /* what it is to be */
  guint64 bits;                 /* of the mask, if there is one */
  gchar *what;
  GstHarness *harness;
  GstBus *bus;
  gdouble *values;              /* [frame][channel], as the format has them */
  GArray *numbers;              /* gfloat or gdouble of all output */
  GstCaps *out;
};

static void
take_buffer (Case * c, GstBuffer * buffer)
{
  GstMapInfo map;
  gsize i;

  if (gst_structure_has_name (gst_caps_get_structure (c->out, 0),
          "audio/x-raw")) {
    rig_read_buffer (&c->info, buffer, c->numbers);
    return;
  }
  gst_buffer_map (buffer, &map, GST_MAP_READ);
  for (i = 0; i < map.size / sizeof (gfloat); i++) {
    gdouble value = ((const gfloat *) (gconstpointer) map.data)[i];

    g_array_append_val (c->numbers, value);
  }
  gst_buffer_unmap (buffer, &map);
}

/* ---- what comes out ---- */

/* Sound as it went in: the same format, and a mask that says no less. */
static void
check_sound (Case * c)
{
  const GstStructure *out = gst_caps_get_structure (c->out, 0);
  gdouble step = MAX (ldexp (1, 1 - (gint) MIN (c->info.finfo->depth, 30)),
      2e-6);
  guint n = N_FRAMES * c->info.channels, i;
  guint64 mask = 0;
  gint channels = 0;

  gst_structure_get_int (out, "channels", &channels);
  TEST_CHECK (channels == c->info.channels && g_str_equal
      (gst_structure_get_string (out, "format"), c->info.finfo->name),
      "%s: other caps", c->what);
  if (g_str_equal (c->mask, "fitting") && channels > 1)
    TEST_CHECK (gst_structure_get (out, "channel-mask", GST_TYPE_BITMASK, &mask,
            NULL) && mask == c->bits, "%s: the mask is 0x%" G_GINT64_MODIFIER
        "x", c->what, mask);
  TEST_REQUIRE (c->numbers->len == n, "%s: %u numbers", c->what,
      c->numbers->len);
  for (i = 0; i < n && test_n_failures == 0; i++)
    TEST_CHECK (fabs (g_array_index (c->numbers, gdouble, i) - c->values[i])
        <= step, "%s: frame %u of channel %u is %g, not %g", c->what,
        i / channels, i % channels, g_array_index (c->numbers, gdouble, i),
        c->values[i]);
}

/* The bin of frequency 0: size times the mean. */
static void
check_bin (const Case * c, guint frame, guint at, gdouble mean)
{
  gdouble got = g_array_index (c->numbers, gdouble, at);

  TEST_CHECK (fabs (got - SIZE * fabs (mean)) <= 1e-4, "%s: frame %u, number "
      "%u: %g, not %g", c->what, frame, at, got, SIZE * fabs (mean));
}

static gdouble
get_mean (const Case * c, guint frame, guint channel)
{
  gdouble mean = 0;
  guint i;

  for (i = 0; i < SIZE; i++)
    mean += c->values[(frame * SIZE + i) * c->info.channels + channel] / SIZE;
  return mean;
}

static void
check_spectra (Case * c)
{
  guint n_bins = SIZE / 2 + 1, n = c->info.channels, frame, channel;

  TEST_REQUIRE (c->numbers->len == N_FRAMES / SIZE * n * n_bins,
      "%s: %u numbers", c->what, c->numbers->len);
  for (frame = 0; frame < N_FRAMES / SIZE && test_n_failures == 0; frame++)
    for (channel = 0; channel < n && test_n_failures == 0; channel++)
      check_bin (c, frame, (frame * n + channel) * n_bins, get_mean (c, frame,
              channel));
}

static void
check_mix (Case * c)
{
  guint n_bins = SIZE / 2 + 1, frame;
  gint channel;

  TEST_REQUIRE (c->numbers->len == N_FRAMES / SIZE * n_bins, "%s: %u numbers",
      c->what, c->numbers->len);
  for (frame = 0; frame < N_FRAMES / SIZE && test_n_failures == 0; frame++) {
    gdouble mean = 0;

    for (channel = 0; channel < c->info.channels; channel++)
      mean += get_mean (c, frame, channel) / c->info.channels;
    check_bin (c, frame, frame * n_bins, mean);
  }
}

static void
check_picture (Case * c)
{
  TEST_CHECK (c->numbers->len >= 64 * 600, "%s: no picture", c->what);
}

static const Kind kinds[] = {
  {"claudiofft name=x window=rect size=16 hop=16 quantity=magnitude "
        "scaling=none", FALSE, "ANY", check_spectra},
  {"claudiofft name=x window=rect size=16 hop=16 quantity=magnitude "
        "scaling=none channel-mode=mix", FALSE, "ANY", check_mix},
  {"claudiofft name=x window=rect size=16 hop=16 ! clifft", FALSE, "ANY",
      check_sound},
  {"clfftfilter name=x", FALSE, "ANY", check_sound},
  {"clspectrum name=x bands=8", TRUE, "ANY", check_sound},
  {"clspectrogram name=x size=16 axes=false", FALSE,
      "video/x-raw, format=BGRx, width=64, height=600, framerate=50/1",
      check_picture},
};

/* ---- cases ---- */

static GstAudioFormat
draw_format (const Kind * kind)
{
  static const GstAudioFormat few[] = { GST_AUDIO_FORMAT_S16,
    GST_AUDIO_FORMAT_S24, GST_AUDIO_FORMAT_S32, GST_AUDIO_FORMAT_F32,
    GST_AUDIO_FORMAT_F64
  };

  return kind->has_few_formats ? few[test_random () % G_N_ELEMENTS (few)]
      : GST_AUDIO_FORMAT_S8 + test_random ()
      % (GST_AUDIO_FORMAT_F64BE - GST_AUDIO_FORMAT_S8 + 1);
}

static guint64
draw_positions (guint n)
{
  guint64 mask = 0;

  while (n > 0) {
    guint64 bit = G_GUINT64_CONSTANT (1) << test_random () % N_POSITIONS;

    n -= !(mask & bit);
    mask |= bit;
  }
  return mask;
}

/* A mask as c->mask says, and the caps with it. */
static GstCaps *
draw_caps (Case * c)
{
  gint n = c->info.channels;
  GstCaps *caps = gst_caps_new_simple ("audio/x-raw", "format", G_TYPE_STRING,
      c->info.finfo->name, "rate", G_TYPE_INT, RATE, "channels", G_TYPE_INT, n,
      "layout", G_TYPE_STRING, c->info.layout == GST_AUDIO_LAYOUT_INTERLEAVED
      ? "interleaved" : "non-interleaved", NULL);
  guint other;

  c->bits = 0;
  if (g_str_equal (c->mask, "fitting")) {
    c->bits = draw_positions (n);
  } else if (g_str_equal (c->mask, "unfit")) {
    other = 1 + test_random () % N_POSITIONS;
    c->bits = draw_positions (other);
    /* as many, but one without a name */
    if (other == (guint) n)
      c->bits = (c->bits & (c->bits - 1)) | G_GUINT64_CONSTANT (1) << 50;
  }
  if (!g_str_equal (c->mask, "missing"))
    gst_caps_set_simple (caps, "channel-mask", GST_TYPE_BITMASK, c->bits,
        NULL);
  return caps;
}

static void
draw_case (Case * c, const Kind * kind, gint n_channels, const gchar * mask)
{
  GstAudioChannelPosition none[64];
  guint i;

  memset (c, 0, sizeof *c);
  c->kind = kind;
  if (g_str_equal (mask, "fitting") && n_channels > N_POSITIONS)
    n_channels = 1 + n_channels % N_POSITIONS;
  c->mask = mask;
  for (i = 0; i < G_N_ELEMENTS (none); i++)
    none[i] = GST_AUDIO_CHANNEL_POSITION_NONE;
  gst_audio_info_set_format (&c->info, draw_format (kind), RATE, n_channels,
      n_channels > 2 && n_channels <= 64 ? none : NULL);
  if (!kind->has_few_formats && test_random () % 2)
    c->info.layout = GST_AUDIO_LAYOUT_NON_INTERLEAVED;
  c->what = g_strdup_printf ("%s: %d channels of %s, %s, mask %s", kind->line,
      n_channels, c->info.finfo->name, c->info.layout
      == GST_AUDIO_LAYOUT_INTERLEAVED ? "interleaved" : "planar", mask);
}

static void
open_case (Case * c)
{
  GstElement *bin = rig_parse (c->kind->line), *element = rig_find (bin);
  const gfloat one = 1;
  g_autoptr (GBytes) ir = g_bytes_new (&one, sizeof one);

  if (g_object_class_find_property (G_OBJECT_GET_CLASS (element), "ir"))
    g_object_set (element, "ir", ir, NULL);
  c->harness = rig_open_shared (bin, &c->bus);
  gst_harness_set_sink_caps_str (c->harness, c->kind->wanted);
}

static void
close_case (Case * c)
{
  rig_close (c->harness, c->harness->element, c->bus);
  g_clear_pointer (&c->numbers, g_array_unref);
  gst_clear_caps (&c->out);
  g_free (c->values);
  g_free (c->what);
}

static void
play_case (Case * c)
{
  g_autofree gdouble *drawn = rig_make_noise (0.9, N_FRAMES * c->info.channels);
  GArray *values = g_array_new (FALSE, FALSE, sizeof (gdouble));
  g_autofree gchar *error = NULL;
  GstBuffer *buffer;

  open_case (c);
  gst_harness_set_src_caps (c->harness, draw_caps (c));
  c->numbers = g_array_new (FALSE, FALSE, sizeof (gdouble));
  buffer = rig_make_buffer (&c->info, drawn, N_FRAMES, 0);
  rig_read_buffer (&c->info, buffer, values);
  c->values = (gdouble *) (gpointer) g_array_free (values, FALSE);
  TEST_CHECK (gst_harness_push (c->harness, buffer) == GST_FLOW_OK, "%s: no "
      "buffer is taken", c->what);
  gst_harness_push_event (c->harness, gst_event_new_eos ());
  TEST_CHECK (poke_count_errors (c->bus, &error) == 0, "%s: %s", c->what,
      error);
  c->out = gst_pad_get_current_caps (c->harness->sinkpad);
  while (c->out && (buffer = gst_harness_try_pull (c->harness))) {
    take_buffer (c, buffer);
    gst_buffer_unref (buffer);
  }
  if (c->out)
    c->kind->check (c);
  else
    TEST_CHECK (FALSE, "%s: no caps", c->what);
  close_case (c);
}

/* As often one of these as any other. */
static gint
draw_channels (void)
{
  static const gint counts[] = { 1, 2, 3, 7, 8, 9, 16, 63, 64, 65, 128, 255,
    MOST_CHANNELS
  };

  return test_random () % 2 ? 1 + (gint) (test_random () % MOST_CHANNELS)
      : counts[test_random () % G_N_ELEMENTS (counts)];
}

static void
any_channels_give_what_they_hold (void)
{
  static const gchar *const masks[] = { "missing", "0", "fitting" };
  guint i, n = G_N_ELEMENTS (kinds) * (test_is_full () ? 120 : 6);
  Case c;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (i = 0; i < n && test_n_failures == 0; i++) {
    draw_case (&c, &kinds[i % G_N_ELEMENTS (kinds)], draw_channels (),
        masks[test_random () % G_N_ELEMENTS (masks)]);
    play_case (&c);
  }
}

/* ---- refusals ---- */

/* Sets one property of the element to what it is: settings have changed then. */
static void
touch_property (GstHarness * harness)
{
  GstElement *element = rig_find (harness->element);
  guint n, i;
  g_autofree GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);
  GValue value = G_VALUE_INIT;

  do {
    i = test_random () % n;
  } while (!poke_is_ours (specs[i])
      || (specs[i]->flags & G_PARAM_READWRITE) != G_PARAM_READWRITE);
  g_value_init (&value, specs[i]->value_type);
  g_object_get_property (G_OBJECT (element), specs[i]->name, &value);
  g_object_set_property (G_OBJECT (element), specs[i]->name, &value);
  g_value_unset (&value);
}

/* Sends one of what may follow refused caps; returns its name. */
static const gchar *
push_next (Case * c, GstCaps * caps)
{
  g_autofree gdouble *silence = g_new0 (gdouble, SIZE * c->info.channels);
  guint which = test_random () % 4;
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  if (which <= 1)
    gst_harness_push_event (c->harness, gst_event_new_segment (&segment));
  else
    gst_harness_push_event (c->harness, which == 2
        ? gst_event_new_gap (0, GST_MSECOND) : gst_event_new_caps (caps));
  if (which == 0)
    gst_harness_push (c->harness, rig_make_buffer (&c->info, silence, SIZE, 0));
  return ((const gchar *[]) { " buffer", " segment", " gap", " caps" })[which];
}

/* Sends caps that are refused and what may follow: there is one error in all,
   which is returned. New settings are no reason for another one of caps that
   cannot be read. */
static gchar *
refuse (Case * c)
{
  g_autoptr (GstCaps) caps = draw_caps (c);
  g_autoptr (GString) sent = g_string_new ("caps");
  guint n = 1 + test_random () % 6, n_errors;
  gchar *error = NULL;

  if (test_random () % 2)
    touch_property (c->harness);
  gst_harness_push_event (c->harness, gst_event_new_caps (caps));
  for (; n > 0; n--) {
    if (g_str_equal (c->mask, "unfit") && test_random () % 3 == 0)
      touch_property (c->harness);
    g_string_append (sent, push_next (c, caps));
  }
  gst_harness_push_event (c->harness, gst_event_new_eos ());
  n_errors = poke_count_errors (c->bus, &error);
  TEST_CHECK (n_errors == 1, "%s: after %s EOS %u errors: %s", c->what,
      sent->str, n_errors, error);
  return error;
}

static void
a_mask_of_another_number_is_refused (void)
{
  guint i, n = G_N_ELEMENTS (kinds) * (test_is_full () ? 30 : 3);
  Case c;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (i = 0; i < n && test_n_failures == 0; i++) {
    g_autofree gchar *error = NULL, *value = NULL, *channels = NULL;

    draw_case (&c, &kinds[i % G_N_ELEMENTS (kinds)], draw_channels (),
        "unfit");
    open_case (&c);
    error = refuse (&c);
    value = g_strdup_printf ("0x%016" G_GINT64_MODIFIER "x", c.bits);
    channels = g_strdup_printf ("%d channels", c.info.channels);
    TEST_CHECK (error && strstr (error, "channel-mask") && strstr (error, value)
        && strstr (error, channels), "%s: %s and %s: %s", c.what, value,
        channels, error);
    close_case (&c);
  }
}

static void
what_nobody_takes_is_refused_once (void)
{
  guint i, n = G_N_ELEMENTS (kinds) * (test_is_full () ? 30 : 3);
  Case c;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (i = 0; i < n && test_n_failures == 0; i++) {
    const Kind *kind = &kinds[i % G_N_ELEMENTS (kinds)];
    g_autofree gchar *error = NULL;

    /* clspectrum has no caps of its own */
    if (kind->has_few_formats)
      continue;
    draw_case (&c, kind, draw_channels (), "fitting");
    open_case (&c);
    gst_harness_set_sink_caps_str (c.harness, "text/x-raw");
    error = refuse (&c);
    TEST_CHECK (error && strstr (error, "What follows")
        && strstr (error, "text/x-raw"), "%s: %s", c.what, error);
    close_case (&c);
  }
}

/* ---- masks of any bits ---- */

static void
count_warning (const gchar * domain, GLogLevelFlags level,
    const gchar * message, gpointer n)
{
  if (level & (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL))
    g_atomic_int_inc ((gint *) n);
}

/* As many bits as there are channels in most cases, at any places. */
static guint64
draw_bits (guint n_channels)
{
  guint n = test_random () % 4 ? n_channels : (guint) (test_random () % 9);
  guint64 bits = 0;

  if (test_random () % 2)
    return draw_positions (MIN (n, N_POSITIONS)) << (test_random () % 2 ? test_random () % 40 : 0);
  while (n > 0 && n <= 40) {
    guint64 bit = G_GUINT64_CONSTANT (1) << test_random () % 48;

    n -= !(bits & bit);
    bits |= bit;
  }
  return bits;
}

static gboolean
is_named (guint64 bits, guint n_channels)
{
  GstAudioChannelPosition positions[64];
  guint n = 0, i;

  for (i = 0; i < 64; i++)
    if (bits >> i & 1)
      positions[n++] = (GstAudioChannelPosition) i;
  return bits == 0 || (n == n_channels
      && gst_audio_check_valid_channel_positions (positions, n, TRUE));
}

/* Gives the caps to the element; whether it took them. */
static gboolean
takes (const gchar * line, GstCaps * caps, const gchar * what)
{
  GstElement *element = rig_parse (line);
  g_autofree gchar *error = NULL;
  GstHarness *harness;
  GstBus *bus = NULL;
  guint n_errors;

  rig_set_response (element, 3);
  harness = rig_open_shared (element, &bus);
  gst_harness_push_event (harness, gst_event_new_stream_start ("a"));
  gst_harness_push_event (harness, gst_event_new_caps (caps));
  n_errors = poke_count_errors (bus, &error);
  TEST_CHECK (n_errors == 0 || (error && strstr (error, "channel-mask")),
      "%s: %s", what, error);
  rig_close (harness, harness->element, bus);
  return n_errors == 0;
}

/* Positions of which GStreamer would warn are refused before it sees them. */
static void
no_mask_makes_gstreamer_warn (void)
{
  static const gchar *const spectra[] = { "clifft", "clspectrogram" };
  static const gchar *const sounds[] = { "claudiofft size=16", "clspectrum",
    "clspectrogram", "clfftfilter"
  };
  guint i, n = test_is_full () ? 400 : 16;
  GLogFunc before;
  gint n_warnings = 0;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  before = g_log_set_default_handler (count_warning, &n_warnings);
  for (i = 0; i < n && test_n_failures == 0; i++) {
    guint n_channels = 1 + test_random () % (i % 4 ? 4 : 30);
    guint64 bits = draw_bits (n_channels);
    gboolean wanted = is_named (bits, n_channels), is_sound = i % 2;
    const gchar *line = is_sound ? sounds[test_random () % 4]
        : spectra[test_random () % 2];
    g_autofree gchar *text = is_sound ? g_strdup_printf ("audio/x-raw, "
        "format=F32LE, layout=interleaved, rate=8000, channels=%u, "
        "channel-mask=(bitmask)0x%" G_GINT64_MODIFIER "x", n_channels, bits)
        : g_strdup_printf ("application/x-fft, version=1, quantity=complex, "
        "format=F32LE, shape=(int)<16>, bins=(int)<9>, sides=one, "
        "channels=%u, rate=8000, hop=8, window=hann, scaling=none, source-channels=%u, "
        "channel-mask=(string)0x%" G_GINT64_MODIFIER "x", n_channels,
        n_channels, bits);
    g_autoptr (GstCaps) caps = gst_caps_from_string (text);
    gboolean taken = takes (line, caps, text);

    TEST_CHECK (taken == wanted, "%s: %s was %s", line, text,
        taken ? "taken" : "refused");
    TEST_CHECK (g_atomic_int_get (&n_warnings) == 0, "%s: %d warnings of %s",
        line, n_warnings, text);
  }
  g_log_set_default_handler (before, NULL);
}

TEST_MAIN (TEST (any_channels_give_what_they_hold),
    TEST (a_mask_of_another_number_is_refused),
    TEST (what_nobody_takes_is_refused_once),
    TEST (no_mask_makes_gstreamer_warn))
