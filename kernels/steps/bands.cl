/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * bands.cl: computes weighted sums of the powers of neighbouring bins, or with
 * SPARSE of any bins (rings). `in` holds the powers of each transform in stored
 * order; STORE is the quantity made of the sum, or with OF_MAGNITUDE of the
 * square of the sum of the roots. Sums of 16 bins are added with compensation
 * (W. Kahan, CACM 8 (1965), 40): a band of thousands is as exact as one of 16.
 *
 * A work-item makes one band of one transform; or, on CPUs, with LANES all bands
 * of so many transforms at once, whose powers it turns in local memory first.
 */
#include "common/access.cl"
#include "common/quantity.cl"
#include "simd/vectors.cl"

#ifdef OF_MAGNITUDE
#define TERM(power) sqrt(power)
#else
#define TERM(power) (power)
#endif

/* The power of a band, a number or a vector of them, of powers X(i). */
#define SUM_BAND(type, sum, band, X)                                           \
    type sum = 0;                                                              \
    {                                                                          \
        const uint end = band_first[(band) + 1];                               \
        type excess = 0;                                                       \
        for (uint i = band_first[band]; i < end;) {                            \
            const uint stop = min(i + 16, end);                                \
            type part = -excess;                                               \
            for (; i < stop; i++)                                              \
                part += band_weight[i] * TERM(X(i));                           \
            const type next = sum + part;                                      \
            excess = (next - sum) - part;                                      \
            sum = next;                                                        \
        }                                                                      \
    }                                                                          \
    sum = OF_SUM(sum)
#ifdef OF_MAGNITUDE
#define OF_SUM(sum) ((sum) * (sum))
#else
#define OF_SUM(sum) (sum)
#endif

#if LANES > 1
#ifdef PIXEL
#define STORE_RUN(x, at) VSTORE_HALF(x, 0, at)
#else
#define STORE_RUN(x, at) VSTORE(x, 0, at)
#endif

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void pass_bands(PASS_PARAMETERS)
{
    PASS_ABSENT
    local VEC powers[POWERS]; /* of a bin in LANES transforms */
    const uint group = get_group_id(0) + get_group_id(1) * get_num_groups(0);
    const uint end = min((group + 1) * a.chunk * LANES, a.n_transforms);

    for (uint number = group * a.chunk * LANES; number < end; number += LANES) {
        const uint n_rows = min(end - number, (uint)LANES);
        global const REAL *rows[LANES];
        long places[LANES];
        bool side_by_side = n_rows == LANES;

        for (uint r = 0; r < LANES; r++) {
            const struct place p = place_of(number + min(r, n_rows - 1), &a);

            rows[r] = in + p.in;
            places[r] = p.out;
            side_by_side &= p.out == places[0] + r;
        }
        for (uint k = 0; k + LANES <= POWERS; k += LANES) {
            VEC v[LANES];

#pragma unroll
            for (int r = 0; r < LANES; r++)
                v[r] = VLOAD(0, rows[r] + k);
            turn(v);
#pragma unroll
            for (int r = 0; r < LANES; r++)
                powers[k + r] = v[r];
        }
        for (uint k = POWERS - POWERS % LANES; k < POWERS; k++)
            for (uint r = 0; r < LANES; r++)
                ((local REAL *)&powers[k])[r] = rows[r][k];
        for (uint band = 0; band < n_bands; band += LANES) {
            const uint n = min(n_bands - band, (uint)LANES);
            VEC bands[LANES];

            for (uint b = 0; b < n; b++) {
                const local VEC *power =
                    powers + band_start[band + b] - band_first[band + b];
#define POWER_OF(i) power[i]
                SUM_BAND(VEC, sum, band + b, POWER_OF);
                bands[b] =
                    changed_lanes(quantity_of_power(sum, factors.w), range);
            }
#if !defined(PIXEL) || PIXEL == HALF_NUMBER
            if (side_by_side) {
                for (uint b = 0; b < n; b++)
                    STORE_RUN(bands[b],
                              out + places[0] + (offset_t)(band + b) *
                                                    (offset_t)a.out.stride);
                continue;
            }
            if (n == LANES && a.out.stride == 1) {
                turn(bands);
                for (uint r = 0; r < n_rows; r++)
                    STORE_RUN(bands[r], out + places[r] + band);
                continue;
            }
#endif
            for (uint b = 0; b < n; b++)
                for (uint r = 0; r < n_rows; r++)
                    out[places[r] +
                        (offset_t)(band + b) * (offset_t)a.out.stride] =
                        CODED(((const REAL *)&bands[b])[r]);
        }
    }
}
#else
kernel void pass_bands(PASS_PARAMETERS)
{
    PASS_ABSENT
    const uint id =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));
    const uint number = id / n_bands;
    const uint band = id - number * n_bands;

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
    SUM_BAND(REAL, sum, band, POWER_OF);
    out[p.out + (offset_t)band * (offset_t)a.out.stride] =
        STORED(quantity_of_power(sum, factors.w));
}
#endif
