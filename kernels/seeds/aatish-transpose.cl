/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * aatish-transpose.cl: transposes u and v for every w: a work-group of ITEMS
 * moves TILE x TILE points through local memory whose rows are one longer, so
 * that neither memory is read across (Ruetsch and Micikevicius, "Optimizing
 * Matrix Transpose in CUDA", 2009). Real and imaginary parts lie apart as in
 * the row kernel.
 *
 * Points u lie side by side in the input, points v in the output. All are
 * powers of two, given by their log2: value[0], value[1]: u and v there are;
 * value[2], value[3]: strides of v and w in the input; value[4], value[5]: of
 * u and w in the output; value[6]: tiles of a transform.
 */
#include "seeds/seed.cl"

#if !defined(TILE) || !defined(ITEMS)
#error "TILE and ITEMS must be defined"
#endif

#define TILE_ROWS (ITEMS / TILE) /* of the tile that move at once */

INLINE uint tiles_of(uint bits)
{
    return bits > popcount(TILE - 1u) ? bits - popcount(TILE - 1u) : 0u;
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void aatish_transpose(SEED_PARAMETERS)
{
    local float re[TILE][TILE + 1], im[TILE][TILE + 1];
    const uint group = seed_group(), number = group >> a.value[6];
    const uint tile = group & ((1u << a.value[6]) - 1u);
    const uint u_tiles = tiles_of(a.value[0]), v_tiles = tiles_of(a.value[1]);
    const uint u = (tile & ((1u << u_tiles) - 1u)) * TILE;
    const uint v = (tile >> u_tiles & ((1u << v_tiles) - 1u)) * TILE;
    const uint w = tile >> (u_tiles + v_tiles);
    const uint column = (uint)get_local_id(0) % TILE;
    const uint row = (uint)get_local_id(0) / TILE;
    const uint n_u = 1u << a.value[0], n_v = 1u << a.value[1];

    if (number < a.n_transforms) {
        global const float2 *x = SEED_INPUT(number) + (w << a.value[3]);
        for (uint i = row; i < TILE; i += TILE_ROWS)
            if (u + column < n_u && v + i < n_v) {
                const float2 point =
                    SEED_IN(x[((v + i) << a.value[2]) + u + column]);
                re[i][column] = point.x;
                im[i][column] = point.y;
            }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (number < a.n_transforms) {
        global float2 *y = SEED_OUTPUT(number) + (w << a.value[5]);
        for (uint i = row; i < TILE; i += TILE_ROWS)
            if (v + column < n_v && u + i < n_u)
                y[((u + i) << a.value[4]) + v + column] =
                    SEED_OUT((float2)(re[column][i], im[column][i]));
    }
}
