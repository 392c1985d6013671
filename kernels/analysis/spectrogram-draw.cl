/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spectrogram-draw.cl: draws the pixels of a picture; each work-item makes RUN
 * pixels of a row. Pixels outside the plots come from the background. Colours
 * are blended byte by byte, whatever the bytes mean.
 *
 *   RUN  1 where compilers make vectors of work-items, more where of loops
 */
#include "analysis/spectrogram-plane.cl"

#ifndef RUN
#error "RUN must be defined"
#endif

/* The channel whose plot a row crosses, and in *up its height above the plot's
   bottom; n_plots for a row outside all plots. */
INLINE uint channel_of(uint y, uint *up, const struct canvas *c)
{
    const uint channel = (y - c->plot_y) / c->pitch;
    const uint down = y - c->plot_y - channel * c->pitch;

    *up = c->plot_height - 1 - down;
    return y >= c->plot_y && down < c->plot_height ? channel : c->n_plots;
}

/* Whether pixels x .. x + RUN - 1 of a plot's row all lie in the plot. */
INLINE bool is_inside(uint x, const struct canvas *c)
{
    return x >= c->plot_x && x + RUN <= c->plot_x + c->plot_width;
}

#if PICTURE == OVERVIEW
/*
 * Makes plot_width levels of n columns, n <= 2 plot_width. A pixel shows the
 * columns that have their middle in it, at most two; where there are fewer
 * columns than pixels, the column that its own middle lies in. Every column is
 * thus in one pixel at least, at its own level.
 */
kernel void picture_resample(global const float *restrict columns,
                             global ushort *restrict codes,
                             const struct canvas c, const uint n)
{
    const uint x = (uint)get_global_id(0) * RUN;
    const uint row = (uint)get_global_id(1);
    const uint width = c.plot_width;
    const uint length = min(width - min(x, width), (uint)RUN);

    columns += (ulong)row * 2 * width;
    codes += (ulong)row * 2 * width + x;
    for (uint i = 0; i < length; i++) {
        /* at most 4 times 32767 squared: below 2^32 */
        const uint at = 2 * n * (x + i), up = n < width ? n : width - 1;
        const uint first = (at + up) / (2 * width);
        const uint last =
            n < width ? first : (at + 2 * n + up) / (2 * width) - 1;

        codes[i] = code_of_decibels(
            decibels_of_power(larger(columns[first], columns[last])));
    }
}
#endif

#if PICTURE == WATERFALL || PICTURE == OVERVIEW || PICTURE == PLANE
#if PICTURE == PLANE
#define ROW_CODES(c) ((c).plot_width)
#else
#define ROW_CODES(c) (2 * (c).plot_width)
#endif

/* The pixel of a code whose place in the palette is `color`, of a column `age`
   columns after the oldest shown. */
INLINE uint paint_color(float color, uint code, uint across, uint empty,
                        constant uint *restrict palette,
                        const struct canvas *c, const struct canvas_view *v)
{
    const uint pixel = palette[(uint)clamp(color + 0.5f, 0.0f, 255.0f)];
    uint age = across + v->turn;

    age -= age >= c->plot_width ? c->plot_width : 0;
    return across == v->marker_x ? c->marker
           : code && age - v->first_age < v->n_ages ? pixel
                                                    : empty;
}

INLINE uint paint_code(uint code, uint across, uint empty,
                       constant uint *restrict palette, const struct canvas *c,
                       const struct canvas_view *v)
{
    const float color = MULTIPLY_ADD((float)code, v->scale, v->bias);

    return paint_color(v->is_power_of_2 ? exp2(color) : color, code, across,
                       empty, palette, c, v);
}

INLINE uint empty_at(global const uint *restrict background, uint i,
                     const struct canvas *c)
{
#if PICTURE == PLANE
    return background[i];
#else
    return c->empty;
#endif
}

kernel void picture_paint(global uint *restrict out,
                          global const uint *restrict background,
                          global const ushort *restrict codes,
                          constant uint *restrict palette,
                          const struct canvas c, const struct canvas_view v)
{
    const uint x = (uint)get_global_id(0) * RUN, y = (uint)get_global_id(1);
    const uint across = x - c.plot_x;
    uint up;
    const uint channel = channel_of(y, &up, &c);
    const bool is_plot = channel < c.n_plots;

    out += v.offset + (ulong)y * v.stride + x;
    background += y * c.width + x;
    codes += ((ulong)channel * c.n_cells + up) * ROW_CODES(c) + v.slot;
    if (is_plot && is_inside(x, &c) && !v.is_power_of_2) {
        /* compilers make vectors of this loop */
        for (uint i = 0; i < RUN; i++) {
            const uint code = codes[across + i];

            out[i] = paint_color(MULTIPLY_ADD((float)code, v.scale, v.bias),
                                 code,
                                 across + i, empty_at(background, i, &c),
                                 palette, &c, &v);
        }
    } else {
        for (uint i = 0; i < RUN && x + i < c.width; i++)
            out[i] = is_plot && across + i < c.plot_width
                         ? paint_code(codes[across + i], across + i,
                                      empty_at(background, i, &c), palette, &c,
                                      &v)
                         : background[i];
    }
}
#endif

#if PICTURE == BARS || PICTURE == LINE
#define OUT_OF_SIGHT -4.0f
#define WIDE_BAR 10   /* from so many pixels on, bars have a gap of 2 */
#define GAP_BAR 4     /* from here on the gap is 1 */
#define TALL_PLOT 100 /* from so many pixels on, marks of peaks are 2 high */

/* Pixels above the plot's bottom. */
INLINE float height_of(float level, const struct canvas *c,
                       const struct canvas_levels *a)
{
    const float line = MULTIPLY_ADD(level, a->scale, a->bias);

    return a->measured && level > LOWEST
               ? clamp(a->is_power_of_2 ? exp2(line) : line, OUT_OF_SIGHT,
                       (float)c->plot_height) : OUT_OF_SIGHT;
}

/* Computes, for each column of a channel's plot, the height of the level, and
   after those the heights of the held peaks. Between bars both are out of
   sight. */
kernel void picture_heights(global const float *restrict meters,
                            global float *restrict heights,
                            const struct canvas c,
                            const struct canvas_levels a)
{
    const uint across = (uint)get_global_id(0);
    const uint channel = (uint)get_global_id(1);
    const uint width = c.plot_width;

    if (across >= width)
        return;
    meters += (ulong)channel * c.n_cells * 4;
    heights += (ulong)channel * 2 * width;
#if PICTURE == BARS
    const uint share = width / c.n_cells;
    const uint gap = share >= WIDE_BAR ? 2 : share >= GAP_BAR ? 1 : 0;
    const uint bar = ((across + 1) * c.n_cells - 1) / width;
    const bool is_bar = across + gap < (bar + 1) * width / c.n_cells;
    const float level = rint(height_of(meters[4 * bar], &c, &a));
    const float peak = rint(height_of(meters[4 * bar + 1], &c, &a));
#else
    const bool is_bar = true;
    const float level = height_of(meters[4 * across], &c, &a);
    const float peak = height_of(meters[4 * across + 1], &c, &a);
#endif
    heights[across] = is_bar ? level : OUT_OF_SIGHT;
    heights[across + width] = is_bar && a.peaks ? peak : OUT_OF_SIGHT;
}

/* The colour of the level in the middle of a row. */
INLINE uint color_of_row(uint up, constant uint *restrict palette,
                         const struct canvas *c)
{
    return palette[(255 * (2 * up + 1) + c->plot_height) /
                   (2 * c->plot_height)];
}
#endif

#if PICTURE == BARS
kernel void picture_bars(global uint *restrict out,
                         global const uint *restrict background,
                         global const float *restrict heights,
                         constant uint *restrict palette,
                         const struct canvas c, const struct canvas_levels a)
{
    const uint x = (uint)get_global_id(0) * RUN, y = (uint)get_global_id(1);
    const uint across = x - c.plot_x, width = c.plot_width;
    const uint length = min(c.width - min(x, c.width), (uint)RUN);
    const float thick = c.plot_height >= TALL_PLOT ? 2 : 1;
    uint row;
    const uint channel = channel_of(y, &row, &c);
    const bool is_plot = channel < c.n_plots;
    const uint color = is_plot ? color_of_row(row, palette, &c) : 0;
    const float up = (float)row + 0.5f;

    out += a.offset + (ulong)y * a.stride + x;
    background += y * c.width + x;
    heights += (ulong)channel * 2 * width;
    for (uint i = 0; i < length; i++) {
        uint pixel = background[i];

        if (is_plot && across + i < width) {
            const float top = heights[across + i + width];
            pixel = up < heights[across + i] ? color : pixel;
            pixel = up < top && up > top - thick ? c.marker : pixel;
        }
        out[i] = pixel;
    }
}
#endif

#if PICTURE == LINE
#define FILL 0.4f       /* of the colour below the curve */
#define FAINT 0.45f     /* of the marker, held peaks */
#define HALF_LINE 0.75f /* pixels */
#define CURVES 256      /* where their colours are, behind the palette */

/* Blends each byte: `share` of `color`, the rest of `under`. */
INLINE uint blend(uint under, uint color, float share)
{
    const uint a = (uint)(256.0f * share + 0.5f), b = 256 - a;
    const uint mask = 0x00ff00ff, half_up = 0x00800080;
    const uint even = ((under & mask) * b + (color & mask) * a + half_up) >> 8;
    const uint odd =
        (under >> 8 & mask) * b + (color >> 8 & mask) * a + half_up;

    return (even & mask) | (odd & ~mask);
}

/* The square of the distance from (x, y) to the segment from (0, from) to (1,
   to). */
INLINE float square_to(float x, float y, float from, float to)
{
    const float rise = to - from, up = y - from;
    const float t = clamp((x + up * rise) / (1 + rise * rise), 0.0f, 1.0f);

    return (x - t) * (x - t) + (up - t * rise) * (up - t * rise);
}

/* How much the curve covers of the pixel with its middle at `across`, `up`. It
   looks at the two pieces of the curve that meet in this column, for the others
   lie a pixel away. */
INLINE float coverage(global const float *restrict heights, uint across,
                      float up, uint width)
{
    const float here = heights[across];
    const float before = across ? heights[across - 1] : here;
    const float after = across + 1 < width ? heights[across + 1] : here;

    return clamp(HALF_LINE + 0.5f -
                     sqrt(fmin(square_to(1, up, before, here),
                               square_to(0, up, here, after))),
                 0.0f, 1.0f);
}

/* Whether the curve can touch pixels across .. across + RUN - 1 at `up`. */
INLINE bool is_near(global const float *restrict heights, uint across,
                    float up, uint width)
{
    const uint to = min(across + RUN + 1, width);
    float low = MAXFLOAT, high = -MAXFLOAT;

    for (uint i = across ? across - 1 : 0; i < to; i++) {
        low = fmin(low, heights[i]);
        high = fmax(high, heights[i]);
    }
    return up > low - 2 && up < high + 2;
}

/* Draws the curve of a channel, and its held peaks below it, into `length`
   pixels. */
INLINE void draw_curve(global uint *restrict out,
                       global const float *restrict heights, uint across,
                       uint length, float up, uint color,
                       const struct canvas *c, const struct canvas_levels *a,
                       bool is_inside_plot)
{
    const uint width = c->plot_width;
    bool near_level = true, near_peak = a->peaks;

    if (is_inside_plot) {
        near_level = is_near(heights, across, up, width);
        near_peak &= is_near(heights + width, across, up, width);
    }
    for (uint i = 0; i < length && (near_level || near_peak); i++) {
        uint pixel = out[i];

        if (across + i >= width)
            continue;
        if (near_peak)
            pixel = blend(pixel, color,
                          FAINT * coverage(heights + width, across + i, up,
                                           width));
        if (near_level)
            pixel = blend(pixel, color,
                          coverage(heights, across + i, up, width));
        out[i] = pixel;
    }
}

/* A plot of one channel is filled below its curve. */
kernel void picture_line(global uint *restrict out,
                         global const uint *restrict background,
                         global const float *restrict heights,
                         constant uint *restrict palette,
                         const struct canvas c, const struct canvas_levels a)
{
    const uint x = (uint)get_global_id(0) * RUN, y = (uint)get_global_id(1);
    const uint across = x - c.plot_x, width = c.plot_width;
    const uint length = min(c.width - min(x, c.width), (uint)RUN);
    uint row;
    const uint channel = channel_of(y, &row, &c);
    const bool is_plot = channel < c.n_plots;
    const uint color = is_plot ? color_of_row(row, palette, &c) : 0;
    const float up = (float)row + 0.5f;

    out += a.offset + (ulong)y * a.stride + x;
    background += y * c.width + x;
    heights += (ulong)channel * 2 * width;
    for (uint i = 0; i < length; i++) {
        uint pixel = background[i];

        if (is_plot && across + i < width && !c.n_curves)
            pixel = up < heights[across + i] ? blend(pixel, color, FILL)
                                             : pixel;
        out[i] = pixel;
    }
    if (!is_plot)
        return;
    for (uint k = 0; k < max(c.n_curves, 1u); k++)
        draw_curve(out, heights + (ulong)k * 2 * width, across, length, up,
                   c.n_curves ? palette[CURVES + k] : c.marker, &c, &a,
                   is_inside(x, &c));
}
#endif
