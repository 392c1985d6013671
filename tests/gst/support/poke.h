/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * poke.h: sets properties of elements to what is legal and to what is not, and
 * watches who refuses it: GObject, which warns of what is outside a property's
 * range, or the element, which posts a message.
 *
 * Not for several threads: GObject's warnings are caught while a value is set.
 */
#ifndef CLFFT_TEST_POKE_H
#define CLFFT_TEST_POKE_H

#include <gst/gst.h>

typedef enum
{
  POKE_LOWEST,
  POKE_HIGHEST,
  POKE_DEFAULT,
  POKE_RANDOM,
  POKE_N_VALUES,
} PokeValue;

/**
 * PokeRefusal:
 * @properties: "a=b c=d"
 * @name: of the property that the message names
 * @value: that the message tells
 * @limit: that the message tells
 * @back: (nullable): the one of @properties that is taken back when all of them
 *     are set while playing; NULL: @name
 */
typedef struct
{
  const gchar *properties;
  const gchar *name, *value, *limit;
  const gchar *back;
} PokeRefusal;

/* One value outside a property's range: "a=b", and the range as "low to high";
   high is "below 1" where 1 itself is outside. */
typedef struct
{
  const gchar *property, *range;
} PokeOutside;

/* A property that can be written, and not of GStreamer's own classes. */
gboolean poke_is_ours (GParamSpec * spec);

/* Sets value to the ends of the property's range, its default, or something in
   between: as often near 0 as far from it. Of strings the lowest is "", the
   highest an unknown one. */
void poke_choose (GParamSpec * spec, PokeValue which, GValue * value);
/* Sets the property to that: did GObject take it, and is it read back? */
gboolean poke_set (GstElement * element, GParamSpec * spec, PokeValue which);

/* "low to high" of a number; NULL if it is none. */
gchar *poke_describe_range (GParamSpec * spec);

/*
 * Of the *n_own properties of the element's own class the first that is
 * unclear, and why; (transfer full) (nullable). Clear is one whose texts are
 * static and which, if it can be written, has one flag of when it may change
 * and a blurb that leaves the default to gst-inspect-1.0.
 */
gchar *poke_find_unclear (GstElement * element, guint * n_own);

/* Takes the first error message that the bus holds; drops the others. Returns
   how many there were. */
guint poke_count_errors (GstBus * bus, gchar ** text);

/* Does the text tell what it has to? */
gboolean poke_names (const gchar * text, const PokeRefusal * refusal);

/* Sets what "a=b c=d" says, except the property `without` (nullable). Returns
   how many values GObject refused. */
guint poke_set_properties (GstElement * element, const gchar * properties);
guint poke_set_others (GstElement * element, const gchar * properties,
    const gchar * without);

/* Sets it as it is; returns how often GObject warned. */
guint poke_set_value (GstElement * element, const gchar * name,
    const GValue * value);
guint poke_set_double (GstElement * element, const gchar * name,
    gdouble value);

/* Claims that GObject refuses each, that the property keeps its value, and
   that its range is that. */
void poke_check_outside (GstElement * element, const PokeOutside * rows,
    guint n_rows);
/* The same of what is no number, of each property of type double. */
void poke_check_not_finite (GstElement * element);
/* Claims that the properties read back what "a=b c=d" sets. */
void poke_check_kept (GstElement * element, const gchar * properties);

/* Claims of what was set while playing: one property was taken back, as the
   refusal says, and the others were taken over. standard: an element of that
   kind that has the values from before. */
void poke_check_taken_back (GstElement * element, GstElement * standard,
    const PokeRefusal * refusal);

/* Claims that an element of that kind is refused on the way to PAUSED, by one
   error that tells what it has to. */
void poke_check_early (const gchar * factory, const PokeRefusal * rows,
    guint n_rows);

#endif /* CLFFT_TEST_POKE_H */
