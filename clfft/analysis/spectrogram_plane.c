/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* spectrogram_plane.c: checks the tables of a plane and lays them out as the
   kernel reads them. */
#include "spectrogram.h"

#include "clfft/base/error.h"

#include <inttypes.h>
#include <string.h>

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, "picture: " __VA_ARGS__)

static clfft_status check_spans(const char *name, const clfft_span *spans,
                                unsigned n_spans, unsigned n)
{
    for (unsigned i = 0; i < n_spans; i++) {
        const uint64_t end = (uint64_t)spans[i].first + spans[i].count;
        if (spans[i].count && end > n)
            return INVALID("%s %u reaches to %" PRIu64 ", beyond the %u of the "
                           "plane",
                           name, i, end - 1, n);
    }
    return CLFFT_STATUS_OK;
}

/* Checks that a frame holds the points of all rows and columns: every row meets
   every column. */
static clfft_status check_points(const clfft_plane *plane, unsigned n_points)
{
    uint64_t rows[2] = {0, 0}, columns[2] = {0, 0};
    bool is_there[2] = {false, false};

    for (unsigned i = 0; i < plane->n_rows; i++) {
        if (plane->rows[i].plain > rows[0])
            rows[0] = plane->rows[i].plain;
        if (plane->rows[i].mirrored > rows[1])
            rows[1] = plane->rows[i].mirrored;
    }
    for (unsigned i = 0; i < plane->n_columns; i++) {
        const clfft_plane_column *column = &plane->columns[i];
        if (column->is_mirrored > 1)
            return INVALID("column %u: is_mirrored %" PRIu32 " is neither 0 "
                           "nor 1",
                           i, column->is_mirrored);
        is_there[column->is_mirrored] = true;
        if (column->offset > columns[column->is_mirrored])
            columns[column->is_mirrored] = column->offset;
    }
    for (unsigned i = 0; i < 2; i++)
        if (is_there[i] && rows[i] + columns[i] >= n_points)
            return INVALID("the plane has a point at %" PRIu64 ", beyond the "
                           "%u bins",
                           rows[i] + columns[i], n_points);
    return CLFFT_STATUS_OK;
}

clfft_status clfft_picture_check_plane(const clfft_picture_desc *desc)
{
    const clfft_plane *plane = desc->plane;
    clfft_status status;

    if (desc->n_channels != 1 || desc->rotate || desc->n_cells)
        return INVALID("%u channels, rotate %u and %u cells, but a plane has "
                       "1, 0 and 0",
                       desc->n_channels, desc->rotate, desc->n_cells);
    if (!plane || !plane->rows || !plane->columns || !plane->down ||
        !plane->across)
        return INVALID("no plane");
    if (plane->n_rows < 1 || plane->n_rows > INT32_MAX ||
        plane->n_columns < 1 || plane->n_columns > INT32_MAX)
        return INVALID("a plane of %u rows and %u columns: not in 1..2^31-1",
                       plane->n_rows, plane->n_columns);
    TRY(check_points(plane, desc->n_bins));
    TRY(check_spans("row of pixels", plane->down, desc->plot.height,
                    plane->n_rows));
    TRY(check_spans("column of pixels", plane->across, desc->plot.width,
                    plane->n_columns));
fail:
    return status;
}

uint64_t clfft_picture_count_pairs(const clfft_picture_desc *desc)
{
    return (uint64_t)desc->plane->n_rows + desc->plane->n_columns +
           desc->plot.height + desc->plot.width;
}

/* Appends pairs after the first `at` of them; returns how many there are
   then. */
static size_t append(uint32_t (*pairs)[2], size_t at, const void *table,
                     size_t n)
{
    memcpy(pairs + at, table, n * sizeof *pairs);
    return at + n;
}

void clfft_picture_pack_plane(const clfft_picture_desc *desc,
                              uint32_t (*pairs)[2])
{
    const clfft_plane *plane = desc->plane;
    size_t n = 0;

    n = append(pairs, n, plane->rows, plane->n_rows);
    n = append(pairs, n, plane->columns, plane->n_columns);
    n = append(pairs, n, plane->down, desc->plot.height);
    append(pairs, n, plane->across, desc->plot.width);
}
