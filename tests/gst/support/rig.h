/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rig.h: an element of the plugin in a harness, with a bus of its own, and
 * audio for it. What comes out is read by watch.h.
 */
#ifndef CLFFT_TEST_RIG_H
#define CLFFT_TEST_RIG_H

#include <gst/audio/audio.h>
#include <gst/check/gstharness.h>

/* Starts GStreamer, the first time; the leaks tracer reports at exit. */
void rig_init (void);

/* An element as in gst-launch, or a bin of several with a sink pad at the start and
   a src pad at the end; starts GStreamer. */
GstElement *rig_parse (const gchar * line);
/* Of a bin the element x; else the element itself. */
GstElement *rig_find (GstElement * element);
/* A number or truth in the property `stats` of rig_find(). */
guint64 rig_get_stat (GstElement * element, const gchar * name);

/* Sets the property `device` of the element, or of those in a bin, to what
   CLFFT_TEST_DEVICE says, unless something is set already. */
void rig_choose_device (GstElement * element);

/* Sets `ir` of clfftfilter, which has nothing to convolve with else, to n taps of
   whole numbers; nothing of other elements. In a bin it is called x. */
void rig_set_response (GstElement * element, guint n);

/* Is clfftfilter making what was asked for, on a thread of its own? Others never
   are. */
gboolean rig_is_loading (GstElement * element);

/* Does an element find a device to work on? */
gboolean rig_have_device (void);

/* Takes a floating element with pads `sink` and `src`; it is PLAYING then. */
GstHarness *rig_open (GstElement * element, GstBus ** bus);
/* The same with an application's context, the same for each element whose
   `device` it fits: for a new one PoCL reads its library of functions anew,
   which takes longer than compiling a kernel. */
GstHarness *rig_open_shared (GstElement * element, GstBus ** bus);
void rig_close (GstHarness * harness, GstElement * element, GstBus * bus);

/* The same of a line as in gst-launch, for one who asks for no messages; ends
   with gst_harness_teardown. */
GstHarness *rig_open_line (const gchar * line);

/* Sends caps (and the segment the first time), more than two channels without
   positions, and fills info. */
void rig_send_format (GstHarness * harness, GstAudioInfo * info,
    GstAudioFormat format, gint channels, gint rate, GstAudioLayout layout);

/* values: tuples of channels, 1.0 is the largest number of an integer format, and
   what is beyond it is cut. */
GstBuffer *rig_make_buffer (GstAudioInfo * info, const gdouble * values,
    guint n_samples, GstClockTime pts);
/* Appends the samples of such a buffer to `values` (gdouble), 1.0 is the full scale
   of an integer format; returns the number of tuples. */
guint rig_read_buffer (const GstAudioInfo * info, GstBuffer * buffer,
    GArray * values);

/* (transfer full): a buffer of the same bytes, with others behind it in its
   memory. GStreamer reads behind the last row of pictures of some formats. */
GstBuffer *rig_copy_buffer (GstBuffer * buffer, guint8 behind);
/* n uniform numbers in [-peak, peak]; g_free. */
gdouble *rig_make_noise (gdouble peak, gsize n);

/* Number `number` of a stream of such buffers: bytes of pictures, floats of all
   else, as caps say, of noise that is each time the same. */
GstBuffer *rig_make_numbered (const gchar * caps, gsize size, guint number,
    GstClockTime duration);

/* Claims that an element refused caps (or what came with them) by one error that
   says each of three names. */
void rig_check_refusal (const gchar * caps, guint n_errors, GstFlowReturn flow,
    const gchar * error, const gchar * const names[3]);

/* Removes a folder that XDG_CACHE_HOME named, with what the engine kept there. */
void rig_remove_cache (const gchar * cache);

#endif /* CLFFT_TEST_RIG_H */
