/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * store.cl: adds up the blocks over each pixel, by rising rows and columns of
 * blocks, and writes it as a code. Options as of blocks.cl.
 */
#include "common/complex.cl"
#include "host/denoise.h"

#define LEAD (BLOCK - HOP)

kernel void denoise_store(global const float *restrict blocks,
                          global uchar *restrict picture,
                          const struct denoise_store a)
{
    const uint px = (uint)get_global_id(0);
    const uint py = a.first_row + (uint)get_global_id(1);
    const uint x = px + LEAD, y = py + LEAD;
    float sum = 0.5f + (TOP + 1) / 2.0f;
    uint code;

    if (px >= a.width || py >= a.end_row)
        return;
    for (uint by = (y - LEAD) / HOP; by <= y / HOP; by++) {
        global const float *row =
            blocks +
            (ulong)(by % a.n_kept) * a.n_groups * (2 * BLOCK * BLOCK * LANES) +
            (y - by * HOP) * (BLOCK * LANES);
        float part = 0;

        for (uint bx = (x - LEAD) / HOP; bx <= x / HOP; bx++)
            part += row[bx / LANES * (BLOCK * BLOCK * LANES) + bx % LANES +
                        (x - bx * HOP) * LANES];
        sum += part;
    }
    code = (uint)clamp(sum, 0.0f, (float)TOP) << SHIFT;
    picture += a.base + py * a.row + px * a.step;
#if BYTES == 1
    *picture = (uchar)code;
#elif defined(SWAPPED)
    *(global ushort *)picture = (ushort)(code << 8 | code >> 8);
#else
    *(global ushort *)picture = (ushort)code;
#endif
}
