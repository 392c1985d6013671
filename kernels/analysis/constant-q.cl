/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * constant-q.cl: what stands between the long transforms of a constant-Q
 * analysis, or its inverse, and the short ones of its bands. A row is a band of
 * a channel; `period` is the length of its transform, length / hop.
 *
 *   gather  spectra [slice][channel][length/2 + 1] -> rows [slice][row][period]:
 *           each band is weighed and folded to the period
 *   finish  [slice][period][row] -> frames [frame][row], the middle half of each
 *           slice, as the quantity STORE
 *   spread  rows [slice][row][period] of frames that begin at 0, where a quarter
 *           of the period belongs -> spectra
 */
#include "common/quantity.cl"

#ifndef GROUP
#error "GROUP must be defined"
#endif

#if STORE == MAGNITUDE || STORE == DB
/* Powers of two by which squares neither overflow nor lose digits; hypot() is no
   vector on the CPU. */
#ifdef PRECISION_DOUBLE
#define SMALL 0x1p-500
#define LARGE 0x1p500
#define SCALE_UP 0x1p600
#define SCALE_DOWN 0x1p-600
#define SCALE_DB 3612.3599479677743
#else
#define SMALL 0x1p-60f
#define LARGE 0x1p60f
#define SCALE_UP 0x1p100f
#define SCALE_DOWN 0x1p-100f
#define SCALE_DB 602.05999132796239f
#endif

INLINE REAL level_of(REAL2 c, REAL floor_db)
{
    const REAL most = fmax(fabs(c.x), fabs(c.y));
    const bool small = most < SMALL, large = most > LARGE;
    const REAL scale = small ? SCALE_UP : large ? SCALE_DOWN : 1;

    c *= scale;
    const REAL power = c.x * c.x + c.y * c.y;
#if STORE == MAGNITUDE
    return sqrt(power) * (small ? SCALE_DOWN : large ? SCALE_UP : 1);
#else
    const REAL d = REAL_C(10.0) * log10(power) -
                   (small ? SCALE_DB : large ? -SCALE_DB : 0);
    return d < floor_db ? floor_db : d;
#endif
}
#endif

INLINE ulong group_number(void)
{
    return get_group_id(0) + get_group_id(1) * get_num_groups(0);
}

/* Bin k, below the length, of real samples. */
INLINE REAL2 bin_at(global const REAL2 *restrict spectrum, uint k, uint length)
{
    const REAL2 x = spectrum[k <= length / 2 ? k : length - k];

    return k <= length / 2 ? x : (REAL2)(x.x, -x.y);
}

/* A work-item for each point of a row. */
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void gather(global const REAL2 *restrict spectra, global REAL2 *restrict rows,
            global const uint *restrict first, global const uint *restrict start,
            global const REAL *restrict weight, const uint n_bands,
            const uint n_rows, const uint length, const uint period)
{
    const uint groups = (period + GROUP - 1) / GROUP; /* of a row */
    const ulong row = group_number() / groups;
    const uint j = (uint)(group_number() % groups) * GROUP + get_local_id(0);

    if (row >= n_rows || j >= period)
        return;
    const uint band = (uint)(row % n_bands);
    const uint begin = start[band], n = first[band + 1] - first[band];
    const uint offset = begin % period;

    spectra += row / n_bands * (length / 2 + 1);
    weight += first[band];
    REAL2 sum = 0;
    for (uint i = j >= offset ? j - offset : j + period - offset; i < n;
         i += period) {
        const uint k = begin + i;

        sum += weight[i] * bin_at(spectra, k < length ? k : k - length, length);
    }
    rows[row * period + j] = sum;
}

/* A work-item for each number of a frame. n_all: of all frames */
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void finish(global const REAL2 *restrict in,
#if STORE == COMPLEX
            global REAL2 *restrict out,
#else
            global REAL *restrict out,
#endif
            const ulong out_base, const ulong n_all, const ulong n_slice,
            const REAL floor_db)
{
    const ulong groups = (n_slice + GROUP - 1) / GROUP; /* of a slice */
    const ulong slice = group_number() / groups;
    const ulong i = group_number() % groups * GROUP + get_local_id(0);
    const ulong at = slice * n_slice + i;

    if (i >= n_slice || at >= n_all)
        return;
    /* a slice has twice as many, of which those from the quarter on count */
    const REAL2 c = in[2 * slice * n_slice + n_slice / 2 + i];
#if STORE == COMPLEX
    out[out_base + at] = c;
#elif STORE == PHASE
    out[out_base + at] = atan2(c.y, c.x);
#elif STORE == MAGNITUDE || STORE == DB
    out[out_base + at] = level_of(c, floor_db);
#else
    out[out_base + at] = quantity_of_power(c.x * c.x + c.y * c.y, floor_db);
#endif
}

/* x (-i)^k */
INLINE REAL2 turned_back(REAL2 x, uint k)
{
    const REAL2 y = k & 1 ? (REAL2)(x.y, -x.x) : x;

    return k & 2 ? -y : y;
}

/* A work-item for each bin. source: twice the band, plus 1 if it is about the
   negative frequency; n_lines: slices times channels */
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void spread(global const REAL2 *restrict rows, global REAL2 *restrict spectra,
            global const uint *restrict first,
            global const uint *restrict source,
            global const REAL *restrict weight, const uint n_bands,
            const uint n_lines, const uint length, const uint period)
{
    const uint n_bins = length / 2 + 1;
    const uint groups = (n_bins + GROUP - 1) / GROUP; /* of a line */
    const ulong line = group_number() / groups;
    const uint k = (uint)(group_number() % groups) * GROUP + get_local_id(0);

    if (line >= n_lines || k >= n_bins)
        return;
    const uint j = k % period, negative = j ? period - j : 0;

    rows += line * n_bands * period;
    REAL2 sum = 0;
    for (uint i = first[k]; i < first[k + 1]; i++) {
        const ulong row = (ulong)(source[i] / 2) * period;
        const bool mirrored = source[i] & 1;
        const REAL2 c = rows[row + (mirrored ? negative : j)];

        sum += weight[i] * (mirrored ? (REAL2)(c.x, -c.y) : c);
    }
    spectra[line * n_bins + k] = turned_back(sum, k);
}
