/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spectrogram.cl: computes the levels of a picture from frames of spectra. Each
 * work-item owns one cell of one channel and walks over the new frames in their
 * order.
 *
 *   PICTURE  WATERFALL | OVERVIEW | BARS | LINE | PLANE: clfft_picture_mode
 *   GAINS    each bin has a gain: decibels for DB, else a factor of power
 *
 * Levels to be drawn as colours are codes: 0 empty, else 32768 + a hundredth
 * of a decibel each. A plane has one a pixel. Else a cell has 2 plot_width of
 * them, the ring's slots twice, so that every plot_width of them that lie one
 * after the other on the ring do so in memory.
 */
#include "host/canvas.h"
#include "analysis/log2.cl"

#define WATERFALL 0
#define OVERVIEW 1
#define BARS 2
#define LINE 3
#define PLANE 4

#ifndef PICTURE
#error "PICTURE must be defined"
#endif

/* clfft_quantity, clfft_reduction */
#define QUANTITY_COMPLEX 0
#define QUANTITY_MAGNITUDE 1
#define QUANTITY_DB 3
#define REDUCTION_PEAK 0

#define DECIBELS_PER_OCTAVE 3.01029996f /* 10 log10(2) */
#define OCTAVES_PER_DECIBEL 0.332192809f /* log2(10) / 10 */

/* codes 1 and 65535 */
#define LOWEST -327.67f
#define HIGHEST 327.67f

struct cell {
    uint first, count;
    float fraction;
};

INLINE float bounded(float decibels)
{
    decibels = decibels < LOWEST ? LOWEST : decibels;
    return decibels > HIGHEST ? HIGHEST : decibels; /* NaN stays NaN */
}

INLINE ushort code_of_decibels(float decibels)
{
    const float code = MULTIPLY_ADD(100.0f, bounded(decibels), 32768.5f);

    return code != code ? (ushort)0 : (ushort)code;
}

/* Powers beyond the range of log2_of give levels beyond LOWEST or HIGHEST. */
INLINE float decibels_of_power(float power)
{
    return power >= 0 ? DECIBELS_PER_OCTAVE * log2_of(fabs(power)) : NAN;
}

INLINE float power_of_decibels(float decibels)
{
    return exp2(decibels * OCTAVES_PER_DECIBEL);
}

/* Decibels for DB, else a power: both rise with the level. */
INLINE float number_at(global const float *restrict frame, uint at,
                       const struct canvas *c)
{
    if (c->quantity == QUANTITY_COMPLEX) {
        const float2 z = vload2(at, frame);
        return z.x * z.x + z.y * z.y;
    }
    return c->quantity == QUANTITY_MAGNITUDE ? frame[at] * frame[at]
                                             : frame[at];
}

INLINE float number_of(global const float *restrict frame,
                       global const float *restrict gains, uint bin,
                       const struct canvas *c)
{
    const uint at = bin + c->rotate;
    const float number =
        number_at(frame, at - (at >= c->n_bins ? c->n_bins : 0), c);

#ifdef GAINS
    return c->quantity == QUANTITY_DB ? number + gains[bin]
                                      : number * gains[bin];
#else
    return number;
#endif
}

INLINE float number_as_power(float number, const struct canvas *c)
{
    return c->quantity == QUANTITY_DB ? power_of_decibels(number) : number;
}

/* The decibels of a number, bounded so that interpolation between silence and a
   tone has finite ends. */
INLINE float number_as_decibels(float number, const struct canvas *c)
{
    return bounded(c->quantity == QUANTITY_DB ? number
                                              : decibels_of_power(number));
}

INLINE float interpolate(global const float *restrict frame,
                         global const float *restrict gains, struct cell cell,
                         const struct canvas *c)
{
    float low, high;

    if (cell.first >= c->n_bins)
        return NAN;
    low = number_as_decibels(number_of(frame, gains, cell.first, c), c);
    if (cell.fraction > 0) {
        high = number_as_decibels(
            number_of(frame, gains, cell.first + 1, c), c);
        low += cell.fraction * (high - low);
    }
    return power_of_decibels(low);
}

INLINE float cell_power(global const float *restrict frame,
                        global const float *restrict gains, struct cell cell,
                        const struct canvas *c)
{
    float result;

    if (cell.count == 0)
        return interpolate(frame, gains, cell, c);
    result = number_of(frame, gains, cell.first, c);
    if (c->reduction == REDUCTION_PEAK) {
        for (uint i = 1; i < cell.count; i++) {
            const float x = number_of(frame, gains, cell.first + i, c);
            result = x > result || x != x ? x : result;
        }
        return number_as_power(result, c);
    }
    result = number_as_power(result, c);
    for (uint i = 1; i < cell.count; i++)
        result += number_as_power(
            number_of(frame, gains, cell.first + i, c), c);
    return result / (float)cell.count;
}

INLINE ulong frame_length(const struct canvas *c)
{
    return (ulong)c->n_bins * (c->quantity == QUANTITY_COMPLEX ? 2 : 1);
}

/* The larger of two powers; NaN is what there is beside nothing else. */
INLINE float larger(float a, float b)
{
    return b > a || a != a ? b : a;
}

#if PICTURE == WATERFALL
/* Writes codes to the ring, to both copies of their slots. */
INLINE void put_codes(global ushort *restrict codes, uint width, uint slot,
                      uint length, ushort code)
{
    for (uint i = 0; i < length; i++) {
        codes[slot] = code;
        codes[slot + width] = code;
        slot = slot + 1 == width ? 0 : slot + 1;
    }
}

kernel void picture_columns(global const float *restrict in,
                            global ushort *restrict codes,
                            global float *restrict strongest,
                            global const struct cell *restrict cells,
                            global const float *restrict gains,
                            const struct canvas c,
                            const struct canvas_columns a)
{
    const uint number = (uint)get_global_id(0);
    const uint channel = (uint)get_global_id(1);
    const uint row = channel * c.n_cells + number;
    const uint width = c.plot_width;
    ulong remainder = a.remainder;
    uint slot = a.slot;
    float power;

    if (number >= c.n_cells)
        return;
    const struct cell cell = cells[number];
    in += a.in_base + channel * frame_length(&c);
    codes += (ulong)row * 2 * width;
    put_codes(codes, width, a.gap_slot, a.gap_length, 0);
    power = a.goes_on ? strongest[row] : NAN;
    for (uint f = 0; f < a.n_frames; f++) {
        uint carry, span;

        power = larger(power, cell_power(in, gains, cell, &c));
        in += c.n_channels * frame_length(&c);
        remainder += a.step;
        carry = remainder >= a.unit;
        remainder -= carry ? a.unit : 0;
        span = a.span + carry;
        if (span == 0 && f + 1 < a.n_frames)
            continue;
        put_codes(codes, width, slot, clamp(span, 1u, width),
                  code_of_decibels(decibels_of_power(power)));
        if (f + 1 < a.n_frames) {
            slot += a.span_slots + carry;
            slot -= slot >= width ? width : 0;
            power = NAN;
        }
    }
    strongest[row] = power;
}
#endif

#if PICTURE == OVERVIEW
/* Adds frames to columns, which keep the strongest of theirs. A cell has room
   for 2 plot_width columns; once they are full they are joined two by two. */
kernel void picture_overview(global const float *restrict in,
                             global float *restrict columns,
                             global const struct cell *restrict cells,
                             global const float *restrict gains,
                             const struct canvas c,
                             const struct canvas_overview a)
{
    const uint number = (uint)get_global_id(0);
    const uint channel = (uint)get_global_id(1);
    uint n_columns = a.n_columns;
    ulong n = a.n_before, length = a.length;
    float power;

    if (number >= c.n_cells)
        return;
    const struct cell cell = cells[number];
    in += a.in_base + channel * frame_length(&c);
    columns += (ulong)(channel * c.n_cells + number) * 2 * c.plot_width;
    power = a.goes_on ? columns[n_columns] : NAN;
    for (ulong left = a.n_empty + a.n_frames, step; left; left -= step) {
        if (left > a.n_frames) {
            step = min(left - a.n_frames, length - n);
        } else {
            step = 1;
            power = larger(power, cell_power(in, gains, cell, &c));
            in += c.n_channels * frame_length(&c);
        }
        n += step;
        if (n < length)
            continue;
        columns[n_columns++] = power;
        power = NAN;
        n = 0;
        if (n_columns < 2 * c.plot_width)
            continue;
        n_columns = c.plot_width;
        length *= 2;
        for (uint i = 0; i < n_columns; i++)
            columns[i] = larger(columns[2 * i], columns[2 * i + 1]);
    }
    if (n)
        columns[n_columns] = power;
}
#endif

#if PICTURE == BARS || PICTURE == LINE
/* Updates the meters of each cell: the strongest level since the last picture,
   the held peak, the level, and the seconds since the peak. */
kernel void picture_meter(global const float *restrict in,
                          global float *restrict meters,
                          global const struct cell *restrict cells,
                          global const float *restrict gains,
                          const struct canvas c, const struct canvas_meter a)
{
    const uint number = (uint)get_global_id(0);
    const uint channel = (uint)get_global_id(1);
    const uint row = channel * c.n_cells + number;
    float shown = LOWEST, level = LOWEST, peak = LOWEST, age = 0;

    if (number >= c.n_cells)
        return;
    const struct cell cell = cells[number];
    in += a.in_base + channel * frame_length(&c);
    if (!a.fresh) {
        const float4 meter = vload4(row, meters);
        shown = a.drawn ? LOWEST : meter.x;
        peak = meter.y;
        level = meter.z;
        age = meter.w;
    }
    for (uint f = 0; f < a.n_frames; f++) {
        const float power = cell_power(in, gains, cell, &c);
        /* what is not finite is no level: a bar would fall from it for ever */
        const float now = power <= FLT_MAX ? bounded(decibels_of_power(power))
                                           : LOWEST;

        in += c.n_channels * frame_length(&c);
        level = fmax(now, level - a.fall);
        shown = fmax(shown, level);
        age += a.frame_time;
        if (age > a.hold)
            peak -= a.peak_fall * fmin(age - a.hold, a.frame_time);
        if (level >= peak) {
            peak = level;
            age = 0;
        }
    }
    vstore4((float4)(shown, peak, level, age), row, meters);
}
#endif
