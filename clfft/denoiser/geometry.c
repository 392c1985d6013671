/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* geometry.c: checks a description and computes windows, roots and places. */
#include "geometry.h"

#include "clfft/base/error.h"

#include "kernels/host/denoise.h"

#include <inttypes.h>
#include <math.h>

#define TAU 6.28318530717958647692528676656

#define INVALID(...) clfft_fail(CLFFT_STATUS_INVALID, "denoiser: " __VA_ARGS__)

static clfft_status check_plane(const clfft_denoise_desc *d, unsigned i)
{
    const clfft_denoise_plane *p = &d->planes[i], *first = &d->planes[0];
    const uint64_t size = p->bits > 8 ? 2 : 1;
    clfft_status status;

    TRY(CHECK_RESERVED("clfft_denoise_plane", p));
    if (!p->width || !p->height || p->width > INT32_MAX ||
        p->height > INT32_MAX)
        return INVALID("plane %u has %u x %u samples", i, p->width, p->height);
    if (p->bits < 8 || p->bits + p->shift > 8 * size)
        return INVALID("plane %u has %u bits above %u in %u bytes", i, p->bits,
                       p->shift, (unsigned)size);
    if (p->bits != first->bits || p->shift != first->shift ||
        p->big_endian != first->big_endian)
        return INVALID("plane %u differs from plane 0 in bits, shift or order",
                       i);
    if (p->offset % size || p->row % size || p->step % size || !p->step)
        return INVALID("plane %u is not at multiples of %u bytes", i,
                       (unsigned)size);
    if (p->row > UINT32_MAX || p->row * p->height > UINT32_MAX ||
        (uint64_t)p->step * (p->width - 1) + size > p->row ||
        p->offset > d->picture_size ||
        p->row * (p->height - 1) + (uint64_t)p->step * (p->width - 1) + size >
            d->picture_size - p->offset)
        return INVALID("plane %u lies beyond a picture of %" PRIu64 " bytes", i,
                       d->picture_size);
fail:
    return status;
}

clfft_status clfft_denoise_check(const clfft_denoise_desc *d)
{
    clfft_status status;

    TRY(CHECK_RESERVED("clfft_denoise_desc", d));
    if (d->block != 8 && d->block != 16 && d->block != 32 && d->block != 64)
        return INVALID("block is %u, must be 8, 16, 32 or 64", d->block);
    if (d->hop < d->block / 8 || d->hop > d->block)
        return INVALID("hop is %u, must be %u to %u", d->hop, d->block / 8,
                       d->block);
    if (d->depth != 1 && d->depth != 3 && d->depth != 5 && d->depth != 7)
        return INVALID("depth is %u, must be 1, 3, 5 or 7", d->depth);
    if (!d->n_planes || d->n_planes > CLFFT_DENOISE_MAX_PLANES)
        return INVALID("%u planes are not in 1..%d", d->n_planes,
                       CLFFT_DENOISE_MAX_PLANES);
    for (unsigned i = 0; i < d->n_planes; i++)
        TRY(check_plane(d, i));
fail:
    return status;
}

clfft_status clfft_denoise_check_levels(const clfft_denoise_desc *d,
                                        const clfft_denoise_params *params)
{
    for (unsigned i = 0; i < d->n_planes; i++) {
        const clfft_denoise_level *l = &params->levels[i];

        if (!(l->low >= 0 && l->low <= 1e9 && l->mid >= 0 && l->mid <= 1e9 &&
              l->high >= 0 && l->high <= 1e9))
            return INVALID("levels %g, %g, %g of plane %u are not in 0..1e9",
                           l->low, l->mid, l->high, i);
    }
    if (!(params->floor >= 0 && params->floor <= 1))
        return INVALID("floor %g is not in 0..1", params->floor);
    return CLFFT_STATUS_OK;
}

uint64_t clfft_denoise_count(const clfft_denoise_desc *d, uint64_t length)
{
    return (length - 1 + d->block - d->hop) / d->hop + 1;
}

void clfft_denoise_mirror(const clfft_denoise_desc *d, uint64_t length,
                          uint32_t step, uint64_t n, uint32_t *places)
{
    const int64_t period = 2 * ((int64_t)length - 1);

    for (uint64_t i = 0; i < n; i++) {
        int64_t at = (int64_t)i + d->hop - d->block;

        at = period ? (at % period + period) % period : 0;
        places[i] = (uint32_t)(at < (int64_t)length ? at : period - at) * step;
    }
}

static void fill_window(const clfft_denoise_desc *d, double *window)
{
    const unsigned b = d->block;
    double h[64];

    for (unsigned i = 0; i < b; i++)
        h[i] = pow(sin(TAU / 2 * (i + 0.5) / b), 2);
    for (unsigned i = 0; i < b; i++) {
        double sum = 0;

        for (unsigned j = i % d->hop; j < b; j += d->hop)
            sum += h[j] * h[j];
        window[i] = h[i] / sqrt(sum);
    }
}

void clfft_denoise_fill(const clfft_denoise_desc *d, float *numbers)
{
    const unsigned b = d->block, n = b / 2 + 1;
    float *spectrum = numbers + DENOISE_SPECTRUM(b);
    float *roots = numbers + DENOISE_ROOTS(b);
    float *time = numbers + DENOISE_TIME(b);
    float *radius = numbers + DENOISE_RADIUS(b);
    double window[64], sum = 0;

    fill_window(d, window);
    for (unsigned i = 0; i < b; i++)
        sum += window[i];
    for (unsigned k = 0; k < b; k++) {
        double re = 0, im = 0;

        for (unsigned i = 0; i < b; i++) {
            re += window[i] * cos(TAU * i * k / b);
            im -= window[i] * sin(TAU * i * k / b);
        }
        numbers[k] = (float)window[k];
        spectrum[2 * k] = (float)(re / sum);
        spectrum[2 * k + 1] = (float)(im / sum);
        roots[2 * k] = (float)cos(TAU * k / b);
        roots[2 * k + 1] = (float)sin(TAU * k / b);
    }
    for (unsigned i = 0; i < 16; i++) {
        const double turns = (double)((i / 4 + 1) * (i % 4 + 1)) / d->depth;

        time[2 * i] = (float)cos(TAU * turns);
        time[2 * i + 1] = (float)sin(TAU * turns);
    }
    for (unsigned i = 0; i < n * n; i++)
        radius[i] = (float)(hypot(i / n, i % n) * 2 / b / sqrt(2));
}
