/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * poke.h: sets properties of elements to whatever their types can hold.
 */
#ifndef CLFFT_TEST_POKE_H
#define CLFFT_TEST_POKE_H

#include <gst/gst.h>

typedef enum
{
  POKE_LOWEST,
  POKE_HIGHEST,
  POKE_DEFAULT,
  POKE_N_VALUES,
} PokeValue;

/* A property that can be written, and not of GStreamer's own classes. */
gboolean poke_is_ours (GParamSpec * spec);

/* Sets it to this value of its type: is what is read back that? Of strings the
   lowest is NULL, the highest an unknown one; what is read back may differ. */
gboolean poke_set (GstElement * element, GParamSpec * spec, PokeValue which);

/*
 * Of the *n_own properties of the element's own class the first that is
 * unclear, and why; (transfer full) (nullable). Clear is one whose texts are
 * static and which, if it can be written, has one flag of when it may change
 * and a blurb that tells the default.
 */
gchar *poke_find_unclear (GstElement * element, guint * n_own);

/* Takes the first error message that the bus holds; drops the others. Returns
   how many there were. */
guint poke_count_errors (GstBus * bus, gchar ** text);

/* Sets what "a=b c=d" says. */
void poke_set_properties (GstElement * element, const gchar * properties);

#endif /* CLFFT_TEST_POKE_H */
