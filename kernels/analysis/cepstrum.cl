/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * cepstrum.cl: the first coefficients of the discrete cosine transform (DCT-II)
 * of each row of points, by a matrix [point][coefficient] that has the lifter in
 * it. A work-item makes one coefficient: neighbours read neighbours of the
 * matrix and one and the same point.
 */
#include "common/complex.cl"

kernel void cepstrum(global const REAL *restrict rows,
                     global REAL *restrict coefficients,
                     global const REAL *restrict matrix, const ulong first_row,
                     const ulong n_rows, const uint n_points,
                     const uint n_coefficients)
{
    const ulong at =
        (get_group_id(0) + (ulong)get_group_id(1) * get_num_groups(0)) *
            get_local_size(0) +
        get_local_id(0);
    const ulong row = at / n_coefficients;
    const uint k = (uint)(at - row * n_coefficients);
    REAL sum = 0;

    if (row >= n_rows)
        return;
    rows += row * n_points;
    for (uint j = 0; j < n_points; j++)
        sum += matrix[(size_t)j * n_coefficients + k] * rows[j];
    coefficients[first_row * n_coefficients + at] = sum;
}
