/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* description.h: the description of a transform, which says what a plan
   computes, never how. It is a part of clfft.h, whose rules hold here. */
#ifndef CLFFT_DESCRIPTION_H
#define CLFFT_DESCRIPTION_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "begin.h"

#define CLFFT_MAX_RANK 3
#define CLFFT_MAX_LOOPS 4

typedef enum clfft_transform {
    CLFFT_TRANSFORM_C2C = 0, /* complex -> complex */
    CLFFT_TRANSFORM_R2C,     /* real -> n0/2+1 complex on axis 0; forward */
    CLFFT_TRANSFORM_C2R,     /* n0/2+1 complex -> real; inverse; the imaginary
                                parts at DC and Nyquist are ignored */
} clfft_transform;

typedef enum clfft_direction {
    CLFFT_DIRECTION_FORWARD = 0, /* C2C only; R2C and C2R imply theirs */
    CLFFT_DIRECTION_INVERSE,
} clfft_direction;

typedef enum clfft_precision {
    CLFFT_PRECISION_SINGLE = 0,
    CLFFT_PRECISION_DOUBLE, /* UNSUPPORTED where limits.has_double is false */
} clfft_precision;

/*
 * One loop of the batch, as in FFTW's guru interface. Distances are in
 * elements: complex numbers on a complex side, single samples on a real or
 * sample side, single numbers or pixels behind a store other than complex. A
 * hop is an input distance smaller than the frame.
 */
typedef struct clfft_loop {
    uint64_t count; /* at most; execute may run fewer. 0 means 1 */
    int64_t input_distance;
    int64_t output_distance;
} clfft_loop;

/*
 * How stored numbers become real samples: integers are divided by 2^(bits-1),
 * those of the UNORM formats by 2^bits-1.
 */
typedef enum clfft_sample {
    CLFFT_SAMPLE_NATIVE = 0, /* the plan's precision */
    CLFFT_SAMPLE_S8,
    CLFFT_SAMPLE_U8, /* offset binary: 128 is zero; likewise all U formats */
    CLFFT_SAMPLE_S16,
    CLFFT_SAMPLE_U16,
    CLFFT_SAMPLE_S24, /* 3 bytes */
    CLFFT_SAMPLE_U24, /* 3 bytes */
    CLFFT_SAMPLE_S20, /* 3 bytes, value in the low 20 bits */
    CLFFT_SAMPLE_U20,
    CLFFT_SAMPLE_S18, /* 3 bytes, value in the low 18 bits */
    CLFFT_SAMPLE_U18,
    CLFFT_SAMPLE_S24_32, /* 4 bytes, value in the low 24 bits */
    CLFFT_SAMPLE_U24_32,
    CLFFT_SAMPLE_S32,
    CLFFT_SAMPLE_U32,
    CLFFT_SAMPLE_F32,
    CLFFT_SAMPLE_F64,    /* on devices without fp64 converted by integer code */
    CLFFT_SAMPLE_UNORM8, /* pixels: 0 is zero, the largest code is 1 */
    CLFFT_SAMPLE_UNORM16,
    CLFFT_SAMPLE_UNORM10, /* 2 bytes, value in the low 10 bits */
    CLFFT_SAMPLE_UNORM12,
    CLFFT_SAMPLE_UNORM10_TOP, /* 2 bytes, value in the high 10 bits */
    CLFFT_SAMPLE_UNORM12_TOP,
} clfft_sample;

/* The bytes of one sample; NATIVE counts as F32. */
size_t clfft_sample_size(clfft_sample sample);

/*
 * The load hook is fused into the first pass over each axis. Point j = (j_0,
 * j_1, j_2) of transform r is
 *
 *   x[j] = prod_d windows[d][j_d] * (y[j] - trend)  for j_d < lengths[d]
 *   x[j] = 0                                        otherwise
 *   y[j] = sum_m matrix[r][m] * sample(j, m)
 *
 * where trend is the mean of y over the points that are read if subtract_mean
 * is set, the line of least squares through them if subtract_line is, else 0.
 * All arrays are copied at plan creation. For C2C with a sample format other
 * than NATIVE, (re, im) are two adjacent samples of that format.
 */
typedef struct clfft_load {
    clfft_sample sample;
    bool big_endian;     /* byte order of the samples */
    double sample_scale; /* replaces the factor of integer formats, multiplies
                            F32 and F64; 0: the factor of the format */
    uint64_t lengths[CLFFT_MAX_RANK];      /* points that are read on each axis;
                                              0: all of the transform */
    const double *windows[CLFFT_MAX_RANK]; /* lengths[d] coefficients, or
                                              NULL */
    bool subtract_mean; /* R2C, C2C of rank 1: the mean of each transform */
    bool subtract_line; /* rank 1, instead of the mean: mean and slope */
    /*
     * Channel mixing, R2C only: n_rows x n_sources coefficients, row-major. Row
     * r is the index of loop 0, whose input distance must be 0 and whose count
     * is n_rows; source m begins m * source_distance samples after source 0.
     */
    const double *matrix;
    unsigned n_rows, n_sources;
    int64_t source_distance;
    uint64_t reserved[8];
} clfft_load;

typedef enum clfft_quantity {
    CLFFT_QUANTITY_COMPLEX = 0,
    CLFFT_QUANTITY_MAGNITUDE, /* |X| */
    CLFFT_QUANTITY_POWER,     /* |X|^2 */
    CLFFT_QUANTITY_DB,        /* max(floor, 10 log10 |X|^2) */
    CLFFT_QUANTITY_PHASE,     /* atan2(im, re), -pi..pi radians */
} clfft_quantity;

typedef enum clfft_sides {
    CLFFT_SIDES_DEFAULT = 0, /* ONE for R2C, TWO for C2C */
    CLFFT_SIDES_ONE,         /* bins 0..n/2 of axis 0; R2C only */
    CLFFT_SIDES_TWO,         /* bins 0..n-1 */
    CLFFT_SIDES_CENTERED, /* bin n/2 (rounded down) is DC: numpy's fftshift */
} clfft_sides;

/*
 * How a quantity is stored. As a pixel a value v becomes, with lowest and
 * highest of clfft_store,
 *
 *   code = round((v - lowest) / (highest - lowest) * top)   top 255, or 65535
 *
 * rounded to the nearest code; 0 below lowest and top above highest. NaN
 * becomes code 0.
 *
 * HALF is no pixel but a number of 16 bits (IEEE 754 binary16), which every
 * device can store: rounded to the nearest, ties to even; 65520 and above
 * become infinite, numbers below 2^-14 are multiples of 2^-24, NaN stays NaN.
 * It reads neither lowest nor highest.
 */
typedef enum clfft_pixel {
    CLFFT_PIXEL_NONE = 0, /* numbers of the plan's precision */
    CLFFT_PIXEL_GRAY8,
    CLFFT_PIXEL_GRAY16, /* in the device's byte order */
    CLFFT_PIXEL_RGBA,   /* 4 bytes: entry `code` (of 255) of the colour map */
    CLFFT_PIXEL_HALF,   /* in the device's byte order. Since 0.2 */
} clfft_pixel;

typedef enum clfft_logarithm {
    CLFFT_LOGARITHM_NONE = 0,
    CLFFT_LOGARITHM_NATURAL,
    CLFFT_LOGARITHM_DECIMAL,
    CLFFT_LOGARITHM_DECIBEL, /* 10 log10 */
} clfft_logarithm;

/*
 * What a quantity x becomes before it is stored, in the same launch:
 *
 *   y = scale log(max(least, x + offset)) + shift
 *
 * and without a logarithm y = scale (x + offset) + shift. NaN stays NaN. Zeros
 * change nothing. Numbers are those of the plan's precision: a `least` below
 * the smallest normal one, 1.18e-38 in single precision, is that one. Only the
 * logarithm compiles another kernel. Since 0.2.
 */
typedef struct clfft_value {
    clfft_logarithm logarithm; /* of MAGNITUDE or POWER */
    double offset;
    double least; /* above 0 with a logarithm, else not read */
    double scale; /* 0 means 1 */
    double shift;
} clfft_value;

/*
 * Weighted sums of power: row b is the sum of weight[first[b] + i] *
 * |X[start[b] + i]|^2 over i in [0, first[b+1] - first[b]). Bins are counted in
 * the order of `sides`.
 */
typedef struct clfft_bands {
    unsigned n_bands;      /* 0: no bands */
    const uint32_t *first; /* n_bands + 1 */
    const uint32_t *start; /* n_bands */
    const double *weight;  /* first[n_bands] */
} clfft_bands;

/*
 * The same for any set of bins: row b is the sum of weight[i] * |X[bin[i]]|^2
 * over i in [first[b], first[b+1]), bins counted through all axes in stored
 * order, axis 0 fastest. Rings of a picture's spectrum are such rows.
 */
typedef struct clfft_rings {
    unsigned n_rings;      /* 0: no rings */
    const uint32_t *first; /* n_rings + 1 */
    const uint32_t *bin;   /* first[n_rings] */
    const double *weight;  /* first[n_rings] */
} clfft_rings;

/*
 * The store hook is fused into the last pass: a bin is multiplied by its gain,
 * then turned into the quantity. Quantities other than COMPLEX are for forward
 * transforms only. With bands (rank 1) or rings the quantity is MAGNITUDE
 * (square root of the sum), POWER or DB. With sides ONE and TWO, the stored
 * order of every axis but the first is 0..n-1.
 *
 * A pixel format stores codes of any quantity, with all sides, bands and rings;
 * COMPLEX and C2R have none, nor a `value`, which codes of pixels do not have
 * either: NONE and HALF do. Strides, distances and offsets of the output then
 * count pixels. Range and colour map are arguments of the kernels: other values
 * of them compile nothing.
 */
typedef struct clfft_store {
    clfft_quantity quantity;
    clfft_sides sides;
    double floor;       /* dB; used by DB only */
    const double *gain; /* one for each stored bin of axis 0, in stored order,
                           or NULL; the other axes have none. For R2C of rank 2
                           and 3 with sides TWO or CENTERED it must be the same
                           at a frequency and its negative */
    clfft_bands bands;
    clfft_rings rings;
    clfft_pixel pixel;
    double lowest, highest;   /* for pixels only: of the quantity, in its
                                 unit */
    const uint8_t *color_map; /* RGBA only: 256 entries of 4 bytes, copied to
                                 the output as they are */
    bool bands_of_magnitude;  /* bands weigh |X|: the row's power is the square
                                 of that sum, its magnitude the sum */
    clfft_value value;        /* since 0.2 */
    uint64_t reserved[2];
} clfft_store;

/*
 * Bins anywhere, by a chirp-z transform (Rabiner, Schafer, Rader 1969), instead
 * of those of the length n = lengths[0]: with frequencies in cycles a sample,
 *
 *   X[k] = scale * sum_{j < n} x[j] exp(-2 pi i j (start + k step))
 *
 * for k < n_bins. Both numbers are exact. The output is n_bins points; all
 * hooks apply. Forward R2C and C2C of rank 1, default sides, two buffers. Since
 * 0.2.
 */
typedef struct clfft_zoom {
    uint64_t n_bins;    /* 0: the bins of the length */
    double start, step; /* each from -1 to 1 */
} clfft_zoom;

typedef struct clfft_desc {
    clfft_transform transform;
    clfft_direction direction;
    clfft_precision precision;
    unsigned rank;                    /* 1..3; 0 means 1 */
    uint64_t lengths[CLFFT_MAX_RANK]; /* [0] is axis 0, the contiguous one */
    /*
     * The distance between neighbours on each axis, in elements; all 0: densely
     * packed (R2C and C2R in place: axis 0 of the real side is padded to
     * 2*(n0/2+1)).
     */
    int64_t input_strides[CLFFT_MAX_RANK];
    int64_t output_strides[CLFFT_MAX_RANK];
    unsigned n_loops;
    clfft_loop loops[CLFFT_MAX_LOOPS]; /* [0] varies fastest */
    /*
     * Execute gets the same buffer twice. Each transform then stays in its own
     * memory: loops, and axes but the first, have equal distances in bytes on
     * both sides, axis 0 equal strides in elements. So real vectors that are
     * interleaved (R2C and C2R whose neighbours are one element apart on both
     * sides) need two buffers: a vector's spectrum would lie over the samples
     * of the next.
     */
    bool in_place;
    bool destroy_input; /* the input may be overwritten */
    double scale;       /* 0 means 1. The scale, or with samples its product
                           with the factor of the samples, must be in the range
                           of the precision, and is not rounded to it */
    clfft_load load;
    clfft_store store;
    clfft_zoom zoom;
    uint64_t reserved[5];
} clfft_desc;

/*
 * The text form of a description: the transform, the lengths, then words in any
 * order, e.g.
 *
 *   "c2c 4096 x64"  "r2c 1080x1920 x4"  "c2r 1000 x3"  "c2c 64 x8 inverse"
 *   "r2c 1024 x100@256:513 window=hann"  "c2c 256 x13 x1024@1 stride=1024"
 *
 * Lengths, strides, windows and loops are in one order, the outermost first, as
 * numpy has them: the last length is axis 0, the last loop is loops[0].
 *
 *   xN  xN@D  xN@IN:OUT  a loop of N with these distances on both sides or on
 *                        each; without them behind all that the axes and the
 *                        loops within it take up. At most 4 loops
 *   stride=S,..          a stride each axis, of both sides
 *   in-stride=S,..       of the input alone; a side that is not said is dense
 *   out-stride=S,..      of the output alone
 *   pitch=N              rank 2 and 3: N unused elements behind each row of
 *                        both sides
 *   inplace              one buffer; without strides R2C and C2R pad the rows
 *                        of the real side
 *   destroy              the input may be overwritten
 *   forward inverse      C2C only
 *   single double        the precision
 *   scale=X
 *   load=SAMPLE          s16, u24be, f64, unorm8 ...; "be" is big endian
 *   sample-scale=X       load.sample_scale
 *   pad=LENGTHS          points read, as 60x100; the rest is zero
 *   window=W,..          one for all axes or one each: a name of
 *                        clfft_window_parse, with a parameter as in kaiser:8.6,
 *                        or none
 *   demean, detrend      subtract the mean, the line of least squares
 *   zoom=START:STEP:N    N bins of a zoom
 *   mix=A,..[/B,..][@D]  load.matrix, a row behind each '/', and the distance
 *                        of its sources, 1 unless said; the innermost loop is
 *                        its rows, and has input distance 0
 *   store=QUANTITY       complex, magnitude, power, db, phase
 *   sides=one|two|centered
 *   floor=DECIBELS
 *   pixel=gray8|gray16|rgba range=LOWEST:HIGHEST
 *                        the map of rgba goes from opaque black to white
 *   pixel=half
 *   value=none|natural|decimal|decibel:OFFSET:LEAST:SCALE:SHIFT
 *                        store.value
 *
 * Counts, lengths and strides are whole numbers from 1, distances from 0, all
 * below 2^60. What text cannot say: gains, bands, rings, coefficients of
 * windows that have no name, other colour maps.
 *
 * parse: on OK *desc owns what it points to; free it with clfft_desc_clear(). A
 * word that is unknown, out of range or sets a thing twice is INVALID, with the
 * word, the value and the limit in clfft_last_error().
 *
 * print: writes at most `size` bytes with the final 0 and returns the length
 * that was needed, as snprintf does; 1024 bytes hold any text. Words that say
 * the default are left out; parsing the text gives a description that means the
 * same. Only arrays are not printed: "window", "gain", "bands", "rings" and
 * "matrix=ROWSxSOURCES@DISTANCE" stand for them, which parse refuses.
 */
clfft_status clfft_desc_parse(const char *text, clfft_desc *desc);
void clfft_desc_clear(clfft_desc *desc);
size_t clfft_desc_print(const clfft_desc *desc, char *text, size_t size);

/* Checks a description: INVALID, with the reason in clfft_last_error(), unless
   every rule above holds. */
clfft_status clfft_desc_validate(const clfft_desc *desc);

/* The number of points that the output side stores on each axis: n0/2+1 on axis
   0 for R2C with one side, the bins of a zoom, the number of bands or rings
   with those, else the lengths. */
void clfft_desc_get_bins(const clfft_desc *desc, uint64_t bins[CLFFT_MAX_RANK]);

/* The bytes of one element on each side. */
size_t clfft_desc_get_input_size(const clfft_desc *desc);
size_t clfft_desc_get_output_size(const clfft_desc *desc);

/* The elements that the full batch reaches on each side: the largest index + 1.
   INVALID on overflow, or if a stride or distance is negative. */
clfft_status clfft_desc_get_extent(const clfft_desc *desc,
                                   uint64_t *input_length,
                                   uint64_t *output_length);

#include "end.h"

#endif /* CLFFT_DESCRIPTION_H */
