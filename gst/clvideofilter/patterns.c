/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * patterns.c: the search in three steps: medians of rings, bins that stand out,
 * and of those, the strongest first, all that are no leakage of one before. The
 * frequency of a wave between two bins follows from the ratio of both, its
 * amplitude and phase from the transform of the window there.
 */
#include "patterns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "opencl/error.h"

/* Numbers of a ring that its median is of, at most. */
#define MOST_SAMPLES 129
/* Bins of a wave on each side, and to its furthest neighbour. */
#define SKIRT 2
#define REACH 12
/* Lines through a bin that are looked along. */
#define N_DIRECTIONS 16
/* A bin stands out from these by so much less than from its ring, decibels. */
#define LESS 3
/* What exceeds the leakage of another wave by so much is one of its own. */
#define LEAKAGE 4

/* A bin that stands out. */
typedef struct
{
  gint x, y;
  gdouble power, level;
} Candidate;

gboolean
gst_cl_pattern_search_init (GstClPatternSearch * search, guint width,
    guint height, gdouble threshold, gdouble least_amplitude, GError ** error)
{
  guint least = MIN (width, height);

  memset (search, 0, sizeof *search);
  search->width = width;
  search->height = height;
  search->threshold = threshold;
  search->least = least_amplitude;
  search->n_columns = width / 2 + 1;
  /* the corner is sqrt (1/2) cycles away */
  search->n_rings = least * 0.7072 + 2;
  search->medians = g_try_new0 (gfloat, search->n_rings);
  search->counts = g_try_new0 (guint32, 2 * search->n_rings);
  search->samples = g_try_new0 (gfloat, (gsize) search->n_rings * MOST_SAMPLES);
  if (search->medians && search->counts && search->samples)
    return TRUE;
  gst_cl_pattern_search_clear (search);
  return gst_cl_set_memory_error (error, "No memory to look for patterns in "
      "%ux%u samples", width, height);
}

void
gst_cl_pattern_search_clear (GstClPatternSearch * search)
{
  g_clear_pointer (&search->medians, g_free);
  g_clear_pointer (&search->counts, g_free);
  g_clear_pointer (&search->samples, g_free);
}

/* ---- rings ---- */

static gdouble
get_frequency (guint k, guint n)
{
  return ((gdouble) k - (2 * k > n ? n : 0)) / n;
}

/* Half of the spectrum tells all of it. */
static guint
find_ring (const GstClPatternSearch * search, guint x, guint y)
{
  gdouble fx = get_frequency (x, search->width);
  gdouble fy = get_frequency (y, search->height);

  return (guint) (sqrt (fx * fx + fy * fy) * MIN (search->width,
          search->height) + 0.5);
}

static gfloat
get_power (const GstClPatternSearch * search, guint x, guint y)
{
  const gfloat *bin = search->bins + 2 * ((gsize) y * search->n_columns + x);

  return bin[0] * bin[0] + bin[1] * bin[1];
}

/* Bins a ring, or with each the number behind which its next sample comes. */
static void
count_rings (GstClPatternSearch * search)
{
  guint x, y;

  memset (search->counts, 0, 2 * search->n_rings * sizeof *search->counts);
  for (y = 0; y < search->height; y++)
    for (x = 0; x < search->n_columns; x++)
      search->counts[find_ring (search, x, y)]++;
}

static int
compare_floats (const void *a, const void *b)
{
  gfloat x = *(const gfloat *) a, y = *(const gfloat *) b;

  return (x > y) - (x < y);
}

/* Every so many bins of a ring are a sample. */
static void
find_medians (GstClPatternSearch * search)
{
  guint32 *seen = search->counts + search->n_rings;
  guint x, y, r;

  memset (seen, 0, search->n_rings * sizeof *seen);
  for (y = 0; y < search->height; y++)
    for (x = 0; x < search->n_columns; x++) {
      guint step, i;

      r = find_ring (search, x, y);
      step = (search->counts[r] + MOST_SAMPLES - 1) / MOST_SAMPLES;
      i = seen[r]++;
      if (i % step == 0)
        search->samples[(gsize) r * MOST_SAMPLES + i / step] =
            get_power (search, x, y);
    }
  for (r = 0; r < search->n_rings; r++) {
    gfloat *samples = search->samples + (gsize) r * MOST_SAMPLES;
    guint step = (search->counts[r] + MOST_SAMPLES - 1) / MOST_SAMPLES;
    guint n = step ? (search->counts[r] + step - 1) / step : 0;

    qsort (samples, n, sizeof *samples, compare_floats);
    search->medians[r] = n ? samples[n / 2] : 0;
  }
}

/* ---- bins that stand out ---- */

/* The bin of any frequency: those below 0 are the others' conjugates. */
static void
get_bin (const GstClPatternSearch * search, gint x, gint y, gdouble * re,
    gdouble * im)
{
  gint width = search->width, height = search->height;
  gboolean is_mirrored;
  const gfloat *bin;

  x = (x % width + width) % width;
  is_mirrored = x >= (gint) search->n_columns;
  if (is_mirrored) {
    x = width - x;
    y = -y;
  }
  y = (y % height + height) % height;
  bin = search->bins + 2 * ((gsize) y * search->n_columns + x);
  *re = bin[0];
  *im = is_mirrored ? -bin[1] : bin[1];
}

static gdouble
get_any_power (const GstClPatternSearch * search, gint x, gint y)
{
  gdouble re, im;

  get_bin (search, x, y, &re, &im);
  return re * re + im * im;
}

static gboolean
is_highest (const GstClPatternSearch * search, gint x, gint y, gdouble power)
{
  gint i, j;

  for (j = -1; j <= 1; j++)
    for (i = -1; i <= 1; i++)
      if ((i != 0 || j != 0) && get_any_power (search, x + i, y + j) > power)
        return FALSE;
  return TRUE;
}

/* The second highest of the bins on one side, beyond the wave's own. */
static gdouble
find_second (const GstClPatternSearch * search, gint x, gint y, gdouble right,
    gdouble down)
{
  gdouble first = 0, second = 0;
  gint k;

  for (k = SKIRT + 1; k <= REACH; k++) {
    gdouble power = get_any_power (search, x + (gint) rint (k * right),
        y + (gint) rint (k * down));

    second = MAX (second, MIN (first, power));
    first = MAX (first, power);
  }
  return second;
}

/* Edges are lines in a spectrum, whose bins rise and fall where edges are
   parallel: along one, others on both sides are as high. */
static gboolean
is_of_line (const GstClPatternSearch * search, gint x, gint y, gdouble power)
{
  gint i;

  for (i = 0; i < N_DIRECTIONS; i++) {
    gdouble right = cos (G_PI * i / N_DIRECTIONS);
    gdouble down = sin (G_PI * i / N_DIRECTIONS);

    if (power < find_second (search, x, y, right, down)
        && power < find_second (search, x, y, -right, -down))
      return TRUE;
  }
  return FALSE;
}

/* Whether bin and negative are both stored, and this is the negative. */
static gboolean
is_doubled (const GstClPatternSearch * search, gint x, gint y)
{
  return (x == 0 || 2 * x == (gint) search->width)
      && 2 * y > (gint) search->height;
}

/* The transform of a Hann window whose coefficients add up to 1/2, so many bins
   away from a wave, but for its phase. */
static gdouble
get_window (gdouble bins)
{
  gdouble x = fabs (bins);

  if (x < 1e-6)
    return 0.5;
  if (fabs (x - 1) < 1e-6)
    return 0.25;
  return 0.5 * sin (G_PI * x) / (G_PI * x) / (1 - x * x);
}

static void
find_candidates (GstClPatternSearch * search, GArray * candidates)
{
  gdouble over = pow (10, search->threshold / 10);
  gdouble local = pow (10, (search->threshold - LESS) / 10);
  /* of a wave in the middle between four bins */
  gdouble lowest = search->least / 2 * get_window (0.5) * get_window (0.5)
      * search->width * search->height;
  gint x, y;

  for (y = 0; y < (gint) search->height; y++)
    for (x = 0; x < (gint) search->n_columns; x++) {
      gfloat power = get_power (search, x, y);
      gfloat median = search->medians[find_ring (search, x, y)];
      Candidate c = { x, y, power, 0 };

      if (!(power > over * median) || power < lowest * lowest
          || is_doubled (search, x, y)
          || hypot (get_frequency (x, search->width) * search->width,
              get_frequency (y, search->height) * search->height)
          < GST_CL_PATTERNS_LEAST || !is_highest (search, x, y, power)
          || is_of_line (search, x, y, power / local))
        continue;
      c.level = 10 * log10 (power / MAX (median, 1e-30));
      g_array_append_val (candidates, c);
    }
}

static gint
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *x = a, *y = b;

  if (x->power != y->power)
    return x->power < y->power ? 1 : -1;
  return x->y != y->y ? x->y - y->y : x->x - y->x;
}

/* ---- waves ---- */

/* Bins from the highest bin to the wave along an axis, by the higher one of both
   neighbours. */
static gdouble
find_shift (const GstClPatternSearch * search, gint x, gint y, gint right,
    gint down)
{
  gdouble before = get_any_power (search, x - right, y - down);
  gdouble after = get_any_power (search, x + right, y + down);
  gdouble ratio = sqrt (MAX (before, after)
      / MAX (get_any_power (search, x, y), 1e-30));
  gdouble shift = CLAMP ((2 * ratio - 1) / (1 + ratio), 0, 0.5);

  return before > after ? -shift : shift;
}

/* Whether a frequency and its negative are within each other's window. */
static gboolean
is_own_mirror (gdouble bins, guint n)
{
  gdouble twice = 2 * bins / n;

  return fabs (twice - rint (twice)) * n < 2 * (SKIRT + 1);
}

static void
describe (const GstClPatternSearch * search, const Candidate * c,
    GstClPattern * pattern)
{
  gdouble dx = find_shift (search, c->x, c->y, 1, 0);
  gdouble dy = find_shift (search, c->x, c->y, 0, 1);
  gdouble x = get_frequency (c->x, search->width) * search->width + dx;
  gdouble y = get_frequency (c->y, search->height) * search->height + dy;
  gdouble re, im, gain = get_window (dx) * get_window (dy)
      * search->width * search->height;

  get_bin (search, c->x, c->y, &re, &im);
  pattern->x = CLAMP (x / search->width, -0.5, 0.5);
  pattern->y = CLAMP (y / search->height, -0.5, 0.5);
  pattern->amplitude = 2 * hypot (re, im) / gain;
  pattern->phase = atan2 (im, re) - G_PI * (dx + dy);
  pattern->level = c->level;
  if (is_own_mirror (x, search->width) && is_own_mirror (y, search->height))
    pattern->amplitude = 0;
}

/* How far the wave lies from a bin, the shorter way round. */
static gdouble
find_bins (gdouble frequency, gint k, guint n)
{
  gdouble turns = frequency - (gdouble) k / n;

  return (turns - rint (turns)) * n;
}

/* Whether a bin has not much more than what waves before it leak to it. */
static gboolean
is_leakage (const GstClPatternSearch * search, const GstClPatterns * found,
    const Candidate * c)
{
  gdouble leakage = 0;
  guint i;
  gint sign;

  for (i = 0; i < found->n; i++)
    for (sign = -1; sign <= 1; sign += 2) {
      const GstClPattern *p = &found->list[i];

      leakage += p->amplitude / 2 * search->width * search->height
          * fabs (get_window (find_bins (sign * p->x, c->x, search->width))
          * get_window (find_bins (sign * p->y, c->y, search->height)));
    }
  return sqrt (c->power) < LEAKAGE * leakage;
}

void
gst_cl_pattern_search_run (GstClPatternSearch * search, const gfloat * bins,
    GstClPatterns * found)
{
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  guint i;

  search->bins = bins;
  found->n = 0;
  if (search->counts[0] == 0)
    count_rings (search);
  find_medians (search);
  find_candidates (search, candidates);
  g_array_sort (candidates, compare_candidates);
  for (i = 0; i < candidates->len && found->n < GST_CL_NOTCHES_MOST; i++) {
    const Candidate *c = &g_array_index (candidates, Candidate, i);

    if (!is_leakage (search, found, c))
      describe (search, c, &found->list[found->n++]);
  }
}
