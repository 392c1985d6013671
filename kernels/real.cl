/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * real.cl: from the transform of h = n/2 complex points, made of the even and
 * odd samples of n real ones, to their spectrum: see untangle(). A work-item
 * makes the pair k, h - k.
 */
kernel void pass_real(PASS_PARAMETERS)
{
    PASS_ABSENT
    const uint h = a.n / 2, n_pairs = h / 2 + 1;
    const uint id =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));
    const uint number = id / n_pairs;
    const uint k = id - number * n_pairs;

    if (number >= a.n_transforms)
        return;
    const struct place p = place_of(number, &a);
    const REAL2 z = in[p.in + k], y = in[p.in + (k ? h - k : 0)];
    const REAL2 w = root_of_unity(real_roots, k, a.real_shift);
    REAL zr = z.x, zi = z.y, yr = y.x, yi = y.y;

    untangle(&zr, &zi, &yr, &yi, w.x, w.y);
    store_point(STORE_ARGUMENTS, &p, k, k, zr, zi);
    if (2 * k != h)
        store_point(STORE_ARGUMENTS, &p, h - k, h - k, yr, yi);
}
