/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* check.h: the input of the self-check of a new plan and the right answer to
   it; shared by check.c, which runs it, and check_answer.c, which computes the
   answer. */
#ifndef CLFFT_CHECK_H
#define CLFFT_CHECK_H

#include "plan.h"

#define CLFFT_MOST_IMPULSES 4

struct clfft_impulse {
    uint64_t number, index[CLFFT_MAX_RANK];
    double re, im;
};

struct clfft_probe {
    struct clfft_impulse impulses[CLFFT_MOST_IMPULSES];
    unsigned n_impulses;
    uint64_t input_length, output_length; /* elements of one transform */
    unsigned char *input, *output;
    size_t input_size, output_size; /* bytes, of all elements */
};

struct clfft_bin {
    double re, im;
};

/* What 1 is in the codes of an integer format. */
double clfft_code_unit(clfft_sample sample);

/* Index number `number` of a box of points, axis 0 fastest. */
void clfft_split_number(uint64_t number, const uint64_t points[CLFFT_MAX_RANK],
                        uint64_t index[CLFFT_MAX_RANK]);

/* Points that one transform reads, in all and on each axis. */
uint64_t clfft_count_input(const clfft_desc *desc,
                           uint64_t points[CLFFT_MAX_RANK]);

/* Bin number `number` in stored order. */
struct clfft_bin clfft_expect_bin(const clfft_plan *plan,
                                  const struct clfft_probe *probe,
                                  uint64_t number);

/* Power of result number `number`: bin, band or ring. */
double clfft_expect_power(const clfft_plan *plan,
                          const struct clfft_probe *probe, uint64_t number);

/* The value closest to the right one for which the pixel at `at` stands; NaN
   if it stands for none. */
double clfft_nearest_value(const clfft_plan *plan, const unsigned char *at,
                           double right);

/* What the caller asked for, while the plan stores pixels of a range that the
   answer fills, and of a map that tells all codes apart. */
struct clfft_pixel_store {
    double lowest, highest;
    const uint8_t *color_map;
    cl_mem color_buffer;
};

/* Neither does anything to a plan without pixels. Begin leaves the new map's
   buffer to clfft_upload_color_map(). */
void clfft_begin_pixels(clfft_plan *plan, const struct clfft_probe *probe,
                        struct clfft_pixel_store *asked);
void clfft_end_pixels(clfft_plan *plan,
                      const struct clfft_pixel_store *asked);

#endif /* CLFFT_CHECK_H */
