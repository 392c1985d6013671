/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rows.h: what each element takes and refuses, a row an element. Lists end with an
 * empty row.
 */
#ifndef CLFFT_TEST_CONFORMANCE_ROWS_H
#define CLFFT_TEST_CONFORMANCE_ROWS_H

#include "gst/support/poke.h"
#include "gst/support/watch.h"

typedef struct
{
  const gchar *name;            /* of the element */
  WatchFeed feed;
  guint settles;                /* buffers until something comes out */
  guint taps;                   /* of a response */
  guint n_properties;           /* of its own, 0: any number */
  gboolean makes_spectra, plays_backwards;

  const PokeOutside *outside;   /* by GObject, in whatever state */
  const PokeRefusal *early;     /* by rules that need no input, before PAUSED */
  const PokeRefusal *late;      /* known with the caps only */
  const PokeRefusal *fitted;    /* what the stream cannot have: as much of it is
                                   done as can be */
  PokeRefusal heavy;            /* legal as such, too much for 64 channels */
  const gchar *begun;           /* properties with which frames span buffers,
                                   NULL: as it is */
  const gchar *lines[6];        /* properties with which nothing is made once it
                                   runs, NULL behind the last */
} Row;

/* The row after `row`, NULL: the first one; NULL behind the last one. clspectrogram is
   left out, for those who watch memory find what Pango and fontconfig keep, unless
   CLFFT_TEST_ROW names it: then it is the only one. */
const Row *rows_next (const Row * row);

/* A claim's part for each row, on a device: the claim is skipped without one. */
void rows_check (void (*check) (const Row * row));

#endif /* CLFFT_TEST_CONFORMANCE_ROWS_H */
