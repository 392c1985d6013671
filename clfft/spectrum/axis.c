/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* axis.c: computes frequency axes, and which bins each of their steps shows. */
#include "clfft/picture.h"

#include "clfft/base/error.h"
#include "scale.h"

#include <math.h>

static const struct {
    const char *name;
    const struct clfft_scale *scale;
    bool takes_negative;
} rows[] = {
    [CLFFT_AXIS_SCALE_LINEAR] = {"linear", &clfft_scale_linear, true},
    [CLFFT_AXIS_SCALE_LOG] = {"log", &clfft_scale_log},
    [CLFFT_AXIS_SCALE_MEL] = {"mel", &clfft_scale_mel},
    [CLFFT_AXIS_SCALE_BARK] = {"bark", &clfft_scale_bark},
    [CLFFT_AXIS_SCALE_ERB] = {"erb", &clfft_scale_erb},
};

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, __VA_ARGS__)

clfft_status clfft_axis_check(const clfft_axis *axis)
{
    if ((unsigned)axis->scale >= sizeof rows / sizeof rows[0])
        return INVALID("axis scale %d is unknown", (int)axis->scale);
    if (!isfinite(axis->low) || !isfinite(axis->high))
        return INVALID("an axis from %g to %g Hz is not finite", axis->low,
                       axis->high);
    if (axis->low >= axis->high)
        return INVALID("an axis from %g to %g Hz does not rise", axis->low,
                       axis->high);
    if (axis->scale == CLFFT_AXIS_SCALE_LOG && axis->low <= 0)
        return INVALID("a log axis begins above 0 Hz, not at %g", axis->low);
    if (!rows[axis->scale].takes_negative && axis->low < 0)
        return INVALID("a %s axis begins at 0 Hz or above, not at %g",
                       rows[axis->scale].name, axis->low);
    return CLFFT_STATUS_OK;
}

double clfft_axis_position(const clfft_axis *axis, double frequency)
{
    const struct clfft_scale *scale = rows[axis->scale].scale;
    const long double low = scale->from_hertz(axis->low);

    return (double)((scale->from_hertz(frequency) - low) /
                    (scale->from_hertz(axis->high) - low));
}

double clfft_axis_frequency(const clfft_axis *axis, double position)
{
    const struct clfft_scale *scale = rows[axis->scale].scale;
    const long double low = scale->from_hertz(axis->low);
    const long double high = scale->from_hertz(axis->high);

    return (double)scale->to_hertz(low + position * (high - low));
}

/* ---- cells ---- */

static clfft_status check_cells(const clfft_cells_desc *desc)
{
    clfft_status status;

    TRY(CHECK_RESERVED("clfft_cells_desc", desc));
    TRY(clfft_axis_check(&desc->axis));
    if (!desc->n_cells)
        return INVALID("an axis needs 1 cell or more");
    if (!desc->n_bins || !desc->frequencies)
        return INVALID("cells need the frequency of 1 bin or more");
    for (unsigned k = 0; k < desc->n_bins; k++) {
        if (!isfinite(desc->frequencies[k]))
            return INVALID("the frequency of bin %u is not finite", k);
        if (k && desc->frequencies[k] <= desc->frequencies[k - 1])
            return INVALID("the frequencies of bins %u and %u do not rise",
                           k - 1, k);
        if (desc->edges && !(desc->edges[k] <= desc->frequencies[k] &&
                             desc->frequencies[k] <= desc->edges[k + 1] &&
                             desc->edges[k] < desc->edges[k + 1]))
            return INVALID("bin %u at %g Hz does not lie between its edges, %g "
                           "and %g Hz",
                           k, desc->frequencies[k], desc->edges[k],
                           desc->edges[k + 1]);
    }
fail:
    return status;
}

/* The border between bins k and k + 1: halfway on the axis, so that bands of
   equal steps get cells of equal height; in hertz next to a bin that the scale
   has no value for. */
static double border_of(const clfft_cells_desc *desc, unsigned k)
{
    const double *f = desc->frequencies;

    if (desc->edges)
        return clfft_axis_position(&desc->axis, desc->edges[k + 1]);
    const double low = clfft_axis_position(&desc->axis, f[k]);
    const double high = clfft_axis_position(&desc->axis, f[k + 1]);

    if (isfinite(low))
        return (low + high) / 2;
    return clfft_axis_position(&desc->axis, (f[k] + f[k + 1]) / 2);
}

/* Positions where the outermost bins end; a single bin has no neighbour that
   ends it. */
static void find_reach(const clfft_cells_desc *desc, double *low, double *high)
{
    const unsigned n = desc->n_bins;

    *low = -HUGE_VAL;
    *high = HUGE_VAL;
    if (desc->edges) {
        *low = clfft_axis_position(&desc->axis, desc->edges[0]);
        *high = clfft_axis_position(&desc->axis, desc->edges[n]);
    }
    if (desc->edges || n < 2)
        return;
    const double first = clfft_axis_position(&desc->axis, desc->frequencies[0]);
    const double last =
        clfft_axis_position(&desc->axis, desc->frequencies[n - 1]);
    if (isfinite(first))
        *low = 2 * first - border_of(desc, 0);
    if (isfinite(last))
        *high = 2 * last - border_of(desc, n - 2);
    else /* all lie below the scale */
        *high = border_of(desc, n - 2);
}

/* Makes a cell between bins `below` - 1 and `below`, the first one above it. */
static clfft_cell make_between(const clfft_cells_desc *desc, unsigned below,
                               double center)
{
    const double *f = desc->frequencies;
    const float largest = 1 - 0x1p-24f;
    const unsigned k = below - 1;
    double fraction;

    if (below == 0)
        return (clfft_cell){0, 1, 0};
    if (below == desc->n_bins)
        return (clfft_cell){k, 1, 0};
    if (desc->no_interpolation)
        return (clfft_cell){center < border_of(desc, k) ? k : below, 1, 0};
    fraction =
        (clfft_axis_frequency(&desc->axis, center) - f[k]) / (f[below] - f[k]);
    return (clfft_cell){k, 0,
                        fraction > 0 ? fminf((float)fraction, largest) : 0};
}

/* How many bins lie below `edge`, in cells from the axis' low end, or, if that
   is asked for, at it. Positions rise, so few of many bins are looked at. */
static unsigned count_below(const clfft_cells_desc *desc, double edge, bool at)
{
    unsigned first = 0, last = desc->n_bins;

    while (first < last) {
        const unsigned k = first + (last - first) / 2;
        const double cells =
            clfft_axis_position(&desc->axis, desc->frequencies[k]) *
            desc->n_cells;

        if (cells < edge || (at && cells == edge))
            first = k + 1;
        else
            last = k;
    }
    return first;
}

clfft_status clfft_cells_fill(const clfft_cells_desc *desc, clfft_cell *cells)
{
    const clfft_status status = check_cells(desc);
    double low, high;
    unsigned first;

    if (status != CLFFT_STATUS_OK)
        return status;
    find_reach(desc, &low, &high);
    first = count_below(desc, 0, false);
    for (unsigned i = 0; i < desc->n_cells; i++) {
        const double center = (i + 0.5) / desc->n_cells;
        /* the axis' high end belongs to its last cell */
        const unsigned end = count_below(desc, i + 1, i + 1 == desc->n_cells);

        if (end > first)
            cells[i] = (clfft_cell){first, end - first, 0};
        else if (center > low && center < high)
            cells[i] =
                make_between(desc, count_below(desc, i + 0.5, false), center);
        else
            cells[i] = (clfft_cell){desc->n_bins, 0, 0};
        first = end;
    }
    return CLFFT_STATUS_OK;
}
