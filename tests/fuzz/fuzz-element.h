/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-element.h: an element of the plugin in a harness, and bytes that become
 * buffers and events. What an element answers is its own business: errors are
 * fine, but at most one for a stream, and never without a text.
 *
 * A stream is a row of records: what, then (buffers alone) two bytes of size,
 * low one first, and one of time; the content of a buffer is the bytes of the
 * whole input, from `time` on, again and again.
 */
#ifndef CLFFT_FUZZ_ELEMENT_H
#define CLFFT_FUZZ_ELEMENT_H

#include <gst/check/gstharness.h>

#include "fuzz.h"

/* Starts GStreamer the first time; stays FALSE where there is no device. */
gboolean fuzz_element_init (void);

/* `pairs` are words NAME=VALUE, set where the property is there and harmless:
   no path or device, no number of five digits or more, no length of three.
   NULL if the element does not play with them, which it has said why. */
GstHarness *fuzz_element_open (const gchar * factory, const gchar * pairs);
void fuzz_element_set (GstElement * element, const gchar * pairs);
void fuzz_element_close (GstHarness * harness);

/* All records, then EOS. `step`: nanoseconds of one unit of time. */
void fuzz_element_run (GstHarness * harness, const guint8 * data, gsize size,
    GstClockTime step);

#endif /* CLFFT_FUZZ_ELEMENT_H */
