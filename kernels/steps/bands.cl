/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * bands.cl: computes weighted sums of the powers of neighbouring bins, or with
 * SPARSE of any bins (rings). Each work-item makes one band of one transform:
 * `in` holds its powers in stored order; STORE is the quantity made of the sum,
 * or with OF_MAGNITUDE of the square of the sum of the roots.
 * Sums of 16 bins are added with compensation (W. Kahan, CACM 8 (1965), 40): a
 * band of thousands is as exact as one of 16.
 */
#include "common/access.cl"
#include "common/quantity.cl"

kernel void pass_bands(PASS_PARAMETERS)
{
    PASS_ABSENT
    const uint id =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));
    const uint number = id / n_bands;
    const uint band = id - number * n_bands;
    REAL sum = 0, excess = 0;

    if (number >= a.n_transforms)
        return;
    const struct place p = place_of(number, &a);
#ifdef SPARSE
    global const REAL *power = in + p.in;
#define POWER_OF(i) power[band_start[i]]
#else
    global const REAL *power = in + p.in + band_start[band] - band_first[band];
#define POWER_OF(i) power[i]
#endif
#ifdef OF_MAGNITUDE
#define TERM(i) sqrt(POWER_OF(i))
#else
#define TERM(i) POWER_OF(i)
#endif
    const uint end = band_first[band + 1];
    for (uint i = band_first[band]; i < end;) {
        const uint stop = min(i + 16, end);
        REAL part = -excess;
        for (; i < stop; i++)
            part += band_weight[i] * TERM(i);
        const REAL next = sum + part;
        excess = (next - sum) - part;
        sum = next;
    }
#ifdef OF_MAGNITUDE
    sum *= sum;
#endif
    out[p.out + (offset_t)band * (offset_t)a.out.stride] =
        STORED(quantity_of_power(sum, factors.w));
}
