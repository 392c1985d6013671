/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spectrogram-components.cl: converts the pixels of a picture to bytes of luma,
 * and of chroma for each 2 x 2 pixels. Each work-item makes SPAN pixels of two
 * rows.
 */
#include "analysis/spectrogram-draw.cl"

#define SPAN (RUN > 2 ? RUN : 2)

/* Bits 0 to 7, 8 to 15 and 16 to 23 of a pixel, or sums of such bytes. */
INLINE uchar code_of(uint first, uint second, uint third, float scale,
                     const struct canvas_component *p)
{
    const float sum = p->weights[0] * (float)first +
                      p->weights[1] * (float)second +
                      p->weights[2] * (float)third;

    return (uchar)clamp(MULTIPLY_ADD(sum, scale, p->bias + 0.5f), 0.0f,
                        255.0f);
}

/* Writes one byte for each pixel of a row. */
INLINE void put_row(global uchar *restrict out,
                    global const uint *restrict pixels, uint length,
                    const struct canvas_component *p)
{
    if (p->step == 1)
        /* compilers make vectors of this loop */
        for (uint i = 0; i < length; i++)
            out[i] = code_of(pixels[i] & 0xff, pixels[i] >> 8 & 0xff,
                             pixels[i] >> 16 & 0xff, 1.0f, p);
    else
        for (uint i = 0; i < length; i++)
            out[i * p->step] = code_of(pixels[i] & 0xff, pixels[i] >> 8 & 0xff,
                                       pixels[i] >> 16 & 0xff, 1.0f, p);
}

/* Writes one byte for each 2 x 2 pixels: of their mean, which is the mean of
   their bytes. At the right edge one pixel counts as two. */
INLINE void put_means(global uchar *restrict out,
                      global const uint *restrict above,
                      global const uint *restrict below, uint length,
                      const struct canvas_component *p)
{
    for (uint i = 0; i < length; i += 2) {
        const uint next = i + 1 < length ? i + 1 : i;
        const uint a = above[i], b = above[next];
        const uint c = below[i], d = below[next];

        out[(i / 2) * p->step] = code_of(
            (a & 0xff) + (b & 0xff) + (c & 0xff) + (d & 0xff),
            (a >> 8 & 0xff) + (b >> 8 & 0xff) + (c >> 8 & 0xff) +
                (d >> 8 & 0xff),
            (a >> 16 & 0xff) + (b >> 16 & 0xff) + (c >> 16 & 0xff) +
                (d >> 16 & 0xff), 0.25f, p);
    }
}

INLINE void put_span(global uchar *restrict out,
                     global const uint *restrict above,
                     global const uint *restrict below, uint x, uint y,
                     uint length, bool is_last,
                     const struct canvas_components *a)
{
    const struct canvas_component luma = a->components[0];
    global uchar *restrict row = out + luma.offset + (ulong)y * luma.stride +
                                 (ulong)x * luma.step;

    put_row(row, above, length, &luma);
    if (!is_last)
        put_row(row + luma.stride, below, length, &luma);
    for (uint i = 1; i < a->n_components; i++) {
        const struct canvas_component chroma = a->components[i];

        put_means(out + chroma.offset + (ulong)(y / 2) * chroma.stride +
                      (ulong)(x / 2) * chroma.step,
                  above, below, length, &chroma);
    }
}

kernel void picture_components(global uchar *restrict out,
                               global const uint *restrict pixels,
                               const struct canvas c,
                               const struct canvas_components a)
{
    const uint x = (uint)get_global_id(0) * SPAN;
    const uint y = (uint)get_global_id(1) * 2;
    const bool is_last = y + 1 == a.height;
    global const uint *restrict above = pixels + (ulong)y * c.width + x;
    global const uint *restrict below = is_last ? above : above + c.width;

    out += a.offset;
    if (x + SPAN <= c.width)
        put_span(out, above, below, x, y, SPAN, is_last, &a);
    else if (x < c.width)
        put_span(out, above, below, x, y, c.width - x, is_last, &a);
}
