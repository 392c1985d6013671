/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * phase.c: see phase.h.
 *
 * Of minimum phase, the graphs become taps by the cepstrum (A. Oppenheim, R.
 * Schafer, "Discrete-Time Signal Processing", 1989, 12.5). The filters then run
 * over these in time: the cookbook's have all zeros within or on the unit
 * circle, so that they are of minimum phase as they are. This is exact, also at
 * zeros on the circle, where the logarithm of the cepstrum has no value.
 *
 * Of linear phase, the taps are the inverse transform of the magnitude.
 */
#include "phase.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#include "biquad.h"
#include "opencl/error.h"
#include "transform.h"

/* Decibels between what is asked and what is, at the points of the grid.
   Between them, where graphs have corners, it is up to half as much again. */
#define TOLERANCE 0.04
/* Parts of the largest value, below which the distance does not shrink. */
#define FLOOR 1e-3
/* Of linear phase, what is less than this only has to be as low, and all has
   this distance more: the magnitude has a corner at each zero of a notch, which
   no length is enough for. */
#define LINEAR_FLOOR 1e-2
#define LINEAR_MORE 2e-4
/* Points of the grid: a power of two, at least for GRID_SECONDS, and doubled
   this often for curves that are too sharp for it. */
#define GRID_SECONDS 8
#define MAX_DOUBLINGS 1
#define MAX_GRID (G_GUINT64_CONSTANT (1) << 22)
/* Where a pass beyond half the rate lies, of half the rate. */
#define HIGHEST 0.99
/* Of the taps of linear phase, the part at each end that the window fades. */
#define FADE 0.1

typedef struct
{
  const GstClCurve *curve;
  const gchar *what;
  gint rate;
  GstClPhase phase;
  const gint *cancelled;
  GstClBiquad *biquads;
  guint n_biquads;
  gdouble factor;               /* above 0 */
  gdouble sign;
  guint n_beyond;               /* filters that this rate does not have */
  const GstClCurveFilter *beyond;       /* the first of these */
  guint n_strange;              /* coefficients for another rate */
  const GstClCurveFilter *strange;      /* the first of these */
  GstClTransform *transform;
  guint64 n;                    /* points of the grid */
  gdouble *wanted;              /* n / 2 + 1 magnitudes */
  gdouble *taps;                /* n; of linear phase the middle is at 0 */
  gdouble *shaped;              /* n: some of them */
  gdouble *spectrum, *scratch;  /* n + 2 each */
} Making;

/* Whether the filter is possible at a rate that is high enough for it. */
static gboolean
is_of_higher_rate (const GstClCurveFilter * filter)
{
  GstClBiquad biquad;

  return gst_cl_biquad_make (&biquad, filter,
      1000 * gst_cl_biquad_get_highest (filter) + 1);
}

/*
 * Does what a stream still has of a filter that does not lie below half its rate,
 * or so little below that no number tells its poles from the unit circle. All of
 * it is on a low shelf. What a pass lets through is beyond it: the pass is at the
 * highest frequency that there is. Of all others next to nothing is left.
 */
static void
take_beyond (Making * making, const GstClCurveFilter * filter)
{
  GstClCurveFilter nearest = *filter;

  if (making->n_beyond++ == 0)
    making->beyond = filter;
  switch (filter->type) {
    case GST_CL_CURVE_LOW_SHELF:
    case GST_CL_CURVE_LOW_SHELF_1:
      making->factor *= pow (10, filter->gain / 20);
      break;
    case GST_CL_CURVE_HIGH_PASS:
    case GST_CL_CURVE_HIGH_PASS_1:
    case GST_CL_CURVE_BAND_PASS:
      nearest.frequency = HIGHEST * making->rate / 2;
      making->n_biquads += gst_cl_biquad_make
          (&making->biquads[making->n_biquads], &nearest, making->rate);
      break;
    default:
      break;
  }
}

/* Whether they are coefficients for another rate, which none of this one can be
   made of: these are left out. */
static gboolean
is_strange (Making * making, const GstClCurveFilter * filter)
{
  if (filter->type != GST_CL_CURVE_FREE || making->curve->rate == 0
      || making->curve->rate == making->rate)
    return FALSE;
  if (making->n_strange++ == 0)
    making->strange = filter;
  return TRUE;
}

/* Takes the filter that was made. Linear phase has one sign for all. */
static void
take_biquad (Making * making)
{
  GstClBiquad *biquad = &making->biquads[making->n_biquads++];

  if (biquad->b0 >= 0)
    return;
  making->sign = -making->sign;
  biquad->b0 = -biquad->b0;
  biquad->b1 = -biquad->b1;
  biquad->b2 = -biquad->b2;
}

/* The filters at the rate, but for those that only turn the phase. */
static gboolean
make_biquads (Making * making, GError ** error)
{
  const GArray *filters = making->curve->filters;
  guint i;

  making->factor = fabs (making->curve->factor);
  making->sign = making->curve->factor < 0 ? -1 : 1;
  making->biquads = g_new (GstClBiquad, filters->len);
  for (i = 0; i < filters->len; i++) {
    const GstClCurveFilter *filter = &g_array_index (filters,
        GstClCurveFilter, i);
    g_autofree gchar *reason = NULL;

    if (filter->type == GST_CL_CURVE_ALL_PASS
        || filter->type == GST_CL_CURVE_ALL_PASS_1
        || is_strange (making, filter))
      continue;
    if (gst_cl_biquad_make (&making->biquads[making->n_biquads], filter,
            making->rate)) {
      take_biquad (making);
      continue;
    }
    if (is_of_higher_rate (filter)) {
      take_beyond (making, filter);
      continue;
    }
    reason = gst_cl_strdup_printf ("%s, line %u: the filter at %g Hz is not "
        "possible at a rate of %d Hz: it must not be steeper than its gain "
        "allows", making->what, filter->line, filter->frequency, making->rate);
    g_set_error_literal (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
        reason);
    return FALSE;
  }
  return TRUE;
}

/* What the stream does not have; NULL: it has all. */
static gchar *
describe_rest (const Making * making)
{
  g_autofree gchar *beyond = NULL, *strange = NULL;

  if (making->n_beyond > 0)
    beyond = gst_cl_strdup_printf ("of which %u filter%s half the rate, %g Hz: "
        "the first, of %g Hz in line %u, is done only as far as the stream has "
        "it", making->n_beyond, making->n_beyond == 1 ? " reaches" : "s reach",
        making->rate / 2.0, gst_cl_biquad_get_highest
        (making->beyond), making->beyond->line);
  if (making->n_strange > 0)
    strange = gst_cl_strdup_printf ("of which %u filter%s coefficients for %d "
        "Hz, but the rate is %d Hz: the first, in line %u, is left out",
        making->n_strange, making->n_strange == 1 ? " is" : "s are",
        making->curve->rate, making->rate, making->strange->line);
  if (beyond && strange)
    return g_strconcat (beyond, "; ", strange, NULL);
  return g_strdup (beyond ? beyond : strange);
}

/* What is asked for: the graphs, then the filters. */
static gboolean
fill_wanted (Making * making, GError ** error)
{
  guint64 n_bins = making->n / 2 + 1, k;
  guint i;

  memset (making->wanted, 0, n_bins * sizeof (gdouble));
  gst_cl_curve_add_graphs (making->curve, (gdouble) making->rate / making->n,
      making->wanted, n_bins, making->cancelled);
  for (k = 0; k < n_bins; k++) {
    gdouble omega = 2 * G_PI * k / making->n, power = 1;
    gdouble real = cos (omega), imag = -sin (omega);

    if (k % 4096 == 0 && !gst_cl_response_may_go_on (making->cancelled, error))
      return FALSE;
    for (i = 0; i < making->n_biquads; i++)
      power *= gst_cl_biquad_get_power (&making->biquads[i], real, imag);
    making->wanted[k] = exp (making->wanted[k]) * making->factor * sqrt (power);
  }
  return TRUE;
}

/* The graphs' taps of minimum phase. */
static gboolean
make_graphs (Making * making, GError ** error)
{
  guint64 n = making->n, k;
  gdouble *x = making->shaped, *spectrum = making->spectrum;

  if (making->curve->graphs->len == 0) {
    memset (making->taps, 0, n * sizeof (gdouble));
    making->taps[0] = 1;
    return TRUE;
  }
  memset (x, 0, n * sizeof (gdouble));
  gst_cl_curve_add_graphs (making->curve, (gdouble) making->rate / n, x,
      n / 2 + 1, making->cancelled);
  if (!gst_cl_response_may_go_on (making->cancelled, error))
    return FALSE;
  for (k = 1; k < n / 2; k++)
    x[n - k] = x[k];
  if (!gst_cl_transform_run (making->transform, x, spectrum, error))
    return FALSE;
  /* the cepstrum is real and even; its second half is added to the first */
  memset (x, 0, n * sizeof (gdouble));
  for (k = 0; k <= n / 2; k++)
    x[k] = spectrum[2 * k] / n * (k == 0 || k == n / 2 ? 1 : 2);
  if (!gst_cl_transform_run (making->transform, x, spectrum, error))
    return FALSE;
  for (k = 0; k <= n / 2; k++) {
    double complex value = cexp (spectrum[2 * k] + I * spectrum[2 * k + 1]);

    spectrum[2 * k] = creal (value);
    spectrum[2 * k + 1] = cimag (value);
  }
  return gst_cl_transform_invert (making->transform, spectrum, making->taps,
      making->scratch, error);
}

static gboolean
make_taps (Making * making, GError ** error)
{
  guint64 k;
  guint i;

  if (making->phase == GST_CL_PHASE_LINEAR) {
    for (k = 0; k <= making->n / 2; k++) {
      making->spectrum[2 * k] = making->wanted[k];
      making->spectrum[2 * k + 1] = 0;
    }
    return gst_cl_transform_invert (making->transform, making->spectrum,
        making->taps, making->scratch, error);
  }
  if (!make_graphs (making, error))
    return FALSE;
  for (i = 0; i < making->n_biquads; i++) {
    if (!gst_cl_response_may_go_on (making->cancelled, error))
      return FALSE;
    gst_cl_biquad_run (&making->biquads[i], making->taps, making->n);
  }
  for (k = 0; k < making->n; k++)
    making->taps[k] *= making->factor;
  return TRUE;
}

/* By what the tap is multiplied that is `distance` from the middle of 2 half +
   1: Tukey's window. */
static gdouble
get_window (guint64 distance, guint64 half)
{
  gdouble from_end = (half + 1 - distance) / (half + 1.0);

  return from_end >= 2 * FADE ? 1
      : 0.5 - 0.5 * cos (G_PI * from_end / (2 * FADE));
}

/* Puts n_taps of the taps, of linear phase an odd number, to where they have
   their places in n. */
static void
shape (Making * making, guint64 n_taps)
{
  guint64 half = (n_taps - 1) / 2, k;

  memset (making->shaped, 0, making->n * sizeof (gdouble));
  if (making->phase == GST_CL_PHASE_MINIMUM)
    memcpy (making->shaped, making->taps, n_taps * sizeof (gdouble));
  else
    for (k = 0; k <= half; k++)
      making->shaped[k] = making->shaped[(making->n - k) % making->n] =
          making->taps[k] * get_window (k, half);
}

/* How far from `wanted` a magnitude may be, the largest of which is `most`. */
static gdouble
get_allowed (const Making * making, gdouble wanted, gdouble most)
{
  gdouble part = TOLERANCE * G_LN10 / 20;

  if (making->phase == GST_CL_PHASE_MINIMUM)
    return part * MAX (wanted, FLOOR * most);
  return wanted < LINEAR_FLOOR * most ? LINEAR_FLOOR * most
      : part * wanted + LINEAR_MORE * most;
}

/* Whether so many taps are enough. */
static gboolean
is_enough (Making * making, guint64 n_taps, gboolean * enough, GError ** error)
{
  gdouble step = (gdouble) making->rate / making->n, most = 0;
  /* a stream without 20 Hz is measured whole */
  guint64 low = making->rate > 80 ? ceil (20 / step) : 0;
  guint64 high = MIN (20000 / step, making->n / 2), k;

  if (!gst_cl_response_may_go_on (making->cancelled, error))
    return FALSE;
  shape (making, n_taps);
  if (!gst_cl_transform_run (making->transform, making->shaped,
          making->spectrum, error))
    return FALSE;
  for (k = low; k <= high; k++)
    most = MAX (most, making->wanted[k]);
  *enough = TRUE;
  for (k = low; k <= high && *enough; k++) {
    gdouble re = making->spectrum[2 * k], im = making->spectrum[2 * k + 1];

    *enough = fabs (sqrt (re * re + im * im) - making->wanted[k])
        <= get_allowed (making, making->wanted[k], most);
  }
  return TRUE;
}

/* The fewest taps that are enough, but for a 64th; 0: there are none. */
static gboolean
find_length (Making * making, guint64 * n_taps, GError ** error)
{
  guint64 few = 0, many = making->n / 2 - 1;
  gboolean enough;

  *n_taps = 0;
  if (!is_enough (making, many, &enough, error))
    return FALSE;
  if (!enough)
    return TRUE;
  while (many - few > many / 64 + 1) {
    /* first by halves, for most curves are short */
    guint64 middle = few ? (few + many) / 2 : many / 2;

    middle |= 1;
    if (middle >= many)
      break;
    if (!is_enough (making, middle, &enough, error))
      return FALSE;
    if (enough)
      many = middle;
    else
      few = middle;
  }
  *n_taps = many;
  return TRUE;
}

static void
free_grid (Making * making)
{
  g_clear_pointer (&making->transform, gst_cl_transform_free);
  g_clear_pointer (&making->wanted, g_free);
  g_clear_pointer (&making->taps, g_free);
  g_clear_pointer (&making->shaped, g_free);
  g_clear_pointer (&making->spectrum, g_free);
  g_clear_pointer (&making->scratch, g_free);
}

/* The taps of a grid of n points, as many as it has. */
static gboolean
make_grid (Making * making, guint64 n, clfft_device * device, GError ** error)
{
  free_grid (making);
  making->n = n;
  making->wanted = g_try_new (gdouble, n / 2 + 1);
  making->taps = g_try_new (gdouble, n);
  making->shaped = g_try_new (gdouble, n);
  making->spectrum = g_try_new (gdouble, n + 2);
  making->scratch = g_try_new (gdouble, n + 2);
  if (!making->wanted || !making->taps || !making->shaped
      || !making->spectrum || !making->scratch)
    return gst_cl_set_memory_error (error, "%s: no memory for a grid of %"
        G_GUINT64_FORMAT " points", making->what, n);
  making->transform = gst_cl_transform_new (device, n, making->cancelled,
      error);
  return making->transform && fill_wanted (making, error)
      && make_taps (making, error);
}

static GstClResponse *
take_taps (Making * making, guint64 n_taps, GError ** error)
{
  GstClResponse *response = gst_cl_response_new (making->what, 1, n_taps,
      making->rate, error);
  /* what the grid does not have is silent, as is the last of an even number of
     linear phase, which has no middle */
  guint64 n = MIN (n_taps, making->n / 2 - 1), k;

  if (!response)
    return NULL;
  if (making->phase == GST_CL_PHASE_LINEAR)
    n -= n % 2 == 0;
  shape (making, n);
  if (making->phase == GST_CL_PHASE_LINEAR)
    response->delay = (n_taps - 1) / 2;
  for (k = 0; k < n; k++)
    if (making->phase == GST_CL_PHASE_LINEAR)
      response->taps[response->delay - (n - 1) / 2 + k] = making->sign
          * making->shaped[(making->n - (n - 1) / 2 + k) % making->n];
    else
      response->taps[k] = making->sign * making->shaped[k];
  if (!gst_cl_response_check (response, making->what, error))
    g_clear_pointer (&response, gst_cl_response_unref);
  return response;
}

static GstClResponse *
make (Making * making, guint64 n_taps, clfft_device * device, GError ** error)
{
  guint64 n = 4096;
  guint i;

  while (n < GRID_SECONDS * (guint64) making->rate && n < MAX_GRID)
    n *= 2;
  if (n_taps) {
    while (n < 4 * n_taps && n < MAX_GRID)
      n *= 2;
    return make_grid (making, n, device, error) ? take_taps (making, n_taps,
        error) : NULL;
  }
  for (i = 0; i <= MAX_DOUBLINGS && n <= MAX_GRID; i++, n *= 2) {
    if (!make_grid (making, n, device, error)
        || !find_length (making, &n_taps, error))
      return NULL;
    if (n_taps)
      return take_taps (making, n_taps, error);
  }
  g_set_error (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
      "%s is too sharp at a rate of %d Hz: %" G_GUINT64_FORMAT " taps are not "
      "enough for it. With ir-length it gets as many as that says, and is less "
      "exact", making->what, making->rate, making->n / 2 - 1);
  return NULL;
}

GstClResponse *
gst_cl_phase_make (const GstClCurve * curve, const gchar * what, gint rate,
    GstClPhase phase, guint64 n_taps, clfft_device * device,
    const gint * cancelled, GError ** error)
{
  Making making = { curve, what, rate, phase, cancelled, };
  GstClResponse *response = NULL;

  if (rate < 1)
    gst_cl_set_settings_error (error, "%s: a rate of %d Hz has no curve", what,
        rate);
  else if (make_biquads (&making, error))
    response = make (&making, n_taps, device, error);
  if (response)
    response->note = describe_rest (&making);
  free_grid (&making);
  g_free (making.biquads);
  return response;
}
