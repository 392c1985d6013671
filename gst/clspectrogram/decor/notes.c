/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * notes.c: chooses notes of equal temperament, A4 at 440 Hz, on an axis: marks
 * at semitones, names at as many notes of each octave as have room.
 */
#include "ticks.h"

#include <math.h>
#include <string.h>

#define NOTES_IN_OCTAVE 12
/* A4, counted in semitones from C-1 as MIDI does */
#define REFERENCE_NOTE 69
#define REFERENCE_FREQUENCY 440.0

/* Marks stand no closer than this share of the least distance of names. */
#define MARK_SHARE 0.15

/* More octaves lie between no two frequencies. */
#define MOST_OCTAVES 64

/* Positions that differ by less are the same. */
#define SLACK 1e-9

/* Which notes of an octave are named, with the fewest semitones from one to the
   next. */
static const struct
{
  guint gap;
  const gchar *notes;
} sets[] = {
  {1, "CcDdEFfGgAaB"}, {2, "CDEGA"}, {3, "CEA"}, {5, "CG"}, {12, "C"},
};

static const gchar letters[] = "CcDdEFfGgAaB";

static gdouble
get_frequency (gint note)
{
  return REFERENCE_FREQUENCY * exp2 ((note - REFERENCE_NOTE)
      / (gdouble) NOTES_IN_OCTAVE);
}

static gdouble
get_note (gdouble frequency)
{
  return REFERENCE_NOTE + NOTES_IN_OCTAVE * log2 (frequency
      / REFERENCE_FREQUENCY);
}

static gint
get_octave (gint note)
{
  return (gint) floor ((gdouble) note / NOTES_IN_OCTAVE) - 1;
}

static gchar
get_letter (gint note)
{
  return letters[note - NOTES_IN_OCTAVE * (get_octave (note) + 1)];
}

static void
write_name (gint note, gchar * label)
{
  gchar letter = get_letter (note);

  g_snprintf (label, GST_CL_LABEL_SIZE, "%c%s%d", g_ascii_toupper (letter),
      g_ascii_islower (letter) ? "#" : "", get_octave (note));
}

/* Adds the notes of an axis that `set` names, of every stride-th octave, and
   marks at the others. */
static guint
fill (const clfft_axis * axis, const gchar * set, guint stride,
    gboolean has_marks, GstClTick * ticks)
{
  gint first = (gint) ceil (get_note (axis->low) - SLACK);
  gint last = (gint) floor (get_note (axis->high) + SLACK), note;
  guint n_ticks = 0;

  for (note = first; note <= last && n_ticks < GST_CL_MAX_TICKS; note++) {
    gboolean is_named = strchr (set, get_letter (note))
        && get_octave (note) % (gint) stride == 0;
    GstClTick *tick = &ticks[n_ticks];

    if (!is_named && !has_marks)
      continue;
    tick->position = CLAMP (clfft_axis_position (axis, get_frequency (note)),
        0, 1);
    tick->label[0] = '\0';
    if (is_named)
      write_name (note, tick->label);
    n_ticks++;
  }
  return n_ticks;
}

guint
gst_cl_ticks_notes (const clfft_axis * axis, guint n_most, GstClTick * ticks)
{
  gdouble n_semitones, room;
  guint i = 0, stride = 1, n_ticks;
  gboolean has_marks;

  if (n_most == 0 || axis->scale != CLFFT_AXIS_SCALE_LOG
      || clfft_axis_check (axis) != CLFFT_STATUS_OK)
    return 0;
  n_semitones = get_note (axis->high) - get_note (axis->low);
  /* semitones from name to name at least */
  room = n_semitones / n_most * (1 - SLACK);
  while (i < G_N_ELEMENTS (sets) - 1 && sets[i].gap < room)
    i++;
  while (stride * sets[i].gap < room && stride < MOST_OCTAVES)
    stride *= 2;
  has_marks = n_semitones < GST_CL_MAX_TICKS - 1 && 1 >= MARK_SHARE * room;
  n_ticks = fill (axis, sets[i].notes, stride, has_marks, ticks);
  return gst_cl_ticks_count_labels (ticks, n_ticks) < MIN (n_most, 2) ? 0
      : n_ticks;
}
