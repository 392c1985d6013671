/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * features.cl: turns a block of frames [frame][channel][point] of powers or
 * magnitudes into what a model was trained on: a logarithm, and a normalisation
 * over the block.
 *
 *   LOGARITHM  0: none, 1: natural, 2: decimal, 3: decibels
 *   RANGE      a work-group for each channel: what is more than `range` below
 *              the channel's largest is raised to that
 *   PER_POINT  a work-item for each point of a channel: its mean over the
 *              frames is subtracted, and it is divided by their deviation
 *              (n - 1) plus epsilon
 *   neither    a work-item for each number
 *
 * Then each number is multiplied by `scale`, and `shift` is added. Frames from
 * n_frames on become `shift`.
 *
 *   BY_POINT   to output [channel][point][frame], not in place; where `neither`,
 *              a work-group for each TILE x TILE of them, so that loads and
 *              stores are contiguous runs
 *   OF_PAIRS   the points are pairs, which are moved as they are
 *   PIXEL      HALF_NUMBER: to output, as numbers of 16 bits
 */
#include "common/pixel.cl"

#ifndef LOGARITHM
#error "LOGARITHM must be defined"
#endif

#ifdef OF_PAIRS
#define POINT REAL2
#else
#define POINT REAL
#endif
#ifdef PIXEL
#define OUT_POINT pixel_t
#else
#define OUT_POINT POINT
#endif

/* row: a point of a channel */
#ifdef BY_POINT
#define OUTPUT_PARAMETER , global OUT_POINT *restrict output
#define STORE(frame, row, y) output[(ulong)(row)*n_all + (frame)] = CODED(y)
/* number i of a channel's, in the order of the stores */
#define FRAME_OF(i) ((i) % n_all)
#define POINT_OF(i) ((i) / n_all)
#else
#ifdef PIXEL
#define OUTPUT_PARAMETER , global OUT_POINT *restrict output
#define FRAMES output
#else
#define OUTPUT_PARAMETER
#define FRAMES numbers
#endif
#define STORE(frame, row, y) FRAMES[(ulong)(frame)*frame_size + (row)] = CODED(y)
#define FRAME_OF(i) ((i) / n_points)
#define POINT_OF(i) ((i) % n_points)
#endif

INLINE REAL logarithm_of(REAL x, REAL offset, REAL least)
{
    x += offset;
#if LOGARITHM == 0
    return x;
#else
    x = x < least ? least : x; /* NaN stays NaN */
#if LOGARITHM == 1
    return log(x);
#elif LOGARITHM == 2
    return log10(x);
#else
    return REAL_C(10.0) * log10(x);
#endif
#endif
}

#ifdef PER_POINT
/* Adds x to sum with compensation (W. Kahan, CACM 8 (1965), 40). */
INLINE void add_exactly(REAL *sum, REAL *excess, REAL x)
{
    const REAL part = x - *excess;
    const REAL next = *sum + part;

    *excess = (next - *sum) - part;
    *sum = next;
}
#endif

/* limits: offset, least, range or epsilon; n_points: of one channel */
kernel void features(global POINT *numbers, const ulong base,
                     const uint n_channels, const uint n_points,
                     const uint n_frames, const uint n_all,
                     const REAL4 limits, const REAL2 affine OUTPUT_PARAMETER)
{
    const uint frame_size = n_channels * n_points;
    const uint group =
        (uint)(get_group_id(0) + get_group_id(1) * get_num_groups(0));
    const uint local_id = (uint)get_local_id(0);
    const uint local_size = (uint)get_local_size(0);

    numbers += base;
#if defined(PIXEL) && !defined(BY_POINT)
    output += base;
#endif
#if defined(RANGE)
    local REAL largest[GROUP];
    const uint n_numbers = n_frames * n_points; /* of the channel */

    if (group >= n_channels)
        return;
    const uint first = group * n_points;
    REAL top = -INFINITY;
    for (uint i = local_id; i < n_numbers; i += local_size) {
        const ulong at =
            (ulong)(i / n_points) * frame_size + first + i % n_points;
        const REAL y = logarithm_of(numbers[at], limits.x, limits.y);
        numbers[at] = y;
        top = fmax(top, y);
    }
    largest[local_id] = top;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (uint i = 0; i < local_size; i++)
        top = fmax(top, largest[i]);
    for (uint i = local_id; i < n_all * n_points; i += local_size) {
        const uint f = FRAME_OF(i), row = first + POINT_OF(i);
        REAL y = affine.y;

        if (f < n_frames) {
            y = numbers[(ulong)f * frame_size + row];
            y = y < top - limits.z ? top - limits.z : y;
            y = MULTIPLY_ADD(y, affine.x, affine.y);
        }
        STORE(f, row, y);
    }
#elif defined(PER_POINT)
    const uint point = group * local_size + local_id;
    REAL sum = 0, excess = 0;

    if (point >= frame_size)
        return;
    for (uint f = 0; f < n_frames; f++) {
        const ulong at = (ulong)f * frame_size + point;
        const REAL y = logarithm_of(numbers[at], limits.x, limits.y);
        numbers[at] = y;
        add_exactly(&sum, &excess, y);
    }
    const REAL mean = sum / (REAL)n_frames;
    sum = excess = 0;
    for (uint f = 0; f < n_frames; f++) {
        const REAL y = numbers[(ulong)f * frame_size + point] - mean;
        add_exactly(&sum, &excess, y * y);
    }
    const REAL deviation =
        n_frames > 1 ? sqrt(sum / (REAL)(n_frames - 1)) : 0;
    const REAL factor = 1 / (deviation + limits.z);
    for (uint f = 0; f < n_frames; f++) {
        const REAL y = numbers[(ulong)f * frame_size + point];
        STORE(f, point,
              MULTIPLY_ADD((y - mean) * factor, affine.x, affine.y));
    }
    for (uint f = n_frames; f < n_all; f++)
        STORE(f, point, affine.y);
#elif defined(BY_POINT)
    local POINT tile[TILE][TILE + 1]; /* a column more: no bank conflicts */
    const uint n_tiles = (n_all + TILE - 1) / TILE;
    const uint first_frame = group % n_tiles * TILE;
    const uint first_row = group / n_tiles * TILE;

    if (first_row >= frame_size)
        return;
    for (uint i = local_id; i < TILE * TILE; i += local_size) {
        const uint f = first_frame + i / TILE, row = first_row + i % TILE;
        POINT y = affine.y;

        if (f < n_frames && row < frame_size) {
            y = numbers[(ulong)f * frame_size + row];
#ifndef OF_PAIRS
            y = MULTIPLY_ADD(logarithm_of(y, limits.x, limits.y), affine.x,
                             affine.y);
#endif
        }
        tile[i / TILE][i % TILE] = y;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = local_id; i < TILE * TILE; i += local_size) {
        const uint f = first_frame + i % TILE, row = first_row + i / TILE;

        if (f < n_all && row < frame_size)
            STORE(f, row, tile[i % TILE][i / TILE]);
    }
#else
    const ulong at = (ulong)group * local_size + local_id;

    if (at < (ulong)n_frames * frame_size)
        FRAMES[at] = CODED(
            MULTIPLY_ADD(logarithm_of(numbers[at], limits.x, limits.y),
                         affine.x, affine.y));
    else if (at < (ulong)n_all * frame_size)
        FRAMES[at] = CODED(affine.y);
#endif
}
