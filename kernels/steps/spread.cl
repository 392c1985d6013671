/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spread.cl: makes everything that is stored of the spectrum of several axes
 * from what its last pass leaves in scratch memory. A work-item makes bins of
 * one column, or whole rows of them with RUNS, which a CPU's compiler makes
 * vectors of. Their numbers are final but for their place, and but for the sign
 * of imaginary parts and phases where
 *
 *   HALF_STORED   the input has the bins 0..n/2 of axis 0 alone: those above
 *                 are the conjugates of X[-k0, -k1, -k2]
 *   ROTATE        bin n/2 (rounded down) is DC on every axis
 */
#include "common/access.cl"

/* The bin of an axis that is stored at `position`. */
INLINE uint bin_at(uint position, uint n)
{
#ifdef ROTATE
    const uint k = position + n - n / 2;

    return k >= n ? k - n : k;
#else
    return position;
#endif
}

INLINE bool is_mirrored(uint k, uint n)
{
#ifdef HALF_STORED
    return k > n / 2;
#else
    return false;
#endif
}

/* Where the bins of a stored row are read, the mirrored ones apart, and where
   its first bin goes. */
struct row {
    long upper, lower, out;
};

INLINE struct row row_at(uint row, const struct pass *a,
                         const struct pass_box *box)
{
    const uint layer = row / box->bins[1], q1 = row - layer * box->bins[1];
    const uint number = layer / box->bins[2];
    const uint q2 = layer - number * box->bins[2];
    const uint k1 = bin_at(q1, box->n[1]), k2 = bin_at(q2, box->n[2]);
    const struct place p = place_of(number, a);
    struct row r;

    r.upper = p.in + k1 * box->in_stride[1] + k2 * box->in_stride[2];
    r.lower = p.in + (k1 ? box->n[1] - k1 : 0) * box->in_stride[1] +
              (k2 ? box->n[2] - k2 : 0) * box->in_stride[2];
    r.out = p.out + q1 * box->out_stride[1] + q2 * box->out_stride[2];
    return r;
}

/* A mirrored bin is the conjugate. */
#if STORE == COMPLEX
#define SPREAD_BIN(mirrored, z) ((REAL2)((z).x, mirrored ? -(z).y : (z).y))
#elif STORE == PHASE
#define SPREAD_BIN(mirrored, x) STORED(mirrored ? -(x) : (x))
#else
#define SPREAD_BIN(mirrored, x) STORED(x)
#endif

#ifdef RUNS
/* Moves numbers that lie side by side, or back to front. */
#define SPREAD_RUN(mirrored, step)                                             \
    for (uint i = 0; i < count; i++)                                           \
    to[i * (step)] = SPREAD_BIN(mirrored, from[mirrored ? -(int)i : (int)i])

INLINE void spread_run(global const in_t *restrict from,
                       global out_t *restrict to, const long step,
                       const uint count, const bool mirrored,
                       global const uint *restrict colors, const range_t range)
{
    if (mirrored && step == 1)
        SPREAD_RUN(true, 1);
    else if (mirrored)
        SPREAD_RUN(true, step);
    else if (step == 1)
        SPREAD_RUN(false, 1);
    else
        SPREAD_RUN(false, step);
}
#endif

kernel void pass_spread(PASS_PARAMETERS, const struct pass_box box)
{
    PASS_ABSENT
    const uint end = a.n_transforms * box.bins[2] * box.bins[1];
    const uint n = box.n[0];

#ifdef RUNS
    for (uint row = (uint)get_global_id(1); row < end;
         row += (uint)get_global_size(1)) {
        const struct row r = row_at(row, &a, &box);

        for (uint q = 0, count; q < box.bins[0]; q += count) {
            const uint k = bin_at(q, n);
            const bool mirrored = is_mirrored(k, n);
            const uint last = is_mirrored(n - 1, n) && !mirrored ? n / 2 : n - 1;

            count = min(last - k, box.bins[0] - 1 - q) + 1;
            spread_run(in + (mirrored ? r.lower + (n - k) : r.upper + k),
                       out + r.out + q * box.out_stride[0], box.out_stride[0],
                       count, mirrored, colors, range);
        }
    }
#else
    const uint q = (uint)get_global_id(0), k = bin_at(q, n);
    const bool mirrored = is_mirrored(k, n);

    if (q >= box.bins[0])
        return;
    for (uint row = (uint)get_global_id(1); row < end;
         row += (uint)get_global_size(1)) {
        const struct row r = row_at(row, &a, &box);
        const long i = mirrored ? r.lower + (n - k) : r.upper + k;

        out[r.out + q * box.out_stride[0]] = SPREAD_BIN(mirrored, in[i]);
    }
#endif
}
