/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * delay.cl: finds the delay of each row, which is a circular correlation. A
 * work-group searches the row for its largest magnitude, then work-item 0 for
 * the largest between the samples around it: they are interpolated by a sinc
 * that ends in a window.
 *
 *   DELAY_ITEMS  work-items of a group, a power of two; 1 on CPUs
 */
#include "common/complex.cl"

#ifndef DELAY_ITEMS
#error "DELAY_ITEMS must be defined"
#endif

#define REACH 32

#ifdef PRECISION_DOUBLE
typedef double8 REAL8;
#else
typedef float8 REAL8;
#endif

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

/* The first place of a work-item where the magnitude is `top`; `length` if it
   has none. */
INLINE uint find(global const REAL *restrict row, uint length, REAL top)
{
    uint i = 8 * get_local_id(0);

    for (; i < length; i += 8 * DELAY_ITEMS) {
        const uint end = min(i + 8, length);

        if (end - i == 8 && !any(fabs(vload8(0, row + i)) == top))
            continue;
        for (uint j = i; j < end; j++)
            if (fabs(row[j]) == top)
                return j;
    }
    return length;
}

/* The largest magnitude of a work-item. */
INLINE REAL largest(global const REAL *restrict row, uint length)
{
    REAL8 most = 0;
    uint i = 8 * get_local_id(0);

    for (; i + 8 <= length; i += 8 * DELAY_ITEMS)
        most = fmax(most, fabs(vload8(0, row + i)));
    for (; i < length; i++)
        most.s0 = fmax(most.s0, fabs(row[i]));
    const REAL4 four = fmax(most.lo, most.hi);
    const REAL2 two = fmax(four.lo, four.hi);

    return fmax(two.x, two.y);
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

    in += valid ? (ulong)row * length : 0;
    tops[lid] = valid ? largest(in, length) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint span = DELAY_ITEMS / 2; span > 0; span /= 2) {
        if (lid < span)
            tops[lid] = fmax(tops[lid], tops[lid + span]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    places[lid] = valid ? find(in, length, tops[0]) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint span = DELAY_ITEMS / 2; span > 0; span /= 2) {
        if (lid < span)
            places[lid] = min(places[lid], places[lid + span]);
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
