/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spectrogram-plane.cl: computes the levels of a picture of spectra with two
 * axes; each work-item owns a pixel. `plane` is four tables one behind the
 * other: where rows begin (for plain columns, for mirrored ones), columns
 * (offset, is it mirrored), then for rows and columns of pixels what they show
 * (first, count).
 */
#include "analysis/spectrogram.cl"

#if PICTURE == PLANE
/* The level that a pixel shows of one row, or `so_far` if that is larger. */
INLINE float strongest_of_row(global const float *restrict frame, uint2 row,
                              global const uint2 *restrict columns, uint n,
                              float so_far, const struct canvas *c)
{
    for (uint i = 0; i < n; i++) {
        const uint2 column = columns[i];
        const float x =
            number_at(frame, (column.y ? row.y : row.x) + column.x, c);
        so_far = x > so_far || x != x ? x : so_far;
    }
    return so_far;
}

INLINE float power_of_row(global const float *restrict frame, uint2 row,
                          global const uint2 *restrict columns, uint n,
                          const struct canvas *c)
{
    float sum = 0;

    for (uint i = 0; i < n; i++) {
        const uint2 column = columns[i];
        sum += number_as_power(
            number_at(frame, (column.y ? row.y : row.x) + column.x, c), c);
    }
    return sum;
}

kernel void picture_plane(global const float *restrict in,
                          global ushort *restrict codes,
                          global const uint2 *restrict plane,
                          const struct canvas c, const struct canvas_plane a)
{
    const uint x = (uint)get_global_id(0), y = (uint)get_global_id(1);
    global const uint2 *columns = plane + a.n_rows;
    global const uint2 *spans = columns + a.n_columns;
    float level = -INFINITY, sum = 0;

    if (x >= c.plot_width)
        return;
    const uint2 down = spans[y], across = spans[c.plot_height + x];
    const uint n_rows = a.n_frames ? down.y : 0;
    codes += (ulong)(c.plot_height - 1 - y) * c.plot_width + x;
    in += a.in_base;
    plane += down.x;
    columns += across.x;
    if (n_rows == 0 || across.y == 0) {
        *codes = 0;
        return;
    }
    if (c.reduction == REDUCTION_PEAK) {
        for (uint i = 0; i < n_rows; i++)
            level = strongest_of_row(in, plane[i], columns, across.y, level,
                                     &c);
        *codes = code_of_decibels(c.quantity == QUANTITY_DB
                                      ? level : decibels_of_power(level));
        return;
    }
    for (uint i = 0; i < n_rows; i++)
        sum += power_of_row(in, plane[i], columns, across.y, &c);
    *codes = code_of_decibels(
        decibels_of_power(sum / ((float)n_rows * (float)across.y)));
}
#endif
