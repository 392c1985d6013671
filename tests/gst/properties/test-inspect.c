/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * properties/test-inspect.c: claims about what gst-inspect-1.0 shows of each
 * element: words of enumerations, texts of properties, the package.
 */
#include <string.h>

#include "gst/support/rig.h"
#include "support/test.h"

static const gchar *const elements[] = { "claudiofft", "clfftfilter", "clifft",
  "clspectrogram", "clspectrum", "clvideodenoise", "clvideofft",
  "clvideofilter"
};

static GParamSpec **
list_own (guint element, GstElement ** made, guint * n)
{
  GParamSpec **specs;
  guint i, n_own = 0;

  *made = gst_element_factory_make (elements[element], NULL);
  TEST_CHECK (*made != NULL, "no %s", elements[element]);
  gst_object_ref_sink (*made);
  specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (*made), n);
  for (i = 0; i < *n; i++)
    if (g_str_has_prefix (g_type_name (specs[i]->owner_type), "GstCl"))
      specs[n_own++] = specs[i];
  *n = n_own;
  return specs;
}

/* Of letters in upper case, digits and _ alone, as enumerators of C are. */
static gboolean
is_identifier (const gchar * text)
{
  return strspn (text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
      == strlen (text);
}

static void
check_enum (const gchar * element, GParamSpec * spec)
{
  GEnumClass *words = G_PARAM_SPEC_ENUM (spec)->enum_class;
  GstPluginAPIFlags flags;
  guint i;

  for (i = 0; i < words->n_values; i++) {
    const GEnumValue *value = &words->values[i];

    TEST_CHECK (!is_identifier (value->value_name)
        && strcmp (value->value_name, value->value_nick) != 0,
        "%s %s=%s: \"%s\"", element, spec->name, value->value_nick,
        value->value_name);
  }
  TEST_CHECK (gst_type_is_plugin_api (spec->value_type, &flags), "%s %s: %s is "
      "no type of the plugin's", element, spec->name,
      g_type_name (spec->value_type));
}

static void
words_of_enumerations_are_described (void)
{
  guint e, i, n, n_enums = 0;

  for (e = 0; e < G_N_ELEMENTS (elements); e++) {
    GstElement *element;
    GParamSpec **specs = list_own (e, &element, &n);

    for (i = 0; i < n; i++)
      if (G_IS_PARAM_SPEC_ENUM (specs[i])) {
        check_enum (elements[e], specs[i]);
        n_enums++;
      }
    g_free (specs);
    gst_object_unref (element);
  }
  TEST_CHECK (n_enums > 30, "%u enumerations", n_enums);
}

static guint
count_mutable (const GParamSpec * spec)
{
  return ((spec->flags & GST_PARAM_MUTABLE_READY) != 0)
      + ((spec->flags & GST_PARAM_MUTABLE_PAUSED) != 0)
      + ((spec->flags & GST_PARAM_MUTABLE_PLAYING) != 0);
}

static void
properties_tell_when_they_change_and_their_blurbs_end (void)
{
  guint e, i, n;

  for (e = 0; e < G_N_ELEMENTS (elements); e++) {
    GstElement *element;
    GParamSpec **specs = list_own (e, &element, &n);

    TEST_CHECK (n > 4, "%s has %u properties", elements[e], n);
    for (i = 0; i < n; i++) {
      const gchar *blurb = g_param_spec_get_blurb (specs[i]);

      if (!(specs[i]->flags & G_PARAM_WRITABLE))
        continue;
      TEST_CHECK (g_ascii_isupper (blurb[0])
          && !strchr (" .,;:(", blurb[strlen (blurb) - 1]), "%s %s: \"%s\"",
          elements[e], specs[i]->name, blurb);
      TEST_CHECK (count_mutable (specs[i]) == 1, "%s %s: %u of the flags that "
          "tell when it may change", elements[e], specs[i]->name,
          count_mutable (specs[i]));
    }
    g_free (specs);
    gst_object_unref (element);
  }
}

static void
the_package_is_reported (void)
{
  GstPlugin *plugin = gst_registry_find_plugin (gst_registry_get (), "clfft");

  TEST_REQUIRE (plugin != NULL, "no plugin");
  TEST_CHECK (gst_plugin_get_package (plugin)[0]
      && !strstr (gst_plugin_get_origin (plugin), "nknown"), "%s from %s",
      gst_plugin_get_package (plugin), gst_plugin_get_origin (plugin));
  TEST_CHECK (gst_plugin_get_release_date_string (plugin) != NULL,
      "no date of the release");
  gst_object_unref (plugin);
}

/* The pages are where they will be installed; here they are in the source. */
static void
every_element_has_its_page (void)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (elements); i++) {
    GstElementFactory *factory = gst_element_factory_find (elements[i]);
    const gchar *uri = gst_element_factory_get_metadata (factory,
        GST_ELEMENT_METADATA_DOC_URI);
    const gchar *page = uri ? g_strrstr (uri, "/guide/") : NULL;
    g_autofree gchar *path = g_strconcat (DOCS, page, NULL);

    TEST_CHECK (page && g_str_has_prefix (uri, "file:///")
        && g_file_test (path, G_FILE_TEST_EXISTS), "%s: %s", elements[i], uri);
    gst_object_unref (factory);
  }
}

static const struct test_claim claims[] = {
  TEST (words_of_enumerations_are_described),
  TEST (properties_tell_when_they_change_and_their_blurbs_end),
  TEST (the_package_is_reported),
  TEST (every_element_has_its_page),
};

int
main (int argc, char **argv)
{
  rig_init ();
  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
