/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rows.cl: the simd schedule with lanes along the butterflies: a tile is
 * one transform, best where its points are neighbours in memory.
 *
 * Radices are free; the first and the last stage must have LANES butterflies
 * at least. Where a count is no multiple of LANES, the last run overlaps the
 * one before. Where a stage has fewer points side by side than LANES, lanes
 * behind them are rubbish that the next store covers: stores ascend.
 * Twiddles of a stage: all cosines, then all sines.
 *
 *   TOGETHER     short transforms of which a stage runs so many before the next
 *                stage reads what it wrote: a load that overlaps two stores
 *                waits until both have left the store queue
 *   BORROW       long transforms of whose two buffers local memory holds one:
 *                the other, `front`, is the row of the output, which is another
 *                buffer than the input and gets its results from `back`
 */
#ifdef SHAPE_ROWS

/* halves of real transforms are untangled in two vectors at least */
#if defined(PAIRS) && LENGTH < 2 * LANES &&                                    \
        (defined(FUSE_POST) || LOAD == HALF) ||                                \
    !defined(PAIRS) &&                                                         \
        (STAGES < 2 || LENGTH < RADIX0 * LANES || LAST_SPAN < LANES)
#error "the radices do not fit the rows of the simd schedule"
#endif

#if defined(BORROW) && TOGETHER != 1
#error "one transform at a time borrows the output"
#endif

/*
 * Where point j + c is between the stages, where c is a constant that has no
 * bit of j. Legs a power of two apart share a set of the cache and displace
 * each other, so lines of 16 numbers change places: 65536 points x16 take
 * 1910 us instead of 3190 (one thread, EPYC of Zen 4). Not where a vector of
 * results has rubbish behind it, which would reach into another line.
 */
#if LENGTH >= 8192 && (LENGTH & (LENGTH - 1)) == 0 && RADIX0 % LANES == 0
#define LINE_OF(i) ((((uint)(i) >> 8) ^ ((uint)(i) >> 12)) & 15u)
#define SPREAD(i) ((uint)(i) ^ LINE_OF(i) << 4)
#define PLACE(j, c) (SPREAD(j) ^ SPREAD(c))
#else
#define PLACE(j, c) ((j) + (c))
#endif

/* Where run i of n numbers side by side starts. */
#define START_OF_RUN(i, n)                                                     \
    ((n) % LANES == 0 ? (i) : (n) < LANES ? 0u : min(i, (uint)((n) - LANES)))

/* ---- stages ---- */

/* Vectors of the legs of a butterfly, in the buffer `place` and back; _points:
   the same as they come and go beside the stages. */
#define DEFINE_MOVES(place)                                                    \
    INLINE void gather_##place(SPACE_##place const REAL *from, uint j,         \
                               const int radix, VEC *re, VEC *im)              \
    {                                                                          \
        _Pragma("unroll") for (int k = 0; k < radix; k++)                      \
        {                                                                      \
            const uint at = PLACE(j, k * (LENGTH / radix));                    \
            re[k] = VLOAD(0, from + at);                                       \
            im[k] = VLOAD(0, from + IMAGINARY + at);                           \
        }                                                                      \
    }                                                                          \
    INLINE void scatter_##place(SPACE_##place REAL *to, uint j,                \
                                const int step, const int radix,               \
                                const VEC *re, const VEC *im)                  \
    {                                                                          \
        _Pragma("unroll") for (int k = 0; k < radix; k++)                      \
        {                                                                      \
            const uint at = PLACE(j, k * step);                                \
            VSTORE(re[k], 0, to + at);                                         \
            VSTORE(im[k], 0, to + IMAGINARY + at);                             \
        }                                                                      \
    }                                                                          \
    INLINE void scatter_points_##place(SPACE_##place REAL *to, uint j,         \
                                       const int step, const int radix,        \
                                       const VEC *re, const VEC *im)           \
    {                                                                          \
        _Pragma("unroll") for (int k = 0; k < radix; k++)                      \
        {                                                                      \
            VSTORE(re[k], 0, to + j + k * step);                               \
            VSTORE(im[k], 0, to + IMAGINARY + j + k * step);                   \
        }                                                                      \
    }
DEFINE_MOVES(front)
DEFINE_MOVES(back)

INLINE void gather_points(SPACE_front const REAL *from, uint j,
                          const int radix, VEC *re, VEC *im)
{
#pragma unroll
    for (int k = 0; k < radix; k++) {
        re[k] = VLOAD(0, from + j + k * (LENGTH / radix));
        im[k] = VLOAD(0, from + IMAGINARY + j + k * (LENGTH / radix));
    }
}

/*
 * `w` is the stage's twiddles for the run of butterflies. A long stage has a
 * table as large as the points: it reads those of legs 1 to 3 and of every
 * fourth, and multiplies the others, which is 5 to 15 % of the time of 65536
 * points.
 */
#define LONG_SPAN 2048
INLINE void twist(global const REAL *w, const int span, const int radix,
                  VEC *re, VEC *im)
{
    VEC few_re[4], few_im[4], fourth_re, fourth_im;

#pragma unroll
    for (int k = 1; k < radix; k++) {
        VEC wr, wi;

        if (span >= LONG_SPAN && k > 4 && k % 4) {
            wr = few_re[k % 4];
            wi = few_im[k % 4];
            COMPLEX_MULTIPLY(wr, wi, fourth_re, fourth_im);
        } else {
            wr = VLOAD(0, w + (k - 1) * span);
            wi = VLOAD(0, w + (radix - 1 + k - 1) * span);
        }
        if (k < 4) {
            few_re[k] = wr;
            few_im[k] = wi;
        } else if (k % 4 == 0) {
            fourth_re = wr;
            fourth_im = wi;
        }
        COMPLEX_MULTIPLY(re[k], im[k], wr, wi);
    }
}

/* The results of a run of butterflies, those of each side by side. */
INLINE void scatter_turned(local REAL *to, uint j, const VEC *x)
{
#pragma unroll
    for (int i = 0; i < RADIX0; i += LANES) {
        const int k = RADIX0 < LANES        ? 0
                      : i + LANES > RADIX0 ? RADIX0 - LANES
                                           : i;
        VEC v[LANES];

#pragma unroll
        for (int l = 0; l < LANES; l++)
            v[l] = x[k + l < RADIX0 ? k + l : RADIX0 - 1];
        turn(v);
#pragma unroll
        for (int l = 0; l < LANES; l++)
            VSTORE(v[l], 0, to + PLACE(j + l * RADIX0 + k, 0));
    }
}

/* From memory (or from `front` if not `run`), turned on the way. Fetches
   what lies `ahead` of it. */
INLINE void first_stage(LOAD_PARAMETERS, const struct place *p, const bool run,
                        const long ahead, SPACE_front const REAL *from,
                        local REAL *to)
{
#pragma nounroll
    for (uint i = 0; i < LENGTH / RADIX0; i += LANES) {
        const uint j = START_OF_RUN(i, LENGTH / RADIX0);
        VEC re[RADIX0], im[RADIX0];

        if (FIRST_FROM_MEMORY != 0 && run) {
#pragma unroll
            for (int k = 0; k < RADIX0; k++)
                load_run(LOAD_FORWARD, p, ahead, j + k * (LENGTH / RADIX0),
                         &re[k], &im[k]);
        } else {
            gather_points(from, j, RADIX0, re, im);
        }
        JOIN(butterfly, RADIX0)(re, im);
        scatter_turned(to, j * RADIX0, re);
        scatter_turned(to + IMAGINARY, j * RADIX0, im);
    }
}

/* From one buffer to the other; `scatter` may be scatter_points. */
#define DEFINE_STAGE(i, from_place, to_place, scatter)                         \
    INLINE void stage##i(SPACE_##from_place const REAL *from,                  \
                         SPACE_##to_place REAL *to, global const REAL *w)      \
    {                                                                          \
        _Pragma("nounroll") for (uint p = 0; p < LENGTH;                       \
                                 p += RADIX##i * SPAN##i)                      \
        {                                                                      \
            _Pragma("nounroll") for (uint j = 0; j < SPAN##i; j += LANES)      \
            {                                                                  \
                const uint q = START_OF_RUN(j, SPAN##i);                       \
                VEC re[RADIX##i], im[RADIX##i];                                \
                gather_##from_place(from, p / RADIX##i + q, RADIX##i, re, im); \
                twist(w + 2 * (TABLE##i) + q, SPAN##i, RADIX##i, re, im);      \
                JOIN(butterfly, RADIX##i)(re, im);                             \
                scatter##_##to_place(to, p + q, SPAN##i, RADIX##i, re, im);    \
            }                                                                  \
        }                                                                      \
    }

#define LAST_STAGE_PARAMETERS(from_place, to_place)                            \
    SPACE_##from_place const REAL *from, SPACE_##to_place REAL *to,            \
        global const REAL *w, STORE_PARAMETERS, const struct place *p,         \
        const long ahead, const bool run

#if LAST_TO_MEMORY
/* As above; to memory if `run`. */
#define DEFINE_LAST_STAGE(i, from_place, to_place)                             \
    INLINE void last_stage(LAST_STAGE_PARAMETERS(from_place, to_place))        \
    {                                                                          \
        _Pragma("nounroll") for (uint j = 0; j < SPAN##i; j += LANES)          \
        {                                                                      \
            const uint q = START_OF_RUN(j, SPAN##i);                           \
            VEC re[RADIX##i], im[RADIX##i];                                    \
            gather_##from_place(from, q, RADIX##i, re, im);                    \
            twist(w + 2 * (TABLE##i) + q, SPAN##i, RADIX##i, re, im);          \
            JOIN(butterfly, RADIX##i)(re, im);                                 \
            if (run) {                                                         \
                _Pragma("unroll") for (int k = 0; k < RADIX##i; k++)           \
                {                                                              \
                    finish(factors, &re[k], &im[k]);                           \
                    write_run(STORE_FORWARD, p, ahead, q + k * SPAN##i, re[k], \
                              im[k]);                                          \
                }                                                              \
            } else {                                                           \
                scatter_points_##to_place(to, q, SPAN##i, RADIX##i, re, im);   \
            }                                                                  \
        }                                                                      \
    }
#else
#define DEFINE_LAST_STAGE(i, from_place, to_place)                             \
    DEFINE_STAGE(i, from_place, to_place, scatter_points)                      \
    INLINE void last_stage(LAST_STAGE_PARAMETERS(from_place, to_place))        \
    {                                                                          \
        stage##i(from, to, w);                                                 \
    }
#endif

/* The stages between, and those where the last one reads and writes. */
#if STAGES == 2
DEFINE_LAST_STAGE(1, back, front)
#else
DEFINE_STAGE(1, back, front, scatter)
#endif
#if STAGES == 3
DEFINE_LAST_STAGE(2, front, back)
#elif STAGES > 3
DEFINE_STAGE(2, front, back, scatter)
#endif
#if STAGES == 4
DEFINE_LAST_STAGE(3, back, front)
#elif STAGES > 4
DEFINE_STAGE(3, back, front, scatter)
#endif
#if STAGES == 5
DEFINE_LAST_STAGE(4, front, back)
#endif
#if STAGES % 2
#define LAST_FROM front
#define LAST_TO back
#else
#define LAST_FROM back
#define LAST_TO front
#endif
#define SPACE_LAST_FROM JOIN(SPACE_, LAST_FROM)
#define SPACE_LAST_TO JOIN(SPACE_, LAST_TO)

/* What is read while the output gets its results must not lie there. */
#if defined(BORROW) &&                                                         \
    (STAGES % 2 != (defined(RADER) ? 1 : 0) ||                                 \
     !(LAST_TO_MEMORY || defined(FUSE_POST) || defined(RADER)))
#error "the results of these stages lie in the output that they go to"
#endif

/* ---- after the stages ---- */

#if defined(BLUESTEIN) || defined(RADER)
#define CONVOLVES
/* Times the chirp's spectrum or that of the powers, conjugated: what the
   second transform takes. */
INLINE void convolve(SPACE_LAST_TO const REAL *from, SPACE_front REAL *to,
                     global const REAL2 *restrict chirp_spectrum)
{
#pragma nounroll
    for (uint k = 0; k + LANES <= LENGTH; k += LANES) {
        VEC x = VLOAD(0, from + k), y = VLOAD(0, from + IMAGINARY + k), br, bi;

        read_pairs((global const REAL *)(chirp_spectrum + k), &br, &bi);
        COMPLEX_MULTIPLY(x, y, br, bi);
        VSTORE(x, 0, to + k);
        VSTORE(-y, 0, to + IMAGINARY + k);
    }
    /* nothing overlaps here: `to` may be `from` */
#pragma nounroll
    for (uint k = LENGTH / LANES * LANES; k < LENGTH; k++) {
        const REAL2 b = chirp_spectrum[k];
        const REAL x = from[k], y = from[IMAGINARY + k];

        to[k] = x * b.x - y * b.y;
        to[IMAGINARY + k] = -(x * b.y + y * b.x);
    }
}
#endif

#ifdef RADER
/* Points g^m, and point 0, which is none of them. */
INLINE REAL2 load_powers(LOAD_PARAMETERS, const struct place *p,
                         global const uint *restrict permutation,
                         SPACE_front REAL *to)
{
    REAL x, y;

#pragma nounroll
    for (uint m = 0; m < LENGTH; m++) {
        load_point(LOAD_FORWARD, p, permutation[m], &x, &y);
        to[m] = x;
        to[IMAGINARY + m] = y;
    }
    load_point(LOAD_FORWARD, p, 0, &x, &y);
    return (REAL2)(x, y);
}

/* Adds point 0 to all results g^-m, which is to add it to the sum that they
   are made of, conjugated; returns result 0. */
INLINE REAL2 add_point_0(const REAL2 point, const REAL2 sum,
                         SPACE_front REAL *product)
{
    product[0] += point.x;
    product[IMAGINARY] -= point.y;
    return point + sum;
}

INLINE void store_powers(SPACE_LAST_TO const REAL *from, STORE_PARAMETERS,
                         const struct place *p,
                         global const uint *restrict permutation,
                         const REAL2 result)
{
    store_point(STORE_FORWARD, p, 0, 0, result.x, result.y);
#pragma nounroll
    for (uint m = 0; m < LENGTH; m++) {
        const uint index = permutation[m ? LENGTH - m : 0];

        store_point(STORE_FORWARD, p, index, index, from[m],
                    -from[IMAGINARY + m]);
    }
}
#endif

#ifdef FUSE_POST
/* LENGTH + 1 bins of 2 LENGTH real numbers, by pairs k, LENGTH - k. */
INLINE void untangle_all(SPACE_LAST_TO REAL *from, SPACE_LAST_FROM REAL *to,
                         global const REAL2 *restrict real_roots, uint shift)
{
    from[LENGTH] = from[0];
    from[IMAGINARY + LENGTH] = from[IMAGINARY];
#pragma nounroll
    for (uint i = 0; i <= LENGTH / 2; i += LANES) {
        const uint k = min(i, (uint)(LENGTH / 2 - (LANES - 1)));
        const uint m = LENGTH - k - (LANES - 1);
        VEC zr = VLOAD(0, from + k), zi = VLOAD(0, from + IMAGINARY + k);
        VEC yr = VLOAD(0, from + m), yi = VLOAD(0, from + IMAGINARY + m);
        VEC wr, wi;

        yr = REVERSE(yr);
        yi = REVERSE(yi);
        roots_from(real_roots, k, shift, &wr, &wi);
        untangle(&zr, &zi, &yr, &yi, wr, wi);
        VSTORE(zr, 0, to + k);
        VSTORE(zi, 0, to + IMAGINARY + k);
        VSTORE(REVERSE(yr), 0, to + m);
        VSTORE(REVERSE(yi), 0, to + IMAGINARY + m);
    }
    to[IMAGINARY] = 0;
    to[IMAGINARY + LENGTH] = 0;
}
#define N_STORED (LENGTH + 1)
#define RESULT LAST_FROM
#else
#define N_STORED LENGTH
#define RESULT LAST_TO
#endif
#define SPACE_RESULT JOIN(SPACE_, RESULT)

INLINE void store_all(SPACE_RESULT const REAL *from, STORE_PARAMETERS,
                      const struct place *p, const long ahead, const bool run)
{
#pragma nounroll
    for (uint i = 0; i < N_STORED; i += LANES) {
        const uint k = min(i, (uint)(N_STORED - LANES));
        store_run(STORE_FORWARD, p, ahead, run, k, VLOAD(0, from + k),
                  VLOAD(0, from + IMAGINARY + k));
    }
}

/* A statement for each of the transforms at hand: its points are in `front` and
   `back`, its place is *p, that of the one behind it p[1]. */
#define EACH(statement)                                                        \
    _Pragma("nounroll") for (uint i = 0; i < n; i++)                           \
    {                                                                          \
        const struct place *const p = places + i;                              \
        SPACE_front REAL *const front = FRONT;                                 \
        local REAL *const back = backs + i * ROOM;                             \
        statement;                                                             \
    }
#define AHEAD_IN (AHEAD * DISTANCE(in, p, p + 1))
#define AHEAD_OUT (AHEAD * DISTANCE(out, p, p + 1))

#ifdef BORROW
#define FRONT ((global REAL *)(out + p->out))
#define FRONTS_PARAMETER
#define FRONTS_ARGUMENT
#else
#define FRONT (fronts + i * ROOM)
#define FRONTS_PARAMETER local REAL *restrict fronts,
#define FRONTS_ARGUMENT fronts,
#endif

CHUNK_FUNCTION run_rows(PASS_PARAMETERS, uint chunk,
                        FRONTS_PARAMETER local REAL *restrict backs)
{
    PASS_ABSENT
    global const REAL *w = (global const REAL *)twiddle;
    const bool run_in = can_load_runs(&a), run_out = can_store_runs(&a, N_STORED);
    uint t = chunk * a.chunk;
    const uint end = min(t + a.chunk, a.n_transforms);
    struct place places[TOGETHER + 1];
#ifdef PAIRS
    struct constants constants;

#if ROWS_OF_PAIRS
    make_constants(&constants, w, factors.x);
    if (run_in && run_out) {
        run_rows_of_pairs(in, out, &a, factors, t, end, &constants);
        return;
    }
#endif
    make_constants(&constants, w, 1);
#endif

    places[0] = place_of(t, &a);
#pragma nounroll
    for (; t < end; t += TOGETHER) {
        const uint n = TOGETHER == 1 ? 1 : min(end - t, (uint)TOGETHER);

#pragma nounroll
        for (uint i = 1; i <= n; i++)
            places[i] = place_of(min(t + i, end - 1), &a);
#ifdef RADER
        REAL2 aside[TOGETHER]; /* point 0, then result 0 */
        EACH(aside[i] = load_powers(LOAD_ARGUMENTS, p, permutation, front))
#elif HALF_RUNS
        if (run_in)
            EACH(load_half(LOAD_ARGUMENTS, p, AHEAD_IN, front))
        else
            EACH(load_points(LOAD_ARGUMENTS, p, front))
#else
        if (FIRST_FROM_MEMORY == 0 || !run_in)
            EACH(load_points(LOAD_ARGUMENTS, p, front))
#endif
#ifdef CONVOLVES
#pragma nounroll
        for (int round = 0; round < 2; round++) {
            const bool memory = run_in && round == 0;
#else
        {
            const bool memory = run_in;
#endif
#ifdef PAIRS
            EACH(stages_of_pairs(LOAD_ARGUMENTS, p, memory, AHEAD_IN, front,
                                 &constants))
#else
            EACH(first_stage(LOAD_ARGUMENTS, p, memory, AHEAD_IN, front, back))
#if STAGES > 2
            EACH(stage1(back, front, w))
#endif
#if STAGES > 3
            EACH(stage2(front, back, w))
#endif
#if STAGES > 4
            EACH(stage3(back, front, w))
#endif
            EACH(last_stage(LAST_FROM, LAST_TO, w, STORE_ARGUMENTS, p,
                            AHEAD_OUT, run_out))
#endif
#ifdef BLUESTEIN
            if (round == 0)
                EACH(convolve(LAST_TO, front, chirp_spectrum))
#elif defined(RADER)
            if (round == 0)
                EACH(const REAL2 sum =
                         (REAL2)((LAST_TO)[0], (LAST_TO)[IMAGINARY]);
                     convolve(LAST_TO, front, chirp_spectrum);
                     aside[i] = add_point_0(aside[i], sum, front))
#endif
        }
#ifdef RADER
        EACH(store_powers(LAST_TO, STORE_ARGUMENTS, p, permutation, aside[i]))
#elif defined(FUSE_POST)
        EACH(untangle_all(LAST_TO, LAST_FROM, real_roots, a.real_shift);
             store_all(RESULT, STORE_ARGUMENTS, p, AHEAD_OUT, run_out))
#else
        if (LAST_TO_MEMORY == 0 || !run_out)
            EACH(store_all(RESULT, STORE_ARGUMENTS, p, AHEAD_OUT, run_out))
#endif
        places[0] = places[n];
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void pass_simd(PASS_PARAMETERS)
{
#ifndef BORROW
    local REAL fronts[TOGETHER * ROOM];
#endif
    local REAL backs[TOGETHER * ROOM];

    run_rows(PASS_NAMED, CHUNK_NUMBER, FRONTS_ARGUMENT backs);
}

#endif /* SHAPE_ROWS */
