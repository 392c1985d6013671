/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * blocks.cl: filters blocks of pictures, as clfft/denoise.h describes it.
 *
 *   BLOCK, HOP, DEPTH
 *   BYTES, SHIFT, TOP, SWAPPED  as of code.cl
 *   LANES   blocks of a vector, on CPUs; 1: vectors are numbers
 *   ITEMS   work-items that share the lines of a block: 1, or BLOCK
 *   PAIRS   pairs of vectors of blocks in a work-group
 *   PITCH   numbers from row to row of a block in local memory
 *
 * The transform over time comes first, where it is cheapest: then each of its
 * frequencies is a picture of its own, complex but for the lowest, and one of
 * them is in memory at a time. The lowest is real, so two vectors of blocks
 * share a complex transform. The blocks of two vectors lie side by side, so
 * that what they come to is added up before it leaves the group.
 */
#include "common/complex.cl"

#include "common/butterfly.cl"
#include "denoise/code.cl"
#include "denoise/layout.cl"

#define MIDDLE (DEPTH / 2)

#if LANES == 1
#define LOAD(p) (*(p))
#define STORE(v, p) (*(p) = (v))
#else
#define LOAD(p) JOIN(vload, LANES)(0, p)
#define STORE(v, p) JOIN(vstore, LANES)(v, 0, p)
#endif

#if ITEMS == 1
#define SPACE private
#define SYNC()
#else
#define SPACE local
#define SYNC() barrier(CLK_LOCAL_MEM_FENCE)
#endif

#if BLOCK == 8
#define LINE(re, im) butterfly8(re, im)
#elif BLOCK == 16
#define LINE(re, im) butterfly16(re, im)
#elif BLOCK == 32
#define LINE(re, im) butterfly32(re, im)
#else
#define LINE(re, im) transform64(re, im, numbers + DENOISE_ROOTS(BLOCK))

/* 64 = 8 x 8 */
INLINE void transform64(VEC *re, VEC *im, global const float *restrict roots)
{
    VEC tr[64], ti[64];

#pragma unroll 1
    for (int b = 0; b < 8; b++) {
        VEC xr[8], xi[8];

#pragma unroll
        for (int a = 0; a < 8; a++) {
            xr[a] = re[8 * a + b];
            xi[a] = im[8 * a + b];
        }
        butterfly8(xr, xi);
#pragma unroll
        for (int a = 0; a < 8; a++) {
            COMPLEX_MULTIPLY(xr[a], xi[a], roots[2 * a * b],
                             -roots[2 * a * b + 1]);
            tr[8 * a + b] = xr[a];
            ti[8 * a + b] = xi[a];
        }
    }
#pragma unroll 1
    for (int a = 0; a < 8; a++) {
        butterfly8(tr + 8 * a, ti + 8 * a);
#pragma unroll
        for (int k = 0; k < 8; k++) {
            re[a + 8 * k] = tr[8 * a + k];
            im[a + 8 * k] = ti[8 * a + k];
        }
    }
}
#endif

INLINE float code_at(global const uchar *restrict samples, ulong at)
{
    return (float)load_code(samples, at) - OFFSET;
}

/* The places of the pictures of a block, of which those of other scenes are
   mirrored about the outermost of this one. */
INLINE void choose_pictures(const struct denoise_blocks *a,
                            global const uint *restrict begins, ulong *pictures)
{
    int low = MIDDLE, high = MIDDLE, span;

    while (low > 0 && !begins[a->later[low]])
        low--;
    while (high < DEPTH - 1 && !begins[a->later[high + 1]])
        high++;
    span = high - low;
    for (int t = 0; t < DEPTH; t++) {
        const int k = span ? (t - low + DEPTH * 2 * span) % (2 * span) : 0;

        pictures[t] = a->pictures[low + min(k, 2 * span - k)];
    }
}

/* Frequency f of time at a sample: `at` bytes behind the plane's first. */
INLINE void transform_time(global const uchar *restrict samples,
                           const ulong *pictures, uint at, uint f,
                           global const float *restrict time, float *re,
                           float *im)
{
    float r = code_at(samples, pictures[MIDDLE] + at), i = 0;

#pragma unroll
    for (int t = 1; t <= MIDDLE; t++) {
        const float after = code_at(samples, pictures[MIDDLE + t] + at);
        const float before = code_at(samples, pictures[MIDDLE - t] + at);

        if (f == 0) {
            r += after + before;
        } else {
            r += time[8 * (f - 1) + 2 * t - 2] * (after + before);
            i -= time[8 * (f - 1) + 2 * t - 1] * (after - before);
        }
    }
    *re = r;
    *im = i;
}

/* 1 - v / power, but not below 0 and floor. */
INLINE VEC gain_of(VEC power, float v, float lowest)
{
    const VEC rest = power - v;
    const VEC gain = rest / (power > 1e-30f ? power : (VEC)1e-30f);

    return gain > lowest ? gain : (VEC)lowest;
}

/* v of a frequency */
INLINE float variance_of(const struct denoise_blocks *a,
                         global const float *restrict radius, int ky, int kx)
{
    const int y = min(ky, BLOCK - ky), x = min(kx, BLOCK - kx);
    const float r = 2 * radius[y * (BLOCK / 2 + 1) + x];
    const float s = r < 1 ? a->low + (a->mid - a->low) * r
                          : a->mid + (a->high - a->mid) * (r - 1);

    return s * s;
}

#if LANES > 1
/* Where column x of the first block of a group lies in a row of all its
   columns, of which those that lie HOP apart lie side by side: the lanes of a
   vector are neighbours then. */
#define IN_SPAN(x) ((x) % HOP * PER_PHASE + (x) / HOP)

/* The samples of all rows. Inside of a picture whose samples lie side by side
   compilers make vectors of them. */
INLINE void gather(global const uchar *restrict samples,
                   global const uint *restrict columns,
                   global const uint *restrict rows, ulong pitch,
                   const ulong *pictures, uint f,
                   global const float *restrict time, float *re, float *im)
{
    const bool is_run = columns[SPAN - 1] == columns[0] + (SPAN - 1) * BYTES;

    for (int y = 0; y < BLOCK; y++) {
        const uint base = rows[y] * (uint)pitch;
        float row_re[SPAN], row_im[SPAN];

        if (is_run)
            for (int i = 0; i < SPAN; i++)
                transform_time(samples, pictures,
                               base + columns[0] + (uint)i * BYTES, f, time,
                               &row_re[i], &row_im[i]);
        else
            for (int i = 0; i < SPAN; i++)
                transform_time(samples, pictures, base + columns[i], f, time,
                               &row_re[i], &row_im[i]);
        for (int p = 0; p < HOP; p++)
            for (int q = 0; q < PER_PHASE; q++) {
                const int to = y * SPAN + p * PER_PHASE + q;

                re[to] = row_re[q * HOP + p];
                im[to] = row_im[q * HOP + p];
            }
    }
}
#endif

#if LANES > 1
INLINE void add(VEC value, float *sums)
{
    STORE(LOAD(sums) + value, sums);
}

/* The columns of all rows in their order. */
INLINE void scatter(const float *sums, global float *restrict out)
{
    for (int y = 0; y < BLOCK; y++)
        for (int q = 0; q < PER_PHASE; q++)
#pragma unroll
            for (int p = 0; p < HOP; p++)
                out[y * SPAN + q * HOP + p] =
                    sums[y * SPAN + p * PER_PHASE + q];
}
#endif

/* The rows are transformed: the lowest frequency of time of two vectors. ky and
   -ky, of all kx, take turns with their mirror images. */
INLINE void filter_pairs(SPACE VEC *re, SPACE VEC *im, int ky, VEC mean_re,
                         VEC mean_im, const struct denoise_blocks *a,
                         global const float *restrict numbers)
{
    global const float *spectrum = numbers + DENOISE_SPECTRUM(BLOCK);
    const int my = (BLOCK - ky) & (BLOCK - 1);
    const int n = my == ky ? BLOCK / 2 + 1 : BLOCK;

#pragma unroll 1
    for (int kx = 0; kx < n; kx++) {
        const int one = ky * PITCH + kx;
        const int other = my * PITCH + ((BLOCK - kx) & (BLOCK - 1));
        const float v = variance_of(a, numbers + DENOISE_RADIUS(BLOCK), ky, kx);
        const float yr = spectrum[2 * ky], yi = spectrum[2 * ky + 1];
        const float xr = spectrum[2 * kx], xi = spectrum[2 * kx + 1];
        const float wr = yr * xr - yi * xi, wi = yr * xi + yi * xr;
        /* the mean's part at this frequency and at the other */
        const VEC pr = mean_re * wr - mean_im * wi;
        const VEC pi = mean_re * wi + mean_im * wr;
        const VEC qr = mean_re * wr + mean_im * wi;
        const VEC qi = mean_im * wr - mean_re * wi;
        const VEC zr = re[one] - pr, zi = im[one] - pi;
        const VEC ur = re[other] - qr, ui = im[other] - qi;
        VEC ar = (zr + ur) * 0.5f, ai = (zi - ui) * 0.5f;
        VEC br = (zi + ui) * 0.5f, bi = (ur - zr) * 0.5f;
        const VEC g = gain_of(ar * ar + ai * ai, v, a->floor);
        const VEC h = gain_of(br * br + bi * bi, v, a->floor);

        ar *= g;
        ai *= g;
        br *= h;
        bi *= h;
        re[one] = pr + ar - bi;
        im[one] = pi + ai + br;
        re[other] = qr + ar + bi;
        im[other] = qi - ai + br;
    }
}

/* Numbers of a row, or of a column, `step` apart. */
INLINE void load_line(const SPACE VEC *re, const SPACE VEC *im, int step,
                      VEC *line_re, VEC *line_im)
{
#pragma unroll
    for (int i = 0; i < BLOCK; i++) {
        line_re[i] = re[i * step];
        line_im[i] = im[i * step];
    }
}

INLINE void store_line(const VEC *line_re, const VEC *line_im, SPACE VEC *re,
                       SPACE VEC *im, int step)
{
#pragma unroll
    for (int i = 0; i < BLOCK; i++) {
        re[i * step] = line_re[i];
        im[i * step] = line_im[i];
    }
}

/* Along x: what is between the transforms along y. */
INLINE void filter(SPACE VEC *re, SPACE VEC *im, uint item, uint f,
                   const struct denoise_blocks *a,
                   global const float *restrict numbers)
{
    VEC mean_re, mean_im;

#pragma unroll 1
    for (int ky = (int)item; ky < BLOCK; ky += ITEMS) {
        VEC xr[BLOCK], xi[BLOCK];

        load_line(re + ky * PITCH, im + ky * PITCH, 1, xr, xi);
        LINE(xr, xi);
        if (f > 0) {
#pragma unroll
            for (int x = 0; x < BLOCK; x++) {
                const float v =
                    variance_of(a, numbers + DENOISE_RADIUS(BLOCK), ky, x);
                const VEC g =
                    gain_of(xr[x] * xr[x] + xi[x] * xi[x], v, a->floor);

                xr[x] *= g;
                xi[x] *= g;
            }
            LINE(xi, xr);
        }
        store_line(xr, xi, re + ky * PITCH, im + ky * PITCH, 1);
    }
    if (f > 0)
        return;
    SYNC();
    mean_re = re[0];
    mean_im = im[0];
    SYNC();
    for (int ky = (int)item; ky <= BLOCK / 2; ky += ITEMS)
        filter_pairs(re, im, ky, mean_re, mean_im, a, numbers);
    SYNC();
#pragma unroll 1
    for (int ky = (int)item; ky < BLOCK; ky += ITEMS) {
        VEC xr[BLOCK], xi[BLOCK];

        load_line(re + ky * PITCH, im + ky * PITCH, 1, xr, xi);
        LINE(xi, xr);
        store_line(xr, xi, re + ky * PITCH, im + ky * PITCH, 1);
    }
}

/* out: see layout.cl */
kernel void denoise_blocks(global const uchar *restrict samples,
                           global const uint *restrict columns,
                           global const uint *restrict rows,
                           global const float *restrict numbers,
                           global const uint *restrict begins,
                           global float *restrict out,
                           const struct denoise_blocks a)
{
    const uint item = (uint)get_local_id(0) % ITEMS;
    const uint pair = (uint)get_local_id(0) / ITEMS;
    const uint wanted = (uint)get_group_id(0) * PAIRS + pair;
    const uint group = min(wanted, a.n_groups - 1);
    const uint by = a.first_row + (uint)get_global_id(1);
    global const float *time = numbers + DENOISE_TIME(BLOCK);
    ulong pictures[DEPTH];
#if ITEMS == 1
    VEC re[BLOCK * PITCH], im[BLOCK * PITCH];
#else
    local VEC all_re[PAIRS * BLOCK * PITCH], all_im[PAIRS * BLOCK * PITCH];
    local VEC *re = all_re + pair * BLOCK * PITCH;
    local VEC *im = all_im + pair * BLOCK * PITCH;
#endif
#if LANES > 1
    float gathered_re[BLOCK * SPAN], gathered_im[BLOCK * SPAN];
    float sums[BLOCK * SPAN];

    for (int i = 0; i < BLOCK * SPAN; i++)
        sums[i] = 0;
#endif

    choose_pictures(&a, begins, pictures);
    columns += group * GROUP_COLUMNS;
    rows += by * HOP;
    out += PLACE_OF_GROUP(by, group);
#pragma unroll 1
    for (uint f = 0; f <= MIDDLE; f++) {
        const float factor = (f ? 2.0f : 1.0f) / (BLOCK * BLOCK * DEPTH);
#if LANES > 1
        gather(samples, columns, rows, a.row, pictures, f, time, gathered_re,
               gathered_im);
#endif
#pragma unroll 1
        for (uint half_ = 0; half_ < (f ? 2 : 1); half_++) {
#pragma unroll 1
            for (int x = (int)item; x < BLOCK; x += ITEMS) {
                VEC yr[BLOCK], yi[BLOCK];

#pragma unroll
                for (int y = 0; y < BLOCK; y++) {
                    const float w = numbers[y] * numbers[x];
#if LANES > 1
                    const int at = y * SPAN + IN_SPAN(x);

                    yr[y] = LOAD(gathered_re + at + half_ * LANES) * w;
                    yi[y] = LOAD((f ? gathered_im + half_ * LANES
                                    : gathered_re + LANES) +
                                 at) *
                            w;
#else
                    const uint at = rows[y] * (uint)a.row;
                    float r, i, s, none;

                    transform_time(samples, pictures,
                                   at + columns[half_ * HOP + x], f, time, &r,
                                   &i);
                    if (f == 0) {
                        transform_time(samples, pictures, at + columns[HOP + x],
                                       f, time, &s, &none);
                        i = s;
                    }
                    yr[y] = r * w;
                    yi[y] = i * w;
#endif
                }
                LINE(yr, yi);
                store_line(yr, yi, re + x, im + x, PITCH);
            }
            SYNC();
            filter(re, im, item, f, &a, numbers);
            SYNC();
#pragma unroll 1
            for (int x = (int)item; x < BLOCK; x += ITEMS) {
                VEC yr[BLOCK], yi[BLOCK];

                load_line(re + x, im + x, PITCH, yr, yi);
                LINE(yi, yr);
                if (wanted >= a.n_groups)
                    continue;
#pragma unroll
                for (int y = 0; y < BLOCK; y++) {
                    const float w = numbers[y] * numbers[x] * factor;
#if LANES > 1
                    float *to = sums + y * SPAN + IN_SPAN(x) + half_ * LANES;

                    add(yr[y] * w, to);
                    if (f == 0)
                        add(yi[y] * w, to + LANES);
#else
                    global float *to = out + (half_ * BLOCK + y) * BLOCK + x;

                    if (f == 0) {
                        *to = yr[y] * w;
                        to[BLOCK * BLOCK] = yi[y] * w;
                    } else {
                        *to += yr[y] * w;
                    }
#endif
                }
            }
            SYNC();
        }
    }
#if LANES > 1
    scatter(sums, out);
#endif
}
