/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* check.h: the input of the self-check of a new plan and the right answer to
   it; shared by check.c, which runs it, check_question.c and check_impulse.c,
   which choose the input, and check_answer.c, which computes the answer. */
#ifndef CLFFT_CHECK_H
#define CLFFT_CHECK_H

#include "plan.h"

#define CLFFT_MOST_IMPULSES 256
#define CLFFT_N_QUESTIONS 2

struct clfft_impulse {
    uint64_t place; /* elements from where its transform begins */
    double re, im;
};

/* One of the times that an impulse is read. */
struct clfft_reading {
    uint64_t index[CLFFT_MAX_RANK];
    unsigned source;
    double re, im, weight; /* of the impulse; of the windows */
};

struct clfft_root {
    long double re, im;
};

/* The input of one transform. */
struct clfft_question {
    struct clfft_impulse impulses[CLFFT_MOST_IMPULSES];
    unsigned n_impulses;
    struct clfft_reading *readings;
    unsigned n_readings;
    struct clfft_root *const *circles; /* the probe's */
};

/*
 * The questions to several transforms. They lie one behind the other, but of
 * two loops the second begins one transform later, so that no pass makes one
 * loop of both.
 */
struct clfft_probe {
    struct clfft_question questions[CLFFT_N_QUESTIONS];
    unsigned n_copies, n_inner; /* transforms, and those of the first loop */
    uint64_t input_length, output_length; /* elements from one to the next */
    unsigned char *input, *output;
    size_t input_size, output_size; /* bytes, of all elements */
    /* exp(-2 pi i m / n) for all m < n of an axis; NULL where each is computed
       when it is needed */
    struct clfft_root *circles[CLFFT_MAX_RANK];
};

struct clfft_bin {
    double re, im;
};

/* The value of 1 in the codes of an integer format. */
double clfft_code_unit(clfft_sample sample);

/* Computes index number `number` of a box of points, axis 0 fastest. */
void clfft_split_number(uint64_t number, const uint64_t points[CLFFT_MAX_RANK],
                        uint64_t index[CLFFT_MAX_RANK]);

/* How many points one transform reads, in all and on each axis. */
uint64_t clfft_count_input(const clfft_desc *desc,
                           uint64_t points[CLFFT_MAX_RANK]);

/* Makes the circles of the axes that are short enough, where there is memory.
 */
void clfft_fill_circles(const clfft_plan *plan, struct clfft_probe *probe);

/* Computes bin number `number` in stored order; of which row of the matrix. */
struct clfft_bin clfft_expect_bin(const clfft_plan *plan,
                                  const struct clfft_question *question,
                                  unsigned row, uint64_t number);

/* The power of result number `number`: a bin, a band or a ring. */
double clfft_expect_power(const clfft_plan *plan,
                          const struct clfft_question *question, unsigned row,
                          uint64_t number);

/* The value for which the pixel at `at` stands that is closest to the right
   one; NaN if the pixel stands for none. */
double clfft_nearest_value(const clfft_plan *plan, const unsigned char *at,
                           double right);

/* check_question.c: makes buffers for the smallest batch that shows what a
   launch may run, and fills the input. The plan's loops are those of the probe
   until the caller puts them back; input, output, circles and readings are the
   caller's to free. */
clfft_status clfft_make_probe(clfft_plan *plan, struct clfft_probe *probe);

/* check_impulse.c: fills a question; its readings are the caller's to free. */
clfft_status clfft_choose_impulses(const clfft_plan *plan,
                                   struct clfft_question *question,
                                   uint64_t seed);

/* Which question transform number `copy` gets: 0, 1, 1, 0, 1, 0, 0, 1 and so on
   (Thue and Morse), which no shift turns into itself: a transform that reads
   its neighbour's points shows. */
unsigned clfft_question_of(unsigned copy);

/* Where transform number `copy` begins, in transforms. */
uint64_t clfft_begin_of(const struct clfft_probe *probe, unsigned copy);

/* Sources of the matrix; 1 without one. */
unsigned clfft_count_sources(const clfft_desc *desc);

/* Results of one transform by all rows of the matrix, and bins on each axis of
   a row. */
uint64_t clfft_count_results(const clfft_desc *desc,
                             uint64_t bins[CLFFT_MAX_RANK]);

/* Of how many results one is compared: all columns take their turn. */
uint64_t clfft_comparison_step(const clfft_desc *desc);

/* Elements from the first point of a transform to that at `index`. */
uint64_t clfft_place_of(const uint64_t index[CLFFT_MAX_RANK],
                        const int64_t strides[CLFFT_MAX_RANK]);

/* Replace the caller's range and map by those that the check knows, and put
   them back; they do nothing to a plan without pixels. Begin leaves the buffer
   of the new map to
   clfft_upload_color_map(). */
void clfft_begin_pixels(clfft_plan *plan, const struct clfft_probe *probe,
                        struct clfft_codes *asked);
void clfft_end_pixels(clfft_plan *plan, const struct clfft_codes *asked);

#endif /* CLFFT_CHECK_H */
