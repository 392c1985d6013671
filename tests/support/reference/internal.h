/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* internal.h: what the files of the reference share. */
#ifndef CLFFT_TEST_REFERENCE_INTERNAL_H
#define CLFFT_TEST_REFERENCE_INTERNAL_H

#include "reference.h"
#include "core.h"

/* One side of the description with every default filled in: the points that
   are read, or stored. */
struct reference_side {
    uint64_t points[CLFFT_MAX_RANK];
    int64_t strides[CLFFT_MAX_RANK];
    int64_t distances[CLFFT_MAX_LOOPS];
    uint64_t n_points; /* of one transform */
};

struct reference {
    clfft_desc desc; /* borrows the caller's arrays */
    struct reference_layout layout;
    struct reference_side input, output;
    uint64_t points[CLFFT_MAX_RANK]; /* that the transform itself takes */
    uint64_t bins[CLFFT_MAX_RANK];   /* in stored order, not summed yet */
    uint64_t counts[CLFFT_MAX_LOOPS];
    const struct reference_core_ops *ops;
    void *core;
    long double *mean_levels; /* what an error 1 of the mean adds to each value;
                                 subtract_mean, subtract_line */
    long double mean_error;   /* that the mean may have */
    long double kept, removed; /* energy of one transform's points, and of
                                  the mean taken from them, both windowed */
    long double *values;       /* one transform as stored */
    long double *powers;       /* |X|^2 behind each value; dB and phase only */
};

void reference_split(const uint64_t counts[CLFFT_MAX_LOOPS], uint64_t r,
                     uint64_t index[CLFFT_MAX_LOOPS]);

/* Offset of point i (dense order) of the transform at loop index `index`. */
uint64_t reference_place(const struct reference_side *side,
                         const uint64_t index[CLFFT_MAX_LOOPS], uint64_t i);

/* What the load hook makes of the input, into the core. */
void reference_load(struct reference *reference, const unsigned char *input,
                    const uint64_t index[CLFFT_MAX_LOOPS]);

/* The windows alone into the core: the points of an even picture of 1. */
void reference_load_even(struct reference *reference);

/* The core's result into mean_levels. */
void reference_store_levels(struct reference *reference);

/* What the store hook makes of the core's result, into values and powers. */
void reference_store(struct reference *reference);

/* Whether quantities become values, and the quantity nearest to the right one
   of those whose value is stored as number i. */
bool reference_has_value(const clfft_desc *desc);
long double reference_stored_value(const struct reference *reference,
                                   const void *output, uint64_t i,
                                   long double right);

/* Bytes of a pixel. */
size_t reference_pixel_size(clfft_pixel pixel);

/* Which of the values that pixel i of the output stands for, those that are
   rounded to its code, is nearest to `value`; NaN if it is no pixel. */
long double reference_pixel_value(const struct reference *reference,
                                  const void *output, uint64_t i,
                                  long double value);

/* reference_transform by loop index. */
const long double *
reference_transform_at(struct reference *reference, const void *input,
                       const uint64_t index[CLFFT_MAX_LOOPS]);

#endif /* CLFFT_TEST_REFERENCE_INTERNAL_H */
