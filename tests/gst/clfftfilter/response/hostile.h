/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* hostile.h: texts of any length that are made to cost much, of each format of
   curves. */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <glib.h>

/**
 * HostileKind:
 * @head, @part, @tail: the text is the head, parts, and the tail; # in a part is
 *     its number, and % a number below 7
 *
 * Each part by itself is what a reader takes, or what it skips.
 */
typedef struct
{
  const gchar *name, *head, *part, *tail;
} HostileKind;

extern const HostileKind hostile_kinds[];
extern const guint n_hostile_kinds;

/* At least `size` bytes of a kind, unless it ends before. */
GString *hostile_text (const HostileKind * kind, gsize size);

/* At least `size` bytes of a fragment that is drawn, from the words of a format
   that is drawn, again and again. */
GString *hostile_draw (gsize size);
/* The same by the state of test.h, which is what it was afterwards: the text of
   another size from the same draws. */
GString *hostile_draw_again (guint64 state, gsize size);

#endif /* HOSTILE_H */
