/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * life.h: an element's whole life in a harness, once and again: start, first
 * buffer, more of them, a property and the caps changed on the way, the end,
 * stop. What comes out and what is posted is kept, and compared with what came
 * out of the first life, which nothing disturbed. After a warning the element
 * goes on with the value that the property had before: what comes then is
 * another stream.
 *
 * One life at a time; where calls are made to fail.
 */
#ifndef LIFE_H
#define LIFE_H

#include "layer/enumerate.h"
#include "gst/support/rig.h"

#define LIFE_MOST_ITEMS 64

typedef struct
{
  const gchar *name;
  const gchar *line;            /* of one element named x, or more */
  const gchar *caps[2];         /* of the input, before and after */
  const gchar *wanted;          /* caps of the output, NULL: any */
  gsize buffer_size;            /* of the first caps; audio is F32 */
  gsize other_size;             /* of the second */
  GstClockTime duration;        /* of a buffer */
  const gchar *property, *before, *value;       /* changed on the way */
  const gchar *messages;        /* the output is the list of that field */
  gboolean bytes;               /* output is bytes, not floats */
  gboolean jumps;               /* time does, before the end */
  gboolean by_thread;           /* the change is made on another thread, whose
                                   calls may fail when others are healthy */
  gdouble tolerance;            /* part of the largest number of an item */
} LifeStream;

typedef struct
{
  GstClockTime pts;
  gboolean mapped;
  GArray *numbers;              /* of gdouble */
} LifeItem;

typedef struct
{
  const LifeStream *stream;
  const struct fault_layer *layer;
  GstElement *bin;
  GstHarness *harness;
  GstBus *bus;
  LifeItem items[LIFE_MOST_ITEMS];
  guint n_items;
  guint n_errors;
  guint n_warnings;             /* what was set while playing was taken back */
  gchar *error;                 /* the first, else the first warning */
  GstObject *sources[4];        /* of the errors, borrowed */
  gboolean repeated;            /* two errors of one element */
  guint n_pulled;               /* buffers from the harness */
  guint n_before;               /* of these before the first error or warning */
  gulong n_freed;               /* OpenCL objects, before the first error */
  gboolean failed;              /* a push or an event was refused */
  gboolean healthy;             /* nothing is made to fail */
  GstClockTime pts;
  gboolean jumped;              /* before the next buffer */
} Life;

#define LIFE_N_STREAMS 11

/* Every element, and what leads to its pieces. */
extern const LifeStream life_streams[LIFE_N_STREAMS];
const LifeStream *life_find_stream (const gchar * name);

/* Makes the elements. layer: NULL for a life without the fault layer. */
void life_open (Life * life, const LifeStream * stream,
    const struct fault_layer *layer);
/* FALSE if the elements are not freed. */
gboolean life_close (Life * life);

/* From NULL to NULL. */
void life_live (Life * life);

/* Takes what came out as right. */
void life_keep_as_golden (Life * life);
/* NULL: all that was pushed is right, and reported is what is not. */
const gchar *life_judge (Life * life);

#endif /* LIFE_H */
