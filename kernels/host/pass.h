/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * pass.h: the arguments of one pass over memory. The host fills them; every
 * kernel gets them by value.
 *
 * A pass runs n_transforms transforms. The linear number of a transform is
 * split, fastest first, into inner[0], inner[1] (the other digits of the same
 * long transform) and then the loops: the lines along other axes and the
 * batch. With NEIGHBOURS loop 0 runs faster than the digits. Element e of a
 * transform has the logical index
 *
 *   index = e * index[0] + i0 * index[1] + i1 * index[2]
 *
 * in the whole transform, and lives at
 *
 *   base + sum_d i_d * loop[d].side + index * stride
 *
 * on each side, in and out, counted in elements of that side.
 */
#ifndef CLFFT_PASS_H
#define CLFFT_PASS_H

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define PASS_OPENCL
typedef long pass_int64;
typedef uint pass_uint32;
typedef float pass_float;

/* values of LOAD and STORE (access.cl): clfft_access */
#define COMPLEX 0
#define REAL_ONLY 1
#define PAIR 2
#define HERMITIAN 3
#define HALF 4
#define MAGNITUDE 5
#define POWER 6
#define DB 7
#define PHASE 8

/* values of SAMPLE (sample.cl): clfft_sample, in its order */
#define SAMPLE_NATIVE 0
#define SAMPLE_S8 1
#define SAMPLE_U8 2
#define SAMPLE_S16 3
#define SAMPLE_U16 4
#define SAMPLE_S24 5
#define SAMPLE_U24 6
#define SAMPLE_S20 7
#define SAMPLE_U20 8
#define SAMPLE_S18 9
#define SAMPLE_U18 10
#define SAMPLE_S24_32 11
#define SAMPLE_U24_32 12
#define SAMPLE_S32 13
#define SAMPLE_U32 14
#define SAMPLE_F32 15
#define SAMPLE_F64 16
#define SAMPLE_UNORM8 17
#define SAMPLE_UNORM16 18
#define SAMPLE_UNORM10 19
#define SAMPLE_UNORM12 20
#define SAMPLE_UNORM10_TOP 21
#define SAMPLE_UNORM12_TOP 22

/* values of PIXEL (pixel.cl): clfft_pixel */
#define GRAY8 1
#define GRAY16 2
#define RGBA 3
#define HALF_NUMBER 4
#else
#include <stdint.h>
typedef int64_t pass_int64;
typedef uint32_t pass_uint32;
typedef float pass_float;
#endif

/*
 * The parameters that a kernel has after the points and struct pass if it reads
 * them, in this order: name, the same in small letters, type in OpenCL C, and
 * the value where the kernel has no such parameter (parameters.cl). All that is
 * made of them follows from this list: bits and numbers of the host, the
 * options HAS_TWIDDLE=1 and so on, the parameters of kernels. plan/arguments.c
 * sets each.
 */
#define EACH_PASS_PARAMETER(ROW)                                               \
    ROW(SAMPLE_SCALE, sample_scale, const REAL2, 0)                            \
    /* of all stages but the first */                                          \
    ROW(TWIDDLE, twiddle, POINTS_TABLE, 0)                                     \
    /* between passes */                                                       \
    ROW(ROOTS, roots, POINTS_TABLE, 0)                                         \
    /* between halves of a real transform */                                   \
    ROW(REAL_ROOTS, real_roots, POINTS_TABLE, 0)                               \
    ROW(WINDOW, window, NUMBERS_TABLE, 0)                                      \
    ROW(GAIN, gain, NUMBERS_TABLE, 0)                                          \
    ROW(MATRIX, matrix, NUMBERS_TABLE, 0)                                      \
    ROW(CHIRP, chirp, POINTS_TABLE, 0)                                         \
    /* RADER: of its roots */                                                  \
    ROW(CHIRP_SPECTRUM, chirp_spectrum, POINTS_TABLE, 0)                       \
    ROW(MEANS, means, NUMBERS_TABLE, 0)                                        \
    ROW(COLORS, colors, INDICES_TABLE, 0)                                      \
    ROW(RANGE, range, const range_t, 0)                                        \
    /* RADER: powers of a primitive root */                                    \
    ROW(PERMUTATION, permutation, INDICES_TABLE, 0)                            \
    /* double precision */                                                     \
    ROW(FACTORS, factors, const factors_t, FACTORS_IN_PASS)                    \
    /* of a tile2d's second axis */                                            \
    ROW(ACROSS_WINDOW, across_window, NUMBERS_TABLE, 0)                        \
    /* of bands, or of rings */                                                \
    ROW(BAND_FIRST, band_first, INDICES_TABLE, 0)                              \
    ROW(BAND_START, band_start, INDICES_TABLE, 0)                              \
    ROW(BAND_WEIGHT, band_weight, NUMBERS_TABLE, 0)                            \
    ROW(N_BANDS, n_bands, const uint, 0)

#ifndef PASS_OPENCL
#define PASS_NUMBER(NAME, name, type, otherwise) PASS_NUMBER_##NAME,
#define PASS_BIT(NAME, name, type, otherwise)                                  \
    PASS_##NAME = 1 << PASS_NUMBER_##NAME,
enum { EACH_PASS_PARAMETER(PASS_NUMBER) PASS_N_PARAMETERS };
enum pass_parameter { EACH_PASS_PARAMETER(PASS_BIT) };
#endif

/* How many pairs of bins of a real transform a work-item of vectors makes at
   once. */
#define PASS_REAL_BLOCK 1024

/* How many results of a prime stage are summed at once. */
#define PASS_PRIME_RUN 3

#define PASS_MAX_LOOPS 6 /* four of the batch, two other axes */

/* How many loops a kernel's struct pass holds (place.cl); the host's holds
   all. */
#ifndef LOOPS
#define LOOPS PASS_MAX_LOOPS
#endif

struct pass_side {
    pass_int64 base;
    pass_int64 stride;
    pass_uint32 index[3];
    pass_uint32 length; /* load: points really read, the rest is zero;
                           store: points really written */
};

struct pass_loop {
    pass_int64 in, out; /* distances */
    pass_uint32 count;
    pass_uint32 mean; /* between the transforms' means, in twos */
};

/* What every pass reads comes first, since a launch finds none of its arguments
   in a cache. A driver copies all of them, so a kernel is given no loops that
   it cannot have. Figures: docs/internals/notes.md, "pass.h". */
struct pass {
    struct pass_side in, out;
    pass_uint32 n_loops;
    pass_uint32 n_transforms;
    pass_uint32 inner[2];
    pass_float factors[6];      /* parameters.cl; the last one is unused */
    pass_int64 source_distance; /* between the channels that are mixed */
    pass_uint32 n;              /* length of the whole transform */
    pass_uint32 span;       /* direct: product of the radices before this one;
                               OWN_CONVOLUTION: points of the pass */
    pass_uint32 shift;      /* `roots`: log2 of its fine part */
    pass_uint32 root_scale; /* w^m of this pass is roots[m * root_scale] */
    pass_uint32 root_count; /* length of the circle that `roots` divides */
    pass_uint32 real_shift; /* `real_roots` (of n): log2 of its fine part */
    pass_uint32 rotate;    /* centred store: bin k goes to (k + rotate) mod n */
    pass_uint32 n_sources; /* channels mixed into one row */
    pass_uint32 chunk;     /* simd: tiles a work-item runs */
    pass_uint32 mean_base; /* where the transforms' means begin, in twos */
    pass_uint32 line_n[2]; /* AXES: lengths of the other axes */
    pass_int64 line_stride[2]; /* of the output along them */
    struct pass_loop loop[LOOPS];
};
/* No compiler may add padding: not all drivers count it (rusticl of Mesa
   22.3). */

/* Several axes at once: spread.cl and mean.cl. */
struct pass_box {
    pass_int64 in_stride[3], out_stride[3];
    pass_uint32 n[3];    /* lengths of the transform; mean: points of a line,
                            lines and layers of them that are read */
    pass_uint32 bins[3]; /* points stored; mean: points read along each axis */
};

#endif /* CLFFT_PASS_H */
