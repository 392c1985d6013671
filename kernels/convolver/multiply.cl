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
 *   TILE   blocks of one that has one vector
 */
#include "host/convolve.h"
#include "common/complex.cl"

#if LANES < 2 || !defined(RUN) || !defined(TILE)
#error "LANES, RUN and TILE must be defined"
#endif

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

/* A work-item with little to do at once asks for several numbers before it
   waits for the first. */
#if RUN == 1
#define SEVERAL_AT_ONCE _Pragma("unroll 4")
#else
#define SEVERAL_AT_ONCE
#endif
/* Unrolled, so that sums stay in registers. */
#define EACH_VECTOR _Pragma("unroll") for (int v = 0; v < RUN; v++)

/* Sums of products of complex numbers, whose parts take turns: `same` has re re
   and im im, `cross` re im and im re. */
struct sums {
    VEC same, cross;
};

INLINE void add_product(struct sums *s, VEC x, VEC h, VEC h_swapped)
{
    s->same = MULTIPLY_ADD(x, h, s->same);
    s->cross = MULTIPLY_ADD(x, h_swapped, s->cross);
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
    uint block; /* of those of the level, early ones behind the others */
    uint end;   /* blocks from here on are none of this kind */
    bool early;
};

INLINE struct work find_work(uint item, uint tile, uint outputs,
                             const struct convolve_products *a)
{
    const uint n_tiles = (a->n_blocks + tile - 1) / tile;
    const uint row = item / a->n_columns, number = row / outputs;
    struct work w;

    w.column = item % a->n_columns;
    w.output = row % outputs;
    w.early = number >= n_tiles;
    w.block = w.early ? a->n_blocks + (number - n_tiles) * tile
                      : number * tile;
    w.end = a->n_blocks + (w.early ? a->n_early : 0);
    return w;
}

/* Where the spectrum of an input is, `back` blocks before `block`. */
INLINE global const REAL *spectrum(global const REAL *spectra, uint block,
                                   uint back, uint input, uint inputs,
                                   const struct convolve_products *a)
{
    uint slot = block < a->n_blocks ? a->first_slot + block
                                    : a->early_slot + (block - a->n_blocks);

    slot -= slot >= a->slots ? a->slots : 0;
    slot += slot < back ? a->slots : 0;
    slot -= back;
    return spectra +
           2 * (a->spectra + ((ulong)slot * inputs + input) * a->pitch);
}

/* The response of an output to its input `i`, from the partition on that a
   block begins with. */
INLINE global const REAL *response(global const REAL *responses,
                                   const struct work *w, uint i,
                                   const struct convolve_products *a)
{
    const uint first = a->is_early && !w->early;

    return responses + 2 * (a->responses + w->output * a->response_output +
                            i * a->response_input + (ulong)first * a->pitch);
}

/* Where the sums for a block go. */
INLINE global REAL *place_of_sums(global REAL *out, const struct work *w,
                                  uint block, uint outputs,
                                  const struct convolve_products *a)
{
    return out +
           2 * (a->sums + ((ulong)block * outputs + w->output) * a->pitch);
}

INLINE void multiply_block(global const REAL *restrict spectra,
                           global const REAL *restrict responses,
                           global REAL *restrict out, uint item,
                           const struct convolve_products *a,
                           const struct convolve_channels *c)
{
    const struct work w = find_work(item, 1, c->outputs, a);
    const uint at = w.column * (RUN * LANES);
    const uint n = w.early ? 1 : min(a->count, a->n_before + w.block + 1);
    struct sums all[RUN];

    EACH_VECTOR
        all[v].same = all[v].cross = 0;
    for (uint i = 0; i < c->n_inputs; i++) {
        global const REAL *h = response(responses, &w, i, a) + at;
        const uint input = w.output * c->input_step + i;
        struct sums sums[RUN]; /* of sums: they lose less than one long one */

        EACH_VECTOR
            sums[v].same = sums[v].cross = 0;
        SEVERAL_AT_ONCE
        for (uint p = 0; p < n; p++) {
            global const REAL *x =
                spectrum(spectra, w.block, p, input, c->inputs, a) + at;

            EACH_VECTOR {
                const VEC g = LOAD_VEC(h + v * LANES);
                add_product(&sums[v], LOAD_VEC(x + v * LANES), g, SWAPPED(g));
            }
            h += 2 * a->pitch;
        }
        EACH_VECTOR
            add_sums(&all[v], &sums[v]);
    }
    out = place_of_sums(out, &w, w.block, c->outputs, a) + at;
    EACH_VECTOR
        if (at + v * LANES < 2 * a->pitch)
            store_sums(&all[v], out + v * LANES);
}

INLINE void multiply_tile(global const REAL *restrict spectra,
                          global const REAL *restrict responses,
                          global REAL *restrict out, uint item,
                          const struct convolve_products *a,
                          const struct convolve_channels *c)
{
    const struct work w = find_work(item, TILE, c->outputs, a);
    const uint at = w.column * LANES;
    /* blocks in front of the tile that exist */
    const uint n_before = a->n_before + w.block;
    const uint n = w.early ? 1 : min(a->count, n_before + TILE);
    struct sums all[TILE];
    VEC x[TILE];

    for (int b = 0; b < TILE; b++)
        all[b].same = all[b].cross = 0;
    for (uint i = 0; i < c->n_inputs; i++) {
        global const REAL *h = response(responses, &w, i, a) + at;
        const uint input = w.output * c->input_step + i;
        struct sums sums[TILE];

        for (int b = 0; b < TILE; b++)
            sums[b].same = sums[b].cross = 0;
        for (uint b = 0; b < TILE; b++)
            x[b] = LOAD_VEC(spectrum(spectra, min(w.block + b, w.end - 1), 0,
                                     input, c->inputs, a) +
                            at);
        for (uint p = 0; p < n; p++) {
            const VEC g = LOAD_VEC(h), swapped = SWAPPED(g);

            for (int b = 0; b < TILE; b++)
                add_product(&sums[b], x[b], g, swapped);
            for (int b = TILE - 1; b > 0; b--)
                x[b] = x[b - 1];
            x[0] = 0;
            if (p < n_before && p + 1 < n)
                x[0] = LOAD_VEC(spectrum(spectra, w.block, p + 1, input,
                                         c->inputs, a) +
                                at);
            h += 2 * a->pitch;
        }
        for (int b = 0; b < TILE; b++)
            add_sums(&all[b], &sums[b]);
    }
    for (uint b = 0; b < TILE && w.block + b < w.end; b++)
        store_sums(&all[b],
                   place_of_sums(out, &w, w.block + b, c->outputs, a) + at);
}

/* The level that has the work-item; `item` becomes its number there. Constant
   indices, for compilers copy arguments that are indexed otherwise. */
INLINE struct convolve_products find_level(const struct convolve_multiply *a,
                                           uint *item)
{
    struct convolve_products level = a->levels[0];
    uint begin = 0;

    for (uint l = 1; l < CONVOLVE_MAX_LEVELS; l++) {
        const uint end = a->levels[l - 1].end;

        if (l < a->n_levels && *item >= end) {
            level = a->levels[l];
            begin = end;
        }
    }
    *item -= begin;
    return level;
}

kernel void convolve_multiply(global const REAL *restrict spectra,
                              global const REAL *restrict responses,
                              global REAL *restrict out,
                              const struct convolve_multiply a)
{
    uint item =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));

    if (item >= a.n_items)
        return;
    const struct convolve_products level = find_level(&a, &item);

    if (level.is_tiled)
        multiply_tile(spectra, responses, out, item, &level, &a.channels);
    else
        multiply_block(spectra, responses, out, item, &level, &a.channels);
}
