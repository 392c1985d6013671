/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * hostile.h: caps by a peer that cannot be trusted, and what they cost: whatever
 * they say, the element is set up, takes one buffer and stops within a second of
 * this process's time and a gibibyte of memory, or refuses with one error at
 * most. Kernels that are compiled count for nothing: what takes longer is tried
 * once more.
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

/* Claims what is above; whether the buffer, of so many bytes at most, was taken. */
gboolean hostile_check (const gchar * line, GstCaps * caps, gsize size);

#endif /* HOSTILE_H */
