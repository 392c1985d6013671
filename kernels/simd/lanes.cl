/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * lanes.cl: the simd schedule with a transform in each lane of a tile
 * (tiles.cl). Any radices, any length.
 *
 * The stages work in place on points in digit-reversed order (decimation in
 * time): that order costs nothing when points are loaded, and a tile in one
 * buffer stays in a nearer cache.
 */
#include "simd/columns.cl"
#include "simd/prime-stage.cl"

/* ---- stages ---- */

/*
 * gather reads the points of a butterfly, `step` slots apart, twist multiplies
 * them by their twiddles, and scatter writes them; of few legs they are
 * unrolled.
 */
#define DEFINE_LEGS(number, EACH_LEG)                                          \
    INLINE void gather_##number(local const VEC *x, const int step,            \
                                const int radix, VEC *re, VEC *im)             \
    {                                                                          \
        EACH_LEG for (int k = 0; k < radix; k++)                               \
        {                                                                      \
            re[k] = x[RE(k * step)];                                           \
            im[k] = x[IM(k * step)];                                           \
        }                                                                      \
    }                                                                          \
    INLINE void twist_##number(global const REAL2 *restrict w, const int span, \
                               const int radix, VEC *re, VEC *im)              \
    {                                                                          \
        EACH_LEG for (int k = 1; k < radix; k++)                               \
        {                                                                      \
            const REAL2 v = w[(k - 1) * span];                                 \
            COMPLEX_MULTIPLY(re[k], im[k], v.x, v.y);                          \
        }                                                                      \
    }                                                                          \
    INLINE void scatter_##number(local VEC *x, const int step,                 \
                                 const int radix, const VEC *re,               \
                                 const VEC *im)                                \
    {                                                                          \
        EACH_LEG for (int k = 0; k < radix; k++)                               \
        {                                                                      \
            x[RE(k * step)] = re[k];                                           \
            x[IM(k * step)] = im[k];                                           \
        }                                                                      \
    }
DEFINE_LEGS(few, _Pragma("unroll"))
DEFINE_LEGS(many, _Pragma("nounroll"))

/* Reads butterfly p of the first stage: columns come straight from memory. */
INLINE void gather_first(local const VEC *x, LOAD_PARAMETERS,
                         const struct tile *t, const bool columns, uint p,
                         VEC *re, VEC *im)
{
#if FIRST_FROM_MEMORY
    if (columns) {
        const uint n = LENGTH / RADIX0;
        const uint later = p + FETCHED(RADIX0);
        global const in_t *soon =
            in + t->first_in[0] +
            (later < n ? point_of(later) * t->step_in
                       : point_of(later - n) * t->step_in + t->ahead_in);

        EACH_LEG_OF_FIRST for (int k = 0; k < RADIX0; k++)
            load_column(LOAD_FORWARD, t, point_of(p) + k * n,
                        soon + k * n * t->step_in, &re[k], &im[k]);
        return;
    }
#endif
    JOIN(gather_, LEGS0)(x, 1, RADIX0, re, im);
}

#if defined(TWIDDLE_STORE) && LAST_TO_MEMORY
/*
 * Twiddles of the store, w^(e i0) with e = q + k LAST_SPAN, are products of
 * few: w^(q i0) in two parts, and w^(k LAST_SPAN i0). That is cheaper than a
 * polynomial or a look-up for each point.
 */
#define N_FINE 16

struct twiddles {
    VEC fine[2 * N_FINE];       /* q = 0 .. N_FINE - 1 */
    VEC coarse[2];              /* of the multiple of N_FINE below q */
    VEC outer[2 * LAST_RADIX];  /* k */
};

INLINE void twiddle_tile(struct twiddles *w, STORE_PARAMETERS,
                         const struct tile *t)
{
#pragma nounroll
    for (uint k = 0; k < LAST_RADIX + N_FINE; k++) {
        const bool is_outer = k < LAST_RADIX;
        const uint e = is_outer ? k * LAST_SPAN : k - LAST_RADIX;
        VEC *to = is_outer ? &w->outer[2 * k] : &w->fine[2 * (k - LAST_RADIX)];
        if (e < LENGTH)
            store_twiddles(roots, a, e * t->i0 * a->root_scale, to, to + 1);
    }
}

INLINE void twiddle_last(struct twiddles *w, STORE_PARAMETERS,
                         const struct tile *t, uint q, VEC *re, VEC *im)
{
    VEC fr = w->fine[2 * (q % N_FINE)], fi = w->fine[2 * (q % N_FINE) + 1];

#if LAST_SPAN > N_FINE
    if (q % N_FINE == 0)
        store_twiddles(roots, a, q * t->i0 * a->root_scale, &w->coarse[0],
                       &w->coarse[1]);
    COMPLEX_MULTIPLY(fr, fi, w->coarse[0], w->coarse[1]);
#endif
    COMPLEX_MULTIPLY(re[0], im[0], fr, fi);
    EACH_LEG_OF_LAST for (int k = 1; k < LAST_RADIX; k++)
    {
        VEC wr = w->outer[2 * k], wi = w->outer[2 * k + 1];
        COMPLEX_MULTIPLY(wr, wi, fr, fi);
        COMPLEX_MULTIPLY(re[k], im[k], wr, wi);
    }
}
#else
struct twiddles {
    VEC unused;
};
#endif

/* Stores butterfly q of the last stage: columns go straight to memory. */
INLINE void scatter_last(local VEC *x, struct twiddles *w, STORE_PARAMETERS,
                         const struct tile *t, uint q, VEC *re, VEC *im)
{
#if LAST_TO_MEMORY
#ifdef TWIDDLE_STORE
    twiddle_last(w, STORE_FORWARD, t, q, re, im);
#endif
    EACH_LEG_OF_LAST for (int k = 0; k < LAST_RADIX; k++)
        finish(factors, &re[k], &im[k]);
    if (t->out == COLUMNS) {
        const uint later = q + FETCHED(LAST_RADIX);
        global out_t *soon =
            out + t->first_out[0] +
            (later < LAST_SPAN
                 ? later * t->step_out
                 : (later - LAST_SPAN) * t->step_out + t->ahead_out);
        EACH_LEG_OF_LAST for (int k = 0; k < LAST_RADIX; k++)
        {
            global out_t *at =
                out + t->first_out[0] + (q + k * LAST_SPAN) * t->step_out;
            write_pairs((global REAL *)at, re[k], im[k]);
            FETCH_VECTOR_TO_WRITE(soon + k * LAST_SPAN * t->step_out);
        }
        return;
    }
#endif
    JOIN(scatter_, LAST_LEGS)(x, LAST_SPAN, LAST_RADIX, re, im);
}

/* Runs stage i on the tile in x. */
#define RUN_STAGE(i, GATHER, SCATTER)                                          \
    _Pragma("nounroll") for (uint p = 0; p < LENGTH / (RADIX##i * SPAN##i);    \
                             p++)                                              \
    {                                                                          \
        _Pragma("nounroll") for (uint q = 0; q < SPAN##i; q++)                 \
        {                                                                      \
            local VEC *at = x + RE(p * SPAN##i * RADIX##i + q);                \
            VEC re[RADIX##i], im[RADIX##i];                                    \
            GATHER(i);                                                         \
            if (i > 0)                                                         \
                JOIN(twist_, LEGS##i)                                          \
                (twiddle + TABLE##i + q, SPAN##i, RADIX##i, re, im);           \
            BUTTERFLY##i(re, im);                                              \
            SCATTER(i);                                                        \
        }                                                                      \
    }
#define TABLE0 0
#define FROM_MEMORY(i)                                                         \
    gather_first(at, LOAD_ARGUMENTS, &tile, columns, p, re, im)
#define FROM_TILE(i) JOIN(gather_, LEGS##i)(at, SPAN##i, RADIX##i, re, im)
#define TO_TILE(i) JOIN(scatter_, LEGS##i)(at, SPAN##i, RADIX##i, re, im)
#define TO_MEMORY(i)                                                           \
    scatter_last(at, &twiddles, STORE_ARGUMENTS, &tile, q, re, im)

#if STAGES == 1
#define RUN_STAGES RUN_STAGE(0, FROM_MEMORY, TO_MEMORY)
#elif STAGES == 2
#define RUN_STAGES                                                             \
    RUN_STAGE(0, FROM_MEMORY, TO_TILE)                                         \
    RUN_STAGE(1, FROM_TILE, TO_MEMORY)
#elif STAGES == 3
#define RUN_STAGES                                                             \
    RUN_STAGE(0, FROM_MEMORY, TO_TILE)                                         \
    RUN_STAGE(1, FROM_TILE, TO_TILE)                                           \
    RUN_STAGE(2, FROM_TILE, TO_MEMORY)
#elif STAGES == 4
#define RUN_STAGES                                                             \
    RUN_STAGE(0, FROM_MEMORY, TO_TILE)                                         \
    RUN_STAGE(1, FROM_TILE, TO_TILE)                                           \
    RUN_STAGE(2, FROM_TILE, TO_TILE)                                           \
    RUN_STAGE(3, FROM_TILE, TO_MEMORY)
#else
#define RUN_STAGES                                                             \
    RUN_STAGE(0, FROM_MEMORY, TO_TILE)                                         \
    RUN_STAGE(1, FROM_TILE, TO_TILE)                                           \
    RUN_STAGE(2, FROM_TILE, TO_TILE)                                           \
    RUN_STAGE(3, FROM_TILE, TO_TILE)                                           \
    RUN_STAGE(4, FROM_TILE, TO_MEMORY)
#endif

/* ---- after the stages ---- */

/* Finishes raw points where the last stage has not done it. */
INLINE void finish_tile(local VEC *x, STORE_PARAMETERS,
                        global const REAL2 *restrict real_roots,
                        const struct tile *t)
{
#ifdef FUSE_POST
    x[RE(LENGTH)] = x[RE(0)];
    x[IM(LENGTH)] = x[IM(0)];
#pragma nounroll
    for (uint k = 0; k <= LENGTH / 2; k++) {
        const uint m = LENGTH - k;
        const REAL2 w = root_of_unity(real_roots, k, a->real_shift);
        VEC zr = x[RE(k)], zi = x[IM(k)], yr = x[RE(m)], yi = x[IM(m)];

        untangle(&zr, &zi, &yr, &yi, w.x, w.y);
        x[RE(m)] = yr;
        x[IM(m)] = k ? yi : 0;
        x[RE(k)] = zr;
        x[IM(k)] = k ? zi : 0;
    }
#endif
#if !LAST_TO_MEMORY && (PLAIN_STORE || QUANTITY_RUNS)
#pragma nounroll
    for (uint e = 0; e < N_STORED; e++) {
        VEC re = x[RE(e)], im = x[IM(e)];
        finish_lanes(STORE_FORWARD, t, e, &re, &im);
        x[RE(e)] = re;
        x[IM(e)] = im;
    }
#endif
}

#ifdef BLUESTEIN
/* Multiplies by the spectrum of the chirp and conjugates, for the second
   transform. */
INLINE void convolve(local const VEC *from, local VEC *to,
                     global const REAL2 *restrict chirp_spectrum)
{
#pragma nounroll
    for (uint e = 0; e < LENGTH; e++) {
        VEC re = from[RE(e)], im = from[IM(e)];
        const REAL2 b = chirp_spectrum[e];

        COMPLEX_MULTIPLY(re, im, b.x, b.y);
        to[RE(slot_of(e))] = re;
        to[IM(slot_of(e))] = -im;
    }
}
#endif

/* Rows of one stage stay in registers, which is faster than by way of local
   memory. Fetching ahead, which helps longer rows, makes these slower. Figures:
   docs/internals/notes.md, "lanes.cl". */
#if STAGES == 1 && PLAIN_LOAD && LAST_TO_MEMORY && !defined(WINDOW) &&         \
    !defined(TWIDDLE_STORE) && LENGTH % (LANES / 2) == 0
#define IN_REGISTERS 1
#else
#define IN_REGISTERS 0
#endif

#if IN_REGISTERS
INLINE void run_in_registers(global const in_t *restrict in,
                             global out_t *restrict out,
                             const factors_t factors,
                             const struct tile *t)
{
    const bool whole = t->valid == LANES;
    VEC re[LENGTH], im[LENGTH];

#pragma unroll
    for (int e = 0; e < LENGTH; e += LANES / 2) {
        VEC v[LANES];

#pragma unroll
        for (int l = 0; l < LANES; l++)
            v[l] = VLOAD(0, (global const REAL *)(in + t->first_in[l] + e));
        turn(v);
#pragma unroll
        for (int k = 0; k < LANES / 2; k++) {
            re[e + k] = v[2 * k];
            im[e + k] = v[2 * k + 1] * factors.x;
        }
    }
    BUTTERFLY0(re, im);
#pragma unroll
    for (int e = 0; e < LENGTH; e += LANES / 2) {
        VEC v[LANES];

#pragma unroll
        for (int k = 0; k < LANES / 2; k++) {
            v[2 * k] = re[e + k];
            v[2 * k + 1] = im[e + k];
            finish(factors, &v[2 * k], &v[2 * k + 1]);
        }
        turn(v);
        if (whole) {
#pragma unroll
            for (int l = 0; l < LANES; l++)
                VSTORE(v[l], 0, (global REAL *)(out + t->first_out[l]) + 2 * e);
        } else {
#pragma unroll
            for (int l = 0; l < LANES; l++)
                if (l < t->valid)
                    VSTORE(v[l], 0,
                           (global REAL *)(out + t->first_out[l]) + 2 * e);
        }
    }
}
#endif

CHUNK_FUNCTION run_tiles(PASS_PARAMETERS, uint chunk,
                         local VEC *restrict front,
                         local VEC *restrict back)
{
    PASS_ABSENT
    uint number = chunk * a.chunk * LANES;
    const uint end = min(number + a.chunk * LANES, a.n_transforms);
    global const in_t *const first_in = in;
    global out_t *const first_out = out;
    struct tile tile;
    struct twiddles twiddles;

    tile.valid = 0;
#pragma nounroll
    for (; number < end; number += LANES) {
        local VEC *x = front;

        if (!move_tile(&tile, number, &a))
            place_tile(&tile, number, &a);
        in = first_in + tile.moved_in * IN_ELEMENT;
        out = first_out + tile.moved_out;
#if IN_REGISTERS
        if (tile.in == ROWS && tile.out == ROWS) {
            run_in_registers(in, out, factors, &tile);
            continue;
        }
#endif
#ifdef OWN_CONVOLUTION
        load_own(LOAD_ARGUMENTS, &tile, x);
#else
        if (tile.in != COLUMNS)
            load_tile(LOAD_ARGUMENTS, &tile, x);
#endif
#if defined(TWIDDLE_STORE) && LAST_TO_MEMORY
        twiddle_tile(&twiddles, STORE_ARGUMENTS, &tile);
#endif
#ifdef BLUESTEIN
#pragma nounroll
        for (int round = 0; round < 2; round++) {
#ifdef OWN_CONVOLUTION
            const bool columns = false;
#else
            const bool columns = tile.in == COLUMNS && round == 0;
#endif
            RUN_STAGES
            if (round == 0) {
                convolve(front, back, chirp_spectrum);
                x = back;
            }
        }
#else
        {
            const bool columns = tile.in == COLUMNS;
            RUN_STAGES
        }
#endif
#ifdef OWN_CONVOLUTION
        store_own(x, STORE_ARGUMENTS, &tile);
#else
        finish_tile(x, STORE_ARGUMENTS, real_roots, &tile);
        if (!(LAST_TO_MEMORY && tile.out == COLUMNS))
            store_tile(x, STORE_ARGUMENTS, &tile);
#endif
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void pass_simd(PASS_PARAMETERS)
{
    local VEC front[2 * N_SLOTS];
#ifdef BLUESTEIN
    local VEC back[2 * N_SLOTS];
#else
    local VEC *const back = front; /* not used */
#endif

    run_tiles(PASS_NAMED, CHUNK_NUMBER, front, back);
}
