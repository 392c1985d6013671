/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h: what the files of a GstClElement share; subclasses have element.h.
 *
 *   element.c   class, properties, device, queries, states
 *   stream.c    buffers and events: the one machine for what comes down a
 *               stream; docs/guide/streams.md tells what it does
 *   setup.c     what is made for settings and input, and when
 *   fit/fit.c   what of the settings this stream can have
 *   output.c    what leaves
 *   spread.c    several devices
 */
#ifndef GST_CL_ELEMENT_PRIVATE_H
#define GST_CL_ELEMENT_PRIVATE_H

#include "element.h"
#include "session.h"

G_BEGIN_DECLS

static inline const GstClElementFunctions *
gst_cl_element_get_functions (GstClElement * self)
{
  return GST_CL_ELEMENT_GET_CLASS (self)->functions;
}

static inline void
gst_cl_element_unconfigure (GstClElement * self)
{
  guint i;

  for (i = 0; self->sessions && i < self->sessions->len; i++)
    gst_cl_element_get_functions (self)->unconfigure (g_ptr_array_index
        (self->sessions, i));
  self->configured = FALSE;
}

/* ---- element.c ---- */

/* Makes `to`, which holds settings or zeros, a copy of `from`; NULL: frees what
   it refers to. */
void gst_cl_element_assign_settings (GstClElement * self, gconstpointer from,
    gpointer to);

/* Whether a value differs between settings, or whether one was set. */
gboolean gst_cl_element_is_changed (GstClElement * self, gconstpointer a,
    gconstpointer b);

/* The property's row, or NULL. */
const GstClProperty *gst_cl_element_find_row (GstClElement * self,
    const gchar * name);

/* ---- spread.c ---- */

/* What the first device of "all-gpus" or "all-cpus" may be; NULL: name means
   one device. */
const gchar *gst_cl_spread_get_single (const gchar * name);
/* FALSE with error if name means several devices and there are none, or the
   element takes one. */
gboolean gst_cl_spread_check (const GstClElementDevice * device,
    const gchar * name, GError ** error);
/* Opens and closes the others, when there is a context. */
gboolean gst_cl_spread_open (GstClElementDevice * device, const gchar * name,
    GError ** error);
void gst_cl_spread_close (GstClElementDevice * device);
/* Gives their watchdogs the limit of the property, under the object lock. */
void gst_cl_spread_set_timeout (GstClElementDevice * device);
/* Whether none was given up. */
gboolean gst_cl_spread_is_sound (const GstClElementDevice * device);

/* A session on each device; NULL with error. */
GPtrArray *gst_cl_spread_open_sessions (GstClElement * self, GError ** error);
void gst_cl_spread_close_sessions (GstClElement * self, GPtrArray * sessions);

/* The statistics of all sessions, under the object lock. */
void gst_cl_spread_get_stats (GstClElement * self, GstStructure * stats);

/* ---- stream.c ---- */

/* The pads' functions. */
GstFlowReturn gst_cl_stream_chain (GstPad * pad, GstObject * parent,
    GstBuffer * buffer);
GstFlowReturn gst_cl_stream_sink_event (GstPad * pad, GstObject * parent,
    GstEvent * event);
gboolean gst_cl_stream_src_event (GstPad * pad, GstObject * parent,
    GstEvent * event);

/* After PAUSED -> READY: forgets the stream and unconfigures the setup. */
void gst_cl_stream_stop (GstClElement * self);

/* ---- setup.c ---- */

/* Sets properties to what their control sources say of a buffer's time. */
void gst_cl_setup_control (GstClElement * self, GstBuffer * buffer);

/* Between two pieces of stream: adopts the settings and what downstream
   accepts. */
GstFlowReturn gst_cl_setup_follow (GstClElement * self);
/* The same when the input has changed, or is a new one. */
GstFlowReturn gst_cl_setup_renew (GstClElement * self);

/* ---- fit/fit.c ---- */

/* Makes a setup and its caps for settings as far as this stream has them; these
   are written to `fitted` (other settings), and *notes (transfer full) to what
   was replaced. NULL with error. */
gpointer gst_cl_fit_prepare (GstClElement * self, gconstpointer settings,
    gpointer fitted, GPtrArray ** notes, GstCaps ** caps, GError ** error);

/* Posts the notes of the setup in use that were not posted for this stream. */
void gst_cl_fit_tell (GstClElement * self);
/* Another stream begins. */
void gst_cl_fit_forget_reported (GstClElement * self);

/* ---- output.c ---- */

/* Whether nothing can be pushed now: the pad is flushing or the element
   stops. */
gboolean gst_cl_output_is_flushing (GstClElement * self);

/*
 * Pushes self->output and asks downstream for a pool. Returns FLUSHING or EOS
 * if the pad is in that state; it then keeps the caps for later, and asks
 * downstream again then. Whether downstream takes the caps shows when a buffer
 * comes.
 */
GstFlowReturn gst_cl_output_push_caps (GstClElement * self);
GstFlowReturn gst_cl_output_allocate (GstClElement * self);

/* Passes a buffer on as a gap: time passes, and the last output stays. */
GstFlowReturn gst_cl_output_skip (GstClElement * self, GstBuffer * buffer);

/* Takes what downstream tells about lateness. */
void gst_cl_output_take_qos (GstClElement * self, gdouble proportion,
    GstClockTimeDiff late, GstClockTime time);

G_END_DECLS

#endif /* GST_CL_ELEMENT_PRIVATE_H */
