/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * row-stages.cl: the stages of rows.cl, which read from memory into buffers of
 * local memory, then work between those buffers, and write to memory in the
 * end.
 */
#include "simd/simd.cl"
#include "simd/store-vectors.cl"
#include "simd/runs.cl"
#include "simd/pairs.cl"
#include "simd/simd-pairs.cl"

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
 * The place of point j + c between the stages, where c is a constant that has
 * no bit of j. Legs that are a power of two apart share a set of the cache and
 * displace each other, so lines of 16 numbers change places. This is not done
 * where a vector of results has unused lanes behind it, for they would reach
 * into another line. Figures: docs/internals/notes.md, "row-stages.cl".
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

/* Move vectors of the legs of a butterfly from the buffer `place` and back;
   those ending in _points move them as they come and go beside the stages. */
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
 * Multiplies a run of butterflies by the stage's twiddles `w`. The table of a
 * long stage is as large as the points, so it reads the twiddles of legs 1 to 3
 * and of every fourth leg, and computes the others by products. Figures:
 * docs/internals/notes.md, "row-stages.cl".
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

/* Stores the results of a run of butterflies, those of each butterfly side by
   side. */
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

/* Runs the first stage from memory (or from `front` if not `run`), and turns
   the results. It fetches what lies `ahead` of it. */
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

/* Define a stage from one buffer to the other; `scatter` may be
   scatter_points. */
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
/* The same for the last stage, which writes to memory if `run`. */
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

/* What is read while results go to the output must not lie there. */
#if defined(BORROW) &&                                                         \
    (STAGES % 2 != (defined(RADER) ? 1 : 0) ||                                 \
     !(LAST_TO_MEMORY || defined(FUSE_POST) || defined(RADER)))
#error "the results of these stages lie in the output that they go to"
#endif
