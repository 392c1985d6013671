/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * planted-objects.c: a test program of GStreamer; with "lost_object" one that
 * loses an element, with "missing_end" one that never ends GStreamer.
 */
#include <gst/gst.h>

int main(int argc, char **argv)
{
    const char *fault = argc > 1 ? argv[1] : "none";
    GstElement *element;

    gst_init(NULL, NULL);
    element = gst_object_ref_sink(gst_bin_new("planted"));
    if (!g_str_equal(fault, "lost_object"))
        gst_object_unref(element);
    g_print("1..1\nok 1 - %s_is_planted\n", fault);
    if (!g_str_equal(fault, "missing_end"))
        gst_deinit();
    return 0;
}
