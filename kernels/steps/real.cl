/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * real.cl: converts between the spectrum of n real samples and the transform of
 * h = n/2 complex points that are made of their even and odd samples. Pairs of
 * points k, h - k become pairs of bins, see untangle(); with RUNS a work-item
 * makes blocks of them in vectors, else one pair. With LOAD == HALF bins become
 * points, see tangle(), in vectors alone.
 */
#include "common/access.cl"
#include "simd/vectors.cl"
#include "simd/store-vectors.cl"

#if LOAD == HALF
/* point 0 is made of bins 0 and h, whose imaginary parts are ignored */
#define CONVERT tangle
#define PARTNER(k) (h - (k))
#define HAS_TWO(k) ((k) && 2 * (k) != h)
#define IS_REAL(k) ((k) == 0)
#else
/* point 0 is its own partner, and makes both */
#define CONVERT untangle
#define PARTNER(k) ((k) ? h - (k) : 0)
#define HAS_TWO(k) (2 * (k) != h)
#define IS_REAL(k) false
#endif
#define AT(i) (offset_t)(i) * (offset_t)a->in.stride

#ifdef RUNS

/* Converts up to LANES pairs from k on, of which there are `count`, one by
   one. */
INLINE void convert_few(global const REAL2 *restrict in,
                        global const REAL2 *restrict real_roots,
                        STORE_PARAMETERS, const struct place *p, uint k,
                        uint count)
{
    const uint h = a->n / 2;
    REAL z[2][LANES] = {{0}}, y[2][LANES] = {{0}};
    VEC zr, zi, yr, yi, wr, wi;

#pragma nounroll
    for (uint l = 0; l < count; l++) {
        const REAL2 low = (in + p->in)[AT(k + l)];
        const REAL2 high = (in + p->in)[AT(PARTNER(k + l))];

        z[0][l] = low.x;
        z[1][l] = IS_REAL(k + l) ? 0 : low.y;
        y[0][l] = high.x;
        y[1][l] = IS_REAL(k + l) ? 0 : high.y;
    }
    zr = VLOAD(0, z[0]);
    zi = VLOAD(0, z[1]);
    yr = VLOAD(0, y[0]);
    yi = VLOAD(0, y[1]);
    roots_at(real_roots, min(k + LANE_NUMBERS, (UINTS)(h / 2)), a->real_shift,
             &wr, &wi);
    CONVERT(&zr, &zi, &yr, &yi, wr, wi);
    VSTORE(zr, 0, z[0]);
    VSTORE(zi, 0, z[1]);
    VSTORE(yr, 0, y[0]);
    VSTORE(yi, 0, y[1]);
#pragma nounroll
    for (uint l = 0; l < count; l++) {
        store_point(STORE_FORWARD, p, k + l, k + l, z[0][l], z[1][l]);
        if (HAS_TWO(k + l))
            store_point(STORE_FORWARD, p, h - k - l, h - k - l, y[0][l],
                        y[1][l]);
    }
}

/* Converts LANES pairs from k > 0 on, which are neighbours at both ends. */
INLINE void convert_run(global const REAL2 *restrict in,
                        global const REAL2 *restrict real_roots,
                        STORE_PARAMETERS, const struct place *p, const bool run,
                        uint k)
{
    const uint m = a->n / 2 - k - (LANES - 1);
    VEC zr, zi, yr, yi, wr, wi;

    read_pairs((global const REAL *)(in + p->in + k), &zr, &zi);
    read_pairs((global const REAL *)(in + p->in + m), &yr, &yi);
    yr = REVERSE(yr);
    yi = REVERSE(yi);
    roots_from(real_roots, k, a->real_shift, &wr, &wi);
    CONVERT(&zr, &zi, &yr, &yi, wr, wi);
    store_run(STORE_FORWARD, p, 0, run, m, REVERSE(yr), REVERSE(yi));
    store_run(STORE_FORWARD, p, 0, run, k, zr, zi);
}

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void pass_real(PASS_PARAMETERS)
{
    PASS_ABSENT
    const uint n_pairs = a.n / 4 + 1;
    const uint n_blocks = (n_pairs - 1) / PASS_REAL_BLOCK + 1;
    const bool run = can_store_runs(&a, a.n / 2 + (LOAD != HALF));
    uint block = a.chunk *
                 (uint)(get_group_id(0) + get_group_id(1) * get_num_groups(0));
    const uint end = min(block + a.chunk, a.n_transforms * n_blocks);

#pragma nounroll
    for (; block < end; block++) {
        const uint number = block / n_blocks;
        const struct place p = place_of(number, &a);
        uint k = (block - number * n_blocks) * PASS_REAL_BLOCK;
        const uint last = min(k + PASS_REAL_BLOCK, n_pairs);

#pragma nounroll
        for (; k < last; k += LANES) {
            if (k > 0 && k + LANES <= last && a.in.stride == 1)
                convert_run(in, real_roots, STORE_ARGUMENTS, &p, run, k);
            else
                convert_few(in, real_roots, STORE_ARGUMENTS, &p, k,
                            min(last - k, (uint)LANES));
        }
    }
}

#elif LOAD == HALF
#error "bins become points in vectors alone"
#else

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
    const REAL2 z = in[p.in + k], y = in[p.in + PARTNER(k)];
    const REAL2 w = root_of_unity(real_roots, k, a.real_shift);
    REAL zr = z.x, zi = z.y, yr = y.x, yi = y.y;

    untangle(&zr, &zi, &yr, &yi, w.x, w.y);
    store_point(STORE_ARGUMENTS, &p, k, k, zr, zi);
    if (HAS_TWO(k))
        store_point(STORE_ARGUMENTS, &p, h - k, h - k, yr, yi);
}
#endif
