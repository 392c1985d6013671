/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* spectrogram_check.c: checks the description of a picture and the buffers that
   a call is given. */
#include "spectrogram.h"

#include "clfft/base/error.h"
#include "clfft/device/wait.h"

#include <inttypes.h>
#include <math.h>

#define LARGEST_SIDE 32767u
/* decibels: factors of power that single precision holds */
#define MOST_GAIN 370.0
/* every device has room for so many constants, beside the palette */
#define MOST_CURVES 1024u

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, "picture: " __VA_ARGS__)

static clfft_status check_plots(const clfft_picture_desc *d)
{
    const clfft_plot *p = &d->plot;
    const unsigned n_plots = clfft_picture_count_plots(d);
    const uint64_t right = (uint64_t)p->x + p->width;
    uint64_t bottom = (uint64_t)p->y + p->height;

    if (d->width < 1 || d->width > LARGEST_SIDE || d->height < 1 ||
        d->height > LARGEST_SIDE)
        return INVALID("%u x %u pixels are not in 1..%u each", d->width,
                       d->height, LARGEST_SIDE);
    if (d->n_channels < 1 || n_plots > d->height)
        return INVALID("%u channels do not fit in %u rows: 1 to that many do",
                       d->n_channels, d->height);
    if (d->curves && d->mode != CLFFT_PICTURE_LINE)
        return INVALID("curves of channels are for lines, not for mode %d",
                       (int)d->mode);
    if (d->curves && d->n_channels > MOST_CURVES)
        return INVALID("%u curves in a plot, but at most %u are drawn",
                       d->n_channels, MOST_CURVES);
    if (!p->width || !p->height)
        return INVALID("a plot of %u x %u pixels is empty", p->width,
                       p->height);
    if (n_plots > 1 && p->pitch < p->height)
        return INVALID("plots %u rows high overlap every %u rows", p->height,
                       p->pitch);
    if (n_plots > 1)
        bottom += (uint64_t)(n_plots - 1) * p->pitch;
    if (right > d->width || bottom > d->height)
        return INVALID("the plots reach to column %" PRIu64 " and row %" PRIu64
                       " of %u x %u pixels",
                       right, bottom, d->width, d->height);
    return CLFFT_STATUS_OK;
}

static clfft_status check_input(const clfft_picture_desc *d)
{
    if ((unsigned)d->quantity > CLFFT_QUANTITY_PHASE)
        return INVALID("unknown quantity %d", (int)d->quantity);
    if (d->quantity == CLFFT_QUANTITY_PHASE)
        return INVALID("phase has no level");
    if ((unsigned)d->reduction > CLFFT_REDUCTION_MEAN)
        return INVALID("unknown reduction %d", (int)d->reduction);
    if (d->n_bins < 1 || d->n_bins > INT32_MAX)
        return INVALID("%u bins are not in 1..2^31-1", d->n_bins);
    if (d->rotate >= d->n_bins)
        return INVALID("rotate %u is not below the %u bins", d->rotate,
                       d->n_bins);
    return CLFFT_STATUS_OK;
}

static clfft_status check_cells(const clfft_picture_desc *d)
{
    const bool columns =
        d->mode == CLFFT_PICTURE_WATERFALL || d->mode == CLFFT_PICTURE_OVERVIEW;
    const unsigned side = columns ? d->plot.height : d->plot.width;

    if (d->mode == CLFFT_PICTURE_BARS ? d->n_cells < 1 || d->n_cells > side
                                      : d->n_cells != side)
        return INVALID("%u cells, but the plot has %s%u %s", d->n_cells,
                       d->mode == CLFFT_PICTURE_BARS ? "1.." : "", side,
                       columns ? "rows" : "columns");
    if (!d->cells)
        return INVALID("no cells");
    for (unsigned i = 0; i < d->n_cells; i++) {
        const clfft_cell *cell = &d->cells[i];
        const uint64_t last =
            (uint64_t)cell->first +
            (cell->count ? cell->count - 1 : cell->fraction > 0);
        if (!(cell->fraction >= 0 && cell->fraction < 1))
            return INVALID("cell %u: fraction %g is not in 0..1", i,
                           (double)cell->fraction);
        if (!cell->count && cell->first == d->n_bins && cell->fraction == 0)
            continue; /* shows nothing */
        if (last >= d->n_bins)
            return INVALID("cell %u: bin %" PRIu64 " is beyond the %u bins", i,
                           last, d->n_bins);
    }
    return CLFFT_STATUS_OK;
}

static clfft_status check_gains(const clfft_picture_desc *d)
{
    if (d->gains && d->mode == CLFFT_PICTURE_PLANE)
        return INVALID("gains are of bins of one axis, not of planes");
    for (unsigned k = 0; d->gains && k < d->n_bins; k++)
        if (!(fabs(d->gains[k]) <= MOST_GAIN))
            return INVALID("bin %u: a gain of %g dB is not in %g..%g", k,
                           d->gains[k], -MOST_GAIN, MOST_GAIN);
    return CLFFT_STATUS_OK;
}

static clfft_status check_components(const clfft_picture_desc *d)
{
    if (d->n_components > CLFFT_PICTURE_MOST_COMPONENTS || d->n_components == 2)
        return INVALID("%u components are not 0, 1 or 3", d->n_components);
    for (unsigned i = 0; i < d->n_components; i++) {
        const clfft_picture_component *c = &d->components[i];
        const uint64_t width = i ? (d->width + 1) / 2 : d->width;
        const uint64_t row = (width - 1) * c->step + 1;

        if (!c->step || row > c->stride)
            return INVALID("component %u: a row of %" PRIu64
                           " bytes, %u apart, "
                           "does not fit into a stride of %u",
                           i, width, c->step, c->stride);
        for (unsigned k = 0; k < 3; k++)
            if (!isfinite(c->weights[k]))
                return INVALID("component %u: weight %u is not finite", i, k);
        if (!isfinite(c->bias))
            return INVALID("component %u: the bias is not finite", i);
    }
    return CLFFT_STATUS_OK;
}

clfft_status clfft_picture_check_desc(const clfft_picture_desc *desc)
{
    clfft_status status;

    if ((unsigned)desc->mode > CLFFT_PICTURE_PLANE)
        return INVALID("unknown mode %d", (int)desc->mode);
    TRY(CHECK_RESERVED("clfft_picture_desc", desc));
    TRY(clfft_check_waiter(desc->waiter));
    if (desc->plane)
        TRY(CHECK_RESERVED("clfft_plane", desc->plane));
    TRY(check_plots(desc));
    TRY(check_input(desc));
    TRY(desc->mode == CLFFT_PICTURE_PLANE ? clfft_picture_check_plane(desc)
                                          : check_cells(desc));
    if (!(desc->fall >= 0) || isinf(desc->fall))
        return INVALID("fall %g dB/s is not 0 or above", desc->fall);
    if (!(desc->hold >= 0) || isinf(desc->hold))
        return INVALID("hold %g s is not 0 or above", desc->hold);
    TRY(check_gains(desc));
    TRY(check_components(desc));
fail:
    return status;
}
