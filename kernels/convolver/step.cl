/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * step.cl: takes input into the history of a convolver, and gives output: the
 * sum of what its levels made for these frames and of the first taps, which are
 * convolved here. A launch does one of both, or both where neither needs the
 * other. A work-item has VECTORS vectors of LANES frames of one channel.
 */
#include "host/convolve.h"
#include "common/complex.cl"

#ifndef VECTORS
#error "VECTORS must be defined"
#endif

#if LANES == 1
#define LOAD_VEC(at) (*(at))
#define STORE_VEC(x, at) (*(at) = (x))
#else
#define LOAD_VEC(at) JOIN(vload, LANES)(0, at)
#define STORE_VEC(x, at) JOIN(vstore, LANES)(x, 0, at)
#endif
#define FRAMES ((uint)(LANES * VECTORS))
/* Taps whose products are added up by themselves: sums of sums lose less than
   one long sum. */
#define PART 64u

INLINE uint in_ring(uint at, uint length)
{
    return at >= length ? at - length : at;
}

/* ---- input ---- */

INLINE void take(global const REAL *in, global REAL *history, uint channel,
                 uint begin, const struct convolve_step *a)
{
    const struct convolve_take *t = &a->take;
    const uint end = min(begin + FRAMES, t->n_all);
    const uint first = in_ring(t->first + begin, a->length);

    in += t->base + channel * t->distance;
    history += channel * a->pitch;
    if (begin + FRAMES <= t->n_frames && first + FRAMES <= a->length &&
        (first >= a->mirror || first + FRAMES <= a->mirror)) {
        for (uint v = 0; v < VECTORS; v++)
            STORE_VEC(LOAD_VEC(in + begin + v * LANES),
                      history + first + v * LANES);
        for (uint v = 0; first < a->mirror && v < VECTORS; v++)
            STORE_VEC(LOAD_VEC(in + begin + v * LANES),
                      history + a->length + first + v * LANES);
        return;
    }
    for (uint i = begin; i < end; i++) {
        const REAL x = i < t->n_frames ? in[i] : 0;
        const uint at = in_ring(t->first + i, a->length);

        history[at] = x;
        if (at < a->mirror)
            history[a->length + at] = x;
    }
}

/* ---- output ---- */

/* Constant indices: not every driver can index arguments (llvmpipe). */
INLINE struct convolve_source find_source(const struct convolve_give *g,
                                          uint number)
{
    struct convolve_source source = g->sources[0];

    for (uint s = 1; s <= CONVOLVE_MAX_LEVELS; s++)
        if (s == number)
            source = g->sources[s];
    return source;
}

/* What a level has for the frames [begin, end). */
INLINE void add_source(VEC y[VECTORS], global const REAL *future, uint output,
                       uint begin, uint end, const struct convolve_source *s,
                       uint outputs)
{
    const uint block = 1u << s->shift, length = s->slots << s->shift;
    const ulong slot_size = (ulong)outputs << (s->shift + 1);
    REAL values[LANES];

    future += s->base + ((ulong)output << (s->shift + 1)) + block;
    for (uint v = 0; v < VECTORS; v++) {
        const uint from = begin + v * LANES;
        uint at = in_ring(s->first + from, length);

        if (from >= s->silent && from + LANES <= end &&
            (at & (block - 1)) + LANES <= block) {
            y[v] += LOAD_VEC(future + (at >> s->shift) * slot_size +
                             (at & (block - 1)));
            continue;
        }
        for (uint j = 0; j < LANES; j++) {
            const bool known = from + j >= s->silent && from + j < end;

            values[j] = known ? future[(at >> s->shift) * slot_size +
                                       (at & (block - 1))]
                              : 0;
            at = in_ring(at + 1, length);
        }
        y[v] += LOAD_VEC(values);
    }
}

/* sum_k h[k] x[t - k] */
INLINE void add_direct(VEC y[VECTORS], global const REAL *x,
                       global const REAL *h, uint n)
{
    for (uint begin = 0; begin < n; begin += PART) {
        const uint end = min(begin + PART, n);
        VEC sums[VECTORS];

        for (uint v = 0; v < VECTORS; v++)
            sums[v] = 0;
        for (uint k = begin; k < end; k++) {
            const REAL tap = h[k];

            for (uint v = 0; v < VECTORS; v++)
                sums[v] = MULTIPLY_ADD((VEC)tap, LOAD_VEC(x + v * LANES - k),
                                       sums[v]);
        }
        for (uint v = 0; v < VECTORS; v++)
            y[v] += sums[v];
    }
}

INLINE void give(global const REAL *history, global const REAL *taps,
                 global const REAL *future, global REAL *out, uint output,
                 uint begin, const struct convolve_step *a, REAL ramp_from,
                 REAL ramp_step)
{
    const struct convolve_give *g = &a->give;
    const struct convolve_channels *c = &a->channels;
    const uint end = min(begin + FRAMES, g->n_frames);
    uint now = in_ring(g->now + begin, a->length);
    REAL values[LANES * VECTORS];
    VEC y[VECTORS];

    /* behind the ring the past goes further back */
    now += now < g->direct ? a->length : 0;
    for (uint v = 0; v < VECTORS; v++)
        y[v] = 0;
    for (uint i = 0; g->direct && i < c->n_inputs; i++)
        add_direct(y,
                   history + (output * c->input_step + i) * a->pitch + now,
                   taps + output * g->response_output + i * g->response_input,
                   g->direct);
    for (uint s = 0; s < g->n_sources; s++) {
        const struct convolve_source source = find_source(g, s);

        add_source(y, future, output, begin, end, &source, c->outputs);
    }
    for (uint v = 0; v < VECTORS; v++)
        STORE_VEC(y[v], values + v * LANES);
    out += g->base + output * g->distance;
    for (uint i = begin; i < end; i++) {
        const REAL z = values[i - begin] *
                       MULTIPLY_ADD(ramp_step, (REAL)i, ramp_from);

        out[i] = g->add ? out[i] + z : z;
    }
}

kernel void convolve_step(global const REAL *in, global REAL *history,
                          global const REAL *taps, global const REAL *future,
                          global REAL *out, const struct convolve_step a,
                          const REAL ramp_from, const REAL ramp_step)
{
    const uint n_items = a.take.n_items;
    uint item =
        (uint)(get_global_id(0) + get_global_id(1) * get_global_size(0));

    if (a.is_whole) {
        if (item >= a.channels.outputs)
            return;
        for (uint i = 0; i < a.take.n_all; i += FRAMES)
            take(in, history, item, i, &a);
        for (uint i = 0; i < a.give.n_frames; i += FRAMES)
            give(history, taps, future, out, item, i, &a, ramp_from, ramp_step);
    } else if (item < n_items) {
        const uint n_pieces = (a.take.n_all + FRAMES - 1) / FRAMES;

        take(in, history, item / n_pieces, item % n_pieces * FRAMES, &a);
    } else if (a.give.n_frames) {
        const uint n_pieces = (a.give.n_frames + FRAMES - 1) / FRAMES;

        item -= n_items;
        if (item / n_pieces < a.channels.outputs)
            give(history, taps, future, out, item / n_pieces,
                 item % n_pieces * FRAMES, &a, ramp_from, ramp_step);
    }
}
