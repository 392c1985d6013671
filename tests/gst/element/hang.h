/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * hang.h: an element's life under the fault layer, which holds commands back.
 * Each claim has a process of its own, which must end within two minutes of
 * each life; no claim is about time else.
 */
#ifndef HANG_H
#define HANG_H

#include "life.h"
#include "support/test.h"

#define HANG_LIFE_SECONDS 120
#define HANG_LIMIT (300 * GST_MSECOND)
#define HANG_AMPLE (60 * GST_SECOND)

/* In a claim's process. */
extern const struct fault_layer *hang_layer;
extern gchar hang_device_name[128];

/* The device that the layer plays for the next process; NULL: none. */
extern const gchar *hang_profile;

/* Runs it in a process, after a life that nothing disturbs. What a child says
   is wrong, hangs or crashes is FALSE. */
gboolean hang_holds (const LifeStream * stream,
    gboolean (*run) (const LifeStream * stream));

/* Prints what is wrong; FALSE. */
gboolean hang_complain (const LifeStream * stream, gulong at,
    const gchar * wrong, const Life * life);

/* Of all elements; nanoseconds. */
void hang_set_timeout (Life * life, guint64 timeout);

/* From another thread: until a command is held. */
void hang_await (void);

/* A claim about all of life_streams. */
#define HANG_FOR_EACH(claim, run)                                             \
  static void                                                                 \
  claim (void)                                                                \
  {                                                                           \
    guint i;                                                                  \
                                                                              \
    for (i = 0; i < LIFE_N_STREAMS; i++)                                      \
      TEST_CHECK (hang_holds (&life_streams[i], run), "%s",                   \
          life_streams[i].name);                                              \
  }

#endif /* HANG_H */
