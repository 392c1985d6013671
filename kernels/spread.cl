/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spread.cl: from the spectrum of several axes, as its last pass leaves it in
 * scratch, to all that is stored of it. A work-item makes bins of one column;
 * their numbers are final but for their place, and but for the sign of
 * imaginary parts and phases where
 *
 *   HALF_STORED   the input has the bins 0..n/2 of axis 0 alone: those above
 *                 are the conjugates of X[-k0, -k1, -k2]
 *   ROTATE        bin n/2 (rounded down) is DC on every axis
 */

/* Which bin of an axis stands at `position`. */
INLINE uint bin_at(uint position, uint n)
{
#ifdef ROTATE
    const uint k = position + n - n / 2;

    return k >= n ? k - n : k;
#else
    return position;
#endif
}

kernel void pass_spread(PASS_PARAMETERS, const struct pass_box box)
{
    PASS_ABSENT
    const uint q0 = (uint)get_global_id(0);
    const uint end = a.n_transforms * box.bins[2] * box.bins[1];
    const uint k0 = bin_at(q0, box.n[0]);
#ifdef HALF_STORED
    const bool mirrored = k0 > box.n[0] / 2;
#else
    const bool mirrored = false;
#endif

    if (q0 >= box.bins[0])
        return;
    for (uint row = (uint)get_global_id(1); row < end;
         row += (uint)get_global_size(1)) {
        const uint layer = row / box.bins[1], q1 = row - layer * box.bins[1];
        const uint number = layer / box.bins[2];
        const uint q2 = layer - number * box.bins[2];
        const uint k1 = bin_at(q1, box.n[1]), k2 = bin_at(q2, box.n[2]);
        const struct place p = place_of(number, &a);
        const long upper = p.in + k1 * box.in_stride[1] + k2 * box.in_stride[2];
        const long lower = p.in + (k1 ? box.n[1] - k1 : 0) * box.in_stride[1] +
                           (k2 ? box.n[2] - k2 : 0) * box.in_stride[2];
        const long i = mirrored ? lower + (box.n[0] - k0) : upper + k0;
        const long o = p.out + q0 * box.out_stride[0] +
                       q1 * box.out_stride[1] + q2 * box.out_stride[2];

#if STORE == COMPLEX
        out[o] = (REAL2)(in[i].x, mirrored ? -in[i].y : in[i].y);
#elif STORE == PHASE
        out[o] = STORED(mirrored ? -in[i] : in[i]);
#else
        out[o] = STORED(in[i]);
#endif
    }
}
