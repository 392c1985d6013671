/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * ticks.c: chooses round values on an axis.
 *
 * Linear axes get multiples of a step. On the other ones labels are 1, 2 and 5
 * times powers of ten, the powers first where not all have room; only an axis
 * with less than 3 of these gets multiples of a step too.
 */
#include "ticks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* More labels would not be read. */
#define MOST_LABELS 32

/* Of an axis, with its marks; so many are drawn of numbers, more of notes. */
#define MOST_TICKS 64

/* A part of the axis' larger end; a narrower axis would need too many
   digits. */
#define LEAST_RANGE 1e-9

/* Marks without a number stand no closer than this share of the least
   distance of labels. */
#define MARK_SHARE 0.15

/* Seconds, 300 years: no clock shows more. */
#define LONGEST 1e10

/* Positions that differ by less are the same. */
#define SLACK 1e-9

typedef struct
{
  gdouble size;                 /* from label to label */
  guint n_parts;                /* marks divide it in so many */
} Step;

typedef Step (*GetStep) (gint index);
/* Writes a multiple of step; largest is the axis' larger end. */
typedef void (*Write) (gdouble value, gdouble step, gdouble largest,
    gchar * label);

typedef struct
{
  const clfft_axis *axis;
  guint n_most;
  GetStep get_step;
  Write write;
  gdouble largest;              /* of other labels beside these */
  gboolean moves;               /* the same steps wherever the axis begins */
} Style;

static gboolean
is_usable (const clfft_axis * axis, guint n_most)
{
  gdouble largest = MAX (fabs (axis->low), fabs (axis->high));

  return n_most > 0 && isfinite (largest) && axis->low < axis->high
      && largest > 1e-100 && largest < 1e100
      && axis->high - axis->low >= LEAST_RANGE * largest;
}

/* ---- steps ---- */

static Step
get_decimal_step (gint index)
{
  static const gdouble digits[] = { 1, 2, 5 };
  static const guint n_parts[] = { 5, 4, 5 };
  gint power = index >= 0 ? index / 3 : (index - 2) / 3;
  gint i = index - 3 * power;
  Step step = { digits[i] * pow (10, power), n_parts[i] };

  return step;
}

/* Whole seconds as clocks count them. */
static Step
get_time_step (gint index)
{
  static const Step clock[] = {
    {1, 5}, {2, 4}, {5, 5}, {10, 5}, {15, 3}, {30, 3}, {60, 4}, {120, 4},
    {300, 5}, {600, 5}, {900, 3}, {1800, 3}, {3600, 4}, {7200, 4}, {10800, 3},
    {21600, 3}, {43200, 4}, {86400, 4},
  };
  const gint last = G_N_ELEMENTS (clock) - 1;
  Step step;

  if (index < 0)
    return get_decimal_step (index);
  step = get_decimal_step (MAX (index - last, 0));
  step.size *= clock[last].size;
  return index <= last ? clock[index] : step;
}

/* ---- multiples of a step ---- */

/* Finds the multiples of size on the axis; an end that is missed only by
   rounding is included. Returns their number. */
static gint64
count_multiples (const clfft_axis * axis, gdouble size, gdouble * first,
    gdouble * last)
{
  gdouble slack = SLACK * (axis->high - axis->low) / size;

  *first = ceil (axis->low / size - slack);
  *last = floor (axis->high / size + slack);
  return MAX ((gint64) (*last - *first) + 1, 0);
}

static gdouble
get_position (const clfft_axis * axis, gdouble value)
{
  value = CLAMP (value, axis->low, axis->high);
  return CLAMP (clfft_axis_position (axis, value), 0, 1);
}

static gboolean
have_room (const Style * style, gdouble size)
{
  gdouble first, last, k;
  gint64 n = count_multiples (style->axis, size, &first, &last);

  /* wherever it begins, one more than it is long */
  if (style->moves)
    return style->axis->high - style->axis->low
        <= size * (style->n_most - 1 + SLACK);
  if (n > style->n_most)
    return FALSE;
  for (k = first; k < last; k++)
    if (get_position (style->axis, (k + 1) * size)
        - get_position (style->axis, k * size) < (1 - SLACK) / style->n_most)
      return FALSE;
  return TRUE;
}

/* The finest step whose labels have room. If that leaves fewer than there
   should be, the outermost multiples of the one before get labels: *stride is
   from label to label, in steps. */
static Step
choose_step (const Style * style, gdouble * stride)
{
  gdouble range = style->axis->high - style->axis->low, first, last;
  gint index = 3 * (gint) floor (log10 (range / (style->n_most + 1))) - 1;
  gint64 n;
  Step step;

  while (!have_room (style, style->get_step (index).size))
    index++;
  step = style->get_step (index);
  *stride = 1;
  if (style->moves
      || count_multiples (style->axis, step.size, &first, &last)
      >= MIN (style->n_most, 2))
    return step;
  step = style->get_step (index - 1);
  n = count_multiples (style->axis, step.size, &first, &last);
  *stride = style->n_most > 1 ? MAX (n - 1, 1) : n;
  return step;
}

static guint
fill_multiples (const Style * style, GstClTick * ticks)
{
  const clfft_axis *axis = style->axis;
  gdouble largest =
      MAX (MAX (fabs (axis->low), fabs (axis->high)), style->largest);
  gdouble stride, first, first_part, last, k;
  Step step = choose_step (style, &stride);
  guint n_ticks = 0;

  count_multiples (axis, step.size, &first, &last);
  while (count_multiples (axis, step.size / step.n_parts, &first_part, &last)
      > MOST_TICKS && step.n_parts > 1)
    step.n_parts = step.n_parts % 2 ? 1 : step.n_parts / 2;
  for (k = first_part; k <= last && n_ticks < MOST_TICKS; k++) {
    GstClTick *tick = &ticks[n_ticks++];
    gdouble value = k * step.size / step.n_parts + 0.0; /* never -0 */

    tick->position = get_position (axis, value);
    tick->label[0] = '\0';
    if (fmod (k - first * step.n_parts, stride * step.n_parts) == 0)
      style->write (value, step.size, largest, tick->label);
  }
  return n_ticks;
}

/* ---- powers of ten ---- */

typedef struct
{
  const Style *style;
  GstClTick *ticks;
  guint n_ticks;
} Filler;

/* Whether no tick, or no label, is closer to position. */
static gboolean
is_free (const Filler * filler, gdouble position, gboolean of_labels)
{
  gdouble distance = (1 - SLACK) / filler->style->n_most;
  guint i;

  if (!of_labels)
    distance *= MARK_SHARE;
  for (i = 0; i < filler->n_ticks; i++)
    if (fabs (filler->ticks[i].position - position) < distance
        && (filler->ticks[i].label[0] || !of_labels))
      return FALSE;
  return TRUE;
}

static void
add (Filler * filler, gdouble value, gdouble step, gboolean labelled)
{
  const clfft_axis *axis = filler->style->axis;
  gdouble position = get_position (axis, value);
  GstClTick *tick = &filler->ticks[filler->n_ticks];

  if (value < axis->low * (1 - SLACK) || value > axis->high * (1 + SLACK)
      || filler->n_ticks == MOST_TICKS
      || !is_free (filler, position, labelled))
    return;
  tick->position = position;
  tick->label[0] = '\0';
  if (labelled)
    filler->style->write (value, step, axis->high, tick->label);
  filler->n_ticks++;
}

/* Adds the marks between 2 and 10, all or none, since half of them mislead. */
static gboolean
is_wide (const Filler * filler, gdouble power)
{
  const clfft_axis *axis = filler->style->axis;
  gdouble distance = MARK_SHARE / filler->style->n_most;

  return clfft_axis_position (axis, 4 * power)
      - clfft_axis_position (axis, 3 * power) >= distance
      && clfft_axis_position (axis, 10 * power)
      - clfft_axis_position (axis, 9 * power) >= distance;
}

/* Adds these multiples of each power of ten. */
static void
add_digits (Filler * filler, const gchar * digits, gboolean labelled)
{
  const clfft_axis *axis = filler->style->axis;
  /* the other scales are linear at their low end */
  gdouble lowest = MAX (axis->low, 1e-6 * axis->high);
  gint power = (gint) floor (log10 (lowest)), i;

  if (axis->scale == CLFFT_AXIS_SCALE_LOG)
    power = (gint) floor (log10 (axis->low));
  for (; power <= log10 (axis->high) + SLACK; power++) {
    gdouble unit = pow (10, power);

    for (i = 0; digits[i]; i++)
      if (strchr ("125", digits[i]) || is_wide (filler, unit))
        add (filler, (digits[i] - '0') * unit, unit, labelled);
  }
}

static gint
compare_positions (gconstpointer a, gconstpointer b)
{
  gdouble difference = ((const GstClTick *) a)->position
      - ((const GstClTick *) b)->position;

  return (difference > 0) - (difference < 0);
}

static guint
fill_powers (const Style * style, GstClTick * ticks)
{
  Filler filler = { style, ticks, 0 };

  if (style->axis->low == 0)
    add (&filler, 0, 1, TRUE);
  add_digits (&filler, "1", TRUE);
  add_digits (&filler, "25", TRUE);
  add_digits (&filler, "125", FALSE);
  add_digits (&filler, "346789", FALSE);
  qsort (ticks, filler.n_ticks, sizeof *ticks, compare_positions);
  return filler.n_ticks;
}

/* ---- axes ---- */

guint
gst_cl_ticks_count_labels (const GstClTick * ticks, guint n_ticks)
{
  guint n = 0, i;

  for (i = 0; i < n_ticks; i++)
    n += ticks[i].label[0] != '\0';
  return n;
}

guint
gst_cl_ticks_frequency (const clfft_axis * axis, guint n_most,
    GstClTick * ticks)
{
  const Style style =
      { axis, MIN (n_most, MOST_LABELS), get_decimal_step,
    gst_cl_label_frequency
  };
  GstClTick multiples[GST_CL_MAX_TICKS];
  guint n_ticks, n_multiples, n_labels;

  if (!is_usable (axis, n_most) || clfft_axis_check (axis) != CLFFT_STATUS_OK)
    return 0;
  if (axis->scale == CLFFT_AXIS_SCALE_LINEAR)
    return fill_multiples (&style, ticks);
  n_ticks = fill_powers (&style, ticks);
  n_labels = gst_cl_ticks_count_labels (ticks, n_ticks);
  if (n_labels >= MIN (style.n_most, 3))
    return n_ticks;
  n_multiples = fill_multiples (&style, multiples);
  if (gst_cl_ticks_count_labels (multiples, n_multiples) <= n_labels)
    return n_ticks;
  memcpy (ticks, multiples, n_multiples * sizeof *ticks);
  return n_multiples;
}

/* IEC 61260-1:2014, 5.4 and table E.1: the centre of third-octave `index` from
   1 kHz on, and what it is called. */
static gdouble
get_third_octave (gint index, gchar * label)
{
  static const gdouble nominal[] =
      { 1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8 };
  gint power = index >= 0 ? index / 10 : (index - 9) / 10;
  gdouble name = nominal[index - 10 * power] * pow (10, 3 + power);

  g_ascii_formatd (label, GST_CL_LABEL_SIZE, "%.4g", name < 1e3 ? name
      : name < 1e6 ? name / 1e3 : name / 1e6);
  g_strlcat (label, name < 1e3 ? "" : name < 1e6 ? "k" : "M",
      GST_CL_LABEL_SIZE);
  return 1000 * pow (10, index / 10.0);
}

guint
gst_cl_ticks_octaves (const clfft_axis * axis, guint n_parts, guint n_most,
    GstClTick * ticks)
{
  const gint step = 3 / n_parts;
  gint first, last, index, stride = step;
  guint n_ticks = 0;

  if (!is_usable (axis, n_most) || clfft_axis_check (axis) != CLFFT_STATUS_OK)
    return 0;
  first = (gint) ceil (10 * log10 (axis->low / 1000) / step) * step;
  last = (gint) floor (10 * log10 (axis->high / 1000) / step) * step;
  /* thirds, or every second or each whole octave, and so on */
  while ((last - first) / stride >= (gint) MIN (n_most, MOST_LABELS))
    stride = stride == 2 ? 3 : 2 * stride;
  for (index = first; index <= last && n_ticks < GST_CL_MAX_TICKS;
      index += step) {
    GstClTick *tick = &ticks[n_ticks++];

    tick->position = get_position (axis, get_third_octave (index,
            tick->label));
    if (index % stride != 0)
      tick->label[0] = '\0';
  }
  return n_ticks;
}

static guint
fill_linear (gdouble low, gdouble high, const Style * style, GstClTick * ticks)
{
  const clfft_axis axis = { CLFFT_AXIS_SCALE_LINEAR, low, high };
  Style own = *style;

  own.axis = &axis;
  own.n_most = MIN (own.n_most, MOST_LABELS);
  return is_usable (&axis, own.n_most) ? fill_multiples (&own, ticks) : 0;
}

guint
gst_cl_ticks_linear (gdouble low, gdouble high, guint n_most, GstClTick * ticks)
{
  const Style style = { NULL, n_most, get_decimal_step, gst_cl_label_plain };

  return fill_linear (low, high, &style, ticks);
}

guint
gst_cl_ticks_time (gdouble low, gdouble high, guint n_most, GstClTick * ticks)
{
  const Style style = { NULL, n_most, get_time_step, gst_cl_label_time };

  if (MAX (fabs (low), fabs (high)) > LONGEST)
    return 0;
  return fill_linear (low, high, &style, ticks);
}

guint
gst_cl_ticks_scroll (gdouble low, gdouble high, guint n_most,
    GstClTick * ticks)
{
  const Style style = { NULL, n_most, get_time_step, gst_cl_label_time,
    .moves = TRUE
  };
  guint n_ticks, n_kept = 0, i;

  if (n_most < 2 || !(MAX (fabs (low), fabs (high)) <= LONGEST))
    return 0;
  n_ticks = fill_linear (low, high, &style, ticks);
  for (i = 0; i < n_ticks; i++)
    if (high <= 0 || low + ticks[i].position * (high - low) > -SLACK)
      ticks[n_kept++] = ticks[i];
  return n_kept;
}

/* Keeps the ticks whose position is, or is not, below `turn`. */
static guint
keep_side (GstClTick * ticks, guint n_ticks, gdouble turn, gboolean below)
{
  guint n_kept = 0, i;

  for (i = 0; i < n_ticks; i++)
    if ((ticks[i].position < turn) == below)
      ticks[n_kept++] = ticks[i];
  return n_kept;
}

guint
gst_cl_ticks_sweep (gdouble low, gdouble high, gdouble old, guint n_most,
    GstClTick * ticks)
{
  const Style style = { NULL, n_most, get_time_step, gst_cl_label_time,
    MAX (fabs (low), fabs (high))
  };
  gdouble span = high - low, turn = 1 - old;
  GstClTick before[GST_CL_MAX_TICKS];
  guint n_ticks, n_before;

  if (!(style.largest <= LONGEST))
    return 0;
  n_ticks = fill_linear (low, high, &style, ticks);
  if (old <= 0)
    return n_ticks;
  n_ticks = keep_side (ticks, n_ticks, turn, TRUE);
  n_before = keep_side (before, fill_linear (low - span, low, &style, before),
      turn, FALSE);
  n_before = MIN (n_before, GST_CL_MAX_TICKS - n_ticks);
  memcpy (ticks + n_ticks, before, n_before * sizeof *before);
  return n_ticks + n_before;
}
