/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * give.cl: gives the output of a convolver: the sum of what its levels made
 * for these frames, and of the first taps, which are convolved here. A
 * work-item has GIVE_VECTORS vectors of LANES frames of one channel.
 */
#include "host/convolve.h"
#include "common/complex.cl"

#ifndef GIVE_VECTORS
#error "GIVE_VECTORS must be defined"
#endif

#if LANES == 1
#define LOAD_VEC(at) (*(at))
#define STORE_VEC(x, at) (*(at) = (x))
#else
#define LOAD_VEC(at) JOIN(vload, LANES)(0, at)
#define STORE_VEC(x, at) JOIN(vstore, LANES)(x, 0, at)
#endif
#define PART 64u
#define FRAMES (LANES * GIVE_VECTORS)

/* What a level has for the frames from `begin` on. */
INLINE void add_level(VEC y[GIVE_VECTORS], global const REAL *restrict future,
                      uint output, uint begin, uint end,
                      const struct convolve_level *level,
                      const struct convolve_give *a)
{
    const uint block = level->block, length = level->slots << level->shift;
    const ulong slot_size = (ulong)a->outputs * 2 * block;
    REAL values[LANES];

    future += level->base + (ulong)output * 2 * block + block;
    for (uint v = 0; v < GIVE_VECTORS; v++) {
        const uint from = begin + v * LANES;
        uint at = level->first + from;

        at -= at >= length ? length : 0;
        if (from >= level->silent && from + LANES <= end &&
            (at & (block - 1)) + LANES <= block) {
            y[v] += LOAD_VEC(future + (at >> level->shift) * slot_size +
                             (at & (block - 1)));
            continue;
        }
        for (uint j = 0; j < LANES; j++) {
            const bool known = from + j >= level->silent && from + j < end;

            at -= at >= length ? length : 0;
            values[j] = known ? future[(at >> level->shift) * slot_size +
                                       (at & (block - 1))]
                              : 0;
            at++;
        }
        y[v] += LOAD_VEC(values);
    }
}

/* sum_k h[k] x[t - k], x being the history at frame `begin`. Sums of sums lose
   less than one long sum. */
INLINE void add_direct(VEC y[GIVE_VECTORS], global const REAL *restrict x,
                       global const REAL *restrict h, uint n)
{
    for (uint begin = 0; begin < n; begin += PART) {
        const uint end = min(begin + PART, n);
        VEC sums[GIVE_VECTORS];

        for (uint v = 0; v < GIVE_VECTORS; v++)
            sums[v] = 0;
        for (uint k = begin; k < end; k++) {
            const REAL tap = h[k];

            for (uint v = 0; v < GIVE_VECTORS; v++)
                sums[v] = fma((VEC)tap, LOAD_VEC(x + v * LANES - k), sums[v]);
        }
        for (uint v = 0; v < GIVE_VECTORS; v++)
            y[v] += sums[v];
    }
}

kernel void convolve_give(global const REAL *restrict history,
                          global const REAL *restrict taps,
                          global const REAL *restrict future,
                          global REAL *restrict out,
                          const struct convolve_give a, const REAL ramp_from,
                          const REAL ramp_step)
{
    const uint item =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));
    const uint n_pieces = (a.n_frames + FRAMES - 1) / FRAMES;
    const uint output = item / n_pieces;
    const uint begin = item % n_pieces * FRAMES;
    VEC y[GIVE_VECTORS];
    REAL values[FRAMES];

    if (output >= a.outputs)
        return;
    const uint end = min(begin + FRAMES, a.n_frames);
    for (uint v = 0; v < GIVE_VECTORS; v++)
        y[v] = 0;
    for (uint i = 0; a.direct && i < a.n_inputs; i++) {
        /* the ring's copy lets it begin a little before the ring */
        uint at = a.now + begin;

        at -= at >= a.length ? a.length : 0;
        at += at < a.direct ? a.length : 0;
        add_direct(y, history + (output * a.input_step + i) * a.pitch + at,
                   taps + (ulong)output * a.response_output +
                       (ulong)i * a.response_input,
                   a.direct);
    }
    for (uint l = 0; l < a.n_levels; l++)
        add_level(y, future, output, begin, end, &a.levels[l], &a);
    for (uint v = 0; v < GIVE_VECTORS; v++)
        STORE_VEC(y[v], values + v * LANES);
    out += a.base + output * a.distance;
    for (uint i = begin; i < end; i++) {
        const REAL z = values[i - begin] * fma(ramp_step, (REAL)i, ramp_from);

        out[i] = a.add ? out[i] + z : z;
    }
}
