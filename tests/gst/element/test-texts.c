/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element/test-texts.c: claims about every text property of every element:
 * whatever its length is, and wherever a character of several bytes stands in
 * it, it is read back as it was set, and a path is that path or refused.
 */
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "gst/support/poke.h"
#include "gst/support/rig.h"
#include "support/test.h"

static const gchar *const factories[] = { "claudiofft", "clifft", "clspectrum",
  "clvideodenoise", "clvideofft", "clvideofilter", "clspectrogram",
  "clfftfilter"
};

/* ---- texts ---- */

/* So many bytes: characters of 1 to 4, and letters where none of these fits. */
static gchar *
draw_text (gsize size)
{
  static const gchar *const characters[] = { "x", "\303\244", "\342\202\254",
    "\360\235\204\236", "+", "7"
  };
  GString *text = g_string_new (NULL);

  while (text->len < size) {
    const gchar *one = characters[test_random () % G_N_ELEMENTS (characters)];

    g_string_append (text, text->len + strlen (one) <= size ? one : "x");
  }
  return g_string_free (text, FALSE);
}

/* About as often near a power of two as anywhere. */
static gsize
draw_size (void)
{
  gsize power = (gsize) 1 << (4 + test_random () % 13);

  return test_random () % 3 ? power - 3 + test_random () % 6
      : test_random () % 70000;
}

static void
check_read_back (GstElement * element, const gchar * name, const gchar * text)
{
  gchar *back = NULL;

  g_object_get (element, name, &back, NULL);
  TEST_CHECK (back && g_str_equal (back, text)
      && g_utf8_validate (back, -1, NULL), "%s of %s: of %zu bytes %zu are "
      "read back", name, G_OBJECT_TYPE_NAME (element), strlen (text),
      back ? strlen (back) : 0);
  g_free (back);
}

static guint
check_element (GstElement * element)
{
  guint n_specs, i, k, n_texts = 0, n = test_is_full () ? 400 : 40;
  GParamSpec **specs = g_object_class_list_properties (G_OBJECT_GET_CLASS
      (element), &n_specs);

  for (i = 0; i < n_specs; i++) {
    if (!poke_is_ours (specs[i]) || !G_IS_PARAM_SPEC_STRING (specs[i]))
      continue;
    n_texts++;
    for (k = 0; k < n && test_n_failures == 0; k++) {
      g_autofree gchar *text = draw_text (draw_size ());

      g_object_set (element, specs[i]->name, text, NULL);
      check_read_back (element, specs[i]->name, text);
    }
  }
  g_free (specs);
  return n_texts;
}

static void
any_text_is_read_back (void)
{
  guint i, n_texts = 0;

  rig_init ();
  for (i = 0; i < G_N_ELEMENTS (factories); i++) {
    GstElement *element = gst_element_factory_make (factories[i], NULL);

    gst_object_ref_sink (element);
    n_texts += check_element (element);
    gst_object_unref (element);
  }
  /* `device` of each, and some of their own */
  TEST_CHECK (n_texts > G_N_ELEMENTS (factories), "%u texts", n_texts);
}

/* ---- while playing ---- */

/* Channels with and without a stream that has them. */
static gchar *
draw_channels (gsize size)
{
  GString *text = g_string_new (NULL);
  guint next = 0, n = 1 + size % 40;

  for (; n > 0; n--, next += 1 + test_random () % 3)
    g_string_append_printf (text, "%s%u", text->len ? "+" : "", next);
  return g_string_free (text, FALSE);
}

typedef struct
{
  const gchar *line, *text;     /* a property that any drawn text fits */
  const gchar *caps;
  gchar *(*draw) (gsize size);
} Live;

/* Settings may come from a preset, which leaves the texts. */
static void
draw_preset (GstElement * element)
{
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (element), "preset"))
    g_object_set (element, "preset", (gint) (test_random () % 5),
        "overlap", 0.25 * (test_random () % 3), NULL);
}

/* Set again and again while buffers come: nothing is freed that is in use. */
static void
check_live (const Live * live)
{
  static const gsize buffer_size = 64 * 2 * sizeof (gfloat);
  GstElement *element = gst_parse_launch (live->line, NULL);
  GstHarness *harness;
  GstBus *bus;
  guint i;

  harness = rig_open_shared (element, &bus);
  gst_harness_set_sink_caps_str (harness, live->caps);
  gst_harness_set_src_caps_str (harness, "audio/x-raw, format=F32LE, "
      "layout=interleaved, rate=8000, channels=2");
  for (i = 0; i < 40; i++) {
    g_autofree gchar *text = live->draw (draw_size ());
    gchar *error = NULL;

    g_object_set (element, live->text, text, NULL);
    draw_preset (element);
    gst_harness_push (harness, rig_make_numbered ("audio/x-raw", buffer_size, i,
            8 * GST_MSECOND));
    check_read_back (element, live->text, text);
    TEST_CHECK (poke_count_errors (bus, &error) == 0, "%s", error);
    g_free (error);
  }
  rig_close (harness, element, bus);
}

static void
texts_may_change_while_playing (void)
{
  static const Live lives[] = {
    {"clspectrogram", "title", "video/x-raw, width=320, height=240, "
        "framerate=50/1", draw_text},
    {"claudiofft", "channel-select", "ANY", draw_text},
    {"claudiofft channel-mode=select", "channel-select", "ANY", draw_channels},
  };
  guint i;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  for (i = 0; i < G_N_ELEMENTS (lives); i++)
    check_live (&lives[i]);
}

/* ---- paths ---- */

/* A path of so many bytes below root, whose folders are there; NULL if this
   system has no such paths. */
static gchar *
make_path (const gchar * root, gsize size)
{
  GString *path = g_string_new (root);
  gchar *folder;
  gint done;

  while (size - path->len > 240) {
    gsize n = MIN (200, size - path->len - 20);

    g_string_append_c (path, '/');
    for (; n > 0; n--)
      g_string_append_c (path, 'd');
  }
  folder = g_strdup (path->str);
  done = g_mkdir_with_parents (folder, 0700);
  g_free (folder);
  g_string_append_c (path, '/');
  while (path->len < size)
    g_string_append_c (path, 'f');
  return g_string_free (path, done != 0);
}

static void
remove_path (const gchar * root, gchar * path)
{
  g_remove (path);
  while (strlen (path) > strlen (root)) {
    *strrchr (path, '/') = 0;
    g_rmdir (path);
  }
}

static gboolean
write_curve (const gchar * path)
{
  FILE *file = path ? fopen (path, "w") : NULL;

  if (file)
    fputs ("GraphicEQ: 10 0; 1000 -3", file);
  return file && fclose (file) == 0;
}

/* The error of a filter with that curve; NULL if it plays. */
static gchar *
play_curve (const gchar * path)
{
  GstElement *element = gst_element_factory_make ("clfftfilter", NULL);
  gchar *error = NULL;
  GstHarness *harness;
  GstBus *bus;

  g_object_set (element, "curve-file", path, NULL);
  harness = rig_open_shared (element, &bus);
  gst_harness_set_src_caps_str (harness, "audio/x-raw, format=F32LE, "
      "layout=interleaved, rate=8000, channels=2");
  gst_harness_push (harness, rig_make_numbered ("audio/x-raw", 4096, 0,
          64 * GST_MSECOND));
  poke_count_errors (bus, &error);
  rig_close (harness, element, bus);
  return error;
}

/* The longest path that the system opens, and a longer one that begins with it. */
static void
a_path_is_never_cut (void)
{
  g_autofree gchar *root = g_dir_make_tmp ("clfft-XXXXXX", NULL);
  g_autofree gchar *path = NULL, *longer = NULL, *error = NULL, *other = NULL;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  path = make_path (root, 4095);
  if (!write_curve (path))
    TEST_SKIP ("no paths of 4095 bytes");
  error = play_curve (path);
  TEST_CHECK (!error, "%s", error);
  longer = g_strconcat (path, "/../curve.txt", NULL);
  other = play_curve (longer);
  TEST_CHECK (other && strstr (other, "curve-file") && strstr (other, longer),
      "a path of %zu bytes: %s", strlen (longer), other);
  remove_path (root, path);
}

TEST_MAIN (TEST (any_text_is_read_back),
    TEST (texts_may_change_while_playing),
    TEST (a_path_is_never_cut))
