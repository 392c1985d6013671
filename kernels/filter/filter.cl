/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * filter.cl: what is done to planes of pictures around their transforms.
 *
 *   SAMPLE  uchar or ushort
 *   STEP    samples from sample to sample
 *   RUN     numbers of a work-item: 1 where compilers make vectors of
 * work-items, more where of loops
 *
 * load mirrors a plane about its border into rows of numbers, from which blocks
 * are transformed; product multiplies their spectra by a response; store rounds
 * what came back to codes.
 */
#include "host/filter.h"
#include "common/complex.cl"

#if !defined(SAMPLE) || !defined(STEP) || !defined(RUN)
#error "SAMPLE, STEP and RUN must be defined"
#endif

INLINE uint item_number(void)
{
    return ((uint)get_group_id(0) +
            (uint)get_group_id(1) * (uint)get_num_groups(0)) *
               (uint)get_local_size(0) +
           (uint)get_local_id(0);
}

/* Where sample i of a row of n that goes on mirrored is. */
INLINE int mirror(int i, int n)
{
    const int period = n > 1 ? 2 * n - 2 : 1;
    const int at = i % period, up = at + (at < 0 ? period : 0);

    return up < n ? up : period - up;
}

/* swap is 0, or 8: the bytes change places. */
INLINE uint swapped(uint x, uint swap)
{
    return (x >> swap | x << swap) & (swap ? 0xffffu : ~0u);
}

INLINE REAL read_code(global const SAMPLE *in, const struct filter_place *p)
{
    return (REAL)((swapped(*in, p->swap) >> p->shift) & p->mask);
}

INLINE REAL read_mirrored(global const SAMPLE *in, int x,
                          const struct filter_place *p)
{
    return read_code(in + mirror(x, p->width) * STEP, p);
}

kernel void filter_load(global const SAMPLE *restrict in,
                        global REAL *restrict out,
                        global const REAL2 *restrict waves,
                        const struct filter_place p)
{
    const uint item = item_number(), row = item / p.n_runs;
    const uint plane = row / p.n_rows, y = row - plane * p.n_rows;
    const uint from = (item - row * p.n_runs) * RUN;
    const uint n = min((uint)RUN, p.pitch - min(from, p.pitch));
    const int x = p.first_x + (int)from;
    /* of the run: where the plane begins and ends */
    const uint begin = (uint)clamp(-x, 0, (int)n);
    const uint end = (uint)clamp(p.width - x, (int)begin, (int)n);
    const int at_y = mirror(p.first_y + (int)y, p.height);
    const REAL bias = p.biases[plane & (FILTER_MAX_PLANES - 1)];

    if (item >= p.n_items)
        return;
    in += p.offsets[plane] + (ulong)at_y * p.row;
    out += plane * p.plane + (ulong)y * p.pitch + from;
    for (uint i = 0; i < begin; i++)
        out[i] = read_mirrored(in, x + (int)i, &p) - bias;
    for (uint i = begin; i < end; i++)
        out[i] = read_code(in + (x + (int)i) * STEP, &p) - bias;
    for (uint i = end; i < n; i++)
        out[i] = read_mirrored(in, x + (int)i, &p) - bias;
    waves += p.first_wave +
             (ulong)plane * p.max_waves * (uint)(p.width + p.height);
    for (uint k = 0; k < p.n_waves[plane & (FILTER_MAX_PLANES - 1)]; k++) {
        const REAL2 down = waves[p.width + at_y];

        for (uint i = 0; i < n; i++) {
            const REAL2 along = waves[mirror(x + (int)i, p.width)];

            out[i] -= along.x * down.x - along.y * down.y;
        }
        waves += p.width + p.height;
    }
}

/* in and out: spectra of n_bins complex numbers; those of each n_spectra have a
   response, the first at complex number `first`. */
kernel void filter_product(global REAL *restrict spectra,
                           global const REAL *restrict responses,
                           const ulong first, const uint n_bins,
                           const uint n_spectra, const uint n_runs,
                           const uint n_items)
{
    const uint item = item_number(), spectrum = item / n_runs;
    const uint from = (item - spectrum * n_runs) * RUN;
    const uint n = min((uint)RUN, n_bins - min(from, n_bins));
    global REAL *restrict x = spectra + 2 * ((ulong)spectrum * n_bins + from);
    global const REAL *restrict h =
        responses +
        2 * (first + (ulong)(spectrum / n_spectra) * n_bins + from);

    if (item >= n_items)
        return;
    for (uint i = 0; i < n; i++) {
        const REAL re = x[2 * i], im = x[2 * i + 1];
        const REAL a = h[2 * i], b = h[2 * i + 1];

        x[2 * i] = re * a - im * b;
        x[2 * i + 1] = re * b + im * a;
    }
}

kernel void filter_store(global const REAL *restrict in,
                         global SAMPLE *restrict out,
                         const struct filter_place p)
{
    const uint item = item_number(), row = item / p.n_runs;
    const uint plane = row / p.n_rows, y = row - plane * p.n_rows;
    const uint block_y = y / p.hop_y, at_y = y - block_y * p.hop_y + p.reach_y;
    uint x = (item - row * p.n_runs) * RUN;
    const uint end = min(x + RUN, (uint)p.width);
    const REAL bias = p.biases[plane & (FILTER_MAX_PLANES - 1)] + REAL_C(0.5);

    if (item >= p.n_items)
        return;
    in += plane * p.plane + (ulong)block_y * p.n_columns * p.block +
          (ulong)at_y * p.pitch;
    out += p.offsets[plane] + (ulong)(p.first_y + (int)y) * p.row +
           (ulong)p.first_x * STEP;
    while (x < end) {
        const uint block_x = x / p.hop_x, at = x - block_x * p.hop_x;
        const uint n = min(end - x, p.hop_x - at);
        global const REAL *restrict from =
            in + (ulong)block_x * p.block + at + p.reach_x;
        global SAMPLE *restrict to = out + (ulong)x * STEP;

        for (uint i = 0; i < n; i++) {
            const REAL v =
                fmin(fmax(from[i] + bias, REAL_C(0.0)), (REAL)p.mask);

            to[i * STEP] = (SAMPLE)swapped((uint)v << p.shift, p.swap);
        }
        x += n;
    }
}
