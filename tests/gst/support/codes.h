/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * codes.h: pictures of random codes.
 */
#ifndef TESTS_GST_CODES_H
#define TESTS_GST_CODES_H

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Sets the bits to 0 that hold no part of a code, where each code has a word of
   16 bits that is not full. */
void codes_clear_unused (const GstVideoInfo * video, guint8 * data, gsize size);

G_END_DECLS

#endif /* TESTS_GST_CODES_H */
