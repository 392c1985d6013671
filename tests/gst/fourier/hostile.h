/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * hostile.h: caps by a peer that cannot be trusted, and what they cost: whatever
 * they say, the element is set up, takes one buffer and stops within a second of
 * this process's time, and a fifth of what the buffer lasts where sound is shown,
 * and a gibibyte of memory, or refuses with one error at most. Kernels that are
 * compiled count for nothing: what takes more is tried once more.
 */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <gst/gst.h>

/* Whether the caps at hand stay within what each field alone may be. */
extern gboolean hostile_is_legal;

/* 1 .. most, mostly near the ends and at powers of two; beyond them, too, where
   the caps are not legal. */
guint64 hostile_draw_length (guint64 most);
/* Mostly small, so that the other fields are looked at. */
guint64 hostile_draw_few (guint64 most);
/* Of words with spaces between; until the next one is drawn. */
const gchar *hostile_draw_word (const gchar * words);

/* Takes the text; fields of caps that are not legal are spoilt. */
GstCaps *hostile_make_caps (gchar * text);

/* Claims what is above; whether the buffer, of so many bytes at most and of so
   many seconds of sound that are shown, was taken. */
gboolean hostile_check (const gchar * line, GstCaps * caps, gsize size,
    gdouble sound);

/* The same of errors and memory alone, with a whole buffer of that size, for what
   the user of an element asks for. */
gboolean hostile_check_memory (const gchar * line, GstCaps * caps, gsize size);

/* Prints which took longest and which most memory since the last call. */
void hostile_tell (void);

#endif /* HOSTILE_H */
