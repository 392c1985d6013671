/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * multiply.cl: multiplies spectra of blocks of input by those of partitions of
 * responses, and sums over partitions and inputs:
 *
 *   Z[b][o] = sum_i sum_p X[b - p][i] H[o][i][p]
 *
 * A work-item has a column of RUN vectors of one output's spectrum, for one
 * block, or for TILE blocks that follow each other: then each of the responses'
 * numbers is read once for them, and the blocks slide over the partitions.
 *
 *   LANES  numbers of a vector, 2 for each complex one
 *   RUN    vectors of a work-item that has one block
 */
#include "host/convolve.h"
#include "common/complex.cl"

#if LANES < 2 || !defined(RUN)
#error "LANES and RUN must be defined"
#endif

#define TILE 4

#if LANES == 2
#define LOAD_VEC(at) vload2(0, at)
#define STORE_VEC(x, at) vstore2(x, 0, at)
#define SWAPPED(x) (x).yx
#elif LANES == 4
#define LOAD_VEC(at) vload4(0, at)
#define STORE_VEC(x, at) vstore4(x, 0, at)
#define SWAPPED(x) (x).yxwz
#elif LANES == 8
#define LOAD_VEC(at) vload8(0, at)
#define STORE_VEC(x, at) vstore8(x, 0, at)
#define SWAPPED(x) (x).s10325476
#elif LANES == 16
#define LOAD_VEC(at) vload16(0, at)
#define STORE_VEC(x, at) vstore16(x, 0, at)
#define SWAPPED(x) (x).s1032547698badcfe
#else
#error "LANES must be 2, 4, 8 or 16"
#endif

/* Sums of products of complex numbers, whose parts take turns: `same` has re re
   and im im, `cross` re im and im re. */
struct sums {
    VEC same, cross;
};

INLINE void add_product(struct sums *s, VEC x, VEC h, VEC h_swapped)
{
    s->same = fma(x, h, s->same);
    s->cross = fma(x, h_swapped, s->cross);
}

INLINE void add_sums(struct sums *s, const struct sums *more)
{
    s->same += more->same;
    s->cross += more->cross;
}

/* re = re re - im im, im = re im + im re */
INLINE void store_sums(const struct sums *s, global REAL *at)
{
#if LANES == 2
    STORE_VEC((VEC)(s->same.x - s->same.y, s->cross.x + s->cross.y), at);
#else
    const VEC same = s->same - SWAPPED(s->same);
    const VEC cross = s->cross + SWAPPED(s->cross);
    VEC z = same;

    z.odd = cross.odd;
    STORE_VEC(z, at);
#endif
}

/* What a work-item has to do. */
struct work {
    uint column, output;
    uint block;  /* of those of the launch, early ones behind the others */
    uint end;    /* blocks from here on are none of this kind */
    bool early;
};

/* Blocks in tiles of `tile`. */
INLINE bool find_work(struct work *w, uint tile,
                      const struct convolve_multiply *a)
{
    const uint item =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));
    const uint n_tiles = (a->n_blocks + tile - 1) / tile;
    const uint row = item / a->n_columns, number = row / a->outputs;

    w->column = item % a->n_columns;
    w->output = row % a->outputs;
    w->early = number >= n_tiles;
    w->block = w->early ? a->n_blocks + (number - n_tiles) * tile
                        : number * tile;
    w->end = a->n_blocks + (w->early ? a->n_early : 0);
    return w->block < w->end;
}

/* Where the spectrum of `back` blocks before `block` is. */
INLINE global const REAL *spectrum(global const REAL *spectra, uint block,
                                   uint back, uint input,
                                   const struct convolve_multiply *a)
{
    uint slot = a->first_slot + block;

    slot -= slot >= a->slots ? a->slots : 0;
    slot += slot < back ? a->slots : 0;
    slot -= back;
    return spectra + 2 * (((ulong)slot * a->inputs + input) * a->pitch);
}

kernel void convolve_multiply(global const REAL *restrict spectra,
                              global const REAL *restrict responses,
                              global REAL *restrict out,
                              const struct convolve_multiply a)
{
    struct sums all[RUN];
    struct work w;

    if (!find_work(&w, 1, &a))
        return;
    const uint at = w.column * (RUN * LANES);
    const uint first = a.is_early && !w.early;
    const uint n = w.early ? 1 : min(a.count, a.n_before + w.block + 1);

    for (int v = 0; v < RUN; v++)
        all[v].same = all[v].cross = 0;
    for (uint i = 0; i < a.n_inputs; i++) {
        global const REAL *h =
            responses + at +
            2 * (w.output * a.response_output + i * a.response_input +
                 (ulong)first * a.pitch);
        const uint input = w.output * a.input_step + i;
        struct sums sums[RUN]; /* of sums: they lose less than one long one */

        for (int v = 0; v < RUN; v++)
            sums[v].same = sums[v].cross = 0;
        for (uint p = 0; p < n; p++) {
            global const REAL *x =
                spectrum(spectra, w.block, p, input, &a) + at;

            for (int v = 0; v < RUN; v++) {
                const VEC g = LOAD_VEC(h + v * LANES);
                add_product(&sums[v], LOAD_VEC(x + v * LANES), g, SWAPPED(g));
            }
            h += 2 * a.pitch;
        }
        for (int v = 0; v < RUN; v++)
            add_sums(&all[v], &sums[v]);
    }
    out += 2 * (((ulong)w.block * a.outputs + w.output) * a.pitch) + at;
    for (int v = 0; v < RUN; v++)
        if (at + v * LANES < 2 * a.pitch)
            store_sums(&all[v], out + v * LANES);
}

kernel void convolve_multiply_tile(global const REAL *restrict spectra,
                                   global const REAL *restrict responses,
                                   global REAL *restrict out,
                                   const struct convolve_multiply a)
{
    struct sums all[TILE];
    struct work w;
    VEC x[TILE];

    if (!find_work(&w, TILE, &a))
        return;
    const uint at = w.column * LANES;
    const uint first = a.is_early && !w.early;
    /* blocks in front of the tile that exist */
    const uint n_before = a.n_before + w.block;
    const uint n = w.early ? 1 : min(a.count, n_before + TILE);

    for (int b = 0; b < TILE; b++)
        all[b].same = all[b].cross = 0;
    for (uint i = 0; i < a.n_inputs; i++) {
        global const REAL *h =
            responses + at +
            2 * (w.output * a.response_output + i * a.response_input +
                 (ulong)first * a.pitch);
        const uint input = w.output * a.input_step + i;
        struct sums sums[TILE];

        for (int b = 0; b < TILE; b++)
            sums[b].same = sums[b].cross = 0;
        for (uint b = 0; b < TILE; b++)
            x[b] = LOAD_VEC(
                spectrum(spectra, min(w.block + b, w.end - 1), 0, input, &a) +
                at);
        for (uint p = 0; p < n; p++) {
            const VEC g = LOAD_VEC(h), swapped = SWAPPED(g);

            for (int b = 0; b < TILE; b++)
                add_product(&sums[b], x[b], g, swapped);
            for (int b = TILE - 1; b > 0; b--)
                x[b] = x[b - 1];
            x[0] = 0;
            if (p < n_before && p + 1 < n)
                x[0] = LOAD_VEC(
                    spectrum(spectra, w.block, p + 1, input, &a) + at);
            h += 2 * a.pitch;
        }
        for (int b = 0; b < TILE; b++)
            add_sums(&all[b], &sums[b]);
    }
    for (uint b = 0; b < TILE && w.block + b < w.end; b++)
        store_sums(&all[b],
                   out + at +
                       2 * (((ulong)(w.block + b) * a.outputs + w.output) *
                            a.pitch));
}
