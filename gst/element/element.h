/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * element.h: the base class of every element of the plugin: one sink pad, one
 * source pad, a device, a session on it, properties as a table, and one machine
 * for all that can come down a stream (stream.c).
 *
 * A subclass defines what it takes and gives, what it does with a piece of the
 * stream and what it pushes at the end; docs/internals/architecture.md, "A new
 * element", tells how. It has no chain, event, query or property function of
 * its own.
 *
 * Words:
 *
 *   settings   what a user can set: one struct of plain values, texts, and
 *              references to bytes, which the rows of the property table have
 *              offsets into; those in use are what was requested as far as the
 *              stream has it
 *   input      what the sink pad's caps say: one struct, GstAudioInfo say
 *   setup      what is made for settings and input together (the subclass's own
 *              struct) before anything in use is given up for it
 *
 * Threads: the streaming thread calls what is below "the stream"; state changes
 * call what is below "the device".
 */
#ifndef GST_CL_ELEMENT_H
#define GST_CL_ELEMENT_H

#include <gst/gst.h>
#include "device.h"
#include "progress.h"
#include "properties.h"
#include "fit/request.h"
#include "timeline.h"

G_BEGIN_DECLS

#define GST_TYPE_CL_ELEMENT (gst_cl_element_get_type ())
#define GST_CL_ELEMENT(object) \
    (G_TYPE_CHECK_INSTANCE_CAST ((object), GST_TYPE_CL_ELEMENT, GstClElement))
#define GST_CL_ELEMENT_CLASS(klass) \
    (G_TYPE_CHECK_CLASS_CAST ((klass), GST_TYPE_CL_ELEMENT, GstClElementClass))
#define GST_CL_ELEMENT_GET_CLASS(object) \
    (G_TYPE_INSTANCE_GET_CLASS ((object), GST_TYPE_CL_ELEMENT, \
        GstClElementClass))
GType gst_cl_element_get_type (void);

typedef struct _GstClElement GstClElement;
typedef struct _GstClElementClass GstClElementClass;

/**
 * GstClBackwards:
 * @GST_CL_BACKWARDS_REFUSE: a seek is refused, a segment is an error
 * @GST_CL_BACKWARDS_SKIP: both pass; buffers become gaps
 * @GST_CL_BACKWARDS_TAKE: as forwards
 *
 * What an element does with streams whose rate is below 0.
 */
typedef enum
{
  GST_CL_BACKWARDS_REFUSE,
  GST_CL_BACKWARDS_SKIP,
  GST_CL_BACKWARDS_TAKE,
} GstClBackwards;

/**
 * GstClEnd:
 * @GST_CL_END_EOS: of the stream
 * @GST_CL_END_GROUP: of a group of streams. Data may follow though: behind a
 *     mixer the event is one input's, and imagefreeze passes that of its picture
 *     on
 * @GST_CL_END_SEGMENT: of the segment, before another one, or another stream
 * @GST_CL_END_CAPS: the input changes to self->next (NULL: to something that
 *     cannot be read)
 * @GST_CL_END_SETUP: another setup comes into use, but the stream goes on
 * @GST_CL_END_GAP: a GAP event is forwarded next
 *
 * What follows what came so far.
 */
typedef enum
{
  GST_CL_END_EOS,
  GST_CL_END_GROUP,
  GST_CL_END_SEGMENT,
  GST_CL_END_CAPS,
  GST_CL_END_SETUP,
  GST_CL_END_GAP,
} GstClEnd;

/**
 * GstClForget:
 * @GST_CL_FORGET_RUN: at a flush
 * @GST_CL_FORGET_ALL: after PAUSED -> READY
 *
 * How much of a stream is forgotten.
 */
typedef enum
{
  GST_CL_FORGET_RUN,
  GST_CL_FORGET_ALL,
} GstClForget;

/**
 * GstClElement:
 *
 * Subclasses read the fields; those below "private" not even that.
 */
struct _GstClElement
{
  GstElement parent;

  GstPad *sinkpad, *srcpad;
  GstClElementDevice device;
  gpointer session;             /* (nullable): the one whose turn it is; changed
                                   in state changes, and where there are
                                   several as they take turns, under the object
                                   lock */

  /* the streaming thread's */
  gpointer input;               /* in use, if have_input */
  gconstpointer next;           /* (nullable): see GST_CL_END_CAPS */
  gconstpointer active;         /* the settings in use, if configured */
  GstSegment segment;           /* the segment of the input, with the start that
                                   it had when the run began */
  gboolean have_input;
  gboolean configured;          /* a setup is in use */
  guint64 n_processed, n_dropped;       /* buffers of output, for QoS */

  /* private: under the object lock */
  gpointer settings;
  GstClockTime latency;
  GstClockTime earliest;        /* running time: earlier output is late */
  GstClockTime frame_duration;  /* of the output; see
                                   gst_cl_element_set_frame_duration() */
  gdouble proportion;           /* of the last QoS event */
  /* private: atomic */
  gint settings_changed;
  /* private: changed in state changes, under the object lock */
  GPtrArray *sessions;          /* (nullable): one a device, the first one's
                                   first */
  /* private: the streaming thread's */
  guint turn, n_turns;          /* of the sessions */
  gpointer wanted, fitted;      /* settings being taken over: as they were set,
                                   and as far as the stream has them */
  gpointer requested, in_force; /* the same of those in use; in_force is the
                                   writable address of active */
  GPtrArray *notes, *wanted_notes;      /* GErrors: what was not as it was set */
  GPtrArray *new_notes;     /* (nullable): of the plan under way */
  GHashTable *reported;             /* texts of this stream */
  gpointer next_input;
  GstCaps *output;              /* of the setup in use */
  gboolean may_retry;           /* a flush came after an error */
  GstCaps *refused;             /* caps whose error was posted */
  gboolean have_jumped;         /* of this stream that was posted */
  gboolean is_satisfied;        /* downstream wants no more of this segment */
  gboolean have_segment;
  gboolean backwards;           /* buffers are skipped */
  gchar *stream_id;
  guint group_id;               /* of the stream, or GST_GROUP_ID_INVALID */
};

/**
 * GstClElementFunctions:
 * @settings_size: bytes of the settings
 * @input_size: bytes of the input
 * @gap_limit: offset of that guint64 in the settings, of elements with
 *     @get_line
 *
 * @open: a session on self->device, by gst_cl_session_new() or of such; NULL
 *     with error. Called for each of several devices, which self->device is
 *     then
 * @unconfigure: gives back what was made for a setup
 * @close: (nullable): gives a session back, which was unconfigured; else
 *     gst_cl_session_free() does
 * @get_stats: (nullable): sets fields of the structure, from any thread; else
 *     gst_cl_session_get_stats() does
 * @resolve: (nullable): what settings come to, where properties that were not
 *     set follow from others; texts and references are borrowed. Else what was
 *     set counts as it is
 * @check: (nullable): FALSE with error for what is wrong whatever comes in;
 *     errors of a value are made by request.h
 * @query: (nullable): answers a query of the sink pad; FALSE: the default does
 *
 * @parse: caps to input; FALSE with error
 * @is_same: whether two inputs are
 *
 * @prepare: makes a setup for settings and self->input, and chooses *caps, both
 *     (transfer full); nothing in use is touched. With error, which may be NULL,
 *     one of them is NULL, and the other is given back. *caps stays NULL where
 *     the element passes through. It is called again with another value if the
 *     error is a GST_CL_PROPERTY_ERROR_STREAM that has one
 * @setup_free: frees a setup that was not used
 * @apply: puts the setup (transfer full) and self->active into use; FALSE with
 *     error: the session is unconfigured then
 * @adopt: (nullable): light settings changed from old, or downstream asked for
 *     a look at what it wants; the setup stays
 * @allocate: (nullable): when caps were pushed, or downstream asked for a look:
 *     chooses where buffers come from; FALSE with error
 * @get_latency: (nullable): of the setup in use
 *
 * @take: a buffer (transfer full)
 * @gap: (nullable): silence instead of a buffer; returns FALSE if the GAP event
 *     is to be forwarded instead
 * @get_line: (nullable): of an element that counts time without input; NULL if
 *     it does not of this input
 * @drain: pushes what is pending. The run ends here but for GROUP, where it may
 *     go on if nothing is, and for SETUP and GAP
 * @forget: drops all that is known of the stream; the setup stays
 * @set_segment: (nullable): goes_on: times mean what they meant before
 *
 * What returns a flow has posted what went wrong by gst_cl_element_fail().
 */
typedef struct
{
  gsize settings_size, input_size, gap_limit;

  /* the device */
  gpointer (*open) (GstClElement * self, GError ** error);
  void (*unconfigure) (gpointer session);
  void (*close) (gpointer session);
  void (*get_stats) (gpointer session, GstStructure * stats);
  void (*resolve) (gconstpointer settings, gpointer resolved);
  gboolean (*check) (gconstpointer settings, GError ** error);
  gboolean (*query) (GstClElement * self, GstQuery * query);

  /* the stream: what comes in and goes out */
  gboolean (*parse) (GstClElement * self, GstCaps * caps, gpointer input,
      GError ** error);
  gboolean (*is_same) (gconstpointer a, gconstpointer b);
  gpointer (*prepare) (GstClElement * self, gconstpointer settings,
      GstCaps ** caps, GError ** error);
  void (*setup_free) (gpointer setup);
  gboolean (*apply) (GstClElement * self, gpointer setup, GstCaps * caps,
      GstClProgress * progress, GError ** error);
  gboolean (*adopt) (GstClElement * self, gconstpointer old,
      GstClProgress * progress, GError ** error);
  gboolean (*allocate) (GstClElement * self, GstCaps * caps, GError ** error);
  GstClockTime (*get_latency) (GstClElement * self);

  /* the stream: pieces of it */
  GstFlowReturn (*take) (GstClElement * self, GstBuffer * buffer);
  gboolean (*gap) (GstClElement * self, GstClockTime timestamp,
      GstClockTime duration, GstFlowReturn * flow);
  GstClTimeline *(*get_line) (GstClElement * self);
  GstFlowReturn (*drain) (GstClElement * self, GstClEnd why);
  void (*forget) (GstClElement * self, GstClForget how);
  void (*set_segment) (GstClElement * self, const GstSegment * segment,
      gboolean goes_on);
} GstClElementFunctions;

/**
 * GstClElementClass:
 * @functions: what the element does; static
 * @category: of what is logged
 * @backwards: see #GstClBackwards
 * @spreads: it takes several devices; see gst_cl_element_set_turns()
 * @meta_api: of metas that buffers of input may have; or 0
 * @passes_through: buffers and events leave as they came, whatever is done
 *     with them: no caps, segment or gap is made by this element
 * @controlled: properties follow their control sources at each buffer
 *
 * What class_init fills.
 */
struct _GstClElementClass
{
  GstElementClass parent;

  const GstClElementFunctions *functions;
  GstDebugCategory *category;
  GstClBackwards backwards;
  GType meta_api;
  gboolean passes_through;
  gboolean spreads;
  gboolean controlled;

  /* private */
  GPtrArray *rows;              /* of GstClProperty, property ids from 1 */
};

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstClElement, gst_object_unref)

/* For class_init, after the functions are set: adds a table to the element's
   properties. A row whose name was added before is skipped; a row with a mark
   of `without` keeps its default in the settings and is no property. */
void gst_cl_element_class_add_properties (GstClElementClass * klass,
    const GstClProperty * rows, guint n_rows, guint without);

/* For class_init: adds the pads and the text of gst-inspect. The templates are
   those of the pads called sink and src. */
void gst_cl_element_class_describe (GstClElementClass * klass,
    GstStaticPadTemplate * sink, GstStaticPadTemplate * src,
    const gchar * name, const gchar * klass_string, const gchar * text);

/*
 * Posts *error as the element's, clears it, unconfigures the setup, and returns
 * what the streaming thread returns: FLUSHING if the element is stopping or
 * *error is NULL (somebody posted it already), else ERROR. Nothing goes on
 * after an error, so that there is one message.
 */
GstFlowReturn gst_cl_element_fail (GstClElement * self, GError ** error);

/* Pushes a buffer (transfer full) and logs it. */
GstFlowReturn gst_cl_element_push (GstClElement * self, GstBuffer * buffer);

/*
 * For a subclass that spreads, in @apply: begins with the first session, and
 * says whether others take turns with it, which is right where no frame of
 * output needs the one before. Returns how many sessions are to be configured;
 * get_turn() gives each.
 */
guint gst_cl_element_set_turns (GstClElement * self, gboolean takes_turns);
gpointer gst_cl_element_get_turn (GstClElement * self, guint i);
/* After a buffer of output, when nothing of the next is begun: self->session is
   another one. */
void gst_cl_element_end_turn (GstClElement * self);
/* Waits until all commands of all sessions are done; FALSE if one failed. */
gboolean gst_cl_element_wait (GstClElement * self, GError ** error);

/* Chooses the caps of `ours` (transfer full) that downstream takes, the best
   ones, fixed. NULL with an error that names what was offered and what is
   accepted. */
GstCaps *gst_cl_element_choose_caps (GstClElement * self, GstCaps * ours,
    const gchar * what, GError ** error);

/* Notes (taken) that a property is not as it was set, in this stream: posted
   once, as a WARNING, when the setup being planned is in use, else at once. */
void gst_cl_element_note (GstClElement * self, GError ** note);
/* Those of a list, which keeps them. */
void gst_cl_element_note_all (GstClElement * self, const GPtrArray * notes);

/* Sets the duration of a buffer of output, in nanoseconds, which decides what
   is late. */
void gst_cl_element_set_frame_duration (GstClElement * self,
    GstClockTime duration);

/* Sets the latency, and posts a message if it has changed. */
void gst_cl_element_set_latency (GstClElement * self, GstClockTime latency);

/* Whether output of these times, in the input's segment, would be too late for
   downstream. Counts it and posts a QoS message if so. */
gboolean gst_cl_element_is_late (GstClElement * self, GstClockTime begin,
    GstClockTime end);

/* Whether one of the properties whose marks, of the bits `mask`, are `marks`
   differs in what the settings come to. */
gboolean gst_cl_element_settings_differ (GstClElement * self,
    gconstpointer a, gconstpointer b, guint mask, guint marks);

/* Copies settings; NULL: those of this moment, from any thread. The copy has
   texts and references of its own: a subclass that copies the struct borrows
   them. */
gpointer gst_cl_element_copy_settings (GstClElement * self,
    gconstpointer settings);
void gst_cl_element_free_settings (GstClElement * self, gpointer settings);

/* For a subclass that puts settings into use later than @adopt: of those that
   were `asked` for, properties read back what is in `good` and differs, unless
   they were set again meanwhile; so does self->active. mask: only those with one
   of these marks. */
void gst_cl_element_take_back (GstClElement * self, gconstpointer asked,
    gconstpointer good, guint mask);

G_END_DECLS

#endif /* GST_CL_ELEMENT_H */
