/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * take.cl: takes new input into the history of a convolver. A work-item has
 * TAKE_FRAMES samples of one channel.
 */
#include "host/convolve.h"
#include "common/complex.cl"

#ifndef TAKE_FRAMES
#error "TAKE_FRAMES must be defined"
#endif

kernel void convolve_take(global const REAL *restrict in,
                          global REAL *restrict history,
                          const struct convolve_take a)
{
    const uint item =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));
    const uint n_pieces = (a.n_all + TAKE_FRAMES - 1) / TAKE_FRAMES;
    const uint channel = item / n_pieces;
    const uint begin = item % n_pieces * TAKE_FRAMES;

    if (channel >= a.inputs)
        return;
    const uint end = min(begin + TAKE_FRAMES, a.n_all);
    in += a.base + channel * a.distance;
    history += channel * a.pitch;
    for (uint i = begin; i < end; i++) {
        const REAL x = i < a.n_frames ? in[i] : 0;
        uint at = a.first + i;

        at -= at >= a.length ? a.length : 0;
        history[at] = x;
        if (at < a.mirror)
            history[a.length + at] = x;
    }
}
