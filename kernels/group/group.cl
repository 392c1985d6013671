/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * group.cl: one pass of the group schedule. A work-group runs COLUMNS
 * transforms of LENGTH points with ITEMS work-items each; the points stay in
 * registers and are exchanged through local memory between the stages of a
 * Stockham transform (Govindaraju et al., "High Performance Discrete Fourier
 * Transforms on Graphics Processors", 2008).
 *
 *   LENGTH, RADIX0..RADIX4   product of the radices = LENGTH
 *   ITEMS, COLUMNS
 *   LOAD_COLUMNS, STORE_COLUMNS  1: neighbouring work-items take neighbouring
 *                 transforms, 0: neighbouring points
 *   LAYOUT        PLAIN e*COLUMNS+c | PADDED c*LENGTH+e with a hole every 32
 *                 words | PITCH rows that start in different banks
 *   SPLIT         real and imaginary parts are exchanged one after the other
 *   PARTS         points are exchanged part by part, LENGTH / PARTS at once
 *   EARLY         the roots of all stages are read before the first one, which
 *                 hides their latency and takes registers
 *   STAGES_BY_POLYNOMIAL  the roots of the stages are computed, so that a
 *                 launch has one buffer less
 *   FREE_GROUP_SIZE  the compiler is told the number of registers instead of
 *                 the number of work-items; with both it ignores the former
 *   FUSE_POST     real transform of 2*LENGTH points: untangle before the store;
 *                 with INNER, of rows of such a transform; with BLUESTEIN, of
 *                 the convolved ones (halves.cl)
 *   BLUESTEIN     convolve with chirp_spectrum: two transforms in one
 *   RADER         the same around LENGTH + 1 points, a prime: point g^m is
 *                 permutation[m], result g^-m lies there (rader.c).
 *                 Rows go through local memory once more on either side, so
 *                 that neighbouring work-items take neighbouring points.
 *                 RADER_FIRST, RADER_MIDDLE, RADER_LAST: in three passes
 *   TWIDDLE_CHAIN multiply by the roots of the four-step algorithm before the
 *                 store: every fourth root of a butterfly is computed, those
 *                 between by one product
 */
#include "common/access.cl"
#include "common/butterfly.cl"
#include "group/exchange.cl"
#include "group/stages.cl"
#include "group/halves.cl"
#include "group/rader.cl"

/* point e of half a spectrum */
#define LOADED_BIN(e)                                                          \
    (READS ? (in + p.in)[(offset_t)(e) * (offset_t)a.in.stride] : (REAL2)(0))

/* root number e * i0 of the four-step algorithm */
#ifdef ROOTS_BY_POLYNOMIAL
#define ROOT(e)                                                                \
    root_by_polynomial((uint)(e) * p.i0 * a.root_scale, a.root_count,          \
                       4.0f / (float)a.root_count)
#else
#define ROOT(e)                                                                \
    root_of_unity(roots, (uint)(e) * p.i0 * a.root_scale, a.shift)
#endif

/* the points of the first stage, the results of the last one */
#define LOAD_ALL(load)                                                         \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(RADIX0); b++)                 \
    {                                                                          \
        _Pragma("unroll") for (int k = 0; k < RADIX0; k++)                     \
        {                                                                      \
            const uint e = t + b * T + k * (LENGTH / RADIX0);                  \
            const int m = b * RADIX0 + k;                                      \
            re[m] = im[m] = 0;                                                 \
            if (ACTIVE(RADIX0, b) && IS_PRESENT(k * (LENGTH / RADIX0)))        \
                load(LOAD_ARGUMENTS, &p, LOADED_INDEX(e), &re[m], &im[m]);     \
        }                                                                      \
    }
#define STORE_ALL(store)                                                       \
    _Pragma("unroll") for (int b = 0; b < ROUNDS(LAST_RADIX); b++)             \
    {                                                                          \
        if (valid && ACTIVE(LAST_RADIX, b)) {                                  \
            _Pragma("unroll") for (int k = 0; k < LAST_RADIX; k++)             \
            {                                                                  \
                const uint e = t + b * T + k * LAST_SPAN;                      \
                const int m = b * LAST_RADIX + k;                              \
                if (IS_PRESENT(k * LAST_SPAN))                                 \
                    store(STORE_ARGUMENTS, &p, e, STORED_INDEX(e), re[m],      \
                          STORED_SIGN im[m]);                                  \
            }                                                                  \
        }                                                                      \
    }

kernel
#ifndef FREE_GROUP_SIZE
    __attribute__((reqd_work_group_size(T * C, 1, 1)))
#endif
void pass_group(PASS_PARAMETERS)
{
    PASS_ABSENT
#if defined(RADIX1) || defined(FUSE_POST) || defined(RADER_ROWS)
    local exchange_t exchange[N_SLOTS];
#endif
    const uint group = get_group_id(0) + get_group_id(1) * get_num_groups(0);
    const int lid = get_local_id(0);
    const int t_load = LOAD_COLUMNS ? lid / C : lid % T;
    const int c_load = LOAD_COLUMNS ? lid % C : lid / T;
    const int t_store = STORE_COLUMNS ? lid / C : lid % T;
    const int c_store = STORE_COLUMNS ? lid % C : lid / T;
    int t = t_load, c = c_load;
    REAL re[REGISTERS], im[REGISTERS];
    struct place p;

    /* beyond the last transform it repeats another one, which is not stored */
    p = place_of(NUMBER < a.n_transforms ? NUMBER : SPARE_TRANSFORM, &a);
    TURN_TO_MIRROR
#ifdef MEET_AT_STORE
    REAL2 first[ROUNDS(LAST_RADIX) / 2];
#pragma unroll
    for (int b = 0; b < ROUNDS(LAST_RADIX) / 2; b++)
        first[b] = FIRST_BIN_ROOT;
#endif
#ifdef MEET_AT_LOAD
#pragma unroll
    for (int b = 0; b < ROUNDS(RADIX0) / 2; b++) {
        REAL ur[RADIX0], ui[RADIX0], vr[RADIX0], vi[RADIX0];
        const REAL2 middle = IS_MIDDLE ? LOADED_BIN(LENGTH / 2) : (REAL2)(0);
        const REAL2 first = FIRST_BIN_ROOT;

#pragma unroll
        for (int k = 0; k < RADIX0; k++) {
            const int e = PAIRED_BIN(RADIX0, k);
            const REAL2 u = LOADED_BIN(e), v = LOADED_BIN(LENGTH - e);
            const REAL2 w = PAIR_ROOT(first, RADIX0, k);

            ur[k] = u.x;
            ui[k] = e ? u.y : 0;
            vr[k] = v.x;
            vi[k] = e ? v.y : 0;
            tangle(&ur[k], &ui[k], &vr[k], &vi[k], w.x, w.y);
        }
#pragma unroll
        for (int k = 0; k < RADIX0; k++) {
            re[FIRST_OF(RADIX0) + k] = LOW_BACK(ur, vr, RADIX0, k);
            im[FIRST_OF(RADIX0) + k] = LOW_BACK(ui, vi, RADIX0, k);
            re[SECOND_OF(RADIX0) + k] = HIGH_BACK(ur, vr, RADIX0, k);
            im[SECOND_OF(RADIX0) + k] = HIGH_BACK(ui, vi, RADIX0, k);
        }
        if (IS_MIDDLE) {
            re[MIDDLE(RADIX0)] = 2 * middle.x;
            im[MIDDLE(RADIX0)] = 2 * middle.y;
        }
    }
#elif defined(FUSE_FOLD)
    {
        const REAL2 first = REAL_ROOT(&a, t);
        REAL ur[PAIRS], ui[PAIRS], vr[PAIRS], vi[PAIRS];

#pragma unroll
        for (int b = 0; b < PAIRS; b++) {
            ur[b] = ui[b] = vr[b] = vi[b] = 0;
            if (IS_PAIR(b)) {
                const int k = t + b * T;
                const REAL2 u = LOADED_BIN(k), v = LOADED_BIN(LENGTH - k);
                const REAL2 w = BIN_ROOT(first, b);

                ur[b] = u.x;
                ui[b] = IS_ZERO(b) ? 0 : u.y;
                vr[b] = v.x;
                vi[b] = IS_ZERO(b) ? 0 : v.y;
                tangle(&ur[b], &ui[b], &vr[b], &vi[b], w.x, w.y);
                vr[b] = IS_ZERO(b) ? ur[b] : vr[b];
                vi[b] = IS_ZERO(b) ? ui[b] : vi[b];
            }
        }
#ifdef SPLIT
        EACH_PAIR(exchange[low] = ur[b]; exchange[high] = vr[b])
        BARRIER;
        READ_FIRST(re[m] = v)
        BARRIER;
        EACH_PAIR(exchange[low] = ui[b]; exchange[high] = vi[b])
        BARRIER;
        READ_FIRST(im[m] = v)
#else
        EACH_PAIR(exchange[low] = (REAL2)(ur[b], ui[b]);
                  exchange[high] = (REAL2)(vr[b], vi[b]))
        BARRIER;
        READ_FIRST(re[m] = v.x; im[m] = v.y)
#endif
        BARRIER;
    }
#else
#ifdef IN_PLACE
#pragma unroll
    for (int m = 0; m < ROUNDS(RADIX0) * RADIX0; m++)
        re[m] = im[m] = 0;
#endif
#ifdef CARRIES
    /* x[0], where the sum of the others will be */
    REAL xr = 0, xi = 0;
    if (READS && IS_CARRIER)
        load_point(LOAD_ARGUMENTS, &p, CARRIED_FROM, &xr, &xi);
#endif
#ifdef RADER_ROWS
    if (READS) {
        EACH_POINT(load_point(LOAD_ARGUMENTS, &p, i + 1, &re[b], &im[b]))
    }
    GATHER
#else
    if (READS) {
        LOAD_BY_TWOS(LIES_IN_TWOS(in, p.in, a.in.stride))
    }
#endif
#endif

    EARLY_ALL
    STAGE0
    STAGE1(FIRST_EXCHANGE)
    STAGE2
    STAGE3
    STAGE4

#if defined(CARRIES) && defined(CONVOLVES)
    /* only in the work-item that has the sum */
    const REAL dr = xr + re[0], di = xi + im[0];
#elif defined(CARRIES)
    const REAL dr = xr, di = xi;
#endif
#ifdef CONVOLVES
#pragma unroll
    for (int b = 0; b < ROUNDS(LAST_RADIX); b++) {
        if (ACTIVE(LAST_RADIX, b)) {
#pragma unroll
            for (int k = 0; k < LAST_RADIX; k++) {
                const int m = b * LAST_RADIX + k;
                const REAL2 s =
                    chirp_spectrum[SPECTRUM_INDEX(t + b * T + k * LAST_SPAN)];
                COMPLEX_MULTIPLY(re[m], im[m], s.x, s.y);
                im[m] = -im[m];
            }
        }
    }
#ifdef CARRIES
    re[0] += xr;
    im[0] -= xi;
#endif
#if LAST_RADIX != RADIX0
    NEXT_EXCHANGE(LAST_RADIX, LAST_SPAN, RADIX0)
#endif
    STAGE0
    STAGE1(NEXT_EXCHANGE)
    STAGE2
    STAGE3
    STAGE4
#endif

    BEFORE_STORES
#if LOAD_COLUMNS != STORE_COLUMNS
    p = place_of(NUMBER < a.n_transforms ? NUMBER : 0, &a);
    TURN_TO_MIRROR
#endif
    const bool valid = NUMBER < a.n_transforms;

#ifdef CARRIES
    if (valid && IS_CARRIER)
        store_point(STORE_ARGUMENTS, &p, 0, CARRIED_TO, dr, di);
#endif
#ifdef RADER_ROWS
    SCATTER
    if (valid) {
        EACH_POINT(store_point(STORE_ARGUMENTS, &p, i + 1, i + 1, re[b],
                               -im[b]))
    }
#elif defined(MEET_AT_STORE)
    if (valid) {
#pragma unroll
        for (int b = 0; b < ROUNDS(LAST_RADIX) / 2; b++) {
#pragma unroll
            for (int k = 0; k < LAST_RADIX; k++) {
                const int e = PAIRED_BIN(LAST_RADIX, k);
                REAL zr = LOW(re, LAST_RADIX, k), zi = LOW(im, LAST_RADIX, k);
                REAL yr = HIGH(re, LAST_RADIX, k), yi = HIGH(im, LAST_RADIX, k);
                const REAL2 w = PAIR_ROOT(first[b], LAST_RADIX, k);

                untangle(&zr, &zi, &yr, &yi, w.x, w.y);
                store_point(STORE_ARGUMENTS, &p, e, e, zr, zi);
                store_point(STORE_ARGUMENTS, &p, LENGTH - e, LENGTH - e, yr,
                            yi);
            }
            if (IS_MIDDLE)
                store_point(STORE_ARGUMENTS, &p, LENGTH / 2, LENGTH / 2,
                            re[MIDDLE(LAST_RADIX)], -im[MIDDLE(LAST_RADIX)]);
        }
    }
#elif defined(ROWS_MEET)
    const bool stores = valid && !(IS_MIRROR && IS_OWN_MIRROR);
    BARRIER;
#ifdef SPLIT
    REAL mirrors[ROUNDS(LAST_RADIX) * LAST_RADIX];
    WRITE_LAST(re[m])
    BARRIER;
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN, mirrors[m] = exchange[MIRROR_SLOT(e)])
    BARRIER;
    WRITE_LAST(im[m])
#else
    WRITE_LAST((REAL2)(re[m], im[m]))
#endif
    BARRIER;
#pragma unroll
    for (int b = 0; b < ROUNDS(LAST_RADIX); b++) {
        if (stores && ACTIVE(LAST_RADIX, b)) {
            const REAL2 first = REAL_ROOT(&a, p.i0 + N_ROWS * (t + b * T));
#pragma unroll
            for (int k = 0; k < LAST_RADIX; k++) {
                const int m = b * LAST_RADIX + k;
                const int e = t + b * T + k * LAST_SPAN;
                const uint bin = p.i0 + N_ROWS * e;
                const REAL2 w = ROW_ROOT(first, LAST_RADIX, k, bin);
                REAL zr = re[m], zi = im[m];
#ifdef SPLIT
                REAL yr = mirrors[m], yi = exchange[MIRROR_SLOT(e)];
#else
                const REAL2 mirror = exchange[MIRROR_SLOT(e)];
                REAL yr = mirror.x, yi = mirror.y;
#endif
                untangle(&zr, &zi, &yr, &yi, w.x, w.y);
                store_point(STORE_ARGUMENTS, &p, bin, bin, zr, zi);
                if (bin == 0)
                    store_point(STORE_ARGUMENTS, &p, a.n / 2, a.n / 2, yr, yi);
            }
        }
    }
#elif defined(FUSE_POST)
#ifdef BLUESTEIN
    EACH_WRITTEN(LAST_RADIX, LAST_SPAN, if (e < HALF_LENGTH) {
        const REAL2 w = chirp[e];
        im[m] = -im[m];
        COMPLEX_MULTIPLY(re[m], im[m], w.x, w.y);
    })
#endif
    BARRIER;
#ifdef SPLIT
    REAL pr[PAIRS], qr[PAIRS];
    WRITE_LAST(re[m])
    BARRIER;
    EACH_PAIR(pr[b] = exchange[low]; qr[b] = exchange[high])
    BARRIER;
    WRITE_LAST(im[m])
    BARRIER;
#else
    WRITE_LAST((REAL2)(re[m], im[m]))
    BARRIER;
#endif
    if (valid) {
        const REAL2 first = REAL_ROOT(&a, t);
#ifdef SPLIT
#define PAIR_OF_BINS                                                           \
    REAL zr = pr[b], zi = exchange[low];                                       \
    REAL yr = qr[b], yi = exchange[high]
#else
#define PAIR_OF_BINS                                                           \
    REAL zr = exchange[low].x, zi = exchange[low].y;                           \
    REAL yr = exchange[high].x, yi = exchange[high].y
#endif
        EACH_PAIR(const int k = t + b * T; const REAL2 w = BIN_ROOT(first, b);
                  PAIR_OF_BINS; untangle(&zr, &zi, &yr, &yi, w.x, w.y);
                  store_point(STORE_ARGUMENTS, &p, k, k, zr,
                              IS_ZERO(b) ? 0 : zi);
                  if (ARE_PAIRS(b) || 2 * k != HALF_LENGTH)
                      store_point(STORE_ARGUMENTS, &p, HALF_LENGTH - k,
                                  HALF_LENGTH - k, yr, IS_ZERO(b) ? 0 : yi))
    }
#else
#ifdef TWIDDLE_CHAIN
    {
        REAL2 next[4];
#pragma unroll
        for (int k = 1; k < 4 && k < LAST_RADIX; k++)
            next[k] = ROOT(k * LAST_SPAN);
#pragma unroll
        for (int b = 0; b < ROUNDS(LAST_RADIX); b++) {
            REAL2 w = 1;
#pragma unroll
            for (int k = 0; k < LAST_RADIX; k++) {
                const int m = b * LAST_RADIX + k;
                REAL2 v;
                if (k % 4 == 0)
                    w = ROOT(t + b * T + k * LAST_SPAN);
                v = k % 4 ? complex_product(w, next[k % 4]) : w;
                COMPLEX_MULTIPLY(re[m], im[m], v.x, v.y);
            }
        }
    }
#endif
    STORE_BY_TWOS(LIES_IN_TWOS(out, p.out, a.out.stride))
#endif
}
