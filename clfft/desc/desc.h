/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * desc.h: the description as the inside of the engine reads it: its defaults
 * are filled in, its strides explicit, its arrays copied.
 */
#ifndef CLFFT_DESC_H
#define CLFFT_DESC_H

#include "clfft/clfft.h"

/* Holds what clfft_desc_print() writes, whatever the description. */
#define CLFFT_LONGEST_DESC 1024

/* Makes a copy of a valid *desc with every default made explicit; it owns its
   arrays. */
clfft_status clfft_desc_resolve(const clfft_desc *desc, clfft_desc *resolved);

/* The same without checking the rules and without copies: *full borrows the
   arrays. */
void clfft_desc_fill(const clfft_desc *desc, clfft_desc *full);

/* Fills the strides of one side where they are left open: densely packed, with
   `pitch` unused elements after each row of rank 2 and 3. False on overflow. */
bool clfft_desc_pack(const clfft_desc *full, bool input, uint64_t pitch,
                     int64_t strides[CLFFT_MAX_RANK]);

/* Fills the distances of loop n_inner where they are left open: behind
   everything that the axes and the n_inner loops within it take up. INT64_MAX
   on overflow. The rows of a matrix read the same samples. */
void clfft_desc_follow(const clfft_desc *full, unsigned n_inner,
                       int64_t *input_distance, int64_t *output_distance);

/* How many elements one side of a filled description touches; false if that
   overflows or a distance is negative. */
bool clfft_desc_side_extent(const clfft_desc *full, bool input,
                            uint64_t *length);

/* Points per axis on each side of the bare transform: n0/2+1 on axis 0 of a
   half spectrum. */
uint64_t clfft_desc_input_points(const clfft_desc *desc, unsigned axis);
uint64_t clfft_desc_output_points(const clfft_desc *desc, unsigned axis);

/* Bits of an integer sample's value; 0 for floats and NATIVE. */
unsigned clfft_sample_bits(clfft_sample sample);

/* Integer samples are offset binary. */
bool clfft_sample_is_unsigned(clfft_sample sample);

/* Codes count from zero, and the largest is 1. */
bool clfft_sample_is_pixel(clfft_sample sample);

/* Bytes of a pixel, which is not NONE, and its largest code. */
size_t clfft_pixel_size(clfft_pixel pixel);
unsigned clfft_pixel_top(clfft_pixel pixel);

/* Bytes of store.color_map. */
#define CLFFT_COLOR_MAP_SIZE 1024

/* The factor of a stored sample. */
double clfft_desc_sample_scale(const clfft_desc *desc);

/* The factors of samples when passes read them, and of bins when passes store
   them: the scale goes with the samples if there are any, which spares one
   rounding. */
double clfft_desc_load_factor(const clfft_desc *desc);
double clfft_desc_store_factor(const clfft_desc *desc);

/* Splits a factor into two numbers of the plan's precision, of the same sign or
   with the second 0: the one nearest to zero of the two around it, and the
   rest. */
void clfft_desc_split(const clfft_desc *desc, double factor, double parts[2]);
bool clfft_desc_has_rest(const clfft_desc *desc, double factor);

/* How many pairs of numbers tell the mean or the line that is taken from the
   input of a transform; 0 if none is. */
unsigned clfft_desc_mean_points(const clfft_desc *desc);

/* Whether the inverse is asked for: the forward transform then runs on
   conjugates. */
bool clfft_desc_is_inverse(const clfft_desc *desc);

/* The sides that are stored, with the default resolved. */
clfft_sides clfft_desc_sides(const clfft_desc *desc);

/* Transforms in the whole batch; UINT64_MAX on overflow. */
uint64_t clfft_desc_batch(const clfft_desc *desc);

/* Whether a quantity becomes another value before it is stored; whether kernels
   make it one, as they do of all numbers of 16 bits. */
bool clfft_desc_changes_values(const clfft_desc *desc);
bool clfft_desc_makes_values(const clfft_desc *desc);

/* Makes a copy that borrows the arrays and has the same range and numbers of a
   value whatever these are: what is learnt of it holds for all. */
clfft_desc clfft_desc_without_range(const clfft_desc *desc);

/* The largest length, count, stride and distance that the text form reads. */
#define CLFFT_DESC_MOST ((UINT64_C(1) << 60) - 1)

/* The names of the text form; "?" if out of range. */
const char *clfft_transform_name(clfft_transform transform);
const char *clfft_sample_name(clfft_sample sample);
const char *clfft_quantity_name(clfft_quantity quantity);
const char *clfft_sides_name(clfft_sides sides);
const char *clfft_pixel_name(clfft_pixel pixel);
const char *clfft_logarithm_name(clfft_logarithm logarithm);

#endif /* CLFFT_DESC_H */
