/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * delay.cl: finds the delay of each row, which is a circular correlation. A
 * work-group searches the row for its largest magnitude, then work-item 0 for
 * the largest between the samples around it: they are interpolated by a sinc
 * that ends in a window.
 *
 *   DELAY_ITEMS  work-items of a group, a power of two
 */
#include "common/complex.cl"

#ifndef DELAY_ITEMS
#error "DELAY_ITEMS must be defined"
#endif

#define REACH 32

/* The correlation `u` samples behind `top`, |u| < 2, of `reach` samples on
   either side. */
INLINE REAL between(global const REAL *restrict row, uint length, uint top,
                    int reach, REAL u)
{
    const REAL sine = sinpi(u) * REAL_C(0.31830988618379067154);
    REAL sum = 0;

    for (int j = -reach; j <= reach; j++) {
        const REAL d = u - (REAL)j, t = d / (REAL)(reach + 2);
        const REAL taper = (1 - t * t) * (1 - t * t);
        const REAL sinc = d == 0 ? 1 : (j & 1 ? -sine : sine) / d;
        const uint at = j < 0 && top < (uint)-j ? top + length - (uint)-j
                                                : top + (uint)j;

        sum += row[at < length ? at : at - length] * sinc * taper;
    }
    return sum;
}

/* Where the magnitude is largest, in samples behind `top`: the vertex of a
   parabola through three points, ever closer together. */
INLINE REAL vertex(global const REAL *restrict row, uint length, uint top,
                   REAL *height)
{
    const int reach = (int)min((length - 1) / 2, (uint)REACH);
    REAL u = 0, y = row[top];

    for (REAL h = 1; reach > 0 && h > REAL_C(0.05); h *= REAL_C(0.25)) {
        const REAL a = between(row, length, top, reach, u - h);
        const REAL c = between(row, length, top, reach, u + h);
        const REAL slope = c - a, bend = a - 2 * y + c;

        if (!(bend * y < 0))
            break;
        u -= clamp(REAL_C(0.5) * slope / bend, REAL_C(-0.5), REAL_C(0.5)) * h;
        y = between(row, length, top, reach, u);
    }
    *height = y;
    return u;
}

/* in: rows of `length`; out: for each row the delay in seconds and the
   correlation there, 1 where all bins agree. */
kernel __attribute__((reqd_work_group_size(DELAY_ITEMS, 1, 1)))
void delay(global const REAL *restrict in, global REAL2 *restrict out,
           const ulong out_base, const uint n_rows, const uint length,
           const REAL rate)
{
    local REAL tops[DELAY_ITEMS];
    local uint places[DELAY_ITEMS];
    const uint lid = get_local_id(0);
    const uint row = get_group_id(0) + get_group_id(1) * get_num_groups(0);
    const bool valid = row < n_rows;
    REAL most = 0;
    uint top = 0;

    in += valid ? (ulong)row * length : 0;
    for (uint i = lid; valid && i < length; i += DELAY_ITEMS) {
        const REAL x = fabs(in[i]);

        if (x > most) {
            most = x;
            top = i;
        }
    }
    tops[lid] = most;
    places[lid] = top;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint span = DELAY_ITEMS / 2; span > 0; span /= 2) {
        if (lid < span) {
            const REAL other = tops[lid + span];
            const uint place = places[lid + span];

            if (other > tops[lid] ||
                (other == tops[lid] && place < places[lid])) {
                tops[lid] = other;
                places[lid] = place;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (valid && lid == 0) {
        REAL height = 0, behind = 0;
        const uint at = places[0];

        if (tops[0] > 0)
            behind = vertex(in, length, at, &height);
        behind += at > length / 2 ? -(REAL)(length - at) : (REAL)at;
        out[out_base + row] = (REAL2)(behind / rate, height / (REAL)length);
    }
}
