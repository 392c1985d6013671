/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram/test-names.c: claims about what channels that were selected are
 * called.
 */
#include "clspectrogram/decor/names.h"
#include "support/test.h"

#define MOST 60                 /* of a selection */

/* A stream with every so many'th channel; sources gets their numbers. */
static void
draw_selection (GstFourierInfo * info, guint * sources)
{
  guint next = 0, i;

  gst_fourier_info_init (info);
  info->channel_mode = GST_FOURIER_CHANNEL_MODE_SELECT;
  info->channels = 1 + test_random () % MOST;
  for (i = 0; i < info->channels; i++) {
    sources[i] = next + test_random () % 3;
    next = sources[i] + 2;
  }
  info->source_channels = next + test_random () % 3;
}

/* As settings have it; "" if the stream's description has no room for it. */
static void
describe (GstFourierInfo * info, const guint * sources)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint i;

  for (i = 0; i < info->channels; i++)
    g_string_append_printf (text, "%s%u", i ? "+" : "", sources[i]);
  if (text->len <= GST_FOURIER_MAX_CHANNEL_SELECT)
    gst_fourier_info_set_channel_select (info, text->str);
}

/* Left, right and so on, of as many as the stream had. */
static void
draw_positions (GstFourierInfo * info)
{
  info->channel_mask = 0;
  if (info->source_channels <= 12 && test_random () % 2)
    info->channel_mask = (1u << info->source_channels) - 1;
}

static void
channels_have_their_numbers_or_say_that_nobody_knows_them (void)
{
  guint sources[MOST], n_unknown = 0, n_known = 0, i, k;

  for (i = 0; i < 2000 && test_n_failures == 0; i++) {
    g_auto (GStrv) names = NULL;
    GstFourierInfo info;
    gboolean is_known;

    draw_selection (&info, sources);
    draw_positions (&info);
    if (test_random () % 4)
      describe (&info, sources);
    is_known = gst_fourier_info_get_channel_select (&info) != NULL;
    names = gst_cl_spectrogram_name_channels (&info);
    if (info.channels == 1 && info.source_channels <= 1) {
      TEST_CHECK (!names, "a single channel is %s", names[0]);
      continue;
    }
    n_known += is_known;
    n_unknown += !is_known;
    TEST_REQUIRE (names && g_strv_length (names) == info.channels,
        "%u channels", info.channels);
    for (k = 0; k < info.channels; k++) {
      g_autofree gchar *name = g_strdup_printf ("%s %u", is_known ? "Channel"
          : "Selected", is_known ? sources[k] : k);

      TEST_CHECK (g_str_equal (names[k], name) == (!is_known
              || info.channel_mask == 0), "%s is called %s", name, names[k]);
    }
  }
  TEST_CHECK (n_known > 0 && n_unknown > 0, "%u known, %u not", n_known,
      n_unknown);
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (channels_have_their_numbers_or_say_that_nobody_knows_them),
  };

  gst_init (NULL, NULL);
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
