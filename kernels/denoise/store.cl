/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * store.cl: adds up the blocks over each pixel, by rising rows and columns of
 * blocks, and writes it as a code. Options as of blocks.cl.
 */
#include "common/complex.cl"
#include "denoise/code.cl"
#include "denoise/layout.cl"

#define LEAD (BLOCK - HOP)

#if LANES == 1
/* A work-item has a pixel. */
kernel void denoise_store(global const float *restrict blocks,
                          global uchar *restrict picture,
                          const struct denoise_store a)
{
    const uint px = (uint)get_global_id(0);
    const uint py = a.first_row + (uint)get_global_id(1);
    const uint x = px + LEAD, y = py + LEAD;
    float sum = 0;

    if (px >= a.width || py >= a.end_row)
        return;
    for (uint by = (y - LEAD) / HOP; by <= y / HOP; by++) {
        global const float *row =
            blocks + PLACE_OF_GROUP(by, 0) + (y - by * HOP) * BLOCK;
        float part = 0;

        for (uint bx = (x - LEAD) / HOP; bx <= x / HOP; bx++)
            part += row[bx * (BLOCK * BLOCK) + (x - bx * HOP)];
        sum += part;
    }
    store_code(sum + OFFSET, picture + a.base + py * a.row + px * a.step);
}
#else
/* A work-item has the columns of a group that are not the next one's; blocks of
   the group before it reach over the first ones. */
kernel void denoise_store(global const float *restrict blocks,
                          global uchar *restrict picture,
                          const struct denoise_store a)
{
    const uint group = (uint)get_global_id(0);
    const uint py = a.first_row + (uint)get_global_id(1);
    const uint y = py + LEAD, x = group * GROUP_COLUMNS;
    const uint begin = x < LEAD ? LEAD - x : 0;
    const uint end = min((uint)GROUP_COLUMNS, a.width + LEAD - x);
    float sums[GROUP_COLUMNS];

    for (uint i = 0; i < GROUP_COLUMNS; i++)
        sums[i] = 0;
    for (uint by = (y - LEAD) / HOP; by <= y / HOP; by++) {
        global const float *row =
            blocks + PLACE_OF_GROUP(by, group) + (y - by * HOP) * SPAN;

        for (uint i = 0; i < GROUP_COLUMNS; i++)
            sums[i] += row[i];
        if (group > 0)
            for (uint i = 0; i < LEAD; i++)
                sums[i] += row[(int)i + GROUP_COLUMNS - GROUP_SIZE];
    }
    picture += a.base + py * a.row + (x + begin - LEAD) * a.step;
    if (a.step == BYTES)
        for (uint i = 0; i < end - begin; i++)
            store_code(sums[begin + i] + OFFSET, picture + i * BYTES);
    else
        for (uint i = 0; i < end - begin; i++)
            store_code(sums[begin + i] + OFFSET, picture + i * a.step);
}
#endif
