/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * sharpen.cl: moves the power of bins to cells of an axis, in frames around
 * their own.
 *
 *   AXIS      clfft_axis_scale
 *   REASSIGN  power moves in time too
 *   ROTATE    bins are stored as clfft_sharpen_desc.rotate says; else in order
 *   IQ        bins are of complex samples
 *   RUN       bins of a work-item: 1 where compilers make vectors of work-items,
 *             more where of loops
 *   STRIPES   work-items that share a slot's cells: a power of 2
 *
 * place finds the power and the target of each bin; gather adds them up, each
 * work-item those that fall on its own slots and cells, by rising frame and bin;
 * emit writes the slots that are complete.
 *
 * A slot has a cell more than the axis: of what lies outside it.
 */
#include "host/canvas.h"
#include "analysis/log2.cl"

#if !defined(AXIS) || !defined(RUN) || !defined(STRIPES)
#error "AXIS, RUN and STRIPES must be defined"
#endif

#define LINEAR 0
#define LOG 1
#define MEL 2
#define BARK 3
#define ERB 4

/* Cells beyond the axis by no more than this are its outermost: rounding. */
#define SLACK 1e-3f

/* The place of a frequency on the scale of the axis, but for a factor. */
INLINE float place_of(float hertz)
{
#if AXIS == LINEAR
    return hertz;
#elif AXIS == LOG
    return log2_of(hertz > 1e-30f ? hertz : 1e-30f);
#elif AXIS == MEL
    return log2_of(1 + fabs(hertz) / 700);
#elif AXIS == ERB
    return log2_of(1 + fabs(hertz) * 0.00437f);
#else
    const float z = 26.81f * fabs(hertz) / (1960 + fabs(hertz)) - 0.53f;
    const float low = z + 0.15f * (2 - z);

    return z < 2 ? low : z > 20.1f ? z + 0.22f * (z - 20.1f) : z;
#endif
}

INLINE uint cell_of(float place, const struct canvas_sharpen *s)
{
    const float cell = MULTIPLY_ADD(place, s->scale, s->bias);
    const float last = (float)(s->n_cells - 1);
    const float inside = clamp(cell, 0.0f, last + 0.5f);

    return cell > -SLACK && cell < last + 1 + SLACK ? (uint)(int)inside
                                                    : s->n_cells;
}

/* Where power that moved out of the bins comes in again. */
INLINE float turn_back(float bin, const struct canvas_sharpen *s)
{
#ifdef IQ
    const float n = (float)s->n_bins, lowest = s->origin - 0.5f * n;
    const float turned = bin < lowest        ? bin + n
                         : bin >= lowest + n ? bin - n
                                             : bin;

    return clamp(turned, lowest, lowest + n);
#else
    /* highest less its distance from there, both ways */
    return fmax(s->highest - fabs(s->highest - fabs(bin)), 0.0f);
#endif
}

/* Where a slot lies in the ring of its channel, which is long enough for all
   that are counted from one frame. */
INLINE uint ring_place(int slot, const struct canvas_sharpen *s)
{
    const uint at = (uint)((int)s->ring_slot + slot);

    return (at - (at >= s->ring_length ? s->ring_length : 0)) *
           (s->n_cells + 1);
}

/* A shift that is a number, or none. */
INLINE float finite_or_0(float shift)
{
    return fabs(shift) <= FLT_MAX ? shift : 0;
}

/* Rows are channels of frames. */
kernel void sharpen_place(global const float *restrict in,
                          global const float *restrict weights,
                          global float *restrict power,
                          global uint *restrict target,
                          const struct canvas_sharpen s)
{
    const uint row = (uint)get_global_id(1), frame = row / s.n_channels;
    const uint first = (uint)get_global_id(0) * RUN;
    const uint length = min(s.n_bins - min(first, s.n_bins), (uint)RUN);
    const ulong window = (ulong)s.n_channels * s.n_bins;
    global const float *restrict h =
        in + s.in_base +
        2 * (frame * window * s.n_windows +
             (ulong)(row - frame * s.n_channels) * s.n_bins);
    global const float *restrict slope = h + 2 * window;
#ifdef REASSIGN
    global const float *restrict moment = slope + 2 * window;
    const float reach = (float)s.reach;
    /* there is no frame before the first */
    const float back = -(float)min(s.before + frame, (uint)s.reach);
#endif

    power += (ulong)row * s.n_bins;
    target += (ulong)row * s.n_bins;
    for (uint i = 0; i < length; i++) {
        const uint bin = first + i;
#ifdef ROTATE
        const uint turned = bin + s.rotate;
        const uint k = turned - (turned >= s.n_bins ? s.n_bins : 0);
#else
        const uint k = bin;
#endif
        const float x = h[2 * k], y = h[2 * k + 1];
        const float p = x * x + y * y, inverse = 1 / p;
        const float across =
            finite_or_0((slope[2 * k] * y - slope[2 * k + 1] * x) * inverse);
        const float moved = turn_back((float)bin + across, &s);
        const uint cell =
            cell_of(place_of((moved - s.origin) * s.spacing), &s);
#ifdef REASSIGN
        const float along =
            finite_or_0((moment[2 * k] * x + moment[2 * k + 1] * y) * inverse);
        /* the nearest, from 0 on */
        const int slot = (int)(clamp(along, back, reach) + reach + 0.5f);

        target[bin] = (uint)slot * (s.n_cells + 1) + cell;
#else
        target[bin] = cell;
#endif
        power[bin] = weights[k] * p;
    }
}

/* A target counts cells from those of the slot `reach` before its frame on. */
kernel void sharpen_gather(global const float *restrict power,
                           global const uint *restrict target,
                           global float *restrict ring,
                           const struct canvas_sharpen s)
{
    const uint stripe = (uint)get_local_id(0);
    const uint channel = (uint)get_global_id(1);
    const uint slot_size = s.n_cells + 1, end = s.ring_length * slot_size;
    const int from = s.first_slot + (int)((uint)get_group_id(0) * s.block);
    const int to = min(from + (int)s.block, s.end_slot);
    const uint first = ring_place(from, &s);
    const uint size = (uint)(to - from) * slot_size;
    const uint kept = (uint)(clamp(s.fresh, from, to) - from) * slot_size;

    ring += (ulong)channel * end;
    for (uint i = kept + (stripe - kept) % STRIPES; i < size; i += STRIPES) {
        const uint at = first + i;

        ring[at - (at >= end ? end : 0)] = 0;
    }
    for (int f = max(from - s.reach, 0); f < min(to + s.reach, (int)s.n_frames);
         f++) {
        const ulong row = ((ulong)f * s.n_channels + channel) * s.n_bins;
        const uint base = (uint)(f - s.reach - from) * slot_size;

        for (uint bin = 0; bin < s.n_bins; bin++) {
            const uint i = base + target[row + bin], at = first + i;

            if (i < size && i % STRIPES == stripe)
                ring[at - (at >= end ? end : 0)] += power[row + bin];
        }
    }
}

/* Rows are channels of frames of output. The last frame gets what lies behind
   it too, in the end. */
kernel void sharpen_emit(global float *restrict out,
                         global const float *restrict ring,
                         const struct canvas_sharpen s)
{
    const uint row = (uint)get_global_id(1), frame = row / s.n_channels;
    const uint first = (uint)get_global_id(0) * RUN;
    const uint length = min(s.n_cells - min(first, s.n_cells), (uint)RUN);
    const int slot = s.out_slot + (int)frame;
    const uint n = frame + 1 == s.n_out ? s.n_extra : 0;

    if (frame >= s.n_out)
        return;
    ring += (ulong)(row - frame * s.n_channels) * s.ring_length *
                (s.n_cells + 1) +
            first;
    out += s.out_base + (ulong)row * s.n_cells + first;
    for (uint i = 0; i < length; i++)
        out[i] = ring[ring_place(slot, &s) + i];
    for (uint k = 1; k <= n; k++)
        for (uint i = 0; i < length; i++)
            out[i] += ring[ring_place(slot + (int)k, &s) + i];
}
