/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * real.cl: from the transform Z of h = n/2 complex points, made of the even
 * and odd samples of n real ones, to their spectrum. A work-item makes the
 * pair k, h - k:
 *
 *   X[k], X[h-k] = (Z[k] + conj Z[h-k]) / 2 -+ i w^k (Z[k] - conj Z[h-k]) / 2
 *
 * with w = exp(-2 pi i / n) and the second one conjugated.
 */
kernel void pass_real(PASS_PARAMETERS)
{
    const uint h = a.n / 2, n_pairs = h / 2 + 1;
    const uint id =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));
    const uint number = id / n_pairs;
    const uint k = id - number * n_pairs;

    if (number >= a.n_transforms)
        return;
    const struct place p = place_of(number, &a);
    const REAL2 z = in[p.in + k];
    const REAL2 y = in[p.in + (k ? h - k : 0)];
    const REAL er = REAL_C(0.5) * (z.x + y.x), ei = REAL_C(0.5) * (z.y - y.y);
    REAL dr = REAL_C(0.5) * (z.y + y.y), di = REAL_C(0.5) * (y.x - z.x);
    const REAL2 w = root_of_unity(real_roots, k, a.real_shift);

    COMPLEX_MULTIPLY(dr, di, w.x, w.y);
    store_point(STORE_ARGUMENTS, &p, k, k, er + dr, ei + di);
    if (2 * k != h)
        store_point(STORE_ARGUMENTS, &p, h - k, h - k, er - dr, di - ei);
}
