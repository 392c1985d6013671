/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * direct.cl: one Stockham stage through global memory, no local memory and
 * no barrier: a work-item runs one butterfly of radix RADIX (Van Loan,
 * "Computational Frameworks for the Fast Fourier Transform", 1992, 1.7).
 *
 * a.root_count is the transform's length m, a.span the product of the
 * radices before this one; a.root_scale = m / (span * RADIX).
 */
#include "common/access.cl"
#include "common/butterfly.cl"

#ifndef RADIX
#error "RADIX must be defined"
#endif

kernel void pass_direct(PASS_PARAMETERS)
{
    PASS_ABSENT
    const uint n_butterflies = a.root_count / RADIX;
    const uint id =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));
#ifdef NEIGHBOURS
    /* work-items side by side take lines side by side */
    const uint rest = id / a.loop[0].count;
    const uint number =
        rest / n_butterflies * a.loop[0].count + (id - rest * a.loop[0].count);
    const uint j = rest % n_butterflies;
#else
    const uint number = id / n_butterflies;
    const uint j = id - number * n_butterflies;
#endif
    REAL re[RADIX], im[RADIX];

    if (number >= a.n_transforms)
        return;
    const struct place p = place_of(number, &a);
#pragma unroll
    for (int k = 0; k < RADIX; k++)
        load_point(LOAD_ARGUMENTS, &p, j + k * n_butterflies, &re[k], &im[k]);

    const uint q = j % a.span;
    if (a.span > 1) {
#pragma unroll
        for (int k = 1; k < RADIX; k++) {
            const REAL2 w = root_of_unity(roots, k * q * a.root_scale, a.shift);
            COMPLEX_MULTIPLY(re[k], im[k], w.x, w.y);
        }
    }
    JOIN(butterfly, RADIX)(re, im);

    const uint o = (j - q) * RADIX + q;
#pragma unroll
    for (int k = 0; k < RADIX; k++)
        store_point(STORE_ARGUMENTS, &p, o + k * a.span, o + k * a.span, re[k],
                    im[k]);
}
